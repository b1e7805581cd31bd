"""Odd games, odd terminals and curious players: nothing breaks, and nothing hidden is told."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from short_games import game
from tables import TRIS, WAIT, asked, drawn, piped
from tgpl.agents.flat import find_best
from tgpl.apps.session.table import Table
from tgpl.apps.terminal.answer import Picked, Unclear, pick
from tgpl.apps.terminal.why import find_reasons
from tgpl.draw.boards import draw_boards
from tgpl.draw.scene import Scene
from tgpl.draw.text_width import clip, measure, split_cells
from tgpl.runtime.state import State
from tgpl.text.escape import plain
from typist import Typist

HEAD = 'game "t";\nplayers 2;\n'


def seated(text: str, seed: int = 1) -> Table:
    return Table(game(text, head=HEAD), seed, 2, [None, None])


def told(table: Table, name: str = "") -> str:
    """What `why` answers, as one text."""
    found = find_reasons(table.state, table.before_move, name)
    if isinstance(found, str):
        return found
    return "\n".join(f"{r.name}, {', '.join(r.things)}: {r.words} @{r.place.line if r.place else 0}" for r in found)


# ---- texts that would drive a terminal


def test_control_characters_are_written_as_codes() -> None:
    assert plain("a\x1b[2J\x07\n\u202e\x9b") == r"a\x1b[2J\x07\n" + r"\u202e\x9b"
    assert plain("é 漢 [red] ♙", lines=True) == "é 漢 [red] ♙"
    assert plain("a\n\tb\r", lines=True) == "a\n\tb\\r"


def test_widths() -> None:
    assert [measure(text) for text in ("ab", "漢", "e\u0301", "♙\ufe0e")] == [2, 2, 1, 1]
    assert split_cells("漢e\u0301x") == ["漢", "", "e\u0301", "x"]
    assert clip("漢字漢字", 5) == "漢字漢"[:2] + "漢" and clip("ab", 5) == "ab"


def test_a_rule_text_cannot_drive_the_terminal(tmp_path: Path) -> None:
    rules = tmp_path / "evil.tgpl"
    rules.write_text(
        'game "\x1b]2;mine\x07";\nplayers 2;\ntile T { display { name "\x1b[1m"; symbol "\x1b[2J"; } }\n'
        "board B { group G { geometry square; grid { T, T; } } }\n"
        'global class W { B b = new B(); string s = "\x1b[31m";\n'
        'action Go { trigger PlayerChoiceEvent; input string what in { "\x1b[5m", "[red]" };\n'
        ' effect { log("\x1b[41m[bold]x[/]\\nplayer 0> fake"); turn.pass(); } }\n'
        'action No { require { return s == "\x1b[9m"; } trigger PlayerChoiceEvent; effect { } } }\nsetup { }\n',
        encoding="utf-8",
    )
    out = piped("why no\n#1\nstate\nlog\nwhy\n", str(rules), "--seed", "1", home=tmp_path)
    assert "\x1b" not in out and "\x07" not in out
    assert r"\x1b[41m[bold]x[/]" in out and "\n  player 0> fake" in out and "\nplayer 0> fake" not in out


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    rules = tmp_path / "word.tgpl"
    rules.write_text(
        HEAD + "global class W { action Say { trigger PlayerChoiceEvent; input string w; "
        'effect { log("said " + w); turn.pass(); } } }\nsetup { }\n',
        encoding="utf-8",
    )
    assert "said a?b" in piped("a\udcffb\n", str(rules), home=tmp_path)


# ---- boards


def test_wide_boards_are_drawn_in_strips() -> None:
    text = "tile T {} board B { group G { geometry square; grid { " + ", ".join("T" * 9) + "; } } } setup {}"
    state = game(WAIT + text, head=HEAD).start()
    lines = ["".join(w for w, _ in line).rstrip() for line in draw_boards(Scene(state.view(None)), frozenset(), 22)]
    assert lines == [
        "     0   1   2   3",
        "   ┌───┬───┬───┬───┐",
        " 0 │ · │ · │ · │ · │",
        "   └───┴───┴───┴───┘",
        "",
        "     4   5   6   7",
        "   ┌───┬───┬───┬───┐",
        " 0 │ · │ · │ · │ · │",
        "   └───┴───┴───┴───┘",
        "",
        "     8",
        "   ┌───┐",
        " 0 │ · │",
        "   └───┘",
    ]


def test_wide_and_combining_symbols_keep_columns() -> None:
    text = """tile A { display { symbol "漢"; } } tile C { display { symbol "e\u0301"; } }
    board B { group G { geometry square; grid { A, C; C, A; } } } setup {}"""
    rows = [line for line in drawn(WAIT + text) if "│" in line]
    assert {measure(row) for row in rows} == {measure(rows[0])} and "│ 漢 │ e\u0301  │" in rows[0]


# ---- what is typed


def test_numbers_are_no_parts_of_names() -> None:
    assert pick("-1", asked("0", "1", free="number")) == Picked(None, -1.0)
    assert isinstance(pick("-1", asked("1", "2")), Unclear)
    assert isinstance(pick("²", asked("1", "2")), Unclear)
    assert pick("-1", asked("-1", "0", "1")) == Picked(0)


def test_equal_names_are_told_apart_by_number() -> None:
    decision = asked("3", "3", "5")
    found = pick("3", decision)
    assert isinstance(found, Unclear) and "#1 3, #2 3" in found.words
    assert pick("#2", decision) == Picked(1) and pick("5", decision) == Picked(2)
    assert pick("#2", asked("1", "2", "3")) == Picked(1)


def test_texts_in_quotes() -> None:
    assert pick('""', asked("none", free="string")) == Picked(None, "")
    assert pick('"none"', asked("none", free="string")) == Picked(None, "none")
    assert pick("none", asked("none", free="string")) == Picked(0)


def test_the_action_may_be_named_once_more() -> None:
    assert pick("a 2", asked("1", "2")) == Picked(1)  # the question is asked by an action `A`


# ---- why

LISTS = """global class S { number n = 0;
action Pick { trigger PlayerChoiceEvent; input List<number> some in { 1, 2, 3 } {
 return some.length == 2; }
 effect { turn.pass(); } }
action Roll { trigger PhaseChangeEvent; effect { n += 1; } }
action Num { trigger PlayerChoiceEvent; input number k from 1 to 3 { return k != 2; } effect { turn.pass(); } }
action Shy { require { return n > 99; } trigger PlayerChoiceEvent; effect { } }
action Bad { trigger PlayerChoiceEvent; input number b from 1 to 2; effect { fail "no"; } } }
class Nobody { action Ghost { trigger PlayerChoiceEvent; effect { } } }
setup {}"""


def test_why_about_lists_values_and_other_actions() -> None:
    table = seated(LISTS)
    assert "Roll, S: it is not chosen: PhaseChangeEvent sets it off" in told(table, "roll")
    assert "you see no Nobody that is in play" in told(table, "ghost")
    assert told(table, "pick") == "Pick is offered."
    assert "a name like 'x'" in told(table, "x")
    table.choose(0)
    table.choose(1)
    assert "some, 2: it is chosen already" in told(table) and "some, 1: a list is chosen in its order" in told(table)
    assert "some, done: the list so far does not pass its filter @5" in told(table)
    assert "Shy, S (n 1): a require says no @9" in told(table, "shy")  # also in the middle of another action
    table.undo()
    table.undo()
    table.choose(1)
    assert "k, 2: its filter says no @8" in told(table, "2")
    assert "k, 7: it is not among what `k` is chosen from @8" in told(table, "7")
    table.undo()
    table.choose(2)
    table.choose(1)
    assert table.state.refused == "no"
    table.choose(2)
    assert "b, 2: it was tried, and taken back" in told(table, "2")


def test_why_where_all_choose_at_once() -> None:
    """Each seat is told about its own requires."""
    text = """global class S { action A { trigger PlayerChoiceEvent; effect { } }
    action Second { require { return player.active() == 1; } trigger PlayerChoiceEvent; effect { } } }
    turn T { simultaneous phase P { } } setup {}"""
    table = seated(text)
    assert "Second, S: a require says no" in told(table)
    table.choose(0)
    assert told(table) == "Everything is offered that there is."


SPIES = """interactable Card { number value; }
class Hand { private List<Card> cards = {}; private number mood = MOOD;
 action Play { trigger PlayerChoiceEvent; input Card card in cards; effect { turn.pass(); } }
 action Spy { trigger PlayerChoiceEvent; require {
   if (Other().mood > 5) {
     return false; }
   return Other().mood > 99; } effect { } }
 action Two { trigger PlayerChoiceEvent;
   require { return Other().mood < 5; }
   require { return Other().mood > 5; } effect { } }
 action Any { trigger PlayerChoiceEvent; input Card any {
   if (any.value == 9) { return false; }
   if (any.value == MOOD) {
     return false; }
   return any.value > 99; } effect { } }
 action Own { require { return cards.length > 5; } trigger PlayerChoiceEvent; effect { } }
 function Other { returns Hand; effect { return Hand[this.player + 1]; } } }
