"""What a program says about itself before anybody plays it: its questions, its chance, what never changes.

In:  the core of a game. Out: `ProgramFacts`. Everything here errs on the side of "may".

    facts = find_facts(result.program())
    facts.draws
"""

from __future__ import annotations

from collections.abc import Iterator

from tgpl.core import nodes as n
from tgpl.core.analysis.immutability import find_immutability
from tgpl.core.operations import CHANCE
from tgpl.core.types import NUMBER, TEXT, ClassType, Collection, EnumType, KindType, Type
from tgpl.core.walk import walk
from tgpl.gdl.grounding.instances import list_moves_and_facts
from tgpl.runtime.values import whole_numbers
from tgpl.text.records import Frozen
from tgpl.text.terms import spell_infix

_CHOICE = "PlayerChoiceEvent"
_MOST_NUMBERS = 10_000  # of a range that are listed one by one


class Question(Frozen):
    """Something that players can be asked for, as the rules declare it."""

    subject: str  # the action, function or phase that asks; "" for the question which action
    name: str  # of the input; "" for the question which action
    type: Type  # of one answer
    values: tuple[float | str, ...] | None  # all that can ever be offered, where the rules say so
    free: bool  # any number, any text
    ends: tuple[str, ...]  # what can be chosen beside values: "done", "none"
    places: tuple[tuple[str, int, int, int], ...]  # where it is declared: files, lines, columns


class ProgramFacts(Frozen):
    draws: bool  # whether anything is left to chance
    shared_defeat: bool  # whether everybody can lose at once
    simultaneous: bool  # whether there is a phase in which all choose unseen
    constant: frozenset[str]  # attributes with a plain value that an object is given when it is made, and keeps
    individual: frozenset[str]  # classes, by how they are shown, whose objects change: no two are alike for long
    settled: frozenset[str]  # classes of which no object is made and no owner changed once the setup is done
    tucked: frozenset[str]  # classes that a private attribute can hold
    shared: frozenset[str]  # classes whose objects can belong to several players
    questions: tuple[Question, ...]
    actions: tuple[tuple[str, str], ...]  # that a player can choose, each with the class that declares it
    acting_boards: frozenset[str]  # boards, by how they are shown, with actions of their own
    shown: dict[str, str]  # what the designer calls each class
    within: dict[str, frozenset[str]]  # each class, and each kind, with everything that derives from it
    named: bool  # numbers that are chosen have names, which say what they are


def find_facts(program: n.Program) -> ProgramFacts:
    nodes, kept = list(walk(program)), find_immutability(program)
    shown = {class_.name: class_.shown for class_ in program.classes}
    known = None if program.logic is None else list_moves_and_facts(program.logic)
    moves = None if known is None else tuple(map(spell_infix, known.moves))
    return ProgramFacts(
        any(isinstance(e, n.Operate) and e.op in CHANCE for e in _find_used(program)),
        program.logic is not None or any(isinstance(e, n.Winner) and _is_empty(e.value) for e in nodes),
        any(phase.simultaneous for turn in program.turns for phase in turn.phases),
        kept.constants,
        frozenset(shown[name] for name in kept.mutable),
        frozenset(_find_settled(program)),
        frozenset(_find_tucked(program)),
        frozenset(class_.name for class_ in program.classes if class_.visibility == "group"),
        tuple(_find_questions(program, moves)),
        tuple(_find_actions(program)),
        frozenset(_find_acting_boards(program)),
        shown,
        _find_heirs(program),
        program.logic is not None,
    )


def _find_acting_boards(program: n.Program) -> Iterator[str]:
    within = _find_heirs(program)
    boards = {class_.name: class_.shown for class_ in program.classes if class_.kind == "board"}
    for _, class_name in _find_actions(program):
        yield from (boards[name] for name in within.get(class_name, ()) if name in boards)


def _is_empty(value: n.Expr) -> bool:
    return isinstance(value, n.MakeCollection) and not value.items


def _find_heirs(program: n.Program) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    bases = {class_.name: class_.base or class_.kind for class_ in program.classes}
    for name in bases:
        step: str | None = name
        while step is not None:
            found.setdefault(step, set()).add(name)
            step = bases.get(step)
    return {name: frozenset(names) for name, names in found.items()}


# ---- what can run at all


def _find_reached(program: n.Program, roots: list[n.Node]) -> Iterator[n.Node]:
    """Every node below some, and of the functions that are called there."""
    named: dict[str, list[n.Node]] = {}
    for function in program.functions:
        named.setdefault(function.name, []).append(function)
    for class_ in program.classes:
        for function in class_.functions:
            named.setdefault(f".{function.name}", []).append(function)
    waiting = list(roots)
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            waiting += named.pop(_find_callee(node), ())


def _find_callee(node: n.Node) -> str:
    if isinstance(node, n.Call):
        return node.function
    return f".{node.name}" if isinstance(node, n.CallMethod) else ""


def _find_used(program: n.Program) -> Iterator[n.Node]:
    """Every node but those of functions that nobody calls: libraries bring many."""
    roots: list[n.Node] = [*program.setups, *program.turns]
    for class_ in program.classes:
        roots += [*_find_initial(class_), *class_.actions]
    return _find_reached(program, roots)


def _find_initial(class_: n.Class) -> list[n.Node]:
    """What runs when an object is made."""
    return [*class_.attributes, *([class_.default] if class_.default else [])]


# ---- what stays as the setup left it


