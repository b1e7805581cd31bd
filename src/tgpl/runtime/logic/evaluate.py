"""What follows from the rules, component by component: from tables of what is needed to tables of what holds.

Why the answers are right. A component whose relations do not negate each other means its least model: the rows that
clauses derive from what is needed, from nothing else, and from each other. `_least` runs every clause once and then, as
long as rows are new, those clauses again that a new row can take part in; so nothing that can be derived is left out,
and nothing else comes in. What is needed is finished before (`plan.needed`), so negations are held against the whole truth.
Where relations negate each other, atoms may still be stratified (`odd(1) ← not odd(0)`). There the truth is closed in
from both sides: with too much assumed of what is negated too little follows, and the other way round (the well-founded
model). Where both sides meet, nothing was guessed; an atom between them is neither true nor false, and an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice

from tgpl.runtime.errors import RuleError
from tgpl.runtime.logic.dependence import Relation
from tgpl.runtime.logic.joins import ROW, Knows, Rows, Spent
from tgpl.runtime.logic.plan import Run, Step
from tgpl.runtime.logic.tables import Row, Table
from tgpl.terms import Term, order_key, spell

MOST_WORK = 20_000_000  # rows looked at for one answer; a new row counts as ROW
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
    own = {member: Table() for member in step.component.relations}
    tables = {**outside, **own}
    against: Mapping[Relation, Rows] = {**outside, **assumed}
    new: dict[Relation, Table] = {}
    runs = step.whole
    while True:
        found: dict[Relation, dict[Row, None]] = {}
        for run in runs:
            if run.new is None or run.new in new:
                out = found.setdefault(run.head, {})
                _run(run, tables, new.get(run.new) if run.new else None, against, knows, out, budget)
        for head, rows in found.items():
            own[head].add(rows)
        runs = step.again
        if not runs or not any(found.values()):
            return own
        new = {head: Table(rows) for head, rows in found.items() if rows}


def _run(
    run: Run,
    tables: Tables,
    new: Table | None,
    against: Mapping[Relation, Rows],
    knows: Knows,
    out: dict[Row, None],
    budget: Budget,
) -> None:
    before, left = len(out), budget.left
    budget.left -= left - run.join(tables, new, against, knows, out, left)  # not `=`: what `knows` asked is paid by now
    if run.grows and len(out) > before:
        budget.left -= ROW * sum(_measure(argument, run, 0) for row in islice(out, before, None) for argument in row)
        if budget.left < 0:
            raise Spent


def _measure(term: Term, run: Run, depth: int) -> int:
    """The words of a term: those that rules build can become large before they become many."""
    if isinstance(term, str):
        return 1
    size = 1 + sum(1 if isinstance(part, str) else _measure(part, run, depth + 1) for part in term[1:])
    if size > LARGEST or depth >= DEEPEST:
        raise RuleError("R715", f"Terms grow without end in what follows for `{run.head[0]}`.")
    return size
