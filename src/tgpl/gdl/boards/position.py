"""A position of a rulesheet as players see it: its boards, its other facts; or, where a seat knows only what it was told, that.

In:  a view, and the moves that can be chosen. Out: lines of (text, style), as in pictures.

    sheet = Sheet(rules)
    sheet.lines(state.view(0), moves, columns=80)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tgpl.draw.boards import Line, draw_board
from tgpl.draw.scene import Scene, Shown
from tgpl.draw.text_width import measure
from tgpl.gdl.boards.cells import Axis, Grid, find_grids
from tgpl.gdl.boards.symbols import Symbol, assign_symbols
from tgpl.runtime.errors import RuleError
from tgpl.runtime.rules import Rules
from tgpl.text.escape import plain
from tgpl.text.terms import Term, order_key, relation, spell, spell_infix

_POSITION, _SEAT = (
    "Position",
    "Seat",
)  # what holds a match of any rulesheet: the facts, and what a seat has come to know
_NOTHING = "noop"  # what nearly every sheet calls a move of whom it is not the turn
_ALIKE = 3  # facts that are told together
_MOST_LINES = 12  # of facts, or of steps; `state` shows all


class Sheet:
    def __init__(self, rules: Rules) -> None:
        assert rules.logic is not None
        self.rules = rules
        self.roles = rules.logic.roles
        self.first = rules.reasoner.facts(rules.reasoner.begin())
        self.grids = find_grids(rules.logic, self.first, _ever(rules))

    def text(self, view: Shown) -> str | None:
        """The position, if it may be seen."""
        found: str | None = read_attribute(view, _POSITION, "facts")
        return found

    def facts(self, view: Shown) -> tuple[Term, ...] | None:
        """The facts of the position, if they may be seen."""
        text = self.text(view)
        return None if text is None else self.rules.reasoner.facts(text)

    def moves(self, view: Shown) -> tuple[Term, ...]:
        """What the seat of a view may do, if it sees the position that it does it in."""
        text = self.text(view)
        return () if text is None else self.rules.reasoner.moves(text, view["seat"])

    def lines(self, view: Shown, moves: Iterable[Term], columns: int) -> list[Line]:
        facts = self.facts(view)
        if facts is not None:
            return self._draw(facts, tuple(moves), columns)
        if view["seat"] is None:
            return []
        known = self.known(view)
        if known:
            return known if len(known) <= _MOST_LINES else [_more(known), *known[-_MOST_LINES:]]
        steps = len(read_attribute(view, _SEAT, "did", view["seat"]) or ())
        passed = f"Since then: {steps} step{'' if steps == 1 else 's'}, of which you were told nothing."
        since: list[Line] = [[(passed, "dim")]] if steps else []
        return [[("At the beginning, as everybody knows:", "dim")], *self._draw(self.first, (), columns), *since]

    def all_lines(self, view: Shown) -> list[Line]:
        """All facts as a sheet would write them, or all that a seat knows."""
        facts = self.facts(view)
        if facts is not None:
            return [[(spell(fact), "")] for fact in facts]
        told: list[Line] = [[(f"(init {spell(fact)})", "")] for fact in self.first]
        return [*told, *self.known(view)]

    # -- what a seat knows

    def known(self, view: Shown) -> list[Line]:
        """Step by step what a seat did and was told, as far as it was something."""
        seat = view["seat"]
        did, seen = (read_attribute(view, _SEAT, name, seat) or [] for name in ("did", "seen"))
        lines: list[Line] = []
        for step, (move, told) in enumerate(zip(did, seen, strict=True), 1):
            words = [word for word in (move if move != _NOTHING else "", f"saw {told}" if told else "") if word]
            if words:
                lines.append([(f"  step {step}: ", "dim"), ("   ".join(words), "")])
        return lines

    # -- facts

    def _draw(self, facts: tuple[Term, ...], moves: tuple[Term, ...], columns: int) -> list[Line]:
        lines: list[Line] = []
        for grid in self.grids:
            for title, board in self.find_boards(grid, facts):
                lines += [[]] if lines else []
                lines += [[(title, "bold")]] if title else []
                lines += board.drawn(moves, columns)
        boards = {grid.key for grid in self.grids}
        return lines + _list_facts([fact for fact in facts if relation(fact) not in boards], columns)

    def find_boards(self, grid: Grid, facts: tuple[Term, ...]) -> Iterator[tuple[str, SheetBoard]]:
        """The boards of one name, each with what it is called, if there are several."""
        now = [fact for fact in facts if relation(fact) == grid.key]
        known = [fact for fact in self.first if relation(fact) == grid.key]
        shown = assign_symbols(
            {grid.content(fact) for fact in (*now, *known)} | grid.contents - grid.blanks, self.roles
        )  # always the same, whatever stands where
        which = sorted({grid.board(fact) for fact in (*now, *known)} - {None}, key=order_key)  # type: ignore[arg-type]
        for one in which or [None]:
            here, there = ([fact for fact in some if grid.board(fact) == one] for some in (now, known))
            title = f"{grid.key[0]} {spell_infix(one)}" if one else grid.key[0] if len(self.grids) > 1 else ""
            yield title, SheetBoard(grid, _extend(grid, here), here, there, shown)


def _ever(rules: Rules) -> list[Term]:
    """The facts that the sheet says there can be, if it says so."""
    try:
        knowledge = rules.reasoner.derived_facts(rules.reasoner.begin())
        return [fact for (fact,) in knowledge.rows(("base", 1))]
    except RuleError:  # too many to work out
        return []


class _Extent(NamedTuple):
    across: Axis
    down: Axis


def _extend(grid: Grid, facts: list[Term]) -> _Extent:
    """Columns and rows, with those that nobody expected."""
    places = [place for fact in facts if (place := grid.place(fact)) is not None]
    return _Extent(grid.across.among(column for column, _ in places), grid.down.among(row for _, row in places))


class SheetBoard:
    """One board, as `picture` draws it."""

    def __init__(
        self, grid: Grid, extent: _Extent, now: list[Term], first: list[Term], shown: dict[str, Symbol]
    ) -> None:
        self.grid = grid
        self.columns = extent.across.words
        self.rows = extent.down.words[::-1] if grid.upward else extent.down.words
        self.shown = shown
        self.contents: dict[tuple[str, str], list[str]] = {}  # by column and row
        told = {place for fact in (*first, *now) if (place := grid.place(fact)) is not None}
        every = [(column, row) for row in self.rows for column in self.columns]
        for place in every:
            if place in told or (place in grid.fields if grid.fields else not grid.hollow):
                self.contents[place] = []
        for fact in now:
            place, content = grid.place(fact), grid.content(fact)
            if place is not None and content not in grid.blanks:
                self.contents[place].append(content)

    def drawn(self, moves: tuple[Term, ...], columns: int) -> list[Line]:
        chosen = {place for move in moves for place in self.find_places(move)[:1]}
        tiles, pieces = [], []
        choices: set[int] = set()
        for number, (place, contents) in enumerate(self.contents.items()):
            x, y = self.columns.index(place[0]), self.rows.index(place[1])
            tile = {"id": -1 - 2 * number, "class": "Cell", "kind": "tile", "x": float(x), "y": float(y)}
            piece = self._piece(-2 - 2 * number, contents)
            tiles.append({**tile, "pieces": [{"id": piece["id"]}] if contents else [], "neighbors": []})
            pieces += [piece] if contents else []
            if place in chosen:
                choices.add(int(tile["id"]))  # type: ignore[call-overload]
        group = {
            "geometry": "square",
            "tiles": [{"id": tile["id"]} for tile in tiles],
            "columns": [plain(word) for word in self.columns],
            "rows": [plain(word) for word in self.rows],
        }
        scene = Scene({"players": 2, "objects": [*tiles, *pieces]})
        return [*draw_board(scene, group, frozenset(choices), columns), *self._legend(columns)]

    def _piece(self, number: int, contents: list[str]) -> Shown:
        found = [self.shown[content] for content in contents]
        owners = {symbol.owner for symbol in found}
        owner = {"owners": list(owners)} if len(owners) == 1 and None not in owners else {}
        text = "".join(symbol.text for symbol in found)
        return {"id": number, "class": "Piece", "kind": "interactable", "display": {"symbol": text}, **owner}

    def find_places(self, move: Term) -> list[tuple[str, str]]:
        """The fields that a move names, one after the other."""
        words, found = list(leaves(move)), []
        at = 0
        while at < len(words):
            pair, word = tuple(words[at : at + 2]), words[at]
            if self.grid.across.path > self.grid.down.path:
                pair = pair[::-1]
            together = pair in self.contents
            place = pair if together else (word[:1], word[1:])  # also in one word
            if place in self.contents:
                found.append((place[0], place[1]))
            at += 2 if together else 1
        return found

    def _legend(self, columns: int) -> list[Line]:
        """What symbols mean that do not say so themselves."""
        there = dict.fromkeys(content for contents in self.contents.values() for content in contents)
        told = sorted((one for one in there if self.shown[one].text != one), key=order_key)
        edge = max(map(measure, self.rows)) + 2
        words = [f"{self.shown[one].text}\xa0{plain(one)}" for one in told]
        return [[(" " * edge + line.replace("\xa0", " "), "dim")] for line in _wrap(words, ", ", columns - edge)]


def leaves(term: Term) -> Iterator[str]:
    if isinstance(term, str):
        yield term
    else:
        for part in term[1:]:
            yield from leaves(part)


def _list_facts(facts: list[Term], columns: int) -> list[Line]:
    """Facts in infix; many that differ only in their last argument are told together."""
    named: dict[tuple[str, ...], list[str]] = {}
    for fact in facts:
        *before, last = [plain(spell_infix(part)) for part in fact[1:]] if isinstance(fact, tuple) else [""]
        named.setdefault((plain(relation(fact)[0]), *before), []).append(last)
    lines: list[Line] = []
    single = [_infix(words, end) for words, ends in named.items() if len(ends) < _ALIKE for end in ends]
    for line in _wrap(single, "  ", columns - 2):
        lines.append([("  " + line, "")])
    for words, ends in named.items():
        if len(ends) >= _ALIKE:
            head = f"  {_infix(words, '…')}: "
            for number, line in enumerate(_wrap(ends, ", ", columns - measure(head))):
                lines.append([(head if number == 0 else " " * measure(head), ""), (line, "")])
    return lines if len(lines) <= _MOST_LINES else [*lines[:_MOST_LINES], _more(lines)]


def _infix(words: tuple[str, ...], last: str) -> str:
    return f"{words[0]}({','.join((*words[1:], last))})" if last else words[0]


def _more(lines: list[Line]) -> Line:
    return [(f"  … {len(lines) - _MOST_LINES} more lines; `state` shows all.", "dim")]


def _wrap(words: list[str], between: str, columns: int) -> list[str]:
    """Words in lines that are no longer than the screen, none of them broken in two."""
    lines: list[str] = []
    for word in words:
        if lines and measure(lines[-1]) + len(between) + measure(word) <= columns:
            lines[-1] += between + word
        else:
            lines += [word]
    return [line + between.rstrip() for line in lines[:-1]] + lines[-1:]


def read_attribute(view: Shown, name: str, attribute: str, owner: int | None = None) -> Any:
    """Of the object of a class, and where players have one each, of theirs; none if it may not be seen."""
    for shown in view["objects"]:
        if shown["class"] == name and (owner is None or owner in shown.get("owners", ())):
            return shown.get("attributes", {}).get(attribute)
    return None
