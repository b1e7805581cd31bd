"""Decisions in odd places: asked again, refused, hidden, in the middle of things."""

from __future__ import annotations

import pytest

from short_games import HEAD, game, played
from tgpl.agents.perft import perft
from tgpl.compile import compile_rules
from tgpl.runtime.state import BadChoice, State
from tgpl.text.files import Texts


def codes(text: str) -> list[str]:
    return [problem.code for problem in compile_rules(Texts("main.tgpl", {"main.tgpl": HEAD + text})).problems]


def labels(state: State) -> list[str]:
    assert state.decision is not None
    return [option.label for option in state.decision.options]


# ---- questions without an answer


def test_a_test_that_cannot_be_answered_is_an_error() -> None:
    state = played(
        """function Pick { auto input player t { return t == 9; } returns player; effect { return t; } }
        global class S { action A { require { return Pick() == 0; } trigger PlayerChoiceEvent; effect { winner 0; } } }
        setup {}"""
    )
    assert state.ended == "error" and state.error is not None and state.error.code == "R712"
    assert state.error.place is not None and state.error.place.line == 3


@pytest.mark.features("T31")
def test_an_unanswerable_input_takes_no_other_answer() -> None:
    state = played(
        """event E {}
        global class S {
          action one { trigger E {} input bool k; input number t from 1 to 3 { return t > 9; } effect { log("never " + t); } }
          action two { trigger E {} input player p; effect { log("two " + p); } } }
        setup { event.throw(new E()); }
        turn M { phase Z { winner 0; } default { return 0; } }"""
    )
    assert state.log == ["two 0"]


def test_an_unanswerable_input_in_a_simultaneous_phase() -> None:
    state = played(
        """class P { action a { trigger PlayerChoiceEvent; effect {
             if (this.player == 0) { input List<number> l from 1 to 2 { return l.length > 4; } log("never " + l); }
             else { input bool q; log("q " + q); } } } }
        turn M { simultaneous phase X; default { winner 0; } }
        setup { for (player p in player.all()) { P o = new P(); o.assign(p); } }"""
    )
    assert state.log == ["The choice of player 0 (a) is lost: There is nothing to choose for `l`.", "q true"]


@pytest.mark.features("T32")
def test_what_feeds_an_input_is_a_test() -> None:
    function = "function g { input player z; returns player; effect { return z; } }\n"
    assert "E405" in codes(function + "setup { player g() input number n from 1 to 2; log(n); }")
    assert "E405" in codes(function + "setup { input number n from 1 to g(); log(n); }")
    throwing = "event E {} function h { returns List<number>; effect { event.throw(new E()); return { 1 }; } }\n"
    assert "E405" in codes(throwing + "setup { input number n in h(); log(n); }")


# ---- freely named values


def test_a_named_value_is_tested_where_it_is_asked() -> None:
    rules = game(
        """global class S { number k = 0; action A { trigger PlayerChoiceEvent;
             effect { k = 5; log("asks"); input number n { return n > k; } log("n=" + n + " k=" + k); winner 0; } } }
        setup {}"""
    )
    state = rules.start()
    state.choose(0)
    assert labels(state)[0] == "6" and state.log == ["asks"]
    before = state.save()
    for wrong in (3, 5.0, "six", float("nan"), float("inf"), None, True):
        with pytest.raises(BadChoice):
            state.name(wrong)
        assert state.save() == before and state.decision is not None
    state.name(6.5)
    assert state.log == ["asks", "n=6.5 k=5"] and state.choices == [0, [6.5]]
    assert rules.replay(0, 2, state.choices).save() == state.save()


def test_a_filter_that_breaks_on_a_named_value() -> None:
    state = game("setup { input number n { return 10 / (n - 200) < 2; } log(n); winner 0; }").start()
    state.name(200)
    assert state.ended == "error" and state.error is not None and state.error.code == "R704"


def test_a_filter_that_breaks_on_a_proposal() -> None:
    state = played("setup { List<number> l = { 7, 8, 9 }; input number n { return l[n] == 8; } log(n); winner 0; }")
    assert state.log == ["1"]


