"""Enums, constants, `a ? b : c`, `switch` and kinds: words that stay names, slips that are told, texts that nobody would write."""

from __future__ import annotations

from pathlib import Path

import pytest

from formats import MAIN, read
from tgpl.apps.rewrite import fix_rules
from tgpl.compile import Result, compile_rules
from tgpl.core.show import show
from tgpl.languages.tgpl.check.symbols import Game
from tgpl.languages.tgpl.print.file import spell_file
from tgpl.runtime.save import digest
from tgpl.text.diagnostics import errors
from tgpl.text.files import Texts

GOLDEN = Path(__file__).parent.parent / "golden" / "tgpl"
HEAD = 'game "x"; players 2;\n'
CARDS = f"""{HEAD}
enum Suit {{ Hearts, Spades, Clubs }}
const number HAND = 5;
interactable Card {{ number cost = 1; Suit suit; }}
interactable Guard : Card {{ override number cost = 2; }}
interactable Priest : Card {{ }}
setup
{{
    Suit suit = Suit.Hearts;
    Card card = new Guard();
    kind of Card sort = Guard;
    switch (suit) {{ case Hearts: log("red"); default: log("black"); }}
    log(card.kind == sort ? HAND : sort.cost);
    for (kind of Card one in Card.kinds) {{ log(new one().cost); }}
    winner 0;
}}
"""


def compiled(text: str) -> Result:
    return compile_rules(Texts(MAIN, {MAIN: text}))


def told(text: str) -> list[tuple[str, str | None]]:
    """Codes, and what is offered for them."""
    found = errors(compiled(text).problems)
    return [(problem.code, fix.words if (fix := problem.offer()) else problem.advice()) for problem in found]


def log_of(text: str) -> list[str]:
    result = compiled(text)
    assert errors(result.problems) == []
    return result.game().start(0).log


def test_the_example_is_fine() -> None:
    assert log_of(CARDS) == ["red", "5", "2", "1"]


@pytest.mark.parametrize("name", ["enums", "constants", "conditional", "switch", "kinds"])
def test_what_is_written_is_read_again(name: str) -> None:
    sources = read(GOLDEN / f"{name}.golden").sources
    first = compile_rules(Texts(MAIN, sources))
    assert isinstance(first.checked, Game)
    written = {
        scope.file.name: spell_file(loaded.tree, first.checked, scope)  # type: ignore[attr-defined]
        for loaded, scope in zip(first.files, first.checked.scopes, strict=True)
    }
    again = compile_rules(Texts(MAIN, {**sources, **written}))
    assert errors(again.problems) == []
    assert show(again.program()) == show(first.program())


WORDS = ("enum", "const", "switch", "case", "kind", "kinds", "default", "of", "all")


@pytest.mark.parametrize("word", WORDS)
def test_the_words_stay_names(word: str) -> None:
    text = f"""{HEAD}
class {word} {{ number {word} = 1; function more {{ returns number; effect {{ return {word} + this.{word}; }} }} }}
class Holder {{ {word} {word} = new {word}(); }}
setup
{{
    {word} one = new {word}();
    number n = one.{word};
    {{ number {word} = 3; {word} += n; {word} = {word} * 2; log({word}); if ({word} > 1) {{ log({word} > 2 ? {word} : 0); }} }}
    Holder h = new Holder();
    log(h.{word}.{word} + one.more());
    winner 0;
}}
"""
    assert log_of(text) == ["8", "8", "3"]


@pytest.mark.parametrize("word", WORDS)
def test_functions_may_be_called_so(word: str) -> None:
    text = f"""{HEAD}
function {word} {{ function input number n; returns number; effect {{ return n + 1; }} }}
setup {{ {word}(n: 1); log({word}(n: 2)); switch (3) {{ case 3: {word}(n: 4); log({word}(n: 5)); default: ; }} winner 0; }}
"""
    assert log_of(text) == ["3", "6"]


def test_a_variable_called_of() -> None:
    text = f"{HEAD}class kind {{ number n = 4; }} setup {{ kind of = new kind(); kind other; log(of.n); log(other); winner 0; }}"
    assert log_of(text) == ["4", "null"]


