"""Work on many numbered things in processes of their own: one that crashes or hangs costs one thing, and is told.

In:  a script that, called with `--work`, prints a line for each of its numbers. Out: these lines, as they come.

    for line in worked(arguments().parse_args(), __file__, patience=180): …
"""

from __future__ import annotations

import argparse
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator


class TooSlow(BaseException):
    """No exception of a game's own, so that nothing takes it for one."""


def too_slow(*_: object) -> None:
    raise TooSlow


def arguments(description: str | None = None, count: int | None = None) -> argparse.ArgumentParser:
    """What such a script is called with; `count`: how many, if it is not said."""
    return options(argparse.ArgumentParser(description=description), count)


def options(parser: argparse.ArgumentParser, count: int | None) -> argparse.ArgumentParser:
    parser.add_argument("count", type=int, nargs=None if count is None else "?", default=count)
    parser.add_argument("start", type=int, nargs="?", default=0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--step", type=int, default=1, help=argparse.SUPPRESS)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    return parser


def worked(given: argparse.Namespace, script: str, patience: float, more: tuple[str, ...] = ()) -> Iterator[str]:
    """`patience`: seconds for one thing. `more`: what the script is called with beside."""
    said: queue.Queue[str | None] = queue.Queue()
    many = given.processes
    for i in range(many):
        Worker((given.count - i + many - 1) // many, given.start + i, many, said, (script, *more), patience)
    while many:
        line = said.get()
        if line is None:
            many -= 1
        else:
            yield line


class Worker:
    """A process that is started again behind a program that it does not survive."""

    def __init__(
        self,
        count: int,
        start: int,
        step: int,
        said: queue.Queue[str | None],
        script: tuple[str, ...],
        patience: float,
    ) -> None:
        self.left, self.next, self.step, self.said = count, start, step, said
        self.script, self.patience = script, patience
        threading.Thread(target=self.run, daemon=True).start()

    def run(self) -> None:
        while self.left > 0:
            command = [
                sys.executable,
                "-X",
                "utf8",
                *self.script,
                str(self.left),
                str(self.next),
                "--step",
                str(self.step),
            ]
            process = subprocess.Popen([*command, "--work"], stdout=subprocess.PIPE, text=True, encoding="utf-8")
            watch = threading.Timer(self.patience, process.kill)
            watch.start()
            assert process.stdout is not None
            for line in process.stdout:
                watch.cancel()
                self._done(line.rstrip())
                watch = threading.Timer(self.patience, process.kill)
                watch.start()
            watch.cancel()
            if process.wait() and self.left > 0:
                self._done(f"{self.next} WRONG: the process ended with {process.returncode}")
        self.said.put(None)

    def _done(self, line: str) -> None:
        self.said.put(line)
        self.left -= 1
        self.next += self.step
