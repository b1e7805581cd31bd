"""The lab as a whole: what it plays, whoever plays it, and what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tgpl.agents.contest import Contest
from tgpl.apps.cli import tgpl
from tgpl.apps.lab.lab import Lab, Request
from tgpl.compile import Result, compile_rules
from tgpl.text.files import Folder

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
TRIS = EXAMPLES / "tris" / "tris.tgpl"


@pytest.fixture(autouse=True)
def quick_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Optimising takes longer than the few games that tests play."""
    monkeypatch.setenv("TGPL_CC", "none")


def rules(path: Path) -> Result:
    return compile_rules(Folder.of_main(str(path)))


def report_data(path: Path, **asked: object) -> str:
    request = Request(str(path), workers=1)._replace(**asked)  # type: ignore[arg-type]
    return json.dumps(Lab(rules(path), request).run(lambda words: None).data())


def test_the_number_of_workers_does_not_show() -> None:
    alone = report_data(TRIS, games=120, agents=("mcts:20", "mcts:60"), workers=1)
    assert alone == report_data(TRIS, games=120, agents=("mcts:20", "mcts:60"), workers=3)
    assert alone != report_data(TRIS, games=120, agents=("mcts:20", "mcts:60"), workers=1, seed=1)


def test_tris_is_drawn_among_those_who_think() -> None:
    done = CliRunner().invoke(tgpl, ["lab", str(TRIS), "--games", "400", "--agents", "mcts:40,mcts:200", "--json"])
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert [finding["kind"] for finding in data["findings"]] == ["draws"]
    found = data["findings"][0]
    assert found["players"] == 2 and found["confidence"] > 0.95 and found["evidence"]["share"] > 0.8
    assert found["matches"][0]["result"]["ranking"] == [[0, 1]]
    assert {asked["kind"] for asked in data["asked"]} >= {"seat_advantage", "draws", "error", "too_long"}


def test_a_match_of_the_lab_is_what_run_plays() -> None:
    words = ["mcts:30", "random"]
    played = Contest(rules(TRIS).native("tcc")).play(words, seed=5, players=2, most_moves=100)
    done = CliRunner().invoke(tgpl, ["run", str(TRIS), "--agents", ",".join(words), "--seed", "5", "--json"])
    told = json.loads(done.stdout)
    assert (told["ranking"], told["moves"], told["ended"]) == (played.ranking, played.moves, played.ended)


def test_the_library_of_senet_is_not_accused() -> None:
    """What a program does not use of it is no rule that never happens."""
    path = EXAMPLES / "four_not_three" / "four_not_three.snt"
    request = Request(str(path), workers=1, games=60, agents=("mcts:1",))
    report = Lab(rules(path), request).run(lambda words: None)
    assert report.games >= 60
    assert {line.file for answer in report.answers for line in answer.lines} <= {str(path)}
    assert min(line.line for answer in report.findings for line in answer.lines) > 1
