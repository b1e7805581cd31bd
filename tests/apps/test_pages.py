"""Tables in real browsers: people play by links, by touch and by keys, and see only what they may see."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from browsers import PHONE, Guest, chromium, find_chromium, find_port, make_table, play_together, serving
from games import EXAMPLES, TESTS, example

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -r requirements/dev.txt")
pytestmark = pytest.mark.skipif(
    find_chromium() is None,
    reason="no Chromium here (Debian: apt install chromium); only the tests about pages need it",
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(TESTS.parent / "examples", tmp_path_factory.mktemp("tables") / "tables.sqlite") as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(autouse=True)
def everybody_leaves(browser: Browser) -> Iterator[None]:
    """Guests of a test that failed do not sit on, at the cost of those that come after."""
    yield
    for context in browser.contexts:
        context.close()


def invite(browser: Browser, address: str, game: str, seats: int = 2, seed: int = 4) -> list[Guest]:
    """Everybody comes by their own link."""
    table = make_table(address, game, players=seats, seed=seed)
    guests = [Guest(browser, table.link(seat)) for seat in range(seats)]
    for guest in guests:
        guest.sit_down()
    return guests


def part(guests: list[Guest]) -> None:
    """Nothing went wrong in any browser: no error, no request to another host, no breach of the policy."""
    assert [guest.leave() for guest in guests] == [[] for _ in guests]


# ---- whole games


@pytest.mark.parametrize("game", ["tris/tris.tgpl", "gdl/tris.kif"])
def test_two_play_to_the_end(address: str, browser: Browser, game: str) -> None:
    guests = invite(browser, address, game)
    play_together(guests, Random(game), 30)
    assert [guest.is_over for guest in guests] == [True, True]
    assert guests[0].words == guests[1].words and " after " in guests[0].words
    part(guests)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("connect_four/connect_four.tgpl", 90),
        ("goofspiel/goofspiel.tgpl", 60),
        ("settlement/settlement.tgpl", 400),
        ("gdl/connect_four.kif", 45),
    ],
)
def test_two_play_longer_games_to_the_end(address: str, browser: Browser, game: str, most: int) -> None:
    guests = invite(browser, address, game)
    for guest in guests:
        guest.swift = True
    play_together(guests, Random(game), most)
    part(guests)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", ["nine_mens_morris/nine_mens_morris.tgpl", "frontier/frontier.tgpl", "banners/banners.tgpl"]
)
def test_two_play_for_a_while(address: str, browser: Browser, game: str) -> None:
    guests = invite(browser, address, game)
    play_together(guests, Random(game), 30, until_over=False)
    part(guests)


@pytest.mark.slow
def test_four_play_honours_to_its_end_and_nobody_sees_another_hand(address: str, browser: Browser) -> None:
    guests = invite(browser, address, "honours/honours.tgpl", seats=4)
    for guest in guests:
        guest.page.wait_for_selector(".zone.hand .card")
    hands = [guest.cards(".zone.hand") for guest in guests]
    assert [len(hand) for hand in hands] == [13] * 4 and len(set().union(*hands)) == 52
    for guest, hand in zip(guests, hands, strict=True):
        seen = guest.page.content()
        assert all(card in seen for card in hand)
        assert not any(card in seen for other in hands if other is not hand for card in other)
    for guest in guests:
        guest.swift = True
    play_together(guests, Random(1), 900)
    part(guests)


def test_hex_is_won_by_a_chain(address: str, browser: Browser) -> None:
    guests = invite(browser, address, "hex/hex.tgpl")
    for step in range(11):  # hexagons that lie below each other to the left, from side to side
        for guest, column in zip(guests, (3, 7), strict=True):
            if not guest.is_over:
                guest.touch(f"Cell ({column + step // 2}, {step})")
    for guest in guests:
        guest.page.wait_for_selector(".page.over")
    part(guests)


# ---- what pieces do


def test_chess_is_castled_and_a_pawn_is_promoted(address: str, browser: Browser) -> None:
    white, black = guests = invite(browser, address, "chess/chess.tgpl")
    for mover, *fields in (
        (white, "e2", "e4"), (black, "d7", "d5"), (white, "g1", "f3"), (black, "c7", "c6"), (white, "f1", "c4"), (black, "a7", "a6"),
        (white, "e1", "g1"), (black, "a6", "a5"), (white, "e4", "d5"), (black, "a5", "a4"), (white, "d5", "c6"), (black, "a4", "a3"),
        (white, "c6", "b7"), (black, "a3", "b2"), (white, "b7", "a8"),
    ):  # fmt: skip
        mover.touch(*fields)
    assert white.stands_on("g1").startswith("King of") and white.stands_on("f1").startswith("Rook of")
    white.press("queen")
    black.page.locator('.tile[aria-label^="a8: Queen of"]').wait_for()
    assert black.page.locator(".log .entry").last.inner_text().endswith("queen")
    part(guests)


def test_another_piece_is_taken_instead_and_a_piece_is_dragged(address: str, browser: Browser) -> None:
    white, black = guests = invite(browser, address, "chess/chess.tgpl")
    white.touch("e2")
    white.touch("d2")
    assert white.tile("d4").get_attribute("class") is not None
    white.page.locator('.tile.can[aria-label^="d4:"]').wait_for()
    assert "can" not in (white.tile("e4").get_attribute("class") or "").split()
    white.press("Take back")
    white.page.locator('.tile.can[aria-label^="g1:"]').wait_for()
    white.drag("g1", "f3")
    black.page.locator('.tile[aria-label^="f3: Knight"]').wait_for()
    part(guests)


def test_a_man_jumps_on_and_on(address: str, browser: Browser) -> None:
    labels = find_chain()
    guests = invite(browser, address, "draughts/draughts.tgpl")
    for player, label in labels:
        guests[player].touch(re.split(r"[ :]+", label)[-1])
    counts = [guest.page.locator(".piece .disc").count() for guest in guests]
    assert counts[0] == counts[1] <= 22
    part(guests)


def find_chain() -> list[tuple[int, str]]:
    """Choices of a short game of draughts up to where a man takes two at once."""
    game = example(next(path for path in EXAMPLES if path.stem == "draughts"))
    for seed in range(300):
        state, chance = game.start(0), Random(seed)
        made: list[tuple[int, str]] = []
        while state.decision is not None and len(made) < 30:
            decision, commits = state.decision, state.commits
            number = chance.randrange(len(decision.options))
            made.append((decision.player, decision.options[number].label))
            state.choose(number)
            if decision.name == "next" and state.commits > commits:
                return made
    raise AssertionError("no game with a chain")


# ---- fingers, keys, screen readers


@pytest.mark.slow
def test_workshops_is_played_by_touch_on_a_phone(address: str, browser: Browser) -> None:
    table = make_table(address, "workshops/workshops.tgpl", players=2, seed=4)
    guests = [Guest(browser, table.link(0), **PHONE), Guest(browser, table.link(1))]
    guests[0].by_touch = True
    play_together(guests, Random(3), 40, until_over=False)
    page = guests[0].page
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    small = page.evaluate(
        "() => [...document.querySelectorAll('button, .card[data-touch], .token[data-touch]')].filter((one) => one.offsetParent)"
        ".map((one) => [one.innerText, one.getBoundingClientRect()]).filter(([, box]) => Math.min(box.width, box.height) < 43).map(([words]) => words)"
    )
    assert small == []
    part(guests)


def test_of_equal_things_in_a_set_any_can_be_touched(browser: Browser, tmp_path: Path) -> None:
    """One option stands for all of them: whichever is touched, that one is meant, the last as well as the first."""
    rules = tmp_path / "games" / "drops" / "drops.tgpl"
    rules.parent.mkdir(parents=True)
    rules.write_text(EQUAL, encoding="utf-8")
    with serving(tmp_path / "games", tmp_path / "tables.sqlite") as address:
        guests = invite(browser, address, "drops/drops.tgpl")
        page = guests[0].page
        for left in (8, 7):
            guests[0].press("Lay")
            assert page.locator(".card.can").count() == left
            page.locator(".card.can").last.click()
            guests[0].settle()
            assert page.locator("dialog[open]").count() == 0
            assert (
                page.locator(".card.can").count() == 0
            )  # of exactly one, the touch is the choice: nothing is left to be done
        part(guests)


EQUAL = """game "drops"; players 2;
interactable Card { display { name "{name}"; } }
cards Cards : Card { text; Drop: "Sweet."; Jar: "Sweeter."; }
zone Hand of Card { seen by owner; }
zone Laid of Card { }
class Keeper
{
    action Lay { trigger PlayerChoiceEvent; input 1 Card aside in Hand[this.player]; effect { move aside to Laid[this.player]; } }
    action Wait { trigger PlayerChoiceEvent; effect { turn.pass(); } }
    action End { trigger PlayerChoiceEvent; effect { winner this.player; } }
}
setup
{
    for (player p in player.all())
    {
        p has Keeper, Hand, Laid;
        for (number i = 1; i <= 4; i += 1) { move new Drop() to Hand[p]; move new Jar() to Hand[p]; }
    }
}
"""


def test_tris_is_played_by_keyboard_alone(address: str, browser: Browser) -> None:
    guests = invite(browser, address, "tris/tris.tgpl")
    marks = [["Field (0, 0)", "Field (1, 0)", "Field (2, 0)"], ["Field (1, 1)", "Field (2, 2)"]]
    for turn in range(5):
        guest = guests[turn % 2]
        guest.page.wait_for_selector(".ask.mine:not(.pending)")
        if not guest.page.locator(".tile.can").count():
            guest.page.keyboard.press("n")
            guest.page.keyboard.press("Enter")
            guest.page.wait_for_selector(".tile.can")
        guest.walk_to(marks[turn % 2][turn // 2])
        guest.page.keyboard.press("Enter")
        guest.settle()
    guests[1].page.get_by_role("button", name="Look back").wait_for()
    part(guests)


def test_a_board_can_be_read_and_walked(address: str, browser: Browser) -> None:
    guests = invite(browser, address, "chess/chess.tgpl")
    page = guests[0].page
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.locator(".tile:focus").count():
            break
    guests[0].walk_to("e2")
    page.keyboard.press("Enter")
    page.locator('.tile.can[aria-label^="e4:"]').wait_for()
    page.keyboard.press("Escape")
    page.locator('.tile.can[aria-label^="g1:"]').wait_for()
    tree = page.locator("#app").aria_snapshot()
    assert 'button "e2: Pawn of player 0, can be chosen"' in tree and 'group "Chessboard"' in tree
    assert "You are asked" in page.locator("#live").inner_text()
    part(guests)


def test_a_spectator_sees_and_is_asked_nothing(address: str, browser: Browser) -> None:
    table = make_table(address, "goofspiel/goofspiel.tgpl", players=2, seed=4)
    guests = [Guest(browser, table.link(seat)) for seat in (0, 1, None)]
    play_together(guests[:2], Random(2), 6, until_over=False)
    watcher = guests[2].page
    assert watcher.locator(".zone.hand").count() == 0 and watcher.locator(".can").count() == 0
    watcher.locator(".log .entry").first.wait_for()
    part(guests)


# ---- time


def test_looking_back_disturbs_nobody(address: str, browser: Browser) -> None:
    white, black = guests = invite(browser, address, "chess/chess.tgpl")
    white.touch("e2", "e4")
    black.touch("e7", "e5")
    black.page.locator(".side .log .entry").first.get_by_role("button").click()
    black.page.locator('.tile[aria-label^="e7: Pawn"]').wait_for()
    assert "Looking back" in black.words
    white.touch("g1", "f3")
    black.page.get_by_role("button", name="Back to now").click()
    black.page.locator('.tile[aria-label^="f3: Knight"]').wait_for()
    part(guests)


def test_undo_by_agreement(address: str, browser: Browser) -> None:
    white, black = guests = invite(browser, address, "chess/chess.tgpl")
    white.touch("e2", "e4")
    white.press("Menu")
    white.page.get_by_role("button", name="Ask to take the last move back").click()
    black.page.get_by_role("button", name="Agree").click()
    for guest in guests:
        guest.page.locator('.tile[aria-label^="e2: Pawn"]').wait_for()
    part(guests)


def test_a_comment_is_pinned_to_a_move(address: str, browser: Browser) -> None:
    white, black = guests = invite(browser, address, "chess/chess.tgpl")
    white.touch("e2", "e4")
    white.press("Menu")
    white.page.get_by_role("button", name="Comment on this move").click()
    white.page.locator("#comment-text").fill("Best by test. <b>Really</b>")
    white.page.get_by_role("button", name="Pin it").click()
    black.page.locator(".entry.comment", has_text="Best by test. <b>Really</b>").wait_for()
    assert black.page.locator(".entry b").count() == 0
    part(guests)


def test_a_fork_goes_on_from_an_earlier_moment(address: str, browser: Browser) -> None:
    white, black = guests = invite(browser, address, "chess/chess.tgpl")
    white.touch("e2", "e4")
    black.touch("e7", "e5")
    white.page.locator(".side .log .entry button").first.click()
    white.press("Fork from here")
    with white.context.expect_page() as opened:
        white.page.get_by_role("link", name="Open it").click()
    fork = opened.value
    fork.wait_for_selector('.tile[aria-label^="e4: Pawn"]')
    assert "Pawn" in (fork.locator('.tile[aria-label^="e7:"]').get_attribute("aria-label") or "")
    part(guests)


def test_a_finished_match_is_downloaded_as_a_record(address: str, browser: Browser, tmp_path: Path) -> None:
    guests = invite(browser, address, "tris/tris.tgpl")
    play_together(guests, Random(5), 30)
    with guests[1].page.expect_download() as download:
        guests[1].press("Download the record")
    path = tmp_path / "match.json"
    download.value.save_as(path)
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "tgpl", "replay", str(path)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    part(guests)


# ---- the owner's desk


def test_why_quotes_the_rule(address: str, browser: Browser) -> None:
    guest = Guest(browser, make_table(address, "chess/chess.tgpl").link(0))
    guest.sit_down()
    guest.tile("a1").click()
    guest.page.get_by_role("button", name="Why can I not choose it?").click()
    guest.page.locator(".quote", has_text="input Field to in Targets()").wait_for()
    part([guest])


def test_a_link_as_a_picture_and_a_machine_in_a_seat(address: str, browser: Browser) -> None:
    guest = Guest(browser, make_table(address, "tris/tris.tgpl").link(0))
    guest.sit_down()
    guest.page.get_by_role("button", name="QR code for Player 1").click()
    guest.page.wait_for_selector("dialog svg.qr")
    assert "/t/" in guest.page.locator("dialog .field").input_value()
    guest.page.keyboard.press("Escape")
    guest.press("Invite")
    guest.page.locator('select[data-seat="1"]').select_option("random")
    guest.page.locator(".player .tag", has_text="random").wait_for()
    guest.page.keyboard.press("Escape")
    guest.touch("Field (1, 1)")
    guest.page.wait_for_selector(".ask.mine")
    assert guest.page.locator(".mark").count() == 2
    part([guest])


def test_the_owner_lends_a_hand_and_all_are_told(address: str, browser: Browser) -> None:
    white, black = guests = invite(browser, address, "chess/chess.tgpl")
    white.press("Invite")
    white.press("Change something by hand")
    white.tile("d2").click()
    white.page.get_by_role("button", name="Move Pawn of player 0").click()
    white.tile("d5").click()
    black.page.locator('.tile[aria-label^="d5: Pawn"]').wait_for()
    black.page.locator(".log", has_text="By hand").wait_for()
    white.press("Enough")
    part(guests)


def test_a_seat_that_was_taken_is_nobody_elses(address: str, browser: Browser) -> None:
    table = make_table(address, "tris/tris.tgpl")
    first = Guest(browser, table.link(1))
    first.sit_down()
    first.page.reload()
    first.sit_down()
    second = Guest(browser, table.link(1))
    second.page.get_by_role("heading", name="This table is closed to you").wait_for()
    part([first, second])


def test_the_page_comes_back_when_the_server_does(browser: Browser, tmp_path: Path) -> None:
    store, port = tmp_path / "tables.sqlite", find_port()
    with serving(TESTS.parent / "examples" / "tris", store, port) as address:
        guests = invite(browser, address, "tris.tgpl")
        guests[0].touch("Field (0, 0)")
    for guest in guests:
        guest.page.wait_for_selector(".line-lost")
    with serving(TESTS.parent / "examples" / "tris", store, port):
        for guest in guests:
            guest.page.locator(".line-lost").wait_for(state="detached")
        guests[1].touch("Field (1, 1)")
        guests[0].touch("Field (2, 2)")
    for guest in guests:
        assert [trouble for trouble in guest.leave() if "WebSocket" not in trouble] == []


# ---- the front page


def test_one_click_makes_a_table(address: str, browser: Browser) -> None:
    guest = Guest(browser, f"{address}/")
    guest.page.locator('button[data-game="tris/tris.tgpl"]').click()
    guest.sit_down()
    assert re.fullmatch(r".*/t/[\w-]+#[\w-]{22}", guest.page.url)
    part([guest])


def test_the_page_is_small() -> None:
    page = TESTS.parent / "src" / "tgpl" / "apps" / "web" / "page"
    sizes = {file.name: file.stat().st_size for file in page.iterdir()}
    writing = {name for name in sizes if name.startswith(("studio", "editor", "desk", "sharing"))}
    other = {name for name in sizes if name.startswith(("front", "index"))}
    assert sum(size for name, size in sizes.items() if name not in writing | other) < 160_000
    assert sum(sizes[name] for name in writing) < 60_000
