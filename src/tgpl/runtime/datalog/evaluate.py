"""What follows from the rules, component by component: from tables of what is needed to tables of what holds.

Why the answers are right. A component whose relations do not negate each other means its least model: the rows that
clauses derive from what is needed, from nothing else, and from each other. `_least_model` runs every clause once and then, as
long as rows are new, those clauses again that a new row can take part in; so nothing that can be derived is left out,
and nothing else comes in. What is needed is finished before (`Plan.needed`), so negations are held against the whole truth.
Where relations negate each other, atoms may still be stratified (`odd(1) ← not odd(0)`). There the truth is closed in
from both sides: with too much assumed of what is negated too little follows, and the other way round (the well-founded
model). Where both sides meet, nothing was guessed; an atom between them is neither true nor false, and an error.
A component that is too much to be worked out at once (`TooLarge`) can be worked out on demand instead, question by question (`DemandTable`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, Protocol

from tgpl.runtime.datalog.cardinality import Cardinalities
from tgpl.runtime.datalog.joins import ROW, BudgetSpent, Knows
from tgpl.runtime.datalog.magic_sets import Program, original_relation
from tgpl.runtime.datalog.plan import Plan, Step
from tgpl.runtime.datalog.prepared_clause import PreparedClause
from tgpl.runtime.datalog.strata import Relation
from tgpl.runtime.datalog.tables import Index, Row, Signature, Table
from tgpl.runtime.errors import RuleError
from tgpl.text.terms import Term, order_key, relation, spell

MOST_WORK = 20_000_000  # rows looked at for one answer; a new row counts as ROW
DEEPEST, LARGEST = 100, 10_000  # functions in each other, and words, of a term that a rule builds
Own = dict[Relation, Table]
Found = dict[Relation, dict[Row, None]]


class Budget:
    """How much work is left for the running question. What it asks on its way (`nested`) is part of it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.left = most
        self.nested = False
        self.limited = False  # is a component being worked out that could go on demand instead?

    def refill(self) -> None:
        if not self.nested:
            self.left = self.most


class TooLarge(Exception):
    """More work than a component may make that could go on demand; what was found of it by then."""

    def __init__(self, found: Own) -> None:
        self.found = found


class NeedsWhole(Exception):
    """A component would need all of what is too large to be worked out whole; so it is too large itself."""


class Everything:
    """Assumed of what is negated: all of it."""

    class _All:
        def __contains__(self, row: Row) -> bool:
            return True

    rows = _All()


class LazyTables(dict[Any, Any]):
    """What a component looks into, fetched when it first does: its own tables, and those of others or their answers."""

    def __init__(self, fetch: Callable[[Any], Any], own: Mapping[Relation, Any]) -> None:
        super().__init__(own)
        self._fetch = fetch

    def __missing__(self, key: Any) -> Any:
        self[key] = found = self._fetch(key)
        return found


class Source(Protocol):
    """Where the tables and answers of other components are."""

    def has(self, name: Relation) -> bool: ...

    def fetch(self, key: Any) -> Any: ...


class Context(NamedTuple):
    """Where a component is worked out: the tables and answers of others, what is known, the work that is left."""

    plan: Plan
    source: Source
    knows: Knows
    budget: Budget

    def fetch(self, key: Any) -> Any:
        """A relation's table, or the answers of a question."""
        if self.budget.limited and key in self.plan.on_demand and not self.source.has(key):
            raise NeedsWhole
        return self.source.fetch(key)

    def cardinalities(self, own: Own) -> Cardinalities:
        return Cardinalities(lambda name: own.get(name) or self._table(name), self.plan.on_demand.get, self.plan.counts)

    def _table(self, name: Relation) -> Table | None:
        found: Table | None = self.fetch(name) if " " not in name[0] else None
        return found


def derive(step: Step, context: Context, needs: Own, most: int | None) -> Own:
    """What holds of the component's relations. `needs`: tables of others that are there. Raises TooLarge where that is more
    than `most` work."""
    floor = 0 if most is None else max(context.budget.left - most, 0)
    before, context.budget.limited = context.budget.limited, floor > 0
    try:
        if not step.component.negates_itself:
            return _least_model(step, context, needs, {}, floor)
        return _well_founded_model(step, context, needs)
    except BudgetSpent:
        raise _endless_error(step.component.relations[0]) from None
    finally:
        context.budget.limited = before


def _endless_error(about: Relation) -> RuleError:
    what = f"There is too much that follows for `{about[0]}`: its rules may not come to an end."
    return RuleError("R715", what, about)


def _well_founded_model(step: Step, context: Context, needs: Own) -> Own:
    members = step.component.relations
    lower = _least_model(step, context, needs, dict.fromkeys(members, Everything()))
    while True:
        upper = _least_model(step, context, needs, lower)
        closer = _least_model(step, context, needs, upper)
        if all(closer[member].rows.keys() == lower[member].rows.keys() for member in members):
            break
        lower = closer
    between: list[Term] = [
        (name, *row) if row else name
        for name, arity in members
        for row in upper[name, arity].rows
        if row not in lower[name, arity].rows
    ]
    if between:
        atom = min(between, key=order_key)
        what = f"`{spell(atom)}` is neither true nor false here: by the rules it depends on its own negation."
        raise RuleError("R716", what, relation(atom))
    return lower


