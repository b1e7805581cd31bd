"""The C target: a program becomes one C text that needs no header, behind a runtime written by hand (c_runtime/).

In:  a core program. Out: the text, and the places that numbers in it stand for.

    text, places = emit(program)
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.analysis.value_expressions import WHOLE as VERSION
from tgpl.core.types import NOTHING
from tgpl.emit.c.analysis import Facts
from tgpl.emit.c.calls import Names
from tgpl.emit.c.inputs import Inputs
from tgpl.emit.c.layout import Layout, c_type, null_of, remark, runtime_text
from tgpl.emit.c.loops import Lines, indented
from tgpl.emit.c.rulesheet import Strategy, evaluator_text
from tgpl.emit.c.statements import Statements
from tgpl.emit.c.tables import tables
from tgpl.text.source import Span

__all__ = ["emit"]


def emit(program: n.Program, strategy: Strategy | None = None) -> tuple[str, list[Span]]:
    """`strategy`: how a rulesheet is worked out; without one the better."""
    module = _Module(program)
    lines = module.lines()
    sizes = f"#define MOST_INPUTS {module.most_inputs()}\n#define KEPT_FOR_RULES {kept_for_rules(lines)}\n"
    parts = [sizes + runtime_text(), *lines]
    if program.logic is not None:
        parts = ["#define LOGIC", parts[0], evaluator_text(program.logic, strategy), *lines]
    return "\n".join(parts) + "\n", module.layout.places


def kept_for_rules(lines: Lines) -> int:
    """Bytes of the machine's stack that functions can take which do not lead back to themselves: no compiler needs more
    for their variables than they are long, a few times over."""
    return min(_MOST_KEPT, _BYTES_EACH * sum(map(len, lines)))


_BYTES_EACH = 4  # for each character
_MOST_KEPT = 2 << 20


class _Module(Inputs):
    def __init__(self, program: n.Program) -> None:
        self.program = program
        self.layout = Layout(program)
        self.facts = Facts(program, self.layout)
        self.names = Names()
        self._defaults: dict[str, str] = {}
        self.prototypes: Lines = []
        self.tables: Lines = []
        self.bodies: Lines = []
        self._name_everything()

    def _name_everything(self) -> None:
        """All names first, so that no variable hides one."""
        names, unique = self.names, self.layout.unique
        for function in self.program.functions:
            for version in ("", VERSION):
                names.functions[function.name + version] = unique(function.name + version.replace(" ", "_"))
        for held in self.layout.classes.values():
            names.makers[held.name] = unique(f"new_{held.name}")
            if held.node is not None:
                for function in held.node.functions:
                    for version in ("", VERSION):
                        name = unique(f"{held.name}_{function.name}{version.replace(' ', '_')}")
                        names.methods[held.name, f".{function.name}{version}"] = name
                for action in held.node.actions:
                    names.effects[held.name, action.name] = unique(f"{held.name}_{action.name}_effect")
        self.actions = sorted(
            ((class_, action) for class_ in self.program.classes for action in class_.actions if not action.override),
            key=lambda pair: pair[1].order,
        )
        for i, (class_, action) in enumerate(self.actions):
            names.actions[class_.name, action.name] = i

    def most_inputs(self) -> int:
        counts = [len(action.inputs) for class_ in self.program.classes for action in class_.actions]
        counts += [len(phase.inputs) for turn in self.program.turns for phase in turn.phases]
        return max(1, *counts, 1)

    def lines(self) -> Lines:
        program = self.program
        for function in program.functions:
            self.functions(function, function.name, None)
        for class_ in program.classes:
            for function in class_.functions:
                self.functions(function, f".{function.name}", class_)
            for action in class_.actions:
                self.effect(action, class_)
        for class_ in program.classes:
            self.maker(class_)
        for kind in ("tile", "connection"):
            self._define(f"Ref {self.names.makers[kind]}(Game *G, int at)", [
                "step(G, at);", "deeper(G, at);", "G->depth--;", f"return object_made(G, {self.layout.number[kind]}, at);",
            ])  # fmt: skip
        for i, setup in enumerate(program.setups):
            body = self.body(f"setup {i}")
            self._define(f"void setup_{i}(Game *G)", [self.begun(setup), *body.statements(setup.statements)])
        closing = tables(self)
        self._dispatchers()
        head = [remark(f"---- {program.name}"), "/* translated from its rules */", ""]
        return [
            *head,
            *self._structs(),
            "",
            *self.facts.fixed.lines(),
            "",
            *self.prototypes,
            "",
            *self.tables,
            "",
            *self.bodies,
            *closing,
        ]

    # -- bodies

    def body(self, key: str, class_: n.Class | None = None, event: bool = False) -> Statements:
        made = Statements(self.layout, self.facts, self.names, key)
        made.module = self
        made.has_self = class_ is not None
        made.has_event = event
        return made

    def _define(self, head: str, lines: Lines) -> None:
        self.prototypes.append(
            f"static inline {head};"
        )  # which of them are really put in place, the C compiler knows best
        self.bodies += [f"static inline {head} {{", *indented(lines), "}", ""]

    def parameters(self, function: n.Function, body: Statements) -> list[str]:
        found = []
        for parameter in function.parameters:
            name = self.layout.local(parameter.name)
            found.append(f"{c_type(body.held(parameter.name, parameter.type))} {name}")
            if parameter.default is not None and not isinstance(parameter.default, n.Literal):
                found.append(f"int {name}_given_")
        return found

    def functions(self, function: n.Function, key: str, class_: n.Class | None) -> None:
        """The versions of a function that are really called."""
        for version in (key, key + VERSION):
            if self.facts.values.is_called(version):
                names = self.names
                name = names.functions[version] if class_ is None else names.methods[class_.name, version]
                self.function(function, name, key, version, class_)

    def function(self, function: n.Function, name: str, key: str, version: str, class_: n.Class | None) -> None:
        body = self.body(key, class_)
        body.version = version
        body.returns = None if function.returns is NOTHING else body.given_back(version, function.returns)
        result = "void" if body.returns is None else c_type(body.returns)
        receiver = [] if class_ is None else ["Ref self"]
        parameters = [*receiver, *self.parameters(function, body)]
        lines = [f"step(G, {self.layout.at(function.span)});"]
        for parameter in function.parameters:
            local = self.layout.local(parameter.name)
            if parameter.default is not None and not isinstance(parameter.default, n.Literal):
                value = body.text(parameter.default, body.held(parameter.name, parameter.type))
                lines.append(f"if (!{local}_given_) {local} = {value};")
        body.scope += [(self.layout.local(p.name), body.held(p.name, p.type)) for p in function.parameters]
        if function.inputs:
            lines += body.ask(function.inputs, function)
        lines += body.statements(function.body.statements)
        if body.returns is not None and not _returns(function.body):
            lines.append(f"raise_error(G, 701, {self.layout.at(function.span)}); /* not reached */")
        self._define(f"{result} {name}({', '.join(['Game *G', *parameters])})", lines)
        if key in self.facts.calls.recursive:
            self._deeper(result, name, parameters)

    def _deeper(self, result: str, name: str, parameters: list[str]) -> None:
        """A function that can come back to itself: how deep is counted."""
        call = f"{name}({', '.join(['G', *(p.split()[-1] for p in parameters)])})"
        lines = ["deeper(G, at);", f"{call};" if result == "void" else f"{result} result = {call};", "G->depth--;"]
        lines += [] if result == "void" else ["return result;"]
        self._define(f"{result} {name}_deeper({', '.join(['Game *G', *parameters, 'int at'])})", lines)

    def _dispatchers(self) -> None:
        """Calls through a base run what the object's own class has."""
        for (class_name, version), called in self.names.dispatchers.items():
            name = version.removesuffix(VERSION)[1:]
            _, function = self.facts.method(class_name, name)
            body = self.body(f".{name}")
            body.version = version
            result = "void" if function.returns is NOTHING else c_type(body.given_back(version, function.returns))
            parameters = ["Ref self", *self.parameters(function, body)]
            passed = ", ".join(["G", *(p.split()[-1] for p in parameters)])
            lines = ["switch (object_at(G, self)->class_) {"]
            for owner, classes in self.facts.methods(class_name, name).items():
                call = f"{self.names.methods[owner, version]}({passed})"
                if owner != self.facts.method(class_name, name)[0]:
                    lines += [f"case {self.layout.number[c]}:" for c in classes]
                    lines += [f"    {call};", "    return;"] if result == "void" else [f"    return {call};"]
            base = f"{self.names.methods[self.facts.method(class_name, name)[0], version]}({passed})"
            lines += ["default:", f"    {base};" if result == "void" else f"    return {base};", "}"]
            self._define(f"{result} {called}({', '.join(['Game *G', *parameters])})", lines)
            if f".{name}" in self.facts.calls.recursive:
                self._deeper(result, called, parameters)

    # -- classes

    def _structs(self) -> Lines:
        lines: Lines = []
        for class_ in self.program.classes:
            held = self.layout.classes[class_.name]
            lines += [f"struct {held.struct} {{", f"    {self.layout.classes[class_.kind].struct} head;"]
            for name, (type_, _) in held.attributes.items():
                lines.append(f"    {c_type(type_)} {held.fields[name]};")
            lines += ["};", ""]
        return lines

    def maker(self, class_: n.Class) -> None:
        """`new`: made, its attributes null, then their values, then what its kind does with a new one."""
        layout = self.layout
        held = layout.classes[class_.name]
        struct = layout.struct(class_.name)
        lines = ["step(G, at);", "deeper(G, at);", f"Ref self = object_made(G, {layout.number[class_.name]}, at);"]
        for name, (type_, _) in held.attributes.items():
            if null_of(type_) != "0":
                lines.append(f"(({struct} *)at_ref(G, self))->{held.fields[name]} = {null_of(type_)};")
        if class_.kind == "stack":
            lines += self._new_deck(class_)
        for attribute, where in self._values(class_).values():
            body = self.body(f"new {where.name}", class_)
            field = f"(({struct} *)at_ref(G, self))->{held.fields[attribute.name]}"
            value = body.text(attribute.initial, attribute.type)
            if value != "0" or null_of(attribute.type) != "0":
                lines += ["{", f"    {c_type(attribute.type)} value_ = {value};", f"    {field} = value_;", "}"]
        lines += self._prepared(class_, struct, held.fields)
        default = self._default(class_)
        if default is not None:
            lines.append(f"{self._default_function(default)}(G, self);")
        self._define(f"Ref {self.names.makers[class_.name]}(Game *G, int at)", [*lines, "G->depth--;", "return self;"])

    def _values(self, class_: n.Class) -> dict[str, tuple[n.AttributeOf, n.Class]]:
        """Initial values in the order in which they are set."""
        found: dict[str, tuple[n.AttributeOf, n.Class]] = {}
        for held in reversed(self.layout.lineage(class_.name)):
            if held.node is not None:
                found.update({attribute.name: (attribute, held.node) for attribute in held.node.attributes})
        return found

    def _default_function(self, class_: n.Class) -> str:
        """What runs the `default` that a class declares."""
        if class_.name not in self._defaults:
            assert class_.default is not None
            name = self._defaults[class_.name] = self.layout.unique(f"{class_.name}_default")
            body = self.body(f"new {class_.name}", class_)
            self._define(f"void {name}(Game *G, Ref self)", body.statements(class_.default.statements))
        return self._defaults[class_.name]

    def _default(self, class_: n.Class) -> n.Class | None:
        for held in self.layout.lineage(class_.name):
            if held.node is not None and held.node.default is not None:
                return held.node
        return None

    def _new_deck(self, class_: n.Class) -> Lines:
        type_ = self.layout.type(self.layout.cards_of(class_.name))
        return [
            f"Ref cards_ = items_made(G, {type_}, 0), discards_ = items_made(G, {type_}, 0);",
            "((Deck *)at_ref(G, self))->cards = cards_;",
            "((Deck *)at_ref(G, self))->discard_stack = discards_;",
        ]

    def _prepared(self, class_: n.Class, struct: str, fields: dict[str, str]) -> Lines:
        if class_.kind == "group":
            return ["lay_tiles(G, self, at);"]
        if class_.kind != "board":
            return []
        lines = []
        for name, group in self.layout.groups(class_.name).items():
            lines += ["{", f"    Ref group_ = {self.names.makers[group]}(G, at);"]
            lines += [f"    (({struct} *)at_ref(G, self))->{fields[name]} = group_;", "}"]
        return lines

    # -- actions and phases

    def begun(self, block: n.Block) -> str:
        """For errors behind the end of a block."""
        return f"G->block = {self.layout.at(block.beginning)};"

    def from_frame(self, body: Statements, inputs: tuple[n.Input, ...], block: n.Node) -> Lines:
        """The variables that a block gets in its frame."""
        lines = ["Ref self = (Ref)frame[0].whole;"] if body.has_self else []
        lines += ["Ref event = (Ref)frame[1].whole;"] if body.has_event else []
        return lines + self.unpacked(body, inputs, 2)

    def effect(self, action: n.Action, class_: n.Class) -> None:
        _, original = self.facts.action(class_.name, action.name)
        body = self.body(f".{action.name}", class_, event=True)
        lines = [self.begun(action.effect), *self.from_frame(body, original.inputs, action)]
        lines += body.statements(action.effect.statements)
        self._define(f"void {self.names.effects[class_.name, action.name]}(Game *G, Slot *frame)", lines)


def _returns(block: n.Block) -> bool:
    return bool(block.statements) and isinstance(block.statements[-1], n.Return)
