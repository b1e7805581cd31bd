"""The finer rules of the example games, each in a position where it matters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games import example
from tgpl.agents.perft import perft
from tgpl.compile import compile_rules
from tgpl.runtime.rng import Rng
from tgpl.runtime.state import State
from tgpl.text.files import Texts

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def set_up(name: str, setup: str) -> State:
    """An example game, with another setup."""
    rules = (EXAMPLES / name / f"{name}.tgpl").read_text(encoding="utf-8")
    main = f'game "position"; players 2; import "{name}"; setup {{ {setup} }}'
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": main, f"{name}.tgpl": rules}))
    assert result.problems == []
    return result.game().start()


def labels(state: State) -> list[str]:
    assert state.decision is not None
    return [option.label for option in state.decision.options]


def found(state: State, words: str) -> list[int]:
    """The options whose labels end in these words. An action that is offered alone does not say whose it is."""
    assert state.decision is not None
    if state.decision.kind == "action" and len(state.decision.options) == 1:
        return [0]
    return [i for i, label in enumerate(labels(state)) if label.endswith(words)]


def choose(state: State, words: str) -> None:
    (number,) = found(state, words)
    state.choose(number)


def end(state: State) -> tuple[list[list[int]] | None, str]:
    return state.ranking, state.log[-1]


# ---- chess


def chess(fen: str, more: str = "") -> State:
    """A position in the usual notation; whoever could castle there still may, unless `more` says otherwise."""
    board, active = fen.split()
    for digit in "12345678":
        board = board.replace(digit, "." * int(digit))
    rows = ["{" + ", ".join(f'"{letter}"' for letter in row) + "}" for row in board.split("/")]
    first = 'turn.pass(1, "Look");' if active == "b" else ""
    return set_up("chess", f"Arrange(rows: {{ {', '.join(rows)} }}); {more} {first}")


def move(state: State, *moves: str) -> None:
    """Moves as `e2e4`; a promotion as `a7a8queen`."""
    for one in moves:
        choose(state, one[:2])
        choose(state, one[2:4])
        if one[4:]:
            choose(state, one[4:])


def can(state: State, one: str) -> bool:
    """Whether a move is offered."""
    with state.branch():
        for piece in found(state, one[:2]):
            state.choose(piece)
            return bool(found(state, one[2:4]))
    return False


@pytest.mark.parametrize(
    ("fen", "more", "counts"),
    [
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w", "", [14, 191]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w", "King[0].moved = true;", [6, 264]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w", "King[1].moved = true;", [44]),
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b", "", [24, 496]),
    ],
    ids=["pins", "castling", "a check that opens", "promotions"],
)
def test_chess_counts(fen: str, more: str, counts: list[int]) -> None:
    assert perft(chess(fen, more), len(counts)) == counts


def test_checkmate() -> None:
    state = example(EXAMPLES / "chess" / "chess.tgpl").start()
    move(state, "f2f3", "e7e5", "g2g4", "d8h4")
    assert end(state) == ([[1]], "Checkmate.")


def test_stalemate() -> None:
    state = chess("7k/8/6K1/8/8/8/8/5Q2 w")
    move(state, "f1f7")
    assert end(state) == ([[0, 1]], "Stalemate: a draw.")


def test_third_time() -> None:
    state = example(EXAMPLES / "chess" / "chess.tgpl").start()
    move(state, *["g1f3", "g8f6", "f3g1", "f6g8"] * 2)
    assert end(state) == ([[0, 1]], "The same position for the third time: a draw.")


def test_a_position_in_which_castling_was_possible_is_another() -> None:
    state = chess("4k2r/8/8/8/8/8/8/4K2R w")
    move(state, *["h1g1", "h8g8", "g1h1", "g8h8"] * 2)
    assert state.ranking is None
    move(state, "h1g1")
    assert state.ranking is None
    move(state, "h8g8")
    assert end(state) == ([[0, 1]], "The same position for the third time: a draw.")


@pytest.mark.parametrize(("becomes", "drawn"), [("queen", False), ("knight", True)])
def test_promotion(becomes: str, drawn: bool) -> None:
    state = chess("k7/8/8/8/8/8/6p1/4KN2 b")
    move(state, "g2f1" + becomes)
    assert (state.ranking == [[0, 1]]) is drawn


def test_en_passant_only_at_once() -> None:
    state = chess("4k3/3p4/8/4P3/8/8/7P/4K3 b")
    move(state, "d7d5")
    assert can(state, "e5d6")
    move(state, "h2h3", "e8e7")
    assert not can(state, "e5d6")


def test_en_passant_may_not_open_a_line_to_the_king() -> None:
    state = chess("4k3/3p4/8/K3P2r/8/8/8/8 b")
    move(state, "d7d5")
    assert not can(state, "e5d6")


@pytest.mark.parametrize(
    ("fen", "left", "right"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w", True, True),
        ("1r2k3/8/8/8/8/8/8/R3K2R w", True, True),  # only the rook crosses an attacked field
        ("3rk3/8/8/8/8/8/8/R3K2R w", False, True),
        ("4k1r1/8/8/8/8/8/8/R3K2R w", True, False),
        ("4r2k/8/8/8/8/8/8/R3K2R w", False, False),
        ("4k3/8/8/8/8/8/8/RN2K1NR w", False, False),
        ("4k3/8/8/8/8/8/8/r3K2R w", False, False),  # in check by the rook in the corner
    ],
)
def test_castling(fen: str, left: bool, right: bool) -> None:
    state = chess(fen)
    assert (can(state, "e1c1"), can(state, "e1g1")) == (left, right)


def test_castling_brings_the_rook() -> None:
    state = chess("4k3/8/8/8/8/8/8/R3K2R w")
    move(state, "e1c1")
    assert state.decision is not None
    move(state, "e8e7")
    assert can(state, "d1d8") and not can(state, "a1a8")


def test_fifty_moves() -> None:
    state = chess("7k/8/8/8/8/8/8/K6R w", "State.quiet = 99;")
    move(state, "a1a2")
    assert end(state) == ([[0, 1]], "Fifty moves without a capture or a pawn's move: a draw.")
    state = chess("7k/8/6K1/8/8/8/8/R7 w", "State.quiet = 99;")
    move(state, "a1a8")
    assert end(state) == ([[0]], "Checkmate.")


@pytest.mark.parametrize(
    ("fen", "drawn"),
    [
        ("7k/8/8/8/8/8/1p6/K7 w", True),
        ("7k/8/8/8/8/8/1p6/K5N1 w", True),
        ("6bk/8/8/8/8/8/1p6/K1B5 w", False),  # bishops on both colours
        ("5b1k/8/8/8/8/8/1p6/K1B5 w", True),
        ("6nk/8/8/8/8/8/1p6/K5N1 w", False),
    ],
)
def test_nobody_can_mate(fen: str, drawn: bool) -> None:
    state = chess(fen)
    move(state, "a1b2")
    assert (state.ranking == [[0, 1]]) is drawn


# ---- draughts


def draughts(dark: str, light: str, more: str = "") -> State:
    """Men at places like `16` (column 1, row 6), kings like `K16`."""
    lines = []
    for owner, places in ((0, dark), (1, light)):
        for place in places.split():
            x, y = place[-2], place[-1]
            field = f"State.At(x: {x}, y: {y})"
            if place[0] == "K":
                lines.append(f"PutDown(man: new King(), of: {owner}, on: {field});")
            else:
                lines.append(f"NewMan(of: {owner}, on: {field});")
    return set_up("draughts", "".join(lines) + more)


def test_who_can_capture_must() -> None:
    state = draughts("25 65", "34 01")
    assert perft(state, 1) == [1]
    choose(state, "c3")
    assert labels(state) == ["e5"]


def test_jumps_go_on_and_each_way_is_a_move() -> None:
    state = draughts("27", "36 34 54 01")
    assert perft(state, 1) == [2]
    choose(state, "c1")
    choose(state, "e3")
    assert sorted(labels(state)) == ["c5", "g5"]
    choose(state, "c5")
    assert state.decision is not None and state.decision.player == 1


def test_being_crowned_ends_the_move() -> None:
    state = draughts("12", "21 41 07")
    choose(state, "b6")
    choose(state, "d8")
    assert state.decision is not None and state.decision.player == 1  # a king could have gone on
    state = draughts("K12", "21 41 07")
    choose(state, "b6")
    choose(state, "d8")
    assert labels(state) == ["f6"]


def test_a_king_may_come_back_to_where_it_began() -> None:
    state = draughts("K14", "23 43 45 25 01")
    choose(state, "b4")
    choose(state, "d6")
    choose(state, "f4")
    choose(state, "d2")
    choose(state, "b4")
    assert state.decision is not None and state.decision.player == 1


def test_who_cannot_move_loses() -> None:
    assert draughts("16 27", "05", "turn.pass(1);").ranking == [[0]]
    assert draughts("16", "05", "turn.pass(1);").ranking is None


def test_eighty_quiet_moves() -> None:
    state = draughts("K14", "K70", "State.quiet = 79;")
    choose(state, "b4")
    choose(state, "a5")
    assert state.ranking == [[0, 1]]


# ---- reversi


def reversi(*rows: str) -> State:
    """Rows from the top: `0` dark, `1` light, `.` free."""
    lines = ["for (player p in player.all()) { Hand hand = new Hand(); hand.assign(p); }"]
    for y, row in enumerate(rows):
        lines += [f"State.board.Grid[{x}][{y}].disc = {who};" for x, who in enumerate(row) if who != "."]
    return set_up("reversi", " ".join(lines))


def test_passing() -> None:
    state = reversi("01......", "........", "........", "........", "01......")
    choose(state, "Place")
    choose(state, "c1")
    assert state.log == ["Player 1 has to pass."]
    assert state.decision is not None and state.decision.player == 0
    choose(state, "Place")
    choose(state, "c5")
    assert end(state) == ([[0]], "Dark has 6, light has 0.")


def test_a_draw_in_reversi() -> None:
    state = reversi("11......", "........", "00......")
    assert end(state) == ([[0, 1]], "Dark has 2, light has 2.")


# ---- hex, nine men's morris


def test_hex_sides() -> None:
    for who, column in ((0, "State.board.Cells[y][5 + floor(y / 2)]"), (1, "State.board.Cells[5][2 + y]")):
        hands = "for (player p in player.all()) { Hand hand = new Hand(); hand.assign(p); }"
        stones = f"for (number y = 0; y < 11; y += 1) {{ Cell c = {column} as Cell; "
        gap = "if (y == 4) { State.free.add(c); } else { c.stone = " + str(who) + "; ConnectsSides(cell: c); } }"
        state = set_up("hex", f"{hands} {stones} {gap} turn.pass({who});")
        state.choose(0)
        assert labels(state)
        state.choose(0)
        assert state.ranking == [[who]]


@pytest.mark.parametrize("seed", range(10))
def test_hex_ends_when_sides_are_connected(seed: int) -> None:
    state, chance = example(EXAMPLES / "hex" / "hex.tgpl").start(), Rng(seed)
    stones: dict[tuple[int, int], int] = {}  # by place in the row, and row
    while state.decision is not None:
        choose(state, "Place")
        number = chance.below(len(labels(state)))
        x, y = map(int, re.findall(r"\d+", labels(state)[number]))
        who = state.decision.player
        stones[x - y // 2, y] = who
        state.choose(number)
        assert (state.ranking == [[who]]) is _connected({place for place in stones if stones[place] == who}, who)


def _connected(stones: set[tuple[int, int]], who: int) -> bool:
    """Whether there is a way from the upper side to the lower one (for player 0), or from the left to the right."""
    todo = [place for place in stones if place[1 - who] == 0]
    seen = set(todo)
    for x, y in todo:  # which grows meanwhile
        for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)):
            if beside in stones - seen:
                seen.add(beside)
                todo.append(beside)
    return any(place[1 - who] == 10 for place in seen)


def morris(stones: str, left: int = 4) -> State:
    """Stones like `0a7 1d7`: whose, and where."""
    lines = [
        "for (player p in player.all()) { Hand hand = new Hand(); hand.assign(p);",
        f"hand.waiting = 0; hand.left = {left}; }}",
        "Table<tile> at = {}; for (tile t in State.board.Points.tiles) { at[(t as Point).name] = t; }",
    ]
    for i, stone in enumerate(stones.split()):
        lines.append(f'Stone s{i} = new Stone(); s{i}.assign({stone[0]}); s{i}.move_to(at["{stone[1:]}"]);')
    return set_up("nine_mens_morris", " ".join(lines))


def test_a_mill_takes_what_is_in_no_mill() -> None:
    """Of all ways to go one closes a mill of player 0; then only the stone outside the mill of player 1 can be taken."""
    state = morris("0a7 0d7 0g4 0b2 1c3 1d3 1e3 1f4")
    assert state.decision is not None
    quiet, closing = 0, 0
    for stone in range(len(state.decision.options)):
        with state.branch():
            state.choose(stone)
            ways = len(labels(state))
            for way in range(ways):
                with state.branch():
                    state.choose(way)
                    if state.decision is not None and state.decision.name == "taken":
                        closing += 1
                        assert len(labels(state)) == 1
                        state.choose(0)
                        assert state.decision is not None and state.decision.player == 1
                    else:
                        quiet += 1
    assert closing == 1 and quiet > 0


def test_who_is_shut_in_loses() -> None:
    state = morris("0a7 0g7 0a1 0g1 1d7 1a4 1g4 1d1")
    assert state.ranking == [[1]]


def test_three_stones_fly() -> None:
    stones = "0a7 0g4 0c3 1d7 1b4 1e3"
    assert perft(morris(stones, left=3), 1) == [3 * 18]
    assert perft(morris(stones, left=4), 1) == [1 + 3 + 2]


# ---- frontier


def frontier(setup: str) -> State:
    """Both keeps are held by whom they belong to, and player 1 has a rider far away."""
    keeps = "for (Keep keep in Keeps()) { keep.holder = keep.home; }"
    scout = "Rider scout = new Rider(); scout.assign(1); move scout to Realm.Highlands[3][3];"
    return set_up("frontier", f"{keeps} {scout} {setup}")


def test_who_takes_the_enemys_keep_wins() -> None:
    state = frontier("Foot foot = new Foot(); foot.assign(0); move foot to Realm.Lowlands[3][1];")
    choose(state, "March")
    choose(state, "Keep (3, 2) of Lowlands")
    assert state.ranking is None
    choose(state, "Rest")
    assert end(state) == ([[0]], "Player 0 has taken the keep.")


def test_who_has_no_army_left_has_lost() -> None:
    state = frontier("")
    choose(state, "Rest")
    assert end(state) == ([[1]], "Player 1 is alone on the field.")
