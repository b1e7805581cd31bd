"""The answer to `why`, for a page: what is not offered and which rule says so, quoted in the designer's words.

In:  where a seat is asked, and what it asks about. Out: plain data. Nothing is told that the seat may not know (`runtime/why`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tgpl.apps.terminal.sheet_why import find_unmet
from tgpl.apps.terminal.why import find_reasons
from tgpl.apps.web.rules import LoadedRules
from tgpl.runtime.errors import Place
from tgpl.runtime.state import State
from tgpl.runtime.why import Reason
from tgpl.text.escape import plain

_MOST_REASONS = 20
_MOST_THINGS = 6
_MOST_ACTIONS = 12  # that are looked behind


def explain(
    rules: LoadedRules,
    state: State,
    before_move: Callable[[], State | None],
    seat: int,
    about: str | None,
    picked: tuple[int, ...],
) -> dict[str, Any]:
    """`about`: the id of something in the seat's picture, or a name; nothing: everything that is not offered."""
    name = _find_name(state, seat, about)
    if state.game.rules.logic is not None:
        return _explain_move(rules, state, seat, name)
    found = find_reasons(state, before_move, name, picked)
    if isinstance(found, str) and name:
        found = _look_ahead(state, name) or found
    if isinstance(found, str):
        return {"about": plain(name), "words": plain(found), "reasons": []}
    told = [
        {
            "name": plain(reason.name),
            "things": [plain(thing) for thing in reason.things[:_MOST_THINGS]],
            "more": max(0, len(reason.things) - _MOST_THINGS),
            "words": plain(reason.words),
            **_quote(rules, reason.place),
        }
        for reason in found[:_MOST_REASONS]
    ]
    return {"about": plain(name), "reasons": told, "more": max(0, len(found) - _MOST_REASONS)}


def _look_ahead(state: State, name: str) -> list[Reason]:
    """Where an action is to be chosen: why what has that name could not be chosen for it then. Everybody may try that, and take it back."""
    decision = state.decision
    found: list[Reason] = []
    if decision is None or decision.kind != "action" or len(decision.options) > _MOST_ACTIONS:
        return found
    for number in range(len(decision.options)):
        with state.branch():
            state.choose(number)
            asks = state.decision
            if asks is not None and asks.player == decision.player and state.asks_first:
                more = find_reasons(state, lambda: None, name)
                found += [] if isinstance(more, str) else more
    return found


def _find_name(state: State, seat: int, about: str | None) -> str:
    if about is None:
        return ""
    if about.isascii() and about.isdigit() and len(about) < 9:
        return state.name_seen(seat, int(about)) or about
    return about


def _explain_move(rules: LoadedRules, state: State, seat: int, move: str) -> dict[str, Any]:
    """What a move of a rulesheet lacks; who does not see the position is not told what is in it."""
    facts = rules.read_facts(state.view(seat))
    if facts is None:
        return {
            "about": plain(move),
            "words": "What is legal depends on what you may not see; the legal moves are listed.",
            "reasons": [],
        }
    found = find_unmet(state.game.rules, facts, seat, move)
    if isinstance(found, str):
        return {"about": plain(move), "words": found, "reasons": []}
    told = [
        {"name": plain(move), "things": [], "words": plain(one.words), **_quote_rule(rules, one.number)}
        for one in found
    ]
    return {"about": plain(move), "reasons": told[:_MOST_REASONS]}


def _quote_rule(rules: LoadedRules, number: int) -> dict[str, Any]:
    spans = getattr(rules.result.checked, "spans", ())
    return _quote(rules, Place(*spans[number].on_line()) if number < len(spans) else None)


def _quote(rules: LoadedRules, place: Place | None) -> dict[str, Any]:
    """The line of the rules, and where it stands: without the folders of the server."""
    lines = [] if place is None else rules.read_lines(place.file)
    if place is None or not 0 < place.line <= len(lines):
        return {}
    return {
        "file": plain(place.file.replace("\\", "/").rpartition("/")[2]),
        "line": place.line,
        "quote": plain(lines[place.line - 1].strip()),
    }
