"""What is hidden does not come out by the back door: options, numbers, what is told at the table; and what a running block
holds is seen by the player whom it asks, in every form of input."""

from __future__ import annotations

from pathlib import Path

import pytest

from alike import assert_alike, quick
from games import QUICK
from ranked_pieces import RANKS, ranked
from tables import piped
from tgpl.compile import Result, compile_rules
from tgpl.native.toolchain import compiler
from tgpl.text.files import Texts

compiles = pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="nothing here compiles C")

HANDS = """game "hands"; players 2;
interactable Card { number value = 0; }
event Passed { Card card; List<Card> cards; }
class Hand
{
    private List<Card> cards = {};
    private Card top = null;
    private List<number> numbers = { 3, 1, 2 };
    private List<string> words = { "b", "a" };
    private Table<number> ledger = { {"x", 1}, {"y", 2} };
    MEMBERS
}
MORE
setup
{
    for (player p in player.all())
    {
        Hand h = new Hand();
        h.assign(p);
        for (number i = 0; i < 3; i += 1) { Card c = new Card() { value = 10 * (1 + p) + i; }; h.cards.add(c); c.assign(p); }
        h.top = new Card() { value = 7; };
    }
}
"""
ACT = "action A { trigger PlayerChoiceEvent; "
END = "turn.pass(); } }"
SEEN = "Card (value 7)"


def compiled(members: str, more: str = "") -> Result:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": HANDS.replace("MEMBERS", members).replace("MORE", more)}))
    assert result.playable, [str(problem) for problem in result.problems]
    return result


def asked(result: Result, name: str, seed: int = 1) -> list[str | None]:
    """The options of the first question of that name, as player 0 sees them."""
    state = result.game().start(seed)
    while state.decision is not None and state.decision.name != name:
        state.choose(0)
    assert state.decision is not None and state.decision.player == 0, state.error
    shown: list[str | None] = state.view(0)["decision"]["options"]
    assert shown == [None if option.hidden else option.label for option in state.decision.options]
    return shown


HELD = {
    "a variable": (ACT + "effect { Card c = Hand[1].top; input Card d in { c }; log(1); " + END, ""),
    "a list": (ACT + "effect { Card c = Hand[1].top; input List<Card> d in { c }; log(1); " + END, ""),
    "optional": (ACT + "effect { Card c = Hand[1].top; optional input Card d in { c }; log(1); " + END, ""),
    "an argument": (
        ACT + "effect { F(x: Hand[1].top); " + END,
        "function F { function input Card x; player input Card d in { x }; returns; effect { log(1); } }",
    ),
    "a call of an action": (
        ACT + "effect { this.B(x: Hand[1].top); " + END + " action B { input Card x; input Card d in { x }; effect { log(1); } }",
        "",
    ),
    "an input before it": (ACT + "input Card x in { Hand[1].top }; input Card d in { x }; effect { log(1); " + END, ""),
    "an input of the action": (
        ACT + "input Card x in { Hand[1].top }; effect { input Card d in { x }; log(1); " + END,
        "",
    ),
    "a list that was chosen": (
        ACT + "input List<Card> x in { Hand[1].top } { return x.length == 1; } effect { input Card d in x; log(1); " + END,
        "",
    ),
    "an event": (
        ACT + "effect { event.throw(new Passed() { card = Hand[1].top; }); " + END
        + " action B { trigger Passed; require { return this.player == 0; } input Card d in { event.card }; effect { log(1); } }",
        "",
    ),
    "a list of an event": (
        ACT + "effect { event.throw(new Passed() { cards = { Hand[1].top }; }); " + END
        + " action B { trigger Passed; require { return this.player == 0; } effect { input Card d in event.cards; log(1); } }",
        "",
    ),
    "a loop": (ACT + "effect { for (Card c in { Hand[1].top }) { input Card d in { c }; log(1); } " + END, ""),
    "a filter": (ACT + "effect { Card c = Hand[1].top; input Card d in { c } { return d.value > 0; } log(1); " + END, ""),
}  # fmt: skip


@pytest.mark.parametrize("form", HELD)
def test_what_a_block_holds_is_seen_by_whom_it_asks(form: str) -> None:
    assert SEEN in asked(compiled(*HELD[form]), "d")


@compiles
@pytest.mark.parametrize("form", HELD)
def test_both_targets_know_what_is_held(form: str) -> None:
    result = compiled(*HELD[form])
    assert_alike(result.game(), quick(result), 3, 20)


