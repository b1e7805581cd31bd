"""The answer to `about`: what a card or another thing is, in the designer's words; and to `rules`.

In:  a scene, the rules, and the words behind `about`. Out: lines. Objects come from the scene, so nothing is told that the seat may
not see; what classes say of themselves is part of the rules, and everybody knows them.
"""

from __future__ import annotations

from tgpl.apps.terminal.words import fits, is_whole, split_line, split_name
from tgpl.draw.scene import Scene, Shown
from tgpl.runtime.entity import Entity
from tgpl.runtime.rules import Rules
from tgpl.text.escape import plain

_MOST = 6  # things that one line asks about
_KINDS = ("class", "interactable", "stack", "tile", "board")


def describe_thing(scene: Scene, rules: Rules, words: str) -> list[str]:
    """Every thing in view, or every class, that the words name."""
    typed = tuple(word.text for word in split_line(words)[0].words) if words.strip() else ()
    if not typed:
        return ["Say what: about NAME, of something that you see or that the rules speak of."]
    found = _find_objects(scene, typed) or _find_classes(rules, typed)
    if not found:
        return [f"Nothing that you can see, and no class of the rules, has a name like '{plain(words)}'."]
    more = [f"… {len(found) - _MOST} more; say more of the name."] if len(found) > _MOST else []
    return [line for lines in found[:_MOST] for line in lines] + more


def describe_rules(rules: Rules) -> list[str]:
    told = [line for text in rules.rulebook for line in plain(text, lines=True).split("\n")]
    return told or [
        "The rules of this game do not say in words how it is played; `options` and `why` tell what they allow."
    ]


def _find_objects(scene: Scene, typed: tuple[str, ...]) -> list[list[str]]:
    """Things that look alike are told once."""
    named = [
        (shown, split_name(scene.name(shown)), split_name(str(shown["class"]))) for shown in scene.objects.values()
    ]
    whole = [shown for shown, name, kind in named if is_whole(typed, name) or is_whole(typed, kind)]
    found = whole or [shown for shown, name, kind in named if fits(typed, name, True) or fits(typed, kind, True)]
    told: dict[str, list[str]] = {}
    for shown in found:
        if shown["kind"] in _KINDS:
            lines = _describe_object(scene, shown)
            told.setdefault("\n".join(lines), lines)
    return list(told.values())


def _describe_object(scene: Scene, shown: Shown) -> list[str]:
    display = shown.get("display", {})
    name = str(display.get("name", shown["class"]))
    lines = [name if name == shown["class"] else f"{name} ({shown['class']})"]
    lines += [f"  {line}" for line in str(display.get("text", "")).split("\n") if line]
    told = [f"{key} {scene.words(value)}" for key, value in shown.get("attributes", {}).items() if value is not None]
    return [*lines, f"  {'; '.join(told)}"] if told else lines


def _find_classes(rules: Rules, typed: tuple[str, ...]) -> list[list[str]]:
    kinds = [kind for kind in rules.classes if kind.kind in _KINDS and not kind.__dict__.get("replaced", False)]
    named = [(kind, split_name(kind.shown)) for kind in kinds]
    whole = [kind for kind, name in named if is_whole(typed, name)]
    return [_describe_class(kind) for kind in whole or [kind for kind, name in named if fits(typed, name, True)]]


def _describe_class(kind: type[Entity]) -> list[str]:
    """What is filled in differs from one to the next: it stands as the rules have it."""
    texts = kind._display.get("text", ())
    lines = [f"  {line}" for text in texts[:1] for line in plain(text, lines=True).split("\n")]
    return [kind.shown, *(lines or ["  The rules say nothing of it in words."])]
