"""The hashes by which a compiled game knows the actions of a catalogue: made as `emit/c/runtime/9f_actions.c` makes them.

hashes, numbers = hashed(catalogue, setting.game, facts, native.places)
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Any

from tgpl.bindings.catalogue import Catalogue
from tgpl.bindings.object_keys import PIECE, TILE, Sign
from tgpl.bindings.option_keys import ACT, ACTION, END, OBJECT, SEAT, Answer, Key
from tgpl.bindings.program_facts import Facts
from tgpl.runtime.errors import Place
from tgpl.runtime.game import Game

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_AN_ACTION, _AN_OBJECT, _A_NUMBER, _A_BOOL, _A_TEXT, _A_SEAT, _AN_END, _NO_END = range(1, 9)
_ON_TILE, _TILE_SIGN, _THING_SIGN = range(1, 4)


def hashed(catalogue: Catalogue, game: Game, facts: Facts, places: list[Place]) -> tuple[list[int], list[int]]:
    """The hash of every action in every place where it can be asked for, and its number."""
    order = {
        kind.shown: {kind._names[name]: nth for nth, name in enumerate(kind._attributes, 1)}
        for kind in game.rules.classes
    }
    asked: dict[Key, list[int]] = {ACTION: [-1]}
    for question in facts.questions:
        wanted = set(question.places)
        asked[question.subject, question.name] = [at for at, place in enumerate(places) if tuple(place) in wanted]
    hashes, numbers = [], []
    for (key, answer, nth), number in catalogue.ids.items():
        for at in asked[key]:
            hashes.append(_joined(_answer(at + 1, answer, order), nth))
            numbers.append(number)
    return hashes, numbers


def _answer(hash_: int, answer: Answer, order: dict[str, dict[str, int]]) -> int:
    kind = answer[0]
    if kind == ACT:
        return _chain(hash_, (_AN_ACTION, _bytes(answer[1]), _sign(answer[2], order)))
    if kind == OBJECT:
        return _chain(hash_, (_AN_OBJECT, _sign(answer[1], order)))
    if kind == SEAT:
        return _chain(hash_, (_A_SEAT, answer[1]))
    if kind == END:
        return _joined(hash_, _AN_END if answer[1] == "done" else _NO_END)
    plain = answer[2]
    what = _A_BOOL if isinstance(plain, bool) else _A_NUMBER if isinstance(plain, float) else _A_TEXT
    return _chain(hash_, (what, _plain(plain)))


def _sign(sign: Sign, order: dict[str, dict[str, int]]) -> int:
    if sign[0] in (TILE, PIECE):
        group = _chain(_bytes(sign[1]), (sign[2], _bytes(sign[3]))) | 1
        hash_ = _chain(_TILE_SIGN if sign[0] == TILE else _ON_TILE, (group, sign[4]))
        return hash_ if sign[0] == TILE else _joined(hash_, sign[5])
    hash_ = _joined(_THING_SIGN, _bytes(sign[1]))
    for name, value in sign[2]:
        hash_ = _chain(hash_, (order[sign[1]][name], _plain(value)))
    hash_ = _joined(hash_, sign[3] + 1)
    return _joined(hash_, sign[4] + 1) if len(sign) > 4 else hash_


def _plain(value: Any) -> int:
    if isinstance(value, str):
        return _bytes(value)
    if isinstance(value, float):
        return int.from_bytes(struct.pack("<d", value + 0.0), "little") if value else 0
    return int(value)


def _bytes(text: str) -> int:
    data = text.encode("utf-8", "surrogatepass")
    return _chain(len(data), data)


def _chain(hash_: int, words: Iterable[int]) -> int:
    for word in words:
        hash_ = _joined(hash_, word)
    return hash_


def _joined(hash_: int, word: int) -> int:
    mixed = (hash_ + word * _GOLDEN + 1) & _MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return mixed ^ (mixed >> 31)
