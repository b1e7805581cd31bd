"""The boards of a picture, their tiles, and what stands on them.

In:  a scene. Out: entries of a picture. Boards that a program lays out itself (Senet) are boards like any other.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tgpl.draw.boards import read_place
from tgpl.draw.connections import Pairs, find_connections
from tgpl.draw.graph_layout import lay_out
from tgpl.draw.picture_memo import PictureMemo
from tgpl.draw.picture_types import Geometry, Id, Mark, Picture, Spot, Thing, Tile, Value
from tgpl.draw.program_boards import find_program_boards
from tgpl.draw.scene import Scene, Shown, colour, read_words

_GEOMETRIES: dict[str, Geometry] = {
    "hex row": "hexagon_pointy",
    "hex column": "hexagon_flat",
    "graph": "graph",
}  # the others are squares


def paint_boards(scene: Scene, picture: Picture, memo: PictureMemo) -> None:
    found = scene.of_kind("board")
    for board in found:
        groups = [(name, shown) for name, group in board["groups"].items() if (shown := scene[group]) is not None]
        for name, group in groups:
            title = name if len(groups) > 1 else board["class"]
            _paint_board(scene, group, picture, title, str(group["id"]), memo)
        _link(scene, board["id"], groups, picture, memo)
    for number, own in enumerate(find_program_boards(scene)):
        _paint_board(own.scene, own.group, picture, own.name, f"s{number}", memo, f"s{number}.")


def _paint_board(
    scene: Scene, group: Shown, picture: Picture, title: str, key: Id, memo: PictureMemo, prefix: str = ""
) -> None:
    """`prefix`: of ids, where those of the scene are not the view's."""
    tiles = [tile for part in group["tiles"] if (tile := scene[part]) is not None]
    places = _place_tiles(group["geometry"], tiles)
    picture["boards"][key] = {
        "name": title,
        "geometry": _GEOMETRIES.get(group["geometry"], "square"),
        "order": len(picture["boards"]),
        "width": 1 + max((x for x, _ in places), default=-1),
        "height": 1 + max((y for _, y in places), default=-1),
    }
    for axis in ("columns", "rows"):
        if group.get(axis):
            picture["boards"][key][axis] = list(group[axis])
    for order, (tile, (x, y)) in enumerate(zip(tiles, places, strict=True)):
        number = f"{prefix}{tile['id']}"
        setting = (key, order, x, y)
        made = memo.find_tile(number, tile, setting)
        if made is None:
            made = _make_tile(scene, tile, *setting)
            memo.keep_tile(number, tile, setting, made)
        picture["tiles"][number] = made
        for n, piece in enumerate(tile["pieces"]):
            _put(scene, piece, picture, {"tile": number, "n": n}, memo, prefix)


def _place_tiles(geometry: str, tiles: list[Shown]) -> list[tuple[float, float]]:
    if geometry != "graph":
        return [(0.0, 0.0) if tile["x"] is None else (tile["x"], tile["y"]) for tile in tiles]
    wanted = [place for tile in tiles if (place := read_place(tile)) is not None]
    if len(wanted) == len(tiles) == len(set(wanted)):
        left, top = (min((place[axis] for place in wanted), default=0) for axis in (0, 1))
        return [(float(x - left), float(y - top)) for x, y in wanted]
    numbers = {tile["id"]: at for at, tile in enumerate(tiles)}
    links = {
        (min(at, other), max(at, other))
        for at, tile in enumerate(tiles)
        for part in tile["neighbors"]
        if (other := numbers.get(part.get("id"))) is not None and other != at
    }
    return list(lay_out(len(tiles), tuple(sorted(links))))


def _link(scene: Scene, board: int, groups: list[tuple[str, Shown]], picture: Picture, memo: PictureMemo) -> None:
    """The lines of a graph; of a grid what its neighbours do not say."""
    tiles = [tile for _, group in groups for part in group["tiles"] if (tile := scene[part]) is not None]
    parts = [
        [(name, group["id"], group["geometry"], group["tiles"]) for name, group in groups],
        [(tile["neighbors"], tile["x"], tile["y"]) for tile in tiles],
    ]
    found = memo.make_joins(board, parts, lambda: _find_joins(scene, groups, picture))
    for key, joins in found.items():
        picture["boards"][key].update(joins)  # type: ignore[typeddict-item]


def _find_joins(scene: Scene, groups: list[tuple[str, Shown]], picture: Picture) -> dict[Id, dict[str, list[Any]]]:
    made: dict[Id, dict[str, list[Any]]] = {}
    for _, group in groups:
        if group["geometry"] == "graph":
            tiles = [tile for part in group["tiles"] if (tile := scene[part]) is not None]
            pairs: Pairs = {
                (tile["id"], part["id"]): None for tile in tiles for part in tile["neighbors"] if "id" in part
            }
            _add(picture, made, "links", pairs)
    found = find_connections(scene, groups)
    _add(picture, made, "links", {**found.also, **found.borders})
    _add(picture, made, "walls", found.cut)
    return made


