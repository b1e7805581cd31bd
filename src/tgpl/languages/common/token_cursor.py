"""Where a parser stands among the tokens, and how it finds its feet again after a mistake.

In:  a lexer's `Tokens`. Out: `TokenCursor`, which the cursors of the languages grow from: how a mistake is reported once, and
how what follows is read all the same. A parse function that cannot go on reports once and raises `Lost`; the loop over
statements or members catches it, skips to the next one, and goes on. `Hopeless` ends the text: what follows could only
be noise.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, ClassVar

from tgpl.languages.common.lexing import Tokens
from tgpl.text.diagnostics import Problem
from tgpl.text.source import Span

MOST_PROBLEMS = 100  # of one text: past these nobody reads on


class Lost(Exception):
    """The current statement or definition makes no sense any more; its problem is reported."""


class Hopeless(Exception):
    """The rest of the text makes no sense any more."""


class TokenCursor:
    mistakes: Any  # the problems of the language: Unexpected, MissingSemicolon, UnclosedBracket, …
    most_problems: ClassVar[float] = MOST_PROBLEMS
    deepest: ClassVar[int] = 60  # expressions and blocks inside each other; more is no text that a person wrote
    last_kind: ClassVar[str] = "end"  # the kind of what stands behind the last token
    the_end: ClassVar[str]  # what the end of the text is called
    beginnings: ClassVar[frozenset[str]]  # words that begin a statement or definition
    openings: ClassVar[frozenset[str]]  # before these a `)` or `]` is plainly missing

    def __init__(self, tokens: Tokens, problems: list[Problem]) -> None:
        self.file = tokens.file
        self.kinds, self.values = tokens.kinds, tokens.values
        self.starts, self.ends = tokens.starts, tokens.ends
        self.problems = problems
        self.i = 0
        self.kind = self.kinds[0]  # of the current token
        self.depth = 0  # how many expressions and blocks are open around here
        self.height = 0.0  # of the expression or block parsed last
        self.left_out = False  # something made no sense and was skipped
        self.brace_problem = False  # a missing brace was reported: others would only be its echo
        self.endless = False  # the definition being read has no end, so no `;` is missed there

    # -- reading

    def advance(self) -> None:
        if self.kind != self.last_kind:
            self.i += 1
            self.kind = self.kinds[self.i]

    def begin(self) -> int:
        """Over the word that something begins with; where it stands."""
        at = self.at
        self.advance()
        return at

    def peek(self, steps: int = 1) -> str:
        at = self.i + steps
        return self.kinds[at] if at < len(self.kinds) else self.last_kind

    @property
    def at(self) -> int:
        return self.starts[self.i]

    @property
    def before(self) -> int:
        """Where the token before this one ended."""
        return self.ends[self.i - 1] if self.i else 0

    def describe(self) -> str:
        """The current token, for a message."""
        if self.kind == self.last_kind:
            return self.the_end
        return f"`{self.file.text[self.at : min(self.ends[self.i], self.at + 40)]}`"

    def here(self) -> Span:
        if self.kind == self.last_kind:
            return Span(self.file, self.before, self.before)
        return Span(self.file, self.at, self.ends[self.i])

    def token(self, number: int) -> Span:
        return Span(self.file, self.starts[number], self.ends[number])

    def span(self, start: int, end: int) -> Span:
        return Span(self.file, start, end)

    def on_new_line(self) -> bool:
        """Whether the current token is the first of its line."""
        return self.i == 0 or "\n" in self.file.text[self.before : self.at]

    # -- wanting

    def report(self, problem: Problem) -> None:
        self.problems.append(problem)
        if len(self.problems) >= self.most_problems:
            raise Hopeless

    def lost(self, wanted: str) -> Lost:
        """Reports that something else was wanted here; for `raise cursor.lost("…")`."""
        self.report(self.mistakes.Unexpected(self.here(), self.describe(), wanted))
        return Lost()

    def accept(self, kind: str) -> bool:
        if self.kind == kind:
            self.advance()
            return True
        return False

    def expect(self, kind: str, wanted: str | None = None) -> None:
        if not self.accept(kind):
            raise self.lost(wanted or f"`{kind}`")

    def open(self, kind: str | None = None, wanted: str | None = None) -> int:
        """Over the bracket that opens something, this one or the current token; its number, for `close`."""
        self.expect(kind or self.kind, wanted)
        return self.i - 1

    def end_statement(self, what: str) -> None:
        """The end of a statement or definition. One that is plainly missing is reported and taken as read."""
        if self.accept(";") or self.endless:
            return
        if self.kind in ("}", self.last_kind) or self.kind in self.beginnings or self.on_new_line():
            self.report(self.mistakes.MissingSemicolon(self.span(self.before, self.before), what))
        else:
            raise self.lost("`;`")

    def close(self, kind: str, opened: int) -> None:
        """A `)` or `]`. One that is plainly missing is reported and taken as read."""
        if self.accept(kind):
            return
        if self.kind in self.openings or self.kind == self.last_kind:
            self.report(self.mistakes.UnclosedBracket(self.span(self.before, self.before), kind, self.token(opened)))
        else:
            raise self.lost(f"`{kind}`")

    # -- nesting and recovery

    def enter(self) -> None:
        self.depth += 1
        if self.depth > self.deepest:
            self.too_deep(self.here())

    def too_deep(self, span: Span) -> None:
        self.report(self.mistakes.TooDeep(span, self.deepest))
        raise Hopeless

    def never_closed(self, opened: int) -> None:
        """A `{` whose `}` does not come."""
        self.endless = True
        if not self.brace_problem:
            self.brace_problem = True
            self.report(self.mistakes.UnclosedBlock(self.token(opened), self.describe()))

    def report_stray(self) -> None:
        """A `}` too many, and the `;` behind it."""
        self.report(self.mistakes.StrayBrace(self.here()))
        self.advance()
        self.accept(";")

    def skip_to(self, stops: Container[str], over_block: bool = False) -> None:
        """To behind the next `;`, to the `}` that ends the block around, or to a line that begins with one of `stops`;
        `over_block`: behind the next block too."""
        self.left_out = True
        depth = 0
        while self.kind != self.last_kind:
            kind = self.kind
            if depth == 0 and (kind == "}" or (kind in stops and self.on_new_line())):
                return
            self.advance()
            if kind == "{":
                depth += 1
            elif kind == "}":
                depth -= 1
                if depth == 0 and over_block:
                    return
            elif kind == ";" and depth == 0:
                return
