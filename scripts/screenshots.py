"""Pictures of tables in the browser, for the README and the games' pages: PNG, below 150,000 bytes each.

.venv/bin/python scripts/screenshots.py                 # all of them; needs Chromium
.venv/bin/python scripts/screenshots.py chess hex
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "kit"))

from browsers import PHONE, Guest, chromium, make_table, play_together, serving  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LAPTOP = {"viewport": {"width": 1100, "height": 690}}
# How many choices are made before the picture, and how many play.
GAMES = {
    "banners": (30, 3),
    "chess": (0, 2),
    "draughts": (14, 2),
    "frontier": (9, 2),
    "gemcutters": (12, 2),
    "goofspiel": (5, 3),
    "hex": (19, 2),
    "hives": (13, 2),
    "honours": (11, 4),
    "masks": (13, 2),
    "nine_mens_morris": (11, 2),
    "settlement": (14, 3),
    "six_rivers": (26, 3),
    "ten_thousand": (2, 2),
    "tris": (4, 2),
    "workshops": (19, 3),
}
ITALIAN = ["e2 e4", "e7 e5", "g1 f3", "b8 c6", "f1 c4", "f8 c5", "c2 c3", "g8 f6", "d2"]
LARGEST = 150_000


def take_table(browser: Browser, address: str, name: str) -> Path:
    choices, players = GAMES[name]
    table = make_table(address, f"{name}/{name}.tgpl", players=players, seed=11)
    guests = [Guest(browser, table.link(seat), **LAPTOP) for seat in range(players)]
    play_together(guests, Random(name), choices, until_over=False)
    if name == "chess":
        for turn, fields in enumerate(ITALIAN):
            guests[turn % 2].touch(*fields.split())
    asked = next((guest for guest in guests if guest.is_asked), guests[0])
    return shoot(asked, ROOT / "examples" / name / "table.png")


def take_front(browser: Browser, address: str) -> Path:
    guest = Guest(browser, f"{address}/", viewport={"width": 1100, "height": 690})
    guest.page.wait_for_selector(".game .board, .game .card")
    return shoot(guest, ROOT / "docs" / "serve.png", 4000)


def take_phone(browser: Browser, address: str) -> Path:
    table = make_table(address, "workshops/workshops.tgpl", players=2, seed=3)
    guests = [Guest(browser, table.link(0), **PHONE, color_scheme="dark"), Guest(browser, table.link(1))]
    play_together(guests, Random(4), 12, until_over=False)
    return shoot(guests[0], ROOT / "docs" / "phone.png")


def take_studio(browser: Browser, address: str) -> Path:
    guest = Guest(browser, f"{address}/studio", viewport={"width": 1280, "height": 760})
    guest.page.locator("[data-act=template]").click()
    guest.page.locator(".beside .button.strong", has_text="Play").click()
    guest.page.frame_locator(".beside iframe").locator(".ask.mine:not(.pending)").wait_for()
    guest.page.locator(".findings .fine").wait_for()
    guest.page.locator("textarea.code").evaluate("(one) => { one.setSelectionRange(0, 0); one.scrollTop = 0; }")
    return shoot(guest, ROOT / "docs" / "studio.png")


def shoot(guest: Guest, path: Path, pause: int = 900) -> Path:
    guest.page.wait_for_timeout(pause)
    guest.page.screenshot(path=path)
    return path


def main(names: list[str]) -> int:
    with (
        tempfile.TemporaryDirectory() as folder,
        chromium() as browser,
        serving(ROOT / "examples", Path(folder) / "tables.sqlite") as address,
    ):
        made = [take_table(browser, address, name) for name in names or GAMES]
        if not names:
            made += [take_front(browser, address), take_phone(browser, address), take_studio(browser, address)]
    for path in made:
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size:,} bytes")
    return int(any(path.stat().st_size > LARGEST for path in made))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
