"""Changes that somebody makes by hand, past the rules: while these are unfinished, or to put a slip right.

In:  a match at rest, and an edit as a record keeps it. Out: what was done, in words that everybody may read; or `BadEdit`, and nothing
is changed for good. No event is thrown: the rules do not hear of it. Objects go by their age among those in the game, as in saved states.

    {"move": 12, "from": {"tile": 30}, "to": {"tile": 31}}      # a place may also be {"zone": 7}, of a zone or a deck,
    {"deal": 9, "to": {"list": 4, "of": "cards"}}               # {"discards": 9}, or null: nowhere
    {"set": 5, "attribute": "score", "value": 3}
    {"chance": 4711}                                            # what is drawn from here on is another
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tgpl.runtime.board import BlankTile, Tile
from tgpl.runtime.collections import List, Stack
from tgpl.runtime.display import describe
from tgpl.runtime.entity import Entity, Owned
from tgpl.runtime.errors import RuleError
from tgpl.runtime.piece import Deck, Piece
from tgpl.runtime.rng import Rng
from tgpl.runtime.symbols import EnumValue
from tgpl.runtime.values import text
from tgpl.runtime.view import label
from tgpl.runtime.visibility import find_visible, sees_attribute
from tgpl.text.mangling import ATTRIBUTE, FUNCTION, mangle

if TYPE_CHECKING:
    from tgpl.runtime.match import Match

Edit = dict[str, Any]
_CARDS, _LENGTH = mangle(ATTRIBUTE, "cards"), mangle(ATTRIBUTE, "length")  # of zones, in all games
_HIDDEN = "something hidden"
_KEYS = ({"move", "from", "to"}, {"deal", "to"}, {"set", "attribute", "value"}, {"chance"})


class BadEdit(Exception):
    """Why something cannot be changed by hand: a sentence."""


def is_edit(value: Any) -> bool:
    """Whether it has the shape of one."""
    return isinstance(value, dict) and set(value) in _KEYS


def rank_objects(match: Match) -> list[Entity]:
    """All objects in the game, the oldest first: an edit names them by their place here."""
    alive = match.registrar.alive()
    return [entity for serial, entity in sorted(match.registrar.by_serial.items()) if serial in alive]


def apply_edit(match: Match, edit: Edit) -> str:
    """Raises BadEdit."""
    if not is_edit(edit):
        raise BadEdit("That is no change that can be made by hand.")
    if match.rules.logic is not None:
        raise BadEdit("The position of a rulesheet cannot be changed by hand.")
    hand = _Hand(match)
    try:
        if "move" in edit:
            return hand.move(hand.find(edit["move"], Piece), edit["from"], edit["to"])
        if "deal" in edit:
            return hand.deal(hand.find(edit["deal"], Entity), edit["to"])
        if "set" in edit:
            return hand.set(hand.find(edit["set"], Entity), edit["attribute"], edit["value"])
        return hand.change_chance(edit["chance"])
    except RuleError as broken:  # of a kind that a list does not hold, or too many
        raise BadEdit(broken.message) from None


class _Hand:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.objects = rank_objects(match)
        self.seen = find_visible(match, None)

    def find(self, rank: Any, kind: type[Entity]) -> Any:
        if isinstance(rank, bool) or not isinstance(rank, int) or not 0 <= rank < len(self.objects):
            raise BadEdit("There is no such thing.")
        found = self.objects[rank]
        if not isinstance(found, kind):
            raise BadEdit(f"`{found.shown}` cannot be handled so.")
        return found

    def name(self, entity: Entity) -> str:
        """What everybody may know of it, before or after the change."""
        if entity._serial not in self.seen:
            return _HIDDEN
        return label(entity) if isinstance(entity, Tile) else describe(entity)

    # -- moving

    def move(self, piece: Piece, start: Any, end: Any) -> str:
        name = self.name(piece)
        self._take_out(piece, start)
        self._put(piece, end)
        if name == _HIDDEN:
            self.seen = find_visible(self.match, None)
            name = self.name(piece)
        return f"{name}{self._spell('from', start)}{self._spell('to', end)}."

    def deal(self, deck: Entity, end: Any) -> str:
        """The topmost card of a deck or of a zone."""
        cards = deck._cards if isinstance(deck, Deck) else _zone_cards(deck)
        if not cards:
            raise BadEdit(f"`{deck.shown}` is empty.")
        start = {"zone": self.objects.index(deck)}
        return self.move(cards[-1], start, end)

    def _take_out(self, piece: Piece, start: Any) -> None:
        holder = self._find_place(start)
        if holder is None:
            return
        if isinstance(holder, Tile):
            there = piece._tile is holder
            piece.move_to(None) if there else None
        elif isinstance(holder, Deck):
            there = holder.take(piece) is piece
        elif isinstance(holder, Stack):
            there = holder.take(piece) is piece
            piece.discarded = False
        elif isinstance(holder, List):
            there = holder.contains(piece)
            holder.remove(piece)
        else:
            there = piece in _zone_cards(holder)
            if there:
                _leave_zone(piece, holder)
        if not there:
            raise BadEdit("It does not lie there.")

    def _put(self, piece: Piece, end: Any) -> None:
        holder = self._find_place(end)
        if holder is None:
            return
        if isinstance(holder, Tile):
            if isinstance(holder, BlankTile):
                raise BadEdit("Nothing can stand there.")
            piece.move_to(holder)
        elif isinstance(holder, (Deck, Stack)):
            holder.push(piece)
        elif isinstance(holder, List):
            holder.add(piece)
        else:
            _enter_zone(self.match, piece, holder)

    def _find_place(self, place: Any) -> Any:
        """A tile, a deck, a zone, a list or a stack; None for nowhere."""
        match place:
            case None:
                return None
            case {"tile": rank, **rest} if not rest:
                return self.find(rank, Tile)
            case {"zone": rank, **rest} if not rest:
                found = self.find(rank, Entity)
                if isinstance(found, Deck) or found.zone:
                    return found
            case {"discards": rank, **rest} if not rest:
                return self.find(rank, Deck).discard_stack
            case {"list": rank, "of": str(name), **rest} if not rest:
                found = getattr(self.find(rank, Entity), _find_attribute(self.find(rank, Entity), name))
                if isinstance(found, (List, Stack)):
                    return found
        raise BadEdit("Nothing can lie there.")

    def _spell(self, word: str, place: Any) -> str:
        holder = self._find_place(place)
        if holder is None:
            return ""
        if isinstance(holder, Entity):
            return f" {word} {self.name(holder)}"
        rank = place.get("list", place.get("discards"))
        return f" {word} {place.get('of', 'discards')} of {self.name(self.objects[rank])}"

    # -- values

    def set(self, entity: Entity, name: Any, value: Any) -> str:
        attribute = _find_attribute(entity, name)
        kind, old = entity._kinds[attribute], getattr(entity, attribute)
        made = _as_kind(value, kind, self.match.players)
        setattr(entity, attribute, made)
        if entity._serial not in self.seen or not sees_attribute(entity, attribute, None):
            return f"{_HIDDEN} was changed."
        told = [self.match.rules.seat_name(v) if kind is int and v is not None else text(v) for v in (old, made)]
        return f"{name} of {self.name(entity)}: {told[0]} → {told[1]}."

    def change_chance(self, seed: Any) -> str:
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 64:
            raise BadEdit("Chance begins with a whole number.")
        self.match.rng.state = Rng(seed).next()
        return "what is drawn from here on is another."


def _find_attribute(entity: Entity, name: Any) -> str:
    for attribute, designers in entity._names.items():
        if designers == name:
            return attribute
    raise BadEdit(f"`{entity.shown}` has nothing of that name.")


def _as_kind(value: Any, kind: Any, players: int) -> Any:
    """A value as an attribute of that kind holds it; only what is no object can be set by hand."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e300
    if kind is float and number:
        return float(value) + 0.0
    if kind is bool and isinstance(value, bool):
        return value
    if kind is int and number and int(value) == value and 0 <= value < players:
        return int(value)
    if kind is str and isinstance(value, str) and len(value) <= 1_000:
        return value
    if isinstance(kind, type) and issubclass(kind, EnumValue) and isinstance(value, str) and value in kind.values:
        return kind.values[value]
    raise BadEdit("That value does not fit there.")


