"""Every problem has its story, and every example in it behaves as it says."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import tgpl.dice.problems as odds_problems
import tgpl.languages.gdl.problems as sheet_problems
import tgpl.languages.rpg.problems as script_problems
import tgpl.languages.senet.problems as senet_problems
import tgpl.languages.tgpl.problems as problems
from tgpl.apps.explain import Example, load_stories
from tgpl.apps.setup_check import check_setups
from tgpl.compile import compile_rules
from tgpl.dice.evaluate import find_odds
from tgpl.runtime.errors import TITLES
from tgpl.text.diagnostics import Problem
from tgpl.text.files import Texts
from tgpl.text.source import SourceFile

STORIES = load_stories()
KINDS: dict[str, type[Problem]] = {
    kind.code: kind
    for module in (problems, script_problems, senet_problems, sheet_problems, odds_problems)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Problem) and kind.code
}
GOLDEN = Path(__file__).parent.parent / "golden"


def whole(example: Example) -> str:
    """An example as a whole file."""
    if example.place == "file" or example.edition in ("rpg", "senet", "kif", "hrf"):
        return example.text
    if example.place == "setup":
        return f'game "x";\nplayers 2;\nsetup\n{{\n{example.text}}}\n'
    return f'game "x";\nplayers 2;\n{example.text}setup {{ }}\n'


def codes(example: Example) -> list[str]:
    if example.edition == "odds":
        return [problem.code for problem in find_odds(SourceFile("odds", example.text))[1]]
    main = "main.snt" if example.edition == "senet" else f"main.{example.edition}"
    result = compile_rules(Texts(main, {main: whole(example)}))
    tried = check_setups(result) if result.playable and example.edition == "tgpl" else []
    return [problem.code for problem in (*result.problems, *tried)]


def test_every_problem_has_a_story() -> None:
    assert set(STORIES) == set(KINDS) | set(TITLES)
    for code, kind in KINDS.items():
        assert STORIES[code].title == kind.title
        assert code[0] == ("E" if kind.severity == "error" else "W")
    for code, title in TITLES.items():
        assert STORIES[code].title == title


@pytest.mark.parametrize("code", [code for code, story in STORIES.items() if story.examples])
def test_examples(code: str) -> None:
    for example in STORIES[code].examples:
        found = codes(example)
        if example.right:
            assert not [c for c in found if c[0] == "E" or c == code], (example.text, found)
        else:
            assert code in found, (example.text, found)
            assert {c for c in found if c[0] == "E"} <= {code}, (example.text, found)


def test_every_problem_has_a_golden() -> None:
    seen = "".join(path.read_text(encoding="utf-8") for path in GOLDEN.rglob("*.golden"))
    missing = {code for code in KINDS if f"[{code}]" not in seen}
    assert missing == {
        "E001",
        "E002",
        "E006",
        "E212",
        "E800",
        "E801",
        "E804",
        "E910",
        "E911",
        "E914",
        "E970",
        "E971",
    }  # no text could show them: see test_limits.py
    assert len(KINDS) >= 80


def test_problems_say_whether_they_are_about_how_a_text_is_written() -> None:
    for kind in KINDS.values():
        module = kind.__module__.rpartition(".")[2]
        assert kind.syntactic == (module in ("text", "syntax", "structure", "tgdl")), kind
        assert not (kind.vague and module == "tgdl"), kind


def test_problems_tell_facts_that_they_have() -> None:
    for kind in KINDS.values():
        assert kind.says or kind.message is not Problem.message, kind
        for sentence in (kind.says, kind.expects, kind.advises, *kind.mends):
            told = {re.split(r"[.[]", name)[0] for _, name, _, _ in Formatter().parse(sentence) if name is not None}
            assert told <= set(kind.__match_args__), kind
