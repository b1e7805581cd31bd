"""The predefined operations of the core: the one table of all that is known of them.

A row says what an operation takes and gives, what it does to the game, what it is for, and how it is written in Python and in C.
`T` stands for the element of the collection or deck that comes first. The first argument is what the operation works on.
Behind a word of what is taken, `~` says that null is welcome (elsewhere it is a run-time error, on every target) and `?` that
it may be left out; behind what is given, `~` says that it can be null. Dice are formulas, and a formula is a text
(`tgpl.text.dice_formula`).

    OPERATIONS["list.find"]     # takes "list T~", gives "number~", and only looks
    needs("list.find")          # (True, False): the list must be there, what is looked for need not

In the templates `{0}`, `{1}` … are the arguments. Python: `{all}` are all of them, `{rest}` all but the first. C: `{here}` is the
first, made sure to be there; `{at}` the place in the rule text, `{type}` the type of the result, `{known}` the type of the
collection; elements go in and out as slots. An operation without a template in C depends on more than its arguments, and
`emit/c` has a function for it.

Whoever asks whether an operation minds null, or leaves a trace, asks here. `tests/core/test_operations.py` holds every row
against what both targets do.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import NamedTuple


class SideEffect(Enum):
    LOOKS = "leaves no trace"
    MAKES = "leaves no trace, and gives a collection that nobody else holds"
    TRACES = "uses up chance or writes to the log, but changes no object and no collection"
    CHANGES = "changes the collection that it works on, and nothing else"
    ACTS = "may change anything"


class Operation(NamedTuple):
    takes: str
    gives: str
    side_effect: SideEffect
    fails: bool  # whether it can stop the block, or take steps, where everything that must be there is
    doc: str
    python: str
    c: str = ""
    c_any: str = ""  # the same on a collection that can hold anything
    draws: bool = False  # whether it uses up chance
    asks: bool = False  # whether a player may be asked before it is done

    @property
    def gives_null(self) -> bool:
        return self.gives.endswith("~")

    @property
    def parameters(self) -> list[str]:
        return self.takes.split()

    @property
    def gives_element(self) -> bool:
        """Of a list or stack, as it lies there."""
        return self.gives == "T~" and self.parameters[0] in ("list", "stack")


LOOKS, MAKES, TRACES, CHANGES, ACTS = SideEffect
SURE, FAILS = False, True

# list, table, stack and deck mean a collection; class kinds mean an object of that kind.
# fmt: off
OPERATIONS: dict[str, Operation] = {
    "present": Operation("any", "T", LOOKS, SURE, "The value itself, which must be there.",
        python="present({0})"),
    "no_case": Operation("any~", "nothing", LOOKS, FAILS, "Stops: no case of a `switch` takes this value.",
        python="no_case({0})", c="raise_error(G, 708, {at})"),
    "object.kind_of": Operation("object", "kind", LOOKS, SURE, "The class that it was made as.",
        python="kind_of({0})", c="(Ref)(object_at(G, {here})->class_ + 1)"),
    "kind.holds": Operation("kind object~", "bool", LOOKS, FAILS, "Whether an object is of a class, or of one that derives from it.",
        python="{0}.holds({1})", c="kind_holds(G, {0}, {1}, {at})"),
    "list.length": Operation("list", "number", LOOKS, SURE, "How many values it holds.",
        python="{0}.length"),
    "list.at": Operation("list number", "T~", LOOKS, FAILS, "The value at a place; null outside.",
        python="{0}.at({1})", c="list_at(G, {0}, {1}, {at})", c_any="open_at(G, {0}, {1}, {at})"),
    "list.put": Operation("list number T~", "nothing", CHANGES, FAILS,
        "Writes a value at a place, or one behind the last.",
        python="{0}.put({1}, {2})", c="list_place(G, {0}, {1}, {2}, {at})", c_any="open_place(G, {0}, {1}, {2}, {at})"),
    "list.inner": Operation("list number", "T", CHANGES, FAILS, "The list at a place; one is made where there is none.",
        python="{0}.inner({1})", c="list_inner(G, {0}, {1}, {at})"),
    "list.find": Operation("list T~", "number~", LOOKS, FAILS, "Where a value stands first; null if nowhere.",
        python="{0}.find({1})", c="list_find(G, {0}, {1}, {at})", c_any="open_find(G, {0}, {1}, {at})"),
    "list.removeRange": Operation("list list", "nothing", CHANGES, FAILS,
        "Takes out all that another list holds, as often as it is there.",
        python="{0}.removeRange({1})", c="list_remove_range(G, {0}, {1}, {at})",
        c_any="open_remove_range(G, {0}, {1}, {at})"),
    "list.append": Operation("list list", "nothing", CHANGES, FAILS, "Puts the values of another list at the end.",
        python="{0}.append({1})", c="list_append(G, {0}, {1}, {known}, {at})", c_any="open_append(G, {0}, {1}, {at})"),
    "list.add": Operation("list T~", "nothing", CHANGES, FAILS, "Puts a value at the end.",
        python="{0}.add({1})", c="list_add(G, {0}, {1}, {known}, {at})", c_any="open_add(G, {0}, {1}, {at})"),
    "list.clear": Operation("list", "nothing", CHANGES, FAILS, "Takes everything out.",
        python="{0}.clear()", c="list_clear(G, {0}, {at})"),
    "list.contains": Operation("list T~", "bool", LOOKS, FAILS, "Whether a value is in it.",
        python="{0}.contains({1})", c="(found_in(G, {0}, {1}, {at}) >= 0)",
        c_any="(open_found(G, {0}, {1}, {at}) >= 0)"),
    "list.indexOf": Operation("list T~", "number", LOOKS, FAILS, "Where a value stands first; -1 if nowhere.",
        python="{0}.indexOf({1})", c="(double)found_in(G, {0}, {1}, {at})",
        c_any="(double)open_found(G, {0}, {1}, {at})"),
    "list.remove": Operation("list T~", "nothing", CHANGES, FAILS, "Takes a value out, where it stands first.",
        python="{0}.remove({1})", c="list_remove(G, {0}, {1}, {at})", c_any="open_remove(G, {0}, {1}, {at})"),
    "list.removeAt": Operation("list number", "nothing", CHANGES, FAILS, "Takes out what stands at a place.",
        python="{0}.removeAt({1})", c="list_remove_at(G, {0}, {1}, {at})"),
    "list.shuffle": Operation("list", "nothing", CHANGES, FAILS, "Brings it into random order.",
        python="{0}.shuffle()", c="list_shuffle(G, {0}, {at})", draws=True),
    "list.copy": Operation("list", "list", MAKES, FAILS, "A list of its own with the same values.",
        python="{0}.copy()", c="list_copy(G, {0}, {at})"),
    "table.length": Operation("table", "number", LOOKS, SURE, "How many keys it has.",
        python="{0}.length"),
    "table.clear": Operation("table", "nothing", CHANGES, FAILS, "Takes everything out.",
        python="{0}.clear()", c="list_clear(G, {0}, {at})"),
    "table.copy": Operation("table", "table", MAKES, FAILS, "A table of its own with the same pairs.",
        python="{0}.copy()", c="table_copy(G, {0}, {at})"),
    # The list becomes one of what it is taken for, so that it is not quite its maker's own.
    "table.keys": Operation("table", "list", LOOKS, FAILS, "Its keys, as a list of what they are taken for.",
        python="{0}.keys()", c="table_keys(G, {0}, {type}, {at})"),
    "stack.length": Operation("stack", "number", LOOKS, SURE, "How many values it holds.",
        python="{0}.length()"),
    "stack.push": Operation("stack T~", "nothing", CHANGES, FAILS, "Puts a value on top; null does nothing.",
        python="{0}.push({1})", c="stack_push(G, {0}, {1}, {at})", c_any="open_push(G, {0}, {1}, 0, {at})"),
    "stack.push_front": Operation("stack T~", "nothing", CHANGES, FAILS,
        "Puts a value below all others; null does nothing.",
        python="{0}.push_front({1})", c="stack_push_front(G, {0}, {1}, {at})", c_any="open_push(G, {0}, {1}, 1, {at})"),
    "stack.pop": Operation("stack", "T~", CHANGES, FAILS, "Takes the topmost off; null if it is empty.",
        python="{0}.pop()", c="stack_take(G, {0}, 0, {at})", c_any="open_take(G, {0}, 0, {at})"),
    "stack.pop_front": Operation("stack", "T~", CHANGES, FAILS, "Takes the lowest out; null if it is empty.",
        python="{0}.pop_front()", c="stack_take(G, {0}, 1, {at})", c_any="open_take(G, {0}, 1, {at})"),
    "stack.peek": Operation("stack number", "T~", LOOKS, FAILS, "What lies so far below the topmost; null outside.",
        python="{0}.peek({1})", c="stack_peek(G, {0}, {1}, {at})", c_any="open_peek(G, {0}, {1}, {at})"),
    "stack.take": Operation("stack T~", "T~", CHANGES, FAILS,
        "Takes a value out, where it lies topmost, and gives it; null if it is not there.",
        python="{0}.take({1})", c="stack_take_out(G, {0}, {1}, {at})", c_any="open_take_out(G, {0}, {1}, {at})"),
    "stack.clone": Operation("stack", "stack", MAKES, FAILS, "A stack of its own with the same values.",
        python="{0}.clone()", c="list_copy(G, {0}, {at})"),
    "stack.shuffle": Operation("stack", "nothing", CHANGES, FAILS, "Brings it into random order.",
        python="{0}.shuffle()", c="list_shuffle(G, {0}, {at})", draws=True),
    "deck.length": Operation("deck", "number", LOOKS, SURE, "How many cards it holds.",
        python="{0}.length()"),
    "deck.push": Operation("deck T~", "nothing", ACTS, FAILS, "Puts a card on top; null does nothing.",
        python="{0}.push({1})", c="deck_push(G, {0}, {1}, 0, {at})"),
    "deck.push_front": Operation("deck T~", "nothing", ACTS, FAILS, "Puts a card below all others; null does nothing.",
        python="{0}.push_front({1})", c="deck_push(G, {0}, {1}, 1, {at})"),
    "deck.pop": Operation("deck", "T~", ACTS, FAILS, "Takes the topmost card; null if it is empty.",
        python="{0}.pop()", c="deck_take(G, {0}, 0, {at})"),
    "deck.pop_front": Operation("deck", "T~", ACTS, FAILS, "Takes the lowest card; null if it is empty.",
        python="{0}.pop_front()", c="deck_take(G, {0}, 1, {at})"),
    "deck.peek": Operation("deck number", "T~", LOOKS, FAILS, "The card so far below the topmost; null outside.",
        python="{0}.peek({1})", c="deck_peek(G, {0}, {1}, {at})"),
    "deck.take": Operation("deck T~", "T~", ACTS, FAILS, "Takes a card out and gives it; null if it is not there.",
        python="{0}.take({1})", c="deck_take_out(G, {0}, {1}, {at})"),
    "deck.clone": Operation("deck", "stack", MAKES, FAILS, "A stack with the same cards.",
        python="{0}.clone()", c="deck_clone(G, {0}, {at})"),
    "deck.shuffle": Operation("deck", "nothing", ACTS, FAILS,
        "Brings the cards into random order, without the discards.",
        python="{0}.shuffle()", c="list_shuffle(G, deck_cards(G, {0}, {at}), {at})", draws=True),
    "deck.reshuffle": Operation("deck", "nothing", ACTS, FAILS,
        "The same, with the discards, which are discarded no more.",
        python="{0}.reshuffle()", c="deck_reshuffle(G, {0}, {at})", draws=True),
    "deck.discard_stack": Operation("deck", "stack", LOOKS, SURE, "Where its discarded cards lie.",
        python="{0}.discard_stack", c="((Deck *)at_ref(G, {here}))->discard_stack"),
    "own.player": Operation("object", "player~", LOOKS, SURE, "Who owns it first; null if nobody does.",
        python="{0}.player", c="object_at(G, {here})->owner"),
    "own.players": Operation("object", "list", MAKES, FAILS, "All who own it.",
        python="{0}.players", c="members_of(G, {0}, {type}, {at})"),
    "own.assign": Operation("object player~", "nothing", ACTS, FAILS, "Gives it to a player; null: to nobody.",
        python="{0}.assign({1})", c="assign(G, {0}, {1}, {at})"),
    "own.unassign": Operation("object player", "nothing", ACTS, FAILS, "Takes it from a player.",
        python="{0}.unassign({1})", c="unassign(G, {0}, {1}, {at})"),
    "piece.tile": Operation("interactable", "tile~", LOOKS, SURE, "The tile it stands on.",
        python="{0}.tile", c="((Thing *)at_ref(G, {here}))->tile"),
    "piece.move_to": Operation("interactable tile~", "nothing", ACTS, FAILS, "Puts it on a tile; null: on none.",
        python="{0}.move_to({1})", c="move_to(G, {0}, {1}, {at})"),
    "piece.discard": Operation("interactable pile~?", "nothing", ACTS, FAILS,
        "Takes it out of the game, onto a pile if one is given.",
        python="{0}.discard({rest})"),
    "piece.discarded": Operation("interactable", "bool~", LOOKS, SURE, "Whether it is out of the game.",
        python="{0}.discarded", c="((Thing *)at_ref(G, {here}))->discarded"),
    "piece.decks": Operation("interactable", "number", LOOKS, SURE, "In how many decks it lies.",
        python="float({0}.decks)", c="(double)((Thing *)at_ref(G, {here}))->decks"),
    "tile.group": Operation("tile", "group~", LOOKS, SURE, "The group it belongs to.",
        python="{0}.group", c="((Tile *)at_ref(G, {here}))->group"),
    "tile.connections": Operation("tile", "list", ACTS, FAILS,
        "The connections that lead away from it; the list is made when it is first looked at.",
        python="{0}.connections", c="connections_of(G, {0}, {at})"),
    "tile.x": Operation("tile", "number~", LOOKS, SURE, "Its column.",
        python="{0}.x", c="place_number(((Tile *)at_ref(G, {here}))->x)"),
    "tile.y": Operation("tile", "number~", LOOKS, SURE, "Its row.",
        python="{0}.y", c="place_number(((Tile *)at_ref(G, {here}))->y)"),
    "tile.pieces": Operation("tile", "list", MAKES, FAILS, "What stands on it.",
        python="{0}.pieces", c="pieces_of(G, {0}, {at})"),
    "tile.neighbors": Operation("tile", "list", MAKES, FAILS, "What it is connected with.",
        python="{0}.neighbors()", c="neighbours_of(G, {0}, {at})"),
    "tile.distance": Operation("tile tile", "number~", LOOKS, FAILS,
        "What the cheapest way to another costs; null if there is none.",
        python="{0}.distance({1})", c="distance_to(G, {0}, {1}, {at})"),
    "tile.board": Operation("tile", "board~", LOOKS, SURE, "The board it belongs to.",
        python="{0}.board"),
    "tile.link": Operation("tile connection", "nothing", ACTS, FAILS, "Adds a connection.",
        python="{0}.link({1})", c="tile_link(G, {0}, {1}, {at})"),
    "tile.unlink": Operation("tile tile", "nothing", ACTS, FAILS, "Takes the connection to a tile away.",
        python="{0}.unlink({1})", c="tile_unlink(G, {0}, {1}, {at})"),
    "connection.to": Operation("connection", "tile~", LOOKS, SURE, "Where it leads.",
        python="{0}.to", c="((Connection *)at_ref(G, {here}))->to"),
    "board.groups": Operation("board", "table", MAKES, FAILS, "Its groups by name.",
        python="{0}.groups"),
    "group.tiles": Operation("group", "list", MAKES, FAILS, "Its tiles without holes.",
        python="{0}.tiles", c="group_tiles(G, {0}, {at})"),
    "group.geometry": Operation("group", "string", LOOKS, SURE, "How its tiles lie: a word.",
        python="{0}.geometry"),
    "group.width": Operation("group", "number", LOOKS, SURE, "How many columns it has.",
        python="{0}.width"),
    "group.height": Operation("group", "number", LOOKS, SURE, "How many rows it has.",
        python="{0}.height"),
    "group.add": Operation("group tile", "nothing", ACTS, FAILS, "Adds a tile.",
        python="{0}.add({1})", c="group_add(G, {0}, {1}, {at})"),
    "group.connect": Operation("group tile tile", "nothing", ACTS, FAILS, "Connects two tiles, both ways.",
        python="{0}.connect({1}, {2})", c="group_connect(G, {0}, {1}, {2}, {at})"),
    "player.all": Operation("", "list", MAKES, FAILS, "All players.",
        python="game.all_players()", c="all_players(G, {type})"),
    "player.active": Operation("", "player", LOOKS, SURE, "Whose turn it is.",
        python="game.active_player", c="G->m.active"),
    "player.count": Operation("", "number", LOOKS, SURE, "How many play.",
        python="float(game.players)"),
    "player.out": Operation("player", "nothing", ACTS, FAILS, "Takes a player out of the game.",
        python="game.put_out({0})", c="put_out(G, {0}, {at})"),
    "player.is_out": Operation("player", "bool", LOOKS, SURE, "Whether a player is out.",
        python="game.is_out({0})", c="has_left(G, seat_at(G, {0}, {at}))"),
    "player.remaining": Operation("", "list", MAKES, FAILS, "The players who are not out.",
        python="game.remaining_players()", c="remaining_players(G, {type})"),
    "player.set_first": Operation("player", "nothing", ACTS, FAILS, "Gives a player the mark of the first player.",
        python="game.put_first({0})", c="put_first(G, {0}, {at})"),
    "player.first": Operation("", "player", LOOKS, SURE, "Who has the mark of the first player.",
        python="game.first_player()", c="first_player(G)"),
    "player.show": Operation("object player", "nothing", TRACES, FAILS,
        "Writes what an object, or each in a collection, is to the log of one player.",
        python="game.show({0}, {1})"),
    "player.name": Operation("player~", "string", LOOKS, SURE, "What a player is called; without names the number.",
        python="game.player_name({0})", c="name_of_player(G, {0})"),
    "turn.use": Operation("string string~?", "nothing", ACTS, FAILS, "Goes on with another turn, and phase.",
        python="game.use_turn({all})"),
    "turn.active": Operation("", "string~", LOOKS, SURE, "The name of the turn.",
        python="game.turn_name", c="turn_name(G)"),
    "turn.pass": Operation("player? string~?", "nothing", ACTS, FAILS,
        "Ends the turn; goes on with a player and a phase if they are given.",
        python="game.pass_to({all})"),
    "turn.phase": Operation("", "string~", LOOKS, SURE, "The name of the phase.",
        python="game.phase_name", c="phase_name(G)"),
    "event.throw": Operation("event", "nothing", ACTS, FAILS,
        "Throws an event, which is resolved when the block is done.",
        python="game.throw({0})", c="throw_event(G, {0}, {at})"),
    "event.throw_sync": Operation("event", "nothing", ACTS, FAILS,
        "Throws an event and resolves it at once: actions that wait for it run, and may ask.",
        python="game.throw_now({0})", asks=True),
    "testing": Operation("", "bool", LOOKS, SURE, "Whether somebody only tries out whether this can be done.",
        python="bool(game.testing)", c="(G->tests > 0)"),
    "log": Operation("any~", "nothing", TRACES, FAILS, "Writes a value to the log.",
        python="game.log({0})"),
    "tell": Operation("player any~", "nothing", TRACES, FAILS, "Writes a value to the log of one player.",
        python="game.tell({0}, {1})"),
    "input.clear": Operation("", "nothing", ACTS, FAILS, "Drops what else was typed in the line that was read last.",
        python="game.clear_input()", c="((void)0)"),
    "objects.room": Operation("number", "nothing", TRACES, FAILS,
        "Fails where there cannot be so many objects more: what would be refused in the end is refused before the work.",
        python="game.room_for({0})", c="room_for_objects(G, {0}, {at})"),
    "random": Operation("number", "number", TRACES, FAILS, "A whole number from 0, below a limit.",
        python="game.random({0})", c="random_below(G, {0}, {at})", draws=True),
    "dice.roll": Operation("string", "number", TRACES, FAILS, "Throws dice.",
        python="game.dice.roll({0})", draws=True),
    "dice.plus": Operation("string string", "string", LOOKS, FAILS, "Dice that are added.",
        python="game.dice.plus({0}, {1})", c="join_dice(G, '+', {0}, {1}, {at})"),
    "dice.minus": Operation("string string", "string", LOOKS, FAILS, "Dice that are subtracted.",
        python="game.dice.minus({0}, {1})", c="join_dice(G, '-', {0}, {1}, {at})"),
    "dice.times": Operation("string string", "string", LOOKS, FAILS, "Dice that are multiplied.",
        python="game.dice.times({0}, {1})", c="join_dice(G, '*', {0}, {1}, {at})"),
    "dice.over": Operation("string string", "string", LOOKS, FAILS, "Dice that are divided.",
        python="game.dice.over({0}, {1})", c="join_dice(G, '/', {0}, {1}, {at})"),
    "dice.negate": Operation("string", "string", LOOKS, FAILS, "Dice that count below zero.",
        python="game.dice.negate({0})", c="negate_dice(G, {0}, {at})"),
    "dice.against": Operation("string string", "string", LOOKS, FAILS, "Dice that are compared with others, pair by pair.",
        python="game.dice.against({0}, {1})", c="oppose_dice(G, {0}, {1}, {at})"),
    "dice.of": Operation("number", "string", LOOKS, FAILS, "A number as dice.",
        python="game.dice.of({0})", c="dice_of_number(G, {0}, {at})"),
    "dice.pool": Operation("number number", "string", LOOKS, FAILS, "So many dice with so many faces.",
        python="game.dice.pool({0}, {1})", c="pool_of_numbers(G, {0}, {1}, {at})"),
    "dice.least": Operation("string", "number", LOOKS, FAILS, "The least that dice can come to.",
        python="game.dice.least({0})", c="least_of_dice(G, {0}, {at})"),
    "dice.greatest": Operation("string", "number", LOOKS, FAILS, "The most that dice can come to.",
        python="game.dice.greatest({0})", c="greatest_of_dice(G, {0}, {at})"),
    "dice.mean": Operation("string", "number", LOOKS, FAILS, "What dice come to on average.",
        python="game.dice.mean({0})", c="mean_of_dice(G, {0}, {at})"),
    "dice.chance": Operation("string string number", "number", LOOKS, FAILS,
        "How likely dice compare so with a number; how is a literal.",
        python="game.dice.chance({0}, {1}, {2})"),
    # Rules of logic: a position is a text, a role its number, a move its number among those that the role has there.
    "logic.begin": Operation("", "string", LOOKS, FAILS, "The position in which a game begins.",
        python="game.logic.begin()", c="logic_begin(G, {at})"),
    "logic.over": Operation("string", "bool", LOOKS, FAILS, "Whether the game is over there.",
        python="game.logic.over({0})", c="logic_over(G, {0}, {at})"),
    "logic.moves": Operation("string number", "number", LOOKS, FAILS, "How many moves a role has.",
        python="game.logic.moves({0}, {1})", c="(double)logic_moves(G, {0}, {1}, {at})"),
    "logic.asks": Operation("string number", "bool", LOOKS, FAILS, "Whether a role has something to choose.",
        python="game.logic.asks({0}, {1})", c="logic_asks(G, {0}, {1}, {at})"),
    "logic.labels": Operation("string number", "list", LOOKS, FAILS, "What the moves of a role are called.",
        python="game.logic.labels({0}, {1})"),
    "logic.label": Operation("string number number", "string", LOOKS, FAILS, "What one of them is called.",
        python="game.logic.label({0}, {1}, {2})", c="logic_label(G, {0}, {1}, {2}, {at})"),
    "logic.goal": Operation("string number", "number", LOOKS, FAILS, "What a position is worth to a role.",
        python="game.logic.goal({0}, {1})", c="(double)logic_goal(G, {0}, {1}, {at})"),
    "logic.next": Operation("string list", "string", LOOKS, FAILS, "The position behind the moves of all roles.",
        python="game.logic.next({0}, {1})", c="logic_next(G, {0}, {1}, {at})"),
    "logic.seen": Operation("string list number", "string", LOOKS, FAILS, "What a role is told of these moves.",
        python="game.logic.seen({0}, {1}, {2})", c="logic_seen(G, {0}, {1}, {2}, {at})"),
    "whole": Operation("number", "number", LOOKS, FAILS,
        "Cut towards zero; an error where a double holds whole numbers no longer exactly.",
        python="whole_number({0})", c="exact_number(G, {0}, {at})"),
    "int32": Operation("number", "number", LOOKS, SURE, "Cut towards zero, and wrapped into 32 bits.",
        python="int32({0})", c="wrapped_number(G, {0}, {at})"),
    "int32.times": Operation("number number", "number", LOOKS, SURE, "Two such numbers multiplied, and wrapped.",
        python="times32({0}, {1})", c="wrapped_product(G, {0}, {1}, {at})"),
    "digits": Operation("string", "number", LOOKS, FAILS,
        "The number that a text of digits alone stands for, wrapped; 0 for any other text.",
        python="digits({0})", c="number_of_digits(G, {0}, {at})"),
    "floor": Operation("number", "number", LOOKS, SURE, "The next whole number below.",
        python="floor({0})", c="floor(needed(G, {0}, {at}))"),
    "ceil": Operation("number", "number", LOOKS, SURE, "The next whole number above.",
        python="ceil({0})", c="(-floor(-needed(G, {0}, {at})))"),
    "round": Operation("number", "number", LOOKS, SURE, "The nearest whole number; a half goes up.",
        python="round_half_up({0})", c="round_half_up(G, {0}, {at})"),
    "abs": Operation("number", "number", LOOKS, SURE, "Without its sign.",
        python="abs({0})", c="absolute(G, {0}, {at})"),
    "min": Operation("number number", "number", LOOKS, SURE, "The smaller of two.",
        python="min({0}, {1})", c="smaller(G, {0}, {1}, {at})"),
    "max": Operation("number number", "number", LOOKS, SURE, "The larger of two.",
        python="max({0}, {1})", c="larger(G, {0}, {1}, {at})"),
}
# fmt: on


@cache
def needs(op: str) -> tuple[bool, ...]:
    """Of each argument, whether it must be there: null stops the block."""
    return tuple("~" not in parameter for parameter in OPERATIONS[op].parameters)


def select_operations(*side_effects: SideEffect) -> frozenset[str]:
    return frozenset(name for name, operation in OPERATIONS.items() if operation.side_effect in side_effects)


CHANCE = frozenset(name for name, operation in OPERATIONS.items() if operation.draws)
ASKING = frozenset(name for name, operation in OPERATIONS.items() if operation.asks)
TELLING = frozenset(("tell", "player.show"))  # what one player alone gets to know

# Attributes that a program may also write.
WRITABLE = frozenset(("piece.discarded", "connection.to"))