def test_free_inputs_are_looked_ahead_at() -> None:
    never = """tile T {} board B { group G { geometry square; grid { T; } } }
        global class S { B b1 = new B(); action A { trigger PlayerChoiceEvent; input number k; input T t { return t.x > 5; } effect { log(k + " " + t); } } }
        setup {}"""
    assert played(never).ended == "stuck"
    later = """global class S { action A { trigger PlayerChoiceEvent; input number k; input number j from 1 to 3 { return j == k; }
             effect { winner j; } } }
        setup {}"""
    state = game(later).start()
    state.choose(0)
    assert labels(state) == ["1", "2", "3"]
    with pytest.raises(BadChoice):
        state.name(7)
    state.name(2)
    assert labels(state) == ["2"]


def test_a_value_that_is_ruled_out_cannot_be_named_again() -> None:
    state = game(
        """global class S { action A { trigger PlayerChoiceEvent; input number k { return k < 2 || k > 150; }
             effect { if (k < 150) { fail "too low"; } winner 0; } } }
        setup {}"""
    ).start()
    for value in (0, 1):
        state.choose(0)
        state.name(value)
        assert state.refused == "too low"
        state.choose(0)
        with pytest.raises(BadChoice):
            state.name(value)
        state = state.game.replay(0, 2, state.choices[:-1])
    state.choose(0)
    assert labels(state) == []  # nothing that a machine would try
    state.name(200)
    assert state.ended == "winner"


def test_a_machine_that_knows_no_value_chooses_something_else() -> None:
    state = played(
        """global class S { action A { trigger PlayerChoiceEvent; input string s { return s == "xyzzy"; } effect { winner 0; } }
                            action B { trigger PlayerChoiceEvent; effect { winner 1; } } }
        setup {}"""
    )
    assert state.ranking == [[1]]


# ---- what is in the game


@pytest.mark.features("T62")
def test_what_an_event_carries_is_in_the_game() -> None:
    state = played(
        """event E { C c; }
        class C { action hear { trigger E {} effect { log("C hears"); } } }
        global class S { action a { trigger E {} auto input C c; effect { log("a has " + c); } }
                         action b { auto input List<C> all; input C one { return true; } effect { log("b has " + all.length + one); } } }
        setup { event.throw(new E() { c = new C(); }); S.b(one: new C()); }
        turn M { phase Z { winner 0; } default { return 0; } }"""
    )
    assert state.log == ["b has 2C", "C hears", "a has C"]


# ---- simultaneous phases

CARDS = """interactable Card { number v = 1; }
    global class S { List<Card> pool = {}; bool open = true; action Close { trigger Shut {} effect { open = false; log("closed by " + player.active()); } } }
    event Shut {}
    class P { action a { require { return S.open; } trigger PlayerChoiceEvent; input Card c;
        effect { log(this.player + " takes"); c.discard(); if (c.v == 2) { event.throw(new Shut()); } if (c.v == 3) { event.throw(new Late()); } } }
        action late { trigger Late {} effect { if (this.player == 0) { fail "late"; } } } }
    event Late {}
    turn M { simultaneous phase X; default { winner {}; } }
    setup { for (number v = 1; v < 4; v += 1) { S.pool.add(new Card() { v = v; }); } for (player p in player.all()) { P o = new P(); o.assign(p); } }"""


@pytest.mark.features("T63")
def test_simultaneous_choices_are_tested_again() -> None:
    rules = game(CARDS)
    taken = rules.replay(0, 2, [0, 0, 0, 0])
    assert taken.log == ["0 takes", "The choice of player 1 (a) is lost: it is no longer possible."]
    closed = rules.replay(0, 2, [0, 1, 0, 0])
    assert closed.log == ["0 takes", "closed by 0", "The choice of player 1 (a) is lost: it is no longer possible."]
    failed = rules.replay(0, 2, [0, 2, 0, 0])
    assert failed.log == ["The choice of player 0 (a) is lost: late", "1 takes"]
    assert failed.ended == "winner"


# ---- chance that is only looked at


@pytest.mark.features("T29")
def test_any_member_of_a_group_may_be_asked() -> None:
    rules = game(
        """event Go {} group class Team { action Vote { trigger Go {} input bool yes; effect { log("" + yes); } } }
        global class Other { action Act { trigger PlayerChoiceEvent; effect { event.throw(new Go()); } } }
        setup { Team t = new Team(); t.assign(1); t.assign(2); t.assign(3); }""",
        'game "t";\nplayers 4;\n',
    )
    state = rules.start()
    asked = []
    for _ in range(30):
        state.choose(0)
        assert state.decision is not None
        asked.append(state.decision.player)
        state.choose(0)
    assert set(asked) == {1, 2, 3}
    member = game("""event Go {} group class Team { action Vote { trigger Go {} input bool yes; effect { log("" + yes); } } }
        setup { Team t = new Team(); t.assign(0); t.assign(1); event.throw(new Go()); }""").start()
    assert member.decision is not None and member.decision.player == 0


