"""Inputs to C: a table row for each, and the functions that work out its candidates and test them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from tgpl.core import nodes as n
from tgpl.core.types import NUMBER, PLAYER, TEXT, ClassType, Collection, Type, list_of
from tgpl.emit.c.layout import c_type, from_slot, quote, to_slot
from tgpl.emit.c.module import Lines, Module, write_record
from tgpl.emit.c.steps import takes_no_steps
from tgpl.emit.python.statements import looks_at_length

if TYPE_CHECKING:
    from tgpl.emit.c.context import Context


class Filtered(NamedTuple):
    """The functions of a filter."""

    name: str
    plain: bool  # it takes no steps of its own
    first: str  # what it asks first, if at least that takes none


def conditions(e: n.Expr | None) -> Iterator[n.Expr]:
    """What has to hold one after the other."""
    if isinstance(e, n.Logic) and e.op == "&&":
        yield from conditions(e.left)
        yield from conditions(e.right)
    elif e is not None:
        yield e


def unpack_inputs(context: Context, inputs: tuple[n.Input, ...], first: int) -> Lines:
    """The answers of inputs as variables."""
    return [
        f"{context.declare(one.name, one.type)} = "
        f"{from_slot(context.variable_type(one.name, one.type), f'frame[{first + i}]')};"
        for i, one in enumerate(inputs)
    ]


def unpack_frame(context: Context, inputs: tuple[n.Input, ...] = ()) -> Lines:
    """The variables that a block gets in its frame."""
    return [*_unpack_receiver(context), *unpack_inputs(context, inputs, 2)]


def _unpack_receiver(context: Context) -> Lines:
    lines = ["Ref self = (Ref)frame[0].whole;"] if context.has_self else []
    return lines + (["Ref event = (Ref)frame[1].whole;"] if context.has_event else [])


def define_test(context: Context, lines: Lines, name: str, block: n.Block) -> bool:
    """Whether it takes no steps beside those of every test."""
    context.in_test = True
    coverage = context.module.coverage
    context.judged = None if coverage is None else coverage.test(block)
    lines = [*lines, *context.translate_block(block.statements)]
    returns = bool(block.statements) and isinstance(block.statements[-1], n.Return)
    if not returns:
        lines.append(f"raise_error(G, 701, {context.layout.at(block.span)}); /* not reached */")
    context.module.define(f"int {name}(Game *G, Slot *frame, Slot candidate)", lines)
    return returns and takes_no_steps(context, block)


def write_pointers(module: Module, type_: str, names: list[str]) -> str:
    """An array of functions, or 0."""
    if not names:
        return "0"
    array = module.layout.unique(f"{names[0]}s")
    module.tables.append(f"static const {type_} {array}[] = {{{', '.join(names)}}};")
    return array


def input_table(outer: Context, inputs: tuple[n.Input, ...], captured: list[tuple[str, Type]], at: int) -> str:
    """An array of inputs; those inside a block also get what that block holds."""
    rows = [_Input(one, inputs[:i], outer, captured).row(at) for i, one in enumerate(inputs)]
    name = outer.layout.unique("inputs")
    outer.module.tables += [f"static const Input {name}[] = {{", *(f"    {row}," for row in rows), "};"]
    return name


class _Input:
    """Translates one input of a body."""

    def __init__(
        self, one: n.Input, earlier: tuple[n.Input, ...], outer: Context, captured: list[tuple[str, Type]]
    ) -> None:
        self.one = one
        self.earlier = earlier
        self.outer = outer
        self.captured = captured
        self.module = outer.module
        self.layout = outer.layout
        self.analysis = outer.analysis

    def _begin(self, word: str) -> tuple[Context, Lines, str]:
        """The beginning of a function that belongs to the input."""
        context = self.outer.begin_function()
        lines = _unpack_receiver(context)
        for i, (name, type_) in enumerate(self.captured):
            context.scope.append((name, type_))
            lines.append(f"{c_type(type_)} {name} = {from_slot(type_, f'frame[{2 + i}]')};")
        lines += unpack_inputs(context, self.earlier, 2 + len(self.captured))
        return context, lines, self.layout.unique(f"{self.one.name}_{word}")

    def _define_value(self, value: n.Expr | None, word: str, wanted: Type) -> str:
        """A function that works something out, or 0."""
        if value is None:
            return "0"
        context, lines, name = self._begin(word)
        context.watched = word == "among"
        lines.append(f"return {to_slot(wanted, context.translate(value, wanted))};")
        self.module.define(f"Slot {name}(Game *G, Slot *frame)", lines)
        return name

    def _define_first(self, name: str, context: Context, lines: Lines, block: n.Block) -> str:
        """What a filter asks first, if that takes no steps: a function of its own."""
        asked: list[str] = []
        if len(block.statements) == 1 and isinstance(statement := block.statements[0], n.Return):
            quick = takewhile(lambda e: takes_no_steps(context, e), conditions(statement.value))
            asked = [context.translate_condition(e) for e in quick]
        if not asked:
            return "ALWAYS"
        first = self.layout.unique(f"{name}_first")
        head = f"int {first}(Game *G, Slot *frame, Slot candidate)"
        answer = " && ".join(asked)
        coverage = self.module.coverage
        if coverage is not None:
            answer = f"passed(G, {coverage.test(block)}, {answer})"
        self.module.define(head, [*lines, f"return {answer};"])
        return first

    def _define_sift(self, filters: list[Filtered]) -> tuple[str, int]:
        """The only filter of an input, for many candidates at once, and whether it is plain."""
        if len(filters) != 1 or not all(self.analysis.is_pure(filter_.body) for filter_ in self.one.filters):
            return "0", 0
        test, plain, first = filters[0]
        name = self.layout.unique(f"{self.one.name}_sift")
        self.module.prototypes.append(f"static u32 {name}(Game *, Slot *, const Slot *, u32, Slot *);")
        self.module.bodies += [f"SIFT({name}, {test}, {int(plain)}, {first})", ""]
        return name, int(plain)

    def _define_filters(self, whole: bool) -> list[Filtered]:
        found = []
        for filter_ in self.one.filters:
            if filter_.whole is whole:
                context, lines, name = self._begin("filter")
                kind = context.variable_type(filter_.name, filter_.type)
                lines.append(f"{context.declare(filter_.name, filter_.type)} = {from_slot(kind, 'candidate')};")
                plain = define_test(context, lines, name, filter_.body)
                first = "ALWAYS" if plain or whole else self._define_first(name, context, lines, filter_.body)
                found.append(Filtered(name, plain, first))
        return found

    def _write_numbers(self) -> dict[str, object]:
        """The numbers of a range whose ends stand in the text, if they are not too many."""
        one = self.one
        ends = [e.value for e in (one.low, one.high) if isinstance(e, n.Literal) and e.type is NUMBER]
        low, high = ends if len(ends) == 2 else (None, None)
        if not isinstance(low, float) or not isinstance(high, float) or not 0 <= high - low < 100:
            return {}
        if not low.is_integer() or not high.is_integer() or max(-low, high) >= 2.0**53:
            return {}
        numbers = range(int(low), int(high) + 1)
        name = self.layout.unique(f"{one.name}_numbers")
        cells = ", ".join(f"{{{float(i)!r}}}" for i in numbers)
        self.module.tables.append(f"static const Slot {name}[] = {{{cells}}};")
        return {"numbers": len(numbers), "number": name}

    def _write_proposed(self) -> dict[str, object]:
        """The texts that a machine would type, and how long they are."""
        one = self.one
        if not one.proposed:
            return {}
        name = self.layout.unique(f"{one.name}_proposed")
        cells = ", ".join(f"{{{self.layout.text(text)}, {len(text)}}}" for text in one.proposed)
        self.module.tables.append(f"static const Proposal {name}[] = {{{cells}}};")
        return {"proposals": len(one.proposed), "proposed": name}

    def row(self, at: int) -> str:
        one, layout = self.one, self.layout
        many = isinstance(one.type, Collection)
        type_ = one.type.of if isinstance(one.type, Collection) else one.type
        free = not many and type_ in (NUMBER, TEXT) and one.among is None and one.low is None
        by_class = one.among is None and isinstance(type_, ClassType)
        register = layout.register(type_.name) if by_class and isinstance(type_, ClassType) else -1
        wholes = [filter_ for filter_ in one.filters if filter_.whole]
        sized = bool(wholes) and all(map(looks_at_length, wholes))
        among = list_of(type_)
        calm = all(self.analysis.is_pure(filter_.body) for filter_ in one.filters)
        looks = all(
            self.analysis.is_pure(e)
            for e in (one.asked, one.among, one.low, one.high, one.length, one.least, one.most)
            if e is not None
        )
        filters = self._define_filters(whole=False)
        wholes_ = self._define_filters(whole=True)
        sift, plain = self._define_sift(filters)
        return write_record(
            type=layout.type(type_), list_type=layout.type(list_of(type_)), many=int(many), fills=int(one.auto),
            optional=int(one.optional), sized=int(sized), free=int(free), calm=int(calm), looks=int(looks),
            list=register, asked=self._define_value(one.asked, "asked", PLAYER),
            among=self._define_value(one.among, "among", among), low=self._define_value(one.low, "low", NUMBER),
            high=self._define_value(one.high, "high", NUMBER), **self._write_numbers(), filters=len(filters),
            filter=write_pointers(self.module, "Test", [filter_.name for filter_ in filters]), sift=sift,
            plain=plain, wholes=len(wholes_),
            whole=write_pointers(self.module, "Test", [filter_.name for filter_ in wholes_]),
            at=at if self.captured or not self.outer.in_place else layout.at(one.span), name=quote(one.name),
            question=layout.at(one.span), passed=int(one.passed),
            length=self._define_value(one.length, "length", NUMBER), **self._write_proposed(),
            least=self._define_value(one.least, "least", NUMBER), most=self._define_value(one.most, "most", NUMBER),
        )  # fmt: skip
