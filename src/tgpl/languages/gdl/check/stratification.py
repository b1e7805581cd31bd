"""What follows from what: relations that need each other, negations in such circles, recursion that could go on for ever.

In:  the rules. Out: problems. Relations go by name and number of arguments; what holds is decided between ground atoms, so a
circle between relations is only a note, and the evaluators judge the rest.

    problems = check_circles(sheet, say)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple, TypeVar

from tgpl.languages.gdl import problems as p
from tgpl.languages.gdl.check.body_literals import STATE, atoms, is_ground, variables
from tgpl.languages.gdl.syntax import tree as t
from tgpl.text.diagnostics import Problem
from tgpl.text.scc import find_components

Key = tuple[str, int]
Say = Callable[[t.Term], str]
Node = TypeVar("Node", bound=Hashable)


class Need(NamedTuple):
    """A rule's head needs an atom of its body."""

    rule: t.Rule
    atom: t.Term
    negated: bool


def find_needs(sheet: t.Sheet) -> list[Need]:
    return [Need(rule, atom, negated) for rule in sheet.rules for atom, negated in atoms(rule.body)]


class Ring(NamedTuple):
    """A need that leads back to its own rule, and which circle it belongs to."""

    need: Need
    circle: int


def check_circles(sheet: t.Sheet, say: Say) -> list[Problem]:
    found = find_needs(sheet)
    rings = _rings([need for need in found if need.atom.key not in STATE])
    hard = _ground_circles(sheet, rings, say)
    said = {ring.circle for ring in rings if ring.need.atom.start in hard}
    problems = list(hard.values())
    for (rule, atom, negated), circle in rings:
        if negated and circle not in said:
            said.add(circle)
            problems.append(p.LooseCycle(sheet.span(atom), say(atom), say(rule.head)))
    return problems + _endless(sheet, rings, found, say)


def _rings(found: list[Need]) -> list[Ring]:
    """A rule leads to those whose heads could be what it needs; where these are too many, to all of the relation."""
    answering: dict[Key, list[t.Rule]] = {}
    for rule in {need.rule.start: need.rule for need in found}.values():
        answering.setdefault(rule.head.key, []).append(rule)
    if sum(len(answering.get(need.atom.key, ())) for need in found) > _MOST_PAIRS:
        relations = number_components((need.rule.head.key, need.atom.key) for need in found)
        keyed = [(need, relations[need.rule.head.key], relations[need.atom.key]) for need in found]
        return [Ring(need, circle) for need, circle, other in keyed if circle == other]
    leads = [
        (need, rule.start)
        for need in found
        for rule in answering.get(need.atom.key, ())
        if are_alike(need.atom, rule.head)
    ]
    group = number_components((need.rule.start, target) for need, target in leads)
    there = {id(need): Ring(need, group[target]) for need, target in leads if group[need.rule.start] == group[target]}
    return [there[id(need)] for need in found if id(need) in there]


_MOST_PAIRS = 500_000


def are_alike(left: t.Term, right: t.Term) -> bool:
    """Whether two atoms could be the same one; a variable could be anything."""
    if left.is_variable or right.is_variable:
        return True
    return left.key == right.key and all(map(are_alike, left.arguments, right.arguments))


def _ground_circles(sheet: t.Sheet, rings: list[Ring], say: Say) -> dict[int, Problem]:
    """Negations of an atom that needs itself, where all atoms of the circle are written out; by place."""
    if not any(ring.need.negated for ring in rings):
        return {}
    ground = [need for need, _ in rings if is_ground(need.rule.head) and is_ground(need.atom)]
    group = number_components((say(need.rule.head), say(need.atom)) for need in ground)
    said: set[int] = set()
    found: dict[int, Problem] = {}
    for need in ground:
        circle = group[say(need.rule.head)]
        if need.negated and circle == group[say(need.atom)] and circle not in said:
            said.add(circle)
            found[need.atom.start] = p.NegativeCycle(sheet.span(need.atom), say(need.atom), say(need.rule.head))
    return found


# ---- the recursion restriction


