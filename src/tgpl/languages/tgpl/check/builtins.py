"""What is predefined: members of collections and of each kind of class, functions of the language, events.

Each entry gives the core operation it becomes, what it takes and what it gives. A symbolic type stands for one
that depends on what the member is used on.
"""

from __future__ import annotations

from collections.abc import Mapping

from tgpl.core.types import (
    ANY,
    BOOL,
    NOTHING,
    NUMBER,
    PLAYER,
    ROOTS,
    TEXT,
    ClassType,
    Collection,
    Simple,
    Type,
    collection,
    list_of,
)
from tgpl.languages.tgpl.check.symbols import Attribute, Class, Operation, Parameter

DICE = Simple("dice")  # `lower` makes texts of them
ELEMENT = Simple("element")  # T of List<T>; the interactable of a deck
LIST_OF_ELEMENT = Simple("list of element")
STACK_OF_ELEMENT = Simple("stack of element")
SELF = Simple("self")  # the very type it is used on
ANYTHING = Simple("anything")  # a parameter that takes whatever comes
PILE = Simple("stack")  # a deck, or a Stack of interactables


def _takes(op: str, *types: Type, gives: Type = NOTHING, side_effect: str = "", optional: int = 0) -> Operation:
    """An operation called with parentheses; the last `optional` parameters may be left out."""
    names = _NAMES.get(op, ())
    parameters = tuple(
        Parameter(names[i] if i < len(names) else "", type_, i >= len(types) - optional)
        for i, type_ in enumerate(types)
    )
    return Operation(op, parameters, gives, side_effect=side_effect)


def _has(op: str, type_: Type, *, writable: bool = False) -> Operation:
    """An attribute."""
    return Operation(op, (), type_, reads=True, writable=writable)


# The names of parameters, for those who like to say them.
_NAMES = {
    "dice.pool": ("count", "faces"),
    "dice.against": ("others",),
    "table.get": ("key", "otherwise"),
    "turn.use": ("turn", "phase"),
    "turn.pass": ("p", "phase"),
    "event.throw": ("e",),
    "event.throw_sync": ("e",),
    "own.assign": ("player",),
    "own.unassign": ("player",),
    "piece.move_to": ("t",),
    "zone.contains": ("card",),
    "piece.discard": ("discard_stack",),
    "tile.link": ("to", "cost"),
    "tile.unlink": ("to",),
}

LIST = {
    "length": _has("list.length", NUMBER),
    "at": _takes("list.at", NUMBER, gives=ELEMENT),
    "put": _takes("list.put", NUMBER, ELEMENT),
    "inner": _takes("list.inner", NUMBER, gives=ELEMENT),
    "find": _takes("list.find", ELEMENT, gives=NUMBER),
    "removeRange": _takes("list.removeRange", LIST_OF_ELEMENT),
    "append": _takes("list.append", LIST_OF_ELEMENT),
    "add": _takes("list.add", ELEMENT),
    "clear": _takes("list.clear"),
    "contains": _takes("list.contains", ELEMENT, gives=BOOL),
    "indexOf": _takes("list.indexOf", ELEMENT, gives=NUMBER),
    "remove": _takes("list.remove", ELEMENT),
    "removeAt": _takes("list.removeAt", NUMBER),
    "shuffle": _takes("list.shuffle"),
    "copy": _takes("list.copy", gives=SELF),
}
TABLE = {
    "length": _has("table.length", NUMBER),
    "clear": _takes("table.clear"),
    "copy": _takes("table.copy", gives=SELF),
    "keys": _takes("table.keys", gives=list_of(ANY)),
    "inner": _takes("table.inner", ANY, gives=ELEMENT),
    "get": _takes("table.get", ANY, ELEMENT, gives=ELEMENT),
}
STACK = {
    "length": _takes("stack.length", gives=NUMBER),
    "push": _takes("stack.push", ELEMENT),
    "push_front": _takes("stack.push_front", ELEMENT),
    "pop": _takes("stack.pop", NUMBER, optional=1, gives=ELEMENT),
    "pop_front": _takes("stack.pop_front", NUMBER, optional=1, gives=ELEMENT),
    "peek": _takes("stack.peek", NUMBER, optional=1, gives=ELEMENT),
    "take": _takes("stack.take", ELEMENT, gives=ELEMENT),
    "shuffle_in": _takes("stack.shuffle_in", ELEMENT),
    "clone": _takes("stack.clone", gives=STACK_OF_ELEMENT),
    "shuffle": _takes("stack.shuffle"),
}
# Of these names a deck may have a member of its own, which is meant then.
YIELDING = frozenset(("peek", "take", "shuffle_in"))
COLLECTIONS = {"List": LIST, "Table": TABLE, "Stack": STACK}


