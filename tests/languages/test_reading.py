"""What reading a rule text promises beyond single problems: speed on odd texts, words for files that are none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from processor import processor_time
from tgpl.apps.cli import tgpl
from tgpl.compile import compile_rules
from tgpl.text.files import Texts


def test_many_unused_variables() -> None:
    """Twice as many take about twice as long; were it four times as long, these would take many minutes."""
    declared = " ".join(f"number v{i} = {i};" for i in range(20_000))
    text = f'game "x"; players 2; setup {{ {declared} }}'
    with processor_time(60):
        result = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    assert [problem.code for problem in result.problems] == ["W501"] * 20_000


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="needs /dev/null")
def test_a_file_that_is_none() -> None:
    result = CliRunner().invoke(tgpl, ["check", "/dev/null"])
    assert result.exit_code == 1
    assert "cannot be read: it is a device, and no file" in result.output


def test_a_record_that_is_no_text(tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    record.write_bytes(b"\xff\xfe\x00")
    result = CliRunner().invoke(tgpl, ["replay", str(record)])
    assert result.exit_code == 1
    assert result.output == f"{record} cannot be replayed: it is no text in UTF-8, as records are.\n"
