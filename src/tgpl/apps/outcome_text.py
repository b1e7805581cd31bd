"""How a match ended, in words."""

from __future__ import annotations

from collections.abc import Iterable

from tgpl.compile import Result
from tgpl.languages.registry import RPG, SENET
from tgpl.runtime.errors import TITLES, RuleError
from tgpl.runtime.record import Outcome
from tgpl.runtime.rules import seat_name
from tgpl.text.diagnostics import excerpt
from tgpl.text.escape import plain
from tgpl.text.source import SourceFile, Span


def describe_outcome(state: Outcome, seats: tuple[str, ...] = (), with_seed: bool = True) -> str:
    """`seats`: what the players are called, where the rules name them."""
    seed = f" (seed {state.seed})" if with_seed else ""
    after = f"after {state.moves} move{'' if state.moves == 1 else 's'}{seed}"
    if state.ended == "winner":
        ranking = state.ranking or []
        if state.goals is not None:
            return _describe_goals(state.goals, after, seats)
        if not ranking:
            return f"Everybody lost {after}."
        places = [" and ".join(plain(seat_name(player, seats)) for player in place) for place in ranking]
        if len(places) == 1:
            many = len(ranking[0]) > 1
            shared = "share the first place" if len(ranking[0]) == state.players else "win together"
            who = places[0] if seats else places[0].capitalize()
            return f"{who} {shared if many else 'wins'} {after}."
        return f"Ranking {after}: " + "; ".join(f"{i}. {place}" for i, place in enumerate(places, 1)) + "."
    words = {"stuck": "The game is stuck", "limit": "Stopped", "error": "The rules broke"}
    return f"{words[state.ended or 'limit']} {after}."


def _describe_goals(goals: list[int], after: str, seats: tuple[str, ...]) -> str:
    """Of a rulesheet: who reached most, and what everybody reached."""
    names = [plain(seat_name(player, seats)) for player in range(len(goals))]
    if len(goals) == 1:
        return f"{names[0]} reaches {goals[0]} of 100 {after}."
    best = [name for name, goal in zip(names, goals, strict=True) if goal == max(goals)]
    if max(goals) == 0:
        who = "Nobody reaches anything"
    elif len(best) == len(names):
        who = f"{_enumerate(best)} share the first place"
    else:
        who = f"{_enumerate(best)} {'wins' if len(best) == 1 else 'win together'}"
    reached = ", ".join(f"{name} {goal}" for name, goal in zip(names, goals, strict=True))
    return f"{who} {after}: {reached}."


def _enumerate(names: list[str]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]


def describe_outcome_error(state: Outcome, result: Result) -> list[str]:
    """The error that a match ended with, if it did, with its place in the rules."""
    return [] if state.error is None else ["", *describe_error_in(state.error, result)]


def describe_error_in(error: RuleError, result: Result) -> list[str]:
    """An error with its place in these rules."""
    files = list(result.source_files.values())
    return describe_error(error, files, result.language in (RPG, SENET), name_seats(result))


def describe_error(
    error: RuleError, files: Iterable[SourceFile], in_script: bool, seats: tuple[str, ...] = ()
) -> list[str]:
    """An error with its place in one of the files."""
    place = error.place
    where = "" if place is None else f"  {place.file}:{place.line}:{place.column}"
    lines = [f"{'run-time ' if in_script else ''}error[{error.code}] {TITLES[error.code]}{where}"]
    source = None if place is None else next((file for file in files if file.name == place.file), None)
    if place is not None and source is not None:
        start = source.lines[place.line - 1] + place.column - 1
        lines += excerpt(Span(source, start, start + max(1, place.end_column - place.column)))
    lines.append(f"  {plain(error.message, lines=True)}")
    if error.player is not None and not in_script:
        lines.append(f"  It was {plain(seat_name(error.player, seats))}'s turn.")
    return lines


def name_seats(result: Result) -> tuple[str, ...]:
    """What the players are called, where the rules name them: the roles of a rulesheet, or their own names."""
    logic = getattr(result.checked, "logic", None)
    names: tuple[str, ...] = getattr(result.checked, "names", ())
    return names if logic is None else tuple(logic.roles)
