"""Core statements to C, on flat states. One with a part that is not supported gives the match up."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NUMBER, PLAYER, TEXT, ClassType, Collection
from tgpl.emit.c.layout import remark
from tgpl.emit.playout.expressions import locate, row_type, translate_index, translate_seat
from tgpl.emit.playout.functions import Lines, indent, null_of
from tgpl.emit.playout.inputs import translate_ask
from tgpl.emit.playout.layout import Unsupported
from tgpl.emit.playout.loops import translate_count, translate_for_each, translate_loop
from tgpl.emit.playout.probes import translate_gathering
from tgpl.emit.python.statements import find_counting

if TYPE_CHECKING:
    from tgpl.emit.playout.body import Body


def translate_block(b: Body, block: tuple[n.Statement, ...]) -> Lines:
    lines: Lines = []
    for statement in block:
        try:
            lines += _translate(b, statement)
        except Unsupported as why:
            lines.append(f"flat_bail(s); {remark(str(why))}")
            return [*lines, *leave(b)]
    return lines


def leave(b: Body) -> Lines:
    """Out of the function, with anything."""
    return (
        ["return;"] if b.returns is None else [f"return {0 if b.returns != 'Flat_list *' else 'flat_new_list(s, z)'};"]
    )


def _translate(b: Body, e: n.Statement) -> Lines:
    if b.gathered is not None and (known := translate_gathering(b, e)) is not None:
        return known
    match e:
        case n.Block():
            return ["{", *indent(_translate_inner(b, e)), "}"]
        case n.Declare():
            ctype = b.variable_type(e.name, e.type)
            b.scope[e.name] = e.type
            return [f"{ctype} {b.memory.local(e.name)} = {b.convert(e.value, ctype, e.type)};"]
        case n.Assign():
            return _translate_assign(b, e)
        case n.Update():
            return _translate_update(b, e)
        case n.If():
            return _translate_if(b, e)
        case n.Loop():
            return translate_loop(b, e, b.translate_block)
        case n.ForEach():
            return translate_for_each(b, e, b.translate_block)
        case n.Break():
            return ["break;"]
        case n.Continue():
            return ["continue;"]
        case n.Return():
            return _translate_return(b, e)
        case n.Evaluate():
            return [f"{b.translate(e.value)};"]
        case n.Winner():
            return _translate_winner(b, e)
        case n.Ask():
            return translate_ask(b, e)
        case n.Fail() | n.Cancel():
            raise Unsupported("a move that is taken back")
        case _:
            assert_never(e)


def _translate_inner(b: Body, e: n.Block) -> Lines:
    counting = find_counting(e)
    if counting is None:
        return b.translate_block(e.statements)
    scope = dict(b.scope)
    try:
        return translate_count(b, *counting, b.translate_block)
    finally:
        b.scope = scope


def _translate_if(b: Body, e: n.If) -> Lines:
    lines: Lines = []
    for i, (condition, body) in enumerate(e.branches):
        lines.append(f"{'} else ' if i else ''}if ({b.translate_condition(condition)}) {{")
        lines += indent(b.translate_block(body.statements))
    if e.otherwise is not None and e.otherwise.statements:
        lines += ["} else {", *indent(b.translate_block(e.otherwise.statements))]
    return [*lines, "}"]


def _translate_assign(b: Body, e: n.Assign) -> Lines:
    target = e.target
    if isinstance(target, n.Local):
        ctype = b.variable_type(target.name, target.type)
        return [f"{b.memory.local(target.name)} = {b.convert(e.value, ctype, target.type)};"]
    if isinstance(target, n.Attribute):
        row = _row_of(b, target)
        if isinstance(target.type, Collection):
            if not isinstance(e.value, n.MakeCollection):
                raise Unsupported("a list that two hold")
            return [f"{locate(b, target)} = (i16)flat_keep_list(s, {b.translate(e.value)});"]
        if target.type is TEXT and not b.range_of(e.value).whole:
            raise Unsupported("a text that is put together")
        value = b.convert(e.value, row_type(row), target.type)
        if not b.analysis.is_pure(e.value):  # what leads to it may be another behind that
            name = b.make_name()
            return [f"{row_type(row)} {name} = {value};", f"{locate(b, target)} = ({row}){name};"]
        return [f"{locate(b, target)} = ({row}){value};"]
    if isinstance(target, n.ListItem):
        assert isinstance(target.value.type, Collection)
        parts = [
            b.part(e.value, b.translate_element(e.value, target.value.type.of), "int"),
            b.part(target.value, b.demand_list(target.value)),
            translate_index(b, target.key),
        ]
        return [b.order(parts, lambda t: f"flat_set_item(s, {t[1]}, {t[2]}, {t[0]})") + ";"]
    raise Unsupported("what is written to")


def _row_of(b: Body, target: n.Attribute) -> str:
    assert isinstance(target.value.type, ClassType)
    if target.value.type.kind == "event":
        raise Unsupported("an event")
    return b.layout.row(target.value.type.name, target.name).element


def _translate_update(b: Body, e: n.Update) -> Lines:
    target = e.target
    if isinstance(target, n.Local):
        ctype = b.variable_type(target.name, target.type)
        name = b.memory.local(target.name)
        return [f"{name} = {_update(b, e, name, ctype)};"]
    if not isinstance(target, n.Attribute):
        raise Unsupported("what is updated")
    row = _row_of(b, target)
    place = b.make_name("place")
    lines = [f"{row} *{place} = &{locate(b, target)};"]
    lines.append(f"{row_type(row)} old_ = *{place};")
    lines.append(f"*{place} = ({row})({_update(b, e, 'old_', row_type(row))});")
    return ["{", *indent(lines), "}"]


def _update(b: Body, e: n.Update, old: str, ctype: str) -> str:
    type_, known = e.target.type, b.range_of(e.target)
    if type_ is BOOL:
        if known.null:
            raise Unsupported("a bool that may be null")
        sign = "!=" if e.op == "^" else e.op
        return f"({old} {sign} {b.translate_condition(e.value)})"
    if type_ is PLAYER:
        least, most = b.module.program.players
        if known.null or e.op not in "+-" or not b.is_whole(e.value):
            raise Unsupported("a player that is worked out")
        return f"flat_wrap({old} {e.op} {b.translate(e.value)}, {most if least == most else 's->players'})"
    if type_ is not NUMBER or e.value.type is not NUMBER:
        raise Unsupported("what is updated")
    if ctype != "double":
        value = b.range_of(e.value)
        if not b.is_whole(e.value) or (e.op == "%" and value.low <= 0.0 <= value.high) or e.op not in "+-*%":
            raise Unsupported("a whole number that may become another")
        right = b.translate(e.value)
        return f"flat_rest({old}, {right})" if e.op == "%" else f"{old} {e.op} {right}"
    if e.op not in "+-*/":
        raise Unsupported(f"{e.op}=")
    # a null is no number to C either: what is made of it is not finite
    return f"flat_finite(s, {old} {e.op} {b.convert(e.value, 'double')})"


def _translate_return(b: Body, e: n.Return) -> Lines:
    if e.value is None:
        return leave(b)
    if b.in_test:
        return [f"return {b.translate_condition(e.value)};"]
    assert b.returns is not None
    if isinstance(e.value, n.Literal) and e.value.value is None:
        return [f"return {null_of(b.returned or e.value.type)};"]
    return [f"return {b.convert(e.value, b.returns, b.returned)};"]


def _translate_winner(b: Body, e: n.Winner) -> Lines:
    if e.value.type is PLAYER:
        return [f"flat_win(s, {b.translate(e.value)});", *leave(b)]
    if e.value.type is NUMBER:
        return [f"flat_win(s, {translate_seat(b, e.value)});", *leave(b)]
    if not isinstance(e.value, n.MakeCollection):
        raise Unsupported("a ranking that is worked out")
    lines = ["s->ranked = 0;"]
    for place in e.value.items:
        if not isinstance(place, n.MakeCollection):
            raise Unsupported("a ranking that is worked out")
        lines.append("flat_rank_next(s);")
        for player in place.items:
            text = translate_seat(b, player) if player.type is NUMBER else b.translate(player)
            lines.append(f"flat_rank_player(s, {text});")
    return ["if (!s->stop) {", *indent([*lines, "s->stop = FLAT_OVER;"]), "}", *leave(b)]