def collection_members(type_: Collection) -> dict[str, Operation]:
    """What a collection can do; `inner` only if it holds others."""
    known = COLLECTIONS[type_.shape]
    return known if isinstance(type_.of, Collection) else {name: one for name, one in known.items() if name != "inner"}


DECK = {
    **{name: Operation(o.op.replace("stack.", "deck."), o.parameters, o.returns) for name, o in STACK.items()},
    "reshuffle": _takes("deck.reshuffle"),
    "discard_stack": _has("deck.discard_stack", STACK_OF_ELEMENT),
}
OWNED = {
    "local": {"player": _has("own.player", PLAYER), "assign": _takes("own.assign", PLAYER)},
    "group": {
        "players": _has("own.players", list_of(PLAYER)),
        "assign": _takes("own.assign", PLAYER),
        "unassign": _takes("own.unassign", PLAYER),
    },
    "global": {},
}
PIECE = {
    "tile": _has("piece.tile", ROOTS["tile"]),
    "move_to": _takes("piece.move_to", ROOTS["tile"]),
    "discard": _takes("piece.discard", PILE, optional=1),
    "discarded": _has("piece.discarded", BOOL, writable=True),
}
PIECE_ZONE = _has("piece.zone", ROOTS["class"])  # of those that may lie in zones; its type is that of all zones
ZONE = {  # what every zone tells; `lower` makes functions of them
    "length": _has("zone.length", NUMBER),
    "cards": _has("zone.cards", LIST_OF_ELEMENT),
    "contains": _takes("zone.contains", ELEMENT, gives=BOOL),
}
ONE_ZONE = {  # and what depends on which zone it is
    "room": _has("zone.room", NUMBER),
    "refill": _takes("zone.refill"),
    "top": _has("zone.top", ELEMENT),
    "bottom": _has("zone.bottom", ELEMENT),
    "shuffle": _takes("zone.shuffle"),
}
TILE = {
    "group": _has("tile.group", ROOTS["group"]),
    "connections": _has("tile.connections", list_of(ROOTS["connection"])),
    "x": _has("tile.x", NUMBER),
    "y": _has("tile.y", NUMBER),
    "pieces": _has("tile.pieces", list_of(ROOTS["interactable"])),
    "neighbors": _takes("tile.neighbors", gives=list_of(ROOTS["tile"])),
    "distance": _takes("tile.distance", ROOTS["tile"], gives=NUMBER),
    "board": _has("tile.board", ROOTS["board"]),
    "link": _takes("tile.link", ROOTS["tile"], NUMBER, optional=1),
    "unlink": _takes("tile.unlink", ROOTS["tile"]),
}
CONNECTION = {"to": _has("connection.to", ROOTS["tile"], writable=True)}
BOARD = {"groups": _has("board.groups", collection("Table", ROOTS["group"]))}
GROUP = {
    "tiles": _has("group.tiles", LIST_OF_ELEMENT),
    "geometry": _has("group.geometry", TEXT),
    "width": _has("group.width", NUMBER),
    "height": _has("group.height", NUMBER),
    "add": _takes("group.add", ROOTS["tile"]),
    "connect": _takes("group.connect", ROOTS["tile"], ROOTS["tile"]),
}
_ADD_LIKE_ITS_OWN = _takes("group.add", ELEMENT)  # where it is known of what class all tiles of a graph are
DICE_MEMBERS = {
    "least": _has("dice.least", NUMBER),
    "greatest": _has("dice.greatest", NUMBER),
    "mean": _has("dice.mean", NUMBER),
    "against": _takes("dice.against", DICE, gives=DICE),
}
KIND_MEMBERS: dict[str, dict[str, Operation]] = {
    "class": {},
    "interactable": PIECE,
    "stack": DECK,
    "event": {},
    "tile": TILE,
    "connection": CONNECTION,
    "board": BOARD,
    "group": GROUP,
    "zone": {**ZONE, **ONE_ZONE},
}

