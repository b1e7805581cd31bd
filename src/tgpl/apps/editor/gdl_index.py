"""The index of a rulesheet, in either spelling: relations by name and number of arguments, objects, roles, variables of each rule."""

from __future__ import annotations

import re
from typing import Any

from tgpl.apps.editor.index import Declaration, Index, Occurrence, Symbol
from tgpl.languages.gdl.syntax import tree as t
from tgpl.languages.gdl.syntax.names import CONNECTIVES, RELATIONS
from tgpl.text.source import SourceFile, Span

_KIF_NAME = re.compile(r"\((?:\s|;[^\n]*)*([^\s();]+)")
_INFIX_NAME = re.compile(r"[~(]*('[^']*'|[^\s()&|~,:.]+)")
ABOUT = {
    "role": "who plays",
    "base": "what can hold",
    "input": "what can be done",
    "init": "what holds at the beginning",
    "true": "holds now",
    "does": "what a role does",
    "next": "what holds next",
    "legal": "what a role may do",
    "goal": "what the end is worth to a role, from 0 to 100",
    "terminal": "when it is over",
    "sees": "what a role sees",
    "knows": "what a role knows, or everybody",
    "random": "the role of chance",
    "not": "does not hold",
    "or": "one of these holds",
    "and": "all of these hold",
    "distinct": "are not the same",
}


def build_index(files: list[Any], _: object) -> Index:
    sheet: t.Sheet = files[-1].tree
    walk = _Walk(sheet.file, sheet.infix)
    for rule in sheet.rules:
        walk.rule(rule)
    walk.index.finish()
    return walk.index


class _Walk:
    def __init__(self, file: SourceFile, infix: bool) -> None:
        self.index, self.file, self.infix = Index(), file, infix
        self.found = self.index.occurrences.setdefault(file, [])
        self.rule_at = 0

    def symbol(self, key: Any, kind: str, name: str) -> Symbol:
        return self.index.symbols.setdefault(key, Symbol(kind, name))

    def rule(self, rule: t.Rule) -> None:
        self.rule_at = rule.start
        self._relation(rule.head, rule)
        for literal in rule.body:
            self._relation(literal, None)

    def _relation(self, term: t.Term, rule: t.Rule | None) -> None:
        """A head, or a literal of a body."""
        if term.name in CONNECTIVES or term.is_variable:
            self._note(term, self._built_in(term.name) if not term.is_variable else self._variable(term))
            for one in term.arguments:
                self._relation(one, None) if term.name != "distinct" else self._object(one)
            return
        known = RELATIONS.get(term.name)
        if known is not None and len(term.arguments) in known:
            self._note(term, self._built_in(term.name))
        else:
            symbol = self.symbol(("relation", *term.key), "relation", term.name)
            place = self._note(term, symbol, "reads" if rule is None else "declares")
            if rule is not None and place is not None:
                whole = Span(self.file, rule.start, rule.end)
                symbol.declared.append(Declaration(Span(self.file, *place), whole))
        for one in term.arguments:
            self._object(one, role=term.name == "role" and rule is not None, rule=rule)

    def _object(self, term: t.Term, role: bool = False, rule: t.Rule | None = None) -> None:
        if term.is_variable:
            self._note(term, self._variable(term))
            return
        symbol = self.symbol(("object", *term.key), "role" if role else "constant", term.name)
        first = not symbol.declared
        place = self._note(term, symbol, "declares" if first else "reads")
        if first and place is not None:
            symbol.declared.append(Declaration(Span(self.file, *place), Span(self.file, term.start, term.end)))
        for one in term.arguments:
            self._object(one)

    def _variable(self, term: t.Term) -> Symbol:
        symbol = self.symbol(("variable", self.rule_at, term.name), "variable", term.name)
        if not symbol.declared:
            span = Span(self.file, term.start, term.end)
            symbol.declared.append(Declaration(span, span))
        return symbol

    def _built_in(self, name: str) -> Symbol:
        return self.index.symbols.setdefault(("built-in", name), Symbol("built-in", name, None, ABOUT.get(name, "")))

    def _note(self, term: t.Term, symbol: Symbol, role: str = "reads") -> tuple[int, int] | None:
        """Where the name of a term stands."""
        text = self.file.text
        pattern = _KIF_NAME if not self.infix and text.startswith("(", term.start) else _INFIX_NAME
        found = pattern.match(text, term.start, term.end)
        start, end = found.span(1) if found else (term.start, term.end)
        said = text[start:end].strip("'")
        if said.lower().lstrip("?") != symbol.name.lower().lstrip("?"):
            return None
        self.found.append(Occurrence(start, end, symbol, role))
        return start, end
