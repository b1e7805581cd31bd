"""What the benchmarks share: repeated timing, peak memory, and the sources of an earlier commit beside ours.

Machines are noisy: a figure is the best of several rounds, and claims are ratios within one run.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


def best(work: Callable[[], Any], rounds: int) -> float:
    """Seconds of the quickest of some rounds."""
    times = []
    for _ in range(rounds):
        before = time.perf_counter()
        work()
        times.append(time.perf_counter() - before)
    return min(times)


def peer(module: str, package: str) -> Any:
    """A package to compare with; says how to get it where it is missing."""
    try:
        return importlib.import_module(module)
    except ImportError:
        sys.exit(f"This compares with {package}, which is not installed: {sys.executable} -m pip install {package}")


def peak_megabytes() -> float:
    """The most memory that this process has used."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def child(script: str, source: Path, *words: str) -> dict[str, Any]:
    """Runs a benchmark in a process of its own with the toolkit of a folder; it prints JSON."""
    environment = {**os.environ, "PYTHONPATH": str(source)}
    command = [sys.executable, "-X", "utf8", script, "--child", *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def options(description: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--against", metavar="COMMIT", help="also measure that commit, in the same run")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def compare(script: str, against: str | None, *words: str) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """What the benchmark finds now, and what it found at another commit."""
    ours = child(script, ROOT / "src", *words)
    if against is None:
        return ours, None
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "-C", str(ROOT), "worktree", "add", "--quiet", "--detach", folder, against], check=True)
        try:
            return ours, child(script, Path(folder) / "src", *words)
        finally:
            subprocess.run(["git", "-C", str(ROOT), "worktree", "remove", "--force", folder], check=True)
