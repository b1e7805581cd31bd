"""Notices while somebody is asked that a rule file has changed, for `tgpl play --watch`."""

from __future__ import annotations

import signal
import threading
from typing import Any

from tgpl.apps.session.rule_stamps import Stamps, stamp_files
from tgpl.apps.session.session import Session
from tgpl.apps.terminal.loop import RulesChanged

_POLL = 0.3  # seconds between two looks at the rule files


class RulesWatcher:
    """Looks at the rule files, and wakes whoever waits for a line when one of them changes."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.known = self._stamps()
        self.open = False
        self.ended = threading.Event()
        self.can_wake = hasattr(signal, "SIGUSR1")
        if self.can_wake:
            signal.signal(signal.SIGUSR1, self._wake)
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def listen(self, on: bool) -> None:
        self.open = on
        if on and self._stamps() != self.known:
            self.open = False
            self._remember()
            raise RulesChanged

    def stop(self) -> None:
        self.ended.set()
        self.thread.join()

    def _stamps(self) -> Stamps:
        """Of every file that the rules have, had when they were last read, or may be about to import."""
        session = self.session
        names = {file.name for result in (session.result, session.tried) for file in result.source_files.values()}
        return stamp_files(session.file, names)

    def _remember(self) -> None:
        self.known = self._stamps()

    def _watch(self) -> None:
        while not self.ended.wait(_POLL):
            if self.open and self.can_wake and self._stamps() != self.known:
                self.ended.wait(_POLL)  # an editor may still be writing
                main = threading.main_thread().ident
                if self.open and main is not None:
                    signal.pthread_kill(main, signal.SIGUSR1)

    def _wake(self, *_: Any) -> None:
        if self.open:
            self.open = False
            self._remember()
            raise RulesChanged
