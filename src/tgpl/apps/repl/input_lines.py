"""Lines to inputs: when an input is whole, and where lines come from.

In:  lines, from a terminal with history and completion, or from a pipe without prompts. Out: whole inputs.

An input goes on in the next line while a bracket is open or something plainly has to follow. In a terminal a blank
line hands it in as it is; inside braces it takes two, since a blank line may stand in a function.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import Enum

from tgpl.apps.repl.interpreter import missing_end
from tgpl.languages.rpg import problems as p
from tgpl.languages.rpg.check.incremental import Part
from tgpl.languages.rpg.syntax import tree as t
from tgpl.languages.rpg.syntax.lex import lex
from tgpl.languages.rpg.syntax.parse import parse
from tgpl.text.source import SourceFile

_OPENING, _CLOSING = ("{", "(", "["), ("}", ")", "]")


class Missing(Enum):
    """What an input still lacks."""

    NOTHING = 0
    ELSE = 1  # nothing, unless the next line begins with `else`
    SOMETHING = 2
    BRACE = 3  # and until it comes a blank line may stand


def find_missing(text: str) -> Missing:
    file = SourceFile("input", text)
    tokens, wrong = lex(file)
    if tokens.kinds.count("{") > tokens.kinds.count("}"):
        return Missing.BRACE
    if any(isinstance(problem, p.UnclosedText) for problem in wrong):
        return Missing.NOTHING
    opened, closed = (sum(tokens.kinds.count(kind) for kind in kinds) for kinds in (_OPENING, _CLOSING))
    if opened > closed:
        return Missing.SOMETHING
    script, problems = parse(file)
    if missing_end(file, problems) is not None:
        return Missing.ELSE if _is_half(script.parts[-1]) else Missing.NOTHING
    stops = any(isinstance(problem, p.Unexpected) and problem.at_end for problem in problems)
    return Missing.SOMETHING if stops else Missing.NOTHING


def _is_half(part: Part) -> bool:
    """Whether it ends with an `if` that has no `else`."""
    value = part.value if isinstance(part, (t.Evaluate, t.SetVariable, t.SetField)) else None
    while isinstance(value, t.If) and not isinstance(value.otherwise, (t.Block, type(None))):
        value = value.otherwise
    return isinstance(value, t.If) and value.otherwise is None


class Ended(Exception):
    """There is no more input."""


Line = Callable[[bool], str]  # the next line; whether it goes on with what was begun. Raises EOFError


class Inputs:
    """Whole inputs, one after the other."""

    def __init__(self, line: Line, patient: bool) -> None:
        self._line = line
        self._patient = patient  # blank lines end nothing, as nobody is waiting
        self._ahead: list[str] = []  # lines that were read already: pasted, or the first of the next input

    def next(self) -> str:
        """Raises Ended."""
        lines: list[str] = []
        lacks = Missing.SOMETHING
        while True:
            try:
                line = self._next_line(bool(lines))
            except EOFError:
                if self._patient and lines:
                    return "\n".join(lines)
                raise Ended from None
            if lacks is Missing.ELSE and not line.lstrip().startswith("else"):
                self._ahead.insert(0, line)
                return "\n".join(lines)
            if not lines and not line.strip():
                continue
            lines.append(line)
            if lines[0].lstrip().startswith(":"):
                return line
            lacks = find_missing("\n".join(lines))
            if lacks is Missing.NOTHING or (not self._patient and _is_given_up(lines, lacks)):
                return "\n".join(lines)

    def drop(self) -> None:
        """What was pasted behind an input that is given up goes with it."""
        self._ahead.clear()

    def _next_line(self, goes_on: bool) -> str:
        if not self._ahead:
            self._ahead = self._line(goes_on).split("\n")  # a terminal hands over what is pasted in one go
        return self._ahead.pop(0).rstrip("\r")


def _is_given_up(lines: list[str], lacks: Missing) -> bool:
    """Whether blank lines say that there is no more to come."""
    blank = 2 if lacks is Missing.BRACE else 1
    return len(lines) > blank and not any(line.strip() for line in lines[-blank:])


def read_pipe(goes_on: bool) -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.removesuffix("\n")
