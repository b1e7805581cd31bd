"""Compiled games, kept in the user's cache folder.

A file is found by what went into it and checked by what is in it: its name is both hashes. What the folder holds is
not trusted further than the user's own files are; whatever is wrong with it, a game is only compiled once more.

    kept = Cache()
    kept.find(key)              # a path and its content; None: not there, broken, or not safe to load
    kept.store(key, made)
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path

from tgpl.text.disk import PRIVATE, BadFile, replace

MOST_BYTES = 256 << 20
_LEFT = 0.75  # of that, when it was too much
_ABANDONED = 3600.0  # seconds after which a file that was never finished belongs to nobody
_OF_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def folder() -> Path:
    """Where the user's system keeps what can be made again."""
    home = os.path.expanduser("~")
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(chosen):
        base = chosen
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Caches")
    elif os.name == "nt":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    else:
        base = os.path.join(home, ".cache")
    return Path(base) / "tgpl" / "native"


class Cache:
    def __init__(self, place: Path | None = None, most_bytes: int = MOST_BYTES) -> None:
        self.place = folder() if place is None else place
        self.most_bytes = most_bytes

    def find(self, key: str) -> tuple[Path, bytes] | None:
        """A library and what was checked of it; one that is not whole is removed."""
        try:
            if not _is_safe(os.lstat(self.place), stat.S_ISDIR):
                return None
            names = [name for name in os.listdir(self.place) if name.startswith(f"{key}-")]
        except (OSError, ValueError):
            return None
        for path in (self.place / name for name in names):
            content = self._read_whole(path)
            if content is not None:
                return path, content
        return None

    def _read_whole(self, path: Path) -> bytes | None:
        with suppress(OSError):
            if not _is_safe(os.lstat(path), stat.S_ISREG):
                return None
            content = path.read_bytes()
            if _digest(content) == path.stem.rpartition("-")[2]:
                os.utime(path)  # what is used stays
                return content
            path.unlink()
        return None

    def store(self, key: str, made: Path) -> Path | None:
        """Under its name only when it is complete; None where nothing can be kept."""
        try:
            content = made.read_bytes()
            kept = self.place / f"{key}-{_digest(content)}{made.suffix}"
            self.place.mkdir(mode=0o700, parents=True, exist_ok=True)
            replace(kept, content, PRIVATE, follow=False)
        except (BadFile, OSError, ValueError):
            return None
        self.evict(kept)
        return kept

    def evict(self, spared: Path | None = None) -> None:
        """Removes the oldest where there is too much, and what was never finished. Others may do the same at the same
        time: what is already gone is gone."""
        files: list[tuple[float, int, Path]] = []
        try:
            for entry in os.scandir(self.place):
                facts = entry.stat(follow_symlinks=False)
                if not stat.S_ISREG(facts.st_mode) or Path(entry.path) == spared:
                    continue
                if entry.name.endswith(".tmp") and time.time() - facts.st_mtime > _ABANDONED:
                    _remove(Path(entry.path))
                elif not entry.name.endswith(".tmp"):
                    files.append((facts.st_mtime, facts.st_size, Path(entry.path)))
        except OSError:
            return
        total = sum(size for _, size, _ in files)
        if total <= self.most_bytes:
            return
        for _, size, path in sorted(files):
            if total <= self.most_bytes * _LEFT:
                break
            _remove(path)
            total -= size


def _is_safe(facts: os.stat_result, kind: object) -> bool:
    """The user's own, and nobody else can write to it."""
    assert callable(kind)
    if not kind(facts.st_mode):
        return False
    return os.name != "posix" or (facts.st_uid == os.geteuid() and not facts.st_mode & _OF_OTHERS)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
