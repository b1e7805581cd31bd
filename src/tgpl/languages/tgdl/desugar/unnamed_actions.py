"""Actions without a name, which the edition between TGDL and TGPL allows: they get one.

In:  the trees of all files. Out: the same trees. No member of any class has the name, so that none overrides another by accident.
"""

from __future__ import annotations

from tgpl.languages.tgpl.syntax import tree as t


def name_actions(files: list[t.File]) -> None:
    unnamed = [action for file in files for class_ in file.classes for action in class_.actions if not action.name]
    taken = _find_names(files) if unnamed else set[str]()
    number = 0
    for action in unnamed:
        number += 1
        while f"Action{number}" in taken:
            number += 1
        action.name = f"Action{number}"


def _find_names(files: list[t.File]) -> set[str]:
    """What members of classes, classes and functions are called."""
    found = {class_.name for file in files for class_ in file.classes}
    found |= {function.name for file in files for function in file.functions}
    for class_ in (class_ for file in files for class_ in file.classes):
        found |= {attribute.name for attribute in class_.attributes} | {group.name for group in class_.groups}
        found |= {function.name for function in class_.functions} | {action.name for action in class_.actions}
    return found