UNSEEN = {
    "numbers": "input number d in Hand[1].numbers; effect { log(1); ",
    "numbers of a list": "input List<number> d in Hand[1].numbers; effect { log(1); ",
    "a copy": "input number d in Hand[1].numbers.copy(); effect { log(1); ",
    "some of them": "input number d in { Hand[1].numbers[0], 9 }; effect { log(1); ",
    "words": "input string d in Hand[1].words; effect { log(1); ",
    "keys": "input string d in Hand[1].Keys(); effect { log(1); ",
    "in an effect": "effect { input number d in Hand[1].numbers { return d > 0; } log(1); ",
    "optional": "effect { optional input number d in Hand[1].numbers; log(1); ",
    "cards": "input Card d in Hand[1].cards; effect { log(1); ",
}
KEYS = "function Keys { returns List<string>; effect { List<string> l = {}; for (string k in ledger.keys()) { l.add(k); } return l; } } "


@pytest.mark.parametrize("form", UNSEEN)
def test_what_lies_where_the_asked_player_cannot_look_has_no_label(form: str) -> None:
    result = compiled(KEYS + ACT + UNSEEN[form] + END)
    shown = [label for label in asked(result, "d") if label not in ("done", "none")]
    assert shown and set(shown) == {None}
    orders = set()
    for seed in range(12):
        state = result.game().start(seed)
        while state.decision is not None and state.decision.name != "d":
            state.choose(0)
        assert state.decision is not None
        orders.add(tuple(str(option.key) for option in state.decision.options))
    assert len(orders) > 1, "the order is drawn by chance"


@compiles
@pytest.mark.parametrize("form", UNSEEN)
def test_both_targets_hide_alike(form: str) -> None:
    result = compiled(KEYS + ACT + UNSEEN[form] + END)
    assert_alike(result.game(), quick(result), 4, 20)


def test_ones_own_numbers_are_seen() -> None:
    result = compiled(ACT + "input number d in numbers; effect { log(1); " + END)
    assert asked(result, "d") == ["3", "1", "2"]


# ---- ranks


def test_a_rank_cannot_be_read_off_the_order() -> None:
    states = [ranked(a) for a in range(4)]
    for state in states:
        assert state.decision is not None
        assert [option.label for option in state.decision.options] == [f"Token on Spot ({x}, 0)" for x in range(4)]
    assert all(state.view(0) == states[0].view(0) for state in states)
    assert all(state.view(None) == states[0].view(None) for state in states)


def test_nobody_is_told_that_a_private_attribute_changed(tmp_path: Path) -> None:
    rules = tmp_path / "ranks.tgpl"
    rules.write_text(RANKS, encoding="utf-8")
    out = [piped(f"{a}\nstate\nquit\n", str(rules), "--seed", "5", home=tmp_path / str(a)) for a in (0, 3)]
    assert all("fired because of" not in shown for shown in out)
    first, second = (shown[shown.index("===== player 0") :] for shown in out)
    assert first.replace("-2", "-1") == second.replace("-2", "-1")


# ---- draws that are taken back


THROW = """game "throw"; players 2;
class Cup { number eyes = 0; action Throw { trigger PlayerChoiceEvent; effect { eyes = 1 + random(6); turn.pass(); } }
    action Wait { trigger PlayerChoiceEvent; effect { turn.pass(); } } }
setup { for (player p in player.all()) { Cup c = new Cup(); c.assign(p); } }
turn T { default { return player.active() + 1; } }
"""


def test_who_takes_a_throw_back_says_so_to_all(tmp_path: Path) -> None:
    rules = tmp_path / "throw.tgpl"
    rules.write_text(THROW, encoding="utf-8")
    out = piped("throw\nundo\nwait\nundo\nquit\n", str(rules), "--seed", "1", home=tmp_path)
    assert out.count("comes again as it was") == 1
    assert out.index("comes again as it was") < out.index("player 0> wait")


def test_going_back_to_a_saved_match_says_so_too(tmp_path: Path) -> None:
    rules, saved = tmp_path / "throw.tgpl", tmp_path / "before.json"
    rules.write_text(THROW, encoding="utf-8")
    typed = f"save {saved}\nthrow\nload {saved}\nwait\nload {saved}\nquit\n"
    out = piped(typed, str(rules), "--seed", "1", home=tmp_path)
    assert out.count("comes again as it was") == 1
