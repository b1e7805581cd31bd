"""What holds, worked out as far as somebody asks: always, in a position, or where everybody has chosen a move there.

here = Knowledge(…POSITION, always, {TRUE: the facts}, …);  here.rows(("legal", 2))  ->  {("x", ("mark", "1", "1")), …}
"""

from __future__ import annotations

from tgpl.runtime.errors import RuleError
from tgpl.runtime.logic.dependence import ALWAYS, Relation
from tgpl.runtime.logic.evaluate import Budget, work_out
from tgpl.runtime.logic.joins import Knows
from tgpl.runtime.logic.plan import Plan
from tgpl.runtime.logic.tables import Row, Table
from tgpl.terms import Term, relation


class Knowledge:
    """What holds on one level. It rests on the level below, where everything is that needs less."""

    __slots__ = ("_running", "below", "budget", "knows", "level", "plan", "tables")

    def __init__(
        self,
        plan: Plan,
        budget: Budget,
        level: int,
        below: Knowledge | None,
        given: dict[Relation, Table],
        knows: Knows,
    ) -> None:
        self.plan = plan
        self.budget = budget
        self.level = level
        self.below = below
        self.tables = given
        self.knows = knows
        self._running: set[Relation] = set()

    def table(self, wanted: Relation) -> Table:
        level = self.plan.levels.get(wanted, ALWAYS)
        here = self
        while here.level > level and here.below is not None and wanted not in here.tables:
            here = here.below
        if wanted not in here.tables:
            here._work_out(wanted)
        return here.tables[wanted]

    def _work_out(self, wanted: Relation) -> None:
        for step in self.plan.needed(wanted):
            first = step.component.relations[0]
            if first in self.tables:
                continue
            if first in self._running:
                self_asked(first[0])
            self._running.add(first)
            try:
                self.tables.update(work_out(step, self.table, self.knows, self.budget))
            finally:
                self._running.discard(first)
        self.tables.setdefault(wanted, Table())

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
        return sum(len(table.rows) for table in self.tables.values())


def nothing_known(atom: Term) -> bool:
    """For rules without `knows`."""
    return False


def self_asked(name: str) -> None:
    """Only `knows` can ask for what is being worked out."""
    raise RuleError("R716", f"What is known of `{name}` hangs here on whether it is known.")
