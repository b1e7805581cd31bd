"""What a designer wants of a game, in a few words that combine: `fair, about 40 moves, every action used`.

A goal says by how much some games miss it, from 0 (reached) to 1 (missed by far). Several count alike.

    goals = parse_goals("fair, about 40 moves")
    goals[0].miss(Sample(players=2, matches=matches))
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tgpl.apps.lab.evidence import MatchFacts
from tgpl.text.diagnostics import closest

USUAL_GOAL = "fair, always ends"
USED = 0.05  # of the games: an action that is chosen in fewer is not used


class UnknownGoal(ValueError):
    """Words that are no goal, with those that are."""


class Sample(NamedTuple):
    """Games of one setting, with so many players."""

    players: int
    matches: Sequence[MatchFacts]  # between equals
    ladder: Sequence[MatchFacts] = ()  # who thinks more against who thinks less
    actions: frozenset[str] = frozenset()  # that were offered in any setting

    def without(self, block: int, blocks: int) -> Sample:
        """All but those whose number falls into a block."""
        kept = [[m for m in some if m.number // self.players % blocks != block] for some in (self.matches, self.ladder)]
        return self._replace(matches=kept[0], ladder=kept[1])

    def up_to(self, number: int) -> Sample:
        kept = [[m for m in some if m.number < number] for some in (self.matches, self.ladder)]
        return self._replace(matches=kept[0], ladder=kept[1])


Miss = Callable[[Sample], float]


class Goal(NamedTuple):
    words: str
    miss: Miss
    needs_ladder: bool = False


def mean_moves(sample: Sample) -> float:
    return math.fsum(match.moves for match in sample.matches) / max(1, len(sample.matches))


def find_unused(sample: Sample) -> list[str]:
    """Actions that hardly anybody chooses where there is something else to choose."""
    counts = dict.fromkeys(sorted(sample.actions), 0)
    for match in sample.matches:
        for name, use in match.uses.items():
            if not name.question and use.chosen and name.name in counts:
                counts[name.name] += 1
    return [name for name, count in counts.items() if count < USED * len(sample.matches)]


def _miss_fairness(sample: Sample) -> float:
    players, matches = sample.players, sample.matches
    if players < 2 or not matches:
        return 0.0
    even = 1.0 / players
    shares = [math.fsum(match.share(seat) for match in matches) / len(matches) for seat in range(players)]
    return max(abs(share - even) for share in shares) / (1.0 - even)


def _miss_use(sample: Sample) -> float:
    return len(find_unused(sample)) / max(1, len(sample.actions))


def _miss_decision(sample: Sample) -> float:
    return sum(match.is_draw for match in sample.matches) / max(1, len(sample.matches))


def _miss_end(sample: Sample) -> float:
    return sum(match.ended != "winner" for match in sample.matches) / max(1, len(sample.matches))


def thinking_share(sample: Sample) -> float:
    won = math.fsum(match.share(match.agents.index(match.series.cast[0])) for match in sample.ladder)
    return won / max(1, len(sample.ladder))


def _miss_skill(sample: Sample) -> float:
    if sample.players < 2 or not sample.ladder:
        return 0.0
    even = 1.0 / sample.players
    return min(1.0, max(0.0, 1.0 - (thinking_share(sample) - even) / (1.0 - even)))


_PLAIN: dict[str, tuple[Miss, bool]] = {
    "fair": (_miss_fairness, False),
    "every action used": (_miss_use, False),
    "few draws": (_miss_decision, False),
    "always ends": (_miss_end, False),
    "thinking pays": (_miss_skill, True),
}
_MOVES = re.compile(r"(about|at most|at least) ([0-9]{1,6}) moves?")
GOAL_WORDS = ", ".join([*_PLAIN, "about N moves", "at most N moves", "at least N moves"])


def parse_goals(words: str) -> list[Goal]:
    """Between commas. Raises UnknownGoal."""
    return [_parse_goal(" ".join(part.split())) for part in words.split(",")]


def _parse_goal(words: str) -> Goal:
    if words in _PLAIN:
        miss, needs_ladder = _PLAIN[words]
        return Goal(words, miss, needs_ladder)
    found = _MOVES.fullmatch(words)
    if found is not None and int(found[2]):
        return Goal(words, _miss_length(found[1], int(found[2])))
    near = closest(words, _PLAIN)
    meant = f" Did you mean '{near}'?" if near else ""
    raise UnknownGoal(f"'{words}' is no goal.{meant} There are, with commas between them: {GOAL_WORDS}")


def _miss_length(word: str, wanted: int) -> Miss:
    def miss(sample: Sample) -> float:
        off = (mean_moves(sample) - wanted) / wanted
        return min(1.0, abs(off) if word == "about" else max(0.0, off if word == "at most" else -off))

    return miss
