"""A file that only grows, line by line, and belongs to one process at a time.

In:  lines. Out: a file in which every line that `append` took is whole, whenever the process is killed; what a full disk cut
off is taken away again. The lock goes with the process, so a dead one never stands in the way.

    log = AppendLog.create(path)
    log.append(["4"], mark=1)
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from tgpl.text.disk import PRIVATE, content_of, opened, write_all

try:
    import fcntl
except ImportError:  # a system without such locks: two tables have to take care themselves
    fcntl = None  # type: ignore[assignment]

_SYNC = 1.0  # seconds: no more than that is lost if the machine itself dies
_PATIENCE = (0.02, 0.1)  # seconds; somebody may only be looking whether it is taken


class Locked(Exception):
    """Another process has the file open."""


class AppendLog:
    def __init__(self, path: Path, descriptor: int) -> None:
        """Takes a descriptor over; raises Taken."""
        self.path = path
        self._file = descriptor
        if not _wait_for_lock(descriptor):
            os.close(descriptor)
            raise Locked
        # What is in the file: its bytes, and what the last that were appended came to. One value, so that an interrupt
        # finds both before or both behind.
        self._at = (os.fstat(descriptor).st_size, 0)
        self._synced = 0.0

    @property
    def mark(self) -> int:
        """As it was handed over with the last lines that were appended."""
        return self._at[1]

    def begin(self, mark: int) -> None:
        """What was there before comes to that."""
        self._at = (self._at[0], mark)

    @classmethod
    def create(cls, path: Path) -> AppendLog:
        """A new one; raises FileExistsError or another OSError."""
        return cls(path, opened(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))

    @classmethod
    def reopen(cls, path: Path) -> AppendLog:
        """To go on with; raises Taken, BadFile or OSError."""
        return cls(path, opened(path, os.O_RDWR))

    def content(self, most: int) -> bytes:
        """Raises BadFile or OSError."""
        return content_of(self._file, most)

    def cut(self, size: int) -> None:
        """Takes away what stands behind so many bytes; raises OSError."""
        if size < self._at[0]:
            os.ftruncate(self._file, size)
            self._at = (size, self._at[1])

    def append(self, lines: list[str], mark: int) -> None:
        """All of them or none; raises OSError or ValueError, or whatever interrupts it."""
        data = "".join(f"{line}\n" for line in lines).encode("utf-8")
        size = self._at[0]
        os.lseek(self._file, size, os.SEEK_SET)
        try:
            write_all(self._file, data)
            if time.monotonic() - self._synced > _SYNC:
                self.sync()
            self._at = (size + len(data), mark)
        except BaseException:
            with suppress(OSError):
                os.ftruncate(self._file, self._at[0])
            raise

    def sync(self) -> None:
        """Onto the disk itself; raises OSError."""
        os.fsync(self._file)
        self._synced = time.monotonic()

    @property
    def is_intact(self) -> bool:
        """Whether what was written is what one finds there, also if somebody moved or removed it."""
        try:
            there, mine = os.stat(self.path), os.fstat(self._file)
        except OSError:
            return False
        return os.path.samestat(there, mine) and mine.st_size == self._at[0]

    def move(self, path: Path) -> None:
        """To take the place of another file; raises OSError."""
        os.replace(self.path, path)
        self.path = path

    def remove(self) -> None:
        with suppress(OSError):
            if os.path.samestat(os.stat(self.path), os.fstat(self._file)):
                os.unlink(self.path)
        self.close()

    def close(self) -> None:
        with suppress(OSError):
            os.close(self._file)


def is_locked(path: Path) -> bool:
    """Whether a process has it open as its journal."""
    try:
        descriptor = opened(path, os.O_RDONLY)
    except Exception:
        return False
    try:
        return fcntl is not None and not _lock(descriptor, fcntl.LOCK_SH)
    finally:
        os.close(descriptor)


def _wait_for_lock(descriptor: int) -> bool:
    if fcntl is None:
        return True
    for wait in (*_PATIENCE, None):
        if _lock(descriptor, fcntl.LOCK_EX):
            return True
        if wait is not None:
            time.sleep(wait)
    return False


def _lock(descriptor: int, how: int) -> bool:
    try:
        fcntl.flock(descriptor, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True