def test_tests_cannot_foresee_chance() -> None:
    state = played(
        "setup { input number n from 0 to random(1000000); log(random(1000000) == n); winner 0; }", agents="first"
    )
    rules = game("setup { input number n from 0 to random(1000); log(random(1000)); winner 0; }")
    matches = 0
    for seed in range(30):
        state = rules.start(seed)
        assert state.decision is not None
        highest = len(state.decision.options) - 1
        state.choose(0)
        matches += state.log == [str(highest)]
    assert matches < 5


def test_hidden_lists_tell_nothing() -> None:
    rules = game(
        """interactable Card { number v; }
        class Hand { private List<Card> cards = {};
          action Rob { trigger PlayerChoiceEvent; input List<Card> loot in Hand[this.player + 1].cards;
            effect { log(loot.length); for (Card c in loot) { log(c.v); } winner 0; } } }
        setup { for (player p in player.all()) { Hand h = new Hand(); h.assign(p); for (number i = 0; i < 5; i += 1) { h.cards.add(new Card() { v = i; }); } } }"""
    )
    seen = set()
    for seed in range(25):
        state = rules.start(seed)
        state.choose(0)
        assert labels(state) == ["", "", "", "", "", "done"]
        state.choose(0)
        left = 0 if state.decision is None else len(labels(state)) - 1
        while state.decision is not None:
            state.choose(len(state.decision.options) - 1)
        seen.add((left, state.log[1]))
    assert len({value for _, value in seen}) > 2  # the first option is any card
    assert len({value for left, value in seen if left == 3}) != 1 or len(seen) < 5


def test_a_drawn_card_is_seen_by_who_draws() -> None:
    rules = game(
        """interactable Card { number v; }
        stack Deck { returns Card; default { for (number i = 0; i < 5; i += 1) { push(new Card() { v = i; }); } } }
        global class S { Deck d = new Deck(); action Draw { trigger PlayerChoiceEvent;
            effect { List<Card> drawn = { d.pop(), d.pop() }; log("draws"); input Card keep in drawn; log(keep.v); winner 0; } } }
        setup {}"""
    )
    state = rules.start()
    state.choose(0)
    assert labels(state) == ["Card (v 4)", "Card (v 3)"]
    assert state.log == ["draws"]
    cards = [[part for part in state.view(seat)["objects"] if part["class"] == "Card"] for seat in (0, 1)]
    assert [len(found) for found in cards] == [2, 0]
    deck = next(part for part in state.view(1)["objects"] if part["class"] == "Deck")
    assert deck["size"] == 3  # as it is where the question is asked


# ---- order, priority, defaults


@pytest.mark.features("T36")
def test_order_of_declaration() -> None:
    state = played(
        """event E {}
        class D : Base { action d { trigger E {} effect { log("d"); } } override action p { prio 0; effect { log("p derived"); } } }
        class Base { action b { trigger E {} effect { log("b"); } } action p { prio 5; trigger E {} effect { log("p"); } } }
        setup { D d = new D(); d.assign(0); Base b = new Base(); b.assign(0); event.throw_sync(new E()); winner 0; }"""
    )
    assert state.log == ["p", "d", "b", "b", "p derived"]


@pytest.mark.features("T46")
@pytest.mark.parametrize(
    "default",
    [
        "Indirect(); return 1;",
        "Indirect(); turn.pass(1);",
        "event.throw(new E()); return 1;",
        "if (player.count() == 7) { return 0; }",
    ],
)
def test_a_default_that_does_not_decide(default: str) -> None:
    state = played(
        f"""event E {{}} global class S {{ action a {{ trigger E {{}} effect {{ turn.pass(); }} }} }}
        function Indirect {{ returns; effect {{ turn.pass(); }} }}
        turn One {{ phase A {{ log("A"); }} default {{ {default} }} }}
        turn Two {{ default {{ return 0; }} }}
        setup {{ }}"""
    )
    assert state.ended == "error" and state.error is not None and state.error.code == "R711"


@pytest.mark.features("T46")
def test_a_phase_with_inputs_needs_an_effect() -> None:
    assert "E409" in codes("turn T { phase A { input bool b1; } default { return 0; } } setup { }")


