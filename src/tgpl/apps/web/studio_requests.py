"""What pages of the studio ask for, read as strictly as messages.

In:  the body of a request, of which nothing is known. Out: its fields, or `BadMessage`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tgpl.apps.web.messages import BadMessage
from tgpl.apps.web.requests import demand_object, read_upload
from tgpl.apps.web.sandbox import Upload
from tgpl.text.limits import MOST_SEATS

_LONGEST_NAME = 300
_MOST = 1 << 31
_FIELDS = {
    "read": (),
    "write": ("sources", "base"),
    "save": ("sources", "base", "force"),
    "complete": ("file", "text", "offset"),
    "point": ("file", "text", "offset"),
    "format": ("file", "text"),
    "test": (),
    "play": ("players",),
    "bring": ("table", "owner", "accept"),
    "versions": (),
    "look": ("row",),
    "share": (),
}
WORK = tuple(_FIELDS)
_OPTIONAL = {"force": False, "accept": False, "players": None}


class Begin(NamedTuple):
    """A text to begin with: one of these."""

    rules: Upload | None = None
    game: str | None = None
    table: tuple[str, str] | None = None  # its name, and the owner's token


def read_begin(data: Any) -> Begin:
    """Raises BadMessage."""
    demand_object(data, ("rules", "game", "table", "owner"))
    if "rules" in data:
        return Begin(rules=read_upload(data["rules"]))
    if "table" in data:
        return Begin(table=(_demand_word(data, "table"), _demand_word(data, "owner")))
    return Begin(game=_demand_word(data, "game"))


def read_key(data: Any) -> str:
    """Of what was shared; raises BadMessage."""
    demand_object(data, ("key",))
    return _demand_word(data, "key")


def read_work(what: str, data: Any) -> dict[str, Any]:
    """All fields of one kind of question, and its token; raises BadMessage."""
    names = ("token", *_FIELDS[what])
    demand_object(data, names)
    return {name: _read_field(data, name) for name in names}


def _read_field(data: dict[str, Any], name: str) -> Any:
    if name in _OPTIONAL and data.get(name) is None:
        return _OPTIONAL[name]
    match name:
        case "sources":
            return _demand_sources(data.get(name))
        case "base" | "offset" | "row":
            return _demand_count(data.get(name), name, _MOST)
        case "players":
            return _demand_count(data.get(name), name, MOST_SEATS)
        case "force" | "accept":
            return data[name] is True
        case "text":
            return _demand_text(data.get(name), name)
        case _:
            return _demand_word(data, name)


def _demand_sources(value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise BadMessage("bad_field", "`sources` are texts by the names of their files.")
    return value


def _demand_count(value: Any, name: str, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise BadMessage("bad_field", f"`{name}` is a whole number from 0 to {most}.")
    return value


def _demand_text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise BadMessage("bad_field", f"`{name}` is a text.")
    return value


def _demand_word(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str) or len(value) > _LONGEST_NAME:
        raise BadMessage("bad_field", f"`{name}` is needed: a text of at most {_LONGEST_NAME} characters.")
    return value
