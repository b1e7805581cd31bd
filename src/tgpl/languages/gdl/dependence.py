"""What follows from what: relations that need each other, negations in such circles, recursion that could go on for ever.

In:  the rules. Out: problems. Relations go by name and number of arguments; what holds is decided between ground atoms, so a
circle between relations is only a note, and the evaluators judge the rest.

    problems = circles(sheet, say)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple, TypeVar

from tgpl.diagnostics import Problem
from tgpl.languages.gdl import problems as p
from tgpl.languages.gdl import tree as t
from tgpl.languages.gdl.literals import STATE, atoms, is_ground, variables, within

Key = tuple[str, int]
Say = Callable[[t.Term], str]
Node = TypeVar("Node", bound=Hashable)


class Need(NamedTuple):
    """A rule's head needs an atom of its body."""

    rule: t.Rule
    atom: t.Term
    negated: bool


def needs(sheet: t.Sheet) -> list[Need]:
    return [Need(rule, atom, negated) for rule in sheet.rules for atom, negated in atoms(rule.body)]


def circles(sheet: t.Sheet, say: Say) -> list[Problem]:
    found = needs(sheet)
    inner = [need for need in found if need.atom.key not in STATE]
    group = groups((need.rule.head.key, need.atom.key) for need in inner)
    recursive = [need for need in inner if group[need.rule.head.key] == group[need.atom.key]]
    hard = _ground_circles(sheet, [need for need in recursive if need.negated], recursive, say)
    said = {group[need.rule.head.key] for need in recursive if need.atom.start in hard}
    problems = list(hard.values())
    for need in recursive:
        circle = group[need.rule.head.key]
        if need.negated and circle not in said:
            said.add(circle)
            problems.append(p.LooseCycle(sheet.span(need.atom), say(need.atom), say(need.rule.head)))
    return problems + _endless(sheet, recursive, group, found, say)


def _ground_circles(sheet: t.Sheet, negated: list[Need], recursive: list[Need], say: Say) -> dict[int, Problem]:
    """Negations of an atom that needs itself, where all atoms of the circle are written out; by place."""
    if not negated:
        return {}
    ground = [need for need in recursive if is_ground(need.rule.head) and is_ground(need.atom)]
    group = groups((say(need.rule.head), say(need.atom)) for need in ground)
    said: set[int] = set()
    found: dict[int, Problem] = {}
    for need in ground:
        circle = group[say(need.rule.head)]
        if need.negated and circle == group[say(need.atom)] and circle not in said:
            said.add(circle)
            found[need.atom.start] = p.NegativeCycle(sheet.span(need.atom), say(need.atom), say(need.rule.head))
    return found


# ---- the recursion restriction


def _endless(
    sheet: t.Sheet, recursive: list[Need], group: dict[Key, int], found: list[Need], say: Say
) -> list[Problem]:
    """A recursive atom takes its arguments from the head, or from literals outside the circle."""
    building = {group[need.rule.head.key] for need in recursive if _builds(need.rule.head)}
    outside: dict[int, set[str]] = {}
    for need in found:
        if not need.negated and group.get(need.atom.key, -1) != group.get(need.rule.head.key, -2):
            outside.setdefault(need.rule.start, set()).update(v.name for v in variables(need.atom))
    problems, said = list[Problem](), set[int]()  # of each rule one
    for rule, atom, negated in recursive:
        given = {say(argument) for argument in rule.head.arguments}
        loose = [
            argument
            for argument in atom.arguments
            if say(argument) not in given
            and any(v.name not in outside.get(rule.start, ()) for v in variables(argument))
        ]
        if loose and not negated and rule.start not in said:
            said.add(rule.start)
            kind = p.GrowingRecursion if group[rule.head.key] in building else p.LooseRecursion
            problems.append(kind(sheet.span(atom), say(atom), say(loose[0]), say(rule.head)))
    return problems


def _builds(head: t.Term) -> bool:
    """Whether a rule makes terms out of the values of its variables."""
    return any(node.arguments and not is_ground(node) for argument in head.arguments for node in within(argument))


# ---- what can be asked when


def too_early(sheet: t.Sheet, say: Say) -> list[Problem]:
    """Moves are not known before they are chosen; the first position, and who plays, do not depend on any position."""
    found = needs(sheet)
    late = {key: _asking(key, found) for key in STATE}
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


def _asking(key: Key, found: list[Need]) -> set[Key]:
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


def groups(edges: Iterable[tuple[Node, Node]]) -> dict[Node, int]:
    """For each node the number of its group: nodes that lead to each other (Tarjan's algorithm, on a stack of our own). A node that
    does not lead to itself has a group that no edge stays in, because an edge from it leads elsewhere."""
    follows: dict[Node, list[Node]] = {}
    for start, end in edges:
        follows.setdefault(start, []).append(end)
        follows.setdefault(end, [])
    number: dict[Node, int] = {}
    low: dict[Node, int] = {}
    group: dict[Node, int] = {}
    waiting: list[Node] = []
    for root in list(follows):
        if root in number:
            continue
        work = [(root, iter(follows[root]))]
        number[root] = low[root] = len(number)
        waiting.append(root)
        while work:
            node, ahead = work[-1]
            step = next(ahead, None)
            if step is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    while node not in group:
                        group[waiting.pop()] = number[node]
            elif step not in number:
                number[step] = low[step] = len(number)
                waiting.append(step)
                work.append((step, iter(follows[step])))
            elif step not in group:
                low[node] = min(low[node], number[step])
    return group
