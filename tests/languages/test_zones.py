"""Zones: what is told about slips of the pen, what is written again as TGPL, what each seat is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from formats import read
from tgpl.compile import compile_rules
from tgpl.core.show import show
from tgpl.draw.panel import draw_panel
from tgpl.draw.scene import Scene
from tgpl.languages.tgpl.load import load_checked
from tgpl.languages.tgpl.print.file import spell_file
from tgpl.text.files import Texts

GOLDENS = Path(__file__).parent.parent / "golden" / "tgpl"

ZONE = "zone Hand of Card { seen by owner; holds 3; ordered; }"
# What is written instead of a zone or in the setup → the code of the first problem, and a word of what is told.
SLIPS = {
    "zoen Hand of Card { }": ("E136", "zone"),
    "zone Hand off Card { }": ("E136", "of"),
    "zone Hand of Crad { }": ("E202", "Card"),
    "zone Hand of Card { sen by owner; }": ("E136", "seen"),
    "zone Hand of Card { visible by owner; }": ("E136", "seen"),
    "zone Hand of Card { seen by ownr; }": ("E488", "owner"),
    "zone Hand of Card { seen owner; }": ("E102", "by"),
    "zone Hand of Card { hold 7; }": ("E136", "holds"),
    "zone Hand of Card { capacity 7; }": ("E136", "holds"),
    "zone Hand of Card { orderd; }": ("E136", "ordered"),
    'zone Hand of Card { holds "7"; }': ("E301", "number"),
    "zone Hand of Card { seen by owner }": ("E101", ";"),
    "area Hand of Card { }": ("E136", "zone"),
    "move new Card() to Hand;": ("E490", "Hand[player.active()]"),
    "move new Card() too Hand[0];": ("E136", "to"),
    "move new Card() into Hand[0];": ("E136", "to"),
    "0 has Hand; log(Hand[0].card);": ("E203", "cards"),
    "0 has Hand; log(Hand[0].lenght);": ("E203", "length"),
    "0 has Hand; Hand[0].shufle();": ("E203", "shuffle"),
    "0 has Hand; log(Hand[0].romm);": ("E203", "room"),
    "Card c = new Card(); log(c.zon);": ("E203", "zone"),
    "Card c = new Card(); log(c.zone is Hnad);": ("E202", "Hand"),
    "Card c = new Card(); log((c.zone as Hand).top.cots);": ("E203", "cost"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_the_first_message_names_the_cause(slip: str) -> None:
    code, word = SLIPS[slip]
    zone, does = (slip, "") if slip.endswith("}") else (ZONE, slip)
    text = f'game "x"; players 2;\ninteractable Card {{ number cost; }}\n{zone}\nsetup {{ {does} winner 0; }}\n'
    problems = compile_rules(Texts("main.tgpl", {"main.tgpl": text})).problems
    first = next(problem for problem in problems if problem.severity == "error")
    fix = first.fix()
    said = [first.message(), first.expected() or "", first.advice() or "", "" if fix is None else str(fix)]
    assert first.code == code and any(word in words for words in said), said


@pytest.mark.parametrize("name", ["zones", "zone_events", "zone_full", "zone_words"])
def test_what_is_written_again_is_the_same(name: str) -> None:
    source = Texts("main.tgpl", {"main.tgpl": read(GOLDENS / f"{name}.golden").sources["main.tgpl"]})
    files, game, _ = load_checked(source)
    assert game is not None
    again = compile_rules(Texts("main.tgpl", {"main.tgpl": spell_file(files[-1].tree, game, game.scopes[-1])}))
    assert again.playable, [problem.message() for problem in again.problems]
    assert show(again.program()) == show(compile_rules(source).program())


SEEN = """game "seen"; players 2;
interactable Card { number cost; display { name "card {cost}"; } }
zone Hand of Card { seen by owner; }
zone Pile of Card { seen by nobody; ordered; number height = 2; }
global zone Row of Card { }
global class Desk { action End { trigger PlayerChoiceEvent; effect { winner 0; } } }
setup
{
    for (player p in player.all()) { p has Hand, Pile; number seat = p; move new Card() { cost = 3 + seat; } to Hand[p]; move new Card() { cost = 7; } to Pile[p]; }
    for (number i = 0; i < 4; i += 1) { move new Card() { cost = i % 2; } to Row; }
}"""


def test_zones_are_drawn_as_each_seat_sees_them() -> None:
    state = compile_rules(Texts("main.tgpl", {"main.tgpl": SEEN})).game().start(0)
    drawn = {
        seat: ["".join(words for words, _ in line) for line in draw_panel(Scene(state.view(seat)))]
        for seat in (0, 1, None)
    }
    hands = {0: ("card 3", "1 card"), 1: ("1 card", "card 4"), None: ("1 card", "1 card")}
    for seat, (first, second) in hands.items():
        assert drawn[seat] == [
            "Row: 2 × card 0, 2 × card 1",
            f"player 0: Hand {first}; Pile 1 card; height 2",
            f"player 1: Hand {second}; Pile 1 card; height 2",
        ]
