"""What is typed is what is played: whole lines, against a match."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from games import EXAMPLES, example
from programs.lines import GAMES, SETS, sitting
from programs.trial import Wrong
from short_games import game
from tables import TRIS, piped
from tgpl.apps.terminal.answer import Picked, Unclear
from tgpl.apps.terminal.line import Step, Understood, understand
from tgpl.apps.terminal.screen import Screen, make_console
from tgpl.apps.terminal.words import fits, is_whole, split_line, split_name
from tgpl.compile import compile_rules
from tgpl.draw.boards import draw_boards
from tgpl.draw.scene import Scene
from tgpl.runtime.state import State
from tgpl.runtime.view import name_tiles
from tgpl.text.files import Folder

HEAD = 'game "t";\nplayers 2;\n'
EXAMPLE = {path.stem: path for path in EXAMPLES}


def started(text: str, seed: int = 1) -> State:
    return game(text, head=HEAD).start(seed)


def read(state: State, typed: str) -> Understood | Unclear:
    """What a line says; looking leaves no trace."""
    before = state.save()
    found = understand(typed, state, Screen(make_console()).sight(state))
    assert state.save() == before
    return found


def says(state: State, typed: str) -> list[str] | str:
    """The names of what a line chooses, or why it chooses nothing."""
    found = read(state, typed)
    if isinstance(found, Unclear):
        return found.words
    return [step.label for step in found.steps if not step.forced]


def take(state: State, typed: str) -> None:
    found = read(state, typed)
    assert isinstance(found, Understood), found
    for step in found.steps:
        state.take(step.picked.number if step.picked.number is not None else [step.picked.value])


# ---- words


def test_words() -> None:
    assert split_name("Move: Pawn on Field (4, 6)") == ("move", "pawn", "on", "field", "4,6")
    assert split_name("SendWorker") == ("send", "worker") and split_name("buy_silk") == ("buy", "silk")
    assert [line.part(0) for line in split_line("e2e4")] == [("e2e4",), ("e2", "e4")]
    assert ("e2", "e4") in [line.part(0) for line in split_line("E2xE4")]
    assert ("e7", "e8", "q") in [line.part(0) for line in split_line("e7e8q")]
    assert [line.part(0) for line in split_line("4,6-4,4 #3 -1 2.5")] == [("4", "6", "4", "4", "#3", "-1", "2.5")]
    assert len(split_line("a1x" * 8)) <= 8 and len(split_line("a1" * 4000)) == 1
    many = ("a",) * 40
    assert not fits((*many, "b"), many * 2, cut=True) and fits(many, many * 2, cut=True)  # and that soon


def test_parts_of_names_keep_their_order_and_use_every_word() -> None:
    name = split_name("Move: Pawn on Field (4, 6)")
    assert fits(("pawn", "4", "6"), name, cut=False) and fits(("move", "field"), name, cut=False)
    assert not fits(("pawn", "move"), name, cut=False) and not fits(("4",), name, cut=False)
    assert not fits(("pawn", "4", "6", "4", "4"), name, cut=False)
    assert fits(("pa", "4", "6"), name, cut=True) and not fits(("awn",), name, cut=True)
    assert is_whole(("sendworker",), split_name("SendWorker")) and is_whole(
        ("send", "worker"), split_name("SendWorker")
    )


# ---- places and numbers


def test_a_taken_field_is_said_to_be_taken() -> None:
    state = example(TRIS).start(3)
    take(state, "1 1")
    for typed in ("1 1", "1,1", "(1, 1)", "mark 1 1", "01,01"):
        told = says(state, typed)
        assert "Field (1, 1) cannot be chosen now" in told, told
    assert "'5,5' is not offered" in says(state, "5,5")
    assert says(state, "0 1") == says(state, "Mark: 0,1")[-1:] == ["Field (0, 1)"]


def test_numbers_that_are_shown_are_no_places_in_the_list() -> None:
    state = example(TRIS).start(3)
    assert "#3 is Field (2, 0)" in says(state, "3") and says(state, "#3") == ["Field (2, 0)"]
    hounds = example(EXAMPLE["hare_and_hounds"]).start(3)
    assert says(hounds, "3") == ["Chase: Hound on Point 3"]
    assert "#2 is Chase: Hound on Point 1" in says(hounds, "2")
    hidden = started(NUMBERED)  # names without numbers, but numbers on the board
    take(hidden, "go")
    assert "#2 is south" in says(hidden, "2") and says(hidden, "south") == ["south"]


NUMBERED = """tile T { string way; number n; display { name "{way}"; symbol "{n}"; } }
board B { group G { geometry graph; default { for (string way in { "north", "south" }) {
  this.add(new T() { way = way; n = 3 - tiles.length; }); } } } }
