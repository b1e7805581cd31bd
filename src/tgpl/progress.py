"""How far a command is, on a terminal: a line on standard error that is written over and goes away."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

_PATIENCE = 2.0  # seconds: what takes less needs no word


def progress(what: str) -> Callable[[int], None]:
    """Told how much is done, says so from time to time."""
    if not sys.stderr.isatty():
        return lambda done: None
    began = last = time.monotonic()

    def tell(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - began > _PATIENCE and now - last > 0.2:
            last = now
            sys.stderr.write(f"\r{done:,} {what} … ")
            sys.stderr.flush()

    return tell


def going_on(words: str) -> None:
    """Says what happens now."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{words} …")
        sys.stderr.flush()


def cleared() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