NAMESPACES = {
    "player": {
        "all": _takes("player.all", gives=list_of(PLAYER)),
        "active": _takes("player.active", gives=PLAYER),
        "count": _takes("player.count", gives=NUMBER),
        "out": _takes("player.out", PLAYER, side_effect="out"),
        "is_out": _takes("player.is_out", PLAYER, gives=BOOL),
        "remaining": _takes("player.remaining", gives=list_of(PLAYER)),
        "others": _takes("player.others", PLAYER, gives=list_of(PLAYER), optional=1),
        "set_first": _takes("player.set_first", PLAYER, side_effect="first"),
        "first": _takes("player.first", gives=PLAYER),
        "show": _takes("player.show", ANYTHING, PLAYER),
        "team": _takes("player.team", PLAYER, gives=NUMBER),
        "allies": _takes("player.allies", PLAYER, gives=list_of(PLAYER)),
    },
    "turn": {
        "use": _takes("turn.use", TEXT, TEXT, optional=1, side_effect="use"),
        "active": _takes("turn.active", gives=TEXT),
        "pass": _takes("turn.pass", PLAYER, TEXT, optional=2, side_effect="pass"),
    },
    "turn.phase": {"active": _takes("turn.phase", gives=TEXT)},
    "event": {
        "throw": _takes("event.throw", ROOTS["event"], side_effect="throw"),
        "throw_sync": _takes("event.throw_sync", ROOTS["event"], side_effect="throw"),
    },
}

FUNCTIONS = {
    "log": _takes("log", ANYTHING),
    "tell": _takes("tell", PLAYER, ANYTHING),
    "show": _takes("player.show", ANYTHING, PLAYER),  # with parentheses, as `out (p + 1);` is a call too
    "out": _takes("player.out", PLAYER, side_effect="out"),
    "first": _takes("player.set_first", PLAYER, side_effect="first"),
    "roll": _takes("dice.roll", DICE, gives=NUMBER),
    "chance": _takes("dice.chance", ANYTHING, gives=NUMBER),
    "dice": _takes("dice.pool", NUMBER, NUMBER, gives=DICE),
    "same": _takes("same", ANYTHING, ANYTHING, gives=BOOL),
    "random": _takes("random", NUMBER, gives=NUMBER),
    "floor": _takes("floor", NUMBER, gives=NUMBER),
    "ceil": _takes("ceil", NUMBER, gives=NUMBER),
    "round": _takes("round", NUMBER, gives=NUMBER),
    "abs": _takes("abs", NUMBER, gives=NUMBER),
    "min": _takes("min", NUMBER, NUMBER, gives=NUMBER),
    "max": _takes("max", NUMBER, NUMBER, gives=NUMBER),
}

# The names that mean something wherever an expression can stand, so that no variable can have them.
EXPRESSION_WORDS = frozenset(("this", "base", "event", "player", "turn"))


def declare_predefined() -> dict[str, Class]:
    """The classes that every game has."""
    made = {kind: Class(kind, type_, None) for kind, type_ in ROOTS.items()}
    _add(made, "BlankTile", "tile", {})
    _add(made, "PlayerChoiceEvent", "event", {"active": PLAYER})
    _add(made, "NoChoiceEvent", "event", {"active": PLAYER})
    _add(made, "TurnChangeEvent", "event", {"old": TEXT, "new": TEXT})
    phase = {"turn": TEXT, "oldPhase": TEXT, "newPhase": TEXT, "oldPlayer": PLAYER, "newPlayer": PLAYER}
    _add(made, "PhaseChangeEvent", "event", phase)
    return made


def _add(made: dict[str, Class], name: str, kind: str, attributes: Mapping[str, Type]) -> None:
    added = Class(name, ClassType(name, kind, ROOTS[kind]), None)
    added.base = made[kind]
    added.attributes = {attribute: Attribute(attribute, type_, added, None) for attribute, type_ in attributes.items()}
    made[name] = added


def kind_operation(owner: Class, name: str) -> Operation | None:
    """A predefined member of a class, by its kind and visibility."""
    found = KIND_MEMBERS[owner.kind].get(name)
    if found is None and owner.kind in ("class", "interactable", "zone"):
        found = OWNED[owner.visibility].get(name)
    if found is None and name == "zone" and owner.kind == "interactable" and owner.first().in_zones:
        found = PIECE_ZONE
    return _ADD_LIKE_ITS_OWN if found is not None and found.op == "group.add" and owner.is_laid() else found


def fill_in(type_: Type, on: Type, element: Type) -> Type:
    """A symbolic type made real for what the operation is used on."""
    if type_ is ELEMENT:
        return element
    if type_ is SELF:
        return on
    if type_ is LIST_OF_ELEMENT:
        return list_of(element)
    if type_ is STACK_OF_ELEMENT:
        return collection("Stack", element)
    return type_


def element_of(type_: Type, class_: Class | None) -> Type:
    """What a collection, deck or group holds."""
    if isinstance(type_, Collection):
        return type_.of
    for step in class_.lineage() if class_ is not None else ():
        if step.holds is not None:
            return step.holds.latest().type
        if step.tile_type is not None:
            return step.tile_type
    return ROOTS["tile"] if class_ is not None and class_.kind == "group" else ROOTS["interactable"]
