"""Core expressions to C, kind by kind; numbers, calls and operations have modules of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.analysis.collection_views import is_open
from tgpl.core.types import (
    ANY,
    BOOL,
    NULL,
    NUMBER,
    PLAYER,
    ROOTS,
    TEXT,
    ClassType,
    Collection,
    KindType,
    Type,
    fits,
    is_symbol,
)
from tgpl.emit.c.layout import WHOLE, MemoryLayout, c_type, from_slot, null_of, to_slot
from tgpl.emit.c.module import Operand
from tgpl.emit.c.numbers import translate_index, translate_same_numbers, translate_seat

if TYPE_CHECKING:
    from tgpl.emit.c.context import Context

_WORDS: dict[Type, str] = {NUMBER: "number", TEXT: "text", BOOL: "bool", PLAYER: "player"}
_SETTERS: dict[Type, str] = {NUMBER: "set_number", BOOL: "set_int", PLAYER: "set_int", ANY: "set_any"}


def _word_of(type_: Type) -> str | None:
    """What the runtime's functions for such values are called by."""
    if is_symbol(type_):
        return "symbol"
    return "object" if isinstance(type_, ClassType) else _WORDS.get(type_)


# ---- names and attributes


def translate_literal(context: Context, e: n.Literal) -> str:
    if isinstance(e.value, bool):
        return str(int(e.value))
    if isinstance(e.value, float):
        return repr(e.value)
    assert isinstance(e.value, str)
    return context.layout.text(e.value)


def translate_attribute(context: Context, e: n.Attribute) -> str:
    assert isinstance(e.value.type, ClassType)
    hidden = context.layout.hides(e.value.type.name, e.name) if context.watched else 0
    if hidden:
        return locate_field(context, e, f"watched(G, {context.demand(e.value, context.at(e))}, {hidden})")
    static = context.analysis.static_objects.find(e)
    return static.name if static is not None else locate_field(context, e)


def locate_field(context: Context, e: n.Attribute, obj: str | None = None) -> str:
    """Where an attribute is; `obj` if the object was already looked up."""
    assert isinstance(e.value.type, ClassType)
    struct, field, _ = context.layout.attribute(e.value.type.name, e.name)
    found = obj if obj is not None else context.demand(e.value, context.at(e))
    return f"(({struct} *)at_ref(G, {found}))->{field}"


def translate_list_item(context: Context, e: n.ListItem) -> str:
    at = context.at(e)
    inner, key = e.value, translate_index(context, e.key)
    word = "_at" if key.type is WHOLE else ""
    if isinstance(inner, n.Operate) and inner.op == "tile.pieces":  # without making the list
        tile = inner.arguments[0]
        parts = [context.demand_operand(tile, context.at(inner)), key]
        return context.order(parts, lambda t: f"piece_on{word}(G, {t[0]}, {t[1]}, {context.at(inner)}, {at})")
    parts = [context.translate_operand(inner), key]
    if e.type is ANY:
        return context.order(parts, lambda t: f"open_item(G, {t[0]}, {t[1]}, {at})")
    made = call_present(context, inner, f"list_item{word}", at)
    return context.order(parts, lambda t: from_slot(e.type, made(t[0], t[1])))


def call_present(context: Context, held: n.Expr, function: str, at: int) -> Callable[..., str]:
    """A call of the runtime that looks whether its collection is there, if that is in question."""
    null = context.range_of(held).null and not context.analysis.is_never_null(held)

    def made(first: str, *others: str) -> str:
        return f"{function}(G, {', '.join([f'present(G, {first}, {at})' if null else first, *others, str(at)])})"

    return made


def translate_table_item(context: Context, e: n.TableItem) -> str:
    at, tag = context.at(e), key_tag(context, e.key)
    parts = [context.translate_operand(e.value), context.translate_operand(e.key)]

    of = table_tags(context, e.value.type)[0]

    def made(t: list[str]) -> str:
        given = f"G, {t[0]}, {tag}, {to_slot(e.key.type, t[1])}"
        if e.type is ANY:
            return f"open_value({given}, {at})"
        return f"table_inner({given}, {of}, {at})" if e.grows else from_slot(e.type, f"table_item({given}, {of}, {at})")

    return context.order(parts, made)


def table_tags(context: Context, type_: Type) -> tuple[str, str]:
    """What the runtime has to know of a table: the tag of its elements, and its type if nothing is narrower."""
    assert isinstance(type_, Collection)
    return context.layout.tag(type_.of), str(known_type(context, type_))


