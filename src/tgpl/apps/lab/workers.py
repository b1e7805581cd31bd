"""Batches on several processes: which of them plays what does not show in the result.

A batch goes to whoever is free; what comes back is handed on in the order of the plan. Workers hear no Ctrl-C: who started
them does, and ends them.

    with Workers(2, setting) as workers:
        for batch, played in workers.run(batches): …
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Generic, Protocol, TypeVar

from tgpl.apps.lab.evidence import Played

LOOK = 0.2  # seconds between two looks at the clock
_FAREWELL = 2.0  # seconds that a worker has to end by itself
PATIENCE = 5.0  # seconds for what is under way when the time is over


class Numbered(Protocol):
    """A piece of work: those of one run have numbers of their own."""

    @property
    def number(self) -> int: ...


Work = TypeVar("Work", bound=Numbered)


class Room(Protocol):
    """Where games are played, in a worker."""

    def hurry(self) -> None:
        """Between two pieces of work."""

    def play(self, batch: Any) -> Played: ...


class Opens(Protocol):
    """What a worker is told at its beginning."""

    def open(self) -> Room: ...


class WorkerFailed(Exception):
    """A worker ended before its work was done: what it said, if it could."""


def count_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pool(Protocol[Work]):
    """Who plays batches, wherever they are."""

    def __enter__(self) -> Pool[Work]: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def run(self, batches: Iterable[Work], goes_on: Callable[[], bool] = ...) -> Iterator[tuple[Work, Played]]: ...


def open_pool(count: int, setting: Opens, ray: str | None) -> Pool[Any]:
    """Processes of this machine, or workers of a Ray cluster."""
    if ray is None:
        return Workers(count or count_cores(), setting)
    from tgpl.apps.lab.ray_workers import RayWorkers

    return RayWorkers(count, setting, ray)


class Workers(Generic[Work]):
    def __init__(self, count: int, setting: Opens) -> None:
        self.count = count
        self._setting = setting
        self._processes: dict[Connection, BaseProcess] = {}

    def __enter__(self) -> Workers[Work]:
        for _ in range(self.count):
            self._start()
        return self

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang
        mine, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, self._setting), daemon=True)
        process.start()
        theirs.close()
        self._processes[mine] = process

    def _replace(self, line: Connection) -> None:
        """Another worker for one whose work nobody waits for."""
        process = self._processes.pop(line)
        line.close()
        process.terminate()
        _wait_for_end(process)
        self._start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for line, process in self._processes.items():
            line.close()
            process.terminate()  # whatever it still plays, nobody waits for
        for process in self._processes.values():
            _wait_for_end(process)
        self._processes.clear()

    def run(self, batches: Iterable[Work], goes_on: Callable[[], bool] = lambda: True) -> Iterator[tuple[Work, Played]]:
        """Results in the order of the batches; once it does not go on, none is begun, and those that are under way have a
        moment to come to their end. It is asked again and again while there is nothing else to do."""
        waiting = iter(batches)
        free, busy = deque(self._processes), dict[Connection, Work]()
        done: dict[int, tuple[Work, Played]] = {}
        order: deque[int] = deque()
        more, over = True, 0.0  # and when the time was
        while True:
            while free and more:
                batch = next(waiting, None) if goes_on() else None
                if batch is None:
                    more = False
                    break
                line = free.popleft()
                line.send(batch)
                busy[line] = batch
                order.append(batch.number)
            if not busy:
                return
            ready = wait([*busy], LOOK)
            for line in [line for line in busy if line in ready]:
                batch = busy.pop(line)
                done[batch.number] = batch, self._receive(line)
                free.append(line)
            if not goes_on():
                over = over or time.monotonic()
                if time.monotonic() - over > PATIENCE:
                    for line, batch in busy.items():
                        order.remove(batch.number)
                        self._replace(line)
                    busy.clear()
                    more = False
            while order and order[0] in done:
                yield done.pop(order.popleft())

    def _receive(self, line: Connection) -> Played:
        try:
            answer: Played | str = line.recv()
        except EOFError:
            code = self._processes[line].exitcode
            raise WorkerFailed(f"A worker has ended in the middle of a game (exit code {code}).") from None
        if isinstance(answer, str):
            raise WorkerFailed(answer)
        return answer


def _wait_for_end(process: BaseProcess) -> None:
    """One that was told to end, and may not hear it."""
    process.join(_FAREWELL)
    if process.is_alive():
        process.kill()


def _work(line: Connection, setting: Opens) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        room = setting.open()
        while True:
            batch = line.recv()
            room.hurry()
            line.send(room.play(batch))
    except (EOFError, BrokenPipeError):
        pass  # nobody wants anything any more
    except Exception as error:
        line.send(f"{type(error).__name__}: {error}")