global class S { B b = new B(); action Go { trigger PlayerChoiceEvent; input T to; effect { turn.pass(); } }
  action Stay { trigger PlayerChoiceEvent; effect { turn.pass(); } } } setup {}"""


def test_a_number_alone_is_a_place_where_there_are_no_other_numbers() -> None:
    state = started("""global class S { action A { trigger PlayerChoiceEvent; effect { turn.pass(); } }
    action B { trigger PlayerChoiceEvent; effect { turn.pass(); } } } setup {}""")
    assert says(state, "2") == ["B"] and says(state, "#1") == ["A"]
    assert (
        "not offered" in says(state, "3") and "not offered" in says(state, "1 2") and "not offered" in says(state, "0")
    )


# ---- boards with letters and numbers

NAMED = """tile T {} tile U {} board B { group G { geometry square; grid { T, T; T, T; T, T; } display { columns "a-b"; rows "3-1"; } }
  group H { geometry square; grid { U, U; } display { columns "1-2"; rows "1"; } } }
interactable P placeable { action Go { trigger PlayerChoiceEvent; input T to { return to.pieces.length == 0; }
 effect { log("to " + to + ", not to " + S.b.H[1][0]); move_to(to); turn.pass(); } } }
global class S { B b = new B(); action Rest { trigger PlayerChoiceEvent; effect { turn.pass(); } }
 action Mark { trigger PlayerChoiceEvent; input U u; effect { turn.pass(); } } }
setup { P p = new P(); p.assign(0); p.move_to(S.b.G[0][2]); }"""


def test_fields_are_called_as_their_people_write_them() -> None:
    state = started(NAMED)
    assert says(state, "go b3") == ["Go", "b3"] and "nothing was played" in says(state, "go b4")
    assert "a1 cannot be chosen now" in says(state, "go a1")
    assert "such as a3" in says(state, "go 0,2")
    assert says(state, "mark 2,1") == says(state, "mark u (2, 1)") == ["Mark", "U (2, 1)"]
    take(state, "go b3")
    assert state.log == ["to T (1, 0), not to U (1, 0)"]  # in the rules it is what it always was
    assert name_tiles(state.log[0], state.game.rules) == "to b3, not to U (2, 1)"


def test_moves_of_chess() -> None:
    state = example(EXAMPLE["chess"]).start(1)
    for typed in ("e2e4", "e2-e4", "e2 e4", "e2xe4", "E2E4", "e2 to e4", "pawn e2 e4", "move e2 e4", "#5 #2"):
        assert says(state, typed) == ["Move: Pawn on e2", "e4"], typed
    for typed in ("e2e5", "e4", "e2e4e5", "4,6 4,4", "e2e", "ee4", "e22e4", "e2 e4 e7 e5", "e 2 e 4"):
        assert isinstance(says(state, typed), str), typed
    assert "another player's turn" in says(state, "e2e4 e7e5")
    state = example(EXAMPLE["draughts"]).start(1)
    assert says(state, "c3d4") == ["Step: man on c3", "d4"]


def test_named_borders() -> None:
    state = started(NAMED)
    lines = [
        "".join(words for words, _ in line).rstrip() for line in draw_boards(Scene(state.view(0)), frozenset(), 20)
    ]
    assert lines[1:4] == ["     a   b", "   ┌───┬───┐", " 3 │ · │ · │"] and "     1   2" in lines


# ---- whole lines


def test_every_word_is_used_or_refused() -> None:
    state = example(EXAMPLE["breakthrough"]).start(3)
    assert state.decision is not None
    first = state.decision.options[1].label
    for typed in (f"{first} nowhere", f"{first} {first}", f"{first} #9", f"nothing {first}"):
        assert isinstance(says(state, typed), str), typed
    assert "nothing was played" in says(state, f"{first} nowhere")


MOVES = """tile T {} board B { group G { geometry square; grid 3 by 3 of T; } }
interactable P placeable { action Go { trigger PlayerChoiceEvent; input T to { return to.pieces.length == 0; }
 input number fuel from 1 to 2; effect { move_to(to); turn.pass(); } } }
