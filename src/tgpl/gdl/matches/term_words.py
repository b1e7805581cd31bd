"""Terms as people and machines write them: KIF, infix, or both on one line.

In:  a text. Out: its terms, one behind the other. A parenthesis that touches the word before it makes infix of the two,
outside of KIF's own parentheses; a `;` begins a comment.

    terms("(mark 1 1) noop")        ->  ("mark", "1", "1"), "noop"
    terms("mark(1,1), noop")        ->  the same
"""

from __future__ import annotations

import re
from typing import Any

from tgpl.gdl.matches.recorded_match import BadMatch, shorten
from tgpl.text.terms import Term

DEEPEST = 100  # terms inside each other
_COMMENT = re.compile(r";[^\r\n]*")
_PIECE = re.compile(r"[^\s(),]+\(|[(),]|[^\s(),]+")
_KIF_PIECE = re.compile(r"[()]|[^\s()]+")


def terms(text: str) -> list[Term]:
    """All terms of a text; raises BadMatch."""
    text = _COMMENT.sub("", text)
    return _Parser(text).all()


def joint_terms(text: str) -> list[Term]:
    """The moves of a line, also with parentheses around all of them: `((mark 1 1) noop)`."""
    found = _Parser(_COMMENT.sub("", text)).lists()
    if len(found) == 1 and isinstance(found[0], list) and found[0] and isinstance(found[0][0], list):
        found = found[0]
    return [to_term(item) for item in found]


def only_term(text: str) -> Term:
    """The one term that a text is; raises BadMatch."""
    found = terms(text)
    if len(found) != 1:
        raise BadMatch(f"{shorten(text)} should be one term, as `(mark 1 1)`")
    return found[0]


def facts(text: str, *, wrapped: bool) -> frozenset[Term]:
    """A state: its facts one behind the other, or with parentheses around all of them. `wrapped`: one pair of parentheses
    around everything is that, also where it could be a fact."""
    found = _Parser(_COMMENT.sub("", text)).lists()
    if len(found) == 1 and isinstance(found[0], list) and text.lstrip().startswith("("):
        inner = found[0]
        if wrapped or not inner or isinstance(inner[0], list):
            found = inner
    return frozenset(without_true(to_term(item)) for item in found)


def to_term(item: Any) -> Term:
    """What was read or came as lists, made a term; raises BadMatch. `(p)` is `p`, and numbers are words."""
    if isinstance(item, str) and item and not re.search(r"[\s();]", item):
        return item
    if isinstance(item, int) and not isinstance(item, bool):
        return str(item)
    if isinstance(item, list) and item:
        return _list_to_term(item, DEEPEST)
    raise BadMatch(f"{shorten(str(item) if item != [] else '()')} is no term, as `(mark 1 1)` is")


def _list_to_term(item: list[Any], left: int) -> Term:
    if not left:
        raise BadMatch(f"more than {DEEPEST} terms stand inside each other")
    if not item or not isinstance(item[0], str):
        raise BadMatch("a term begins with its name, as `(mark 1 1)` does")
    to_term(item[0])
    arguments = [_list_to_term(each, left - 1) if isinstance(each, list) else to_term(each) for each in item[1:]]
    return (item[0], *arguments) if arguments else item[0]


def without_true(term: Term) -> Term:
    """`(true f)` of a state means the fact f."""
    if isinstance(term, tuple) and len(term) == 2 and term[0].lower() == "true":
        inner: Term = term[1]
        return inner
    return term


class _Parser:
    """One text, read from the left; what is open is on a stack, so nothing is too deep."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.open: list[tuple[str, list[Any]]] = [("", [])]  # "": outermost, "(": KIF, else the word of an infix term

    def all(self) -> list[Term]:
        return [to_term(item) for item in self.lists()]

    def lists(self) -> list[Any]:
        while True:
            kind = self.open[-1][0]
            found = (_KIF_PIECE if kind == "(" else _PIECE).search(self.text, self.at)
            if found is None:
                break
            self.at = found.end()
            self._take(found.group(), kind)
        if len(self.open) > 1:
            raise BadMatch(f"a parenthesis is not closed in {shorten(self.text.strip())}")
        return self.open[0][1]

    def _take(self, piece: str, kind: str) -> None:
        if len(self.open) > DEEPEST:
            raise BadMatch(f"more than {DEEPEST} terms stand inside each other")
        if piece == ")":
            self._close()
        elif piece == "(":
            if kind not in ("", "("):
                raise BadMatch(f"`((` has no meaning in infix: {shorten(self.text.strip())}")
            self.open.append(("(", []))
        elif piece.endswith("(") and len(piece) > 1:
            self.open.append((piece, [piece[:-1]]))
        elif piece != "," or kind == "(":
            self.open[-1][1].append(piece)

    def _close(self) -> None:
        if len(self.open) == 1:
            raise BadMatch(f"a `)` closes nothing in {shorten(self.text.strip())}")
        _, made = self.open.pop()
        self.open[-1][1].append(made)
