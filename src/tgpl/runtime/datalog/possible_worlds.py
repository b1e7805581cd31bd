"""Which positions a seat cannot tell apart, and so what it knows (GDL-III).

A world is a position that the game can be in after so many steps, with a class for each seat: two worlds of a step are
in the same class of a seat if its own moves and percepts have been alike all the way. Two ways to play that lead to the
same facts and the same classes are one world, because nothing that comes can tell them apart. All worlds of a step are
listed from those of the step before: worlds in their order, joint moves in the order of the legal ones, the last role
fastest; classes are numbered as they are first met. So numbers mean the same whenever they are worked out. Where the
list is one that there was before, nothing new can come: the later step counts as the earlier one.

A seat knows what holds in all worlds of its class. Common knowledge is what holds in all worlds that can be reached by going
from a world to another of the same class, again and again, whoever's classes they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple, Protocol

from tgpl.runtime.datalog.derived_facts import DerivedFacts, raise_self_reference
from tgpl.runtime.datalog.evaluate import MOST_WORK, Budget
from tgpl.runtime.errors import RuleError
from tgpl.text.terms import Term, relation

MOST_WORLDS = 30_000  # of one step, those counted twice that are reached on two ways
MOST_LETTERS = 200_000_000  # of all worlds of all steps; LETTERS stand for what a world takes beside its text
LETTERS = 200
MOST_STEPS = 1_000_000  # of a match that was saved
WORK_FOR_WORLDS = 10 * MOST_WORK  # of one question in games with worlds

Classes = tuple[int, ...]
Experience = tuple[int, Term | None, tuple[Term, ...]]  # a seat's class before, its move, and what it saw then


class World(NamedTuple):
    facts: str
    classes: Classes


class WorldPlace(NamedTuple):
    """Where a position stands among the worlds; written behind its facts."""

    step: int
    classes: Classes


class Positions(Protocol):
    """What worlds want to know of the rules."""

    budget: Budget
    roles: int  # with chance
    seats: int

    def begin_facts(self) -> str: ...
    def over(self, text: str) -> bool: ...
    def moves(self, text: str, role: int) -> tuple[Term, ...]: ...
    def next_facts(self, text: str, moves: tuple[int, ...]) -> str: ...
    def seen(self, text: str, moves: tuple[int, ...], role: int) -> tuple[Term, ...]: ...
    def derived_facts(self, text: str) -> DerivedFacts: ...


class Moment:
    """All worlds after so many steps."""

    def __init__(self, number: int, worlds: tuple[World, ...], seats: int) -> None:
        self.number = number
        self.worlds = worlds
        self.leads: tuple[Moment, list[dict[Experience, int]]] | None = None  # to what; its classes, by seat
        self.members: list[dict[int, list[int]]] = [{} for _ in range(seats)]
        for at, world in enumerate(worlds):
            for seat, own in enumerate(world.classes):
                self.members[seat].setdefault(own, []).append(at)
        self.answers: dict[tuple[int, int, Term], bool | None] = {}  # None: being worked out
        self._common: dict[int, list[int]] | None = None

    def text(self, at: int) -> str:
        return write_position(self.worlds[at].facts, WorldPlace(self.number, self.worlds[at].classes))

    def common(self) -> dict[int, list[int]]:
        """The worlds that are reached from those of a class of the first seat."""
        if self._common is None:
            self._common = {}
            for start in self.members[0]:
                if start not in self._common:
                    reached = self._reached(self.members[0][start])
                    self._common |= dict.fromkeys({self.worlds[at].classes[0] for at in reached}, reached)
        return self._common

    def _reached(self, start: list[int]) -> list[int]:
        reached, todo, done = set(start), list(start), set[tuple[int, int]]()
        while todo:
            for seat, number in enumerate(self.worlds[todo.pop()].classes):
                if (seat, number) not in done:
                    done.add((seat, number))
                    new = [at for at in self.members[seat][number] if at not in reached]
                    reached.update(new)
                    todo += new
        return sorted(reached)


class Worlds:
    """The worlds of a game, as many steps as somebody asked for."""

    def __init__(self, positions: Positions, most: int) -> None:
        self.positions = positions
        self.most = most
        self._moments: dict[tuple[World, ...], Moment] = {}
        self._by_step: list[Moment] = []
        self._room = MOST_LETTERS
        self._failed: RuleError | None = None

    def begin(self) -> WorldPlace:
        return WorldPlace(0, (0,) * self.positions.seats)

    def place_after(self, text: str, place: WorldPlace, moves: tuple[int, ...]) -> WorldPlace:
        """Where a position comes to stand when these moves are made."""
        later, numbers = self._next(self.moment(place.step))
        lived = self._experiences(text, place.classes, moves)
        try:
            return WorldPlace(later.number, tuple(numbers[seat][each] for seat, each in enumerate(lived)))
        except KeyError:
            raise ValueError("these moves are not legal in this position") from None

    def check(self, facts: str, place: WorldPlace) -> None:
        if not 0 <= place.step <= MOST_STEPS or World(facts, place.classes) not in self.moment(place.step).worlds:
            raise ValueError("no match comes to this position")

    def knows(self, place: WorldPlace, seat: int, formula: Term) -> bool:
        """Whether it holds wherever the seat could be."""
        moment = self.moment(place.step)
        return self._holds_everywhere(moment, seat, place.classes[seat], formula, moment.members[seat].get)

    def all_know(self, place: WorldPlace, formula: Term) -> bool:
        """Whether it is common knowledge."""
        moment = self.moment(place.step)
        return self._holds_everywhere(moment, -1, place.classes[0], formula, lambda number: moment.common().get(number))

    def _holds_everywhere(
        self, moment: Moment, seat: int, number: int, formula: Term, members: Callable[[int], list[int] | None]
    ) -> bool:
        asked = seat, number, formula
        if asked not in moment.answers:
            moment.answers[asked] = None
            try:
                worlds = members(number) or ()
                moment.answers[asked] = all(
                    self.positions.derived_facts(moment.text(at)).holds(formula) for at in worlds
                )
            finally:
                if moment.answers[asked] is None:
                    del moment.answers[asked]
        answer = moment.answers[asked]
        if answer is None:
            raise_self_reference(relation(formula))
        return bool(answer)

    def moment(self, step: int) -> Moment:
        if not self._by_step:
            self._moment_of((World(self.positions.begin_facts(), (0,) * self.positions.seats),))
        while len(self._by_step) <= step:
            last = self._by_step[-1]
            if self._next(last)[0].number <= last.number:
                raise ValueError("no match comes to this position")
        return self._by_step[step]

    def _moment_of(self, worlds: tuple[World, ...]) -> Moment:
        found = self._moments.get(worlds)
        if found is None:
            found = self._moments[worlds] = Moment(len(self._by_step), worlds, self.positions.seats)
            self._by_step.append(found)
            self._room -= sum(map(_letters, worlds))
        return found

    def _next(self, moment: Moment) -> tuple[Moment, list[dict[Experience, int]]]:
        """What a step leads to, worked out once."""
        if moment.leads is not None:
            return moment.leads
        if self._failed is not None:
            raise self._failed
        nested, self.positions.budget.nested = self.positions.budget.nested, True
        try:
            worlds, numbers = self._follow(moment)
        except RuleError as error:
            self._failed = error  # it would take as long again
            raise
        finally:
            self.positions.budget.nested = nested
        moment.leads = self._moment_of(worlds), numbers
        return moment.leads

    def _follow(self, moment: Moment) -> tuple[tuple[World, ...], list[dict[Experience, int]]]:
        """The worlds of the next step, and the numbers of their classes."""
        texts = [moment.text(at) for at in range(len(moment.worlds))]
        ways = [self._joint_moves(text) for text in texts]
        if sum(math.prod(map(len, own)) for own in ways) > self.most:  # told before hours are spent on them
            raise _too_many(moment.number + 1)
        found: dict[World, None] = {}
        room = self._room
        numbers: list[dict[Experience, int]] = [{} for _ in range(self.positions.seats)]
        for text, before, own in zip(texts, moment.worlds, ways, strict=True):
            for moves in product(*own):
                lived = self._experiences(text, before.classes, moves)
                classes = tuple(kept.setdefault(each, len(kept)) for kept, each in zip(numbers, lived, strict=True))
                world = World(self.positions.next_facts(text, moves), classes)
                if world not in found:
                    found[world] = None
                    room -= _letters(world)
                    if room < 0:
                        raise _too_many(moment.number + 1)
        return tuple(found), numbers

    def _joint_moves(self, text: str) -> list[Sequence[int]]:
        """The numbers of the moves of each role; who has no move makes none, and where the game is over there is no way on."""
        if self.positions.over(text):
            return [()]
        counts = [len(self.positions.moves(text, role)) for role in range(self.positions.roles)]
        return [range(count) if count else (-1,) for count in counts]

    def _experiences(self, text: str, classes: Classes, moves: tuple[int, ...]) -> list[Experience]:
        return [
            (
                classes[seat],
                self.positions.moves(text, seat)[moves[seat]] if moves[seat] >= 0 else None,
                self.positions.seen(text, moves, seat),
            )
            for seat in range(self.positions.seats)
        ]


def _letters(world: World) -> int:
    return len(world.facts) + LETTERS


def _too_many(step: int) -> RuleError:
    what = f"After {step} steps there are more positions than can be listed"
    return RuleError("R717", f"{what}, so nobody can say what is known.")


def write_position(facts: str, place: WorldPlace) -> str:
    """A position with its place: `(cell 1 b) ; 2 0 1` is in class 0 of the first seat and 1 of the second, after two steps."""
    return f"{facts} ; {place.step} {' '.join(map(str, place.classes))}"


def split_position(text: str) -> tuple[str, WorldPlace]:
    facts, _, place = text.rpartition(" ; ")
    step, *classes = map(int, place.split())
    return facts, WorldPlace(step, tuple(classes))
