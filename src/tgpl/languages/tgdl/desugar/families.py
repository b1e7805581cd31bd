"""Which classes inherit from which, before anything is checked."""

from __future__ import annotations

from tgpl.languages.tgpl.syntax import tree as t


def find_bases(class_: t.Class, classes: dict[str, t.Class]) -> list[t.Class]:
    """The classes that one inherits from, the nearest first."""
    found: list[t.Class] = []
    step = class_
    while step.base is not None and step.base.name in classes and classes[step.base.name] not in (class_, *found):
        step = classes[step.base.name]
        found.append(step)
    return found
