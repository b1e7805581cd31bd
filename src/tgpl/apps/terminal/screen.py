"""What is shown to a seat: the board, what everybody has, what happened, the options. All of it from that seat's view.

In:  a state and a seat. Out: rich texts. A pipe gets the same characters without colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

from tgpl.apps.terminal.answer import ALL_THERE_IS, Sight, are_numbers, has_numbers
from tgpl.apps.terminal.sheet_moves import are_called_by_numbers, move_lines
from tgpl.draw.alike import find_alike
from tgpl.draw.boards import CHOICE, Line, draw_boards, draws_numbers
from tgpl.draw.changes import Look, look_at
from tgpl.draw.panel import draw_panel, with_count
from tgpl.draw.scene import Scene, Shown, player_style
from tgpl.draw.text_width import measure
from tgpl.draw.wrap import wrap_pieces, wrap_text
from tgpl.gdl.boards.position import Sheet
from tgpl.runtime.decision import Chosen, Decision, Mark, Option
from tgpl.runtime.rules import Rules
from tgpl.runtime.state import State
from tgpl.runtime.view import name_tiles
from tgpl.text.escape import plain

THEME = Theme({CHOICE: "bold bright_white", "said": "italic", "error": "bold red"})
MOST_OPTIONS = 36  # that are listed without being asked for
RECENT = 12  # lines of the log that are shown when a match is gone on with
_WIDEST = 100  # columns that options spread over
_INDENT = 2
_FEWEST_LINES = 4  # of options, however high the screen is


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
        self._used = 0  # lines of the screen, from the head on

    def say(self, words: str, style: str = "") -> None:
        """At a terminal long lines end between words, and go on below where they began."""
        told = plain(words, lines=True).split("\n")
        if self.width is not None:
            told = [line for one in told for line in wrap_text(one, self.width, _INDENT)]
        self._used += len(told)
        self.out.print(Text("\n".join(told), style))

    def _put(self, lines: Sequence[Text], soft_wrap: bool | None = None) -> None:
        self._used += len(lines)
        for line in lines:
            self.out.print(line, soft_wrap=soft_wrap)

    @property
    def width(self) -> int | None:
        """In which lines have to fit; through a pipe they are as long as they are."""
        return None if self.out.soft_wrap else self.out.width

    def _room(self) -> int | None:
        """How many lines are left below what was shown since the head, with one for what is typed; through a pipe any number."""
        return None if self.width is None else self.out.height - 1 - self._used

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
        self._used = 1
        self.say(f"── {plain(view['game'])}{where} · move {state.moves + 1} ", "bold")

    def show_table(self, state: State, seat: int | None, decision: Decision | None = None, below: int = 0) -> None:
        """The board and what lies beside it; `decision`: as it is put to who looks. `below`: lines that will follow, for which
        a board does without the lines between its tiles."""
        if state.game.rules.logic is not None:
            self._show_position(state, seat)
            return
        scene = Scene(state.view(seat, decision), _list_classes(state))
        choices = _find_choices(scene.view.get("decision", {}))
        board, panel = draw_boards(scene, choices, self.out.width), draw_panel(scene, self.width)
        room = self._room()
        if room is not None and len(board) + len(panel) + below > room:
            board = draw_boards(scene, choices, self.out.width, lined=False)
        self._put([style_text(line) for line in board], soft_wrap=True)
        self._put([style_text(line) for line in panel])

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
            values = dict(shown.get("attributes", {}))
            zone = scene[values.pop("zone")] if shown["kind"] == "interactable" and "zone" in values else None
            told = [f"{name} {scene.words(value)}" for name, value in values.items()]
            owners = [f"of {scene.player(owner)}" for owner in shown.get("owners", ())]
            where = [f"on {scene.name(tile)}"] if (tile := scene[shown.get("tile")]) is not None else []
            where += [] if zone is None else [f"in {zone['class']}"]
            name = scene.name(shown) if shown["kind"] == "tile" else f"{shown['class']} #{shown['id']}"
            self.say(f"{name}: {'; '.join([*owners, *where, *told]) or '-'}")

    def sheet(self, rules: Rules) -> Sheet:
        if self._shown_sheet is None or self._shown_sheet.rules is not rules:
            self._shown_sheet = Sheet(rules)
        return self._shown_sheet

    def _show_position(self, state: State, seat: int | None) -> None:
        """A position of a rulesheet."""
        sheet, view = self.sheet(state.game.rules), state.view(seat)
        asked = state.decision is not None and state.decision.player == seat
        lines = sheet.lines(view, sheet.moves(view) if asked else (), self.out.width)
        self._put([style_text(line) for line in lines])

    # -- options

    def show_question(self, decision: Decision, rules: Rules) -> None:
        style, name = player_style(decision.player, rules.colors), plain(rules.seat_name(decision.player))
        if rules.logic is not None:
            self._put([Text.assemble((name, style), ", choose a move:")])
            return
        name = name if rules.names else name.capitalize()
        what = "choose" if decision.kind == "action" else f"{decision.subject}: choose `{decision.name}`"
        if decision.free is not None:
            declines = any(option.label == "none" for option in decision.options)
            said = {"number": "a number", "string": "a text"}[decision.free]
            what = f"{decision.subject}: name {said} for `{decision.name}`{', or none' if declines else ''}"
        if decision.chosen is not None and decision.chosen.is_set:
            what = f"{decision.subject}: choose {_how_many(decision.chosen)} for `{decision.name}`"
        if decision.length is not None:
            what = "type a character" if decision.length == 1 else f"type {decision.length} characters"
        if decision.prompt is not None:
            wanted = (
                f" ({_how_many(decision.chosen)})" if decision.chosen is not None and decision.chosen.is_set else ""
            )
            what = f": {plain(decision.prompt)}{_describe_free(decision)}{wanted}"
            self._put([Text.assemble((name, style), what)])
        else:
            self._put([Text.assemble((name, style), f", {what}:")])
        if decision.chosen is not None and decision.chosen.labels:
            told = Counter(plain(label) or "something hidden" for label in decision.chosen.labels)
            shown = ", ".join(with_count(label, count) for label, count in told.items())
            self.say(f"  so far: {shown} (`undo` takes the last back)")

    def show_texts(self, labels: list[str]) -> None:
        """What leads on, where any characters may be typed."""
        shown = ", ".join(repr(label) if not label.strip() else plain(label) for label in labels)
        self.say(f"Anything can be typed; this leads on: {shown}." if labels else "Anything can be typed.")

    def sight(self, state: State, shown: Decision | None = None) -> Sight:
        """What the player who is asked has before their eyes; `shown`: the decision as it is put to them."""
        decision = state.decision if shown is None else shown
        if decision is None or state.game.rules.logic is not None:
            return Sight()
        marked = not has_numbers(decision) and _draws_numbers(Scene(state.view(decision.player, decision)))
        return Sight(
            marked,
            lambda asked: _find_alike(state, asked),
            lambda: Scene(state.view(decision.player, decision)).places(),
        )

    def look(self, state: State, seat: int) -> Look:
        """What can be seen of the table, to be compared with what is seen later."""
        return look_at(Scene(state.view(seat), _list_classes(state)))

    def show_options(
        self, decision: Decision, rules: Rules, sight: Sight = ALL_THERE_IS, everything: bool = False
    ) -> None:
        """As many as the screen has room for, or all of them."""
        lines = self.list_options(decision, rules, sight, everything)
        room = self._room()
        if not everything and room is not None and len(lines) > room:
            lines = self.list_options(decision, rules, sight, most=max(_FEWEST_LINES, room))
        for line in lines:
            self.out.print(line)

    def list_options(
        self, decision: Decision, rules: Rules, sight: Sight, everything: bool = False, most: int | None = None
    ) -> list[Text]:
        """Those that are alike once; a place in the list is that of the first of them. Numbers that are drawn must not be taken
        for places in this list. `most`: lines that there may be."""
        grouped = move_lines(decision, self._columns) if rules.logic is not None else None
        if grouped is not None:
            return [Text(line) for line in grouped]
        if decision.free is not None:  # the options are only proposals for machines
            said = "number" if decision.free == "number" else "text"
            told = f"Any {said} can be named that passes the filters of `{decision.name}`."
            return self._wrap(told) if everything else []
        counts = Counter(sight.alike(decision))
        labels = {
            i: _name_option(decision.options[i], max(count, decision.options[i].copies)) for i, count in counts.items()
        }
        named = [plain(decision.options[i].label) for i in labels]
        if are_called_by_numbers(decision) if rules.logic is not None else are_numbers(named):
            return self._wrap(f"  {'  '.join(labels.values())}")  # numbers that are their own names
        mark = "#" if sight.marked or has_numbers(decision) else ""  # tells places in the list from names
        wide = len(str(max(labels, default=0) + 1)) + len(mark)
        numbered = [f"{f'{mark}{i + 1}':>{wide}}  {label}" for i, label in labels.items()]
        return self._align_options(numbered, wide + 2, everything, most)

    def _align_options(self, numbered: list[str], indent: int, everything: bool, most: int | None) -> list[Text]:
        count = len(numbered) if everything else min(len(numbered), MOST_OPTIONS)
        lines = _align(numbered[:count], self._columns, indent)
        while most is not None and len(lines) + (count < len(numbered)) > most and count > most:
            count -= 1
            lines = _align(numbered[:count], self._columns, indent)
        if count == len(numbered):
            return [Text(line) for line in lines]
        more = f"  … {len(numbered) - count} more; `options` lists all."
        return [*(Text(line) for line in lines), *self._wrap(more, "dim")]

    @property
    def _columns(self) -> int:
        """That options spread over."""
        return min(self.out.width, _WIDEST)

    def _wrap(self, words: str, style: str = "") -> list[Text]:
        lines = [words] if self.width is None else wrap_text(words, self.width, _INDENT)
        return [Text(line, style) for line in lines]


def _list_classes(state: State) -> list[str]:
    return [kind.shown for kind in state.game.rules.classes]


def _describe_free(decision: Decision) -> str:
    """What can be typed, where a question does not have to say it."""
    if decision.free is None or decision.length is not None:
        return ""
    declines = any(option.label == "none" for option in decision.options)
    return f" ({decision.free}{', or none' if declines else ''})".replace("string", "text")


def _how_many(chosen: Chosen) -> str:
    if chosen.most is None:
        return f"at least {chosen.least}" if chosen.least else "any number"
    if chosen.least == chosen.most:
        return f"{chosen.least}"
    return f"{chosen.least} to {chosen.most}" if chosen.least else f"up to {chosen.most}"


def _name_option(option: Option, count: int) -> str:
    return with_count("(you cannot see what it is)" if option.hidden else plain(option.label), count)


def _find_alike(state: State, decision: Decision) -> Sequence[int]:
    """For each option the place of the first that looks like it to the player who is asked."""
    names = [_tell_apart(option) for option in decision.options]
    is_set = decision.chosen is not None and decision.chosen.is_set  # whose options are counted already
    if is_set or len(set(names)) == len(names):
        return range(len(names))
    scene = Scene(state.view(decision.player))
    unsure = {kind.shown for kind in state.game.rules.classes if kind._private}
    objects = scene.view.get("decision", {}).get("objects", ())
    return find_alike(scene, names, objects, unsure) if len(objects) == len(names) else range(len(names))


def _tell_apart(option: Option) -> Hashable:
    """What tells options apart beside the things that they are about; nothing, if one does not see what it is."""
    if option.hidden:
        return None
    return option.label, option.key[2:] if isinstance(option.key, Mark) else option.key


def _draws_numbers(scene: Scene) -> bool:
    """Whether a number stands where one can choose."""
    return draws_numbers(scene, _find_choices(scene.view.get("decision", {})))


def _find_choices(decision: Shown) -> frozenset[int]:
    """The objects that can be chosen by who looks."""
    return frozenset(number for number in decision.get("objects", ()) if number is not None)


def _align(words: list[str], columns: int, indent: int) -> list[str]:
    """In as many columns as fit, read downwards. What is longer than a line goes on below it, with an indent."""
    if not words:
        return []
    wide = max(map(measure, words)) + 3
    across = max(1, min((columns - 2) // wide, -(-len(words) // 4)))
    down = -(-len(words) // across)
    if across == 1:
        return [f"  {line}" for word in words for line in wrap_pieces([word], columns - 2, indent)]
    lines = []
    for row in range(down):
        cells = words[row::down]
        lines.append("  " + "".join(word + " " * (wide - measure(word)) for word in cells).rstrip())
    return lines
