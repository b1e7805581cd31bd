"""A report as text, for a terminal or a file: findings, the worst first, then what was asked and is not so."""

from __future__ import annotations

import textwrap
from collections import defaultdict

from tgpl.apps.lab.advice import ADVICE
from tgpl.apps.lab.answers import NO, UNKNOWN, Answer, Line
from tgpl.apps.lab.evidence import MatchFacts
from tgpl.apps.lab.personas import write_styles
from tgpl.apps.lab.report import Report
from tgpl.text.shell_commands import argument, command

WIDTH = 110


def write_text(report: Report) -> str:
    lines = [*_heading(report), ""]
    if not report.findings and report.games:
        lines += ["Nothing that should worry you was found.", ""]
    for number, answer in enumerate(report.findings, 1):
        lines += [*_tell_finding(report, number, answer), ""]
    if report.styles is not None:
        lines += [write_styles(report.styles), ""]
    lines += _tell_rest(report)
    return "\n".join(lines).rstrip()


def _heading(report: Report) -> list[str]:
    players = ", ".join(map(str, report.players))
    who = " and ".join(report.agents)
    text = f"{report.game}: {report.games:,} games with {players} players, between {who} and others, from seed {report.seed}."
    return [*wrap(text, ""), f"The same again: {command('lab', argument(report.file), *report.again)}"]


def _tell_finding(report: Report, number: int, answer: Answer) -> list[str]:
    advice = ADVICE[answer.kind]
    where = f": {', '.join(answer.where)}" if answer.where else ""
    sure = f"{min(99.9, 100 * answer.confidence):.1f} % sure"
    lines = wrap(f"{number}. {advice.title}{where}  [{answer.kind}, {sure}]", "   ")
    lines += wrap(f"   {answer.text}", "   ")
    if answer.lines:
        lines += wrap(f"   Lines: {_tell_lines(answer.lines)}", "   ")
    lines += [f"   See: {tell_match(report, match)}" for match in answer.matches]
    return [*lines, *wrap(f"   Usually: {advice.usually}", "   ")]


def _tell_lines(lines: tuple[Line, ...]) -> str:
    by_file: dict[str, list[int]] = defaultdict(list)
    for line in lines:
        by_file[line.file].append(line.line)
    return "; ".join(f"{file}:{', '.join(map(str, numbers))}" for file, numbers in by_file.items())


def tell_match(report: Report, match: MatchFacts) -> str:
    """A command that plays a match again."""
    words = list(match.agents) if len(set(match.agents)) > 1 else [match.agents[0]]
    given = ["--seed", str(match.seed), "--players", str(match.players), "--max-moves", str(report.most_moves)]
    return command("run", argument(report.file), "--agents", ",".join(words), *given)


def _tell_rest(report: Report) -> list[str]:
    lines: list[str] = []
    for verdict, words in ((UNKNOWN, "Not found out"), (NO, "Asked, and not so")):
        by_kind: dict[str, list[Answer]] = defaultdict(list)
        for answer in report.answers:
            if answer.verdict == verdict:
                by_kind[answer.kind].append(answer)
        if by_kind:
            told = [
                f"{kind} ({_tell_cases(answers)})" if _tell_cases(answers) else kind
                for kind, answers in by_kind.items()
            ]
            lines += wrap(f"{words}: {', '.join(told)}.", "  ")
    return lines


def _tell_cases(answers: list[Answer]) -> str:
    """With how many players, where that says something."""
    counts = sorted({answer.players for answer in answers if answer.players is not None})
    return " and ".join(map(str, counts))


def wrap(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
