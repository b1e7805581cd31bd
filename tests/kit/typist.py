"""Somebody at a real terminal."""

from __future__ import annotations

import os
import pty
import select
import sys
import time
from codecs import getincrementaldecoder
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


class Typist:
    """A pseudo-terminal with `tgpl` at its other end."""

    def __init__(self, home: Path, *words: str) -> None:
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.environ.update(XDG_STATE_HOME=str(home), PYTHONPATH=str(ROOT / "src"), TERM="xterm", NO_COLOR="1")
            os.execv(sys.executable, [sys.executable, "-X", "utf8", "-m", "tgpl", *words])
        self.pid = pid
        self.seen = ""
        self._decoder = getincrementaldecoder("utf-8")("replace")  # half a character may come first

    def until(self, words: str, seconds: float = 240.0) -> str:
        """What is shown up to some words."""
        end = time.monotonic() + seconds
        start = len(self.seen)
        while words not in self.seen[start:]:
            ready, _, _ = select.select([self.terminal], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"waited for {words!r}, saw {self.seen[start:]!r}"
            try:
                self.seen += self._decoder.decode(os.read(self.terminal, 65536))
            except OSError:
                raise AssertionError(f"ended before {words!r}: {self.seen[start:]!r}") from None
        return self.seen[start:]

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def interrupt(self, words: str, seconds: float = 240.0) -> str:
        """Ctrl-C until some words are shown: a prompt does not hear one in the moment before it listens."""
        start, end = len(self.seen), time.monotonic() + seconds
        while True:
            self.type("\x03")
            try:
                self.until(words, 2.0)
            except AssertionError:
                if time.monotonic() > end:
                    raise
            else:
                return self.seen[start:]

    def code(self) -> int:
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
