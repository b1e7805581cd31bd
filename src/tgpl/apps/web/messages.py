"""What a page says to the server: JSON texts, each with its type. `docs/web.md` describes them to others.

In:  a text that anybody may have sent. Out: one of the messages below, or `BadMessage` with a code and words. Every field is there, of its
type and of a size that makes sense, and there is no other.

    decode('{"type": "choose", "request": 3, "version": 17, "option": "4"}')    # Choose(request=3, version=17, option="4")
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any, Union

LONGEST = 64_000  # bytes of a message
LONGEST_NAME = 40  # of a person
LONGEST_TITLE = 60  # of a table
_LARGEST = 1 << 53  # of a whole number
_LONG_TEXT, _SHORT_TEXT = 2_000, 200
_MANY = 1_000  # ids in one message

Value = Union[float, str, None]


class BadMessage(Exception):
    """A message that cannot be understood."""

    def __init__(self, code: str, words: str, request: int | None = None) -> None:
        super().__init__(words)
        self.code, self.words, self.request = code, words, request


# ---- the messages; what their fields may hold is read from their types


@dataclass(frozen=True, slots=True)
class Enter:
    """First, and once: who is there."""

    token: str
    take: str | None = None  # replaces the token of a seat that nobody has taken yet
    seen: int | None = None  # the version that the page shows


@dataclass(frozen=True, slots=True)
class Choose:
    """One of `option`, `options` and `value` is there."""

    request: int
    version: int
    option: str | None = None
    options: tuple[str, ...] | None = None  # a whole set
    value: tuple[Value] | None = None  # where any number or text may be named


@dataclass(frozen=True, slots=True)
class Cancel:
    request: int


@dataclass(frozen=True, slots=True)
class Why:
    request: int
    about: str | None = None  # the id of a thing or tile, or a name


@dataclass(frozen=True, slots=True)
class Hint:
    request: int


@dataclass(frozen=True, slots=True)
class Look:
    request: int
    at: int


@dataclass(frozen=True, slots=True)
class Undo:
    request: int
    to: int


@dataclass(frozen=True, slots=True)
class Agree:
    request: int


@dataclass(frozen=True, slots=True)
class Decline:
    request: int


@dataclass(frozen=True, slots=True)
class Comment:
    request: int
    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Sit:
    request: int
    seat: int
    who: str  # "person", "me" or an agent


@dataclass(frozen=True, slots=True)
class Name:
    request: int
    name: str


@dataclass(frozen=True, slots=True)
class Fork:
    request: int
    at: int
    machine: str | None = None  # who takes the other seats


@dataclass(frozen=True, slots=True)
class Hand:
    """One of `move`, `set` and `deal` is there: the id of a thing, of anything, of a deck."""

    request: int
    move: str | None = None
    set: str | None = None
    deal: str | None = None
    to: str | None = None  # the id of a tile or zone
    attribute: str | None = None
    value: tuple[Value] | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """What the owner changes about the table."""

    request: int
    undo: str | None = None  # "agreement" or "at once"
    hand: bool | None = None  # whether the owner may lend a hand
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Accept:
    """The owner goes on under rules that have changed, from the last good point."""

    request: int
    rules: str


@dataclass(frozen=True, slots=True)
class Draw:
    """A text as a QR code: a link for somebody's telephone."""

    request: int
    text: str


@dataclass(frozen=True, slots=True)
class Pong:
    """An answer to `ping`."""


Request = (
    Choose
    | Cancel
    | Why
    | Hint
    | Look
    | Undo
    | Agree
    | Decline
    | Comment
    | Sit
    | Name
    | Fork
    | Hand
    | Options
    | Accept
    | Draw
)
ClientMessage = Enter | Pong | Request
_KINDS: dict[str, type[Any]] = {kind.__name__.lower(): kind for kind in ClientMessage.__args__}
_ONE_OF = {Choose: ("option", "options", "value"), Hand: ("move", "set", "deal")}


# ---- reading


def decode(text: str) -> ClientMessage:
    """Raises BadMessage."""
    data = parse_json(text)
    if not isinstance(data, dict):
        raise BadMessage("no_message", "A message is a JSON object with a `type`.")
    request = data.get("request")
    request = request if _is_whole(request) else None
    kind = data.pop("type", None)
    wanted = _KINDS.get(kind) if isinstance(kind, str) else None
    if wanted is None:
        raise BadMessage("unknown_type", f"There is no message of that type. There are: {', '.join(_KINDS)}.", request)
    known = {field.name: field for field in fields(wanted)}
    for name in data:
        if name not in known:
            raise BadMessage(
                "unknown_field", f"`{kind}` has no field of that name. It has: {', '.join(known)}.", request
            )
    values = {name: _read(data, field, str(kind), request) for name, field in known.items()}
    given = [name for name in _ONE_OF.get(wanted, ()) if name in data]
    if wanted in _ONE_OF and len(given) != 1:
        raise BadMessage("bad_field", f"`{kind}` takes one of {', '.join(_ONE_OF[wanted])}.", request)
    made: ClientMessage = wanted(**values)
    return made


def parse_json(text: str | bytes) -> Any:
    """Raises BadMessage: anybody may have sent it."""
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
        json.dumps(data, ensure_ascii=False).encode()  # halves of characters could not be sent on
    except (ValueError, RecursionError):
        raise BadMessage("no_json", "That is no JSON in UTF-8.") from None
    return data


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _read(data: dict[str, Any], field: Field[Any], kind: str, request: int | None) -> Any:
    if field.name not in data:
        if field.default is MISSING:
            raise BadMessage("missing_field", f"`{kind}` needs `{field.name}`.", request)
        return field.default
    fits, words = _TYPES[str(field.type)]
    value = data[field.name]
    if not fits(value):
        raise BadMessage("bad_field", f"`{field.name}` of `{kind}` has to be {words}.", request)
    if field.type == "tuple[Value] | None":
        return (float(value),) if isinstance(value, int) and not isinstance(value, bool) else (value,)
    return tuple(value) if isinstance(value, list) else value


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LARGEST


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _LONG_TEXT


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _SHORT_TEXT


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= _MANY and all(map(_is_id, value))


def _is_value(value: Any) -> bool:
    if isinstance(value, (int, float)):
        return isinstance(value, bool) or (abs(value) < 1e300 and math.isfinite(value))
    return value is None or _is_text(value)


Check = tuple[Callable[[Any], bool], str]
_TYPES: dict[str, Check] = {
    "int": (_is_whole, "a whole number"),
    "int | None": (lambda value: value is None or _is_whole(value), "a whole number"),
    "str": (_is_text, f"a text of at most {_LONG_TEXT:,} characters"),
    "str | None": (lambda value: value is None or _is_id(value), f"a text of at most {_SHORT_TEXT} characters"),
    "bool | None": (lambda value: value is None or isinstance(value, bool), "true or false"),
    "tuple[str, ...] | None": (_is_list, f"a list of at most {_MANY:,} ids"),
    "tuple[Value] | None": (_is_value, "a number, a text or null"),
}