def known_type(context: Context, type_: Type) -> int:
    """The type that a collection has unless it has a narrower one, so that what is put into it need not be looked at; -1 if
    even what is of that type may have become something else: a list of anything a list of numbers."""
    return -1 if is_open(type_) else context.layout.type(type_)


def key_tag(context: Context, key: n.Expr) -> str:
    if key.type is NULL:
        return "OBJECT"
    return context.layout.tag(key.type)


def _find_tile_of_class(context: Context, e: n.TileAt, class_name: str) -> str | None:
    """A tile, if it is of a class: looked up in a table that has only those."""
    static = context.analysis.static_objects.find(e.group)
    if static is None or not static.tables or _grid_of(e.group.type, context.layout) is None:
        return None
    if context.to_whole(e.first) is None or context.to_whole(e.second) is None:
        return None
    return translate_tile_at(context, e, class_name)


def _grid_of(type_: Type, layout: MemoryLayout) -> n.Geometry | None:
    """The grid of a group, if all groups of its type have the same."""
    if not isinstance(type_, ClassType) or len(layout.within(type_.name)) > 1:
        return None
    return layout.geometry(type_.name)


def translate_tile_at(context: Context, e: n.TileAt, only: str | None = None) -> str:
    """`only`: where its table is known, a tile of another class than this one is none."""
    at = context.at(e)
    group = context.demand_operand(e.group, at)
    first, second = context.to_whole(e.first), context.to_whole(e.second)
    if first is None or second is None:
        return context.order(
            [group, context.translate_operand(e.first, NUMBER), context.translate_operand(e.second, NUMBER)],
            lambda t: f"tile_at(G, {', '.join(t)}, {at})",
        )
    sides = ""
    grid = _grid_of(e.group.type, context.layout)
    if grid is not None and grid.rows:
        lines, places = len(grid.rows), max(map(len, grid.rows))
        columns = grid.shape == "hex" and grid.orientation == "column"
        width, height = (lines, places) if columns else (places, lines)
        rows_first = not grid.column_first or (grid.shape == "hex" and not columns)
        sides = f", {height}, {width}, {width}, 1" if rows_first else f", {width}, {height}, 1, {width}"
    static = context.analysis.static_objects.find(e.group)
    if sides and static is not None and static.tables:
        table = context.analysis.static_objects.table_of(static, only)
        parts = [Operand(e.first, WHOLE, first), Operand(e.second, WHOLE, second)]
        return context.order(parts, lambda t: f"tile_from({table}, {', '.join(t)}{sides})")
    word = "tile_in" if sides else "tile_within"
    return context.order(
        [group, Operand(e.first, WHOLE, first), Operand(e.second, WHOLE, second)],
        lambda t: f"{word}(G, {', '.join(t)}{sides})",
    )


# ---- comparing and logic


def translate_equal(context: Context, e: n.Equal) -> str:
    left, right = e.left, e.right
    if isinstance(left, n.Literal) and left.value is None:
        left, right = right, left
    type_ = left.type if left.type is not NULL else right.type
    sign = "!=" if e.negated else "=="
    if isinstance(right, n.Literal) and right.value is None:
        if type_ is NUMBER:
            return f"{'!' if e.negated else ''}is_null({context.translate(left, NUMBER)})"
        return f"({context.translate(left, type_)} {sign} {null_of(type_)})"
    if ANY in (left.type, right.type):
        sides: list[Operand] = [context.translate_operand(side, ANY) for side in (left, right)]
        return context.order(sides, lambda t: f"{'!' if e.negated else ''}same_any(G, {t[0]}, {t[1]})")
    if type_ is NUMBER:
        return translate_same_numbers(context, left, right, e.negated)
    parts = [context.translate_operand(side, type_) for side in (left, right)]
    if type_ is TEXT and not (context.range_of(left).whole and context.range_of(right).whole):
        return context.order(parts, lambda t: f"{'!' if e.negated else ''}same_text(G, {t[0]}, {t[1]})")
    return context.order(parts, lambda t: f"({t[0]} {sign} {t[1]})")


def translate_logic(context: Context, e: n.Logic) -> str:
    left, right = context.translate_condition(e.left), context.translate_condition(e.right)
    if e.op in ("&&", "||"):
        return f"({left} {e.op} {right})"
    sign = "!=" if e.op == "^" else e.op
    return context.order(
        [Operand(e.left, BOOL, left), Operand(e.right, BOOL, right)], lambda t: f"({t[0]} {sign} {t[1]})"
    )


