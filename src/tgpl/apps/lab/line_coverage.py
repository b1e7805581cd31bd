"""What happened on each line of a rule text: in how many games, or why never.

lines = list_lines(coverage, hits, ["tris.tgpl"])
lines["tris.tgpl"][12 - 1].games, lines["tris.tgpl"][12 - 1].note
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from tgpl.core.coverage import Coverage, Point
from tgpl.text.files import STANDARD
from tgpl.text.source import SourceFile, Span

_NEVER, _OF_A_PART = "never ran", "a part of it never ran"


class LineFacts(NamedTuple):
    text: str
    games: int | None = None  # in how many something on it ran; None: nothing on it can be noted
    note: str = ""  # why it never ran, or what of it never did

    @property
    def never(self) -> bool:
        return self.games == 0


def find_blame(coverage: Coverage, is_hit: Callable[[int], bool], where: str) -> list[Span]:
    """The tests of an action that never said yes, though they were asked."""
    return [
        point.span
        for number, point in enumerate(coverage.points)
        if point.where == where and point.what == "yes" and is_hit(number - 1) and not is_hit(number)
    ]


def list_lines(coverage: Coverage, hits: Sequence[int], files: Collection[str]) -> dict[str, list[LineFacts]]:
    """Of those of the files, all but the library's, in which something can happen; a rulesheet has no such lines."""
    if coverage.program.logic is not None or not hits:
        return {}
    by_file: dict[str, list[int]] = {}
    for number, point in enumerate(coverage.points):
        made_up = point.span.start == 0  # by the compiler, from the file as a whole
        name = point.span.file.name
        if not made_up and name in files and not name.startswith(STANDARD):
            by_file.setdefault(name, []).append(number)
    return {name: _list_file(coverage, hits, numbers) for name, numbers in by_file.items()}


def _list_file(coverage: Coverage, hits: Sequence[int], numbers: list[int]) -> list[LineFacts]:
    file = coverage[numbers[0]].span.file
    facts = [LineFacts(file.line(number)) for number in range(1, len(file.lines) + 1)]
    begun: dict[int, list[int]] = {}  # by lines: points that begin there
    stretches: list[tuple[int, int, int, int]] = []
    for number in numbers:
        point = coverage[number]
        for span in point.spans if point.what in ("statement", "offered", "phase") else (point.span,):
            first, last = _lines_of(file, span)
            begun.setdefault(first, []).append(number)
            if point.what in ("statement", "offered", "phase"):
                stretches.append((span.start - span.end, first, last, number))
    for _, first, last, number in sorted(stretches):  # what is inside comes later, and has the word
        for line in range(first, last + 1):
            facts[line - 1] = _with(facts[line - 1], coverage, hits, [number])
    for line, found in begun.items():
        facts[line - 1] = _with(facts[line - 1], coverage, hits, found)
    return [LineFacts(fact.text) if not fact.text.strip(" \t{}();") else fact for fact in facts]


def _lines_of(file: SourceFile, span: Span) -> tuple[int, int]:
    first, last = file.position(span.start)[0], file.position(max(span.start, span.end - 1))[0]
    return first, last


def _with(fact: LineFacts, coverage: Coverage, hits: Sequence[int], numbers: list[int]) -> LineFacts:
    """The most of what begins there; a note about what of it never happened."""
    games = max(hits[number] for number in numbers)
    notes = dict.fromkeys(filter(None, (_explain(coverage, hits, number) for number in numbers)))
    return LineFacts(fact.text, games, "; ".join(_OF_A_PART if games and note == _NEVER else note for note in notes))


def _explain(coverage: Coverage, hits: Sequence[int], number: int) -> str:
    """Why a point was never come by; nothing if it was."""
    point = coverage[number]
    if hits[number]:
        return ""
    reason = _find_reason(coverage, hits, point)
    match point.what:
        case "offered":
            return reason
        case "phase":
            return "this phase never began"
        case "statement":
            return reason or _NEVER
        case "yes":
            return "never said yes" if hits[number - 1] else reason or "was never asked"
        case "no":
            return "never said no" if hits[number + 1] else ""
        case "skipped":
            return "never left out" if _ran(coverage, hits, point) else ""


def _ran(coverage: Coverage, hits: Sequence[int], point: Point) -> bool:
    """Whether something inside did."""
    return any(
        hits[number]
        for number, other in enumerate(coverage.points)
        if other.what == "statement"
        and other.span.file is point.span.file
        and point.span.start < other.span.start < point.span.end
    )


def _find_reason(coverage: Coverage, hits: Sequence[int], point: Point) -> str:
    """Of an action: it was never offered, and which of its tests never said yes; or nobody has chosen it."""
    offers = [i for i, other in enumerate(coverage.points) if other.where == point.where and other.what == "offered"]
    if not offers:
        return ""
    if not any(hits[i] for i in offers):
        blamed = sorted({span.position[0] for span in find_blame(coverage, lambda i: hits[i] > 0, point.where)})
        if not blamed:
            return f"{point.where} was never offered"
        many = len(blamed) > 1
        lines = f"line{'s'[:many]} {', '.join(map(str, blamed))}"
        return f"{point.where} was never offered: what {lines} ask{'' if many else 's'} was never so"
    inside = [i for i, other in enumerate(coverage.points) if other.where == point.where and other.what == "statement"]
    if point.role == "effect" and not any(hits[i] for i in inside if coverage[i].role == "effect"):
        return f"{point.where} was offered, and never chosen"
    return ""
