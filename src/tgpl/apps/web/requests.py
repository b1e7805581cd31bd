"""Bodies of requests, read as strictly as messages."""

from __future__ import annotations

import re
from typing import Any

from tgpl.apps.web.lobby import TableRequest
from tgpl.apps.web.messages import LONGEST_TITLE, BadMessage
from tgpl.apps.web.sandbox import Upload
from tgpl.apps.web.tokens import is_token
from tgpl.runtime.record import BadRecord, Record, read_bytes
from tgpl.text.limits import MOST_SEATS

_LONGEST_WORD = 60
_LONGEST_ID = 300
_MOST_FILES = 20
_FILE = re.compile(r"[A-Za-z0-9_-]{1,60}\.[a-z]{2,5}")


def read_table_request(data: Any) -> TableRequest:
    """Raises BadMessage."""
    demand_object(data, TableRequest._fields)
    game, title = data.get("game"), data.get("title", "")
    rules = None if "rules" not in data else read_upload(data["rules"])
    if rules is None and (not isinstance(game, str) or len(game) > _LONGEST_ID):
        raise BadMessage("bad_field", "`game` is the id of a game, as `/games` lists them.")
    if not isinstance(title, str) or len(title) > LONGEST_TITLE:
        raise BadMessage("bad_field", f"`title` is a text of at most {LONGEST_TITLE} characters.")
    for name, most in (("players", MOST_SEATS), ("seed", (1 << 64) - 1)):
        _demand_number(data.get(name), name, most)
    seats = data.get("seats")
    if seats is not None and not _is_list_of_words(seats):
        raise BadMessage("bad_field", "`seats` is a list of words: `me`, `person`, or machines as `random`.")
    return TableRequest(None if rules is not None else game, data.get("players"), seats, data.get("seed"), title, rules)


def read_upload(data: Any) -> Upload:
    """Rules that somebody sends; raises BadMessage."""
    demand_object(data, ("main", "sources"))
    main, sources = data.get("main"), data.get("sources")
    if not isinstance(sources, dict) or not isinstance(main, str) or main not in sources or len(sources) > _MOST_FILES:
        raise BadMessage(
            "bad_field",
            f"`rules` has `main`, the name of a file, and `sources`: up to {_MOST_FILES} texts by their names.",
        )
    if not all(_FILE.fullmatch(name) and isinstance(text, str) for name, text in sources.items()):
        raise BadMessage(
            "bad_field", "Files have names of letters, digits, - and _ with an ending, as in cards.csv, and are texts."
        )
    return Upload(main, sources)


def read_record(data: bytes) -> Record:
    """A match that somebody wants to look at; raises BadMessage."""
    try:
        found = read_bytes(data)[0]
    except BadRecord as why:
        raise BadMessage("bad_record", f"That is no record that can be read: {why}.") from None
    if not 1 <= found.players <= MOST_SEATS or not 0 <= found.seed < 1 << 64 or len(found.sources) > _MOST_FILES:
        raise BadMessage("bad_record", "That is no record of a match that could be played.")
    return found


def read_token_request(data: Any) -> tuple[str, str | None]:
    """The token of who wants something, and perhaps what has replaced it, as in `enter`; raises BadMessage."""
    demand_object(data, ("token", "take"))
    token, take = data.get("token"), data.get("take")
    if not isinstance(token, str) or not is_token(token):
        raise BadMessage("bad_field", "`token` is needed.")
    return token, take if isinstance(take, str) and is_token(take) else None


def demand_object(data: Any, known: tuple[str, ...]) -> None:
    if not isinstance(data, dict) or not data.keys() <= set(known):
        raise BadMessage("bad_field", f"An object is needed, with nothing in it but: {', '.join(known)}.")


def _demand_number(value: Any, name: str, most: int) -> None:
    fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most
    if value is not None and not fits:
        raise BadMessage("bad_field", f"`{name}` is a whole number from 0 to {most}.")


def _is_list_of_words(value: Any) -> bool:
    short = isinstance(value, list) and len(value) <= MOST_SEATS
    return short and all(isinstance(word, str) and len(word) <= _LONGEST_WORD for word in value)
