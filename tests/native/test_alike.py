"""Small programs on which the targets once differed, or could: null in every place, collections of anything, limits.

Each is played on both; what it comes to is written here, so that neither can be wrong with the other.
"""

from __future__ import annotations

import pytest

from games import QUICK
from tgpl.compile import compile_rules
from tgpl.emit.c.program import emit
from tgpl.native.game import NativeGame
from tgpl.native.toolchain import compiler
from tgpl.runtime.errors import Place
from tgpl.text.files import Texts

pytestmark = pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="nothing here compiles C")

Came = tuple[list[str], str | None, str]  # the log, the code of the error, and the text where it is


def come_to(text: str) -> Came:
    """What a program says and how it breaks: the same on both targets."""
    whole = f'game "x"; players 2;\n{text if "setup" in text else f"setup {{ {text} winner 0; }}"}\n'
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": whole}))
    assert result.playable, [problem.message() for problem in result.problems]
    state = result.game().begin(0)
    state.play(lambda decision: 0, 20)
    program = result.program()
    c, spans = emit(program)
    found = NativeGame(c, [Place(*span.on_line()) for span in spans], program.players, build=QUICK).play(
        0, agent="first", most_moves=20
    )
    error = state.error
    expected = None if error is None else (error.code, error.place, error.player or 0)
    assert (found.ended, found.log, found.error) == (state.ended, state.log, expected)
    if error is None:
        return state.log, None, ""
    assert error.place is not None
    line = whole.splitlines()[error.place.line - 1]
    return state.log, error.code, line[error.place.column - 1 : error.place.end_column - 1]


# ---- null is not believed to be there

HOLDER = "class A { number v; dice d; List<number> l; A next; } interactable I { } function None { returns List<number>; effect { return null; } }"
NULLS = {
    "log(a); log(a[100000000]);": ("List<number> a;", "a[100000000]"),
    'log("x" + a); log(a[100000000]);': ("List<number> a;", "a[100000000]"),
    "log(a == a); log(a is List<number>); log(a as List<number>); log(same(a, a)); log(a[9999999]);": ("List<number> a;", "a[9999999]"),
    "log(a); a.v = 77;": ("A a;", "a.v"),
    "log(a); a.v += 1;": ("A a;", "a.v"),
    "a.v += 1;": ("A a;", "a.v"),
    "a.v -= a.v;": ("A a;", "a.v"),
    "a.d += 1;": ("A a;", "a.d"),
    "a.l[0] += 1;": ("A a;", "a.l"),
    "a.next.l.add(1);": ("A a = new A();", "a.next.l"),
    "i.discarded ^= true;": ("I i;", "i.discarded"),
    "log(i); i.discard();": ("I i;", "i.discard()"),
    "a[0] += 1;": ("List<number> a;", "a[0]"),
    "a[0] += 1; ": ("Table<number> a;", "a[0]"),
    "log(a); log(a[5000000]);": ("Stack<List<number>> s = {}; List<number> a = s.pop();", "a[5000000]"),
    "log(a); log(a[5000001]);": ("Table<List<number>> t = {}; List<number> a = t[1];", "a[5000001]"),
    "log(a); log(a[5000002]);": ("List<number> a = None();", "a[5000002]"),
    "log(a); log(a[5000003]);": ("optional input List<number> a in null; ", "optional input List<number> a in null;"),
    "log(a); log(a.v);": ("A a = A[1];", "a.v"),
    "log(a); log(a.next);": ("object o = 1; A a = o as A;", "a.next"),
    "log(a); log(a.length());": ("List<Stack<number>> l = {}; Stack<number> a = l.at(3);", "a.length()"),
    "l.add(a); log(l.contains(a)); log(l.indexOf(a)); l.put(0, a); l.remove(a); log(a.v);": ("A a; List<A> l = {};", "a.v"),
    "s.push(a); s.push_front(a); log(a.v);": ("A a; Stack<A> s = {};", "a.v"),
    "t[1] = a; log(t); log(a.v);": ("A a; Table<A> t = {};", "a.v"),
    "A b = new A() { next = a; }; log(b.next); log(a.v);": ("A a;", "a.v"),
    "log({ a }); log(a.v);": ("A a;", "a.v"),
    "n += 1;": ("number n;", "n += 1"),
    "log(n); log(n + 1);": ("number n;", "n + 1"),
    "log(s); log(s < \"a\");": ("string s;", 's < "a"'),
    "log(p); log(p + 1);": ("player p;", "p + 1"),
    "log(b); if (b) { log(1); }": ("bool b;", "b"),
    "for (number x in a) { log(x); }": ("List<number> a; log(a);", "a"),
    "input number x in a; log(x);": ("List<number> a; log(a);", "input number x in a;"),
    "input number x in null; log(x);": ("", "input number x in null;"),
    "input number x from n to 2; log(x);": ("number n; log(n);", "input number x from n to 2;"),
    "l.append(a);": ("List<number> a; log(a); List<number> l = {};", "l.append(a)"),
    "l.append(null);": ("List<number> l = {};", "l.append(null)"),
    "for (number i = n; i < 3; i += 1) { log(i); }": ("number n; log(n);", "for (number i = n; i < 3; i += 1) { log(i); }"),
    "for (number i = 0; i < n; i += 1) { log(i); }": ("number n; log(n);", "for (number i = 0; i < n; i += 1) { log(i); }"),
    "for (number i = n; i > 3; i -= 1) { log(i); }": ("number n; log(n);", "i > 3"),
}  # fmt: skip


