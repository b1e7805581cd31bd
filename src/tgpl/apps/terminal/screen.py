"""What is shown to a seat: the board, what everybody has, what happened, the options. All of it from that seat's view.

In:  a state and a seat. Out: rich texts. A pipe gets the same characters without colour.
"""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

from tgpl.apps.terminal.answer import Sight, are_numbers, has_numbers
from tgpl.apps.terminal.sheet_moves import are_called_by_numbers, move_lines
from tgpl.draw.boards import CHOICE, Line, draw_boards, draws_numbers
from tgpl.draw.panel import draw_panel
from tgpl.draw.scene import Scene, Shown, player_style
from tgpl.draw.text_width import measure
from tgpl.gdl.boards.position import Sheet
from tgpl.runtime.decision import Decision
from tgpl.runtime.rules import Rules
from tgpl.runtime.state import State
from tgpl.runtime.view import name_tiles
from tgpl.text.escape import plain

THEME = Theme({CHOICE: "bold bright_white", "said": "italic", "error": "bold red"})
MOST_OPTIONS = 36  # that are listed without being asked for
RECENT = 12  # lines of the log that are shown when a match is gone on with
_WIDEST = 100  # columns that options spread over


class _Console(Console):
    """What is printed as a text only shows; styles come as rich's own objects."""

    def print(self, *objects: Any, **options: Any) -> None:
        shown = (plain(one, lines=True) if isinstance(one, str) else one for one in objects)
        super().print(*shown, **options)


def make_console() -> Console:
    """At a terminal lines end between words; through a pipe they are as long as they are."""
    made = _Console(theme=THEME, highlight=False, soft_wrap=True, emoji=False, markup=False)
    made.soft_wrap = not made.is_terminal
    return made


def style_text(line: Line) -> Text:
    made = Text()
    for words, style in line:
        made.append(plain(words), style or None)
    return made


def count_shown(pieces: list[str]) -> int:
    """Where the last lines begin of what a program printed, so that one sees what it asks."""
    lines, at = 0, len(pieces)
    while at > 0 and lines + pieces[at - 1].count("\n") <= RECENT:
        at -= 1
        lines += pieces[at].count("\n")
    return at


