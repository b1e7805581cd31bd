"""A checked program to the core: a game whose setup is `@setup`, and whose turn functions are phases that run by themselves.

In:  `Checked`, without errors. Out: a core `Program`. A group becomes a class, but calls go by the declared type, so every
function of a group is a function that gets `this`. Groups and lists are values: where one is stored, `values` copies it.
Variables of the setup are attributes of one global object.

    program = lower(checked)
"""

from __future__ import annotations

import posixpath

from tgpl.core import nodes as n
from tgpl.core.fresh_names import number_name, tail_name
from tgpl.core.types import BOOL, NOTHING, NULL, NUMBER, PLAYER, ROOTS, TEXT, ClassType, Collection, list_of
from tgpl.core.types import Type as CoreType
from tgpl.languages.senet.check import symbols as s
from tgpl.languages.senet.check.types import BOOL as TRUTH
from tgpl.languages.senet.check.types import INT, VOID, GroupType, ListOf, Type
from tgpl.languages.senet.lower.expressions import Lowerer
from tgpl.languages.senet.lower.read import READ, READ_NUMBER, make_readers
from tgpl.languages.senet.lower.statements import begin_fields, lower_body, lower_statement
from tgpl.languages.senet.lower.value_semantics import Values
from tgpl.languages.senet.syntax import tree as t
from tgpl.text.source import SourceFile, Span

_PREDEFINED = ("BlankTile", "PlayerChoiceEvent", "NoChoiceEvent", "TurnChangeEvent", "PhaseChangeEvent")


def lower(checked: s.Checked) -> n.Program:
    return Lowering(checked).program()


