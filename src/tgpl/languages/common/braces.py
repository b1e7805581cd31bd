"""Which brace or parenthesis is probably one too many, or missing.

In:  the tokens of a text in which something is wrong. Out: guesses. Who writes rules indents them, so a `}` that stands further left than
the line of its `{`, and a line that stands no deeper than the one that opened its block, tell where a `}` was left out; a `}`
that stands deeper than the line of its `{` is one too many, or its own `{` is missing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tgpl.text.corrections import Guess
from tgpl.text.diagnostics import Edit
from tgpl.text.records import Record
from tgpl.text.source import SourceFile, Span

if TYPE_CHECKING:
    from tgpl.languages.common.guesses import Token

MOST_TOGETHER = 6  # braces that are mended at once
MOST_ALONE = 5
_BEHIND_A_BLOCK = ("else", "elif")  # words that follow a `}`
_CLOSING = {"(": ")", "[": "]", "{": "}"}


class Opened(Record):
    token: Token
    indent: int  # of the line on which it stands
    inner: int | None = None  # of the first line in it


def guess_brackets(file: SourceFile, tokens: list[Token], places: list[int], mistakes: Any) -> Iterator[Guess]:
    for place in places:
        yield from _parentheses(file, tokens, place, mistakes)
    found = _Braces(file, tokens, mistakes).guesses()
    several = 1 < len(found) <= MOST_TOGETHER
    if several and abs(sum((token.kind == "{") - (token.kind == "}") for token in tokens)) == len(found):
        yield _together([guesses[0] for guesses in found], True)  # one alone cannot be all
        several = False
    yield from [guess for guesses in found for guess in guesses][:MOST_ALONE]
    yield from _heads(file, tokens, places, mistakes)
    if several:
        yield _together([guesses[0] for guesses in found])
        yield _together([guesses[-1] for guesses in found])


def _heads(file: SourceFile, tokens: list[Token], places: list[int], mistakes: Any) -> Iterator[Guess]:
    """A `{` that is missing right where something cannot be read, if there are more `}` than `{`."""
    closing = [token for token in tokens if token.kind == "}"]
    if len(closing) > sum(token.kind == "{" for token in tokens):
        for place in places:
            at = bisect_right([token.start for token in tokens], place) - 1
            if at < 1 or tokens[at].kind != "word":
                continue
            end = next((token for token in closing if token.start > place), closing[-1])
            for behind in (tokens[at - 1].end, tokens[at].end):
                here = Span(file, behind, behind)
                problem = mistakes.NoBeginning(here, "{", Span(file, end.start, end.end))
                yield Guess(problem.fix().edits, (problem,))


def _together(some: list[Guess], whole: bool = False) -> Guess:
    edits = sorted((edit for guess in some for edit in guess.edits), key=lambda edit: edit.span.start)
    return Guess(tuple(edits), tuple(problem for guess in some for problem in guess.problems), False, whole)


class _Braces:
    """Braces held against indentation."""

    def __init__(self, file: SourceFile, tokens: list[Token], mistakes: Any) -> None:
        self.file, self.tokens, self.mistakes = file, tokens, mistakes
        self.open: list[Opened] = []
        self.found: list[list[Guess]] = []  # for each brace, what may be meant

    def guesses(self) -> list[list[Guess]]:
        indent = 0
        for i, token in enumerate(self.tokens):
            if token.first:
                indent = self._column(token)
                self._line(token, indent)
            if token.kind == "{":
                self.open.append(Opened(token, indent))
            elif token.kind == "}":
                self._close(i, indent)
        end = len(self.file.text.rstrip())
        for opened in reversed(self.open):
            if self._rest_of_line(opened.token):
                self._missing_before(opened, self.tokens[-1])
                continue
            self._missing(opened, end, "the end of the file", f"\n{' ' * opened.indent}}}")
        return self.found

    def _column(self, token: Token) -> int:
        return token.start - self.file.text.rfind("\n", 0, token.start) - 1

    def _line(self, token: Token, indent: int) -> None:
        """A line that stands no deeper than the one that opened its block ends that block."""
        while self.open and token.kind != "}":
            last = self.open[-1]
            if last.inner is None:
                last.inner = indent
            goes_back = indent < last.inner and self.file.text[token.start : token.end] in _BEHIND_A_BLOCK
            if token.kind == "{" or last.inner <= last.indent or (indent > last.indent and not goes_back):
                return
            self._missing_before(self.open.pop(), token)

    def _close(self, i: int, indent: int) -> None:
        token = self.tokens[i]
        if token.first:
            while len(self.open) > 1 and self.open[-1].indent > indent and self.open[-2].indent >= indent:
                self._missing_before(self.open.pop(), token)
        if not self.open or (self.open[-1].indent < indent and (token.first or self._other_line(token))):
            self._extra(i, indent)
        else:
            self.open.pop()

    def _other_line(self, token: Token) -> bool:
        """Whether the block that would end here began on another line."""
        return "\n" in self.file.text[self.open[-1].token.start : token.start]

    def _missing_before(self, opened: Opened, token: Token) -> None:
        """The `}` is missing at the end of its line, if that goes on behind the `{`; else before the line of a token."""
        ended = self._rest_of_line(opened.token)
        if ended:
            self._missing(opened, ended[0], "the end of its line", " }")
            for other in ended[1:]:
                self._missing(opened, other, "the `;`", " }")
                self.found[-2:] = [[*self.found[-2], *self.found[-1]]]
            return
        line = self.file.position(token.start)[0]
        at = self.file.lines[line - 1]
        shown = f"`{self.file.text[token.start : token.end][:40]}` in line {line}"
        indent = self.file.text[self.file.lines[self.file.position(opened.token.start)[0] - 1] :][: opened.indent]
        self._missing(opened, at, shown, f"{indent}}}\n", f"{indent}}} ")  # as if it stood on a line of its own

    def _rest_of_line(self, token: Token) -> list[int]:
        """Where the last token on the line of a `{` ends, unless it is that one; and where the one before it does, if it is a `;`."""
        i = bisect_right([one.start for one in self.tokens], token.start)
        behind = i
        while behind < len(self.tokens) and not self.tokens[behind].first:
            behind += 1
        last = [self.tokens[k].end for k in (behind - 1, behind - 2) if k >= i]
        return last if last and self.tokens[behind - 1].kind == ";" else last[:1]

    def _missing(self, opened: Opened, at: int, before: str, text: str, tried: str | None = None) -> None:
        opening = Span(self.file, opened.token.start, opened.token.end)
        edits = (Edit(Span(self.file, at, at), text),)
        last = self.tokens[bisect_right([token.start for token in self.tokens], at - 1) - 1].end
        place = Span(self.file, last, last)
        problem = self.mistakes.UnclosedBlock(place, before, opening, edits)
        self.found.append([Guess((Edit(Span(self.file, at, at), tried or text),), (problem,), True)])

    def _extra(self, i: int, indent: int) -> None:
        """A `}` too many; or its `{` is missing: behind the line that stands as deep, before deeper ones."""
        token = self.tokens[i]
        closing = Span(self.file, token.start, token.end)
        head = self._head(i, indent) if token.first else None
        guesses = []
        for last in [head.end] if head is not None else self._conditions(i):
            place = Span(self.file, last, last)
            problem = self.mistakes.NoBeginning(place, "{", closing)
            guesses.append(Guess((Edit(place, " {"),), (problem,), head is not None))
        self.found.append([*guesses, _without(self.file, token, self.mistakes)])

    def _conditions(self, i: int) -> list[int]:
        """Behind which `)` before a `}`, on its line, a `{` may be missing: something other than a `{` begins there."""
        found = []
        while i > 0 and not self.tokens[i].first:
            i -= 1
            if self.tokens[i].kind == ")" and self.tokens[i + 1].kind == "word":
                found.append(self.tokens[i].end)
        return found[:2]

    def _head(self, i: int, indent: int) -> Token | None:
        """The last token of the line that should have opened the block which a `}` closes."""
        deeper = False
        for j in range(i - 1, 0, -1):
            if not self.tokens[j].first:
                continue
            column = self._column(self.tokens[j])
            if column > indent:
                deeper = True
            else:
                last = next(k for k in range(j, i) if self.tokens[k + 1].first)
                opens = deeper and column == indent and self.tokens[last].kind in ("word", ")")
                return self.tokens[last] if opens else None
        return None


def _without(file: SourceFile, token: Token, mistakes: Any) -> Guess:
    """One bracket less; with its line, if nothing else stands there."""
    problem = mistakes.StrayBrace(Span(file, token.start, token.end), True)
    return Guess((Edit(Span(file, *problem.extent()), ""),), (problem,))


# ---- parentheses


def _split(file: SourceFile, tokens: list[Token], closing: Token, mistakes: Any) -> Iterator[Guess]:
    """A `(` or `[` that is missing between two names, or behind one: `Handp]` for `Hand[p]`, `shuffle)` for `shuffle()`."""
    i = bisect_right([token.start for token in tokens], closing.start) - 1
    known = Counter(file.text[token.start : token.end] for token in tokens if token.kind == "word")
    opening = "[" if closing.kind == "]" else "("
    if opening == "(" and tokens[i - 1].kind == "word":
        yield _begin(file, tokens[i - 1].end, opening, closing, mistakes)
    while i > 0 and tokens[i - 1].kind not in ";{}":
        i -= 1
        text = file.text[tokens[i].start : tokens[i].end]
        if tokens[i].kind != "word" or known[text] > 1:
            continue
        for cut in range(1, len(text)):
            if known[text[:cut]] and known[text[cut:]]:
                yield _begin(file, tokens[i].start + cut, opening, closing, mistakes)
                return


def _begin(file: SourceFile, at: int, opening: str, closing: Token, mistakes: Any) -> Guess:
    problem = mistakes.NoBeginning(Span(file, at, at), opening, Span(file, closing.start, closing.end))
    return Guess(problem.fix().edits, (problem,))


def _parentheses(file: SourceFile, tokens: list[Token], place: int, mistakes: Any) -> Iterator[Guess]:
    """Within the statement or head around a place: one too many, or one that is missing."""
    at = min(bisect_right([token.start for token in tokens], place), len(tokens)) - 1
    if at < 0:
        return
    start, end = at, at
    while start and tokens[start - 1].kind not in ";{}":
        start -= 1
    while end < len(tokens) and tokens[end].kind not in ";{}":
        end += 1
    opened: list[Token] = []
    extra: list[Token] = []
    for token in tokens[start:end]:
        if token.kind in "([":
            opened.append(token)
        elif token.kind in ")]":
            if opened and (token.kind == ")" or any(one.kind == "[" for one in opened)):
                opened.pop()
            else:
                extra.append(token)
    for token in extra[:2]:
        yield from _split(file, tokens, token, mistakes)
        if start < end and tokens[start].kind == "word" and not any(t.kind == "(" for t in tokens[start:end]):
            head = Span(file, tokens[start].end, tokens[start].end)
            problem = mistakes.NoBeginning(head, "(", Span(file, token.start, token.end))
            yield Guess(problem.fix().edits, (problem,))
        yield _without(file, token, mistakes)
    for token in opened[:2]:
        closing = _CLOSING[token.kind]
        for behind in dict.fromkeys((tokens[end - 1].end, tokens[at].start and tokens[at - 1].end)):
            if behind > token.start:
                here = Span(file, behind, behind)
                problem = mistakes.UnclosedBracket(here, closing, Span(file, token.start, token.end))
                yield Guess(problem.fix().edits, (problem,))
