"""The sanitizers have nothing to say about games in C: a small part of what scripts/sanitize.py tries."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import EXAMPLES
from hostile import PROGRAMS as HOSTILE
from hostile import UNCOUNTED
from programs import files
from programs.small import PROGRAMS
from sanitized import available, complaint
from sheets import SHEETS
from test_logic_rules import GROWING, STRANGERS
from tgpl.compile import compile_rules
from tgpl.emit.c.program import emit
from tgpl.emit.c.rulesheet import EvaluatorKind
from tgpl.text.files import Folder, Texts

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not available(), reason="needs a C compiler with the address and undefined-behaviour sanitizers"
    ),
]


@pytest.mark.parametrize("name", ["tris", "goofspiel", "workshops", "honours"])
def test_examples(name: str, tmp_path: Path) -> None:
    path = next(path for path in EXAMPLES if path.stem == name)
    assert complaint(compile_rules(Folder.of_main(str(path))).program(), tmp_path) is None


@pytest.mark.parametrize("name", ["many texts as options", "any board and its parts", "narrower views"])
def test_odd_programs(name: str, tmp_path: Path) -> None:
    text = f'game "odd"; players 2;\n{PROGRAMS[name]}'
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    assert complaint(result.program(), tmp_path) is None


@pytest.mark.parametrize(
    "name",
    [
        "one text held by everything that can hold one",
        "decks, tables and one text among what is hidden",
        "a tile that is added to a smaller grid",
        "a list of many that is chosen one by one",
    ],
)
def test_hostile_programs(name: str, tmp_path: Path) -> None:
    """Those that have broken something; the others are played by the script."""
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": f'game "hostile"; players 2;\n{HOSTILE[name]}'}))
    uncounted = name in UNCOUNTED
    found = complaint(result.program(), tmp_path, seeds=1, steps=160 if uncounted else 25, counted=not uncounted)
    assert found is None


@pytest.mark.parametrize("seed", range(6))
def test_random_programs(seed: int, tmp_path: Path) -> None:
    assert complaint(compile_rules(Texts(*files(seed))).program(), tmp_path) is None


@pytest.mark.parametrize(
    ("name", "way"), [("small_poker", "net"), ("hare_and_hounds", "rules"), ("muddy_foreheads", None)]
)
def test_rulesheets(name: str, way: EvaluatorKind | None, tmp_path: Path) -> None:
    result = compile_rules(Folder.of_main(str(SHEETS / f"{name}.kif")))
    assert complaint(result.program(), tmp_path, way=way) is None


@pytest.mark.parametrize("text", [STRANGERS, GROWING], ids=["strangers", "growing"])
def test_odd_rulesheets(text: str, tmp_path: Path) -> None:
    result = compile_rules(Texts("main.kif", {"main.kif": text}))
    assert complaint(result.program(), tmp_path, way="rules") is None


FAULT = " G->arena[G->arena_size + 64] = 1;"


def test_a_fault_would_be_noticed(tmp_path: Path) -> None:
    """A byte is written behind the end of the arena."""
    text = """game "faulty"; players 2; setup { log("fine"); winner 0; }"""
    program = compile_rules(Texts("main.tgpl", {"main.tgpl": text})).program()
    begins = "static void stage_setup(Game *G) {"
    assert begins in emit(program)[0]
    spoiled = complaint(program, tmp_path, spoil=lambda text: text.replace(begins, begins + FAULT))
    assert "AddressSanitizer" in (spoiled or "")
