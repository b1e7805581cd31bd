"""Two rule texts with the same seeds: what has changed, and what has not."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from tgpl.apps.cli import tgpl
from tgpl.apps.lab.answers import NO, UNKNOWN, YES, Answer
from tgpl.apps.lab.comparison import Comparison
from tgpl.apps.lab.comparison_text import tell_difference, write_comparison
from tgpl.apps.lab.differences import Difference, compare_evidence, compare_findings, student_quantile
from tgpl.apps.lab.evidence import Evidence, MatchFacts, Played
from tgpl.apps.lab.lab import Request
from tgpl.apps.lab.plan import Series
from tgpl.apps.lab.revisions import NoRevision, find_earlier
from tgpl.compile import compile_rules
from tgpl.text.files import Folder, Unreadable

GAMES = Path(__file__).parent / "games"
AGENTS = ("mcts:5", "mcts:15")
EQUALS = Series("equals", 2, ("mcts:5", "mcts:5"))


@pytest.fixture(autouse=True)
def quick_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TGPL_CC", "none")


def evidence_of(winners: list[int]) -> Evidence:
    evidence = Evidence()
    facts = [
        MatchFacts(EQUALS, i, i, EQUALS.cast, "winner", ((seat,), (1 - seat,)), 10, ())
        for i, seat in enumerate(winners)
    ]
    evidence.add(Played(facts, []))
    return evidence


def test_intervals_of_few_pairs_are_wider() -> None:
    for alpha, freedom, known in ((0.025, 10, 2.228), (0.025, 30, 2.042), (0.0005, 20, 3.850)):
        assert student_quantile(alpha, freedom) == pytest.approx(known, abs=0.01)


def test_a_difference_is_told_as_designers_read_it() -> None:
    told = tell_difference(Difference(EQUALS, "seat 0 wins", True, 900, 300, 0.581, 0.523, 0.019))
    assert told == "seat 0 wins 58.1 % → 52.3 % (−5.8 ± 1.9)"


def test_what_both_have_in_common_falls_out() -> None:
    chance = random.Random(1)
    old = [chance.randrange(2) for _ in range(400)]
    new = [1 if i % 12 == 0 else seat for i, seat in enumerate(old)]  # unpaired it would drown in the luck of 400 games
    found = compare_evidence(evidence_of(old), evidence_of(new), (2,))[0]
    assert found.what == "seat 0 wins" and found.has_changed and found.value < 0 and found.pairs == 400


def test_false_alarms_are_few() -> None:
    chance = random.Random(2)

    def winners() -> list[int]:
        return [chance.randrange(2) for _ in range(80)]

    runs = [compare_evidence(evidence_of(winners()), evidence_of(winners()), (2,)) for _ in range(300)]
    assert sum(any(one.has_changed for one in run) for run in runs) <= 15


def test_findings_are_new_gone_or_still_there() -> None:
    old = [Answer("draws", YES, 2, "a"), Answer("luck", YES, 2, "b"), Answer("stuck", UNKNOWN, 2, "c")]
    new = [Answer("draws", YES, 2, "a"), Answer("luck", NO, 2, "b"), Answer("stuck", YES, 2, "c")]
    told = [(change.fate, change.answer.kind, change.before, change.after) for change in compare_findings(old, new)]
    assert told == [("still", "draws", YES, YES), ("new", "stuck", UNKNOWN, YES), ("gone", "luck", YES, NO)]


def compared(workers: int) -> str:
    new, old = (compile_rules(Folder.of_main(str(GAMES / f"duel_{word}.tgpl"))) for word in ("sound", "flawed"))
    request = Request(games=330, agents=AGENTS, workers=workers)
    return json.dumps(Comparison(new, old, request, ("new", "old")).run(lambda words: None).data())


def test_the_number_of_workers_does_not_show() -> None:
    alone = compared(1)
    assert alone == compared(3)
    data = json.loads(alone)
    assert "moves" in {change["what"] for change in data["changed"]}
    assert [change["kind"] for change in data["findings"]["gone"]] == ["too_short"]


def test_a_text_against_itself_is_the_same(tmp_path: Path) -> None:
    file, copy = GAMES / "duel_sound.tgpl", tmp_path / "copy.tgpl"
    shutil.copy(file, copy)
    words = ["lab", str(file), "--against", str(copy), "--games", "260", "--agents", ",".join(AGENTS), "--workers", "1"]
    done = CliRunner().invoke(tgpl, words)
    assert done.exit_code == 0, done.output
    assert "Nothing has changed" in done.output and "the same in every pair" in done.output and "→" not in done.output


def test_ctrl_c_leaves_what_there_is() -> None:
    new, old = (compile_rules(Folder.of_main(str(GAMES / f"duel_{word}.tgpl"))) for word in ("sound", "flawed"))

    def interrupt(words: str) -> None:
        if words.startswith("new rules") and "64 games" in words:
            raise KeyboardInterrupt

    request = Request(games=100_000, agents=AGENTS, workers=1)
    found = Comparison(new, old, request, ("new", "old")).run(interrupt)
    assert found.interrupted and found.new.games == 64 and found.data()["changed"] and "→" in write_comparison(found)
    assert write_comparison(Comparison(new, old, request, ("new", "old")).compare())  # before anything was played


def git(folder: Path, *words: str) -> None:
    name = ["-c", "user.name=n", "-c", "user.email=n@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *name, *words], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "own" / "games"
    folder.mkdir(parents=True)
    git(folder.parent, "init", "-q")
    (folder / "main.tgpl").write_text('game "m";\nimport "part";\n')
    (folder / "part.tgpl").write_text("// old\n")
    (folder.parent / "secret.tgpl").write_text("// outside\n")
    (folder / "link.tgpl").symlink_to("../secret.tgpl")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "one")
    (folder / "part.tgpl").write_text("// new\n")
    (folder / "more.tgpl").write_text("// more\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "two")
    return folder


def test_all_files_are_of_the_revision(repository: Path) -> None:
    library, name = find_earlier(str(repository / "main.tgpl"), "HEAD~1")
    assert library.main == "main.tgpl" and name.startswith("HEAD~1:games/main.tgpl (")
    assert library.read("part.tgpl") == "// old\n" and library.read("std/dice.tgpl")
    assert {"main.tgpl", "part.tgpl"} <= {*library.names()} and "more.tgpl" not in library.names()
    for outside, kind in (("../secret.tgpl", "outside"), ("more.tgpl", "missing"), ("link.tgpl", "system")):
        with pytest.raises(Unreadable) as why:
            library.read(outside)
        assert why.value.kind == kind
    other, _ = find_earlier(str(repository / "main.tgpl"), "HEAD:./part.tgpl")
    assert other.read("part.tgpl") == "// new\n"


@pytest.mark.parametrize("asked", ["nowhere", "--help", "HEAD:games/none.tgpl", "HEAD~1:./more.tgpl", "", ":", "a b;c"])
def test_what_is_not_there_is_told(repository: Path, asked: str) -> None:
    with pytest.raises(NoRevision):
        find_earlier(str(repository / "main.tgpl"), asked)
