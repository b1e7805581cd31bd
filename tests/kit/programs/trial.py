"""What must hold for every program, whatever it does: tried on one after the other."""

from __future__ import annotations

import json
import warnings
from random import Random
from typing import NamedTuple

from programs.whole import MAIN, files
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.compile import Result, compile_rules
from tgpl.core.verify import verify
from tgpl.runtime.game import Game
from tgpl.runtime.record import write
from tgpl.runtime.state import Choice, State
from tgpl.text.files import Texts

MOVES = 60
LOOKS = 2  # decisions of a match at which everything is compared


class Wrong(Exception):
    """A promise that a program broke."""


class Outcome(NamedTuple):
    """How a match ended; for statistics."""

    ended: str  # or the code of the error
    moves: int
    choices: int
    lines: int  # of its log


def compiled(program: str | int) -> Result:
    """A text, or the random program of a seed."""
    return compile_rules(Texts(*files(program)) if isinstance(program, int) else Texts(MAIN, {MAIN: program}))


def trial(seed: int) -> Outcome:
    """Raises Wrong, or whatever the toolkit raises where it should not."""
    result = compiled(seed)
    hold(result.playable, lambda: "\n".join(map(str, result.problems)))
    complaints = verify(result.program())
    hold(not complaints, lambda: "\n".join(complaints))
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # Python has nothing to say about what is translated
        game = result.game()
    low, high = game.rules.players
    players = low + seed % (high - low + 1)
    quick = played(game, seed, players)
    again = played(game, seed, players)
    hold(_record(quick, result) == _record(again, result), lambda: "played twice, two records")
    slow = replayed(game, quick)
    error = quick.error
    return Outcome(
        error.code if error is not None else str(slow.ended or "limit"), quick.moves, len(quick.choices), len(quick.log)
    )


def hold(fine: bool, words: object) -> None:
    if not fine:
        raise Wrong(words() if callable(words) else words)


def played(game: Game, seed: int, players: int) -> State:
    """By random agents, who answer on the spot."""
    state = game.begin(seed, players)
    state.play(combine_agents(make_agents("random", players, seed)), MOVES)
    return state


def _record(state: State, result: Result) -> str:
    return write(state, "", "main.tgpl", result.sources)


def replayed(game: Game, quick: State) -> State:
    """The same match with every answer coming late, and looked at closely here and there."""
    choices = list(quick.choices)
    state = game.start(quick.seed, quick.players)
    looks = set(Random(quick.seed).sample(range(len(choices)), min(LOOKS, len(choices))))
    others: list[tuple[str, State]] = []
    for number, choice in enumerate(choices):
        if number in looks:
            look(state)
            others = [("the copy", state.copy()), ("what was saved", game.load(state.save()))]
            for name, other in others:
                same(f"{name} at choice {number}", state, other)
            _there_and_back(state, choice)
        state.take(choice)
        for _, other in others:
            other.take(choice)
        if others and number - 2 in looks:
            for name, other in others:
                same(f"{name} behind choice {number}", state, other)
            others = []
    if quick.ended == "limit":
        quick._processor.ended = None  # it could go on
    same("answers on the spot", state, quick)
    look(state)
    return state


def _there_and_back(state: State, choice: Choice) -> None:
    before = state.save()
    with state.branch():
        state.take(choice)
        look(state)
    hold(state.save() == before, lambda: f"not undone\n{_first(before.splitlines(), state.save().splitlines())}")


def look(state: State) -> None:
    for seat in (None, *range(state.players)):
        json.dumps(state.view(seat))


def same(what: str, one: State, other: State) -> None:
    """Two states that nobody can tell apart."""
    hold(one.decision == other.decision, lambda: f"{what}: other options: {one.decision} {other.decision}")
    hold(one.log == other.log, lambda: f"{what}: another log\n{_first(one.log, other.log)}")
    left, right = one.save(), other.save()
    hold(left == right, lambda: f"{what}: another state\n{_first(left.splitlines(), right.splitlines())}")
    hold(one.digest() == other.digest(), lambda: f"{what}: another digest")


def _first(left: list[str], right: list[str]) -> str:
    """Where two texts begin to differ."""
    for number, (a, b) in enumerate(zip(left, right)):
        if a != b:
            return f"line {number}:\n- {a}\n+ {b}"
    return f"{len(left)} and {len(right)} lines:\n- {left[len(right) :][:3]}\n+ {right[len(left) :][:3]}"
