"""`tgpl play`: what people see and type, at a real terminal and through a pipe."""

from __future__ import annotations

import io
import json
import re
import time
from contextlib import suppress
from pathlib import Path

import pytest
from rich.console import Console

from games import EXAMPLES, example
from hidden import hidden_serials
from samples import sample
from short_games import game
from tables import ROOT, TRIS, WAIT, asked, drawn, piped
from tgpl.apps.session.table import Table
from tgpl.apps.terminal.answer import Picked, Unclear, pick
from tgpl.apps.terminal.screen import THEME, Screen
from tgpl.compile import compile_rules
from tgpl.draw.boards import draw_boards
from tgpl.draw.scene import Scene
from tgpl.runtime.errors import RuleError
from tgpl.runtime.record import read
from tgpl.runtime.state import State
from tgpl.text.files import Folder
from typist import Typist

SECRET = [path for path in EXAMPLES if example(path).rules.secrets]


# ---- pictures


def test_a_square_board_with_a_hole() -> None:
    text = """tile T { number n = 0; } interactable Pawn {} interactable Pope {}
    board B { group G { geometry square; grid { T, b; T, T; } } }
    setup { Pawn p = new Pawn(); p.assign(1); p.move_to(W.b.G[0][0]); Pope q = new Pope(); q.assign(0);
      q.move_to(W.b.G[1][1]); T t = W.b.G[0][1] as T; t.n = 12; }"""
    assert drawn(WAIT + text) == [
        "      0    1",
        "   ┌────┐",
        " 0 │ p  │",
        "   ├────┼────┐",
        " 1 │ 12 │ O  │",
        "   └────┴────┘",
        "   P Pawn, O Pope",
    ]


@pytest.mark.features("D22", "D26")
def test_connections_that_no_grid_has_are_told() -> None:
    text = """tile T { }
    board B
    {
        group Hills { geometry hex; orientation column; grid { 2 T; 2 T; T, b; } adjacency { (0,0) -> (2,0); (0,0) x-x (0,1); (1,0) x-> (2,0); } }
    }
    setup { }"""
    assert drawn(WAIT + text)[-3:] == [
        "",
        "  also connected: Hills (0, 0) → (2, 0)",
        "  not connected: Hills (0, 0) ↮ (0, 1), Hills (1, 0) ↛ (2, 0)",
    ]


def test_borders_between_groups_are_told() -> None:
    text = """tile T { } tile Town { string name; display { name "{name}"; } }
    board B
    {
        group Hills { geometry hex; orientation row; grid { 2 T; b, T; } }
        group Coast { geometry square; grid { T; } }
        group Roads { geometry graph; tiles { inn: Town { name = "Inn"; }; mill: Town { name = "Mill"; }; } adjacency { inn -> mill; } }
        borders { Hills(1,1) <-> Coast(0,0); Coast(0,0) -> Roads.inn; Roads.mill <-> Hills(0,0); }
    }
    setup { }"""
    assert drawn(WAIT + text) == [
        "B.Hills          B.Coast     B.Roads",
        "    0   1             0      Inn   Inn   — Mill",
        " 0  ·   ·           ┌───┐    Mill  Mil   —",
        " 1        ·       0 │ · │",
        "                    └───┘",
        "",
        "  borders: Hills (0, 0) ↔ Mill, Hills (1, 1) ↔ Coast (0, 0), Coast (0, 0) → Inn",
    ]


@pytest.mark.features("D22")
def test_tiles_of_several_groups_are_told_apart() -> None:
    text = """tile T { action Use { trigger PlayerChoiceEvent; effect { winner 0; } } } tile U : T { }
    global board B { group Hills { geometry square; grid { T, U; } } group Coast { geometry square; grid { T; } } }
    setup { }"""
    state = game(text, head='game "t";\nplayers 2;\n').start()
    assert state.decision is not None
    labels = [option.label for option in state.decision.options]
    assert labels == ["Use: T (0, 0) of Hills", "Use: U (1, 0)", "Use: T (0, 0) of Coast"]


def test_hexes_of_both_kinds() -> None:
    text = "tile T {{}} tile Hill {{}} board B {{ group G {{ geometry hex; orientation {}; grid {{ T, Hill, T; T, b, T; Hill, T, T; }} }} }} setup {{}}"
    assert drawn(WAIT + text.format("row")) == [
        "    0   1   2",
        " 0  t   h   t",
        " 1    t       t",
        " 2  h   t   t",
        "   t T, h Hill",
    ]
    assert drawn(WAIT + text.format("column")) == [
        "    0   1   2",
        " 0  t       h",
        "        t",
        " 1  h       t",
        "",
        " 2  t       t",
        "        t",
        "   t T, h Hill",
    ]


