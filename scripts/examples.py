"""For every example game a recorded match and a picture of it: examples/<game>/match.json and picture.svg.

Rulesheets lie all in one folder: their matches are examples/gdl/matches/<game>.json, and there is a picture of one of them.

With `--check` it only says whether they are what would be written. Run it after changing a game or how games are drawn.

    .venv/bin/python scripts/examples.py [GAME …] [--check]
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from tgpl import __version__
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.agents.text_answers import play_typed
from tgpl.apps.terminal.screen import THEME, Screen, count_shown
from tgpl.compile import compile_rules
from tgpl.runtime.game import Game
from tgpl.runtime.record import write
from tgpl.runtime.state import State
from tgpl.text.files import Folder

ROOT = Path(__file__).parent.parent
SEED, PLAYERS = 7, 3  # three players where a game takes them
SHOWN = "reversi"  # of the rulesheets
# Without the font that rich would have a reader's browser fetch.
_FORMAT = re.sub(r"<!--.*?-->\s*|@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL).replace(
    "Fira Code, monospace", "monospace"
)


def mains() -> list[Path]:
    paths = [*ROOT.glob("examples/*/*.tg[pd]l"), *ROOT.glob("examples/*/*.snt")]
    return sorted(path for path in paths if path.stem == path.parent.name)


def sheets() -> list[Path]:
    """The rulesheets, in one of their two spellings."""
    return sorted(ROOT.glob("examples/gdl/*.kif"))


def made(path: Path) -> dict[Path, str]:
    """The files that belong to a game."""
    game, match, record = recorded(path)
    if path.suffix != ".kif":
        folder = path.parent
        return {folder / "match.json": record, folder / "picture.svg": picture(game, match, path.stem)}
    files = {path.parent / "matches" / f"{path.stem}.json": record}
    if path.stem == SHOWN:
        files[path.parent / "picture.svg"] = picture(game, match, path.stem)
    return files


def recorded(path: Path) -> tuple[Game, State, str]:
    """A match of random players, and its record."""
    result = compile_rules(Folder.of_main(str(path)))
    game = result.game()
    low, high = game.rules.players
    players = min(max(low, PLAYERS), high)
    if game.rules.prints:
        state = play_typed(game, SEED, players, "random", 2_000)
    else:
        state = game.begin(SEED, players)
        state.play(combine_agents(make_agents("random", players, SEED)), 2_000)
    return game, state, write(state, __version__, result.files[-1].name, result.sources)


def picture(game: Game, match: State, title: str) -> str:
    """The screen of the player who has to choose somewhere in the middle of the match."""
    choices = match.choices[: _interesting(match)]
    state = game.replay(match.seed, match.players, choices)
    out = Console(theme=THEME, width=92, record=True, file=io.StringIO(), force_terminal=True, highlight=False)
    screen = Screen(out)
    if state.decision is not None:
        screen.show_head(state)
        if game.rules.prints:
            screen.show_output("".join(state.log[count_shown(state.log) :]))
        screen.show_table(state, state.decision.player)
        screen.show_question(state.decision, state.game.rules)
        screen.show_options(state.decision, state.game.rules, screen.sight(state))
    return out.export_svg(title=title, code_format=_FORMAT, unique_id=title.replace(" ", "-"))


def _interesting(match: State) -> int:
    """Far enough for something to have happened, early enough for something to be left."""
    return max(1, len(match.choices) * 2 // 5)


def main() -> int:
    wanted = [word for word in sys.argv[1:] if not word.startswith("-")]
    stale = []
    for path in [*mains(), *sheets()]:
        if wanted and not {path.stem, path.parent.name} & set(wanted):
            continue
        for file, text in made(path).items():
            if "--check" in sys.argv:
                if not file.exists() or file.read_text(encoding="utf-8") != text:
                    stale.append(str(file.relative_to(ROOT)))
            else:
                file.parent.mkdir(exist_ok=True)
                file.write_text(text, encoding="utf-8")
    if stale:
        print(f"not up to date: {', '.join(stale)}; run scripts/examples.py")
    return bool(stale)


if __name__ == "__main__":
    sys.exit(main())
