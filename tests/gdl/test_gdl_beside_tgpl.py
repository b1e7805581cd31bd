"""Rulesheets of games that are TGPL examples too: the same moves, the same numbers, the same ends."""

from __future__ import annotations

import pytest

from games import EXAMPLES as GAMES
from programs.in_step import in_step, reasoner
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.text.terms import Term, order_key, spell

# As deep as the reference evaluator gets in a moment; `tgpl perft` goes deeper.
COUNTS = {
    "chess": [20, 400],
    "draughts": [7, 49, 302],
    "hex": [121],
    "nine_mens_morris": [24, 552],
    "hare_and_hounds": [7, 21, 133, 443],
}

# Positions in which every special move and every kind of pin and check comes up, and how many moves they have.
POSITIONS = [
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", [48, 2039]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", [14, 191]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", [6, 264]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", [44]),
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3", [6]),  # en passant would uncover the king along the rank
    ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3", [9]),  # here it takes the pawn that gives check
    ("4k3/4r3/8/8/1b6/8/3PB3/3QKR2 w - -", [16]),  # two that must not leave their lines
    ("4k3/8/8/8/4r3/5n2/8/4K2R w K -", [3]),  # two checks at once: only the king moves
]
ENDS = [
    ("7k/6Q1/6K1/8/8/8/8/8 b - -", (100, 0)),
    ("7k/5Q2/6K1/8/8/8/8/8 b - -", (50, 50)),
    ("7k/8/6K1/8/8/8/8/6N1 b - -", (50, 50)),
    ("7k/8/6K1/8/8/8/8/4B1B1 w - -", (50, 50)),
]
NO_ENDS = ["7k/8/6K1/8/8/8/8/5NN1 w - -", "7k/8/6K1/8/8/8/8/4BB2 w - -", "7k/8/6K1/8/7p/8/8/8 w - -"]


def perft(sheet: Reasoner, text: str, depth: int) -> list[int]:
    if depth == 0 or sheet.over(text):
        return [0] * depth
    counts = [len(sheet.moves(text, 0)) * len(sheet.moves(text, 1)), *[0] * (depth - 1)]
    for first in range(len(sheet.moves(text, 0)) if depth > 1 else 0):
        for second in range(len(sheet.moves(text, 1))):
            for deeper, count in enumerate(perft(sheet, sheet.next(text, (first, second)), depth - 1), start=1):
                counts[deeper] += count
    return counts


def chess_facts(fen: str) -> str:
    """A position in the usual notation as a position of the sheet."""
    board, active, castles, skipped = fen.split()
    for digit in "12345678":
        board = board.replace(digit, "." * int(digit))
    facts: list[Term] = [
        ("cell", "abcdefgh"[x], str(8 - y), ("w" if letter.isupper() else "b") + letter.lower())
        for y, row in enumerate(board.split("/"))
        for x, letter in enumerate(row)
        if letter != "."
    ]
    sides = {"K": ("white", "short"), "Q": ("white", "long"), "k": ("black", "short"), "q": ("black", "long")}
    facts += [("castles", *sides[letter]) for letter in castles if letter != "-"]
    facts += [("skipped", *skipped)] if skipped != "-" else []
    facts += [("quiet", "0"), ("control", "white" if active == "w" else "black")]
    return " ".join(map(spell, sorted(facts, key=order_key)))


@pytest.mark.features("G6")
@pytest.mark.parametrize("game", COUNTS)
def test_counts_are_those_of_the_example(game: str) -> None:
    assert game in {path.stem for path in GAMES}
    sheet = reasoner(f"{game}.kif")
    assert perft(sheet, sheet.begin(), len(COUNTS[game])) == COUNTS[game]


@pytest.mark.features("G6")
@pytest.mark.parametrize(
    ("game", "seed", "most"),
    [("hare_and_hounds", 1, 60), ("hex", 1, 6), ("nine_mens_morris", 2, 60), ("draughts", 3, 60), ("chess", 4, 12)],
)
def test_random_games_in_step(game: str, seed: int, most: int) -> None:
    assert in_step(game, seed, most) > 5


@pytest.mark.parametrize(("fen", "counts"), POSITIONS)
def test_chess_positions(fen: str, counts: list[int]) -> None:
    assert perft(reasoner("chess.kif"), chess_facts(fen), len(counts)) == counts


@pytest.mark.parametrize(("fen", "goals"), ENDS)
def test_chess_ends(fen: str, goals: tuple[int, int]) -> None:
    sheet, text = reasoner("chess.kif"), chess_facts(fen)
    assert sheet.over(text)
    assert (sheet.goal(text, 0), sheet.goal(text, 1)) == goals


@pytest.mark.parametrize("fen", NO_ENDS)
def test_chess_goes_on(fen: str) -> None:
    assert not reasoner("chess.kif").over(chess_facts(fen))


def test_fifty_moves_of_each_are_a_draw_unless_the_last_one_mates() -> None:
    sheet = reasoner("chess.kif")
    quiet = chess_facts("7k/8/6K1/8/8/8/8/R7 w - -").replace("(quiet 0)", "(quiet 99)")
    moves = sheet.moves(quiet, 0)
    mate, other = moves.index(("move", "a", "1", "a", "8")), moves.index(("move", "a", "1", "a", "7"))
    for move, goal in ((mate, 100), (other, 50)):
        end = sheet.next(quiet, (move, 0))
        assert sheet.over(end)
        assert sheet.goal(end, 0) == goal


@pytest.mark.parametrize(
    ("facts", "moves"),
    [
        ("(cell a 5 dk) (cell b 6 lm) (cell d 6 lm) (cell d 4 lk) (cell b 4 lm)", ["20 24 23 15 16", "20 16 15 23 24"]),
        ("(cell a 7 dm) (cell b 8 lm) (cell c 3 dm) (cell d 4 lm) (cell f 6 lm)", ["11 15 22"]),
        ("(cell b 6 dm) (cell c 7 lm) (cell e 7 lm)", ["24 27"]),  # crowned: it does not go on
        ("(cell b 6 dk) (cell c 7 lm) (cell e 7 lm)", ["24 27 26"]),
    ],
)
def test_captures_in_draughts(facts: str, moves: list[str]) -> None:
    """Round in a circle and back to where it began, over several men, and up to the last row."""
    sheet = reasoner("draughts.kif")
    found = sheet.moves(f"{facts} (control dark) (quiet 0)", 0)
    assert sorted(" ".join(move[1:]) for move in found) == sorted(moves)


def test_eighty_moves_of_kings_are_a_draw() -> None:
    sheet = reasoner("draughts.kif")
    text = "(cell b 4 dk) (cell h 8 lk) (control dark) (quiet 79)"
    end = sheet.next(text, (0, 0))
    assert sheet.over(end)
    assert [sheet.goal(end, seat) for seat in (0, 1)] == [50, 50]
