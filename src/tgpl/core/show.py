"""The core as text: for goldens, for debugging, for `tgpl translate --to core`.

Every conversion and receiver is written out: `player(active + 1)`, `this.score`. What is not in this text is not in
the program.
"""

from __future__ import annotations

from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.types import NOTHING, KindType
from tgpl.text.terms import Rule, spell

Lines = list[str]


def show(program: n.Program) -> str:
    low, high = program.players
    players = f"{low}" if low == high else f"{low} to {high}"
    parts: list[Lines] = [[f"program {program.name!r} players {players}"]]
    for word, texts in (("names", program.names), ("colors", program.colors), ("rulebook", program.rulebook)):
        parts += [[f"{word} {', '.join(map(repr, texts))}"]] if texts else []
    if program.logic is not None:
        parts.append(["logic", *_indent([_show_rule(rule) for rule in program.logic.rules])])
    parts += [_show_class(class_) for class_ in program.classes]
    parts += [_show_function(function) for function in program.functions]
    parts += [_show_turn(turn) for turn in program.turns]
    parts += [["setup", *_show_block(setup)] for setup in program.setups]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _show_rule(rule: Rule) -> str:
    return spell(("<=", rule.head, *rule.body)) if rule.body else spell(rule.head)


def _indent(lines: Lines) -> Lines:
    return [f"  {line}" for line in lines]


def _show_block(block: n.Block) -> Lines:
    return _indent([line for statement in block.statements for line in _show_statement(statement)])


# ---- declarations


def _show_class(class_: n.Class) -> Lines:
    head = f"{class_.visibility} {class_.kind} {class_.name}"
    head += f" : {class_.base}" if class_.base else ""
    head += f" of {class_.holds}" if class_.holds else ""
    head += " (replaced)" if class_.replaced else ""
    head += f" ({class_.zone} zone)" if class_.zone else ""
    head += f" (lies in {class_.whereabouts})" if class_.whereabouts else ""
    body: Lines = []
    for attribute in class_.attributes:
        private = "unseen " if attribute.unseen else "private " if attribute.private else ""
        body.append(f"{private}{attribute.name}: {attribute.type} = {show_expression(attribute.initial)}")
    body += [f"display {word} {', '.join(map(repr, texts))}" for word, texts in class_.display]
    if class_.geometry is not None:
        body += _show_geometry(class_.geometry)
    body += [f"group {name}" for name in class_.groups]
    if class_.default is not None:
        body += ["default", *_show_block(class_.default)]
    for function in class_.functions:
        body += _show_function(function)
    for action in class_.actions:
        body += _show_action(action)
    return [head, *_indent(body)]


def _show_geometry(geometry: n.Geometry) -> Lines:
    words = [geometry.shape, "around" if geometry.around else "", geometry.orientation or ""]
    words += ["" if geometry.column_first else "rows first", "hollow" if geometry.hollow else ""]
    rows = [" ".join(cell or "." for cell in row) for row in geometry.rows]
    return ["geometry " + " ".join(filter(None, words)), *_indent(rows)]


def _show_function(function: n.Function) -> Lines:
    parameters = []
    for parameter in function.parameters:
        default = "" if parameter.default is None else f" = {show_expression(parameter.default)}"
        parameters.append(f"{parameter.name}: {parameter.type}{default}")
    result = "" if function.returns is NOTHING else f" -> {function.returns}"
    lines = [f"function {function.name}({', '.join(parameters)}){result}"]
    for one in function.inputs:
        lines += _indent(_show_input(one))
    return [*lines, *_show_block(function.body)]


def _show_action(action: n.Action) -> Lines:
    override = "override " if action.override else ""
    override += "part " if action.part else ""
    during = f" during {action.during}" if action.during else ""
    lines = [f"{override}action {action.name} order {action.order} priority {action.priority or 0:g}{during}"]
    if not action.override:
        for require in action.requires:
            lines += _indent(["require", *_show_block(require)])
        for trigger in action.triggers:
            lines += _indent([f"trigger {trigger.event}", *([] if trigger.body is None else _show_block(trigger.body))])
        for one in action.inputs:
            lines += _indent(_show_input(one))
    return [*lines, *_indent(["effect", *_show_block(action.effect)])]


def _show_input(one: n.Input) -> Lines:
    words = [
        "passed" if one.passed else "",
        "optional" if one.optional else "",
        "auto" if one.auto else "",
        f"input {one.name}: {one.type}",
    ]
    parts = (
        ("asks", one.asked),
        ("in", one.among),
        ("from", one.low),
        ("to", one.high),
        ("of length", one.length),
        ("called", one.labels),
        ("says", one.prompt),
        ("at least", one.least),
        ("at most", one.most),
    )
    for word, value in parts:
        if value is not None:
            words.append(f"{word} {show_expression(value)}")
    if one.proposed:
        words.append(f"such as {', '.join(map(repr, one.proposed))}")
    lines = [" ".join(filter(None, words))]
    for filter_ in one.filters:
        what = "list filter" if filter_.whole else "filter"
        lines += _indent([f"{what} {filter_.name}: {filter_.type}", *_show_block(filter_.body)])
    return lines


def _show_turn(turn: n.Turn) -> Lines:
    lines = [f"turn {turn.name}"]
    for phase in turn.phases:
        lines += _indent([f"{'simultaneous ' if phase.simultaneous else ''}phase {phase.name}"])
        for one in phase.inputs:
            lines += _indent(_indent(_show_input(one)))
        if phase.effect is not None:
            lines += _indent(_indent(["effect", *_show_block(phase.effect)]))
    if turn.default is not None:
        lines += _indent(["default", *_show_block(turn.default)])
    return lines


