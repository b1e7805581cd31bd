"""The predefined operations of the core: what each takes and gives, and what is known of it.

`T` stands for the element of the collection or deck that comes first. The first argument is what the operation works on.
Behind a word of what is taken, `~` says that null is welcome (elsewhere it is a run-time error, on every target) and `?` that
it may be left out; behind what is given, `~` says that it can be null. Dice are formulas, and a formula is a text
(`tgpl.text.dice_formula`).

    OPERATIONS["list.find"]     # takes "list T~", gives "number~", and only looks
    needs("list.find")          # (True, False): the list must be there, what is looked for need not

Whoever asks whether an operation minds null, or leaves a trace, asks here. `tests/test_operations.py` holds every entry
against what both targets do.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import NamedTuple


class Effect(Enum):
    LOOKS = "leaves no trace"
    MAKES = "leaves no trace, and gives a collection that nobody else holds"
    TRACES = "uses up chance or writes to the log, but changes no object and no collection"
    CHANGES = "changes the collection that it works on, and nothing else"
    ACTS = "may change anything"


class Operation(NamedTuple):
    takes: str
    gives: str
    effect: Effect
    fails: bool  # whether it can stop the block, or take steps, where everything that must be there is
    draws: bool = False  # whether it uses up chance

    @property
    def gives_null(self) -> bool:
        return self.gives.endswith("~")

    @property
    def parameters(self) -> list[str]:
        return self.takes.split()


LOOKS, MAKES, TRACES, CHANGES, ACTS = Effect
SURE, FAILS = False, True

# list, table, stack and deck mean a collection; class kinds mean an object of that kind.
OPERATIONS: dict[str, Operation] = {
    "list.length": Operation("list", "number", LOOKS, SURE),
    "list.at": Operation("list number", "T~", LOOKS, FAILS),
    "list.put": Operation("list number T~", "nothing", CHANGES, FAILS),
    # The list that stands there; one is made where there is none.
    "list.inner": Operation("list number", "T", CHANGES, FAILS),
    "list.find": Operation("list T~", "number~", LOOKS, FAILS),
    "list.removeRange": Operation("list list", "nothing", CHANGES, FAILS),
    "list.append": Operation("list list", "nothing", CHANGES, FAILS),
    "list.add": Operation("list T~", "nothing", CHANGES, FAILS),
    "list.clear": Operation("list", "nothing", CHANGES, FAILS),
    "list.contains": Operation("list T~", "bool", LOOKS, FAILS),
    "list.indexOf": Operation("list T~", "number", LOOKS, FAILS),
    "list.remove": Operation("list T~", "nothing", CHANGES, FAILS),
    "list.removeAt": Operation("list number", "nothing", CHANGES, FAILS),
    "list.shuffle": Operation("list", "nothing", CHANGES, FAILS, draws=True),
    "list.copy": Operation("list", "list", MAKES, FAILS),
    "table.length": Operation("table", "number", LOOKS, SURE),
    "table.clear": Operation("table", "nothing", CHANGES, FAILS),
    "table.copy": Operation("table", "table", MAKES, FAILS),
    # The list becomes one of what it is taken for, so that it is not quite its maker's own.
    "table.keys": Operation("table", "list", LOOKS, FAILS),
    "stack.length": Operation("stack", "number", LOOKS, SURE),
    "stack.push": Operation("stack T~", "nothing", CHANGES, FAILS),
    "stack.push_front": Operation("stack T~", "nothing", CHANGES, FAILS),
    "stack.pop": Operation("stack", "T~", CHANGES, FAILS),
    "stack.pop_front": Operation("stack", "T~", CHANGES, FAILS),
    "stack.clone": Operation("stack", "stack", MAKES, FAILS),
    "stack.shuffle": Operation("stack", "nothing", CHANGES, FAILS, draws=True),
    "deck.length": Operation("deck", "number", LOOKS, SURE),
    "deck.push": Operation("deck T~", "nothing", ACTS, FAILS),
    "deck.push_front": Operation("deck T~", "nothing", ACTS, FAILS),
    "deck.pop": Operation("deck", "T~", ACTS, FAILS),
    "deck.pop_front": Operation("deck", "T~", ACTS, FAILS),
    "deck.clone": Operation("deck", "stack", MAKES, FAILS),
    "deck.shuffle": Operation("deck", "nothing", ACTS, FAILS, draws=True),
    "deck.reshuffle": Operation("deck", "nothing", ACTS, FAILS, draws=True),
    "deck.discard_stack": Operation("deck", "stack", LOOKS, SURE),
    "own.player": Operation("object", "player~", LOOKS, SURE),
    "own.players": Operation("object", "list", MAKES, FAILS),
    "own.assign": Operation("object player~", "nothing", ACTS, FAILS),
    "own.unassign": Operation("object player", "nothing", ACTS, FAILS),
    "piece.tile": Operation("interactable", "tile~", LOOKS, SURE),
    "piece.move_to": Operation("interactable tile~", "nothing", ACTS, FAILS),
    "piece.discard": Operation("interactable pile~?", "nothing", ACTS, FAILS),
    "piece.discarded": Operation("interactable", "bool~", LOOKS, SURE),
    "tile.group": Operation("tile", "group~", LOOKS, SURE),
    # The list is made when it is first looked at.
    "tile.connections": Operation("tile", "list", ACTS, FAILS),
    "tile.x": Operation("tile", "number~", LOOKS, SURE),
    "tile.y": Operation("tile", "number~", LOOKS, SURE),
    "tile.pieces": Operation("tile", "list", MAKES, FAILS),
    "tile.neighbors": Operation("tile", "list", MAKES, FAILS),
    "tile.distance": Operation("tile tile", "number~", LOOKS, FAILS),
    "tile.board": Operation("tile", "board~", LOOKS, SURE),
    "tile.link": Operation("tile connection", "nothing", ACTS, FAILS),
    "tile.unlink": Operation("tile tile", "nothing", ACTS, FAILS),
    "connection.to": Operation("connection", "tile~", LOOKS, SURE),
    "board.groups": Operation("board", "table", MAKES, FAILS),
    "group.tiles": Operation("group", "list", MAKES, FAILS),
    "group.geometry": Operation("group", "string", LOOKS, SURE),
    "group.width": Operation("group", "number", LOOKS, SURE),
    "group.height": Operation("group", "number", LOOKS, SURE),
    "group.add": Operation("group tile", "nothing", ACTS, FAILS),
    "group.connect": Operation("group tile tile", "nothing", ACTS, FAILS),
    "player.all": Operation("", "list", MAKES, FAILS),
    "player.active": Operation("", "player", LOOKS, SURE),
    "player.count": Operation("", "number", LOOKS, SURE),
    "turn.use": Operation("string string~?", "nothing", ACTS, FAILS),
    "turn.active": Operation("", "string~", LOOKS, SURE),
    "turn.pass": Operation("player? string~?", "nothing", ACTS, FAILS),
    "turn.phase": Operation("", "string~", LOOKS, SURE),
    "event.throw": Operation("event", "nothing", ACTS, FAILS),
    "event.throw_sync": Operation("event", "nothing", ACTS, FAILS),
    "testing": Operation("", "bool", LOOKS, SURE),
    "log": Operation("any~", "nothing", TRACES, FAILS),
    # What else was typed in the line that was read last is dropped.
    "input.clear": Operation("", "nothing", ACTS, FAILS),
    # Whether there can be so many objects more: what would be refused in the end is refused before the work.
    "objects.room": Operation("number", "nothing", TRACES, FAILS),
    "random": Operation("number", "number", TRACES, FAILS, draws=True),
    "dice.roll": Operation("string", "number", TRACES, FAILS, draws=True),
    "dice.plus": Operation("string string", "string", LOOKS, FAILS),
    "dice.minus": Operation("string string", "string", LOOKS, FAILS),
    "dice.times": Operation("string string", "string", LOOKS, FAILS),
    "dice.over": Operation("string string", "string", LOOKS, FAILS),
    "dice.negate": Operation("string", "string", LOOKS, FAILS),
    "dice.of": Operation("number", "string", LOOKS, FAILS),
    "dice.pool": Operation("number number", "string", LOOKS, FAILS),
    "dice.least": Operation("string", "number", LOOKS, FAILS),
    "dice.greatest": Operation("string", "number", LOOKS, FAILS),
    "dice.mean": Operation("string", "number", LOOKS, FAILS),
    # Dice, how they are compared (a literal), with what.
    "dice.chance": Operation("string string number", "number", LOOKS, FAILS),
    # Rules of logic: a position is a text, a role its number, a move its number among those that the role has there.
    "logic.begin": Operation("", "string", LOOKS, FAILS),
    "logic.over": Operation("string", "bool", LOOKS, FAILS),
    "logic.moves": Operation("string number", "number", LOOKS, FAILS),  # how many the role has
    "logic.asks": Operation("string number", "bool", LOOKS, FAILS),  # whether there is something to choose
    "logic.labels": Operation("string number", "list", LOOKS, FAILS),  # what the moves are called
    "logic.label": Operation("string number number", "string", LOOKS, FAILS),  # what one of them is called
    "logic.goal": Operation("string number", "number", LOOKS, FAILS),
    "logic.next": Operation("string list", "string", LOOKS, FAILS),  # the position behind the moves of all roles
    "logic.seen": Operation("string list number", "string", LOOKS, FAILS),  # what the role is told of these moves
    # Cut towards zero; an error where a double holds whole numbers no longer exactly.
    "whole": Operation("number", "number", LOOKS, FAILS),
    "int32": Operation("number", "number", LOOKS, SURE),  # cut towards zero, and wrapped into 32 bits
    "int32.times": Operation("number number", "number", LOOKS, SURE),  # of two such numbers, wrapped
    # The number that a text of digits alone stands for, wrapped; 0 for any other text.
    "digits": Operation("string", "number", LOOKS, FAILS),
    "floor": Operation("number", "number", LOOKS, SURE),
    "ceil": Operation("number", "number", LOOKS, SURE),
    "round": Operation("number", "number", LOOKS, SURE),
    "abs": Operation("number", "number", LOOKS, SURE),
    "min": Operation("number number", "number", LOOKS, SURE),
    "max": Operation("number number", "number", LOOKS, SURE),
}


@cache
def needs(op: str) -> tuple[bool, ...]:
    """Of each argument, whether it must be there: null stops the block."""
    return tuple("~" not in parameter for parameter in OPERATIONS[op].parameters)


def select_operations(*effects: Effect) -> frozenset[str]:
    return frozenset(name for name, operation in OPERATIONS.items() if operation.effect in effects)


# What uses up chance.
CHANCE = frozenset(name for name, operation in OPERATIONS.items() if operation.draws)

# Attributes that a program may also write.
WRITABLE = frozenset(("piece.discarded", "connection.to"))
