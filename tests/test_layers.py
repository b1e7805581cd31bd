"""The house's one direction: who may import whom."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from games import EXAMPLES, example
from tgpl.compile import compile_rules
from tgpl.files import Folder

SOURCE = Path(__file__).parent.parent / "src" / "tgpl"

BASE = {"tgpl", "tgpl.shape", "tgpl.source", "tgpl.diagnostics", "tgpl.escaping", "tgpl.files", "tgpl.mending"}
# A module's layer, and what that layer may import beside itself.
ALLOWED: dict[str, set[str]] = {
    "base": {"disk", "calling"},
    "disk": set(),  # files of the user
    "journal": {"disk"},
    "calling": set(),  # commands as they are printed
    "formula": set(),  # what dice look like: known to whoever reads, translates or throws them
    "core": {"base", "formula"},
    "logic": {"base", "runtime"},  # what is known of a rulesheet before it is played, and its evaluators in C
    "languages": {"base", "calling", "core", "formula", "logic"},
    "emit": {"base", "core", "formula", "logic"},
    "odds": {"base", "calling", "formula", "core", "languages", "runtime"},
    "runtime": {"formula"},
    "agents": {"runtime"},
    "compile": {"base", "core", "languages", "emit", "runtime"},
    "converting": {"compile", "languages"},
    "fixing": {"base", "compile"},
    "explain": {"base"},
    "recorded": {"base", "disk", "runtime"},
    "progress": set(),
    "play": {"base", "disk", "journal", "runtime"},
    "quick": {"compile", "emit", "runtime"},  # the evaluator of a rulesheet that answers soonest
    "targets": {"compile", "emit", "runtime", "agents"},
    "scripting": {"compile", "runtime", "targets"},
    "reading": {"runtime"},
    "ending": {"scripting"} | {"base", "compile", "runtime", "play"},
    "repl": {"base", "disk", "core", "languages", "emit", "runtime", "odds", "ending", "play"},
    "beginnings": {"base", "compile", "languages", "runtime"},
    "bench": {"compile", "runtime", "agents", "targets", "ending", "calling"},
    "bindings": {"base", "core", "logic", "compile", "thinking", "runtime", "play"},
    "thinking": {"compile", "runtime", "agents", "targets"},
    "running": {"compile", "thinking", "runtime", "agents"},
    "solving": {"base", "agents", "play", "runtime"},
    "hints": {"thinking", "runtime", "agents"},
    "keeping": {"calling", "disk", "journal", "agents", "play", "runtime"},
    "playing": {
        "keeping",
        "quick",
        "calling",
        "base",
        "compile",
        "thinking",
        "hints",
        "runtime",
        "agents",
        "play",
        "progress",
    },
    "cli": {"base", "core", "compile", "explain", "runtime", "agents", "play", "thinking", "running", "playing"}
    | {
        "converting",
        "ending",
        "progress",
        "targets",
        "bench",
        "beginnings",
        "solving",
        "odds",
        "scripting",
        "reading",
        "repl",
    }
    | {"recorded", "fixing", "quick", "keeping", "disk", "calling"},
}


for allowed in ALLOWED.values():
    # What rulesheets are made of, what hangs together, how names are written: everybody may know.
    allowed |= {"terms", "components", "spelling"}
ALLOWED["terms"] = ALLOWED["components"] = ALLOWED["spelling"] = set()


def layer(module: str) -> str:
    if module in BASE:
        return "base"
    word = module.split(".")[1]
    return "cli" if word == "__main__" else word


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
def test_one_direction(path: Path) -> None:
    relative = path.relative_to(SOURCE.parent).with_suffix("")
    module = ".".join(relative.parts).removesuffix(".__init__")
    own = layer(module) if "." in module else "base"
    for name in imports(path):
        if "." in name:
            assert layer(name) == own or layer(name) in ALLOWED[own], f"{module} must not import {name}"


def test_the_pipeline_is_short() -> None:
    assert len((SOURCE / "compile.py").read_text(encoding="utf-8").splitlines()) < 100


@pytest.mark.features("T60")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_translated_games_import_only_the_runtime(path: Path) -> None:
    text = compile_rules(Folder.of_main(str(path))).python()[0]
    modules = re.findall(r"^(?:from|import) (\S+)", text, flags=re.MULTILINE)
    assert modules == ["__future__", "tgpl.runtime.rules"]
    assert example(path).rules.name


def test_translated_games_import_what_the_runtime_offers() -> None:
    from tgpl.emit import naming
    from tgpl.runtime import rules

    assert set(naming.IMPORTED) == set(rules.__all__)


def test_commands_write_in_one_place() -> None:
    """What comes from a text must not drive the terminal: only `out` writes, and makes it plain."""
    for path in sorted((SOURCE / "cli").glob("*.py")):
        if path.stem != "out":
            assert not re.search(r"click\.echo|\bprint\(|stdout\.write", path.read_text(encoding="utf-8")), path
