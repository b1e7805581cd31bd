"""Small data classes that cost next to nothing to define.

In:  a class body with annotated fields. Out: a slotted class with `__init__`, `__eq__`, `__repr__` and
`__match_args__`, as `@dataclass(slots=True)` would make it, but some ten times faster to define: the compiler
has hundreds of such classes, and `tgpl check` has to answer in a blink.

    class Roll(Frozen):
        count: int
        faces: int = 6

`Frozen` is for values: the type checker refuses to assign to a field. `Record` is for trees that a later
phase annotates. Both are enforced by the type checker, not at run time. Fields of a class with `__slots__ = ()` are for
others to mix in.
"""

from __future__ import annotations

from typing import Any, dataclass_transform


def _define(mcls: type[type], name: str, bases: tuple[type, ...], space: dict[str, Any], **kind: Any) -> type:
    annotations = space.get("__annotations__", {})
    own = tuple(field for field, hint in annotations.items() if not str(hint).startswith("ClassVar"))
    inherited: tuple[str, ...] = ()
    defaults: dict[str, Any] = {}
    for base in reversed(bases):  # a mixin, which stands before what it is mixed into, adds its fields behind
        inherited += getattr(base, "__match_args__", ())
        defaults |= getattr(base, "_defaults", {})
    defaults |= {field: space.pop(field) for field in own if field in space}
    fields = tuple(dict.fromkeys(inherited + own))
    handmade = "__init__" in space or space.get("__slots__") == () or any(getattr(b, "handmade", False) for b in bases)
    space.setdefault("__slots__", tuple(f for f in fields if not any(hasattr(base, f) for base in bases)))
    space["__match_args__"] = fields
    space["_defaults"] = defaults
    if fields and not handmade:
        space["__init__"] = _initialiser(fields, defaults)
    return type.__new__(mcls, name, bases, space, **kind)


def _initialiser(fields: tuple[str, ...], defaults: dict[str, Any]) -> Any:
    """`def __init__(self, a, b=…): self.a = a; self.b = b`; mutable defaults are not for these classes."""
    parameters = ", ".join(f"{f}=_{f}" if f in defaults else f for f in fields)
    body = "; ".join(f"self.{f} = {f}" for f in fields)
    made: dict[str, Any] = {}
    exec(f"def __init__(self, {parameters}): {body}", {f"_{f}": v for f, v in defaults.items()}, made)
    return made["__init__"]


class _Fields:
    """What both kinds of class can do."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        return all(getattr(self, f) == getattr(other, f) for f in self.__match_args__)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, f) for f in self.__match_args__))

    def __repr__(self) -> str:
        shown = ", ".join(f"{f}={getattr(self, f)!r}" for f in self.__match_args__)
        return f"{self.__class__.__name__}({shown})"


@dataclass_transform(frozen_default=True, eq_default=True)
class _FrozenType(type):
    __new__ = _define  # type: ignore[assignment]


@dataclass_transform(eq_default=True)
class _RecordType(type):
    __new__ = _define  # type: ignore[assignment]


class Frozen(_Fields, metaclass=_FrozenType):
    """A value: two with equal fields are equal."""


class Record(_Fields, metaclass=_RecordType):
    """A node of a tree: two are equal only if they are the same one."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__