global class S { B b = new B(); } setup { P p = new P(); p.assign(0); p.move_to(S.b.G[0][0]);
 P q = new P(); q.assign(0); q.move_to(S.b.G[2][2]); P r = new P(); r.assign(1); r.move_to(S.b.G[1][1]); }"""


def test_a_line_is_played_whole_or_not_at_all() -> None:
    state = started(MOVES)
    assert says(state, "0,0 0,1 2") == ["Go: P on T (0, 0)", "T (0, 1)", "2"]
    assert says(state, "0 0 0 1 2") == says(state, "go p 0,0 to 0,1 fuel 2") == says(state, "0,0-0,1 2")
    assert "T (1, 1) cannot be chosen now" in says(state, "0,0 1,1") and "nothing was played" in says(state, "0,0 1,1")
    assert "Type one of 1, 2" in says(state, "0,0 0,1 3")
    assert "another player's turn" in says(state, "0,0 0,1 2 1,1")
    assert "fits more than one" in says(state, "p")
    assert says(state, "0,0 0,1") == ["Go: P on T (0, 0)", "T (0, 1)"]


def test_what_follows_a_part_of_a_name_is_no_answer_of_its_own() -> None:
    state = started("""global class S { action Keep { trigger PlayerChoiceEvent; input List<string> some
    in { "ace of clubs", "ten of hearts", "die 4", "die 5" }; effect { turn.pass(); } } } setup {}""")
    assert "is not offered with 'ace'" in says(state, "ace hearts")  # not the ace of clubs and then the ten
    assert (
        says(state, "ace of clubs hearts")
        == ["ace of clubs", "ten of hearts"]
        == says(state, "ace of clubs, ten of hearts")
    )
    take(state, "die 4")
    assert "not offered" in says(state, "die 4") and says(state, "die 5") == ["die 5"]
    state = started(MOVES.replace("q.assign(0)", "q.assign(1)"))
    assert isinstance(says(state, "p 0,1"), str)  # the one piece is on 0,0


def test_several_ways_are_told() -> None:
    state = started("""global class S { action A { trigger PlayerChoiceEvent; input number n; input number m;
    effect { turn.pass(); } } action B { trigger PlayerChoiceEvent; effect { } } } setup {}""")
    take(state, "a")
    told = says(state, "2,5")
    assert "several ways: 2.5 (type 2.5); 2, then 5 (type 2 5)" in told, told
    assert says(state, "2 5") == ["2", "5"] and says(state, "2.5") == ["2.5"]
    assert "no number" in says(state, "inf") and "no number" in says(state, "two")


def test_chance_and_secrets_are_not_looked_behind() -> None:
    dice = started("""global class S { action Roll { trigger PlayerChoiceEvent; effect {
      number face = roll(1d6); input number n from face to 6; turn.pass(); } }
      action Stop { trigger PlayerChoiceEvent; effect { turn.pass(); } } } setup {}""")
    assert len({str(says(dice, f"roll {n}")).replace(str(n), "") for n in range(1, 7)}) == 1
    assert "chance decides" in says(dice, "roll 6")
    cards = """interactable Card { string name; display { name "{name}"; } }
    stack Pile { returns Card; default { push(new Card() { name = "TOP"; }); push(new Card() { name = "low"; }); } }
    class Hand { private List<Card> cards = {};
      action Draw { trigger PlayerChoiceEvent; effect { cards.add(S.pile.pop() as Card); turn.pass(player.active()); } }
      action Play { trigger PlayerChoiceEvent; input Card card in cards; input number where from 1 to 2; effect { turn.pass(); } } }
    global class S { Pile pile = new Pile(); }
    setup { for (player p in player.all()) { Hand h = new Hand(); h.assign(p); h.cards.add(new Card() { name = "ace"; }); } }"""
    told = set()
    for top in ("king", "queen"):
        state = started(cards.replace("TOP", top))
        told |= {says(state, "draw play king")}
        assert says(state, "play ace 2") == ["Play", "ace", "2"]  # what it asks before anything is done
    assert len(told) == 1 and "you do not know yet" in told.pop()


def test_what_others_chose_at_the_same_time_is_not_looked_behind() -> None:
    state = started("""global class S { action Throw { trigger PlayerChoiceEvent; input string what in { "rock", "paper" };
    effect { if (what == "rock") { winner 0; } } } } turn T { simultaneous phase P { } } setup {}""")
    told = []
    for first in ("rock", "paper"):
        with state.branch():
            take(state, first)
            told.append(says(state, "rock rock"))
    assert told[0] == told[1]


# ---- lists, and yes or no

LIST = """global class S { action Pick { trigger PlayerChoiceEvent;
input List<string> some in { "rock", "paper", "dove" } { return some.length > 0; } effect { turn.pass(); } } } setup {}"""


def test_a_list_ends_only_with_done() -> None:
    state = started(LIST)
    take(state, "rock")
    assert state.decision is not None and [option.label for option in state.decision.options] == [
        "paper",
        "dove",
        "done",
    ]
    assert says(state, "do") == ["dove"] and "not offered" in says(state, "don")
    assert "not offered" in says(state, "3")  # `done` is the third, but a number does not end a list
    assert says(state, "done") == says(state, "DONE") == says(state, "#3") == ["done"]
    fresh = started(LIST)
    assert says(fresh, "rock, paper, done") == ["rock", "paper", "done"]
    assert "another player's turn" in says(fresh, "rock paper done done")


def test_yes_and_no() -> None:
    state = started(
        """global class S { action A { trigger PlayerChoiceEvent; input bool sure; effect { turn.pass(); } } } setup {}"""
    )
    for typed, label in (
        ("yes", "true"),
        ("Y", "true"),
        ("TRUE", "true"),
        ("t", "true"),
        ("no", "false"),
        ("n", "false"),
        ("F", "false"),
    ):
        assert says(state, typed) == [label]
    for typed in ("maybe", "yess", "nope", "yes no", "0", "3"):
        assert isinstance(says(state, typed), str), typed


def test_texts() -> None:
    state = started("""global class S { action Say { trigger PlayerChoiceEvent; input string w; effect { log(w); turn.pass(); } }
    action B { trigger PlayerChoiceEvent; effect { } } } setup {}""")
    for typed, said in (("say a b 3,4", "a b 3,4"), ('say "x y"', "x y"), ("say e2e4", "e2e4"), ('say ""', "")):
        found = read(state, typed)
        assert isinstance(found, Understood) and found.steps[-1].picked == Picked(None, said), found
    assert isinstance(read(state, 'say "x" y'), Unclear)


# ---- commands


def test_commands_in_other_words(tmp_path: Path) -> None:
    for leave in ("q", "Q", "exit", "QUIT", ":q"):
        out = piped(f"?\n1,1\nUNDO\nundo 3\n{leave}\n0,0\n", str(TRIS), "--seed", "3", home=tmp_path)
        assert "Choose by number" in out and "1 choice taken back" in out and "'undo 3' is not offered" in out
        assert "Field (0, 0) (Mark" not in out


def test_options_that_are_called_like_commands(tmp_path: Path) -> None:
    rules = tmp_path / "r.tgpl"
    rules.write_text(
        HEAD
        + 'global class S { action A { trigger PlayerChoiceEvent; input string w in { "save the king", "q", "other" };\n'
        'effect { log("did " + w); turn.pass(); } } }\nsetup { }\n',
        encoding="utf-8",
    )
    out = piped("save the king\nq\n:q\n", str(rules), home=tmp_path)
    assert "did save the king" in out and "did q" in out


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_whole_names_and_places_are_always_understood(path: Path) -> None:
    state = example(path).start(5)
    for turn in range(12):
        decision = state.decision
        if decision is None or decision.free is not None:
            break
        labels = [option.label for option in decision.options]
        is_set = decision.chosen is not None and decision.chosen.is_set  # of which one thing alone is not yet a choice
        for number, label in enumerate(labels) if turn % 3 == 0 or len(labels) < 40 else ():
            found = read(state, f"#{number + 1}")
            assert isinstance(found, Understood) and (is_set or found.steps[-1].picked.number == number)
            if labels.count(label) == 1 and label:
                found = read(state, label.upper())
                assert isinstance(found, Understood) and (is_set or found.steps[-1].picked.number == number)
        state.choose(turn * 7 % len(decision.options))


# ---- the typist


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.stem}{path.suffix}")
def test_what_is_played_is_what_the_line_names(path: Path) -> None:
    """More of it: scripts/type_lines.py."""
    counts = sitting(GAMES.index(path) + 7 * len(GAMES), lines=25)
    assert counts.total() == 25 and counts["played"] > 0


def test_a_wrong_move_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The typist finds what used to be wrong: words as a set, and a place in the list for whatever is not known."""
    first = Understood((Step(Picked(0), ""),))
    monkeypatch.setattr("tgpl.apps.terminal.loop.understand", lambda typed, state, sight, picked: first)
    with pytest.raises(Wrong):
        sitting(GAMES.index(TRIS), lines=50)