def _find_settled(program: n.Program) -> set[str]:
    """Classes whose objects are all made by the setup, or together with something that is."""
    roots: list[n.Node] = [*program.turns, *(action for class_ in program.classes for action in class_.actions)]
    later = list(_find_reached(program, roots))
    parts = {class_.name: set(class_.groups) | _find_tiles(class_) for class_ in program.classes}
    beginnings = {class_.name: _find_initial(class_) for class_ in program.classes}
    unsettled: set[str] = set()
    more = {e.class_name for e in later if isinstance(e, n.Make)} | set(_find_moved(program, later))
    while more:
        unsettled |= more
        begun = _find_reached(program, [node for name in more for node in beginnings.get(name, ())])
        made = {e.class_name for e in begun if isinstance(e, n.Make)}
        more = (made | {part for name in more for part in parts.get(name, ())}) - unsettled
    return {class_.name for class_ in program.classes} - unsettled


def _find_moved(program: n.Program, later: list[n.Node]) -> Iterator[str]:
    """Classes whose objects change hands, or are put onto boards."""
    within = _find_heirs(program)
    for e in later:
        if isinstance(e, n.Operate) and e.op in ("own.assign", "own.unassign"):
            yield from within.get(str(e.arguments[0].type), ())
        elif isinstance(e, n.Operate) and e.op == "group.add":
            yield from within.get("tile", ())


def _find_tiles(class_: n.Class) -> set[str]:
    rows = class_.geometry.rows if class_.geometry is not None else ()
    return {cell for row in rows for cell in row if cell is not None}


def _find_tucked(program: n.Program) -> Iterator[str]:
    """Where anything can be held, everything can."""
    within = _find_heirs(program)
    for class_ in program.classes:
        for attribute in class_.attributes:
            of: Type = attribute.type
            while isinstance(of, Collection):
                of = of.of
            if attribute.private and isinstance(of, ClassType):
                yield from within.get(of.name, ())


# ---- questions


def _find_actions(program: n.Program) -> Iterator[tuple[str, str]]:
    for class_ in program.classes:
        for action in class_.actions:
            if not action.override and any(trigger.event == _CHOICE for trigger in action.triggers):
                yield action.name, class_.name


def _find_questions(program: n.Program, moves: tuple[str, ...] | None) -> Iterator[Question]:
    """`moves`: all names that numbers can have, if they have names and all are known."""
    found: dict[tuple[str, str], list[n.Input]] = {}
    for subject, body in _list_bodies(program):
        for node in walk(body):
            if isinstance(node, n.Input) and not node.auto:
                found.setdefault((subject, node.name), []).append(node)
    shown = {class_.name: class_.shown for class_ in program.classes}
    for (subject, _), asked in found.items():
        yield _make_question(subject, asked, moves, shown)


def _list_bodies(program: n.Program) -> Iterator[tuple[str, n.Node]]:
    """Everything that can ask, under the name by which it does."""
    for function in program.functions:
        yield function.name, function
    for class_ in program.classes:
        if class_.default is not None:
            yield f"default of {class_.shown}", class_.default
        yield from ((function.name, function) for function in class_.functions)
        yield from ((action.name, action) for action in class_.actions)
    for turn in program.turns:
        for phase in turn.phases:
            yield phase.name, phase
        if turn.default is not None:
            yield f"default of {turn.name}", turn.default
    for setup in program.setups:
        yield "setup", setup


def _make_question(
    subject: str, asked: list[n.Input], moves: tuple[str, ...] | None, shown: dict[str, str]
) -> Question:
    """One that is asked in several places is told by the first."""
    one = asked[0]
    many = isinstance(one.type, Collection)
    of = one.type.of if isinstance(one.type, Collection) else one.type
    ends = (*(("done",) if many else ()), *(("none",) if one.optional else ()))
    free = of in (NUMBER, TEXT) and one.among is None and one.low is None
    places = dict.fromkeys(each.span.on_line() for each in asked)
    return Question(
        subject, one.name, of, _list_values(one, shown) if one.labels is None else moves, free, ends, tuple(places)
    )


def _list_values(one: n.Input, shown: dict[str, str]) -> tuple[float | str, ...] | None:
    """The values of an input with a range, a list that is written out, or an enum; of one that is typed, what can be told apart."""
    of = one.type.of if isinstance(one.type, Collection) else one.type
    if one.proposed:
        return one.proposed
    if isinstance(of, EnumType) and one.among is None:
        return of.values
    if isinstance(one.among, n.MakeCollection):
        found = [item.value for item in one.among.items if isinstance(item, n.Literal)]
        found += [
            shown.get(item.name, item.name) if isinstance(item.type, KindType) else item.name
            for item in one.among.items
            if isinstance(item, n.Symbol)
        ]
        values = [value for value in found if isinstance(value, (float, int, str)) and not isinstance(value, bool)]
        return tuple(values) if len(values) == len(one.among.items) else None
    low, high = _read_literal(one.low), _read_literal(one.high)
    if low is None or high is None or high - low > _MOST_NUMBERS:
        return None
    return tuple(whole_numbers(low, high))


def _read_literal(value: n.Expr | None) -> float | None:
    if isinstance(value, n.Negate):
        inner = _read_literal(value.value)
        return None if inner is None else -inner
    if isinstance(value, n.Literal) and isinstance(value.value, (float, int)) and not isinstance(value.value, bool):
        return float(value.value)
    return None
