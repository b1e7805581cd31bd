"""Values that are nothing but names: those of an enum, and classes as values.

Each is one object for all matches, and a text that no other text equals: so it is logged and shown as its name, and still is no
text of the rules.

    e_Suit = Enum("e_Suit", "Suit", "Hearts", "Spades")
    e_Suit.a_Hearts                 # a value
    kind_of(c_Guard)                # the class Guard as a value, of the kind `Kind[c_Card]`
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, cast

from tgpl.runtime.display import CALLED
from tgpl.runtime.errors import RuleError, null_error
from tgpl.text.mangling import ATTRIBUTE, mangle

if TYPE_CHECKING:
    from tgpl.runtime.entity import Entity


class Symbol(str):
    """A name that stands in the rules; equal to itself only."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    __hash__ = str.__hash__


class EnumValue(Symbol):
    """A value of an enum; every enum is a class of its own."""

    __slots__ = ()
    shown: ClassVar[str] = ""
    values: ClassVar[dict[str, EnumValue]] = {}


def Enum(name: str, shown: str, *values: str) -> type[EnumValue]:  # noqa: N802  a class is made of it
    """`enum Suit { Hearts, Spades }`, with its values as attributes."""
    made: Any = type(name, (EnumValue,), {"__slots__": (), "shown": shown})
    made.values = {value: str.__new__(made, value) for value in values}
    for word, value in made.values.items():
        setattr(made, mangle(ATTRIBUTE, word), value)
    return cast("type[EnumValue]", made)


class ClassSymbol(Symbol):
    """A class as a value."""

    of: type[Entity]

    def holds(self, value: object) -> bool:
        """`value is k`."""
        return isinstance(value, self.of)

    @property
    def label(self) -> str:
        """What players call it: the name that it is shown by, if it has one for itself, else that of the class."""
        for step in self.of.__mro__:
            if step is not self.of and not step.__dict__.get("replaced", False):
                break
            hints = step.__dict__.get("display", {})
            texts = hints.get(CALLED) or hints.get("name", ())
            if len(texts) == 1 and "{" not in texts[0]:
                return str(texts[0])
        return str.__str__(self)

    def __str__(self) -> str:
        return self.label


class Kind:
    """The kind `kind of Card`: its values are classes, Card and those that derive from it."""

    __slots__ = ("of",)

    def __init__(self, of: type[Entity]) -> None:
        self.of = of

    def __class_getitem__(cls, of: Any) -> Any:
        return kinds_of(of)

    def __str__(self) -> str:
        return f"kind of {self.of.shown}"


def kinds_of(class_: Any) -> Kind:
    """The one kind of the kinds of a class."""
    known: Kind | None = class_.__dict__.get("_kinds_of")
    if known is None:
        known = class_._kinds_of = Kind(class_)
    return known


def kind_of(value: Any) -> ClassSymbol:
    """The class of an object, or a class itself, as a value."""
    if value is None:
        null_error("The object")
    class_: Any = value if isinstance(value, type) else type(value)
    known: ClassSymbol | None = class_.__dict__.get("_symbol")
    if known is None:
        known = str.__new__(ClassSymbol, class_.shown)
        known.of = class_
        class_._symbol = known
    return known


def present(value: Any) -> Any:
    """A value that must be there."""
    if value is None:
        null_error("The value")
    return value


def no_case(value: Any) -> NoReturn:
    """A value of an enum for which a `switch` was not written."""
    raise RuleError("R708", f"There is no case for `{value}` here.")


def is_symbol_kind(kind: Any) -> bool:
    """Whether all values of a kind are such names."""
    return isinstance(kind, Kind) or (isinstance(kind, type) and issubclass(kind, EnumValue))
