"""The Python target: a program becomes one module that a Python programmer can read.

In:  a core program. Out: the text of the module, and for each of its lines where it comes from. A class stays a
class, an action is a class inside it with its requires, triggers, inputs and effect, names have a mark in front. The module
imports the runtime and nothing else, and ends with `RULES`, its table of contents.

    text, source_map = emit(program)
"""

from __future__ import annotations

import re

from tgpl.core import nodes as n
from tgpl.core.analysis.call_graph import CallGraph, build_call_graph
from tgpl.core.analysis.collection_views import find_views
from tgpl.core.analysis.nullability import Nullability, find_nullability
from tgpl.core.coverage import Coverage
from tgpl.core.operations import TELLING
from tgpl.core.types import NOTHING
from tgpl.core.walk import walk
from tgpl.emit.python import naming
from tgpl.emit.python.expressions import ROOTS, class_name_of, quote, type_name
from tgpl.emit.python.naming import IMPORTED
from tgpl.emit.python.source_map import SourceMap, Stretch
from tgpl.emit.python.statements import EXPRESSIONS_OF_INPUT, Lines, Statements, indent, input_flags, is_plain_prompt
from tgpl.text.terms import Logic, Term

_CLASSES = {"local": "Local", "group": "Shared", "global": "Global"}


def emit(program: n.Program, coverage: Coverage | None = None) -> tuple[str, dict[int, list[Stretch]]]:
    """`coverage`: matches note where they came by."""
    module = _Module(program, coverage)
    return module.source_map.take_marks("\n".join(module.write()) + "\n")