@pytest.mark.parametrize("body", NULLS)
def test_what_accepts_null_does_not_prove_that_something_is_there(body: str) -> None:
    declared, place = NULLS[body]
    _, code, at = come_to(f"{HOLDER} setup {{ {declared} {body} winner 0; }}")
    assert (code, at) == ("R701", place)


# ---- collections of anything

CLASSES = "class A { number v = 3; } class B : A { number w = 4; } class C { }"
ANYTHING: dict[str, list[str]] = {
    "object p = {1, 2}; log(p); log(p is List<number>); p = {3}; log(p);": ["{1, 2}", "true", "{3}"],
    'List<object> l = {1, "a", true, null}; for (object o in l) { log(o); }': ["1", "a", "true", "null"],
    'Table<number> t = {{1, 2}, {"a", 3}}; for (object o in t.keys()) { log(o); t[o] = null; } log(t);': ["1", "a", "{}"],
    'Table<number> t = {{1, 2}}; List<object> k = t.keys(); k.add(null); k.add("x"); for (object o in k) { log(o); }': ["1", "null", "x"],
    'List<object> l = {"a", "b"}; List<string> s = l as List<string>; log(l[0]); l.add("c"); log(s[2]); log(l.indexOf("b")); s.add(null); log(l.at(3)); l.add(4);': ["a", "c", "1", "null", "R708"],
    'List<object> l = {"a", "b"}; List<string> s = l as List<string>; l[0] = "q"; l.put(2, "r"); l.remove("b"); l.append(l); l.removeRange({"r", 1}); log(s); for (object o in l) { log(o); }': ["{q, q}", "q", "q"],
    "List<object> l = {7, 3}; List<player> p = l as List<player>; l.add(5); log(p); log(l[2]); log(l.contains(1)); log(l.contains(true)); l.add(true);": ["{1, 1, 1}", "1", "true", "false", "R708"],
    'Stack<object> s = {7, 3}; Stack<player> p = s as Stack<player>; s.push(9); log(p.pop()); log(s.pop_front()); log(p); s.push_front("x");': ["1", "1", "{1}", "R708"],
    'Table<object> t = {{1, 7}, {"k", 2}}; Table<player> p = t as Table<player>; t[1] = 4; log(p[1]); t["k"] = null; log(t); log(t[9]); t[3] = "x";': ["0", "{{1, 0}}", "null", "R708"],
    "List<object> a = {1}; List<List<object>> l = {a}; List<number> n = a as List<number>; log(l); l.add(a);": ["{{1}}", "R708"],
    "List<object> a = {1}; List<List<object>> l = {a}; List<number> n = a as List<number>; List<List<object>> m = {}; m.append(l);": ["R708"],
    'List<List<object>> l = {{1}, {2}}; List<List<number>> n = l as List<List<number>>; n.add({3}); log(l); l[0].add("x");': ["{{1}, {2}, {3}}", "R708"],
    "List<object> l = {new A()}; List<A> n = l as List<A>; log(n[0].v); l.add(new B()); log(n[1].v); l.add(new C());": ["3", "3", "R708"],
    "List<B> b = {}; List<A> a = b; a.append({new B(), null}); log(b); List<A> more = {new A()}; a.append(more);": ["{B, null}", "R708"],
    "List<B> b = {new B()}; List<A> a = {}; a.append(b); a.add(new A()); log(a); List<A> c = b; c.append(a);": ["{B, A}", "R708"],
    "List<List<B>> b = {{new B()}}; List<List<A>> c = b; c.append({{new A()}});": ["R708"],
}  # fmt: skip


