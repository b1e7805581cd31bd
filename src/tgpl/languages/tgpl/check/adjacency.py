"""How the tiles of groups and boards are connected: `adjacency` and `borders`, held against the tiles that are there.

In:  a `Game` whose groups know their grids. Out: the same, with the `connections` of every group and board: single connections,
made or cut one after the other. What a group inherits comes first, unless it lays its grid anew.
"""

from __future__ import annotations

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import Problem, closest
from tgpl.text.grid_neighbours import list_steps
from tgpl.text.source import SourceFile, Span

# A tile, told apart from all others of its board: its group, and its name or its line and place in the grid.
_Spot = tuple[s.Class, str, int, int]


def declare_connections(game: s.Game) -> None:
    for class_ in game.classes:
        if class_.kind == "group":
            _Connections(game, class_).group()
        elif class_.kind == "board":
            _Connections(game, class_).board()


class _Connections:
    def __init__(self, game: s.Game, class_: s.Class) -> None:
        self.game = game
        self.class_ = class_
        self.made: dict[tuple[_Spot, _Spot], bool] = {}  # what the lines so far connected or cut
        self.own = True  # the line was written for this very class
        self.gone = False  # a tile that inherited lines need is not there any more: said once

    def group(self) -> None:
        for step in reversed(grid_lineage(self.class_)):
            if isinstance(step.node, t.Group) and step.file is not None:
                for link in step.node.links:
                    self._link(link, step.file, step)

    def board(self) -> None:
        for step in reversed(list(self.class_.lineage())):
            if isinstance(step.node, t.Class) and step.file is not None:
                for link in step.node.borders:
                    self._link(link, step.file, step)

    def _link(self, node: t.Link, file: SourceFile, step: s.Class) -> None:
        self.own = step is self.class_
        first, second = self._spot(node.first, file), self._spot(node.second, file)
        span = Span(file, node.at, node.end)
        cut, both = node.arrow in ("x->", "x-x"), node.arrow in ("<->", "x-x")
        if first is not None and second is not None:
            if first == second:
                self._report(p.LinkToItself(span))
            elif cut:
                self._missing(first, second, both, span)
            self.made[first, second] = not cut
            if both:
                self.made[second, first] = not cut
        self.class_.connections.append(s.Connection(node.first, node.second, node.there, cut, span))
        if both:
            self.class_.connections.append(s.Connection(node.second, node.first, node.back, cut, span))

    def _report(self, problem: Problem) -> None:
        """What is wrong with an inherited line was said where it stands."""
        if self.own:
            self.game.problems.append(problem)

    def _nowhere(self, span: Span, group: s.Class, why: str, near: str | None = None) -> None:
        """No tile: of an inherited line, because this class lays others than its base."""
        if self.own:
            self.game.problems.append(p.NoSuchPlace(span, group.name, why, near))
        elif not self.gone and self._was_there(span) and self.class_.node is not None and self.class_.file is not None:
            self.gone = True
            node = self.class_.node
            here = Span(self.class_.file, node.name_at, node.name_at + len(node.name))
            told = f"but the connections that it inherits need `{span.text}`"
            self.game.problems.append(p.NoSuchPlace(here, group.name, f"{why}, {told}"))

    def _was_there(self, span: Span) -> bool:
        return not any(isinstance(q, p.NoSuchPlace) and q.span == span for q in self.game.problems)

    def _missing(self, first: _Spot, second: _Spot, both: bool, span: Span) -> None:
        there, back = self._connected(first, second), self._connected(second, first)
        if not (there or (both and back)):
            self._report(p.NothingToCut(span, back))

    def _connected(self, first: _Spot, second: _Spot) -> bool:
        known = self.made.get((first, second))
        if known is not None:
            return known
        if first[0] is not second[0] or first[1]:
            return False
        if self.class_.kind == "board":
            return True  # a group sees to its own
        group, _, line, place = first
        shape, around, orientation = shape_of(group)
        column, row = (line, place) if orientation == "column" and shape == "hex" else (place, line)
        _, _, other_line, other_place = second
        goal = (other_line, other_place) if orientation == "column" and shape == "hex" else (other_place, other_line)
        return any((column + x, row + y) == goal for x, y in list_steps(shape, around, orientation, column, row))

    # -- tiles

    def _spot(self, node: t.Place, file: SourceFile) -> _Spot | None:
        span = Span(file, node.at, node.end)
        group = self.class_
        if node.group is not None:
            found = self.class_.members().get(node.group)
            if not isinstance(found, s.Class):
                groups = [name for name, member in self.class_.members().items() if isinstance(member, s.Class)]
                self._report(p.NoSuchGroup(span, self.class_.name, node.group, closest(node.group, groups)))
                return None
            group = found
        geometry = geometry_of(group)
        if geometry is None or group.misread:
            return None
        if node.name is not None:
            return self._named(node.name, group, span)
        if geometry == "graph":
            self._nowhere(span, group, "a graph has no coordinates, its tiles have names")
            return None
        return self._placed(node, group, span)

    def _named(self, name: str, group: s.Class, span: Span) -> _Spot | None:
        known = [n for step in group.lineage() for n in step.named]
        if name in known:
            return group, name, 0, 0
        why = f"none of its tiles is called `{name}`" if known else "its tiles have coordinates, as in `(0, 2)`"
        self._nowhere(span, group, why, closest(name, known))
        return None

    def _placed(self, node: t.Place, group: s.Class, span: Span) -> _Spot | None:
        line, place = (node.first, node.second) if lines_first(group) else (node.second, node.first)
        if line != int(line) or place != int(place):
            self._nowhere(span, group, "coordinates are whole numbers")
        elif line >= len(group.rows) or place >= len(group.rows[int(line)]):
            self._nowhere(span, group, "it lies outside the grid")
        elif group.rows[int(line)][int(place)] is None:
            self._nowhere(span, group, "there is a hole")
        else:
            return group, "", int(line), int(place)
        return None


# ---- groups as they are laid


def geometry_of(group: s.Class) -> str | None:
    """A group's geometry, its own or its base's."""
    for step in group.lineage():
        if isinstance(step.node, t.Group) and step.node.geometry is not None:
            return step.node.geometry
    return None


def shape_of(group: s.Class) -> tuple[str, bool, str | None]:
    """Its geometry, whether squares also meet at corners, and its orientation; what is not said is inherited."""
    shape, around, orientation = "square", False, None
    for step in reversed(list(group.lineage())):
        if isinstance(step.node, t.Group):
            if step.node.geometry is not None:
                shape, around = step.node.geometry, step.node.around
            orientation = step.node.orientation or orientation
    return shape, around, orientation


def lines_first(group: s.Class) -> bool:
    """Whether the first of two coordinates is the line in which a tile is written, and not its place there."""
    shape, _, orientation = shape_of(group)
    return shape == "hex" or orientation == "row"


def is_hollow(group: s.Class) -> bool:
    """Whether a hole is null."""
    return any(isinstance(step.node, t.Group) and step.node.hollow for step in group.lineage())


def grid_lineage(group: s.Class) -> list[s.Class]:
    """The group, and what it inherits tiles and connections from: down to the one that lays the grid."""
    found = []
    for step in group.lineage():
        found.append(step)
        if isinstance(step.node, t.Group) and step.node.grid_at is not None:
            break
    return found
