"""The predefined operations of the core: what each takes and gives.

`T` stands for the element of the collection or deck that comes first. The first argument is what the operation
works on. An entry is (parameters, result); a trailing `?` marks what may be left out. Dice are formulas, and a formula is
a text (`tgpl.formula`).
"""

from __future__ import annotations

# list, table, stack and deck mean a collection; class kinds mean an object of that kind.
OPERATIONS: dict[str, tuple[str, str]] = {
    "list.length": ("list", "number"),
    "list.at": ("list number", "T"),
    "list.put": ("list number T", "nothing"),
    "list.inner": ("list number", "T"),
    "list.find": ("list T", "number"),
    "list.removeRange": ("list list", "nothing"),
    "list.append": ("list list", "nothing"),
    "list.add": ("list T", "nothing"),
    "list.clear": ("list", "nothing"),
    "list.contains": ("list T", "bool"),
    "list.indexOf": ("list T", "number"),
    "list.remove": ("list T", "nothing"),
    "list.removeAt": ("list number", "nothing"),
    "list.shuffle": ("list", "nothing"),
    "list.copy": ("list", "list"),
    "table.length": ("table", "number"),
    "table.clear": ("table", "nothing"),
    "table.copy": ("table", "table"),
    "table.keys": ("table", "list"),
    "stack.length": ("stack", "number"),
    "stack.push": ("stack T", "nothing"),
    "stack.push_front": ("stack T", "nothing"),
    "stack.pop": ("stack", "T"),
    "stack.pop_front": ("stack", "T"),
    "stack.clone": ("stack", "stack"),
    "stack.shuffle": ("stack", "nothing"),
    "deck.length": ("deck", "number"),
    "deck.push": ("deck T", "nothing"),
    "deck.push_front": ("deck T", "nothing"),
    "deck.pop": ("deck", "T"),
    "deck.pop_front": ("deck", "T"),
    "deck.clone": ("deck", "stack"),
    "deck.shuffle": ("deck", "nothing"),
    "deck.reshuffle": ("deck", "nothing"),
    "deck.discard_stack": ("deck", "stack"),
    "own.player": ("object", "player"),
    "own.players": ("object", "list"),
    "own.assign": ("object player", "nothing"),
    "own.unassign": ("object player", "nothing"),
    "piece.tile": ("interactable", "tile"),
    "piece.move_to": ("interactable tile", "nothing"),
    "piece.discard": ("interactable pile?", "nothing"),
    "piece.discarded": ("interactable", "bool"),
    "tile.group": ("tile", "group"),
    "tile.connections": ("tile", "list"),
    "tile.x": ("tile", "number"),
    "tile.y": ("tile", "number"),
    "tile.pieces": ("tile", "list"),
    "tile.neighbors": ("tile", "list"),
    "tile.distance": ("tile tile", "number"),
    "tile.board": ("tile", "board"),
    "tile.link": ("tile connection", "nothing"),
    "tile.unlink": ("tile tile", "nothing"),
    "connection.to": ("connection", "tile"),
    "board.groups": ("board", "table"),
    "group.tiles": ("group", "list"),
    "group.geometry": ("group", "string"),
    "group.width": ("group", "number"),
    "group.height": ("group", "number"),
    "group.add": ("group tile", "nothing"),
    "group.connect": ("group tile tile", "nothing"),
    "player.all": ("", "list"),
    "player.active": ("", "player"),
    "player.count": ("", "number"),
    "turn.use": ("string string?", "nothing"),
    "turn.active": ("", "string"),
    "turn.pass": ("player? string?", "nothing"),
    "turn.phase": ("", "string"),
    "event.throw": ("event", "nothing"),
    "event.throw_sync": ("event", "nothing"),
    "testing": ("", "bool"),
    "log": ("any", "nothing"),
    "input.clear": ("", "nothing"),  # what else was typed in the line that was read last is dropped
    "random": ("number", "number"),
    "dice.roll": ("string", "number"),
    "dice.plus": ("string string", "string"),
    "dice.minus": ("string string", "string"),
    "dice.times": ("string string", "string"),
    "dice.over": ("string string", "string"),
    "dice.negate": ("string", "string"),
    "dice.of": ("number", "string"),
    "dice.pool": ("number number", "string"),
    "dice.least": ("string", "number"),
    "dice.greatest": ("string", "number"),
    "dice.mean": ("string", "number"),
    "dice.chance": ("string string number", "number"),  # dice, how they are compared (a literal), with what
    # Rules of logic: a position is a text, a role its number, a move its number among those that the role has there.
    "logic.begin": ("", "string"),
    "logic.over": ("string", "bool"),
    "logic.moves": ("string number", "number"),  # how many the role has
    "logic.asks": ("string number", "bool"),  # whether there is something to choose
    "logic.labels": ("string number", "list"),  # what the moves are called
    "logic.label": ("string number number", "string"),  # what one of them is called
    "logic.goal": ("string number", "number"),
    "logic.next": ("string list", "string"),  # the position behind the moves of all roles
    "logic.seen": ("string list number", "string"),  # what the role is told of these moves
    "whole": ("number", "number"),  # cut towards zero; an error where a double holds whole numbers no longer exactly
    "int32": ("number", "number"),  # cut towards zero, and wrapped into 32 bits
    "int32.times": ("number number", "number"),  # of two such numbers, wrapped
    "digits": ("string", "number"),  # the number that a text of digits alone stands for, wrapped; 0 for any other text
    "floor": ("number", "number"),
    "ceil": ("number", "number"),
    "round": ("number", "number"),
    "abs": ("number", "number"),
    "min": ("number number", "number"),
    "max": ("number number", "number"),
}

# What uses up chance.
CHANCE = frozenset(("random", "dice.roll", "list.shuffle", "stack.shuffle", "deck.shuffle", "deck.reshuffle"))

# Attributes that a program may also write.
WRITABLE = frozenset(("piece.discarded", "connection.to"))
