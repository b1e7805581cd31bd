"""Where the parser of a program stands among the tokens; the rest is in `languages/common/token_cursor.py`."""

from __future__ import annotations

from tgpl.languages.common.token_cursor import TokenCursor
from tgpl.languages.senet import problems as p
from tgpl.languages.senet.syntax import tree as t
from tgpl.languages.senet.syntax.lex import KEYWORDS

TYPES = ("int", "str", "bool", "void", "list")
_STATEMENTS = ("if", "while", "for", "break", "continue", "return", "pass", "end")
_SECTIONS = ("@setup", "@turns")


class Cursor(TokenCursor):
    mistakes = p
    last_kind = "eof"
    the_end = "the end of the program"
    beginnings = frozenset((*TYPES, *_STATEMENTS, *_SECTIONS, "group", "func", "assert"))
    openings = frozenset(("{", "}", ";"))
    loops = 0  # how many are open around here

    def name(self, what: str) -> t.Word:
        if self.kind in KEYWORDS and self.peek() in ("=", ";", "(", ",", ")", "in", "{", "["):
            self.report(p.WordAsName(self.here(), self.kind))
        elif self.kind != "name":
            raise self.lost(f"the name of {what}")
        return self.word()

    def word(self) -> t.Word:
        word = t.Word(self.at, self.ends[self.i], str(self.values[self.i]))
        self.advance()
        return word

    def behind(self, opened: int) -> str:
        """The kind of what stands behind the parenthesis that closes the one at `opened` (a number of a token)."""
        depth = 0
        for i in range(opened, len(self.kinds)):
            kind = self.kinds[i]
            if kind == "(":
                depth += 1
            elif kind == ")":
                depth -= 1
                if depth == 0:
                    return self.kinds[i + 1]
            elif kind in ("{", "}", ";"):
                return "{" if kind == "{" and depth == 1 else ""
        return ""

    def split(self) -> None:
        """`>>` that closes two lists: the first half is read."""
        self.starts[self.i] += 1
        self.kinds[self.i] = self.kind = ">"

    def skip(self, start: int) -> None:
        """To where the next statement or definition begins; always behind where the one that is lost began."""
        if self.i == start:
            self.advance()
        self.skip_to(self.beginnings)
