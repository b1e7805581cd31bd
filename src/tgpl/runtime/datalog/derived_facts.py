"""What holds, worked out as far as somebody asks: always, in a position, or where everybody has chosen a move there.

here = DerivedFacts(…POSITION, always, {TRUE: the facts}, …);  here.rows(("legal", 2))  ->  {("x", ("mark", "1", "1")), …}
"""

from __future__ import annotations

from typing import Any

from tgpl.runtime.datalog.evaluate import Budget, Context, DemandTable, TooLarge, derive
from tgpl.runtime.datalog.joins import Knows
from tgpl.runtime.datalog.plan import Plan, Step
from tgpl.runtime.datalog.strata import ALWAYS, Relation
from tgpl.runtime.datalog.tables import Question, Row, Table
from tgpl.runtime.errors import RuleError
from tgpl.text.terms import Term, relation

# Work that a component may make before it goes on demand: at once for what holds always, and in each position.
LARGE_ALWAYS, LARGE = 3_000_000, 200_000


class DerivedFacts:
    """What holds on one level. It rests on the level below, where everything is that needs less."""

    __slots__ = ("_budget", "_demanded", "_running", "below", "knows", "level", "plan", "tables")

    def __init__(
        self,
        plan: Plan,
        budget: Budget,
        level: int,
        below: DerivedFacts | None,
        given: dict[Relation, Table],
        knows: Knows,
    ) -> None:
        self.plan = plan
        self.level = level
        self.below = below
        self.tables = given
        self.knows = knows
        self._budget = budget
        self._demanded: dict[Question, DemandTable] = {}
        self._running: set[Relation] = set()

    def table(self, wanted: Relation) -> Table:
        here = self._where(wanted)
        if wanted not in here.tables:
            here._derive(wanted, whole=True)
        return here.tables[wanted]

    def _where(self, wanted: Relation) -> DerivedFacts:
        level = self.plan.levels.get(wanted, ALWAYS)
        here = self
        while here.level > level and here.below is not None:
            here = here.below
        return here

    def _context(self) -> Context:
        """Made anew each time: positions come and go, and should not hold themselves."""
        return Context(self.plan, self, self.knows, self._budget)

    def has(self, name: Relation) -> bool:
        return name in self._where(name).tables

    def fetch(self, key: Any) -> Table | DemandTable:
        """What a component looks into: a whole relation, or the answers of a question."""
        return self.table(key) if len(key) == 2 else self._where(key[:2])._answers(key)

    def _answers(self, question: Question) -> DemandTable:
        if question not in self._demanded:
            self._prepare(self.plan.steps[question[:2]])
            context = self._context()
            made = self.plan.program(question, context.cardinalities({}))
            self._demanded[question] = DemandTable(question[:2], made, context)
        return self._demanded[question]

    def _derive(self, wanted: Relation, whole: bool) -> None:
        """And before it what it needs. What is on demand is left out, but not what is wanted whole."""
        context = self._context()
        for step in self.plan.needed(wanted):
            first = step.component.relations[0]
            must = whole and wanted in step.component.relations
            if first in self.tables or (first in self.plan.on_demand and not must):
                continue
            if first in self._running:
                raise_self_reference(first)
            self._running.add(first)
            try:
                self._derive_step(step, context, must)
            finally:
                self._running.discard(first)
        if whole or wanted not in self.plan.on_demand:
            self.tables.setdefault(wanted, Table())

    def _derive_step(self, step: Step, context: Context, must: bool) -> None:
        needs = self._prepare(step)
        most = None
        if not must and self.plan.may_go_on_demand(step):
            most = LARGE_ALWAYS if self.level == ALWAYS else LARGE
        try:
            self.tables.update(derive(step, context, needs, most))
        except TooLarge as large:
            self.plan.put_on_demand(large.found)

    def _prepare(self, step: Step) -> dict[Relation, Table]:
        """What the component looks into, as far as it is there whole."""
        found: dict[Relation, Table] = {}
        for need in step.component.needs:
            here = self._where(need)
            table = here.tables.get(need)
            if table is None and need not in self.plan.on_demand:
                here._derive(need, whole=False)
                table = here.tables.get(need)
            if table is not None:
                found[need] = table
        return found

    def rows(self, wanted: Relation) -> dict[Row, None]:
        return self.table(wanted).rows

    def holds(self, formula: Term) -> bool:
        """Whether a ground atom, or what is made of such atoms, is true."""
        about = relation(formula)
        if isinstance(formula, str):
            return () in self.rows(about)
        if about == ("not", 1):
            return not self.holds(formula[1])
        if about[0] in ("and", "or"):
            return (all if about[0] == "and" else any)(self.holds(part) for part in formula[1:])
        if about == ("distinct", 2):
            return bool(formula[1] != formula[2])
        if about in (("knows", 1), ("knows", 2)):
            return self.knows(formula)
        return formula[1:] in self.rows(about)

    def weight(self) -> int:
        """How many rows are kept here."""
        return sum(len(table.rows) for table in self.tables.values()) + sum(
            own.weight() for own in self._demanded.values()
        )


def know_nothing(atom: Term) -> bool:
    """For rules without `knows`."""
    return False


def raise_self_reference(about: Relation) -> None:
    """Only `knows` can ask for what is being worked out."""
    raise RuleError("R716", f"What is known of `{about[0]}` hangs here on whether it is known.", about)
