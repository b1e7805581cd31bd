"""Limits that texts name are those that the code has: whoever changes one is told here where it is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tgpl.apps.explain import stories
from tgpl.languages.common import lexing
from tgpl.languages.rpg.check import objects
from tgpl.languages.rpg.syntax import lex as rpg
from tgpl.languages.senet.syntax import statements as senet_statements
from tgpl.languages.tgpl.check import members
from tgpl.languages.tgpl.syntax import statements
from tgpl.runtime import collections, dice, dice_odds, inputs, match, registrar
from tgpl.runtime.datalog import evaluate, possible_worlds
from tgpl.text import dice_formula

ROOT = Path(__file__).parent.parent
TOLD = {
    "E006": {lexing.LONGEST_TEXT},
    "E106": {statements.MOST_BRANCHES},
    "E438": {members.MOST_TILES},
    "E804": {lexing.LONGEST_TEXT},
    "E807": {rpg.LARGEST - 1},
    "E808": {dice_formula.MOST_FACES},
    "E817": {objects.MOST_EXTENDED},
    "E909": {dice_formula.LARGEST - 1},
    "E914": {lexing.LONGEST_TEXT},
    "E927": {senet_statements.MOST_BRANCHES},
    "R713": {
        collections.LARGEST,
        registrar.MOST_OBJECTS,
        match.LONGEST_LOG,
        dice.MOST_DICE,
        dice_formula.LONGEST,
        dice_odds.MOST_VALUES,
    },
    "R714": {inputs.MOST_NUMBERS},
    "R717": {possible_worlds.MOST_WORLDS},
}
NUMBER = re.compile(r"\b\d{1,3}(?:,\d{3})+\b")


def numbers(text: str) -> set[int]:
    return {int(number.replace(",", "")) for number in NUMBER.findall(text)}


@pytest.mark.features("G6")
def test_limits_in_stories() -> None:
    told = {code: found for code, story in stories().items() if (found := numbers(story.text))}
    assert told == TOLD


def test_limits_in_words() -> None:
    story = stories()["R715"].text
    assert evaluate.MOST_WORK == 20_000_000 and "twenty million rows" in story
    assert f"{evaluate.DEEPEST} functions" in story


def test_limits_in_the_page_about_rulesheets() -> None:
    page = (ROOT / "docs" / "gdl.md").read_text(encoding="utf-8")
    assert f"{possible_worlds.MOST_WORLDS:,} ways to come to them" in page