SLIPS = [
    ("enum Suit {", "enmu Suit {", "E136", "write `enum`"),
    ("const number", "cosnt number", "E136", "write `const`"),
    ("switch (suit)", "swich (suit)", "E136", "write `switch`"),
    ("case Hearts", "caes Hearts", "E136", "write `case`"),
    ("default:", "defualt:", "E136", "write `default`"),
    ("case Hearts", "case Heart", "E521", "did you mean `Hearts`?"),
    ("Suit.Hearts;", "Suit.Harts;", "E521", "did you mean `Hearts`?"),
    ("Suit.Hearts;", "Siut.Hearts;", "E201", "did you mean `Suit`?"),
    ("Suit.Hearts;", '"Hearts";', "E527", "write `Suit.Hearts`"),
    ("Suit.Hearts;", "Hearts;", "E526", "write `Suit.Hearts`"),
    ("    Suit suit =", "    Siut suit =", "E202", "did you mean `Suit`?"),
    ("? HAND", "? HADN", "E201", "did you mean `HAND`?"),
    ("sort.cost", "sort.csot", "E203", "did you mean `cost`?"),
    ("card.kind ==", "card ==", "E546", "ask `card is sort`"),
    ("Card.kinds", "Card.kind", "E232", "`new Card()` makes one; `Card[p]` is the one that player p owns"),
    ("kind of Card sort", "kind of Crad sort", "E202", "did you mean `Card`?"),
    ("default: log", "default log", "E102", None),
]


@pytest.mark.parametrize(("right", "wrong", "code", "offered"), SLIPS, ids=[slip[1] for slip in SLIPS])
def test_slips(right: str, wrong: str, code: str, offered: str | None) -> None:
    assert right in CARDS
    assert (code, offered) == told(CARDS.replace(right, wrong, 1))[0]


@pytest.mark.parametrize(
    "statement",
    [
        "switch (3) { case 1: case 2: log(1); default: log(2); }",
        "switch (3) { case 3: log(1); break; default: log(2); }",
        "switch (3) { case 3 { log(1); } default: log(2); }",
        'Card card = new Guard(); switch (card) { case Guard: log("g"); default: ; }',
        "Card card = new Guard(); if (card != Guard) { log(1); }",
        'Suit s = "Spades"; log(s);',
        "log(Clubs);",
    ],
)
def test_fixes_mend(statement: str) -> None:
    before, _, after = CARDS.partition("    Suit suit = Suit.Hearts;")
    text = f"{before}    {{ {statement} }}\n    Suit suit = Suit.Hearts;{after}"
    assert errors(compiled(text).problems)
    assert errors(compiled(fix_rules(compiled(text)).texts[MAIN]).problems) == []


# ---- sizes


def test_constants_made_of_each_other() -> None:
    doubled = "".join(f"const string C{i} = C{i + 1} + C{i + 1};\n" for i in range(60)) + 'const string C60 = "x";\n'
    assert {code for code, _ in told(f"{HEAD}{doubled}setup {{ }}")} == {"E529"}
    numbers = "".join(f"const number C{i} = C{i + 1} + C{i + 1};\n" for i in range(60)) + "const number C60 = 1;\n"
    assert log_of(f"{HEAD}{numbers}setup {{ log(C0 == 2 ^ 60); winner 0; }}") == ["true"]
    deep = "".join(f"const number C{i} = C{i + 1};\n" for i in range(500)) + "const number C500 = 1;\n"
    assert {code for code, _ in told(f"{HEAD}{deep}setup {{ }}")} == {"E529"}


def test_sizes() -> None:
    values = ", ".join(f"V{i}" for i in range(1_000))
    text = f"{HEAD}enum Many {{ {values} }} setup {{ log(Many.all().length); log(Many.V999); winner 0; }}"
    assert log_of(text) == ["1000", "V999"]
    assert [code for code, _ in told(text.replace("V999", "V999, V1000", 1))] == ["E523"]
    cases = " ".join(f"case {i}: log({i});" for i in range(1_500))
    assert log_of(f"{HEAD}setup {{ switch (1499) {{ {cases} default: ; }} winner 0; }}") == ["1499"]
    wide = ", ".join(map(str, range(5_000)))
    assert log_of(f"{HEAD}setup {{ switch (4000) {{ case {wide}: log(1); default: ; }} winner 0; }}") == ["1"]
    deep = "true ? 1 : " * 300 + "2"
    assert told(f"{HEAD}setup {{ log({deep}); }}")
    nested = "switch (1) { case 1: " * 100 + "log(1);" + "default: ; }" * 100
    assert told(f"{HEAD}setup {{ {nested} }}")


