"""What tells the symbols of a game in TGPL or TGDL apart, and where they are noted.

In:  what the checker knows: classes, members, variables. Out: `Symbol`s in an `Index`, one for everything that must be renamed together: a class and what
an expansion makes of it, a member and all that override it, an input and what overrides of its action see of it, phases of one name.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from tgpl.apps.editor.index import Declaration, Index, Occurrence, Symbol
from tgpl.core.types import ClassType
from tgpl.languages.common.identifiers import normalize
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import SourceFile, Span


class Notes:
    """An index that grows, and where it is at."""

    def __init__(self, game: s.Game) -> None:
        self.game = game
        self.index = Index()
        self.enter(s.Scope(game.file), None)

    def enter(self, scope: s.Scope, within: Symbol | None, owner: s.Class | None = None) -> None:
        """From now on in this file, class, function or action."""
        self.scope, self.within, self.owner = scope, within, owner
        self.file: SourceFile = scope.file
        self.found = self.index.occurrences.setdefault(scope.file, [])
        self.inherited: dict[str, Symbol] = {}  # inputs of what is overridden here

    # -- symbols

    def symbol(self, key: Hashable, kind: str, name: str, container: Symbol | None, meaning: Any) -> Symbol:
        known = self.index.symbols.get(key)
        if known is None:
            known = self.index.symbols[key] = Symbol(kind, name, container, meaning)
        return known

    def of(self, meant: object) -> Symbol | None:
        """The symbol of something that the checker knows."""
        match meant:
            case s.Class() if meant.board is not None:
                group = meant
                while group.base is not None and group.base.board is not None:  # laid anew
                    group = group.base
                return self.symbol(group, "group", group.name, self.of(group.board), group)
            case s.Class():
                return self.symbol(meant.latest(), meant.kind, meant.name, None, meant.latest())
            case s.Attribute():
                root = meant
                while root.original is not None:
                    root = root.original
                if root.node is None and root.name.endswith(".allowed"):
                    return self.built_in("allowed", root)
                only = self._find_only_tile(root)
                if only is not None:
                    return self.of(only)
                return self.symbol(root, "attribute", root.name, self.of(root.owner), root)
            case s.Function():
                function = root_function(meant)
                return self.symbol(function, "function", function.name, self.of(function.owner), function)
            case s.Action():
                action = meant.root
                kind = "goal" if action.node.goal else "action"
                container = None if action.owner is None or is_made(action.owner) else self.of(action.owner)
                return self.symbol(action, kind, action.name, container, action)
            case s.Enum():
                return self.symbol(meant, "enum", meant.name, None, meant)
            case s.Constant():
                return self.symbol(meant.latest(), "constant", meant.name, None, meant.latest())
            case s.Operation():
                return self.built_in(meant.op, meant)
        return None

    def _find_only_tile(self, attribute: s.Attribute) -> s.Class | None:
        """The class whose only tile an attribute of a graph is: they have one name."""
        owner, type_ = attribute.owner, attribute.type
        if owner is None or owner.board is None or not isinstance(type_, ClassType) or type_.name != attribute.name:
            return None
        return next((one for one in self.game.classes if one.name == attribute.name), None)

    def built_in(self, name: str, meaning: object = None) -> Symbol:
        return self.symbol(("built-in", name), "built-in", name, None, meaning)

    def value(self, enum: s.Enum, name: str) -> Symbol:
        return self.symbol((enum, name), "value", name, self.of(enum), enum)

    def local(self, local: s.Local) -> Symbol | None:
        if local.at == 0:
            return self.inherited.get(local.name)
        return self.symbol((self.file, local.at), local.kind, local.name, self.within, local)

    def input(self, of: s.Function | s.Action, name: str) -> Symbol | None:
        """The input of a function or action, also of what it overrides."""
        root = root_function(of) if isinstance(of, s.Function) else of.root
        node = next((one for one in root.node.inputs if one.name == name), None)
        if node is None:
            return None
        kind = "argument" if node.mode == "function" else "input"
        return self.symbol((root.file, node.name_at), kind, name, self.of(root), node.variable or node)

    def turn(self, name: str) -> Symbol:
        return self.symbol(("turn", name), "turn", name, None, self.game.turns.get(name))

    def phase(self, name: str) -> Symbol:
        turn = next((turn for turn in self.game.turns.values() if name in turn.phases), None)
        container = None if turn is None else self.turn(turn.name)
        return self.symbol(("phase", name), "phase", name, container, None if turn is None else turn.phases[name])

    def part(self, action: s.Action, phase: str | None, name: str) -> Symbol:
        """A name under which parts of an action belong together, or a phase of it."""
        return self.symbol((action.root, phase, name), "part", name, self.of(action), action.root)

    def alias(self, scope: s.Scope, name: str) -> Symbol | None:
        named = scope.aliases.get(name)
        return None if named is None else self.symbol(("alias", named, name), "import", name, None, named)

    # -- places

    def note(self, start: int, end: int, symbol: Symbol | None, role: str = "reads", meaning: object = None) -> None:
        """A name, if it stands in the text."""
        if symbol is None:
            return
        said = self.file.text[start:end]
        is_word = symbol.kind == "built-in" and said.isidentifier()
        if said == symbol.name or is_word or normalize(said) == symbol.name:
            self.found.append(Occurrence(start, end, symbol, role, meaning, self.within))

    def declare(self, at: int, symbol: Symbol | None, whole: t.Node, meaning: object = None) -> None:
        if symbol is None:
            return
        end = self.end_of_name(at, symbol.name)
        before = len(self.found)
        self.note(at, end, symbol, "declares", meaning)
        span = Span(self.file, at, end)
        if len(self.found) > before and not any(one.name == span for one in symbol.declared):
            symbol.declared.append(Declaration(span, Span(self.file, whole.at, whole.end), meaning))

    def end_of_name(self, at: int, name: str) -> int:
        text, end = self.file.text, at
        if text.startswith(name, at):
            return at + len(name)
        while end < len(text) and (text[end].isalnum() or text[end] == "_"):  # not in its normal form
            end += 1
        return end


def root_function(function: s.Function) -> s.Function:
    while function.original is not None:
        function = function.original
    return function


def is_made(class_: s.Class) -> bool:
    """Whether nobody wrote it: the class of goals outside classes."""
    return class_.node is not None and class_.node.at == class_.node.end
