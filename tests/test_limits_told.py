"""Limits stand in one place, and those that texts name are those that the code has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tgpl.apps.explain import load_stories
from tgpl.languages.common import lexing
from tgpl.languages.rpg.check import objects
from tgpl.languages.rpg.syntax import lex as rpg
from tgpl.languages.senet.syntax import statements as senet_statements
from tgpl.languages.tgpl.check import members
from tgpl.languages.tgpl.syntax import card_tables, deck_contents, statements
from tgpl.runtime.datalog import evaluate, possible_worlds
from tgpl.text import dice_formula, limits

ROOT = Path(__file__).parent.parent
TOLD = {
    "E006": {lexing.LONGEST_TEXT},
    "E106": {statements.MOST_BRANCHES},
    "E438": {members.MOST_TILES},
    "E589": {card_tables.MOST_ROWS},
    "E595": {deck_contents.MOST_COPIES},
    "E804": {lexing.LONGEST_TEXT},
    "E807": {rpg.LARGEST - 1},
    "E808": {limits.MOST_FACES},
    "E817": {objects.MOST_EXTENDED},
    "E909": {dice_formula.LARGEST - 1},
    "E914": {lexing.LONGEST_TEXT},
    "E927": {senet_statements.MOST_BRANCHES},
    "R713": {
        limits.MOST_ELEMENTS,
        limits.MOST_OBJECTS,
        limits.LONGEST_LOG,
        limits.MOST_DICE,
        limits.LONGEST_FORMULA,
        limits.MOST_ODDS_VALUES,
    },
    "R714": {limits.MOST_NUMBERS},
    "R717": {possible_worlds.MOST_WORLDS},
}
SHARED = {name: value for name, value in vars(limits).items() if name.isupper()}
NUMBER = re.compile(r"\b\d{1,3}(?:,\d{3})+\b")


def numbers(text: str) -> set[int]:
    return {int(number.replace(",", "")) for number in NUMBER.findall(text)}


@pytest.mark.features("G6")
def test_limits_in_stories() -> None:
    told = {code: found for code, story in load_stories().items() if (found := numbers(story.text))}
    assert told == TOLD


def test_limits_in_words() -> None:
    story = load_stories()["R715"].text
    assert evaluate.MOST_WORK == 20_000_000 and "twenty million rows" in story
    assert f"{evaluate.DEEPEST} functions" in story


def test_limits_in_the_page_about_rulesheets() -> None:
    page = (ROOT / "docs" / "gdl.md").read_text(encoding="utf-8")
    assert f"{possible_worlds.MOST_WORLDS:,} ways to come to them" in page


def sources(*patterns: str) -> dict[Path, str]:
    """Texts of the toolkit, without comments in C."""
    paths = [path for pattern in patterns for path in sorted((ROOT / "src" / "tgpl").glob(pattern))]
    assert paths
    return {path: re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL) for path in paths}


def test_the_c_runtime_writes_no_shared_limit() -> None:
    large = {value for value in SHARED.values() if value > 1_000}
    for path, text in sources("emit/c/runtime/*.c", "emit/c/rulesheet/*.c").items():
        said = set(re.findall(r"\b([A-Z][A-Z_]+) = [0-9]|#define ([A-Z][A-Z_]+) ", text))
        assert not {name for pair in said for name in pair} & SHARED.keys(), path
        assert not {int(digits) for digits in re.findall(r"\b([0-9]{4,})(?:u|ll|ull)?\b", text)} & large, path


def test_python_writes_no_shared_limit() -> None:
    for path, text in sources("runtime/**/*.py", "native/*.py", "text/*.py", "emit/**/*.py", "core/**/*.py").items():
        if path.stem != "limits":
            assert not set(re.findall(r"^_?([A-Z][A-Z_]+)\b.* = ", text, flags=re.MULTILINE)) & SHARED.keys(), path


def test_every_shared_limit_is_known_in_c() -> None:
    text = "".join(sources("emit/c/runtime/*.c").values())
    assert all(re.search(rf"\b{name}\b", text) for name in SHARED)
