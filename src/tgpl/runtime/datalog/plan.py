"""A rulesheet prepared once: its components, what each needs, and the functions that work them out.

plan = Plan(rules);  plan.needed(("terminal", 0))  ->  the steps that have to be done for `terminal`, in their order

A component is worked out whole as long as that is little work. One that turns out to be large is from then on worked out
where it is asked for, with the values that are known there (`magic_sets`). So the plan learns; what holds is the same either way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from tgpl.runtime.datalog.cardinality import Cardinalities, Counts
from tgpl.runtime.datalog.clauses import DOES, HOLDS, TRUE, Clause, clauses_of
from tgpl.runtime.datalog.joins import ROW
from tgpl.runtime.datalog.magic_sets import Program, rewrite
from tgpl.runtime.datalog.prepared_clause import PreparedClause, builds_terms, has_variables, prepare
from tgpl.runtime.datalog.strata import MOVES, POSITION, Component, Relation, components
from tgpl.runtime.datalog.tables import Question, Table
from tgpl.text.terms import RELATIONS, Rule, relation

LARGE_ROW = 20 * ROW
MOST_ON_DEMAND = 60  # components that are worked out where they are asked for: one asks inside another


class Step:
    """A component ready to be worked out. Its functions are written when they are first needed: by then there is
    something to measure."""

    def __init__(self, component: Component) -> None:
        self.component = component
        self.recursive = any(map(self._needs_own, component.clauses))
        self.whole: list[PreparedClause] = []
        # For each literal that needs the component itself: what follows when there is more of that.
        self.again: list[PreparedClause] = []

    def forget(self) -> None:
        """Other relations have become large: the next time functions are written anew."""
        self.whole, self.again = [], []

    def prepare_whole(self, cardinalities: Cardinalities, on_demand: Mapping[Relation, Table]) -> list[PreparedClause]:
        """What follows while nothing of the component itself is there: clauses that need some of it have nothing to say."""
        first = (clause for clause in self.component.clauses if not self._needs_own(clause))
        self.whole = [self._run(clause, None, cardinalities, on_demand) for clause in first]
        return self.whole

    def prepare_again(self, cardinalities: Cardinalities, on_demand: Mapping[Relation, Table]) -> list[PreparedClause]:
        self.again = [
            self._run(clause, number, cardinalities, on_demand)
            for clause in self.component.clauses
            for number in range(len(clause.body))
            if self._own(clause, number)
        ]
        return self.again

    @cached_property
    def allows_demand(self) -> bool:
        """Not where a whole component is judged at once, where terms may grow without end, or where the game asks."""
        component = self.component
        if component.negates_itself or not RELATIONS.isdisjoint(component.relations):
            return False
        return not (self.recursive and any(self._builds(clause) for clause in component.clauses))

    def _builds(self, clause: Clause) -> bool:
        """Are there terms with variables in what the component says of itself? Questions could grow like answers."""
        own = (atom for number, (_, atom) in enumerate(clause.body) if self._own(clause, number))
        return any(
            map(has_variables, (part for atom in (clause.head, *own) if isinstance(atom, tuple) for part in atom[1:]))
        )

    def _needs_own(self, clause: Clause) -> bool:
        return any(self._own(clause, number) for number in range(len(clause.body)))

    def _own(self, clause: Clause, number: int) -> bool:
        kind, atom = clause.body[number]
        return kind == HOLDS and relation(atom) in self.component.relations

    def _run(
        self, clause: Clause, new: int | None, cardinalities: Cardinalities, on_demand: Mapping[Relation, Table]
    ) -> PreparedClause:
        return prepare(clause, new, cardinalities, on_demand, self._price(clause))

    def _price(self, clause: Clause) -> int:
        """What a row costs: terms that are built out of such terms are soon as large as a page."""
        recursive = any(relation(atom) in self.component.relations for _, atom in clause.body)
        return LARGE_ROW if recursive and builds_terms(clause) else ROW


class Plan:
    """All components of a rulesheet, and what is needed for what. `learns`: may relations be worked out where they are asked for?"""

    def __init__(self, rules: Iterable[Rule], learns: bool = True) -> None:
        self.steps: dict[Relation, Step] = {}
        self.levels: dict[Relation, int] = {TRUE: POSITION, DOES: MOVES}
        self.on_demand: dict[Relation, Table] = {}  # relations too large to be worked out whole, and some of their rows
        self.counts: Counts = {}
        self.learns = learns
        self._place: dict[Relation, int] = {}
        for place, component in enumerate(components(clause for rule in rules for clause in clauses_of(rule))):
            step = Step(component)
            for member in component.relations:
                self.steps[member] = step
                self.levels[member] = component.level
                self._place[member] = place
        self._needed: dict[Relation, tuple[Step, ...]] = {}
        self._programs: dict[Question, Program] = {}

    def needed(self, wanted: Relation) -> tuple[Step, ...]:
        """The components of one level that have to be worked out whole for a relation, in their order; its own is the last."""
        if wanted not in self._needed:
            level, found, todo = self.levels.get(wanted), dict[int, Step](), [wanted]
            while todo:
                here = todo.pop()
                if here in self.on_demand and here != wanted:
                    continue
                if here in self.steps and self._place[here] not in found and self.levels[here] == level:
                    found[self._place[here]] = self.steps[here]
                    todo += self.steps[here].component.needs
            self._needed[wanted] = tuple(found[place] for place in sorted(found))
        return self._needed[wanted]

    def program(self, question: Question, cardinalities: Cardinalities) -> Program:
        if question not in self._programs:
            component = self.steps[question[:2]].component
            self._programs[question] = rewrite(component, question, cardinalities, self.on_demand)
        return self._programs[question]

    def may_go_on_demand(self, step: Step) -> bool:
        return (
            self.learns
            and step.component.relations[0] not in self.on_demand
            and step.allows_demand
            and len(self.on_demand) < MOST_ON_DEMAND
        )

    def put_on_demand(self, found: Mapping[Relation, Table]) -> None:
        """From now on a component is worked out where it is asked for; these rows of it were found before."""
        self.on_demand.update(found)
        self._needed.clear()
        self._programs.clear()
        for other in self.steps.values():
            if not found.keys().isdisjoint(other.component.needs):
                other.forget()
