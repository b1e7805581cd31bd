"""Problems as data, and how they are shown.

In:  problems, each an object with its facts. Out: text for a terminal (`to_terminal`), plain data for machines
(`to_json`), and corrected sources (`apply_fixes`). No phase prints or raises: it returns problems.

    class UnknownName(Problem, vague=True):
        code, title = "E201", "Unknown name"
        name: str
        says = "There is no `{name}` here."
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from tgpl.text.escape import plain
from tgpl.text.records import Frozen
from tgpl.text.shell_commands import shown
from tgpl.text.source import SourceFile, Span


class Edit(Frozen):
    """A mechanical correction: `span` becomes `text`."""

    span: Span
    text: str


class Fix(Frozen):
    """What would mend a problem, in words and as edits."""

    words: str
    edits: tuple[Edit, ...]


class Problem(Frozen):
    """One mistake, or one doubt. Heirs add their facts as fields, and say their kind behind the base.

    What they tell are sentences with facts in braces: one that names a fact that is None is not told. Where it depends on
    more than that, a method of the heir tells it.
    If there is a fact `near`, the known name that was probably meant, the advice asks for it.
    """

    code: ClassVar[str] = ""
    title: ClassVar[str] = ""
    severity: ClassVar[str] = "error"  # or "warning", if the code begins with W
    says: ClassVar[str] = ""
    expects: ClassVar[str] = ""
    advises: ClassVar[str] = ""
    mends: ClassVar[tuple[str, str]] = ("", "")  # in words, and what to put into the place
    # Kinds:
    stage: ClassVar[str] = ""  # of the translation, where the language wants it named: "lexical", "syntax", "type"
    vague: ClassVar[bool] = False  # says only that something is not understood: what was meant may be guessed
    syntactic: ClassVar[bool] = False  # about how a text is written: as long as there is one, others may not show
    slip: ClassVar[bool] = False  # a warning that `check --fix` mends too: nobody can have meant it
    handmade: ClassVar[bool] = True  # tells `Frozen` that `__init__` is below
    __slots__ = ("joined", "span", "withheld")

    span: Span

    def __init_subclass__(cls, **kind: str | bool) -> None:
        assert kind.keys() <= {"stage", "vague", "syntactic", "slip"}, kind
        for name, value in kind.items():
            setattr(cls, name, value)
        cls.severity = "warning" if cls.code.startswith("W") else "error"

    def __init__(self, *facts: Any) -> None:
        # One for all: problems are made rarely, and an initialiser for each class would cost start-up time.
        fields = self.__match_args__
        if not len(fields) - len(self._optional()) <= len(facts) <= len(fields):
            raise TypeError(f"{type(self).__name__} takes {fields}, got {len(facts)}")
        facts += tuple(self._optional()[field] for field in fields[len(facts) :])
        for field, fact in zip(fields, facts, strict=True):
            object.__setattr__(self, field, fact)
        object.__setattr__(self, "withheld", False)
        object.__setattr__(self, "joined", None)

    @classmethod
    def _optional(cls) -> dict[str, Any]:
        defaults: dict[str, Any] = cls._defaults  # type: ignore[attr-defined]
        return defaults

    def message(self) -> str:
        """What was found, in one or two sentences."""
        return self._tell(self.says)

    def expected(self) -> str | None:
        """What would have been right here."""
        return self._tell(self.expects) or None

    def advice(self) -> str | None:
        """What to do about it, if that is not plain from what was expected."""
        near = getattr(self, "near", None)
        if near:
            return f"did you mean `{near}`?"
        return self._tell(self.advises) or None

    def fix(self) -> Fix | None:
        """The mechanical correction, if there is one."""
        words, text = map(self._tell, self.mends)
        return Fix(words, (Edit(self.span, text),)) if words else None

    def _tell(self, sentence: str) -> str:
        facts = {field: getattr(self, field) for field in self.__match_args__}
        if any(fact is None and f"{{{field}}}" in sentence for field, fact in facts.items()):
            return ""
        return sentence.format(**facts)

    def offer(self) -> Fix | None:
        """The correction that is shown and made: not one that was tried and does not mend the text (`corrections.py`)."""
        joined: Fix | None = self.joined  # type: ignore[attr-defined]
        return None if self.withheld else joined or self.fix()  # type: ignore[attr-defined]

    def withhold(self) -> None:
        object.__setattr__(self, "withheld", True)

    def share(self, fix: Fix) -> None:
        """Offers what mends this problem and others together, where none of them can be mended alone."""
        object.__setattr__(self, "joined", fix)


def errors(problems: Iterable[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.severity == "error"]


def sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    """By file, then place; each mistake once. Where something was left out because it cannot be read, all that is about how
    the text is written comes first: the rest may only be an echo."""
    found = list(problems)
    damaged = {p.span.file.name for p in found if _leaves_out(p)}
    seen = dict.fromkeys((p.span.file.name, _is_later(p, damaged), p.span.start, p.code, p) for p in found)
    return [key[4] for key in sorted(seen, key=lambda key: key[:4])]


def _is_later(problem: Problem, damaged: set[str]) -> bool:
    return problem.span.file.name in damaged and not (problem.syntactic and problem.severity == "error")


def _leaves_out(problem: Problem) -> bool:
    return problem.syntactic and problem.vague and problem.severity == "error" and problem.offer() is None


def closest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was probably meant, or None if none is near. Few mistake the first letter."""
    best, least = None, (1 if len(name) < 5 else max(2, len(name) // 3)) + 1  # a short name is soon like any other
    begins: list[str] = []
    for candidate in known:
        if candidate == name or not any(map(str.isalnum, candidate)):
            continue
        if _is_beginning(candidate, name):
            begins.append(candidate)
        if abs(len(candidate) - len(name)) > least:
            continue
        cost = 0 if candidate.lower() == name.lower() else distance(name, candidate, least + 1)
        if cost < least or (cost == least and best is not None and best[0] != name[0] == candidate[0]):
            best, least = candidate, cost
    return best or min(begins, key=lambda one: abs(len(one) - len(name)), default=None)


def _is_beginning(left: str, right: str) -> bool:
    """Whether one of two names is a good part of the other, and begins it: `March` and `Marching`."""
    short, long = sorted((left, right), key=len)
    return len(short) >= 5 and len(long) < 2 * len(short) and long.startswith(short)


def distance(left: str, right: str, enough: int) -> int:
    """How many letters differ, with a swap of neighbours as one; `enough` stops the count early."""
    before: list[int] = []
    above = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) >= enough:
            return enough
        before, above = above, row
    return above[-1]


# ---- for the terminal

_COLOURS = {"error": "\033[1;31m", "warning": "\033[1;33m", "dim": "\033[2m", "good": "\033[32m", "off": "\033[0m"}
_PLAIN = dict.fromkeys(_COLOURS, "")
_WIDEST = 160  # a longer source line is cut around the marker


def to_terminal(problems: Sequence[Problem], *, colour: bool = False) -> str:
    """Every problem with its source line and a marker under the place."""
    paint = _COLOURS if colour else _PLAIN
    return "\n".join(_format_problem(problem, paint) for problem in problems)


def _format_problem(problem: Problem, paint: dict[str, str]) -> str:
    line, column = problem.span.position
    off = paint["off"]
    where = f"{shown(problem.span.file.name)}:{line}:{column}"
    stage = f"{problem.stage} " if problem.stage else ""
    head = f"{paint[problem.severity]}{stage}{problem.severity}[{problem.code}] {problem.title}{off}"
    lines = [f"{head}  {paint['dim']}{where}{off}", *excerpt(problem.span, paint[problem.severity], off)]
    lines.append(f"  {plain(problem.message(), lines=True)}")
    for label, words in (("expected", problem.expected()), ("try", problem.advice())):
        if words:
            lines.append(f"  {label}: {plain(words, lines=True)}")
    fix = problem.offer()
    if fix is not None:
        lines.append(f"  {paint['good']}fix: {plain(fix.words, lines=True)}{off}")
    return "\n".join(lines) + "\n"


def excerpt(span: Span, colour: str = "", off: str = "") -> list[str]:
    """The source line of a place, and the marker under it."""
    number, column = span.position
    text = span.file.line(number)
    width = max(1, min(span.end - span.start, len(text) - column + 1))
    start = max(0, column - 1 - _WIDEST // 2) if len(text) > _WIDEST else 0
    shown = text[start : start + _WIDEST]
    lead = "".join("\t" if c == "\t" else " " for c in shown[: column - 1 - start])
    width = max(1, min(width, len(shown) - len(lead)))
    gutter = f"{number:>5} | "
    printable = "".join(c if c == "\t" or c.isprintable() else "\ufffd" for c in shown)
    return [gutter + printable, " " * (len(gutter) - 2) + "| " + lead + colour + "^" * width + off]


# ---- for machines


def to_json(problems: Sequence[Problem]) -> list[dict[str, object]]:
    """Every problem as plain data; lines and columns from 1, the end behind the last character."""
    return [_problem_to_json(problem) for problem in problems]


def _problem_to_json(problem: Problem) -> dict[str, object]:
    fix = problem.offer()
    return {
        "code": problem.code,
        "title": problem.title,
        "severity": problem.severity,
        **({"stage": problem.stage} if problem.stage else {}),
        **_span_to_json(problem.span),
        "message": problem.message(),
        "expected": problem.expected(),
        "advice": problem.advice(),
        "fix": fix and {"words": fix.words, "edits": [{**_span_to_json(e.span), "text": e.text} for e in fix.edits]},
    }


def _span_to_json(span: Span) -> dict[str, object]:
    line, column = span.position
    end_line, end_column = span.file.position(span.end)
    return {"file": span.file.name, "line": line, "column": column, "end_line": end_line, "end_column": end_column}


# ---- fixes


def apply_fixes(problems: Iterable[Problem]) -> dict[SourceFile, str]:
    """The corrected text of every file for which a correction is offered."""
    edits: dict[SourceFile, list[Edit]] = {}
    for fix, _ in compatible_fixes(problems):
        for edit in fix.edits:
            edits.setdefault(edit.span.file, []).append(edit)
    return {file: apply_edits(file.text, wanted) for file, wanted in edits.items()}


def compatible_fixes(problems: Iterable[Problem]) -> list[tuple[Fix, Problem]]:
    """The offered corrections that can be made together: of two that take the same letters, or that two kinds of problems
    offer alike, the first."""
    kept: list[tuple[Fix, Problem]] = []
    kinds: dict[Fix, type[Problem]] = {}
    taken: dict[SourceFile, list[tuple[int, int]]] = {}
    for problem in problems:
        fix = problem.offer()
        if fix is None or kinds.setdefault(fix, type(problem)) is not type(problem):
            continue
        if any(fix is other for other, _ in kept):
            continue  # it mends several problems at once
        places = [(taken.setdefault(edit.span.file, []), edit.span.start, edit.span.end) for edit in fix.edits]
        if not any(_overlap(*place) for place in places):
            kept.append((fix, problem))
            for others, start, end in places:
                insort(others, (start, end))
    return kept


def _overlap(others: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether a stretch shares letters with one of these, which lie apart and in order."""
    at = bisect_right(others, (start, end))
    return (at > 0 and others[at - 1][1] > start) or (at < len(others) and others[at][0] < end)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """From the end backwards, so that earlier offsets stay true."""
    for edit in reversed(sorted(edits, key=lambda e: (e.span.start, e.span.end))):  # noqa: C413 - the order of equals matters
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text
