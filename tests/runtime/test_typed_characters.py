"""Games that ask for characters: read from a stream, one by one, on both targets, and typed by machines."""

from __future__ import annotations

import io
from functools import cache

import pytest

from games import QUICK
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.agents.text_answers import TextTrial, type_useful_texts
from tgpl.apps.stream import CharacterStream, play_from_stream
from tgpl.compile import compile_rules
from tgpl.core import nodes as n
from tgpl.core.types import NUMBER
from tgpl.core.verify import verify
from tgpl.core.walk import walk
from tgpl.emit.c.program import emit as emit_c
from tgpl.emit.python.module import emit
from tgpl.native.game import NativeGame
from tgpl.native.state import NativeState
from tgpl.native.toolchain import compiler
from tgpl.runtime.errors import Place, Silence
from tgpl.runtime.game import Game
from tgpl.runtime.state import BadChoice, State
from tgpl.text.files import Texts

# Asks until it hears y or n; then for two characters of which "12" and "34" are moves, and everything else is rubbish.
RULES = """game "typed";
players 2;
setup { log("hello\\n"); }
global class Score { number ones = 0; number threes = 0; }
turn main { phase begin { effect {
    string sure = "";
    while (sure != "y" && sure != "n") { log("y or n? "); input string answer; sure = answer; }
    log("first? ");
    input string first;
    log("second? ");
    input string second;
    if (first == "1" && second == "2") { Score.ones += 1; log("fine\\n"); turn.pass(); }
    else if (first == "3" && second == "4") {
        Score.threes += 1;
        if (Score.threes == 3) { winner player.active(); }
        turn.pass();
    }
    else { log("no such place\\n"); turn.pass(player.active()); }
} } }
"""
PROPOSED = tuple("yn123456")


@cache
def program() -> n.Program:
    """As TGPL cannot say how long a text is, that is put into the core."""
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": RULES}))
    assert result.playable
    made = result.program()
    for node in walk(made):
        if isinstance(node, n.Input):
            object.__setattr__(node, "length", n.Literal(node.span, NUMBER, 1.0))
            object.__setattr__(node, "proposed", PROPOSED)
    object.__setattr__(made, "prints", True)
    assert verify(made) == []
    return made


@cache
def game() -> Game:
    text, placed = emit(program())
    places = {line: [(a, b, Place(*span.on_line())) for a, b, span in row] for line, row in placed.items()}
    return Game(text, places, "typed")


@cache
def native() -> NativeGame:
    text, spans = emit_c(program())
    return NativeGame(text, [Place(*span.on_line()) for span in spans], (2, 2), build=QUICK)


def typed(text: str) -> tuple[State, str]:
    state, pieces = game().begin(7), list[str]()
    play_from_stream(state, io.StringIO(text), pieces.append, lambda: None)
    return state, "".join(pieces)


OUTPUT = "hello\ny or n? y or n? first? second? fine\ny or n? first? second? no such place\ny or n? first? "


@pytest.mark.features("S11", "S12")
def test_everything_is_printed_once_and_in_order() -> None:
    state, output = typed("qy12n99y")
    assert output == OUTPUT == "".join(state.log)
    assert (state.ended, state.moves) == ("limit", 2)  # the end of what is typed is no error
    assert state.choices == [[character] for character in "qy12n99y"]
    state, output = typed("y34" * 5)
    assert (state.ended, state.ranking, len(state.choices)) == ("winner", [[0]], 9)


@pytest.mark.features("S11")
def test_at_every_question_all_is_printed_that_comes_before_it() -> None:
    """A transaction that asks is taken back and runs again: what is seen of it is what a stream would have shown by then."""
    state = game().start(7)
    for count, character in enumerate("qy12n99y"):
        assert "".join(state.log) == typed("qy12n99y"[:count])[1]
        assert state.copy().log == state.log == game().load(state.save()).log
        state.name(character)
    assert "".join(state.log) == OUTPUT


def test_what_is_asked_for_is_so_many_characters() -> None:
    state = game().start(7)
    assert state.decision is not None and state.decision.length == 1 and state.decision.free == "string"
    assert [option.label for option in state.decision.options] == list(PROPOSED)
    for wrong in ("", "yy"):
        with pytest.raises(BadChoice):
            state.name(wrong)
    assert state.view(0)["decision"]["length"] == 1


@pytest.mark.features("S11")
def test_characters() -> None:
    """Line ends are characters; what is cleared is the rest of the line that was read last, if there is any."""
    stream = CharacterStream(io.StringIO("12 rest\n3\n\n4\nlast"))
    stream.clear()  # nothing was read yet
    assert stream.read(2) == "12"
    stream.clear()
    stream.clear()
    assert stream.read(2) == "3\n"
    stream.clear()  # that line is at its end
    assert stream.read(3) == "\n4\n"
    assert stream.read(1) == "l"
    stream.clear()
    with pytest.raises(Silence):
        stream.read(1)


@pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="needs a C compiler")
def test_both_targets_ask_alike() -> None:
    for seed in range(3):
        for agent in ("random", "first"):
            state = game().begin(seed)
            state.play(combine_agents(make_agents(agent, 2, seed)), 30)
            played = native().play(seed, agent=agent, most_moves=30)
            assert (played.choices, played.log, played.moves) == (state.choices, state.log, state.moves)
    state, _ = typed("qy12n99yx3y34")
    match, along = NativeState(native(), native().library), game().start(7)
    match.begin(7, 2)
    for choice in state.choices:
        assert match.log == along.log  # also what was printed since the move began
        match.take(choice)
        along.take(choice)
    assert state.decision is not None
    assert (match.player, match.options, match.moves) == (state.decision.player, len(PROPOSED), state.moves)


def leading(said: str) -> str:
    state = game().start(7)
    for character in said:
        state.name(character)
    before = state.save()
    found = "".join(PROPOSED[number] for number in TextTrial(state).useful())
    assert state.save() == before
    return found


def test_what_leads_on_is_found_by_trying() -> None:
    assert leading("") == leading("q") == "yn"
    assert leading("y") == leading("qn") == "13"
    assert leading("y1") == "2"
    assert leading("y12n3") == "4"
    assert leading("y5") == PROPOSED_ALL  # nothing does: everything is as good


PROPOSED_ALL = "".join(PROPOSED)


def test_machines_type_what_leads_on() -> None:
    for word in ("random", "first"):
        state = game().start(3)
        agents = [type_useful_texts(agent, lambda: state) for agent in make_agents(word, 2, 5)]  # noqa: B023
        while state.decision is not None and state.moves < 12:
            state.choose(agents[state.decision.player](state.decision))
        assert "no such place" not in "".join(state.log)
        assert len(state.choices) % 3 == 0
