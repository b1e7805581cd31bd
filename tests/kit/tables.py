"""Tables for tests of `play`: at a real terminal and through a pipe."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from short_games import game
from tgpl.draw.boards import draw_boards
from tgpl.draw.scene import Scene
from tgpl.runtime.decision import Decision, Option

ROOT = Path(__file__).parent.parent.parent


TRIS = ROOT / "examples" / "tris" / "tris.tgpl"


def piped(typed: str, *arguments: str, home: Path, code: int = 0) -> str:
    """What `tgpl play` prints when a text is piped into it."""
    environment = {**os.environ, "XDG_STATE_HOME": str(home), "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "100"}
    command = [sys.executable, "-X", "utf8", "-m", "tgpl", "play", *arguments]
    data = typed.encode("utf-8", "surrogateescape")
    done = subprocess.run(command, input=data, capture_output=True, env=environment, cwd=ROOT, timeout=600)
    shown = done.stdout.decode("utf-8")
    assert done.returncode == code, done.stderr.decode("utf-8") + shown
    return shown


def drawn(text: str, players: int = 2) -> list[str]:
    state = game(text, head=f'game "t";\nplayers {players};\n').start()
    return [
        "".join(words for words, _ in line).rstrip() for line in draw_boards(Scene(state.view(None)), frozenset(), 80)
    ]


WAIT = "global class W { B b = new B(); action Wait { trigger PlayerChoiceEvent; effect { winner 0; } } }\n"


def asked(*labels: str, free: str | None = None, kind: str = "input") -> Decision:
    return Decision(0, kind, "x", "A", tuple(Option(label, label) for label in labels), free)
