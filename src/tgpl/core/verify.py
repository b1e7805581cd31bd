"""Whether a core program keeps the promises of the core: run after every pass in tests.

In:  a program. Out: a list of complaints, empty if all is well. A complaint is a bug of a front end or a pass, never
of a designer.
"""

from __future__ import annotations

from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.operations import OPERATIONS, WRITABLE
from tgpl.core.show import expression
from tgpl.core.types import ANY, BOOL, BROKEN, NOTHING, NUMBER, PLAYER, TEXT, Collection, Type, fits, list_of
from tgpl.core.walk import walk


def verify(program: n.Program) -> list[str]:
    checker = _Verifier(program)
    checker.program()
    return checker.complaints


class _Verifier:
    def __init__(self, program: n.Program) -> None:
        self.tree = program
        self.complaints: list[str] = []
        self.classes = {class_.name: class_ for class_ in program.classes}
        self.functions = {function.name: function for function in program.functions}
        self.where = ""

    def complain(self, words: str) -> None:
        self.complaints.append(f"{self.where}: {words}")

    # -- declarations

    def program(self) -> None:
        known = set(_PREDEFINED)
        for class_ in self.tree.classes:
            if class_.name in known:
                self.complain(f"class {class_.name} twice")
            if class_.base is not None and class_.base not in known:
                self.complain(f"class {class_.name} stands before its base {class_.base}")
            known.add(class_.name)
            self._class(class_)
        for function in self.tree.functions:
            self._function(function, function.name, this=False)
        for turn in self.tree.turns:
            for phase in turn.phases:
                self._phase(turn, phase)
            if turn.default is not None:
                self._body(turn.default, f"default of {turn.name}", {}, PLAYER)
        for setup in self.tree.setups:
            self._body(setup, "setup", {}, None)

    def _class(self, class_: n.Class) -> None:
        for attribute in class_.attributes:
            self.where = f"{class_.name}.{attribute.name}"
            self.this = True
            self._expression(attribute.initial, {})
            self._fits(attribute.initial, attribute.type)
        for function in class_.functions:
            self._function(function, f"{class_.name}.{function.name}", this=True)
        for action in class_.actions:
            self._action(class_, action)
        if class_.default is not None:
            self._body(class_.default, f"default of {class_.name}", {}, None, this=True)
        for row in class_.geometry.rows if class_.geometry is not None else ():
            for cell in row:
                if cell is not None and cell not in self.classes:
                    self.complain(f"grid of {class_.name} names {cell}")

    def _function(self, function: n.Function, where: str, this: bool) -> None:
        names = {parameter.name: parameter.type for parameter in function.parameters}
        self.this, self.where = this, where
        for one in function.inputs:
            self._input(one, names)
        result = None if function.returns is NOTHING else function.returns
        self._body(function.body, where, names, result, this=this)

    def _action(self, class_: n.Class, action: n.Action) -> None:
        where = f"{class_.name}.{action.name}"
        for require in action.requires:
            self._body(require, f"{where} require", {}, BOOL, this=True)
        for trigger in action.triggers:
            if trigger.body is not None:
                self._body(trigger.body, f"{where} trigger", {}, BOOL, this=True)
        names: dict[str, Type] = {}
        self.this, self.where = True, where
        for one in action.inputs:
            self._input(one, names)
        self._body(action.effect, f"{where} effect", names, None, this=True)

    def _phase(self, turn: n.Turn, phase: n.Phase) -> None:
        names: dict[str, Type] = {}
        self.this, self.where = False, f"{turn.name}.{phase.name}"
        for one in phase.inputs:
            self._input(one, names)
        if phase.effect is not None:
            self._body(phase.effect, self.where, names, None)

    def _input(self, one: n.Input, names: dict[str, Type]) -> None:
        """Checks an input and declares its variable."""
        for value, wanted in (
            (one.asked, PLAYER),
            (one.low, NUMBER),
            (one.high, NUMBER),
            (one.length, NUMBER),
            (one.labels, list_of(TEXT)),
        ):
            if value is not None:
                self._expression(value, names)
                self._fits(value, wanted)
        if one.among is not None:
            self._expression(one.among, names)
        for filter_ in one.filters:
            inner = {**names, filter_.name: filter_.type}
            self._statements(filter_.body, inner, BOOL, loops=0)
        names[one.name] = one.type

    # -- statements

    def _body(
        self, block: n.Block, where: str, names: dict[str, Type], result: Type | None, this: bool = False
    ) -> None:
        self.where, self.this = where, this
        self._statements(block, dict(names), result, loops=0)

    def _statements(self, block: n.Block, names: dict[str, Type], result: Type | None, loops: int) -> None:
        names = dict(names)
        for statement in block.statements:
            self._statement(statement, names, result, loops)

    def _statement(self, s: n.Statement, names: dict[str, Type], result: Type | None, loops: int) -> None:
        match s:
            case n.Block():
                self._statements(s, names, result, loops)
            case n.Declare():
                self._expression(s.value, names)
                self._fits(s.value, s.type)
                names[s.name] = s.type
            case n.Assign() | n.Update():
                self._target(s.target, names)
                self._expression(s.value, names)
                if isinstance(s, n.Assign):
                    self._fits(s.value, s.target.type)
            case n.If():
                for condition, body in s.branches:
                    self._condition(condition, names)
                    self._statements(body, names, result, loops)
                if s.otherwise is not None:
                    self._statements(s.otherwise, names, result, loops)
            case n.Loop():
                if s.condition is not None:
                    self._condition(s.condition, names)
                for after in s.after:
                    self._statement(after, names, result, loops)
                self._statements(s.body, names, result, loops + 1)
            case n.ForEach():
                self._expression(s.values, names)
                self._statements(s.body, {**names, s.name: s.type}, result, loops + 1)
            case n.Break() | n.Continue():
                if not loops:
                    self.complain("break or continue outside a loop")
            case n.Return():
                self._return(s, names, result)
            case n.Evaluate() | n.Winner():
                self._expression(s.value, names)
            case n.Fail() | n.Cancel():
                if s.message is not None:
                    self._expression(s.message, names)
            case n.Ask():
                for one in s.inputs:
                    self._input(one, names)
            case _:
                assert_never(s)

    def _return(self, s: n.Return, names: dict[str, Type], result: Type | None) -> None:
        if s.value is None:
            return
        self._expression(s.value, names)
        if result is None:
            self.complain("a value is returned where none is wanted")
        else:
            self._fits(s.value, result)

    def _target(self, target: n.Expr, names: dict[str, Type]) -> None:
        self._expression(target, names)
        if isinstance(target, n.Operate) and target.op not in WRITABLE:
            self.complain(f"{target.op} cannot be written")

    # -- expressions

    def _condition(self, e: n.Expr, names: dict[str, Type]) -> None:
        self._expression(e, names)
        self._fits(e, BOOL)

    def _fits(self, e: n.Expr, wanted: Type) -> None:
        if not fits(e.type, wanted) and wanted is not ANY:
            self.complain(f"{expression(e)} is a {e.type}, not a {wanted}")

    def _expression(self, e: n.Expr, names: dict[str, Type]) -> None:
        for node in walk(e):
            if node.span is None:
                self.complain(f"{type(node).__name__} has no place")
            self._node(node, names)

    def _node(self, e: n.Node, names: dict[str, Type]) -> None:
        if getattr(e, "type", None) is BROKEN:
            self.complain(f"{type(e).__name__} has no type")
        match e:
            case n.Local():
                if names.get(e.name) is not e.type:
                    self.complain(f"there is no variable {e.name}: {e.type}")
            case n.This():
                if not self.this:
                    self.complain("`this` outside a class")
            case n.Global() | n.Make() | n.OwnedBy():
                if e.class_name in self.classes or e.class_name in _PREDEFINED:
                    return
                self.complain(f"there is no class {e.class_name}")
            case n.Arithmetic():
                self._fits(e.left, NUMBER)
                self._fits(e.right, NUMBER)
            case n.Compare():
                wanted = TEXT if e.left.type is TEXT else NUMBER
                self._fits(e.left, wanted)
                self._fits(e.right, wanted)
            case n.Logic():
                self._fits(e.left, BOOL)
                self._fits(e.right, BOOL)
            case n.Not():
                self._fits(e.value, BOOL)
            case n.ListItem() | n.TableItem():
                if not isinstance(e.value.type, Collection):
                    self.complain(f"{expression(e.value)} is no collection")
            case n.MakeCollection():
                of = e.type.of if isinstance(e.type, Collection) else BROKEN
                for item in e.items:
                    self._fits(item, of)
            case n.Call():
                self._call(e)
            case n.Operate():
                self._operate(e)

    def _call(self, e: n.Call) -> None:
        function = self.functions.get(e.function)
        if function is None:
            self.complain(f"there is no function {e.function}")
            return
        types = {parameter.name: parameter.type for parameter in function.parameters}
        for name, value in e.arguments:
            self._fits(value, types.get(name, BROKEN))
        missing = {p.name for p in function.parameters if p.default is None} - {name for name, _ in e.arguments}
        if missing:
            self.complain(f"{e.function} is called without {', '.join(sorted(missing))}")

    def _operate(self, e: n.Operate) -> None:
        if e.op not in OPERATIONS:
            self.complain(f"there is no operation {e.op}")
            return
        parameters = OPERATIONS[e.op].parameters
        least = sum(not parameter.endswith("?") for parameter in parameters)
        if not least <= len(e.arguments) <= len(parameters):
            self.complain(f"{e.op} takes {len(parameters)} arguments, not {len(e.arguments)}")


_PREDEFINED = (
    "tile", "connection", "BlankTile", "PlayerChoiceEvent", "NoChoiceEvent", "TurnChangeEvent", "PhaseChangeEvent",
)  # fmt: skip
