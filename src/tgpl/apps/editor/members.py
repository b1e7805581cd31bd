"""What can stand behind a dot, and what can be named without one."""

from __future__ import annotations

from collections.abc import Iterable

from tgpl.apps.editor.suggestion import Completion, of_declared, of_local, of_member, plain, word
from tgpl.core.types import ClassType, Collection, EnumType, KindType, Type
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import (
    DICE,
    DICE_MEMBERS,
    FUNCTIONS,
    KIND_MEMBERS,
    NAMESPACES,
    OWNED,
    PIECE_ZONE,
    collection_members,
)
from tgpl.languages.tgpl.check.kinds import has_kinds

_OWNED = ("class", "interactable", "zone")


def _made(found: Iterable[Completion | None]) -> list[Completion]:
    return [one for one in found if one is not None]


def of_class(class_: s.Class, rank: int = 1) -> list[Completion]:
    """Its members, and what every class of its kind has."""
    latest = class_.latest()
    found = [of_member(name, member, rank) for name, member in latest.members().items()]
    found += [of_member(name, one, rank) for name, one in operations(latest).items()]
    return _made(found)


def operations(class_: s.Class) -> dict[str, s.Operation]:
    owned = OWNED[class_.visibility] if class_.kind in _OWNED else {}
    zone = {"zone": PIECE_ZONE} if class_.kind == "interactable" and class_.first().in_zones else {}
    return {**KIND_MEMBERS[class_.kind], **owned, **zone}


def of_type(type_: Type | None, game: s.Game) -> list[Completion]:
    """What can stand behind the dot of a value."""
    match type_:
        case ClassType():
            class_ = game.by_type.get(type_)
            if class_ is None:
                return []
            kind = [plain("kind", "attribute", "the class it was made as", 4)] if has_kinds(class_) else []
            return [*of_class(class_), *kind]
        case Collection():
            return _made(of_member(name, one, 1) for name, one in collection_members(type_).items())
        case KindType():
            class_ = game.by_type.get(type_.of)
            members = {} if class_ is None else class_.members()
            found = [of_member(name, one) for name, one in members.items() if isinstance(one, s.Attribute)]
            return [*_made(found), plain("name", "attribute", "string")]
    if type_ is DICE:
        return _made(of_member(name, one) for name, one in DICE_MEMBERS.items())
    return []


def of_enum(enum: s.Enum) -> list[Completion]:
    values = [plain(name, "value", enum.name, 0) for name in enum.type.values]
    return [*values, Completion("all", "function", f"all() → List<{enum.name}>", insert="all()", rank=2)]


def of_enum_type(type_: EnumType) -> list[Completion]:
    return [plain(name, "value", type_.shown, 0) for name in type_.values]


def of_namespace(name: str) -> list[Completion]:
    found = _made(of_member(member, one) for member, one in NAMESPACES.get(name, {}).items())
    return [*found, word("phase", 2)] if name == "turn" else found


def of_scope(scope: s.Scope, *, own: bool = False) -> list[Completion]:
    """What a file can name, or what it declares."""
    names = scope.own if own else scope.names
    found = _made(of_declared(name, symbol) for name, symbol in names.items())
    aliases = [] if own else [plain(alias, "import", "an import") for alias in scope.aliases]
    return [*found, *aliases]


def of_value_names(scope: s.Scope) -> list[Completion]:
    """Of these, what can stand in an expression."""
    return [one for one in of_scope(scope) if one.rank < 3 or one.kind == "import"]


def of_types(scope: s.Scope, kinds: tuple[str, ...] = ()) -> list[Completion]:
    """Classes and enums; or only classes of some kinds."""
    classes = [(name, one) for name, one in scope.names.items() if isinstance(one, s.Class)]
    enums = [(name, one) for name, one in scope.names.items() if isinstance(one, s.Enum) and not kinds]
    found = [of_declared(name, one) for name, one in classes if not kinds or one.kind in kinds]
    found += [of_declared(name, one) for name, one in enums]
    groups = [
        plain(name, "group", f"of {symbol.name}")
        for symbol in scope.names.values()
        if isinstance(symbol, s.Class) and symbol.kind == "board" and (not kinds or "group" in kinds)
        for name in symbol.latest().groups
    ]
    return [*_made(found), *groups, *(plain(alias, "import", "an import") for alias in scope.aliases)]


def of_functions() -> list[Completion]:
    return _made(of_member(name, one, 3) for name, one in FUNCTIONS.items())


def of_locals(found: Iterable[s.Local]) -> list[Completion]:
    return [of_local(one) for one in found]
