"""A rulesheet's text to its tree, in whichever spelling it is.

sheet, problems = parse(SourceFile("tris.kif", "(role white)"))
"""

from __future__ import annotations

from tgpl.diagnostics import Problem
from tgpl.languages.gdl import tree as t
from tgpl.languages.gdl.parse_kif import parse_kif
from tgpl.source import SourceFile


def parse(file: SourceFile) -> tuple[t.Sheet, list[Problem]]:
    return parse_kif(file)
