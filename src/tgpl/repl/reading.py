"""Lines to inputs: when an input is whole, and where lines come from.

In:  lines, from a terminal with history and completion, or from a pipe without prompts. Out: whole inputs.

An input goes on in the next line while a bracket is open or something plainly has to follow. In a terminal a blank
line hands it in as it is; inside braces it takes two, since a blank line may stand in a function.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple

from tgpl.languages.rpg import problems as p
from tgpl.languages.rpg import tree as t
from tgpl.languages.rpg.lex import lex
from tgpl.languages.rpg.parse import parse
from tgpl.repl.session import missing_end
from tgpl.source import SourceFile

_OPENING, _CLOSING = ("{", "(", "["), ("}", ")", "]")


class Missing(NamedTuple):
    """What an input still lacks."""

    more: bool  # it goes on in the next line
    in_braces: bool  # where a blank line may stand


def missing(text: str) -> Missing:
    file = SourceFile("input", text)
    tokens, wrong = lex(file)
    braces = tokens.kinds.count("{") - tokens.kinds.count("}")
    if braces > 0:
        return Missing(True, True)
    if any(isinstance(problem, p.UnclosedText) for problem in wrong):
        return Missing(False, False)
    brackets = sum(tokens.kinds.count(kind) for kind in _OPENING) - sum(tokens.kinds.count(kind) for kind in _CLOSING)
    return Missing(brackets > 0 or _has_to_follow(file), False)


def _has_to_follow(file: SourceFile) -> bool:
    """Whether the text stops where something must come; or where an `else` could, and no `;` says otherwise."""
    script, problems = parse(file)
    if missing_end(file, problems) is not None:
        last = script.parts[-1]
        value = last.value if isinstance(last, (t.Evaluate, t.SetVariable, t.SetField)) else None
        return isinstance(value, t.If) and value.otherwise is None
    return any(isinstance(problem, p.Unexpected) and problem.at_end for problem in problems)


class Ended(Exception):
    """There is no more input."""


Line = Callable[[bool], str]  # the next line; whether it goes on with what was begun. Raises EOFError


def next_input(line: Line, patient: bool) -> str:
    """A whole input; raises Ended. `patient`: blank lines end nothing, as nobody is waiting."""
    lines: list[str] = []
    while True:
        try:
            lines.append(line(bool(lines)))
        except EOFError:
            if patient and "".join(lines).strip():
                return "\n".join(lines)
            raise Ended from None
        text = "\n".join(lines)
        if not text.strip():
            lines.clear()
            continue
        if lines[0].lstrip().startswith(":"):
            return text
        wants = missing(text)
        blank = not lines[-1].strip() and (not wants.in_braces or (len(lines) > 2 and not lines[-2].strip()))
        if not wants.more or (blank and not patient):
            return text


def from_pipe(goes_on: bool) -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.removesuffix("\n").removesuffix("\r")
