"""How many an input chooses, as it is written: every form is read, printed and read again; its words stay names."""

from __future__ import annotations

import pytest

from short_games import HEAD, game
from tgpl.apps.rewrite import convert_to_tgpl
from tgpl.compile import compile_rules
from tgpl.text.files import Texts

FORMS = ("3", "n", "(n + 1)", "up to 4", "up to n", "at least (n)", "2 to 4", "n to (n * 2)", "any number of", "0 to 2")


def purse(asked: str) -> str:
    return f"""class up {{ }} class Coin {{ }}
    class Purse {{ number n = 2; List<Coin> coins = {{}}; List<up> ups = {{}};
      action Pay {{ trigger PlayerChoiceEvent; {asked} effect {{ log(x); turn.pass(); }} }} }}
    setup {{ 0 has Purse; 0 has up; 0 has Coin; winner 0; }}"""


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "rest", ["in coins;", ";", "in coins { filter c { return c != null; } }", "{ return x.length != 1; }"]
)
def test_every_form_is_printed_as_it_is_read(form: str, rest: str) -> None:
    asked = f"player 1 input {form} Coin x {rest}"
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": HEAD + purse(asked)}))
    assert not result.problems
    text = convert_to_tgpl(result)
    assert f"input {form.replace('(n)', 'n')} Coin x" in text.replace("(n)", "n")
    again = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    assert not again.problems and convert_to_tgpl(again) == text


@pytest.mark.parametrize(
    "asked",
    [
        "input up x;",
        "input up to; auto input List<up> x in { to };",
        "input up to in ups; auto input List<up> x in { to };",
        "input up to 2 up x in ups;",
        "input number least from 1 to 2; input at least least up x;",
        "input Coin any in coins; input any number of Coin x in coins { filter of { return of != any; } }",
        "input player to; input to to 2 up x;",
    ],
)
def test_the_words_stay_names(asked: str) -> None:
    game(purse(asked))


@pytest.mark.parametrize("statement", ["number input = 2; input += 1;", "number at = 1; number any = at; log(any);"])
def test_where_nothing_is_asked_they_are_names_too(statement: str) -> None:
    game(f"setup {{ {statement} winner 0; }}")


def test_a_function_called_input_can_be_called() -> None:
    game("function input { function input number n; returns; effect { log(n); } } setup { input(n: 3); winner 0; }")


@pytest.mark.parametrize(
    "text", ["input (", "input ((((", "input 3", "input up to", "input any number of", "input 2 to 4 {"]
)
def test_what_is_cut_short_is_one_clear_mistake(text: str) -> None:
    cut = purse(text)[: purse(text).index(text) + len(text)]
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": HEAD + cut}))
    assert any(problem.severity == "error" for problem in result.problems)
