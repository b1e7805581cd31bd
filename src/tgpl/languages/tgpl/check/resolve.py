"""Type names to types, in the scope of a file."""

from __future__ import annotations

from tgpl.core.types import (
    ANY,
    BOOL,
    BROKEN,
    NUMBER,
    PLAYER,
    ROOTS,
    TEXT,
    ClassType,
    Collection,
    EnumType,
    KindType,
    Type,
    collection,
    kind_of,
)
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import DICE
from tgpl.languages.tgpl.check.suggestions import Fits, near_class
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import Problem, closest
from tgpl.text.source import Span

_WORDS: dict[str, Type] = {"number": NUMBER, "string": TEXT, "bool": BOOL, "player": PLAYER, "?": BROKEN}


# What a type can be called that is no class.
_VALUES = {
    "tgpl": ("number", "string", "bool", "player", "dice", "List", "Table", "Stack"),
    "tgdl": ("decimal", "string", "bool", "player", "dice", "List", "Table", "Stack"),
}

# What the other edition calls a type → what this one does.
_OTHER_EDITION: dict[str, dict[str, str]] = {"tgpl": {"decimal": "number"}, "tgdl": {}}


def resolve(name: t.TypeName, scope: s.Scope, problems: list[Problem], fits: Fits | None = None) -> Type:
    """The type that a name means here; `BROKEN` and a problem if there is none, with a name near it that would fit."""
    simple = _WORDS.get(name.name)
    if simple is not None and name.alias is None:
        return simple
    if name.name == "dice" and name.alias is None and name.of is None and "dice" not in scope.names:
        return DICE
    if name.name == "object" and name.alias is None and "object" not in scope.names:
        return ANY
    if name.name == "board" and scope.edition == "tgdl":
        board = the_board(scope)
        return ROOTS["board"] if board is None else board.type
    if name.of is not None and name.name == "kind":
        return _resolve_kind(name.of, scope, problems)
    if name.of is not None:
        return collection(name.name, resolve(name.of, scope, problems))
    enum = _find_enum(name, scope) if fits is None else None
    if enum is not None:
        return enum.type
    known = scope.types.get(name.name) if name.alias is None else None
    if known is None:
        found = find_class(name, scope, problems, fits)
        if found is None:
            return BROKEN
        known = found.type
        if name.alias is None:
            scope.types[name.name] = known
    return known


def _resolve_kind(of: t.TypeName, scope: s.Scope, problems: list[Problem]) -> Type:
    """`kind of Card`, for a class that the game declares."""
    before = len(problems)
    type_ = resolve(of, scope, problems, _has_kinds)
    if isinstance(type_, ClassType) and type_.kind != "group" and type_ not in ROOTS.values():
        return kind_of(type_)
    if len(problems) == before:
        problems.append(p.KindOfWhat(Span(scope.file, of.at, of.end), spell_type(type_, scope) or str(type_)))
    return BROKEN


def _has_kinds(class_: s.Class) -> bool:
    return class_.file is not None and class_.kind != "group"


def _find_enum(name: t.TypeName, scope: s.Scope) -> s.Enum | None:
    known = scope.names
    if name.alias is not None:
        known = scope.aliases[name.alias].own if name.alias in scope.aliases else {}
    found = known.get(name.name)
    return found if isinstance(found, s.Enum) else None


def the_board(scope: s.Scope) -> s.Class | None:
    """The one global board that a file can name."""
    boards = [
        c.latest() for c in scope.names.values() if isinstance(c, s.Class) and c.kind == "board" and c.file is not None
    ]
    return next((board for board in boards if board.visibility == "global"), None)


