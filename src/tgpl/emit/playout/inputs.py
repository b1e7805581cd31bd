"""Inputs on flat states: loops over what can be chosen, and answers drawn on the spot.

In:  inputs of an action or of a block. Out: C that finds out whether there is an answer, or draws one as the usual way would.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NUMBER, PLAYER, ClassType, Collection, EnumType, Type
from tgpl.core.walk import walk
from tgpl.emit.playout.functions import Lines, give, indent, null_of
from tgpl.emit.playout.layout import Unsupported
from tgpl.emit.playout.loops import write_tiles
from tgpl.emit.playout.probes import can_probe, probe

if TYPE_CHECKING:
    from tgpl.emit.playout.body import Body


# ---- tests


def define_test(b: Body, word: str, block: n.Block, candidate: n.Filter | None = None) -> str:
    """A test as a function of all that it can see; gives the call of it."""
    used = {node.name for node in walk(block) if isinstance(node, n.Local)}
    own = {} if candidate is None else {candidate.name: candidate.type}
    seen = {name: type_ for name, type_ in b.scope.items() if name in used and name not in own} | own
    part = b.begin_part()
    part.in_test, part.returns, part.scope = True, "int", dict(seen)
    name = b.memory.unique(f"flat_{word}")
    parameters = [f"{b.variable_type(v, t)} {b.memory.local(v)}" for v, t in seen.items()]
    has_self = b.self_text is not None and not b.self_text.isdigit()  # a static object is known everywhere
    receiver = [f"int {b.self_text}"] if has_self else []
    event = ["int event_"] if b.event is not None else []
    head = f"int {name}({', '.join(['Flat *s', 'Flat_room *z', *receiver, *event, *parameters])})"
    part.event = "event_" if b.event is not None else None
    lines = part.translate_block(block.statements)
    b.functions.define(head, [*lines, "flat_bail(s);", "return 0;"])
    given = [*([b.self_text or ""] if has_self else []), *([b.event] if b.event is not None else [])]
    call = f"{name}({', '.join(['s', 'z', *given, *(b.memory.local(v) for v in seen)])})"
    if b.analysis.is_pure(block):
        return call
    return give(["Flat kept_ = *s;", f"int holds_ = {call};", "flat_back(s, &kept_);"], "holds_")


# ---- what there is to choose from


class Candidates:
    """A loop over what an input can be chosen from."""

    def __init__(self, b: Body, one: n.Input) -> None:
        if one.auto or isinstance(one.type, Collection) or one.passed or one.length is not None:
            raise Unsupported("an input of such a kind")
        self.b = b
        self.one = one
        self.ctype = b.variable_type(one.name, one.type)
        self.local = b.memory.local(one.name)

    def walk(self, inside: Lines, last: Callable[[str], str] | None = None) -> Lines:
        """`inside` runs for each candidate that passes, until it says `break`; `last` makes something else of the last test."""
        before, head, item, first = self._find()
        b, one = self.b, self.one
        lines = [f"{self.ctype} {self.local} = {item};", *first]
        b.scope[one.name] = one.type
        for filter_ in one.filters:
            if filter_.whole:
                raise Unsupported("a test of a list")
            b.scope[filter_.name] = filter_.type
            test = define_test(b, f"{one.name}_filter", filter_.body, filter_)
            use = last if filter_ is one.filters[-1] else None
            tested = [f"if (!{test}) continue;" if use is None else use(test)]
            if filter_.name != one.name:  # in a block of its own: the next filter may have the same name for it
                ctype, local = b.variable_type(filter_.name, filter_.type), b.memory.local(filter_.name)
                tested = ["{", *indent([f"{ctype} {local} = {self.local};", *tested]), "}"]
            lines += tested
        return [*before, f"{head} {{", *indent([*lines, *inside]), "}"]

    def count_most(self) -> str:
        """How many there can be at most, as far as that is known."""
        one, layout = self.one, self.b.layout
        if one.among is None and one.low is not None and one.high is not None:
            width = self.b.range_of(one.high).high - self.b.range_of(one.low).low + 1.0
            return str(int(width)) if width <= layout.list_room else "FLAT_CANDIDATES"
        if one.among is None and one.type in (PLAYER, BOOL):
            return str(max(2, layout.players))
        if one.among is None and isinstance(one.type, ClassType) and layout.is_fixed(one.type.name):
            return str(len(layout.static_of(one.type.name)))
        return "FLAT_CANDIDATES"

    def _find(self) -> tuple[Lines, str, str, Lines]:
        """What stands before the loop, its head, the candidate, and what is skipped."""
        b, one, type_ = self.b, self.one, self.one.type
        i = b.make_name("c")
        if one.among is not None:
            return self._find_listed(one.among, i)
        if one.low is not None and one.high is not None:
            low, high = self._find_end(one.low), self._find_end(one.high)
            return [], f"for (int {i} = {low}, last_{i} = {high}; {i} <= last_{i}; {i}++)", i, []
        if type_ is PLAYER:
            return [], f"for (int {i} = 0; {i} < s->players; {i}++)", i, []
        if type_ is BOOL:
            return [], f"for (int {i} = 1; {i} >= 0; {i}--)", i, []
        if isinstance(type_, EnumType):
            first, last = b.memory.symbols_within(type_)
            return [], f"for (int {i} = {first}; {i} < {last}; {i}++)", i, []
        if isinstance(type_, ClassType):
            return self._find_objects(type_, i)
        raise Unsupported("any number or text")

    def _find_end(self, e: n.Expr) -> str:
        if not self.b.is_whole(e) or self.b.range_of(e).largest >= 2.0**30 or not self.b.analysis.is_pure(e):
            raise Unsupported("a range of such numbers")
        return self.b.translate(e)

    def _find_listed(self, among: n.Expr, i: str) -> tuple[Lines, str, str, Lines]:
        b = self.b
        if not b.analysis.is_pure(among) or not isinstance(among.type, Collection):
            raise Unsupported("a list that changes something")
        if isinstance(among.type.of, Collection) or (among.type.of is NUMBER and not b.is_whole(among)):
            raise Unsupported("a list of such things")
        listed = f"listed_{i}"
        skipped = [f"if ({self.local} == {null_of(self.one.type)}) continue;"] if self.one.type is not NUMBER else []
        own, wanted = among.type.of, self.one.type
        if (
            isinstance(own, ClassType)
            and isinstance(wanted, ClassType)
            and not b.analysis.values.is_always(own, wanted)
        ):
            skipped.append(f"if (!flat_is(s, {self.local}, {b.memory.interval(wanted.name)})) continue;")
        before = [f"const Flat_list *{listed} = {b.demand_list(among)};"]
        return before, f"for (int {i} = 0; {i} < {listed}->count; {i}++)", f"{listed}->item[{i}]", skipped

    def _find_objects(self, type_: ClassType, i: str) -> tuple[Lines, str, str, Lines]:
        b = self.b
        if b.layout.is_fixed(type_.name) and set(b.layout.instantiated(type_.name)) <= b.analysis.permanent:
            numbers = [
                b.layout.number(static) for static in b.layout.static_of(type_.name) if static.class_name != "BlankTile"
            ]
            table, count = write_tiles(b, type_.name, numbers)
            return [], f"for (int {i} = 0; {i} < {count}; {i}++)", f"{table}[{i}]", []
        if b.layout.static_of(type_.name):
            raise Unsupported("objects that may be elsewhere")
        first, last = b.memory.span(type_.name)
        before = [f"if (flat_has_lost(s, {first}, {last})) flat_bail(s);"]
        head = f"for (int {i} = FLAT_FIRST; {i} < s->count; {i}++)"
        return (
            before,
            head,
            i,
            [f"if (s->owner[{i}] < 0 || !flat_is(s, {i}, {first}, {last}) || s->away[{i}]) continue;"],
        )


def is_taken_whole(b: Body, one: n.Input) -> bool:
    """Whether every element of the list can be chosen, if a function lists them."""
    among, wanted = one.among, one.type
    if not isinstance(among, (n.Call, n.CallMethod)) or not b.analysis.is_pure(among) or not can_probe(b, among):
        return False
    return not one.auto and _holds_only(b, among.type, wanted)


def _holds_only(b: Body, list_: Type, wanted: Type) -> bool:
    """Whether a list has only objects of a class."""
    if not isinstance(list_, Collection) or not isinstance(list_.of, ClassType) or not isinstance(wanted, ClassType):
        return False
    return list_.of is wanted or b.analysis.values.is_always(list_.of, wanted)


def test_answerable(b: Body, inputs: tuple[n.Input, ...]) -> Lines:
    """Whether there is an answer to all of some inputs: sets `found_`."""
    if not inputs:
        return ["found_ = 1;"]
    one, rest = inputs[0], inputs[1:]
    if not rest and not one.filters and one.among is not None and not one.optional and is_taken_whole(b, one):
        return [f"found_ = {probe(b, one.among)};"]
    scope = dict(b.scope)
    candidates = Candidates(b, one)
    b.scope[one.name] = one.type
    inner = test_answerable(b, rest) if rest else ["found_ = 1;"]
    lines = candidates.walk([*inner, "if (found_) break;"])
    b.scope = scope
    if one.optional:
        if rest:
            raise Unsupported("an input that may stay empty, before others")
        return ["found_ = 1;"]
    return ["{", *indent(lines), "}"]


def draw_answer(b: Body, one: n.Input, rest: tuple[n.Input, ...], decider: str, first: Lines | None = None) -> Lines:
    """Declares the variable of an input and draws its answer among those behind which all others have one. `first`: what stands
    between search and draw, for who has not tested before whether there is an answer."""
    ctype = b.variable_type(one.name, one.type)
    local = b.memory.local(one.name)
    scope = dict(b.scope)
    candidates = Candidates(b, one)
    b.scope[one.name] = one.type
    some, count = b.make_name("some"), b.make_name("count")
    inside: Lines = []
    if rest:
        inside += ["int found_ = 0;", *test_answerable(b, rest), "if (!found_) continue;"]
    room = candidates.count_most()
    outright: Callable[[str], str] | None = None
    if one.among is None and one.filters and not rest and room != "FLAT_CANDIDATES":
        # there is room for all of them: whether one is taken need not be guessed by the processor

        def outright(test: str) -> str:
            return f"{some}[{count}] = (i16){local}, {count} += !!{test};"

    take = f"flat_take(s, {some}, &{count}, {local}, {room});"
    if one.among is not None:
        objects = isinstance(one.type, ClassType)
        take = (
            f"flat_take_{'object' if objects else 'new'}(s, {some}, &{count}, {local}{', seen_' if objects else ''});"
        )
    walked = candidates.walk([*inside, take]) if outright is None else candidates.walk([], outright)
    b.scope = scope
    lines = [f"i16 {some}[{candidates.count_most()} + 1];", f"int {count} = 0;"]
    lines += ["u64 seen_[(FLAT_MOST + 63) / 64] = {0};"] if "seen_" in take else []
    lines += walked
    if one.optional:
        if rest:
            raise Unsupported("an input that may stay empty, before others")
        drawn = f"{count} ? flat_ask(s, {decider}, {count} + 1) : 0"
        lines += [f"int drawn_ = {drawn};", f"{local}_ = drawn_ < {count} ? {some}[drawn_] : {null_of(one.type)};"]
    else:
        lines += [f"if (!{count}) flat_bail(s);"] if first is None else [f"int count_ = {count};", *first]
        draw = f"{local}_ = {some}[flat_ask(s, {decider}, {count})];"
        lines += [f"else {draw}" if first is None else draw]
    if one.among is not None and not rest and not one.filters and not one.optional and _lists_objects(b, one):
        lines = _draw_at_once(b, one.among, local, decider, lines)
    b.scope[one.name] = one.type
    return [f"{ctype} {local}_ = 0;", "{", *indent(lines), "}", f"{ctype} {local} = {local}_;"]


def _lists_objects(b: Body, one: n.Input) -> bool:
    """Whether a list that is held anyway has only objects that can be chosen."""
    return isinstance(one.among, (n.Local, n.Attribute)) and _holds_only(b, one.among.type, one.type)


def _draw_at_once(b: Body, among: n.Expr, local: str, decider: str, otherwise: Lines) -> Lines:
    """From a list whose elements come in their order, so that none is there twice."""
    return [
        f"const Flat_list *whole_ = {b.demand_list(among)};",
        "if (whole_->count && flat_is_rising(whole_)) {",
        f"    {local}_ = whole_->item[flat_ask(s, {decider}, whole_->count)];",
        "} else {",
        *indent(otherwise),
        "}",
    ]


def find_decider(b: Body, one: n.Input, asked_by: str | None) -> str:
    """Whom an input asks; `asked_by`: the object that asks."""
    if one.asked is not None:
        if not b.analysis.is_pure(one.asked) or b.range_of(one.asked).null:
            raise Unsupported("a player who is found out")
        return b.translate(one.asked)
    return "s->active" if asked_by is None else f"(s->owner[{asked_by}] >= 0 ? s->owner[{asked_by}] : s->active)"


def translate_ask(b: Body, e: n.Ask) -> Lines:
    lines: Lines = []
    for i, one in enumerate(e.inputs):
        lines += draw_answer(b, one, e.inputs[i + 1 :], find_decider(b, one, b.self_text))
    return lines
