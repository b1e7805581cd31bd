"""What the options of a decision mean: the same thing is the same answer, whenever it is offered.

In:  a decision and the signs of what its player sees. Out: an `Answer` for each option, or None for one that the
player cannot tell from others.

    key_of(decision)           # ("Mark", "field")
    answers(decision, signs)   # [("object", ("tile", "Field3x3", 0, "Grid", 256)), …]
"""

from __future__ import annotations

from typing import Any

from tgpl.bindings.object_keys import Sign, Signs, words
from tgpl.runtime.decision import Decision, Mark, Option

Key = tuple[str, str]  # what asks, and for what; both empty where an action is chosen
Answer = tuple[Any, ...]

ACTION: Key = ("", "")
ACT, OBJECT, VALUE, SEAT, END = "act", "object", "value", "seat", "end"


def key_of(decision: Decision) -> Key:
    return ACTION if decision.kind == "action" else (decision.subject, decision.name)


def answers(decision: Decision, signs: Signs) -> list[Answer | None]:
    objects = signs.view["decision"]["objects"]
    return [_answer(option, number, signs) for option, number in zip(decision.options, objects, strict=True)]


def _answer(option: Option, number: int | None, signs: Signs) -> Answer | None:
    key, label = option.key, option.label
    if option.hidden:
        return None
    if not isinstance(key, Mark):
        if isinstance(key, int) and not isinstance(key, bool):
            return seat(signs.relative(key))
        return value(label if signs.facts.named else key)
    if key.what not in ("action", "object"):
        return end(key.what)
    sign = None if number is None else signs.get(number)
    if sign is None:
        return None
    return act(label.split(":", maxsplit=1)[0], sign) if key.what == "action" else thing(sign)


def act(action: str, sign: Sign) -> Answer:
    return (ACT, action, sign)


def thing(sign: Sign) -> Answer:
    return (OBJECT, sign)


def value(plain: float | str | bool) -> Answer:
    """The type is told too: in Python true equals one."""
    return (VALUE, type(plain).__name__, plain)


def seat(distance: int) -> Answer:
    return (SEAT, distance)


def end(word: str) -> Answer:
    return (END, word)


def told(key: Key, answer: Answer, players: int, tiles: dict[Sign, str]) -> str:
    """An answer for people."""
    if answer[0] == ACT:
        return f"{answer[1]}: {words(answer[2], players, tiles)}"
    if answer[0] == OBJECT:
        text = words(answer[1], players, tiles)
    elif answer[0] == SEAT:
        text = "yourself" if answer[1] == 0 else f"the player {answer[1]} on"
    elif answer[0] == VALUE:
        text = _plain(answer[2])
    else:
        text = answer[1]
    return f"{key[0]}, {key[1]}: {text}"


def _plain(plain: float | str | bool) -> str:
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    if isinstance(plain, float):
        return str(int(plain)) if plain == int(plain) else repr(plain)
    return plain if isinstance(plain, str) else str(plain)
