"""Who sits where at a table and may do what: seats, links, names, votes, comments, the table's options. Nothing of the match itself.

In:  the head of a table, and entries. Out: what they add up to. A token is known by its hash only.

    seating = Seating.of_head(head)
    seating.identify(token)             # Identity(seat=0, owner=False)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tgpl.apps.web.entries import (
    Agreed,
    AskedUndo,
    ChangedOptions,
    Commented,
    Declined,
    MatchEntry,
    Named,
    Sat,
    SeatingEntry,
    Took,
    WentBack,
)
from tgpl.apps.web.tokens import derive_token, fits_hash, hash_token

PERSON, ME = "person", "me"
MOST_COMMENTS = 2_000


class Identity(NamedTuple):
    """Who a token stands for."""

    seat: int | None
    owner: bool = False
    fresh: bool = False  # by a link that nobody has used yet


@dataclass(slots=True)
class Seat:
    who: str  # "person", "me" (the owner) or an agent
    token: str | None = None  # the hash of what lets somebody sit here
    taken: bool = False  # somebody came by the link
    turn: int = 0  # how many links there were before this one
    name: str = ""

    @property
    def is_machine(self) -> bool:
        return self.who not in (PERSON, ME)


class Vote(NamedTuple):
    """Somebody wants to go back."""

    to: int
    by: int
    agreed: frozenset[int]


@dataclass(slots=True)
class Seating:
    owner: str  # hashes
    watch: str
    seats: list[Seat]
    title: str = ""
    undo: str = "agreement"
    hand: bool = True
    closed: bool = False  # the match is only looked at
    owner_name: str = ""
    vote: Vote | None = None
    comments: list[tuple[int | None, int, str]] = field(default_factory=list)  # by whom, at which moment, words

    # -- who is who

    def identify(self, token: str, take: str | None = None) -> Identity | None:
        """`take`: what replaces the token of a link that nobody has used; perhaps it has already."""
        if fits_hash(token, self.owner):
            return Identity(self.owner_seat, owner=True)
        if fits_hash(token, self.watch):
            return Identity(None)
        for number, seat in enumerate(self.seats):
            if seat.who == PERSON and fits_hash(token, seat.token):
                return Identity(number, fresh=not seat.taken)
            if seat.who == PERSON and take is not None and seat.taken and fits_hash(take, seat.token):
                return Identity(number)
        return None

    @property
    def owner_seat(self) -> int | None:
        return next((number for number, seat in enumerate(self.seats) if seat.who == ME), None)

    @property
    def people(self) -> list[int]:
        """Seats at which a person sits: the owner, and who came by a link."""
        return [
            number for number, seat in enumerate(self.seats) if seat.who == ME or (seat.who == PERSON and seat.taken)
        ]

    @property
    def machines(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.is_machine]

    def new_link(self, owner: str, table: str, seat: int) -> str:
        """The token of the seat's next link, which only the owner's token tells."""
        return derive_token(owner, table, f"seat {seat} {self.seats[seat].turn + 1}")

    def links(self, owner: str, table: str) -> dict[str, str]:
        """The tokens of links that nobody has used yet, and of the one to watch."""
        found = {"watch": derive_token(owner, table, "watch")}
        for number, seat in enumerate(self.seats):
            if seat.who == PERSON and not seat.taken:
                found[str(number)] = derive_token(owner, table, f"seat {number} {seat.turn}")
        return found

    # -- what happened

    def apply(self, entry: SeatingEntry | MatchEntry) -> None:
        match entry:
            case Took(number, token):
                self.seats[number].token, self.seats[number].taken = token, True
            case Sat(number, who, token):
                if who == ME and self.owner_seat is not None:
                    self._empty(self.seats[self.owner_seat])
                seat = self.seats[number]
                seat.who, seat.token, seat.taken, seat.name = who, token, False, ""
                seat.turn += 1
                self.vote = None
            case Named(None, name):
                self.owner_name = name
            case Named(number, name):
                assert number is not None
                self.seats[number].name = name
            case Commented(number, at, text):
                self.comments.append((number, at, text))
                del self.comments[:-MOST_COMMENTS]
            case AskedUndo(number, to):
                self.vote = Vote(to, number, frozenset((number,)))
            case Agreed(number):
                if self.vote is not None:
                    self.vote = self.vote._replace(agreed=self.vote.agreed | {number})
            case Declined():
                self.vote = None
            case ChangedOptions(options):
                self.undo = options.get("undo", self.undo)
                self.hand = options.get("hand", self.hand)
                self.title = options.get("title", self.title)
            case WentBack(to):
                self.vote = None
                self.comments = [comment for comment in self.comments if comment[1] <= to]
            case _:
                self.vote = None  # the match has gone on

    def _empty(self, seat: Seat) -> None:
        """Nobody sits there until the owner gives it away."""
        seat.who, seat.token, seat.taken, seat.name = PERSON, None, False, ""
        seat.turn += 1

    # -- as it is kept

    @classmethod
    def begin(cls, owner: str, table: str, who: list[str], title: str = "") -> Seating:
        seats = [
            Seat(word, hash_token(derive_token(owner, table, f"seat {number} 0")) if word == PERSON else None)
            for number, word in enumerate(who)
        ]
        return cls(hash_token(owner), hash_token(derive_token(owner, table, "watch")), seats, title)

    def as_head(self) -> dict[str, Any]:
        """Of a table at which nothing has happened yet."""
        seats = [{"who": seat.who, "token": seat.token} for seat in self.seats]
        return {
            "owner": self.owner,
            "watch": self.watch,
            "seats": seats,
            "title": self.title,
            "undo": self.undo,
            "hand": self.hand,
            "closed": self.closed,
        }

    @classmethod
    def of_head(cls, head: dict[str, Any]) -> Seating:
        seats = [Seat(seat["who"], seat["token"]) for seat in head["seats"]]
        return cls(head["owner"], head["watch"], seats, head["title"], head["undo"], head["hand"], head["closed"])
