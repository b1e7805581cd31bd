"""The C target: a program becomes one C text that needs no header, behind a runtime written by hand (runtime/).

In:  a core program. Out: the text, and the places that numbers in it stand for.

    text, places = emit(program)
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.analysis.value_expressions import WHOLE_VERSION
from tgpl.core.coverage import Coverage
from tgpl.core.types import NOTHING
from tgpl.emit.c.context import Context
from tgpl.emit.c.inputs import unpack_frame
from tgpl.emit.c.layout import c_type, null_of, remark, runtime_text
from tgpl.emit.c.module import Lines, Module
from tgpl.emit.c.rulesheet import EvaluatorKind, write_evaluator
from tgpl.emit.c.statements import note_empty, translate_ask
from tgpl.emit.c.tables import write_tables
from tgpl.emit.playout.program import emit_playouts
from tgpl.text.source import Span


def emit(
    program: n.Program,
    kind: EvaluatorKind | None = None,
    coverage: Coverage | None = None,
    others: int | None = None,
    wishes: tuple[str, ...] = (),
) -> tuple[str, list[Span]]:
    """`kind`: how a rulesheet is to be evaluated; without one the better. `coverage`: matches note where they came by.
    `others`: of flat states, how many objects there are beside the static ones, if that is known. `wishes`: attributes that somebody likes."""
    module = Module(program, coverage, wishes)
    own = define_all(module)
    sizes = [f"#define MOST_INPUTS {_count_inputs(program)}", f"#define KEPT_FOR_RULES {_count_kept(module)}"]
    if coverage is not None:
        sizes.append(f"#define POINTS {max(1, len(coverage))}")
    playouts = None if coverage is not None else emit_playouts(module, others)
    if playouts is not None:
        return "\n".join(["#define FLAT", *sizes, runtime_text(), *own, *playouts]) + "\n", module.layout.places
    parts = [*sizes, runtime_text(), *own]
    if program.logic is not None:
        parts = ["#define LOGIC", *sizes, runtime_text(), write_evaluator(program.logic, kind), *own]
    return "\n".join(parts) + "\n", module.layout.places


def emit_own_part(program: n.Program) -> str:
    """What is made of the game itself, to be read: without the runtime it is no program."""
    evaluator = [] if program.logic is None else [write_evaluator(program.logic)]
    return "\n".join([*evaluator, *define_all(Module(program))]) + "\n"


def _count_kept(module: Module) -> int:
    """Bytes of the machine's stack that functions can take which do not lead back to themselves: no compiler needs more
    for their variables than they are long, a few times over."""
    return min(_MOST_KEPT, _BYTES_EACH * sum(map(len, module.bodies)))


_BYTES_EACH = 4  # for each character
_MOST_KEPT = 2 << 20


def _count_inputs(program: n.Program) -> int:
    counts = [len(action.inputs) for class_ in program.classes for action in class_.actions]
    counts += [len(phase.inputs) for turn in program.turns for phase in turn.phases]
    return max(1, *counts, 1)


def define_all(module: Module) -> Lines:
    program = module.program
    for function in program.functions:
        _define_versions(module, function, function.name, None)
    for class_ in program.classes:
        for function in class_.functions:
            _define_versions(module, function, f".{function.name}", class_)
        for action in class_.actions:
            _define_effect(module, action, class_)
    for class_ in program.classes:
        _define_maker(module, class_)
    for kind in ("tile", "connection"):
        module.define(f"Ref {module.names.makers[kind]}(Game *G, int at)", [
            "step(G, at);", "deeper(G, at);", "G->depth--;", f"return object_made(G, {module.layout.number[kind]}, at);",
        ])  # fmt: skip
    for i, setup in enumerate(program.setups):
        body = Context(module, f"setup {i}")
        module.define(f"void setup_{i}(Game *G)", [body.note_block(setup), *_write_body(body, setup)])
    closing = write_tables(module)
    _define_dispatchers(module)
    return [
        remark(f"---- {program.name}"),
        "/* translated from its rules */",
        "",
        *_write_structs(module),
        "/* Objects that every match has at the same place. */",
        *module.analysis.static_objects.write(),
        "",
        "/* Functions, declared here because they call each other. */",
        *module.prototypes,
        "",
        "/* Inputs, with what belongs to actions and turns. */",
        *module.tables,
        "",
        *module.bodies,
        *closing,
    ]


# ---- functions


def _parameters(module: Module, function: n.Function, body: Context) -> list[str]:
    found = []
    for parameter in function.parameters:
        name = module.layout.local(parameter.name)
        found.append(f"{c_type(body.variable_type(parameter.name, parameter.type))} {name}")
        if parameter.default is not None and not isinstance(parameter.default, n.Literal):
            found.append(f"int {name}_given_")
    return found


def _define_versions(module: Module, function: n.Function, key: str, class_: n.Class | None) -> None:
    """The versions of a function that are really called."""
    for version in (key, key + WHOLE_VERSION):
        if module.analysis.values.is_called(version):
            names = module.names
            name = names.functions[version] if class_ is None else names.methods[class_.name, version]
            _define_function(module, function, name, key, version, class_)


def _define_function(
    module: Module, function: n.Function, name: str, key: str, version: str, class_: n.Class | None
) -> None:
    body = Context(module, key, class_)
    body.version = version
    body.returns = None if function.returns is NOTHING else body.result_type(version, function.returns)
    result = "void" if body.returns is None else c_type(body.returns)
    receiver = [] if class_ is None else ["Ref self"]
    parameters = [*receiver, *_parameters(module, function, body)]
    lines = [f"step(G, {module.layout.at(function.span)});"]
    for parameter in function.parameters:
        local = module.layout.local(parameter.name)
        if parameter.default is not None and not isinstance(parameter.default, n.Literal):
            value = body.translate(parameter.default, body.variable_type(parameter.name, parameter.type))
            lines.append(f"if (!{local}_given_) {local} = {value};")
    body.scope += [(module.layout.local(p.name), body.variable_type(p.name, p.type)) for p in function.parameters]
    if function.inputs:
        lines += translate_ask(body, function.inputs, function)
    lines += _write_body(body, function.body)
    if body.returns is not None and not _returns(function.body):
        lines.append(f"raise_error(G, 701, {module.layout.at(function.span)}); /* not reached */")
    module.define(f"{result} {name}({', '.join(['Game *G', *parameters])})", lines)
    if key in module.analysis.call_graph.recursive:
        _define_deeper(module, result, name, parameters)


def _define_deeper(module: Module, result: str, name: str, parameters: list[str]) -> None:
    """A function that can come back to itself: how deep is find_counting."""
    call = f"{name}({', '.join(['G', *(p.split()[-1] for p in parameters)])})"
    lines = ["deeper(G, at);", f"{call};" if result == "void" else f"{result} result = {call};", "G->depth--;"]
    lines += [] if result == "void" else ["return result;"]
    module.define(f"{result} {name}_deeper({', '.join(['Game *G', *parameters, 'int at'])})", lines)


def _define_dispatchers(module: Module) -> None:
    """Calls through a base run what the object's own class has."""
    for (class_name, version), called in module.names.dispatchers.items():
        name = version.removesuffix(WHOLE_VERSION)[1:]
        _, function = module.analysis.find_method(class_name, name)
        body = Context(module, f".{name}")
        body.version = version
        result = "void" if function.returns is NOTHING else c_type(body.result_type(version, function.returns))
        parameters = ["Ref self", *_parameters(module, function, body)]
        passed = ", ".join(["G", *(p.split()[-1] for p in parameters)])
        lines = ["switch (object_at(G, self)->class_) {"]
        for owner, classes in module.analysis.find_methods(class_name, name).items():
            call = f"{module.names.methods[owner, version]}({passed})"
            if owner != module.analysis.find_method(class_name, name)[0]:
                lines += [f"case {module.layout.number[c]}:" for c in classes]
                lines += [f"    {call};", "    return;"] if result == "void" else [f"    return {call};"]
        base = f"{module.names.methods[module.analysis.find_method(class_name, name)[0], version]}({passed})"
        lines += ["default:", f"    {base};" if result == "void" else f"    return {base};", "}"]
        module.define(f"{result} {called}({', '.join(['Game *G', *parameters])})", lines)
        if f".{name}" in module.analysis.call_graph.recursive:
            _define_deeper(module, result, called, parameters)


