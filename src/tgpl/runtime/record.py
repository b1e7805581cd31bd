"""Records: a match as its rules, its seed and its choices; played again, it comes out the same to the byte.

A record carries the rule texts, so it can be replayed anywhere. It is a file that somebody hands us: it is checked.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tgpl.runtime.errors import RuleError

if TYPE_CHECKING:
    from tgpl.runtime.state import State

FORMAT = "tgpl record 1"


class Record(NamedTuple):
    tool: str  # the version that wrote it
    main: str  # the name of the main file
    sources: dict[str, str]  # every rule text by its name
    seed: int
    players: int
    choices: list[Any]
    result: dict[str, Any]  # what came out: see `result_of`


class BadRecord(Exception):
    """Why a record cannot be read."""


class Outcome(Protocol):
    """What can be told of a match, whoever played it."""

    @property
    def log(self) -> list[str]: ...
    @property
    def ranking(self) -> list[list[int]] | None: ...
    @property
    def goals(self) -> list[int] | None: ...
    @property
    def ended(self) -> str | None: ...
    @property
    def moves(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def players(self) -> int: ...
    @property
    def error(self) -> RuleError | None: ...


def result_of(state: Outcome) -> dict[str, Any]:
    """How a match ended, as plain data."""
    return {
        "log": state.log,
        "ranking": state.ranking,
        **({"goals": state.goals} if state.goals is not None else {}),
        "ended": state.ended,
        "moves": state.moves,
        "seed": state.seed,
        **({"error": error_of(state.error)} if state.error is not None else {}),
    }


def error_of(error: RuleError) -> dict[str, Any]:
    place = error.place
    where = {} if place is None else {"file": place.file, "line": place.line, "column": place.column}
    return {"code": error.code, "message": error.message, **where, "player": error.player}


def write(state: State, tool: str, main: str, sources: dict[str, str]) -> str:
    result = {**result_of(state), "digest": state.digest()}
    data = {
        "format": FORMAT,
        "tool": tool,
        "main": main,
        "sources": sources,
        "seed": state.seed,
        "players": state.players,
        "choices": state.choices,
        "result": result,
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def read(text: str) -> Record:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord("it is not JSON") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord("it is no record of this tool")
    sources, choices = data.get("sources"), data.get("choices")
    numbers = isinstance(data.get("seed"), int) and isinstance(data.get("players"), int)
    if not isinstance(sources, dict) or not numbers or not isinstance(choices, list):
        raise BadRecord("parts of it are missing")
    if not isinstance(data.get("main"), str) or data["main"] not in sources:
        raise BadRecord("its main file is missing")
    if not all(isinstance(text, str) for text in sources.values()):
        raise BadRecord("its rules are missing")
    result = data.get("result")
    return Record(
        str(data.get("tool")),
        data["main"],
        sources,
        data["seed"],
        data["players"],
        choices,
        result if isinstance(result, dict) else {},
    )
