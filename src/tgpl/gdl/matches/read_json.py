"""Matches in JSON: `moves[step][role]`, `states`, one more than steps, and `goalValues`; bare or under `data`.

In:  a text. Out: a `RecordedMatch`; raises BadMatch. A move is a text in KIF (or infix), or lists already.

    read('{"moves": [["(mark 1 1)", "noop"]], "goalValues": [100, 0]}')
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from tgpl.gdl.matches.recorded_match import MOST_STEPS, BadMatch, RecordedMatch, read_goal, shorten
from tgpl.gdl.matches.term_words import facts, only_term, to_term, without_true
from tgpl.text.terms import Term

Made = TypeVar("Made")


def read(text: str) -> RecordedMatch:
    data = _match(text)
    moves = data.get("moves")
    if not isinstance(moves, list):
        raise BadMatch("it has no list `moves` with one list of moves for every step")
    if len(moves) > MOST_STEPS:
        raise BadMatch(f"it has more than {MOST_STEPS:,} steps")
    states, goals = data.get("states"), data.get("goalValues")
    return RecordedMatch(
        tuple(_joint(number, joint) for number, joint in enumerate(moves, 1)),
        {number: _state(number, state) for number, state in enumerate(_list(states, "states"))},
        tuple(read_goal(goal) for goal in _list(goals, "goalValues")) or None,
        _roles(data),
        data.get("isAborted") is True,
    )


def _match(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        more = isinstance(error, json.JSONDecodeError) and error.msg == "Extra data"
        raise BadMatch(_several(text) if more else f"it begins like JSON and is not: {_why(error)}") from error
    if isinstance(data, list):  # nothing but the moves
        data = {"moves": data}
    if isinstance(data.get("data"), dict):
        data = data["data"]
    if str(data.get("format")).startswith("tgpl record"):
        raise BadMatch("it is a record of this tool, which `tgpl replay` plays again")
    found: dict[str, Any] = data
    return found


def _why(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[0].lower()}{error.msg[1:]} (line {error.lineno}, column {error.colno})"
    return "lists stand too deep inside each other" if isinstance(error, RecursionError) else "a number is too long"


def _several(text: str) -> str:
    lines = [line for line in text.splitlines() if line.lstrip().startswith("{")]
    if len(lines) > 1:
        return f"it holds several matches, one on each of {len(lines)} lines: put one of them into a file of its own"
    return "something stands behind its end"


def _list(value: Any, name: str) -> list[Any]:
    if value is not None and not isinstance(value, list):
        raise BadMatch(f"its `{name}` are no list")
    return value or []


def _joint(number: int, joint: Any) -> tuple[Term, ...]:
    if not isinstance(joint, list):
        raise BadMatch(f"step {number} is no list with one move for each role")
    return tuple(_with_place(f"step {number}", _term, move) for move in joint)


def _term(move: Any) -> Term:
    return only_term(move) if isinstance(move, str) else to_term(move)


def _state(number: int, state: Any) -> frozenset[Term]:
    if isinstance(state, str):
        return _with_place(f"state {number}", lambda text: facts(text, wrapped=True), state)
    if not isinstance(state, list):
        raise BadMatch(f"state {number} is neither a text nor a list of facts")
    return frozenset(without_true(_with_place(f"state {number}", _term, fact)) for fact in state)


def _with_place(where: str, make: Callable[[Any], Made], given: Any) -> Made:
    """The same, with where it went wrong."""
    try:
        return make(given)
    except BadMatch as why:
        raise BadMatch(f"in {where}, {why}") from why


def _roles(data: dict[str, Any]) -> tuple[str, ...]:
    """`roles` where somebody wrote them; recorded matches leave them to the rules."""
    roles = data.get("roles")
    if roles is None:
        return ()
    if not isinstance(roles, list) or not all(isinstance(role, str) for role in roles):
        raise BadMatch(f"its `roles` are no list of names: {shorten(str(roles))}")
    return tuple(role.strip() for role in roles)