def translate_choose(context: Context, e: n.Choose) -> str:
    yes, no = context.translate(e.yes, e.type), context.translate(e.no, e.type)
    return f"({context.translate_condition(e.condition)} ? {yes} : {no})"


# ---- texts, conversions and types


def _is_put(type_: Type) -> bool:
    """Whether a value is written out before it becomes part of a text."""
    return type_ is NUMBER or _word_of(type_) is None


def put_value(context: Context, type_: Type, text: str, at: int) -> str:
    """Writes a value behind the text that is being put together."""
    if type_ is NULL:
        return 'put_word(G, "null");'
    if isinstance(type_, Collection):
        return f"put_collection(G, {text}, {at});"
    word = _word_of(type_)
    if word is None:
        return f"put_slot(G, ANY, slot_of_any({text}), {at});"
    return f"put_{word}(G, {text});"


def join_texts(context: Context, parts: list[Operand], at: int, grows: str | None = None) -> str:
    """A new text, or one that grows by some parts; all parts are evaluated before the first is written."""
    lines, puts = [], []
    made = context.make_name("text")
    in_words = False
    for e, type_, text, _ in parts:
        if not context.analysis.is_stable(e):
            name = context.make_name()
            lines.append(f"{c_type(type_)} {name} = {text};")
            text = name
        if _is_put(type_):
            in_words = True
            puts.append(put_value(context, type_, text, at))
            continue
        if in_words:
            puts.append(f"join_words(G, {made}, start_);")
            in_words = False
        puts.append(f"join_{_word_of(type_)}(G, {made}, {text});")
    if in_words:
        puts.append(f"join_words(G, {made}, start_);")
    if any(_is_put(type_) for _, type_, _, _ in parts):
        lines.append("u32 start_ = G->words_length;")
    begin = "join_begin(G)" if grows is None else f"join_more(G, {grows})"
    return f"({{ {' '.join([*lines, f'Ref {made} = {begin};', *puts])} join_end(G, {made}, {at}); }})"


def translate_convert(context: Context, e: n.Convert) -> str:
    if e.value.type is ANY:
        found = f"any_expected(G, {context.translate(e.value)}, {context.layout.type(e.type)}, {context.at(e)})"
        return from_slot(e.type, found)
    if e.type is NUMBER:
        return f"number_of({context.translate(e.value, PLAYER)})"
    literal = e.value.value if isinstance(e.value, n.Literal) else None
    if isinstance(literal, float) and 0.0 <= literal < context.analysis.program.players[0]:
        return str(int(literal))
    return translate_seat(context, e.value, context.at(e))


def translate_is_a(context: Context, e: n.IsA) -> str:
    own, tested, text = e.value.type, e.tested, context.translate(e.value)
    if own is ANY:
        return f"any_is(G, {text}, {context.layout.type(tested)}, {context.at(e)})"
    if isinstance(tested, ClassType) and isinstance(own, ClassType):
        if context.analysis.values.is_always(own, tested):
            return (
                "1" if not context.range_of(e.value).null and context.analysis.is_stable(e.value) else f"({text} != 0)"
            )
        return f"is_of(G, {text}, {context.layout.interval(tested.name)})"
    if isinstance(tested, Collection) and isinstance(own, Collection):
        return f"collection_is(G, {text}, {context.layout.type(tested)}, {context.at(e)})"
    if isinstance(tested, KindType) and isinstance(own, KindType) and not fits(own, tested):
        first, last = context.layout.symbols_within(tested)
        return f"symbol_is({text}, {first}, {last})"
    if own is NUMBER and tested in (NUMBER, PLAYER):
        return f"!is_null({text})"
    if own is tested or (own is PLAYER and tested is NUMBER) or (isinstance(own, KindType) and fits(own, tested)):
        return f"({text} != {null_of(own)})"
    return f"({{ {text}; 0; }})"  # never, whatever it is


def translate_as_a(context: Context, e: n.AsA) -> str:
    own = e.value.type
    if own is NULL:
        return null_of(e.type)
    text = context.translate(e.value)
    if fits(own, e.type) or context.analysis.values.is_always(own, e.type):
        return text
    if isinstance(e.value, n.TileAt) and isinstance(e.type, ClassType):
        only = _find_tile_of_class(context, e.value, e.type.name)
        if only is not None:
            return only
    if own is ANY:
        return from_slot(e.type, f"any_as(G, {text}, {context.layout.type(e.type)}, {context.at(e)})")
    if isinstance(e.type, ClassType) and isinstance(own, ClassType):
        return f"as_of(G, {text}, {context.layout.interval(e.type.name)})"
    if isinstance(e.type, KindType) and isinstance(own, KindType):
        first, last = context.layout.symbols_within(e.type)
        return f"symbol_as({text}, {first}, {last})"
    if isinstance(e.type, Collection) and isinstance(own, Collection):
        return f"collection_as(G, {text}, {context.layout.type(e.type)}, {context.at(e)})"
    return f"({{ {text}; {null_of(e.type)}; }})"


