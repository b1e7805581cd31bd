"""Values in odd places: players beside numbers, nulls, attributes that have no value yet, what inherits from what."""

from __future__ import annotations

import pytest

from short_games import played


def logged(text: str) -> list[str]:
    state = played(text)
    assert state.error is None, state.error
    return state.log


def broken(text: str) -> str:
    state = played(text)
    assert state.error is not None
    return state.error.code


# ---- players and numbers


@pytest.mark.features("T2")
def test_arithmetic_with_players_is_that_of_numbers() -> None:
    body = "player p = 1; number n = p + 9007199254740992 + 1 - 9007199254740992; log(n); winner 0;"
    assert logged(f"setup {{ {body} }}") == ["0"]  # 2^53 + 1 is no double, so that is rounded, twice
    assert broken("setup { player p = 1; player q = p * 1e308 * 10; winner q; }") == "R705"
    assert broken("setup { player p = 1; number q = (p + 1) * 1e200 * 1e200; log(q); winner 0; }") == "R705"


@pytest.mark.features("T2", "T5")
def test_null_stays_null_between_numbers_and_players() -> None:
    assert logged(
        """setup { number n; player p = n; log(p); player q; number m = q; log(m); log(n as player);
        List<number> l = { null, 3 }; for (player each in l) { log(each); } winner 0; }"""
    ) == ["null", "null", "null", "null", "1"]
    assert broken("setup { number n; turn.pass(n); }") == "R701"


@pytest.mark.features("T6")
def test_lists_of_numbers_are_no_lists_of_players() -> None:
    assert logged(
        """setup { List<number> n = { 1.5 }; log(n is List<player>); log((n as List<player>) == null);
        Table<player> t = { {1, 0} }; log(t is Table<number>); log(n is List<number>);
        List<List<number>> q = {}; log(q is List<List<player>>); winner 0; }"""
    ) == ["false", "true", "false", "true", "false"]


@pytest.mark.features("T6", "T14")
def test_only_lists_of_objects_are_lists_of_something_else_when_they_are_empty() -> None:
    assert logged(
        """class A {} class B {} setup { List<string> s = {}; log(s is List<number>); List<A> a = {}; log(a is List<B>);
        List<List<A>> c = {}; log(c is List<List<B>>); log(c is List<Table<B>>); log(a is List<List<A>>); winner 0; }"""
    ) == ["false", "true", "true", "false", "false"]


CASTS = 'class Piece { number n = 1; } class King : Piece { string name = "king"; } class Queen : Piece { number n2; }'
VIEW = (
    f"{CASTS} setup {{ List<Piece> all = {{ new King() }}; List<King> kings = all as List<King>; all.add(new Queen());"
)


@pytest.mark.features("T14")
def test_what_does_not_belong_into_a_list_is_noticed_when_it_is_read() -> None:
    assert logged(VIEW + "log(kings[0].name); log(kings.length); winner 0; }") == ["king", "2"]
    assert broken(VIEW + "log(kings[1].name); winner 0; }") == "R708"
    assert broken(VIEW + "for (King k in kings) { log(k.name); } winner 0; }") == "R708"
    assert broken(VIEW + "King k = kings[1]; winner 0; }") == "R708"
    assert broken(VIEW + "Piece k = kings[1]; winner 0; }") == "R708"
    assert broken(VIEW + "kings.add(kings[1]); winner 0; }") == "R708"
    assert logged(VIEW + "kings[1] = new King(); all[0] = null; log(kings[1].n); log(kings[0]); winner 0; }") == [
        "1",
        "null",
    ]


KEYS = "Table<bool> t = { {3, true}, {0, true} };"


