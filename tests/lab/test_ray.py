"""A Ray cluster on this machine plays the same games as processes do, and the report is the same to the byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tgpl.apps.cli import tgpl
from tgpl.apps.lab.lab import Lab, Request
from tgpl.compile import compile_rules
from tgpl.text.files import Folder

TRIS = Path(__file__).parent.parent.parent / "examples" / "tris" / "tris.tgpl"


def report_data(**asked: object) -> str:
    request = Request(str(TRIS), workers=1, games=120, agents=("mcts:20", "mcts:60"))._replace(**asked)  # type: ignore[arg-type]
    return json.dumps(Lab(compile_rules(Folder.of_main(str(TRIS))), request).run(lambda words: None).data())


def test_a_cluster_gives_the_same_report(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'tgpl[ray]'")
    monkeypatch.setenv("TGPL_CC", "none")
    assert report_data(ray="local", workers=2) == report_data()


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    done = CliRunner().invoke(tgpl, ["lab", str(TRIS), "--games", "10", "--ray", "auto"])
    assert done.exit_code == 2, done.output
    assert "pip install 'tgpl[ray]'" in done.output
