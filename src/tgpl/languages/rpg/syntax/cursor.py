"""Where the parser of a script stands among the tokens; the rest is in `languages/common/token_cursor.py`."""

from __future__ import annotations

from tgpl.languages.common.lexing import Tokens
from tgpl.languages.common.token_cursor import TokenCursor
from tgpl.languages.rpg import problems as p
from tgpl.languages.rpg.syntax import tree as t
from tgpl.languages.rpg.syntax.lex import KEYWORDS
from tgpl.text.diagnostics import Problem

_DEFINITIONS = ("set", "fun", "trait")


class Cursor(TokenCursor):
    mistakes = p
    the_end = p.THE_END
    beginnings = frozenset((*_DEFINITIONS, "if"))
    openings = frozenset(("{", "}", ";", "then", "else"))

    def __init__(self, tokens: Tokens, problems: list[Problem]) -> None:
        super().__init__(tokens, problems)
        self.floor = 0  # how many expressions and blocks were open when the statement around here began

    def word_at(self, steps: int = 0) -> str | None:
        """The text of a token if it is a small name: some are words of the language where they can stand."""
        return str(self.values[self.i + steps]) if self.peek(steps) == "name" else None

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

    def skip(self) -> None:
        """To where the next statement or definition begins."""
        self.skip_to(_DEFINITIONS)
