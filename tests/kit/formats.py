"""Golden and play files: a source, and what each stage makes of it.

    # T6 T7                     feature ids that this file shows, and words about it
    == source                   the main file
    == source cards.tgpl        another file beside it
    == source main.tgdl         the main file, in the earlier edition
    == source main.rpg          a script in RPG
    == source main.snt          a game in Senet
    == source main.kif          a rulesheet; or main.hrf, main.gdl
    == file examples/x/x.tgpl   instead of sources: a game in this project
    == problems                 everything below a heading like these is compared with what comes out today
    == format                   the main file in the style of its language
    == beginnings               what `check` finds by trying the setup
    == core
    == python
    == run seed=3 agents=first
    == perft 4
    == play seed=3
    == odds 2d6 + 3             needs no source; or asks a script: `== source main.rpg`

`pytest --accept` rewrites what differs; read the diff.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

from tgpl.agents.perft import perft
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.apps.setup_check import check_setups
from tgpl.compile import Result, compile_rules
from tgpl.core.show import show
from tgpl.core.verify import verify
from tgpl.dice.evaluate import find_odds
from tgpl.dice.report import describe_odds
from tgpl.dice.script import find_odds_in_script
from tgpl.languages.registry import RPG
from tgpl.runtime.record import error_of
from tgpl.runtime.save import digest
from tgpl.runtime.state import State
from tgpl.text.diagnostics import to_terminal
from tgpl.text.files import Folder, Texts
from tgpl.text.source import SourceFile

MAIN = "main.tgpl"
EARLIER = "main.tgdl"
SCRIPT = "main.rpg"
SENET = "main.snt"
SHEETS = ("main.kif", "main.hrf", "main.gdl")
ROOT = Path(__file__).parent.parent.parent


class Section(NamedTuple):
    name: str
    options: dict[str, str]
    argument: str  # what stands behind the name, without options
    heading: str
    text: str


class Golden(NamedTuple):
    path: Path
    head: str
    sections: list[Section]

    @property
    def features(self) -> list[str]:
        return re.findall(r"\b[TDRSG][0-9]+\b", self.head)

    @property
    def sources(self) -> dict[str, str]:
        return {s.argument or MAIN: s.text for s in self.sections if s.name == "source"}

    def compiled(self) -> Result:
        files = [section.argument for section in self.sections if section.name == "file"]
        if files:
            return compile_rules(Folder.of_main(str(ROOT / files[0])))
        sources = self.sources
        return compile_rules(Texts(main_of(sources), sources))


def main_of(sources: dict[str, str]) -> str:
    """The main file among some."""
    return next((name for name in (MAIN, EARLIER, SCRIPT, SENET, *SHEETS) if name in sources), MAIN)


def read(path: Path) -> Golden:
    head, *parts = re.split(r"^== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    sections = []
    for part in parts:
        heading, _, text = part.partition("\n")
        words = heading.split()
        options = dict(word.split("=", 1) for word in words[1:] if "=" in word)
        argument = " ".join(word for word in words[1:] if "=" not in word)
        sections.append(Section(words[0], options, argument, heading, text))
    return Golden(path, head, sections)


def written(golden: Golden, outputs: dict[int, str]) -> str:
    """The file with other outputs."""
    parts = [golden.head]
    for i, section in enumerate(golden.sections):
        parts.append(f"== {section.heading}\n{outputs.get(i, section.text)}")
    return "".join(parts)


def produce(golden: Golden) -> dict[int, str]:
    """What every section but the sources holds today."""
    result = golden.compiled()
    makers = {
        "problems": _problems,
        "format": _format,
        "beginnings": _beginnings,
        "core": _core,
        "python": _python,
        "run": _run,
        "perft": _perft,
        "play": _play,
        "odds": _odds,
    }
    found = {}
    for i, section in enumerate(golden.sections):
        if section.name not in ("source", "file"):
            found[i] = makers[section.name](result, section).rstrip("\n") + "\n\n"
    last = len(golden.sections) - 1
    if last in found:
        found[last] = found[last].rstrip("\n") + "\n"
    return found


def _problems(result: Result, section: Section) -> str:
    return to_terminal(result.problems).replace(f"{ROOT}/", "") or "none\n"


def _format(result: Result, section: Section) -> str:
    made = result.language.format(result.files[-1].tree.file)
    assert made is not None
    return made.text


def _beginnings(result: Result, section: Section) -> str:
    return to_terminal(check_setups(result)) or "none\n"


def _odds(result: Result, section: Section) -> str:
    text = section.heading.removeprefix("odds").strip()
    asked = SourceFile("odds", text)
    value, problems = find_odds_in_script(result.files[-1].tree.file, asked) if result.files else find_odds(asked)
    return to_terminal(problems) if value is None else describe_odds([(text, value)], 80)


def _core(result: Result, section: Section) -> str:
    program = result.program()
    assert verify(program) == []
    return show(program)


def _python(result: Result, section: Section) -> str:
    return result.python()[0]


def _run(result: Result, section: Section) -> str:
    if not result.playable:
        return _problems(result, section)
    assert verify(result.program()) == []
    seed = int(section.options.get("seed", "0"))
    players = section.options.get("players")
    state = result.game().begin(seed, None if players is None else int(players))
    choosers = make_agents(section.options.get("agents", "first"), state.players, seed)
    state.play(combine_agents(choosers), int(section.options.get("moves", "1000")))
    if result.language is RPG or main_of(result.sources) == SENET:  # prints without ends of lines
        return "".join(state.log) + f"-- {ending(state)}\n"
    return "\n".join([*state.log, f"-- {ending(state)}"]) + "\n"


def ending(state: State) -> str:
    words = f"{state.ended} {state.ranking} after {state.moves} moves"
    if state.error is None:
        return words
    error = error_of(state.error)
    place = f"{error['file']}:{error['line']}:{error['column']}" if "file" in error else "nowhere"
    return f"{words}: {error['code']} at {place}: {error['message']}"


def _perft(result: Result, section: Section) -> str:
    counts = perft(result.game().start(), int(section.argument))
    return " ".join(map(str, counts)) + "\n"


def _play(result: Result, section: Section) -> str:
    """Every decision, what was chosen, and how it ended; the choice is drawn by the option `agents`."""
    seed = int(section.options.get("seed", "0"))
    game = result.game()
    state = game.start(seed)
    choosers = make_agents(section.options.get("agents", "random"), state.players, seed)
    lines = []
    logged = 0
    for _ in range(int(section.options.get("decisions", "200"))):
        lines += [f"  log: {line}" for line in state.log[logged:]]
        logged = len(state.log)
        decision = state.decision
        if decision is None:
            break
        chosen = choosers[decision.player](decision)
        labels = [
            (option.label or "(hidden)") + (f" ×{option.copies}" if option.copies > 1 else "")
            for option in decision.options
        ]
        labels[chosen] = f"[{labels[chosen]}]"
        lines.append(f"[{_views(state)}]")
        lines.append(
            f"player {decision.player} {decision.kind} {decision.subject}.{decision.name}: {', '.join(labels)}"
        )
        if decision.prompt is not None:
            lines.append(f"  asks: {decision.prompt}")
        state.choose(chosen)
        if state.refused is not None:
            lines.append(f"  refused: {state.refused}")
    shown = [
        f"-- seen by {'nobody' if seat is None else f'player {seat}'}: {_seen(state, seat)}" for seat in _seats(state)
    ]
    return "\n".join([*lines, f"-- {ending(state)}", f"-- {state.digest()}", *shown]) + "\n"


def _seats(state: State) -> list[int | None]:
    return [None, *range(state.players)]


def _views(state: State) -> str:
    """What a spectator and each seat see, in short."""
    return " ".join(digest(state.view(seat))[:8] for seat in _seats(state))


def _seen(state: State, seat: int | None) -> str:
    """What a seat sees, in full."""
    return json.dumps(state.view(seat), ensure_ascii=False, sort_keys=True)
