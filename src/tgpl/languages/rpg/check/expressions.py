"""The types of expressions and statements.

In:  nodes of the tree, and where they stand (`Body`). Out: every expression has its `type`, every name what it
`refers` to; problems go to the script's checker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from tgpl.languages.common import scope
from tgpl.languages.rpg import problems as p
from tgpl.languages.rpg.check import symbols as s
from tgpl.languages.rpg.check.types import (
    BOOL,
    BROKEN,
    DICE,
    INT,
    STRING,
    UNIT,
    ListOf,
    ObjectType,
    Open,
    TraitType,
    Type,
    common_type,
    fits,
    resolve,
)  # fmt: skip
from tgpl.languages.rpg.syntax import tree as t
from tgpl.text.diagnostics import Problem, closest

if TYPE_CHECKING:
    from tgpl.languages.rpg.check.script import Checker
    from tgpl.text.source import Span

BUILT_IN: dict[str, tuple[Type | None, Type]] = {  # what each takes (None: anything) and gives
    "getString": (None, STRING),
    "print": (STRING, UNIT),
    "roll": (DICE, INT),
}
_NUMERIC = (INT, DICE)


Scope = scope.Scope[s.Variable]


class Body:
    """Where an expression stands: its scope, and the object whose field it defines, if it does."""

    def __init__(
        self, checker: Checker, scope: Scope, needs: s.Needs, owner: s.Object | None = None, layer: int = 0
    ) -> None:
        self.checker = checker
        self.scope = scope
        self.needs = needs
        self.owner = owner
        self.layer = layer  # which of the owner's layers the field stands in

    # -- any expression

    def check_expression(self, node: t.Expr, used: bool = True) -> Type:
        """`used`: somebody wants the value."""
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
                type_ = self._call(node)
            case t.Text():
                type_ = STRING
            case t.If():
                type_ = self._if(node, used)
            case t.Die() | t.Keep() | t.Explode() | t.Count() | t.Against():
                type_ = DICE
            case t.Items():
                type_ = self._items(node)
            case t.Thing():
                type_ = self._thing(node)
            case t.Own():
                type_ = self._own(node)
            case t.Negate():
                type_ = self._negate(node)
            case t.Truth():
                type_ = BOOL
            case _:
                assert_never(node)
        node.type = type_
        return type_

    def check_as(self, node: t.Expr, wanted: Type, what: str) -> None:
        """An expression that must be of a type."""
        found = self.check_expression(node)
        if not fits(found, wanted):
            self.report(p.WrongType(self.span(node), str(found), str(resolve(wanted)), what))

    def report(self, problem: Problem) -> None:
        self.checker.problems.append(problem)

    def span(self, node: t.Node) -> Span:
        return self.checker.span(node)

    # -- values

    def _items(self, node: t.Items) -> Type:
        element: Type = Open()
        for i, item in enumerate(node.items):
            found = self.check_expression(item)
            both = common_type(element, found) if i else found
            if both is None:
                self.report(p.ItemsDiffer(self.span(item), str(resolve(element)), str(found)))
                both = BROKEN
            element = both
        return ListOf(element)

    def _name(self, node: t.Name) -> Type:
        variable = self.scope.find(node.name)
        if variable is None:
            later = self.checker.set_later(node.name, node.at)
            near = None if later else closest(node.name, self.scope.all())
            self.report(p.UnknownVariable(self.span(node), node.name, near, later))
            return BROKEN
        node.refers = variable
        if variable.is_global:
            self.needs.variables.add(variable)
        return variable.type

    def _thing(self, node: t.Thing) -> Type:
        name = node.name.text
        if self.owner is not None and name in self.owner.fields:
            node.refers = field = self.owner.fields[name]
            return self.checker.type_of(field)
        found = self.checker.thing(node.name, node.traits)
        if found is None:
            return BROKEN
        found.made = True
        self.needs.objects.add(found)
        node.refers = found
        return found.type

    def _own(self, node: t.Own) -> Type:
        owner, name = self.owner, node.name.text
        if owner is None:
            self.report(p.OutsideObject(self.span(node), node.where))
            return BROKEN
        if node.where == "base" and owner.definition(name, self.layer) is None:
            self.report(p.NothingBelow(self.span(node), name, self.checker.layer_name(owner, self.layer)))
            return BROKEN
        field = owner.fields.get(name)
        if field is None:
            near = closest(name, owner.fields)
            self.report(p.UnknownField(self.span(node.name), name, str(owner.type), near))
            return BROKEN
        return self.checker.type_of(field)

    def _member(self, node: t.Member) -> Type:
        type_ = resolve(self.check_expression(node.value))
        if type_ is BROKEN:
            return BROKEN
        if not isinstance(type_, (ObjectType, TraitType)):
            self.report(p.NoFields(self.span(node.value), str(type_)))
            return BROKEN
        fields = self.checker.fields(type_)
        if node.name.text not in fields:
            near = closest(node.name.text, fields)
            self.report(p.UnknownField(self.span(node.name), node.name.text, str(type_), near))
            return BROKEN
        return self.checker.type_of(fields[node.name.text])

    # -- operators

    def _negate(self, node: t.Negate) -> Type:
        found = resolve(self.check_expression(node.value))
        if found in _NUMERIC or found is BROKEN:
            return found
        self.report(p.WrongOperands(self.span(node), "-", str(found), ""))
        return BROKEN

    def _binary(self, node: t.Binary) -> Type:
        left, right = resolve(self.check_expression(node.left)), resolve(self.check_expression(node.right))
        if BROKEN in (left, right):
            return BOOL if node.op in _LOGIC or node.op in _COMPARING else BROKEN
        found = _join_types(node.op, left, right)
        if found is None:
            self.report(p.WrongOperands(self.span(node), node.op, str(left), str(right)))
            return BOOL if node.op in _LOGIC or node.op in _COMPARING else BROKEN
        return found

    # -- calls

    def _call(self, node: t.Call) -> Type:
        name = node.name.text
        if name in BUILT_IN:
            return self._built_in(node, *BUILT_IN[name])
        function = self.checker.checked.functions.get(name)
        if function is None:
            for argument in node.arguments:
                self.check_expression(argument)
            near = closest(name, [*BUILT_IN, *self.checker.checked.functions])
            self.report(p.UnknownFunction(self.span(node.name), name, near))
            return BROKEN
        node.refers = function
        self.needs.functions.add(function)
        self._count(node, len(function.parameters))
        for argument, parameter in zip(node.arguments, function.parameters, strict=False):
            self.check_as(argument, parameter.type, f"The argument `{parameter.name}`")
        for argument in node.arguments[len(function.parameters) :]:
            self.check_expression(argument)
        return function.returns

    def _built_in(self, node: t.Call, takes: Type | None, gives: Type) -> Type:
        self._count(node, 1)
        for argument in node.arguments:
            if takes is None:
                self.check_expression(argument)
            else:
                self.check_as(argument, takes, f"What `{node.name.text}` takes")
        return gives

    def _count(self, node: t.Call, wanted: int) -> None:
        if len(node.arguments) != wanted:
            self.report(p.WrongArguments(self.span(node), node.name.text, wanted, len(node.arguments)))

    # -- branches and blocks

    def _if(self, node: t.If, used: bool) -> Type:
        self.check_as(node.condition, BOOL, "The condition")
        used = used and node.otherwise is not None
        then = self.branch(node.then, used)
        if node.otherwise is None:
            return UNIT
        otherwise = self.branch(node.otherwise, used)
        if not used:
            return UNIT
        both = common_type(then, otherwise)
        if both is None:
            self.report(p.BranchesDiffer(self.span(node), str(resolve(then)), str(resolve(otherwise))))
            return BROKEN
        return both

    def branch(self, node: t.Expr | t.Block, used: bool) -> Type:
        return self.check_block(node, used) if isinstance(node, t.Block) else self.check_expression(node, used)

    def check_block(self, node: t.Block, used: bool) -> Type:
        self.scope = Scope(self.scope)
        given: Type = UNIT
        for i, statement in enumerate(node.statements):
            given = self.check_statement(statement, used and i == len(node.statements) - 1)
        assert self.scope.outer is not None
        self.scope = self.scope.outer
        node.type = given if used else UNIT
        return node.type

    def check_statement(self, node: t.Statement, used: bool = False) -> Type:
        if isinstance(node, t.Evaluate):
            return self.check_expression(node.value, used)
        if isinstance(node, t.SetField):
            type_ = self.check_expression(node.target)
            self.check_as(node.value, type_, f"The field `{node.target.name.text}`")
        else:
            self._set(node)
        return UNIT

    def _set(self, node: t.SetVariable) -> None:
        name = node.name.text
        variable = self.scope.find(name)
        if variable is not None:
            self.check_as(node.value, variable.type, f"The variable `{name}`")
        else:
            type_ = self.check_expression(node.value)
            is_global = self.scope is self.checker.top
            variable = self.scope.names[name] = s.Variable(name, type_, node.at, is_global)
            node.first = True
        node.refers = variable


_COMPARING = ("==", "!=", "<", ">", "<=", ">=")
_LOGIC = ("&&", "||")


def _join_types(op: str, left: Type, right: Type) -> Type | None:
    """What an operator gives between two types; None if it is not for them."""
    if op in _LOGIC:
        return BOOL if left is right is BOOL else None
    if op in _COMPARING:
        equal = op in ("==", "!=") and left is right is STRING
        return BOOL if equal or left is right is INT else None
    if op == "++":
        lists = isinstance(left, ListOf) and isinstance(right, ListOf)
        return STRING if left is right is STRING else common_type(left, right) if lists else None
    if left in _NUMERIC and right in _NUMERIC:
        return INT if left is right is INT else DICE
    return None