# ---- making things


def translate_make(context: Context, e: n.Make) -> str:
    made = f"{context.names.makers[e.class_name]}(G, {context.at(e)})"
    if not e.fills and not e.items:
        return made
    name = context.make_name("made")
    lines, sets = [f"Ref {name} = {made};"], []
    for attribute, value in e.fills:
        type_: Type
        if attribute == "discarded" and attribute not in context.layout.classes[e.class_name].attributes:
            struct, field, type_ = "Thing", "discarded", BOOL
        elif attribute == "to" and attribute not in context.layout.classes[e.class_name].attributes:
            struct, field, type_ = "Connection", "to", ROOTS["tile"]
        else:
            struct, field, type_ = context.layout.attribute(e.class_name, attribute)
        temporary = context.make_name()
        lines.append(f"{c_type(type_)} {temporary} = {context.translate(value, type_)};")
        sets.append(f"{setter(type_)}(G, &(({struct} *)at_ref(G, {name}))->{field}, {temporary});")
    for item in e.items:
        temporary = context.make_name()
        lines.append(f"Ref {temporary} = {context.translate(item, item.type)};")
        sets.append(f"deck_push(G, {name}, {temporary}, 0, {context.at(e)});")
    return f"({{ {' '.join(lines + sets)} {name}; }})"


def translate_collection(context: Context, e: n.MakeCollection, more: bool = False) -> str:
    """A new one; with `more` it will hardly stay as it is."""
    type_ = e.type
    assert isinstance(type_, Collection)
    each = 3 if type_.shape == "Table" else 1
    size = each * (len(e.items) + 8 * more)
    made = f"items_{'young' if more else 'made'}(G, {context.layout.type(type_)}, {size})"
    if not e.items:
        return made
    name = context.make_name("made")
    lines = [f"Ref {name} = {made};"]
    if e.keys:
        return f"({{ {' '.join(lines + _fill_pairs(context, e, type_, name))} {name}; }})"
    for item in e.items:
        value = to_slot(type_.of, context.translate(item, type_.of))
        if type_.shape == "Stack":
            lines.append(f"stack_push(G, {name}, {value}, {context.at(e)});")
        else:
            lines.append(f"list_put(G, {name}, {value});")
    return f"({{ {' '.join(lines)} {name}; }})"


def _fill_pairs(context: Context, e: n.MakeCollection, type_: Collection, name: str) -> list[str]:
    """The pairs of a new table: all are worked out before the first one, whose key may be null, goes in."""
    of = ", ".join(table_tags(context, type_))
    lines = [f"Slot pairs_{name}[{2 * len(e.items)}];"]
    for i, (key, item) in enumerate(zip(e.keys, e.items, strict=True)):
        lines.append(f"pairs_{name}[{2 * i}] = {to_slot(key.type, context.translate(key))};")
        lines.append(f"pairs_{name}[{2 * i + 1}] = {to_slot(type_.of, context.translate(item, type_.of))};")
    for i, key in enumerate(e.keys):
        pair = f"pairs_{name}[{2 * i}], pairs_{name}[{2 * i + 1}]"
        lines.append(f"table_set(G, {name}, {key_tag(context, key)}, {pair}, {of}, {context.at(e)});")
    return lines


def is_made_here(context: Context, e: n.Expr) -> bool:
    """A collection that this very block has made, of exactly the type that it says."""
    return isinstance(e, n.Local) and (context.key, e.name) in context.analysis.list_ownership.made_here


def box(layout: MemoryLayout, type_: Type, text: str) -> str:
    """A value as one of any type."""
    if type_ is NULL:
        return f"({{ {text}; ANY_NULL; }})"
    if type_ in (NUMBER, BOOL, PLAYER):
        return f"any_{_WORDS[type_]}({text})"
    return f"any_ref({layout.tag(type_)}, {text})"


def setter(type_: Type) -> str:
    """The runtime's function that writes a value of a type."""
    return _SETTERS.get(type_, "set_ref")
