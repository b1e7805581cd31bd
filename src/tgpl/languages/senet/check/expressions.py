"""Names and types of every expression but calls, written into the tree.

In:  nodes, and where they stand: a function, a group, or the setup itself. Out: types; problems go to the checker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from tgpl.languages.common import scope
from tgpl.languages.senet import problems as p
from tgpl.languages.senet.check import symbols as s
from tgpl.languages.senet.check.calls import check_call, find_nearest, note_call
from tgpl.languages.senet.check.types import (
    BOOL,
    BROKEN,
    EMPTY,
    INT,
    STR,
    VOID,
    GroupType,
    ListOf,
    Type,
    common_type,
    fits,
    is_board,
    is_piece,
    list_of,
)  # fmt: skip
from tgpl.languages.senet.syntax import tree as t
from tgpl.text.diagnostics import Problem, closest
from tgpl.text.source import SourceFile, Span

if TYPE_CHECKING:
    from tgpl.languages.senet.check.program import Checker

Scope = scope.Scope[s.Variable]


class Expressions:
    """Where an expression stands: in a function, in a group, or in the setup itself."""

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

    def check_expression(self, node: t.Expr) -> Type:
        type_: Type
        match node:  # the most frequent first
            case t.Name():
                type_ = self._name(node)
            case t.Numeral():
                type_ = INT
            case t.Member():
                type_ = self._member(node)
            case t.Binary():
                type_ = self._binary(node)
            case t.Call():
                type_ = check_call(self, node)
            case t.Index():
                type_ = self._index(node)
            case t.This():
                type_ = self._this(node)
            case t.Text():
                type_ = STR
            case t.Assign():
                type_ = self._assign(node)
            case t.Shift():
                type_ = self._shift(node)
            case t.Items():
                type_ = self._items(node)
            case t.Not():
                type_ = self._not(node)
            case t.Negate():
                type_ = self._negate(node)
            case t.Truth():
                type_ = BOOL
            case t.Nothing():
                type_ = VOID
            case _:
                assert_never(node)
        node.type = type_
        return type_

    def check_as(self, node: t.Expr, wanted: Type, what: str) -> None:
        """An expression that must be of a type."""
        found = self.check_expression(node)
        if not fits(found, wanted):
            self.report(p.WrongType(self.span(node), str(found), str(wanted), what))

    def check_condition(self, node: t.Expr) -> None:
        found = self.check_expression(node)
        if isinstance(node, t.Assign) and found not in (BOOL, BROKEN):
            self.report(p.EqualsInCondition(Span(self.file, node.sign, node.sign + 1)))
        elif not fits(found, BOOL):
            self.report(p.WrongType(self.span(node), str(found), "bool", "A condition"))

    # -- values

    def _items(self, node: t.Items) -> Type:
        element: Type | None = None
        for item in node.items:
            found = self.check_expression(item)
            both = found if element is None else common_type(element, found)
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
        near = closest(node.name, [*self.scope.all(), *self._made_by(node.at), "ON_MOVE", "N_PLAYERS"])
        if self.group is not None and self.group.field(node.name) is not None:
            near = f"this.{node.name}"
        self.report(p.UnknownVariable(self.span(node), node.name, near))
        return BROKEN

    def _made_by(self, at: int) -> list[str]:
        """The variables of the game that a place can use: in functions and groups all, else those made before it."""
        inside = self.function is not None or self.group is not None
        return [name for name, one in self.checker.checked.variables.items() if inside or one.place < at]

    def _this(self, node: t.This) -> Type:
        if self.group is None:
            self.report(p.ThisOutside(self.span(node)))
            return BROKEN
        return self.group.type

    def _member(self, node: t.Member) -> Type:
        owner = self.find_owner(node.value)
        if owner is None:
            return BROKEN
        name = node.name.text
        field = owner.field(name)
        if name == "occupied" and field is None and is_board(owner.type):
            node.refers = owner.named("__occupied")[0]
            return list_of(BOOL)
        if field is None or (name.startswith("__") and owner.library and not self.in_library):
            near = closest(name, [one.name for one in owner.all_fields() if not one.name.startswith("__")])
            self.report(p.UnknownMember(Span(self.file, node.name.at, node.name.end), name, owner.name, "field", near))
            return BROKEN
        node.refers = field
        return field.type

    def find_owner(self, node: t.Expr) -> s.Group | None:
        """The group of a value whose member is wanted; None if it has none, which is said."""
        type_ = self.check_expression(node)
        if isinstance(type_, GroupType):
            return self.checker.group_of(type_)
        if type_ is not BROKEN:
            self.report(p.NoMembers(self.span(node), str(type_)))
        return None

    def _index(self, node: t.Index) -> Type:
        type_ = self.check_expression(node.value)
        for item in node.items:
            self.check_as(item, INT, "The number of an element")
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
        found = self.check_expression(node.value)
        if not fits(found, INT):
            self.report(p.WrongOperands(self.span(node), "-", str(found), ""))
        return INT

    def _not(self, node: t.Not) -> Type:
        found = self.check_expression(node.value)
        if not fits(found, BOOL):
            self.report(p.WrongOperands(self.span(node), "not", str(found), ""))
        return BOOL

    def _binary(self, node: t.Binary) -> Type:
        left, right = self.check_expression(node.left), self.check_expression(node.right)
        found = _join_types(node.op, left, right)
        if found is None:
            self.report(p.WrongOperands(self.span(node), node.op, str(left), str(right)))
            return BOOL if node.op in _TRUTHS else BROKEN
        return found

    def _assign(self, node: t.Assign) -> Type:
        type_ = self.check_expression(node.target)
        if isinstance(node.target, t.Index):
            self.checker.checked.element_changes = self.checker.checked.element_changes or not self.in_library
        if isinstance(node.target, t.Member) and isinstance(node.target.refers, s.Function):
            self.report(p.NotAssignable(self.span(node.target)))
        self.check_as(node.value, type_, "What is given a value")
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
            toi = find_nearest(board.named("toi"), [list_of(INT)])
            work = library.named({"move": "__take"}.get(kind, kind))[0]
            assert toi is not None
            node.refers = s.Shifted(kind, toi, work)
            note_call(self, toi)
        return BOOL

    def _piece(self, node: t.Expr) -> None:
        """A piece, or the group of which a new one is placed."""
        if isinstance(node, t.Name) and self.scope.find(node.name) is None and self.checker.variable(node.name) is None:
            group = self.checker.group_called(node.name)
            if group is not None and is_piece(group.type):
                node.refers, node.type = s.Making(group, None), group.type
                return
        found = self.check_expression(node)
        if not is_piece(found) and found is not BROKEN:
            self.report(p.NotABoard(self.span(node), "What is placed", "a `Piece`", str(found)))

    def _board(self, node: t.Expr, what: str) -> s.Group | None:
        found = self.check_expression(node)
        if is_board(found) and isinstance(found, GroupType):
            return self.checker.group_of(found)
        if found is not BROKEN:
            self.report(p.NotABoard(self.span(node), what, "a `Board`", str(found)))
        return None

    def _place(self, node: t.Shift) -> None:
        if len(node.place) == 1:
            found = self.check_expression(node.place[0])
            if not fits(found, INT) and not fits(found, list_of(INT)):
                what = "The place on a board"
                self.report(p.NotABoard(self.span(node.place[0]), what, "a list of `int`", str(found)))
            return
        for one in node.place:
            self.check_as(one, INT, "A coordinate")


_TRUTHS = ("and", "or", "==", "!=", "<", ">", "<=", ">=")


def _join_types(op: str, left: Type, right: Type) -> Type | None:
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
