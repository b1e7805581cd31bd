"""Requires that speak of inputs, as TGDL has them: they sift what can be chosen.

In:  the trees of all files. Out: the same trees, in which such a require is a filter of the last input that it names, so that
the earlier ones are known when it is tested.

    require { return price <= gold; } input decimal price from 1 to 9;
        →  input decimal price from 1 to 9 { return price <= gold; }
"""

from __future__ import annotations

from tgpl.languages.tgpl.syntax import tree as t


def sift(files: list[t.File]) -> None:
    for file in files:
        if file.edition == "tgdl":
            for action in (*file.goals, *(action for class_ in file.classes for action in class_.actions)):
                _sift(action)


def _sift(action: t.Action) -> None:
    rest = []
    for require in action.requires:
        named = [one for one in action.inputs if any(t.uses(require.body, one.name))]
        if require.name is not None or require.combined is not None or not named:
            rest.append(require)
        else:
            named[-1].filters += (t.Filter(require.at, require.end, None, require.body),)
    action.requires = tuple(rest)
