"""What lies beside the board: what belongs to everybody, to each player, and the decks.

In:  a scene. Out: lines of (text, style), as in pictures.
"""

from __future__ import annotations

from typing import Any

from tgpl.draw.boards import Line
from tgpl.draw.program_boards import find_language_variables, is_program_board
from tgpl.draw.scene import Scene, Shown, player_style

_LONGEST = 240  # characters of one value; `state` shows all of it


def draw_panel(scene: Scene) -> list[Line]:
    lines: list[Line] = []
    for shown in scene.objects.values():
        if shown["kind"] == "stack":
            lines.append(_describe_deck(scene, shown))
        elif shown.get("global"):
            lines += _describe_attributes(scene, shown, f"{shown['class']}")
    for player in range(scene.view["players"]):
        lines += _describe_player(scene, player)
    return lines


def _describe_deck(scene: Scene, deck: Shown) -> Line:
    size = deck["size"]
    words = f"{size} card{'' if size == 1 else 's'}"
    discards = deck["discards"]["stack"]
    if discards:
        words += f", {len(discards)} discarded, on top {scene.words(discards[-1])}"
    return [(deck["class"], "bold"), (f": {words}", "")]


def _describe_player(scene: Scene, player: int) -> list[Line]:
    """What a player has, apart from pieces on the board."""
    own = [shown for shown in scene.objects.values() if scene.owner(shown) == player and not shown.get("tile")]
    lines: list[Line] = []
    loose: list[str] = []
    for shown in own:
        if shown["kind"] == "interactable":
            if shown["id"] not in scene.mentioned:  # else it is told where it is kept
                loose.append(scene.name(shown))
        else:
            lines += _describe_attributes(scene, shown, f"player {player}", player_style(player))
    if loose:
        lines.append([(f"player {player}", player_style(player)), (f": {_clip(scene.many(loose))}", "")])
    return lines


def _describe_attributes(scene: Scene, shown: Shown, title: str, style: str = "bold") -> list[Line]:
    told = _select_attributes(scene, shown)
    if not told:
        return []
    words = "; ".join(f"{name} {_clip(scene.words(value))}" for name, value in told.items())
    return [[(title, style), (f": {words}", "")]]


def _select_attributes(scene: Scene, shown: Shown) -> dict[str, Any]:
    """Attributes with something to say: no boards and decks, which are shown by themselves, and no nulls."""
    told = {}
    silent = find_language_variables(shown)
    for name, value in shown.get("attributes", {}).items():
        target = scene[value]
        if (
            value is None
            or name in silent
            or is_program_board(target)
            or (target is not None and target["kind"] in ("board", "group", "stack"))
        ):
            continue
        told[name] = value
    return told


def _clip(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()} …"