# ---- zones, which are classes like any other here


def _zone_cards(zone: Entity) -> list[Any]:
    cards = getattr(zone, _CARDS, None) if zone.zone else None
    if not isinstance(cards, List):
        raise BadEdit("Nothing lies there.")
    return cards.items


def _find_zone_attribute(piece: Piece, zone: Entity) -> str:
    """The attribute that says in which zone something lies: of the class that all zones share."""
    for attribute, kind in piece._kinds.items():
        if isinstance(kind, type) and issubclass(kind, Entity) and isinstance(zone, kind) and kind.shown == "zone":
            return attribute
    raise BadEdit(f"`{piece.shown}` cannot lie in `{zone.shown}`.")


def _leave_zone(piece: Piece, zone: Entity) -> None:
    getattr(zone, _CARDS).remove(piece)
    _count(zone, -1.0)
    setattr(piece, _find_zone_attribute(piece, zone), None)


def _enter_zone(match: Match, piece: Piece, zone: Entity) -> None:
    attribute = _find_zone_attribute(piece, zone)
    getattr(zone, _CARDS).add(piece)
    _count(zone, 1.0)
    setattr(piece, attribute, zone)
    if piece.visibility == "local" and isinstance(zone, Owned) and not _keeps_owner(match, zone):
        piece.assign(None if zone.visibility == "global" else zone.player)


def _keeps_owner(match: Match, zone: Entity) -> bool:
    """Whether what comes there stays whose it is: the class that all zones share has a function for that."""
    root = next(step for step in type(zone).__mro__ if vars(step).get("shown") == "zone")
    name = next(name for name in vars(root) if name.startswith(mangle(FUNCTION, "keeps_owner")))
    return bool(getattr(zone, name)(match))


def _count(zone: Entity, more: float) -> None:
    if _LENGTH in zone._attributes:
        setattr(zone, _LENGTH, getattr(zone, _LENGTH) + more)
