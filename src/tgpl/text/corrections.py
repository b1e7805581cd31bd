"""Corrections that only mend: each is tried before it is offered.

In:  what was found in a text, how to read it again once something is changed, and guesses of what was meant. Out: what to say
about it. The text is corrected, in memory, as far as that helps; then what was corrected is told where it stood, and what
is left as it will be found behind the corrections. So nothing is told twice, no echo of a mistake is told at all, and what `check --fix`
leaves is what `check` had told, without what it mended.

A step helps if the text behind it has fewer problems and none of a new kind. A text that could not be read whole hides problems from
view; those do not count, as they were there before.

    correct(start_reading(problems, again), guesses)    # again({"tris.tgpl": text}) reads the game with that text
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

from tgpl.text.diagnostics import Edit, Fix, Problem, apply_edits, compatible_fixes, errors, sort_problems
from tgpl.text.files import CARD_FILES, STANDARD
from tgpl.text.records import Frozen
from tgpl.text.source import SourceFile, Span

MOST_READINGS = 150  # of one game, to try corrections
MOST_JOINED = 3  # corrections that become one
MOST_LETTERS = 200_000  # in all of these: for a long text fewer are tried
_COMMENT = re.compile(r"(?://|#|/\*|;;?)[ \t]*([^\n]*)")


class Guess(Frozen):
    """A text as it may have been meant, and what would then be wrong with the one at hand."""

    edits: tuple[Edit, ...]  # no line more or less, so that what is said of lines stays true
    problems: tuple[Problem, ...]  # their fixes, if they have some, come to the same
    sure: bool = False  # so likely by itself that what it uncovers further on does not speak against it
    whole: bool = False  # several problems, and only all of them together can be mended


Again = Callable[[dict[str, str]], list[Problem]]
Guesses = Callable[[list[Problem]], Iterable[Guess]]


class Reading(Frozen):
    problems: list[Problem]
    again: Again  # the problems of the same game with some of its texts changed
    left: list[int]  # how often that may still be asked, in one element


def start_reading(problems: list[Problem], again: Again) -> Reading:
    letters = sum(len(file.text) for file in {problem.span.file for problem in problems})
    return Reading(problems, again, [min(MOST_READINGS, max(3, MOST_LETTERS // (letters + 1)))])


def correct(reading: Reading, guesses: Guesses) -> list[Problem]:
    """The problems to tell: with corrections that help, and without echoes."""
    if not any(problem.severity == "error" or problem.fix() is not None for problem in reading.problems):
        return reading.problems
    corrector = _Corrector(reading, guesses)
    problems = corrector.correct()
    offered = _group_offers(problems)
    alone = len(offered) == 1 and len(offered[0][1]) == len(corrector.mended)  # nothing else was done
    if corrector.mended and not (alone and corrector.literal and _is_plain(corrector.now.problems)):
        _try_alone(offered, problems, reading, guesses)
    return problems


Offer = tuple[Fix, list[Problem]]  # a correction, and what it mends


def _group_offers(problems: list[Problem]) -> list[Offer]:
    found: list[Offer] = []
    for problem in problems:
        fix = problem.offer()
        same = next((mends for other, mends in found if other is fix), None)
        if same is not None:
            same.append(problem)
        elif fix is not None:
            found.append((fix, [problem]))
    return found


def _try_alone(offered: list[Offer], problems: list[Problem], before: Reading, guesses: Guesses) -> None:
    """Corrections that were made together are tried one by one; those that need each other become one."""
    left = [before.left[0]]
    vain = [one for one in offered if left[0] > 0 and not _helps_alone([one], problems, before, guesses, left)]
    mended = [problem for _, some in vain for problem in some]
    possible = 1 < len(vain) <= MOST_JOINED and len(compatible_fixes(mended)) == len(vain)
    if possible and _helps_alone(vain, problems, before, guesses, left):
        _join(mended)
    else:
        for problem in mended:
            problem.withhold()


def _join(problems: list[Problem]) -> None:
    """Makes their corrections one."""
    fixes = [fix for problem in problems if (fix := problem.fix()) is not None]
    words = "; ".join(dict.fromkeys(fix.words for fix in fixes))
    count = "both" if len(fixes) == 2 else f"all {len(fixes)}"
    joined = Fix(f"{words} ({count} together)", tuple(edit for fix in fixes for edit in fix.edits))
    for problem in problems:
        problem.share(joined)


def _helps_alone(
    some: list[Offer], problems: list[Problem], before: Reading, guesses: Guesses, left: list[int]
) -> bool:
    """Whether less is wrong behind these corrections and no other, and nothing of a new kind."""
    edits = [edit for fix, _ in some for edit in fix.edits]
    texts = {file.name: apply_edits(file.text, wanted) for file, wanted in _by_file(edits).items()}

    def again(changed: dict[str, str]) -> list[Problem]:
        return before.again({**texts, **changed})

    left[0] -= 1
    after = start_reading(again({}), again)
    if _is_plain(after.problems) and kinds(after.problems) == kinds(problems) - kinds(
        problem for _, mended in some for problem in mended
    ):
        return True
    most = after.left[0]
    better = fewer(_Corrector(after, guesses).correct(), problems)
    left[0] -= most - after.left[0]
    return better


def _is_plain(problems: list[Problem]) -> bool:
    """Whether nothing is left to guess."""
    return not any(problem.vague for problem in errors(problems))


def fewer(after: list[Problem], before: list[Problem]) -> bool:
    """Whether a text is better: fewer problems, and none of a new kind."""
    return len(after) < len(before) and kinds(after) <= kinds(before)


def kinds(problems: Iterable[Problem]) -> Counter[str]:
    """How many of each kind; the codes of errors and warnings differ."""
    return Counter(problem.code for problem in problems)


class _Step(Frozen):
    """Texts as they are now, by name, and what is wrong with them."""

    texts: dict[str, str]
    problems: list[Problem]


class _Corrector:
    def __init__(self, reading: Reading, guesses: Guesses) -> None:
        self.reading, self.guesses = reading, guesses
        self.first: dict[str, SourceFile] = {}
        self.now = _Step({}, reading.problems)
        self.layers: dict[str, list[list[Edit]]] = {}  # what was changed in each text, step by step
        self.mended: list[Problem] = []  # what was corrected, as it stood at first
        self.literal = True  # whether all of it was done as the corrections say, letter by letter
        self.vain: set[tuple[Edit, ...]] = set()  # guesses that did not help

    def correct(self) -> list[Problem]:
        while self.reading.left[0] > 0 and (self._make_guess() or self._make_fixes()):
            continue
        self._try_doubts()
        rest = [self._restore(problem) for problem in self.now.problems]
        for problem, now in zip(rest, self.now.problems, strict=True):
            if now.fix() is not None and (now.withheld or not self._means_same(problem, now)):  # type: ignore[attr-defined]
                problem.withhold()
        return sort_problems([*self.mended, *rest])

    # -- steps

    def _make_fixes(self) -> bool:
        """Makes the corrections that help: all at once, or else halves of them, down to single ones."""
        wanted = [p for p in self.now.problems if p.severity == "error" or p.slip]
        fixes = [(fix, p) for fix, p in compatible_fixes(wanted) if _keeps_all(fix)]
        good: list[tuple[Fix, Problem]] = []
        behind: _Step | None = None
        waiting = [fixes] if fixes else []
        while waiting:
            some = waiting.pop()
            both = good + some
            edits = [edit for fix, _ in both for edit in fix.edits]
            step = self._try(edits)
            if step is None:
                break
            if self._helps(step, edits, len(both)):
                good, behind = both, step
            elif len(some) > 1:
                waiting += [some[len(some) // 2 :], some[: len(some) // 2]]
        if behind is None:
            return False
        self._take(behind, [edit for fix, _ in good for edit in fix.edits], [problem for _, problem in good])
        return True

    def _make_guess(self) -> bool:
        """Makes the guess behind which the text can be read furthest."""
        best: tuple[tuple[int, int, int], Guess, _Step] | None = None
        for guess in self.guesses(self.now.problems):
            if best is not None and (len(guess.problems) > 1 or best[1].whole):
                break  # one thing that is wrong is likelier than several
            if guess.edits in self.vain or not all(self._restore_span(e.span).text == e.span.text for e in guess.edits):
                continue  # it was tried, or takes back what was put there
            step = self._try(guess.edits)
            if step is None:
                break
            if not self._is_credible(guess, step):
                self.vain.add(guess.edits)
            else:
                score = _score_unread(step)
                if best is None or score < best[0]:
                    best = score, guess, step
                if not errors(step.problems) or (guess.sure and _reads_further(self.now, step, guess.edits)):
                    break
        if best is None:
            return False
        self._take(best[2], best[1].edits, list(best[1].problems))
        taken = self.mended[-len(best[1].problems) :]
        if best[1].whole and all(problem.offer() is not None for problem in taken):
            _join(taken)
        self.literal &= all(fix.edits == best[1].edits for one in best[1].problems if (fix := one.fix()) is not None)
        return True

    def _is_credible(self, guess: Guess, step: _Step) -> bool:
        if guess.problems[0].fix() is None:  # only read as if it were not there: nothing else may come of that
            new = kinds(errors(step.problems)) - kinds(errors(self.now.problems))
            return not new and self._helps(step, guess.edits, 1)
        return self._helps(step, guess.edits, 1) or (guess.sure and _reads_further(self.now, step, guess.edits))

    def _try(self, edits: Iterable[Edit]) -> _Step | None:
        """The texts behind some edits; None once enough was tried."""
        if self.reading.left[0] <= 0:
            return None
        self.reading.left[0] -= 1
        texts = dict(self.now.texts)
        for file, wanted in _by_file(edits).items():
            if file.name.startswith(STANDARD):
                return None
            texts[file.name] = apply_edits(file.text, wanted)
        return _Step(texts, self.reading.again(texts))

    def _helps(self, step: _Step, edits: Iterable[Edit], gone: int) -> bool:
        """Whether so many problems are gone, and none has come."""
        before, after = self.now.problems, step.problems
        if _hides(before, after):
            return False
        shape, now = [p for p in before if p.syntactic], [p for p in after if p.syntactic]
        if len(errors(now)) < len(errors(shape)):
            if not kinds(now) <= kinds(shape) or len(now) > len(shape) - gone:
                return False
            return not _breaks_edited(before, after, sorted(edits, key=lambda e: (e.span.start, e.span.end)))
        wrong, still = errors(before), errors(after)
        if not kinds(now) <= kinds(shape):
            return False
        if wrong and not still:
            return len(wrong) >= gone or len(after) < len(before)
        fewer = len(after) <= len(before) - gone
        return fewer and kinds(still) <= kinds(wrong) and (kinds(after) <= kinds(before) or len(still) < len(wrong))

    def _take(self, step: _Step, edits: Iterable[Edit], problems: list[Problem]) -> None:
        for problem in problems:
            was = self._restore(problem)
            if problem.fix() is not None and not self._means_same(was, problem):
                was.withhold()
            self.mended.append(was)
        for file, wanted in _by_file(edits).items():
            self.layers.setdefault(file.name, []).append(sorted(wanted, key=lambda e: (e.span.start, e.span.end)))
        self.vain = set()
        self.now = step

    def _try_doubts(self) -> None:
        """What is left keeps a correction only if that helps too; `check --fix` leaves doubts to the designer."""
        for problem in self.now.problems:
            fix = problem.fix()
            if fix is None:
                continue
            doubt = problem.severity != "error" and not problem.slip
            step = self._try(fix.edits) if doubt and _keeps_all(fix) else None
            if step is None or not self._helps(step, fix.edits, 1):
                problem.withhold()

    # -- places

    def _restore(self, problem: Problem) -> Problem:
        """The same problem in the text as it was given."""
        facts = (self._restore_fact(name, getattr(problem, name), problem) for name in problem.__match_args__)
        return type(problem)(*facts)

    def _restore_fact(self, name: str, fact: object, problem: Problem) -> object:
        if isinstance(fact, Span):
            return self._restore_span(fact)
        if isinstance(fact, Edit):
            return Edit(self._restore_span(fact.span), fact.text)
        if isinstance(fact, tuple):
            return tuple(self._restore_fact(name, one, problem) for one in fact)
        if isinstance(fact, int) and name.endswith("_at"):
            return self._restore_span(Span(problem.span.file, fact, fact)).start
        return fact

    def _restore_span(self, span: Span) -> Span:
        name = span.file.name
        if name not in self.first:
            self.first[name] = self._restore_file(span.file)
        start, end = span.start, span.end
        for layer in reversed(self.layers.get(name, [])):
            start, end = _span_before(layer, start, end)
        return Span(self.first[name], start, end)

    def _restore_file(self, file: SourceFile) -> SourceFile:
        """A file as it was given."""
        if file.name not in self.layers:
            return file
        known = (problem.span.file for problem in (*self.reading.problems, *self.mended))
        return next((source for source in known if source.name == file.name), file)

    def _means_same(self, was: Problem, now: Problem) -> bool:
        """Whether a correction means the same in the text as it was given."""
        first, last = was.fix(), now.fix()
        if first is None or last is None or len(first.edits) != len(last.edits):
            return False
        return all(
            a.text == b.text and a.span.text == b.span.text and a.span == self._restore_span(b.span)
            for a, b in zip(first.edits, last.edits, strict=True)
        )


def _by_file(edits: Iterable[Edit]) -> dict[SourceFile, list[Edit]]:
    found: dict[SourceFile, list[Edit]] = {}
    for edit in edits:
        found.setdefault(edit.span.file, []).append(edit)
    return found


def _span_before(layer: list[Edit], start: int, end: int) -> tuple[int, int]:
    """Where a stretch was before some edits were made: what they put there is where the same letters were, or all of the edit."""
    first, last = _find_origin(layer, start, False), _find_origin(layer, end, True)
    if isinstance(first, Edit):
        inside = first is last and first.span.text.find(
            first.text[start - _start_after_edits(layer, first) :][: end - start]
        )
        if isinstance(inside, int) and not isinstance(inside, bool) and inside >= 0:
            return first.span.start + inside, first.span.start + inside + end - start
    begin = first.span.start if isinstance(first, Edit) else first
    return begin, max(begin, last.span.end if isinstance(last, Edit) else last)


def _start_after_edits(layer: list[Edit], edit: Edit) -> int:
    """Where the text of an edit begins once all of them are made."""
    before = layer[: layer.index(edit)]
    return edit.span.start + sum(len(one.text) - (one.span.end - one.span.start) for one in before)


def _find_origin(layer: list[Edit], offset: int, ends: bool) -> int | Edit:
    """Where a place was, or the edit that put it there; the end of a stretch may be the end of an edit."""
    moved = 0
    for edit in layer:
        start, new = edit.span.start + moved, len(edit.text)
        if offset < start or (offset == start and (ends or not new)):
            break
        if offset < start + new or (ends and offset == start + new and edit.span.end > edit.span.start):
            return edit
        moved += new - (edit.span.end - edit.span.start)
    return offset - moved


def _keeps_all(fix: Fix) -> bool:
    """Whether no comment is lost, and nothing written where there are no rules."""
    if any(edit.span.file.name.lower().endswith(CARD_FILES) for edit in fix.edits):
        return False
    return all(
        comment[1].strip() in edit.text or edit.span.text in edit.text
        for edit in fix.edits
        for comment in _COMMENT.finditer(edit.span.text)
    )


def _hides(before: list[Problem], after: list[Problem]) -> bool:
    """Whether it is only that less of the text can be read: what was found by understanding it is not found any more."""
    understood = [p for p in errors(after) if not p.syntactic]
    return not understood and any(p.syntactic for p in errors(after)) and any(not p.syntactic for p in errors(before))


def _score_unread(step: _Step) -> tuple[int, int, int]:
    """The less the better: how soon something cannot be read, how much of it there is, how much is wrong in all."""
    shape = [p for p in errors(step.problems) if p.syntactic]
    return -min((p.span.start for p in shape), default=1 << 60), len(shape), len(step.problems)


_ENDS = re.compile(r"[;{}]")


def _reads_further(before: _Step, after: _Step, edits: tuple[Edit, ...]) -> bool:
    """Whether the statements or heads that edits changed are better: less is wrong up to their ends, or only further on."""
    shift, better = 0, False
    for edit in edits:
        ended = _ENDS.search(edit.span.file.text, edit.span.end)
        end = ended.start() if ended else len(edit.span.file.text)
        moved = shift + len(edit.text) - (edit.span.end - edit.span.start)
        was = [p for p in before.problems if _is_before(p, edit, end)]
        now = [p for p in after.problems if _is_before(p, edit, end + moved)]
        if not kinds(now) <= kinds(was):
            return False
        unread, left = ([p.span.start for p in some if p.syntactic] for some in (was, now))
        if unread or left:
            soonest = min(left, default=end + moved) - moved
            better = better or len(left) < len(unread) or soonest > max(edit.span.end, min(unread, default=end))
        else:
            better = better or len(now) < len(was)
        shift = moved
    return better


def _is_before(problem: Problem, edit: Edit, end: int) -> bool:
    """Whether it is an error in the file of an edit, before its end."""
    span = problem.span
    return problem.severity == "error" and span.file.name == edit.span.file.name and span.start <= end


def _breaks_edited(before: list[Problem], after: list[Problem], edits: Iterable[Edit]) -> bool:
    """Whether something is wrong with the very letters that edits have put there, where nothing of the kind was."""
    was = kinds(problem for problem in before if any(_overlap(problem.span, edit.span) for edit in edits))
    shift, places = 0, list[Span]()
    for edit in edits:
        start = edit.span.start + shift
        places.append(Span(edit.span.file, start, start + len(edit.text)))
        shift += len(edit.text) - (edit.span.end - edit.span.start)
    return not kinds(p for p in errors(after) if any(_overlap(p.span, place) for place in places)) <= was


def _overlap(left: Span, right: Span) -> bool:
    """Whether they share a letter; of files with the same name."""
    return left.file.name == right.file.name and left.start < right.end and right.start < left.end
