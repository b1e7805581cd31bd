"""The index of a script in RPG, from its tree: names mean what the nearest block says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tgpl.apps.editor.index import Declaration, Index, Occurrence, Symbol
from tgpl.languages.rpg.syntax import tree as t
from tgpl.text.source import SourceFile, Span

_BUILT_IN = frozenset(("print", "roll", "getString"))
_TYPES = frozenset(("Int", "Bool", "String", "Dice", "Unit", "List"))


def build_index(files: list[Any], _: object) -> Index:
    script: t.Script = files[-1].tree
    walk = _Walk(script.file)
    for part in script.parts:
        walk.announce(part)
    for part in script.parts:
        walk.part(part)
    walk.index.finish()
    return walk.index


class _Walk:
    def __init__(self, file: SourceFile) -> None:
        self.index, self.file = Index(), file
        self.found = self.index.occurrences.setdefault(file, [])
        self.names: list[dict[str, Symbol]] = [{}]  # variables, the innermost last

    def note(self, word: t.Node, name: str, symbol: Symbol | None, role: str = "reads") -> None:
        end = word.at + len(name)
        if symbol is not None and self.file.text[word.at : end] == name:
            self.found.append(Occurrence(word.at, end, symbol, role))

    def declare(self, word: t.Word, symbol: Symbol, whole: t.Node) -> None:
        self.note(word, word.text, symbol, "declares")
        span = Span(self.file, word.at, word.end)
        if all(one.name != span for one in symbol.declared):
            symbol.declared.append(Declaration(span, Span(self.file, whole.at, whole.end), whole))

    def symbol(self, kind: str, name: str, container: Symbol | None = None, meaning: object = None) -> Symbol:
        key = (kind, name) if kind != "variable" else (kind, name, id(self.names[-1]))
        if key not in self.index.symbols:
            self.index.symbols[key] = Symbol(kind, name, container, meaning)
        return self.index.symbols[key]

    def known(self, *kinds: str, name: str) -> Symbol | None:
        return next((found for kind in kinds if (found := self.index.symbols.get((kind, name))) is not None), None)

    def announce(self, part: t.Definition | t.Statement) -> None:
        """What may be named before it is defined."""
        match part:
            case t.Function():
                self.declare(part.name, self.symbol("function", part.name.text, None, part), part)
            case t.Object() | t.Trait():
                kind = "object" if isinstance(part, t.Object) else "trait"
                made = self.symbol(kind, part.name.text, None, part)
                self.declare(part.name, made, part)
                for field in part.fields:
                    self.declare(field.name, self.symbol("field", field.name.text, made, field), field)

    def part(self, part: t.Definition | t.Statement) -> None:
        match part:
            case t.Function():
                self.names.append({})
                for one in part.parameters:
                    self._variable(one.name, "argument", one)
                    self._type(one.type_name)
                self._type(part.returns)
                self.node(part.body)
                self.names.pop()
            case t.Object():
                self._words((*([part.base] if part.base else []), *part.traits))
                for field in part.fields:
                    self.node(field.value)
            case t.Trait():
                self._words(() if part.target is None else (part.target,))
                for field in part.fields:
                    self.node(field.value)
            case _:
                self.node(part)

    def _variable(self, word: t.Word, kind: str, whole: t.Node) -> None:
        made = Symbol(kind, word.text, None, whole)
        self.index.symbols[kind, word.text, word.at] = made
        self.names[-1][word.text] = made
        self.declare(word, made, whole)

    def _words(self, words: tuple[t.Word, ...]) -> None:
        for word in words:
            self.note(word, word.text, self.known("object", "trait", name=word.text))

    def _type(self, node: t.TypeName | None) -> None:
        if node is None:
            return
        self._type(node.of)
        self._words(node.traits)
        if node.name in _TYPES:
            self.note(node, node.name, self.symbol("built-in", node.name))
        else:
            self.note(node, node.name, self.known("object", "trait", name=node.name))

    def node(self, node: Any) -> None:
        match node:
            case t.Block():
                self.names.append({})
                for statement in node.statements:
                    self.node(statement)
                self.names.pop()
            case t.SetVariable():
                self.node(node.value)
                known = self._find(node.name.text)
                if known is None:
                    self._variable(node.name, "variable", node)
                else:
                    self.note(node.name, node.name.text, known, "writes")
            case t.Name():
                self.note(node, node.name, self._find(node.name))
            case t.Thing():
                self.note(
                    node.name, node.name.text, self.known("object", "trait", "field", name=node.name.text), "makes"
                )
                self._words(node.traits)
            case t.Own() | t.Member():
                if isinstance(node, t.Member):
                    self.node(node.value)
                self.note(node.name, node.name.text, self.known("field", name=node.name.text))
            case t.Call():
                built_in = self.symbol("built-in", node.name.text) if node.name.text in _BUILT_IN else None
                self.note(node.name, node.name.text, self.known("function", name=node.name.text) or built_in, "calls")
                for argument in node.arguments:
                    self.node(argument)
            case t.Node():
                for one in _below(node):
                    self.node(one)

    def _find(self, name: str) -> Symbol | None:
        return next((names[name] for names in reversed(self.names) if name in names), None)


def _below(node: t.Node) -> Iterator[t.Node]:
    fields: tuple[str, ...] = node.__match_args__
    for field in fields[2:]:
        part = getattr(node, field)
        for one in part if isinstance(part, tuple) else (part,):
            if isinstance(one, t.Node):
                yield one
