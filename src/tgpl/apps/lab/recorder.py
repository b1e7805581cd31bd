"""Facts of one match, gathered while it is played.

recorder = Recorder(instruments, Wanted(), players=2, seed=7)
match = contest.play(agents, 7, 2, most_moves, recorder.watch)
recorder.facts(series, number, agents, match)
"""

from __future__ import annotations

from collections import Counter, deque
from typing import NamedTuple

from tgpl.agents.contest import Chooser, Contest, Finished
from tgpl.agents.meaning import Meaning
from tgpl.agents.search import OptionStats
from tgpl.apps.lab.evidence import MOST_OPTIONS, NO_VALUE, Alternative, MatchFacts, Probe, Thing, Use, pack_value
from tgpl.apps.lab.plan import Series
from tgpl.native.facts import ACTION, NUMBER, OBJECT, SYMBOL, VALUE, Offers, Outcome, Trials
from tgpl.native.state import NativeState
from tgpl.runtime.rng import Rng

MATTERS = 0.08  # between the best and the worst that options look like: less is no difference
CLEARLY = 0.1  # between the best and the next
_LEAST_VISITS = 2  # of an option that is judged by what it looked like
_PROBED = 3  # decisions of a match, about
_TRIED = 5  # options of such a decision
_ROLLOUTS = 8  # of each
_MORE_ROLLOUTS = 32  # of the two options that differ most, where who decides cannot win
_LAST = 2  # decisions of each player at the end that are looked at, with three or more
_STREAM = 0x9B0BE  # keeps the chance of who looks on apart


class Instruments:
    """What a recorder looks with; the same for many matches."""

    def __init__(self, contest: Contest, meaning: Meaning, most_moves: int) -> None:
        self.meaning = meaning
        self.most_moves = most_moves
        self.observer = contest.observer
        self.trials = Trials(contest.state)
        self._things: dict[int, Thing] = {}

    def find_thing(self, class_: int, face: int) -> Thing:
        """What it is called: by its display name, or by its class and what it was given."""
        if face not in self._things:
            shown = self.meaning.classes[class_]
            self._things[face] = Thing(self.meaning.families[class_], self.observer.face_name(face) or shown, shown)
        return self._things[face]


class Wanted(NamedTuple):
    """What is looked at in the matches of a series."""

    choices: bool = True
    things: bool = True
    probes: bool = True


class Decided(NamedTuple):
    """A decision that may be looked at again."""

    question: str
    seat: int
    move: int
    options: int
    saved: bytes


