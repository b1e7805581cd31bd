"""Rules with other numbers: what can be varied, what is wanted, and which setting is best."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner

from tgpl.apps.cli import tgpl
from tgpl.apps.lab.goals import UnknownGoal, parse_goals
from tgpl.apps.lab.knobs import CannotVary, find_knobs, turn
from tgpl.apps.lab.lab import Request
from tgpl.apps.lab.settings import DRAWN, Space, parse_variation
from tgpl.apps.lab.variation import Experiment, Varied
from tgpl.apps.lab.variation_text import write_variation
from tgpl.compile import Result, compile_rules
from tgpl.text.files import Folder, Texts

# Who takes the last stone wins; `take 21` in a comment and in a text is no number of the rules.
HEAP = """
game "heap 21";  // 21
players 2;
const number MOST = 2;
global class Heap { number stones = 21; number bonus = -1; string word = "21"; number half = 21 / 2; }
class Taker
{
    action Take
    {
        trigger PlayerChoiceEvent;
        player input number n from 1 to MOST;
        effect
        {
            Heap.stones -= n;
            if (Heap.stones <= 0) { winner this.player; }
            turn.pass();
        }
    }
}
setup { for (player p in player.all()) { p has Taker; } }
"""
CARDS = """
game "c";
players 2;
interactable Coin { number worth = 0; number cost = 1; }
cards Coins : Coin { cost, worth; Copper: 0, 1; Silver: 3, 2 { override number worth = 5; } Gold: 6, 3; }
"""


@pytest.fixture(autouse=True)
def quick_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TGPL_CC", "none")


def rules(text: str, **others: str) -> Result:
    return compile_rules(Texts("main.tgpl", {"main.tgpl": text, **others}))


def test_numbers_of_the_designer_are_found_and_changed_at_their_place() -> None:
    result = rules(HEAP)
    knobs = find_knobs(result)
    assert {name: knob.told for name, knob in knobs.items()} == {"MOST": "2", "Heap.stones": "21", "Heap.bonus": "-1"}
    edits = [*knobs["Heap.stones"].turned("=", Decimal("7.50")), *knobs["Heap.bonus"].turned("+=", Decimal(4))]
    changed = turn(result, edits).sources["main.tgpl"]
    assert changed == HEAP.replace("stones = 21", "stones = 7.5").replace("bonus = -1", "bonus = 3")


def test_tables_of_cards_by_row_and_by_column() -> None:
    result = compile_rules(Folder.of_main("examples/gemcutters/gemcutters.tgpl"))
    assert "GOAL" in (knobs := find_knobs(result)) and len(knobs["Jewels.points"].cells) > 10  # in a file of their own
    knobs = find_knobs(rules(CARDS))
    assert [cell.value for cell in knobs["Coins.cost"].cells] == [0, 3, 6]
    assert knobs["Silver.cost"].told == "3" and knobs["Coin.cost"].told == "1"
    text = turn(result := rules(CARDS), find_knobs(result)["Coins.cost"].turned("+=", Decimal(2))).sources["main.tgpl"]
    assert "Copper: 2, 1; Silver: 5, 2 {" in text and "Gold: 8, 3;" in text


def test_values() -> None:
    assert [*map(int, parse_variation("Heap.stones=10..30/10").values)] == [10, 20, 30]
    assert [*map(int, parse_variation("A.b+=-1..1").values)] == [-1, 0, 1] and parse_variation("A.b+=-1..1").op == "+="
    assert [*map(int, parse_variation("A.b=1,2,4,2").values)] == [1, 2, 4]
    assert parse_variation("A.b=0..1/0.1").values[3] == Decimal("0.3")


@pytest.mark.parametrize("words", ["A.b", "A.b=", "=1", "A.b=x", "A.b=3..1", "A.b=1..2/0", "A.b=1..99999"])
def test_values_that_make_no_sense(words: str) -> None:
    with pytest.raises(CannotVary):
        parse_variation(words)


@pytest.mark.parametrize(
    "name, told",
    [
        ("Heap.stonse", "Did you mean Heap.stones?"),
        ("stones", "Did you mean Heap.stones?"),
        ("xyz", "MOST (2)"),
        ("Heap.half", ""),
    ],
)
def test_what_cannot_be_varied_is_told(name: str, told: str) -> None:
    with pytest.raises(CannotVary) as why:
        Space(rules(HEAP), [f"{name}=1..2"])
    assert told in str(why.value)


def test_goals() -> None:
    words = "fair, about 40 moves,at most 9 moves , every action used, few draws, always ends, thinking pays"
    assert len(parse_goals(words)) == 7
    for wrong in ("fare", "about moves", "", "fair,", "about 0 moves"):
        with pytest.raises(UnknownGoal):
            parse_goals(wrong)


def vary(words: list[str], goal: str, workers: int = 1, **asked: object) -> Varied:
    result = rules(HEAP)
    request = Request(agents=("mcts:4",), workers=workers)._replace(**asked)  # type: ignore[arg-type]
    return Experiment(result, request, Space(result, words), parse_goals(goal)).run(lambda words: None)


def test_the_best_setting_is_found_whatever_the_number_of_workers() -> None:
    words = ["Heap.stones=6..24/3"]
    alone = vary(words, "about 10 moves", games=420)
    assert alone.best is not None and alone.best.trial.setting.words == ("15",)
    assert json.dumps(alone.data()) == json.dumps(vary(words, "about 10 moves", 3, games=420).data())
    curve = [varied["miss"] for varied in alone.data()["settings"]]
    assert curve[0] > curve[1] > curve[3] < curve[5] < curve[6]
    assert [1 for judged in alone.judged[1:] if judged.as_good] == []


def test_many_settings_play_in_rounds() -> None:
    varied = vary(["Heap.stones=6..40", "MOST=1..4"], "about 12 moves", games=1500)
    assert len(varied.trials) == DRAWN and varied.rounds == 4 and varied.games <= 1500
    assert (
        sorted({trial.games for trial in varied.trials})[-1] > 10 * varied.trials[0].games
        or varied.trials[0].rounds > 1
    )
    assert varied.best is not None and varied.best.miss < 0.1
    again = vary(["Heap.stones=6..40", "MOST=1..4"], "about 12 moves", games=1500)
    assert json.dumps(varied.data()) == json.dumps(again.data())


def test_a_setting_that_cannot_be_played_is_left_out() -> None:
    text = (
        HEAP.replace("players 2;", "players 2 to 3;")
        .replace("MOST = 2", "MOST = 2")
        .replace("from 1 to MOST", "from 1 to 6 / MOST")
    )
    result = rules(text)
    request = Request(agents=("random",), games=120, workers=1, players=(2,))
    varied = Experiment(result, request, Space(result, ["MOST=0..2"]), parse_goals("always ends")).run(
        lambda words: None
    )
    assert varied.best is not None and varied.best.trial.setting.words != ("0",)


def test_ctrl_c_leaves_what_there_is() -> None:
    def interrupt(words: str) -> None:
        if words.startswith("4"):
            raise KeyboardInterrupt

    result = rules(HEAP)
    request = Request(agents=("mcts:4",), workers=1, games=100_000)
    space, goals = Space(result, ["Heap.stones=6..8"]), parse_goals("fair")
    varied = Experiment(result, request, space, goals).run(interrupt)
    assert varied.interrupted and 0 < varied.games < 1000 and varied.data()["best"] and write_variation(varied)
    first = Experiment(result, request, space, goals).run(lambda words: interrupt("4"))
    assert first.interrupted and first.best is None and "No games" in write_variation(first)


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "heap.tgpl"
    file.write_text(HEAP)
    words = [
        "lab",
        str(file),
        "--vary",
        "Heap.stones=9,15,21",
        "--goal",
        "about 10 moves",
        "--games",
        "150",
        "--agents",
        "mcts:4",
    ]
    done = CliRunner().invoke(tgpl, [*words, "--workers", "1"])
    assert done.exit_code == 0, done.output
    assert "* The best: Heap.stones = 15" in done.output and "Heap.stones (now 21)" in done.output
    wrong = CliRunner().invoke(tgpl, ["lab", str(file), "--vary", "Heap.stoness=1..2"])
    assert wrong.exit_code == 2 and "Did you mean Heap.stones?" in wrong.output
    assert CliRunner().invoke(tgpl, ["lab", str(file), "--goal", "fair"]).exit_code == 2
