"""Real browsers at a real server: Chromium, driven as people drive it. Only tests about pages need it.

with serving([str(EXAMPLES)]) as address, chromium() as browser:
    table = make_table(address, "tris/tris.tgpl")
    page = Guest(browser, table.link(0))
    page.play_at_random(chance)
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
_PATIENCE = 30_000  # milliseconds until a page is taken for broken
# What can be chosen by a click, and what ends a set or a list.
_CHOICES = ".tile.can, .piece.can[data-touch], .card.can:not(.picked), .token.can:not(.picked), .zone.can, .player.can, .ask .button.strong"


_CLICK = """([choices, chance]) => {
  const pick = (all) => all[Math.floor(chance * all.length)];
  const dialog = [...document.querySelectorAll("dialog[open] .sheet.choice .button.strong")];
  const found = pick(dialog.length ? dialog : [...document.querySelectorAll(choices)]);
  found?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return Boolean(found);
}"""


def find_chromium() -> str | None:
    """Where Debian's Chromium is, or another that is called so."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def chromium() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=_FLAGS)
        yield browser
        browser.close()


@contextmanager
def serving(folder: Path, store: Path, port: int = 0) -> Iterator[str]:
    """A server in a process of its own; gives its address."""
    port = port or find_port()
    command = [
        sys.executable,
        "-X",
        "utf8",
        "-m",
        "tgpl",
        "serve",
        str(folder),
        "--port",
        str(port),
        "--store",
        str(store),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(address, process)
        yield address
    finally:
        process.kill()  # nothing is lost by it
        process.wait(10)


def find_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _wait_for(address: str, process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + _PATIENCE / 1000
    while True:
        try:
            with urllib.request.urlopen(f"{address}/games"):
                return
        except OSError:
            assert process.poll() is None and time.monotonic() < until, "the server does not start"
            time.sleep(0.05)


class MadeTable(NamedTuple):
    address: str
    name: str
    owner: str
    links: dict[str, str]

    def link(self, seat: int | None) -> str:
        """Of a seat, or to watch; the owner sits at the first."""
        token = self.owner if seat == 0 else self.links["watch" if seat is None else str(seat)]
        return f"{self.address}/t/{self.name}#{token}"


def make_table(address: str, game: str, **more: Any) -> MadeTable:
    body = json.dumps({"game": game, **more}).encode()
    request = urllib.request.Request(f"{address}/tables", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        made = json.load(answer)
    return MadeTable(address, made["table"], made["owner"], made["links"])


class Guest:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Browser, link: str, **device: Any) -> None:
        self.context = browser.new_context(**{**LAPTOP, "reduced_motion": "reduce", **device})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(_PATIENCE)
        self.troubles: list[str] = []  # everything that should not be
        self.by_touch = False  # fingers instead of a mouse
        self.swift = False
        self.host = link.split("/")[2]
        self.page.on("console", lambda said: self._note(said.type, said.text))
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.page.on("request", self._watch)
        self.page.add_init_script(
            "addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective))"
        )
        self.page.goto(link)

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.troubles.append(f"{kind}: {text}")

    def _watch(self, request: Any) -> None:
        if not request.url.startswith(("data:", "blob:")) and request.url.split("/")[2] != self.host:
            self.troubles.append(f"asks another host: {request.url}")

    def sit_down(self) -> None:
        self.page.wait_for_selector(".page")

    # -- looking

    @property
    def is_asked(self) -> bool:
        return bool(self.page.evaluate("() => document.querySelector('.ask.mine:not(.pending)') !== null"))

    @property
    def words(self) -> str:
        return self.page.locator(".asked-words").inner_text()

    @property
    def is_over(self) -> bool:
        return bool(self.page.evaluate("() => document.querySelector('.page.over') !== null"))

    def tile(self, name: str) -> Locator:
        return self.page.locator(f'.tile[aria-label^="{name}:"]')

    def stands_on(self, name: str) -> str:
        """What a screen reader says of a field."""
        told = self.tile(name).get_attribute("aria-label") or ""
        return told.partition(": ")[2].removesuffix(", can be chosen")

    def settle(self) -> None:
        """Until nothing is on its way to the server."""
        self.page.locator(".ask.pending").wait_for(state="detached")

    def cards(self, within: str) -> set[str]:
        """What a screen reader says of the cards there."""
        found = self.page.locator(f"{within} .card").evaluate_all(
            "all => all.map((one) => one.getAttribute('aria-label'))"
        )
        return {str(label).removesuffix(", can be chosen") for label in found}

    # -- choosing

    def drag(self, start: str, end: str) -> None:
        boxes = [self.tile(name).bounding_box() for name in (start, end)]
        assert boxes[0] is not None and boxes[1] is not None
        (x, y), (to_x, to_y) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box)
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=4)
        mouse.move(to_x, to_y, steps=4)
        mouse.up()

    def walk_to(self, name: str) -> None:
        """With arrow keys, from wherever the focus is on the board, or from what can be chosen."""
        if not self.page.locator(".tile:focus").count():
            self.page.keyboard.press("n")
        goal = self.tile(name)
        there = [float(goal.get_attribute(axis) or 0) for axis in ("data-x", "data-y")]
        for _ in range(40):
            focus = self.page.locator(".tile:focus")
            here = [float(focus.get_attribute(axis) or 0) for axis in ("data-x", "data-y")]
            if here == there:
                return
            across, down = there[0] - here[0], there[1] - here[1]
            sideways = abs(across) >= abs(down)
            key = ("ArrowRight" if across > 0 else "ArrowLeft") if sideways else "ArrowDown" if down > 0 else "ArrowUp"
            self.page.keyboard.press(key)
        raise AssertionError(f"no way to {name}")

    def _hit(self, one: Locator) -> None:
        one.scroll_into_view_if_needed()
        if self.by_touch:
            one.tap(force=True)
        else:
            one.click(force=True)

    def touch(self, *names: str) -> None:
        """Fields one after the other, as people touch them."""
        for name in names:
            self.page.wait_for_selector(".ask.mine:not(.pending)")
            if not self.page.locator(".tile.can").count():  # the only action leads to fields
                self.page.locator(".ask .button.strong").click()
                self.page.wait_for_selector(".tile.can")
            self.tile(name).click()
            self.settle()

    def press(self, words: str) -> None:
        self.page.get_by_role("button", name=words, exact=True).first.click()
        self.settle()

    def choose_at_random(self, chance: Random) -> None:
        """One thing that lights up."""
        if self.swift:
            self._click_in_page(chance)
            return
        dialog = self.page.locator("dialog[open] .sheet.choice .button.strong")
        if dialog.count():
            self._hit(dialog.nth(chance.randrange(dialog.count())))
        elif self.page.locator(".free .field").count():
            self._type_something(chance)
        else:
            found = self.page.locator(_CHOICES)
            count = found.count()
            assert count, f"asked, and nothing lights up: {self.words}"
            self._hit(found.nth(chance.randrange(count)))
        self.settle()

    def _click_in_page(self, chance: Random) -> None:
        """The same without a pointer, for long games."""
        found = self.page.evaluate(_CLICK, [_CHOICES, chance.random()])
        assert found, f"asked, and nothing lights up: {self.words}"

    def _type_something(self, chance: Random) -> None:
        keys = self.page.locator(".ask .button.type")
        if keys.count():
            keys.nth(chance.randrange(keys.count())).click()
            return
        self.page.locator(".free .field").fill(str(chance.randrange(1, 4)))
        self.page.locator(".free button").click()

    def leave(self) -> list[str]:
        self.context.close()
        return self.troubles


def play_together(guests: list[Guest], chance: Random, most: int, until_over: bool = True) -> int:
    """Everybody chooses what lights up, whoever is asked; gives how many choices that were."""
    made, still = 0, 0.0
    for guest in guests:
        guest.sit_down()
    while made < most:
        asked = [guest for guest in guests if guest.is_asked]
        if not asked:
            if any(guest.is_over for guest in guests):
                return made
            still = still or time.monotonic()
            assert time.monotonic() - still < _PATIENCE / 1000, "nobody is asked any more"
            guests[0].page.wait_for_timeout(15)
            continue
        still = 0.0
        chance.choice(asked).choose_at_random(chance)
        made += 1
    assert not until_over, f"not over after {made} choices"
    return made