# ---- sets


def rest(state: State, typed: str, picked: tuple[int, ...] = ()) -> list[str] | str:
    """What a line chooses, and what of a set that is not whole yet it names."""
    found = understand(typed, state, Screen(make_console()).sight(state), picked)
    if isinstance(found, Unclear):
        return found.words
    return [*(step.label for step in found.steps if not step.forced), *(f"({label})" for label in found.labels)]


def test_of_a_set_several_are_named_at_once_and_in_any_order() -> None:
    state = compile_rules(Folder.of_main(str(SETS))).game().start(1)
    whole = ["Pay", "Copper", "Copper", "Gold"]
    for typed in (
        "pay 2x copper gold",
        "pay gold, copper, copper",
        "pay gold and 2 x copper",
        "pay copper gold copper",
    ):
        assert rest(state, typed) == whole, typed
    assert rest(state, "pay gold") == ["Pay", "(Gold)"]  # two more are wanted
    assert rest(state, "pay rank 0, rank 0, gold ring") == ["Pay", "rank 0", "rank 0", "Gold Ring"]
    assert "cannot be chosen with Gold, Gold" in rest(state, "pay 3 x gold")
    assert "nothing was played" in rest(state, "pay copper copper copper copper")
    assert "not enough" in rest(state, "pay gold done")
    assert "'silver' is not offered" in rest(state, "pay gold silver")
    assert rest(state, "gild 2 gold copper player 1") == ["Gild", "Copper", "Gold", "Gold", "player 1"]
    assert rest(state, "gild copper done player 1") == ["Gild", "Copper", "done", "player 1"]
    assert rest(state, "gild gold done player 1") == ["Gild", "Gold", "player 1"]  # no other comes behind it
    assert rest(state, "bet 1 1 2 done none") == ["Bet", "1", "1", "2", "done", "none"]
    assert rest(state, "bet 1, 1, 2, 5") == ["Bet", "1", "1", "2", "5"]


