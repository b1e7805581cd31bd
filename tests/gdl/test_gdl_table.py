"""Rulesheets at the table: boards, moves, roles, goals, secrets, records."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from games import QUICK
from tables import piped
from tgpl.apps.outcome_text import describe_outcome
from tgpl.apps.session.table import Table
from tgpl.apps.terminal.answer import Picked, Unclear
from tgpl.apps.terminal.screen import THEME, Screen
from tgpl.apps.terminal.sheet_moves import complete_move, move_lines, pick_move
from tgpl.apps.terminal.sheet_why import find_unmet
from tgpl.compile import Result, compile_rules
from tgpl.gdl.boards.cell_contents import find_contents
from tgpl.gdl.boards.cells import find_grids
from tgpl.gdl.boards.symbols import assign_symbols
from tgpl.runtime.decision import Decision, Option
from tgpl.runtime.game import Game
from tgpl.runtime.record import result_of
from tgpl.runtime.state import State
from tgpl.text.files import Folder, Texts
from typist import Typist

ROOT = Path(__file__).parent.parent.parent
SHEETS = ROOT / "examples" / "gdl"
TRIS = SHEETS / "tris.kif"


@cache
def sheet(name: str) -> Result:
    return compile_rules(Folder.of_main(str(SHEETS / f"{name}.kif")))


def sheet_game(rules: str) -> Game:
    """A game for the roles `white` and `black`, in which everybody may do anything named."""
    text = f"(role white) (role black) {rules} (<= terminal (true over))"
    result = compile_rules(Texts("t.kif", {"t.kif": text}))
    assert result.playable, result.problems
    return result.game()


def shown(state: State, seat: int | None, columns: int = 80, everything: bool = False) -> str:
    out = io.StringIO()
    console = Console(file=out, width=columns, theme=THEME, highlight=False, emoji=False, markup=False)
    screen = Screen(console)
    (screen.show_everything if everything else screen.show_table)(state, seat)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def drawn(rules: str, seat: int | None = None) -> str:
    return shown(sheet_game(rules).start(), seat)


def tgpl(*arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "100"}
    command = [sys.executable, "-X", "utf8", "-m", "tgpl", *arguments]
    done = subprocess.run(command, capture_output=True, env=environment, cwd=ROOT, timeout=600, text=True)
    return done.stdout + done.stderr


# ---- boards


def inits(*facts: str) -> str:
    return " ".join(f"(init {fact})" for fact in facts)


MOVES = "(legal white (go 1)) (legal white (go 2)) (legal black noop)"


@pytest.mark.features("G6")
def test_a_board_of_numbers_goes_across_and_up() -> None:
    rules = "(init (cell 1 1 white)) (init (cell 2 1 b)) (init (cell 1 2 b)) (init (cell 2 2 black)) (init (step 1))"
    assert drawn(rules + MOVES) == (
        "     1   2\n   ┌───┬───┐\n 2 │ · │ B │\n   ├───┼───┤\n 1 │ W │ · │\n   └───┴───┘\n   B black, W white\n  step(1)"
    )


@pytest.mark.features("G6")
def test_letters_are_columns_wherever_they_stand() -> None:
    lines = drawn(inits("(cell 1 a wk)", "(cell 1 b e)", "(cell 2 a e)", "(cell 2 b bk)", "(cell 2 c e)") + MOVES)
    assert lines.splitlines()[0].split() == ["a", "b", "c"]
    assert [word.strip() for word in lines.splitlines()[2].split("│")] == ["2", "·", "bk", "·", ""]


@pytest.mark.features("G6")
def test_a_sheet_that_speaks_of_rows_first_is_drawn_as_a_table() -> None:
    cells = "".join(f"(init (cell {row} {column} b))" for row in (1, 2) for column in (1, 2, 3))
    line = "(<= (row ?m ?x) (true (cell ?m 1 ?x)) (true (cell ?m 2 ?x)) (true (cell ?m 3 ?x)))"
    lines = drawn(f"{cells} {line} {MOVES}").splitlines()
    assert lines[0] == "     1   2   3" and lines[2].startswith(" 1 │") and lines[4].startswith(" 2 │")
    named = "(<= (next (cell ?row ?column ?x)) (true (cell ?row ?column ?x)))"
    assert drawn(f"{cells} {named} {MOVES}").splitlines()[2].startswith(" 1 │")
    assert drawn(f"{cells} {MOVES}").splitlines()[0] == "     1   2"  # else the first goes across


@pytest.mark.features("G6")
@pytest.mark.parametrize(
    "facts",
    [
        ("(at (xy 1 1) king)", "(at (xy 2 1) none)", "(at (xy 1 2) none)", "(at (xy 2 2) none)"),
        ("(location king 1 1)", "(location rook 2 2)"),
        ("(cell 1 1 (piece king))", "(cell 2 1 empty)", "(cell 1 2 empty)", "(cell 2 2 empty)"),
        ("(holds x1 y1 king)", "(holds x2 y1 b)", "(holds x1 y2 b)", "(holds x2 y2 b)"),
    ],
)
def test_coordinates_in_other_places(facts: tuple[str, ...]) -> None:
    text = drawn(inits(*facts) + MOVES)
    assert "┌───┬" in text and text.splitlines()[4].split("│")[1].strip() in ("K", "P"), text


@pytest.mark.features("G6")
def test_fields_in_one_word() -> None:
    rules = "(init (at a1 king)) (init (at b2 b)) (init (at b1 b)) (legal white (go a1)) (legal white (go b1))"
    lines = drawn(rules + "(legal black noop)", 0).splitlines()
    assert lines[0] == "     a   b"
    assert lines[2] == " 2     │ · │" and lines[4] == " 1 │[K]│[·]│"  # there is no a2


@pytest.mark.features("G6")
def test_several_boards() -> None:
    rules = "".join(f"(init (cell {n} {x} {y} b))" for n in ("left", "right") for x in (1, 2) for y in (1, 2))
    rules += "".join(f"(init (marked {x} {y} no))" for x in (1, 2, 3) for y in (1, 2))
    text = drawn(rules + MOVES)
    assert [line for line in text.splitlines() if line[:1].isalpha()] == ["cell left", "cell right", "marked"]


@pytest.mark.features("G6")
def test_an_empty_board_is_as_large_as_the_rules_let_it_become() -> None:
    rules = (
        "(index 1) (index 2) (index 3) (index 4) (init (step 1))"
        "(<= (legal white (put ?x ?y)) (index ?x) (index ?y)) (legal black noop)"
        "(<= (next (queen ?x ?y)) (does white (put ?x ?y))) (<= (next (queen ?x ?y)) (true (queen ?x ?y)))"
    )
    game = sheet_game(rules)
    assert game.rules.logic is not None
    assert find_contents(game.rules.logic)["queen", 2].at((0,)) == frozenset("1234")
    state = game.start()
    state.choose(6)
    lines = shown(state, None).splitlines()
    assert lines[0] == "     1   2   3   4" and lines[4] == " 3 │ · │ Q │ · │ · │"


@pytest.mark.features("G6")
@pytest.mark.parametrize(
    "facts", [("(heap a 3)", "(heap b 4)"), ("(score white 1)", "(score black 2)"), ("(claimed white 1 2)",)]
)
def test_what_is_no_board(facts: tuple[str, ...]) -> None:
    text = drawn(inits(*facts) + MOVES)
    assert "┌" not in text and facts[0][1:].split()[0] in text


@pytest.mark.features("G6")
def test_facts_that_differ_only_at_their_end_are_told_together() -> None:
    hand = "".join(f"(init (hand white {n}))" for n in range(1, 30))
    text = drawn(hand + "(init open) (init (turn white))" + MOVES)
    assert text.splitlines()[0] == "  open  turn(white)"
    assert text.splitlines()[1].startswith("  hand(white,…): 1, 2, 3") and len(text.splitlines()) == 3
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.features("G6")
@pytest.mark.parametrize(
    ("contents", "told"),
    [
        (["x", "o"], "x o"),
        (["white", "black"], "B W"),
        (["whitepawn", "blackpawn", "whiteking", "blackknight", "whiteknight"], "n p K N P"),
        (["wp", "bp"], "bp wp"),
        (["red", "rose", "rook"], "R O S"),
        (["wall", "water"], "W A"),
        (["aa!", "aa?"], "A aa"),
    ],
)
def test_symbols_are_short_and_distinct(contents: list[str], told: str) -> None:
    found = assign_symbols(contents, ("white", "black"))
    assert sorted(symbol.text for symbol in found.values()) == sorted(told.split())
    assert len({symbol.text for symbol in found.values()}) == len(contents)


@pytest.mark.features("G6")
@pytest.mark.parametrize("path", sorted(SHEETS.glob("*.kif")), ids=lambda path: path.stem)
def test_every_sheet_can_be_looked_at(path: Path) -> None:
    """On a narrow screen too, at every decision of a random game."""
    state = sheet(path.stem).game().start(5)
    for number in range(3):
        for seat in (None, *range(state.players)):
            assert max([len(line) for line in shown(state, seat, 60).splitlines()], default=0) <= 60
        shown(state, 0, everything=True)
        if state.decision is None or state.ended is not None:
            break
        state.choose(number % len(state.decision.options))


def test_boards_of_the_examples() -> None:
    found = {}
    for path in sorted(SHEETS.glob("*.kif")):
        rules = sheet(path.stem).game().rules
        assert rules.logic is not None
        facts = rules.reasoner.facts(rules.reasoner.begin())
        found[path.stem] = [(len(grid.across.words), len(grid.down.words)) for grid in find_grids(rules.logic, facts)]
    assert found["tris"] == [(3, 3)] and found["chess"] == found["breakthrough"] == [(8, 8)]
    assert found["connect_four"] == [(7, 6)] and found["nim"] == found["goofspiel"] == []


# ---- moves


def asked(*labels: str) -> Decision:
    return Decision(0, "input", "move", "Move", tuple(Option(label, i) for i, label in enumerate(labels)))


@pytest.mark.features("G6")
@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("mark(1,3)", 0),
        ("(mark 1 3)", 0),
        ("mark 1 3", 0),
        ("MARK( 1 , 3 )", 0),
        ("1 3", 0),
        ("1,3", 0),
        ("13", 0),
        ("#3", 2),
        ("pa", 2),
        ("move e", 3),
        ("e2e4", 3),
        ("e4", 3),
    ],
)
def test_what_is_typed(typed: str, number: int) -> None:
    decision = asked("mark(1,3)", "mark(2,3)", "pass", "move(wp,e,2,e,4)" if "move" not in typed else "move(e,2,e,4)")
    assert pick_move(typed, decision) == Picked(number)


@pytest.mark.features("G6")
def test_numbers_that_are_moves() -> None:
    decision = asked("drop(2)", "drop(3)", "drop(5)")
    assert pick_move("3", decision) == Picked(1) and pick_move("#3", decision) == Picked(2)
    assert isinstance(pick_move("1", decision), Unclear)  # no place in the list where numbers are shown
    assert isinstance(pick_move("3", asked("mark(1,3)", "mark(2,3)", "pass")), Unclear)
    assert isinstance(pick_move("1", asked("mark(1,3)", "mark(2,3)", "pass")), Unclear)  # half of two coordinates
    assert pick_move("2", asked("call", "fold")) == Picked(1)
    assert isinstance(pick_move("111", asked("put(1,11)", "put(11,1)")), Unclear)
    assert "drop(2)" in complete_move(decision) and "drop 2" in complete_move(decision)


@pytest.mark.features("G6")
def test_what_is_not_clear() -> None:
    decision = asked("mark(1,3)", "mark(2,3)")
    assert "fits more than one: mark(1,3), mark(2,3)" in str(pick_move("mark", decision))
    wrong = pick_move("mark 9 9", decision)
    assert isinstance(wrong, Unclear) and "is not legal here (`why mark 9 9` tells why)" in wrong.words
    assert isinstance(pick_move("(,)", decision), Unclear)


@pytest.mark.features("G6")
def test_long_lists_are_short() -> None:
    labels = [f"move({x},{y},{u},{v})" for x in "abcde" for y in "12" for u in "abc" for v in "34"]
    lines = move_lines(asked(*labels), 80)
    assert lines is not None and len(lines) == 10 and lines[0].split("   ")[0].strip() == "move a 1"
    assert move_lines(asked(*labels[:20]), 80) is None
    assert move_lines(asked(*(f"put({n})" for n in range(200))), 80) is None


# ---- why


@pytest.mark.features("G6")
def test_why_a_move_is_not_legal() -> None:
    game = sheet("tris").game()
    state = game.start()
    state.choose(0)
    facts = game.rules.reasoner.next(game.rules.reasoner.begin(), (0, 0))
    assert [one.words for one in find_unmet(game.rules, facts, 1, "mark 1 1")] == ["`true(cell(1,1,b))` does not hold"]  # type: ignore[union-attr]
    assert [one.words for one in find_unmet(game.rules, facts, 1, "1 1")] == ["`true(cell(1,1,b))` does not hold"]  # type: ignore[union-attr]
    assert [one.words for one in find_unmet(game.rules, facts, 0, "(mark 2 2)")] == ["`true(control(x))` does not hold"]  # type: ignore[union-attr]
    assert [one.words for one in find_unmet(game.rules, facts, 1, "noop")] == ["`true(control(o))` holds, and must not"]  # type: ignore[union-attr]
    assert find_unmet(game.rules, facts, 1, "mark(2,2)") == "mark(2,2) is legal."
    assert "Moves are called: mark, noop" in find_unmet(game.rules, facts, 1, "fly away")
    assert "`why MOVE`" in find_unmet(game.rules, facts, 1, "")


@pytest.mark.features("G6")
def test_why_with_or_and_distinct() -> None:
    rules = (
        "(init (at 1)) (near 1 2) (near 2 3) (legal black noop)"
        "(<= (legal white (go ?x)) (distinct ?x 1) (or (true (gate ?x)) (and (true (at ?y)) (near ?y ?x))))"
    )
    game = sheet_game(rules)
    facts = game.rules.reasoner.begin()
    assert "`1` is not distinct from itself" in str(find_unmet(game.rules, facts, 0, "go 1"))
    assert "none of these holds" in str(find_unmet(game.rules, facts, 0, "go 3"))
    assert find_unmet(game.rules, facts, 0, "go 2") == "go(2) is legal."


# ---- roles and goals


@pytest.mark.features("G6")
def test_endings_name_roles_and_goals() -> None:
    class End:
        log: list[str] = []
        ranking: list[list[int]] = []
        ended, moves, seed, players, error = "winner", 3, 7, 2, None
        goals: list[int] = []

    end = End()

    def told(*goals: int) -> str:
        end.goals = list(goals)
        return describe_outcome(end, ("White", "black", "red")[: len(goals)])

    assert told(100, 0) == "White wins after 3 moves (seed 7): White 100, black 0."
    assert told(50, 50) == "White and black share the first place after 3 moves (seed 7): White 50, black 50."
    assert told(0, 0) == "Nobody reaches anything after 3 moves (seed 7): White 0, black 0."
    assert told(10, 70, 70).startswith("black and red win together after 3 moves (seed 7): White 10,")
    assert told(75) == "White reaches 75 of 100 after 3 moves (seed 7)."


@pytest.mark.features("G6")
def test_both_targets_tell_the_same_goals() -> None:
    result = sheet("tris")
    for seed in range(5):
        state = result.game().begin(seed)
        played = result.native(QUICK).play(seed, agent="first", scored=True)
        state.play(lambda decision: 0, 100)
        assert (state.goals, state.ranking) == (played.goals, played.ranking)
    assert result_of(state)["goals"] == state.goals


@pytest.mark.features("G6")
def test_commands_name_roles() -> None:
    assert "x wins after" in tgpl("run", str(TRIS), "--seed", "3")
    data = json.loads(tgpl("run", str(TRIS), "--seed", "3", "--json"))
    assert data["goals"] == [100, 0] and data["roles"] == ["x", "o"]
    assert tgpl("perft", str(TRIS), "3") == "1: 9\n2: 72\n3: 504\n"
    solved = tgpl("solve", str(TRIS))
    assert "a draw if nobody makes a mistake" in solved and "1. x: mark(" in solved
    assert "choose at the same time" in tgpl("solve", str(SHEETS / "rock_paper_scissors.kif"))


# ---- at the table


@pytest.mark.features("G6")
def test_a_match_through_a_pipe(tmp_path: Path) -> None:
    out = piped("2 2\nwhy 2 2\nmark 1 1\n(mark 3 1)\nlog\nmark(1,3)\nstate\n1 2\n", str(TRIS), home=tmp_path)
    assert "x, choose a move:" in out and "o> mark 1 1" in out and "  o: mark(1,1)" in out
    assert "2 2: `true(cell(2,2,b))` does not hold." in out and "tris.kif:30: (<= (legal ?who" in out
    assert "(cell 1 1 o)" in out  # all facts, as a sheet writes them
    assert " 1 │ o │[·]│ x │" in out
    assert "The match is kept" in out and "player" not in out


@pytest.mark.features("G6")
def test_a_match_is_kept_gone_on_with_and_replayed(tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    piped("2 2\n1 1\n", str(TRIS), "--seed", "3", home=tmp_path)
    out = piped("3 1\n1 2\n1 3\n", str(TRIS), "--resume", "--record", str(record), home=tmp_path)
    assert "x wins after 5 moves (seed 3): x 100, o 0." in out
    kept = json.loads(record.read_text(encoding="utf-8"))
    assert kept["sources"][kept["main"]].startswith("; Tris") and kept["result"]["goals"] == [100, 0]
    assert tgpl("replay", str(record)) == "x wins after 5 moves (seed 3): x 100, o 0.\n"


@pytest.mark.features("G6")
def test_choices_at_the_same_time_are_told_together(tmp_path: Path) -> None:
    out = piped("rock\npaper\nrock\n", str(SHEETS / "rock_paper_scissors.kif"), home=tmp_path)
    before, _, after = out.partition("===== right =====")
    assert "left: show(rock)" in before and "show(rock)" not in after.partition("right> paper")[0].replace(
        "  2  show(rock)", ""
    )
    assert after.count("  left: show(rock)\n  right: show(paper)") >= 2  # when it is made, and behind the curtain


@pytest.mark.features("G6")
def test_agents_sit_at_the_table(tmp_path: Path) -> None:
    out = piped("2 2\n", str(TRIS), "--seats", "human,mcts:50", "--seed", "1", home=tmp_path)
    assert "  o: mark(" in out


@pytest.mark.features("G6")
def test_a_sheet_that_changes_while_one_plays(tmp_path: Path) -> None:
    rules = tmp_path / "t.kif"
    text = TRIS.read_text(encoding="utf-8")
    rules.write_text(text, encoding="utf-8")
    typist = Typist(tmp_path, "play", str(rules), "--watch")
    typist.until("x> ")
    typist.type("2 2\n")
    typist.until("o> ")
    rules.write_text(text.replace("(index 3)", "(index 3) (index 4)"), encoding="utf-8")
    changed = typist.until("o> ")
    assert "The choice so far is still possible" in changed and "mark(4,4)" in changed
    rules.write_text(text.replace("(index 3)", "(index 3"), encoding="utf-8")
    assert "goes on with the old ones" in typist.until("o> ")
    rules.write_text(text.replace("(mark ?", "(put ?"), encoding="utf-8")
    assert "x's `mark(2,2)`, is no longer possible" in typist.until("[Y/n] ")
    typist.type("y\n")
    typist.until("x> ")
    typist.type("put 2\t 2\nquit\n")
    typist.until("The match is kept")
    assert typist.code() == 0


def test_the_last_step() -> None:
    table = Table(sheet("rock_paper_scissors").game(), 1, None, [None, None])
    assert table.last_step() == []
    for _ in range(2):
        table.choose(0, forced=True)
        table.choose(1)
    assert [(made.player, made.label) for made in table.last_step()] == [(0, "show(rock)"), (1, "show(rock)")]
    table.choose(0, forced=True)
    table.choose(0)
    assert not table.is_open and len(table.last_step()) == 2 and table.last_step()[0].label == "show(rock)"


# ---- what nobody may see

SECRET = [path for path in sorted(SHEETS.glob("*.kif")) if "(sees " in path.read_text(encoding="utf-8")]


@pytest.mark.features("G4", "G5", "G6")
@pytest.mark.parametrize("path", SECRET, ids=lambda path: path.stem)
def test_nothing_hidden_is_shown(path: Path) -> None:
    """What a seat sees stays the same whatever the facts are, and what the others did and saw."""
    state = sheet(path.stem).game().start(3)
    for number in range(8):
        if state.decision is None or state.ended is not None:
            break
        for seat in (None, *range(state.players)):
            other = _with_other_facts(state, seat)
            for everything in (False, True):
                assert shown(state, seat, everything=everything) == shown(other, seat, everything=everything)
            assert "sentinel" not in json.dumps(other.view(seat))
            assert {**state.view(seat), "decision": None} == {**other.view(seat), "decision": None}
        state.choose(number % len(state.decision.options))


def _with_other_facts(state: State, seat: int | None) -> State:
    """The same match, in which all is different that this seat does not know."""
    other = state.copy()
    match: Any = other._processor.match
    match.c_Position.a_facts = "(sentinel 1)"
    for entity in match.registrar.by_serial.values():
        if type(entity).__name__ == "c_Seat" and seat not in entity._owners():
            for words in (entity.a_did, entity.a_seen):
                words.items[:] = ["sentinel" for _ in words.items]
    return other


@pytest.mark.features("G4", "G6")
def test_a_seat_knows_what_it_did_and_was_told(tmp_path: Path) -> None:
    out = piped("1\nwhy call\n1\n", str(SHEETS / "small_poker.kif"), "--seed", "4", home=tmp_path)
    left, _, right = out.partition("===== right =====")
    assert "step 1: saw dealt(king)" in left and "dealt(queen)" not in left
    assert "step 1: saw dealt(queen)" in right and "saw said(left,bet)" in right and "king" not in right
    assert "depends on what you may not see" in right


@pytest.mark.features("G4", "G6")
def test_the_beginning_is_known_to_all() -> None:
    state = sheet("three_doors").game().start(3)
    assert "At the beginning, as everybody knows:\n  hiding\nSince then: 1 step, of which" in shown(state, 0)
    assert "(init hiding)" in shown(state, 0, everything=True)
    assert shown(state, None) == ""