setup { for (player p in player.all()) { Hand h = new Hand(); h.assign(p);
  h.cards.add(new Card() { value = 9; });
  if (p == 1) { for (number i = 0; i < SIZE; i += 1) { h.cards.add(new Card() { value = MOOD; }); } } } }"""


def test_why_tells_nothing_that_is_hidden() -> None:
    """Whatever the other player has, the answer is the same to the letter."""
    answers = {
        told(seated(SPIES.replace("MOOD", mood).replace("SIZE", size))) for mood in ("1", "8") for size in ("1", "4")
    }
    assert len(answers) == 1
    answer = answers.pop()
    assert "Spy, Hand: a require says no" in answer  # the test as a whole
    assert "Two, Hand: one of its tests says no, this one or a later one" in answer
    assert "Own, Hand: a require says no" in answer  # what is one's own can be spoken of
    assert "Any, Hand: there is nothing to choose for `any`" in answer and "none of" not in answer


def test_after_why_everything_is_as_before() -> None:
    table = seated(SPIES.replace("MOOD", "3").replace("SIZE", "2"))
    before = table.state.save()
    told(table)
    assert table.state.save() == before
    table.choose(0)
    table.choose(0)
    assert table.state.decision is not None and table.state.decision.player == 1


# ---- hints and chance


def test_a_hint_does_not_know_the_dice() -> None:
    """A bet on a number of ten wins a tenth of the time; who knew the draw would win always."""
    text = """global class S { action Bet { trigger PlayerChoiceEvent; input number n from 0 to 9;
    effect { if (random(10) == n) { winner player.active(); } winner player.active() + 1; } } } setup {}"""
    for seed in range(3):
        state: State = game(text, head=HEAD).start(seed)
        state.choose(0)
        assert find_best(state, 300, 1)[1] < 0.7


def test_a_hint_where_choices_are_hidden(tmp_path: Path) -> None:
    """Who thinks never looks at them (test_secrets_thinking.py)."""
    rules = tmp_path / "rps.tgpl"
    rules.write_text(RPS, encoding="utf-8")
    assert "games in the head" in piped("hint\n", str(rules), home=tmp_path)


# ---- the curtain

RPS = (
    HEAD + 'global class G { action Throw { trigger PlayerChoiceEvent; input string what in { "rock", "paper" };\n'
    'effect { log(player.active() + " " + what); } } }\nturn T { simultaneous phase P { } }\nsetup { }\n'
)
CARDS = (
    HEAD + "class Hand { private number card = 0;\n"
    'action Play { trigger PlayerChoiceEvent; input string card_ in { "ace" + this.player, "king" + this.player };\n'
    "effect { turn.pass(); } } }\nsetup { for (player p in player.all()) { Hand h = new Hand(); h.assign(p); } }\n"
)


def test_choices_at_the_same_time_are_behind_a_curtain(tmp_path: Path) -> None:
    rules = tmp_path / "rps.tgpl"
    rules.write_text(RPS, encoding="utf-8")
    out = piped("rock\n", str(rules), home=tmp_path)
    assert out.index("player 0: rock") < out.index("===== player 1 =====")


def test_words_for_one_player_are_not_answers_of_another(tmp_path: Path) -> None:
    rules = tmp_path / "cards.tgpl"
    rules.write_text(CARDS, encoding="utf-8")
    out = piped("ace0 king1\n", str(rules), home=tmp_path)
    assert "player 1: king1" not in out


def test_only_enter_opens_the_curtain(tmp_path: Path) -> None:
    """What is typed there was meant for somebody else."""
    rules = tmp_path / "cards.tgpl"
    rules.write_text(CARDS, encoding="utf-8")
    typist = Typist(tmp_path, "play", str(rules), "--seed", "1")
    typist.until("see the screen. ")
    typist.type("ace0\n")
    shown = typist.until("see the screen. ")
    assert "Press Enter alone" in shown and "player 0> " not in shown
    typist.type("quit\n")
    assert typist.code() == 0


def test_nothing_shows_through_the_curtain(tmp_path: Path) -> None:
    """Neither the Tab key nor the history of what was typed; and rules that change there do not break it."""
    rules = tmp_path / "cards.tgpl"
    rules.write_text(CARDS, encoding="utf-8")
    typist = Typist(tmp_path, "play", str(rules), "--seed", "1", "--watch")
    typist.until("see the screen. ")
    typist.type("\n")
    typist.until("player 0> ")
    time.sleep(0.2)
    typist.type("ace0\n")
    typist.until("Player 1: press Enter when nobody else can see the screen. ")
    time.sleep(0.2)
    typist.type("\t\t\x1b[A\x1b[A")
    time.sleep(0.3)
    rules.write_text(CARDS.replace('"ace"', '"joker"'), encoding="utf-8")
    shown = typist.until("[Y/n] ")
    assert "ace" not in shown and "king" not in shown and "player 0's choice, is no longer possible" in shown
    typist.type("n\n")
    typist.until("see the screen. ")
    typist.type("\n")
    assert "ace0" not in typist.until("player 1> ")
    typist.type("quit\n")
    typist.until("The match is kept")
    assert typist.code() == 0


# ---- files


def test_saving_does_not_cost_anybody_their_rules(tmp_path: Path) -> None:
    rules = tmp_path / "tris.tgpl"
    rules.write_text(TRIS.read_text(encoding="utf-8"), encoding="utf-8")
    out = piped(f"save {rules}\n", str(rules), home=tmp_path)
    assert "nothing was written" in out
    piped("", str(rules), "--record", str(rules), home=tmp_path, code=1)
    assert rules.read_text(encoding="utf-8") == TRIS.read_text(encoding="utf-8")


def test_a_resumed_match_takes_back_what_a_person_chose(tmp_path: Path) -> None:
    piped("1,1\n0,0\n", str(TRIS), "--seed", "3", home=tmp_path)
    out = piped("undo\nundo\nundo\n", str(TRIS), "--resume", home=tmp_path)
    assert out.count("1 choice taken back.") == 2 and "There is nothing to take back." in out


@pytest.mark.parametrize("change", ["missing", "broken"])
def test_an_import_that_is_mended(tmp_path: Path, change: str) -> None:
    library, rules = tmp_path / "lib.tgpl", tmp_path / "main.tgpl"
    good = "function One { returns number; effect { return 1; } }\n"
    library.write_text(good, encoding="utf-8")
    rules.write_text(
        HEAD + 'import "lib";\nglobal class S { number n = One(); action A { trigger PlayerChoiceEvent; '
        "effect { turn.pass(); } } }\nsetup { }\n",
        encoding="utf-8",
    )
    typist = Typist(tmp_path, "play", str(rules), "--seed", "1", "--watch")
    typist.until("player 0> ")
    if change == "missing":
        library.unlink()
    else:
        library.write_text("function One {", encoding="utf-8")
    assert "goes on with the old ones" in typist.until("player 0> ")
    beside = tmp_path / "lib.new"
    beside.write_text(good.replace("return 1", "return 7"), encoding="utf-8")
    beside.replace(library)  # as editors do
    assert "n 7" in typist.until("player 0> ")
    typist.type("quit\n")
    typist.until("Good-bye")
    assert typist.code() == 0


def test_characters_that_a_player_typed_too_many_are_not_the_next_ones(tmp_path: Path) -> None:
    rules = Path(__file__).parent.parent.parent / "examples" / "tictactoe" / "tictactoe.snt"
    out = piped("00" + "11\n", str(rules), home=tmp_path)
    assert "(not read: 11)" in out and " X |   |   " in out and " O " not in out