def _endless(sheet: t.Sheet, rings: list[Ring], found: list[Need], say: Say) -> list[Problem]:
    """A recursive atom takes its arguments from the head, or from literals outside the circle."""
    inside = {ring.need.atom.start for ring in rings}
    outside: dict[int, set[str]] = {}
    for need in found:
        if not need.negated and need.atom.start not in inside:
            outside.setdefault(need.rule.start, set()).update(v.name for v in variables(need.atom))
    loose: dict[int, tuple[Ring, t.Term]] = {}  # of each rule one
    growing: set[int] = set()
    for ring in rings:
        rule, atom, negated = ring.need
        known, given = outside.get(rule.start, set[str]()), {say(argument) for argument in rule.head.arguments}
        for argument in [] if negated else atom.arguments:
            if say(argument) not in given and any(v.name not in known for v in variables(argument)):
                loose.setdefault(rule.start, (ring, argument))
        if not negated and _grows(rule.head, atom, known):
            growing.add(ring.circle)
    problems: list[Problem] = []
    for ring, argument in loose.values():
        kind = p.GrowingRecursion if ring.circle in growing else p.LooseRecursion
        rule, atom, _ = ring.need
        problems.append(kind(sheet.span(atom), say(atom), say(argument), say(rule.head)))
    return problems


def _grows(head: t.Term, atom: t.Term, known: set[str]) -> bool:
    """Whether a value from the circle goes into a larger term than the one it came in."""
    came, goes = _depths(atom), _depths(head)
    return any(name in came and goes[name] > came[name] for name in goes if name not in known)


def _depths(term: t.Term) -> dict[str, int]:
    """How deep each variable stands, at most."""
    found: dict[str, int] = {}
    level, depth = list(term.arguments), 0
    while level:
        found.update((node.name, depth) for node in level if node.is_variable)
        level, depth = [argument for node in level for argument in node.arguments], depth + 1
    return found


# ---- what can be asked when


def check_too_early(sheet: t.Sheet, say: Say) -> list[Problem]:
    """Moves are not known before they are chosen; the first position, and who plays, do not depend on any position."""
    found = find_needs(sheet)
    late = {key: _find_asking(key, found) for key in STATE}
    problems: list[Problem] = []
    said: set[tuple[Key, Key]] = set()
    for rule, atom, _ in found:
        forbidden = _FORBIDDEN.get(rule.head.key, ())
        if atom.key in forbidden:
            problems.append(p.TooEarly(sheet.span(atom), atom.name, rule.head.name))
        elif (rule.head.key, atom.key) not in said:
            said.add((rule.head.key, atom.key))
            words = [key[0] for key in forbidden if atom.key in late[key]]
            if words:
                problems.append(p.PerhapsTooEarly(sheet.span(atom), words[0], rule.head.name, say(atom)))
    return problems


_FORBIDDEN: dict[Key, tuple[Key, ...]] = {
    ("legal", 2): (("does", 2),),
    ("goal", 2): (("does", 2),),
    ("terminal", 0): (("does", 2),),
    ("init", 1): STATE,
    ("base", 1): STATE,
    ("input", 2): STATE,
}


def _find_asking(key: Key, found: list[Need]) -> set[Key]:
    """The relations of which some rule asks for one, perhaps by way of others."""
    asked_by: dict[Key, set[Key]] = {}
    for need in found:
        asked_by.setdefault(need.atom.key, set()).add(need.rule.head.key)
    reached, ahead = set[Key](), [key]
    while ahead:
        fresh = asked_by.get(ahead.pop(), set()) - reached
        reached |= fresh
        ahead += fresh
    return reached


# ---- circles in a graph


def number_components(edges: Iterable[tuple[Node, Node]]) -> dict[Node, int]:
    """For each node the number of its group: nodes that lead to each other. A node that does not lead to itself has a group that no
    edge stays in, because an edge from it leads elsewhere."""
    follows: dict[Node, list[Node]] = {}
    for start, end in edges:
        follows.setdefault(start, []).append(end)
        follows.setdefault(end, [])
    return {
        node: number for number, group in enumerate(find_components(follows, follows.__getitem__)) for node in group
    }
