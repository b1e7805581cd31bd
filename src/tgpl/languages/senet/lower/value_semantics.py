"""Groups and lists are values: what copies them, compares them and gives their texts, made once for each type that needs it.

In:  core expressions with their types in Senet. Out: expressions that call generated functions; `functions` gathers them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NUMBER, TEXT, ClassType, Collection
from tgpl.languages.senet.check import symbols as s
from tgpl.languages.senet.check.types import EMPTY, VOID, GroupType, ListOf, Type, common_type, is_piece
from tgpl.text.source import SourceFile, Span

if TYPE_CHECKING:
    from tgpl.languages.senet.lower.program import Lowering


class Values:
    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.span = lowering.whole
        self.library_file: SourceFile = lowering.checked.library.file
        self.functions: list[n.Function] = []
        self._named: dict[tuple[str, Type, Type], str] = {}
        self._waiting: list[tuple[str, Type, Type]] = []

    def _name(self, what: str, type_: Type, to: Type) -> str:
        """The name of a generated function, which will be made."""
        key = (what, type_, to)
        if key not in self._named:
            self._named[key] = self.lowering.fresh(f"{what}_{_word(to)}")
            self._waiting.append(key)
        return self._named[key]

    def finish(self) -> bool:
        """Makes what was asked for; whether there was anything."""
        waiting, self._waiting = self._waiting, []
        makers = {"copy": self._copy_function, "same": self._same_function, "text": self._text_function}
        for what, type_, to in waiting:
            self.functions.append(makers[what](self._named[what, type_, to], type_, to))
        return bool(waiting)

    # -- copies

    def copied(self, value: n.Expr, type_: Type, to: Type, own: bool) -> n.Expr:
        """A value as another type, and as one that nobody else holds; `own`: nobody does already."""
        if isinstance(to, GroupType):
            if own and type_ is to:
                return value
            return n.Call(value.span, self.lowering.type(to), self._name("copy", to, to), (("value", value),))
        if not isinstance(to, ListOf) or (type_ is to and (own or self._is_never_changed(to))):
            return value
        core = self.lowering.type(to)
        if type_ is EMPTY:
            return n.MakeCollection(value.span, core, ())
        if type_ is to and not self._holds_values(to.of):
            return n.Operate(value.span, core, "list.copy", (value,))
        return n.Call(value.span, core, self._name("copy", type_, to), (("value", value),))

    def _is_never_changed(self, type_: ListOf) -> bool:
        """Lists whose elements are never given another value can be shared."""
        inner: Type = type_
        while isinstance(inner, ListOf):
            inner = inner.of
        return not isinstance(inner, GroupType) and not self.lowering.checked.element_changes

    def _holds_values(self, of: Type) -> bool:
        return isinstance(of, (GroupType, ListOf))

    def _copy_function(self, name: str, type_: Type, to: Type) -> n.Function:
        span, core = self.span, self.lowering.type(to)
        value = n.Local(span, self.lowering.type(type_), "value")
        body: tuple[n.Statement, ...]
        if isinstance(to, GroupType):
            assert isinstance(core, ClassType)
            fills = []
            for field in self.lowering.groups[to].all_fields():
                attribute = self._field(value, field)
                fills.append((attribute.name, self.copied(attribute, field.type, field.type, False)))
            body = (n.Return(span, n.Make(span, core, core.name, tuple(fills), ())),)
        else:
            assert isinstance(type_, ListOf) and isinstance(to, ListOf) and isinstance(core, Collection)
            found, item = n.Local(span, core, "found"), n.Local(span, self.lowering.type(type_.of), "item")
            add = n.Operate(span, core, "list.add", (found, self.copied(item, type_.of, to.of, False)))
            body = (
                n.Declare(span, "found", core, n.MakeCollection(span, core, ())),
                n.ForEach(span, "item", item.type, value, n.Block(span, (n.Evaluate(span, add),))),
                n.Return(span, found),
            )
        parameter = n.Parameter(span, "value", value.type, None)
        return n.Function(span, name, (parameter,), (), core, n.Block(span, body))

    def _field(self, value: n.Expr, field: s.Field) -> n.Attribute:
        return n.Attribute(self.span, self.lowering.type(field.type), value, self.lowering.attribute(field))

    # -- sameness

    def same(self, left: n.Expr, left_type: Type, right: n.Expr, right_type: Type, span: Span) -> n.Expr:
        if VOID in (left_type, right_type):
            value, type_ = (right, right_type) if left_type is VOID else (left, left_type)
            if is_piece(type_) and isinstance(type_, GroupType):
                field = self.lowering.groups[type_].field("__blank")
                assert field is not None
                return n.Attribute(span, BOOL, value, self.lowering.attribute(field))
            return n.Literal(span, BOOL, type_ is VOID)
        type_ = common_type(left_type, right_type) or left_type
        if isinstance(type_, ListOf):
            sides = [self.copied(left, left_type, type_, True), self.copied(right, right_type, type_, True)]
        else:
            sides = [left, right]
        if isinstance(type_, (ListOf, GroupType)):
            name = self._name("same", type_, type_)
            return n.Call(span, BOOL, name, (("left", sides[0]), ("right", sides[1])))
        return n.Equal(span, BOOL, left, right, False)

    def _same_function(self, name: str, type_: Type, to: Type) -> n.Function:
        span, core = self.span, self.lowering.type(type_)
        left, right = (n.Local(span, core, side) for side in ("left", "right"))
        true, false = (n.Literal(span, BOOL, truth) for truth in (True, False))
        body: list[n.Statement] = []

        def differ(same: n.Expr) -> n.Statement:
            return n.If(span, ((n.Not(span, BOOL, same), n.Block(span, (n.Return(span, false),))),), None)

        if isinstance(type_, GroupType):
            for field in self.lowering.groups[type_].all_fields():
                sides = (self._field(left, field), self._field(right, field))
                body.append(differ(self.same(sides[0], field.type, sides[1], field.type, span)))
        else:
            assert isinstance(type_, ListOf) and isinstance(core, Collection)
            lengths = [n.Operate(span, NUMBER, "list.length", (side,)) for side in (left, right)]
            body.append(differ(n.Equal(span, BOOL, lengths[0], lengths[1], False)))
            i = n.Local(span, NUMBER, "i")
            items = [n.ListItem(span, core.of, side, i) for side in (left, right)]
            step = n.Update(span, i, "+", n.Literal(span, NUMBER, 1.0))
            inner = n.Block(span, (differ(self.same(items[0], type_.of, items[1], type_.of, span)),))
            body.append(n.Declare(span, "i", NUMBER, n.Literal(span, NUMBER, 0.0)))
            body.append(n.Loop(span, n.Compare(span, BOOL, "<", i, lengths[0]), (step,), inner))
        body.append(n.Return(span, true))
        parameters = tuple(n.Parameter(span, side, core, None) for side in ("left", "right"))
        return n.Function(span, name, parameters, (), BOOL, n.Block(span, tuple(body)))

    # -- texts

    def text(self, value: n.Expr, type_: Type, span: Span) -> n.Expr:
        """What `print` shows."""
        if isinstance(type_, ListOf):
            return n.Call(span, TEXT, self._name("text", type_, type_), (("items", value),))
        if isinstance(type_, GroupType):
            group = self.lowering.groups[type_]
            function = group.text_function()
            if function is None:
                return n.Literal(span, TEXT, f"<Group {group.name} instance>")
            return n.Call(span, TEXT, self.lowering.function_name(function), (("this", value),))
        return value if value.type is TEXT else n.Join(span, TEXT, (value,))

    def _text_function(self, name: str, type_: Type, to: Type) -> n.Function:
        """`[a, b]`"""
        assert isinstance(type_, ListOf)
        span, core, of = self.span, self.lowering.type(type_), self.lowering.type(type_.of)
        items, item = n.Local(span, core, "items"), n.Local(span, of, "item")
        shown, begun = n.Local(span, TEXT, "shown"), n.Local(span, BOOL, "begun")
        comma = n.Update(span, shown, "+", n.Literal(span, TEXT, ", "))
        each = (
            n.If(span, ((begun, n.Block(span, (comma,))),), None),
            n.Assign(span, begun, n.Literal(span, BOOL, True)),
            n.Update(span, shown, "+", self.text(item, type_.of, span)),
        )
        body = (
            n.Declare(span, "shown", TEXT, n.Literal(span, TEXT, "[")),
            n.Declare(span, "begun", BOOL, n.Literal(span, BOOL, False)),
            n.ForEach(span, "item", of, items, n.Block(span, each)),
            n.Return(span, n.Join(span, TEXT, (shown, n.Literal(span, TEXT, "]")))),
        )
        return n.Function(span, name, (n.Parameter(span, "items", core, None),), (), TEXT, n.Block(span, body))


def _word(type_: Type) -> str:
    return f"list_of_{_word(type_.of)}" if isinstance(type_, ListOf) else str(type_).replace(".", "_")
