"""What follows from the rules, component by component: from tables of what is needed to tables of what holds.

Why the answers are right. A component whose relations do not negate each other means its least model: the rows that
clauses derive from what is needed, from nothing else, and from each other. `_least` runs every clause once and then, as
long as rows are new, those clauses again that a new row can take part in; so nothing that can be derived is left out,
and nothing else comes in. What is needed is finished before (`Plan.needed`), so negations are held against the whole truth.
Where relations negate each other, atoms may still be stratified (`odd(1) ← not odd(0)`). There the truth is closed in
from both sides: with too much assumed of what is negated too little follows, and the other way round (the well-founded
model). Where both sides meet, nothing was guessed; an atom between them is neither true nor false, and an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tgpl.runtime.errors import RuleError
from tgpl.runtime.logic.clauses import FAILS, HOLDS, Clause, clauses_of
from tgpl.runtime.logic.dependence import Component, Relation, components
from tgpl.runtime.logic.joins import ROW, Join, Knows, Rows, Spent, join
from tgpl.runtime.logic.ordering import in_order
from tgpl.runtime.logic.tables import Row, Table
from tgpl.terms import Rule, Term, depth, order_key, relation, spell, variables

MOST_WORK = 20_000_000  # rows looked at for one answer; a new row counts as ROW
LARGE_ROW = 20 * ROW
DEEPEST, LARGEST = 100, 10_000  # functions in each other, and words, of a term that a rule builds
Tables = Mapping[Relation, Table]


class Budget:
    """How much work is left for the running question. What it asks on its way (`nested`) is part of it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.left = most
        self.nested = False

    def fresh(self) -> None:
        if not self.nested:
            self.left = self.most


class Run(NamedTuple):
    """A clause ready to be run: over everything, or over what is new in one of its literals."""

    clause: Clause
    new: int | None
    join: Join
    grows: bool  # can terms come out that are deeper than those that went in?


class Step:
    """A component ready to be worked out. Its functions are written when it is first needed."""

    def __init__(self, component: Component) -> None:
        self.component = component
        self._runs: tuple[list[Run], list[Run]] | None = None

    @property
    def runs(self) -> tuple[list[Run], list[Run]]:
        """Those over everything, and those over what is new."""
        if self._runs is None:
            whole = [_run(clause, None, self._price(clause)) for clause in self.component.clauses]
            again = [
                _run(clause, number, self._price(clause))
                for clause in self.component.clauses
                for number, (kind, atom) in enumerate(clause.body)
                if kind == HOLDS and relation(atom) in self.component.relations
            ]
            self._runs = whole, again
        return self._runs

    def _price(self, clause: Clause) -> int:
        """What a row costs: terms that are built out of such terms soon are as large as a page."""
        recursive = any(relation(atom) in self.component.relations for _, atom in clause.body)
        return LARGE_ROW if recursive and _grows(clause) else ROW


def _run(clause: Clause, new: int | None, price: int) -> Run:
    return Run(clause, new, join(clause, in_order(clause, new), price), _grows(clause))


def _grows(clause: Clause) -> bool:
    return any(any(True for _ in variables(part)) for part in clause.head[1:] if isinstance(part, tuple))


class Plan:
    """All components of a rulesheet, and what is needed for what."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.steps: dict[Relation, Step] = {}
        self._place: dict[Relation, int] = {}
        for place, component in enumerate(components(clause for rule in rules for clause in clauses_of(rule))):
            step = Step(component)
            for member in component.relations:
                self.steps[member] = step
                self._place[member] = place
        self._needed: dict[Relation, tuple[Step, ...]] = {}

    def level(self, wanted: Relation) -> int:
        return self.steps[wanted].component.level if wanted in self.steps else 0

    def needed(self, wanted: Relation) -> tuple[Step, ...]:
        """The components of one level that have to be worked out for a relation, in their order; its own is the last."""
        if wanted not in self._needed:
            level, found, todo = self.level(wanted), {}, [wanted]
            while todo:
                here = todo.pop()
                if here in self.steps and self._place[here] not in found and self.level(here) == level:
                    found[self._place[here]] = self.steps[here]
                    todo += self.steps[here].component.needs
            self._needed[wanted] = tuple(found[place] for place in sorted(found))
        return self._needed[wanted]


class Everything:
    """Assumed of what is negated: all of it."""

    class _All:
        def __contains__(self, row: Row) -> bool:
            return True

    rows = _All()


def work_out(step: Step, tables: Callable[[Relation], Table], knows: Knows, budget: Budget) -> dict[Relation, Table]:
    """What holds of the component's relations, given what it needs."""
    outside = {need: tables(need) for need in step.component.needs}
    try:
        if not step.component.crossed:
            return _least(step, outside, {}, knows, budget)
        return _closed_in(step, outside, knows, budget)
    except Spent:
        name = step.component.relations[0][0]
        raise RuleError(
            "R715", f"There is too much that follows for `{name}`: its rules may not come to an end."
        ) from None