# ---- classes


def _write_structs(module: Module) -> Lines:
    lines: Lines = []
    for class_ in module.program.classes:
        held = module.layout.classes[class_.name]
        lines += [f"struct {held.struct} {{", f"    {module.layout.classes[class_.kind].struct} head;"]
        for name, (type_, _) in held.attributes.items():
            lines.append(f"    {c_type(type_)} {held.fields[name]};")
        lines += ["};", ""]
    return lines


def _define_maker(module: Module, class_: n.Class) -> None:
    """`new`: made, its attributes null, then their values, then what its kind does with a new one."""
    layout = module.layout
    held = layout.classes[class_.name]
    struct = layout.struct(class_.name)
    lines = ["step(G, at);", "deeper(G, at);", f"Ref self = object_made(G, {layout.number[class_.name]}, at);"]
    for name, (type_, _) in held.attributes.items():
        if null_of(type_) != "0":
            lines.append(f"(({struct} *)at_ref(G, self))->{held.fields[name]} = {null_of(type_)};")
    if class_.kind == "stack":
        lines += _write_new_deck(module, class_)
    for attribute, where in _initial_values(module, class_).values():
        body = Context(module, f"new {where.name}", class_)
        field = f"(({struct} *)at_ref(G, self))->{held.fields[attribute.name]}"
        value = body.translate(attribute.initial, attribute.type)
        if value != "0" or null_of(attribute.type) != "0":
            lines += ["{", f"    {c_type(attribute.type)} value_ = {value};", f"    {field} = value_;", "}"]
    lines += _prepare(module, class_, struct, held.fields)
    default = _find_default(module, class_)
    if default is not None:
        lines.append(f"{_define_default(module, default)}(G, self);")
    module.define(f"Ref {module.names.makers[class_.name]}(Game *G, int at)", [*lines, "G->depth--;", "return self;"])


