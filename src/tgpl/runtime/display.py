"""What the designer says of how things are shown: names, texts, symbols, with the attributes filled in that they name.

In:  an object and a word (`name`, `short`, `text`, …). Out: the text for it, if there is one. Display names also stand in texts
and in the log, so both targets fill them in alike (in C `put_name`, 4b_writing.c).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tgpl.runtime.values import number_text, text
from tgpl.text.limits import LONG_NAME

if TYPE_CHECKING:
    from tgpl.runtime.entity import Entity

HIDE, OWNER = "hide", "owner"  # hints that name attributes
CALLED = "called"  # what a class is called by itself, where that is not its name
_HOLE = re.compile(r"\{(\w+)\}")


def fill_hint(entity: Entity, word: str) -> str | None:
    """A hint of the designer with the attributes that it names filled in."""
    texts = entity._display.get(word)
    if not texts:
        return None
    owner = find_owner(entity)
    chosen = texts[0] if owner is None else texts[owner % len(texts)]
    return chosen if "{" not in chosen else _fill(entity, chosen)


def find_owner(entity: Entity) -> int | None:
    """Whose a thing is: to whom it belongs, or whom the attribute names that the designer points to."""
    if OWNER in entity._display:
        return _look_up(entity, entity._display[OWNER][0])
    owners = entity._owners()
    return owners[0] if owners else None


def _look_up(entity: Entity, name: str) -> int | None:
    found: int | None = getattr(entity, next(one for one, said in entity._names.items() if said == name))
    return found


def describe(entity: Entity) -> str:
    """An object by its name, or by its class and what tells it from its like."""
    name = fill_hint(entity, "name")
    if name:
        return name
    aside = entity._display.get(HIDE, ())
    public = [n for n in entity._attributes if n not in entity._private and entity._names[n] not in aside]
    values = [(entity._names[n], getattr(entity, n)) for n in public]
    told = [f"{name} {text(v)}" for name, v in values if isinstance(v, (float, str, bool)) and v is not False]
    return f"{entity.shown} ({', '.join(told[:4])})" if told else entity.shown


def _fill(entity: Entity, words: str) -> str:
    """Attributes can hold long texts: what follows a name that is long already is left out."""
    told, at = "", 0
    for hole in _HOLE.finditer(words):
        told += words[at : hole.start()]
        if len(told) >= LONG_NAME:
            return told
        told += _tell(entity, hole[1])
        at = hole.end()
        if len(told) >= LONG_NAME:
            return told
    return told + words[at:]


def _tell(entity: Entity, name: str) -> str:
    """A public attribute as it stands in a hint; objects are not followed."""
    for attribute, designers in entity._names.items():
        if designers == name and attribute not in entity._private:
            return _spell(getattr(entity, attribute), entity._kinds[attribute], entity)
    return ""


def _spell(value: Any, kind: Any, entity: Entity) -> str:
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, (float, int)):
        return entity._game.player_name(int(value)) if kind is int else number_text(float(value))
    return str(value) if isinstance(value, str) else ""
