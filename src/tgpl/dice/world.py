"""Everything that a running script can change, as values that can be compared and are never changed themselves.

A world is all things that were made, each with its class and its fields; a `Ref` is the number of one. Two paths through
a script that come to equal worlds and equal variables go on as one: that is what keeps exact odds small. So worlds are
compact: things that nobody can reach any more are dropped, and the others are numbered in the order of being reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Ref(int):
    """A thing of a world, by its number."""

    __slots__ = ()


Value = float | str | bool | None | Ref | tuple["Value", ...]  # a tuple is a list
Thing = tuple[str, tuple[Value, ...]]  # its class, and its fields
World = tuple[Thing, ...]


def change_field(world: World, thing: Ref, field: int, value: Value) -> World:
    kind, fields = world[thing]
    return (*world[:thing], (kind, (*fields[:field], value, *fields[field + 1 :])), *world[thing + 1 :])


def compact_world(world: World, fixed: int, values: Sequence[Value]) -> tuple[World, tuple[Value, ...]]:
    """Only what can be reached from some values and from the first `fixed` things, which keep their numbers."""
    if len(world) == fixed:
        return world, tuple(values)
    numbers = number_reachable(world, [*map(Ref, range(fixed)), *values])
    return renumber_world(world, numbers), tuple(rename_refs(value, numbers) for value in values)


def number_reachable(world: World, values: Iterable[Value]) -> dict[Ref, Ref]:
    """New numbers for the things that can be reached from some values, in the order of being come across."""
    numbers: dict[Ref, Ref] = {}
    waiting = [ref for value in values for ref in _find_refs(value)]
    while waiting:
        later: list[Ref] = []
        for ref in waiting:
            if ref not in numbers:
                numbers[ref] = Ref(len(numbers))
                later += [inner for value in world[ref][1] for inner in _find_refs(value)]
        waiting = later
    return numbers


def renumber_world(world: World, numbers: dict[Ref, Ref]) -> World:
    return tuple((world[ref][0], tuple(rename_refs(value, numbers) for value in world[ref][1])) for ref in numbers)


def rename_refs(value: Value, numbers: dict[Ref, Ref]) -> Value:
    if isinstance(value, Ref):
        return numbers[value]
    if isinstance(value, tuple):
        return tuple(rename_refs(inner, numbers) for inner in value)
    return value


def _find_refs(value: Value) -> list[Ref]:
    if isinstance(value, Ref):
        return [value]
    if isinstance(value, tuple):
        return [ref for inner in value for ref in _find_refs(inner)]
    return []
