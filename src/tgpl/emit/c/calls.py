"""Calls to C: which function runs, in which version, and how it gets its arguments."""

from __future__ import annotations

from collections.abc import Callable

from tgpl.core import nodes as n
from tgpl.core.analysis.value_expressions import WHOLE as VERSION
from tgpl.core.types import NOTHING, ClassType, Type
from tgpl.emit.c.layout import null_of, to_slot
from tgpl.emit.c.numbers import Numbers


class Names:
    """What the functions of a program are called in C; filled in before any body is translated."""

    def __init__(self) -> None:
        self.functions: dict[str, str] = {}  # by version
        self.methods: dict[tuple[str, str], str] = {}  # by class and version
        self.makers: dict[str, str] = {}
        self.effects: dict[tuple[str, str], str] = {}
        self.actions: dict[tuple[str, str], int] = {}  # by the class of the first declaration
        self.dispatchers: dict[tuple[str, str], str] = {}  # asked for while bodies are translated


class Calls(Numbers):
    """The part of `Expressions` that is about calls."""

    names: Names

    def holding(self, text: str, type_: Type) -> str:
        raise NotImplementedError

    def slot(self, e: n.Expr, type_: Type) -> str:
        raise NotImplementedError

    def arguments(
        self, function: n.Function, key: str, given: tuple[tuple[str, n.Expr], ...]
    ) -> tuple[list[tuple[n.Expr, Type, str]], Callable[[list[str]], list[str]]]:
        """The operands as written, and how their texts become the arguments of the C function."""
        types = {parameter.name: self.held(parameter.name, parameter.type, key) for parameter in function.parameters}
        parts = [(e, types[name], self.text(e, types[name])) for name, e in given]
        order = [name for name, _ in given]

        def placed(texts: list[str]) -> list[str]:
            found = dict(zip(order, texts, strict=True))
            result = []
            for parameter in function.parameters:
                default = parameter.default
                plain = default is None or isinstance(default, n.Literal)
                if parameter.name in found:
                    result += [found[parameter.name]] + ([] if plain else ["1"])
                elif isinstance(default, n.Literal):
                    result.append(self.text(default, types[parameter.name]))
                else:
                    result += [null_of(types[parameter.name]), "0"]
            return result

        return parts, placed

    def called(self, e: n.Call | n.CallMethod, name: str, key: str, arguments: list[str]) -> str:
        recursive = key.removesuffix(VERSION) in self.facts.calls.recursive
        extra = [str(self.at(e))] if recursive else []
        text = f"{name}{'_deeper' if recursive else ''}({', '.join(['G', *arguments, *extra])})"
        return self.holding(text, self.given_back(key, e.type)) if self.facts.asks(e) else text

    def call(self, e: n.Call | n.CallMethod) -> str:
        return self._call(e) if isinstance(e, n.Call) else self._call_method(e)

    def _call(self, e: n.Call) -> str:
        function = self.facts.functions[e.function]
        key = self.callee(e)
        parts, placed = self.arguments(function, key, e.arguments)
        name = self.names.functions[key]
        return self.ordered(parts, lambda t: self.called(e, name, key, placed(t)))

    def _call_method(self, e: n.CallMethod) -> str:
        assert isinstance(e.value.type, ClassType)
        class_name = e.base if e.base is not None else e.value.type.name
        owner, function = self.facts.method(class_name, e.name)
        key = self.callee(e)
        parts, placed = self.arguments(function, key, e.arguments)
        bodies = self.facts.methods(class_name, e.name) if e.base is None else {owner: []}
        if len(bodies) == 1:
            name = self.names.methods[next(iter(bodies)), key]
        else:
            name = self.dispatcher(class_name, key)
        receiver = (e.value, e.value.type, "self" if e.base is not None else self.present(e.value, self.at(e)))
        return self.ordered([receiver, *parts], lambda t: self.called(e, name, key, [t[0], *placed(t[1:])]))

    def dispatcher(self, class_name: str, version: str) -> str:
        key = (class_name, version)
        if key not in self.names.dispatchers:
            self.names.dispatchers[key] = self.layout.unique(f"any_{class_name}_{version[1:].replace(' ', '_')}")
        return self.names.dispatchers[key]

    def _call_action(self, e: n.CallAction) -> str:
        assert isinstance(e.value.type, ClassType)
        owner, action = self.facts.action(e.base or e.value.type.name, e.name)
        types = {one.name: one.type for one in action.inputs}
        if e.inherits:
            answered = dict(e.arguments)
            values = [self.slot(answered[i], types[i]) if i in answered else to_slot(types[i], self.layout.local(i)) for i in e.inherits]  # fmt: skip
            frame = ", ".join(["slot_of(self)", "slot_of(event)", *values])
            effect = self.names.effects[self.facts.effect(e.base or owner, e.name), e.name]
            call = f"i32 block_ = G->block; {effect}(G, frame_); G->block = block_;"
            return self.holding(f"({{ Slot frame_[] = {{{frame}}}; {call} }})", NOTHING)
        effect = "0" if e.base is None else self.names.effects[self.facts.effect(e.base, e.name), e.name]
        number = self.names.actions[owner, e.name]
        order = [one.name for one in action.inputs]
        parts: list[tuple[n.Expr, Type, str]] = [(e.value, e.value.type, self.text(e.value))]
        parts += [(value, types[name], self.text(value, types[name])) for name, value in e.arguments]

        def made(t: list[str]) -> str:
            given = dict(zip([name for name, _ in e.arguments], t[1:], strict=True))
            if not given:
                return self.holding(f"act(G, {number}, {effect}, {t[0]}, 0, 0, {self.at(e)})", NOTHING)
            row = ", ".join(to_slot(types[i], given[i]) if i in given else "slot_of(0)" for i in order)
            which = ", ".join(str(int(i in given)) for i in order)
            begin = f"static const u8 which_[] = {{{which}}}; Slot given_[] = {{{row}}};"
            call = f"act(G, {number}, {effect}, {t[0]}, which_, given_, {self.at(e)})"
            return self.holding(f"({{ {begin} {call}; }})", NOTHING)

        return self.ordered(parts, made)