def test_a_graph_lists_its_ways() -> None:
    text = """tile T {} board B { group G { geometry graph; default {
      T a = new T(); T c = new T(); this.add(a); this.add(c); this.connect(a, c); } } } setup {}"""
    assert drawn(WAIT + text) == ["T 0  ·   — 1", "T 1  ·   — 0"]


def test_a_graph_with_places_is_drawn() -> None:
    text = """tile T { string name; display { name "{name}"; symbol "o"; place "{name}"; } }
    board B { group G { geometry graph; default {
      for (string name in { "a2", "b2", "a1", "b1" }) { this.add(new T() { name = name; }); }
      connect(tiles[0], tiles[1]); connect(tiles[0], tiles[2]); connect(tiles[1], tiles[2]); } } } setup {}"""
    assert drawn(WAIT + text) == [
        " a2 o ──b2 o",
        "    │   ╱",
        " a1 o   b1 o",
    ]


MAP = """players 3 { colors "red", "blue", "yellow"; }
tile Land { string at; number armies = 1; player holder; display { place "{at}"; symbol "R{armies}", "B{armies}", "Y{armies}"; owner holder; } }
cards Lands : Land { at; Frostmark: "0, 0"; Ember: "1, 0"; Lowmoor: "0, 1"; Lowland: "2, 1"; }
global board World { group Map { geometry graph; tiles { Lands; inn: Land { at = "1, 1"; }; }
  adjacency { Frostmark <-> Ember, Lowmoor, inn; Ember <-> Lowmoor, Lowland; Lowmoor -> Lowland; Lowland <-> Frostmark; } } }
global class Watch { action Wait { trigger PlayerChoiceEvent; effect { turn.pass(); } } }
setup { World.Map.Ember.holder = 1; World.Map.Ember.armies = 12; }"""


def test_a_map_has_whole_names_where_there_is_room_and_tells_the_ways_that_are_no_lines() -> None:
    state = game(MAP, head='game "t";\n').start(players=3)
    scene = Scene(state.view(None))
    shown = ["".join(text for text, _ in line).rstrip() for line in draw_boards(scene, frozenset(), 80)]
    assert shown == [
        " Frostmark R1  ──────Ember B12",
        "           │       ╳               ╲",
        "   Lowmoor R1          inn R1      Lowland R1",
        "  also connected: Frostmark ↔ Lowland, Lowmoor → Lowland",
    ]
    narrow = ["".join(text for text, _ in line).rstrip() for line in draw_boards(scene, frozenset(), 40)]
    assert narrow[0] == " Fros R1  ──Embe B12" and narrow[2] == " Lowm R1     inn R1    Lowl R1"
    styles = {text: style for line in draw_boards(scene, frozenset(), 80) for text, style in line if text.strip()}
    assert styles["B"] == "bold blue" and styles["1"] != styles["F"] == "dim"


# ---- understanding


@pytest.mark.parametrize(
    ("typed", "number", "rest"),
    [
        ("#2", 1, ""),
        ("field (1, 0)", 1, ""),
        ("1,0", 1, ""),
        ("(1, 0)", 1, ""),
        ("1 0", 1, ""),
        ("pawn", 2, ""),
        ("3,4", 2, ""),
        ("pawn 2,2", 2, "2,2"),
        ("done", 3, ""),
        ("don", 3, ""),
    ],
)
def test_what_is_typed(typed: str, number: int, rest: str) -> None:
    decision = asked("Field (0, 0)", "Field (1, 0)", "Pawn on Field (3, 4)", "done")
    assert pick(typed, decision) == Picked(number, rest=rest)


def test_what_is_not_clear() -> None:
    decision = asked("Field (0, 0)", "Field (1, 0)")
    assert "fits more than one: Field (0, 0), Field (1, 0)" in pick("field", decision)[0]  # type: ignore[operator]
    for typed in ("0", "3", "7,7", "king", ""):
        found = pick(typed, decision)
        assert isinstance(found, Unclear) and "1 to 2" in found.words


def test_values_that_are_named() -> None:
    assert pick("2,5", asked(free="number")) == Picked(None, 2.5)
    assert pick("a b", asked(free="string")) == Picked(None, "a b")
    assert isinstance(pick("x", asked("1", free="number")), Unclear)
    assert pick("3", asked("2", "3", "4")) == Picked(1)  # a label before a number


# ---- a table


def test_undo_and_redo_go_from_person_to_person() -> None:
    rules = example(TRIS)
    table = Table(rules, 1, 2, [None, lambda decision: len(decision.options) - 1])
    table.choose(0, forced=True)
    table.choose(4)
    assert table.step() is not None and table.step() is not None and table.step() is None
    after = table.state.save()
    assert table.undo() == 3 and table.state.moves == 0 and table.state.decision is not None
    assert table.undo() == 0
    assert table.redo() == 3 and table.state.save() == after
    assert table.redo() == 0


