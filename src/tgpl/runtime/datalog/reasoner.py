"""A rulesheet that can be asked: what holds in a position, what is legal there, and what comes next.

A position is a text: its facts in KIF, in canonical order, with blanks between them; where somebody can know things, also
its place among the worlds (`possible_worlds.write_position`). What depends on nothing is worked out once, the rest once for each
position or joint move, and only as far as somebody asks.

    sheet = Reasoner(logic);  text = sheet.begin()
    sheet.moves(text, 0)  ->  (("mark", "1", "1"), …);  sheet.next(text, (0, 0))  ->  the text behind the first move of each
"""

from __future__ import annotations

from collections.abc import Iterable

from tgpl.runtime.datalog.clauses import DOES, TRUE
from tgpl.runtime.datalog.derived_facts import DerivedFacts, know_nothing
from tgpl.runtime.datalog.evaluate import MOST_WORK, Budget
from tgpl.runtime.datalog.joins import Knows
from tgpl.runtime.datalog.plan import Plan
from tgpl.runtime.datalog.possible_worlds import (
    MOST_WORLDS,
    WORK_FOR_WORLDS,
    WorldPlace,
    Worlds,
    split_position,
    write_position,
)
from tgpl.runtime.datalog.strata import ALWAYS, MOVES, POSITION
from tgpl.runtime.datalog.tables import Table
from tgpl.runtime.errors import RuleError
from tgpl.text.limits import LONGEST_TEXT
from tgpl.text.terms import CHANCE, Logic, Term, number, order_key, read, spell

REMEMBERED, REMEMBERED_ROWS = 1000, 400_000  # positions, and rows in all of them
LETTERS = 20  # of a text that weigh as much as a row
INIT, NEXT, LEGAL, GOAL, TERMINAL, SEES = (
    ("init", 1),
    ("next", 1),
    ("legal", 2),
    ("goal", 2),
    ("terminal", 0),
    ("sees", 2),
)


class Position:
    """What was worked out for one text, and how much there is to remember: of the text, and of what follows."""

    __slots__ = ("behind", "grown", "here", "idle", "legal", "moves", "weight")

    def __init__(self, here: DerivedFacts, idle: DerivedFacts) -> None:
        self.here = here
        self.idle = idle  # where nobody does anything
        self.legal: dict[str, tuple[Term, ...]] | None = None
        self.moves: tuple[int, ...] | None = None  # the joint move that was looked at last
        self.behind = idle
        self.weight = self.grown = 0


