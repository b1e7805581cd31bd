"""`tgpl play`: a session with the terminal around it, for lines that are typed or come through a pipe.

In:  a game, and the match that is asked for. Out: whether it is over. The rule files are watched if somebody wants that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress

from rich.console import Console

from tgpl.apps.session.session import Request, Session
from tgpl.apps.spinner import Spinner
from tgpl.apps.terminal.loop import Quit, Terminal
from tgpl.apps.terminal.rules_watcher import RulesWatcher
from tgpl.apps.terminal.screen import make_console
from tgpl.compile import Result
from tgpl.text.escape import plain


def open_session(result: Result, request: Request) -> Session:
    """Raises ValueError or CannotResume."""
    out = make_console()

    def notify(words: str, trouble: bool) -> None:
        out.print(words, style="error" if trouble else "", markup=False)

    return Session(result, request, Spinner, notify)


def play(session: Session, watch: bool) -> bool:
    """Until the game is over (true) or the player leaves."""
    out = make_console()
    watcher = RulesWatcher(session) if watch else None
    try:
        Terminal(session, out, LineInput(out, watcher)).play()
    except (Quit, EOFError):
        return False
    finally:
        if watcher is not None:
            watcher.stop()
    return True


class LineInput:
    """Asks for a line: with completion at a terminal; through a pipe with an echo, so that what comes out can be read."""

    def __init__(self, out: Console, watcher: RulesWatcher | None) -> None:
        self.out = out
        self.watcher = watcher
        self.at_terminal = sys.stdin.isatty()
        self.words: list[str] = []  # that complete what is typed
        if self.at_terminal:
            _complete_with(lambda: self.words)

    def __call__(self, prompt: str, words: list[str]) -> str:
        self.words = words
        try:
            if self.watcher is not None:
                self.watcher.listen(True)
            return self.ask(prompt)
        finally:
            self.words = []
            if self.watcher is not None:
                self.watcher.listen(False)

    def forget(self) -> None:
        if self.at_terminal:
            with suppress(ImportError):
                import readline

                readline.clear_history()

    def ask(self, prompt: str) -> str:
        sys.stdout.flush()
        if self.at_terminal:
            return _replace_bad_bytes(input(prompt))
        line = _replace_bad_bytes(sys.stdin.readline())
        if not line:
            raise EOFError
        self.out.print(f"{prompt}{plain(line.rstrip())}")
        return line


def _replace_bad_bytes(line: str) -> str:
    """Bytes that are no text become question marks: nothing else could be written to a record."""
    return line.encode("utf-8", "replace").decode("utf-8")


def _complete_with(words: Callable[[], list[str]]) -> None:
    try:
        import readline
    except ImportError:  # a Python without it: no completion
        return

    def complete(begun: str, number: int) -> str | None:
        found = [word for word in words() if word.casefold().startswith(begun.casefold())]
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")