def test_places_of_a_set_are_those_of_the_list_that_was_shown() -> None:
    state = compile_rules(Folder.of_main(str(SETS))).game().start(1)
    take(state, "gild")
    assert rest(state, "1 2 1") == ["Copper", "Copper", "Gold"] and rest(state, "2 1") == ["(Gold)", "(Copper)"]
    assert rest(state, "2 copper") == ["(Copper)", "(Copper)"] and rest(state, "#2") == ["(Gold)"]
    assert rest(state, "#2 #1 #1") == ["Copper", "Copper", "Gold"]
    assert rest(state, "1", picked=(0, 3)) == ["Copper", "Copper", "Gold"]  # to what was named before
    assert isinstance(rest(state, "1 2 9"), str) and "fits more than one" not in rest(state, "1 2 9")


def test_what_is_named_of_a_set_is_what_is_played() -> None:
    counts = sum((sitting(number, 40, SETS) for number in range(4)), Counter())
    assert counts.total() == 160 and counts["played"] > 40


def test_a_set_at_the_table(tmp_path: Path) -> None:
    lines = ("gild", "gold", "copper", "undo", "why done", "2 copper", "undo", "undo", "undo", "quit")
    shown = piped("\n".join(lines) + "\n", str(SETS), "--seed", "1", home=tmp_path)
    assert "choose 1 to 3 for `metal`" in shown and "so far: Gold, Copper (`undo` takes the last back)" in shown
    assert "what is chosen so far" not in shown  # one is fine
    assert shown.count("so far: Gold (`undo`") == 2 and "player 0: Copper" in shown
    assert "3 × Copper" in shown and "so far: 2 × Copper" in shown
