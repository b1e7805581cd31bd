"""The types of Senet: simple ones, lists and groups. Types are made once each, so `is` compares them."""

from __future__ import annotations


class Type:
    """Any type. `str(type)` is how it is written."""

    __slots__ = ("_list",)
    name: str  # of those that have one
    _list: ListOf

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return str(self)


class Simple(Type):
    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class ListOf(Type):
    __slots__ = ("of",)

    def __init__(self, of: Type) -> None:
        self.of = of

    def __str__(self) -> str:
        return f"list<{self.of}>"


class GroupType(Type):
    __slots__ = ("base", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.base: GroupType | None = None

    def lineage(self) -> list[GroupType]:
        """Itself, then what it extends, and so on."""
        found, step = [self], self.base
        while step is not None:
            found.append(step)
            step = step.base
        return found


INT = Simple("int")
STR = Simple("str")
BOOL = Simple("bool")
VOID = Simple("void")
BROKEN = Simple("?")  # stands where a mistake was already reported, so that nobody complains twice
SIMPLE = {type_.name: type_ for type_ in (INT, STR, BOOL, VOID)}


def list_of(of: Type) -> ListOf:
    """The one list type of that element."""
    try:
        return of._list
    except AttributeError:
        of._list = ListOf(of)
        return of._list


EMPTY = list_of(VOID)  # the type of `[]`, which fits every list


def distance(value: Type, wanted: Type) -> int | None:
    """How far a value's type is from the type that its place wants; None if it does not fit."""
    if value is wanted or BROKEN in (value, wanted):
        return 0
    if isinstance(value, ListOf) and isinstance(wanted, ListOf):
        if value is EMPTY:
            return 1
        return distance(value.of, wanted.of) if not isinstance(value.of, Simple) or value.of is BROKEN else None
    if isinstance(value, GroupType) and isinstance(wanted, GroupType):
        lineage = value.lineage()
        return lineage.index(wanted) if wanted in lineage else None
    return None


def fits(value: Type, wanted: Type) -> bool:
    return distance(value, wanted) is not None


def common_type(left: Type, right: Type) -> Type | None:
    """The nearest type that takes both; None if there is none."""
    if fits(left, right):
        return left if right is BROKEN else right
    if fits(right, left):
        return left
    if isinstance(left, GroupType) and isinstance(right, GroupType):
        return next((step for step in left.lineage() if step in right.lineage()), None)
    if isinstance(left, ListOf) and isinstance(right, ListOf):
        of = common_type(left.of, right.of)
        return None if of is None else list_of(of)
    return None


def is_piece(type_: Type) -> bool:
    return isinstance(type_, GroupType) and any(step.name == "Piece" for step in type_.lineage())


def is_board(type_: Type) -> bool:
    return isinstance(type_, GroupType) and any(step.name == "Board" for step in type_.lineage())
