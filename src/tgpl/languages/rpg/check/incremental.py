"""A script that goes on: what is known already and what comes now, checked together.

In:  `Known`, and parts of a tree that are new. Out: `Checked`, as of a script that does only what is new, and the
problems. A definition that comes again takes the place of the old one. A function sees of the variables only those
that were there when it was written: what it makes for itself stays its own.

    checked, problems = check_incrementally(file, known, parts)
    known = known.extend(parts, checked, alive)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from tgpl.languages.rpg.check import symbols as s
from tgpl.languages.rpg.check.script import Checker
from tgpl.languages.rpg.check.types import BROKEN, ListOf, ObjectType, Open, TraitType, Type, fits, resolve
from tgpl.languages.rpg.syntax import tree as t
from tgpl.text.diagnostics import Problem
from tgpl.text.records import Frozen
from tgpl.text.source import SourceFile

Part = t.Definition | t.Statement
T = TypeVar("T")


class KnownVariable(Frozen):
    """A variable that is there already."""

    name: str
    type: Type  # in the terms of an earlier check
    at: int  # where it was made


class Known(Frozen):
    """What a session knows. The trees are as they were read: checking works on copies."""

    entries: tuple[t.Definition | KnownVariable, ...] = ()  # in the order in which they came
    alive: tuple[ObjectType, ...] = ()  # of which there are objects
    lists: tuple[tuple[str, str, Type], ...] = ()  # the types of fields that hold lists: who has it, its name

    def extend(self, parts: Sequence[Part], checked: s.Checked, alive: Iterable[ObjectType]) -> Known:
        """What is known when the parts have run."""
        again = {_key(part) for part in parts if _is_definition(part)}
        there = {entry.name for entry in self.entries if isinstance(entry, KnownVariable)}
        entries: list[t.Definition | KnownVariable] = []
        for entry in self.entries:
            if isinstance(entry, KnownVariable):
                entries.append(KnownVariable(entry.name, checked.variables[entry.name].type, entry.at))
            elif _key(entry) not in again:
                entries.append(entry)
        for part in parts:
            if isinstance(part, (t.Object, t.Trait, t.Function)):
                entries.append(part)
            elif isinstance(part, t.SetVariable) and part.name.text not in there:
                there.add(part.name.text)
                entries.append(KnownVariable(part.name.text, checked.variables[part.name.text].type, part.at))
        return Known(tuple(entries), tuple(dict.fromkeys(alive)), tuple(_lists(checked)))

    def without(self, name: str) -> Known:
        """As if a name had never been given."""
        kept = tuple(entry for entry in self.entries if name_of(entry) != name)
        return Known(kept, self.alive, self.lists)


def copy_tree(tree: T) -> T:
    """A copy of a tree that no check has written into yet."""
    copied: T = _copy(tree)
    return copied


def _copy(part: Any) -> Any:
    if isinstance(part, tuple):
        return tuple(map(_copy, part))
    if isinstance(part, t.Node):
        return type(part)(*[_copy(getattr(part, name)) for name in part.__match_args__])
    return part


def name_of(entry: t.Definition | KnownVariable) -> str:
    return entry.name if isinstance(entry, KnownVariable) else entry.name.text


def check_incrementally(file: SourceFile, known: Known, parts: Sequence[Part]) -> tuple[s.Checked, list[Problem]]:
    """Checks new parts; they are written into, as by `check`."""
    session = _Session(file, known, parts)
    session.checker.script(session.in_order())
    return session.checker.checked, session.checker.problems


class _Session:
    def __init__(self, file: SourceFile, known: Known, parts: Sequence[Part]) -> None:
        again = {_key(part) for part in parts if _is_definition(part)}
        self._known = known
        self._new = parts
        self._old: dict[int, t.Definition] = {
            i: copy_tree(entry)
            for i, entry in enumerate(known.entries)
            if not isinstance(entry, KnownVariable) and _key(entry) not in again
        }
        self._open: dict[Open, Open] = {}
        self._at = 0  # of the variable whose type is at hand
        self.checker = Checker(t.Script(file, (*self._old.values(), *parts), True))

    def in_order(self) -> Iterator[Part]:
        """First what is new, since old definitions may use it; last the old functions, which use objects."""
        seen: list[tuple[t.Function, dict[str, s.Variable]]] = []
        top = self.checker.top
        for i, entry in enumerate(self._known.entries):
            if isinstance(entry, KnownVariable):
                self._at = entry.at
                top.names[entry.name] = s.Variable(entry.name, self._again(entry.type), entry.at, True)
            elif isinstance(old := self._old.get(i), t.Function):
                seen.append((old, dict(top.names)))
        self._recall()
        yield from self._new
        yield from (old for old in self._old.values() if not isinstance(old, t.Function))
        for function, names in seen:
            now, top.names = top.names, names
            yield function
            top.names = now

    def _recall(self) -> None:
        """There is a class for every object, and what lists in fields hold is known as far as it was."""
        objects, traits = self.checker.checked.objects, self.checker.checked.traits
        for type_ in self._known.alive:
            self._again(type_)
            made = objects.get(type_.name)
            if made is not None:
                made.made = True
        for owner, name, held in self._known.lists:
            for had in (objects.get(owner), traits.get(owner)):
                if had is not None and name in had.fields:
                    fits(self.checker.type_of(had.fields[name]), self._again(held))

    def _again(self, type_: Type) -> Type:
        """A type of an earlier check in the terms of this one."""
        type_ = resolve(type_)
        if isinstance(type_, ListOf):
            return ListOf(self._again(type_.of))
        if isinstance(type_, Open):
            return self._open.setdefault(type_, Open())
        if isinstance(type_, TraitType):
            trait = self.checker.trait(self._word(type_.name))
            return BROKEN if trait is None else trait.type
        if isinstance(type_, ObjectType):
            named = type_.base if type_.anonymous and type_.base is not None else type_
            traits = type_.traits if type_.anonymous else ()
            found = self.checker.thing(self._word(named.name), tuple(self._word(trait.name) for trait in traits))
            return BROKEN if found is None else found.type
        return type_

    def _word(self, name: str) -> t.Word:
        """A name at its definition, for what is wrong with its newest form; without one where it is needed."""
        node = self.checker.nodes.get(name)
        return t.Word(self._at, self._at, name) if node is None else t.Word(node.name.at, node.name.end, name)


def _is_definition(part: Part | KnownVariable) -> bool:
    return isinstance(part, (t.Object, t.Trait, t.Function))


def _key(part: Part) -> tuple[bool, str]:
    """Functions have names of their own; objects and traits share theirs."""
    assert isinstance(part, (t.Object, t.Trait, t.Function))
    return isinstance(part, t.Function), part.name.text


def _lists(checked: s.Checked) -> Iterator[tuple[str, str, Type]]:
    for owners in (checked.objects, checked.traits):
        for owner, had in owners.items():
            for name, field in had.fields.items():
                if field.type is not None and isinstance(resolve(field.type), ListOf):
                    yield owner, name, field.type
