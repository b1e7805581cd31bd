"""Play styles: agents made from the designer's words, and which of them win against which."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tgpl.agents.contest import Contest
from tgpl.agents.coverage import compile_counted
from tgpl.agents.meaning import Meaning
from tgpl.agents.style_names import check_styles
from tgpl.apps.cli import tgpl
from tgpl.apps.lab.personas import list_pairings, split_agents
from tgpl.compile import Result, compile_rules
from tgpl.emit.c.program import emit
from tgpl.text.files import Folder, Texts

MARKET = Path(__file__).parent / "games" / "market_sound.tgpl"
# Gold or wood, ten times each; only wood counts.
PLAIN = """
game "gather";
players 2;
class Settler
{
    number gold = 0;
    number wood = 0;
    action Dig { trigger PlayerChoiceEvent; effect { gold += 1; Clock.Tick(); } }
    action Chop { trigger PlayerChoiceEvent; effect { wood += 1; Clock.Tick(); } }
    action Rest { trigger PlayerChoiceEvent; effect { Clock.Tick(); } }
}
global class Clock
{
    number left = 20;
    function Tick
    {
        returns;
        effect
        {
            left -= 1;
            if (left == 0)
            {
                number most = 0;
                for (player p in player.all()) { most = max(most, Settler[p].wood); }
                List<player> first = {};
                for (player p in player.all()) { if (Settler[p].wood == most) { first.add(p); } }
                winner { first };
            }
            turn.pass();
        }
    }
}
setup { for (player p in player.all()) { p has Settler; } }
"""


@pytest.fixture(autouse=True)
def quick_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TGPL_CC", "none")


def gather() -> Result:
    return compile_rules(Texts("gather.tgpl", {"gather.tgpl": PLAIN}))


def actions_of(seats: list[str], wishes: tuple[str, ...]) -> list[set[str]]:
    """What each seat did."""
    counted = compile_counted(gather(), "tcc", wishes)
    meaning = Meaning(counted, wishes)
    contest = Contest(counted.native, meaning)
    done: list[set[str]] = [set() for _ in seats]

    def watch(state: object, chooser: object, chosen: int) -> None:
        done[contest.state.player or 0].add(meaning.actions[contest.observer.offers().options[chosen].of])

    contest.play(seats, 3, len(seats), 100, watch)
    return done


def test_a_style_does_what_it_likes() -> None:
    wishes = ("Settler.gold", "Settler.wood")
    assert actions_of(["likes Settler.gold", "mcts:20 likes Settler.wood"], wishes) == [
        {"Settler.Dig"},
        {"Settler.Chop"},
    ]
    assert actions_of(["always Rest", "never Rest never Settler.Dig"], ()) == [{"Settler.Rest"}, {"Settler.Chop"}]


def test_whoever_wishes_nothing_has_the_library_as_before() -> None:
    assert "wish_for_" not in emit(gather().program())[0]


@pytest.mark.parametrize(
    "word, told",
    [
        ("never Digg", "Did you mean Dig"),
        ("always Sing", "Settler.Chop"),
        ("likes Settler.golt", "Did you mean Settler.gold?"),
        ("likes gold", "Did you mean Settler.gold?"),
        ("likes Clock.left", "Settler.wood"),
    ],
)
def test_names_that_the_rules_do_not_have_are_told(word: str, told: str) -> None:
    with pytest.raises(ValueError, match="'") as why:
        check_styles(gather().program(), (word,))
    assert told in str(why.value)


def test_words_and_pairings() -> None:
    assert split_agents(("mcts:5", "never A", "mcts:9", "never A")) == (("mcts:5", "mcts:9"), ("never A",))
    assert len([*list_pairings(("a", "b", "c"), (1, 2))]) == 3
    assert len([*list_pairings(("a", "b", "c"), (3,))]) == 6


def report(file: Path, workers: int) -> str:
    words = "mcts:5,mcts:10,likes Settler.gold,random likes Settler.wood,never Chop"
    asked = ["--games", "120", "--agents", words, "--workers", str(workers), "--json"]
    done = CliRunner().invoke(tgpl, ["lab", str(file), *asked])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_table_whatever_the_number_of_workers(tmp_path: Path) -> None:
    file = tmp_path / "gather.tgpl"
    file.write_text(PLAIN)
    alone = report(file, 1)
    assert alone == report(file, 3)
    data = json.loads(alone)
    table = {(one["style"], one["others"]): one for one in data["styles"]["pairings"]}
    wood = table["likes Settler.gold", "random likes Settler.wood"]
    assert wood["wins"] == "less" and wood["share"] == 0 and wood["games"] >= 24 and wood["even"] == 0.5
    assert wood["interval"][1] < 0.5
    assert data["agents"] == ["mcts:5", "mcts:10", "likes Settler.gold", "random likes Settler.wood", "never Chop"]


def test_run_plays_the_same_match(tmp_path: Path) -> None:
    file = tmp_path / "gather.tgpl"
    file.write_text(PLAIN)
    words, wishes = ["mcts:20 never Rest", "random likes Settler.gold"], ("Settler.gold",)
    counted = compile_counted(gather(), "tcc", wishes)
    played = Contest(counted.native, Meaning(counted, wishes)).play(words, 5, 2, 100)
    record = tmp_path / "match.json"
    asked = ["run", str(file), "--agents", ",".join(words), "--seed", "5", "--json", "--record", str(record)]
    done = CliRunner().invoke(tgpl, asked)
    told = json.loads(done.stdout)
    assert (told["ranking"], told["moves"], told["ended"]) == (played.ranking, played.moves, played.ended)
    assert json.loads(record.read_text())["choices"] == played.choices
    wrong = CliRunner().invoke(tgpl, ["run", str(file), "--agents", "never Digg"])
    assert wrong.exit_code == 2 and "Did you mean Dig" in wrong.output


def test_styles_are_for_reports() -> None:
    words = ["lab", str(MARKET), "--agents", "never Buy", "--vary", "Stall.price=1..2"]
    assert CliRunner().invoke(tgpl, words).exit_code == 2
    assert compile_rules(Folder.of_main(str(MARKET))).playable
