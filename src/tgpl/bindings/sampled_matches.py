"""Random matches, played once when a game is opened: what comes up in them, beside what the rules say.

The matches are always the same for the same rules, so whatever is derived from them is too.

    sample = play_samples(game, facts, players=2, look=encoder.look)
    sample.met[("Mark", "field")]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tgpl.bindings.object_keys import PIECE, TILE, Shown, Sign, Signs
from tgpl.bindings.option_keys import Answer, Key, answers, key_of
from tgpl.bindings.program_facts import Facts
from tgpl.runtime.chance import begin_open
from tgpl.runtime.game import Game
from tgpl.runtime.rng import Rng
from tgpl.runtime.state import State

MATCHES = 8  # at most
DECISIONS = 240  # at most, of all matches together
WIDEST = 256  # outcomes of one draw
_SEED = 0x5A3B1E


class Sample:
    """What came up."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.met: dict[Key, dict[Answer, None]] = {}  # the answers to each question, in the order in which they came
        self.copies: dict[Answer, int] = {}  # how many that are alike were offered together
        self.real: set[Key] = set()  # questions that once had two answers or more
        self.signs: dict[str, dict[Sign, None]] = {}  # what was seen, by class
        self.stood: dict[str, dict[Sign, None]] = {}  # the groups on which objects of a class stood
        self.groups: dict[Sign, dict[int, None]] = {}  # the places of its tiles
        self.tiles: dict[Sign, str] = {}  # what they are called
        self.widest = 2  # outcomes of a draw

    def see(self, signs: Signs) -> None:
        for number, sign in signs.items():
            shown = signs.objects[number]
            if sign[0] == PIECE:
                self.stood.setdefault(shown["class"], {})[sign[1:4]] = None
            elif not (sign[0] == TILE and shown["blank"]):
                self.signs.setdefault(shown["class"], {})[sign] = None
            if sign[0] == TILE and sign not in self.tiles:
                self.tiles[sign] = _called(shown, sign)
        for group, places in signs.groups.items():
            self.groups.setdefault(group, {}).update(dict.fromkeys(places))

    def hear(self, key: Key, found: list[Answer | None]) -> None:
        met = self.met.setdefault(key, {})
        counts = Counter(answer for answer in found if answer is not None)
        for answer, count in counts.items():
            met[answer] = None
            self.copies[answer] = max(count, self.copies.get(answer, 1))
        if len(found) > 1:
            self.real.add(key)

    def draw(self, chance: Rng, weights: list[int]) -> int:
        self.widest = max(self.widest, len(weights))
        return weighted(chance, weights)


def play_samples(game: Game, facts: Facts, players: int, look: Callable[[Signs], None]) -> Sample:
    sample, chance, left = Sample(players), Rng(_SEED), DECISIONS
    for match in range(MATCHES):
        if left <= 0:
            break
        state = begin_open(game, match, players, WIDEST, lambda weights: sample.draw(chance, weights))
        while state.decision is not None and left > 0:
            left -= 1
            _choose(state, facts, sample, look, chance)
        for seat in range(players):  # what is only seen at the end belongs to it too
            _see(state, seat, facts, sample, look)
    return sample


def _called(tile: Shown, sign: Sign) -> str:
    name = tile.get("display", {}).get("name") or tile["class"]
    if tile["x"] is not None:
        return f"{name} ({tile['x']:.0f}, {tile['y']:.0f})"
    return name if name != tile["class"] else f"{name} {sign[4]}"


def _choose(state: State, facts: Facts, sample: Sample, look: Callable[[Signs], None], chance: Rng) -> None:
    decision = state.decision
    assert decision is not None
    signs = _see(state, decision.player, facts, sample, look)
    sample.hear(key_of(decision), answers(decision, signs))
    if not decision.options:
        state.give_up()
    else:
        state.choose(chance.below(len(decision.options)))


def _see(state: State, seat: int, facts: Facts, sample: Sample, look: Callable[[Signs], None]) -> Signs:
    signs = Signs(state.view(seat), facts)
    sample.see(signs)
    look(signs)
    return signs


def weighted(chance: Rng, weights: list[int]) -> int:
    """A number, as likely as its weight says."""
    at = chance.below(sum(weights))
    for number, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return number
    raise AssertionError("the weights add up")
