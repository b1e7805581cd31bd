"""Where matches are kept, so that neither Ctrl-C nor a killed terminal loses anything.

Every match has a name, such as `tris-2`, and a file of its own in the user's state folder, which grows by a line with every choice
(`runtime/record`). Whoever plays a match has its file locked. A file goes only when its match is over.

    for kept in matches("tris.tgpl"):
        print(kept.name, kept.choices)
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
from pathlib import Path
from typing import NamedTuple

from tgpl.runtime.record import LARGEST, BadRecord, Record, back_line, choice_line, first_line, read_bytes
from tgpl.text.append_log import AppendLog, Locked, is_locked
from tgpl.text.disk import BadFile, beside, content, goal_of, is_plain, why_not

ENDING = ".match"
OLD = ("last", "before")  # what was kept before matches had names: one for each rule text, and the one before it
_NAME = re.compile(r"(?!-)[\w-]{1,60}")
_LONGEST_STEM = 30
_MOST_MATCHES = 100_000  # of one name


class NotKept(Exception):
    """Why a match cannot be written: words that follow a colon, without a full stop."""


class Kept(NamedTuple):
    """An unfinished match."""

    name: str
    path: Path
    choices: int
    seats: tuple[str, ...] | None
    left: float  # when it was written last
    taken: bool  # another table has it open
    rules: str = ""  # where its main file was; empty for what was kept before matches had names

    def is_of(self, rules: str) -> bool:
        return os.path.realpath(self.rules) == os.path.realpath(rules)


def state_folder() -> Path:
    """Where what outlives a session is kept."""
    home = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return Path(home) / "tgpl"


def is_name(word: str) -> bool:
    return _NAME.fullmatch(word) is not None and word not in OLD


def path_of(name: str) -> Path:
    return state_folder() / f"{name}{ENDING}"


def is_kept_here(path: str) -> bool:
    """Whether a path, wherever its links lead, is the file of a match that has a name."""
    real = os.path.realpath(path)
    return real.endswith(ENDING) and os.path.dirname(real) == os.path.realpath(state_folder())


# ---- which there are


def matches(rules: str) -> list[Kept]:
    """The unfinished matches of a rule text, the last one first."""
    found = [kept for kept in map(_known, _files()) if kept is not None and kept.is_of(rules)]
    return sorted([*found, *_old(rules)], key=lambda kept: kept.left, reverse=True)


def find(rules: str, word: str) -> Kept | None:
    """A match by its name, also of other rules: somebody may have moved the file."""
    if word in OLD:
        return next((kept for kept in _old(rules) if kept.name == word), None)
    return _known(path_of(word)) if is_name(word) else None


def _files() -> list[Path]:
    try:
        return [path for path in state_folder().iterdir() if path.suffix == ENDING]
    except OSError:
        return []


def _known(path: Path) -> Kept | None:
    """What is said about a match in its file; None if there is none, or it is none."""
    try:
        record = read_bytes(content(path, LARGEST))[0]
        left = path.stat().st_mtime
    except (BadFile, BadRecord, OSError):
        return None
    return Kept(
        path.name.removesuffix(ENDING), path, len(record.choices), record.seats, left, is_locked(path), record.rules
    )


def _old(rules: str) -> list[Kept]:
    found = (_known(kept_before(rules, which)) for which in OLD)
    return [kept._replace(name=which) for which, kept in zip(OLD, found, strict=True) if kept is not None]


def kept_before(rules: str, which: str) -> Path:
    """The file that kept an unfinished match of a rule text before matches had names."""
    path = os.path.abspath(rules)
    mark = hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return state_folder() / f"{Path(path).stem}-{mark}-{which}.json"


# ---- writing


class Writer:
    """A match on its way into a file, line by line. What cannot be written now is written as soon as it can."""

    def __init__(self, stem: str = "", name: str | None = None, goal: str | None = None) -> None:
        """Under a name of its own, if need be one that begins with a word, or in a file of the player's choice."""
        self.journal: AppendLog | None = None
        self._stem, self._name = stem, name
        self._goal = goal
        self._stood = 0  # how many of the choices in the file still stand; the journal's mark is how many there are
        self._more: list[str] = []  # what is to be written before the next choice
        self._told: int | None = None  # how many choices there are behind that, if it tells them

    @property
    def name(self) -> str | None:
        """Of the match, once it is written somewhere."""
        return None if self.journal is None else self.journal.path.name.removesuffix(ENDING)

    def go_on(self, journal: AppendLog, choices: int) -> None:
        """With a file that has so many choices in it."""
        journal.begin(choices)
        self.journal = journal
        self._stood = choices

    def say(self, line: str, choices: int | None = None) -> None:
        """What is no choice; with how many choices there are behind it, where it tells them all."""
        if self.journal is not None:  # else the first line will say it
            self._more.append(line)
            if choices is not None:
                self._told = self._stood = choices

    def follow(self, record: Record, stood: int) -> None:
        """Writes what is new; of the choices that there were last time the first `stood` still are. Raises NotKept."""
        stood = self._stood = min(self._stood, stood, len(record.choices))
        try:
            if self.journal is not None and not self.journal.is_intact:
                self.close()  # somebody moved or changed it: that is theirs now
            if self.journal is None:
                self._begin(record)
            else:
                there = self.journal.mark if self._told is None else self._told
                back = [back_line(stood)] if stood < there else []
                lines = [*self._more, *back, *map(choice_line, record.choices[stood:])]
                if lines:
                    self.journal.append(lines, len(record.choices))
        except (BadFile, Locked, OSError, ValueError) as error:
            raise NotKept(_told(error)) from error
        self._more, self._told = [], None
        self._stood = len(record.choices)

    def sync(self) -> None:
        """Makes sure of what was written; raises NotKept."""
        try:
            if self.journal is None or not self.journal.is_intact:
                raise NotKept("somebody has removed its file")
            self.journal.sync()
        except OSError as error:
            raise NotKept(_told(error)) from error

    def close(self) -> None:
        if self.journal is not None:
            self.journal.close()
        self.journal = None

    def _begin(self, record: Record) -> None:
        journal = _named(self._stem, self._name) if self._goal is None else _beside(self._goal)
        try:
            journal.append([first_line(record), *map(choice_line, record.choices)], len(record.choices))
            journal.sync()
            if self._goal is not None:
                journal.move(Path(goal_of(self._goal)))
        except BaseException:
            journal.remove()
            raise
        self.journal = journal


