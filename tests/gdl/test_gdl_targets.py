"""Which evaluator plays a rulesheet: Python at once, compiled rules where that takes long or is too much, with the same bytes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_magic_sets import ROOKS

from tgpl.agents import targets
from tgpl.apps.cli import tgpl
from tgpl.compile import Result
from tgpl.native.library import BuildMode
from tgpl.runtime.datalog import evaluate, reasoner

SHEETS = Path(__file__).parent.parent.parent / "examples" / "gdl"


def ran(*arguments: str) -> str:
    answer = CliRunner().invoke(tgpl, ["run", *arguments, "--seed", "5"])
    assert answer.exit_code == 0, answer.output
    return answer.output


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[BuildMode]:
    """How often the rules were compiled."""
    made: list[BuildMode] = []
    before = targets.load_native

    def counting(result: Result, build: BuildMode = "soon") -> object:
        made.append(build)
        return before(result, build)

    monkeypatch.setattr(targets, "load_native", counting)
    return made


@pytest.mark.features("G6")
@pytest.mark.parametrize("how", [(), ("--json",), ("--states",)])
def test_a_sheet_that_takes_long_is_compiled_and_says_the_same(
    how: tuple[str, ...], compiled: list[BuildMode], monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = str(SHEETS / "tris.kif")
    at_once = ran(sheet, *how)
    assert compiled == []
    monkeypatch.setattr(targets, "PATIENCE", -1.0)
    assert ran(sheet, *how) == at_once and compiled == ["now"]


@pytest.mark.features("G6")
def test_without_a_compiler_it_goes_on_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(result: Result, build: BuildMode = "soon") -> object:
        raise targets.NotInC("there is no compiler")

    sheet = str(SHEETS / "tris.kif")
    at_once = ran(sheet, "--target", "python")
    monkeypatch.setattr(targets, "PATIENCE", -1.0)
    monkeypatch.setattr(targets, "load_native", nobody)
    assert ran(sheet) == at_once


@pytest.mark.features("G6")
def test_what_is_too_much_for_python_is_compiled(
    tmp_path: Path, compiled: list[BuildMode], monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = tmp_path / "rooks.kif"
    sheet.write_text(ROOKS)
    expected = json.loads(ran(str(sheet), "--target", "c", "--json"))
    compiled.clear()
    monkeypatch.setattr(reasoner, "MOST_WORK", 1_000)
    monkeypatch.setattr(evaluate, "MOST_WORK", 1_000)
    assert json.loads(ran(str(sheet), "--json")) == expected and compiled == ["now"]


def test_what_breaks_on_both_is_told_by_python(tmp_path: Path, compiled: list[BuildMode]) -> None:
    numbers = " ".join(f"(n {at})" for at in range(40))
    sheet = tmp_path / "endless.kif"
    sheet.write_text(
        f"(role me) (init x) (legal me go) (legal me stay) (goal me 0) (next x) {numbers}\n"
        "(<= (p ?a ?b ?c ?d ?e) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e))\n(<= terminal (p ?x ?y ?z ?u ?v))\n"
    )
    answer = CliRunner().invoke(tgpl, ["run", str(sheet)])
    assert answer.exit_code == 1 and compiled == ["now"]
    assert "error[R715]" in answer.output and ":2:5" in answer.output