class _Module:
    def __init__(self, program: n.Program, coverage: Coverage | None) -> None:
        self.program = program
        self.coverage = coverage
        self.source_map = SourceMap()
        self.nullability: Nullability = find_nullability(program)
        self.views = find_views(program)
        self.call_graph: CallGraph = build_call_graph(program)
        self.by_name = {class_.name: class_ for class_ in program.classes}

    def write(self) -> Lines:
        program = self.program
        outer = [class_ for class_ in program.classes if class_.board is None]
        events = [class_ for class_ in outer if class_.kind == "event"]
        parts: list[Lines] = [_write_enums(program)] if program.enums else []
        parts += [self._write_class(class_) for class_ in events]
        parts += [self._write_class(class_) for class_ in outer if class_.kind != "event"]
        parts += [self._write_function(function, "", None) for function in program.functions]
        parts += [self._write_turn(turn) for turn in program.turns]
        parts += [self._write_setup(i, block) for i, block in enumerate(program.setups)]
        parts += [] if program.logic is None else [_write_logic(program.logic)]
        body = [line for part in parts for line in ("", "", *part)]
        return [*self._write_head(body), *body, "", "", *self._write_contents()]

    def _write_head(self, body: Lines) -> Lines:
        low, high = self.program.players
        players = f"{low} player{'' if low == 1 else 's'}" if low == high else f"{low} to {high} players"
        text = "\n".join([*body, *self._write_contents()])
        words = set(re.findall(r"\w+", text))
        used = [name for name in IMPORTED if name in words]
        return [
            f'"""{_clean(self.program.name)}, a game for {players}.',
            "",
            "Translated from its rules. `game` is the match that is being played; every value may be None.",
            '"""',
            "",
            "from __future__ import annotations",
            "",
            "from tgpl.runtime.rules import (",
            *(f"    {name}," for name in used),
            ")",
        ]

    def _write_contents(self) -> Lines:
        program = self.program
        classes = [class_name_of(class_.name) for class_ in program.classes]
        turns = [naming.turn(turn.name) for turn in program.turns]
        setups = [_name_setup(i) for i in range(len(program.setups))]
        lines = ["RULES = Rules(", f"    {quote(program.name)},", f"    players={program.players},"]
        lines += _write_listing("classes", classes) + _write_listing("turns", turns) + _write_listing("setups", setups)
        if any(isinstance(node, n.Cancel) for node in walk(program)):
            lines.append("    cancels=True,")
        if program.goals is not None:
            lines.append(f"    goals={class_name_of(program.goals)},")
        if program.connections:
            lines.append("    connections=True,")
        if program.prints:
            lines.append("    prints=True,")
        if program.logic is not None:
            lines.append("    logic=LOGIC,")
        if self.coverage is not None:
            lines.append(f"    points={len(self.coverage)},")
        if any(isinstance(node, n.Operate) and node.op in TELLING for node in walk(program)):
            lines.append("    tells=True,")
        for word, texts in (("names", program.names), ("colors", program.colors), ("rulebook", program.rulebook)):
            lines += [f"    {word}={_write_tuple(list(map(quote, texts)))},"] if texts else []
        if program.enums:
            lines += _write_listing("enums", [naming.enum(one.name) for one in program.enums])
        return [*lines, ")"]

    # -- bodies

    def _begin_body(self, name: str, owner: str = "None", subject: str = "") -> Statements:
        made = Statements(self.source_map, self.nullability, self.views, self.by_name, name, self.program.players[0])
        made.call_graph, made.owner, made.subject = self.call_graph, owner, subject
        made.coverage = self.coverage
        return made

    def _write_setup(self, i: int, block: n.Block) -> Lines:
        body = self._begin_body(f"setup {i}", subject="setup").translate_block(block)
        return [f"def {self._mark_beginning(_name_setup(i), block)}(game):", *indent(body)]

    def _mark_beginning(self, name: str, block: n.Block) -> str:
        """The name of a function: for errors behind its end it stands for the whole block."""
        return self.source_map.mark(name, block.beginning)

    def _write_function(self, function: n.Function, prefix: str, class_: n.Class | None) -> Lines:
        key = f"{prefix}{function.name}"
        body = self._begin_body(key, "None" if class_ is None else "self", function.name)
        asked: Lines = []
        defaults: Lines = []
        parameters = ["game"] if class_ is None else ["self", "game"]
        for parameter in function.parameters:
            name = naming.variable(parameter.name)
            hint = f"{name}: {type_name(parameter.type)}"
            if parameter.default is None:
                parameters.append(hint)
            elif isinstance(parameter.default, n.Literal):
                parameters.append(f"{hint} = {body.translate(parameter.default)}")
            else:
                parameters.append(f"{hint} = UNSET")
                defaults += [f"if {name} is UNSET:", f"    {name} = {body.translate(parameter.default)}"]
        parameters = _put_optional_last(parameters)
        content = body.translate_block(function.body)
        if function.inputs:
            body.asks, body.afters = True, []
            asked = body.translate_ask(function.inputs, function)
        name = naming.function(function.name)
        result = "None" if function.returns is NOTHING else type_name(function.returns)
        head = f"def {name}({', '.join(parameters)}) -> {result}:"
        lines = [head, *indent([self.source_map.mark("game.step()", function.span), *defaults, *asked, *content])]
        return ["@recursive", *lines] if key in self.call_graph.recursive else lines

    # -- classes

    def _write_class(self, class_: n.Class) -> Lines:
        name = class_name_of(class_.name).split(".")[-1]
        parts: list[Lines] = [self._write_facts(class_)]
        initial = self._write_initial(class_)
        if initial:
            parts.append(initial)
        parts += [self._write_class(self.by_name[group]) for group in class_.groups]
        if class_.default is not None:
            body = self._begin_body(f"new {class_.name}", "self", f"default of {class_.shown}")
            parts.append(["def default(self, game):", *indent(body.translate_block(class_.default))])
        parts += [self._write_function(function, ".", class_) for function in class_.functions]
        parts += [self._write_action(action, class_) for action in class_.actions]
        return [f"class {name}({self._name_base(class_)}):", *_join_parts(parts)]

    def _name_base(self, class_: n.Class) -> str:
        if class_.base is not None:
            base = self.by_name.get(class_.base)
            alike = base is None or base.visibility == class_.visibility  # zones share a base, whosever they are
            return class_name_of(class_.base) + ("" if alike else f", {_CLASSES[class_.visibility]}")
        return _CLASSES[class_.visibility] if class_.kind == "class" else ROOTS[class_.kind]

    def _write_facts(self, class_: n.Class) -> Lines:
        """What the class says of itself."""
        lines: Lines = []
        if class_.shown != class_.name.split(".")[-1]:
            lines.append(f"shown = {quote(class_.shown)}")
        if class_.base is None and class_.kind != "class" and class_.visibility != "local":
            lines.append(f"visibility = {quote(class_.visibility)}")
        if class_.replaced:
            lines.append("replaced = True  # an expansion took its place")
        base = None if class_.base is None else self.by_name.get(class_.base)
        if class_.holds is not None and (base is None or base.holds is not class_.holds):
            lines.append(f'holds = "{type_name(class_.holds)}"')
        if class_.zone:
            lines.append(f"zone = {quote(class_.zone)}")
        if class_.display:
            hints = [f"{quote(word)}: {_write_tuple(list(map(quote, texts)))}" for word, texts in class_.display]
            lines.append(f"display = {{{', '.join(hints)}}}")
        if class_.base is None and class_.geometry is not None:
            lines.append(f"geometry = {quote(class_.geometry.words)}")
        if class_.geometry is not None and not class_.geometry.column_first:
            lines.append("row_first = True")
        if class_.geometry is not None and class_.geometry.hollow:
            lines.append("hollow = True")
        if class_.geometry is not None and class_.geometry.rows:
            lines += ['rows = """', *indent(self._write_rows(class_.geometry)), '"""']
        for attribute in class_.attributes:
            hint = type_name(attribute.type)
            shown = f"Unseen[{hint}]" if attribute.unseen else f"Private[{hint}]" if attribute.private else hint
            lines.append(f"{naming.attribute(attribute.name)}: {shown}")
        return lines

    def _write_rows(self, geometry: n.Geometry) -> Lines:
        return [" ".join("." if cell is None else class_name_of(cell) for cell in row) for row in geometry.rows]

    def _write_initial(self, class_: n.Class) -> Lines:
        """The initial values: its own behind the base's, or all anew where one of the base's is replaced."""
        inherited = self._find_inherited(class_)
        own = {attribute.name: (attribute, class_) for attribute in class_.attributes}
        if not own:
            return []
        lines = ["def __init__(self, game):"]
        if any(name in inherited for name in own):
            root = class_
            while root.base in self.by_name:
                root = self.by_name[root.base]
            values = {**inherited, **own}
            lines.append(f"    {self._name_base(root)}.__init__(self, game)")
        else:
            values = own
            lines.append("    super().__init__(game)")
        for attribute, where in values.values():
            body = self._begin_body(f"new {where.name}")
            text = f"self.{naming.attribute(attribute.name)} = {body.translate(attribute.initial)}"
            lines.append(f"    {self.source_map.mark(text, attribute.span)}")
        return lines

    def _find_inherited(self, class_: n.Class) -> dict[str, tuple[n.AttributeOf, n.Class]]:
        if class_.base not in self.by_name:
            return {}
        base = self.by_name[class_.base]
        return {**self._find_inherited(base), **{attribute.name: (attribute, base) for attribute in base.attributes}}

    # -- actions

    def _write_action(self, action: n.Action, class_: n.Class) -> Lines:
        name = naming.action(action.name)
        base = f"{class_name_of(class_.base)}.{name}" if action.override and class_.base is not None else "Action"
        facts = [f"name = {quote(action.name)}", f"order = {action.order}"] if base == "Action" else []
        if action.part and base == "Action":
            facts.append(f"part = {quote(action.part)}")
        if action.during and base == "Action":
            facts.append(f"during = {quote(action.during)}")
        if self.coverage is not None and base == "Action":
            facts.append(f"point = {self.coverage.offer(class_.name, action.name)}")
        if action.priority is not None:
            facts.append(f"priority = {action.priority!r}")
        parts: list[Lines] = [facts] if facts else []
        key = f".{action.name}"
        if base == "Action":
            for i, require in enumerate(action.requires):
                parts.append(self._write_test("@require", _number_name("enabled", i), ["self", "game"], key, require))
            parts += [self._write_trigger(trigger, key, i) for i, trigger in enumerate(action.triggers)]
            for i, one in enumerate(action.inputs):
                parts += self._write_inputs(one, ["self", "game", "event"], action.inputs[:i], key)
        body = self._begin_body(key, "self", action.name)
        inputs = [naming.variable(one.name) for one in action.inputs]
        effect = self._mark_beginning("effect", action.effect)
        head = f"def {effect}({', '.join(['self', 'game', 'event', *inputs])}):"
        parts.append([head, *indent(body.translate_block(action.effect))])
        return [f"class {name}({base}):", *_join_parts(parts)]

    def _write_test(self, decorator: str, name: str, parameters: list[str], key: str, block: n.Block) -> Lines:
        body = self._begin_body(key, "self")
        body.in_test = True
        body.judged = None if self.coverage is None else self.coverage.test(block)
        return [decorator, f"def {name}({', '.join(parameters)}):", *indent(body.translate_block(block))]

    def _write_trigger(self, trigger: n.Trigger, key: str, i: int) -> Lines:
        event = class_name_of(trigger.event)
        name = _number_name("when", i)
        if trigger.body is None:
            return [f"{name} = Trigger({event})"]
        return self._write_test(f"@trigger({event})", name, ["self", "game", "event"], key, trigger.body)

    def _write_inputs(self, one: n.Input, around: list[str], earlier: tuple[n.Input, ...], key: str) -> list[Lines]:
        """An input of an action or phase, and the functions that belong to it."""
        name = naming.question(one.name)
        seen = [*around, *(naming.variable(other.name) for other in earlier)]
        arguments = [quote(one.name), quote(type_name(one.type)), *input_flags(one)]
        parts: list[Lines] = [[self.source_map.mark(f"{name} = Input({', '.join(arguments)})", one.span)]]
        for word in EXPRESSIONS_OF_INPUT:
            value: n.Expr | None = getattr(one, word)
            if value is not None and not is_plain_prompt(one, word):
                result = self.source_map.mark(f"return {self._begin_body(key).translate(value)}", value.span)
                parts.append([f"@{name}.{word}", f"def {word}_{name}({', '.join(seen)}):", f"    {result}"])
        for i, filter_ in enumerate(one.filters):
            decorator = f"@{name}.{'on_list' if filter_.whole else 'filter'}"
            parameters = [*seen, naming.variable(filter_.name)]
            parts.append(
                self._write_test(decorator, f"{_number_name('filter', i)}_{name}", parameters, key, filter_.body)
            )
        return parts

    # -- turns

    def _write_turn(self, turn: n.Turn) -> Lines:
        parts: list[Lines] = [[f"name = {quote(turn.name)}"]]
        parts += [self._write_phase(phase, turn) for phase in turn.phases]
        if turn.default is not None:
            body = self._begin_body(f"{turn.name} default", subject=f"default of {turn.name}").translate_block(
                turn.default
            )
            parts.append([f"def {self._mark_beginning('default', turn.default)}(game):", *indent(body)])
        return [f"class {naming.turn(turn.name)}(Turn):", *_join_parts(parts)]

    def _write_phase(self, phase: n.Phase, turn: n.Turn) -> Lines:
        key = f"{turn.name} {phase.name}"
        facts = [f"name = {quote(phase.name)}"] + (["simultaneous = True"] if phase.simultaneous else [])
        if self.coverage is not None:
            facts.append(f"point = {self.coverage.phase(turn.name, phase.name)}")
        parts: list[Lines] = [facts]
        for i, one in enumerate(phase.inputs):
            parts += self._write_inputs(one, ["game"], phase.inputs[:i], key)
        if phase.effect is not None:
            inputs = [naming.variable(one.name) for one in phase.inputs]
            body = self._begin_body(key, subject=phase.name).translate_block(phase.effect)
            effect = self._mark_beginning("effect", phase.effect)
            parts.append([f"def {effect}({', '.join(['game', *inputs])}):", *indent(body)])
        return [f"class {naming.phase(phase.name)}(Phase):", *_join_parts(parts)]


