"""Every screen of the tutorial is what the reader sees."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tgpl.cli import tgpl

TUTORIAL = (Path(__file__).parent.parent / "docs" / "tutorial.md").read_text(encoding="utf-8")


def test_screens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("matches.tgpl")
    screens = 0
    for kind, text in re.findall(r"^```(tgpl file)?\n(.*?)^```", TUTORIAL, re.MULTILINE | re.DOTALL):
        if kind:
            file.write_text(text, encoding="utf-8")
            continue
        command, _, expected = text.partition("\n")
        words = command.removeprefix("$ ./tgpl ").split()
        if words[0] == "check":  # the reader has made two mistakes
            broken = file.read_text(encoding="utf-8").replace("matches -= count;", "matches -= count")
            file.write_text(broken.replace("matches == 0", "matches = 0"), encoding="utf-8")
        result = CliRunner().invoke(tgpl, words)
        assert result.stdout == expected
        screens += 1
    assert screens == 5
