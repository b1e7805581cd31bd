"""The types of RPG: simple ones, dice, lists, objects and traits.

The element type of `[]` is not known where it stands: it is `Open` until the first use that tells, and from then on
what that use said.

    fits(list_of(INT), list_of(Open()))   # True, and the open one is INT now
"""

from __future__ import annotations


class Type:
    """Any type. `str(type)` is how it is written."""

    __slots__ = ()
    name: str  # of those that have one

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
        element = resolve(self.of)
        return "[]" if isinstance(element, Open) else f"List[{element}]"


class Open(Type):
    """What a `[]` holds, until a use tells."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: Type | None = None

    def __str__(self) -> str:
        return "?" if self.found is None else str(self.found)


class ObjectType(Type):
    """An object definition, or what `Entity with Strong` makes (`anonymous`)."""

    __slots__ = ("anonymous", "base", "name", "traits")

    def __init__(self, name: str, base: ObjectType | None, traits: tuple[TraitType, ...], anonymous: bool) -> None:
        self.name = name
        self.base = base
        self.traits = traits
        self.anonymous = anonymous

    def lineage(self) -> list[ObjectType]:
        """Itself, then what it extends, and so on."""
        found, step = [self], self.base
        while step is not None:
            found.append(step)
            step = step.base
        return found

    def all_traits(self) -> set[TraitType]:
        return {trait for step in self.lineage() for trait in step.traits}


class TraitType(Type):
    __slots__ = ("name", "target")

    def __init__(self, name: str, target: ObjectType | None) -> None:
        self.name = name
        self.target = target  # None: for any object


UNIT = Simple("Unit")
INT = Simple("Int")
BOOL = Simple("Bool")
STRING = Simple("String")
DICE = Simple("Dice")
BROKEN = Simple("?")  # stands where a mistake was already reported, so that nobody complains twice

SIMPLE = {type_.name: type_ for type_ in (UNIT, INT, BOOL, STRING, DICE)}


def resolve(type_: Type) -> Type:
    """What an open type turned out to be."""
    while isinstance(type_, Open) and type_.found is not None:
        type_ = type_.found
    return type_


def fits(value: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand where another is wanted. Tells an open type what it is."""
    value, wanted = resolve(value), resolve(wanted)
    if value is INT and wanted is DICE:  # a number is dice that always show it
        return True
    return same_kind(value, wanted)


def same_kind(value: Type, wanted: Type) -> bool:
    """As `fits`, but without a conversion: elements of a list are not converted."""
    value, wanted = resolve(value), resolve(wanted)
    if value is wanted or value is BROKEN or wanted is BROKEN:
        return True
    if isinstance(wanted, Open):
        return _tell(wanted, value)
    if isinstance(value, Open):
        return _tell(value, wanted)
    if isinstance(value, ListOf) and isinstance(wanted, ListOf):
        return same_kind(value.of, wanted.of)
    if isinstance(value, (ObjectType, TraitType)):
        return _is_a(value, wanted)
    return False


def _tell(open_: Open, found: Type) -> bool:
    """A list cannot hold itself."""
    inner = found
    while isinstance(inner, ListOf):
        inner = resolve(inner.of)
    if inner is open_:
        return found is open_
    open_.found = found
    return True


def _is_a(value: ObjectType | TraitType, wanted: Type) -> bool:
    if isinstance(wanted, ObjectType) and wanted.anonymous:
        assert wanted.base is not None
        return _is_a(value, wanted.base) and all(_is_a(value, trait) for trait in wanted.traits)
    if isinstance(value, TraitType):
        return value is wanted or (value.target is not None and _is_a(value.target, wanted))
    if isinstance(wanted, TraitType):
        return wanted in value.all_traits()
    return wanted in value.lineage()


def common_type(left: Type, right: Type) -> Type | None:
    """The nearest type that takes both; None if there is none."""
    if fits(left, right):
        return resolve(right)
    if fits(right, left):
        return resolve(left)
    left, right = resolve(left), resolve(right)
    if isinstance(left, ListOf) and isinstance(right, ListOf):
        element = common_type(left.of, right.of)
        return None if element is None or element is DICE else ListOf(element)
    if isinstance(left, TraitType) and left.target is not None:
        left = left.target
    if isinstance(left, ObjectType):
        return next((step for step in left.lineage() if fits(right, step)), None)
    return None
