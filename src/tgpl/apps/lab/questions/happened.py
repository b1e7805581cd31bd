"""What never happened, in all games with every number of players: actions that were never offered, parts of the rules that never
ran, tests that always said the same, ends that were never reached, phases that never began, attributes that nobody read.

Games by chance count as well as those of thinkers: what none of them came by is told with its lines.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from tgpl.apps.lab.answers import NO, UNKNOWN, YES, Answer, Inquiry, lines_of
from tgpl.apps.lab.intervals import most_if_never
from tgpl.apps.lab.words import percent
from tgpl.core import nodes as n
from tgpl.core.analysis.instantiated import Instantiated
from tgpl.core.coverage import Coverage, Point
from tgpl.core.types import BOOL, NUMBER, PLAYER, TEXT, EnumType, KindType, Type
from tgpl.core.walk import children, walk
from tgpl.text.files import STANDARD
from tgpl.text.source import Span

LEAST_GAMES = 50  # what did not happen in fewer says nothing
_ROLES = {"require": "require", "trigger": "trigger", "filter": "filter"}


def ask(inquiry: Inquiry) -> Iterator[Answer]:
    """Of the whole game: not for each number of players."""
    coverage, games = inquiry.coverage, inquiry.evidence.games
    if not games or coverage.program.logic is not None:
        return
    hits = inquiry.evidence.hits
    never = {number for number, point in enumerate(coverage.points) if not hits[number] and _is_own(point.span)}
    unoffered = {coverage[number].where for number in never if coverage[number].what == "offered"}
    found = [*_find_unoffered(inquiry, never), *_find_unhappened(inquiry, never, unoffered)]
    found += _find_unread(inquiry, never)
    yield from found
    kinds = {answer.kind for answer in found}
    most = most_if_never(games, inquiry.alpha)
    for kind, words in (
        ("never_offered", "Every action was offered"),
        ("never_happened", "Every part of the rules ran"),
    ):
        if kind not in kinds:
            yield Answer(
                kind, NO, None, f"{words} in {games:,} games.", figures={"games": games, "at_most": most}, settled=True
            )


def _is_own(span: Span) -> bool:
    """Of the designer, not of the library that comes with the tool, nor made up by a compiler from a file as a whole."""
    return span.start > 0 and not span.file.name.startswith(STANDARD)


def _answer(inquiry: Inquiry, kind: str, text: str, where: str, spans: list[Span], size: float) -> Answer:
    games = inquiry.evidence.games
    most = most_if_never(games, inquiry.alpha)
    text = f"{text} in {games:,} games; so it happens in {percent(most)} of them at most."
    figures = {"games": games, "at_most": most}
    verdict = YES if games >= LEAST_GAMES else UNKNOWN
    return Answer(
        kind, verdict, None, text, (where,), lines_of(*spans), 1.0 - inquiry.alpha, size, figures, settled=True
    )


def _find_unoffered(inquiry: Inquiry, never: set[int]) -> Iterator[Answer]:
    for number in sorted(never):
        point = inquiry.coverage[number]
        if point.what == "offered":
            text = f"{point.where} was never offered to anybody"
            yield _answer(
                inquiry, "never_offered", text, point.where, [point.span, *_find_blame(inquiry, point.where)], 0.6
            )


def _find_blame(inquiry: Inquiry, where: str) -> list[Span]:
    """The tests of an action that never said yes."""
    coverage, hits = inquiry.coverage, inquiry.evidence.hits
    return [
        point.span
        for number, point in enumerate(coverage.points)
        if point.where == where and point.what == "yes" and not hits[number]
    ]


def _find_unhappened(inquiry: Inquiry, never: set[int], unoffered: set[str]) -> Iterator[Answer]:
    """One answer for each body: what never ran in it, and which of its tests always said the same."""
    coverage, hits = inquiry.coverage, inquiry.evidence.hits
    idle: dict[str, list[Point]] = defaultdict(list)
    certain: dict[str, list[Point]] = defaultdict(list)
    for number in sorted(never):
        point = coverage[number]
        if point.where in unoffered and point.what != "offered":
            continue  # told with the action
        if point.what in ("statement", "phase") or (point.what == "yes" and hits[number - 1]):
            idle[point.where].append(point)
        elif (point.what == "no" and hits[number + 1]) or (point.what == "skipped" and _is_taken(inquiry, point)):
            certain[point.where].append(point)
    abstract = _find_abstract(coverage)
    for where, points in idle.items():
        if where in abstract:
            continue
        spans = [span for point in points for span in point.spans]
        yield _answer(inquiry, "never_happened", _tell_idle(where, points), where, spans, _size(inquiry, points))
    for where, points in certain.items():
        words = "a test that" if len(points) == 1 else f"{len(points)} tests that"
        text = f"{where} has {words} never said no"
        yield _answer(inquiry, "never_happened", text, where, [point.span for point in points], 0.15)


def _find_abstract(coverage: Coverage) -> set[str]:
    """Functions and actions that a class has only for others to replace, and all that there are of it do."""
    program = coverage.program
    made, by_name = Instantiated(program), {class_.name: class_ for class_ in program.classes}
    found = set()
    for class_ in program.classes:
        heirs = made.within(class_.name)
        if class_.name in heirs or not heirs:
            continue
        for name in _name_members(class_):
            if all(_replaces(by_name, heir, class_.name, name) for heir in heirs):
                found.add(f"{class_.shown}.{name}")
    return found


def _name_members(class_: n.Class) -> list[str]:
    return [*(function.name for function in class_.functions), *(action.name for action in class_.actions)]


def _replaces(by_name: dict[str, n.Class], heir: str, base: str, member: str) -> bool:
    """Whether a class, or one between it and its base, has a member of its own of that name."""
    while heir != base:
        class_ = by_name[heir]
        if member in _name_members(class_):
            return True
        assert class_.base is not None
        heir = class_.base
    return False


def _is_taken(inquiry: Inquiry, point: Point) -> bool:
    """Whether the branches of which none was ever left out ran at all."""
    inside = (
        hits
        for other, hits in zip(inquiry.coverage.points, inquiry.evidence.hits, strict=True)
        if other.what == "statement"
        and point.span.start < other.span.start < point.span.end
        and other.span.file is point.span.file
    )
    return any(inside)


def _tell_idle(where: str, points: list[Point]) -> str:
    roles = {point.role for point in points if point.what == "yes"}
    if any(point.what == "phase" for point in points):
        return f"The phase {where} never began"
    if roles and all(point.what == "yes" for point in points):
        return f"A {' and a '.join(sorted(roles))} of {where} never said yes"
    return f"Parts of {where} never ran"


def _size(inquiry: Inquiry, points: list[Point]) -> float:
    """An end or a whole body that was never reached is worse than a branch."""
    ends = {id(node.span) for node in walk(inquiry.coverage.program) if isinstance(node, n.Winner)}
    if any(id(span) in ends for point in points for span in point.spans):
        return 0.5
    return 0.45 if points[0].what == "phase" or len(points) > 3 else 0.35


# ---- attributes that nobody reads


def _find_unread(inquiry: Inquiry, never: set[int]) -> Iterator[Answer]:
    """An attribute is read where it stands in code that ran, other than to be changed, and where it is shown."""
    program = inquiry.coverage.program
    read = _find_read(inquiry.coverage, never)
    for class_ in program.classes:
        shown = set(re.findall(r"\{(\w+)\}", " ".join(text for _, texts in class_.display for text in texts)))
        for attribute in class_.attributes:
            if attribute.name in read or attribute.name in shown or attribute.name == "score":
                continue
            if class_.kind == "event" or not _is_own(attribute.span) or not _is_plain(attribute.type):
                continue
            where = f"{class_.shown}.{attribute.name}"
            yield _answer(inquiry, "never_happened", f"Nobody ever read {where}", where, [attribute.span], 0.2)


def _is_plain(type_: Type) -> bool:
    """A value that has to be looked at: a thing that an attribute holds is in the game by being held."""
    return type_ in (NUMBER, TEXT, BOOL, PLAYER) or isinstance(type_, (EnumType, KindType))


def _find_read(coverage: Coverage, never: set[int]) -> set[str]:
    """Names of attributes that code which ran has looked at."""
    program = coverage.program
    idle = [span for number in never for span in coverage[number].spans if coverage[number].what == "statement"]
    dead = {(span.file, span.start, span.end) for span in idle}
    found: set[str] = set()
    waiting: list[n.Node] = [program]
    while waiting:
        node = waiting.pop()
        if (node.span.file, node.span.start, node.span.end) in dead and not isinstance(node, n.Program):
            continue
        if isinstance(node, (n.Assign, n.Update)) and isinstance(node.target, n.Attribute):
            waiting += [node.target.value, node.value]
            continue
        if isinstance(node, n.Attribute):
            found.add(node.name)
        waiting += children(node)
    return found
