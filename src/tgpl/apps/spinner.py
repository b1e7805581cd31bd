"""What a command is busy with, on a terminal: a line on standard error that is written over and goes away.

The line is our own: rich's status shows at once, hides the cursor, which a killed command does not bring back, and every command
would have to import it.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import ClassVar

_PATIENCE = 2.0  # seconds: what takes less needs no word
_OFTEN = 0.2  # seconds between two words


class Spinner:
    """Shows words to who waits longer than a moment, with the seconds that it took so far. Of spinners within each other the
    innermost is shown.

    with Spinner("Compiling the rules") as spinner:
        …
        spinner.words = "Playing"
    """

    _innermost: ClassVar[Spinner | None] = None

    def __init__(self, words: str) -> None:
        self._first = self.words = words
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._shown = False
        self._outer: Spinner | None = None

    def counter(self, what: str) -> Callable[[int], None]:
        """Told how much is done, it shows that instead of its words."""

        def tell(done: int) -> None:
            self.words = f"{done:,} {what}"

        return tell

    def __enter__(self) -> Spinner:
        self.words = self._first
        self._shown = False
        self._over.clear()
        self._outer, Spinner._innermost = Spinner._innermost, self
        if sys.stderr.isatty():
            self._thread = threading.Thread(target=self._show, daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        Spinner._innermost = self._outer
        self._over.set()
        if self._thread is not None:
            self._thread.join()
        if self._shown:
            clear_line()

    def _show(self) -> None:
        began, pause = time.monotonic(), _PATIENCE
        while not self._over.wait(pause):
            if Spinner._innermost is self:
                self._shown = True
                show_line(f"{self.words} ({time.monotonic() - began:.0f} s)")
            pause = _OFTEN


def show_line(words: str) -> None:
    """Writes over the line that is shown."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{words} …")
        sys.stderr.flush()


def clear_line() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()
