"""A typist who types random lines at a match, and looks whether what was played is what each line names.

In:  a number. Out: what became of the lines, counted. Raises `Wrong` where something was played that a line does not name, or where the
plain name of an option was not understood.

    sitting(7, lines=50)        # Counter(played=21, refused=29)
"""

from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rich.console import Console

from programs.named import meanings, moves_meant
from programs.trial import Wrong
from tgpl.apps.session.session import Session
from tgpl.apps.session.table import Table
from tgpl.apps.terminal.loop import Terminal
from tgpl.apps.terminal.screen import THEME, Screen
from tgpl.compile import compile_rules
from tgpl.runtime.decision import Decision
from tgpl.runtime.game import Game
from tgpl.runtime.state import State
from tgpl.text.files import Folder

EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples"
GAMES = sorted(path for path in EXAMPLES.glob("*/*.*") if path.suffix in (".tgpl", ".tgdl", ".snt", ".kif"))
SETS = Path(__file__).parent / "sets.tgpl"  # where sets are chosen in every way
_COMMANDS = "help hint load log options quit redo save state undo why q exit ?".split()
_BETWEEN = (" ", " ", " ", "", "-", ",", ", ", "x", ":", " to ", "  ")
_RUBBISH = (
    "yes",
    "no",
    "done",
    "none",
    "king",
    "0",
    "pawn",
    "e2e4",
    "1 1",
    "4,6 4,4",
    "player 1",
    "-1",
    "2.5",
    "the",
    "#0",
    "#99",
    "##1",
    "(,)",
)


@cache
def _game(path: Path) -> Game:
    return compile_rules(Folder.of_main(str(path))).game()


def sitting(number: int, lines: int, path: Path | None = None) -> Counter[str]:
    """Some lines at one example, the same for the same number."""
    chance = random.Random(number)
    game = _game(path or GAMES[number % len(GAMES)])
    low, high = game.rules.players
    players = chance.randint(low, high)
    typist = _Lines(chance, lines)
    while typist.left:
        table = Table(game, chance.randrange(1000), players, [None] * players)
        out = Console(file=io.StringIO(), theme=THEME, width=100)
        terminal = Terminal(_Unsaved(table), out, typist)
        if chance.random() < 0.95:
            terminal.screen = _Mute(out)
        typist.sit(table, terminal)
        try:
            terminal.play()
            typist.look()
        except EOFError:
            pass
    return typist.counts