# ---- errors have a place


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("setup {\n List<number> l = null;\n input number n in l;\n log(n); }", 5, "R701"),
        (
            "turn T {\n phase A {\n auto input player p;\n effect { log(p); } } default { return 0; } } setup { }",
            5,
            "R709",
        ),
        ("setup {\n input number n from 0 to 1000000;\n log(n); }", 4, "R714"),
        ("setup {\n player p = null;\n player p input bool x;\n log(x); }", 5, "R701"),
        (
            "global class S {\n action a { trigger PlayerChoiceEvent;\n auto input player p;\n effect { log(p); } } } setup { }",
            5,
            "R709",
        ),
    ],
)
def test_errors_of_inputs_have_a_place(text: str, line: int, code: str) -> None:
    state = played(text)
    assert state.error is not None and state.error.code == code
    assert state.error.place is not None and state.error.place.line == line


# ---- counting


def test_perft_goes_on_when_all_moves_fail() -> None:
    rules = game(
        """class P { action a { trigger PlayerChoiceEvent; input number n from 1 to 2; effect { if (this.player == 0) { fail; } turn.pass(); } } }
        turn T { default { return player.active() + 1; } }
        setup { for (player p in player.all()) { P o = new P(); o.assign(p); } }"""
    )
    assert perft(rules.start(), 2) == [2, 4]


def test_lists_of_impossible_length_cost_nothing() -> None:
    state = played(
        """global class S { action A { trigger PlayerChoiceEvent; input List<number> x from 1 to 200 { return x.length == 999; } effect { log(x); } }
                            action B { trigger PlayerChoiceEvent; input List<number> x from 1 to 200 { return x.length == 150; } effect { log(x.length); winner 0; } } }
        setup {}"""
    )
    assert state.log == ["150"]


NEVER_PASSES = """global class S { action A { trigger PlayerChoiceEvent; input List<number> x from 1 to %d
             { number sum = 0; for (number n in x) { sum += n; } return sum == 9999; } effect { log(x); } } }
        setup {}"""


def test_where_no_list_passes_nothing_can_be_done() -> None:
    state = played(NEVER_PASSES % 12)
    assert state.error is not None and state.error.code == "R706"


def test_lists_that_cannot_all_be_tried_out_are_offered() -> None:
    state = game(NEVER_PASSES % 40).start()
    state.choose(0)
    assert state.decision is not None and [option.label for option in state.decision.options][:2] == ["1", "2"]


# ---- looking at a match in odd moments


def test_a_match_left_at_its_limit_can_be_looked_at() -> None:
    """Also where a phase is just being entered."""
    rules = game(
        """global class S { action A { trigger PlayerChoiceEvent; effect { turn.pass(); } }
             action B { trigger PhaseChangeEvent; input bool k; effect { log(k); } } }
        setup {}"""
    )
    state = rules.begin()
    state.play(lambda decision: 0, 6)
    assert state.ended == "limit" and labels(state) == ["true", "false"]
    assert state.log == ["true", "true", "true"] and state.view(1)["log"] == state.log


def test_a_question_after_many_phases_without_a_choice() -> None:
    """Looking at it does not make its position one that came up twice."""
    state = game(
        """global class S { number n = 0; }
        turn M { phase X { S.n += 1; if (S.n > 150) { log("asks"); input bool q; log(q); winner 0; } } }
        setup {}"""
    ).start()
    assert state.log == ["asks"] and state.view(0)["log"] == ["asks"] and state.ended is None
    state.choose(0)
    assert state.log == ["asks", "true"] and state.ended == "winner"


def test_a_player_who_is_picked_from_a_new_list() -> None:
    state = game("setup { player new List<player>() { 0, 1 }[1] input bool k; log(k); winner 0; }").start()
    assert state.decision is not None and state.decision.player == 1


def test_an_error_behind_a_refused_move() -> None:
    """Whoever answers on the spot and whoever answers late see the same in the end."""
    rules = game(
        """global class S { action A { trigger PlayerChoiceEvent; effect { fail "no"; } }
             action B { trigger PlayerChoiceEvent; effect { List<number> none = {}; log(none[0]); } } }
        setup {}"""
    )
    quick = rules.begin()
    quick.play(lambda decision: 0, 5)
    assert quick.error is not None and quick.refused is None
    assert rules.replay(0, 2, list(quick.choices)).save() == quick.save()
