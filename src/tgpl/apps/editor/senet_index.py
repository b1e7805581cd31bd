"""The index of a game in Senet: names mean what the nearest block says; members what the checker found, or the one of that name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tgpl.apps.editor.index import Declaration, Index, Occurrence, Symbol
from tgpl.languages.common.vocabulary import SENET
from tgpl.languages.senet.check import symbols as s
from tgpl.languages.senet.syntax import tree as t
from tgpl.text.source import SourceFile, Span


def build_index(files: list[Any], checked: s.Checked | None) -> Index:
    program: t.Program = files[-1].tree
    walk = _Walk(program.file, checked)
    parts = (*program.setup, *program.turns)
    for part in parts:
        walk.announce(part)
    for part in parts:
        walk.node(part)
    walk.index.finish()
    return walk.index


class _Walk:
    def __init__(self, file: SourceFile, checked: s.Checked | None) -> None:
        self.index, self.file = Index(), file
        self.found = self.index.occurrences.setdefault(file, [])
        self.names: list[dict[str, Symbol]] = [{}]
        self.group: Symbol | None = None
        for group in [] if checked is None else checked.groups:
            if group.library:
                made = self.index.symbols.setdefault(
                    ("group", group.name), Symbol("group", group.name, None, group.node)
                )
                for name in group.fields:
                    self.index.symbols.setdefault(("field", name), Symbol("field", name, made))
                for function in group.functions:
                    found = Symbol("function", function.name, made, function.node)
                    self.index.symbols.setdefault(("function", function.name), found)

    def note(self, at: int, name: str, symbol: Symbol | None, role: str = "reads") -> None:
        if symbol is not None and self.file.text.startswith(name, at):
            self.found.append(Occurrence(at, at + len(name), symbol, role))

    def declare(self, word: t.Word, symbol: Symbol, whole: t.Node) -> None:
        self.note(word.at, word.text, symbol, "declares")
        symbol.declared.append(
            Declaration(Span(self.file, word.at, word.end), Span(self.file, whole.at, whole.end), whole)
        )

    def _top(self, kind: str, word: t.Word, whole: t.Node, container: Symbol | None = None) -> Symbol:
        known = self.index.symbols.get((kind, word.text))
        if known is None or not known.declared:
            known = self.index.symbols[kind, word.text] = Symbol(kind, word.text, container, whole)
        self.declare(word, known, whole)
        return known

    def announce(self, part: t.Part) -> None:
        match part:
            case t.Group():
                made = self._top("group", part.name, part)
                for field in part.fields:
                    if isinstance(field, t.Declare):
                        self._top("field", field.name, field, made)
                for function in part.functions:
                    self._top("function", function.name, function, made)
            case t.Function():
                self._top("function", part.name, part)
            case t.Declare():
                self._variable(part.name, "variable", part)

    def _variable(self, word: t.Word, kind: str, whole: t.Node) -> None:
        made = Symbol(kind, word.text, None, whole)
        self.index.symbols[kind, word.text, word.at] = made
        self.names[-1][word.text] = made
        self.declare(word, made, whole)

    def _find(self, name: str) -> Symbol | None:
        local = next((names[name] for names in reversed(self.names) if name in names), None)
        if local is not None:
            return local
        kinds = ("field", "function", "group") if self.group is not None else ("function", "group", "field")
        return next((found for kind in kinds if (found := self.index.symbols.get((kind, name))) is not None), None)

    def _type(self, node: t.TypeName | None) -> None:
        if node is None:
            return
        self._type(node.of)
        self.note(node.at, node.name, self.index.symbols.get(("group", node.name)))

    def node(self, node: Any) -> None:
        match node:
            case t.Group():
                self.group = self.index.symbols.get(("group", node.name.text))
                if node.base is not None:
                    self.note(node.base.at, node.base.text, self.index.symbols.get(("group", node.base.text)))
                self._all((*(node.arguments or ()), *node.fields, *node.functions))
                self.group = None
            case t.Function():
                self._type(node.returns)
                self.names.append({})
                for one in node.parameters:
                    self._type(one.type_name)
                    self._variable(one.name, "argument", one)
                self.node(node.body)
                self.names.pop()
            case t.Block():
                self.names.append({})
                self._all(node.statements)
                self.names.pop()
            case t.Declare():
                self._type(node.type_name)
                self._all((node.value, *(node.arguments or ())))
                if len(self.names) > 1:
                    self._variable(node.name, "variable", node)
            case t.Given():
                self.note(node.name.at, node.name.text, self.index.symbols.get(("field", node.name.text)), "writes")
                self.node(node.value)
            case t.For():
                self._type(node.type_name)
                self._all(node.values if isinstance(node.values, tuple) else (node.values,))
                self.names.append({})
                self._variable(node.name, "element", node)
                self.node(node.body)
                self.names.pop()
            case t.Name():
                self.note(node.at, node.name, self._find(node.name))
            case t.Member():
                self.node(node.value)
                self._member(node.name, "field", "function")
            case t.Call():
                self.node(node.value)
                self._called(node)
                self._all(node.arguments)
            case t.Pass():
                self.note(
                    node.function.at,
                    node.function.text,
                    self.index.symbols.get(("function", node.function.text)),
                    "calls",
                )
                self.node(node.player)
            case t.Node():
                self._all(tuple(_below(node)))

    def _all(self, nodes: tuple[Any, ...]) -> None:
        for one in nodes:
            self.node(one)

    def _member(self, word: t.Word, *kinds: str) -> None:
        found = next((one for kind in kinds if (one := self.index.symbols.get((kind, word.text))) is not None), None)
        self.note(word.at, word.text, found)

    def _called(self, node: t.Call) -> None:
        name = node.name.text
        found = self.index.symbols.get(("function", name)) or self.index.symbols.get(("group", name))
        if found is None and name in SENET.words("built_in"):
            found = self.index.symbols.setdefault(("built-in", name), Symbol("built-in", name))
        self.note(node.name.at, name, found, "calls")


def _below(node: t.Node) -> Iterator[t.Node]:
    fields: tuple[str, ...] = node.__match_args__
    for field in fields[2:]:
        part = getattr(node, field)
        for one in part if isinstance(part, tuple) else (part,):
            if isinstance(one, t.Node):
                yield one
            elif isinstance(one, tuple):
                yield from (inner for inner in one if isinstance(inner, t.Node))
