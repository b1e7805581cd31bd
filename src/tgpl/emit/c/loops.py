"""Loops over lists to C: without making the list where what it would hold is at hand."""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.analysis.collection_views import walks_doubtfully
from tgpl.core.types import ANY, NUMBER, PLAYER, ClassType, Collection, Type
from tgpl.emit.c.expressions import Expressions
from tgpl.emit.c.layout import WHOLE, from_slot
from tgpl.emit.c.static_objects import Stays

Lines = list[str]


def indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


class Loops(Expressions):
    """The part of `Statements` that is about `for (x in list)`."""

    def declared(self, name: str, type_: Type) -> str:
        raise NotImplementedError

    def rounds(self, body: n.Block, first: Lines, after: tuple[n.Statement, ...] = ()) -> Lines:
        raise NotImplementedError

    def for_each(self, e: n.ForEach) -> Lines:
        depth = len(self.scope)
        lines = self._at_hand(e) or self._listed(e)
        del self.scope[depth:]
        return ["{", *indented(lines), "}"]

    def _at_hand(self, e: n.ForEach) -> Lines | None:
        values, at = e.values, self.at(e.values)
        if not isinstance(values, n.Operate):
            return None
        i = self.fresh("i")
        if values.op == "player.all":
            value = i if self.held(e.name, e.type) is not NUMBER else f"(double){i}"
            return self._counted(e, i, "(u32)G->players", value)
        if values.op == "group.tiles" and "group.add" not in self.facts.operations:
            stays = self.facts.fixed.of(values.arguments[0])
            return self._fixed_tiles(e, i, stays) if stays is not None and stays.tables else None
        if values.op == "tile.neighbors" and self.facts.plain_grids:
            self.facts.fixed.near_used = True
            near, around = self.fresh("near"), self.fresh("around")
            lines = [f"Ref {around}[8];", f"const Ref *{near} = {around};"]
            lines.append(
                f"u32 count_{near} = near_tiles(G, {self.present(values.arguments[0], at)}, &{near}, {around}, {at});"
            )
            return [*lines, *self._counted(e, i, f"count_{near}", f"{near}[{i}]")]
        if values.op == "tile.pieces":
            return self._pieces(e, i, values.arguments[0], at)
        return None

    def _counted(self, e: n.ForEach, i: str, count: str, value: str) -> Lines:
        first = [f"step(G, {self.at(e)});", f"{self.declared(e.name, e.type)} = {value};"]
        return [f"for (u32 {i} = 0; {i} < {count}; {i}++) {{", *self.rounds(e.body, first), "}"]

    def _fixed_tiles(self, e: n.ForEach, i: str, group: Stays) -> Lines:
        self.facts.fixed.used.add(group.tables)
        lines = [f"work(G, {group.tile_count}, {self.at(e.values)});"]
        return lines + self._counted(e, i, str(group.tile_count), f"{group.tables}_TILES[{i}]")

    def _pieces(self, e: n.ForEach, i: str, tile: n.Expr, at: int) -> Lines:
        """Those on a tile: a copy of the list only if there are any, and they could change."""
        walked, count = self.fresh("walked"), self.fresh("count")
        lists = self.facts.lists
        held = n.Local(e.span, e.values.type, "")  # any list that others hold
        word = "pieces_kept" if lists.changed_while_walked(self.body, held, e.body) else "pieces_there"
        lines = [f"Ref {walked} = {word}(G, {self.present(tile, at)}, {at});"]
        lines.append(f"u32 {count} = {walked} ? items_at(G, {walked})->count : 0;")
        return lines + self._counted(e, i, count, f"(Ref)slots_of(G, items_at(G, {walked}))[{i}].whole")

    def _listed(self, e: n.ForEach) -> Lines:
        values, at = e.values, self.at(e)
        assert isinstance(values.type, Collection)
        of = values.type.of
        walked, i = self.fresh("walked"), self.fresh("i")
        keys = isinstance(values, n.Operate) and values.op == "table.keys"
        if isinstance(values, n.Operate) and keys:
            table = f"table_copy(G, {self.text(values.arguments[0])}, {self.at(values)})"
            key = f"G, items_at(G, {walked}), {i}"
            known = f"key_expected({key}, {self.layout.type(e.type)}, {at})"
            slot = known if e.type is not ANY else f"slot_of_any(key_at({key}))"
            begin = f"Ref {walked} = {table};"
            of = e.type
        else:
            begin = f"Ref {walked} = {self._walked(values, e.body)};"
            slot = f"slots_of(G, items_at(G, {walked}))[{i}]"
        kind = self.held(e.name, e.type)
        value = from_slot(kind if of is NUMBER and kind is WHOLE else of, slot)
        if of is NUMBER and e.type is PLAYER:
            value = f"seat(G, {value}, {at})"
        elif of is PLAYER and kind is NUMBER:
            value = f"number_of({value})"
        elif of is ANY and not keys:
            value = f"open_of(items_at(G, {walked}), {slot})"
            if e.type is not ANY:
                value = from_slot(e.type, f"any_expected(G, {value}, {self.layout.type(e.type)}, {at})")
        elif isinstance(of, ClassType) and walks_doubtfully(self.facts.views, e):
            value = f"seen_as(G, {value}, {self.layout.interval(of.name)}, {at})"
        return [begin, *self._counted(e, i, f"items_at(G, {walked})->count", value)]

    def _walked(self, values: n.Expr, body: n.Block) -> str:
        """The list that a loop walks: a copy, where the loop could change it and others hold it."""
        at = self.at(values)
        if isinstance(values, n.Operate) and values.op == "group.tiles" and "group.add" not in self.facts.operations:
            return f"tiles_of(G, {self.text(values.arguments[0])}, {at})"  # never changes, so it need not be copied
        text = self.present(values, at)
        return f"walk_copy(G, {text})" if self.facts.lists.changed_while_walked(self.body, values, body) else text