@pytest.mark.parametrize("body", ANYTHING)
def test_collections_of_anything(body: str) -> None:
    said, code, _ = come_to(f"{CLASSES} setup {{ {body} winner 0; }}")
    assert said + [code] * (code is not None) == ANYTHING[body]


# ---- tests leave no trace

TESTED = {
    "List<number> out = {}; auto input List<number> x in {1, 2, 3, 4} { filter y { out.add(y); return out.length == 1; } }",
    "Table<number> out = {}; auto input List<number> x in {1, 2, 3, 4} { filter y { out[y] = y; return out.length == 1; } }",
    "Stack<number> out = {}; auto input List<number> x in {1, 2, 3, 4} { filter y { out.push(y); return out.length() == 1; } }",
    "List<number> out = {}; auto input List<number> x in {1, 2, 3, 4} { filter y { out.add(y); number n = out.length; out = {}; out.add(n); return n == 1; } }",
    "List<List<number>> held = {{}}; List<number> out = held[0]; auto input List<number> x in {1, 2, 3, 4} { filter y { held[0].add(y); return out.length == 1; } }",
}


@pytest.mark.parametrize("asked", sorted(TESTED))
def test_a_filter_in_a_block_leaves_what_is_around_it_as_it_was(asked: str) -> None:
    assert come_to(f"{asked} log(out); log(x);") == (["{}", "{1, 2, 3, 4}"], None, "")


# ---- powers, and where limits are told


def test_powers_between_two_numbers_go_to_the_even_one() -> None:
    halves = "log(0.5 ^ 1075); log(0.5 ^ 1074); log(2 ^ -1075); log(0.25 ^ 537.5); log(1.5 * 0.5 ^ 1074);"
    assert come_to(halves)[0] == ["0", "5e-324", "0", "0", "1e-323"]
    odd, small = (2.0**26 + 1) * 2.0**-200, 134217727.0 * 2.0**-300  # their squares have a digit more than a number has
    said = come_to(f"number a = {odd!r}; number b = {small!r}; log(a ^ 2 == a * a); log(b ^ 2 == b * b);")
    assert said[0] == ["true", "true"]


@pytest.mark.parametrize("attributes", ["", "number n = 1;", "Empty e = new Empty();"])
def test_too_many_objects_are_told_where_one_is_made(attributes: str) -> None:
    text = (
        f"class Empty {{ }} class A {{ {attributes} }} setup {{ List<A> l = {{}}; while (true) {{ l.add(new A()); }} }}"
    )
    assert come_to(text) == ([], "R713", "new A()")


def test_a_loop_that_counts_out_of_range_says_so() -> None:
    text = "for (number i = 1e308; i < 1.7976931348623157e308; i += 1e308) { log(i); }"
    assert come_to(text) == (["1e+308"], "R705", "i += 1e308")


@pytest.mark.parametrize("sum_", ["huge * huge * 0", "huge * huge * (-1 * 0)", "huge * huge * (2 - 2)", "0 * (huge * huge)", "huge * huge - huge * huge", "(huge - huge * huge) * 0", "-(huge * huge) * 0"])  # fmt: skip
def test_what_is_out_of_range_on_the_way_is_told_whatever_it_comes_to(sum_: str) -> None:
    assert come_to(f"number huge = 1e300; number x = {sum_}; log(x);") == ([], "R705", sum_)


def test_no_test_asks_by_way_of_an_action_with_a_choice() -> None:
    """Which of its parts are done is a question: the targets would ask it at different times."""
    text = """game "x"; players 2; setup { }
    class Coin { action Flip choice 1 { effect for Heads { log("heads"); } effect for Tails { log("tails"); } } }
    global class Core { Coin coin = new Coin(); action Go { require { coin.Flip(); return true; } trigger PlayerChoiceEvent; effect { turn.pass(); } } }"""
    found = compile_rules(Texts("main.tgpl", {"main.tgpl": text})).problems
    assert [problem.code for problem in found if problem.severity == "error"] == ["E405"], [str(one) for one in found]
