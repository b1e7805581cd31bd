"""Batches on the machines of a Ray cluster: the same as on processes of this machine, and the same result.

    with RayWorkers(0, setting, "ray://head:10001") as workers:
        for batch, played in workers.run(batches): …

Every machine of the cluster has tgpl installed, in this version. `local` starts a cluster on this machine for as long as it
takes.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any, Generic

from tgpl import __version__
from tgpl.apps.lab.evidence import Played
from tgpl.apps.lab.workers import LOOK, PATIENCE, Opens, Work, WorkerFailed


class NoCluster(ValueError):
    """Why there is nobody to play."""


class RayWorkers(Generic[Work]):
    def __init__(self, count: int, setting: Opens, address: str) -> None:
        """`count`: workers; 0 for one on each core of the cluster."""
        self.count, self._setting, self._address = count, setting, address
        self._actors: list[Any] = []

    def __enter__(self) -> RayWorkers[Work]:
        self._ray = _connect(self._address)
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        remote = self._ray.remote(num_cpus=1)(_Player)
        self._actors = [remote.remote(self._setting) for _ in range(min(self.count or cores, max(1, cores)))]
        for version in self._get([actor.version.remote() for actor in self._actors]):
            if version != __version__:
                raise NoCluster(f"The cluster has tgpl {version}, and this is {__version__}: install the same on both")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for actor in self._actors:
            self._ray.kill(actor)  # whatever it still plays, nobody waits for
        self._actors.clear()
        self._ray.shutdown()

    def run(self, batches: Iterable[Work], goes_on: Callable[[], bool] = lambda: True) -> Iterator[tuple[Work, Played]]:
        """As `Workers.run`."""
        waiting, free = iter(batches), deque(self._actors)
        busy: dict[Any, tuple[Any, Work]] = {}
        done: dict[int, tuple[Work, Played]] = {}
        order: deque[int] = deque()
        more, over = True, 0.0
        while True:
            while free and more:
                batch = next(waiting, None) if goes_on() else None
                if batch is None:
                    more = False
                    break
                actor = free.popleft()
                busy[actor.play.remote(batch)] = actor, batch
                order.append(batch.number)
            if not busy:
                return
            for reference in self._ray.wait([*busy], num_returns=len(busy), timeout=LOOK)[0]:
                actor, batch = busy.pop(reference)
                done[batch.number] = batch, self._get(reference)
                free.append(actor)
            if not goes_on():
                over = over or time.monotonic()
                if time.monotonic() - over > PATIENCE:
                    busy.clear()
                    more = False
            while order and order[0] in done:
                yield done.pop(order.popleft())

    def _get(self, references: Any) -> Any:
        from ray.exceptions import RayError

        try:
            return self._ray.get(references)
        except RayError as error:
            lines = str(error).strip().splitlines() or [type(error).__name__]
            raise WorkerFailed(lines[-1]) from None


class _Player:
    """A worker on some machine of the cluster."""

    def __init__(self, setting: Opens) -> None:
        self._room = setting.open()

    def version(self) -> str:
        return __version__

    def play(self, batch: Any) -> Played:
        self._room.hurry()
        return self._room.play(batch)


def _connect(address: str) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it reports home otherwise
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise NoCluster("--ray needs Ray, which is not installed: pip install 'tgpl[ray]'") from None
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        lines = str(error).strip().splitlines() or ["no answer"]
        raise NoCluster(f"There is no Ray cluster at {address}: {lines[0].rstrip('.')}") from None
    return ray
