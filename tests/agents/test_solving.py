"""Exact solving: values that are known from elsewhere, and what cannot be solved."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise

import pytest
from click.testing import CliRunner

from games import EXAMPLES, QUICK
from tgpl.agents.solve import CannotSolve, Solution, solve
from tgpl.apps.cli import tgpl
from tgpl.compile import Result, compile_rules
from tgpl.native.toolchain import compiler
from tgpl.text.files import Folder, Texts

pytestmark = pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="needs a C compiler")


@cache
def rules(text: str) -> Result:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    assert result.playable, [str(problem) for problem in result.problems]
    return result


def example(name: str) -> Result:
    return compile_rules(Folder.of_main(str(next(path for path in EXAMPLES if path.stem == name))))


def solved(result: Result, players: int | None = None, most: int = 300_000) -> Solution:
    found = solve(result.native(QUICK), result.game().start(0, players), most)
    if found.complete:  # the line comes to what was promised
        state = result.game().start(0, players)
        for step in found.line:
            assert state.decision is not None and state.decision.player == step.player
            state.choose([option.label for option in state.decision.options].index(step.label))
        assert state.ended is not None
        first = state.ranking[0] if state.ranking else []
        if len(found.points) == 2 and 2 in found.points:
            assert first == [found.points.index(2)]
    return found


def test_tris_is_a_draw() -> None:
    found = solved(example("tris"))
    assert (found.points, found.most, found.complete, found.endless) == ([1, 1], 2, True, False)
    assert 1_000 < found.positions < 8_533  # there are 5,478 positions of marks, and one more question in each


def test_the_hounds_win() -> None:
    assert solved(example("hare_and_hounds")).points == [2, 0]


TAKE = """game "take"; players 2 to 4; setup {}
global class Heap
{
    number stones = STONES;
    action Take
    {
        trigger PlayerChoiceEvent;
        input number n from 1 to 3 { return n <= stones; }
        effect { stones -= n; if (stones == 0) { winner WHO; } turn.pass(player.active() + 1); }
    }
}
"""


@pytest.mark.parametrize("stones", range(1, 14))
def test_take_away(stones: int) -> None:
    """Who takes the last wins: with a multiple of four it is the other."""
    text = TAKE.replace("STONES", str(stones)).replace("WHO", "player.active()")
    assert solved(rules(text)).points == ([2, 0] if stones % 4 else [0, 2])


@pytest.mark.parametrize("stones", range(2, 10))
def test_take_away_the_other_way_round(stones: int) -> None:
    text = TAKE.replace("STONES", str(stones)).replace("WHO", "player.active() + 1")
    assert solved(rules(text)).points == ([0, 2] if stones % 4 == 1 else [2, 0])


def by_hand(stones: int, player: int, players: int) -> list[int]:
    """Everybody for themselves: who takes the last is first, all others have lost."""
    if stones == 0:
        last = (player - 1) % players
        return [2 * (players - 1) if p == last else players - 2 for p in range(players)]
    ways = [by_hand(stones - n, (player + 1) % players, players) for n in (1, 2, 3) if n <= stones]
    return max(ways, key=lambda points: points[player])  # the first of those that are as good


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("stones", [3, 7, 8])
def test_more_than_two_players(players: int, stones: int) -> None:
    text = TAKE.replace("STONES", str(stones)).replace("WHO", "player.active()")
    assert solved(rules(text), players).points == by_hand(stones, 0, players)


NIM = """game "nim"; players 2;
setup { for (number n in HEAPS) { Field.heaps.add(n); } }
global class Field
{
    List<number> heaps = {};
    action Take
    {
        trigger PlayerChoiceEvent;
        input number heap from 0 to 3 { return heap < heaps.length && heaps[heap] > 0; }
        input number n from 1 to 9 { return n <= heaps[heap]; }
        effect
        {
            heaps[heap] -= n;
            number left = 0;
            for (number h in heaps) { left += h; }
            if (left == 0) { winner player.active(); }
            turn.pass(player.active() + 1);
        }
    }
}
"""


@pytest.mark.parametrize("heaps", [(1, 2, 3), (3, 4, 5), (2, 2), (1, 1, 2), (1, 4, 5), (2, 3, 4, 5)])
def test_nim(heaps: tuple[int, ...]) -> None:
    sum_ = 0
    for heap in heaps:
        sum_ ^= heap
    text = NIM.replace("HEAPS", "new List<number>() {" + ", ".join(map(str, heaps)) + "}")
    assert solved(rules(text)).points == ([2, 0] if sum_ else [0, 2])


def connect(columns: int, rows: int, length: int) -> Result:
    text = next(path for path in EXAMPLES if path.stem == "connect_four").read_text(encoding="utf-8")
    for old, new in (
        ("grid 7 by 6 of", f"grid {columns} by {rows} of"),
        ("from 0 to 6", f"from 0 to {columns - 1}"),
        ("number row = 5", f"number row = {rows - 1}"),
        (">= 3", f">= {length - 1}"),
        ("== 42", f"== {columns * rows}"),
    ):
        assert old in text
        text = text.replace(old, new)
    return rules(text)


def connect_by_hand(columns: int, rows: int, length: int) -> list[int]:
    """The same in plain Python, without any cleverness but memory."""

    def wins(discs: frozenset[tuple[int, int]], x: int, y: int) -> bool:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = 1
            for sign in (1, -1):
                step = 1
                while (x + sign * step * dx, y + sign * step * dy) in discs:
                    run, step = run + 1, step + 1
            if run >= length:
                return True
        return False

    @cache
    def value(mine: frozenset[tuple[int, int]], others: frozenset[tuple[int, int]]) -> int:
        """2: who is to move wins."""
        best = -1
        for x in range(columns):
            y = sum(column == x for column, _ in mine | others)
            if y < rows:
                discs = mine | {(x, y)}
                best = max(best, 2 if wins(discs, x, y) else 2 - value(others, discs))
        return 1 if best < 0 else best

    first = value(frozenset(), frozenset())
    return [first, 2 - first]


@pytest.mark.parametrize(("columns", "rows", "length"), [(3, 3, 3), (4, 3, 3), (3, 4, 3), (2, 5, 3), (4, 3, 4)])
def test_small_boards_of_connect_four(columns: int, rows: int, length: int) -> None:
    assert solved(connect(columns, rows, length)).points == connect_by_hand(columns, rows, length)


def test_four_by_four_is_a_draw() -> None:
    assert solved(connect(4, 4, 4)).points == [1, 1]


# ---- positions that come up again


WALK = """game "walk"; players 2; setup {}
global class Path
{
    number at = START;
    number other = 0;
    action Step
    {
        trigger PlayerChoiceEvent;
        input number to from 0 to 6 { return abs(to - at) == 1 FILTER; }
        effect { at = to; if (at == 6) { winner 0; } if (at == 0) { winner 1; } turn.pass(player.active() + 1); }
    }
}
"""


def test_going_on_for_ever_is_a_draw() -> None:
    """One pulls up, the other down: nobody gets there."""
    found = solved(rules(WALK.replace("START", "3").replace("FILTER", "")))
    assert (found.points, found.endless, found.complete) == ([1, 1], True, False)


def test_who_can_force_it_does_though_positions_come_up_again() -> None:
    near = solved(rules(WALK.replace("START", "5").replace("FILTER", "")))
    assert (near.points, near.complete, len(near.line)) == ([2, 0], True, 2)
    stuck = "& !(player.active() == 1 & to < at)"
    found = solved(rules(WALK.replace("START", "2").replace("FILTER", stuck)))
    assert (found.points, found.complete) == ([2, 0], True)
    far = solved(rules(WALK.replace("START", "1").replace("FILTER", "& !(player.active() == 0 & to > at)")))
    assert far.points == [0, 2]


PUZZLE = """game "puzzle"; players 1; setup {}
global class Jugs
{
    number small = 0; number large = 0;
    action Fill { trigger PlayerChoiceEvent; input bool first; effect { if (first) { small = 3; } else { large = 5; } Judge(); } }
    action Empty { trigger PlayerChoiceEvent; input bool first; effect { if (first) { small = 0; } else { large = 0; } Judge(); } }
    action Pour
    {
        trigger PlayerChoiceEvent; input bool first;
        effect
        {
            if (first) { number n = min(small, 5 - large); small -= n; large += n; }
            else { number n = min(large, 3 - small); large -= n; small += n; }
            Judge();
        }
    }
    function Judge { returns; effect { if (large == GOAL) { winner 0; } } }
}
"""


def test_puzzles_for_one() -> None:
    found = solved(rules(PUZZLE.replace("GOAL", "4")))
    assert (found.points, found.most, found.complete) == ([2], 2, True)
    assert solved(rules(PUZZLE.replace("GOAL", "6"))).points == [0]


def test_two_who_can_lose_together_are_each_for_themselves() -> None:
    """The first can ruin both, and rather wins nothing than lose."""
    text = """game "both"; players 2; setup {} global class G { action A { trigger PlayerChoiceEvent; input number n from 0 to 2;
        effect { if (n == 0) { winner {}; } if (n == 1) { winner 1; } winner { {0, 1} }; } } }"""
    assert solved(rules(text)).points == [1, 1]


def test_choices_that_fail_are_no_choices() -> None:
    text = """game "fails"; players 2; setup {} global class G { number round = 0; action A { trigger PlayerChoiceEvent; input number n from 0 to 2;
        effect { if (n == 2) { fail "never"; } round += 1; if (n == 1 && round == 3) { winner 1; } if (round == 3) { winner 0; } turn.pass(player.active() + 1); } } }"""
    assert solved(rules(text)).points == [2, 0]


def test_what_was_drawn_before_the_first_choice_is_known() -> None:
    """Each seed has its own game: the side that wins can only be told when the pile is there."""
    text = """game "drawn"; players 2; global class Pile { number left; action Take { trigger PlayerChoiceEvent; input number n from 1 to 2 { return n <= left; }
        effect { left -= n; if (left == 0) { winner player.active(); } turn.pass(player.active() + 1); } } }
        setup { Pile.left = random(6) + 3; }"""
    result, first = rules(text), set[int]()
    for seed in range(8):
        state = result.game().start(seed)
        left = int(state.view(0)["objects"][0]["attributes"]["left"])
        found = solve(result.native(QUICK), state, 1_000)
        assert found.points == ([0, 2] if left % 3 == 0 else [2, 0])
        first.add(found.points[0])
    assert first == {0, 2}


def test_dice_that_were_thrown_before_the_first_choice_are_known() -> None:
    text = """game "thrown"; players 2; global class Pile { number left; action Take { trigger PlayerChoiceEvent; input number n from 1 to 2 { return n <= left; }
        effect { left -= n; if (left == 0) { winner player.active(); } turn.pass(player.active() + 1); } } }
        setup { Pile.left = roll(1d6 + 2); }"""
    result = rules(text)
    for seed in range(6):
        state = result.game().start(seed)
        left = int(state.view(0)["objects"][0]["attributes"]["left"])
        assert solve(result.native(QUICK), state, 1_000).points == ([0, 2] if left % 3 == 0 else [2, 0])
    later = text.replace("left -= n;", "left -= min(left, roll(dice(1, n)));")
    with pytest.raises(CannotSolve, match="chance"):
        solved(rules(later))


# ---- what cannot be solved


@pytest.mark.parametrize(
    ("name", "words"), [("pig", "chance"), ("goofspiel", "secrets"), ("connect_four", "more than 5,000 positions")]
)
def test_refusals(name: str, words: str) -> None:
    with pytest.raises(CannotSolve, match=words):
        solved(example(name), most=5_000)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("class C { private number n; } setup {}", "secrets"),
        ("turn T { simultaneous phase P { } } setup {}", "same time"),
        ("global class G { action A { trigger PlayerChoiceEvent; input number n; effect { winner 0; } } } setup {}", "any number"),
        ("global class G { action A { trigger PlayerChoiceEvent; input bool b; effect { number n = null; log(n + 1); } } } setup {}", "rule breaks"),
    ],
)  # fmt: skip
def test_more_refusals(body: str, words: str) -> None:
    extra = (
        "" if "global" in body else " global class G { action A { trigger PlayerChoiceEvent; effect { winner 0; } } }"
    )
    result = rules(f'game "no"; players 2; {body}{extra}')
    with pytest.raises(CannotSolve, match=words):
        solved(result)


# ---- the command


def test_the_command() -> None:
    path = str(next(path for path in EXAMPLES if path.stem == "tris"))
    out = CliRunner().invoke(tgpl, ["solve", path])
    assert out.exit_code == 0 and "a draw if nobody makes a mistake" in out.output and "9. player 0" in out.output
    data = json.loads(CliRunner().invoke(tgpl, ["solve", path, "--json"]).output)
    assert data["worth"] == [0.5, 0.5] and data["complete"] and len(data["line"]) == 18
    assert all(one["player"] in (0, 1) for one in data["line"])
    assert sum(a["player"] != b["player"] for a, b in pairwise(data["line"])) == 8
    refused = CliRunner().invoke(tgpl, ["solve", path, "--positions", "10"])
    assert refused.exit_code == 1 and "more than 10 positions; --positions allows more" in refused.output
