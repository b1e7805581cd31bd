"""Core statements and inputs to C.

In:  a block. Out: lines of C. What a statement declares lives to the end of its block, as in the rules. The functions of
an input that stands in a block get what they use of that block's variables in a frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from tgpl.core import nodes as n
from tgpl.core.types import ANY, BOOL, NOTHING, NUMBER, PLAYER, TEXT, Collection
from tgpl.core.walk import walk
from tgpl.emit.c.expressions import join_texts, key_tag, locate_field, setter, table_tags, translate_collection
from tgpl.emit.c.inputs import input_table
from tgpl.emit.c.layout import WHOLE, c_type, from_slot, null_of, to_slot
from tgpl.emit.c.loops import translate_count, translate_for_each, translate_rounds
from tgpl.emit.c.module import Lines, Operand, indent
from tgpl.emit.c.numbers import combine, translate_index
from tgpl.emit.c.text_ownership import find_appended
from tgpl.emit.python.expressions import size_of
from tgpl.emit.python.statements import find_counting

if TYPE_CHECKING:
    from tgpl.emit.c.context import Context


def translate_statement(context: Context, e: n.Statement) -> Lines:
    match e:
        case n.If():
            return _translate_if(context, e)
        case n.Declare():
            return _translate_declare(context, e)
        case n.Return():
            return _translate_return(context, e)
        case n.Evaluate():
            return [f"{context.translate(e.value)};"]
        case n.Update():
            return _translate_update(context, e)
        case n.Assign():
            return _translate_assign(context, e)
        case n.Block():
            return _translate_nested(context, e)
        case n.ForEach():
            return translate_for_each(context, e)
        case n.Loop():
            condition = "1" if e.condition is None else context.translate_condition(e.condition)
            return [
                f"while ({condition}) {{",
                *translate_rounds(context, e.body, [f"step(G, {context.at(e)});"], e.after),
                "}",
            ]
        case n.Continue():
            return [f"goto {context.next_labels[-1]};"]
        case n.Break():
            return ["break;"]
        case n.Winner():
            return _translate_winner(context, e)
        case n.Ask():
            return translate_ask(context, e.inputs, e)
        case n.Fail():
            return _translate_fail(context, e)
        case n.Cancel():
            return _translate_cancel(context, e)
        case _:
            assert_never(e)


def _translate_inner(context: Context, block: n.Block) -> Lines:
    return indent([*note_empty(context, block), *context.translate_block(block.statements)])


def note_statement(context: Context, statement: n.Statement) -> Lines:
    """That a match came by, where that is wanted."""
    coverage = context.module.coverage
    point = None if coverage is None else coverage.before(statement)
    return [] if point is None else [f"HIT({point});"]


def note_empty(context: Context, block: n.Block) -> Lines:
    """That a match came through a block which does nothing, where that is wanted."""
    coverage = context.module.coverage
    point = None if coverage is None else coverage.inside(block)
    return [] if point is None else [f"HIT({point});"]


def _translate_nested(context: Context, e: n.Block) -> Lines:
    counting = find_counting(e)
    if counting is None:
        return ["{", *indent(context.translate_block(e.statements)), "}"]
    lines = [line for statement in e.statements for line in note_statement(context, statement)]
    lines += translate_count(context, *counting)
    return ["{", *indent(lines), "}"]


# ---- simple statements


def _translate_declare(context: Context, e: n.Declare) -> Lines:
    if isinstance(e.value, n.MakeCollection) and e.type is not ANY:
        value = translate_collection(context, e.value, more=True)
    else:
        value = context.translate(e.value, context.variable_type(e.name, e.type))
    return [f"{context.declare(e.name, e.type)} = {value};"]


def _translate_assign(context: Context, e: n.Assign) -> Lines:
    target = e.target
    type_ = context.variable_type(target.name, target.type) if isinstance(target, n.Local) else target.type
    if isinstance(target, n.Local) and type_ is TEXT and (parts := find_appended(e)) and _grows(context, target.name):
        name = context.layout.local(target.name)
        return [
            f"{name} = {join_texts(context, [context.translate_operand(p) for p in parts], context.at(e.value), name)};"
        ]
    value = context.translate(e.value, type_)
    if isinstance(target, n.Local):
        return [f"{context.layout.local(target.name)} = {value};"]
    first = Operand(e.value, type_, value)
    if isinstance(target, n.Attribute):
        owner = context.demand_operand(target.value, context.at(target))
        made = context.order(
            [first, owner], lambda t: f"{setter(type_)}(G, &{locate_field(context, target, t[1])}, {t[0]})"
        )
        return [f"{made};"]
    return [f"{_store(context, target, first)};"]


def _store(context: Context, target: n.ListItem | n.TableItem | n.Operate, value: Operand) -> str:
    at = context.at(target)
    if isinstance(target, n.Operate):
        struct, field = {"piece.discarded": ("Thing", "discarded"), "connection.to": ("Connection", "to")}[target.op]
        owner = context.demand_operand(target.arguments[0], at)
        place = f"&(({struct} *)at_ref(G, {{0}}))->{field}"
        return context.order([value, owner], lambda t: f"{setter(value.type)}(G, {place.format(t[1])}, {t[0]})")
    held = context.translate_operand(target.value)
    if isinstance(target, n.ListItem):
        key = translate_index(context, target.key)
        word = "list_set_at" if key.type is WHOLE else "list_set"
        if target.type is ANY:
            return context.order([value, held, key], lambda t: f"open_set(G, {t[1]}, {t[2]}, {t[0]}, {at})")
        return context.order(
            [value, held, key], lambda t: f"{word}(G, {t[1]}, {t[2]}, {to_slot(value.type, t[0])}, {at})"
        )
    by, tag = target.key, key_tag(context, target.key)
    parts = [value, held, context.translate_operand(by)]
    of = ", ".join(table_tags(context, target.value.type))

    def made(t: list[str]) -> str:
        if target.type is ANY:
            return f"open_pair(G, {t[1]}, {tag}, {to_slot(by.type, t[2])}, {t[0]}, {at})"
        return f"table_set(G, {t[1]}, {tag}, {to_slot(by.type, t[2])}, {to_slot(value.type, t[0])}, {of}, {at})"

    return context.order(parts, made)


def _translate_update(context: Context, e: n.Update) -> Lines:
    """`x op= y`: what leads to x is looked up once, and x is read before y."""
    target, at = e.target, context.at(e.target)
    type_ = target.type
    c = c_type(type_)
    if isinstance(target, n.Local):
        name = context.layout.local(target.name)
        return [f"{name} = {_update_value(context, e, name)};"]
    lines: Lines = ["{"]
    if isinstance(target, n.Attribute):
        lines.append(f"    {c} *place_ = &{locate_field(context, target)};")
        lines.append(f"    {c} old_ = *place_;")
        lines.append(f"    {setter(type_)}(G, place_, {_update_value(context, e, 'old_')});")
    elif isinstance(target, n.ListItem):
        lines.append(f"    Ref list_ = {context.translate(target.value)};")
        _, kind, index, _ = translate_index(context, target.key)
        word = "_at" if kind is WHOLE else ""
        item = f"list_item{word}(G, present(G, list_, {at}), index_, {at})"
        lines.append(f"    {c_type(kind)} index_ = {index};")
        lines.append(f"    {c} old_ = {from_slot(type_, item)};")
        lines.append(
            f"    list_set{word}(G, list_, index_, {to_slot(type_, _update_value(context, e, 'old_'))}, {at});"
        )
    elif isinstance(target, n.TableItem):
        tag = key_tag(context, target.key)
        of, known = table_tags(context, target.value.type)
        lines.append(f"    Ref table_ = {context.translate(target.value)};")
        lines.append(f"    Slot key_ = {to_slot(target.key.type, context.translate(target.key))};")
        lines.append(f"    {c} old_ = {from_slot(type_, f'table_item(G, table_, {tag}, key_, {of}, {at})')};")
        new = to_slot(type_, _update_value(context, e, "old_"))
        lines.append(f"    table_set(G, table_, {tag}, key_, {new}, {of}, {known}, {at});")
    else:
        assert isinstance(target, n.Operate) and target.op == "piece.discarded"
        thing = context.demand(target.arguments[0], at)
        lines.append(f"    {c} *place_ = &((Thing *)at_ref(G, {thing}))->discarded;")
        lines.append(f"    {c} old_ = *place_;")
        lines.append(f"    set_int(G, place_, {_update_value(context, e, 'old_')});")
    return [*lines, "}"]


def _update_value(context: Context, e: n.Update, old: str) -> str:
    type_, at = e.target.type, context.at(e)
    if type_ is TEXT:
        if isinstance(e.target, n.Local) and _grows(context, e.target.name):
            return join_texts(context, [context.translate_operand(e.value)], at, old)
        known = n.Local(e.span, TEXT, "")  # already in a variable
        return join_texts(context, [Operand(known, TEXT, old), context.translate_operand(e.value)], at)
    if type_ is BOOL:
        left = f"truth(G, {old}, {at})" if context.analysis.nullability.can_be_null(e.target, context.key) else old
        sign = "!=" if e.op == "^" else e.op
        right = context.translate_condition(e.value)
        if left == old:
            return f"{left} {sign} {right}"
        return f"({{ Bool left_ = {left}; left_ {sign} {right}; }})"
    if isinstance(e.target, n.Local) and context.variable_type(e.target.name, type_) is WHOLE:
        return _update_whole(context, e, old)
    old_range, value_range = context.range_of(e.target), context.range_of(e.value)
    if type_ is PLAYER:
        whole = context.find_whole(e.value)
        if whole is not None and not old_range.null and e.op in "+-":
            least, most = context.analysis.program.players
            return f"wrapped((i64){old} {e.op} {whole}, {most if least == most else 'G->players'})"
        old = f"number_of({old})"
    right = context.translate(e.value, NUMBER) if e.value.type is NUMBER else f"number_of({context.translate(e.value)})"
    text = combine(context, e, e.op, old, right, old_range, value_range)
    if type_ is PLAYER:
        return f"seat(G, {text}, {at})"
    sure = (e.op in "+-" and size_of(e.value) < 960.0) or (e.op == "*" and size_of(e.value) <= 0.0)
    return text if sure else f"in_range(G, {text}, {at})"


def _update_whole(context: Context, e: n.Update, old: str) -> str:
    """A whole number that stays one."""
    at, value = context.at(e), context.range_of(e.value)
    right = context.translate(e.value, WHOLE)
    if value.null:
        right = f"(i64)needed(G, {context.translate(e.value, NUMBER)}, {at})"
    if e.op == "%" and value.low <= 0.0 <= value.high:
        return f"whole_rest(G, {old}, {right}, {at})"
    return f"{old} {e.op} {right}"


def _grows(context: Context, name: str) -> bool:
    """Whether the text in a variable is held by nothing else."""
    return (context.key, name) in context.analysis.appendable


# ---- branches and loops


def _translate_if(context: Context, e: n.If) -> Lines:
    lines: Lines = []
    for i, (condition, body) in enumerate(e.branches):
        lines.append(f"{'} else ' if i else ''}if ({context.translate_condition(condition)}) {{")
        lines += _translate_inner(context, body)
    coverage = context.module.coverage
    if e.otherwise is not None and e.otherwise.statements:
        lines += ["} else {", *_translate_inner(context, e.otherwise)]
    elif coverage is not None and (point := coverage.skip(e)) is not None:
        lines += ["} else {", f"    HIT({point});"]
    return [*lines, "}"]


# ---- endings


def _translate_return(context: Context, e: n.Return) -> Lines:
    if e.value is None:
        return ["return;" if context.returns is None else f"return {null_of(context.returns)};"]
    if context.in_test:
        condition = context.translate_condition(e.value)
        return [
            f"return {condition};" if context.judged is None else f"return judged(G, {context.judged}, {condition});"
        ]
    return [f"return {context.translate(e.value, context.returns)};"]


def _translate_winner(context: Context, e: n.Winner) -> Lines:
    if isinstance(e.value.type, Collection):
        return [f"ranking_is(G, {context.translate(e.value)}, {context.at(e)});"]
    return [f"winner_is(G, {context.translate(e.value, PLAYER)}, {context.at(e)});"]


def _translate_fail(context: Context, e: n.Fail) -> Lines:
    put = 'put_word(G, "This move is not possible.");'
    lines = []
    if e.message is not None:
        lines.append(f"Ref message_ = {context.translate(e.message, TEXT)};")
        put = "if (message_) put_text(G, message_); else " + put
    lines += ["u32 start_ = G->words_length;", put, f"fail_with(G, start_, {context.at(e)});"]
    return ["{", *indent(lines), "}"]


def _translate_cancel(context: Context, e: n.Cancel) -> Lines:
    lines = ["u32 start_ = G->words_length;"]
    if e.message is not None:
        lines.append(f"Ref message_ = {context.translate(e.message, TEXT)};")
        lines.append("if (message_) put_text(G, message_);")
    lines.append(f"cancel_with(G, start_, {int(e.whole)}, {context.at(e)});")
    return ["{", *indent(lines), "}"]


# ---- inputs inside a block


def translate_ask(context: Context, inputs: tuple[n.Input, ...], e: n.Node) -> Lines:
    """Declares the variables of some inputs, in order."""
    own = {one.name for one in inputs}
    used = {node.name for node in walk(*inputs) if isinstance(node, n.Local)} - own
    captured = list(
        dict.fromkeys((name, t) for name, t in context.scope if name in {context.layout.local(u) for u in used})
    )
    table = input_table(context, inputs, captured, context.at(e))
    frame = context.make_name("frame")
    first = 2 + len(captured)
    values = [
        "slot_of(self)" if context.has_self else "slot_of(0)",
        "slot_of(event)" if context.has_event else "slot_of(0)",
    ]
    values += [to_slot(type_, name) for name, type_ in captured]
    lines = [f"Slot {frame}[{first + len(inputs)}] = {{{', '.join(values)}}};"]
    owner = "self" if context.has_self else "0"
    asked = f"ask_for(G, {table}, {len(inputs)}, {frame}, {first}, {owner}, {context.at(e)})"
    lines.append(f"{context.keep_roots(asked, NOTHING)};")
    for i, one in enumerate(inputs):
        kind = context.variable_type(one.name, one.type)
        lines.append(f"{context.declare(one.name, one.type)} = {from_slot(kind, f'{frame}[{first + i}]')};")
    return lines
