"""Mistakes on boards: places that are not there, connections, groups as types, what interactables are for."""

from __future__ import annotations

from tgpl.text.diagnostics import Problem


class NoSuchPlace(Problem):
    code, title = "E460", "No such tile"
    group: str
    why: str  # what is there instead
    near: str | None = None
    says = "There is no such tile in `{group}`: {why}."


class NoSuchGroup(Problem):
    code, title = "E461", "No such group"
    board: str
    name: str
    near: str | None
    says = "The board `{board}` has no group `{name}`."


class NothingToCut(Problem):
    code, title = "E462", "No connection to take away"
    one_way: bool
    says = "These two tiles are not connected here, so there is nothing to take away."

    def advice(self) -> str:
        if self.one_way:
            return "`a x-> b` takes away the way from a to b: is it the other way round?"
        return "tiles of a grid are connected with their neighbours, and with what the lines above say"


class LinkToItself(Problem):
    code, title = "E463", "A tile connected with itself"
    says = "This is one and the same tile."


class NamedTilesInGrid(Problem):
    code, title = "E464", "Named tiles in a grid"
    geometry: str
    says = "This group is `{geometry}`: its tiles stand in its `grid`. Only the tiles of a `graph` are listed by name."


class HolesWithoutGrid(Problem):
    code, title = "E465", "Holes without a grid"
    says = "A graph has no grid, so it has no holes."


class SeveralGroups(Problem):
    code, title = "E466", "Which group is meant?"
    name: str
    boards: tuple[str, ...]
    expects = "the board too: `{boards[0]}.{name}`"

    def message(self) -> str:
        boards = ", ".join(f"`{board}`" for board in self.boards)
        return f"Several boards have a group `{self.name}`: {boards}."


class NotPlaceable(Problem):
    code, title = "E467", "An interactable that stands on no tile"
    name: str
    member: str
    says = "`{name}` is only stackable: it lies in decks and stands on no tile, so it has no `{member}`."
    expects = "`interactable {name} placeable, stackable`, if it does stand on tiles"


class NotStackable(Problem):
    code, title = "E468", "An interactable that lies in no deck"
    name: str
    says = "`{name}` is only placeable: it stands on tiles and lies in no deck."
    expects = "`interactable {name} placeable, stackable`, if it does lie in decks"


class NoBoardOfTile(Problem):
    code, title = "E469", "No board for all tiles"
    boards: tuple[str, ...]

    def message(self) -> str:
        if len(self.boards) == 1:
            return f"`board` leads from a tile to the board of the game; but `{self.boards[0]}` is made with `new`, as often as one likes."
        return "`board` leads from a tile to the board of the game, if it has exactly one."

    def expected(self) -> str | None:
        return f"`global board {self.boards[0]}`" if len(self.boards) == 1 else None


class Headings(Problem):
    code, title = "E475", "Names of columns or rows that do not fit"
    axis: str  # "columns" or "rows"
    wrong: str  # "graph", "text", "count" or "letters"
    found: int
    size: int

    def message(self) -> str:
        match self.wrong:
            case "graph":
                return f"A graph has no {self.axis}."
            case "text":
                return f"This does not say what the {self.axis} are called."
            case "letters":
                return "Columns and rows are both called by letters: nobody could tell them apart."
        return f"There are {self.size} {self.axis}, and {self.found} different names for them."

    def expected(self) -> str | None:
        if self.wrong == "graph":
            return "`place` in the `display` of its tiles"
        if self.wrong == "letters":
            return 'letters for one of them, as in `columns "a-h"; rows "8-1";`'
        return f'{self.size} names, from the {"left" if self.axis == "columns" else "top"}, as in `"a-h"` or `"8-1"`'
