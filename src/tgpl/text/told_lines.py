"""Lines of a log that are for one player only: how a log holds them, and who reads which.

A log is a list of texts. A line for one player begins with a mark and a character that says for whom; a line for all that begins
with the mark itself has it twice. So both targets, copies and saved states keep such lines without knowing of them.

    mark_line("You see Guard.", 1)          # "\\x01AYou see Guard."
    read_line("\\x01AYou see Guard.")       # (1, "You see Guard.")
"""

from __future__ import annotations

MARK = "\x01"
_FIRST = 64  # the character for player 0


def mark_line(line: str, player: int | None) -> str:
    """A line as a log holds it."""
    if player is not None:
        return f"{MARK}{chr(_FIRST + player)}{line}"
    return MARK + line if line.startswith(MARK) else line


def read_line(line: str) -> tuple[int | None, str]:
    """Whom it is for (None: everybody), and what it says."""
    if not line.startswith(MARK):
        return None, line
    if line[1:2] == MARK:
        return None, line[1:]
    return ord(line[1:2] or chr(_FIRST)) - _FIRST, line[2:]


def reveal_lines(lines: list[str]) -> list[str]:
    """A log as a record tells it: everything, and for whom it was."""
    return [line if line[:1] != MARK else _reveal(line) for line in lines]


def _reveal(line: str) -> str:
    player, said = read_line(line)
    return said if player is None else f"(to player {player}) {said}"


def lines_for(lines: list[str], seat: int | None) -> list[str | None]:
    """A log as a seat reads it, or, without one, whoever only watches; None where a line is for somebody else."""
    return [line if line[:1] != MARK else _told(line, seat) for line in lines]


def _told(line: str, seat: int | None) -> str | None:
    player, said = read_line(line)
    return said if player is None or player == seat else None
