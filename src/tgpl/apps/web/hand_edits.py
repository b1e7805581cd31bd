"""What an owner changes by hand, as their page says it → an edit as a record has it.

In:  ids of the owner's own picture. Out: places of objects among those in the game (`runtime/hand`). So nobody can lay hands on what
they do not see, but for the topmost card of a deck.

    translate_edit({"move": "44", "to": "31"}, state, 0, picture)     # {"move": 12, "from": {"tile": 30}, "to": {"tile": 31}}
"""

from __future__ import annotations

from typing import Any

from tgpl.apps.web.refused import Refused
from tgpl.runtime.state import State

Picture = dict[str, Any]


def translate_edit(edit: dict[str, Any], state: State, seat: int | None, picture: Picture) -> dict[str, Any]:
    """Raises Refused."""
    return _Translation(state.rank_seen(seat), picture).translate(edit)


class _Translation:
    def __init__(self, ranks: dict[int, int], picture: Picture) -> None:
        self.ranks = ranks
        self.picture = picture

    def translate(self, edit: dict[str, Any]) -> dict[str, Any]:
        if edit.get("move") is not None:
            thing = self.picture["things"].get(edit["move"], {})
            at = thing.get("at", {})
            return {
                "move": self._rank(edit["move"]),
                "from": self._place(at.get("tile") or at.get("zone")),
                "to": self._place(edit.get("to")),
            }
        if edit.get("deal") is not None:
            return {"deal": self._rank(edit["deal"]), "to": self._place(edit.get("to"))}
        if edit.get("attribute") is None or edit.get("value") is None:
            raise Refused("bad_field", "To set something, its `attribute` and `value` are needed.")
        return {"set": self._rank(edit["set"]), "attribute": edit["attribute"], "value": edit["value"][0]}

    def _rank(self, name: str) -> int:
        number = int(name) if name.isascii() and name.isdigit() and len(name) < 9 else -1
        if number not in self.ranks:
            raise Refused("no_thing", "There is no such thing that you can see.")
        return self.ranks[number]

    def _place(self, name: str | None) -> dict[str, Any] | None:
        """Where something lies or is to lie; a zone of the picture may be an attribute of an object."""
        if name is None or name.startswith("p"):
            return None
        holder, dot, attribute = name.partition(".")
        if name in self.picture["tiles"]:
            return {"tile": self._rank(name)}
        if attribute == "discards":
            return {"discards": self._rank(holder)}
        if dot:
            return {"list": self._rank(holder), "of": attribute}
        return {"zone": self._rank(name)}
