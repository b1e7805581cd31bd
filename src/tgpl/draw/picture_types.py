"""What a seat sees of a table, as data that any page can draw: the one description of it.

Everything in a picture goes by texts as keys, so that two pictures can be compared key by key (JSON Merge Patch); what is not
there is left out, nothing is null. Ids are numbers of the seat's own, as in its view, and say nothing about what is hidden. All
texts are plain.

    {"title": "tris", "move": 1, "boards": {"2": …}, "tiles": {"3": …}, "things": {}, "zones": {}, "players": {"0": …}, …}
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Id = str  # of a tile, a thing, a zone; a player is "p0", "p1" …
Geometry = Literal["square", "hexagon_pointy", "hexagon_flat", "graph"]
ZoneKind = Literal["hand", "row", "pile", "deck", "supply"]


class Value(TypedDict):
    """Something that is told by its name."""

    name: str
    value: str
    number: NotRequired[float]
    player: NotRequired[int]  # it is a player
    rows: NotRequired[list[list[str]]]  # of a table: keys and values
    attribute: NotRequired[str]  # as the rules call it
    of: NotRequired[Id]  # the object that has it, where that is not the thing or tile itself


class Player(TypedDict):
    name: str
    color: str  # a colour of displays, or #rrggbb
    out: NotRequired[bool]
    first: NotRequired[bool]
    values: list[Value]


class Board(TypedDict):
    name: str
    geometry: Geometry
    order: int
    width: float  # in tiles
    height: float
    columns: NotRequired[list[str]]  # what they are called at the border
    rows: NotRequired[list[str]]
    links: NotRequired[
        list[list[Id]]
    ]  # between tiles: all of a graph; of a grid those that it would not have by itself
    walls: NotRequired[list[list[Id]]]  # between tiles of a grid that lie side by side and are not connected


class Mark(TypedDict):
    """What an empty tile says of itself: whose it is, or what lies there."""

    text: NotRequired[str]
    player: NotRequired[int]
    color: NotRequired[str]
    figure: NotRequired[str]  # the class of the thing that lies there


class Tile(TypedDict):
    board: Id
    order: int
    x: float  # the column; of a graph wherever it is laid out
    y: float
    name: str
    kind: str  # its class
    place: NotRequired[str]  # what people write: e2
    symbol: NotRequired[str]
    color: NotRequired[str]
    text: NotRequired[str]  # what it does, in the designer's words
    blank: NotRequired[bool]
    mark: NotRequired[Mark]
    values: NotRequired[list[Value]]


class Spot(TypedDict):
    """Where a thing is: on a tile or in a zone, and there the how manieth."""

    tile: NotRequired[Id]
    zone: NotRequired[Id]
    n: int


class Thing(TypedDict):
    at: Spot
    face: Literal["up", "down"]
    name: NotRequired[str]  # of things that are seen, as the rest
    kind: NotRequired[str]
    short: NotRequired[str]
    symbol: NotRequired[str]  # of the designer
    letter: NotRequired[str]  # where there is none
    color: NotRequired[str]
    image: NotRequired[str]  # a file of the game's folder
    owner: NotRequired[int]
    text: NotRequired[str]
    values: NotRequired[list[Value]]


class Zone(TypedDict):
    name: str
    kind: ZoneKind
    order: int
    size: int  # with what is hidden
    owner: NotRequired[int]
    hidden: NotRequired[int]  # how many of them nobody says anything of: they are no things here
    holds: NotRequired[int]
    ordered: NotRequired[bool]
    values: NotRequired[list[Value]]


class Option(TypedDict):
    label: str  # empty for what the player may not see
    # What is touched one after the other to choose it: at each step one of these. Without a path it is a button.
    path: NotRequired[list[list[Id]]]
    action: NotRequired[str]  # it is an action, of what is touched
    player: NotRequired[int]
    number: NotRequired[float]
    copies: NotRequired[int]
    hidden: NotRequired[bool]
    end: NotRequired[Literal["done", "none"]]


class SetAsked(TypedDict):
    """So many of the options, in any order."""

    least: int
    most: NotRequired[int]


class Ask(TypedDict):
    player: int
    kind: str  # "action" or "input"
    subject: str  # the action or phase that asks
    name: str  # of the input
    words: str  # what is asked
    options: dict[str, Option]
    free: NotRequired[str]  # any "number" or "string"; options are only proposals
    length: NotRequired[int]
    set: NotRequired[SetAsked]
    chosen: NotRequired[list[str]]  # what a list has so far
    leads: NotRequired[
        bool
    ]  # the only option is an action that first asks for something: it can be chosen without a thought


class Ended(TypedDict):
    how: str  # winner, stuck, error, limit
    words: str
    ranking: list[list[int]]


class Picture(TypedDict):
    title: str
    seat: NotRequired[int]  # nobody's: a spectator's
    move: int
    turn: NotRequired[str]
    phase: NotRequired[str]
    active: NotRequired[int]
    asked: list[int]  # whom the game waits for
    players: dict[str, Player]
    boards: dict[Id, Board]
    tiles: dict[Id, Tile]
    things: dict[Id, Thing]
    zones: dict[Id, Zone]
    values: list[Value]  # of the table itself
    text: NotRequired[str]  # the screen of a program that prints; what the seat of a rulesheet knows
    ask: NotRequired[Ask]
    ended: NotRequired[Ended]
