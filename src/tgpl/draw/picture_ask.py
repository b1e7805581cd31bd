"""What a seat is asked, for a page: its options, and what is touched to choose each.

In:  a seat's view with its decision, and the picture so far. Out: `Ask`.
"""

from __future__ import annotations

from typing import Any

from tgpl.draw.picture_types import Ask, Id, Option, Picture
from tgpl.draw.scene import read_words
from tgpl.runtime.decision import DONE, NONE, Chosen, Decision, Mark
from tgpl.runtime.values import number_text
from tgpl.text.escape import plain

_WHERE = {"to": "where to?", "from": "where from?", "into": "into what?", "at": "where?", "on": "on what?"}
_ACROSS = ("column", "columns", "file", "col")  # what numbers are called that choose a column of the only board


def make_ask(decision: Decision, objects: list[int | None], picture: Picture) -> Ask:
    """`objects`: of the seat's view, one for each option."""
    columns = _find_columns(decision, picture)
    options = {
        str(number): _make_option(decision, number, found, picture, columns) for number, found in enumerate(objects)
    }
    made: Ask = {
        "player": decision.player,
        "kind": decision.kind,
        "subject": read_words(plain(decision.subject)),
        "name": read_words(plain(decision.name)),
        "words": describe_question(decision),
        "options": options,
    }
    if decision.free is not None:
        made["free"] = decision.free
    if decision.length is not None:
        made["length"] = decision.length
    if decision.chosen is not None:
        made["chosen"] = [plain(label) for label in decision.chosen.labels]
        if decision.chosen.is_set:
            made["set"] = {"least": decision.chosen.least}
            if decision.chosen.most is not None:
                made["set"]["most"] = decision.chosen.most
    return made


def describe_question(decision: Decision) -> str:
    """What is asked, in the designer's words if there are some."""
    if decision.prompt is not None:
        return plain(decision.prompt)
    if decision.length is not None:
        return "Type a character." if decision.length == 1 else f"Type {decision.length} characters."
    if decision.kind == "action":
        actions = {key.action for option in decision.options if isinstance(key := option.key, Mark)} - {""}
        sole = len(decision.options) > 1 and len(actions) == 1
        return f"{read_words(actions.pop())}: which one?" if sole else "What do you do?"
    what = {"number": "a number for ", "string": "a text for "}.get(decision.free or "", "choose ")
    if decision.chosen is not None and decision.chosen.is_set:
        what = f"{describe_size(decision.chosen)} for "
    name = read_words(plain(decision.name), False)
    return f"{read_words(plain(decision.subject))}: {_WHERE.get(name, what + name)}"


def describe_size(chosen: Chosen) -> str:
    """How many of a set are wanted."""
    if chosen.most is None:
        return f"at least {chosen.least}" if chosen.least else "any number"
    if chosen.least == chosen.most:
        return f"{chosen.least}"
    return f"{chosen.least} to {chosen.most}" if chosen.least else f"up to {chosen.most}"


def _make_option(
    decision: Decision, number: int, found: int | None, picture: Picture, columns: dict[float, list[Id]]
) -> Option:
    option = decision.options[number]
    made: Option = {"label": plain(option.label)}
    if option.hidden:
        return {"label": "", "hidden": True}
    key, path = option.key, _find_touched(found, picture)
    if isinstance(key, Mark):
        if key.what == "action":
            made["action"] = read_words(key.action)
        elif key == DONE:
            made["end"] = "done"
        elif key == NONE:
            made["end"] = "none"
    elif isinstance(key, (int, float)) and not isinstance(key, bool):
        if isinstance(key, int):
            made["player"], path = key, [[f"p{key}"]]
        elif decision.kind != "input" or option.label == number_text(key):  # a move of a rulesheet has a name
            made["number"] = key
            path = [columns[key]] if key in columns else path
    if path:
        made["path"] = path
    if option.copies > 1:
        made["copies"] = option.copies
    return made


def _find_touched(found: int | None, picture: Picture) -> list[list[Id]]:
    key = str(found)
    there: tuple[dict[str, Any], ...] = (picture["things"], picture["tiles"], picture["zones"])
    return [[key]] if found is not None and any(key in one for one in there) else []


def _find_columns(decision: Decision, picture: Picture) -> dict[float, list[Id]]:
    """Where numbers choose a column of the only board: the tiles of each."""
    if decision.name.lower() not in _ACROSS or len(picture["boards"]) != 1 or decision.free is not None:
        return {}
    found: dict[float, list[Id]] = {}
    for key, tile in picture["tiles"].items():
        found.setdefault(tile["x"], []).append(key)
    keys = [option.key for option in decision.options if isinstance(option.key, float)]
    return found if all(key in found for key in keys) else {}
