"""What lies beside the boards of a picture: decks, hands, rows and piles of things, and values of players and of the table.

In:  a scene whose boards are painted. Out: entries of a picture. What stands on a board is not shown again beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tgpl.draw.panel import find_keeper, name_deck, select_attributes
from tgpl.draw.picture_boards import make_value, put_in_zone
from tgpl.draw.picture_memo import PictureMemo
from tgpl.draw.picture_types import Id, Picture, Value, Zone, ZoneKind
from tgpl.draw.scene import Scene, Shown, read_words

_THINGS = ("class", "interactable")
Private = Mapping[str, frozenset[str]]  # of each class the attributes that only owners see


def paint_zones(scene: Scene, private: Private, picture: Picture, memo: PictureMemo) -> None:
    painter = _Painter(scene, private, picture, memo)
    painter.paint_table()
    for player in range(scene.view["players"]):
        painter.paint_player(player)
    painter.settle_values()


class _Painter:
    def __init__(self, scene: Scene, private: Private, picture: Picture, memo: PictureMemo) -> None:
        self.scene = scene
        self.private = private
        self.picture = picture
        self.memo = memo
        self.values: list[tuple[int | None, str, Value]] = []  # whose, of which object, what

    def paint_table(self) -> None:
        for shown in self.scene.objects.values():
            if shown["kind"] == "stack":
                if find_keeper(self.scene, shown) is None:
                    self._paint_deck(shown, None, name_deck(self.scene, shown))
            elif shown.get("global"):
                self._paint_object(shown, None)

    def paint_player(self, player: int) -> None:
        own = [s for s in self.scene.objects.values() if self.scene.owner(s) == player and not s.get("tile")]
        for shown in own:
            if shown["kind"] == "stack":
                if shown["id"] not in self.scene.mentioned:
                    self._paint_deck(shown, player, shown["class"])
            elif shown["kind"] != "interactable" and not shown.get("global") and not self._is_placed(shown):
                self._paint_object(shown, player)
        loose = [
            {"id": shown["id"]}
            for shown in own
            if shown["kind"] == "interactable" and shown["id"] not in self.scene.mentioned
        ]
        if loose:
            self._paint_things(f"p{player}.loose", loose, player, "", "supply")

    def _is_placed(self, shown: Shown) -> bool:
        return str(shown["id"]) in self.picture["things"]

    def _paint_object(self, shown: Shown, owner: int | None) -> None:
        told = select_attributes(self.scene, shown)
        if shown.get("zone"):
            self._paint_zone(shown, owner, told)
        for name, value in told.items():
            self._paint_value(shown, owner, name, value)
        for name, value in shown.get("attributes", {}).items() if owner is not None or shown.get("zone") else ():
            deck = self.scene[value]
            if deck is not None and deck["kind"] == "stack":
                self._paint_deck(deck, owner, name if owner is not None else f"{name_deck(self.scene, shown)}, {name}")

    # -- zones

    def _paint_zone(self, shown: Shown, owner: int | None, told: dict[str, Any]) -> None:
        """A zone of the rules; what it says beside that is left in `told`."""
        cards, length = told.pop("cards", None), told.pop("length", None)
        ordered = shown["zone"] == "ordered"
        hand = "cards" in self.private.get(shown["class"], ())
        kind: ZoneKind = "hand" if hand and owner is not None else "pile" if ordered else "row"
        name = str(shown.get("display", {}).get("name") or shown["class"])
        key = str(shown["id"])
        if cards is not None:
            self._paint_things(key, cards, owner, name, kind, ordered, keep=True)
        else:
            self._add_zone(key, name, kind, int(length or 0), owner)
            self.picture["zones"][key]["hidden"] = int(length or 0)

    def _paint_deck(self, deck: Shown, owner: int | None, name: str) -> None:
        size, key = int(deck["size"]), str(deck["id"])
        self._add_zone(key, name, "deck", size, owner)
        self.picture["zones"][key]["hidden"] = size
        discards = deck["discards"]["stack"]
        if discards:
            self._paint_things(f"{key}.discards", discards, owner, f"{name}, discarded", "pile", True)

    def _add_zone(
        self, key: Id, name: str, kind: ZoneKind, size: int, owner: int | None, ordered: bool = False
    ) -> None:
        zones = self.picture["zones"]
        made: Zone = {"name": read_words(name), "kind": kind, "order": len(zones), "size": size}
        if owner is not None:
            made["owner"] = owner
        if ordered:
            made["ordered"] = True
        zones[key] = made

    def _paint_things(
        self,
        key: Id,
        references: list[Any],
        owner: int | None,
        name: str,
        kind: ZoneKind,
        ordered: bool = False,
        keep: bool = False,
    ) -> None:
        """`keep`: also a zone whose things all lie elsewhere."""
        left = [part for part in references if self.scene[part] is None or not self._is_placed(self.scene[part])]  # type: ignore[arg-type]
        if references and not left and not keep:
            return
        self._add_zone(key, name, kind, len(left), owner, ordered)
        for n, part in enumerate(left):
            put_in_zone(self.scene, part, self.picture, key, n, self.memo)

    # -- attributes

    def _paint_value(
        self, holder: Shown, owner: int | None, attribute: str, value: Any, name: str = "", of: str = ""
    ) -> None:
        """An attribute of an object: things in a zone, or something that is told. `of`: what the object is called."""
        name, of = name or attribute, of or str(holder["class"])
        target = self.scene[value]
        if target is not None and self.scene.is_keeper(target):
            self._paint_keeper(target, owner, name)
        elif (
            target is not None
            and target["kind"] in _THINGS
            and not self._is_placed(target)
            and not target.get("global")
        ):
            self._paint_things(
                f"{holder['id']}.{attribute}", [value], owner, name, self._kind(holder, attribute, owner)
            )
        elif (things := self._find_things(value)) is not None:
            ordered = isinstance(value, dict)
            kind = "pile" if ordered else self._kind(holder, attribute, owner)
            self._paint_things(f"{holder['id']}.{attribute}", things, owner, name, kind, ordered)
        elif isinstance(value, dict) and value.get("table") and self._is_by_player(value):
            there = dict(value["table"])
            for player in range(self.scene.view["players"]):
                self.values.append((player, of, make_value(self.scene, name, there.get(player))))
        elif not self._is_silent(value):
            told = make_value(self.scene, name, value)
            if self._is_plain(value):
                told["attribute"], told["of"] = attribute, str(holder["id"])
            self.values.append((owner, of, told))

    def _paint_keeper(self, target: Shown, owner: int | None, name: str) -> None:
        """What an object keeps for others goes by its name, if it keeps only one thing."""
        inside = select_attributes(self.scene, target)
        for key, value in inside.items():
            told = (
                name
                if len(inside) == 1
                else key
                if self._is_plain(value)
                else f"{read_words(name)} {read_words(key, False)}"
            )
            self._paint_value(target, owner, key, value, told, name)

    def _is_plain(self, value: Any) -> bool:
        return isinstance(value, (bool, int, float, str))

    def _kind(self, holder: Shown, attribute: str, owner: int | None) -> ZoneKind:
        private = attribute in self.private.get(str(holder["class"]), ())
        return "hand" if private and owner is not None else "row"

    def _find_things(self, value: Any) -> list[Any] | None:
        """The things of a list, also of lists in it; None if it holds something else. An empty one may hold things."""
        if isinstance(value, dict) and "stack" in value:
            value = value["stack"]
        if not isinstance(value, list):
            return None
        found: list[Any] = []
        for part in value:
            inner = self._find_things(part) if isinstance(part, list) else [part] if self._is_thing(part) else None
            if inner is None:
                return None
            found += inner
        return found

    def _is_thing(self, value: Any) -> bool:
        shown = self.scene[value]
        return shown["kind"] in _THINGS if shown is not None else isinstance(value, dict) and "hidden" in value

    def _is_by_player(self, value: dict[str, Any]) -> bool:
        keys = [key for key, _ in value["table"]]
        return all(isinstance(key, int) and not isinstance(key, bool) for key in keys) and all(
            self._is_plain(part) for _, part in value["table"]
        )

    def _is_silent(self, value: Any) -> bool:
        """What a picture shows by itself, or what says nothing: many tiles, an empty table."""
        if isinstance(value, list):
            return not value or bool(self.scene.count_tiles(value))
        return value in ({"table": []}, {"hidden": True}, "")

    def settle_values(self) -> None:
        """Values where they belong; two of one name are told apart by what they are of."""
        times = Counter((owner, value["name"]) for owner, _, value in self.values)
        for owner, holder, value in self.values:
            if times[owner, value["name"]] > 1 and read_words(holder) != value["name"]:
                value["name"] = f"{read_words(holder)}: {value['name']}"
            if owner is None:
                self.picture["values"].append(value)
            elif str(owner) in self.picture["players"]:
                self.picture["players"][str(owner)]["values"].append(value)
