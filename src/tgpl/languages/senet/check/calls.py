"""Calls: of functions, of functions of a group, of what is built in; and new ones of a group.

In:  a call whose name may mean any of them. Out: which one it is, by its arguments where there are several.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tgpl.languages.senet import problems as p
from tgpl.languages.senet.check import symbols as s
from tgpl.languages.senet.check.types import BROKEN, INT, STR, VOID, GroupType, Type, distance, fits
from tgpl.languages.senet.syntax import tree as t
from tgpl.text.diagnostics import closest
from tgpl.text.source import Span

if TYPE_CHECKING:
    from tgpl.languages.senet.check.expressions import Expressions

# What each takes, and gives; None: any number of values of any type.
BUILT_IN: dict[str, tuple[tuple[Type, ...] | None, Type]] = {
    "print": (None, VOID),
    "read": ((INT,), STR),
    "stoi": ((STR,), INT),
    "itos": ((INT,), STR),
    "rand": ((), INT),
    "exit": ((), VOID),
    "restart": ((), VOID),
    "clear_input": ((), VOID),
}
LIBRARY_ONLY = frozenset(("__size", "__add", "__as_it_is", "__room"))


def check_call(b: Expressions, node: t.Call) -> Type:
    name = node.name.text
    if node.value is not None:
        if isinstance(node.value, t.Name) and node.value.name == "Boards" and _is_free(b, "Boards"):
            return _check_made(b, node, b.checker.group_called(f"Boards.{name}"))
        return _check_member_call(b, node)
    function = _find_function(b, name)
    if function is not None:
        node.refers = _find_fitting(b, node, name, [function], node.arguments)
        return function.returns
    group = b.checker.group_called(name)
    if group is not None:
        return _check_made(b, node, group)
    if name in BUILT_IN or (b.in_library and name in LIBRARY_ONLY):
        return _check_built_in(b, node)
    for argument in node.arguments:
        b.check_expression(argument)
    near = closest(name, _list_callable(b))
    if b.group is not None and b.group.named(name):
        near = f"this.{name}"
    b.report(p.UnknownFunction(Span(b.file, node.name.at, node.name.end), name, near))
    return BROKEN


def _list_callable(b: Expressions) -> list[str]:
    """What can be called from here, without a dot."""
    turns = b.checker.checked.turns if _in_turn_section(b) else {}
    return [*BUILT_IN, *b.checker.checked.functions, *turns, *b.checker.groups]


def _in_turn_section(b: Expressions) -> bool:
    return b.function is not None and b.function.section == "@turns"


def _is_free(b: Expressions, name: str) -> bool:
    return b.scope.find(name) is None and b.checker.variable(name) is None


def _find_function(b: Expressions, name: str) -> s.Function | None:
    checked = b.checker.checked
    if b.in_library:
        return b.checker.library_functions.get(name)
    return checked.functions.get(name) or (checked.turns.get(name) if _in_turn_section(b) else None)


def _check_made(b: Expressions, node: t.Call, group: s.Group | None) -> Type:
    if group is None:
        for argument in node.arguments:
            b.check_expression(argument)
        near = closest(node.name.text, [one for one in b.checker.standard if one not in ("Object", "Piece", "Board")])
        b.report(p.UnknownFunction(Span(b.file, node.name.at, node.name.end), node.name.text, near))
        return BROKEN
    node.refers = check_making(b, group, node.name, node.arguments)
    return group.type


def check_making(b: Expressions, group: s.Group, name: t.Word, arguments: Sequence[t.Expr]) -> s.Making:
    """What a new one of a group is made by: its constructors, or none for one without arguments."""
    constructors = group.constructors()
    if not arguments and not any(not one.parameters for one in constructors):
        return s.Making(group, None)
    return s.Making(group, _find_fitting(b, name, name.text, constructors, arguments))


def check_new(b: Expressions, node: t.Declare, type_: Type) -> None:
    """`Mark m(1);`"""
    assert node.arguments is not None
    if isinstance(type_, GroupType):
        name = t.Word(node.name.at, node.end, type_.name)
        node.made = check_making(b, b.checker.group_of(type_), name, node.arguments)
        return
    for argument in node.arguments:
        b.check_expression(argument)
    if type_ is not BROKEN:
        b.report(p.NothingDeclared(b.span(node), str(type_)))


def _check_member_call(b: Expressions, node: t.Call) -> Type:
    assert node.value is not None
    owner, name = b.find_owner(node.value), node.name.text
    if owner is None:
        for argument in node.arguments:
            b.check_expression(argument)
        return BROKEN
    functions = owner.constructors() if name == "__init__" else owner.named(name)
    hidden = name.startswith("__") and not b.in_library and name not in ("__init__", "__repr__")
    hidden = hidden and bool(functions) and functions[0].section == "library"
    if functions and not hidden and not (name in ("__init__",) and not node.arguments and not _takes_none(functions)):
        function = _find_fitting(b, node, name, functions, node.arguments)
        node.refers = function
        if function is not None and function.constructs:
            return owner.type
        return BROKEN if function is None else function.returns
    if name in ("__repr__", "repr", "__init__") and not node.arguments:
        node.refers = "__init__" if name == "__init__" else "repr"
        found = owner.text_function()
        if node.refers == "repr" and found is not None:
            note_call(b, found)
        return owner.type if node.refers == "__init__" else STR
    for argument in node.arguments:
        b.check_expression(argument)
    known = [function.name for step in owner.lineage() for function in step.functions]
    near = closest(name, [one for one in known if not one.startswith("__")])
    b.report(p.UnknownMember(Span(b.file, node.name.at, node.name.end), name, owner.name, "function", near))
    return BROKEN


def _find_fitting(
    b: Expressions, place: t.Node, name: str, functions: list[s.Function], arguments: Sequence[t.Expr]
) -> s.Function | None:
    """The function that takes these arguments best; None if none does, which is said."""
    given = [b.check_expression(argument) for argument in arguments]
    found = find_nearest(functions, given)
    if found is None:
        known = tuple(function.signature() for function in functions)
        b.report(p.WrongArguments(b.span(place), name, ", ".join(map(str, given)), known))
        return None
    note_call(b, found)
    return found


def find_nearest(functions: list[s.Function], given: list[Type]) -> s.Function | None:
    best, least = None, 0
    for function in functions:
        if len(function.parameters) != len(given):
            continue
        pairs = zip(given, function.parameters, strict=True)
        costs = [distance(type_, parameter.type) for type_, parameter in pairs]
        if None not in costs and (best is None or sum(cost or 0 for cost in costs) < least):
            best, least = function, sum(cost or 0 for cost in costs)
    return best


def note_call(b: Expressions, function: s.Function) -> None:
    if b.function is not None:
        b.function.calls.add(function)


def _check_built_in(b: Expressions, node: t.Call) -> Type:
    name = node.name.text
    node.refers = name
    given = [b.check_expression(argument) for argument in node.arguments]
    if name in LIBRARY_ONLY:
        return {"__size": INT, "__add": VOID, "__room": VOID}.get(name, given[0])
    takes, gives = BUILT_IN[name]
    if takes is not None and (len(given) != len(takes) or not all(map(fits, given, takes))):
        known = (", ".join(map(str, takes)),)
        b.report(p.WrongArguments(b.span(node), name, ", ".join(map(str, given)), known))
    if name == "restart" and b.function is not None:
        b.function.restarts = True
    elif name == "restart":
        b.checker.checked.setup_restarts = True
    return gives


def _takes_none(functions: list[s.Function]) -> bool:
    return any(not function.parameters for function in functions)
