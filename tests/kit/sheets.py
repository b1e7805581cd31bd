"""The rulesheets of examples/gdl as the tests play them: through the reference evaluator, one step at a time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tgpl.languages.gdl.load import load_checked
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.text.files import Folder
from tgpl.text.terms import Logic, Term, spell_infix

SHEETS = Path(__file__).parent.parent.parent / "examples" / "gdl"
NAMES = sorted(path.stem for path in SHEETS.glob("*.kif"))


@cache
def logic(name: str, spelling: str = "kif") -> Logic:
    _, found, problems = load_checked(Folder.of_main(str(SHEETS / f"{name}.{spelling}")))
    assert problems == [] and found is not None
    return found.logic


@cache
def reasoner(name: str) -> Reasoner:
    return Reasoner(logic(name))


class Step(NamedTuple):
    """A joint move of a match: where it was made, the move of every role (of `random` last), what each seat saw."""

    text: str
    moves: tuple[str, ...]
    seen: tuple[tuple[str, ...], ...]


class Played(NamedTuple):
    steps: tuple[Step, ...]
    last: str
    goals: tuple[int, ...]


def moves(name: str, text: str) -> list[tuple[Term, ...]]:
    """The legal moves of every role, `random` last."""
    sheet = logic(name)
    return [reasoner(name).moves(text, role) for role in range(len(sheet.roles) + sheet.random)]


def asked(legal: tuple[Term, ...]) -> bool:
    """A lone word such as `noop` is made without asking."""
    return len(legal) > 1 or isinstance(legal[0], tuple)


def step(name: str, text: str, joint: tuple[int, ...]) -> tuple[Step, str]:
    """A joint move, and the position that it leads to."""
    think, legal = reasoner(name), moves(name, text)
    seats = range(len(logic(name).roles))
    said = tuple(spell_infix(found[number]) for found, number in zip(legal, joint, strict=True))
    seen = tuple(tuple(map(spell_infix, think.seen(text, joint, seat))) for seat in seats)
    return Step(text, said, seen), think.next(text, joint)


def play(name: str, seed: int, most: int = 500) -> Played:
    """A match of random moves, to its end."""
    think, chance, text = reasoner(name), random.Random(seed), reasoner(name).begin()
    steps: list[Step] = []
    while not think.over(text):
        assert len(steps) < most, f"{name} does not end"
        joint = tuple(chance.randrange(len(found)) for found in moves(name, text))
        made, text = step(name, text, joint)
        steps.append(made)
    return Played(tuple(steps), text, tuple(think.goal(text, seat) for seat in range(len(logic(name).roles))))


def say(name: str, *joint_moves: str) -> Played:
    """A match of given moves, each joint move as `mark(1,1) noop`; it need not be over."""
    think, text = reasoner(name), reasoner(name).begin()
    steps: list[Step] = []
    for words in joint_moves:
        legal = [[spell_infix(move) for move in found] for found in moves(name, text)]
        joint = tuple(found.index(word) for found, word in zip(legal, words.split(), strict=True))
        made, text = step(name, text, joint)
        steps.append(made)
    return Played(tuple(steps), text, tuple(think.goal(text, seat) for seat in range(len(logic(name).roles))))


def counts(name: str, depth: int) -> list[int]:
    """How many answers there are to the first question, to the second, and so on; `random` takes its first move."""
    found = list[int]()
    positions: list[tuple[str, tuple[int, ...]]] = [(reasoner(name).begin(), ())]
    for _ in range(depth):
        positions = [after for text, chosen in positions for after in _answered(name, text, chosen)]
        found.append(len(positions))
    return found


def _answered(name: str, text: str, chosen: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """A position with each answer to its next question; `chosen` are those of a joint move that is not complete."""
    sheet, think = logic(name), reasoner(name)
    while not (chosen == () and think.over(text)):
        legal = moves(name, text)
        while len(chosen) < len(legal) and (len(chosen) == len(sheet.roles) or not asked(legal[len(chosen)])):
            chosen = (*chosen, 0)
        if len(chosen) < len(legal):
            yield from ((text, (*chosen, number)) for number in range(len(legal[len(chosen)])))
            return
        text, chosen = think.next(text, chosen), ()
