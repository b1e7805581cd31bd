"""Records: a match as its rules, its seed and its choices; played again, it comes out the same to the byte.

A record carries the rule texts, so it can be replayed anywhere. It is a file that somebody hands us: it is checked.

There are two kinds of files. A record is one JSON text, written when all is known. A match that goes on is written line by line,
so that a choice costs one line: first what it began with, then each choice as a record has it, `{"back": 3}` where all but
the first 3 were taken back, `{"seats": …}` where others sit down, and rules with all choices where the rules have changed. What
was changed by hand stands among the choices as `{"hand": …}` (see `hand`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tgpl.runtime.errors import RuleError
from tgpl.runtime.hand import is_edit

if TYPE_CHECKING:
    from tgpl.runtime.state import State

FORMAT = "tgpl record 1"
LINES = "tgpl match 1"  # the format of a match that is written line by line
LARGEST = 64_000_000  # bytes of a file
_LONGEST_WORD = 60  # of who sits at a seat


class Record(NamedTuple):
    tool: str  # the version that wrote it
    main: str  # the name of the main file
    sources: dict[str, str]  # every rule text by its name
    seed: int
    players: int
    choices: list[Any]
    result: dict[str, Any]  # what came out: see `result_of`
    seats: tuple[str, ...] | None = None  # who sits where, as in `play --seats`; None if nobody wrote it down
    rules: str = ""  # of a match that is kept: where its main file was


class BadRecord(Exception):
    """Why a record cannot be read."""


class Outcome(Protocol):
    """What can be told of a match, whoever played it."""

    @property
    def log(self) -> list[str]: ...
    @property
    def ranking(self) -> list[list[int]] | None: ...
    @property
    def goals(self) -> list[int] | None: ...
    @property
    def ended(self) -> str | None: ...
    @property
    def moves(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def players(self) -> int: ...
    @property
    def error(self) -> RuleError | None: ...


def result_of(state: Outcome) -> dict[str, Any]:
    """How a match ended, as plain data."""
    return {
        "log": state.log,
        "ranking": state.ranking,
        **({"goals": state.goals} if state.goals is not None else {}),
        "ended": state.ended,
        "moves": state.moves,
        "seed": state.seed,
        **({"error": error_of(state.error)} if state.error is not None else {}),
    }


def error_of(error: RuleError) -> dict[str, Any]:
    place = error.place
    where = {} if place is None else {"file": place.file, "line": place.line, "column": place.column}
    return {"code": error.code, "message": error.message, **where, "player": error.player}


def write(state: State, tool: str, main: str, sources: dict[str, str], seats: Sequence[str] | None = None) -> str:
    result = {**result_of(state), "digest": state.digest()}
    data = {
        "format": FORMAT,
        "tool": tool,
        "main": main,
        "sources": sources,
        "seed": state.seed,
        "players": state.players,
        **({} if seats is None else {"seats": list(seats)}),
        "choices": state.choices,
        "result": result,
    }
    return _spell(data, indent=1) + "\n"


def _spell(data: Any, indent: int | None = None) -> str:
    """As JSON that can be written to a file: names of files may be no text."""
    text = json.dumps(data, ensure_ascii=False, indent=indent)
    return text if _is_text(text) else json.dumps(data, indent=indent)


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


# ---- line by line


def first_line(record: Record) -> str:
    """What a match began with. Its choices are left to the lines that follow."""
    data = {
        "format": LINES,
        "tool": record.tool,
        "rules": record.rules,
        "main": record.main,
        "sources": record.sources,
        "seed": record.seed,
        "players": record.players,
        "seats": None if record.seats is None else list(record.seats),
    }
    return _spell(data)


def choice_line(choice: Any) -> str:
    return _spell(choice)


def back_line(left: int) -> str:
    return _spell({"back": left})


def seats_line(seats: Sequence[str]) -> str:
    return _spell({"seats": list(seats)})


def rules_line(main: str, sources: dict[str, str], choices: list[Any]) -> str:
    return _spell({"main": main, "sources": sources, "choices": choices})


# ---- reading


def read(text: str) -> Record:
    """A record, of either kind; raises BadRecord."""
    return read_bytes(text.encode("utf-8", "surrogatepass"))[0]


def read_bytes(data: bytes) -> tuple[Record, int]:
    """A record, and how many of its bytes are whole lines that could be read; raises BadRecord."""
    first, newline, rest = data.partition(b"\n")
    head = _parse(first)
    if newline and isinstance(head, dict) and head.get("format") == LINES:
        return _read_choices(_record({**head, "choices": []}), rest, len(first) + 1)
    whole = _parse(data)
    if whole is _BAD:
        raise BadRecord("it is not JSON" if _is_utf8(data) else "it is no text in UTF-8, as records are")
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise BadRecord("it is no record of this tool")
    return _record(whole), len(data)


_BAD = object()  # no JSON


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _parse(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return _BAD


def _read_choices(record: Record, rest: bytes, size: int) -> tuple[Record, int]:
    """What came after the first line. The last line may be torn: whatever broke off wrote it last."""
    lines = rest.split(b"\n")[:-1]
    parsed = [_parse(line) for line in lines]
    while parsed and parsed[-1] is _BAD:
        parsed.pop()
        lines.pop()
    for number, line in enumerate(parsed, 2):
        record = _with_line(record, line, number)
    return record, size + sum(len(line) + 1 for line in lines)


def _with_line(record: Record, line: Any, number: int) -> Record:
    if is_choice(line):
        record.choices.append(line)
        return record
    if not isinstance(line, dict):
        raise BadRecord(f"line {number} makes no sense")
    if line.keys() == {"back"}:
        left = line["back"]
        if not _is_number(left) or not 0 <= left <= len(record.choices):
            raise BadRecord(f"line {number} makes no sense")
        del record.choices[left:]
        return record
    if line.keys() == {"seats"}:
        return record._replace(seats=_seats(line, record.players))
    if line.keys() == {"main", "sources", "choices"}:
        return _record({**line, "seed": record.seed, "players": record.players})._replace(
            tool=record.tool, seats=record.seats, rules=record.rules
        )
    raise BadRecord(f"line {number} makes no sense")


def _record(data: dict[str, Any]) -> Record:
    sources, choices = data.get("sources"), data.get("choices")
    numbers = _is_number(data.get("seed")) and _is_number(data.get("players"))
    if not isinstance(sources, dict) or not numbers or not isinstance(choices, list):
        raise BadRecord("parts of it are missing")
    if not isinstance(data.get("main"), str) or data["main"] not in sources:
        raise BadRecord("its main file is missing")
    if not all(isinstance(text, str) and _is_text(text) for text in sources.values()):
        raise BadRecord("its rules are missing")
    if not all(map(is_choice, choices)):
        raise BadRecord("its choices make no sense")
    result, rules = data.get("result"), data.get("rules")
    return Record(
        str(data.get("tool")),
        data["main"],
        sources,
        data["seed"],
        data["players"],
        choices,
        result if isinstance(result, dict) else {},
        _seats(data, data["players"]),
        rules if isinstance(rules, str) else "",
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_choice(value: Any) -> bool:
    """Whether it can be one: the number of an option, a named value in a list, that none is known, or a change by hand."""
    if isinstance(value, list):
        return len(value) <= 1 and all(isinstance(part, (int, float, str, type(None))) for part in value)
    if isinstance(value, dict):
        return value.keys() == {"hand"} and is_edit(value["hand"])
    return _is_number(value)


def _seats(data: dict[str, Any], players: int) -> tuple[str, ...] | None:
    seats = data.get("seats")
    if seats is None:
        return None
    fits = isinstance(seats, list) and len(seats) == players
    if not fits or not all(isinstance(word, str) and len(word) <= _LONGEST_WORD for word in seats):
        raise BadRecord("it does not say in a way that makes sense who sits where")
    return tuple(seats)
