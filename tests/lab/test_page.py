"""The report as a page: what it shows, that no rule text can write into it, and that it needs nothing else."""

from __future__ import annotations

import base64
import html
import json
import os
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from browsers import LAPTOP, PHONE, chromium, find_chromium
from games import TESTS
from tgpl.agents.coverage import compile_counted
from tgpl.apps.cli import tgpl
from tgpl.apps.lab.lab import Lab, Request
from tgpl.apps.lab.line_coverage import LineFacts, list_lines
from tgpl.apps.lab.page import BEGIN, write_page
from tgpl.apps.lab.report import Report
from tgpl.compile import compile_rules
from tgpl.text.files import Folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLES = TESTS.parent / "examples"
# Seat 0 always wins; Dig is never offered; a branch never runs; and every text would like to be markup.
WELLS = r"""game "wells <b>&\"'</b>";
players 2;
global class Well
{
    number water = 5;
    number depth = 7; // </style></script><script>alert(1)</script>
    action Draw
    {
        require { return water > 0; }
        trigger PlayerChoiceEvent;
        input number cups from 1 to 2;
        effect
        {
            water -= cups;
            if (water == 40)
            {
                log("<img src=x onerror=alert(1)>");
            }
            if (water <= 0) { winner 0; }
            turn.pass();
        }
    }
    action Dig
    {
        require { return water > 9; }
        trigger PlayerChoiceEvent;
        effect { turn.pass(); }
    }
}
setup { }
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "wells.tgpl").write_text(WELLS, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def report(folder: Path) -> Report:
    """Optimising takes longer than the few games that tests play."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TGPL_CC", "none")
        file = str(folder / "wells.tgpl")
        request = Request(file, games=420, agents=("mcts:10", "mcts:30"), workers=1)
        return Lab(compile_rules(Folder.of_main(file)), request).run(lambda words: None)


@pytest.fixture(scope="module")
def page(report: Report, folder: Path) -> Path:
    path = folder / "wells.html"
    path.write_text(write_page(report), encoding="utf-8")
    return path


class Tags(HTMLParser):
    """As a browser reads them."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}


def words_of(page: str) -> str:
    """What people read of it."""
    inside = page.partition("</head>")[2]
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", inside)))


def test_findings_come_first_the_worst_first(report: Report, page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    titles = re.findall(r"<h3>(\d+)\. (.*?)</h3>", text)
    assert [int(number) for number, _ in titles] == [*range(1, len(report.findings) + 1)]
    assert titles[0][1] == "A seat wins too often or too seldom: seat 0"
    assert "An action is never offered: Well.Dig" in [title for _, title in titles]
    words = words_of(text)
    assert 0 < words.index("Findings") < words.index("Pictures of games with 2 players")
    assert words.index("Pictures") < words.index("line by line") < words.index("Every question, and its answer")
    for answer in report.findings:
        assert answer.text in words
    assert "23 action Dig 25 require { return water > 9; }" in words  # the lines, quoted
    assert "% sure" in words and "Usually:" in words


def test_no_rule_text_writes_markup(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(text)
    assert not {"script", "img", "iframe", "object", "link", "form", "base", "use", "image"} & tags.names
    assert not {name for name in tags.attributes if name.startswith("on") or name in ("style", "src", "srcset")}
    assert words_of(text).startswith(""" wells <b>&"'</b>: what the lab found""")
    assert """number depth = 7; // </style></script><script>alert(1)</script>""" in words_of(text)
    assert re.findall(r'(?:href|src|action)="(?!#|data:application/json;base64,)', text) == []


def test_lines_that_never_ran_are_told_with_the_reason(report: Report) -> None:
    (lines,) = report.lines.values()
    assert lines[13].games == report.games and not lines[13].note  # water -= cups;
    assert (lines[16].games, lines[16].note) == (0, "never ran")
    assert lines[18].games == report.games
    assert (lines[22].games, lines[22].note) == (0, "Well.Dig was never offered: what line 25 asks was never so")
    assert lines[24] == LineFacts(lines[24].text, report.games, "never said yes")
    assert lines[26].never and "never offered" in lines[26].note
    assert lines[7].games is None and lines[4].games is None


def test_matches_in_the_page_can_be_played_again(page: Path, tmp_path: Path) -> None:
    found = re.findall(
        r'download="([\w.-]+)" href="data:application/json;base64,([^"]+)">.*?<code>(.*?)</code>',
        page.read_text("utf-8"),
    )
    assert found
    for name, data, command in found:
        (tmp_path / name).write_bytes(base64.b64decode(data))
        assert command == f"tgpl replay {name}"
        done = CliRunner().invoke(tgpl, ["replay", str(tmp_path / name)])
        assert done.exit_code == 0, done.output


def test_a_report_without_games_is_a_page_too(report: Report) -> None:
    empty = report._replace(games=0, answers=[], measures={}, records={}, lines={}, interrupted=True)
    assert "No game was played" in words_of(write_page(empty))


