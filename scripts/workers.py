"""Work on many numbered things in processes of their own: one that crashes or hangs costs one thing, and is told.

In:  a script that, called with `--work`, prints a line for each of its numbers. Out: these lines, as they come.

    for line in run_workers(arguments().parse_args(), __file__, patience=180): …
    run_trials(__file__, __doc__, Trials("text", outcome, slow=30, patience=300))     # all that a script of trials does
"""

from __future__ import annotations

import argparse
import gc
import queue
import resource
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "kit"))

from programs.trial import Wrong

_MEMORY = 3 << 30  # bytes of one process
_COLLECT = 20  # things after which is cleared away behind them


class TooSlow(BaseException):
    """No exception of a game's own, so that nothing takes it for one."""


def arguments(description: str | None = None, count: int | None = None) -> argparse.ArgumentParser:
    """What such a script is called with; `count`: how many, if it is not said."""
    return add_options(argparse.ArgumentParser(description=description), count)


def add_options(parser: argparse.ArgumentParser, count: int | None) -> argparse.ArgumentParser:
    parser.add_argument("count", type=int, nargs=None if count is None else "?", default=count)
    parser.add_argument("start", type=int, nargs="?", default=0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--step", type=int, default=1, help=argparse.SUPPRESS)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    return parser


def run_workers(given: argparse.Namespace, script: str, patience: float, more: tuple[str, ...] = ()) -> Iterator[str]:
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


# ---- trials: each comes to a word, or is wrong


@dataclass(frozen=True)
class Trials:
    noun: str  # what is tried: "text"
    outcome: Callable[[int], str]  # raises Wrong
    slow: int  # seconds of work after which one is left alone, and told
    patience: int  # seconds until a process is taken for hanging
    show: Callable[[int], str] | None = None  # a thing as `--show SEED` prints it
    count: int = 200  # that are tried if nothing else is said


def run_trials(script: str, description: str | None, trials: Trials) -> int:
    """Tries as many as the command line says; gives the exit code."""
    parser = arguments(description, trials.count)
    if trials.show is not None:
        parser.add_argument("--show", type=int, metavar="SEED")
    given = parser.parse_args()
    if trials.show is not None and given.show is not None:
        print(trials.show(given.show), end="")
        return 0
    if given.work:
        _work(given, trials)
        return 0
    counts: Counter[str] = Counter()
    for line in run_workers(given, script, trials.patience):
        came = line.split(" ", 1)[1]
        counts[came.split(":")[0].removesuffix(" late")] += 1
        if came.startswith(("WRONG", "slow")) or came.endswith(" late"):
            print(f"{trials.noun} {line}", flush=True)
        if counts.total() % 500 == 0:
            print(f"{counts.total()} of {given.count}, {counts['WRONG']} wrong", flush=True)
    print(", ".join(f"{came} {often}" for came, often in counts.most_common()))
    return min(counts["WRONG"], 1)


def _work(given: argparse.Namespace, trials: Trials) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    signal.signal(signal.SIGPROF, _stop)
    gc.disable()
    for number, seed in enumerate(range(given.start, given.start + given.count * given.step, given.step)):
        if number % _COLLECT == 0:
            gc.collect()
        began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, trials.slow)
        try:
            came = try_one(trials.outcome, seed)
        except TooSlow:
            came = "slow"
        signal.setitimer(signal.ITIMER_PROF, 0)
        late = " late" if time.process_time() - began > trials.slow / 4 and came != "slow" else ""
        print(f"{seed} {came}{late}".replace("\n", " "), flush=True)


def _stop(*_: object) -> None:
    raise TooSlow


def try_one(outcome: Callable[[int], str], seed: int) -> str:
    """What a trial came to; or what is wrong, on one line, with the last places of an exception that nobody expected."""
    try:
        return outcome(seed)
    except Wrong as wrong:
        return f"WRONG: {wrong}"
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)[-4:]
        where = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
        return f"WRONG: {type(error).__name__}: {str(error)[:200]} ({where})"
