"""A rulesheet with `knows` in C: all positions of the game, worked out beforehand by the reference and listed.

What is known hangs on every other way in which the game could have gone, so it is found out once, and not while playing. Games in
which it can be found out at all are small; one that is too large, or breaks a rule somewhere, is left to the reference.

In:  a rulesheet. Out: a C text with the functions `think_*`: tables, and behind them `unfolded.c`, which is the same for all.

    text = unfolded_text(logic)
"""

from __future__ import annotations

from itertools import accumulate, product
from pathlib import Path
from typing import NamedTuple

from tgpl.runtime.errors import RuleError
from tgpl.runtime.logic.reasoner import Reasoner
from tgpl.terms import Logic, spell_infix

MOST_POSITIONS, MOST_STEPS = 20_000, 40_000
LARGEST_GOAL = 2**31 - 1


class Listed(NamedTuple):
    """What there is to know of a position."""

    over: bool
    moves: list[tuple[str, ...]]  # by role
    asks: list[bool]
    goals: list[int]
    behind: list[int]  # the positions behind the joint moves, in their order, the last role fastest
    seen: list[str]  # what each role sees then


def unfolded_text(logic: Logic) -> str:
    """A game that cannot be listed becomes one of no positions, which says that it cannot be played in C."""
    try:
        listed = positions(logic)
    except RuleError:
        listed = []
    return f"{_tables(listed, len(logic.roles) + logic.random)}\n{(Path(__file__).parent / 'unfolded.c').read_text(encoding='utf-8')}"


def positions(logic: Logic) -> list[Listed]:
    """All positions that can be reached, the first one first; none if there are too many."""
    sheet = Reasoner(logic)
    numbers = {sheet.begin(): 0}
    found: list[Listed] = []
    steps = 0
    for text in (queue := list(numbers)):
        roles = range(sheet.roles)
        moves = [tuple(map(spell_infix, sheet.moves(text, role))) for role in roles]
        asks = [sheet.asks(text, role) for role in roles]
        here = Listed(sheet.over(text), moves, asks, [sheet.goal(text, role) for role in roles], [], [])
        found.append(here)
        for joint in product(*(range(len(own)) for own in moves)) if not here.over else ():
            behind = sheet.next(text, joint)
            if behind not in numbers:
                numbers[behind] = len(queue)
                queue.append(behind)
            here.behind.append(numbers[behind])
            here.seen.extend(" ".join(map(spell_infix, sheet.seen(text, joint, role))) for role in roles)
            steps += 1
            if len(queue) > MOST_POSITIONS or steps > MOST_STEPS or max(here.goals) > LARGEST_GOAL:
                return []
    return found


def _tables(listed: list[Listed], roles: int) -> str:
    texts: dict[str, int] = {}
    labels = [[texts.setdefault(move, len(texts)) for move in own] for here in listed for own in here.moves]
    seen = [texts.setdefault(what, len(texts)) for here in listed for what in here.seen]
    letters = [text.encode() for text in texts]
    lines = [
        f"#define UNFOLDED_POSITIONS {len(listed)}",
        f"#define UNFOLDED_ROLES {roles}",
        f"#define UNFOLDED_MOST_TEXT {max(map(len, letters), default=0) + 1}",
        _table("u8", "over", [int(here.over) for here in listed]),
        _table("u8", "asks", [int(asks) for here in listed for asks in here.asks]),
        _table("i32", "goal", [goal for here in listed for goal in here.goals]),
        _table("u32", "labels_at", [0, *accumulate(map(len, labels))]),
        _table("u32", "labels", [label for own in labels for label in own]),
        _table("u32", "next_at", [0, *accumulate(len(here.behind) for here in listed)]),
        _table("u32", "next", [behind for here in listed for behind in here.behind]),
        _table("u32", "seen", seen),
        _table("u32", "text_at", [0, *accumulate(map(len, letters))]),
        _table("u8", "letters", list(b"".join(letters))),
    ]
    return "\n".join(lines)


def _table(kind: str, name: str, cells: list[int]) -> str:
    rows = [", ".join(map(str, cells[at : at + 32])) for at in range(0, len(cells), 32)]
    return f"static const {kind} unfolded_{name}[] = {{{(',' + chr(10)).join(rows) or '0'}}};"