# ---- statements


def _show_statement(s: n.Statement) -> Lines:
    match s:
        case n.Block():
            return ["block", *_show_block(s)]
        case n.Declare():
            return [f"let {s.name}: {s.type} = {show_expression(s.value)}"]
        case n.Assign():
            return [f"{show_expression(s.target)} = {show_expression(s.value)}"]
        case n.Update():
            return [f"{show_expression(s.target)} {s.op}= {show_expression(s.value)}"]
        case n.If():
            lines: Lines = []
            for i, (condition, body) in enumerate(s.branches):
                lines += [f"{'else if' if i else 'if'} {show_expression(condition)}", *_show_block(body)]
            return lines if s.otherwise is None else [*lines, "else", *_show_block(s.otherwise)]
        case n.Loop():
            lines = [f"while {'true' if s.condition is None else show_expression(s.condition)}", *_show_block(s.body)]
            return lines if not s.after else [*lines, "  after each", *_indent(_indent(_show_after(s)))]
        case n.ForEach():
            return [f"for {s.name}: {s.type} in {show_expression(s.values)}", *_show_block(s.body)]
        case n.Break():
            return ["break"]
        case n.Continue():
            return ["continue"]
        case n.Return():
            return ["return" if s.value is None else f"return {show_expression(s.value)}"]
        case n.Evaluate():
            return [show_expression(s.value)]
        case n.Winner():
            return [f"winner {show_expression(s.value)}"]
        case n.Fail():
            return ["fail" if s.message is None else f"fail {show_expression(s.message)}"]
        case n.Cancel():
            words = "cancel all" if s.whole else "cancel"
            return [words if s.message is None else f"{words} {show_expression(s.message)}"]
        case n.Ask():
            return [line for one in s.inputs for line in _show_input(one)]
        case _:
            assert_never(s)


def _show_after(loop: n.Loop) -> Lines:
    return [line for statement in loop.after for line in _show_statement(statement)]


# ---- expressions


def show_expression(e: n.Expr) -> str:
    match e:
        case n.Literal():
            return _show_literal(e.value)
        case n.Symbol():
            return f"kind {e.name}" if isinstance(e.type, KindType) else f"{e.type}.{e.name}"
        case n.Local():
            return e.name
        case n.This():
            return "this"
        case n.Event():
            return "event"
        case n.Global():
            return f"global {e.class_name}"
        case n.Attribute():
            return f"{_show_tight(e.value)}.{e.name}"
        case n.ListItem() | n.TableItem():
            return f"{_show_tight(e.value)}[{show_expression(e.key)}{' or new' if getattr(e, 'grows', False) else ''}]"
        case n.TileAt():
            return f"{_show_tight(e.group)}[{show_expression(e.first)}, {show_expression(e.second)}]"
        case n.OwnedBy():
            return f"{e.class_name} of {_show_tight(e.player)}"
        case n.Negate():
            return f"-{_show_tight(e.value)}"
        case n.Not():
            return f"!{_show_tight(e.value)}"
        case n.Arithmetic() | n.Compare() | n.Logic():
            return f"({show_expression(e.left)} {e.op} {show_expression(e.right)})"
        case n.Equal():
            return f"({show_expression(e.left)} {'!=' if e.negated else '=='} {show_expression(e.right)})"
        case n.Choose():
            return f"({show_expression(e.condition)} ? {show_expression(e.yes)} : {show_expression(e.no)})"
        case n.Join():
            return f"text({', '.join(map(show_expression, e.parts))})"
        case n.Convert():
            return f"{e.type}({show_expression(e.value)})"
        case n.IsA():
            return f"({show_expression(e.value)} is {e.tested})"
        case n.AsA():
            return f"({show_expression(e.value)} as {e.type})"
        case n.Make():
            fills = [f"{name} = {show_expression(value)}" for name, value in e.fills] + [
                show_expression(i) for i in e.items
            ]
            return f"new {e.class_name}" + (f" {{{', '.join(fills)}}}" if fills else "")
        case n.MakeCollection():
            return _show_collection(e)
        case n.Call():
            return f"{e.function}({_show_arguments(e.arguments)})"
        case n.CallMethod() | n.CallAction():
            base = f"{e.base}:" if e.base else ""
            word = "act " if isinstance(e, n.CallAction) else ""
            return f"{word}{_show_tight(e.value)}.{base}{e.name}({_show_arguments(e.arguments)})"
        case n.Operate():
            return f"{e.op}({', '.join(map(show_expression, e.arguments))})"
        case _:
            assert_never(e)


def _show_tight(e: n.Expr) -> str:
    text = show_expression(e)
    return f"({text})" if isinstance(e, (n.Global, n.OwnedBy, n.Make)) else text


def _show_literal(value: float | str | bool | None) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}" if value == int(value) and abs(value) < 1e6 else repr(value)
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _show_collection(e: n.MakeCollection) -> str:
    items = [show_expression(item) for item in e.items]
    if e.keys:
        items = [f"{show_expression(key)}: {item}" for key, item in zip(e.keys, items, strict=True)]
    return f"{e.type}{{{', '.join(items)}}}"


def _show_arguments(arguments: tuple[tuple[str, n.Expr], ...]) -> str:
    return ", ".join(f"{name}: {show_expression(value)}" for name, value in arguments)
