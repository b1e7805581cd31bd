"""Inputs to C: a table row for each, and the functions that work out its candidates and test them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from tgpl.core import nodes as n
from tgpl.core.types import NUMBER, PLAYER, TEXT, ClassType, Collection, Type, list_of
from tgpl.emit.c.analysis import Facts
from tgpl.emit.c.layout import Layout, c_type, from_slot, quoted, to_slot
from tgpl.emit.c.loops import Lines
from tgpl.emit.c.statements import Module, Statements
from tgpl.emit.python.statements import looks_at_length

# What a test may call and still take no steps that have to be counted one by one.
STEPLESS = frozenset(
    """if return sizeof at_ref object_at items_at slots_of global_at class_of slot_of slot_of_number present needed truth
    tile_at plus minus times negative in_range is_less is_at_most same_number is_null null_number number_of seat is_of as_of
    same_text phase_name turn_name exact_number floor smaller larger absolute tile_in tile_within tile_from wrapped place_number
    seated whole_rest whole_floor whole_size whole_smaller whole_larger list_item list_item_at""".split()
)


class Filtered(NamedTuple):
    """The functions of a filter."""

    name: str
    plain: bool  # it takes no steps of its own
    first: str  # what it asks first, if at least that takes none


def is_stepless(lines: Lines) -> bool:
    return all(set(re.findall(r"(\w+)\(", line)) <= STEPLESS for line in lines)


def conditions(e: n.Expr | None) -> Iterator[n.Expr]:
    """What has to hold one after the other."""
    if isinstance(e, n.Logic) and e.op == "&&":
        yield from conditions(e.left)
        yield from conditions(e.right)
    elif e is not None:
        yield e


class Inputs(Module):
    layout: Layout
    facts: Facts
    tables: Lines
    prototypes: Lines
    bodies: Lines

    def body(self, key: str, class_: n.Class | None = None, event: bool = False) -> Statements:
        raise NotImplementedError

    def _define(self, head: str, lines: Lines) -> None:
        raise NotImplementedError

    def unpacked(self, body: Statements, inputs: tuple[n.Input, ...], first: int) -> Lines:
        """The answers of inputs as variables."""
        return [
            f"{body.declared(one.name, one.type)} = {from_slot(body.held(one.name, one.type), f'frame[{first + i}]')};"
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
        body.version = outer.version
        body.has_self, body.has_event = outer.has_self, outer.has_event
        lines = ["Ref self = (Ref)frame[0].whole;"] if body.has_self else []
        lines += ["Ref event = (Ref)frame[1].whole;"] if body.has_event else []
        for i, (name, type_) in enumerate(captured):
            body.scope.append((name, type_))
            lines.append(f"{c_type(type_)} {name} = {from_slot(type_, f'frame[{2 + i}]')};")
        lines += self.unpacked(body, earlier, 2 + len(captured))
        return body, lines, self.layout.unique(f"{one.name}_{word}")

    def _get(
        self, one: n.Input, value: n.Expr | None, word: str, wanted: Type,
        earlier: tuple[n.Input, ...], outer: Statements, captured: list[tuple[str, Type]],
    ) -> str:  # fmt: skip
        if value is None:
            return "0"
        body, lines, name = self._function(one, earlier, outer, captured, word)
        body.watched = word == "among"
        lines.append(f"return {to_slot(wanted, body.text(value, wanted))};")
        self._define(f"Slot {name}(Game *G, Slot *frame)", lines)
        return name

    def test(self, body: Statements, lines: Lines, name: str, block: n.Block) -> bool:
        """Whether it takes no steps beside those of every test."""
        body.in_test = True
        lines = [*lines, *body.statements(block.statements)]
        if not block.statements or not isinstance(block.statements[-1], n.Return):
            lines.append(f"raise_error(G, 701, {self.layout.at(block.span)}); /* not reached */")
        self._define(f"int {name}(Game *G, Slot *frame, Slot candidate)", lines)
        return is_stepless(lines)

    def _first(self, name: str, body: Statements, lines: Lines, block: n.Block) -> str:
        """What a filter asks first, if that takes no steps: a function of its own."""
        asked: list[str] = []
        if len(block.statements) == 1 and isinstance(statement := block.statements[0], n.Return):
            texts = (body.condition(e) for e in conditions(statement.value))
            asked = list(takewhile(lambda text: is_stepless([text]), texts))
        if not asked:
            return "ALWAYS"
        first = self.layout.unique(f"{name}_first")
        self._define(f"int {first}(Game *G, Slot *frame, Slot candidate)", [*lines, f"return {' && '.join(asked)};"])
        return first

    def _sift(self, one: n.Input, filters: list[Filtered]) -> tuple[str, int]:
        """The only filter of an input, for many candidates at once, and whether it is plain."""
        if len(filters) != 1 or not all(self.facts.only_looks(filter_.body) for filter_ in one.filters):
            return "0", 0
        test, plain, first = filters[0]
        name = self.layout.unique(f"{one.name}_sift")
        self.prototypes.append(f"static u32 {name}(Game *, Slot *, const Slot *, u32, Slot *);")
        self.bodies += [f"SIFT({name}, {test}, {int(plain)}, {first})", ""]
        return name, int(plain)

    def _filters(
        self,
        one: n.Input,
        whole: bool,
        earlier: tuple[n.Input, ...],
        outer: Statements,
        captured: list[tuple[str, Type]],
    ) -> list[Filtered]:
        found = []
        for filter_ in one.filters:
            if filter_.whole is whole:
                body, lines, name = self._function(one, earlier, outer, captured, "filter")
                kind = body.held(filter_.name, filter_.type)
                lines.append(f"{body.declared(filter_.name, filter_.type)} = {from_slot(kind, 'candidate')};")
                plain = self.test(body, lines, name, filter_.body)
                first = "ALWAYS" if plain or whole else self._first(name, body, lines, filter_.body)
                found.append(Filtered(name, plain, first))
        return found

    def pointers(self, type_: str, names: list[str]) -> str:
        """An array of functions, or 0."""
        if not names:
            return "0"
        array = self.layout.unique(f"{names[0]}s")
        self.tables.append(f"static const {type_} {array}[] = {{{', '.join(names)}}};")
        return array

    def _numbers(self, one: n.Input) -> tuple[int, str]:
        """The numbers of a range whose ends stand in the text, if they are not too many."""
        ends = [e.value for e in (one.low, one.high) if isinstance(e, n.Literal) and e.type is NUMBER]
        low, high = ends if len(ends) == 2 else (None, None)
        if not isinstance(low, float) or not isinstance(high, float) or not 0 <= high - low < 100:
            return 0, "0"
        if not low.is_integer() or not high.is_integer() or max(-low, high) >= 2.0**53:
            return 0, "0"
        numbers = range(int(low), int(high) + 1)
        name = self.layout.unique(f"{one.name}_numbers")
        self.tables.append(f"static const Slot {name}[] = {{{', '.join(f'{{{float(i)!r}}}' for i in numbers)}}};")
        return len(numbers), name

    def _proposed(self, one: n.Input) -> tuple[int, str]:
        """The texts that a machine would type, and how long they are."""
        if not one.proposed:
            return 0, "0"
        name = self.layout.unique(f"{one.name}_proposed")
        cells = ", ".join(f"{{{self.layout.text(text)}, {len(text)}}}" for text in one.proposed)
        self.tables.append(f"static const Proposal {name}[] = {{{cells}}};")
        return len(one.proposed), name

    def _row(
        self, one: n.Input, earlier: tuple[n.Input, ...], outer: Statements, captured: list[tuple[str, Type]], at: int
    ) -> str:
        layout = self.layout
        many = isinstance(one.type, Collection)
        type_ = one.type.of if isinstance(one.type, Collection) else one.type
        free = not many and type_ in (NUMBER, TEXT) and one.among is None and one.low is None
        by_class = one.among is None and isinstance(type_, ClassType)
        register = layout.register(type_.name) if by_class and isinstance(type_, ClassType) else -1
        wholes = [filter_ for filter_ in one.filters if filter_.whole]
        sized = bool(wholes) and all(map(looks_at_length, wholes))
        parts = (earlier, outer, captured)
        among = list_of(type_)
        calm = all(self.facts.only_looks(filter_.body) for filter_ in one.filters)
        looks = all(
            self.facts.only_looks(e) for e in (one.asked, one.among, one.low, one.high, one.length) if e is not None
        )
        filters = self._filters(one, False, *parts)
        wholes_ = self._filters(one, True, *parts)
        sift, plain = self._sift(one, filters)
        cells = [
            layout.type(type_), layout.type(list_of(type_)), int(many), int(one.auto), int(one.optional), int(sized),
            int(free),
            int(calm), int(looks), register,
            self._get(one, one.asked, "asked", PLAYER, *parts), self._get(one, one.among, "among", among, *parts),
            self._get(one, one.low, "low", NUMBER, *parts), self._get(one, one.high, "high", NUMBER, *parts),
            *self._numbers(one),
            len(filters), self.pointers("Test", [filter_.name for filter_ in filters]), sift, plain,
            len(wholes_), self.pointers("Test", [filter_.name for filter_ in wholes_]), at if captured or not outer.in_place else layout.at(one.span),
            quoted(one.name), layout.at(one.span), int(one.passed),
            self._get(one, one.length, "length", NUMBER, *parts), *self._proposed(one),
        ]  # fmt: skip
        return "{" + ", ".join(map(str, cells)) + "}"
