"""What `tgpl match` says of a replayed match, to people and as data; and matches written in the plain form.

In:  a `Replayed`. Out: lines, or a dict for JSON. Steps count from 1; the first state stands before all of them.

    describe(played)  ->  ["7 steps, all of them legal.", "It ends with white 100, black 0, as recorded."]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tgpl.gdl.matches.replay import (
    BeyondTheEnd,
    BrokenRules,
    Illegal,
    NotOver,
    OtherGoals,
    OtherState,
    Replayed,
    UnknownRoles,
    Wrong,
    WrongCount,
)
from tgpl.text.diagnostics import closest
from tgpl.text.terms import Term, spell, spell_infix

_STOPPED = (BrokenRules, Illegal, WrongCount, UnknownRoles)  # the record is not followed to its end
MOST_LISTED = 40  # moves or facts in one message


def describe(played: Replayed) -> list[str]:
    lines = [line for wrong in played.wrong for line in _wrong_lines(wrong)]
    if lines:
        lines.append("")
    lines.append(_summary(played))
    if not any(isinstance(wrong, _STOPPED) for wrong in played.wrong):
        lines.append(_describe_end(played))
    return lines


def write_plain(played: Replayed) -> Iterator[str]:
    """The match as lines that `of_text` reads: every state and every joint move in KIF."""
    yield f"roles: {' '.join(played.roles)}"
    for state, joint in zip(played.states, played.joint):
        yield f"state: {' '.join(map(spell, state))}"
        yield " ".join(map(spell, joint))
    yield f"state: {' '.join(map(spell, played.states[-1]))}"
    if played.over:
        yield f"goals: {' '.join(map(str, played.goals))}"


def to_data(played: Replayed) -> dict[str, Any]:
    return {
        "fine": not played.wrong,
        "steps": len(played.joint),
        "recorded": len(played.recorded.moves),
        "states": played.compared,
        "over": played.over,
        "goals": dict(zip(played.seats, played.goals)),
        "wrong": [_wrong_data(wrong) for wrong in played.wrong],
    }


# ---- for people


def _summary(played: Replayed) -> str:
    made, there = len(played.joint), len(played.recorded.moves)
    if made < there:
        return f"{_steps(made)} of {there} can be played."
    also = f" {_states(played.compared)} compared." if played.compared else ""
    return f"{_steps(made)}, {'it is' if made == 1 else 'all of them'} legal.{also}" if made else f"No steps.{also}"


def _describe_end(played: Replayed) -> str:
    goals = ", ".join(f"{role} {goal}" for role, goal in zip(played.seats, played.goals))
    if not played.over:
        return "It stops before the end: by the rules the game goes on."
    same = played.recorded.goals is not None and not any(isinstance(wrong, OtherGoals) for wrong in played.wrong)
    return f"It ends with {goals}{', as recorded' if same and not played.recorded.aborted else ''}."


def _wrong_lines(wrong: Wrong) -> list[str]:
    match wrong:
        case BrokenRules(step, code, message, place):
            when = f"behind step {step}" if step else "from the start"
            where = "" if place is None else f", {place.file}:{place.line}:{place.column}"
            return [f"The rules come to no answer {when}: {message} ({code}{where})"]
        case Illegal(step, role, move, legal):
            near = nearest(move, legal)
            meant = f" Did you mean `{near}`?" if near is not None else ""
            listed = f"Legal for {role}: {_list_terms(legal)}." if legal else f"Nothing is legal for {role} here."
            return [f"Step {step}: {role} does `{spell(move)}`, which is not legal.{meant}", listed]
        case WrongCount(step, moves, roles):
            needed = (
                f"{len(roles)} are needed, for {', '.join(roles)}"
                if len(roles) > 1
                else f"one is needed, for {roles[0]}"
            )
            return [f"Step {step} has {_moves(len(moves))} ({_list_terms(moves)}); {needed}, in this order."]
        case UnknownRoles(recorded, roles):
            return [f"The record has the roles {', '.join(recorded)}; those of the rules are {', '.join(roles)}."]
        case BeyondTheEnd(step):
            return [f"The game is over before step {step}, but the record goes on."]
        case OtherState(step, missing, extra):
            lines = [
                f"{'The first state' if not step else f'The state after step {step}'} is another one by the rules."
            ]
            lines += [f"Not recorded, but true: {_list_terms(missing)}."] if missing else []
            return lines + ([f"Recorded, but not true: {_list_terms(extra)}."] if extra else [])
        case OtherGoals(roles, recorded, goals):
            by_rules = ", ".join(f"{role} {goal}" for role, goal in zip(roles, goals))
            return [f"The goals are {by_rules}; recorded are {', '.join(map(str, recorded))}."]
        case NotOver(_, recorded):
            return [f"Goals are recorded ({', '.join(map(str, recorded))}), but by the rules the game is not over."]


def nearest(move: Term, legal: Iterable[Term]) -> str | None:
    """The legal move that was probably meant."""
    shown = {spell_infix(other): other for other in legal}  # names, which parentheses are not
    near = closest(spell_infix(move)[:200], shown)
    return None if near is None else spell(shown[near])


def _list_terms(terms: Sequence[Term]) -> str:
    more = len(terms) - MOST_LISTED
    return ", ".join(map(spell, terms[:MOST_LISTED])) + (f" … and {more} more" if more > 0 else "")


def _steps(number: int) -> str:
    return f"{number} step{'' if number == 1 else 's'}"


def _states(number: int) -> str:
    return f"{number} state{'' if number == 1 else 's'}"


def _moves(number: int) -> str:
    return f"{number} move{'' if number == 1 else 's'}"


# ---- for machines


def _wrong_data(wrong: Wrong) -> dict[str, Any]:
    data = {"message": " ".join(_wrong_lines(wrong)), "kind": type(wrong).__name__}
    match wrong:
        case BrokenRules(step, code, _, place):
            where = {} if place is None else {"file": place.file, "line": place.line, "column": place.column}
            return {**data, "step": step, "code": code, **where}
        case Illegal(step, role, move, legal):
            return {**data, "step": step, "role": role, "move": spell(move), "legal": [*map(spell, legal)]}
        case OtherState(step, missing, extra):
            return {**data, "step": step, "missing": [*map(spell, missing)], "extra": [*map(spell, extra)]}
        case WrongCount(step, moves, _):
            return {**data, "step": step, "moves": [*map(spell, moves)]}
        case BeyondTheEnd(step):
            return {**data, "step": step}
        case OtherGoals(_, recorded, goals):
            return {**data, "recorded": [*recorded], "goals": [*goals]}
        case NotOver(step, recorded):
            return {**data, "step": step, "recorded": [*recorded]}
        case UnknownRoles(recorded_roles, roles):
            return {**data, "recorded": [*recorded_roles], "roles": [*roles]}
