"""Every text and every screen of the tutorial is what the reader sees."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tgpl.apps.cli import tgpl

TUTORIAL = Path(__file__).parent.parent.parent / "docs" / "tutorial.md"
TEMPLATE = Path(__file__).parent.parent.parent / "src" / "tgpl" / "template.tgpl"
BLOCKS = re.compile(r"^```(tgpl file(?: template)?)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"^(?:player \d|Ann|Ben)> (.*)$", re.MULTILINE)


CHANGE = re.compile(r"change `([^`]+)` to `([^`]+)` in your editor")


def screen(text: str, file: Path) -> str:
    """What a command of the tutorial prints, with what the reader types into it."""
    words = text.partition("\n")[0].removeprefix("$ ./tgpl ").split()
    if words[0] == "check":  # the reader has made two mistakes
        broken = file.read_text(encoding="utf-8").replace("stones -= count;", "stones -= count")
        file.write_text(broken.replace("stones == 0", "stones = 0"), encoding="utf-8")
    typed = "".join(f"{line}\n" for line in TYPED.findall(text))
    result = CliRunner().invoke(tgpl, words, input=typed, env={"COLUMNS": "100"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    return f"$ ./tgpl {' '.join(words)}\n" + "".join(f"{line}\n" for line in lines)


def test_screens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("tgpl.text.shell_commands._tool_name", ["./tgpl"])
    file = Path("pebbles.tgpl")
    tutorial = TUTORIAL.read_text(encoding="utf-8")

    def made(block: re.Match[str]) -> str:
        kind, text = block[1] or "", block[2]
        for old, new in CHANGE.findall(tutorial[: block.start()].rpartition("```")[2]):
            rules = file.read_text(encoding="utf-8")
            assert old in rules
            file.write_text(rules.replace(old, new), encoding="utf-8")
        if kind == "tgpl file template":
            text = TEMPLATE.read_text(encoding="utf-8").replace("NAME", "pebbles")
            assert file.read_text(encoding="utf-8") == text
        elif kind:
            file.write_text(text, encoding="utf-8")
        else:
            text = screen(text, file)
        return f"```{kind}\n{text}```"

    text = BLOCKS.sub(made, tutorial)
    if request.config.getoption("--accept"):
        TUTORIAL.write_text(text, encoding="utf-8")
    assert text == tutorial or request.config.getoption("--accept")
    assert len(BLOCKS.findall(text)) >= 10 and len(CHANGE.findall(text)) == 1