def _add(picture: Picture, made: dict[Id, dict[str, list[Any]]], name: str, pairs: Pairs) -> None:
    """To the board of the first tile; what leads both ways is told once."""
    for one, other in pairs:
        if (other, one) not in pairs or one < other:
            start, end = str(one), str(other)
            if start in picture["tiles"] and end in picture["tiles"]:
                listed = made.setdefault(picture["tiles"][start]["board"], {}).setdefault(name, [])
                if [start, end] not in listed:
                    listed.append([start, end])


def _make_tile(scene: Scene, tile: Shown, board: Id, order: int, x: float, y: float) -> Tile:
    display = tile.get("display", {})
    made: Tile = {"board": board, "order": order, "x": x, "y": y, "name": scene.name(tile), "kind": str(tile["class"])}
    for word in ("symbol", "text"):
        if display.get(word):
            made[word] = str(display[word])
    if colour(str(display.get("color", ""))):
        made["color"] = str(display["color"])
    if "place" in tile:
        made["place"] = str(tile["place"])
    if tile.get("blank"):
        made["blank"] = True
    mark = _make_mark(scene, tile)
    if "holder" in tile:
        mark = {**(mark or {}), "player": tile["holder"]}
    if mark is not None and ("symbol" not in made or "player" in mark):
        made["mark"] = mark
    values = tell_values(scene, tile)
    if values:
        made["values"] = values
    return made


def _make_mark(scene: Scene, tile: Shown) -> Mark | None:
    if "holder" in tile:
        return {"player": int(tile["holder"])}
    found = scene.find_mark(tile)
    if found is None:
        return None
    name, value = found
    if isinstance(value, bool):
        return {"text": read_words(name)}
    if isinstance(value, int):
        return {"player": value}
    if isinstance(value, (float, str)):
        words, known = scene.words(value), (str(tile["class"]), scene.name(tile))
        return None if words.casefold() in map(str.casefold, known) else {"text": words}
    thing = scene[value]
    assert thing is not None
    mark: Mark = {"text": scene.symbol(thing), "figure": str(thing["class"])}
    owner, color = scene.owner(thing), str(thing.get("display", {}).get("color", ""))
    if owner is not None:
        mark["player"] = owner
    if colour(color):
        mark["color"] = color
    return mark


# ---- things


def _put(scene: Scene, reference: Any, picture: Picture, at: Spot, memo: PictureMemo, prefix: str = "") -> None:
    """Of something that is hidden nothing but its place is known."""
    shown = scene[reference]
    if shown is None:
        picture["things"][f"{at.get('tile', at.get('zone', ''))}#{at['n']}"] = {"at": at, "face": "down"}
        return
    key, letter = f"{prefix}{shown['id']}", scene.letters[shown["class"]]
    picture["things"][key] = memo.make_thing(key, shown, at, letter, partial(_make_thing, scene, shown, at))


def put_in_zone(scene: Scene, reference: Any, picture: Picture, zone: Id, n: int, memo: PictureMemo) -> None:
    _put(scene, reference, picture, {"zone": zone, "n": n}, memo)


def _make_thing(scene: Scene, shown: Shown, at: Spot) -> Thing:
    display = shown.get("display", {})
    made: Thing = {"at": at, "face": "up", "name": str(display.get("name") or read_words(shown["class"]))}
    made["kind"] = str(shown["class"])
    for word in ("short", "symbol", "text", "image"):
        if display.get(word):
            made[word] = str(display[word])
    if "symbol" not in made:
        made["letter"] = scene.letters[shown["class"]]
    if colour(str(display.get("color", ""))):
        made["color"] = str(display["color"])
    owner, values = scene.holder(shown), tell_values(scene, shown)
    if owner is not None:
        made["owner"] = owner
    if values:
        made["values"] = values
    return made


def tell_values(scene: Scene, shown: Shown) -> list[Value]:
    """What a thing or a tile says of itself in numbers and words."""
    aside = shown.get("aside", ())
    return [
        {**make_value(scene, name, value), "attribute": name}
        for name, value in shown.get("attributes", {}).items()
        if isinstance(value, (bool, int, float, str)) and value is not False and value != "" and name not in aside
    ]


def make_value(scene: Scene, name: str, value: Any) -> Value:
    made: Value = {"name": read_words(name), "value": scene.words(value)}
    if isinstance(value, float):
        made["number"] = value
    elif isinstance(value, int) and not isinstance(value, bool):
        made["player"] = value
    elif isinstance(value, dict) and "table" in value:
        made["rows"] = [[scene.words(key), scene.words(part)] for key, part in value["table"]]
    return made
