"""The types of the core: what every value of every language here can be.

Types are made once each, so `is` compares them. `null` belongs to every type (T5), so nullness is not a type.

    list_of(NUMBER) is list_of(NUMBER)   # True
    fits(king, piece)                    # a derived class where its base is wanted
"""

from __future__ import annotations


class Type:
    """Any type. `str(type)` is how a designer would write it."""

    __slots__ = ("_collections", "_kind")
    name: str  # of those that have one
    _collections: dict[str, Collection]  # the List, Table and Stack of this type, once somebody asked for it
    _kind: KindType  # of a class: the type of its kinds, once somebody asked for it

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return str(self)


class Simple(Type):
    """A type without parts."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class ClassType(Type):
    """A class of any kind: class, interactable, stack, event, tile, connection, board or group.

    `kind` is the root it grows from; the eight roots themselves are class types, named like their kind.
    """

    __slots__ = ("base", "kind", "name")

    def __init__(self, name: str, kind: str, base: ClassType | None) -> None:
        self.name = name
        self.kind = kind
        self.base = base


class Collection(Type):
    """`List<T>`, `Table<T>` or `Stack<T>`."""

    __slots__ = ("of", "shape")

    def __init__(self, shape: str, of: Type) -> None:
        self.shape = shape  # "List", "Table" or "Stack"
        self.of = of

    def __str__(self) -> str:
        return f"{self.shape}<{self.of}>"


class EnumType(Type):
    """`enum Suit { Hearts, Spades }`: values that are nothing but names."""

    __slots__ = ("name", "shown", "values")

    def __init__(self, name: str, shown: str, values: tuple[str, ...]) -> None:
        self.name = name  # in the core
        self.shown = shown  # the designer's
        self.values = values

    def __str__(self) -> str:
        return self.shown


class KindType(Type):
    """`kind of Card`: its values are classes, Card and all that derive from it."""

    __slots__ = ("of",)

    def __init__(self, of: ClassType) -> None:
        self.of = of

    def __str__(self) -> str:
        return f"kind of {self.of}"


NUMBER = Simple("number")
TEXT = Simple("string")
BOOL = Simple("bool")
PLAYER = Simple("player")
NULL = Simple("null")  # the type of the literal alone: it fits everywhere
NOTHING = Simple("nothing")  # what a call without a result gives
ANY = Simple("any")  # a table's key: what it is shows only at run time
BROKEN = Simple("?")  # stands where a mistake was already reported, so that nobody complains twice

KINDS = ("class", "interactable", "stack", "event", "tile", "connection", "board", "group")
ROOTS = {kind: ClassType(kind, kind, None) for kind in KINDS}


def collection(shape: str, of: Type) -> Collection:
    """The one collection type of that shape and element."""
    try:
        made = of._collections
    except AttributeError:
        made = of._collections = {}
    if shape not in made:
        made[shape] = Collection(shape, of)
    return made[shape]


def kind_of(class_: ClassType) -> KindType:
    """The one type of the kinds of a class."""
    try:
        return class_._kind
    except AttributeError:
        class_._kind = KindType(class_)
        return class_._kind


def is_symbol(type_: Type) -> bool:
    """Whether its values are names that stand in the rules: those of an enum, or classes."""
    return isinstance(type_, (EnumType, KindType))


def list_of(of: Type) -> Collection:
    return collection("List", of)


def derives(derived: ClassType, base: ClassType) -> bool:
    """Whether `derived` is `base` or grows from it."""
    step: ClassType | None = derived
    while step is not None:
        if step is base:
            return True
        step = step.base
    return False


def fits(value: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand where another is wanted, without a conversion."""
    if value is wanted or value is NULL or value is BROKEN or wanted is BROKEN:
        return True
    if isinstance(value, ClassType) and isinstance(wanted, ClassType):
        return derives(value, wanted)
    if isinstance(value, KindType) and isinstance(wanted, KindType):
        return derives(value.of, wanted.of)
    if isinstance(value, Collection) and isinstance(wanted, Collection):
        return value.shape == wanted.shape and _element_fits(value.of, wanted.of)
    return False


def _element_fits(value: Type, wanted: Type) -> bool:
    """Elements must fit without a conversion: a list of numbers is no list of players."""
    return value is wanted or (value is not NULL and fits(value, wanted))


def related(left: Type, right: Type) -> bool:
    """Whether one value could be of both types: then `is`, `as` and `==` between them make sense."""
    if fits(left, right) or fits(right, left) or left is ANY or right is ANY:
        return True
    if isinstance(left, Collection) and isinstance(right, Collection):
        return left.shape == right.shape and related(left.of, right.of)
    return False


def common_base(types: list[ClassType]) -> ClassType | None:
    """The nearest class that all of these are."""
    step: ClassType | None = types[0]
    while step is not None and not all(derives(other, step) for other in types):
        step = step.base
    return step
