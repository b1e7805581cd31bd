"""The sanitizers have nothing to say about games in C: a small part of what scripts/sanitize.py tries."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from few_steps import few_steps
from games import EXAMPLES
from hostile import PROGRAMS as HOSTILE
from hostile import UNCOUNTED
from odd_sheets import GROWING, STRANGERS
from programs import files
from programs.small import PROGRAMS
from samples import sample
from sanitized import available, complaint
from sheets import SHEETS
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

MOST_BUILDS = 100  # that are kept


@pytest.fixture(scope="module")
def builds(request: pytest.FixtureRequest) -> Path:
    """Where builds are kept from one run of the suite to the next."""
    place = Path(request.config.cache.mkdir("sanitized"))
    with suppress(FileNotFoundError):  # another process clears up as well
        kept = [path for path in place.iterdir() if path.is_file()]
        for path in sorted(kept, key=lambda path: path.stat().st_mtime)[:-MOST_BUILDS]:
            path.unlink()
    return place


@pytest.mark.parametrize("name", sample(["honours", "tris", "goofspiel", "workshops"], 1))
def test_examples(name: str, builds: Path) -> None:
    path = next(path for path in EXAMPLES if path.stem == name)
    assert complaint(compile_rules(Folder.of_main(str(path))).program(), builds) is None


@pytest.mark.parametrize("name", sample(["many texts as options", "any board and its parts", "narrower views"], 1))
def test_odd_programs(name: str, builds: Path) -> None:
    text = f'game "odd"; players 2;\n{PROGRAMS[name]}'
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    assert complaint(result.program(), builds) is None


@pytest.mark.parametrize(
    "name",
    sample(
        [
            "decks, tables and one text among what is hidden",
            "one text held by everything that can hold one",
            "a tile that is added to a smaller grid",
            "a list of many that is chosen one by one",
        ],
        1,
    ),
)
def test_hostile_programs(name: str, builds: Path) -> None:
    """Those that have broken something; the others are played by the script."""
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": f'game "hostile"; players 2;\n{HOSTILE[name]}'}))
    uncounted = name in UNCOUNTED
    found = complaint(result.program(), builds, seeds=1, steps=160 if uncounted else 25, counted=not uncounted)
    assert found is None


@pytest.mark.parametrize("seed", sample(range(6), 1))
def test_random_programs(seed: int, builds: Path) -> None:
    with few_steps(10):
        assert complaint(compile_rules(Texts(*files(seed))).program(), builds) is None


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("hare_and_hounds", "rules"),
        pytest.param("small_poker", "net", marks=pytest.mark.deep),
        pytest.param("muddy_foreheads", None, marks=pytest.mark.deep),
    ],
)
def test_rulesheets(name: str, way: EvaluatorKind | None, builds: Path) -> None:
    result = compile_rules(Folder.of_main(str(SHEETS / f"{name}.kif")))
    assert complaint(result.program(), builds, way=way) is None


@pytest.mark.parametrize("text", sample([STRANGERS, GROWING], 1), ids=["strangers", "growing"])
def test_odd_rulesheets(text: str, builds: Path) -> None:
    result = compile_rules(Texts("main.kif", {"main.kif": text}))
    assert complaint(result.program(), builds, way="rules") is None


FAULT = " G->arena[G->arena_size + 64] = 1;"


def test_a_fault_would_be_noticed(builds: Path) -> None:
    """A byte is written behind the end of the arena."""
    text = """game "faulty"; players 2; setup { log("fine"); winner 0; }"""
    program = compile_rules(Texts("main.tgpl", {"main.tgpl": text})).program()
    begins = "static void stage_setup(Game *G) {"
    assert begins in emit(program)[0]
    spoiled = complaint(program, builds, spoil=lambda text: text.replace(begins, begins + FAULT))
    assert "AddressSanitizer" in (spoiled or "")