class Reasoner:
    """Answers about positions of one rulesheet. Of the positions that seats may confuse at most so many are listed."""

    def __init__(self, logic: Logic, most_worlds: int = MOST_WORLDS) -> None:
        self.logic = logic
        self.names = (*logic.roles, CHANCE) if logic.random else logic.roles
        self.seats, self.roles = len(logic.roles), len(self.names)
        self.plan = Plan(logic.rules, learns=not logic.knows)
        self.worlds = Worlds(self, most_worlds) if logic.knows and logic.sees and logic.roles else None
        self.budget = Budget(WORK_FOR_WORLDS if self.worlds else MOST_WORK)
        self.always = DerivedFacts(self.plan, self.budget, ALWAYS, None, {}, know_nothing)
        self._numbers = {name: at for at, name in enumerate(logic.roles)}
        self._positions: dict[str, Position] = {}
        self._rows = 0
        self._remembered = MOST_WORLDS if self.worlds else REMEMBERED  # all are asked again and again

    def begin(self) -> str:
        facts = self.begin_facts()
        return write_position(facts, self.worlds.begin()) if self.worlds else facts

    def begin_facts(self) -> str:
        self.budget.refill()
        return _text(fact for (fact,) in self._position("", know_nothing).idle.rows(INIT))

    def facts(self, text: str) -> tuple[Term, ...]:
        return read(split_position(text)[0] if self.worlds else text)

    def check(self, text: str) -> None:
        """Raises ValueError where a text is no position, or stands nowhere among the worlds."""
        if self.worlds:
            self.worlds.check(*split_position(text))
        self.facts(text)

    def over(self, text: str) -> bool:
        self.budget.refill()
        return bool(self.derived_facts(text).rows(TERMINAL))

    def moves(self, text: str, role: int) -> tuple[Term, ...]:
        if not 0 <= role < self.roles:
            return ()
        position = self._at(text)
        if position.legal is None:
            self.budget.refill()
            legal: dict[str, list[Term]] = {}
            for who, move in position.idle.rows(LEGAL):
                legal.setdefault(who, []).append(move)
            position.legal = {who: tuple(sorted(own, key=order_key)) for who, own in legal.items()}
        return position.legal.get(self.names[role], ())

    def asks(self, text: str, role: int) -> bool:
        """Is there something to choose, or a move that says something?"""
        moves = self.moves(text, role)
        return len(moves) > 1 or any(isinstance(move, tuple) for move in moves)

    def goal(self, text: str, role: int) -> int:
        """The largest value that the rules give the role, 0 if they give none."""
        if not 0 <= role < self.roles:
            return 0
        self.budget.refill()
        values = (number(value) for who, value in self.derived_facts(text).rows(GOAL) if who == self.names[role])
        return max((value for value in values if value is not None and value > 0), default=0)

    def next(self, text: str, moves: tuple[int, ...]) -> str:
        facts = self.next_facts(text, moves)
        if self.worlds:
            return write_position(facts, self.worlds.place_after(text, split_position(text)[1], moves))
        return facts

    def next_facts(self, text: str, moves: tuple[int, ...]) -> str:
        return _text(fact for (fact,) in self._behind(text, moves).rows(NEXT))

    def seen(self, text: str, moves: tuple[int, ...], role: int) -> tuple[Term, ...]:
        """What the role sees when these moves are made."""
        if not 0 <= role < self.roles:
            return ()
        own = self.names[role]
        return tuple(sorted((what for who, what in self._behind(text, moves).rows(SEES) if who == own), key=order_key))

    def derived_facts(self, text: str) -> DerivedFacts:
        """All that can be asked about a position in which nobody has done anything."""
        return self._at(text).idle

    def _position(self, facts: str, knows: Knows) -> Position:
        given = {TRUE: Table((fact,) for fact in read(facts))}
        here = DerivedFacts(self.plan, self.budget, POSITION, self.always, given, knows)
        return Position(here, DerivedFacts(self.plan, self.budget, MOVES, here, {DOES: Table()}, knows))

    def _at(self, text: str) -> Position:
        """What was worked out before goes to the end of those that are remembered."""
        position = self._positions.pop(text, None)
        if position is None:
            self._make_room()
            position = self._new(text)
            position.weight = len(text) // LETTERS
            self._rows += position.weight
        self._positions[text] = position
        return position

    def _make_room(self) -> None:
        """Weighs the position that was asked about last: by now most of what will be asked about it has been."""
        if self._positions:
            latest = self._positions[next(reversed(self._positions))]
            grown = latest.here.weight() + latest.idle.weight() + latest.behind.weight()
            self._rows += grown - latest.grown
            latest.grown = grown
        while len(self._positions) > 1 and (self._rows > REMEMBERED_ROWS or len(self._positions) >= self._remembered):
            oldest = self._positions.pop(next(iter(self._positions)))
            self._rows -= oldest.weight + oldest.grown

    def _new(self, text: str) -> Position:
        if self.worlds:
            facts, place = split_position(text)
            return self._position(facts, lambda atom: self._knows(place, atom))
        if self.logic.knows:
            return self._position(text, lambda atom: self._holds(text, atom))
        return self._position(text, know_nothing)

    def _knows(self, place: WorldPlace, atom: Term) -> bool:
        assert self.worlds is not None
        if len(atom) == 2:
            return self.worlds.all_know(place, atom[1])
        seat = self._numbers.get(atom[1])
        return seat is not None and self.worlds.knows(place, seat, atom[2])

    def _holds(self, text: str, atom: Term) -> bool:
        """Where everybody sees everything, every seat knows what holds."""
        return (len(atom) == 2 or atom[1] in self._numbers) and self.derived_facts(text).holds(atom[-1])

    def _behind(self, text: str, moves: tuple[int, ...]) -> DerivedFacts:
        position = self._at(text)
        self.budget.refill()
        if position.moves != moves:
            done = [
                (name, self.moves(text, role)[at])
                for role, (name, at) in enumerate(zip(self.names, moves, strict=True))
                if at >= 0
            ]
            given = {DOES: Table(done)}
            position.behind = DerivedFacts(self.plan, self.budget, MOVES, position.here, given, position.here.knows)
            position.moves = moves
        return position.behind


def _text(facts: Iterable[Term]) -> str:
    text = " ".join(map(spell, sorted(facts, key=order_key)))
    if len(text) > LONGEST_TEXT:
        raise RuleError("R713", f"A position can have {LONGEST_TEXT:,} characters; this one has {len(text):,}.")
    return text