def test_other_rules() -> None:
    """Choices are made again by their names; the first that is impossible says so."""
    old = "global class S { action A { trigger PlayerChoiceEvent; input number n from 1 to 5; effect { log(n); turn.pass(); } } } setup {}"
    table = Table(game(old), 1, 2, [None, None])
    for number in (0, 4, 0, 1):
        table.choose(number)
    assert table.state.log == ["5", "2"]
    changed = game(old.replace("from 1 to 5", "from 2 to 5"))
    assert table.follow(changed, table.made) is None and table.state.log == ["5", "2"]
    lost = table.follow(game(old.replace("1 to 5", "3 to 5")), table.made)
    assert lost is not None and lost.number == 4 and lost.made.label == "2" and table.state.log == ["5"]


# ---- secrets


def telltale(state: State, seat: int) -> list[str]:
    """Gives everything that a seat may not see a value of its own, and says which."""
    by_serial = state._processor.match.registrar.by_serial
    for entity in list(by_serial.values()):
        for name in entity._private:
            value = getattr(entity, name)
            if seat not in entity._owners() and isinstance(value, (float, str)):
                object.__setattr__(entity, name, 7770001.0 if isinstance(value, float) else "secret7770001")
    hidden = [by_serial[serial] for serial in sorted(hidden_serials(state, seat)) if serial in by_serial]
    marks = ["7770001"]
    for i, entity in enumerate(hidden):
        for name, value in list(vars(entity).items()):
            if isinstance(value, (float, str)) and not isinstance(value, bool) and name in entity._attributes:
                mark = 8880000 + i
                object.__setattr__(entity, name, float(mark) if isinstance(value, float) else f"secret{mark}")
                marks.append(str(mark))
    return marks


@pytest.mark.parametrize("seed", sample(range(4), 1))
@pytest.mark.parametrize("path", SECRET, ids=lambda path: path.stem)
def test_nothing_hidden_is_printed(path: Path, seed: int) -> None:
    """Whatever a screen shows to a seat, no value that is hidden from it."""
    looked = 0
    state = example(path).start(seed, example(path).rules.players[1])
    turns = 0
    while state.decision is not None and turns < 60:
        seat = state.decision.player
        shown = state.copy()
        marks = telltale(shown, seat)
        out = io.StringIO()
        screen = Screen(Console(file=out, theme=THEME, width=100, markup=False))
        screen.show_head(shown)
        screen.show_table(shown, seat)
        screen.show_everything(shown, seat)
        screen.show_question(state.decision, state.game.rules)
        screen.show_options(state.decision, state.game.rules, screen.sight(state), everything=True)
        with suppress(RuleError):  # the rules did not expect the values we put there
            out.write(repr(shown.why()))
        assert not [mark for mark in marks if mark in out.getvalue().replace(",", "")]
        looked += len(marks) > 1
        state.choose((turns * 7 + seed) % len(state.decision.options) if state.decision.options else 0)
        turns += 1
    assert looked


# ---- through a pipe


def test_a_match_through_a_pipe(tmp_path: Path) -> None:
    out = piped("1,1\n5,5\n0,0\nwhy 1,1\n0,1\n0 2\nfield (2, 1)\n", str(TRIS), "--seed", "3", home=tmp_path)
    assert "'5,5' is not offered" in out
    assert "field, Field (1, 1): its filter says no." in out
    assert "tris.tgpl:48: input Field field { return field.mark == null; }" in out
    assert "Player 0 wins after 5 moves" in out
    assert not list((tmp_path / "tgpl").iterdir())  # a finished match is not kept


def test_nothing_is_lost(tmp_path: Path) -> None:
    """The end of input, and then `--resume`; the record is that of the match."""
    out = piped("1,1\n0,0\n", str(TRIS), "--seed", "3", home=tmp_path)
    assert "The match is kept" in out
    record = tmp_path / "match.json"
    out = piped("0,1\n2,2\n2,1\n", str(TRIS), "--resume", "--record", str(record), home=tmp_path)
    assert "Player 0 wins after 5 moves" in out
    assert len(json.loads(record.read_text())["choices"]) == 10
    out = piped("quit\n", str(TRIS), "--resume", str(record), home=tmp_path)
    assert "Player 0 wins" in out
    piped("", str(TRIS), "--resume", home=tmp_path / "nothing", code=1)


