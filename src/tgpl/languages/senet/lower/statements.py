"""Checked statements to the core, and how a new one of a group begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NUMBER
from tgpl.languages.senet.check import symbols as s
from tgpl.languages.senet.check.types import BOOL as TRUTH
from tgpl.languages.senet.check.types import VOID, GroupType, ListOf
from tgpl.languages.senet.lower.expressions import Lowerer, type_of
from tgpl.languages.senet.syntax import tree as t
from tgpl.text.source import Span


def lower_body(b: Lowerer, node: t.Block) -> None:
    assert b.function is not None
    lower_statements(b, node)
    end = Span(b.file, max(node.end - 1, node.at), node.end)
    if b.function.node.asserts:
        b.out.append(n.Return(end, n.Literal(end, BOOL, True)))
    elif not _returns(b.out):
        if b.function.returns is not VOID and not b.function.constructs:
            b.out.append(b.leave(end))


def lower_statements(b: Lowerer, node: t.Block) -> None:
    for one in node.statements:
        lower_statement(b, one)


def lower_block(b: Lowerer, node: t.Block) -> n.Block:
    return b.inside(lambda: lower_statements(b, node), b.span(node))


def lower_statement(b: Lowerer, node: t.Statement) -> None:
    match node:  # the most frequent first
        case t.Evaluate():
            _lower_evaluate(b, node)
        case t.If():
            _lower_if(b, node)
        case t.Declare():
            _lower_declare(b, node)
        case t.Return():
            _lower_return(b, node)
        case t.For():
            _lower_for(b, node)
        case t.While():
            _lower_while(b, node)
        case t.Block():
            b.out.append(lower_block(b, node))
        case t.Break():
            b.out.append(n.Break(b.span(node)))
        case t.Continue():
            b.out.append(n.Continue(b.span(node)))
        case t.Pass():
            _lower_pass(b, node)
        case t.End():
            b.finish(b.span(node))
        case _:
            assert_never(node)


def begin_fields(b: Lowerer, this: n.Local, group: s.Group) -> None:
    """What a group itself adds: its own attributes, what it passes to its parent, other first values."""
    for field in group.fields.values():
        if isinstance(field.type, GroupType) and field.name not in group.given:
            target = n.Attribute(this.span, b.lowering.type(field.type), this, b.lowering.attribute(field))
            b.out.append(n.Assign(this.span, target, b.lowering.blank(field.type, this.span)))
    making = group.node.made
    if isinstance(making, s.Making) and making.constructor is not None and group.node.arguments is not None:
        b.construct(b.lowering.place(group), making.constructor, this, group.node.arguments)
    for name, value in group.given.items():
        known = group.field(name)
        assert known is not None
        target = n.Attribute(this.span, b.lowering.type(known.type), this, b.lowering.attribute(known))
        b.out.append(n.Assign(this.span, target, b.lower_stored(value, known.type)))


def _lower_declare(b: Lowerer, node: t.Declare) -> None:
    variable, span = node.refers, b.span(node)
    assert isinstance(variable, s.Variable)
    if isinstance(node.made, s.Making):
        value = b.lower_new(span, node.made, node.arguments or ())
    elif node.value is not None:
        value = b.lower_stored(node.value, variable.type)
    elif variable.home == "local":
        value = b.lowering.blank(variable.type, span)
    else:  # of the setup: it has its value from the beginning
        return
    if variable.home == "local":
        name = b.names[variable] = b.fresh(variable.name)
        b.out.append(n.Declare(span, name, b.lowering.type(variable.type), value))
    else:
        b.out.append(n.Assign(span, b.variable(variable, b.span(node.name)), value))


def _lower_evaluate(b: Lowerer, node: t.Evaluate) -> None:
    if isinstance(node.value, t.Assign) and not _is_condition(b, node.value):
        b.assign(node.value)
        return
    value = b.lower_expression(node.value)
    if _is_condition(b, node.value):
        span = b.span(node)
        false = n.Block(span, (n.Return(span, n.Literal(span, BOOL, False)),))
        b.out.append(n.If(span, ((n.Not(span, BOOL, value), false),), None))
    elif not isinstance(value, (n.Literal, n.Local)):
        b.out.append(n.Evaluate(b.span(node), value))


def _is_condition(b: Lowerer, node: t.Expr) -> bool:
    return b.function is not None and b.function.node.asserts and type_of(node) is TRUTH


def _lower_if(b: Lowerer, node: t.If, first: int = 0) -> None:
    """A condition that needs something to run before it stands in the `else` of those before."""
    span = b.span(node)
    branches: list[tuple[n.Expr, n.Block]] = []
    otherwise: n.Block | None = None
    for i in range(first, len(node.branches)):
        condition, body = node.branches[i]
        before, value = b.aside(lambda condition=condition: b.lower_expression(condition))  # type: ignore[misc]
        if before and branches:
            otherwise = b.inside(lambda i=i: _lower_if(b, node, i), span)  # type: ignore[misc]
            break
        b.out += before
        branches.append((value, lower_block(b, body)))
    else:
        if node.otherwise is not None:
            otherwise = lower_block(b, node.otherwise)
    b.out.append(n.If(span, tuple(branches), otherwise))


def _lower_while(b: Lowerer, node: t.While) -> None:
    span = b.span(node)
    before, condition = b.aside(lambda: b.lower_expression(node.condition))
    body = lower_block(b, node.body)
    if not before:
        always = isinstance(node.condition, t.Truth) and node.condition.value
        b.out.append(n.Loop(span, None if always else condition, (), body))
        return
    done = n.If(span, ((n.Not(span, BOOL, condition), n.Block(span, (n.Break(span),))),), None)
    b.out.append(n.Loop(span, None, (), n.Block(body.span, (*before, done, *body.statements))))


def _lower_for(b: Lowerer, node: t.For) -> None:
    variable, span = node.refers, b.span(node)
    assert isinstance(variable, s.Variable) and not isinstance(node.values, tuple)
    listed = type_of(node.values)
    values = b.lower_expression(node.values)
    of = listed.of if isinstance(listed, ListOf) else VOID
    name = b.names[variable] = b.fresh(variable.name)
    core = b.lowering.type(of)
    item = n.Local(span, core, b.fresh("item"))
    copy = b.lowering.values.copied(item, of, variable.type, False)
    if b.in_library or (copy is item and not _is_set(node.body, variable)):
        b.out.append(n.ForEach(span, name, core, values, lower_block(b, node.body)))
        return

    def body() -> None:
        b.out.append(n.Declare(span, name, b.lowering.type(variable.type), copy))
        lower_statements(b, node.body)

    b.out.append(n.ForEach(span, item.name, core, values, b.inside(body, b.span(node.body))))


def _lower_return(b: Lowerer, node: t.Return) -> None:
    span, function = b.span(node), b.function
    assert function is not None
    if function.constructs or function.returns is VOID:
        if node.value is not None and not isinstance(node.value, (t.This, t.Nothing)):
            value = b.lower_expression(node.value)
            if not isinstance(value, (n.Literal, n.Local)):
                b.out.append(n.Evaluate(span, value))
        b.out.append(n.Return(span, None))
        return
    assert node.value is not None
    if _is_own(node.value, function):
        value = b.lowering.values.copied(b.lower_expression(node.value), type_of(node.value), function.returns, True)
    else:
        value = b.lower_stored(node.value, function.returns)
    b.out.append(n.Return(span, value))


def _is_own(node: t.Expr, function: s.Function) -> bool:
    """A variable of the function, which nobody knows any more when it is left."""
    if not isinstance(node, t.Name) or not isinstance(node.refers, s.Variable) or node.refers.home != "local":
        return False
    return function.section != "library" or node.refers not in function.parameters


def _lower_pass(b: Lowerer, node: t.Pass) -> None:
    span = b.span(node)
    assert isinstance(node.refers, s.Function)
    player = b.lower_expression(node.player)
    b.out.append(n.Assign(span, b.lowering.variable("ON_MOVE", NUMBER, span), player))
    passed = b.lowering.variable("?passed", BOOL, span)
    b.out.append(n.Assign(span, passed, n.Literal(span, BOOL, True)))
    b.out += [b.lowering.pass_to(node.refers.name, span), b.leave(span)]


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
