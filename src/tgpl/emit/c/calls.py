"""Calls to C: which function runs, in which version, and how it gets its arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.analysis.value_expressions import WHOLE_VERSION
from tgpl.core.types import NOTHING, ClassType
from tgpl.emit.c.layout import null_of, to_slot
from tgpl.emit.c.module import Operand

if TYPE_CHECKING:
    from tgpl.emit.c.context import Context


def find_callee(context: Context, e: n.Call | n.CallMethod) -> str:
    """The version of a function that a call runs."""
    key = e.function if isinstance(e, n.Call) else f".{e.name}"
    return context.analysis.values.callees.get((context.version, id(e)), key)


def match_arguments(
    context: Context, function: n.Function, key: str, given: tuple[tuple[str, n.Expr], ...]
) -> tuple[list[Operand], Callable[[list[str]], list[str]]]:
    """The operands as written, and how their texts become the arguments of the C function."""
    types = {
        parameter.name: context.variable_type(parameter.name, parameter.type, key) for parameter in function.parameters
    }
    parts = [context.translate_operand(e, types[name]) for name, e in given]
    order = [name for name, _ in given]

    def arrange(texts: list[str]) -> list[str]:
        found = dict(zip(order, texts, strict=True))
        result = []
        for parameter in function.parameters:
            default = parameter.default
            plain = default is None or isinstance(default, n.Literal)
            if parameter.name in found:
                result += [found[parameter.name]] + ([] if plain else ["1"])
            elif isinstance(default, n.Literal):
                result.append(context.translate(default, types[parameter.name]))
            else:
                result += [null_of(types[parameter.name]), "0"]
        return result

    return parts, arrange


def _write_call(context: Context, e: n.Call | n.CallMethod, name: str, key: str, arguments: list[str]) -> str:
    recursive = key.removesuffix(WHOLE_VERSION) in context.analysis.call_graph.recursive
    extra = [str(context.at(e))] if recursive else []
    text = f"{name}{'_deeper' if recursive else ''}({', '.join(['G', *arguments, *extra])})"
    return context.keep_roots(text, context.result_type(key, e.type)) if context.analysis.may_ask(e) else text


def translate_call(context: Context, e: n.Call | n.CallMethod) -> str:
    return _call_function(context, e) if isinstance(e, n.Call) else _call_method(context, e)


def _call_function(context: Context, e: n.Call) -> str:
    function = context.analysis.functions[e.function]
    key = find_callee(context, e)
    parts, arrange = match_arguments(context, function, key, e.arguments)
    name = context.names.functions[key]
    return context.order(parts, lambda t: _write_call(context, e, name, key, arrange(t)))


def _call_method(context: Context, e: n.CallMethod) -> str:
    assert isinstance(e.value.type, ClassType)
    class_name = e.base if e.base is not None else e.value.type.name
    owner, function = context.analysis.find_method(class_name, e.name)
    key = find_callee(context, e)
    parts, arrange = match_arguments(context, function, key, e.arguments)
    bodies = context.analysis.find_methods(class_name, e.name) if e.base is None else {owner: []}
    if len(bodies) == 1:
        name = context.names.methods[next(iter(bodies)), key]
    else:
        name = _name_dispatcher(context, class_name, key)
    receiver = (
        context.demand_operand(e.value, context.at(e)) if e.base is None else Operand(e.value, e.value.type, "self")
    )
    return context.order([receiver, *parts], lambda t: _write_call(context, e, name, key, [t[0], *arrange(t[1:])]))


def _name_dispatcher(context: Context, class_name: str, version: str) -> str:
    key = (class_name, version)
    if key not in context.names.dispatchers:
        context.names.dispatchers[key] = context.layout.unique(f"any_{class_name}_{version[1:].replace(' ', '_')}")
    return context.names.dispatchers[key]


def translate_action(context: Context, e: n.CallAction) -> str:
    assert isinstance(e.value.type, ClassType)
    owner, action = context.analysis.find_action(e.base or e.value.type.name, e.name)
    types = {one.name: one.type for one in action.inputs}
    if e.inherits:
        answered = dict(e.arguments)
        values = [to_slot(types[i], context.translate(answered[i], types[i])) if i in answered else to_slot(types[i], context.layout.local(i)) for i in e.inherits]  # fmt: skip
        frame = ", ".join(["slot_of(self)", "slot_of(event)", *values])
        effect = context.names.effects[context.analysis.find_effect_owner(e.base or owner, e.name), e.name]
        call = f"i32 block_ = G->block; {effect}(G, frame_); G->block = block_;"
        return context.keep_roots(f"({{ Slot frame_[] = {{{frame}}}; {call} }})", NOTHING)
    effect = (
        "0" if e.base is None else context.names.effects[context.analysis.find_effect_owner(e.base, e.name), e.name]
    )
    number = context.names.action_number(owner, e.name)
    order = [one.name for one in action.inputs]
    parts = [context.translate_operand(e.value)]
    parts += [context.translate_operand(value, types[name]) for name, value in e.arguments]

    def made(t: list[str]) -> str:
        given = dict(zip([name for name, _ in e.arguments], t[1:], strict=True))
        if not given:
            return context.keep_roots(f"act(G, {number}, {effect}, {t[0]}, 0, 0, {context.at(e)})", NOTHING)
        row = ", ".join(to_slot(types[i], given[i]) if i in given else "slot_of(0)" for i in order)
        which = ", ".join(str(int(i in given)) for i in order)
        begin = f"static const u8 which_[] = {{{which}}}; Slot given_[] = {{{row}}};"
        call = f"act(G, {number}, {effect}, {t[0]}, which_, given_, {context.at(e)})"
        return context.keep_roots(f"({{ {begin} {call}; }})", NOTHING)

    return context.order(parts, made)
