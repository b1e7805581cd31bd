"""Every small game of `tests/lab/games` with a planted flaw, and its sound twin: whether the lab finds the one and is silent about
the other, at the budget that everybody has.

.venv/bin/python scripts/lab_pairs.py [NAME …] [--minutes 2 | --games N] [--workers 2] [--jobs 1] [--keep FOLDER]

A game says in its first line what is planted: `// planted: seat_advantage at seat 0`, or `// sound: seat_advantage`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "tests" / "lab" / "games"


class Planted(NamedTuple):
    path: Path
    flawed: bool
    kind: str
    where: str  # empty where nothing is named


def read_planted(path: Path) -> Planted:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    word, _, rest = first.lstrip("/;# ").partition(": ")
    kind, _, where = rest.partition(" at ")
    if word not in ("planted", "sound"):
        raise ValueError(f"{path.name} does not say what is planted in it")
    return Planted(path, word == "planted", kind.strip(), where.strip())


def judge(planted: Planted, report: dict[str, Any]) -> tuple[bool, list[str]]:
    """Whether the report is as it should be, and what else it found."""
    kinds = [finding["kind"] for finding in report["findings"]]
    hits = [f for f in report["findings"] if f["kind"] == planted.kind]
    if not planted.flawed:
        return not hits, [kind for kind in kinds if kind != planted.kind]
    named = [f for f in hits if not planted.where or planted.where in f["where"]]
    return bool(named), [kind for kind in kinds if kind != planted.kind]


def find_games(names: list[str]) -> list[Planted]:
    paths = sorted(path for path in GAMES.iterdir() if path.suffix != ".md")
    return [read_planted(path) for path in paths if not names or any(name in path.stem for name in names)]


def report_on(planted: Planted, given: argparse.Namespace) -> dict[str, Any]:
    command = [
        sys.executable,
        "-X",
        "utf8",
        "-m",
        "tgpl",
        "lab",
        str(planted.path),
        "--json",
        "--workers",
        str(given.workers),
    ]
    command += ["--games", str(given.games)] if given.games else ["--minutes", str(given.minutes)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return {"findings": [], "games": 0, "failed": done.stderr[-2000:], "asked": []}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--games", type=int)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=1, help="reports at the same time")
    parser.add_argument("--keep", type=Path, help="a folder for the reports")
    given = parser.parse_args()
    games = find_games(given.names)
    wrong = 0
    kept: dict[str, Any] = {}
    with ThreadPoolExecutor(given.jobs) as pool:
        for planted, report in zip(games, pool.map(lambda one: report_on(one, given), games), strict=True):
            fine, others = judge(planted, report)
            wrong += not fine
            beside = ", ".join(sorted(set(others))) or "nothing"
            print(
                f"{'fine ' if fine else 'WRONG'} {planted.path.stem:24} {planted.kind:18} {report['games']:>8,} games; beside: {beside}"
                f"{' FAILED ' + report['failed'] if 'failed' in report else ''}",
                flush=True,
            )
            if given.keep:
                given.keep.mkdir(parents=True, exist_ok=True)
                for finding in report["findings"]:
                    finding["matches"] = len(finding["matches"])
                kept[planted.path.stem] = report
                (given.keep / "reports.json").write_text(json.dumps(kept), encoding="utf-8")
    print(f"{len(games) - wrong} of {len(games)} as they should be")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