def _least_model(step: Step, context: Context, needs: Own, assumed: Mapping[Relation, Any], floor: int = 0) -> Own:
    """The least tables in which all clauses hold, with negations held against `assumed` (what it needs, if not in there)."""
    own = {member: Table() for member in step.component.relations}
    loop = _SemiNaive(context, own, needs, assumed, floor)
    try:
        whole = step.whole or step.prepare_whole(context.cardinalities(own), context.plan.on_demand)
        found = loop.run(whole, {})
        if step.recursive:
            again = step.again or step.prepare_again(context.cardinalities(own), context.plan.on_demand)
            loop.run_to_fixpoint(again, found)
    except NeedsWhole:
        raise TooLarge(own) from None
    except BudgetSpent:
        if floor == 0 or context.budget.left < 0:
            raise
        context.budget.left = min(floor, context.budget.left)
        raise TooLarge(own) from None
    return own


class _SemiNaive:
    """Clauses run again and again over what is new, and into the same tables."""

    __slots__ = ("against", "budget", "floor", "knows", "own", "tables")

    def __init__(self, context: Context, own: Own, needs: Own, assumed: Mapping[Relation, Any], floor: int = 0) -> None:
        self.own = own
        self.tables: Mapping[Any, Any] = {**needs, **own}
        self.against: Mapping[Any, Any] = {**needs, **assumed}
        if context.plan.on_demand:  # else all that is needed is there whole
            self.tables, self.against = LazyTables(context.fetch, self.tables), LazyTables(context.fetch, self.against)
        self.knows = context.knows
        self.budget = context.budget
        self.floor = floor

    def run_to_fixpoint(self, runs: Sequence[PreparedClause], found: Found) -> None:
        while new := {head: Table(rows) for head, rows in found.items() if rows}:
            found = self.run(runs, new)

    def run(self, runs: Sequence[PreparedClause], new: Own) -> Found:
        """What is new then."""
        found: Found = {}
        for run in runs:
            if run.new is None:
                self._run(run, None, found.setdefault(run.head, {}))
            elif run.new in new:
                self._run(run, new[run.new], found.setdefault(run.head, {}))
        for head, rows in found.items():
            self.own[head].add(rows)
        return found

    def _run(self, run: PreparedClause, new: Table | None, out: dict[Row, None]) -> None:
        budget = self.budget
        before, left = len(out), budget.left - self.floor
        # not `=`: what was asked on the way is paid by now
        budget.left -= left - run.join(self.tables, new, self.against, self.knows, out, left)
        if run.grows and len(out) > before:
            budget.left -= ROW * sum([_size(row, run) for row in islice(out, before, None)])
        if budget.left < self.floor:
            raise BudgetSpent


class DemandTable:
    """The answers of one question by now, and for which values: see `joins.Answers`."""

    __slots__ = ("_about", "_context", "_known", "_loop", "_program", "_questions")

    def __init__(self, about: Relation, program: Program, context: Context) -> None:
        self._about = about
        self._context = context
        self._program = program
        self._begin()

    def _begin(self) -> None:
        own = {name: Table() for name in self._program.relations}
        self._loop = _SemiNaive(self._context, own, {}, {})
        self._questions, self._known = own[self._program.asked], own[self._program.known]

    @property
    def rows(self) -> dict[Row, None]:
        return self._known.rows

    @property
    def asked(self) -> dict[Row, None]:
        return self._questions.rows

    def index(self, signature: Signature) -> Index:
        return self._known.index(signature)

    def want(self, values: Row) -> None:
        question = {values: None}
        self._questions.add(question)
        try:
            self._loop.run_to_fixpoint(self._program.runs, {self._program.asked: question})
        except BaseException as error:
            self._begin()  # it would look answered
            if isinstance(error, BudgetSpent):
                raise _endless_error(self._about) from None
            raise

    def weight(self) -> int:
        return sum(len(table.rows) for table in self._loop.own.values())


def _size(row: Row, run: PreparedClause) -> int:
    return sum([1 if isinstance(argument, str) else _measure(argument, run, 0) for argument in row])


def _measure(term: Term, run: PreparedClause, depth: int) -> int:
    """The words of a term: those that rules build can become large before they become many."""
    if isinstance(term, str):
        return 1
    size = 1 + sum([1 if isinstance(part, str) else _measure(part, run, depth + 1) for part in term[1:]])
    if size > LARGEST or depth >= DEEPEST:
        about = original_relation(run.head)
        raise RuleError("R715", f"Terms grow without end in what follows for `{about[0]}`.", about)
    return size