def _initial_values(module: Module, class_: n.Class) -> dict[str, tuple[n.AttributeOf, n.Class]]:
    """Initial values in the order in which they are set."""
    found: dict[str, tuple[n.AttributeOf, n.Class]] = {}
    for held in reversed(module.layout.lineage(class_.name)):
        if held.node is not None:
            found.update({attribute.name: (attribute, held.node) for attribute in held.node.attributes})
    return found


def _define_default(module: Module, class_: n.Class) -> str:
    """What runs the `default` that a class declares."""
    if class_.name not in module.names.defaults:
        assert class_.default is not None
        name = module.names.defaults[class_.name] = module.layout.unique(f"{class_.name}_default")
        body = Context(module, f"new {class_.name}", class_)
        module.define(f"void {name}(Game *G, Ref self)", _write_body(body, class_.default))
    return module.names.defaults[class_.name]


def _find_default(module: Module, class_: n.Class) -> n.Class | None:
    for held in module.layout.lineage(class_.name):
        if held.node is not None and held.node.default is not None:
            return held.node
    return None


def _write_new_deck(module: Module, class_: n.Class) -> Lines:
    type_ = module.layout.type(module.layout.cards_of(class_.name))
    return [
        f"Ref cards_ = items_made(G, {type_}, 0), discards_ = items_made(G, {type_}, 0);",
        "((Deck *)at_ref(G, self))->cards = cards_;",
        "((Deck *)at_ref(G, self))->discard_stack = discards_;",
    ]


def _prepare(module: Module, class_: n.Class, struct: str, fields: dict[str, str]) -> Lines:
    if class_.kind == "group":
        return ["lay_tiles(G, self, at);"]
    if class_.kind != "board":
        return []
    lines = []
    for name, group in module.layout.groups(class_.name).items():
        lines += ["{", f"    Ref group_ = {module.names.makers[group]}(G, at);"]
        lines += [f"    (({struct} *)at_ref(G, self))->{fields[name]} = group_;", "}"]
    return lines


# ---- actions


def _define_effect(module: Module, action: n.Action, class_: n.Class) -> None:
    _, original = module.analysis.find_action(class_.name, action.name)
    body = Context(module, f".{action.name}", class_, event=True)
    lines = [body.note_block(action.effect), *unpack_frame(body, original.inputs)]
    lines += _write_body(body, action.effect)
    module.define(f"void {module.names.effects[class_.name, action.name]}(Game *G, Slot *frame)", lines)


def _write_body(body: Context, block: n.Block) -> Lines:
    return [*note_empty(body, block), *body.translate_block(block.statements)]


def _returns(block: n.Block) -> bool:
    return bool(block.statements) and isinstance(block.statements[-1], n.Return)
