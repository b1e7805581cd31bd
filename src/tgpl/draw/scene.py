"""A view as somebody who draws it wants it: objects by number, their words, symbols and colours.

In:  a view, as `State.view` makes it. Out: `Scene`. Everything that is drawn comes from here, so nothing can be drawn
that the view does not hold, and nothing but what shows (see `plain`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol

from tgpl.draw.text_width import clip
from tgpl.text.escape import plain

Shown = dict[str, Any]  # an object of a view

PLAYER_COLOURS = ("red", "blue", "green", "yellow", "magenta", "cyan", "bright_red", "bright_blue")
_MARKS = "XO#@%&+$"  # of players, where a tile says whose it is
_LONGEST = 32  # characters of a text
_MOST = 14  # elements of a list that are written out
_MOST_TILES = 6
_SYMBOL = 8  # columns of a symbol


class Memo(Protocol):
    """Who remembers objects of earlier views of the same match."""

    def make_plain(self, objects: list[Shown]) -> tuple[dict[int, Shown], set[int]]:
        """Objects by their numbers, as they can be shown, and the numbers that their attributes name."""


class Scene:
    def __init__(self, view: Shown, classes: Sequence[str] = (), memo: Memo | None = None) -> None:
        """`classes`: in the order of declaration, in which what a player has is told; without them in that of the view. `memo`:
        who remembers what was seen before."""
        self.view = view
        self.rank = {name: at for at, name in reversed(list(enumerate(classes)))}
        self.objects: dict[int, Shown]
        self.objects, self.mentioned = (
            _read_objects(view["objects"]) if memo is None else memo.make_plain(view["objects"])
        )
        self.letters = _choose_letters(self.objects)

    def __getitem__(self, reference: Any) -> Shown | None:
        """The object that a value of the view refers to; None if it is no object, or hidden."""
        if isinstance(reference, dict) and "id" in reference:
            return self.objects.get(reference["id"])
        return None

    def of_kind(self, kind: str) -> list[Shown]:
        return [shown for shown in self.objects.values() if shown["kind"] == kind]

    # -- players

    def player(self, player: int) -> str:
        """What a player is called."""
        names = self.view.get("names")
        return plain(names[player]) if names else f"player {player}"

    def player_style(self, player: int) -> str:
        return player_style(player, self.view.get("colors", ()))

    # -- words

    def name(self, shown: Shown) -> str:
        """What an object is called, with what tells it from its like."""
        display = shown.get("display", {})
        if "name" in display:
            return str(display["name"])
        if "called" in shown:
            return str(shown["called"])
        if shown["kind"] == "tile" and shown["x"] is not None:
            return f"{shown['class']} ({shown['x']:.0f}, {shown['y']:.0f})"
        plain = [
            f"{name} {self.words(value)}"
            for name, value in shown.get("attributes", {}).items()
            if isinstance(value, (float, str, bool)) and value is not False and name not in shown.get("aside", ())
        ]
        return f"{shown['class']} ({', '.join(plain[:4])})" if plain else str(shown["class"])

    def words(self, value: Any, deep: bool = True) -> str:
        """Any value of the view; `deep`: objects may tell what they hold."""
        if value is None:
            return "-"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return self.player(value)
        if isinstance(value, float):
            return str(int(value)) if value == int(value) else repr(value)
        if isinstance(value, str):
            return value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…"
        if isinstance(value, list):
            return self.count_tiles(value) or self.many([self.words(part) for part in value])
        if "stack" in value:
            return self.many([self.words(part) for part in value["stack"]])
        if "table" in value:
            return self.many(self.pairs(value))
        found = self[value]
        return "hidden" if found is None else self._describe_object(found, deep)

    def pairs(self, value: dict[str, Any]) -> list[str]:
        """The pairs of a table; what several things lie under one key is held together."""
        told = [(self.words(key), self.words(part), _is_collection(part)) for key, part in value["table"]]
        return [f"{key}: ({part})" if many else f"{key}: {part}" for key, part, many in told]

    def _describe_object(self, shown: Shown, deep: bool) -> str:
        """An object by its name; one that only keeps things for others (a track, a hand) with what it keeps."""
        name = str(shown.get("display", {}).get("short") or self.name(shown))
        kept = self.find_kept(shown) if deep else {}
        if not kept:
            return name
        told = "; ".join(f"{key} {self.words(value, deep=False)}" for key, value in kept.items())
        return f"{name[:-1]}; {told})" if name != shown["class"] else f"{name} ({told})"

    def find_kept(self, shown: Shown) -> Shown:
        """What an object holds that only keeps things for others: by the names of its attributes."""
        if not self._can_keep(shown):
            return {}
        values = shown.get("attributes", {}).items()
        return {key: v for key, v in values if isinstance(v, (list, dict)) and v and v != {"table": []}}

    def is_keeper(self, shown: Shown) -> bool:
        """Whether something is no thing of its own but holds others in lists and tables, or would if there were any."""
        values = shown.get("attributes", {}).values()
        return self._can_keep(shown) and any(isinstance(v, list) or _is_collection(v) for v in values)

    def _can_keep(self, shown: Shown) -> bool:
        named = not {"name", "short"}.isdisjoint(shown.get("display", {}))
        return not named and shown["kind"] == "class" and self.owner(shown) is None

    def count_tiles(self, values: list[Any]) -> str:
        """Many tiles, which a picture shows better, are only counted."""
        found = [shown for value in values if (shown := self[value]) is not None and shown["kind"] == "tile"]
        return f"{len(found)} tiles" if len(found) == len(values) > _MOST_TILES else ""

    def many(self, words: list[str]) -> str:
        """Equal ones that follow each other are counted."""
        if not words:
            return "none"
        grouped: list[list[Any]] = []
        for word in words:
            if grouped and grouped[-1][0] == word:
                grouped[-1][1] += 1
            else:
                grouped.append([word, 1])
        told = [word if count == 1 else f"{count} × {word}" for word, count in grouped]
        more = [] if len(told) <= _MOST else [f"… {len(told) - _MOST} more"]
        return ", ".join(told[:_MOST] + more)

    def places(self) -> dict[tuple[str, ...], str]:
        """What every tile with coordinates is called, by the words that name its place."""
        found: dict[tuple[str, ...], str] = {}
        for tile in self.of_kind("tile"):
            if tile["x"] is not None and not tile["blank"]:
                place = str(tile.get("place", f"{tile['x']:.0f} {tile['y']:.0f}"))
                words = place.casefold().replace("(", "").replace(")", "").replace(",", "").split()
                found.setdefault(tuple(words), self.name(tile))
        return found

    # -- symbols

    def symbol(self, shown: Shown) -> str:
        """The few characters that stand for an object on a board."""
        display = shown.get("display", {})
        owner = self.owner(shown)
        if "symbol" in display:
            return clip(str(display["symbol"]), _SYMBOL)
        letter = self.letters[shown["class"]]
        if owner is None:
            return letter
        if self.view["players"] > 2:
            return f"{letter}{owner}"
        return letter if owner == 0 else letter.lower()

    def owner(self, shown: Shown) -> int | None:
        owners = shown.get("owners")
        return owners[0] if owners else None

    def holder(self, shown: Shown) -> int | None:
        """Whose it is, as it is shown."""
        return shown["holder"] if "holder" in shown else self.owner(shown)

    def style(self, shown: Shown) -> str:
        display = shown.get("display", {})
        if "color" in display:
            return colour(str(display["color"]))
        owner = self.holder(shown)
        return self.player_style(owner) if owner is not None else ""

    def cell(self, tile: Shown, mixed: bool) -> tuple[str, str]:
        """What a tile looks like: text and style. `mixed`: there are tiles of several classes around."""
        pieces = [shown for piece in tile["pieces"] if (shown := self[piece]) is not None]
        if pieces:
            top = pieces[-1]
            more = "+" if len(tile["pieces"]) > 1 else ""
            return self.symbol(top) + more, self.style(top)
        if tile["pieces"]:
            return "?", ""
        display = tile.get("display", {})
        if display.get("symbol"):
            return clip(str(display["symbol"]), _SYMBOL), self.style(tile)
        told = self._describe_tile(tile)
        if told is not None:
            return told
        style = colour(str(display["color"])) if "color" in display else "dim"
        return (self.letters[tile["class"]].lower() if mixed else "·"), style

    def find_mark(self, tile: Shown) -> tuple[str, Any] | None:
        """The first attribute of a tile that says something to who looks at it: whose it is, what lies there, how much."""
        for name, value in tile.get("attributes", {}).items():
            if name in tile.get("aside", ()) or value is None:
                continue
            if isinstance(value, int) and not isinstance(value, bool):
                return name, value
            found = self[value]
            thing = found is not None and found["kind"] in ("class", "interactable")
            if thing or (isinstance(value, (bool, float, str)) and value):
                return name, value
        return None

    def _describe_tile(self, tile: Shown) -> tuple[str, str] | None:
        """What the attributes of an empty tile say."""
        mark = self.find_mark(tile)
        if mark is None:
            return None
        value = mark[1]
        if isinstance(value, bool):
            return "*", ""
        if isinstance(value, int):
            return _MARKS[value % len(_MARKS)], self.player_style(value)
        if isinstance(value, float):
            return self.words(value)[:3], ""
        if isinstance(value, str):
            return clip(value, 3), ""
        found = self[value]
        assert found is not None
        return self.symbol(found), self.style(found)


_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_+")  # between the words of a name


def read_words(name: str, first: bool = True) -> str:
    """A name of the rules as people read it: `SendWorker` is Send worker. `first`: it stands where a sentence begins."""
    if not name.isidentifier() or (len(name) > 1 and name.isupper()):
        return name
    words = [word if len(word) > 1 and word.isupper() else word.lower() for word in _HUMP.split(name) if word]
    told = " ".join(words) or name
    return told[0].upper() + told[1:] if first else told


def _is_collection(value: Any) -> bool:
    return isinstance(value, dict) and not {"stack", "table"}.isdisjoint(value)


def _read_objects(objects: list[Shown]) -> tuple[dict[int, Shown], set[int]]:
    found = {shown["id"]: make_plain(shown) for shown in objects}
    return found, {number for shown in found.values() for number in find_ids(shown.get("attributes", {}))}


def make_plain(value: Any) -> Any:
    """A value of a view whose texts can be written to a terminal."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, list):
        return [make_plain(part) for part in value]
    if not isinstance(value, dict) or (len(value) == 1 and "id" in value):  # most are references, without a text
        return value
    return {key: make_plain(part) for key, part in value.items()}


