"""Every golden and play file still comes out as it was accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from formats import produce, read, written

HERE = Path(__file__).parent
FILES = sorted([*HERE.glob("golden/**/*.golden"), *HERE.glob("play/*.play")])


def _parameter(path: Path) -> object:
    return pytest.param(path, id=path.stem, marks=pytest.mark.features(*read(path).features))


@pytest.mark.parametrize("path", [_parameter(path) for path in FILES])
def test_golden(path: Path, request: pytest.FixtureRequest) -> None:
    golden = read(path)
    text = written(golden, produce(golden))
    if request.config.getoption("--accept"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
