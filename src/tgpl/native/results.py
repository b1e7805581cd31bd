"""Between Python and a match in C: what goes in, and what is read out of it.

`library` is what the game was compiled to, `match` the address of a match that it opened.

    match = open_match(library)
    library.tgpl_start(match, seed_word(7), 2)
    read_ranking(library, match)
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from tgpl.native.library import Library
from tgpl.native.result_codes import Ended
from tgpl.runtime.errors import Place
from tgpl.text.told_lines import reveal_lines

ENDS = (None, "winner", "stuck", "error", "limit")  # of a match that was played, by `Ended`
_LARGEST = 2**31 - 1  # of what C counts with


class NotSupported(Exception):
    """The match needs more memory than this target has, or the count more words than it knows."""


def open_match(library: Library) -> Any:
    match = library.tgpl_open()
    if not match:
        raise MemoryError
    return match


# -- what Python hands to C: ctypes takes any whole number for one of 32 bits, and cuts off the rest


def seed_word(seed: int) -> int:
    """Any whole number is a seed; of a larger one the lower 64 bits count."""
    if not isinstance(seed, int):
        raise ValueError(f"a seed is a whole number, not {seed!r}")
    return seed & (1 << 64) - 1


def check_count(what: str, number: int, most: int = _LARGEST) -> int:
    """A count, or a number that something has."""
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
        raise ValueError(f"{what} must be a whole number from 0 to {most:,}, not {number!r}")
    return number


# -- what it reads


def check_supported(library: Library, match: Any, result: int) -> None:
    if result == Ended.UNSUPPORTED:
        raise NotSupported(library.tgpl_unsupported(match).decode())


def read_numbers(function: Any, match: Any) -> list[int]:
    """Those that a function of the library lists."""
    found = ctypes.POINTER(ctypes.c_int32)()
    count = function(match, ctypes.byref(found))
    return found[:count]


def read_ranking(library: Library, match: Any) -> list[list[int]]:
    """The places of a match that is over: in C each stands behind its size."""
    flat = read_numbers(library.tgpl_ranking, match)
    ranking, at = [], 0
    while at < len(flat):
        ranking.append(flat[at + 1 : at + 1 + flat[at]])
        at += 1 + flat[at]
    return ranking


def read_error(library: Library, match: Any, places: Sequence[Place]) -> tuple[str, Place | None, int]:
    """The code, the place and the active player of what the rules ran into; its words are only known to the other target."""
    at = library.tgpl_error_place(match)
    place = places[at] if 0 <= at < len(places) else None
    return f"R{library.tgpl_error_code(match)}", place, library.tgpl_error_player(match)


def read_digest(library: Library, match: Any) -> str:
    """Of the position in which a match is."""
    found = (ctypes.c_uint64 * 2)()
    library.tgpl_digest(match, found)
    return f"{found[0]:016x}{found[1]:016x}"


def read_log(library: Library, match: Any) -> list[str]:
    """What was said, up to the decision that is open."""
    content, ends = ctypes.POINTER(ctypes.c_uint8)(), ctypes.POINTER(ctypes.c_uint32)()
    count = library.tgpl_log(match, ctypes.byref(content), ctypes.byref(ends))
    lines, start = [], 0
    for end in ends[:count]:
        line = ctypes.string_at(ctypes.addressof(content.contents) + start, end - start) if end > start else b""
        lines.append(line.decode("utf-8", "surrogatepass"))
        start = end
    return reveal_lines(lines)


def read_hits(library: Library, match: Any) -> bytes:
    """A byte for each point of the rules, 1 where the match came by; empty if that is not noted."""
    found = ctypes.POINTER(ctypes.c_uint8)()
    count = library.tgpl_hits(match, ctypes.byref(found))
    return ctypes.string_at(found, count) if count else b""


def save_match(library: Library, match: Any) -> bytes:
    size = library.tgpl_state_size(match)
    if not size:
        raise NotSupported("a copy of a match of this size")
    room = ctypes.create_string_buffer(size)
    library.tgpl_save(match, room, size)
    return room.raw


def load_match(library: Library, match: Any, saved: bytes) -> None:
    if not library.tgpl_load(match, saved, len(saved)):
        raise ValueError("these bytes are no copy of a match of this game")
