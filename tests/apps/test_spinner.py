"""Who waits longer than a moment is told what for; who does not, and who reads from a file, is told nothing."""

from __future__ import annotations

import io
import threading
from types import SimpleNamespace

import pytest

from tgpl.apps import spinner
from tgpl.apps.spinner import Spinner


class Screen(io.StringIO):
    """What is written to a terminal."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal
        self.written = threading.Event()

    def isatty(self) -> bool:
        return self.is_terminal

    def write(self, text: str) -> int:
        length = super().write(text)
        self.written.set()
        return length


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    found = Screen(is_terminal=True)
    monkeypatch.setattr(spinner, "sys", SimpleNamespace(stderr=found))
    monkeypatch.setattr(spinner, "_PATIENCE", 0.01)
    monkeypatch.setattr(spinner, "_OFTEN", 0.01)
    return found


def heard(screen: Screen) -> str:
    """The next line that is written; there is one before long."""
    screen.written.clear()
    assert screen.written.wait(20)
    return screen.getvalue().rsplit("\r\033[K", 1)[-1]


def test_what_takes_long_is_told_until_it_is_over(screen: Screen) -> None:
    with Spinner("Compiling the rules") as spinner:
        assert heard(screen).startswith("Compiling the rules (0 s)")
        spinner.counter("moves")(12_345)
        heard(screen)
        assert "12,345 moves (" in heard(screen)
    assert screen.getvalue().endswith("\r\033[K")
    told = screen.getvalue()
    threading.Event().wait(0.1)
    assert screen.getvalue() == told


def test_a_second_wait_begins_anew(screen: Screen) -> None:
    thinking = Spinner("Thinking")
    with thinking:
        thinking.counter("games")(7)
        heard(screen)
    screen.truncate(screen.seek(0))
    with thinking:
        assert heard(screen).startswith("Thinking (0 s)")


def test_what_is_done_within_speaks(screen: Screen) -> None:
    with Spinner("Thinking"):
        heard(screen)
        with Spinner("Compiling the rules"):
            heard(screen)
            heard(screen)
            screen.truncate(screen.seek(0))
            assert "Compiling" in heard(screen) and "Thinking" not in screen.getvalue()
        heard(screen)
        assert heard(screen).startswith("Thinking (")


def test_what_fails_leaves_no_line_behind(screen: Screen) -> None:
    with pytest.raises(ValueError), Spinner("Reading the rules"):
        heard(screen)
        raise ValueError
    assert screen.getvalue().endswith("\r\033[K")


def test_what_is_soon_done_needs_no_word(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spinner, "_PATIENCE", 1_000.0)
    with Spinner("Reading the rules"):
        pass
    assert screen.getvalue() == ""  # not even to clear the line, in which something may stand


def test_a_file_is_told_nothing(screen: Screen) -> None:
    screen.is_terminal = False
    with Spinner("Reading the rules"):
        threading.Event().wait(0.1)
    assert screen.getvalue() == ""
