"""The house's one direction: who may import whom."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from games import EXAMPLES, example
from tgpl.compile import compile_rules
from tgpl.text.files import Folder

SOURCE = Path(__file__).parent.parent / "src" / "tgpl"

# From the ground up. A folder may import from floors below it, and on its own floor from those that stand before it.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("text",),
    ("core", "runtime"),
    ("native", "draw", "gdl"),
    ("languages", "emit", "dice"),
    ("compile",),
    ("agents", "bindings"),
    ("apps",),
)
ORDER = [folder for floor in FLOORS for folder in floor]
# What stands before a folder, and it does without all the same.
NOT_EVEN = {
    "runtime": {"core"},
    "native": {"core"},
    "draw": {"core", "native"},
    "gdl": {"core", "native"},
    "emit": {"languages"},
}
NOT_OF_A_FLOOR = {"lab", "examples", "properties", "golden", "play", "listings", "kit"}  # folders of tests
OUTSIDE = {"files", "__main__"}  # names for programs outside, and for Python


def folder(module: str) -> str:
    return module.split(".")[1]


def imports(path: Path) -> set[str]:
    """The modules of the toolkit that a file names, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            module = node.module or ""
            submodules = {f"{module}.{alias.name}" for alias in node.names}
            found |= {module} | {
                name for name in submodules if (SOURCE.parent / name.replace(".", "/")).with_suffix(".py").exists()
            }
    return {name for name in found if name.split(".")[0] == "tgpl" and name != "tgpl"}


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_lead_down(path: Path) -> None:
    relative = path.relative_to(SOURCE.parent).with_suffix("")
    module = ".".join(relative.parts).removesuffix(".__init__")
    if "." not in module or folder(module) in OUTSIDE:
        return
    own = folder(module)
    below = set(ORDER[: ORDER.index(own)]) - NOT_EVEN.get(own, set())
    for name in imports(path):
        assert folder(name) == own or folder(name) in below, f"{module} must not import {name}"


def test_every_folder_has_its_floor() -> None:
    there = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert there - {"__init__"} == {*ORDER, *OUTSIDE}


def test_the_pipeline_is_short() -> None:
    assert len((SOURCE / "compile.py").read_text(encoding="utf-8").splitlines()) <= 100


@pytest.mark.features("T60")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_translated_games_import_only_the_runtime(path: Path) -> None:
    text = compile_rules(Folder.of_main(str(path))).python()[0]
    modules = re.findall(r"^(?:from|import) (\S+)", text, flags=re.MULTILINE)
    assert modules == ["__future__", "tgpl.runtime.rules"]
    assert example(path).rules.name


def test_translated_games_import_what_the_runtime_offers() -> None:
    from tgpl.emit.python import naming
    from tgpl.runtime import rules

    assert set(naming.IMPORTED) == set(rules.__all__)


def test_commands_write_in_one_place() -> None:
    """What comes from a text must not drive the terminal: only `output` writes, and makes it plain."""
    for path in sorted((SOURCE / "apps" / "cli").glob("*.py")):
        if path.stem != "output":
            assert not re.search(r"click\.echo|\bprint\(|stdout\.write", path.read_text(encoding="utf-8")), path


def test_a_session_asks_and_shows_nothing() -> None:
    """A terminal, a browser or an editor stands around it."""
    for path in sorted((SOURCE / "apps" / "session").glob("*.py")):
        assert not {name for name in imports(path) if re.match(r"tgpl\.apps\.(terminal|cli|repl|spinner)", name)}, path
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\b(print|input)\(|\bsys\b|import (rich|click)|from (rich|click)", text), path


def test_tests_stand_on_the_floors_that_they_are_about() -> None:
    folders = {path.name for path in Path(__file__).parent.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders - NOT_OF_A_FLOOR <= set(ORDER)
