"""A rule text with other numbers in it: which setting comes nearest to what the designer wants?

Few settings are all played. Of many, some are drawn; all of them play a little, the better third goes on and plays more, and so on: the
games go where it is still open (successive halving). All settings have the same seeds, so that they differ in nothing else.

    space = Space(result, ["Heap.stones=10..30"])
    varied = Experiment(result, Request(games=2000), space, parse_goals("fair, about 12 moves")).run(tell=print)
    varied.best, varied.data()
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tgpl.agents.coverage import compile_counted
from tgpl.apps.lab.batches import Rules
from tgpl.apps.lab.differences import student_quantile
from tgpl.apps.lab.evidence import MatchFacts, Played
from tgpl.apps.lab.goals import Goal, Sample, find_unused, thinking_share
from tgpl.apps.lab.intervals import FALSE_ALARMS, Mean, Share
from tgpl.apps.lab.lab import USUAL_MINUTES, Lab, Request
from tgpl.apps.lab.plan import SEEDS, Series
from tgpl.apps.lab.schedule import MOST_MOVES, Effort, choose_agents, limit_moves, measure_effort
from tgpl.apps.lab.settings import GRID, Setting, Space
from tgpl.apps.lab.variants import VariantBatch, Variants
from tgpl.apps.lab.workers import Pool, open_pool
from tgpl.compile import Result
from tgpl.text.diagnostics import errors

KEPT = 3  # one of so many goes on
BLOCKS = 20  # of games, each left out once: how far the figures are spread
_SWEEP = 6  # games of each series, where time and not their number is given
_LEAST = 2 * BLOCKS  # games of a setting about which anything is said
_BATCH_WORK = 40_000_000  # steps of a batch, about
_LARGEST_BATCH = 16
_LONGER = 2  # times as long as usual: with other numbers games may take longer
_USUAL_SETTINGS = 6  # for which there is as much time as a report has


class Trial:
    """One setting, and its games so far."""

    def __init__(self, number: int, setting: Setting, rules: Rules) -> None:
        self.number, self.setting, self.rules = number, setting, rules
        self.problem = ""  # why it cannot be played
        self.rounds = 0  # that it was in
        self.matches: dict[Series, list[MatchFacts]] = {}

    @property
    def games(self) -> int:
        return sum(map(len, self.matches.values()))

    @property
    def is_known(self) -> bool:
        return bool(self.matches) and min(map(len, self.matches.values())) >= _LEAST

    def samples(self, players: tuple[int, ...], actions: frozenset[str]) -> list[Sample]:
        found = []
        for count in players:
            of = [self.matches.get(series, []) for series in self.matches if series.players == count]
            equal, unequal = (
                [m for some in of for m in some if m.series.rotates is rotates] for rotates in (False, True)
            )
            found.append(Sample(count, equal, unequal, actions))
        return found


class Judged(NamedTuple):
    """How far a setting misses the goals; 0: not at all, 1: by far."""

    trial: Trial
    miss: float
    width: float  # of the interval, to either side
    parts: dict[str, float]  # by goal
    as_good: bool  # not told apart from the best


class Varied(NamedTuple):
    game: str
    file: str
    request: Request
    space: Space
    goals: list[Goal]
    players: tuple[int, ...]
    agents: tuple[str, ...]
    trials: list[Trial]
    judged: list[Judged]  # those that played to the last round, the best first
    actions: frozenset[str]
    rounds: int
    interrupted: bool

    @property
    def best(self) -> Judged | None:
        return self.judged[0] if self.judged else None

    @property
    def games(self) -> int:
        return sum(trial.games for trial in self.trials)

    @property
    def alpha(self) -> float:
        """Of one interval: all settings together are wrong in one of twenty cases."""
        return FALSE_ALARMS / max(1, len(self.trials))

    def judge_alone(self, trial: Trial) -> Judged:
        return judge(trial, self.goals, self.players, self.actions, self.alpha)

    def figures(self, trial: Trial) -> dict[int, dict[str, Any]]:
        """By the number of players."""
        samples = trial.samples(self.players, self.actions)
        return {sample.players: measure(sample, self.alpha) for sample in samples if sample.matches}

    def data(self) -> dict[str, Any]:
        best = self.best
        return {
            "game": self.game,
            "file": self.file,
            "seed": self.request.seed,
            "games": self.games,
            "players": list(self.players),
            "agents": list(self.agents),
            "goals": [goal.words for goal in self.goals],
            "knobs": [
                {"name": v.name, "op": v.op, "now": knob.told, "values": [*map(float, v.values)]}
                for v, knob in zip(self.space.variations, self.space.knobs, strict=True)
            ],
            "search": "grid" if self.space.size <= GRID else "successive halving",
            "possible_settings": self.space.size,
            "rounds": self.rounds,
            "best": None if best is None else self._tell(best.trial),
            "as_good_as_the_best": [[*map(float, j.trial.setting.values)] for j in self.judged[1:] if j.as_good],
            "settings": [self._tell(trial) for trial in self.trials],
        }

    def _tell(self, trial: Trial) -> dict[str, Any]:
        told: dict[str, Any] = {"values": [*map(float, trial.setting.values)], "games": trial.games}
        if trial.problem:
            return told | {"problem": trial.problem}
        if not trial.games:
            return told
        judged = self.judge_alone(trial)
        known = math.isfinite(judged.width)
        interval = [max(0.0, judged.miss - judged.width), min(1.0, judged.miss + judged.width)] if known else None
        figures = {str(players): found for players, found in self.figures(trial).items()}
        return told | {
            "rounds": trial.rounds,
            "miss": judged.miss,
            "interval": interval,
            "miss_by_goal": judged.parts,
            "by_players": figures,
        }


class Experiment:
    def __init__(self, result: Result, request: Request, space: Space, goals: list[Goal]) -> None:
        """Raises ValueError where so many cannot play."""
        self.result, self.request, self.space, self.goals = result, request, space, goals
        self.lab = Lab(result, request)
        self.players = self.lab.players
        self.agents: tuple[str, ...] = request.agents or ()
        self.interrupted = False
        self.rounds = 0
        settings = [*space.draw(request.seed)]
        self.trials = [Trial(i, setting, space.rules(setting)) for i, setting in enumerate(settings)]
        self._began = time.monotonic()
        self._batches = 0

    @property
    def games(self) -> int:
        return sum(trial.games for trial in self.trials)

    def run(self, tell: Callable[[str], None]) -> Varied:
        """Ctrl-C leaves what there is."""
        try:
            self._prepare(tell)
            variants = Variants(tuple(trial.rules for trial in self.trials), self.request.seed, self.most_moves)
            with open_pool(self.request.workers, variants, self.request.ray) as workers:
                self._play(workers, tell)
        except KeyboardInterrupt:
            self.interrupted = True
        return self._conclude()

    # -- what is played

    def _prepare(self, tell: Callable[[str], None]) -> None:
        for trial in self.trials:
            tell(f"Reading the rules, {trial.number + 1} of {len(self.trials)} settings")
            trial.problem = self._find_problem(trial.rules)
        playable = [trial.rules for trial in self.trials if not trial.problem]
        if not playable:
            raise ValueError(f"No setting can be played: {self.trials[0].problem}")
        tell("Compiling the rules")
        self._efforts = self._measure(Rules.of(self.result))
        each = [*self._efforts.values()]
        minutes = USUAL_MINUTES if self.request.games is not None else self.request.minutes
        self.agents = self.request.agents or choose_agents(each, minutes * min(1.0, _USUAL_SETTINGS / len(playable)))
        self.most_moves = min(MOST_MOVES, _LONGER * limit_moves(each))

    def _find_problem(self, rules: Rules) -> str:
        result = rules.read()
        wrong = errors(result.found)
        if wrong:
            return wrong[0].message()
        return "" if result.playable else "it is no game"

    def _measure(self, rules: Rules) -> dict[int, Effort]:
        counted = compile_counted(rules.read(), "now")
        return {players: measure_effort(counted, players, self.request.seed * SEEDS) for players in self.players}

    def _list_series(self) -> list[Series]:
        strong, weak = self.agents[-1], self.agents[0]
        found = [Series("varied", players, (strong,) * players) for players in self.players]
        if any(goal.needs_ladder for goal in self.goals):
            weak = weak if weak != strong else "random"
            found += [Series("varied", n, (strong, *(weak,) * (n - 1))) for n in self.players if n > 1]
        return found

    def _play(self, workers: Pool[VariantBatch], tell: Callable[[str], None]) -> None:
        alive = [trial for trial in self.trials if not trial.problem]
        sizes = _plan_rounds(len(alive), self.space.size > GRID)
        for number, size in enumerate(sizes):
            alive = self._best_of(alive)[:size]
            alive.sort(key=lambda trial: trial.number)
            for trial in alive:
                trial.rounds += 1
            self.rounds = number + 1
            self._play_round(workers, alive, len(sizes) - number, tell)

    def _best_of(self, trials: list[Trial]) -> list[Trial]:
        if not all(trial.games for trial in trials):
            return trials
        actions = self._find_actions()
        misses = {t.number: _miss(t.samples(self.players, actions), self.goals) for t in trials}
        return sorted(trials, key=lambda trial: (misses[trial.number], trial.number))

    def _play_round(
        self, workers: Pool[VariantBatch], alive: list[Trial], left: int, tell: Callable[[str], None]
    ) -> None:
        """`left`: rounds that share what is left of the budget."""
        series, asked = self._list_series(), self.request.games
        if asked is not None:
            most = max(one.players for one in series)
            each = max(1, (asked - self.games) // (left * len(alive) * len(series)) // most) * most
            self._play_sweep(workers, alive, series, each, lambda: self._tell(tell, None))
            return
        until = self._began + 60 * self.request.minutes
        deadline = time.monotonic() + (until - time.monotonic()) / left
        while time.monotonic() < deadline:
            self._play_sweep(workers, alive, series, _SWEEP, lambda: self._tell(tell, deadline))

    def _tell(self, tell: Callable[[str], None], deadline: float | None) -> bool:
        now, done = time.monotonic(), self.games
        if deadline is not None:
            left = self._began + 60 * self.request.minutes - now
            tell(f"{done:,} games played, round {self.rounds}, {max(0.0, left):.0f} s left")
            return now < deadline
        asked = self.request.games or 1
        estimate = f", {(now - self._began) / done * max(0, asked - done):.0f} s left" if done else ""
        tell(f"{done:,} of {asked:,} games played, round {self.rounds}{estimate}")
        return True

    def _play_sweep(
        self,
        workers: Pool[VariantBatch],
        alive: list[Trial],
        series: list[Series],
        each: int,
        goes_on: Callable[[], bool],
    ) -> None:
        for batch, played in workers.run(self._list_batches(alive, series, each), goes_on):
            self._add(batch, played)

    def _list_batches(self, alive: list[Trial], series: list[Series], each: int) -> Iterator[VariantBatch]:
        """So many games of each series for each setting, a little of all in turn."""
        begun = {(trial.number, one): len(trial.matches.get(one, [])) for trial in alive for one in series}
        size = {one: self._batch_size(one) for one in series}
        for first in range(0, each, min(size.values())):
            for trial in alive:
                for one in series:
                    if first % size[one] == 0:
                        count = min(size[one], each - first)
                        self._batches += 1
                        yield VariantBatch(self._batches, trial.number, one, begun[trial.number, one] + first, count)

    def _batch_size(self, series: Series) -> int:
        cost = max(self._efforts[series.players].cost(agent) for agent in series.cast)
        return 1 << max(0, min(_LARGEST_BATCH, int(_BATCH_WORK / cost)).bit_length() - 1)

    def _add(self, batch: VariantBatch, played: Played) -> None:
        self.trials[batch.variant].matches.setdefault(batch.series, []).extend(played.matches)

    # -- what came out

    def _find_actions(self) -> frozenset[str]:
        """That were offered in any setting, beside something else."""
        played = (match for trial in self.trials for matches in trial.matches.values() for match in matches)
        return frozenset(
            name.name for match in played for name, use in match.uses.items() if not name.question and use.offered
        )

    def _conclude(self) -> Varied:
        actions = self._find_actions()
        last = [trial for trial in self.trials if trial.rounds == self.rounds and trial.games and not trial.problem]
        judged = _rank(
            [judge(t, self.goals, self.players, actions, FALSE_ALARMS / max(1, len(self.trials))) for t in last],
            self.goals,
            self.players,
            actions,
        )
        return Varied(
            self.lab.game.name, self.request.file, self.request, self.space, self.goals, self.players, self.agents, self.trials,
            judged, actions, self.rounds, self.interrupted,
        )  # fmt: skip


def _plan_rounds(settings: int, halving: bool) -> list[int]:
    """How many settings are in each round."""
    sizes = [settings]
    while halving and sizes[-1] > KEPT:
        sizes.append(-(-sizes[-1] // KEPT))
    return sizes


def _miss(samples: list[Sample], goals: list[Goal]) -> float:
    parts = [goal.miss(sample) for goal in goals for sample in samples]
    return math.fsum(parts) / max(1, len(parts))


def _spread(values: list[float]) -> float:
    """How far a figure is from the truth, usually, by what it is without each block of games."""
    middle = math.fsum(values) / len(values)
    return math.sqrt((len(values) - 1) / len(values) * math.fsum((value - middle) ** 2 for value in values))


def judge(trial: Trial, goals: list[Goal], players: tuple[int, ...], actions: frozenset[str], alpha: float) -> Judged:
    samples = trial.samples(players, actions)
    parts = {goal.words: math.fsum(goal.miss(sample) for sample in samples) / len(samples) for goal in goals}
    width = math.inf
    if trial.is_known:
        without = [_miss([sample.without(block, BLOCKS) for sample in samples], goals) for block in range(BLOCKS)]
        width = student_quantile(alpha / 2, BLOCKS - 1) * _spread(without)
    return Judged(trial, _miss(samples, goals), width, parts, False)


def _rank(judged: list[Judged], goals: list[Goal], players: tuple[int, ...], actions: frozenset[str]) -> list[Judged]:
    """The best first; and which of the others are not told apart from it, by games with the same seeds."""
    ordered = sorted(judged, key=lambda one: (one.miss, one.trial.number))
    if not ordered:
        return []
    alpha = FALSE_ALARMS / max(1, len(ordered) - 1)
    best = ordered[0].trial

    def is_as_good(trial: Trial) -> bool:
        if not (trial.is_known and best.is_known):
            return True
        common = min(len(m) for one in (trial, best) for m in one.matches.values())
        own, others = ([s.up_to(common) for s in one.samples(players, actions)] for one in (trial, best))

        def differ(block: int | None) -> float:
            kept = [[s if block is None else s.without(block, BLOCKS) for s in some] for some in (own, others)]
            return _miss(kept[0], goals) - _miss(kept[1], goals)

        return differ(None) <= student_quantile(alpha, BLOCKS - 1) * _spread([*map(differ, range(BLOCKS))])

    return [one._replace(as_good=one.trial is best or is_as_good(one.trial)) for one in ordered]


def measure(sample: Sample, alpha: float) -> dict[str, Any]:
    """The figures of a setting, with intervals."""
    matches, total = sample.matches, len(sample.matches)

    def tell(part: float) -> dict[str, Any]:
        share = Share(part, total)
        return {"share": share.value, "interval": [*share.interval(alpha)]}

    moves = Mean.of([float(match.moves) for match in matches])
    interval = [*moves.interval(alpha)] if math.isfinite(moves.error) else None
    ways = [sum(match.ways) / len(match.ways) for match in matches if match.ways]
    found: dict[str, Any] = {
        "games": total,
        "seats": [tell(math.fsum(match.share(seat) for match in matches)) for seat in range(sample.players)],
        "draws": tell(sum(match.is_draw for match in matches)),
        "unended": tell(sum(match.ended != "winner" for match in matches)),
        "moves": {"mean": moves.value, "interval": interval},
        "options": math.fsum(ways) / len(ways) if ways else None,
        "unused_actions": find_unused(sample),
    }
    if sample.ladder:
        share = Share(thinking_share(sample) * len(sample.ladder), len(sample.ladder))
        found["thinking"] = {"share": share.value, "interval": [*share.interval(alpha)], "games": len(sample.ladder)}
    return found
