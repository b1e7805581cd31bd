"""A rulesheet that can be asked: what holds in a position, what is legal there, and what comes next.

A position is a text: its facts in KIF, in canonical order, with blanks between them. What depends on nothing is worked
out once, the rest once for each position or joint move, and only as far as somebody asks.

    sheet = Reasoner(logic);  text = sheet.begin()
    sheet.moves(text, 0)  ->  (("mark", "1", "1"), …);  sheet.next(text, (0, 0))  ->  the text behind the first move of each
"""

from __future__ import annotations

from collections.abc import Iterable

from tgpl.runtime.errors import RuleError
from tgpl.runtime.logic.clauses import DOES, TRUE
from tgpl.runtime.logic.dependence import ALWAYS, MOVES, POSITION, Relation
from tgpl.runtime.logic.evaluate import MOST_WORK, Budget, Plan, work_out
from tgpl.runtime.logic.tables import Row, Table
from tgpl.runtime.values import LONGEST_TEXT
from tgpl.terms import CHANCE, Logic, Term, number, order_key, read, spell

REMEMBERED = 256  # positions
INIT, NEXT, LEGAL, GOAL, TERMINAL, SEES = (
    ("init", 1),
    ("next", 1),
    ("legal", 2),
    ("goal", 2),
    ("terminal", 0),
    ("sees", 2),
)


class Knowledge:
    """What holds on one level, worked out as far as somebody asked. It rests on the level below."""

    __slots__ = ("below", "budget", "level", "plan", "running", "tables")

    def __init__(
        self, plan: Plan, budget: Budget, level: int, below: Knowledge | None, given: dict[Relation, Table]
    ) -> None:
        self.plan = plan
        self.budget = budget
        self.level = level
        self.below = below
        self.tables = given

    def table(self, wanted: Relation) -> Table:
        if wanted in self.tables:
            return self.tables[wanted]
        if self.below is not None and self.plan.level(wanted) < self.level:
            return self.below.table(wanted)
        for step in self.plan.needed(wanted):
            if step.component.relations[0] not in self.tables:
                self.tables.update(work_out(step, self.table, self.knows, self.budget))
        return self.tables.setdefault(wanted, Table())

    def rows(self, wanted: Relation) -> dict[Row, None]:
        return self.table(wanted).rows

    def knows(self, atom: Term) -> bool:
        raise NotImplementedError


class Reasoner:
    """Answers about positions of one rulesheet."""

    def __init__(self, logic: Logic) -> None:
        self.logic = logic
        self.names = (*logic.roles, CHANCE) if logic.random else logic.roles
        self.plan = Plan(logic.rules)
        self.budget = Budget()
        self.always = Knowledge(self.plan, self.budget, ALWAYS, None, {})
        self._positions: dict[str, Knowledge] = {}

    def begin(self) -> str:
        self.budget.left = MOST_WORK
        nowhere = self._idle(self._position(()))
        return _text(fact for (fact,) in nowhere.rows(INIT))

    def facts(self, text: str) -> tuple[Term, ...]:
        return read(text)

    def rows(self, text: str, wanted: Relation) -> list[Row]:
        """All that holds of one relation in a position: the arguments."""
        return list(self._at(text).rows(wanted))

    def over(self, text: str) -> bool:
        return bool(self._at(text).rows(TERMINAL))

    def moves(self, text: str, role: int) -> tuple[Term, ...]:
        own = self.names[role]
        return tuple(sorted((move for who, move in self._at(text).rows(LEGAL) if who == own), key=order_key))

    def asks(self, text: str, role: int) -> bool:
        """Is there something to choose, or a move that says something?"""
        moves = self.moves(text, role)
        return len(moves) > 1 or any(isinstance(move, tuple) for move in moves)

    def goal(self, text: str, role: int) -> int:
        own = self.names[role]
        values = [number(value) or 0 for who, value in self._at(text).rows(GOAL) if who == own]
        return max(0, *values) if values else 0

    def next(self, text: str, moves: tuple[int, ...]) -> str:
        return _text(fact for (fact,) in self._behind(text, moves).rows(NEXT))

    def seen(self, text: str, moves: tuple[int, ...], role: int) -> tuple[Term, ...]:
        own = self.names[role]
        return tuple(sorted((what for who, what in self._behind(text, moves).rows(SEES) if who == own), key=order_key))

    def _position(self, facts: tuple[Term, ...]) -> Knowledge:
        return Knowledge(self.plan, self.budget, POSITION, self.always, {TRUE: Table((fact,) for fact in facts)})

    def _idle(self, position: Knowledge) -> Knowledge:
        """Where nobody does anything."""
        return Knowledge(self.plan, self.budget, MOVES, position, {DOES: Table()})

    def _at(self, text: str) -> Knowledge:
        self.budget.left = MOST_WORK
        known = self._positions.pop(text, None)
        if known is None:
            known = self._idle(self._position(read(text)))
            while len(self._positions) >= REMEMBERED:
                del self._positions[next(iter(self._positions))]
        self._positions[text] = known
        return known

    def _behind(self, text: str, moves: tuple[int, ...]) -> Knowledge:
        position = self._at(text).below
        done = [
            (name, self.moves(text, role)[at])
            for role, (name, at) in enumerate(zip(self.names, moves, strict=True))
            if at >= 0
        ]
        return Knowledge(self.plan, self.budget, MOVES, position, {DOES: Table(done)})


def _text(facts: Iterable[Term]) -> str:
    text = " ".join(map(spell, sorted(facts, key=order_key)))
    if len(text) > LONGEST_TEXT:
        raise RuleError("R713", f"A position can have {LONGEST_TEXT:,} characters; this one has {len(text):,}.")
    return text