def test_many_kinds() -> None:
    cards = "".join(f"interactable C{i} : Card {{ override number cost = {i}; }}\n" for i in range(1_200))
    text = f"""{HEAD}interactable Card {{ number cost = 0; }}
{cards}setup {{ kind of Card k = C1199; log(k.cost + Card.kinds.length); log(new k()); log(k.name); winner 0; }}"""
    assert log_of(text) == ["2399", "C1199", "C1199"]


@pytest.mark.parametrize(
    "text",
    [
        "enum", "enum A", "enum A {", "enum A { B", "enum A { B,", "enum { }", "const", "const number", "const number A", "const number A =",
        "const A = ;", "enum A { 1, 2 }", "enum A { if }", "const List<A = 3;", "const kind of A B = C;", "enum A : B { C }",
        "setup { switch", "setup { switch (", "setup { switch (1) {", "setup { switch (1) { case", "setup { switch (1) { case 1", "setup { switch (1) { case 1:",
        "setup { switch (1) { default", "setup { switch (1) { default: default: } }", "setup { switch () { } }", "setup { log(1 ?", "setup { log(1 ? 2", "setup { log(1 ? 2 :",
        "setup { log(? : ); }", "setup { kind of", "setup { kind of Card", "setup { kind of Card k", "setup { new kind of Card(); }", "setup { log(kind of); }",
        "setup { log(x is kind of 3); }", "class A { kind of kind of A x; }", "class A { kind of List<A> x; }", "enum A { B } class A { }", "enum A { B } enum A { C }",
        "const number A = 1; const number A = 2;", "override enum A { B }", "override const number A = 1;", "const number player = 1;", "enum player { A }",
        "enum A { B } setup { A.B = A.B; A = A.B; A.all() = 3; A.B(); A.all; A.all(1); }", "const number A = A ? 1 : 2;", "const player P = 99; setup { log(P); }",
    ],
)  # fmt: skip
def test_broken_texts(text: str) -> None:
    found = compiled(HEAD + text).problems
    assert errors(found) or text.startswith("const player")


# ---- saving


def test_states_keep_names() -> None:
    text = f"""{HEAD}
enum Suit {{ Hearts, Spades }}
interactable Card {{ number cost = 1; Suit suit; }}
interactable Guard : Card {{ }}
interactable Priest : Card {{ }}
class Hand
{{
    private Suit secret = Suit.Spades;
    kind of Card wish;
    object any = Suit.Hearts;
    List<kind of Card> seen = {{ Guard, null }};
    Table<Suit> by = {{ {{Suit.Hearts, Suit.Spades}}, {{Guard, null}}, {{Card, Suit.Hearts}}, {{"Hearts", Suit.Hearts}} }};
    action Wish {{ trigger PlayerChoiceEvent; input kind of Card k; input Suit s; effect {{ wish = k; any = k; secret = s; by[k] = s; turn.pass(); }} }}
}}
setup {{ for (player p in player.all()) {{ Hand h = new Hand(); h.assign(p); }} }}
turn Round {{ default {{ return player.active() + 1; }} }}
"""
    game = compiled(text).game()
    state = game.start(1)
    for choice in (0, 1, 0, 0, 1):  # in the middle of an answer too
        saved = state.save()
        assert "Spades" in str(saved)
        loaded = game.load(saved)
        assert loaded.digest() == state.digest()
        assert digest(loaded.position()) == digest(state.position())
        assert loaded.view(0) == state.view(0)
        state.choose(choice)
        loaded.choose(choice)
        assert loaded.digest() == state.digest()
    (hand,) = [shown for shown in state.view(1)["objects"] if shown["class"] == "Hand" and shown["owners"] == [0]]
    assert hand["attributes"]["wish"] == "Priest"
    assert "secret" not in hand["attributes"]
