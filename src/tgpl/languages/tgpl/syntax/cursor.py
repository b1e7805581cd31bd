"""Where the parser of both editions stands among the tokens; the rest is in `languages/common/token_cursor.py`.

In:  `Tokens`. Out: a `Cursor` that the parse functions share, and the problems it gathers.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from tgpl.languages.common.lexing import Tokens
from tgpl.languages.common.token_cursor import TokenCursor
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax.lex import RESERVED
from tgpl.text.diagnostics import Problem

if TYPE_CHECKING:
    from tgpl.languages.tgpl.syntax import tree as t

DEEPEST = 100  # of expressions and blocks inside each other; more is no text that a person wrote

# A word that opens a declaration when a name and `{` or `:` follow: seen inside a block, the block was not closed.
OPENERS = frozenset(
    "class interactable stack event tile connection board turn action phase function local global state verb".split()
)
_STATEMENT_WORDS = frozenset("if else while for return break continue winner".split())
_VALUES = frozenset(("name", "numeral", "text", "template", "true", "false", "null"))
_TYPE_KINDS = frozenset("number string bool List Table Stack".split())
# Behind what ends an expression a name begins the next statement if one of these follows it. (Behind a number or a
# text an operator may be what is missing: `2 x.n`.)
_ASSIGNS = frozenset(("name", "=", "+=", "-=", "*=", "/="))
_NEW_BEGINNINGS = {
    ")": _ASSIGNS | {"(", ".", "["},
    "]": _ASSIGNS | {"(", ".", "["},
    "}": _ASSIGNS | {"(", ".", "["},
    **dict.fromkeys(("numeral", "dice", "text", "true", "false", "null"), _ASSIGNS),
}


class Spelling:
    """Where the editions of the language are written differently; the parse functions ask it."""

    def __init__(
        self,
        binding: dict[str, int],
        minus: int,
        negation: int,
        statements: dict[str, Callable[[Cursor], t.Statement | None]],
        kinds: dict[str, str],
        member: Callable[[Cursor, str, Any], bool] | None = None,
        edition: str = "tgpl",
        operands: dict[str, Callable[[Cursor], t.Expr | None]] | None = None,
    ) -> None:
        self.binding = binding  # how tightly each operator binds
        self.minus = minus  # how tightly what a unary minus takes in must bind
        self.negation = negation  # the same for `!`
        self.statements = statements  # words that begin a statement only where what follows fits
        self.kinds = kinds  # a word that begins a class → its kind
        self.member = member  # reads what only this edition has in a class of some kind; False if there is nothing
        self.operands = operands or {}  # words that begin an operand only where what follows fits
        self.edition = edition
        self.earlier = edition == "tgdl"  # TGDL, the earlier edition
        self.modifiers = ("optional", "player", "auto", "function", *(("verb",) if self.earlier else ()))  # of inputs


class Cursor(TokenCursor):
    mistakes = p
    most_problems = inf
    deepest = DEEPEST
    the_end = "the end of the file"
    openings = frozenset(("{", "}", ";"))

    def __init__(self, tokens: Tokens, problems: list[Problem], spelling: Spelling) -> None:
        super().__init__(tokens, problems)
        self.spelling = spelling
        self.loops = 0  # how many loops are open around here
        self.gives_bool = False  # the `return` of the block around gives a bool
        self.comparing = False  # in a condition: `=` can only be meant as `==`
        self.blocks: set[int] | None = None  # the `{` that hold statements, once somebody asked
        self.suspect: int | None = None  # token of a `{` whose `}` is probably missing

    # -- reading

    def advance(self) -> None:  # nothing here steps over the end
        self.i += 1
        self.kind = self.kinds[self.i]

    @property
    def word(self) -> str | None:
        """The text of the current token if it is a name."""
        return self.values[self.i] if self.kind == "name" else None  # type: ignore[return-value]

    def word_at(self, steps: int) -> str | None:
        at = self.i + steps
        return self.values[at] if self.peek(steps) == "name" else None  # type: ignore[return-value]

    # -- wanting

    def accept_word(self, word: str) -> bool:
        if self.kind == "name" and self.values[self.i] == word:
            self.advance()
            return True
        return False

    def semicolon(self, following: frozenset[str] = frozenset()) -> None:
        """A statement's end. One that is plainly missing is reported and taken as read.

        `following` are words that begin the next part of a declaration.
        """
        if self.kind == ";":
            self.advance()
        elif self.kind in ("}", "end") or self.on_new_line() or self.word in following or self._statement_begins():
            self.report(p.MissingSemicolon(self.span(self.before, self.before)))
        else:
            raise self.lost(self._wanted("`;`"))

    def close(self, kind: str, opened: int) -> None:
        """A `)`, `]` or `}`. One that is plainly missing is reported and taken as read."""
        if self.accept(kind):
            return
        if self.kind in self.openings or self.kind == "end":
            self.report(p.UnclosedBracket(self.span(self.before, self.before), kind, self.token(opened)))
        else:
            raise self.lost(self._wanted(self.closing(kind, opened)))

    def closing(self, kind: str, opened: int) -> str:
        """A bracket that is wanted, and which one it closes."""
        line, column = self.token(opened).position
        where = f"column {column}" if line == self.here().position[0] else f"line {line}"
        return f"`{kind}` for the `{self.kinds[opened]}` of {where}"

    def _wanted(self, plain: str) -> str:
        """What is wanted behind an expression, with what was probably left out."""
        last = self.kinds[self.i - 1]
        if self.word == "in" and last == "name":
            name = str(self.values[self.i - 1])
            if name in self.spelling.operands:
                return f"a name between `{name}` and `in`, as in `{name} x in …`"
            return f"{plain}; a question to a list begins with a word: `where {name} in …`, `any {name} in …`"
        if self.word == "ask" and last == "name":
            return f"{plain}; what is asked begins with `input`, as in `input T {self.values[self.i - 1]} ask …`"
        if self.word_at(1) == "in" and last == self.kind == "name":
            return f"{plain}; a question to a list begins with `any`, `all`, `where` and the like, not with {self._shown(self.i - 1)}"
        if self.kind in _VALUES and last in (*_VALUES, ")", "]") and not self.on_new_line():
            between = f"{self._shown(self.i - 1)} and {self._shown(self.i)}"
            return f"{plain}, or a sign such as `.`, `,`, `+` or `==` between {between}"
        return plain

    def _shown(self, token: int) -> str:
        return f"`{self.token(token).text[:40]}`"

    def _statement_begins(self) -> bool:
        """Whether something new plainly begins here, in the middle of a line."""
        if self.kind in _STATEMENT_WORDS:
            return True
        if self.kind in _TYPE_KINDS:
            return self.peek() in ("name", "<")
        if self.word == "log" and self.peek() == "(":
            return True  # gives nothing, so it is no part of what stands before it
        beginnings = _NEW_BEGINNINGS.get(self.kinds[self.i - 1]) if self.kind == "name" else None
        return beginnings is not None and self.peek() in beginnings

    def name(self, what: str) -> tuple[str, int]:
        """A new name and its place."""
        value, at = self.values[self.i], self.starts[self.i]
        if self.kind == "name":
            self.advance()
            return str(value), at
        if self.kind in RESERVED:
            self.report(p.KeywordAsName(self.here(), str(value)))
            self.advance()
            return str(value), at
        raise self.lost(what)

    # -- modifiers

    def modifiers(self, words: tuple[str, ...]) -> dict[str, int]:
        """The modifiers that stand here, with their tokens."""
        said: dict[str, int] = {}
        while self.kind == "name" and self.values[self.i] in words and self.peek() not in ("=", ";"):
            word = str(self.values[self.i])
            if word in said:
                self.report(p.ModifierHere(self.here(), word, None))
            said.setdefault(word, self.i)
            self.advance()
        return said

    def refuse(self, said: dict[str, int], what: str, *words: str) -> None:
        """Reports modifiers that cannot stand before this."""
        for word in words:
            if word in said:
                self.report(p.ModifierHere(self.token(said[word]), word, what))

    # -- blocks and recovery

    def opens_declaration(self, allowed: frozenset[str]) -> bool:
        """Whether a declaration begins here, other than the `allowed` ones, that no block can hold."""
        word = self.word
        if word == "setup" and self.peek() == "{":
            return True
        if word in ("game", "import", "expansion") and self.peek() == "text":
            return True
        skip = 1 if word in ("override", "private", "simultaneous") else 0
        word = self.word_at(skip)
        if word == "zone" and self.word_at(skip + 2) == "of":
            return True
        if word == "cards" and self.peek(skip + 1) == "name" and self.peek(skip + 2) == ":":
            return True
        if word not in OPENERS or word in allowed or self.peek(skip + 1) != "name":
            return False
        return self.peek(skip + 2) in ("{", ":") or self.word_at(skip + 1) in OPENERS

    def end_of_block(self, opened: int) -> bool:
        """At the end of a block's content? Consumes the `}`, or reports that it is missing."""
        if self.kind == "}":
            self._compare_indentation(opened)
            self.advance()
            return True
        return self.kind == "end" and self._unclosed(opened)

    def cut_short(self, opened: int, allowed: frozenset[str] = frozenset()) -> bool:
        """Whether the block must have ended already, because a declaration begins here that it cannot hold."""
        return self.kind == "name" and self.opens_declaration(allowed) and self._unclosed(opened)

    def _unclosed(self, opened: int) -> bool:
        if not self.brace_problem:
            self.brace_problem = True
            inside = self.suspect is not None and (self.kind == "end" or self.suspect > opened)
            token = self.suspect if inside and self.suspect is not None else opened
            found = self.describe() if self.kind == "end" else f"{self.describe()} in line {self.here().position[0]}"
            self.report(p.UnclosedBlock(self.token(token), found))
        return True

    def _compare_indentation(self, opened: int) -> None:
        """A `}` further left than the line of its `{` was meant for another block: remember the first such `{`."""
        if self.suspect is None and self.on_new_line():
            line = self.file.line(self.file.position(self.starts[opened])[0])
            if self.file.position(self.at)[1] - 1 < len(line) - len(line.lstrip()):
                self.suspect = opened

    def skip_statement(self) -> None:
        """To behind the next `;` or block, or to the `}` that ends this one."""
        self.skip_to(_STATEMENT_WORDS, over_block=True)
