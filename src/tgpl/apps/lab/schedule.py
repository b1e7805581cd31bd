"""How much of what is played next: series grow while a question that leans on them is open.

What a game costs is measured in steps of the rules and not in seconds, so that the same plan comes out on every machine.

    schedule = Schedule(effort, agents, players)
    needs = schedule.needs(look=0, evidence, open_purposes)
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.agents.agent_names import AgentSpec
from tgpl.agents.contest import Contest, Thinker
from tgpl.agents.coverage import CountedGame
from tgpl.agents.styles import parse_style
from tgpl.apps.lab.evidence import Evidence
from tgpl.apps.lab.plan import Need, Series
from tgpl.apps.lab.questions.actions import leave_out, propose_omissions
from tgpl.apps.lab.questions.strategies import is_hopeless, propose_strategies

STRENGTHS = (500, 300, 200, 100, 60, 40)  # games in the head of who thinks most; the other has a tenth
_STRONG_WORK = 80_000_000  # steps that a game of theirs may take in two minutes, all numbers of players together
_BATCH_WORK = 40_000_000  # steps of a batch, about
_LITTLE = 20  # games in the head of those who try how long games take
_PILOTS = 24
_THOUGHTFUL_PILOTS = 3
_DEAR = 300_000_000  # steps: a game that takes more is not tried
_WHOLE = 20_000_000  # steps: of a game that takes more only the beginning is tried
_LEAST_TRIED = 6  # moves of it
MOST_MOVES = 2_000
LEAST_MOVES = 150
# Games of a series by the first look, and at most; both double from look to look.
_FIRST = {"random": 256, "weak": 64, "strong": 32, "skill": 24, "ladder": 24, "strategy": 16, "without": 32}
_MOST = {
    "random": 20_000,
    "weak": 2_048,
    "strong": 1_024,
    "skill": 2_048,
    "ladder": 384,
    "strategy": 1_024,
    "without": 2_048,
}
_LARGEST_BATCH = 64
_MOST_OMISSIONS = 4  # actions without which somebody tries to get along


class Effort(NamedTuple):
    """What games with so many players take."""

    work: float  # steps of one that is played by chance
    longest: int  # moves of those
    unended: float  # share of those that did not end
    thought: float  # steps of one between those who think a little

    def cost(self, agent: str) -> float:
        """Steps of a game in which all are of that kind."""
        games = parse_style(agent).base.games
        return self.work if games is None else self.work + self.thought * games / _LITTLE


def measure_effort(counted: CountedGame, players: int, seed: int) -> Effort:
    native = counted.native
    before, moves, unended = native.work, [], 0
    for number in range(_PILOTS):
        match = native.play(seed + number, players, most_moves=MOST_MOVES)
        moves.append(match.moves)
        unended += match.ended == "limit"
    work = max(1.0, (native.work - before) / _PILOTS)
    usual = sum(moves) / _PILOTS
    guess = usual * _LITTLE * work / 2
    if guess > _DEAR:
        thought = guess
    elif guess > _WHOLE:  # every move of the rest is taken for one of the beginning
        tried = max(_LEAST_TRIED, int(usual * _WHOLE / guess))
        thought = _measure_thought(counted, players, seed, tried, 1) * max(1.0, usual / tried)
    else:
        thought = _measure_thought(counted, players, seed, max(LEAST_MOVES, 3 * max(moves)))
    return Effort(work, max(moves), unended / _PILOTS, max(1.0, thought))


def _measure_thought(
    counted: CountedGame, players: int, seed: int, most_moves: int, pilots: int = _THOUGHTFUL_PILOTS
) -> float:
    """Of a few games: how long they are, and what is hidden in them, makes a difference."""
    contest, work = Contest(counted.native), 0
    for number in range(pilots):
        seated = [
            Thinker(AgentSpec("mcts", _LITTLE), seat, seed + number, contest.native, contest.library)
            for seat in range(players)
        ]
        contest.play_with(seated, seed + number, players, min(300, most_moves), lambda *_: None)
        work += sum(one.work for one in seated)
    return work / pilots


def choose_agents(efforts: list[Effort], minutes: float) -> tuple[str, str]:
    """Who thinks little and who thinks ten times as much, so that enough of their games can be played."""
    most = _STRONG_WORK * minutes / 2
    games = next((n for n in STRENGTHS if sum(e.cost(f"mcts:{n}") for e in efforts) <= most), STRENGTHS[-1])
    return f"mcts:{games // 10}", f"mcts:{games}"


def limit_moves(efforts: list[Effort]) -> int:
    """Moves after which a game is left: far more than games by chance take, if those end."""
    if any(effort.unended > 0.2 for effort in efforts):
        return max(LEAST_MOVES, 300)
    return min(MOST_MOVES, max(LEAST_MOVES, 6 * max(effort.longest for effort in efforts)))


class Schedule:
    def __init__(self, efforts: dict[int, Effort], agents: tuple[str, ...]) -> None:
        self.efforts, self.agents = efforts, agents

    def needs(self, look: int, evidence: Evidence, wanted: dict[int, set[str]]) -> list[Need]:
        """What is still to be played by this look. `wanted`: for each number of players the purposes that are open."""
        found = []
        for players in self.efforts:
            for series in self._series(players, look, evidence):
                if series.purpose in wanted[players] | {"random"}:
                    found.append(self._need(series, look, evidence))
        return [need for need in found if need.first < need.last]

    def _series(self, players: int, look: int, evidence: Evidence) -> list[Series]:
        strong, weak = self.agents[-1], self.agents[0]
        found = [Series("random", players, ("random",) * players)]
        found += [Series("equals", players, (agent,) * players) for agent in self.agents]
        if players > 1:
            others = players - 1
            found.append(Series("skill", players, (strong, *("random",) * others)))
            if weak != strong:
                found.append(Series("ladder", players, (strong, *(weak,) * others)))
            strategies = propose_strategies(evidence, players) if look else []
            known = evidence.series("strategy", players)
            for one in known or [Series("strategy", players, (word, *(strong,) * others)) for word in strategies]:
                if not is_hopeless(evidence, one):
                    found.append(one)
            for action in propose_omissions(evidence, players)[:_MOST_OMISSIONS] if look > 1 else []:
                found.append(Series("without", players, (leave_out(weak, action), *(weak,) * others)))
        return found

    def _need(self, series: Series, look: int, evidence: Evidence) -> Need:
        played = len(evidence.of(series))
        word = series.purpose
        if word == "equals":
            word = "strong" if series.cast[0] == self.agents[-1] else "weak"
        target = min(_MOST[word], _FIRST[word] << look)
        if series.rotates:
            target = -(-target // series.players) * series.players
        return Need(series, played, max(played, target), self._batch_size(series))

    def _batch_size(self, series: Series) -> int:
        effort = self.efforts[series.players]
        cost = sum(effort.cost(agent) for agent in series.cast) / len(series.cast)
        return max(1, min(_LARGEST_BATCH, int(_BATCH_WORK / cost)))