def _told(error: Exception) -> str:
    if isinstance(error, Locked):
        return "another table has it open"
    return why_not(error) if isinstance(error, (OSError, ValueError)) else str(error)


def stem_of(rules: str) -> str:
    """What the matches of a rule text are called before their number."""
    word = re.sub(r"[^A-Za-z0-9_]+", "-", Path(rules).stem).strip("-")
    return word[:_LONGEST_STEM].strip("-") or "match"


def _named(stem: str, wanted: str | None) -> AppendLog:
    """A new file under the first free name; raises OSError."""
    state_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    for number in range(_MOST_MATCHES):
        name = wanted if wanted is not None and number == 0 else f"{wanted or stem}-{number + 1}"
        try:
            return AppendLog.create(path_of(name))
        except FileExistsError:
            continue
    raise OSError(errno.EEXIST, f"there are {_MOST_MATCHES:,} matches of that name")


def _beside(goal: str) -> AppendLog:
    """A new file that takes the place of another once it is written; raises BadFile, Taken or OSError."""
    if is_locked(Path(goal)):
        raise Locked
    return AppendLog.create(Path(beside(goal_of(goal))))


def reopened(kept: Kept) -> tuple[AppendLog, Record]:
    """The file of a match that was left, to go on with; raises Taken, BadFile, BadRecord or OSError."""
    journal = AppendLog.reopen(kept.path)
    try:
        record, size = read_bytes(journal.content(LARGEST))
        journal.cut(size)  # a line that broke off
    except BaseException:
        journal.close()
        raise
    return journal, record


def is_something_else(path: str) -> bool:
    """Whether a file is there that is no record: a slip of the fingers must not cost anybody their rules."""
    try:
        data = content(path, LARGEST)
    except BadFile:
        return is_plain(path)
    try:
        read_bytes(data)
    except BadRecord:
        return data.strip() != b""
    return False
