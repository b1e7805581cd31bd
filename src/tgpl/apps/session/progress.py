"""How whoever runs a session or a match is told that something takes long: the terminal has a spinner."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol


class Progress(AbstractContextManager[object], Protocol):
    """Shows its words while it is entered."""

    def counter(self, what: str) -> Callable[[int], None]:
        """Told how much is done, it shows that instead."""