@pytest.mark.features("T6", "T14")
def test_keys_become_what_they_are_taken_for() -> None:
    assert logged(
        f"""setup {{ {KEYS} List<player> p = t.keys() as List<player>; log(p); log(p is List<number>); log(p is List<player>);
        List<number> n = t.keys() as List<number>; n.add(5); log(n); log(n is List<player>);
        log(t.keys() is List<number>); log(t.keys() is List<player>); log(t.keys() as List<string>);
        t.clear(); log((t.keys() as List<string>) is List<number>); winner p[0]; }}"""
    ) == ["{1, 0}", "false", "true", "{3, 0, 5}", "false", "true", "true", "null", "false"]
    assert logged(
        f"""setup {{ {KEYS} player p = t.keys()[0] as player; log(p); number n = t.keys()[0] as number; log(n);
        log(t.keys()[0] as string); winner p; }}"""
    ) == ["1", "3", "null"]


@pytest.mark.features("T6")
def test_a_test_leaves_the_kind_of_keys_as_it_was() -> None:
    text = """global class S { Table<number> t = { {"a", 1} }; Table<bool> keys = {}; bool Fine = true;
        function Try { returns bool; effect { for (number i = 0; i < 1; i += 1) { }
          return (keys.keys()[0] as List<string>) != null; } }
        action Go { trigger PlayerChoiceEvent; require { return Try(); } effect { winner 0; } } }
        setup { S.keys[S.t.keys()] = true; }"""
    state = played(text, moves=0)
    before = state.digest()
    assert "Any" in str(state.position()["collections"]) and state.decision is not None
    assert state.copy().digest() == before == state.game.load(state.save()).digest()


def test_a_null_is_no_bool_in_an_update() -> None:
    assert broken("class A { bool q; } setup { A a = new A(); a.q ^= true; log(a.q); winner 0; }") == "R701"


# ---- attributes


def test_an_attribute_is_null_before_it_has_its_value() -> None:
    assert logged(
        """class A { number early = Late(); number late = 3; function Late { returns number; effect { return late; } } }
        setup { A a = new A(); log(a.early); log(a.late); winner 0; }"""
    ) == ["null", "3"]
    assert (
        broken(
            """class A { number n = Look(); bool late = true;
            function Look { returns number; effect { if (late) { return 1; } return 2; } } }
            setup { A a = new A(); log(a.n); winner 0; }"""
        )
        == "R701"
    )


def test_names_with_an_underscore_are_kept() -> None:
    state = played(
        """class A { number _k = 1; A _next; }
        global class S { A _a = new A(); action Go { trigger PlayerChoiceEvent; effect { _a._k += 1; winner _a._k; } } }
        setup { S._a._next = new A(); }""",
        moves=0,
    )
    rules = state.game
    for other in (rules.start(), rules.start().copy(), rules.load(rules.start().save())):
        shown = next(o for o in other.view(None)["objects"] if o["class"] == "A")
        assert shown["attributes"]["_k"] == 1.0 and "id" in shown["attributes"]["_next"]
        other.choose(0)
        assert other.ranking == [[0]]


# ---- what inherits from what


def test_classes_of_the_language_can_be_inherited_from() -> None:
    assert logged(
        """event Bored : NoChoiceEvent { number times; }
        tile Hole : BlankTile { number depth = 2; }
        board B { group G { geometry square; grid { Hole, Hole; } } }
        global class S { B board = new B(); action Yawn { trigger NoChoiceEvent { } effect { log(event is Bored); } } }
        setup { Hole h = S.board.G[0][0] as Hole; log(h.depth); log(h is BlankTile);
          event.throw_sync(new Bored() { active = 1; times = 2; }); winner 0; }"""
    ) == ["2", "true", "true"]


def test_a_derived_deck_holds_what_it_says() -> None:
    assert (
        broken(
            """interactable Card {} interactable Gold : Card {}
            stack Deck { returns Card; } stack Mine : Deck { returns Gold; }
            setup { Deck d = new Mine(); d.push(new Card()); winner 0; }"""
        )
        == "R708"
    )


@pytest.mark.features("T62")
def test_what_an_input_put_into_an_ended_block_is_forgotten() -> None:
    state = played(
        """interactable Card {}
        global class S { action Go { trigger PlayerChoiceEvent; effect {
          if (true) { Card made = new Card(); input Card c; log("" + c); }
          auto input List<Card> left; log(left.length); winner 0; } } }
        setup {}"""
    )
    assert state.log == ["Card", "0"]
