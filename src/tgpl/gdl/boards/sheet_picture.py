"""A position of a rulesheet as a picture: its boards, what stands on them, the other facts, what a seat knows; and which fields
a move names.

In:  a seat's view. Out: entries of a `Picture`. What `position` draws as characters, a page draws from here.

    make_picture(state, 0, sheet=SheetPicture(rules))
"""

from __future__ import annotations

from collections.abc import Sequence

from tgpl.draw.picture_types import Id, Picture, Tile, Value
from tgpl.draw.scene import Shown
from tgpl.gdl.boards.position import Sheet, SheetBoard, leaves
from tgpl.runtime.rules import Rules
from tgpl.text.escape import plain
from tgpl.text.terms import Term, relation, spell_infix


class SheetPicture:
    def __init__(self, rules: Rules) -> None:
        self.sheet = Sheet(rules)

    def paint(self, view: Shown, picture: Picture) -> None:
        facts = self.sheet.facts(view)
        if facts is None:
            self._tell_known(view, picture)
            facts = self.sheet.first if "text" not in picture else ()
        for key, title, board in self._find_boards(facts):
            _paint_board(board, picture, key, title, self.sheet.roles)
        boards = {grid.key for grid in self.sheet.grids}
        picture["values"] += _tell_facts([fact for fact in facts if relation(fact) not in boards])

    def find_paths(self, view: Shown, picture: Picture) -> list[list[list[Id]]]:
        """For each move of the view's seat what is touched one after the other."""
        facts = self.sheet.facts(view)
        if facts is None:
            return []
        boards = [(key, board) for key, _, board in self._find_boards(facts)]
        return [_find_path(move, boards) for move in self.sheet.moves(view)]

    def _find_boards(self, facts: tuple[Term, ...]) -> list[tuple[Id, str, SheetBoard]]:
        found = [board for grid in self.sheet.grids for board in self.sheet.find_boards(grid, facts)]
        return [(f"g{number}", title, board) for number, (title, board) in enumerate(found)]

    def _tell_known(self, view: Shown, picture: Picture) -> None:
        """Where the position is hidden: what the seat did and was told."""
        if view["seat"] is None:
            return
        known = ["".join(text for text, _ in line).strip() for line in self.sheet.known(view)]
        if known:
            picture["text"] = "\n".join(map(plain, known))


def _paint_board(board: SheetBoard, picture: Picture, key: Id, title: str, roles: Sequence[str]) -> None:
    picture["boards"][key] = {
        "name": plain(title),
        "geometry": "square",
        "order": len(picture["boards"]),
        "width": len(board.columns),
        "height": len(board.rows),
        "columns": [plain(word) for word in board.columns],
        "rows": [plain(word) for word in board.rows],
    }
    for order, (place, contents) in enumerate(board.contents.items()):
        x, y = board.columns.index(place[0]), board.rows.index(place[1])
        number = _name_tile(key, place)
        name = plain("".join(place) if place[0].isalpha() and place[1].isdigit() else ", ".join(place))
        tile: Tile = {"board": key, "order": order, "x": float(x), "y": float(y), "name": name, "kind": "cell"}
        picture["tiles"][number] = tile
        for n, content in enumerate(contents):
            symbol = board.shown[content]
            thing = picture["things"][f"{number}/{plain(content)}"] = {
                "at": {"tile": number, "n": n},
                "face": "up",
                "name": plain(content),
                "kind": plain(_find_kind(content, symbol.owner, roles)),
                "letter": plain(symbol.text),
            }
            if symbol.owner is not None:
                thing["owner"] = symbol.owner


def _name_tile(board: Id, place: tuple[str, str]) -> Id:
    return f"{board}.{plain(place[0])}.{plain(place[1])}"


def _find_kind(content: str, owner: int | None, roles: Sequence[str]) -> str:
    """What something is, whosever it is: `whitepawn` is a pawn."""
    if owner is None:
        return content
    role, low = roles[owner].lower(), content.lower()
    if len(low) == 2 and low[0] == role[0] and role not in low:
        return low[1]
    if low == role and len(role) > 1:  # it only says whose it is
        return "disc"
    return low.replace(role, "", 1).strip("_-,() ") or content


def _find_path(move: Term, boards: list[tuple[Id, SheetBoard]]) -> list[list[Id]]:
    for key, board in boards:
        places = board.find_places(move)
        if places:
            return [[_name_tile(key, place)] for place in places]
    words = list(leaves(move))
    if len(words) == 1 and len(boards) == 1:  # a column, into which something is dropped
        key, board = boards[0]
        column = [_name_tile(key, place) for place in board.contents if place[0] == words[0]]
        return [column] if column else []
    return []


def _tell_facts(facts: list[Term]) -> list[Value]:
    """Facts by their name and all but the last argument; many of one name are told together."""
    named: dict[str, list[str]] = {}
    for fact in facts:
        words = [plain(spell_infix(part)) for part in fact[1:]] if isinstance(fact, tuple) else []
        name = plain(relation(fact)[0])
        named.setdefault(" ".join((name, *words[:-1])), []).append(words[-1] if words else "yes")
    return [{"name": name, "value": ", ".join(values)} for name, values in named.items()]
