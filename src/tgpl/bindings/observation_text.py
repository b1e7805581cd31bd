"""What a seat sees, and has seen, as texts: for tables keyed by them, and for people.

In:  views. Serial numbers are replaced by the order in which a view lists its objects, so that equal positions read
alike whatever their past. The log and the number of moves are left out.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tgpl.bindings.episode import Episode
from tgpl.bindings.position import Follower
from tgpl.draw.boards import draw_boards
from tgpl.draw.panel import draw_panel
from tgpl.draw.scene import Scene

_LEFT_OUT = ("log", "moves", "game", "players")
_WIDE = 100  # columns of a picture


def write_view(view: dict[str, Any]) -> str:
    """A view, on one line; equal for equal ones."""
    ranks = {shown["id"]: rank for rank, shown in enumerate(view["objects"])}
    kept = {name: value for name, value in view.items() if name not in _LEFT_OUT}
    return json.dumps(_replace_ids(kept, ranks), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _replace_ids(value: Any, ranks: dict[int, int]) -> Any:
    if isinstance(value, dict):
        if "id" in value and isinstance(value["id"], int):
            value = {**value, "id": ranks.get(value["id"], -1)}
        return {name: _replace_ids(part, ranks) for name, part in value.items() if name not in ("display", "neighbors")}
    return [_replace_ids(part, ranks) for part in value] if isinstance(value, list) else value


def write_private(episode: Episode, seat: int) -> str:
    """What a seat sees and a spectator does not; empty if there is nothing."""
    own, chosen = episode.state.own_view(seat), episode.chosen(seat)
    if not own and not chosen:
        return ""
    ranks = {shown["id"]: rank for rank, shown in enumerate(episode.view(seat)["objects"])}
    return json.dumps([chosen, _replace_ids(own, ranks)], sort_keys=True, separators=(",", ":"))


def draw_view(view: dict[str, Any]) -> str:
    """A view as a terminal shows it, without colours."""
    scene = Scene(view)
    lines = [*draw_boards(scene, frozenset(), _WIDE), *draw_panel(scene)]
    return "\n".join("".join(words for words, _ in line).rstrip() for line in lines)


class Memory:
    """Everything that a seat has seen at any decision, and chosen, up to some step of an episode: as one digest."""

    def __init__(self, episode: Episode, seat: int) -> None:
        self.seat = seat
        self.trail: list[int] = []  # the steps that are looked at
        self.digest = b""
        self._follower = Follower(episode.setting, episode.seed, episode.is_open)

    def leads_to(self, episode: Episode) -> bool:
        return episode.trail[: len(self.trail)] == self.trail

    def advance(self, episode: Episode) -> str:
        """Goes on to where an episode stands, to which it leads."""
        for option in episode.trail[len(self.trail) :]:
            follower = self._follower
            if follower.player >= 0:
                self._add(write_view(follower.state.view(self.seat)))
                if follower.player == self.seat:
                    self._add(str(option))
            follower.choose(option)
            self.trail.append(option)
        return self.digest.hex()

    def _add(self, text: str) -> None:
        self.digest = hashlib.blake2b(self.digest + text.encode(), digest_size=16).digest()
