"""Whether a core program keeps the promises of the core: run after every pass in tests.

In:  a program. Out: a list of complaints, empty if all is well. A complaint is a bug of a front end or a pass, never
of a designer.
"""

from __future__ import annotations

from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.operations import OPERATIONS, WRITABLE
from tgpl.core.show import show_expression
from tgpl.core.types import (
    ANY,
    BOOL,
    BROKEN,
    NOTHING,
    NUMBER,
    PLAYER,
    TEXT,
    Collection,
    EnumType,
    KindType,
    Type,
    fits,
    list_of,
)
from tgpl.core.walk import walk


def verify(program: n.Program) -> list[str]:
    checker = _Verifier(program)
    checker.check_program()
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

    def check_program(self) -> None:
        known = set(_PREDEFINED)
        for class_ in self.tree.classes:
            if class_.name in known:
                self.complain(f"class {class_.name} twice")
            if class_.base is not None and class_.base not in known:
                self.complain(f"class {class_.name} stands before its base {class_.base}")
            known.add(class_.name)
            self._check_class(class_)
        for function in self.tree.functions:
            self._check_function(function, function.name, this=False)
        for turn in self.tree.turns:
            for phase in turn.phases:
                self._check_phase(turn, phase)
            if turn.default is not None:
                self._check_body(turn.default, f"default of {turn.name}", {}, PLAYER)
        for setup in self.tree.setups:
            self._check_body(setup, "setup", {}, None)

    def _check_class(self, class_: n.Class) -> None:
        for attribute in class_.attributes:
            self.where = f"{class_.name}.{attribute.name}"
            self.this = True
            self._check_expression(attribute.initial, {})
            self._demand_type(attribute.initial, attribute.type)
        for function in class_.functions:
            self._check_function(function, f"{class_.name}.{function.name}", this=True)
        for action in class_.actions:
            self._check_action(class_, action)
        if class_.default is not None:
            self._check_body(class_.default, f"default of {class_.name}", {}, None, this=True)
        for row in class_.geometry.rows if class_.geometry is not None else ():
            for cell in row:
                if cell is not None and cell not in self.classes:
                    self.complain(f"grid of {class_.name} names {cell}")

    def _check_function(self, function: n.Function, where: str, this: bool) -> None:
        names = {parameter.name: parameter.type for parameter in function.parameters}
        self.this, self.where = this, where
        for one in function.inputs:
            self._check_input(one, names)
        result = None if function.returns is NOTHING else function.returns
        self._check_body(function.body, where, names, result, this=this)

    def _check_action(self, class_: n.Class, action: n.Action) -> None:
        where = f"{class_.name}.{action.name}"
        for require in action.requires:
            self._check_body(require, f"{where} require", {}, BOOL, this=True)
        for trigger in action.triggers:
            if trigger.body is not None:
                self._check_body(trigger.body, f"{where} trigger", {}, BOOL, this=True)
        names: dict[str, Type] = {}
        self.this, self.where = True, where
        for one in action.inputs:
            self._check_input(one, names)
        self._check_body(action.effect, f"{where} effect", names, None, this=True)

    def _check_phase(self, turn: n.Turn, phase: n.Phase) -> None:
        names: dict[str, Type] = {}
        self.this, self.where = False, f"{turn.name}.{phase.name}"
        for one in phase.inputs:
            self._check_input(one, names)
        if phase.effect is not None:
            self._check_body(phase.effect, self.where, names, None)

    def _check_input(self, one: n.Input, names: dict[str, Type]) -> None:
        """Checks an input and declares its variable."""
        for value, wanted in (
            (one.asked, PLAYER),
            (one.low, NUMBER),
            (one.high, NUMBER),
            (one.length, NUMBER),
            (one.least, NUMBER),
            (one.most, NUMBER),
            (one.labels, list_of(TEXT)),
            (one.prompt, TEXT),
        ):
            if value is not None:
                self._check_expression(value, names)
                self._demand_type(value, wanted)
        if one.among is not None:
            self._check_expression(one.among, names)
        for filter_ in one.filters:
            inner = {**names, filter_.name: filter_.type}
            self._check_block(filter_.body, inner, BOOL, loops=0)
        names[one.name] = one.type

    # -- statements

    def _check_body(
        self, block: n.Block, where: str, names: dict[str, Type], result: Type | None, this: bool = False
    ) -> None:
        self.where, self.this = where, this
        self._check_block(block, dict(names), result, loops=0)

    def _check_block(self, block: n.Block, names: dict[str, Type], result: Type | None, loops: int) -> None:
        names = dict(names)
        for statement in block.statements:
            self._check_statement(statement, names, result, loops)

    def _check_statement(self, s: n.Statement, names: dict[str, Type], result: Type | None, loops: int) -> None:
        match s:
            case n.Block():
                self._check_block(s, names, result, loops)
            case n.Declare():
                self._check_expression(s.value, names)
                self._demand_type(s.value, s.type)
                names[s.name] = s.type
            case n.Assign() | n.Update():
                self._check_target(s.target, names)
                self._check_expression(s.value, names)
                if isinstance(s, n.Assign):
                    self._demand_type(s.value, s.target.type)
            case n.If():
                for condition, body in s.branches:
                    self._check_condition(condition, names)
                    self._check_block(body, names, result, loops)
                if s.otherwise is not None:
                    self._check_block(s.otherwise, names, result, loops)
            case n.Loop():
                if s.condition is not None:
                    self._check_condition(s.condition, names)
                for after in s.after:
                    self._check_statement(after, names, result, loops)
                self._check_block(s.body, names, result, loops + 1)
            case n.ForEach():
                self._check_expression(s.values, names)
                self._check_block(s.body, {**names, s.name: s.type}, result, loops + 1)
            case n.Break() | n.Continue():
                if not loops:
                    self.complain("break or continue outside a loop")
            case n.Return():
                self._check_return(s, names, result)
            case n.Evaluate() | n.Winner():
                self._check_expression(s.value, names)
            case n.Fail() | n.Cancel():
                if s.message is not None:
                    self._check_expression(s.message, names)
            case n.Ask():
                for one in s.inputs:
                    self._check_input(one, names)
            case _:
                assert_never(s)

    def _check_return(self, s: n.Return, names: dict[str, Type], result: Type | None) -> None:
        if s.value is None:
            return
        self._check_expression(s.value, names)
        if result is None:
            self.complain("a value is returned where none is wanted")
        else:
            self._demand_type(s.value, result)

    def _check_target(self, target: n.Expr, names: dict[str, Type]) -> None:
        self._check_expression(target, names)
        if isinstance(target, n.Operate) and target.op not in WRITABLE:
            self.complain(f"{target.op} cannot be written")

    # -- expressions

    def _check_condition(self, e: n.Expr, names: dict[str, Type]) -> None:
        self._check_expression(e, names)
        self._demand_type(e, BOOL)

    def _demand_type(self, e: n.Expr, wanted: Type) -> None:
        if not fits(e.type, wanted) and wanted is not ANY:
            self.complain(f"{show_expression(e)} is a {e.type}, not a {wanted}")

    def _check_expression(self, e: n.Expr, names: dict[str, Type]) -> None:
        for node in walk(e):
            if node.span is None:
                self.complain(f"{type(node).__name__} has no place")
            self._check_node(node, names)

    def _check_node(self, e: n.Node, names: dict[str, Type]) -> None:
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
                self._demand_type(e.left, NUMBER)
                self._demand_type(e.right, NUMBER)
            case n.Compare():
                wanted = TEXT if e.left.type is TEXT else NUMBER
                self._demand_type(e.left, wanted)
                self._demand_type(e.right, wanted)
            case n.Logic():
                self._demand_type(e.left, BOOL)
                self._demand_type(e.right, BOOL)
            case n.Not():
                self._demand_type(e.value, BOOL)
            case n.Choose():
                self._demand_type(e.condition, BOOL)
                self._demand_type(e.yes, e.type)
                self._demand_type(e.no, e.type)
            case n.Symbol():
                self._check_symbol(e)
            case n.ListItem() | n.TableItem():
                if not isinstance(e.value.type, Collection):
                    self.complain(f"{show_expression(e.value)} is no collection")
            case n.MakeCollection():
                of = e.type.of if isinstance(e.type, Collection) else BROKEN
                for item in e.items:
                    self._demand_type(item, of)
            case n.Call():
                self._check_call(e)
            case n.Operate():
                self._check_operation(e)

    def _check_symbol(self, e: n.Symbol) -> None:
        if isinstance(e.type, EnumType):
            known = e.type in self.tree.enums and e.name in e.type.values
        else:
            known = isinstance(e.type, KindType) and e.name in self.classes
        if not known:
            self.complain(f"there is no {e.name} among the values of {e.type}")

    def _check_call(self, e: n.Call) -> None:
        function = self.functions.get(e.function)
        if function is None:
            self.complain(f"there is no function {e.function}")
            return
        types = {parameter.name: parameter.type for parameter in function.parameters}
        for name, value in e.arguments:
            self._demand_type(value, types.get(name, BROKEN))
        missing = {p.name for p in function.parameters if p.default is None} - {name for name, _ in e.arguments}
        if missing:
            self.complain(f"{e.function} is called without {', '.join(sorted(missing))}")

    def _check_operation(self, e: n.Operate) -> None:
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
