"""The time from `tgpl check` to the first error on a file of 300 lines, start-up included; the peer is an empty Python.

.venv/bin/python benchmarks/first_error.py [--against COMMIT]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from checking import program
from comparison import compare, options


def first_line(command: list[str], folder: str) -> tuple[float, float]:
    """Seconds until a process has written its first line, and its peak memory in MB."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = f"{folder}/compiled"
    before = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
    assert process.stdout is not None
    process.stdout.readline()
    seconds = time.perf_counter() - before
    process.stdout.read()
    _, _, used = os.wait4(process.pid, 0)
    return seconds, used.ru_maxrss / 1024


def main() -> None:
    chosen = options(__doc__ or "")
    if not chosen.child:
        ours, earlier = compare(__file__, chosen.against)
        print(f"first error after {ours['seconds'] * 1000:.0f} ms, peak {ours['peak']:.0f} MB")
        print(f"ratio to an empty Python: {ours['seconds'] / ours['empty']:.1f}")
        if earlier is not None:
            print(f"ratio to {chosen.against}: {earlier['seconds'] / ours['seconds']:.2f}")
        return
    with tempfile.TemporaryDirectory() as folder:
        lines = program(300).split("\n")[:300]
        lines[150] = "    number oops = ;"
        file = Path(folder) / "main.tgpl"
        file.write_text("\n".join(lines), encoding="utf-8")
        check = [sys.executable, "-X", "utf8", "-m", "tgpl", "check", str(file)]
        empty = [sys.executable, "-c", "print()"]
        first_line(check, folder)  # compiles the modules, as the first use of the tool does
        seconds, peak = min(first_line(check, folder) for _ in range(9))
        python, _ = min(first_line(empty, folder) for _ in range(9))
    print(json.dumps({"seconds": seconds, "peak": peak, "empty": python}))


if __name__ == "__main__":
    main()