def find_ids(value: Any) -> set[int]:
    """Every object that a value names."""
    if isinstance(value, dict):
        own = {value["id"]} if isinstance(value.get("id"), int) else set()
        return own.union(*map(find_ids, value.values()))
    return set().union(*map(find_ids, value)) if isinstance(value, list) else set()


def player_style(player: int, colors: Sequence[str] = ()) -> str:
    """`colors`: those of the designer, one for each player."""
    return f"bold {colour(colors[player]) if colors else PLAYER_COLOURS[player % len(PLAYER_COLOURS)]}"


_COLOURS = {"orange": "dark_orange", "brown": "orange4", "gray": "grey50", "pink": "hot_pink", "purple": "purple"}


def colour(name: str) -> str:
    """A colour of the designer as the terminal knows it; none if a text that was filled in is none."""
    known = re.fullmatch("#[0-9a-fA-F]{6}|black|blue|cyan|green|magenta|red|white|yellow", name) is not None
    return name if known else _COLOURS.get(name, "")


def _choose_letters(objects: dict[int, Shown]) -> dict[str, str]:
    """A letter for each class, another for each as far as letters go."""
    found: dict[str, str] = {}
    for kinds in (("interactable", "class"), ("tile",)):
        taken: set[str] = set()
        for name in dict.fromkeys(shown["class"] for shown in objects.values() if shown["kind"] in kinds):
            free = [letter for letter in name if letter.upper() not in taken]
            capital = [letter for letter in free if letter.isupper()]
            letter = (capital or free or [name[0]])[0].upper()
            taken.add(letter)
            found[name] = letter
    for shown in objects.values():
        found.setdefault(shown["class"], shown["class"][0].upper())
    return found
