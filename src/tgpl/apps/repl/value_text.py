"""The values of a session as statements that would make them: for who works out odds, and runs nothing.

In:  values as `values` holds them, with the types of the variables. Out: parts of a tree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tgpl.apps.repl.values import ListValue, ObjectValue, Value, find_objects
from tgpl.languages.rpg.check.incremental import Part
from tgpl.languages.rpg.check.types import DICE, UNIT, ListOf, ObjectType, Type, resolve
from tgpl.languages.rpg.syntax import tree as t
from tgpl.languages.rpg.syntax.parse import parse_expression
from tgpl.text.source import SourceFile

_DICE = re.compile(r"(List\[)*Dice\]*")


def make_statements(values: Mapping[str, Value], types: Mapping[str, Type], at: int) -> list[Part]:
    """All of them stand at one place, before what is asked."""
    return _StatementMaker(at).statements(values, types)


class _StatementMaker:
    def __init__(self, at: int) -> None:
        self._at = at
        self._names: dict[int, str] = {}  # of variables for objects: with capitals, so no script has them

    def statements(self, values: Mapping[str, Value], types: Mapping[str, Type]) -> list[Part]:
        found: list[Part] = []
        objects = find_objects(dict(values))
        for thing in objects:
            name = self._names[id(thing)] = f"ThingOfTheSession{len(self._names)}"
            found.append(self._set(name, self._new(thing.type)))
        for thing in objects:
            owner = self._names[id(thing)]
            for field, (type_, value) in thing.fields.items():
                target = t.Member(self._at, self._at, t.Name(self._at, self._at, owner), self._word(field))
                told = self._value(value, _DICE.fullmatch(type_) is not None)
                found.append(t.SetField(self._at, self._at, target, told))
        for name, value in values.items():
            type_held = resolve(types[name])
            if type_held is not UNIT:
                found.append(self._set(name, self._value(value, _is_dice(type_held))))
        return found

    def _new(self, type_: ObjectType) -> t.Thing:
        named = type_.base if type_.anonymous and type_.base is not None else type_
        traits = type_.traits if type_.anonymous else ()
        return t.Thing(self._at, self._at, self._word(named.name), tuple(self._word(one.name) for one in traits))

    def _value(self, value: Value, dice: bool) -> t.Expr:
        at = self._at
        if isinstance(value, ObjectValue):
            return t.Name(at, at, self._names[id(value)])
        if isinstance(value, ListValue):
            return t.Items(at, at, tuple(self._value(item, dice) for item in value.values))
        if isinstance(value, bool):
            return t.Truth(at, at, value)
        if isinstance(value, float):
            numeral = t.Numeral(at, at, abs(int(value)))
            return t.Negate(at, at, numeral) if value < 0 else numeral
        formula = parse_expression(SourceFile("dice", value))[0] if dice else None
        return t.Text(at, at, value) if formula is None else formula

    def _set(self, name: str, value: t.Expr) -> t.SetVariable:
        return t.SetVariable(self._at, self._at, self._word(name), value)

    def _word(self, name: str) -> t.Word:
        return t.Word(self._at, self._at, name)


def _is_dice(type_: Type) -> bool:
    type_ = resolve(type_)
    while isinstance(type_, ListOf):
        type_ = resolve(type_.of)
    return type_ is DICE
