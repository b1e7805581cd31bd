"""A rulesheet and the TGPL example of the same game, played in step: the same moves in every position, the same end.

A whole move of the example is all its answers, from the choice of a piece to the last question; it becomes the move of the
sheet by the places that its labels name.

    in_step("draughts", seed=3, most=200)
"""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

from games import example
from tgpl.languages.gdl.load import load_checked
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.runtime.state import State
from tgpl.text.files import Folder
from tgpl.text.terms import Term

EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples"
SQUARE = re.compile("[a-h][1-8]")  # as chess and draughts call their fields

Places = tuple[str, ...]  # of a whole move: where from (nothing, if the label does not say), where to, what then
ENDS = {"[[0]]": (100, 0), "[[0], [1]]": (100, 0), "[[1]]": (0, 100), "[[1], [0]]": (0, 100), "[[0, 1]]": (50, 50)}


@cache
def reasoner(name: str) -> Reasoner:
    _, found, problems = load_checked(Folder.of_main(str(EXAMPLES / "gdl" / name)))
    assert found is not None and problems == []
    return Reasoner(found.logic)


def in_step(game: str, seed: int, most: int) -> int:
    """Plays a random game, `most` moves of it at most; says how many there were."""
    sheet = reasoner(f"{game}.kif")
    return play(sheet, sheet.begin(), example(EXAMPLES / game / f"{game}.tgpl").start(seed), game, seed, most)


def play(sheet: Reasoner, text: str, state: State, game: str, seed: int, most: int) -> int:
    choice = random.Random(seed)
    seen: Counter[str] = Counter()
    for number in range(most):
        seen[re.sub(r"\(quiet \d+\)", "", text)] += 1
        if state.decision is None and not sheet.over(text):
            assert max(seen.values()) == 3  # sheets do not call a draw by repetition
            return number
        assert sheet.over(text) == (state.decision is None), text
        if state.decision is None:
            assert (sheet.goal(text, 0), sheet.goal(text, 1)) == ENDS[str(state.ranking)], text
            return number
        player = state.decision.player
        moves = sheet.moves(text, player)
        assert sheet.moves(text, 1 - player) == ("noop",)
        answers = whole_moves(state)
        spelled = [SPELLED[game](places, moves) for _, places in answers]
        assert Counter(spelled) == Counter(moves), text
        chosen = choice.randrange(len(answers))
        for answer in answers[chosen][0]:
            state.choose(answer)
        picked = moves.index(spelled[chosen])
        text = sheet.next(text, (0, picked) if player else (picked, 0))
    return most


def whole_moves(state: State) -> list[tuple[tuple[int, ...], Places]]:
    """All whole moves, each as the numbers of its answers and the last words of their labels."""
    decision = state.decision
    assert decision is not None
    found: list[tuple[tuple[int, ...], Places]] = []
    for number, option in enumerate(decision.options):
        place = _last_words(option.label)
        before = state.moves
        with state.branch():
            state.choose(number)
            rests = [((), ())] if state.moves > before else whole_moves(state)
        found += [((number, *numbers), (place, *places)) for numbers, places in rests]
    return found


def _last_words(label: str) -> str:
    place = re.search(r"\((\d+), (\d+)\)$", label)
    return f"{place[1]} {place[2]}" if place else label.rsplit(maxsplit=1)[-1]


# ---- from places to moves


def _chess(places: Places, moves: tuple[Term, ...]) -> Term:
    """The sheet says more (that it is castling, say); from, to and what a pawn becomes are enough to find it."""
    (found,) = [move for move in moves if _ends(move, moves) == _on_chessboard(places, _ends(moves[0], moves)[0])]
    return found


def _ends(move: Term, moves: tuple[Term, ...]) -> Places:
    if move[0] != "castle":
        return ("".join(move[1:3]), "".join(move[3:5]), *move[5:])
    rank = next(m[2] for m in moves if m[0] == "move" and m[1] == "e" and m[2] in "18" and m[4] == m[2])
    return f"e{rank}", f"{'g' if move[1] == 'short' else 'c'}{rank}"


def _on_chessboard(places: Places, only: str) -> Places:
    start, end, *becomes = places
    return start if SQUARE.fullmatch(start) else only, end, *becomes


def _draughts(places: Places, moves: tuple[Term, ...]) -> Term:
    """A capture is named by what was jumped over."""
    start = _corner(places[0]) if SQUARE.fullmatch(places[0]) else _numbered(moves[0][1])
    way = [start, *map(_corner, places[1:])]
    if abs(way[0][0] - way[1][0]) == 1:
        return "step", *map(_number, way)
    over = [((x + u) // 2, (y + v) // 2) for (x, y), (u, v) in itertools.pairwise(way)]
    return "take", _number(start), *map(_number, over)


def _corner(place: str) -> tuple[int, int]:
    return ord(place[0]) - ord("a"), int(place[1]) - 1  # seen from below


def _number(corner: tuple[int, int]) -> str:
    return str(corner[1] * 4 + (7 - corner[0]) // 2 + 1)


def _numbered(number: str) -> tuple[int, int]:
    return next((x, y) for x in range(8) for y in range(8) if (x + y) % 2 == 0 and _number((x, y)) == number)


def _hex(places: Places, _: tuple[Term, ...]) -> Term:
    x, y = map(int, places[1].split())
    return "place", str(x - y // 2 + 1), str(y + 1)


def _morris(places: Places, moves: tuple[Term, ...]) -> Term:
    first, to, *taken = places
    start = (
        moves[0][1] if moves[0][0] == "move" else moves[0][1][1]
    )  # all move the only stone that can, if it is not named
    go = ("place", to) if first == "Place" else ("move", start if first == "Move" else first, to)
    return ("taking", go, taken[0]) if taken else go


def _hare(places: Places, moves: tuple[Term, ...]) -> Term:
    start = moves[0][1:3] if not places[0].isdigit() else _point(places[0])
    return "move", *start, *_point(places[1])


def _point(name: str) -> tuple[str, str]:
    number = int(name)
    if number in (0, 10):
        return ("0" if number == 0 else "4"), "1"
    return str((number - 1) // 3 + 1), str((number - 1) % 3)


SPELLED: dict[str, Callable[[Places, tuple[Term, ...]], Term]] = {
    "chess": _chess,
    "draughts": _draughts,
    "hex": _hex,
    "nine_mens_morris": _morris,
    "hare_and_hounds": _hare,
}
