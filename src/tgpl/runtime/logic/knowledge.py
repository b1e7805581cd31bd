"""What holds, worked out as far as somebody asks: always, in a position, or where everybody has chosen a move there.

here = Knowledge(…POSITION, always, {TRUE: the facts}, …);  here.rows(("legal", 2))  ->  {("x", ("mark", "1", "1")), …}
"""

from __future__ import annotations

from tgpl.runtime.errors import RuleError
from tgpl.runtime.logic.dependence import Relation
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
        if wanted in self.tables:
            return self.tables[wanted]
        if self.below is not None and self.plan.level(wanted) < self.level:
            return self.below.table(wanted)
        for step in self.plan.needed(wanted):
            members = step.component.relations
            if members[0] in self.tables:
                continue
            if members[0] in self._running:
                self_asked(members[0][0])
            self._running.add(members[0])
            try:
                self.tables.update(work_out(step, self.table, self.knows, self.budget))
            finally:
                self._running.discard(members[0])
        return self.tables.setdefault(wanted, Table())

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
