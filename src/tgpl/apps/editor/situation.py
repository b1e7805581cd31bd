"""Where in a text something is being written: which blocks are open around, and what stands before it in its statement.

In:  the text and a place in it; whatever follows does not matter, so the text need not be right. Out: a `Situation`.

    find_situation("class A { action B { tri", 24, TGPL_WORDS).blocks      # ("class", "action")
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tgpl.languages.tgpl.syntax.lex import Words, lex
from tgpl.languages.tgpl.syntax.queries import QUERY_WORDS
from tgpl.text.source import SourceFile

CLASS_KINDS = frozenset("class interactable stack event tile connection board zone state".split())
_MODIFIERS = frozenset("override local group global sealed private simultaneous optional auto".split())
_PARTS = {
    "turn": "turn", "action": "action", "goal": "action", "cards": "cards", "enum": "enum", "players": "players",
    "display": "display", "grid": "grid", "tiles": "tiles", "adjacency": "links", "borders": "links",
    "attribute": "attribute", "switch": "switch",
}  # fmt: skip
_BEFORE_VALUES = frozenset(
    ("=", "(", "[", ",", "return", "winner", "in", "+", "-", "==", "!=", "?", ":", "win", "draw", "teams")
)
_WORD = re.compile(r"\w*\Z")
_LINE_COMMENT = re.compile(r"//|\\\\")


class Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


class Open(NamedTuple):
    """A bracket that is open."""

    sign: str
    block: str  # what a brace holds: "class", "action", "statements", "values", …
    start: int
    before: tuple[Token, ...]  # what stands before it in its statement


class Situation(NamedTuple):
    start: int  # where the word begins that is being written
    end: int  # where it ends, if the cursor stands in the middle of it
    statement: tuple[Token, ...]  # what stands before it in its statement or declaration
    open: tuple[Open, ...]  # the brackets around, the outermost first
    text: str | None  # inside a text: what it says so far
    comment: bool = False

    @property
    def blocks(self) -> tuple[str, ...]:
        return tuple(one.block for one in self.open if one.sign == "{")

    @property
    def block(self) -> str:
        """The innermost block, "file" outside all; values are none."""
        return next((name for name in reversed(self.blocks) if name not in ("values", "fill")), "file")

    @property
    def behind(self) -> str:
        """The word or sign right before it."""
        return self.statement[-1].text if self.statement else ""


def find_situation(text: str, offset: int, words: Words) -> Situation:
    start = offset - len(_WORD.search(text[max(0, offset - 200) : offset])[0])  # type: ignore[index]
    end = offset
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    said = _inside_text(line)
    if said is not None:
        start, end = offset - len(said), offset
    tokens, _ = lex(SourceFile("", text[: start - (said is not None)]), words)
    found = [
        Token(kind, text[a:b], a, b) for kind, a, b in zip(tokens.kinds[:-1], tokens.starts, tokens.ends, strict=False)
    ]
    statement, open_ = _follow(found)
    comment = said is None and _LINE_COMMENT.search(re.sub(r'"[^"]*"', "", line)) is not None
    return Situation(start, end, tuple(statement), tuple(open_), said, comment)


def _inside_text(line: str) -> str | None:
    """What a text says so far in which the line ends."""
    inside: int | None = None
    i = 0
    while i < len(line):
        if inside is None and line.startswith("//", i):
            return None
        if line[i] == "\\" and inside is not None:
            i += 1
        elif line[i] == '"':
            inside = i + 1 if inside is None else None
        i += 1
    return None if inside is None else line[inside:]


def _follow(tokens: list[Token]) -> tuple[list[Token], list[Open]]:
    statement: list[Token] = []
    open_: list[Open] = []
    held: list[list[Token]] = []  # the statements around
    for token in tokens:
        text = token.text
        if text in ("(", "["):
            open_.append(Open(text, "", token.start, tuple(statement)))
            statement.append(token)
        elif text == "{":
            block = _block_of(statement, open_)
            open_.append(Open(text, block, token.start, tuple(statement)))
            held.append([*statement, token])
            statement = []
        elif text == "}":
            while open_ and open_.pop().sign != "{":
                pass
            closed = held.pop() if held else []
            goes_on = bool(closed) and _goes_on(closed, open_)
            statement = [*closed, token] if goes_on else []
        elif text in (")", "]"):
            if open_ and open_[-1].sign == {")": "(", "]": "["}[text]:
                open_.pop()
            statement.append(token)
        elif text == ";" and not (open_ and open_[-1].sign == "("):
            statement = []
        else:
            statement.append(token)
    return statement, open_


def _goes_on(closed: list[Token], open_: list[Open]) -> bool:
    """Whether the statement goes on behind the braces that have just been closed."""
    return _block_of(closed[:-1], open_) in ("values", "fill", "query")


def _block_of(statement: list[Token], open_: list[Open]) -> str:
    """What a brace holds that comes now."""
    around = next((one.block for one in reversed(open_) if one.sign == "{"), "file")
    words = [token.text for token in statement]
    if open_ and open_[-1].sign != "{":
        return "query" if _asks(words) else "fill" if _makes(words) else "values"
    if words and words[-1] in _BEFORE_VALUES and not (words[-1] == ":" and words[0] in ("case", "default")):
        return "values"
    if not words:
        return around if around in ("values", "switch") else "statements"
    head = [word for word in words if word not in _MODIFIERS] or words
    first = "group" if "group" in words[:2] and around == "board" else head[0]
    if first in CLASS_KINDS and around == "file":
        return "class" if first == "state" else first
    if first in ("function", "verb") and "input" not in words:
        return "function"
    if first == "group" and around == "board":
        return "group"
    if first == "phase":
        return "action" if around == "action" else "phase"
    if first in _PARTS:
        return _PARTS[first]
    if "input" in words[:5]:
        return "filters"
    if _asks(words):
        return "query"
    if _makes(words):
        return "fill"
    if around == "cards":
        return "class"
    if around == "tiles":
        return "fill"
    return "statements"


def _asks(words: list[str]) -> bool:
    """Whether a question to a list waits for its braces."""
    for i, word in enumerate(words):
        if word in QUERY_WORDS and "in" in words[i + 2 : i + 6]:
            rest = words[i:]
            return rest.count("{") == rest.count("}")
    return False


def _makes(words: list[str]) -> bool:
    return len(words) > 3 and words[-2:] == ["(", ")"] and "new" in words[-7:-2]