def _closed_in(step: Step, outside: Tables, knows: Knows, budget: Budget) -> dict[Relation, Table]:
    members = step.component.relations
    surely = _least(step, outside, dict.fromkeys(members, Everything()), knows, budget)
    while True:
        perhaps = _least(step, outside, surely, knows, budget)
        closer = _least(step, outside, perhaps, knows, budget)
        if all(closer[member].rows.keys() == surely[member].rows.keys() for member in members):
            break
        surely = closer
    between: list[Term] = [
        (name, *row) if row else name
        for name, arity in members
        for row in perhaps[name, arity].rows
        if row not in surely[name, arity].rows
    ]
    if between:
        atom = spell(min(between, key=order_key))
        raise RuleError(
            "R716", f"`{atom}` is neither true nor false here: by the rules it depends on its own negation."
        )
    return surely


def _least(
    step: Step, outside: Tables, assumed: Mapping[Relation, Rows], knows: Knows, budget: Budget
) -> dict[Relation, Table]:
    """The least tables in which all clauses hold, with negations held against `assumed` (what it needs, if not in there)."""
    whole, again = step.runs
    tables = {member: Table() for member in step.component.relations}
    everything = {**outside, **tables}
    against: dict[Relation, Rows] = {**outside, **assumed}
    new = _round(whole, everything, {}, against, knows, budget)
    while new and again:
        new = _round(again, everything, new, against, knows, budget)
    return tables


def _round(
    runs: list[Run],
    tables: Tables,
    new: Mapping[Relation, Table],
    against: Mapping[Relation, Rows],
    knows: Knows,
    budget: Budget,
) -> dict[Relation, Table]:
    """Runs each clause once and enters what comes out; what was new to the tables."""
    found: dict[Relation, dict[Row, None]] = {}
    for clause, number, run, grows in runs:
        body = clause.body
        if number is not None and relation(body[number].atom) not in new:
            continue
        given = {at: tables[relation(atom)] for at, (kind, atom) in enumerate(body) if kind == HOLDS}
        if number is not None:
            given[number] = new[relation(body[number].atom)]
        given[len(body)] = tables[relation(clause.head)]
        held = {at: against[relation(atom)] for at, (kind, atom) in enumerate(body) if kind == FAILS}
        out = found.setdefault(relation(clause.head), {})
        before = len(out)
        left = budget.left
        budget.left -= left - run(given, held, knows, out, left)  # not `=`: what `knows` asked has been paid meanwhile
        if grows and len(out) > before:
            _weigh(list(out)[before:], clause, budget)
    for head, rows in found.items():
        tables[head].add(rows)
    return {head: Table(rows) for head, rows in found.items() if rows}


def _weigh(rows: list[Row], clause: Clause, budget: Budget) -> None:
    """Terms that rules build can become large before they become many: they cost what they measure."""
    size = 0
    for row in rows:
        for argument in row:
            words = _size(argument)
            size += words
            if words > LARGEST or depth(argument) > DEEPEST:
                name = relation(clause.head)[0]
                raise RuleError("R715", f"Terms grow without end in what follows for `{name}`.")
    budget.left -= ROW * size
    if budget.left < 0:
        raise Spent


def _size(term: Term) -> int:
    return 1 + sum(map(_size, term[1:])) if isinstance(term, tuple) else 1
