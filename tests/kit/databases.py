"""A real PostgreSQL, of one's own, for as long as a test needs it.

with Database(folder) as database:
    database.address
"""

from __future__ import annotations

import glob
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest


def find_postgres() -> Path | None:
    """Where its programs are; Debian does not put them on the path."""
    found = shutil.which("initdb")
    known = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    path = found or (known[-1] if known else None)
    return None if path is None else Path(os.path.realpath(path)).parent


needs_postgres = pytest.mark.skipif(
    find_postgres() is None, reason="there is no PostgreSQL here: apt install postgresql"
)


class Database:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.process: subprocess.Popen[bytes] | None = None
        found = find_postgres()
        assert found is not None
        self.programs = found
        # It does not run for the superuser.
        self.user = "postgres" if hasattr(os, "getuid") and os.getuid() == 0 else None

    @property
    def address(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        for folder in (self.folder, *self.folder.parents):
            if self.user is not None and folder.stat().st_uid == 0 and str(folder).startswith("/tmp/"):
                os.chmod(folder, 0o755)
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        command = [
            str(self.programs / "initdb"),
            "-D",
            str(self.data),
            "-U",
            "postgres",
            "-A",
            "trust",
            "--no-sync",
            "-E",
            "UTF8",
        ]
        subprocess.run(command, check=True, capture_output=True, user=self.user, cwd=self.folder)
        self.start()
        return self

    def start(self) -> None:
        options = ["listen_addresses=", "fsync=off", "max_connections=40", "shared_buffers=16MB"]
        settings = [part for option in options for part in ("-c", option)]
        command = [str(self.programs / "postgres"), "-D", str(self.data), "-k", str(self.folder), *settings]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=self.user, cwd=self.folder
        )
        ready = [str(self.programs / "pg_isready"), "-q", "-h", str(self.folder)]
        until = time.monotonic() + 30
        while subprocess.run(ready, check=False).returncode and time.monotonic() < until:
            time.sleep(0.05)

    def stop(self) -> None:
        """At once, as if somebody had pulled the plug; what was committed stays."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
            self.process = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
