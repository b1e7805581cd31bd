"""Names and types of every statement and expression, written into the tree.

In:  nodes, and where they stand: a function, a group, or the setup itself. Out: types; problems go to the checker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tgpl.diagnostics import Problem, closest
from tgpl.languages import scope
from tgpl.languages.senet import problems as p
from tgpl.languages.senet import symbols as s
from tgpl.languages.senet import tree as t
from tgpl.languages.senet.types import (
    BOOL,
    BROKEN,
    EMPTY,
    INT,
    STR,
    VOID,
    GroupType,
    ListOf,
    Type,
    common,
    distance,
    fits,
    is_board,
    is_piece,
    list_of,
)  # fmt: skip
from tgpl.source import SourceFile, Span

if TYPE_CHECKING:
    from tgpl.languages.senet.check import Checker

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
LIBRARY_ONLY = frozenset(("__size", "__add", "__as_it_is"))


Scope = scope.Scope[s.Variable]


class Body:
    def __init__(self, checker: Checker, function: s.Function | None, group: s.Group | None) -> None:
        self.checker = checker
        self.function = function  # None: the setup itself, or the first value of a field
        self.group = group
        self.scope = Scope(None)
        self.loops = 0
        section = "" if function is None else function.section
        self.in_library = section == "library" or (group is not None and group.library)
        self.file: SourceFile = checker.library.file if self.in_library else checker.tree.file

    def report(self, problem: Problem) -> None:
        self.checker.report(problem)

    def span(self, node: t.Node) -> Span:
        return Span(self.file, node.at, node.end)

    # -- any expression

    def expression(self, node: t.Expr) -> Type:
        type_: Type = _CHECKERS[node.__class__](self, node)
        node.type = type_
        return type_

    def wanted(self, node: t.Expr, wanted: Type, what: str) -> None:
        """An expression that must be of a type."""
        found = self.expression(node)
        if not fits(found, wanted):
            self.report(p.WrongType(self.span(node), str(found), str(wanted), what))

    def condition(self, node: t.Expr) -> None:
        found = self.expression(node)
        if isinstance(node, t.Assign) and found not in (BOOL, BROKEN):
            self.report(p.EqualsInCondition(Span(self.file, node.sign, node.sign + 1)))
        elif not fits(found, BOOL):
            self.report(p.WrongType(self.span(node), str(found), "bool", "A condition"))

    # -- values

    def _items(self, node: t.Items) -> Type:
        element: Type | None = None
        for item in node.items:
            found = self.expression(item)
            both = found if element is None else common(element, found)
            if both is None:
                self.report(p.ItemsDiffer(self.span(item), str(element), str(found)))
                return list_of(BROKEN)
            element = both
        return EMPTY if element is None else list_of(element)

    def _name(self, node: t.Name) -> Type:
        variable = self.scope.find(node.name) or self.checker.variable(node.name)
        if variable is not None:
            node.refers = variable
            if variable.home == "game" and self.function is None and self.group is None and variable.place > node.at:
                line = self.file.position(variable.place)[0]
                self.report(p.UsedTooEarly(self.span(node), node.name, line))
            return variable.type
        if self.checker.group_called(node.name) is not None:
            self.report(p.GroupAsValue(self.span(node), node.name))
            return BROKEN
        near = closest(node.name, [*self.scope.all(), *self.checker.checked.variables, "ON_MOVE", "N_PLAYERS"])
        if self.group is not None and self.group.field(node.name) is not None:
            near = f"this.{node.name}"
        self.report(p.UnknownVariable(self.span(node), node.name, near))
        return BROKEN

    def _this(self, node: t.This) -> Type:
        if self.group is None:
            self.report(p.ThisOutside(self.span(node)))
            return BROKEN
        return self.group.type

    def _member(self, node: t.Member) -> Type:
        owner = self._owner(node.value)
        if owner is None:
            return BROKEN
        name = node.name.text
        field = owner.field(name)
        if name == "occupied" and field is None and is_board(owner.type):
            node.refers = owner.named("__occupied")[0]
            return list_of(BOOL)
        if field is None or (name.startswith("__") and owner.library and not self.in_library):
            near = closest(name, [one.name for one in owner.all_fields()])
            self.report(p.UnknownMember(Span(self.file, node.name.at, node.name.end), name, owner.name, "field", near))
            return BROKEN
        node.refers = field
        return field.type

    def _owner(self, node: t.Expr) -> s.Group | None:
        """The group of a value whose member is wanted; None if it has none, which is said."""
        type_ = self.expression(node)
        if isinstance(type_, GroupType):
            return self.checker.group_of(type_)
        if type_ is not BROKEN:
            self.report(p.NoMembers(self.span(node), str(type_)))
        return None

    def _index(self, node: t.Index) -> Type:
        type_ = self.expression(node.value)
        for item in node.items:
            self.wanted(item, INT, "The number of an element")
        if len(node.items) != 1:
            self.report(p.SeveralIndexes(self.span(node)))
            return BROKEN
        if isinstance(type_, ListOf):
            return type_.of
        if type_ is not BROKEN:
            self.report(p.WrongType(self.span(node.value), str(type_), "list", "What has elements"))
        return BROKEN

    # -- operators

    def _negate(self, node: t.Negate) -> Type:
        found = self.expression(node.value)
        if not fits(found, INT):
            self.report(p.WrongOperands(self.span(node), "-", str(found), ""))
        return INT

    def _not(self, node: t.Not) -> Type:
        found = self.expression(node.value)
        if not fits(found, BOOL):
            self.report(p.WrongOperands(self.span(node), "not", str(found), ""))
        return BOOL

    def _binary(self, node: t.Binary) -> Type:
        left, right = self.expression(node.left), self.expression(node.right)
        found = _joined(node.op, left, right)
        if found is None:
            self.report(p.WrongOperands(self.span(node), node.op, str(left), str(right)))
            return BOOL if node.op in _TRUTHS else BROKEN
        return found

    def _assign(self, node: t.Assign) -> Type:
        type_ = self.expression(node.target)
        if isinstance(node.target, t.Index):
            self.checker.checked.element_changes = self.checker.checked.element_changes or not self.in_library
        if isinstance(node.target, t.Member) and isinstance(node.target.refers, s.Function):
            self.report(p.NotAssignable(self.span(node.target)))
        self.wanted(node.value, type_, "What is given a value")
        return type_

    # -- boards

    def _shift(self, node: t.Shift) -> Type:
        if node.op == ">>":
            self._piece(node.left)
            assert node.right is not None
            board = self._board(node.right, "What a piece is placed on")
        elif node.right is None:
            board = self._board(node.left, "What a piece is taken from")
        else:
            self._board(node.left, "What a piece is moved to")
            board = self._board(node.right, "What a piece is taken from")
        self._place(node)
        if board is not None:
            kind = "place" if node.op == ">>" else "remove" if node.right is None else "move"
            library = self.checker.standard["Board"]
            toi = self._nearest(board.named("toi"), [list_of(INT)])
            work = self._nearest(library.named({"move": "__take"}.get(kind, kind)), None)
            assert toi is not None and work is not None
            node.refers = s.Shifted(kind, toi, work)
            self._calls(toi)
        return BOOL

    def _piece(self, node: t.Expr) -> None:
        """A piece, or the group of which a new one is placed."""
        if isinstance(node, t.Name) and self.scope.find(node.name) is None and self.checker.variable(node.name) is None:
            group = self.checker.group_called(node.name)
            if group is not None and is_piece(group.type):
                node.refers, node.type = s.Making(group, None), group.type
                return
        found = self.expression(node)
        if not is_piece(found) and found is not BROKEN:
            self.report(p.NotABoard(self.span(node), "What is placed", "a `Piece`", str(found)))

    def _board(self, node: t.Expr, what: str) -> s.Group | None:
        found = self.expression(node)
        if is_board(found) and isinstance(found, GroupType):
            return self.checker.group_of(found)
        if found is not BROKEN:
            self.report(p.NotABoard(self.span(node), what, "a `Board`", str(found)))
        return None

    def _place(self, node: t.Shift) -> None:
        if len(node.place) == 1:
            found = self.expression(node.place[0])
            if not fits(found, INT) and not fits(found, list_of(INT)):
                what = "The place on a board"
                self.report(p.NotABoard(self.span(node.place[0]), what, "a list of `int`", str(found)))
            return
        for one in node.place:
            self.wanted(one, INT, "A coordinate")

    # -- calls

    def _call(self, node: t.Call) -> Type:
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
            self.expression(argument)
        near = closest(name, [*BUILT_IN, *self.checker.checked.functions, *self.checker.groups])
        if self.group is not None and self.group.named(name):
            near = f"this.{name}"
        self.report(p.UnknownFunction(Span(self.file, node.name.at, node.name.end), name, near))
        return BROKEN

    def _is_free(self, name: str) -> bool:
        return self.scope.find(name) is None and self.checker.variable(name) is None

    def _function(self, name: str) -> s.Function | None:
        checked = self.checker.checked
        if self.in_library:
            return self.checker.library_functions.get(name)
        in_turns = self.function is not None and self.function.section == "@turns"
        return checked.functions.get(name) or (checked.turns.get(name) if in_turns else None)

    def _make(self, node: t.Call, group: s.Group | None) -> Type:
        if group is None:
            for argument in node.arguments:
                self.expression(argument)
            near = closest(
                node.name.text, [one for one in self.checker.standard if one not in ("Object", "Piece", "Board")]
            )
            self.report(p.UnknownFunction(Span(self.file, node.name.at, node.name.end), node.name.text, near))
            return BROKEN
        node.refers = self.making(group, node.name, node.arguments)
        return group.type

    def making(self, group: s.Group, name: t.Word, arguments: Sequence[t.Expr]) -> s.Making:
        """What a new one of a group is made by: its constructors, or none for one without arguments."""
        constructors = group.constructors()
        if not arguments and not any(not one.parameters for one in constructors):
            return s.Making(group, None)
        return s.Making(group, self._fitting(name, name.text, constructors, arguments))

    def made_with_arguments(self, node: t.Declare, type_: Type) -> None:
        """`Mark m(1);`"""
        assert node.arguments is not None
        if isinstance(type_, GroupType):
            node.made = self.making(self.checker.group_of(type_), node.name, node.arguments)
            return
        for argument in node.arguments:
            self.expression(argument)
        if type_ is not BROKEN:
            self.report(p.NothingDeclared(self.span(node), str(type_)))

    def _call_member(self, node: t.Call) -> Type:
        assert node.value is not None
        owner, name = self._owner(node.value), node.name.text
        if owner is None:
            for argument in node.arguments:
                self.expression(argument)
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
                self._calls(found)
            return owner.type if node.refers == "__init__" else STR
        for argument in node.arguments:
            self.expression(argument)
        known = [function.name for step in owner.lineage() for function in step.functions]
        near = closest(name, [one for one in known if not one.startswith("__")])
        self.report(p.UnknownMember(Span(self.file, node.name.at, node.name.end), name, owner.name, "function", near))
        return BROKEN

    def _fitting(
        self, place: t.Node, name: str, functions: list[s.Function], arguments: Sequence[t.Expr]
    ) -> s.Function | None:
        """The function that takes these arguments best; None if none does, which is said."""
        given = [self.expression(argument) for argument in arguments]
        found = self._nearest(functions, given)
        if found is None:
            known = tuple(function.signature() for function in functions)
            self.report(p.WrongArguments(self.span(place), name, ", ".join(map(str, given)), known))
            return None
        self._calls(found)
        return found

    def _nearest(self, functions: list[s.Function], given: list[Type] | None) -> s.Function | None:
        if given is None:
            return functions[0]
        best, least = None, 0
        for function in functions:
            if len(function.parameters) != len(given):
                continue
            pairs = zip(given, function.parameters, strict=True)
            costs = [distance(type_, parameter.type) for type_, parameter in pairs]
            if None not in costs and (best is None or sum(cost or 0 for cost in costs) < least):
                best, least = function, sum(cost or 0 for cost in costs)
        return best

    def _calls(self, function: s.Function) -> None:
        if self.function is not None:
            self.function.calls.add(function)

    def _built_in(self, node: t.Call) -> Type:
        name = node.name.text
        node.refers = name
        given = [self.expression(argument) for argument in node.arguments]
        if name in LIBRARY_ONLY:
            return {"__size": INT, "__add": VOID}.get(name, given[0])
        takes, gives = BUILT_IN[name]
        if takes is not None and (len(given) != len(takes) or not all(map(fits, given, takes))):
            known = (", ".join(map(str, takes)),)
            self.report(p.WrongArguments(self.span(node), name, ", ".join(map(str, given)), known))
        if name == "restart" and self.function is not None:
            self.function.restarts = True
        elif name == "restart":
            self.checker.checked.setup_restarts = True
        return gives

    # -- statements

    def block(self, node: t.Block) -> None:
        self.scope = Scope(self.scope)
        for one in node.statements:
            self.statement(one)
        assert self.scope.outer is not None
        self.scope = self.scope.outer

    def statement(self, node: t.Statement) -> None:
        _STATEMENTS[node.__class__](self, node)

    def _declare(self, node: t.Declare) -> None:
        variable = node.refers
        name = node.name.text
        if not isinstance(variable, s.Variable):  # those of the setup are known already
            variable = s.Variable(name, self.checker.type(node.type_name), node.name.at, "local")
            node.refers = variable
        if node.value is not None:
            self.wanted(node.value, variable.type, f"The variable `{name}`")
        elif node.arguments is not None:
            self.made_with_arguments(node, variable.type)
        if variable.home == "local":
            known = self.scope.names.get(name)
            if known is not None:
                line = self.file.position(known.place)[0]
                self.report(p.DefinedTwice(Span(self.file, node.name.at, node.name.end), name, line))
            self.scope.names[name] = variable

    def _evaluate(self, node: t.Evaluate) -> None:
        found = self.expression(node.value)
        if self.function is None or not self.function.node.asserts or found in (BOOL, VOID, BROKEN):
            return
        if not isinstance(node.value, t.Assign):
            self.report(p.NoCondition(self.span(node), str(found)))

    def _if(self, node: t.If) -> None:
        for condition, block in node.branches:
            self.condition(condition)
            self.block(block)
        if node.otherwise is not None:
            self.block(node.otherwise)

    def _while(self, node: t.While) -> None:
        self.condition(node.condition)
        self._loop(node.body)

    def _loop(self, body: t.Block) -> None:
        self.loops += 1
        self.block(body)
        self.loops -= 1

    def _for(self, node: t.For) -> None:
        element = self._elements(node)
        if node.type_name is not None:
            type_ = self.checker.type(node.type_name)
            if not fits(element, type_):
                name = Span(self.file, node.type_name.at, node.name.end)
                self.report(p.WrongType(name, str(element), str(type_), f"The variable `{node.name.text}`"))
        else:
            type_ = element
        node.refers = variable = s.Variable(node.name.text, type_, node.name.at, "local")
        self.scope = Scope(self.scope)
        self.scope.names[variable.name] = variable
        self._loop(node.body)
        assert self.scope.outer is not None
        self.scope = self.scope.outer

    def _elements(self, node: t.For) -> Type:
        if isinstance(node.values, tuple):
            items = t.Items(node.at, node.end, node.values)
            found = self.expression(items)
            node.values = items
        else:
            found = self.expression(node.values)
        if isinstance(found, ListOf):
            return BROKEN if found is EMPTY else found.of
        if found is not BROKEN:
            self.report(p.WrongType(self.span(node.values), str(found), "list", "What `for` goes through"))
        return BROKEN

    def _jump(self, node: t.Break | t.Continue) -> None:
        if not self.loops:
            self.report(p.OutOfPlace(self.span(node), "break" if isinstance(node, t.Break) else "continue"))

    def _return(self, node: t.Return) -> None:
        function = self.function
        found = VOID if node.value is None else self.expression(node.value)
        if function is None:
            self.report(p.OutOfPlace(self.span(node), "return"))
            return
        if fits(found, function.returns):
            return
        if function.node.returns is None and not function.node.asserts and not function.constructs:
            if not function.node.said:
                function.node.said = True
                name = Span(self.file, function.node.name.at, function.node.name.end)
                self.report(p.ReturnsWithoutType(name, function.name, str(found)))
            return
        if function.constructs and node.value is None:
            return
        self.report(p.WrongType(self.span(node), str(found), str(function.returns), f"What `{function.name}` gives"))

    def _pass(self, node: t.Pass) -> None:
        self.wanted(node.player, INT, "A player")
        if not self._in_turns(node, "pass"):
            return
        name = node.function.text
        turns = self.checker.checked.turns
        found = turns.get(name)
        if found is None or not found.is_turn:
            near = closest(name, [one for one, turn in turns.items() if turn.is_turn])
            self.report(p.NoTurn(Span(self.file, node.function.at, node.function.end), name, near))
            return
        node.refers = found
        assert self.function is not None
        self.function.passes.add(found)

    def _end(self, node: t.End) -> None:
        self._in_turns(node, "end")

    def _in_turns(self, node: t.Node, word: str) -> bool:
        fine = self.function is not None and self.function.section == "@turns"
        if not fine:
            self.report(p.OutOfPlace(self.span(node), word))
        return fine


_TRUTHS = ("and", "or", "==", "!=", "<", ">", "<=", ">=")


def _takes_none(functions: list[s.Function]) -> bool:
    return any(not function.parameters for function in functions)


def _joined(op: str, left: Type, right: Type) -> Type | None:
    """What an operator gives between two types; None if it is not for them."""
    if BROKEN in (left, right):
        return BOOL if op in _TRUTHS else BROKEN
    if op in ("and", "or"):
        return BOOL if left is right is BOOL else None
    if op in ("==", "!="):
        if VOID in (left, right):
            other = right if left is VOID else left
            return BOOL if other is VOID or isinstance(other, GroupType) else None
        same = fits(left, right) or fits(right, left)
        return BOOL if same else None
    if op in _TRUTHS:
        return BOOL if left is right is INT else None
    if op == "+" and left is right is STR:
        return STR
    return INT if left is right is INT else None


def _always(type_: Type) -> Callable[[Body, t.Expr], Type]:
    return lambda body, node: type_


_CHECKERS: dict[type, Callable[..., Type]] = {
    t.Numeral: _always(INT),
    t.Truth: _always(BOOL),
    t.Text: _always(STR),
    t.Nothing: _always(VOID),
    t.Items: Body._items,
    t.Name: Body._name,
    t.This: Body._this,
    t.Member: Body._member,
    t.Index: Body._index,
    t.Negate: Body._negate,
    t.Not: Body._not,
    t.Binary: Body._binary,
    t.Assign: Body._assign,
    t.Shift: Body._shift,
    t.Call: Body._call,
}
_STATEMENTS: dict[type, Callable[..., None]] = {
    t.Block: Body.block,
    t.Declare: Body._declare,
    t.Evaluate: Body._evaluate,
    t.If: Body._if,
    t.While: Body._while,
    t.For: Body._for,
    t.Break: Body._jump,
    t.Continue: Body._jump,
    t.Return: Body._return,
    t.Pass: Body._pass,
    t.End: Body._end,
}