class Recorder:
    def __init__(self, tools: Instruments, wanted: Wanted, players: int, seed: int) -> None:
        self.tools, self.wanted, self.players, self.seed = tools, wanted, players, seed
        self._chance = Rng(seed + _STREAM)
        self._moves = -1  # of the match, when the running one began
        self._seats = bytearray()
        self._ways: list[int] = []
        self._values = bytearray()
        self._situations: Counter[tuple[int, int]] = Counter()
        self._uses: dict[Alternative, Use] = {}
        self._held: list[dict[int, Thing]] = [{} for _ in range(players)]  # by serial numbers
        self._used: list[Counter[Thing]] = [Counter() for _ in range(players)]
        self._probes: list[Probe] = []
        self._last: deque[Decided] = deque(maxlen=_LAST * players)
        self._numeric = False

    def watch(self, state: NativeState, chooser: Chooser, chosen: int) -> None:
        seat = state.player
        assert seat is not None
        self._note_move(state, seat)
        if chooser.found is not None and self._values[-1] == NO_VALUE:
            self._values[-1] = pack_value(chooser.found.options[chosen].mean)
        if self.wanted.choices:
            self._note_choice(seat, chooser, chosen)
        if self.wanted.things:
            self._note_things()
        if self.wanted.probes and state.options > 1:
            self._note_decision(state, seat)

    def _note_move(self, state: NativeState, seat: int) -> None:
        if state.moves == self._moves and self._seats and self._seats[-1] == seat:
            self._ways[-1] = min(MOST_OPTIONS, self._ways[-1] * state.options)
            return
        self._moves = state.moves
        self._seats.append(seat)
        self._ways.append(min(MOST_OPTIONS, state.options))
        self._values.append(NO_VALUE)
        self._situations[self.tools.observer.situation()] += 1

    # -- what was offered and chosen

    def _note_choice(self, seat: int, chooser: Chooser, chosen: int) -> None:
        offers = self.tools.observer.offers()
        taken = offers.options[chosen]
        if taken.tag == OBJECT and taken.what == VALUE and taken.of in self.tools.meaning.families:
            self._used[seat][self.tools.find_thing(taken.of, taken.value)] += 1
        self._numeric = self._numeric or (taken.tag == NUMBER and len(offers.options) > 1)
        names = self._name_alternatives(offers)
        several = {name for name in names if name is not None}
        if len(several) < 2:
            return
        best, matters = _judge(names, None if chooser.found is None else chooser.found.options)
        for name in several:
            is_chosen = name == names[chosen]
            expected = matters / len(several)
            more = Use(1, int(is_chosen), int(matters), int(matters and is_chosen), expected, int(name == best))
            self._uses[name] = self._uses.get(name, Use()).plus(more)

    def _name_alternatives(self, offers: Offers) -> list[Alternative | None]:
        meaning = self.tools.meaning
        question = meaning.question(offers.question)
        names: list[Alternative | None] = []
        for number, option in enumerate(offers.options):
            name = None
            if option.what == ACTION:
                name = meaning.actions[option.of]
            elif option.what == VALUE and option.tag == OBJECT and option.of in meaning.families:
                name = self.tools.find_thing(option.of, option.value).name
            elif option.what == VALUE and option.tag == SYMBOL:
                name = self.tools.observer.option_name(number)
            names.append(None if name is None else Alternative(question, name))
        return names

    # -- who has what

    def _note_things(self) -> None:
        tools = self.tools
        for holding in tools.observer.holdings():
            if holding.of in tools.meaning.families and 0 <= holding.holder < self.players:
                self._held[holding.holder][holding.serial] = tools.find_thing(holding.of, holding.face)

    # -- what choices lead to

    def _note_decision(self, state: NativeState, seat: int) -> None:
        looks = not self._chance.below(self._spacing())
        if not looks and self.players < 3:
            return
        question = self.tools.meaning.question(self.tools.observer.offers().question)
        decided = Decided(question, seat, len(self._seats), state.options, state.save())
        if looks:
            self._probes.append(self._probe(decided))
        if self.players > 2:
            self._last.append(decided)

    def _spacing(self) -> int:
        """The more are looked at already, the rarer."""
        return 4 << len(self._probes) if len(self._probes) < _PROBED else 1 << 30

    def _probe(self, decided: Decided, late: bool = False) -> Probe:
        seat, seed, offered = decided.seat, self._chance.next(), range(decided.options)
        numbers = [*offered] if len(offered) <= _TRIED else [self._chance.below(len(offered)) for _ in range(_TRIED)]
        ends = [self._try(decided, number, seed, _ROLLOUTS) for number in numbers]
        differs = any(outcomes != ends[0] for outcomes in ends)
        shares = [[_share(outcomes, who, self.players) for who in range(self.players)] for outcomes in ends]
        own, swing = max(share[seat] for share in shares), 0.0
        if late and own == 0.0 and differs:
            own, swing = self._compare(decided, numbers, shares, seed + _ROLLOUTS)
        return Probe(decided.question, seat, decided.move, len(numbers), differs, own, swing, late)

    def _compare(
        self, decided: Decided, numbers: list[int], shares: list[list[float]], seed: int
    ) -> tuple[float, float]:
        """Of the two options that differ most for somebody else: what who decides can win, and how much hangs on it."""
        best = (0.0, 0, 0, 0)
        for who in range(self.players):
            for i, one in enumerate(shares):
                for j, other in enumerate(shares):
                    if who != decided.seat and one[who] - other[who] > best[0]:
                        best = (one[who] - other[who], who, i, j)
        _, who, i, j = best
        more, less = (self._try(decided, numbers[k], seed, _MORE_ROLLOUTS) for k in (i, j))
        own = max(_share(outcomes, decided.seat, self.players) for outcomes in (more, less))
        return own, _share(more, who, self.players) - _share(less, who, self.players)

    def _try(self, decided: Decided, number: int, seed: int, times: int) -> list[Outcome]:
        trials, most = self.tools.trials, self.tools.most_moves
        return [trials.play(decided.saved, number, seed + i, most) for i in range(times)]

    # -- all of it

    def facts(self, series: Series, number: int, agents: tuple[str, ...], match: Finished) -> MatchFacts:
        if self.wanted.things:
            self._note_things()
        self._probes += [self._probe(decided, late=True) for decided in self._last]
        return MatchFacts(
            series,
            number,
            self.seed,
            agents,
            match.ended,
            None if match.ranking is None else tuple(map(tuple, match.ranking)),
            match.moves,
            tuple(match.choices),
            bytes(self._seats),
            tuple(self._ways),
            bytes(self._values),
            max(self._situations.values(), default=0),
            self._uses,
            tuple(Counter(held.values()) for held in self._held),
            tuple(self._used),
            tuple(self._probes),
            self._numeric,
        )


def _judge(names: list[Alternative | None], stats: list[OptionStats] | None) -> tuple[Alternative | None, bool]:
    """The alternative that looked clearly better than all others, if one did, and whether it makes a difference which is
    chosen. Each is judged by the best of its options."""
    if stats is None:
        return None, False
    worth: dict[Alternative, float] = {}
    for name, one in zip(names, stats, strict=True):
        if name is not None and one.visits >= _LEAST_VISITS:
            worth[name] = max(worth.get(name, 0.0), one.mean)
    if len(worth) < 2:
        return None, False
    ordered = sorted(worth, key=lambda name: -worth[name])
    ahead = worth[ordered[0]] - worth[ordered[1]]
    return ordered[0] if ahead > CLEARLY else None, worth[ordered[0]] - worth[ordered[-1]] > MATTERS


def _share(outcomes: list[Outcome], seat: int, players: int) -> float:
    total = 0.0
    for outcome in outcomes:
        first = outcome.ranking[0] if outcome.ranking else ()
        total += (1.0 / len(first) if seat in first else 0.0) if first else 1.0 / players
    return total / len(outcomes)
