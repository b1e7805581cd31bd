"""A process in which machines think: started by the server, told matches, asked for choices. `python -m tgpl.apps.web.thinker`.

In:  lines of JSON: what a match is, who thinks, and how. Out: a line for each, with the key of the option that was chosen, or why there is
none. It knows a whole match, because a machine follows it; that machines do not look where their seat may not is theirs (`agents`).
"""

from __future__ import annotations

import json
import os
import sys
from collections import OrderedDict
from contextlib import suppress
from typing import Any

from tgpl.agents.agent_names import parse_agent
from tgpl.agents.compiled import CannotSearch, compile_for_search
from tgpl.agents.search_agent import SearchContext
from tgpl.agents.seats import Agent, make_agent
from tgpl.apps.session.hint import Hints
from tgpl.apps.sheet_evaluator import make_hybrid_game
from tgpl.compile import Result, compile_rules
from tgpl.native.game import NativeGame
from tgpl.native.results import NotSupported
from tgpl.native.state import OutOfStep
from tgpl.runtime.game import Game
from tgpl.runtime.state import BadChoice, State
from tgpl.text.files import Texts

_MOST_GAMES, _MOST_MATCHES = 8, 24  # that are remembered
_MOST_PLACEHOLDERS = 1_000


class CannotThink(Exception):
    """Words for people."""


class _Rules:
    def __init__(self, text: str) -> None:
        data = json.loads(text)
        self.result: Result = compile_rules(Texts(data["main"], data["sources"]))
        self.game: Game = make_hybrid_game(self.result)
        self._native: NativeGame | None = None

    def native(self) -> NativeGame:
        """Raises CannotSearch."""
        if self._native is None:
            self._native = compile_for_search(self.result, "soon")
        return self._native


class _Match:
    """A match that somebody thinks about, and who."""

    def __init__(self, rules: _Rules, seed: int, players: int) -> None:
        self.rules = rules
        self.state = rules.game.start(seed, players)
        self.asked: State = self.state
        self.agents: dict[tuple[int, str], Agent] = {}

    def follow(self, job: dict[str, Any]) -> None:
        """To where the seat is asked. Raises BadChoice."""
        wanted = job["choices"]
        if self.state.choices != wanted[: len(self.state.choices)]:
            self.state = self.rules.game.start(self.state.seed, self.state.players)
        for choice in wanted[len(self.state.choices) :]:
            self.state.take(choice)
        self.asked = self.state if job["sealed"] is None else _choose_aside(self.state, job["seat"], job["sealed"])

    def choose(self, seat: int, words: str) -> int:
        """Raises CannotSearch, NotSupported, OutOfStep."""
        spec = parse_agent(words)
        if spec.name == "greedy":
            compile_for_search(self.rules.result, "soon", [spec])
        if (seat, words) not in self.agents:
            context = SearchContext(self.rules.native, lambda: self.asked)
            self.agents[seat, words] = make_agent(spec, seat, self.state.seed, context)
        assert self.asked.decision is not None
        return self.agents[seat, words](self.asked.decision)

    def hint(self, is_open: bool) -> tuple[int, str] | str:
        return Hints(SearchContext(self.rules.native, lambda: self.asked), lambda: is_open)(self.asked)


def _choose_aside(state: State, seat: int, answers: list[tuple[str, Any]]) -> State:
    """Where all choose at the same time: those before have chosen anything, which tells nothing, and the seat what it has."""
    aside = state.copy()
    for _ in range(_MOST_PLACEHOLDERS):
        decision = aside.decision
        if decision is None or decision.player == seat:
            break
        aside.take(0 if decision.options else [])
    for key, choice in answers:
        assert aside.decision is not None
        keys = [repr(option.key) for option in aside.decision.options]
        aside.take(choice if isinstance(choice, list) else keys.index(key))
    return aside


class Thinker:
    def __init__(self) -> None:
        self.rules: OrderedDict[str, _Rules] = OrderedDict()
        self.matches: OrderedDict[str, _Match] = OrderedDict()

    def answer(self, job: dict[str, Any]) -> dict[str, Any]:
        try:
            return self._answer(job)
        except (CannotThink, CannotSearch) as why:
            return {"cannot": str(why)}
        except NotSupported as why:
            return {"cannot": f"Who thinks cannot follow {why}."}
        except (OutOfStep, BadChoice, AssertionError, ValueError):
            self.matches.pop(job["table"], None)
            return {"cannot": "Who thinks could not follow the match."}

    def _answer(self, job: dict[str, Any]) -> dict[str, Any]:
        match = self._match(job)
        match.follow(job)
        decision = match.asked.decision
        if decision is None or decision.player != job["seat"]:
            return {"cannot": "Nobody is asked there."}
        if job["words"] == "hint":
            found = match.hint(job["is_open"])
            return {"cannot": found} if isinstance(found, str) else _tell(match, *found)
        return _tell(match, match.choose(job["seat"], job["words"]) if decision.options else None)

    def _match(self, job: dict[str, Any]) -> _Match:
        key, table = job["rules"], job["table"]
        if "text" in job:
            self.rules[key] = _Rules(job["text"])
            while len(self.rules) > _MOST_GAMES:
                self.rules.popitem(last=False)
        if key not in self.rules:
            raise _UnknownRules
        self.rules.move_to_end(key)
        match = self.matches.get(table)
        if match is None or match.rules is not self.rules[key]:
            match = self.matches[table] = _Match(self.rules[key], job["seed"], job["players"])
        self.matches.move_to_end(table)
        while len(self.matches) > _MOST_MATCHES:
            self.matches.popitem(last=False)
        return match


class _UnknownRules(Exception):
    """They have to be told again."""


def _tell(match: _Match, number: int | None, words: str = "") -> dict[str, Any]:
    assert match.asked.decision is not None
    return {"key": None if number is None else repr(match.asked.decision.options[number].key), "words": words}


def main() -> None:
    """Until nobody asks any more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever else is written is no answer
    with suppress(OSError):
        os.nice(5)
    thinker = Thinker()
    for line in sys.stdin:
        job = json.loads(line)
        try:
            found = thinker.answer(job)
        except _UnknownRules:
            found = {"needs": "rules"}
        except Exception as error:
            found = {"cannot": f"Who thinks has failed ({type(error).__name__})."}
        answers.write(json.dumps(found, ensure_ascii=False) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
