"""What may have been meant by a name that is not known: only what could stand there.

In:  the scope or body in which the name stands, and what is wanted of it. Out: the known name that is nearest to it, or None. So where
an event is wanted only events are named, before parentheses only what can be called, and nothing that cannot be seen from there.

    near_value(b, "poitns")                           # "points", if that is an attribute and not a function
    near_class("Bmup", scope.names, of_kind("event"))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import FUNCTIONS, KIND_MEMBERS, OWNED, PIECE_ZONE
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import closest

if TYPE_CHECKING:
    from tgpl.languages.tgpl.check.body import Body

Fits = Callable[[s.Class], bool]  # whether a class could stand there
Known = Mapping[str, "s.Declared"]


def of_kind(*kinds: str) -> Fits:
    """Classes of some kinds: those that somebody declared, and predefined ones that are no mere kind."""
    return lambda class_: class_.kind in kinds and not is_kind(class_)


def is_kind(class_: s.Class) -> bool:
    return class_.file is None and class_.name == class_.kind


def near_class(name: str, known: Known, fits: Fits, words: Iterable[str] = ()) -> str | None:
    classes = [key for key, symbol in known.items() if isinstance(symbol, s.Class) and fits(symbol.latest())]
    return closest(name, [*classes, *words]) or closest(f"{name}Event", [one for one in classes if "Event" in one])


def near_value(b: Body, name: str, behind: str = "") -> str | None:
    """What can be read without a dot: variables, attributes, `this` and its like, global classes; before a `[` also a class of
    which every player owns one. `behind` is the sign behind the name."""
    known = _readable_here(b)
    owned = [n for n, c in b.scope.names.items() if _is_owned(c)]
    return closest(name, [*known, *owned] if behind == "[" else known) or _find_two(b, name, known, behind)


def _readable_here(b: Body) -> list[str]:
    known = [*b.locals]
    if b.owner is not None:
        known += [*_readable(b.owner), "this"]
    if b.event is not None:
        known.append("event")
    return known + [n for n, c in b.scope.names.items() if _is_value(c)]


def _is_owned(symbol: s.Declared) -> bool:
    """A class of which a player can have one: `Hand[p]`."""
    if not isinstance(symbol, s.Class) or symbol.file is None:
        return False
    return symbol.kind in ("class", "interactable", "zone") and symbol.latest().visibility != "global"


def _has(symbol: s.Declared | None, name: str) -> bool:
    if isinstance(symbol, s.Enum):
        return name in symbol.type.values
    return isinstance(symbol, s.Class) and name in symbol.latest().members()


def _find_two(b: Body, name: str, known: list[str], behind: str) -> str | None:
    """Two names, without what stands between them: `Townplans` for `Town.plans`, `Listnumber>` for `List<number>`."""
    for list_ in ("List", "Table", "Stack"):
        if behind == ">" and name.startswith(list_) and name != list_:
            return f"{list_}<{name.removeprefix(list_)}>"
    for one in known:
        rest = name.removeprefix(one)
        if rest not in ("", name) and (_has(b.scope.find(one), rest) or re.search(rf"\.{rest}\b", b.file.text)):
            return f"{one}.{rest}"
    return None


def near_global(name: str, known: Known) -> str | None:
    return closest(name, [n for n, symbol in known.items() if _is_value(symbol)])


def near_call(b: Body, name: str) -> str | None:
    """What can be called without a dot: members of this object, functions, what is predefined."""
    known = [] if b.owner is None else _callable(b, b.owner)
    known += [n for n, symbol in b.scope.names.items() if isinstance(symbol, s.Function)]
    return closest(name, [*known, *FUNCTIONS]) or _find_two(b, name, _readable_here(b), "")


def near_member(b: Body, class_: s.Class, name: str, *, called: bool) -> str | None:
    """What can stand behind the dot of an object, with parentheses behind it or without."""
    near = closest(name, _callable(b, class_) if called else _readable(class_))
    return near or _find_two(b, name, _readable(class_), "")


def near_operation(name: str, known: Mapping[str, s.Operation], *, called: bool) -> str | None:
    return closest(name, [n for n, operation in known.items() if operation.reads is not called])


def near_filled(class_: s.Class, name: str) -> str | None:
    """What `new` can fill."""
    written = [n for n, operation in _operations(class_) if operation.writable]
    return closest(name, [*_members(class_, s.Attribute), *written])


def near_original(class_: s.Class, name: str, kind: type) -> str | None:
    """What a member of a class may override: a member of its base that is of the same kind."""
    return None if class_.base is None else closest(name, _members(class_.base, kind))


def _is_value(symbol: s.Declared) -> bool:
    """A global class, a constant, or an enum, behind which a value stands."""
    if isinstance(symbol, s.Class):
        return symbol.file is not None and symbol.latest().visibility == "global"
    return not isinstance(symbol, s.Function)


def _readable(class_: s.Class) -> list[str]:
    """Attributes, groups, and what is predefined and read like them."""
    return [*_members(class_, (s.Attribute, s.Class)), *(n for n, operation in _operations(class_) if operation.reads)]


def _callable(b: Body, class_: s.Class) -> list[str]:
    """Functions, actions that may be used from here, and what is predefined."""
    actions = [n for n, m in class_.members().items() if isinstance(m, s.Action) and not _is_closed(b, m)]
    operations = [n for n, operation in _operations(class_) if not operation.reads]
    return [*_members(class_, s.Function), *actions, *operations]


def _is_closed(b: Body, action: s.Action) -> bool:
    closed = sealed_class(action)
    return closed is not None and (b.owner is None or not b.owner.derives(closed))


def sealed_class(action: s.Action) -> s.Class | None:
    """The sealed class outside which an action cannot be used."""
    lineage = action.owner.lineage() if action.owner is not None else iter(())
    return next((c for c in lineage if isinstance(c.node, t.Class) and c.node.sealed), None)


def _members(class_: s.Class, kind: type | tuple[type, ...]) -> list[str]:
    return [name for name, member in class_.members().items() if isinstance(member, kind)]


def _operations(class_: s.Class) -> list[tuple[str, s.Operation]]:
    owned = OWNED[class_.visibility] if class_.kind in ("class", "interactable", "zone") else {}
    zone = [("zone", PIECE_ZONE)] if class_.kind == "interactable" and class_.first().in_zones else []
    return [*KIND_MEMBERS[class_.kind].items(), *owned.items(), *zone]
