"""Lines from a terminal: with history, which is kept between sessions, and completion.

Without the library that does both, or a place to keep the history, it is only less handy.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tgpl.apps.repl.completion import DELIMITERS
from tgpl.apps.session.autosave import state_folder
from tgpl.text.disk import PRIVATE, BadFile, content, opened

MOST_LINES = 5_000  # of history
MOST_BYTES = 10_000_000
Complete = Callable[[str, str], list[str]]  # a line up to the cursor, and the word at its end


class Keyboard:
    def __init__(self, complete: Complete, prompt: Callable[[bool], str]) -> None:
        self._prompt = prompt
        self._kept = 0  # lines of history
        try:
            import readline
        except ImportError:
            self._readline = None
            return
        self._readline = readline
        readline.clear_history()
        readline.set_history_length(MOST_LINES)
        with suppress(OSError, BadFile):
            content(_history(), MOST_BYTES)  # it may be no file, and then nobody waits for it
            readline.read_history_file(_history())
        self._kept = readline.get_current_history_length()
        _complete_with(complete)

    def line(self, goes_on: bool) -> str:
        line = input(self._prompt(goes_on))
        self._keep()
        return line.encode("utf-8", "replace").decode("utf-8")  # bytes that are no text become question marks

    def _keep(self) -> None:
        """Puts what is new behind the rest at once: a killed terminal loses nothing, other sessions keep theirs."""
        if self._readline is None:
            return
        length = self._readline.get_current_history_length()
        new, self._kept = length - self._kept, length
        if new > 0:
            path = _history()
            with suppress(OSError, BadFile):
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                os.close(opened(path, os.O_WRONLY) if path.exists() else opened(path, os.O_CREAT | os.O_EXCL, PRIVATE))
                self._readline.append_history_file(new, path)


def _history() -> Path:
    return state_folder() / "rpg_history"


def _complete_with(complete: Complete) -> None:
    import readline

    found: list[str] = []

    def completer(word: str, number: int) -> str | None:
        if number == 0:
            found[:] = complete(readline.get_line_buffer()[: readline.get_endidx()], word)
        return found[number] if number < len(found) else None

    readline.set_completer(completer)
    readline.set_completer_delims(DELIMITERS)
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