@pytest.mark.parametrize("name", ["gdl/tris.kif", "pig/pig.tgpl", "tris_tgdl/tris_tgdl.tgdl"])
def test_other_languages_and_numbers_of_players(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TGPL_CC", "none")
    path = tmp_path / "report.html"
    words = ["--games", "40", "--agents", "mcts:5,mcts:10", "--workers", "1", "--report", str(path), "--json"]
    done = CliRunner().invoke(tgpl, ["lab", str(EXAMPLES / name), *words])
    assert done.exit_code == 0, done.output
    text = path.read_text(encoding="utf-8")
    assert text.startswith(BEGIN) and f"with {json.loads(done.stdout)['players'][0]} players" in text
    assert str(path) in done.stderr


def test_only_a_report_is_written_over(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TGPL_CC", "none")
    rules, page = folder / "wells.tgpl", tmp_path / "report.html"

    def write(path: Path) -> tuple[int, str]:
        words = ["--games", "16", "--agents", "mcts:5", "--workers", "1", "--report", str(path)]
        done = CliRunner().invoke(tgpl, ["lab", str(rules), *words])
        return done.exit_code, done.stderr

    code, said = write(rules)
    assert code == 1 and "no report; nothing was written" in said
    assert rules.read_text(encoding="utf-8") == WELLS
    assert write(tmp_path / "missing" / "report.html")[0] == 1
    assert write(tmp_path)[0] == 1
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.html")
        assert write(tmp_path / "pipe.html") == (
            1,
            f"{tmp_path}/pipe.html cannot be written: it is a pipe, and no file.\n",
        )
    assert write(page)[0] == 0
    page.write_text(f"{BEGIN}of yesterday", encoding="utf-8")
    assert write(page)[0] == 0 and "yesterday" not in page.read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".tmp") == []


# ---- in a browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if find_chromium() is None:
        pytest.skip("no Chromium here (Debian: apt install chromium)")
    with chromium() as found:
        yield found


@pytest.mark.parametrize("look", ["light", "dark", "phone", "print"])
def test_in_a_browser_nothing_is_asked_for_and_nothing_is_wrong(browser: Browser, page: Path, look: str) -> None:
    context = browser.new_context(**(PHONE if look == "phone" else LAPTOP), accept_downloads=True)
    shown = context.new_page()
    troubles: list[str] = []
    asked: list[str] = []
    shown.on("console", lambda said: troubles.append(said.text))
    shown.on("pageerror", lambda error: troubles.append(str(error)))
    shown.on("dialog", lambda dialog: troubles.append(dialog.message))
    shown.on("request", lambda request: asked.append(request.url))
    shown.emulate_media(
        media="print" if look == "print" else "screen", color_scheme="dark" if look == "dark" else "light"
    )
    shown.goto(page.as_uri())
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert shown.evaluate("getComputedStyle(document.querySelector('article')).borderLeftStyle") == "solid"  # is styled
    ink, paper = (shown.evaluate(f"getComputedStyle(document.body).{name}") for name in ("color", "backgroundColor"))
    assert (_brightness(ink) > _brightness(paper)) == (look == "dark")
    with shown.expect_download() as saved:
        shown.locator("a[download]").first.click()
    assert json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))["players"] == 2
    context.close()
    assert troubles == [] and [url for url in asked if not url.startswith("data:")] == [page.as_uri()]


def _brightness(colour: str) -> int:
    return sum(map(int, re.findall(r"\d+", colour)[:3]))


def test_what_a_compiler_makes_up_is_on_no_line() -> None:
    file = str(EXAMPLES / "tictactoe" / "tictactoe.snt")
    coverage = compile_counted(compile_rules(Folder.of_main(file)), "tcc").coverage
    (lines,) = list_lines(coverage, [0] * len(coverage), [file]).values()
    assert lines[0].games is None and any(line.never for line in lines)


def test_play_styles_are_a_table_with_intervals(tmp_path: Path) -> None:
    page = tmp_path / "tris.html"
    words = ["lab", str(EXAMPLES / "tris" / "tris.tgpl"), "--games", "60", "--agents", "mcts:5,mcts:20,highest,last"]
    done = CliRunner().invoke(tgpl, [*words, "--report", str(page), "--json"])
    assert done.exit_code == 0, done.output
    text = page.read_text(encoding="utf-8")
    table = text[text.index('<table class="styles">') : text.index("</table>", text.index('<table class="styles">'))]
    pairings = json.loads(done.stdout)["styles"]["pairings"]
    assert len(pairings) == 3 and table.count(" games</span>") == 3
    for one in pairings:
        low, high = one["interval"]
        assert f"<b>{100 * one['share']:.1f} %</b> ({100 * low:.1f} to {100 * high:.1f} %)" in table
