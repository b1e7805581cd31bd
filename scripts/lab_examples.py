"""What the lab says about example games: examples/<game>/lab.md, short, and the same to the byte wherever it is written.

.venv/bin/python scripts/lab_examples.py [GAME …] [--check]

With `--check` it only says whether they are what would be written.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tgpl.apps.lab.advice import ADVICE
from tgpl.apps.lab.answers import NO, UNKNOWN, Answer
from tgpl.apps.lab.lab import Lab, Request
from tgpl.apps.lab.report import Report
from tgpl.compile import compile_rules
from tgpl.text.files import Folder

ROOT = Path(__file__).parent.parent
WEAK_AND_STRONG = ("mcts:30", "mcts:300")
# Games in all: as many as show what is known about them. Where games are long, those who think do it less.
GAMES: dict[str, tuple[int, tuple[str, str]]] = {
    "tris": (1500, WEAK_AND_STRONG),
    "tris_tgdl": (1500, WEAK_AND_STRONG),
    "connect_four": (4000, ("mcts:50", "mcts:500")),
    "pig": (2000, WEAK_AND_STRONG),
    "goofspiel": (800, ("mcts:10", "mcts:100")),
    "hare_and_hounds": (800, WEAK_AND_STRONG),
    "nine_mens_morris": (300, ("mcts:5", "mcts:50")),
    "breakthrough": (300, ("mcts:5", "mcts:50")),
    "reversi": (300, ("mcts:5", "mcts:50")),
    "hex": (300, ("mcts:5", "mcts:50")),
    "settlement": (800, ("mcts:5", "mcts:50")),
    "senet": (300, ("mcts:5", "mcts:50")),
    "four_not_three": (600, ("mcts:10", "mcts:100")),
    "ten_thousand": (400, ("mcts:5", "mcts:50")),
}


def find_main(name: str) -> Path:
    suffixes = (".tgpl", ".tgdl", ".snt")
    return next(
        path for path in sorted((ROOT / "examples" / name).iterdir()) if path.name in [name + s for s in suffixes]
    )


def report_on(name: str) -> Report:
    path = find_main(name)
    games, agents = GAMES[name]
    result = compile_rules(Folder.of_main(str(path)))
    return Lab(result, Request(path.name, games=games, agents=agents)).run(lambda words: None)


def write_summary(report: Report) -> str:
    players = " and ".join(map(str, report.players))
    thinkers, again = " and ".join(report.agents), " ".join(report.again)
    played = f"{report.games:,} games with {players} players, between {thinkers} and others."
    lines = [
        f"# {report.game}: what the lab found",
        "",
        f"{played} The same again: `tgpl lab {report.file} {again}`",
        "",
    ]
    lines += [_tell(answer) for answer in report.findings] or ["Nothing that should worry anybody was found."]
    fine = sorted({ADVICE[a.kind].title for a in report.answers if a.verdict == NO} - _titles(report.findings))
    unknown = sorted({ADVICE[a.kind].title for a in report.answers if a.verdict == UNKNOWN})
    lines += ["", f"Asked, and not so: {'; '.join(fine).lower()}."] if fine else []
    lines += ["", f"Not found out, at least for some: {'; '.join(unknown).lower()}."] if unknown else []
    return "\n".join(lines) + "\n"


def _titles(answers: list[Answer]) -> set[str]:
    return {ADVICE[answer.kind].title for answer in answers}


def _tell(answer: Answer) -> str:
    where = f" ({', '.join(answer.where)})" if answer.where else ""
    places = ", ".join(str(line.line) for line in answer.lines[:6])
    lines = f" Line {places}." if places else ""
    return f"- **{ADVICE[answer.kind].title}**{where}, {min(99.9, 100 * answer.confidence):.1f} % sure: {answer.text}{lines}"


def main() -> None:
    names = [word for word in sys.argv[1:] if word != "--check"] or [*GAMES]
    wrong = 0
    for name in names:
        path = ROOT / "examples" / name / "lab.md"
        text = write_summary(report_on(name))
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            wrong += 1
            print(f"examples/{name}/lab.md is not what the lab says today.")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
