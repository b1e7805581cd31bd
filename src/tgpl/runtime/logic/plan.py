"""A rulesheet prepared once: its components, what each needs, and the functions that work them out.

plan = Plan(rules);  plan.needed(("terminal", 0))  ->  the steps that have to be done for `terminal`, in their order
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from tgpl.runtime.logic.clauses import HOLDS, Clause, clauses_of
from tgpl.runtime.logic.dependence import Component, Relation, components
from tgpl.runtime.logic.joins import ROW, Join, join
from tgpl.runtime.logic.ordering import in_order
from tgpl.terms import Rule, relation, variables

LARGE_ROW = 20 * ROW


class Run(NamedTuple):
    """A clause ready to be run: over everything, or over what is new of a relation in one of its literals."""

    head: Relation
    new: Relation | None
    join: Join
    grows: bool  # can terms come out that are deeper than those that went in?


class Step:
    """A component ready to be worked out. Its functions are written when they are first needed."""

    def __init__(self, component: Component) -> None:
        self.component = component

    @cached_property
    def whole(self) -> list[Run]:
        return [self._run(clause, None) for clause in self.component.clauses]

    @cached_property
    def again(self) -> list[Run]:
        """For each literal that needs the component itself: what follows when there is more of that."""
        return [
            self._run(clause, number)
            for clause in self.component.clauses
            for number, (kind, atom) in enumerate(clause.body)
            if kind == HOLDS and relation(atom) in self.component.relations
        ]

    def _run(self, clause: Clause, new: int | None) -> Run:
        made = join(clause, in_order(clause, new), new, self._price(clause))
        return Run(
            relation(clause.head), None if new is None else relation(clause.body[new].atom), made, _grows(clause)
        )

    def _price(self, clause: Clause) -> int:
        """What a row costs: terms that are built out of such terms are soon as large as a page."""
        recursive = any(relation(atom) in self.component.relations for _, atom in clause.body)
        return LARGE_ROW if recursive and _grows(clause) else ROW


def _grows(clause: Clause) -> bool:
    return any(any(True for _ in variables(part)) for part in clause.head[1:] if isinstance(part, tuple))


class Plan:
    """All components of a rulesheet, and what is needed for what."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.steps: dict[Relation, Step] = {}
        self.levels: dict[Relation, int] = {}
        self._place: dict[Relation, int] = {}
        for place, component in enumerate(components(clause for rule in rules for clause in clauses_of(rule))):
            step = Step(component)
            for member in component.relations:
                self.steps[member] = step
                self.levels[member] = component.level
                self._place[member] = place
        self._needed: dict[Relation, tuple[Step, ...]] = {}

    def needed(self, wanted: Relation) -> tuple[Step, ...]:
        """The components of one level that have to be worked out for a relation, in their order; its own is the last."""
        if wanted not in self._needed:
            level, found, todo = self.levels.get(wanted), dict[int, Step](), [wanted]
            while todo:
                here = todo.pop()
                if here in self.steps and self._place[here] not in found and self.levels[here] == level:
                    found[self._place[here]] = self.steps[here]
                    todo += self.steps[here].component.needs
            self._needed[wanted] = tuple(found[place] for place in sorted(found))
        return self._needed[wanted]
