"""Where the parser stands among the tokens, and how it finds its feet again after a mistake.

In:  `Tokens`. Out: a `Cursor` that the parse functions share, and the problems it gathers. A parse function that
cannot go on reports once and raises `Lost`; the loop over statements catches it, skips to the next one, and goes on.
`Hopeless` ends the text: what follows could only be noise.
"""

from __future__ import annotations

from tgpl.diagnostics import Problem
from tgpl.languages.rpg import problems as p
from tgpl.languages.rpg import tree as t
from tgpl.languages.rpg.lex import KEYWORDS, Tokens
from tgpl.source import Span

DEEPEST = 60  # expressions and blocks inside each other; more is no text that a person wrote
_BEGINNINGS = frozenset(("set", "fun", "trait", "if"))  # words that begin something new


class Lost(Exception):
    """The current statement or definition makes no sense any more; its problem is reported."""


class Hopeless(Exception):
    """The rest of the text makes no sense any more."""


class Cursor:
    def __init__(self, tokens: Tokens, problems: list[Problem]) -> None:
        self.file = tokens.file
        self.kinds, self.values = tokens.kinds, tokens.values
        self.starts, self.ends = tokens.starts, tokens.ends
        self.problems = problems
        self.i = 0
        self.kind = self.kinds[0]  # of the current token
        self.depth = 0  # how many expressions and blocks are open around here
        self.floor = 0  # how many were when the statement around here began
        self.height = 0.0  # of the expression or block parsed last
        self.left_out = False  # something made no sense and was skipped
        self.unclosed = False  # a missing `}` was reported: others would only be its echo
        self.cut_short = False  # the definition being read has no end, so no `;` is missed there

    # -- reading

    def advance(self) -> None:
        if self.kind != "end":
            self.i += 1
            self.kind = self.kinds[self.i]

    def peek(self, steps: int = 1) -> str:
        return self.kinds[min(self.i + steps, len(self.kinds) - 1)]

    def word_at(self, steps: int = 0) -> str | None:
        """The text of a token if it is a small name: some are words of the language where they can stand."""
        return str(self.values[self.i + steps]) if self.peek(steps) == "name" else None

    @property
    def at(self) -> int:
        return self.starts[self.i]

    @property
    def before(self) -> int:
        """Where the token before this one ended."""
        return self.ends[self.i - 1] if self.i else 0

    def found(self) -> str:
        """The current token, for a message."""
        if self.kind == "end":
            return p.THE_END
        return f"`{self.file.text[self.at : min(self.ends[self.i], self.at + 40)]}`"

    def here(self) -> Span:
        if self.kind == "end":
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

    def lost(self, wanted: str) -> Lost:
        """Reports that something else was wanted here; for `raise cursor.lost("…")`."""
        self.report(p.Unexpected(self.here(), self.found(), wanted))
        return Lost()

    def accept(self, kind: str) -> bool:
        if self.kind == kind:
            self.advance()
            return True
        return False

    def expect(self, kind: str, wanted: str | None = None) -> None:
        if not self.accept(kind):
            raise self.lost(wanted or f"`{kind}`")

    def semicolon(self, what: str) -> None:
        """The end of a statement or definition. One that is plainly missing is reported and taken as read."""
        if self.accept(";") or self.cut_short:
            return
        if self.kind in ("}", "end") or self.kind in _BEGINNINGS or self.on_new_line():
            self.report(p.MissingSemicolon(self.span(self.before, self.before), what))
        else:
            raise self.lost("`;`")

    def close(self, kind: str, opened: int) -> None:
        """A `)` or `]`. One that is plainly missing is reported and taken as read."""
        if self.accept(kind):
            return
        if self.kind in ("{", "}", ";", "end", "then", "else"):
            self.report(p.UnclosedBracket(self.span(self.before, self.before), kind, self.token(opened)))
        else:
            raise self.lost(f"`{kind}`")

    def capital(self, what: str) -> t.Word:
        """The name of an object, trait or field."""
        if self.kind == "name":
            self.report(p.CapitalWanted(self.here(), what, str(self.values[self.i])))
        elif self.kind in KEYWORDS:
            self.report(p.KeywordAsName(self.here(), self.kind))
        elif self.kind != "Name":
            raise self.lost(f"the name of {what}")
        return self._word()

    def small(self, what: str) -> t.Word:
        """The name of a variable, parameter or function."""
        if self.kind == "Name":
            self.report(p.SmallWanted(self.here(), what, str(self.values[self.i])))
        elif self.kind in KEYWORDS:
            self.report(p.KeywordAsName(self.here(), self.kind))
        elif self.kind != "name":
            raise self.lost(f"the name of {what}")
        return self._word()

    def _word(self) -> t.Word:
        word = t.Word(self.at, self.ends[self.i], str(self.values[self.i]))
        self.advance()
        return word

    # -- nesting and recovery

    def enter(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            self.too_deep(self.here())

    def too_deep(self, span: Span) -> None:
        self.report(p.TooDeep(span, DEEPEST))
        raise Hopeless

    def never_closed(self, opened: int) -> None:
        """A `{` whose `}` does not come."""
        self.cut_short = True
        if not self.unclosed:
            self.unclosed = True
            self.report(p.UnclosedBlock(self.token(opened), self.found()))

    def skip_statement(self) -> None:
        """To behind the next `;`, or to the `}` that ends the block around."""
        self.left_out = True
        depth = 0
        while self.kind != "end":
            kind = self.kind
            if depth == 0 and (kind == "}" or (kind in ("set", "fun", "trait") and self.on_new_line())):
                return
            self.advance()
            if kind == "{":
                depth += 1
            elif kind == "}":
                depth -= 1
            elif kind == ";" and depth == 0:
                return
