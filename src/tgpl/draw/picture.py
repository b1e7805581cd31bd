"""What a seat sees of a table, as a picture: boards, things, zones, values, and what it is asked. For pages and programs.

In:  a state and a seat (None: who only watches). Out: `Picture`, plain data (see `picture_types`). Everything in it comes from that
seat's view, from its decision, and from what the rules say to all; so it tells nothing that the seat may not know.

    picture = make_picture(state, 0)
    picture["ask"]["options"]["0"]          # {"label": "e4", "path": [["37"]]}
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from tgpl.draw.picture_ask import make_ask
from tgpl.draw.picture_boards import paint_boards
from tgpl.draw.picture_memo import PictureMemo
from tgpl.draw.picture_types import Ended, Picture
from tgpl.draw.picture_zones import paint_zones
from tgpl.draw.scene import Scene, Shown, colour
from tgpl.runtime.decision import Decision, Mark
from tgpl.runtime.rules import Action, Rules
from tgpl.runtime.state import State
from tgpl.text.escape import plain

COLOURS = ("red", "blue", "green", "yellow", "magenta", "cyan", "orange", "purple")  # of players, without others
_LONGEST = 20_000  # characters of what a program printed that are shown


class Sheet(Protocol):
    """Who knows how the positions of a rulesheet look."""

    def paint(self, view: Shown, picture: Picture) -> None: ...

    def find_paths(self, view: Shown, picture: Picture) -> list[list[list[str]]]:
        """For each move what is touched to choose it."""


class Backdrop(NamedTuple):
    """What everybody sees of a position, where nothing is hidden."""

    view: Shown
    picture: Picture


def paint_backdrop(state: State, memo: PictureMemo) -> Backdrop:
    """Of a game without secrets."""
    view = state.view(None, tiles=memo.shown_tiles)
    return Backdrop(view, _paint(view, state.game.rules, None, memo))


def make_picture(
    state: State,
    seat: int | None,
    shown: Decision | None = None,
    sheet: Sheet | None = None,
    outcome: str = "",
    memo: PictureMemo | None = None,
    backdrop: Backdrop | None = None,
) -> Picture:
    """`shown`: the decision as it is put to who is asked, if otherwise (a set in any order). `sheet`: of a game by a rulesheet.
    `outcome`: how it ended, in words. `memo`: what the seat was shown before. `backdrop`: of the same position."""
    rules = state.game.rules
    view = state.view(seat, shown, None if backdrop is None else backdrop.view)
    decision = state.decision if shown is None else shown
    if backdrop is not None and view["objects"] is backdrop.view["objects"]:
        picture: Picture = {**backdrop.picture, **({} if seat is None else {"seat": seat})}  # type: ignore[typeddict-item]
    else:
        picture = _paint(view, rules, sheet, memo or PictureMemo())
    if decision is not None and state.ended is None and decision.player == seat:
        _paint_ask(decision, view, picture, rules, sheet)
    if state.ended is not None:
        ended: Ended = {"how": state.ended, "words": outcome, "ranking": state.ranking or []}
        picture["ended"] = ended
    return picture


def _paint(view: Shown, rules: Rules, sheet: Sheet | None, memo: PictureMemo) -> Picture:
    """All but what is asked, and how it ended."""
    picture = _begin(view, rules)
    if rules.logic is None:
        scene = Scene(view, memo=memo)
        paint_boards(scene, picture, memo)
        paint_zones(scene, _find_private(rules), picture, memo)
        if rules.prints or (view["log"] and all(line.endswith("\n") for line in view["log"])):
            picture["text"] = _join_output(view["log"])
    elif sheet is not None:
        sheet.paint(view, picture)
    return picture


def _begin(view: Shown, rules: Rules) -> Picture:
    """What is known of any game: who plays, whose turn it is."""
    picture: Picture = {
        "title": plain(rules.name),
        "move": view["moves"] + 1,
        "asked": [],
        "players": {},
        "boards": {},
        "tiles": {},
        "things": {},
        "zones": {},
        "values": [],
    }
    if view["seat"] is not None:
        picture["seat"] = view["seat"]
    if rules.logic is None:
        for word in ("turn", "phase"):
            if view[word] is not None:
                picture[word] = plain(view[word])
    if view["ended"] is None:
        picture["active"] = view["active"]
        picture["asked"] = [view["decision"]["player"]] if "decision" in view else []
    for player in range(view["players"]):
        name = plain(rules.seat_name(player))
        picture["players"][str(player)] = {"name": name, "color": _choose_color(player, name, rules), "values": []}
        if player in view.get("out", ()):
            picture["players"][str(player)]["out"] = True
        if view.get("first") == player:
            picture["players"][str(player)]["first"] = True
    return picture


def _choose_color(player: int, name: str, rules: Rules) -> str:
    """That of the designer; a role that is called like a colour has that."""
    if rules.colors:
        return rules.colors[player]
    named = colour(name.lower())
    return name.lower() if named and "#" not in named else COLOURS[player % len(COLOURS)]


def _paint_ask(decision: Decision, view: Shown, picture: Picture, rules: Rules, sheet: Sheet | None) -> None:
    objects: list[int | None] = view["decision"]["objects"]
    ask = make_ask(decision, objects, picture)
    if _leads(decision, rules):
        ask["leads"] = True
    if rules.logic is not None:
        ask["words"] = "Choose a move."
        paths = [] if sheet is None else sheet.find_paths(view, picture)
        for number, path in enumerate(paths if len(paths) == len(objects) else ()):
            if path:
                ask["options"][str(number)]["path"] = path
    picture["ask"] = ask


def _leads(decision: Decision, rules: Rules) -> bool:
    """Whether there is only one action, and it asks its player for something before it does anything."""
    key = decision.options[0].key if len(decision.options) == 1 else None
    if decision.kind != "action" or not isinstance(key, Mark):
        return False
    named: list[type[Action]] = [kind._actions[key.action] for kind in rules.classes if key.action in kind._actions]
    asking = [any(not one.auto and one.asked_ is None for one in action.inputs) for action in named]
    return bool(asking) and all(asking)


def _find_private(rules: Rules) -> dict[str, frozenset[str]]:
    return {kind.shown: frozenset(kind._names[name] for name in kind._private) for kind in rules.classes}


def _join_output(log: list[str]) -> str:
    """What a program printed, as far as somebody would look back."""
    return plain("".join(log)[-_LONGEST:], lines=True)
