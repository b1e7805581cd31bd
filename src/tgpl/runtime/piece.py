"""Interactables (pieces, cards, tokens) and decks of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from tgpl.runtime.collections import Stack, add_to, clear, insert_into, kind_name, take_from
from tgpl.runtime.entity import Entity, Owned
from tgpl.runtime.errors import RuleError, null_error
from tgpl.runtime.values import text
from tgpl.text.limits import SHUFFLE_WORK

if TYPE_CHECKING:
    from tgpl.runtime.board import Tile
    from tgpl.runtime.match import Match

_set = object.__setattr__


class Piece(Owned, Entity):
    """An `interactable`, which players handle: it can stand on a tile, lie in a deck, be discarded."""

    kind = "interactable"
    discarded: bool = False
    _tile: Tile | None = None
    _decks: int = 0  # in how many it lies
    _structure: ClassVar[tuple[str, ...]] = ("discarded", "_tile", "_decks")

    @property
    def tile(self) -> Tile | None:
        return self._tile

    @property
    def decks(self) -> int:
        return self._decks

    def move_to(self, tile: Tile | None) -> None:
        """Onto a tile, or off the board."""
        if self._tile is not None:
            pieces = self._tile._pieces
            self._game.work(len(pieces))
            take_from(self._game, pieces, pieces.index(self))
        self._tile = tile
        if tile is not None:
            add_to(self._game, tile._pieces, self)

    def discard(self, pile: Deck | Stack | None = None) -> None:
        """Out of the game: onto a pile, or for good."""
        self.move_to(None)
        self._owner = None
        self._members = ()
        self.discarded = True
        stack = pile.discard_stack if isinstance(pile, Deck) else pile
        if stack is not None and not stack.contains(self):  # what is discarded twice lies there once
            stack.push(self)

    def _parts(self) -> tuple[Any, ...]:
        return () if self._tile is None else (self._tile,)

    def _is_present(self) -> bool:
        return self._decks == 0 and self.discarded is not True


class Deck(Entity):
    """`stack X { returns Card; }`: its order is hidden; the top is the last card."""

    kind = "stack"
    holds: ClassVar[str] = "Piece"  # the class of its cards
    _holds: ClassVar[type[Piece]] = Piece
    discard_stack: Stack
    _cards: list[Piece]
    _structure = ("_cards", "discard_stack")

    def __init__(self, game: Match) -> None:
        _set(self, "_cards", [])
        _set(self, "discard_stack", Stack(game, self._holds))
        super().__init__(game)

    def _prepare(self, game: Match) -> None:
        self.default(game)

    def default(self, game: Match) -> None:
        """What a new deck is made of."""

    def filled(self, *cards: Piece | None) -> Deck:
        """`new D() { a, b }`."""
        for card in cards:
            self.push(card)
        return self

    def length(self) -> float:
        return float(len(self._cards))

    def push(self, card: Piece | None) -> None:
        if card is not None:
            self._take_in(card)
            add_to(self._game, self._cards, card)

    def push_front(self, card: Piece | None) -> None:
        if card is not None:
            self._game.work(len(self._cards))
            self._take_in(card)
            insert_into(self._game, self._cards, card)

    def _take_in(self, card: Piece) -> None:
        """What lies in a deck stands on no tile."""
        if not isinstance(card, self._holds):
            message = f"`{self.shown}` is a deck of `{kind_name(self._holds)}`; `{text(card)}` does not fit into it."
            raise RuleError("R708", message)
        card.move_to(None)
        card._decks += 1

    def pop(self) -> Piece | None:
        return self._hand_out(len(self._cards) - 1)

    def pop_front(self) -> Piece | None:
        return self._hand_out(0)

    def _hand_out(self, at: int) -> Piece | None:
        if not self._cards:
            self._game.on_empty()
            return None
        if at == 0:
            self._game.work(len(self._cards))
        card: Piece = take_from(self._game, self._cards, at)
        card._decks -= 1
        return card

    def peek(self, depth: float) -> Piece | None:
        """The card so far below the topmost; null outside."""
        if depth is None:
            null_error("How deep to look")
        at = len(self._cards) - 1 - int(depth)
        return self._cards[at] if 0 <= at < len(self._cards) else None

    def take(self, wanted: Piece | None) -> Piece | None:
        """A card out of the deck; null if it does not lie there."""
        if wanted is None:
            return None
        self._game.work(len(self._cards))
        for at in range(len(self._cards) - 1, -1, -1):
            if self._cards[at] is wanted:
                self._game.work(len(self._cards))
                card: Piece = take_from(self._game, self._cards, at)
                card._decks -= 1
                return card
        return None

    def clone(self) -> Stack:
        self._game.work(len(self._cards))
        return Stack(self._game, self._holds, *self._cards)

    def shuffle(self) -> None:
        self._game.work(SHUFFLE_WORK * len(self._cards))
        cards = list(self._cards)
        self._game.rng.shuffle(cards)
        self._cards = cards

    def reshuffle(self) -> None:
        """With the discards."""
        discards = list(self.discard_stack.items)
        self._game.work(len(discards))
        clear(self._game, self.discard_stack.items)
        for card in discards:
            card.discarded = False
            self.push(card)
        self.shuffle()

    def _parts(self) -> tuple[Any, ...]:
        return (*self._cards, self.discard_stack)