class _Unsaved(Session):
    """Only a table: nothing is kept, compiled or thought about."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def keep(self) -> None: ...
    def save(self, path: str) -> str:
        return ""

    def load(self, path: str) -> str:
        return ""

    def hint(self) -> str:
        return ""

    def useful_texts(self) -> list[int]:
        return []

    def rule_lines(self, name: str) -> list[str]:
        return []

    def rule_place(self, number: int) -> None: ...


class _Mute(Screen):
    """Shows nothing, which is quicker; most mistakes are not about pictures."""

    def show_head(self, *_: object) -> None: ...
    def show_table(self, *_: object) -> None: ...
    def show_question(self, *_: object) -> None: ...
    def show_options(self, *_: object, **__: object) -> None: ...
    def say(self, *_: object) -> None: ...


class _Lines:
    """Types, and looks at what came of the line before."""

    at_terminal = False

    def __init__(self, chance: random.Random, lines: int) -> None:
        self.chance = chance
        self.left = lines
        self.counts: Counter[str] = Counter()
        self.line = ""

    def sit(self, table: Table, terminal: Terminal) -> None:
        self.table = table
        self.terminal = terminal
        self.line = ""

    def forget(self) -> None: ...

    def ask(self, prompt: str) -> str:
        raise EOFError

    def __call__(self, prompt: str, words: list[str]) -> str:
        self.look()
        if not self.left:
            raise EOFError
        self.left -= 1
        state = self.table.state
        self.before, self.made, self.picked = state.copy(), len(self.table.made), self.terminal.picked_things()
        self.line, self.plain = self._line(state)
        return self.line

    # -- looking

    def look(self) -> None:
        if not self.line:
            return
        played: list[Any] = [made.choice for made in self.table.made[self.made :] if not made.forced]
        picked = self.terminal.picked_things()
        if picked and (picked != self.picked or played):
            played.append(tuple(sorted(picked)))
        self.counts["played" if played else "refused"] += 1
        decision = self.before.decision
        assert decision is not None
        if self.table.game.rules.prints:
            self._compare_characters(played)
        elif played:
            meant = self._meant(decision)
            if meant != [played]:
                raise Wrong(
                    f"{self._where()}: {self.line!r} names {meant}, but {played} was played ({decision!r})"[:600]
                )
        elif self.plain is not None:
            raise Wrong(
                f"{self._where()}: {self.line!r} is option {self.plain}, but was not understood ({decision!r})"[:600]
            )

    def _where(self) -> str:
        return f"{self.table.game.rules.name} after {self.before.choices}"

    def _meant(self, decision: Decision) -> list[list[Any]]:
        if self.table.game.rules.logic is not None:
            return [[number] for number in moves_meant(self.line, decision)]
        drawn = Screen(Console(file=io.StringIO())).sight(self.before, self._shown(self.before)).marked
        return meanings(self.line, self.before, not drawn, self.picked)

    def _shown(self, state: State) -> Decision:
        """A decision as it is put to people."""
        offer = state.offer_set(self.picked)
        found = state.decision if offer is None else offer.decision
        assert found is not None
        return found

    def _compare_characters(self, played: Sequence[object]) -> None:
        """A program that reads gets the characters of the line, one after the other, and perhaps its end."""
        said = "".join(str(choice[0]) for choice in played if isinstance(choice, list))
        if not f"{self.line}\n".startswith(said):
            raise Wrong(f"{self._where()}: {self.line!r}, but {said!r} was read")

    # -- typing

    def _line(self, state: State) -> tuple[str, int | None]:
        """A line that is no command; and which option it is, if it is plainly one."""
        assert state.decision is not None
        while True:
            line, plain = self._drawn(state, self._shown(state))
            line = line.strip()
            first = line.removeprefix(":").partition(" ")[0].lower()
            if line and first not in _COMMANDS and not line.startswith(":"):
                return line, plain

    def _drawn(self, state: State, decision: Decision) -> tuple[str, int | None]:
        chance, kind = self.chance, self.chance.random()
        labels = [option.label for option in decision.options]
        number = chance.randrange(len(labels)) if labels else 0
        if decision.length is not None:
            return "".join(
                chance.choice([*(label for label in labels if label.strip()), "1", "2", "y"]) for _ in range(3)
            ), None
        if state.offer_set() is not None and kind > 0.5:
            return self._things(labels), None
        if kind < 0.12:
            return f"#{number + 1}", number
        if kind < 0.22:
            label = labels[number]
            sole = sum(one.lower() == label.lower() for one in labels) == 1
            return _cased(label, chance), number if sole and label else None
        if kind < 0.3:
            return f"{chance.choice(('', '', '#'))}{chance.randint(0, len(labels) + 2)}", None
        if kind < 0.6:
            return self._several(state, number), None
        return self._piece(labels), None

    def _things(self, labels: list[str]) -> str:
        """Several of a set."""
        chance = self.chance
        many = range(chance.randint(2, 4))
        if chance.random() < 0.4:
            mark = chance.choice(("", "", "#"))
            return chance.choice((" ", ", ")).join(f"{mark}{chance.randint(1, len(labels))}" for _ in many)
        names = [chance.choice(labels) if chance.random() < 0.8 else self._piece(labels) for _ in many]
        counts = [chance.choice(("", "", "", "2 ", "2x ", "2 x ")) for _ in many]
        end = chance.choice(("", "", " done"))
        line = chance.choice((" ", ", ", " and ")).join(count + name for count, name in zip(counts, names, strict=True))
        return line + end

    def _several(self, state: State, number: int) -> str:
        """An answer and another one, perhaps of the decision that follows."""
        chance = self.chance
        assert state.decision is not None
        labels = [option.label for option in self._shown(state).options]
        pieces = [self._name([labels[number]], number)]
        with state.branch():
            if chance.random() < 0.7 and state.game.rules.logic is None and number < len(state.decision.options):
                state.choose(number)
            for _ in range(chance.choice((1, 1, 1, 2))):
                if state.decision is not None and state.ended is None:
                    labels = [option.label for option in state.decision.options] or labels
                pieces.append(self._piece(labels) if chance.random() < 0.7 else self._piece([chance.choice(_RUBBISH)]))
        return chance.choice(_BETWEEN).join(pieces)

    def _name(self, labels: list[str], number: int) -> str:
        return f"#{number + 1}" if self.chance.random() < 0.2 else self._piece(labels)

    def _piece(self, labels: list[str]) -> str:
        """A name or coordinates; whole, half, or changed in a letter."""
        chance = self.chance
        label = chance.choice([label for label in labels if label] or ["x"])
        kind = chance.random()
        if kind < 0.25:
            words = label.replace("(", " ").replace(")", " ").replace(",", " ").split()
            kept = sorted(chance.sample(range(len(words)), chance.randint(1, len(words)))) if words else []
            return _cased(" ".join(words[i] for i in kept), chance)
        if kind < 0.5:
            return self._place(label)
        if kind < 0.65:
            at = chance.randint(1, max(1, len(label) - 1))
            return _cased(label[:at] if chance.random() < 0.6 else label[at:], chance)
        if kind < 0.75:
            return chance.choice(_RUBBISH)
        return _cased(self._changed(label) if kind < 0.85 else label, chance)

    def _place(self, label: str) -> str:
        """Coordinates, those of a label or others."""
        chance = self.chance
        numbers = [
            word for word in label.replace("(", " ").replace(")", " ").replace(",", " ").split() if word.isdigit()
        ]
        words = [word for word in label.split() if len(word) == 2 and word[1].isdigit() and word[0].isalpha()]
        if words and chance.random() < 0.8:
            return words[-1] if chance.random() < 0.6 else f"{chance.choice('abcdefghx')}{chance.randint(0, 9)}"
        x, y = (
            numbers[-2:] if len(numbers) > 1 and chance.random() < 0.6 else (chance.randint(0, 8), chance.randint(0, 8))
        )
        return chance.choice((f"{x},{y}", f"{x} {y}", f"({x}, {y})", f"{x}", f"{x}{y}", f"{x};{y}", f"{x} {y} {x}"))

    def _changed(self, text: str) -> str:
        at = self.chance.randrange(len(text))
        return self.chance.choice(
            (text[:at] + text[at + 1 :], text[:at] + text[at] + text[at:], text[:at] + "x" + text[at + 1 :])
        )


def _cased(text: str, chance: random.Random) -> str:
    return chance.choice((text, text, text.upper(), text.lower(), text.title()))
