"""The pages about the house are about this house: every module stands on the page of its floor, and what is named is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from test_layers import OUTSIDE, SOURCE

ROOT = SOURCE.parent.parent
PAGES = sorted((ROOT / "docs" / "architecture").glob("*.md"))
ALL = [ROOT / "docs" / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *PAGES]


def modules_named(text: str) -> set[str]:
    """In the first column of tables: `core/types`, `nodes` are two modules of one folder."""
    found = set()
    for row in re.findall(r"^\| ([^|]*`[^|]*) \|", text, flags=re.MULTILINE):
        folder = ""
        for name in re.findall(r"`([\w/]+)`", row):
            if "/" in name and (SOURCE / name.split("/")[0]).is_dir():
                folder = name.rpartition("/")[0]
                found.add(name)
            else:
                found.add(f"{folder}/{name}")
    return found


def modules_there() -> set[str]:
    """Problem classes are listed nowhere: their modules are named alike in every language."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        name = path.relative_to(SOURCE).with_suffix("").as_posix()
        holds = re.search(r"^(def|class|from|import) ", path.read_text(encoding="utf-8"), re.MULTILINE)
        if "/" in name and "/problems/" not in name and holds:
            found.add(name)
    return found


def test_every_module_has_its_line() -> None:
    named = set().union(*(modules_named(page.read_text(encoding="utf-8")) for page in PAGES))
    there = modules_there()
    assert {name for name in there if name not in named} == set()
    assert {name for name in named if not (SOURCE / f"{name}.py").exists()} == set()


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.stem)
def test_what_is_named_is_there(page: Path) -> None:
    for name in re.findall(
        r"`((?:src|tests|scripts|benchmarks|docs|examples)/[\w./]+)`", page.read_text(encoding="utf-8")
    ):
        assert "NAME" in name or (ROOT / name).exists(), f"{page.name} speaks of {name}"


def test_the_first_page_has_every_folder() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    folders = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()} - OUTSIDE
    assert {folder for folder in folders if f"`{folder}`" not in text} == set()
