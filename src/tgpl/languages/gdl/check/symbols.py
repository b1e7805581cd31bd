"""What a checked rulesheet is: rules as data, and where each of them stands."""

from __future__ import annotations

from tgpl.languages.gdl.syntax import tree as t
from tgpl.text.source import Span
from tgpl.text.terms import Logic


class Checked:
    """A rulesheet without errors, ready to be lowered."""

    is_library = False

    def __init__(self, sheet: t.Sheet, name: str, logic: Logic) -> None:
        self.sheet = sheet
        self.name = name  # of the game: that of the file
        self.logic = logic
        self.spans: tuple[Span, ...] = tuple(sheet.span(rule) for rule in sheet.rules)  # of `logic.rules`
        self.heads: tuple[Span, ...] = tuple(sheet.span(rule.head) for rule in sheet.rules)
