"""The rule texts in the documents are fine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tgpl.compile import compile_rules
from tgpl.diagnostics import to_terminal
from tgpl.files import Texts

ROOT = Path(__file__).parent.parent
# What an example of an expansion expands.
HARBOUR = 'game "harbour"; players 2; class Ship { function Speed { returns number; effect { return 1; } } } setup { }'


def examples() -> list[tuple[str, str, str]]:
    found = []
    for path in [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]:
        fences = re.findall(r"^```tgpl ?(\w*)\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        found += [(f"{path.stem} {number}", place, text) for number, (place, text) in enumerate(fences, 1)]
    return found


@pytest.mark.parametrize(("place", "text"), [(p, t) for _, p, t in examples()], ids=[name for name, _, _ in examples()])
def test_rule_texts(place: str, text: str) -> None:
    if place == "setup":
        text = f'game "x";\nplayers 2;\nsetup\n{{\n{text}}}\n'
    elif place != "file":
        text = f'game "x";\nplayers 2;\n{text}setup {{ }}\n'
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text, "harbour.tgpl": HARBOUR}))
    assert not [p for p in result.problems if p.severity == "error"], to_terminal(result.problems)


def test_nothing_is_said_twice_about_where_we_are() -> None:
    """The project speaks of itself alone: no path of a machine, no address of a package registry."""
    addresses = re.compile(r"https?://[^ \"]*(pypi|files\.pythonhosted|registry)")
    for path in ROOT.rglob("*"):
        if (
            path.is_file()
            and not {".git", ".venv"} & set(path.parts)
            and path.suffix in (".md", ".txt", ".toml", ".py", "")
        ):
            assert not addresses.search(path.read_text(encoding="utf-8", errors="ignore")), path
