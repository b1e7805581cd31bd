"""The hashes by which a compiled game knows the actions of a catalogue: made as `emit/c/runtime/9f_actions.c` makes them.

hashes, numbers = hash_actions(catalogue, setting.game, facts, native.places)
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Any

from tgpl.bindings.catalogue import Catalogue
from tgpl.bindings.object_keys import PIECE, TILE, ObjectKey
from tgpl.bindings.option_keys import ACT, ACTION, END, OBJECT, SEAT, Answer, QuestionKey
from tgpl.bindings.program_facts import ProgramFacts
from tgpl.runtime.errors import Place
from tgpl.runtime.game import Game

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_AN_ACTION, _AN_OBJECT, _A_NUMBER, _A_BOOL, _A_TEXT, _A_SEAT, _AN_END, _NO_END = range(1, 9)
_ON_TILE, _TILE_KEY, _THING_KEY = range(1, 4)


def hash_actions(
    catalogue: Catalogue, game: Game, facts: ProgramFacts, places: list[Place]
) -> tuple[list[int], list[int]]:
    """The hash of every action in every place where it can be asked for, and its number."""
    order = {
        kind.shown: {kind._names[name]: nth for nth, name in enumerate(kind._attributes, 1)}
        for kind in game.rules.classes
    }
    asked: dict[QuestionKey, list[int]] = {ACTION: [-1]}
    for question in facts.questions:
        wanted = set(question.places)
        asked[question.subject, question.name] = [at for at, place in enumerate(places) if tuple(place) in wanted]
    hashes, numbers = [], []
    for (key, answer, nth), number in catalogue.ids.items():
        for at in asked[key]:
            hashes.append(_mix(_hash_answer(at + 1, answer, order), nth))
            numbers.append(number)
    return hashes, numbers


def _hash_answer(hash_: int, answer: Answer, order: dict[str, dict[str, int]]) -> int:
    kind = answer[0]
    if kind == ACT:
        return _mix_all(hash_, (_AN_ACTION, _hash_text(answer[1]), _hash_object(answer[2], order)))
    if kind == OBJECT:
        return _mix_all(hash_, (_AN_OBJECT, _hash_object(answer[1], order)))
    if kind == SEAT:
        return _mix_all(hash_, (_A_SEAT, answer[1]))
    if kind == END:
        return _mix(hash_, _AN_END if answer[1] == "done" else _NO_END)
    plain = answer[2]
    what = _A_BOOL if isinstance(plain, bool) else _A_NUMBER if isinstance(plain, float) else _A_TEXT
    return _mix_all(hash_, (what, _hash_value(plain)))


def _hash_object(object_key: ObjectKey, order: dict[str, dict[str, int]]) -> int:
    if object_key[0] in (TILE, PIECE):
        group = _mix_all(_hash_text(object_key[1]), (object_key[2], _hash_text(object_key[3]))) | 1
        hash_ = _mix_all(_TILE_KEY if object_key[0] == TILE else _ON_TILE, (group, object_key[4]))
        return hash_ if object_key[0] == TILE else _mix(hash_, object_key[5])
    hash_ = _mix(_THING_KEY, _hash_text(object_key[1]))
    for name, value in object_key[2]:
        hash_ = _mix_all(hash_, (order[object_key[1]][name], _hash_value(value)))
    hash_ = _mix(hash_, object_key[3] + 1)
    return _mix(hash_, object_key[4] + 1) if len(object_key) > 4 else hash_


def _hash_value(value: Any) -> int:
    if isinstance(value, str):
        return _hash_text(value)
    if isinstance(value, float):
        return int.from_bytes(struct.pack("<d", value + 0.0), "little") if value else 0
    return int(value)


def _hash_text(text: str) -> int:
    data = text.encode("utf-8", "surrogatepass")
    return _mix_all(len(data), data)


def _mix_all(hash_: int, words: Iterable[int]) -> int:
    for word in words:
        hash_ = _mix(hash_, word)
    return hash_


def _mix(hash_: int, word: int) -> int:
    mixed = (hash_ + word * _GOLDEN + 1) & _MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return mixed ^ (mixed >> 31)
