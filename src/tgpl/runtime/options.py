"""What can be chosen, as the player who is asked may see it: hidden things have no label, and tell nothing by their place.

In:  a match, a player, values. Out: options.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from tgpl.runtime.decision import Key, Mark, Option
from tgpl.runtime.entity import Entity
from tgpl.runtime.view import label
from tgpl.runtime.visibility import find_visible_when_asked, number_visible

if TYPE_CHECKING:
    from tgpl.runtime.match import Match

# How what can be chosen comes: as the rules list it, by age, or as it was settled before for who is asked.
Order = Literal["listed", "age", "settled"]


def offer_values(match: Match, player: int, values: list[Any], order: Order, tainted: bool = False) -> list[Option]:
    """Values as a player may see them; `tainted`: what is no object comes from where they cannot look."""
    made = [Option(label(value, match.rules.names), key_of(value)) for value in values]
    if tainted and values and not isinstance(values[0], Entity):
        made = [Option("", option.key, True) for option in made]
        if order != "settled":
            match.side_chance().shuffle(made)
        return made
    return hide_options(match, player, values, made, order, [0] * len(made))


def hide_options(
    match: Match, player: int, values: list[Any], made: list[Option], order: Order, groups: list[Any]
) -> list[Option]:
    """What is hidden from a player has no label and tells nothing by its place. Nor does what they see by its age: within
    each of the groups it comes in an order of their own."""
    if not match.rules.secrets or not any(isinstance(v, Entity) and not v._is_public() for v in values):
        return made
    seen = find_visible_when_asked(match, player)
    shown = [i for i, v in enumerate(values) if not isinstance(v, Entity) or v._serial in seen]
    hidden = [
        Option("", made[i].key, True) for i, v in enumerate(values) if isinstance(v, Entity) and v._serial not in seen
    ]
    if order != "settled":
        match.side_chance().shuffle(hidden)
    if order == "age" and len(shown) > 1:
        numbers = number_visible(match, player, seen)
        shown.sort(key=lambda i: (groups[i], numbers[values[i]._serial]))
    return [made[i] for i in shown] + hidden


def key_of(value: Any) -> Key:
    return Mark("object", value._serial) if isinstance(value, Entity) else value