def test_commands(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    typed = f"help\n:options\nhint\nstate\nlog\nundo\nredo\n1,1\nundo\nredo\nsave {saved}\n0,0\nload {saved}\nload x\nsave\n:nonsense\n"
    out = piped(typed, str(TRIS), "--seed", "3", home=tmp_path)
    for words in (
        "Choose by number, by name",
        "games in the head",
        "Field (2, 2): mark -",
        "Nothing was said so far.",
        "There is nothing to take back.",
        "1 choice taken back.",
        "1 choice made again.",
        "saved.json is loaded.",
        "x cannot be read",
        "Say where: save match.json",
        "There is no command 'nonsense'",
    ):
        assert words in re.sub(r"2 choices", "1 choice", out), words


def test_a_match_under_other_rules(tmp_path: Path) -> None:
    rules = tmp_path / "heap.tgpl"
    text = (ROOT / "src" / "tgpl" / "template.tgpl").read_text(encoding="utf-8")
    rules.write_text(text, encoding="utf-8")
    piped("3\n3\n", str(rules), "--seed", "1", home=tmp_path)
    rules.write_text(text.replace("from 1 to 3", "from 1 to 2"), encoding="utf-8")
    out = piped("2\n", str(rules), "--resume", home=tmp_path)
    assert "The rules have changed since. Choice 1 of 2, player 0's `3` (Take, count), is no longer possible" in out
    assert "player 0 takes 2, 10 left" in out


def test_wrong_use(tmp_path: Path) -> None:
    piped("", str(TRIS), "--seats", "human,nobody", home=tmp_path, code=2)
    piped("", str(TRIS), "--players", "5", home=tmp_path, code=2)
    piped("", str(TRIS), "--seats", "human,human,human", home=tmp_path, code=2)


def test_a_curtain_stands_between_people_with_secrets(tmp_path: Path) -> None:
    (path,) = (path for path in SECRET if path.stem == "goofspiel")
    out = piped("1\n1\n", str(path), "--seed", "1", "--players", "2", home=tmp_path)
    assert "===== player 0 =====" in out and "===== player 1 =====" in out


# ---- at a real terminal


def test_a_terminal_completes_and_survives_ctrl_c(tmp_path: Path) -> None:
    typist = Typist(tmp_path, "play", str(TRIS), "--seed", "1")
    typist.until("player 0> ")
    typist.type("field (1, 1\t\n")
    typist.until("player 1> ")
    time.sleep(0.3)  # until the prompt really listens
    typist.type("\x03")
    typist.until("The match is kept")
    assert typist.code() == 0
    kept = list((tmp_path / "tgpl").iterdir())
    assert [path.name for path in kept] == ["tris-1.match"] and read(kept[0].read_text()).choices == [0, 4]


def test_rules_that_change_while_one_plays(tmp_path: Path) -> None:
    rules = tmp_path / "heap.tgpl"
    text = (ROOT / "src" / "tgpl" / "template.tgpl").read_text(encoding="utf-8")
    rules.write_text(text, encoding="utf-8")
    typist = Typist(tmp_path, "play", str(rules), "--seed", "1", "--watch")
    typist.until("player 0> ")
    typist.type("3\n")
    typist.until("player 1> ")
    rules.write_text(text.replace("stones = 12", "stones = 20"), encoding="utf-8")
    shown = typist.until("player 1> ")
    assert "The choice so far is still possible" in shown and "stones 17" in shown
    rules.write_text(text.replace("stones = 12", "stones = "), encoding="utf-8")
    assert "goes on with the old ones" in typist.until("player 1> ")
    rules.write_text(text.replace("from 1 to 3", "from 1 to 2"), encoding="utf-8")
    typist.until("[Y/n] ")
    typist.type("maybe\n")
    assert "Please answer `yes` or `no`." in typist.until("[Y/n] ")  # what is not understood is no yes
    typist.type("y\n")
    assert "stones 12" in typist.until("player 0> ")
    typist.type("quit\n")
    typist.until("The match is kept")
    assert typist.code() == 0


@pytest.mark.parametrize("path", ["frontier/frontier.tgpl", "hex/hex.tgpl", "settlement/crafts.tgpl"])
def test_a_screen_fits_the_terminal(path: str) -> None:
    """Groups stand side by side, boards do without lines and long lists are cut: nothing is scrolled away."""
    shown = io.StringIO()
    out = Console(width=80, height=24, force_terminal=True, file=shown, color_system=None, theme=THEME)
    state = compile_rules(Folder.of_main(str(ROOT / "examples" / path))).game().start(seed=1)
    screen, decision, rules = Screen(out), state.decision, state.game.rules
    assert decision is not None
    sight = screen.sight(state, decision)
    screen.show_head(state)
    screen.show_table(state, decision.player, decision, 1 + len(screen.list_options(decision, rules, sight)))
    screen.show_question(decision, rules)
    screen.show_options(decision, rules, sight)
    lines = shown.getvalue().splitlines()
    assert len(lines) <= 23 and all(len(line) <= 80 for line in lines)
