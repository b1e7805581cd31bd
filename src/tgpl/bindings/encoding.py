"""What a seat sees as a row of numbers of fixed length, made of named parts.

The parts are laid out once, from the rules and from sampled matches:

- `seat`, `active`, `asked`: who looks; whose turn it is and who is to choose, counted from there; `phase`, `question`: what
  is going on; `chosen`: the actions by which this seat began its move, or made its sealed choice;
- a part for each group of tiles: see `planes`; a part for each class of other things: see `things`.

In:  a view, and nothing else about the match. Equal views give equal rows.

    encoder = Encoder(game, players)            # then `look` at sampled views, then `lay_out`
    encoder.encode(object_keys, chosen=[3])
    encoder.parts["Field3x3.Grid"]              # where it begins, and its shape
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from tgpl.bindings.attributes import Attributes
from tgpl.bindings.codecs import Row
from tgpl.bindings.object_keys import THING, ObjectKey, ObjectKeys
from tgpl.bindings.option_keys import ACTION, QuestionKey
from tgpl.bindings.planes import Planes
from tgpl.bindings.thing_rows import ThingRows
from tgpl.core.fresh_names import tail_name
from tgpl.runtime.game import Game


class Part(NamedTuple):
    start: int
    shape: tuple[int, ...]

    @property
    def stretch(self) -> slice:
        return slice(self.start, self.start + int(np.prod(self.shape)))


class Encoder:
    def __init__(self, game: Game, players: int) -> None:
        self.players = players
        self.attributes = Attributes(game, players)
        phases = [(turn.name, phase.name) for turn in game.rules.turns.values() for phase in turn.phases]
        self.phases = {names: place for place, names in enumerate(phases)}
        self.secrets = game.rules.secrets
        self.planes: dict[ObjectKey, Planes] = {}
        self.things: dict[str, ThingRows] = {}
        self.parts: dict[str, Part] = {}
        self.size = 0

    def look(self, object_keys: ObjectKeys) -> None:
        """At a sampled view."""
        self.attributes.look(object_keys)
        for board in object_keys.groups:
            self.planes.setdefault(board, Planes(board)).look(object_keys)
        for class_ in {object_key[1] for _, object_key in object_keys.items() if object_key[0] == THING}:
            self.things.setdefault(class_, ThingRows(class_)).look(object_keys)

    def lay_out(self, questions: Iterable[QuestionKey], actions: int) -> None:
        self.questions = {key: place for place, key in enumerate(questions)}
        head = {
            "seat": self.players,
            "active": self.players,
            "asked": self.players,
            "phase": len(self.phases),
            "question": len(self.questions) + 1,  # and any other
            "chosen": actions,
        }
        for name, size in head.items():
            self._add(name, (size,))
        self._placed: list[tuple[slice, Planes | ThingRows]] = []
        for planes in sorted(self.planes.values(), key=lambda planes: planes.name):
            if planes.places:
                planes.lay_out(self.attributes, self.secrets)
                self._placed.append((self._add(planes.name, planes.shape), planes))
        for things in sorted(self.things.values(), key=lambda things: things.name):
            things.lay_out(self.attributes)
            self._placed.append((self._add(things.name, things.shape), things))

    def _add(self, name: str, shape: tuple[int, ...]) -> slice:
        name = tail_name(name, {*self.parts})  # a class may be called like another part
        part = self.parts[name] = Part(self.size, shape)
        self.size = part.stretch.stop
        return part.stretch

    def encode(self, object_keys: ObjectKeys, chosen: Iterable[int]) -> Row:
        row: Row = np.zeros(self.size, np.float32)
        view, parts = object_keys.view, self.parts
        row[parts["seat"].start + object_keys.seat] = 1.0
        row[parts["active"].start + object_keys.relative(view["active"])] = 1.0
        phase = self.phases.get((view["turn"], view["phase"]))
        if phase is not None:
            row[parts["phase"].start + phase] = 1.0
        decision = view.get("decision")
        if decision is not None and decision["player"] >= 0:
            row[parts["asked"].start + object_keys.relative(decision["player"])] = 1.0
            if "kind" in decision:
                key = ACTION if decision["kind"] == "action" else (decision["subject"], decision["name"])
                row[parts["question"].start + self.questions.get(key, len(self.questions))] = 1.0
        for number in chosen:
            row[parts["chosen"].start + number] = 1.0
        for stretch, part in self._placed:
            part.write(row[stretch], object_keys)
        return np.clip(row, -1.0, 1.0, out=row)
