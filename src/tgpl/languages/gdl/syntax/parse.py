"""A rulesheet's text to its tree, in whichever spelling it is.

sheet, problems = parse(SourceFile("tris.kif", "(role white)"))
sheet.infix   # False
"""

from __future__ import annotations

import re

from tgpl.languages.gdl import problems as p
from tgpl.languages.gdl.syntax import tree as t
from tgpl.languages.gdl.syntax.infix import parse_infix
from tgpl.languages.gdl.syntax.kif import parse_kif
from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile, Span

LONGEST_FILE = 8_000_000
_BEFORE = re.compile(r"(?:[\s\ufeff]+|[;%][^\n]*|//[^\n]*|/\*.*?(?:\*/|\Z))*", re.DOTALL)
_ENDINGS = {".kif": False, ".hrf": True}


def parse(file: SourceFile) -> tuple[t.Sheet, list[Problem]]:
    if len(file.text) > LONGEST_FILE:
        return t.Sheet(file, False, [], [], False), [p.TooLong(Span(file, 0, 0), len(file.text), LONGEST_FILE)]
    infix = is_infix(file)
    sheet, problems = parse_infix(file) if infix else parse_kif(file)
    if _ENDINGS.get(file.name.lower()[-4:], infix) != infix:
        problems.append(p.OtherSpelling(Span(file, 0, 0), infix))
    return sheet, problems


def is_infix(file: SourceFile) -> bool:
    """Judged by what the text begins with: in KIF almost everything begins with `(`, in infix nothing does."""
    before = _BEFORE.match(file.text)
    start = before.end() if before else 0
    if start == len(file.text):
        return _ENDINGS.get(file.name.lower()[-4:], False)
    if file.text[start] in "()":
        return False
    return ":-" in file.text or "(<=" not in file.text
