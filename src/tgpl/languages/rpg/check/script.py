"""A script's tree to what it defines, with every name and type found out.

In:  a `tree.Script` that was read without mistakes. Out: `Checked`, for `lower`, and the problems.

Definitions hold in the whole script, also before the place where they stand. A variable is there from its first `set`
on: one of the script for everything behind it, functions included; one that a block or a function makes, in there.

    checked, problems = check(script)
"""

from __future__ import annotations

from collections.abc import Iterable

from tgpl.languages.rpg import problems as p
from tgpl.languages.rpg.check import symbols as s
from tgpl.languages.rpg.check.expressions import BUILT_IN, Body, Scope
from tgpl.languages.rpg.check.objects import Objects
from tgpl.languages.rpg.check.types import BROKEN, SIMPLE, UNIT, ListOf, Type, fits, resolve
from tgpl.languages.rpg.syntax import tree as t
from tgpl.text.diagnostics import Problem, closest
from tgpl.text.source import Span


def check(script: t.Script) -> tuple[s.Checked, list[Problem]]:
    checker = Checker(script)
    checker.script(script.parts)
    return checker.checked, checker.problems


class Checker(Objects):
    def __init__(self, script: t.Script) -> None:
        self.checked = s.Checked(script)
        self.file = script.file
        self.problems: list[Problem] = []
        self.top = Scope(None)  # the variables of the script, as far as they are set
        self.parts = script.parts

    def span(self, node: t.Node) -> Span:
        return Span(self.file, node.at, node.end)

    def script(self, in_order: Iterable[t.Definition | t.Statement]) -> None:
        """Checks the parts one after the other; a script that goes on (incremental.py) knows something before."""
        self.define()
        if self._too_deep():
            return
        self._signatures()
        statements: list[tuple[t.Statement, s.Needs]] = []
        for part in in_order:
            if isinstance(part, t.Function):
                self._function(part)
            elif isinstance(part, t.Object):
                self.check_object(part)
            elif isinstance(part, t.Trait):
                self.check_trait(part)
            else:
                needs = s.Needs()
                Body(self, self.top, needs).check_statement(part)
                statements.append((part, needs))
        self.checked.variables = self.top.names
        self.order_fields()
        if not self._too_deep() and not self.problems:
            for statement, needs in statements:
                self._needs(statement, needs)

    def _too_deep(self) -> bool:
        """Definitions were cut off from others: nothing else is certain, and nothing else is said."""
        found = [problem for problem in self.problems if isinstance(problem, p.TooDeep)]
        if found:
            self.problems[:] = found[:1]
        return bool(found)

    # -- functions

    def _signatures(self) -> None:
        functions = self.checked.functions
        for part in self.parts:
            if isinstance(part, t.Function):
                name = part.name
                if name.text in BUILT_IN:
                    self.problems.append(p.NameOfTheLanguage(self.span(name), name.text))
                elif name.text in functions:
                    line = self.line(functions[name.text].node)
                    self.problems.append(p.DefinedTwice(self.span(name), name.text, line))
                else:
                    functions[name.text] = self._signature(part)

    def _signature(self, node: t.Function) -> s.Function:
        function = s.Function(node)
        seen = set[str]()
        for parameter in node.parameters:
            name = parameter.name.text
            if name in seen:
                self.problems.append(p.ParameterTwice(self.span(parameter.name), name))
            seen.add(name)
            function.parameters.append(s.Variable(name, self.type(parameter.type_name), parameter.at, False))
        function.returns = UNIT if node.returns is None else self.type(node.returns)
        return function

    def _function(self, node: t.Function) -> None:
        function = self.checked.functions.get(node.name.text)
        if function is None or function.node is not node:
            return
        scope = Scope(self.top)
        scope.names.update({parameter.name: parameter for parameter in function.parameters})
        gives = function.returns is not UNIT
        found = Body(self, scope, function.needs).check_block(node.body, gives)
        last = node.body.statements[-1] if node.body.statements else None
        if gives and not isinstance(last, t.Evaluate):
            self.problems.append(p.NoResult(self.span(node.name), node.name.text, str(function.returns)))
        elif isinstance(last, t.Evaluate) and gives and not fits(found, function.returns):
            what = f"The value of `{function.name}`"
            self.problems.append(p.WrongType(self.span(last), str(resolve(found)), str(function.returns), what))

    def type(self, node: t.TypeName) -> Type:
        """What a type name means."""
        if node.name == "List":
            assert node.of is not None
            return ListOf(self.type(node.of))
        if node.name in SIMPLE and not node.traits:
            return SIMPLE[node.name]
        if node.name in self.checked.traits and not node.traits:
            return self.checked.traits[node.name].type
        if node.name not in self.checked.objects:
            known = [*SIMPLE, "List", *self.checked.objects, *self.checked.traits]
            self.problems.append(p.UnknownType(self.span(node), node.name, closest(node.name, known)))
            return BROKEN
        found = self.thing(t.Word(node.at, node.at + len(node.name), node.name), node.traits)
        return BROKEN if found is None else found.type

    # -- what is used before it is there

    def set_later(self, name: str, place: int) -> int:
        """The line where the script sets a variable behind a place; 0 if it does not."""
        for part in self.parts:
            if isinstance(part, t.SetVariable) and part.name.text == name and part.at > place:
                return self.line(part)
        return 0

    def line(self, node: t.Node) -> int:
        return self.file.position(node.at)[0]

    def _needs(self, statement: t.Statement, needs: s.Needs) -> None:
        """Reports what a statement uses, by way of functions and objects, before the script sets it."""
        functions, objects, variables = set(needs.functions), set(needs.objects), set[s.Variable]()
        waiting = [function.needs for function in functions]
        waiting += [layer.needs for object_ in objects for layer in object_.layers]
        while waiting:
            more = waiting.pop()
            variables |= more.variables
            waiting += [function.needs for function in more.functions - functions]
            waiting += [layer.needs for object_ in more.objects - objects for layer in object_.layers]
            functions |= more.functions
            objects |= more.objects
        early = [variable for variable in variables if variable.place > statement.at]
        if early:
            first = min(early, key=lambda variable: variable.place)
            line = self.file.position(first.place)[0]
            self.problems.append(p.UsedTooEarly(self.span(statement), first.name, line))
