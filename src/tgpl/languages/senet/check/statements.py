"""Names and types of every statement.

In:  statements of a function or of the setup. Out: their variables in the tree; problems go to the checker.
"""

from __future__ import annotations

from typing import assert_never

from tgpl.languages.senet import problems as p
from tgpl.languages.senet.check import symbols as s
from tgpl.languages.senet.check.calls import check_new
from tgpl.languages.senet.check.expressions import Expressions, Scope
from tgpl.languages.senet.check.types import BOOL, BROKEN, EMPTY, INT, VOID, ListOf, Type, fits
from tgpl.languages.senet.syntax import tree as t
from tgpl.text.diagnostics import closest
from tgpl.text.source import Span


class Body(Expressions):
    def check_block(self, node: t.Block) -> None:
        self.scope = Scope(self.scope)
        for one in node.statements:
            self.check_statement(one)
        assert self.scope.outer is not None
        self.scope = self.scope.outer

    def check_statement(self, node: t.Statement) -> None:
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
                self.check_block(node)
            case t.Break() | t.Continue():
                self._jump(node)
            case t.Pass():
                self._pass(node)
            case t.End():
                self._in_turns(node, "end")
            case _:
                assert_never(node)

    def _declare(self, node: t.Declare) -> None:
        variable = node.refers
        name = node.name.text
        if not isinstance(variable, s.Variable):  # those of the setup are known already
            variable = s.Variable(name, self.checker.type(node.type_name), node.name.at, "local")
            node.refers = variable
        if node.value is not None:
            self.check_as(node.value, variable.type, f"The variable `{name}`")
        elif node.arguments is not None:
            check_new(self, node, variable.type)
        if variable.home == "local":
            known = self.scope.names.get(name)
            if known is not None:
                line = self.file.position(known.place)[0]
                self.report(p.DefinedTwice(Span(self.file, node.name.at, node.name.end), name, line))
            self.scope.names[name] = variable

    def _evaluate(self, node: t.Evaluate) -> None:
        found = self.check_expression(node.value)
        if self.function is None or not self.function.node.asserts or found in (BOOL, VOID, BROKEN):
            return
        if not isinstance(node.value, t.Assign):
            self.report(p.NoCondition(self.span(node), str(found)))

    def _if(self, node: t.If) -> None:
        for condition, block in node.branches:
            self.check_condition(condition)
            self.check_block(block)
        if node.otherwise is not None:
            self.check_block(node.otherwise)

    def _while(self, node: t.While) -> None:
        self.check_condition(node.condition)
        self._loop(node.body)

    def _loop(self, body: t.Block) -> None:
        self.loops += 1
        self.check_block(body)
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
            found = self.check_expression(items)
            node.values = items
        else:
            found = self.check_expression(node.values)
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
        found = VOID if node.value is None else self.check_expression(node.value)
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
        self.check_as(node.player, INT, "A player")
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

    def _in_turns(self, node: t.Node, word: str) -> bool:
        fine = self.function is not None and self.function.section == "@turns"
        if not fine:
            self.report(p.OutOfPlace(self.span(node), word))
        return fine
