"""What a command is busy with, on a terminal: a line on standard error that is written over and goes away."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import ClassVar

_PATIENCE = 2.0  # seconds: what takes less needs no word
_OFTEN = 0.2  # seconds between two words


class Waiting:
    """What goes on, for who waits longer than a moment, with the seconds that it took so far. Of those within each other the
    innermost speaks.

    with Waiting("Compiling the rules") as waiting:
        …
        waiting.words = "Playing"
    """

    _innermost: ClassVar[Waiting | None] = None

    def __init__(self, words: str) -> None:
        self._first = self.words = words
        self._over = threading.Event()
        self._teller: threading.Thread | None = None
        self._told = False
        self._outer: Waiting | None = None

    def counting(self, what: str) -> Callable[[int], None]:
        """Told how much is done, that is what goes on."""

        def tell(done: int) -> None:
            self.words = f"{done:,} {what}"

        return tell

    def __enter__(self) -> Waiting:
        self.words = self._first
        self._told = False
        self._over.clear()
        self._outer, Waiting._innermost = Waiting._innermost, self
        if sys.stderr.isatty():
            self._teller = threading.Thread(target=self._tell, daemon=True)
            self._teller.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        Waiting._innermost = self._outer
        self._over.set()
        if self._teller is not None:
            self._teller.join()
        if self._told:
            cleared()

    def _tell(self) -> None:
        began, pause = time.monotonic(), _PATIENCE
        while not self._over.wait(pause):
            if Waiting._innermost is self:
                self._told = True
                going_on(f"{self.words} ({time.monotonic() - began:.0f} s)")
            pause = _OFTEN


def going_on(words: str) -> None:
    """Says what happens now."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{words} …")
        sys.stderr.flush()


def cleared() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()