def _join_parts(parts: list[Lines]) -> Lines:
    """What stands in a class, with a blank line between its parts."""
    content: Lines = []
    for part in parts:
        content += ["", *part] if content and part else part
    return indent(content or ["pass"])


def _number_name(word: str, i: int) -> str:
    """The names of parts that nobody names."""
    return word if i == 0 else f"{word}{i + 1}"


def _clean(text: str) -> str:
    """A name that can stand in a docstring."""
    return "".join(c if c.isprintable() and c not in '\\"' else " " for c in text) or "A game"


def _name_setup(i: int) -> str:
    return _number_name("setup", i)


def _write_enums(program: n.Program) -> Lines:
    return [
        f"{naming.enum(one.name)} = Enum({', '.join(map(quote, (naming.enum(one.name), one.shown, *one.values)))})"
        for one in program.enums
    ]


def _write_listing(word: str, names: list[str]) -> Lines:
    if len(", ".join(names)) < 90:
        return [f"    {word}=[{', '.join(names)}],"]
    return [f"    {word}=[", *(f"        {name}," for name in names), "    ],"]


def _write_tuple(items: list[str]) -> str:
    return f"({', '.join(items)})" if len(items) > 1 else f"({items[0]},)"


def _put_optional_last(parameters: list[str]) -> list[str]:
    """Python wants parameters with a default behind the others; calls are by name, so the order is free."""
    return [p for p in parameters if " = " not in p] + [p for p in parameters if " = " in p]


def _write_logic(logic: Logic) -> Lines:
    """The rules of a rulesheet, one a line."""
    facts = [f"random={logic.random}", f"sees={logic.sees}", f"knows={logic.knows}"]
    rules = [
        f"Rule({', '.join(map(_write_term, (rule.head, rule.body) if rule.body else (rule.head,)))})"
        for rule in logic.rules
    ]
    lines = [
        "LOGIC = Logic(",
        f"    roles={_write_term(logic.roles)},",
        *(f"    {fact}," for fact in facts),
        "    rules=(",
    ]
    return [*lines, *(f"        {rule}," for rule in rules), "    ),", ")"]


def _write_term(term: Term) -> str:
    return quote(term) if isinstance(term, str) else _write_tuple(list(map(_write_term, term)))
