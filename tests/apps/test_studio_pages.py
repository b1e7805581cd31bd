"""The studio in a real browser: from an empty page to a played match, a slip that is mended, a rule that changes, a link that is shared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browsers import Guest, chromium, find_chromium
from web_server import GENEROUS, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FrameLocator

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -r requirements/dev.txt")
pytestmark = pytest.mark.skipif(
    find_chromium() is None,
    reason="no Chromium here (Debian: apt install chromium); only the tests about pages need it",
)
TEMPLATE = (Path(__file__).parents[2] / "src" / "tgpl" / "template.tgpl").read_text(encoding="utf-8")
SMALL = """game "race";
players 2;

global class Track
{
    number steps = 0;

    action Walk
    {
        trigger PlayerChoiceEvent;

        effect
        {
            steps += 1;
            if (steps == 3) { winner player.active(); }
            turn.pass();
        }
    }
}

setup
{
}

turn Round
{
    default { return player.active() + 1; }
}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("studio")
    (folder / "heap.tgpl").write_text(TEMPLATE, encoding="utf-8")
    with RunningServer(str(folder / "t.sqlite"), [str(folder / "heap.tgpl")], GENEROUS, studio=True) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def open_studio(browser: Browser, server: RunningServer, starter: str) -> Guest:
    guest = Guest(browser, f"http://{server.address}/studio")
    guest.page.locator(f"[data-act={starter}]").click()
    guest.page.wait_for_selector("textarea.code:visible")
    return guest


def begin_match(guest: Guest) -> FrameLocator:
    guest.page.locator(".beside .button.strong", has_text="Play").click()
    frame = guest.page.frame_locator(".beside iframe")
    frame.locator(".ask.mine:not(.pending)").wait_for()
    return frame


def test_from_an_empty_page_to_a_played_match_that_is_shared_and_forked(
    browser: Browser, server: RunningServer
) -> None:
    guest = open_studio(browser, server, "empty")
    page = guest.page
    page.locator("textarea.code").fill(SMALL.replace("effect", "efect"))
    fix = page.locator(".problem .button.strong").first
    fix.click()
    page.locator(".beside .button.strong").wait_for()
    assert page.locator("textarea.code").input_value() == SMALL
    assert page.locator(".marks .wrong").count() == 0
    page.keyboard.press("Control+z")
    assert "efect" in page.locator("textarea.code").input_value()
    page.keyboard.press("Control+Shift+z")
    frame = begin_match(guest)
    page.locator(".findings .fine").wait_for()
    for _ in range(2):
        frame.locator(".ask.mine:not(.pending) .button.strong").first.click()
        frame.locator(".ask.mine:not(.pending), .page.over").first.wait_for()
    frame.locator(".page.over").wait_for()
    page.get_by_role("button", name="Share").click()
    link = page.locator("#share-link").input_value()
    assert "#g=" in link
    other = Guest(browser, link)
    other.page.get_by_role("heading", name="Race").wait_for()
    other.page.get_by_role("button", name="Make my own copy").click()
    other.page.wait_for_selector("textarea.code")
    assert other.page.locator("textarea.code").input_value() == SMALL
    assert other.page.url.split("d=")[1][:16] != page.url.split("d=")[1][:16]
    third = Guest(browser, link)
    third.page.get_by_role("button", name="Play").click()
    third.page.wait_for_url(re.compile("/t/"))
    third.sit_down()
    assert [one.leave() for one in (guest, other, third)] == [[], [], []]


def test_a_rule_changes_under_a_running_match(browser: Browser, server: RunningServer) -> None:
    guest = open_studio(browser, server, "template")
    area = guest.page.locator("textarea.code")
    frame = begin_match(guest)
    assert "12" in frame.locator(".table-values").inner_text()
    area.fill(area.input_value().replace("stones = 12", "stones = 30"))
    frame.locator(".table-values", has_text="30").wait_for()
    guest.page.get_by_role("button", name="Versions").click()
    guest.page.get_by_role("button", name="Go back to this").last.click()
    frame.locator(".table-values", has_text="12").wait_for()
    assert "stones = 12" in area.input_value()
    assert guest.leave() == []


def test_completion_and_find(browser: Browser, server: RunningServer) -> None:
    guest = open_studio(browser, server, "template")
    page, area = guest.page, guest.page.locator("textarea.code")
    area.evaluate("(one) => one.setSelectionRange(one.value.indexOf('stones -='), one.value.indexOf('stones -='))")
    page.keyboard.type("sto")
    page.locator(".completions li.chosen", has_text="stones").wait_for()
    page.keyboard.press("Enter")
    assert "stonesstones -=" in area.input_value()
    page.keyboard.press("Control+f")
    page.keyboard.type("winner")
    page.locator(".find-bar .count", has_text="1 of").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+s")
    page.locator(".bar .state", has_text="saved").wait_for()
    assert guest.leave() == []
