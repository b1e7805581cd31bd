"""A report as one page: it needs no script, no network and no other file, and a policy that allows nothing but its own style.

text = write_page(report)       # HTML; whoever writes it to a file does it whole or not at all

Everything that comes from a rule text is escaped (`drawings.esc`). Matches that show a finding are in the page, to be saved
and played again.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tgpl import __version__
from tgpl.apps.lab.advice import ADVICE
from tgpl.apps.lab.answers import Answer, Line
from tgpl.apps.lab.charts import list_charts
from tgpl.apps.lab.drawings import esc
from tgpl.apps.lab.evidence import MatchFacts
from tgpl.apps.lab.line_coverage import LineFacts
from tgpl.apps.lab.personas import Pairing, StyleTable
from tgpl.apps.lab.report import Report
from tgpl.apps.lab.text_report import tell_match
from tgpl.apps.lab.words import percent, span
from tgpl.text.shell_commands import argument, as_called, command

BEGIN = "<!doctype html>\n<!-- a report of tgpl lab -->\n"  # by which a report is known, and may be replaced
_STYLE = Path(__file__).parent / "page.css"
_GRAVE = 0.6  # of how bad a finding can be
_MOST_QUOTED = 8  # lines of a finding
_LONG = 200  # lines of a rule text that is not shown at once
_CODES = re.compile(r"`([^`]+)`")


def write_page(report: Report) -> str:
    style = _STYLE.read_text(encoding="utf-8")
    allowed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    title = f"{report.game}: what the lab found"
    body = "\n".join(
        [
            f"<h1>{esc(title)}</h1>",
            *_tell_games(report),
            *_tell_findings(report),
            *_show_charts(report),
            *_show_styles(report.styles),
            *_show_lines(report),
            *_tell_asked(report),
            f'<p class="soft">Made by tgpl {esc(__version__)}.</p>',
        ]
    )
    return (
        f'{BEGIN}<html lang="en"><head><meta charset="utf-8">\n'
        f"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{allowed}'; "
        "base-uri 'none'; form-action 'none'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{esc(title)}</title>\n<style>{style}</style></head>\n"
        f"<body><main>\n{body}\n</main></body></html>\n"
    )


def _tell_games(report: Report) -> Iterator[str]:
    players = " and ".join(map(str, report.players))
    thinkers = " and ".join(report.agents)
    found = len(report.findings)
    words = (
        "Nothing that should worry you was found"
        if not found
        else f"{found} finding{'s'[: found > 1]}, the worst first"
    )
    if not report.games:
        words = "No game was played, so nothing is known"
    yield (
        f"<p>{words}: {report.games:,} games with {esc(players)} players, between {esc(thinkers)} and others, from seed "
        f"{report.seed}.{' It was interrupted: this is what was known by then.' if report.interrupted else ''}</p>"
    )
    if report.games:
        again = command("lab", argument(report.file), *report.again)
        yield f'<p class="soft">The same again: <code>{esc(again)}</code></p>'


# ---- findings


def _tell_findings(report: Report) -> Iterator[str]:
    yield "<h2>Findings</h2>"
    if not report.findings:
        words = "Nothing that should worry you was found." if report.games else "No game was played."
        yield f'<div class="calm">{words} What was asked, and how sure the answers are, stands below.</div>'
    for number, answer in enumerate(report.findings, 1):
        yield "\n".join(_tell_finding(report, number, answer))


def _tell_finding(report: Report, number: int, answer: Answer) -> Iterator[str]:
    advice = ADVICE[answer.kind]
    where = f": {esc(', '.join(answer.where))}" if answer.where else ""
    sure = f"{min(99.9, 100 * answer.confidence):.1f} % sure"
    with_ = "" if answer.players is None else f", with {answer.players} player{'s'[: answer.players != 1]}"
    yield f'<article id="finding-{number}"{" class=grave" * (answer.size >= _GRAVE)}>'
    yield f'<h3>{number}. {esc(advice.title)}{where}</h3><p class="sure">{sure}{with_} · {esc(answer.kind)}</p>'
    yield f"<p>{esc(answer.text)}</p>"
    yield from _quote(report, answer.lines)
    for i, match in enumerate(answer.matches):
        yield _show_match(report, number, i, match)
    yield f"<p><b>Usually:</b> {_with_codes(advice.usually)}</p>"
    if answer.figures:
        rows = "".join(f"<dt>{esc(name)}</dt><dd>{esc(value)}</dd>" for name, value in _flatten(answer.figures))
        yield f"<details><summary>Figures</summary><dl>{rows}</dl></details>"
    yield "</article>"


def _with_codes(text: str) -> str:
    return _CODES.sub(r"<code>\1</code>", esc(as_called(text)))


def _quote(report: Report, lines: tuple[Line, ...]) -> Iterator[str]:
    """The lines of the rule text that it is about."""
    by_file: dict[str, list[str]] = {}
    for line in lines[:_MOST_QUOTED]:
        texts = report.sources.get(line.file, "").split("\n")
        if 0 < line.line <= len(texts):
            by_file.setdefault(line.file, []).append(
                f"<b>{line.line:>5}  </b>{esc(texts[line.line - 1].expandtabs(4))}"
            )
    for file, quoted in by_file.items():
        yield f'<div class="where">{esc(file)}</div><pre>{chr(10).join(quoted)}</pre>'
    if len(lines) > _MOST_QUOTED:
        yield f'<p class="soft">And {len(lines) - _MOST_QUOTED} lines more, marked in the rule text below.</p>'


def _show_match(report: Report, number: int, place: int, match: MatchFacts) -> str:
    """A match that shows it: to save and play again, and the command that plays it anew."""
    played = f"{match.players} player{'s'[: match.players != 1]}, {match.moves:,} moves, seed {match.seed}"
    records = report.records.get(number - 1, [])
    record = next((one for one in records if _is_of(one, match)), None)
    if record is None:
        return f"<p>A match that shows it ({played}): <code>{esc(tell_match(report, match))}</code></p>"
    name = f"{_slug(report.game)}-finding-{number}{f'-{place + 1}' * bool(place)}.json"
    data = base64.b64encode(json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass")).decode()
    return (
        f'<p>A match that shows it ({played}): save <a download="{esc(name)}" href="data:application/json;base64,{data}">'
        f"{esc(name)}</a>, then <code>{esc(command('replay', name))}</code></p>"
    )


def _is_of(record: dict[str, Any], match: MatchFacts) -> bool:
    keys = record["seed"], record["players"], record["choices"]
    return keys == (match.seed, match.players, [*match.choices])


def _slug(name: str) -> str:
    """What every system takes for the name of a file."""
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower()[:40] or "match"


def _flatten(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Figures as names and words, whatever they are nested in."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flatten(inner, f"{name} {key}".strip().replace("_", " "))
    elif isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        for number, inner in enumerate(value, 1):
            yield from _flatten(inner, f"{name} {number}")
    elif isinstance(value, (list, tuple)):
        yield name, ", ".join(map(_tell_number, value))
    else:
        yield name, _tell_number(value)


def _tell_number(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value.is_integer() and abs(value) >= 2 else f"{value:.4g}"
    return (
        f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else "–" if value is None else str(value)
    )


# ---- pictures


def _show_charts(report: Report) -> Iterator[str]:
    for players in report.players:
        shown = list_charts(report, players)
        if shown:
            yield f"<h2>Pictures of games with {players} player{'s'[: players != 1]}</h2>"
            yield '<div class="grid">'
            for chart in shown:
                yield f"<figure><h3>{esc(chart.title)}</h3>{chart.drawing}<figcaption>{chart.caption}</figcaption></figure>"
            yield "</div>"


# ---- play styles


def _show_styles(table: StyleTable | None) -> Iterator[str]:
    """Who wins against whom: a row for who is alone, a column for the others."""
    if table is None:
        return
    yield "<h2>Play styles</h2>"
    yield (
        "<p>How often the style of the row comes first among others of the column; the intervals hold together in nineteen of "
        "twenty cases.</p>"
    )
    for players in sorted({one.players for one in table.pairings}):
        cells = {(one.style, one.others): one for one in table.pairings if one.players == players and one.share.total}
        others = [style for style in table.styles if any(key[1] == style for key in cells)]
        yield f"<h3>{players} players: {100 / players:.1f} % is even</h3>"
        yield '<table class="styles"><thead><tr><th></th>'
        yield "".join(f"<th>{esc(other)}</th>" for other in others) + "</tr></thead><tbody>"
        for style in table.styles:
            if any(key[0] == style for key in cells):
                row = "".join(_show_pairing(cells.get((style, other))) for other in others)
                yield f"<tr><th>{esc(style)}</th>{row}</tr>"
        yield "</tbody></table>"


def _show_pairing(one: Pairing | None) -> str:
    if one is None:
        return "<td></td>"
    words = {"more": "more than its part", "less": "less than its part"}.get(one.verdict, "not told apart")
    return (
        f"<td><b>{percent(one.share.value)}</b> ({span(*one.interval)})<br>"
        f'<span class="soft">{words}, {one.share.total:,.0f} games</span></td>'
    )


# ---- the rule text


def _show_lines(report: Report) -> Iterator[str]:
    if not report.lines:
        return
    told = {line: number for number, answer in reversed([*enumerate(report.findings, 1)]) for line in answer.lines}
    yield "<h2>What happened, line by line</h2>"
    yield (
        f"<p>Beside each line the number of games, of {report.games:,}, in which something on it ran. What never happened is dimmed, "
        "with the reason.</p>"
    )
    for file, lines in report.lines.items():
        noted = [line for line in lines if line.games is not None]
        ran = sum(not line.never for line in noted)
        opened = " open" * (len(lines) <= _LONG)
        yield f"<details{opened}><summary>{esc(file)}: {ran} of {len(noted)} lines ran</summary>"
        yield '<table class="listing"><tbody>'
        for number, line in enumerate(lines, 1):
            yield _show_line(line, number, told.get(Line(file, number)))
        yield "</tbody></table></details>"


def _show_line(line: LineFacts, number: int, finding: int | None) -> str:
    kinds = " ".join(["never"] * line.never + ["told"] * (finding is not None))
    about = f' <a href="#finding-{finding}">finding {finding}</a>' if finding is not None else ""
    note = f' <span class="note">{esc(line.note)}</span>' if line.note else ""
    games = "" if line.games is None else f"{line.games:,}"
    return (
        f'<tr{f" class={chr(34)}{kinds}{chr(34)}" if kinds else ""}><td class="n">{number}</td><td class="g">{games}</td>'
        f'<td><span class="t">{esc(line.text.expandtabs(4))}</span>{note}{about}</td></tr>'
    )


# ---- every question


def _tell_asked(report: Report) -> Iterator[str]:
    if not report.answers:
        return
    yield "<h2>Every question, and its answer</h2>"
    yield '<table class="asked"><thead><tr><th>question</th><th>players</th><th>answer</th><th></th></tr></thead><tbody>'
    for answer in report.answers:
        players = "all" if answer.players is None else str(answer.players)
        where = f'<br><span class="where">{esc(", ".join(answer.where))}</span>' if answer.where else ""
        yield (
            f'<tr class="{answer.verdict.split()[0]}"><td>{esc(ADVICE[answer.kind].title)}?{where}</td>'
            f'<td class="players">{players}</td><td class="answer">{esc(answer.verdict)}</td><td>{esc(answer.text)}</td></tr>'
        )
    yield "</tbody></table>"
