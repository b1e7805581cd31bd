"""Calls: of functions, of functions of a group, of what is built in; and new ones of a group.

In:  a call whose name may mean any of them. Out: which one it is, by its arguments where there are several.
"""

from __future__ import annotations

from collections.abc import Sequence

from tgpl.languages.senet import problems as p
from tgpl.languages.senet.check import symbols as s
from tgpl.languages.senet.check.expressions import Expressions
from tgpl.languages.senet.check.types import BROKEN, INT, STR, VOID, GroupType, Type, distance, fits
from tgpl.languages.senet.syntax import tree as t
from tgpl.text.diagnostics import closest
from tgpl.text.source import Span

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


class Calls(Expressions):
    def check_call(self, node: t.Call) -> Type:
        name = node.name.text
        if node.value is not None:
            if isinstance(node.value, t.Name) and node.value.name == "Boards" and self._is_free("Boards"):
                return self._make(node, self.checker.group_called(f"Boards.{name}"))
            return self._call_member(node)
        function = self._function(name)
        if function is not None:
            node.refers = self._fitting(node, name, [function], node.arguments)
            return function.returns
        group = self.checker.group_called(name)
        if group is not None:
            return self._make(node, group)
        if name in BUILT_IN or (self.in_library and name in LIBRARY_ONLY):
            return self._built_in(node)
        for argument in node.arguments:
            self.check_expression(argument)
        near = closest(name, self._callable())
        if self.group is not None and self.group.named(name):
            near = f"this.{name}"
        self.report(p.UnknownFunction(Span(self.file, node.name.at, node.name.end), name, near))
        return BROKEN

    def _callable(self) -> list[str]:
        """What can be called from here, without a dot."""
        turns = self.checker.checked.turns if self._in_turn_section() else {}
        return [*BUILT_IN, *self.checker.checked.functions, *turns, *self.checker.groups]

    def _in_turn_section(self) -> bool:
        return self.function is not None and self.function.section == "@turns"

    def _is_free(self, name: str) -> bool:
        return self.scope.find(name) is None and self.checker.variable(name) is None

    def _function(self, name: str) -> s.Function | None:
        checked = self.checker.checked
        if self.in_library:
            return self.checker.library_functions.get(name)
        return checked.functions.get(name) or (checked.turns.get(name) if self._in_turn_section() else None)

    def _make(self, node: t.Call, group: s.Group | None) -> Type:
        if group is None:
            for argument in node.arguments:
                self.check_expression(argument)
            near = closest(
                node.name.text, [one for one in self.checker.standard if one not in ("Object", "Piece", "Board")]
            )
            self.report(p.UnknownFunction(Span(self.file, node.name.at, node.name.end), node.name.text, near))
            return BROKEN
        node.refers = self.check_making(group, node.name, node.arguments)
        return group.type

    def check_making(self, group: s.Group, name: t.Word, arguments: Sequence[t.Expr]) -> s.Making:
        """What a new one of a group is made by: its constructors, or none for one without arguments."""
        constructors = group.constructors()
        if not arguments and not any(not one.parameters for one in constructors):
            return s.Making(group, None)
        return s.Making(group, self._fitting(name, name.text, constructors, arguments))

    def check_new(self, node: t.Declare, type_: Type) -> None:
        """`Mark m(1);`"""
        assert node.arguments is not None
        if isinstance(type_, GroupType):
            name = t.Word(node.name.at, node.end, type_.name)
            node.made = self.check_making(self.checker.group_of(type_), name, node.arguments)
            return
        for argument in node.arguments:
            self.check_expression(argument)
        if type_ is not BROKEN:
            self.report(p.NothingDeclared(self.span(node), str(type_)))

    def _call_member(self, node: t.Call) -> Type:
        assert node.value is not None
        owner, name = self._owner(node.value), node.name.text
        if owner is None:
            for argument in node.arguments:
                self.check_expression(argument)
            return BROKEN
        functions = owner.constructors() if name == "__init__" else owner.named(name)
        hidden = name.startswith("__") and not self.in_library and name not in ("__init__", "__repr__")
        hidden = hidden and bool(functions) and functions[0].section == "library"
        if (
            functions
            and not hidden
            and not (name in ("__init__",) and not node.arguments and not _takes_none(functions))
        ):
            function = self._fitting(node, name, functions, node.arguments)
            node.refers = function
            if function is not None and function.constructs:
                return owner.type
            return BROKEN if function is None else function.returns
        if name in ("__repr__", "repr", "__init__") and not node.arguments:
            node.refers = "__init__" if name == "__init__" else "repr"
            found = owner.text_function()
            if node.refers == "repr" and found is not None:
                self.calls(found)
            return owner.type if node.refers == "__init__" else STR
        for argument in node.arguments:
            self.check_expression(argument)
        known = [function.name for step in owner.lineage() for function in step.functions]
        near = closest(name, [one for one in known if not one.startswith("__")])
        self.report(p.UnknownMember(Span(self.file, node.name.at, node.name.end), name, owner.name, "function", near))
        return BROKEN

    def _fitting(
        self, place: t.Node, name: str, functions: list[s.Function], arguments: Sequence[t.Expr]
    ) -> s.Function | None:
        """The function that takes these arguments best; None if none does, which is said."""
        given = [self.check_expression(argument) for argument in arguments]
        found = self.nearest(functions, given)
        if found is None:
            known = tuple(function.signature() for function in functions)
            self.report(p.WrongArguments(self.span(place), name, ", ".join(map(str, given)), known))
            return None
        self.calls(found)
        return found

    def nearest(self, functions: list[s.Function], given: list[Type]) -> s.Function | None:
        best, least = None, 0
        for function in functions:
            if len(function.parameters) != len(given):
                continue
            pairs = zip(given, function.parameters, strict=True)
            costs = [distance(type_, parameter.type) for type_, parameter in pairs]
            if None not in costs and (best is None or sum(cost or 0 for cost in costs) < least):
                best, least = function, sum(cost or 0 for cost in costs)
        return best

    def calls(self, function: s.Function) -> None:
        if self.function is not None:
            self.function.calls.add(function)

    def _built_in(self, node: t.Call) -> Type:
        name = node.name.text
        node.refers = name
        given = [self.check_expression(argument) for argument in node.arguments]
        if name in LIBRARY_ONLY:
            return {"__size": INT, "__add": VOID, "__room": VOID}.get(name, given[0])
        takes, gives = BUILT_IN[name]
        if takes is not None and (len(given) != len(takes) or not all(map(fits, given, takes))):
            known = (", ".join(map(str, takes)),)
            self.report(p.WrongArguments(self.span(node), name, ", ".join(map(str, given)), known))
        if name == "restart" and self.function is not None:
            self.function.restarts = True
        elif name == "restart":
            self.checker.checked.setup_restarts = True
        return gives


def _takes_none(functions: list[s.Function]) -> bool:
    return any(not function.parameters for function in functions)
