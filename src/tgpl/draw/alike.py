"""Things that a player cannot tell apart: three Coppers in one hand.

Two objects look alike if all that a view says of them is the same, and where they are: of the same class, with the same owners and
attributes, on the same tile, and kept by the same things. In an ordered zone they have to lie side by side; the order of any other list tells
nothing apart, as for sets that are chosen.

In:  a scene, and the objects that options stand for. Out: for each option the place of the first that looks like it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any

from tgpl.draw.scene import Scene, Shown

_CARDS = ("class", "interactable")  # what there can be several of; tiles are somewhere, and boards are known by name


def keeps_order(scene: Scene, holder: Shown, values: Sequence[Any]) -> bool:
    """Whether a list is shown in its order: not what a player holds, nor a zone without one. Values that are no objects always are."""
    if any(scene[value] is None or scene[value]["kind"] not in _CARDS for value in values):  # type: ignore[index]
        return True
    if holder.get("zone"):
        return bool(holder["zone"] == "ordered")
    return scene.owner(holder) is None


def find_alike(
    scene: Scene, names: Sequence[Hashable], objects: Sequence[int | None], unsure: Collection[str]
) -> list[int]:
    """`names`: what options are called, and which action of their object they are; `unsure`: classes with attributes that not
    everybody sees."""
    looks = _Looks(scene, unsure)
    first: dict[Hashable, int] = {}
    found = []
    for place, (name, number) in enumerate(zip(names, objects, strict=True)):
        look = None if number is None else looks.of(number)
        found.append(first.setdefault((name, look), place))
    return found


class _Looks:
    def __init__(self, scene: Scene, unsure: Collection[str]) -> None:
        self.scene = scene
        self.unsure = unsure
        self.places: dict[int, list[Hashable]] = {}  # of each object: where it is kept
        for holder in scene.objects.values():
            for name, value in holder.get("attributes", {}).items():
                self._note(holder, value, (holder["id"], name))
            if "discards" in holder:
                self._note(holder, holder["discards"], (holder["id"], ""))

    def _note(self, holder: Shown, value: Any, place: Hashable) -> None:
        if isinstance(value, list):
            self._note_list(holder, value, place)
        elif isinstance(value, dict) and "id" in value:
            self.places.setdefault(value["id"], []).append(place)
        elif isinstance(value, dict) and "stack" in value:
            for at, part in enumerate(value["stack"]):
                self._note(holder, part, (place, at))
        elif isinstance(value, dict) and "table" in value:
            for at, pair in enumerate(value["table"]):
                for side, part in enumerate(pair):
                    self._note(holder, part, (place, at, side))

    def _note_list(self, holder: Shown, values: list[Any], place: Hashable) -> None:
        ordered, run, before = holder.get("zone") == "ordered", 0, None
        for value in values:
            if ordered:
                words = self.scene.words(value)
                run += words != before
                before = words
            self._note(holder, value, (place, run))

    def of(self, number: int) -> Hashable:
        """Equal for two objects if nothing tells them apart; one that may differ in what is not seen is like no other."""
        shown = self.scene.objects.get(number)
        alone = shown is None or shown["kind"] not in _CARDS or shown.get("global")
        if shown is None or alone or (shown["class"] in self.unsure and not self._is_owner(shown)):
            return ("alone", number)
        told = {key: value for key, value in shown.items() if key != "id"}
        return _freeze(told), tuple(sorted(map(repr, self.places.get(number, ()))))

    def _is_owner(self, shown: Shown) -> bool:
        return self.scene.view["seat"] in shown.get("owners", ())


def _freeze(value: Any) -> Hashable:
    if isinstance(value, dict):
        return tuple((key, _freeze(part)) for key, part in value.items())
    if isinstance(value, list):
        return tuple(map(_freeze, value))
    return (type(value), value)