def spell_type(type_: Type | None, scope: s.Scope) -> str | None:
    """How a file would write a type; None if it cannot."""
    if isinstance(type_, Collection):
        of = spell_type(type_.of, scope)
        if of is not None and type_.shape == "List" and scope.edition == "tgdl":
            return f"{of}[]"
        return None if of is None else f"{type_.shape}<{of}>"
    if isinstance(type_, KindType):
        of = spell_type(type_.of, scope)
        return None if of is None else f"kind of {of}"
    if isinstance(type_, (ClassType, EnumType)):
        name = _name_of(type_, scope.names)
        if name is not None:
            return name
        for alias, other in scope.aliases.items():
            name = _name_of(type_, other.own)
            if name is not None:
                return f"{alias}.{name}"
        return None
    if type_ is NUMBER and scope.edition == "tgdl":
        return "decimal"
    if type_ is ANY:
        return "object"
    return str(type_) if type_ in (NUMBER, TEXT, BOOL, PLAYER, DICE) else None


def _name_of(type_: ClassType | EnumType, known: dict[str, s.Declared]) -> str | None:
    for name in (type_.name, *known):  # most are called in the core as they are here
        symbol = known.get(name)
        if isinstance(symbol, s.Class) and symbol.latest().type is type_:
            return name
        if isinstance(symbol, s.Enum) and symbol.type is type_:
            return name
    return None


def find_class(name: t.TypeName, scope: s.Scope, problems: list[Problem], fits: Fits | None = None) -> s.Class | None:
    """The class that a name means here."""
    span = Span(scope.file, name.at, name.end)
    place = scope
    if name.alias is not None:
        found_scope = scope.aliases.get(name.alias)
        board = scope.names.get(name.alias)
        if found_scope is None and isinstance(board, s.Class) and board.kind == "board":
            return _group_of(name, span, board.latest(), problems)
        if found_scope is None:
            boards = [n for n, c in scope.names.items() if isinstance(c, s.Class) and c.kind == "board" and c.file]
            problems.append(p.UnknownName(span, name.alias, closest(name.alias, [*scope.aliases, *boards])))
            return None
        place = found_scope
    known = place.own if name.alias is not None else place.names
    found = known.get(name.name)
    if isinstance(found, s.Class):
        return found.latest()
    if isinstance(found, s.Enum):
        problems.append(p.EnumIsNoClass(span, name.name))
        return None
    groups = _groups_called(name.name, known)
    if groups:
        return _one_group(name, span, groups, problems)
    other = _OTHER_EDITION[scope.edition].get(name.name)
    if other is not None:
        problems.append(p.OtherEdition(span, other, scope.edition))
        return None
    words: tuple[str, ...] = () if fits is not None or name.alias is not None else _VALUES[scope.edition]
    words += tuple(enum for enum, one in known.items() if isinstance(one, s.Enum)) if fits is None else ()
    problems.append(p.UnknownType(span, name.name, near_class(name.name, known, fits or _is_type, words)))
    return None


def _is_type(class_: s.Class) -> bool:
    """Whether something may be declared to be of it: also a mere kind, if the text can name it so."""
    return class_.name != "class" or class_.file is not None


# ---- groups of boards


def _group_of(name: t.TypeName, span: Span, board: s.Class, problems: list[Problem]) -> s.Class | None:
    """`Land.Map`: the group of a board."""
    groups = {key: group for step in reversed(list(board.lineage())) for key, group in step.groups.items()}
    if name.name not in groups:
        problems.append(p.NoSuchGroup(span, board.name, name.name, closest(name.name, groups)))
    return groups.get(name.name)


def _groups_called(name: str, known: dict[str, s.Declared]) -> list[s.Class]:
    """The groups of that name on all boards; one that replaces another is left to its base."""
    boards = {
        symbol.latest(): None for symbol in known.values() if isinstance(symbol, s.Class) and symbol.kind == "board"
    }
    found: dict[s.Class, None] = {}
    for board in boards:
        for step in board.lineage():
            if name in step.groups:
                found[step.groups[name]] = None
                break
    return [group for group in found if not any(group is not other and group.derives(other) for other in found)]


def _one_group(name: t.TypeName, span: Span, groups: list[s.Class], problems: list[Problem]) -> s.Class | None:
    if len(groups) == 1:
        return groups[0]
    boards = tuple(group.board.name for group in groups if group.board is not None)
    problems.append(p.SeveralGroups(span, name.name, boards))
    return None