class Screen:
    """Shows a match to whoever sits at the terminal."""

    def __init__(self, out: Console) -> None:
        self.out = out
        self._shown_sheet: Sheet | None = None  # how the rulesheet looks that was shown last

    def say(self, words: str, style: str = "") -> None:
        self.out.print(Text(plain(words, lines=True), style))

    def show_log(self, line: str, rules: Rules) -> None:
        """A line of the log; one with several lines stays inside its margin."""
        line = name_tiles(line, rules)
        self.say("  " + line.replace("\n", "\n  "), "said")

    def show_output(self, text: str) -> None:
        """What a program printed, as it is."""
        if text:
            self.say(text.removesuffix("\n"), "said")

    def show_head(self, state: State) -> None:
        view = state.view(None)
        plays_turns = view["turn"] is not None and state.game.rules.logic is None
        where = "" if not plays_turns else f" · {view['turn']}, {view['phase']}"
        self.out.print()
        self.say(f"── {plain(view['game'])}{where} · move {state.moves + 1} ", "bold")

    def show_table(self, state: State, seat: int | None) -> None:
        """The board and what lies beside it."""
        if state.game.rules.logic is not None:
            self._show_position(state, seat)
            return
        scene = Scene(state.view(seat))
        choices = _find_choices(scene.view.get("decision", {}))
        for line in draw_boards(scene, choices, self.out.width):
            self.out.print(style_text(line), soft_wrap=True)
        for line in draw_panel(scene):
            self.out.print(style_text(line))

    def show_everything(self, state: State, seat: int | None) -> None:
        """Every object with all its attributes; every fact."""
        if state.game.rules.logic is not None:
            for line in self.sheet(state.game.rules).all_lines(state.view(seat)):
                self.out.print(style_text(line))
            return
        scene = Scene(state.view(seat))
        for shown in scene.objects.values():
            if shown["kind"] == "connection":
                continue
            told = [f"{name} {scene.words(value)}" for name, value in shown.get("attributes", {}).items()]
            owners = [f"of player {owner}" for owner in shown.get("owners", ())]
            where = [f"on {scene.name(tile)}"] if (tile := scene[shown.get("tile")]) is not None else []
            name = scene.name(shown) if shown["kind"] == "tile" else f"{shown['class']} #{shown['id']}"
            self.out.print(Text(f"{name}: {'; '.join([*owners, *where, *told]) or '-'}"))

    def sheet(self, rules: Rules) -> Sheet:
        if self._shown_sheet is None or self._shown_sheet.rules is not rules:
            self._shown_sheet = Sheet(rules)
        return self._shown_sheet

    def _show_position(self, state: State, seat: int | None) -> None:
        """A position of a rulesheet."""
        sheet, view = self.sheet(state.game.rules), state.view(seat)
        asked = state.decision is not None and state.decision.player == seat
        for line in sheet.lines(view, sheet.moves(view) if asked else (), self.out.width):
            self.out.print(style_text(line))

    # -- options

    def show_question(self, decision: Decision, rules: Rules) -> None:
        style = player_style(decision.player)
        if rules.seats:
            self.out.print(Text.assemble((plain(rules.seat_name(decision.player)), style), ", choose a move:"))
            return
        what = "choose" if decision.kind == "action" else f"{decision.subject}: choose `{decision.name}`"
        if decision.free is not None:
            declines = any(option.label == "none" for option in decision.options)
            said = {"number": "a number", "string": "a text"}[decision.free]
            what = f"{decision.subject}: name {said} for `{decision.name}`{', or none' if declines else ''}"
        if decision.length is not None:
            what = "type a character" if decision.length == 1 else f"type {decision.length} characters"
        self.out.print(Text.assemble((f"Player {decision.player}", style), f", {what}:"))

    def show_texts(self, labels: list[str]) -> None:
        """What leads on, where any characters may be typed."""
        shown = ", ".join(repr(label) if not label.strip() else plain(label) for label in labels)
        self.say(f"Anything can be typed; this leads on: {shown}." if labels else "Anything can be typed.")

    def sight(self, state: State) -> Sight:
        """What the player who is asked has before their eyes."""
        decision = state.decision
        if decision is None or state.game.rules.logic is not None:
            return Sight()
        marked = not has_numbers(decision) and _draws_numbers(Scene(state.view(decision.player)))
        return Sight(marked, lambda: Scene(state.view(decision.player)).places())

    def show_options(self, decision: Decision, rules: Rules, everything: bool = False, marked: bool = False) -> None:
        """`marked`: numbers that are drawn must not be taken for places in this list."""
        grouped = move_lines(decision, min(self.out.width, _WIDEST)) if rules.logic is not None else None
        if grouped is not None:
            for line in grouped:
                self.out.print(Text(line))
            return
        if decision.free is not None:  # the options are only proposals for machines
            if everything:
                said = "number" if decision.free == "number" else "text"
                self.say(f"Any {said} can be named that passes the filters of `{decision.name}`.")
            return
        labels = [
            "(you cannot see what it is)" if option.hidden else plain(option.label) for option in decision.options
        ]
        wide = len(str(len(labels)))
        mark = "#" if marked or has_numbers(decision) else ""  # tells places in the list from names
        numbered = [f"{f'{mark}{i}':>{wide + len(mark)}}  {label}" for i, label in enumerate(labels, 1)]
        if are_called_by_numbers(decision) if rules.logic is not None else are_numbers(labels):
            self.say(f"  {'  '.join(labels)}")  # numbers that are their own names
            return
        shown = numbered if everything else numbered[:MOST_OPTIONS]
        for line in _align(shown, min(self.out.width, _WIDEST)):
            self.out.print(Text(line))
        if len(shown) < len(numbered):
            self.say(f"  … {len(numbered) - len(shown)} more; `options` lists all.", "dim")


def _draws_numbers(scene: Scene) -> bool:
    """Whether a number stands where one can choose."""
    return draws_numbers(scene, _find_choices(scene.view.get("decision", {})))


def _find_choices(decision: Shown) -> frozenset[int]:
    """The objects that can be chosen by who looks."""
    return frozenset(number for number in decision.get("objects", ()) if number is not None)


def _align(words: list[str], columns: int) -> list[str]:
    """In as many columns as fit, read downwards."""
    if not words:
        return []
    wide = max(map(measure, words)) + 3
    across = max(1, min((columns - 2) // wide, -(-len(words) // 4)))
    down = -(-len(words) // across)
    lines = []
    for row in range(down):
        cells = words[row::down]
        lines.append("  " + "".join(word + " " * (wide - measure(word)) for word in cells).rstrip())
    return lines