class Lowering:
    """What the bodies of a program share."""

    def __init__(self, checked: s.Checked) -> None:
        self.checked = checked
        self.file = checked.program.file
        self.whole = Span(self.file, 0, 0)
        self.taken = {*_PREDEFINED, READ, READ_NUMBER}
        self.groups = {group.type: group for group in checked.groups}
        self._classes: dict[s.Group, ClassType] = {}
        self._names: dict[s.Function, str] = {}
        self._lowered: dict[s.Function, n.Function] = {}
        self._makers: dict[s.Group, n.Function | None] = {}
        self._maker_names: dict[s.Group, str] = {}
        self._attributes: dict[s.Field, str] = {}
        self.values = Values(self)
        self.reads = self.counts = False  # characters, and numbers made of them
        self.restarting = self._restarting()
        self.restarts = bool(self.restarting) or checked.setup_restarts
        users = [function for group in checked.groups if not group.library for function in group.functions]
        self.users = [*checked.functions.values(), *users, *checked.turns.values()]
        for function in self.users:
            self.function_name(function)
        for group in checked.groups:
            if not group.library:
                self.class_type(group)
        self.variables_type = ClassType(self.fresh("Variables"), "class", ROOTS["class"])
        self.variable_names = self._variable_names()
        self.passes = any(function.passes for function in checked.turns.values())

    def fresh(self, name: str) -> str:
        return number_name(name, self.taken)

    def _restarting(self) -> set[s.Function]:
        """Functions in which the game may begin over."""
        groups = [function for group in self.checked.groups for function in group.functions]
        known = [*self.checked.functions.values(), *self.checked.turns.values(), *groups]
        found = {function for function in known if function.restarts}
        while True:
            more = {function for function in known if function.calls & found} - found
            if not more:
                return found
            found |= more

    # -- types and names

    def type(self, type_: Type) -> CoreType:
        if type_ is INT:
            return NUMBER
        if type_ is TRUTH:
            return BOOL
        if isinstance(type_, ListOf):
            return list_of(self.type(type_.of))
        if isinstance(type_, GroupType):
            return self.class_type(self.groups[type_])
        return TEXT  # also of None, which is only ever shown

    def class_type(self, group: s.Group) -> ClassType:
        if group not in self._classes:
            base = ROOTS["class"] if group.base is None else self.class_type(group.base)
            self._classes[group] = ClassType(self.fresh(group.name), "class", base)
        return self._classes[group]

    def attribute(self, field: s.Field) -> str:
        """The attribute that holds a field: its name, unless a base has one of its own that is called the same."""
        if field not in self._attributes:
            name = field.name.lstrip("_") or "_"
            inherited = [] if field.group.base is None else field.group.base.all_fields()
            above = {self.attribute(one) for one in inherited}
            above |= {self._attributes[one] for one in field.group.fields.values() if one in self._attributes}
            self._attributes[field] = number_name(name, above)
        return self._attributes[field]

    def function_name(self, function: s.Function) -> str:
        """Asking for the name of a function of the library puts it into the program."""
        if function not in self._names:
            name = function.name.strip("_") or "_"
            if function.group is not None:
                name = f"{function.group.name}_{name}"
            self._names[function] = self.fresh(name)
        return self._names[function]

    def _variable_names(self) -> dict[str, str]:
        names = {"ON_MOVE": "ON_MOVE", "N_PLAYERS": "N_PLAYERS"}
        for name in self.checked.variables:
            names[name] = name
        for extra in ("passed", "restarting"):
            names[f"?{extra}"] = tail_name(extra, {*names})
        return names

    def variable(self, name: str, type_: CoreType, span: Span) -> n.Attribute:
        """A variable of the setup or of the language, or one of our own, which begins with `?`."""
        holder = n.Global(span, self.variables_type, self.variables_type.name)
        return n.Attribute(span, type_, holder, self.variable_names[name])

    # -- values

    def blank(self, type_: Type, span: Span) -> n.Expr:
        """What a variable of a type begins with."""
        if isinstance(type_, GroupType):
            return self.make(self.groups[type_], span)
        return self.plain_blank(self.type(type_), span, "None" if type_ is VOID else "")

    def plain_blank(self, type_: CoreType, span: Span, text: str = "") -> n.Expr:
        if isinstance(type_, Collection):
            return n.MakeCollection(span, type_, ())
        if isinstance(type_, ClassType):
            return n.Literal(span, NULL, None)
        return n.Literal(span, type_, 0.0 if type_ is NUMBER else False if type_ is BOOL else text)

    def make(self, group: s.Group, span: Span) -> n.Expr:
        """A new one with its default fields."""
        type_ = self.class_type(group)
        if not self._needs_maker(group):
            return n.Make(span, type_, type_.name, (), ())
        if group not in self._maker_names:
            self._maker_names[group] = self.fresh(f"new_{type_.name}")
            self._makers[group] = None
        return n.Call(span, type_, self._maker_names[group], ())

    def _needs_maker(self, group: s.Group) -> bool:
        """Whether more is to be done for a new one than to put constants into its fields."""
        for step in group.lineage():
            if step.node.arguments is not None or any(not is_constant(value) for value in step.given.values()):
                return True
        return any(isinstance(field.type, GroupType) for field in group.all_fields())

    def _maker(self, group: s.Group) -> n.Function:
        type_, span = self.class_type(group), self.place(group)
        lowerer = Lowerer(self, None, self.file_of(group))
        this = n.Local(span, type_, lowerer.fresh("this"))
        lowerer.this = this
        lowerer.out.append(n.Declare(span, this.name, type_, n.Make(span, type_, type_.name, (), ())))
        for step in reversed(group.lineage()):
            begin_fields(lowerer, this, step)
        lowerer.out.append(n.Return(span, this))
        return n.Function(span, self._maker_names[group], (), (), type_, n.Block(span, tuple(lowerer.out)))

    def file_of(self, group: s.Group | None) -> SourceFile:
        if group is not None and group.library:
            return self.values.library_file
        return self.file

    def place(self, group: s.Group) -> Span:
        return self.whole if group.library else Span(self.file, group.node.name.at, group.node.name.end)

    # -- the program

    def program(self) -> n.Program:
        setup = self._setup()
        phases = tuple(self._phase(function) for function in self.checked.turns.values() if function.is_turn)
        begin = next(i for i, phase in enumerate(phases) if phase.name == "begin")
        phases = (phases[begin], *phases[:begin], *phases[begin + 1 :])
        functions = [*setup[1], *self._functions()]
        if self.reads:
            on_move = self.variable("ON_MOVE", NUMBER, self.whole)
            functions += make_readers(self.whole, on_move, [setup[0], *functions, *phases], self.counts)
        name = posixpath.basename(self.file.name).rsplit(".", 1)[0]
        return n.Program(
            self.whole,
            name,
            (self.checked.seats, self.checked.seats),
            self._program_classes(),
            tuple(functions),
            turns=(n.Turn(self.whole, "turns", phases, None),),
            setups=(setup[0],),
            connections=False,
            prints=True,
        )

    def _functions(self) -> list[n.Function]:
        """Those of the program, and whatever they turn out to need."""
        while True:
            waiting = [function for function in self._names if function not in self._lowered]
            makers = [group for group, made in self._makers.items() if made is None]
            if not waiting and not makers and not self.values.finish():
                break
            for function in waiting:
                self._lowered[function] = self._function(function)
            for group in makers:
                self._makers[group] = self._maker(group)
        found = [self._lowered[function] for function in self._names]
        found += [made for made in self._makers.values() if made is not None] + self.values.functions
        return found

    def _function(self, function: s.Function) -> n.Function:
        lowerer = Lowerer(self, function, self.file_of(function.group) if function.group else self._file(function))
        node = function.node
        span = lowerer.span(node.name)
        parameters = []
        if function.group is not None:
            type_ = self.class_type(function.group)
            lowerer.this = n.Local(span, type_, lowerer.fresh("this"))
            parameters.append(n.Parameter(span, "this", type_, None))
        for variable in function.parameters:
            lowerer.names[variable] = name = lowerer.fresh(variable.name)
            parameters.append(n.Parameter(span, name, self.type(variable.type), None))
        body = lowerer.inside(lambda: lower_body(lowerer, node.body), lowerer.span(node.body))
        return n.Function(span, self.function_name(function), tuple(parameters), (), lowerer.gives, body)

    def _file(self, function: s.Function) -> SourceFile:
        return self.values.library_file if function.section == "library" else self.file

    def parameter_names(self, function: s.Function) -> list[str]:
        """As `_function` names them."""
        lowerer = Lowerer(self, None, self.file)
        if function.group is not None:
            lowerer.fresh("this")
        return [lowerer.fresh(variable.name) for variable in function.parameters]

    def _setup(self) -> tuple[n.Block, list[n.Function]]:
        """What runs first; a function of its own where the game can begin over."""
        lowerer = Lowerer(self, None, self.file)
        span = self.whole
        if self.restarts:
            for name, number in (("ON_MOVE", 0.0), ("N_PLAYERS", 1.0)):
                lowerer.out.append(n.Assign(span, self.variable(name, NUMBER, span), n.Literal(span, NUMBER, number)))
        for variable in self.checked.variables.values():
            if isinstance(variable.type, GroupType) or self.restarts:
                target = self.variable(variable.name, self.type(variable.type), span)
                lowerer.out.append(n.Assign(span, target, self.blank(variable.type, span)))
        for statement in self.checked.setup:
            lower_statement(lowerer, statement)
        block = n.Block(span, tuple(lowerer.out))
        if not self.restarts:
            return block, []
        name = self.set_up = self.fresh("set_up")
        return n.Block(span, (self._set_up_again(),)), [n.Function(span, name, (), (), NOTHING, block)]

    set_up = ""

    def _set_up_again(self) -> n.Statement:
        """The setup, again and again if it restarts itself."""
        span = self.whole
        flag = self.variable("?restarting", BOOL, span)
        again = n.If(span, ((n.Not(span, BOOL, flag), n.Block(span, (n.Break(span),))),), None)
        rounds = (
            n.Assign(span, flag, n.Literal(span, BOOL, False)),
            n.Evaluate(span, n.Call(span, NOTHING, self.set_up, ())),
            again,
        )
        return n.Loop(span, None, (), n.Block(span, rounds))

    def _phase(self, function: s.Function) -> n.Phase:
        """One turn of a turn function, and who is next."""
        span = Span(self.file, function.node.name.at, function.node.name.end)
        passed = self.variable("?passed", BOOL, span)
        statements: list[n.Statement] = []
        if self.passes:
            statements.append(n.Assign(span, passed, n.Literal(span, BOOL, False)))
        statements.append(n.Evaluate(span, n.Call(span, NOTHING, self.function_name(function), ())))
        following: tuple[n.Statement, ...] = (*self._next_player(span), self.pass_to(function.name, span))
        branches: list[tuple[n.Expr, n.Block]] = []
        if function in self.restarting:
            again = n.Block(span, (self._set_up_again(), self.pass_to("begin", span)))
            branches.append((self.variable("?restarting", BOOL, span), again))
        if self.passes:
            branches.append((n.Not(span, BOOL, passed), n.Block(span, following)))
            statements.append(n.If(span, tuple(branches), None))
        elif branches:
            statements.append(n.If(span, tuple(branches), n.Block(span, following)))
        else:
            statements += following
        return n.Phase(span, function.name, False, (), n.Block(span, tuple(statements)))

    def _next_player(self, span: Span) -> tuple[n.Statement, ...]:
        on_move, count = (self.variable(name, NUMBER, span) for name in ("ON_MOVE", "N_PLAYERS"))
        step = n.Operate(
            span, NUMBER, "int32", (n.Arithmetic(span, NUMBER, "+", on_move, n.Literal(span, NUMBER, 1.0)),)
        )
        first = n.Block(span, (n.Assign(span, on_move, n.Literal(span, NUMBER, 0.0)),))
        beyond = n.Compare(span, BOOL, ">=", on_move, count)
        return n.Assign(span, on_move, step), n.If(span, ((beyond, first),), None)

    def pass_to(self, turn: str, span: Span) -> n.Statement:
        player = n.Convert(span, PLAYER, self.variable("ON_MOVE", NUMBER, span))
        return n.Evaluate(span, n.Operate(span, NOTHING, "turn.pass", (player, n.Literal(span, TEXT, turn))))

    # -- classes

    def _program_classes(self) -> tuple[n.Class, ...]:
        found = [self._class(group) for group in self.checked.groups if group in self._classes]
        return (*found, self._variables())

    def _class(self, group: s.Group) -> n.Class:
        attributes = []
        lowerer = Lowerer(self, None, self.file_of(group))
        for field in group.fields.values():
            attributes.append(self._attribute_of(field, group.given.get(field.name), lowerer))
        for name, value in group.given.items():
            known = group.field(name)
            if known is not None and known.group is not group and is_constant(value):
                attributes.append(self._attribute_of(known, value, lowerer))
        return self._plain_class(self.class_type(group), group.name, self.place(group), tuple(attributes), "local")

    def _attribute_of(self, field: s.Field, value: t.Expr | None, lowerer: Lowerer) -> n.AttributeOf:
        span = Span(self.file_of(field.group), field.node.name.at, field.node.name.end)
        type_ = self.type(field.type)
        if value is not None and is_constant(value):
            initial = lowerer.lower_expression(value)
        else:
            initial = self.plain_blank(type_, span, "None" if field.type is VOID else "")
        return n.AttributeOf(span, self.attribute(field), type_, initial, False)

    def _variables(self) -> n.Class:
        span = self.whole
        own = {"ON_MOVE": 0.0, "N_PLAYERS": 1.0, "?passed": False, "?restarting": False}
        if not self.passes:
            del own["?passed"]
        if not self.restarts:
            del own["?restarting"]
        found = []
        for name, value in own.items():
            type_ = BOOL if value is False else NUMBER
            found.append(n.AttributeOf(span, self.variable_names[name], type_, n.Literal(span, type_, value), False))
        for variable in self.checked.variables.values():
            place, core = Span(self.file, variable.place, variable.place), self.type(variable.type)
            initial = self.plain_blank(core, place, "None" if variable.type is VOID else "")
            found.append(n.AttributeOf(place, self.variable_names[variable.name], core, initial, False))
        return self._plain_class(self.variables_type, "Variables", span, tuple(found), "global")

    def _plain_class(
        self, type_: ClassType, shown: str, span: Span, attributes: tuple[n.AttributeOf, ...], visibility: str
    ) -> n.Class:
        base = None if type_.base is ROOTS["class"] or type_.base is None else type_.base.name
        return n.Class(
            span, type_.name, shown, "class", visibility, base, attributes, functions=(), actions=(), groups=(),
            holds=None, default=None, geometry=None, board=None, replaced=False, display=(),
        )  # fmt: skip


def is_constant(value: t.Expr) -> bool:
    if isinstance(value, t.Negate):
        return isinstance(value.value, t.Numeral)
    return isinstance(value, (t.Numeral, t.Truth, t.Text))
