"""`tgpl play`: what people see and type, at a real terminal and through a pipe."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from rich.console import Console

from games import EXAMPLES, example
from test_decisions import game
from tgpl.play.answer import Picked, Unclear, pick
from tgpl.play.picture import boards
from tgpl.play.scene import Scene
from tgpl.play.screen import THEME, Screen
from tgpl.play.table import Table
from tgpl.runtime.collect import Collected
from tgpl.runtime.decision import Decision, Option
from tgpl.runtime.entity import Entity
from tgpl.runtime.errors import RuleError
from tgpl.runtime.piece import Deck
from tgpl.runtime.record import read
from tgpl.runtime.state import State
from typist import Typist

ROOT = Path(__file__).parent.parent
TRIS = ROOT / "examples" / "tris" / "tris.tgpl"
SECRET = [path for path in EXAMPLES if example(path).rules.secrets]


def piped(typed: str, *arguments: str, home: Path, code: int = 0) -> str:
    """What `tgpl play` prints when a text is piped into it."""
    environment = {**os.environ, "XDG_STATE_HOME": str(home), "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "100"}
    command = [sys.executable, "-X", "utf8", "-m", "tgpl", "play", *arguments]
    data = typed.encode("utf-8", "surrogateescape")
    done = subprocess.run(command, input=data, capture_output=True, env=environment, cwd=ROOT, timeout=600)
    shown = done.stdout.decode("utf-8")
    assert done.returncode == code, done.stderr.decode("utf-8") + shown
    return shown


# ---- pictures


def drawn(text: str, players: int = 2) -> list[str]:
    state = game(text, head=f'game "t";\nplayers {players};\n').start()
    return ["".join(words for words, _ in line).rstrip() for line in boards(Scene(state.view(None)), frozenset(), 80)]


WAIT = "global class W { B b = new B(); action Wait { trigger PlayerChoiceEvent; effect { winner 0; } } }\n"


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
        "  also connected: Hills (0, 0) → Hills (2, 0)",
        "  not connected: Hills (0, 0) ↮ Hills (0, 1), Hills (1, 0) ↛ Hills (2, 0)",
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
        "B.Hills",
        "    0   1",
        " 0  ·   ·",
        " 1        ·",
        "",
        "B.Coast",
        "     0",
        "   ┌───┐",
        " 0 │ · │",
        "   └───┘",
        "",
        "B.Roads",
        "Town 0  Inn   — 1",
        "Town 1  Mil   —",
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


# ---- understanding


def asked(*labels: str, free: str | None = None, kind: str = "input") -> Decision:
    return Decision(0, kind, "x", "A", tuple(Option(label, label) for label in labels), free)


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
    match = state._processor.match
    hidden: list[Entity] = []
    for entity in list(match.registrar.by_serial.values()):
        if isinstance(entity, Deck):
            hidden += entity._cards
        for name in entity._private:
            if seat not in entity._owners():
                value = getattr(entity, name)
                inside = value.elements() if isinstance(value, Collected) else [value]
                hidden += [item for item in inside if isinstance(item, Entity)]
                if isinstance(value, (float, str)):
                    object.__setattr__(entity, name, 7770001.0 if isinstance(value, float) else "secret7770001")
    marks = ["7770001"]
    for i, entity in enumerate(hidden):
        for name, value in list(vars(entity).items()):
            if isinstance(value, (float, str)) and not isinstance(value, bool) and name in entity._attributes:
                mark = 8880000 + i
                object.__setattr__(entity, name, float(mark) if isinstance(value, float) else f"secret{mark}")
                marks.append(str(mark))
    return marks


@pytest.mark.parametrize("path", SECRET, ids=lambda path: path.stem)
def test_nothing_hidden_is_printed(path: Path) -> None:
    """Whatever a screen shows to a seat, no value that is hidden from it."""
    looked = 0
    for seed in range(4):
        state = example(path).start(seed, example(path).rules.players[1])
        turns = 0
        while state.decision is not None and turns < 60:
            seat = state.decision.player
            shown = state.copy()
            marks = telltale(shown, seat)
            out = io.StringIO()
            screen = Screen(Console(file=out, theme=THEME, width=100, markup=False))
            screen.head(shown)
            screen.table(shown, seat)
            screen.everything(shown, seat)
            screen.question(state.decision, state.game.rules)
            screen.options(state.decision, state.game.rules, everything=True)
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


@pytest.mark.parametrize("path", SECRET[:1], ids=lambda path: path.stem)
def test_a_curtain_stands_between_people_with_secrets(path: Path, tmp_path: Path) -> None:
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
