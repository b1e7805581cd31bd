"""Checked statements to the core, and how a new one of a group begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NUMBER
from tgpl.languages.senet.check import symbols as s
from tgpl.languages.senet.check.types import BOOL as TRUTH
from tgpl.languages.senet.check.types import VOID, GroupType, ListOf
from tgpl.languages.senet.lower.expressions import Expressions, type_of
from tgpl.languages.senet.syntax import tree as t
from tgpl.text.source import Span


class Lowerer(Expressions):
    # -- the whole of a function

    def function_body(self, node: t.Block) -> None:
        assert self.function is not None
        self.lower_statements(node)
        end = Span(self.file, max(node.end - 1, node.at), node.end)
        if self.function.node.asserts:
            self.out.append(n.Return(end, n.Literal(end, BOOL, True)))
        elif not _returns(self.out):
            if self.function.returns is not VOID and not self.function.constructs:
                self.out.append(self.leave(end))

    def lower_statements(self, node: t.Block) -> None:
        for one in node.statements:
            self.lower_statement(one)

    def lower_block(self, node: t.Block) -> n.Block:
        return self.inside(lambda: self.lower_statements(node), self.span(node))

    def lower_statement(self, node: t.Statement) -> None:
        match node:  # the most frequent first
            case t.Evaluate():
                self._evaluate(node)
            case t.If():
                self._if(node)
            case t.Declare():
                self._declare(node)
            case t.Return():
                self._return(node)
            case t.For():
                self._for(node)
            case t.While():
                self._while(node)
            case t.Block():
                self.out.append(self.lower_block(node))
            case t.Break():
                self.out.append(n.Break(self.span(node)))
            case t.Continue():
                self.out.append(n.Continue(self.span(node)))
            case t.Pass():
                self._pass(node)
            case t.End():
                self.finish(self.span(node))
            case _:
                assert_never(node)

    # -- a new one of a group

    def begin_fields(self, this: n.Local, group: s.Group) -> None:
        """What a group itself adds: its own attributes, what it passes to its parent, other first values."""
        for field in group.fields.values():
            if isinstance(field.type, GroupType) and field.name not in group.given:
                target = n.Attribute(this.span, self.lowering.type(field.type), this, self.lowering.attribute(field))
                self.out.append(n.Assign(this.span, target, self.lowering.blank(field.type, this.span)))
        making = group.node.made
        if isinstance(making, s.Making) and making.constructor is not None and group.node.arguments is not None:
            self.construct(self.lowering.place(group), making.constructor, this, group.node.arguments)
        for name, value in group.given.items():
            known = group.field(name)
            assert known is not None
            target = n.Attribute(this.span, self.lowering.type(known.type), this, self.lowering.attribute(known))
            self.out.append(n.Assign(this.span, target, self.lower_stored(value, known.type)))

    # -- statements

    def _declare(self, node: t.Declare) -> None:
        variable, span = node.refers, self.span(node)
        assert isinstance(variable, s.Variable)
        if isinstance(node.made, s.Making):
            value = self.lower_new(span, node.made, node.arguments or ())
        elif node.value is not None:
            value = self.lower_stored(node.value, variable.type)
        elif variable.home == "local":
            value = self.lowering.blank(variable.type, span)
        else:  # of the setup: it has its value from the beginning
            return
        if variable.home == "local":
            name = self.names[variable] = self.fresh(variable.name)
            self.out.append(n.Declare(span, name, self.lowering.type(variable.type), value))
        else:
            self.out.append(n.Assign(span, self.variable(variable, self.span(node.name)), value))

    def _evaluate(self, node: t.Evaluate) -> None:
        if isinstance(node.value, t.Assign) and not self._is_condition(node.value):
            self.assign(node.value)
            return
        value = self.lower_expression(node.value)
        if self._is_condition(node.value):
            span = self.span(node)
            false = n.Block(span, (n.Return(span, n.Literal(span, BOOL, False)),))
            self.out.append(n.If(span, ((n.Not(span, BOOL, value), false),), None))
        elif not isinstance(value, (n.Literal, n.Local)):
            self.out.append(n.Evaluate(self.span(node), value))

    def _is_condition(self, node: t.Expr) -> bool:
        return self.function is not None and self.function.node.asserts and type_of(node) is TRUTH

    def _if(self, node: t.If, first: int = 0) -> None:
        """A condition that needs something to run before it stands in the `else` of those before."""
        span = self.span(node)
        branches: list[tuple[n.Expr, n.Block]] = []
        otherwise: n.Block | None = None
        for i in range(first, len(node.branches)):
            condition, body = node.branches[i]
            before, value = self.aside(lambda condition=condition: self.lower_expression(condition))  # type: ignore[misc]
            if before and branches:
                otherwise = self.inside(lambda i=i: self._if(node, i), span)  # type: ignore[misc]
                break
            self.out += before
            branches.append((value, self.lower_block(body)))
        else:
            if node.otherwise is not None:
                otherwise = self.lower_block(node.otherwise)
        self.out.append(n.If(span, tuple(branches), otherwise))

    def _while(self, node: t.While) -> None:
        span = self.span(node)
        before, condition = self.aside(lambda: self.lower_expression(node.condition))
        body = self.lower_block(node.body)
        if not before:
            always = isinstance(node.condition, t.Truth) and node.condition.value
            self.out.append(n.Loop(span, None if always else condition, (), body))
            return
        done = n.If(span, ((n.Not(span, BOOL, condition), n.Block(span, (n.Break(span),))),), None)
        self.out.append(n.Loop(span, None, (), n.Block(body.span, (*before, done, *body.statements))))

    def _for(self, node: t.For) -> None:
        variable, span = node.refers, self.span(node)
        assert isinstance(variable, s.Variable) and not isinstance(node.values, tuple)
        listed = type_of(node.values)
        values = self.lower_expression(node.values)
        of = listed.of if isinstance(listed, ListOf) else VOID
        name = self.names[variable] = self.fresh(variable.name)
        core = self.lowering.type(of)
        item = n.Local(span, core, self.fresh("item"))
        copy = self.lowering.values.copied(item, of, variable.type, False)
        if self.in_library or (copy is item and not _is_set(node.body, variable)):
            self.out.append(n.ForEach(span, name, core, values, self.lower_block(node.body)))
            return

        def body() -> None:
            self.out.append(n.Declare(span, name, self.lowering.type(variable.type), copy))
            self.lower_statements(node.body)

        self.out.append(n.ForEach(span, item.name, core, values, self.inside(body, self.span(node.body))))

    def _return(self, node: t.Return) -> None:
        span, function = self.span(node), self.function
        assert function is not None
        if function.constructs or function.returns is VOID:
            if node.value is not None and not isinstance(node.value, (t.This, t.Nothing)):
                value = self.lower_expression(node.value)
                if not isinstance(value, (n.Literal, n.Local)):
                    self.out.append(n.Evaluate(span, value))
            self.out.append(n.Return(span, None))
            return
        assert node.value is not None
        if self._is_my_own(node.value, function):
            value = self.lowering.values.copied(
                self.lower_expression(node.value), type_of(node.value), function.returns, True
            )
        else:
            value = self.lower_stored(node.value, function.returns)
        self.out.append(n.Return(span, value))

    def _is_my_own(self, node: t.Expr, function: s.Function) -> bool:
        """A variable of the function, which nobody knows any more when it is left."""
        if not isinstance(node, t.Name) or not isinstance(node.refers, s.Variable) or node.refers.home != "local":
            return False
        return function.section != "library" or node.refers not in function.parameters

    def _pass(self, node: t.Pass) -> None:
        span = self.span(node)
        assert isinstance(node.refers, s.Function)
        player = self.lower_expression(node.player)
        self.out.append(n.Assign(span, self.lowering.variable("ON_MOVE", NUMBER, span), player))
        passed = self.lowering.variable("?passed", BOOL, span)
        self.out.append(n.Assign(span, passed, n.Literal(span, BOOL, True)))
        self.out += [self.lowering.pass_to(node.refers.name, span), self.leave(span)]


def _returns(statements: Sequence[n.Statement]) -> bool:
    """Whether the last of some statements surely returns."""
    last = statements[-1] if statements else None
    if isinstance(last, n.If) and last.otherwise is not None:
        return all(_returns(block.statements) for block in (*(block for _, block in last.branches), last.otherwise))
    return isinstance(last, n.Return)


def _is_set(node: object, variable: s.Variable) -> bool:
    """Whether a variable gets another value somewhere in a part of the tree."""
    if isinstance(node, t.Assign) and isinstance(node.target, t.Name) and node.target.refers is variable:
        return True
    if isinstance(node, tuple):
        return any(_is_set(one, variable) for one in node)
    if isinstance(node, t.Node):
        return any(
            _is_set(getattr(node, name), variable)
            for name in node.__match_args__
            if name not in ("refers", "type", "made")
        )
    return False
