"""Decks grow one by one: what that takes grows with their number, not with its square."""

from __future__ import annotations

import tracemalloc

import pytest

from tgpl.compile import Result, compile_rules
from tgpl.text.files import Texts

BODIES = {
    "push": "p.push(new Card());",
    "push and pop": "p.push(new Card()); p.push(p.pop());",
}


def compiled(body: str, count: int, behind: str = "") -> Result:
    loop = f"for (number i = 0; i < {count}; i += 1) {{ {body} }}"
    text = f"""game "x"; players 2; interactable Card {{ }} stack Pile {{ returns Card; }}
        setup {{ Pile p = new Pile(); {loop} {behind} log(p.length()); winner 0; }}"""
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    assert result.playable, result.problems
    return result


@pytest.mark.parametrize("name", ["push", "push and pop"])
def test_memory_grows_with_the_deck(name: str) -> None:
    result = compiled(BODIES[name], 4_000)
    game = result.game()
    tracemalloc.start()
    try:
        state = game.start(1)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert state.log == ["4000"]
    assert peak < 30_000_000  # every push copied the deck: 80 MB


@pytest.mark.parametrize(
    "behind",
    [
        "for (number i = 0; i < 20000; i += 1) { p.pop(); }",
        "Stack<Card> s = p.clone(); for (number i = 0; i < 20000; i += 1) { p.pop(); p.discard_stack.push(s.pop()); } p.reshuffle();",
    ],
)
def test_steps_are_what_it_costs(behind: str) -> None:
    """Twenty thousand cards go in and out at the top, and all of them back from the discards."""
    result = compiled(BODIES["push"], 20_000, behind)
    state, match = result.game().start(1), result.native().play(1)
    assert (state.ended, state.error) == ("winner", None)
    assert (match.ended, match.log) == ("winner", state.log)


def test_in_front_every_card_is_moved() -> None:
    """Which costs what it takes, alike on both targets."""
    result = compiled("p.push_front(new Card());", 20_000)
    state, match = result.game().start(1), result.native().play(1)
    assert state.error is not None and state.error.code == "R706"
    assert match.error is not None and match.error[:2] == ("R706", state.error.place)
