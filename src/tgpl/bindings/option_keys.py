"""What the options of a decision mean: the same thing is the same answer, whenever it is offered.

In:  a decision and the keys of what its player sees. Out: an `Answer` for each option, or None for one that the
player cannot tell from others.

    find_question_key(decision)           # ("Mark", "field")
    find_answers(decision, object_keys)   # [("object", ("tile", "Field3x3", 0, "Grid", 256)), …]
"""

from __future__ import annotations

from typing import Any

from tgpl.bindings.object_keys import ObjectKey, ObjectKeys, describe_object
from tgpl.runtime.decision import Decision, Mark, Option

QuestionKey = tuple[str, str]  # what asks, and for what; both empty where an action is chosen
Answer = tuple[Any, ...]

ACTION: QuestionKey = ("", "")
ACT, OBJECT, VALUE, SEAT, END = "act", "object", "value", "seat", "end"


def find_question_key(decision: Decision) -> QuestionKey:
    return ACTION if decision.kind == "action" else (decision.subject, decision.name)


def find_answers(decision: Decision, object_keys: ObjectKeys) -> list[Answer | None]:
    objects = object_keys.view["decision"]["objects"]
    return [_find_answer(option, number, object_keys) for option, number in zip(decision.options, objects, strict=True)]


def _find_answer(option: Option, number: int | None, object_keys: ObjectKeys) -> Answer | None:
    key, label = option.key, option.label
    if option.hidden:
        return None
    if not isinstance(key, Mark):
        if isinstance(key, int) and not isinstance(key, bool):
            return (SEAT, object_keys.relative(key))
        return make_value_answer(label if object_keys.facts.named else key)
    if key.what not in ("action", "object"):
        return (END, key.what)
    object_key = None if number is None else object_keys.get(number)
    if object_key is None:
        return None
    if key.what == "action":
        return (ACT, label.split(":", maxsplit=1)[0], object_key)
    return (OBJECT, object_key)


def make_value_answer(plain: float | str | bool) -> Answer:
    """The type is told too: in Python true equals one. A value of an enum, and a class as a value, go by their names."""
    if isinstance(plain, str):
        plain = str.__str__(plain)  # not what a class is called: two may be called the same
    return (VALUE, type(plain).__name__, plain)


def describe_answer(key: QuestionKey, answer: Answer, players: int, tiles: dict[ObjectKey, str]) -> str:
    """An answer for people."""
    if answer[0] == ACT:
        return f"{answer[1]}: {describe_object(answer[2], players, tiles)}"
    if answer[0] == OBJECT:
        text = describe_object(answer[1], players, tiles)
    elif answer[0] == SEAT:
        text = "yourself" if answer[1] == 0 else f"the player {answer[1]} on"
    elif answer[0] == VALUE:
        text = _format_value(answer[2])
    else:
        text = answer[1]
    return f"{key[0]}, {key[1]}: {text}"


def _format_value(plain: float | str | bool) -> str:
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    if isinstance(plain, float):
        return str(int(plain)) if plain == int(plain) else repr(plain)
    return plain if isinstance(plain, str) else str(plain)
