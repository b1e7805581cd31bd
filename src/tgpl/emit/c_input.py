"""Inputs to C: a table row for each, and the functions that work out its candidates and test them."""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NUMBER, PLAYER, TEXT, ClassType, Collection, Type, list_of
from tgpl.emit.c_facts import Facts
from tgpl.emit.c_layout import Layout, Unsupported, from_slot, quoted, to_slot
from tgpl.emit.c_statement import Lines, Module, Statements
from tgpl.emit.python_statement import looks_at_length


class Inputs(Module):
    layout: Layout
    facts: Facts
    tables: Lines
    _tests = 0

    def body(self, key: str, class_: n.Class | None = None, event: bool = False) -> Statements:
        raise NotImplementedError

    def _define(self, head: str, lines: Lines) -> None:
        raise NotImplementedError

    def unpacked(self, body: Statements, inputs: tuple[n.Input, ...], first: int) -> Lines:
        """The answers of inputs as variables."""
        return [
            f"{body.declared(one.name, one.type)} = {from_slot(one.type, f'frame[{first + i}]')};"
            for i, one in enumerate(inputs)
        ]

    def input_table(
        self, inputs: tuple[n.Input, ...], outer: Statements, captured: list[tuple[str, Type]], at: int
    ) -> str:
        """An array of inputs; those inside a block also get what that block holds."""
        rows = [self._row(one, inputs[:i], outer, captured, at) for i, one in enumerate(inputs)]
        name = self.layout.unique("inputs")
        self.tables += [f"static const Input {name}[] = {{", *(f"    {row}," for row in rows), "};"]
        return name

    def _function(
        self, one: n.Input, earlier: tuple[n.Input, ...], outer: Statements, captured: list[tuple[str, Type]], word: str
    ) -> tuple[Statements, Lines, str]:
        """The beginning of a function that belongs to an input."""
        body = self.body(outer.body)
        body.has_self, body.has_event = outer.has_self, outer.has_event
        lines = ["Ref self = (Ref)frame[0].whole;"] if body.has_self else []
        lines += ["Ref event = (Ref)frame[1].whole;"] if body.has_event else []
        for i, (name, type_) in enumerate(captured):
            body.scope.append((name, type_))
            lines.append(f"{_c(type_)} {name} = {from_slot(type_, f'frame[{2 + i}]')};")
        lines += self.unpacked(body, earlier, 2 + len(captured))
        return body, lines, self.layout.unique(f"{one.name}_{word}")

    def _get(
        self, one: n.Input, value: n.Expr | None, word: str, wanted: Type,
        earlier: tuple[n.Input, ...], outer: Statements, captured: list[tuple[str, Type]],
    ) -> str:  # fmt: skip
        if value is None:
            return "0"
        body, lines, name = self._function(one, earlier, outer, captured, word)
        lines.append(f"return {to_slot(wanted, body.text(value, wanted))};")
        self._define(f"Slot {name}(Game *G, Slot *frame)", lines)
        return name

    def test(self, body: Statements, lines: Lines, name: str, block: n.Block) -> None:
        body.in_test = True
        lines = [*lines, *body.statements(block.statements)]
        if not block.statements or not isinstance(block.statements[-1], n.Return):
            lines.append(f"trouble(G, 701, {self.layout.at(block.span)}); /* not reached */")
        self._define(f"int {name}(Game *G, Slot *frame, Slot candidate)", lines)

    def _filters(
        self,
        one: n.Input,
        whole: bool,
        earlier: tuple[n.Input, ...],
        outer: Statements,
        captured: list[tuple[str, Type]],
    ) -> tuple[int, str]:
        names = []
        for filter_ in one.filters:
            if filter_.whole is whole:
                body, lines, name = self._function(one, earlier, outer, captured, "filter")
                lines.append(f"{body.declared(filter_.name, filter_.type)} = {from_slot(filter_.type, 'candidate')};")
                self.test(body, lines, name, filter_.body)
                names.append(name)
        return len(names), self.pointers("Test", names)

    def pointers(self, type_: str, names: list[str]) -> str:
        """An array of functions, or 0."""
        if not names:
            return "0"
        array = self.layout.unique(f"{names[0]}s")
        self.tables.append(f"static const {type_} {array}[] = {{{', '.join(names)}}};")
        return array

    def _row(
        self, one: n.Input, earlier: tuple[n.Input, ...], outer: Statements, captured: list[tuple[str, Type]], at: int
    ) -> str:
        layout = self.layout
        many = isinstance(one.type, Collection)
        type_ = one.type.of if isinstance(one.type, Collection) else one.type
        if isinstance(type_, Collection) or (isinstance(one.type, Collection) and one.type.shape != "List"):
            raise Unsupported("an input of collections", one.span)
        free = not many and type_ in (NUMBER, TEXT) and one.among is None and one.low is None
        if many and type_ in (NUMBER, TEXT) and one.among is None and one.low is None:
            raise Unsupported("a list of any values", one.span)
        by_class = one.among is None and isinstance(type_, ClassType)
        register = layout.register(type_.name) if by_class and isinstance(type_, ClassType) else -1
        wholes = [filter_ for filter_ in one.filters if filter_.whole]
        sized = bool(wholes) and all(map(looks_at_length, wholes))
        parts = (earlier, outer, captured)
        among = list_of(type_)
        calm = all(self.facts.only_looks(filter_.body) for filter_ in one.filters)
        filters, filter_ = self._filters(one, False, *parts)
        whole_count, whole = self._filters(one, True, *parts)
        cells = [
            layout.type(type_), layout.type(list_of(type_)), int(many), int(one.auto), int(one.optional), int(sized),
            int(free),
            int(calm), register,
            self._get(one, one.asked, "asked", PLAYER, *parts), self._get(one, one.among, "among", among, *parts),
            self._get(one, one.low, "low", NUMBER, *parts), self._get(one, one.high, "high", NUMBER, *parts),
            filters, filter_, whole_count, whole, at if captured or not outer.in_place else layout.at(one.span),
            quoted(one.name), layout.at(one.span),
        ]  # fmt: skip
        return "{" + ", ".join(map(str, cells)) + "}"


def _c(type_: Type) -> str:
    return "double" if type_ is NUMBER else "Bool" if type_ is BOOL else "Player" if type_ is PLAYER else "Ref"
