"""Core expressions to C, on flat states: objects are small numbers, whole numbers are whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from tgpl.core import nodes as n
from tgpl.core.analysis.value_expressions import WHOLE_VERSION
from tgpl.core.types import ANY, NOTHING, NULL, NUMBER, PLAYER, TEXT, ClassType, Collection, Type, fits
from tgpl.emit.playout.boards import translate_tile_at
from tgpl.emit.playout.functions import Part, give, null_of
from tgpl.emit.playout.layout import Unsupported
from tgpl.emit.playout.operations import translate_operation
from tgpl.emit.playout.probes import compare_length

if TYPE_CHECKING:
    from tgpl.emit.playout.body import Body

_SIGNS = {"<": "<", ">": ">", "<=": "<=", ">=": ">="}
_FAR = 2.0**31


def translate(b: Body, e: n.Expr) -> str:
    """An expression, as `Body.value_type` holds it; a null only where its type is known."""
    match e:
        case n.Literal():
            return _translate_literal(b, e)
        case n.Symbol():
            return b.memory.symbol(e)
        case n.Local():
            constant = b.analysis.values.constant(e, b.version)
            return b.memory.local(e.name) if constant is None else str(b.layout.text(constant))
        case n.This():
            return _translate_this(b, e)
        case n.Global():
            static = b.analysis.static_objects.find(e)
            if static is None:
                raise Unsupported("a global object without a place of its own")
            return str(b.layout.number(static))
        case n.Attribute():
            return _translate_attribute(b, e)
        case n.TileAt():
            return translate_tile_at(b, e)
        case n.Arithmetic() | n.Negate():
            return _translate_arithmetic(b, e)
        case n.Compare():
            return _translate_compare(b, e)
        case n.Equal():
            return _translate_equal(b, e)
        case n.Logic():
            return _translate_logic(b, e)
        case n.Not():
            return f"!{b.translate_condition(e.value)}"
        case n.Choose():
            ctype = b.value_type(e)
            yes, no = (convert(b, side, ctype, e.type) for side in (e.yes, e.no))
            return f"({b.translate_condition(e.condition)} ? {yes} : {no})"
        case n.IsA():
            return _translate_is_a(b, e)
        case n.AsA():
            return _translate_as_a(b, e)
        case n.Convert():
            return _translate_convert(b, e)
        case n.ListItem():
            return _translate_item(b, e)
        case n.MakeCollection():
            return make_list(b, e)
        case n.Make():
            return _translate_make(b, e)
        case n.Call() | n.CallMethod():
            return translate_call(b, e)
        case n.OwnedBy():
            return _translate_owned_by(b, e)
        case n.Operate():
            return translate_operation(b, e)
        case n.Event() | n.TableItem() | n.Join() | n.CallAction():
            raise Unsupported(e.__class__.__name__)
        case _:
            assert_never(e)


def convert(b: Body, e: n.Expr, ctype: str, like: Type | None = None) -> str:
    if isinstance(e, n.Literal) and e.value is None:
        return null_of(like if like is not None and e.type is NULL else e.type)
    text = translate(b, e)
    own = b.value_type(e)
    if own == ctype or (own == "int" and ctype == "i64"):
        return text
    if e.type is NUMBER or ctype == "double":
        return f"({ctype})({text})"
    if own == "i64" and ctype == "int":
        return f"(int)({text})"
    raise Unsupported(f"{own} as {ctype}")


# ---- names and values


def _translate_literal(b: Body, e: n.Literal) -> str:
    if e.value is None:
        return null_of(e.type)
    if isinstance(e.value, bool):
        return str(int(e.value))
    if isinstance(e.value, str):
        return str(b.layout.text(e.value))
    if b.is_whole(e):
        return f"{int(e.value)}ll" if abs(e.value) >= _FAR else str(int(e.value))
    return repr(e.value)


def _translate_this(b: Body, e: n.This) -> str:
    static = b.analysis.static_objects.find(e)
    if static is not None:
        return str(b.layout.number(static))
    assert b.self_text is not None
    return b.self_text


def locate(b: Body, e: n.Attribute) -> str:
    """Where an attribute lies."""
    assert isinstance(e.value.type, ClassType)
    if e.value.type.kind == "event":
        raise Unsupported("an event")
    row = b.layout.row(e.value.type.name, e.name)
    owner = b.demand(e.value)
    if row.size:
        return f"s->{row.name}[{owner}]"
    return f"s->{row.name}" if b.analysis.is_stable(e.value) else f"s->{row.name}[({owner}) * 0]"


def _translate_attribute(b: Body, e: n.Attribute) -> str:
    static = b.analysis.static_objects.find(e)
    if static is not None:
        return str(b.layout.number(static))
    if isinstance(e.value, n.Event) and e.name == "active" and b.event is not None:
        return b.event
    place = locate(b, e)
    return f"flat_list_at(s, {place})" if isinstance(e.type, Collection) else place


def _translate_convert(b: Body, e: n.Convert) -> str:
    if e.value.type is ANY or e.type not in (NUMBER, PLAYER):
        raise Unsupported("anything as something")
    if e.type is NUMBER:
        text = convert(b, e.value, "int")
        return text if b.is_whole(e) else f"flat_number({text})"
    return translate_seat(b, e.value)


def translate_seat(b: Body, e: n.Expr) -> str:
    """A number as a player: cut, and wrapped around the table."""
    least, most = b.module.program.players
    known = b.range_of(e)
    if not b.is_whole(e):
        raise Unsupported("a player from a number that may have a fraction")
    text = translate(b, e)
    if known.low >= 0.0 and known.high < least:
        return text
    count = str(most) if least == most else "s->players"
    return f"flat_wrap({text}, {count})"


# ---- arithmetic and comparing


def _translate_arithmetic(b: Body, e: n.Arithmetic | n.Negate) -> str:
    whole = b.is_whole(e)
    if isinstance(e, n.Negate):
        if whole and b.is_whole(e.value):
            return f"(- {translate(b, e.value)})"
        return f"flat_finite(s, - {convert(b, e.value, 'double')})"
    if whole and e.op in "+-*%" and b.is_whole(e.left) and b.is_whole(e.right):
        return _translate_wholes(b, e)
    if e.op in "%^":
        raise Unsupported(f"{e.op} between numbers with fractions")
    left, right = (b.part(side, convert(b, side, "double"), "double") for side in (e.left, e.right))
    text = b.order([left, right], lambda t: f"flat_finite(s, {t[0]} {e.op} {t[1]})")
    return f"({b.value_type(e)}){text}" if whole else text


def _translate_wholes(b: Body, e: n.Arithmetic) -> str:
    parts = [b.part(side, translate(b, side)) for side in (e.left, e.right)]
    far = b.range_of(e).largest >= _FAR or any(b.range_of(side).largest >= _FAR for side in (e.left, e.right))
    cast = "(i64)" if far else ""
    if e.op != "%":
        return b.order(parts, lambda t: f"({cast}{t[0]} {e.op} {t[1]})")
    divisor = b.range_of(e.right)
    if divisor.low <= 0.0 <= divisor.high:
        raise Unsupported("a rest by what may be 0")
    return b.order(parts, lambda t: f"flat_rest({t[0]}, {t[1]})")


def numbers(b: Body, left: n.Expr, right: n.Expr) -> list[Part]:
    """Two numbers in the same form: whole if both are."""
    if b.is_whole(left) and b.is_whole(right):
        return [b.part(left, translate(b, left)), b.part(right, translate(b, right))]
    return [b.part(side, convert(b, side, "double"), "double") for side in (left, right)]


def _translate_compare(b: Body, e: n.Compare) -> str:
    known = compare_length(b, e)
    if known is not None:
        return known
    if TEXT in (e.left.type, e.right.type):
        raise Unsupported("the order of texts")
    if b.range_of(e.left).null or b.range_of(e.right).null:
        parts = [b.part(side, f"flat_needed(s, {convert(b, side, 'double')})", "double") for side in (e.left, e.right)]
    else:
        parts = numbers(b, e.left, e.right)
    return b.order(parts, lambda t: f"({t[0]} {_SIGNS[e.op]} {t[1]})")


def _translate_equal(b: Body, e: n.Equal) -> str:
    known = compare_length(b, e)
    if known is not None:
        return known
    left, right = e.left, e.right
    sign = "!=" if e.negated else "=="
    if isinstance(left, n.Literal) and left.value is None:
        left, right = right, left
    if ANY in (left.type, right.type):
        raise Unsupported("whether anything is equal")
    if isinstance(right, n.Literal) and right.value is None:
        if left.type is NUMBER:
            return (
                ("1" if e.negated else "0")
                if b.is_whole(left)
                else f"({'!' if e.negated else ''}is_null({translate(b, left)}))"
            )
        return f"({translate(b, left)} {sign} {null_of(left.type)})"
    if left.type is NUMBER:
        if b.range_of(left).null and b.range_of(right).null:
            player = _compare_players(b, left, right, sign)
            if player is not None:
                return player
            raise Unsupported("numbers that may both be null")
        return b.order(_with_player(b, left, right) or numbers(b, left, right), lambda t: f"({t[0]} {sign} {t[1]})")
    for side in (left, right):
        if side.type is TEXT and not b.range_of(side).whole:
            raise Unsupported("a text that is put together")
    return b.order([b.part(side, translate(b, side)) for side in (left, right)], lambda t: f"({t[0]} {sign} {t[1]})")


def _is_player(e: n.Expr) -> bool:
    return isinstance(e, n.Convert) and e.value.type is PLAYER


def _compare_players(b: Body, left: n.Expr, right: n.Expr, sign: str) -> str | None:
    """Two players that are compared as numbers: null is -1 on both sides."""
    if not (isinstance(left, n.Convert) and isinstance(right, n.Convert) and _is_player(left) and _is_player(right)):
        return None
    parts = [b.part(side.value, translate(b, side.value)) for side in (left, right)]
    return b.order(parts, lambda t: f"({t[0]} {sign} {t[1]})")


def _with_player(b: Body, left: n.Expr, right: n.Expr) -> list[Part] | None:
    """A player, perhaps null, and a number that is never -1."""
    for side, other in ((left, right), (right, left)):
        if isinstance(side, n.Convert) and _is_player(side) and b.is_whole(other) and b.range_of(other).low >= 0.0:
            texts = {id(side): translate(b, side.value), id(other): translate(b, other)}
            return [b.part(one, texts[id(one)], "int") for one in (left, right)]
    return None


def _is_null_test(e: n.Expr, negated: bool) -> n.Expr | None:
    """What is tested for being null, or for not being it."""
    if isinstance(e, n.Equal) and e.negated is negated and isinstance(e.right, n.Literal) and e.right.value is None:
        return e.left
    return None


def _is_told_by_next(b: Body, e: n.Logic) -> bool:
    """`x != null && x.a != null`, or the opposite: what null has is null, so the second test says it all."""
    negated = {"&&": True, "||": False}.get(e.op)
    if negated is None:
        return False
    one, other = _is_null_test(e.left, negated), _is_null_test(e.right, negated)
    if not isinstance(one, n.Local) or not isinstance(other, n.Attribute) or other.type is NUMBER:
        return False
    same = isinstance(other.value, n.Local) and other.value.name == one.name
    return (
        same and isinstance(one.type, ClassType) and one.type.kind != "event" and not isinstance(other.type, Collection)
    )


def _translate_logic(b: Body, e: n.Logic) -> str:
    if _is_told_by_next(b, e):
        assert isinstance(e.right, n.Equal) and isinstance(e.right.left, n.Attribute)
        row = b.layout.row(str(e.right.left.value.type), e.right.left.name)
        if row.size:
            sign = "!=" if e.right.negated else "=="
            return f"(s->{row.name}[{translate(b, e.left.left)}] {sign} {null_of(e.right.left.type)})"  # type: ignore[union-attr]
    left, right = b.translate_condition(e.left), b.translate_condition(e.right)
    if e.op in ("&&", "||"):
        return f"({left} {e.op} {right})"
    sign = "!=" if e.op == "^" else e.op
    return b.order([b.part(e.left, left, "int"), b.part(e.right, right, "int")], lambda t: f"({t[0]} {sign} {t[1]})")


# ---- classes


def _translate_is_a(b: Body, e: n.IsA) -> str:
    own, tested = e.value.type, e.tested
    if not isinstance(own, ClassType) or not isinstance(tested, ClassType):
        raise Unsupported("the type of a value")
    text = translate(b, e.value)
    if b.analysis.values.is_always(own, tested):
        return f"({text} != 0)"
    return f"flat_is(s, {text}, {b.memory.interval(tested.name)})"


def _translate_as_a(b: Body, e: n.AsA) -> str:
    own = e.value.type
    if own is NULL:
        return null_of(e.type)
    if fits(own, e.type) or b.analysis.values.is_always(own, e.type):
        return translate(b, e.value)
    if isinstance(e.type, ClassType) and isinstance(own, ClassType):
        if isinstance(e.value, n.TileAt):
            return translate_tile_at(b, e.value, e.type.name)
        return f"flat_as(s, {translate(b, e.value)}, {b.memory.interval(e.type.name)})"
    raise Unsupported("a value as another type")


def _translate_make(b: Body, e: n.Make) -> str:
    """Objects with attributes that begin as plain values."""
    kind = b.memory.classes[e.class_name].kind
    if kind not in ("class", "interactable") or e.items:
        raise Unsupported(f"a new {kind}")
    initial: dict[str, n.Expr] = {}
    for held in reversed(b.memory.lineage(e.class_name)):
        if held.node is not None:
            if held.node.default is not None or held.node.visibility != "local":
                raise Unsupported("a new object that others share")
            initial |= {attribute.name: attribute.initial for attribute in held.node.attributes}
    initial |= dict(e.fills)
    name = b.make_name("made")
    lines = [f"int {name} = flat_make(s, {b.memory.number[e.class_name]});"]
    for attribute, value in initial.items():
        row = b.layout.row(e.class_name, attribute)
        if isinstance(row.type, Collection):
            raise Unsupported("a new object with a list")
        lines.append(f"s->{row.name}[{name}] = {convert(b, value, row_type(row.element), row.type)};")
    return give(lines, name)


def row_type(element: str) -> str:
    """How C holds what lies in a row."""
    return element if element in ("double", "i64") else "int"


def _translate_owned_by(b: Body, e: n.OwnedBy) -> str:
    if b.layout.is_fixed(e.class_name):
        raise Unsupported("a fixed object that somebody owns")
    return f"flat_owned(s, {convert(b, e.player, 'int')}, {b.memory.interval(e.class_name)})"


# ---- lists


def make_list(b: Body, e: n.MakeCollection) -> str:
    if not isinstance(e.type, Collection) or e.type.shape != "List" or e.keys:
        raise Unsupported("a table or stack")
    b.ctype(e.type, b.range_of(e))
    name = b.make_name("list")
    lines = [f"Flat_list *{name} = flat_new_list(s, z);"]
    of = e.type.of
    for item in e.items:
        lines.append(f"flat_add(s, {name}, {b.translate_element(item, of)});")
    return give(lines, name)


def translate_index(b: Body, e: n.Expr) -> Part:
    """A place in a list; where there is none it is outside."""
    if isinstance(e, n.Convert) and _is_player(e):
        return b.part(e, b.translate(e.value), "int")
    if not b.is_whole(e):
        raise Unsupported("a place with a fraction")
    return b.part(e, b.translate(e))


def _translate_item(b: Body, e: n.ListItem) -> str:
    inner = e.value
    if isinstance(inner, n.Operate) and inner.op == "tile.pieces":
        tile = inner.arguments[0]
        parts = [b.part(tile, b.demand(tile)), translate_index(b, e.key)]
        return b.order(parts, lambda t: f"flat_piece_on(s, {t[0]}, {t[1]})")
    parts = [b.part(inner, b.demand_list(inner)), translate_index(b, e.key)]
    if isinstance(e.type, Collection):
        return b.order(parts, lambda t: f"flat_list_at(s, flat_item(s, {t[0]}, {t[1]}))")
    if e.type is NUMBER and not b.is_whole(e):
        raise Unsupported("a list of such numbers")
    return b.order(parts, lambda t: f"flat_item(s, {t[0]}, {t[1]})")


# ---- calls


def find_callee(b: Body, e: n.Call | n.CallMethod) -> str:
    key = e.function if isinstance(e, n.Call) else f".{e.name}"
    return b.analysis.values.callees.get((b.version, id(e)), key)


def _arguments(
    b: Body, function: n.Function, key: str, given: tuple[tuple[str, n.Expr], ...]
) -> tuple[list[Part], list[str]]:
    """The operands as written, and the parameters in their order."""
    known = dict(given)
    parts = []
    for parameter in function.parameters:
        if parameter.name not in known:
            if not isinstance(parameter.default, n.Literal):
                raise Unsupported("an argument that is worked out when it is missing")
            known[parameter.name] = parameter.default
            given = (*given, (parameter.name, parameter.default))
    types = {p.name: b.variable_type(p.name, p.type, key) for p in function.parameters}
    like = {p.name: p.type for p in function.parameters}
    for name, e in given:
        parts.append(Part(e, types[name], convert(b, e, types[name], like[name])))
    order = [name for name, _ in given]
    return parts, [str(order.index(p.name)) for p in function.parameters]


def translate_call(b: Body, e: n.Call | n.CallMethod, probe: str = "") -> str:
    """`probe`: the version that only says whether there is something in the list."""
    key = find_callee(b, e)
    name, function = _find_function(b, e, key, probe)
    if function.inputs:
        raise Unsupported("a function that asks")
    parts, order = _arguments(b, function, key, e.arguments)
    receiver: list[Part] = []
    if isinstance(e, n.CallMethod):
        text = b.demand(e.value) if e.base is None else translate(b, e.value)
        receiver = [Part(e.value, "int", text)]
    recursive = key.removesuffix(WHOLE_VERSION) in b.analysis.call_graph.recursive

    def made(t: list[str]) -> str:
        first = t[: len(receiver)]
        given = [t[len(receiver) + int(i)] for i in order]
        call = f"{name}({', '.join(['s', 'z', *first, *given])})"
        return _guard(b, e, call) if recursive else call

    return b.order([*receiver, *parts], made)


def _guard(b: Body, e: n.Call | n.CallMethod, call: str) -> str:
    """A call that may lead back here: not too deep."""
    if e.type is NOTHING:
        return give([f"if (flat_deeper(s)) {{ {call}; s->depth--; }}"])
    ctype = b.ctype(e.type, b.analysis.values.result(find_callee(b, e)))
    return give([f"{ctype} result_ = 0;", f"if (flat_deeper(s)) {{ result_ = {call}; s->depth--; }}"], "result_")


def _find_function(b: Body, e: n.Call | n.CallMethod, key: str, probe: str) -> tuple[str, n.Function]:
    if isinstance(e, n.Call):
        return b.functions.ask(None, key + probe), b.analysis.functions[e.function]
    assert isinstance(e.value.type, ClassType)
    class_name = e.base if e.base is not None else e.value.type.name
    owner, function = b.analysis.find_method(class_name, e.name)
    bodies = b.analysis.find_methods(class_name, e.name) if e.base is None else {owner: []}
    if len(bodies) == 1:
        owner = next(iter(bodies))
        return b.functions.ask(owner, key + probe), b.analysis.find_method(owner, e.name)[1]
    return b.functions.ask(f"any {class_name}", key + probe), function
