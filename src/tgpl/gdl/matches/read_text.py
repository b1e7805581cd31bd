"""Matches as people write them: one joint move on each line, in KIF or infix.

In:  a text. Out: a `RecordedMatch`; raises BadMatch. Moves stand in the order of the role facts. A number before a line, as `3.`,
is passed over; `;` begins a comment. Lines that begin with `roles:`, `state:` or `goals:` say what they say.

    (mark 2 2) noop            or      1. mark(2,2), noop
    noop (mark 1 1)                    2. noop, mark(1,1)
    goals: 100 0                       goals: 100, 0
"""

from __future__ import annotations

import re

from tgpl.gdl.matches.recorded_match import MOST_STEPS, BadMatch, RecordedMatch, read_goal, shorten
from tgpl.gdl.matches.term_words import facts, joint_terms
from tgpl.text.terms import Term

_NUMBERED = re.compile(r"\s*[0-9]+[.:]\s+")
_NAMED = re.compile(r"\s*(roles|states?|goals):(.*)", re.IGNORECASE | re.DOTALL)


def read(text: str) -> RecordedMatch:
    moves: list[tuple[Term, ...]] = []
    states: dict[int, frozenset[Term]] = {}
    goals: tuple[int, ...] | None = None
    roles: tuple[str, ...] = ()
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        line = line.partition(";")[0].strip()
        if not line:
            continue
        try:
            named = _NAMED.fullmatch(line)
            if named is None:
                moves.append(_joint(line))
                if len(moves) > MOST_STEPS:
                    raise BadMatch(f"there are more than {MOST_STEPS:,} steps")
            elif named[1].lower() == "goals":
                goals = tuple(read_goal(goal) for goal in named[2].replace(",", " ").split())
            elif named[1].lower() == "roles":
                roles = tuple(named[2].replace(",", " ").split())
            else:
                states[len(moves)] = facts(named[2], wrapped=False)
        except BadMatch as why:
            raise BadMatch(f"in line {number}, {why}") from why
    if not moves and not states:
        raise BadMatch("there is no move in it")
    return RecordedMatch(tuple(moves), states, goals, roles)


def _joint(line: str) -> tuple[Term, ...]:
    made = tuple(joint_terms(_NUMBERED.sub("", line, count=1)))
    if not made:
        raise BadMatch(f"{shorten(line)} holds no move")
    return made
