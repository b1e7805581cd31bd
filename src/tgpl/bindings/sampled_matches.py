"""Random matches, played once when a game is opened: what comes up in them, beside what the rules say.

The matches are always the same for the same rules, so whatever is derived from them is too.

    sample = play_samples(game, facts, players=2, look=encoder.look)
    sample.met[("Mark", "field")]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tgpl.bindings.object_keys import PIECE, TILE, ObjectKey, ObjectKeys, Shown
from tgpl.bindings.option_keys import Answer, QuestionKey, find_answers, find_question_key
from tgpl.bindings.program_facts import ProgramFacts
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
        self.met: dict[QuestionKey, dict[Answer, None]] = {}  # the answers to each question, the first ones first
        self.copies: dict[Answer, int] = {}  # how many that are alike were offered together
        self.real: set[QuestionKey] = set()  # questions that once had two answers or more
        self.object_keys: dict[str, dict[ObjectKey, None]] = {}  # what was seen, by class
        self.stood: dict[str, dict[ObjectKey, None]] = {}  # the groups on which objects of a class stood
        self.groups: dict[ObjectKey, dict[int, None]] = {}  # the places of its tiles
        self.tiles: dict[ObjectKey, str] = {}  # what they are called
        self.widest = 2  # outcomes of a draw

    def see(self, object_keys: ObjectKeys) -> None:
        for number, object_key in object_keys.items():
            shown = object_keys.objects[number]
            if object_key[0] == PIECE:
                self.stood.setdefault(shown["class"], {})[object_key[1:4]] = None
            elif not (object_key[0] == TILE and shown["blank"]):
                self.object_keys.setdefault(shown["class"], {})[object_key] = None
            if object_key[0] == TILE and object_key not in self.tiles:
                self.tiles[object_key] = _name_tile(shown, object_key)
        for group, places in object_keys.groups.items():
            self.groups.setdefault(group, {}).update(dict.fromkeys(places))

    def hear(self, key: QuestionKey, found: list[Answer | None]) -> None:
        met = self.met.setdefault(key, {})
        counts = Counter(answer for answer in found if answer is not None)
        for answer, count in counts.items():
            met[answer] = None
            self.copies[answer] = max(count, self.copies.get(answer, 1))
        if len(found) > 1:
            self.real.add(key)

    def draw(self, chance: Rng, weights: list[int]) -> int:
        self.widest = max(self.widest, len(weights))
        return draw_weighted(chance, weights)


def play_samples(game: Game, facts: ProgramFacts, players: int, look: Callable[[ObjectKeys], None]) -> Sample:
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


def _name_tile(tile: Shown, object_key: ObjectKey) -> str:
    name = tile.get("display", {}).get("name") or tile["class"]
    if tile["x"] is not None:
        return f"{name} ({tile['x']:.0f}, {tile['y']:.0f})"
    return name if name != tile["class"] else f"{name} {object_key[4]}"


def _choose(state: State, facts: ProgramFacts, sample: Sample, look: Callable[[ObjectKeys], None], chance: Rng) -> None:
    decision = state.decision
    assert decision is not None
    object_keys = _see(state, decision.player, facts, sample, look)
    sample.hear(find_question_key(decision), find_answers(decision, object_keys))
    if not decision.options:
        state.give_up()
    else:
        state.choose(chance.below(len(decision.options)))


def _see(
    state: State, seat: int, facts: ProgramFacts, sample: Sample, look: Callable[[ObjectKeys], None]
) -> ObjectKeys:
    object_keys = ObjectKeys(state.view(seat), facts)
    sample.see(object_keys)
    look(object_keys)
    return object_keys


def draw_weighted(chance: Rng, weights: list[int]) -> int:
    """A number, as likely as its weight says."""
    at = chance.below(sum(weights))
    for number, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return number
    raise AssertionError("the weights add up")
