"""A server in a process of its own, as `tgpl serve` starts it, for tests that talk to it as pages do.

with RunningServer(store) as server:
    made = server.make_table("tris/tris.tgpl")
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tgpl.apps.web.settings import Rate, Settings

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
_MUCH = Rate(1e6, 1e6)
# Tests come from one address, and are in a hurry.
GENEROUS = Settings(
    tables=_MUCH,
    requests=_MUCH,
    connections=_MUCH,
    most_connections=10_000,
    messages=_MUCH,
    table_messages=_MUCH,
    thoughts=_MUCH,
    heavy=_MUCH,
    drafts=_MUCH,
    studio=_MUCH,
    machine_pause=0.0,
)
_PROGRAM = """
import sys, json, os
if "TGPL_TEST_FILE_SIZE" in os.environ:
    import resource, signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(os.environ["TGPL_TEST_FILE_SIZE"]),) * 2)
from tgpl.apps.web.serve import ServeRequest, serve, CannotServe
from tgpl.apps.web.settings import Rate, Settings
request, settings = json.loads(sys.argv[1])
settings = {k: Rate(*v) if isinstance(v, list) else v for k, v in settings.items()}
def say(words):
    print(words, flush=True)
try:
    serve(ServeRequest(**{**request, "paths": tuple(request["paths"])}), say, Settings(**settings))
except CannotServe as why:
    print("cannot:", why, flush=True)
    sys.exit(1)
"""


class NoServer(Exception):
    """It did not start: what it said."""


class RunningServer:
    def __init__(
        self, store: str, paths: list[str] | None = None, settings: Settings = GENEROUS, **request: Any
    ) -> None:
        self.store = store
        self.port = request.pop("port", 0)
        self.request = {"paths": paths or [str(EXAMPLES)], "store": store, **request}
        self.settings = settings
        self.process: subprocess.Popen[str] | None = None
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - as long as the server

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        assert "Traceback" not in self.errors, self.errors

    def start(self, environment: dict[str, str] | None = None) -> None:
        """Again on the port that it had before."""
        asked = json.dumps([{**self.request, "port": self.port}, self.settings._asdict()])
        self.process = subprocess.Popen(
            [sys.executable, "-X", "utf8", "-c", _PROGRAM, asked],
            stdout=subprocess.PIPE, stderr=self._errors, text=True,
            env={**os.environ, "PYTHONPATH": str(EXAMPLES.parent / "src"), **(environment or {})},
        )  # fmt: skip
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        if not said.startswith("http"):
            raise NoServer(said + self.process.stdout.read() + self.errors)
        self.port = int(said.split(":")[2].split("/")[0])
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                self.get("/about")
                return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.02)
        raise NoServer("it does not answer")

    def limit_files(self, size: int | None) -> None:
        """Starts it again; no file that it writes can become larger, as on a disk that is full."""
        self.start({} if size is None else {"TGPL_TEST_FILE_SIZE": str(size)})

    def kill(self) -> None:
        """Without any warning."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()

    @property
    def errors(self) -> str:
        """What it has written to its error stream."""
        self._errors.seek(0)
        return self._errors.read()

    # -- requests

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def get(self, path: str) -> Any:
        return self.ask(path)[1]

    def ask(
        self, path: str, data: Any = None, headers: dict[str, str] | None = None, method: str | None = None
    ) -> tuple[int, Any]:
        """The status, and the answer: of JSON what it says, else bytes."""
        body = None if data is None else data if isinstance(data, bytes) else json.dumps(data).encode()
        request = urllib.request.Request(
            f"http://{self.address}{path}", body, {"content-type": "application/json", **(headers or {})}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, _read(answer)
        except urllib.error.HTTPError as answer:
            return answer.code, _read(answer)

    def make_table(self, game: str, **more: Any) -> dict[str, Any]:
        status, made = self.ask("/tables", {"game": game, **more})
        assert status == 201, made
        found: dict[str, Any] = made
        return found


def _read(answer: Any) -> Any:
    data = answer.read()
    return json.loads(data) if answer.headers.get("content-type", "").startswith("application/json") else data
