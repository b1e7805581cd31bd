"""Players at the table: what one of them alone is told, who is out, who is first; in views, copies, saved states and records."""

from __future__ import annotations

import json

import pytest

from short_games import game, played
from tgpl.runtime.record import result_of
from tgpl.runtime.state import State, load_state
from tgpl.text.told_lines import MARK, lines_for, mark_line, read_line, reveal_lines

TOLD = """
interactable Card { number value = 7; private number plan = 3; }
class Hand { private List<Card> cards = {}; }
global class S
{
    action Peek
    {
        trigger PlayerChoiceEvent;
        effect { show Hand[player.active() + 1].cards to player.active(); tell(player.active() + 1, "peeked at"); log("a look"); turn.pass(); }
    }
}
setup { for (player p in player.all()) { p has Hand; Hand[p].cards = { new Card() { value = 10 + random(5); } }; } }
"""
PEEK = "You see Card (value"


def test_only_one_player_reads_what_is_told() -> None:
    state = game(TOLD).start()
    state.choose(0)
    logs = {seat: state.view(seat)["log"] for seat in (None, 0, 1)}
    assert logs[None] == ["a look"]
    assert logs[0][0].startswith(PEEK) and logs[0][1:] == ["a look"]
    assert logs[1] == ["peeked at", "a look"]
    assert [len(state.log_for(seat)) for seat in (None, 0, 1)] == [3, 3, 3]
    assert state.log[1] == "(to player 1) peeked at"


def test_nothing_of_it_is_in_another_view() -> None:
    """Two worlds that differ only in what somebody else was shown look alike."""
    rules = game(TOLD)
    views = set()
    for seed in range(12):
        state = rules.start(seed)
        state.choose(0)
        views.add(json.dumps(state.view(None)))
    assert len(views) == 1


def test_told_lines_are_kept() -> None:
    state = game(TOLD).start(seed=3)
    state.choose(0)
    for again in (state.copy(), load_state(state.game, state.save())):
        assert [again.view(seat)["log"] for seat in (None, 0, 1)] == [state.view(seat)["log"] for seat in (None, 0, 1)]
    assert result_of(state)["log"] == state.log
    with state.branch():
        state.choose(0)
        assert len(state.log) == 6
    assert len(state.log) == 3


@pytest.mark.parametrize("line", ["", "plain", MARK, f"{MARK}A odd", f"{MARK}{MARK}odder", "\n"])
def test_any_line_can_be_told(line: str) -> None:
    assert read_line(mark_line(line, None)) == (None, line)
    assert [read_line(mark_line(line, seat)) for seat in (0, 63)] == [(0, line), (63, line)]
    assert reveal_lines([mark_line(line, None), mark_line(line, 2)]) == [line, f"(to player 2) {line}"]
    assert lines_for([mark_line(line, 2)] * 2, 2) == [line, line] and lines_for([mark_line(line, 2)], None) == [None]


def test_a_line_that_begins_like_a_told_one_is_for_all() -> None:
    state = played(
        'global class S { action A { trigger PlayerChoiceEvent; effect { winner 0; } } } setup { log("\\u0001A you"); tell(0, "\\u0001B"); }'
    )
    assert state.log == ["\x01A you", "(to player 0) \x01B"]
    assert state.view(1)["log"] == ["\x01A you"]


OUT = """
class Hand { number n = 0; }
global class S
{
    action Leave { trigger PlayerChoiceEvent; effect { out player.active(); log($"{player.active()} leaves"); } }
    action Stay { trigger PlayerChoiceEvent; effect { turn.pass(); } }
}
turn T { phase A; phase B; }
setup { first 1; }
"""


def test_the_turn_of_who_is_out_is_over() -> None:
    state = game(OUT, 'game "t";\nplayers 3;\n').start()
    state.choose(0)
    assert (state.active, state.view(None)["phase"], state.view(None)["out"], state.view(None)["first"]) == (
        1,
        "A",
        [0],
        1,
    )
    state.choose(1)
    assert (state.active, state.view(None)["phase"]) == (1, "B")
    state.choose(1)
    state.choose(1)
    state.choose(1)
    assert state.active == 1
    state.choose(0)
    state.choose(0)
    assert state.ended == "stuck"


def test_who_is_out_stays_so() -> None:
    state = game(OUT, 'game "t";\nplayers 3;\n').start()
    before = state.digest()
    state.choose(0)
    for again in (state.copy(), load_state(state.game, state.save())):
        assert again.view(None) == state.view(None) and again.digest() == state.digest()
    assert state.digest() != before
    spoilt = json.loads(state.save())
    spoilt["position"]["out"] = 1 << 40
    with pytest.raises(Exception, match="out of range"):
        load_state(state.game, json.dumps(spoilt))


def test_a_move_that_fails_puts_nobody_out() -> None:
    text = """global class S
    {
        action Try { trigger PlayerChoiceEvent; effect { out 1; first 1; tell(1, "no"); fail "no"; } }
        action Go { trigger PlayerChoiceEvent; effect { log(player.is_out(1) + " " + player.first()); winner 0; } }
    }
    setup { }"""
    state: State = played(text)
    assert state.log == ["false 0"]


def test_nobody_asks_who_is_out() -> None:
    text = """global class S
    {
        action Go
        {
            trigger PlayerChoiceEvent;
            effect
            {
                out 1;
                optional player 1 input bool b ask "Well?";
                optional player 1 input List<player> some;
                optional player 1 input string word;
                log($"{b} {some} {word}");
                player 1 input bool sure;
            }
        }
        action End { trigger PlayerChoiceEvent; effect { winner 0; } }
    }
    setup { }"""
    state = game(text).start()
    state.choose(0)
    assert state.refused == "There is nothing to choose for `sure`." and state.log == []
    assert [option.label for option in state.decision.options] == ["End"] if state.decision else False


def test_a_question_that_breaks_is_not_said() -> None:
    text = """class Hand { number n = 1; }
    global class S { action Go { trigger PlayerChoiceEvent; input bool b ask $"{Hand[0].n}"; input bool c ask $"so {b}"; effect { winner 0; } } }
    setup { }"""
    state = game(text).start()
    state.choose(0)
    assert state.decision is not None and (state.decision.name, state.decision.prompt) == ("b", None)
    state.choose(0)
    assert state.decision is not None and state.decision.prompt == "so true"
    assert state.view(0)["decision"]["prompt"] == "so true" and state.view(1)["decision"] == {"player": 0}
