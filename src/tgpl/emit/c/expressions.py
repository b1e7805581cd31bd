"""Core expressions to C.

In:  an expression. Out: a C expression. C leaves open in which order operands are evaluated, the language does not: where
it could be noticed, operands are put into variables first, inside `({ … })`, which the usual compilers know. Whatever can
stop gets the number of its place in the rule text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.analysis.collection_views import is_doubtful, is_open
from tgpl.core.types import ANY, BOOL, NOTHING, NULL, NUMBER, PLAYER, ROOTS, TEXT, ClassType, Collection, Type, fits
from tgpl.emit.c.analysis import Facts
from tgpl.emit.c.calls import Calls, Names
from tgpl.emit.c.layout import WHOLE, Layout, c_type, from_slot, is_reference, null_of, to_slot
from tgpl.emit.c.numbers import of_group


class Expressions(Calls):
    """Translates the expressions of one body."""

    def __init__(self, layout: Layout, facts: Facts, names: Names, body: str) -> None:
        super().__init__()
        self.layout = layout
        self.facts = facts
        self.names = names
        self.body = self.version = body
        self.has_self = False
        self.has_event = False
        self.watched = body in facts.watched  # what it looks at is to be known
        self.scope: list[tuple[str, Type]] = []  # variables that can be seen, the newest last
        self._temporaries = 0

    def at(self, e: n.Node) -> int:
        return self.layout.at(e.span)

    def fresh(self, word: str = "t") -> str:
        self._temporaries += 1
        return f"{word}{self._temporaries}_"

    def text(self, e: n.Expr, wanted: Type | None = None) -> str:
        """An expression; a null is written as what is wanted has it."""
        if isinstance(e, n.Literal):
            if e.value is None:
                return null_of(wanted if wanted is not None else e.type)
        elif e.type is NUMBER and wanted is not ANY and (whole := self.whole(e)) is not None:
            return whole if wanted is WHOLE else f"(double){whole}"
        if wanted is WHOLE:
            return self.whole(e) or f"(i64){self.text(e, NUMBER)}"
        if wanted is ANY and e.type is not ANY:
            return boxed(self.layout, e.type, self.text(e, e.type))
        text = self._translate(e)
        if self.facts.views and is_doubtful(self.facts.views, e):
            assert isinstance(e.type, ClassType)
            return f"seen_as(G, {text}, {self.layout.interval(e.type.name)}, {self.at(e)})"
        return text

    def _translate(self, e: n.Expr) -> str:
        match e:
            case n.Local():
                constant = self.facts.values.constant(e, self.version)
                return self.layout.local(e.name) if constant is None else self.layout.text(constant)
            case n.Literal():
                return self._literal(e)
            case n.Operate():
                return self._operate(e)
            case n.Arithmetic() | n.Negate():
                return self.arithmetic(e)
            case n.Equal():
                return self._equal(e)
            case n.Logic():
                return self._logic(e)
            case n.This():
                stays = self.facts.fixed.of(e)
                return stays.name if stays is not None else "self"
            case n.IsA():
                return self._is_a(e)
            case n.CallMethod():
                return self._call_method(e)
            case n.Attribute():
                return self._attribute(e)
            case n.Global():
                stays = self.facts.fixed.of(e)
                return stays.name if stays is not None else f"*global_at(G, {self.layout.global_number(e.class_name)})"
            case n.Compare():
                return self.compared(e)
            case n.ListItem():
                return self._list_item(e)
            case n.Call():
                return self._call(e)
            case n.TileAt():
                return self._tile_at(e)
            case n.TableItem():
                return self._table_item(e)
            case n.MakeCollection():
                return self._make_collection(e)
            case n.AsA():
                return self._as_a(e)
            case n.Not():
                return f"!{self.condition(e.value)}"
            case n.Convert():
                return self._convert(e)
            case n.OwnedBy():
                return f"owned_by(G, {self.layout.register(e.class_name)}, {self.text(e.player, PLAYER)}, {self.at(e)})"
            case n.Join():
                return self.joined([(part, part.type, self.text(part)) for part in e.parts], self.at(e))
            case n.Make():
                return self._make(e)
            case n.CallAction():
                return self._call_action(e)
            case n.Event():
                return "event"
            case _:
                assert_never(e)

    def condition(self, e: n.Expr) -> str:
        text = self.text(e, BOOL)
        if self.facts.nulls.possible(e, self.body) and self.range(e).null:
            return f"truth(G, {text}, {self.at(e)})"
        return text

    def present(self, e: n.Expr, at: int) -> str:
        """An object that must be there."""
        text = self.text(e, e.type)
        return text if self.facts.never_null(e) or not self.range(e).null else f"present(G, {text}, {at})"

    def slot(self, e: n.Expr, type_: Type) -> str:
        return to_slot(type_, self.text(e, type_))

    def ordered(self, parts: Sequence[tuple[n.Expr, Type, str]], make: Callable[[list[str]], str]) -> str:
        """Operands (with their type and text) in the order in which they are written."""
        facts = self.facts
        loud = [i for i, (e, _, text) in enumerate(parts) if not facts.quiet(e) or "present(" in text]
        last = loud[-1] if loud else 0
        lines, texts = [], []
        for i, (e, type_, text) in enumerate(parts):
            if i < last and (not facts.calm(e) or "present(" in text):
                name = self.fresh()
                lines.append(f"{c_type(type_)} {name} = {text};")
                text = name
            texts.append(text)
        return f"({{ {' '.join(lines)} {make(texts)}; }})" if lines else make(texts)

    def holding(self, text: str, type_: Type) -> str:
        """A call during which the variables of this block keep what they hold in the game."""
        held = [f"{name} | 1" if isinstance(t, Collection) else name for name, t in self.scope if is_reference(t)]
        held += [f"any_root({name})" for name, t in self.scope if t is ANY]
        held += ["self"] * self.has_self + ["event"] * self.has_event
        if not held:
            return text
        begin = (
            f"Ref held_[] = {{{', '.join(held)}}}; Roots roots_ = {{G->roots, {len(held)}, held_}}; G->roots = &roots_;"
        )
        end = "G->roots = roots_.outer;"
        if type_ is NOTHING:
            return f"({{ {begin} {text}; {end} }})"
        return f"({{ {begin} {c_type(type_)} result_ = {text}; {end} result_; }})"

    # -- names and attributes

    def _literal(self, e: n.Literal) -> str:
        if isinstance(e.value, bool):
            return str(int(e.value))
        if isinstance(e.value, float):
            return repr(e.value)
        assert isinstance(e.value, str)
        return self.layout.text(e.value)

    def _attribute(self, e: n.Attribute) -> str:
        assert isinstance(e.value.type, ClassType)
        if self.watched and self.layout.is_private(e.value.type.name, e.name):
            return self.field(e, f"watched(G, {self.present(e.value, self.at(e))})")
        stays = self.facts.fixed.of(e)
        return stays.name if stays is not None else self.field(e)

    def field(self, e: n.Attribute, obj: str | None = None) -> str:
        """Where an attribute is; `obj` if the object was already looked up."""
        assert isinstance(e.value.type, ClassType)
        struct, field, _ = self.layout.attribute(e.value.type.name, e.name)
        found = obj if obj is not None else self.present(e.value, self.at(e))
        return f"(({struct} *)at_ref(G, {found}))->{field}"

    def _list_item(self, e: n.ListItem) -> str:
        at = self.at(e)
        inner, key = e.value, self.index(e.key)
        word = "_at" if key[1] is WHOLE else ""
        if isinstance(inner, n.Operate) and inner.op == "tile.pieces":  # without making the list
            tile = inner.arguments[0]
            parts = [(tile, tile.type, self.present(tile, self.at(inner))), key]
            return self.ordered(parts, lambda t: f"piece_on{word}(G, {t[0]}, {t[1]}, {self.at(inner)}, {at})")
        parts = [(inner, inner.type, self.text(inner)), key]
        if e.type is ANY:
            return self.ordered(parts, lambda t: f"open_item(G, {t[0]}, {t[1]}, {at})")
        made = self.unless_null(inner, f"list_item{word}", at)
        return self.ordered(parts, lambda t: from_slot(e.type, made(t[0], t[1])))

    def unless_null(self, held: n.Expr, function: str, at: int) -> Callable[..., str]:
        """A call of the runtime that looks whether its collection is there, if that is in question."""
        null = self.range(held).null and not self.facts.never_null(held)

        def made(first: str, *others: str) -> str:
            return f"{function}(G, {', '.join([f'present(G, {first}, {at})' if null else first, *others, str(at)])})"

        return made

    def _table_item(self, e: n.TableItem) -> str:
        at, tag = self.at(e), self.key_tag(e.key)
        parts = [(e.value, e.value.type, self.text(e.value)), (e.key, e.key.type, self.text(e.key))]

        of = self.table_tags(e.value.type)[0]

        def made(t: list[str]) -> str:
            given = f"G, {t[0]}, {tag}, {to_slot(e.key.type, t[1])}"
            if e.type is ANY:
                return f"open_value({given}, {at})"
            return (
                f"table_inner({given}, {of}, {at})"
                if e.grows
                else from_slot(e.type, f"table_item({given}, {of}, {at})")
            )

        return self.ordered(parts, made)

    def table_tags(self, type_: Type) -> tuple[str, str]:
        """What the runtime has to know of a table: the tag of its elements, and its type if nothing is narrower."""
        assert isinstance(type_, Collection)
        return self.layout.tag(type_.of), str(self.known(type_))

    def known(self, type_: Type) -> int:
        """The type that a collection has unless it has a narrower one, so that what is put into it need not be looked at; -1 if
        even what is of that type may have become something else: a list of anything a list of numbers."""
        return -1 if is_open(type_) else self.layout.type(type_)

    def key_tag(self, key: n.Expr) -> str:
        if key.type is NULL:
            return "OBJECT"
        return self.layout.tag(key.type)

    def tile_of_class(self, e: n.TileAt, class_name: str) -> str | None:
        """A tile, if it is of a class: looked up in a table that has only those."""
        stays = self.facts.fixed.of(e.group)
        if stays is None or not stays.tables or self.as_whole(e.first) is None or self.as_whole(e.second) is None:
            return None
        text = self._tile_at(e)
        table = self.facts.fixed.only(stays, class_name)
        return text.replace(f"{stays.tables}_PLACES", table)

    def _tile_at(self, e: n.TileAt) -> str:
        at = self.at(e)
        group = (e.group, e.group.type, self.present(e.group, at))
        first, second = self.as_whole(e.first), self.as_whole(e.second)
        if first is None or second is None:
            return self.ordered(
                [group, self.number(e.first), self.number(e.second)], lambda t: f"tile_at(G, {', '.join(t)}, {at})"
            )
        sides = ""
        grid = of_group(e.group.type, self.layout)
        if grid is not None and grid.rows:
            lines, places = len(grid.rows), max(map(len, grid.rows))
            columns = grid.shape == "hex" and grid.orientation == "column"
            width, height = (lines, places) if columns else (places, lines)
            rows_first = not grid.column_first or (grid.shape == "hex" and not columns)
            sides = f", {height}, {width}, {width}, 1" if rows_first else f", {width}, {height}, 1, {width}"
        stays = self.facts.fixed.of(e.group)
        if sides and stays is not None and stays.tables:
            self.facts.fixed.used.add(stays.tables)
            parts = [(e.first, WHOLE, first), (e.second, WHOLE, second)]
            return self.ordered(parts, lambda t: f"tile_from({stays.tables}_PLACES, {', '.join(t)}{sides})")
        word = "tile_in" if sides else "tile_within"
        return self.ordered(
            [group, (e.first, WHOLE, first), (e.second, WHOLE, second)],
            lambda t: f"{word}(G, {', '.join(t)}{sides})",
        )

    # -- comparing and logic

    def _equal(self, e: n.Equal) -> str:
        left, right = e.left, e.right
        if isinstance(left, n.Literal) and left.value is None:
            left, right = right, left
        type_ = left.type if left.type is not NULL else right.type
        sign = "!=" if e.negated else "=="
        if isinstance(right, n.Literal) and right.value is None:
            if type_ is NUMBER:
                return f"{'!' if e.negated else ''}is_null({self.text(left, NUMBER)})"
            return f"({self.text(left, type_)} {sign} {null_of(type_)})"
        if ANY in (left.type, right.type):
            sides: list[tuple[n.Expr, Type, str]] = [(side, ANY, self.text(side, ANY)) for side in (left, right)]
            return self.ordered(sides, lambda t: f"{'!' if e.negated else ''}same_any(G, {t[0]}, {t[1]})")
        if type_ is NUMBER:
            return self.same_numbers(left, right, e.negated)
        parts = [(side, type_, self.text(side, type_)) for side in (left, right)]
        if type_ is TEXT and not (self.range(left).whole and self.range(right).whole):
            return self.ordered(parts, lambda t: f"{'!' if e.negated else ''}same_text(G, {t[0]}, {t[1]})")
        return self.ordered(parts, lambda t: f"({t[0]} {sign} {t[1]})")

    def _logic(self, e: n.Logic) -> str:
        left, right = self.condition(e.left), self.condition(e.right)
        if e.op in ("&&", "||"):
            return f"({left} {e.op} {right})"
        sign = "!=" if e.op == "^" else e.op
        return self.ordered([(e.left, BOOL, left), (e.right, BOOL, right)], lambda t: f"({t[0]} {sign} {t[1]})")

    # -- texts, conversions and types

    def put(self, type_: Type, text: str, at: int) -> str:
        """Writes a value behind the text that is being put together."""
        if type_ is NULL:
            return 'put_word(G, "null");'
        if isinstance(type_, Collection):
            return f"put_collection(G, {text}, {at});"
        word = "object" if isinstance(type_, ClassType) else {NUMBER: "number", TEXT: "text", BOOL: "bool", PLAYER: "player"}.get(type_)  # type: ignore[call-overload]  # fmt: skip
        if word is None:
            return f"put_slot(G, ANY, slot_of_any({text}), {at});"
        return f"put_{word}(G, {text});"

    def joined(self, parts: list[tuple[n.Expr, Type, str]], at: int, grows: str | None = None) -> str:
        """A new text, or one that grows by some parts; all parts are evaluated before the first is written."""
        lines, puts = [], []
        made = self.fresh("text")
        in_words = False
        for e, type_, text in parts:
            if not self.facts.calm(e):
                name = self.fresh()
                lines.append(f"{c_type(type_)} {name} = {text};")
                text = name
            word = {TEXT: "text", PLAYER: "player", BOOL: "bool"}.get(type_)  # type: ignore[call-overload]
            if word is None and isinstance(type_, ClassType):
                word = "object"
            if word is None:
                in_words = True
                puts.append(self.put(type_, text, at))
                continue
            if in_words:
                puts.append(f"join_words(G, {made}, start_);")
                in_words = False
            puts.append(f"join_{word}(G, {made}, {text});")
        if in_words:
            puts.append(f"join_words(G, {made}, start_);")
        if any("start_" in put for put in puts):
            lines.append("u32 start_ = G->words_length;")
        begin = "join_begin(G)" if grows is None else f"join_more(G, {grows})"
        return f"({{ {' '.join([*lines, f'Ref {made} = {begin};', *puts])} join_end(G, {made}, {at}); }})"

    def _convert(self, e: n.Convert) -> str:
        if e.value.type is ANY:
            found = f"any_expected(G, {self.text(e.value)}, {self.layout.type(e.type)}, {self.at(e)})"
            return from_slot(e.type, found)
        if e.type is NUMBER:
            return f"number_of({self.text(e.value, PLAYER)})"
        literal = e.value.value if isinstance(e.value, n.Literal) else None
        if isinstance(literal, float) and 0.0 <= literal < self.facts.program.players[0]:
            return str(int(literal))
        return self.seated(e.value, self.at(e))

    def _is_a(self, e: n.IsA) -> str:
        own, tested, text = e.value.type, e.tested, self.text(e.value)
        if own is ANY:
            return f"any_is(G, {text}, {self.layout.type(tested)}, {self.at(e)})"
        if isinstance(tested, ClassType) and isinstance(own, ClassType):
            if self.facts.values.always(own, tested):
                return "1" if not self.range(e.value).null and self.facts.calm(e.value) else f"({text} != 0)"
            return f"is_of(G, {text}, {self.layout.interval(tested.name)})"
        if isinstance(tested, Collection) and isinstance(own, Collection):
            return f"collection_is(G, {text}, {self.layout.type(tested)}, {self.at(e)})"
        if own is NUMBER and tested in (NUMBER, PLAYER):
            return f"!is_null({text})"
        if own is tested or (own is PLAYER and tested is NUMBER):
            return f"({text} != {null_of(own)})"
        return f"({{ {text}; 0; }})"  # never, whatever it is

    def _as_a(self, e: n.AsA) -> str:
        own = e.value.type
        if own is NULL:
            return null_of(e.type)
        text = self.text(e.value)
        if fits(own, e.type) or self.facts.values.always(own, e.type):
            return text
        if isinstance(e.value, n.TileAt) and isinstance(e.type, ClassType):
            only = self.tile_of_class(e.value, e.type.name)
            if only is not None:
                return only
        if own is ANY:
            return from_slot(e.type, f"any_as(G, {text}, {self.layout.type(e.type)}, {self.at(e)})")
        if isinstance(e.type, ClassType) and isinstance(own, ClassType):
            return f"as_of(G, {text}, {self.layout.interval(e.type.name)})"
        if isinstance(e.type, Collection) and isinstance(own, Collection):
            return f"collection_as(G, {text}, {self.layout.type(e.type)}, {self.at(e)})"
        return f"({{ {text}; {null_of(e.type)}; }})"

    # -- making things

    def _make(self, e: n.Make) -> str:
        made = f"{self.names.makers[e.class_name]}(G, {self.at(e)})"
        if not e.fills and not e.items:
            return made
        name = self.fresh("made")
        lines, sets = [f"Ref {name} = {made};"], []
        for attribute, value in e.fills:
            if attribute == "discarded" and attribute not in self.layout.classes[e.class_name].attributes:
                struct, field, type_ = "Thing", "discarded", _bool()
            elif attribute == "to" and attribute not in self.layout.classes[e.class_name].attributes:
                struct, field, type_ = "Connection", "to", ROOTS["tile"]
            else:
                struct, field, type_ = self.layout.attribute(e.class_name, attribute)
            temporary = self.fresh()
            lines.append(f"{c_type(type_)} {temporary} = {self.text(value, type_)};")
            sets.append(f"{setter(type_)}(G, &(({struct} *)at_ref(G, {name}))->{field}, {temporary});")
        for item in e.items:
            temporary = self.fresh()
            lines.append(f"Ref {temporary} = {self.text(item, item.type)};")
            sets.append(f"deck_push(G, {name}, {temporary}, 0, {self.at(e)});")
        return f"({{ {' '.join(lines + sets)} {name}; }})"

    def _make_collection(self, e: n.MakeCollection, more: bool = False) -> str:
        """A new one; with `more` it will hardly stay as it is."""
        type_ = e.type
        assert isinstance(type_, Collection)
        each = 3 if type_.shape == "Table" else 1
        size = each * (len(e.items) + 8 * more)
        made = f"items_{'young' if more else 'made'}(G, {self.layout.type(type_)}, {size})"
        if not e.items:
            return made
        name = self.fresh("made")
        lines = [f"Ref {name} = {made};"]
        if e.keys:
            return f"({{ {' '.join(lines + self._pairs(e, type_, name))} {name}; }})"
        for item in e.items:
            value = self.slot(item, type_.of)
            if type_.shape == "Stack":
                lines.append(f"stack_push(G, {name}, {value}, {self.at(e)});")
            else:
                lines.append(f"list_put(G, {name}, {value});")
        return f"({{ {' '.join(lines)} {name}; }})"

    def _pairs(self, e: n.MakeCollection, type_: Collection, name: str) -> list[str]:
        """The pairs of a new table: all are worked out before the first one, whose key may be null, goes in."""
        of = ", ".join(self.table_tags(type_))
        lines = [f"Slot pairs_{name}[{2 * len(e.items)}];"]
        for i, (key, item) in enumerate(zip(e.keys, e.items, strict=True)):
            lines.append(f"pairs_{name}[{2 * i}] = {to_slot(key.type, self.text(key))};")
            lines.append(f"pairs_{name}[{2 * i + 1}] = {self.slot(item, type_.of)};")
        for i, key in enumerate(e.keys):
            pair = f"pairs_{name}[{2 * i}], pairs_{name}[{2 * i + 1}]"
            lines.append(f"table_set(G, {name}, {self.key_tag(key)}, {pair}, {of}, {self.at(e)});")
        return lines

    def is_young(self, e: n.Expr) -> bool:
        """A collection that this very block has made, of exactly the type that it says."""
        return isinstance(e, n.Local) and (self.body, e.name) in self.facts.lists.young

    def _operate(self, e: n.Operate) -> str:
        from tgpl.emit.c.operations import operation

        return operation(self, e)


def boxed(layout: Layout, type_: Type, text: str) -> str:
    """A value as one of any type."""
    if type_ is NULL:
        return f"({{ {text}; ANY_NULL; }})"
    word = {NUMBER: "number", BOOL: "bool", PLAYER: "player"}.get(type_)  # type: ignore[call-overload]
    return f"any_ref({layout.tag(type_)}, {text})" if word is None else f"any_{word}({text})"


def _bool() -> Type:
    return BOOL


def setter(type_: Type) -> str:
    """The runtime's function that writes a value of a type."""
    return {NUMBER: "set_number", BOOL: "set_int", PLAYER: "set_int", ANY: "set_any"}.get(type_, "set_ref")  # type: ignore[call-overload, no-any-return]
