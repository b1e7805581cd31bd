"""Words of the table are names everywhere else: texts that use them so stay what they were."""

from __future__ import annotations

import pytest

from short_games import HEAD, game
from tgpl.apps.rewrite import convert_to_tgpl
from tgpl.compile import compile_rules
from tgpl.text.files import Texts

WORDS = "ask out first show tell rules text short hide names colors teams others remaining team allies to about".split()


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_a_name_too(word: str) -> None:
    text = f"""class {word} {{ number n = 1; }}
    class Other {{ number {word} = 2; function Get {{ returns number; effect {{ return {word} + this.{word}; }} }} }}
    global class Bank
    {{
        action Go {{ trigger PlayerChoiceEvent; input number {word} from 1 to 2; effect {{ log({word}); winner 0; }} }}
    }}
    setup
    {{
        {word} one = new {word}();
        {word} two;
        two = one;
        Other other = new Other();
        other.{word} = 3;
        number {word} = 4;
        {word} = {word} + 1;
        {word} += 1;
        List<number> list = {{ {word} }};
        log({word} + other.Get() + two.n + list[0]);
    }}"""
    assert game(text).start().log == ["19"]


@pytest.mark.parametrize("word", ["out", "first", "show", "tell"])
def test_a_function_takes_the_place_of_a_predefined_one(word: str) -> None:
    text = f"""function {word} {{ function input number n; returns number; effect {{ return n + 1; }} }}
    global class Bank {{ action Go {{ trigger PlayerChoiceEvent; effect {{ winner 0; }} }} }}
    setup {{ log({word}(n: 1)); {word}(n: 2); }}"""
    assert game(text).start().log == ["2"]


TEXT = (
    HEAD.replace(
        "players 2;", 'players 2 to 3 { names "A", "B", "C"; colors "red", "blue", "green"; teams { 0, 2 }, { 1 }; }'
    )
    + """rules "One.", "Two \\"three\\".";
class Hand { number n = 1; display { name "{n}", "x"; text "t"; short "s"; hide n; } }
global class Bank
{
    action Go
    {
        trigger PlayerChoiceEvent;
        input player p ask "Who?" { return p != 0; }
        effect { log($"{p} {{x}} {"a" + p}\\n{ {1, 2} }"); show Hand[p] to p; out p; first 1; tell(p, $"{p}"); winner 0; }
    }
}
setup { for (player p in player.all()) { p has Hand; } }
"""
)


def test_printed_and_read_again() -> None:
    first = compile_rules(Texts("main.tgpl", {"main.tgpl": TEXT}))
    assert not first.problems, [str(problem) for problem in first.problems]
    printed = convert_to_tgpl(first)
    again = compile_rules(Texts("main.tgpl", {"main.tgpl": printed}))
    assert not again.problems
    assert convert_to_tgpl(again) == printed
    for rules in (first.game(), again.game()):
        state = rules.start(seed=1, players=3)
        state.choose(0)
        state.choose(0)
        assert state.log == ["B {x} aB\n{1, 2}", "(to player 1) You see x.", "(to player 1) B"]
