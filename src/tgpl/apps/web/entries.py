"""What happens at a table, one entry after the other: made again in their order they make the table again.

In the store each row is a JSON list of entries. Those about the match are for its engine (`engine`), the others for who sits where (`seating`).

    write_row([as_data(Chose(0, [3], 1200))])       # '[{"e":"chose","seat":0,"choices":[3],"ms":1200}]'
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any

from tgpl.runtime.state import Choice

# ---- about the match


@dataclass(frozen=True, slots=True)
class Chose:
    """A seat has answered what it was asked; a whole set is several choices."""

    seat: int
    choices: list[Choice]
    ms: int  # how long it took


@dataclass(frozen=True, slots=True)
class Picked:
    """Things of a set that is not whole yet."""

    seat: int
    things: list[int]


@dataclass(frozen=True, slots=True)
class Cancelled:
    """What was chosen of a move of which nothing was done."""

    seat: int


@dataclass(frozen=True, slots=True)
class WentBack:
    to: int  # a moment


@dataclass(frozen=True, slots=True)
class FollowedRules:
    """The match goes on under other rules, with as many of its choices as these allow."""

    rules: str  # their key
    choices: list[Choice]


@dataclass(frozen=True, slots=True)
class LentHand:
    """The owner has changed something by hand."""

    edit: dict[str, Any]  # as a record has it


MatchEntry = Chose | Picked | Cancelled | WentBack | FollowedRules | LentHand

# ---- about who sits where


@dataclass(frozen=True, slots=True)
class Took:
    """Somebody sat down by a link, or took it over: from now on this token is the seat's."""

    seat: int
    token: str  # its hash


@dataclass(frozen=True, slots=True)
class Sat:
    """The owner gave a seat to somebody: to whoever comes by a new link, to a machine, or took it."""

    seat: int
    who: str  # "person", "me" or an agent
    token: str | None  # the hash of the new link's


@dataclass(frozen=True, slots=True)
class Named:
    seat: int | None  # None: the owner, who has no seat
    name: str


@dataclass(frozen=True, slots=True)
class Commented:
    seat: int | None
    at: int
    text: str


@dataclass(frozen=True, slots=True)
class AskedUndo:
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Agreed:
    seat: int


@dataclass(frozen=True, slots=True)
class Declined:
    seat: int


@dataclass(frozen=True, slots=True)
class ChangedOptions:
    options: dict[str, Any]


SeatingEntry = Took | Sat | Named | Commented | AskedUndo | Agreed | Declined | ChangedOptions
Entry = MatchEntry | SeatingEntry
EntryData = dict[str, Any]  # an entry as plain data
_NAMES: dict[type[Any], str] = {kind: kind.__name__.lower() for kind in Entry.__args__}
_KINDS = {name: kind for kind, name in _NAMES.items()}
_FIELDS = {kind: [field.name for field in fields(kind)] for kind in _NAMES}


def as_data(entry: Entry) -> EntryData:
    kind = type(entry)
    return {"e": _NAMES[kind], **{name: getattr(entry, name) for name in _FIELDS[kind]}}


def of_data(data: EntryData) -> Entry:
    made: Entry = _KINDS[data["e"]](**{name: value for name, value in data.items() if name != "e"})
    return made


def write_row(entries: list[EntryData]) -> str:
    return json.dumps(entries, ensure_ascii=False, separators=(",", ":"))


def read_row(row: str) -> list[EntryData]:
    """Of the store itself, which nobody else writes."""
    found: list[EntryData] = json.loads(row)
    return found


def is_about_match(data: EntryData) -> bool:
    return issubclass(_KINDS[data["e"]], MatchEntry)
