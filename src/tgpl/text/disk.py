"""Files of the user: opened without waiting, read up to a size, written whole or not at all.

In:  a path as somebody typed it, which may name anything: a pipe, a device, a folder, a link to one of them. Out: bytes, or
`BadFile`. Nothing but regular files is ever read, replaced or made, and whoever writes a file of the user writes it here.

    data = content("match.json", most=1_000_000)
    replace("match.json", text, mode=PRIVATE)
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from typing import Union

PRIVATE = 0o600
_OPEN = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_MOST_LINKS = 40  # one behind the other
_PROCESSES = "/proc/"  # links there lead into what a running program has open, as /dev/stdout does
_KINDS = (
    (stat.S_ISDIR, "it is a folder"),
    (stat.S_ISFIFO, "it is a pipe, and no file"),
    (stat.S_ISSOCK, "it is a socket, and no file"),
)

AnyPath = Union[str, "os.PathLike[str]"]


class BadFile(Exception):
    """Why a file cannot be used: words that follow a colon, without a full stop."""


def why_not(error: OSError | ValueError) -> str:
    """What the system says, as words that follow a colon."""
    if isinstance(error, UnicodeError):
        return "it has halves of characters in it, which no text in UTF-8 can"
    if isinstance(error, ValueError):
        return "no file can be called so"
    return error.strerror or str(error)


def is_plain(path: AnyPath) -> bool:
    """Whether it is a regular file, perhaps behind links."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def opened(path: AnyPath, flags: int, mode: int = PRIVATE) -> int:
    """A descriptor of a regular file; raises BadFile, or OSError. A device is not even opened: that alone can do something."""
    if not flags & os.O_EXCL:
        _demand_plain(os.stat(path))
    descriptor = os.open(path, flags | _OPEN, mode)
    try:
        _demand_plain(os.fstat(descriptor))  # it may have been exchanged meanwhile
    except BadFile:
        os.close(descriptor)
        raise
    return descriptor


def _demand_plain(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise BadFile(next((words for fits, words in _KINDS if fits(status.st_mode)), "it is a device, and no file"))


def content(path: AnyPath, most: int) -> bytes:
    """What is in a file; raises BadFile."""
    try:
        with open(opened(path, os.O_RDONLY), "rb") as file:
            return content_of(file.fileno(), most)
    except (OSError, ValueError) as error:
        raise BadFile(why_not(error)) from error


def content_of(descriptor: int, most: int) -> bytes:
    """What is in an open file, from its beginning; raises BadFile or OSError."""
    if os.fstat(descriptor).st_size > most:
        raise BadFile(f"it is larger than {most:,} bytes")
    os.lseek(descriptor, 0, os.SEEK_SET)
    parts: list[bytes] = []
    size = 0
    while part := os.read(descriptor, 1 << 20):
        parts.append(part)
        size += len(part)
        if size > most:  # the system says of some files that they are empty, and they are not
            raise BadFile(f"it is larger than {most:,} bytes")
    return b"".join(parts)


def write_all(descriptor: int, data: bytes) -> None:
    """Raises OSError; some of it may have been written then."""
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


# ---- writing


def replace(path: AnyPath, text: str, mode: int | None = None) -> None:
    """Writes a file whole or not at all; raises BadFile, and the old one is as it was.

    Links are followed, and stay. A file that is there keeps its mode and its owner, unless a mode is given.
    """
    try:
        data = text.encode("utf-8")
        goal = goal_of(os.fspath(path))
        known = _status(goal)
        made = _written_beside(goal, data, known, mode)
        try:
            if known is not None and known.st_nlink > 1:
                _overwrite(goal, data)  # a new file would part it from its other names
            else:
                os.replace(made, goal)
        finally:
            with suppress(OSError):
                os.unlink(made)
    except (OSError, ValueError) as error:
        raise BadFile(why_not(error)) from error


def writable(path: AnyPath) -> None:
    """Raises BadFile if `replace` would, as far as that can be told without writing."""
    try:
        goal = goal_of(os.fspath(path))
        _status(goal)
        if not os.access(os.path.dirname(goal) or ".", os.W_OK | os.X_OK):
            raise BadFile("its folder is write-protected")
    except (OSError, ValueError) as error:
        raise BadFile(why_not(error)) from error


def goal_of(path: str) -> str:
    """Where links lead in the end; raises BadFile or OSError."""
    if not path:
        raise BadFile("no file is named")
    for _ in range(_MOST_LINKS):
        folder, name = os.path.split(path)
        path = os.path.join(os.path.realpath(folder or os.curdir), name)
        if path.startswith(_PROCESSES):
            raise BadFile("it is a device, and no file")
        if not os.path.islink(path):
            if folder and not os.path.isdir(folder):
                raise BadFile("its folder is missing")
            return path
        path = os.path.join(os.path.dirname(path), os.readlink(path))
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _status(goal: str) -> os.stat_result | None:
    try:
        status = os.stat(goal)
    except FileNotFoundError:
        return None
    _demand_plain(status)
    if not os.access(goal, os.W_OK):
        raise BadFile("it is write-protected")
    return status


def _written_beside(goal: str, data: bytes, known: os.stat_result | None, mode: int | None) -> str:
    """A new file in the same folder, with everything in it."""
    made = beside(goal)
    descriptor = opened(
        made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None and known is None else PRIVATE
    )
    try:
        write_all(descriptor, data)
        if known is not None:
            _take_after(descriptor, known)
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, mode)
        os.fsync(descriptor)
    except BaseException:
        os.unlink(made)
        raise
    finally:
        os.close(descriptor)
    return made


def beside(goal: str) -> str:
    """A new name in the same folder, short whatever the other is."""
    return os.path.join(os.path.dirname(goal), f".tgpl-{os.urandom(6).hex()}.tmp")


def _take_after(descriptor: int, known: os.stat_result) -> None:
    """The owner, where we may, and the mode of the file that is replaced."""
    if not hasattr(os, "fchmod"):
        return
    made = os.fstat(descriptor)
    if (made.st_uid, made.st_gid) != (known.st_uid, known.st_gid):
        with suppress(OSError):
            os.fchown(descriptor, known.st_uid, known.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(known.st_mode))


def _overwrite(goal: str, data: bytes) -> None:
    descriptor = opened(goal, os.O_WRONLY)
    try:
        write_all(descriptor, data)
        os.ftruncate(descriptor, len(data))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
