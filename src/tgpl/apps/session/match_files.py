"""Unfinished matches on disk: where their files are, which there are, opening one to write in it.

Every match has a name, such as `tris-2`, and a file of its own in the user's state folder, which grows by a line with every choice
(`runtime/record`). Whoever plays a match has its file locked. A file goes only when its match is over.

    list_matches("tris.tgpl")[0].name       # "tris-2"
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
from pathlib import Path
from typing import NamedTuple

from tgpl.runtime.record import LARGEST, BadRecord, Record, read_bytes
from tgpl.text.append_log import AppendLog, Locked, is_locked
from tgpl.text.disk import BadFile, beside, content, is_plain, resolve_links

ENDING = ".match"
OLD = ("last", "before")  # what was kept before matches had names: one for each rule text, and the one before it
_NAME = re.compile(r"(?!-)[\w-]{1,60}")
_LONGEST_STEM = 30
_MOST_MATCHES = 100_000  # of one name


class SavedMatch(NamedTuple):
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


def is_saved_here(path: str) -> bool:
    """Whether a path, wherever its links lead, is the file of a match that has a name."""
    real = os.path.realpath(path)
    return real.endswith(ENDING) and os.path.dirname(real) == os.path.realpath(state_folder())


# ---- which there are


def list_matches(rules: str) -> list[SavedMatch]:
    """The unfinished matches of a rule text, the last one first."""
    found = [saved for saved in map(_read_saved, _files()) if saved is not None and saved.is_of(rules)]
    return sorted([*found, *_old(rules)], key=lambda saved: saved.left, reverse=True)


def find_saved(rules: str, word: str) -> SavedMatch | None:
    """A match by its name, also of other rules: somebody may have moved the file."""
    if word in OLD:
        return next((saved for saved in _old(rules) if saved.name == word), None)
    return _read_saved(path_of(word)) if is_name(word) else None


def _files() -> list[Path]:
    try:
        return [path for path in state_folder().iterdir() if path.suffix == ENDING]
    except OSError:
        return []


def _read_saved(path: Path) -> SavedMatch | None:
    """What is said about a match in its file; None if there is none, or it is none."""
    try:
        record = read_bytes(content(path, LARGEST))[0]
        left = path.stat().st_mtime
    except (BadFile, BadRecord, OSError):
        return None
    return SavedMatch(
        path.name.removesuffix(ENDING), path, len(record.choices), record.seats, left, is_locked(path), record.rules
    )


def _old(rules: str) -> list[SavedMatch]:
    found = (_read_saved(old_path(rules, which)) for which in OLD)
    return [saved._replace(name=which) for which, saved in zip(OLD, found, strict=True) if saved is not None]


def old_path(rules: str, which: str) -> Path:
    """The file that kept an unfinished match of a rule text before matches had names."""
    path = os.path.abspath(rules)
    mark = hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return state_folder() / f"{Path(path).stem}-{mark}-{which}.json"


# ---- opening


def name_stem(rules: str) -> str:
    """What the matches of a rule text are called before their number."""
    word = re.sub(r"[^A-Za-z0-9_]+", "-", Path(rules).stem).strip("-")
    return word[:_LONGEST_STEM].strip("-") or "match"


def create_named(stem: str, wanted: str | None) -> AppendLog:
    """A new file under the first free name; raises OSError."""
    state_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    for number in range(_MOST_MATCHES):
        name = wanted if wanted is not None and number == 0 else f"{wanted or stem}-{number + 1}"
        try:
            return AppendLog.create(path_of(name))
        except FileExistsError:
            continue
    raise OSError(errno.EEXIST, f"there are {_MOST_MATCHES:,} matches of that name")


def create_beside(goal: str) -> AppendLog:
    """A new file that takes the place of another once it is written; raises BadFile, Locked or OSError."""
    if is_locked(Path(goal)):
        raise Locked
    return AppendLog.create(Path(beside(resolve_links(goal))))


def reopen(saved: SavedMatch) -> tuple[AppendLog, Record]:
    """The file of a match that was left, to go on with; raises Locked, BadFile, BadRecord or OSError."""
    journal = AppendLog.reopen(saved.path)
    try:
        record, size = read_bytes(journal.content(LARGEST))
        journal.cut(size)  # a line that broke off
    except BaseException:
        journal.close()
        raise
    return journal, record


def is_other_file(path: str) -> bool:
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
