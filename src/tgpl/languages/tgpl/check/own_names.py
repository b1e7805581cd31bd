"""What a class is called by itself: `{name}` in the hints of how its objects are shown, where it has no attribute so called.

In:  a class. Out: that name; and its hints with the name filled in, also those that it inherits.

    interactable Card { number cost; display { name "{name}, {cost} coins"; } }
    cards Goods : Card { cost; Silk: 3; }                                           # Silk, 3 coins
"""

from __future__ import annotations

from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.syntax import tree as t

OWN_NAME = "name"  # in braces
CALLED = "called"  # a hint that no rule text gives: the own name, where that is not the name of the class
_HOLE = f"{{{OWN_NAME}}}"
Hints = tuple[tuple[str, tuple[str, ...]], ...]


def find_own_name(class_: s.Class) -> str:
    """Of a card of a table the name in its row, else the name of the class."""
    for step in class_.lineage():
        if step is not class_ and step.newer is None:
            break
        if step.called is not None:
            return step.called
    return class_.name


def names_itself(class_: s.Class) -> bool:
    """Whether what its bases say of the name of an object has the own name of its class in it."""
    nodes = [step.node for step in class_.lineage() if step is not class_]
    hints = [hint for node in nodes if isinstance(node, t.Class) for hint in node.display if hint.word == "name"]
    return bool(hints) and _has_hole(class_) and any(_HOLE in text for text, _, _ in hints[0].texts)


def fill_own_name(class_: s.Class, node: t.Class) -> Hints:
    """The hints that a class gives, and those with its own name in them that it inherits."""
    hints = [_spell(hint) for hint in node.display]
    if not _has_hole(class_):
        return tuple(hints)
    name, known = find_own_name(class_), {word for word, _ in hints}
    for step in class_.lineage():
        for word, texts in map(_spell, step.node.display if isinstance(step.node, t.Class) else ()):
            if word not in known and any(_HOLE in text for text in texts):
                hints.append((word, texts))
            known.add(word)
    called = [(CALLED, (name,))] if class_.called not in (None, class_.name) else []
    return (*((word, tuple(text.replace(_HOLE, name) for text in texts)) for word, texts in hints), *called)


def _spell(hint: t.Hint) -> tuple[str, tuple[str, ...]]:
    return hint.word, tuple(text for text, _, _ in hint.texts)


def _has_hole(class_: s.Class) -> bool:
    return not any(OWN_NAME in step.attributes for step in class_.lineage())
