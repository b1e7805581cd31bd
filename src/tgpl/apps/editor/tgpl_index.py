"""The index of a game in TGPL or TGDL, from its checked trees.

In:  the loaded files and the checked game. Out: an `Index`. Only what stands in the text is noted: of what a desugaring has made, nothing is
where its name does not stand.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any

from tgpl.apps.editor.index import Index, Symbol, Throw
from tgpl.apps.editor.tgpl_symbols import Notes, is_made, root_function
from tgpl.core.types import ClassType
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import FUNCTIONS, NAMESPACES, kind_operation
from tgpl.languages.tgpl.check.phase_names import gives_name_of
from tgpl.languages.tgpl.check.resolve import find_class
from tgpl.languages.tgpl.load import Loaded
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.card_tree import CardTable
from tgpl.languages.tgpl.syntax.walk import walk_below
from tgpl.text.source import SourceFile, Span

_FILLED = re.compile(r"\{(\w+)\}")
_WORD = re.compile(r"\w+")
_TYPES = frozenset("number string bool player dice object List Table Stack decimal kind".split())
_SAID_ALOUD = frozenset(("log", "tell"))  # what these say is for people


def build_index(files: list[Loaded], game: s.Game) -> Index:
    walk = _Walk(game)
    for loaded, scope in zip_longest(files, game.scopes):
        if scope is not None:
            walk.file_of(loaded, scope)
    for class_ in game.classes:
        walk.class_(class_)
    for function in game.functions:
        walk.function(function)
    for setup, _, scope in game.setups:
        walk.enter(scope, walk.symbol(("setup", scope.file, setup.at), "setup", "setup", None, setup))
        walk.node(setup.body)
    walk.texts()
    walk.index.finish()
    return walk.index


class _Walk(Notes):
    def __init__(self, game: s.Game) -> None:
        super().__init__(game)
        self.action: s.Action | None = None
        self.said: list[tuple[t.Literal, SourceFile, Symbol | None]] = []  # texts that may be names of turns or phases

    # -- files, turns

    def file_of(self, loaded: Loaded, scope: s.Scope) -> None:
        self.enter(scope, None)
        tree = loaded.tree
        for one in tree.imports:
            if one.alias is not None:
                self.declare(one.alias_at, self.alias(scope, one.alias), one, scope.aliases.get(one.alias))
        for enum in tree.enums:
            meant = scope.own.get(enum.name)
            if isinstance(meant, s.Enum):
                self.declare(enum.name_at, self.of(meant), enum, meant)
                for name, at in enum.values:
                    self.declare(at, self.value(meant, name), t.Node(at, at + len(name)), meant)
        for constant in tree.constants:
            meant = scope.own.get(constant.name)
            if isinstance(meant, s.Constant):
                self.declare(constant.name_at, self.of(meant), constant, meant)
            self.type_name(constant.type_name)
            self.node(constant.value)
        for turn in tree.turns:
            self.turn_of(turn)

    def turn_of(self, turn: t.Turn) -> None:
        self.within = None
        symbol = self.turn(turn.name)
        self.declare(turn.name_at, symbol, turn, self.game.turns.get(turn.name))
        for phase in turn.phases:
            self.within = symbol
            self.declare(phase.name_at, self.phase(phase.name), phase)
            self.within = self.phase(phase.name)
            self.node(phase.inputs)
            self.node(phase.effect)
        self.within = symbol
        self.node(turn.default)

    # -- classes

    def class_(self, class_: s.Class) -> None:
        node, scope = class_.node, class_.scope
        if node is None or scope is None:
            return
        self.enter(scope, None, class_)
        symbol = self.of(class_)
        if not is_made(class_):
            self.declare(node.name_at, symbol, node, class_)
        self.within = symbol
        if isinstance(node, t.Class):
            self._class_parts(class_, node)
        else:
            for row in node.rows:
                for tile in row.tiles:
                    self.type_name(tile, "makes")
            for laid in node.laid:
                self.type_name(laid, "makes")
            self._links(node.links, class_)
        for attribute in class_.attributes.values():
            written = attribute.node is not None and attribute.node in node.attributes  # else it is a cell, or a column
            if attribute.node is not None and written:
                self.declare(attribute.node.name_at, self.of(attribute), attribute.node, attribute)
                self.type_name(attribute.node.type_name)
            if attribute.node is not None and (written or class_.row is not None):
                self.node(attribute.node.value)
        for function in class_.functions.values():
            self.function(function)
        for action in class_.actions.values():
            self._action(action)
        self.enter(scope, symbol, class_)
        self.node(node.default)

    def _class_parts(self, class_: s.Class, node: t.Class) -> None:
        if class_.row is None:  # else nobody has written its base
            self.type_name(node.base)
        self.type_name(node.holds)
        for content in node.contents:
            self.type_name(content.card, "makes")
        for hint in node.display:
            self._hint(hint, class_)
        self._links(node.borders, class_)
        if node.zone is not None:
            self.node(node.zone.capacity)
            self.node(node.zone.source)
        if class_.table is not None:
            self._columns(class_, *class_.table)

    def _columns(self, class_: s.Class, table: CardTable, within: s.Scope) -> None:
        self.enter(within, self.within, class_)
        members = class_.latest().members()
        for column in table.columns:
            meant = members.get(column.name)
            at = column.end - len(column.name)
            if isinstance(meant, s.Attribute) and column.type_name is not None and meant.owner is class_:
                self.type_name(column.type_name)
                self.declare(at, self.of(meant), column, meant)
            elif isinstance(meant, s.Attribute):
                self.note(at, column.end, self.of(meant), "writes", meant)
        assert class_.scope is not None
        self.enter(class_.scope, self.within, class_)

    def _hint(self, hint: t.Hint, class_: s.Class) -> None:
        members = class_.latest().members()
        for text, at, end in hint.texts:
            if hint.word in ("hide", "owner"):
                self.note(at, end, self.of(members.get(text)))
                continue
            for found in _FILLED.finditer(self.file.text, at, end):
                self.note(found.start(1), found.end(1), self.of(members.get(found[1])))

    def _links(self, links: tuple[t.Link, ...], class_: s.Class) -> None:
        """Tiles by name, and groups, where connections are listed."""
        groups = {name: group for step in reversed(list(class_.lineage())) for name, group in step.groups.items()}
        for place in (place for link in links for place in (link.first, link.second)):
            group = class_ if place.group is None else groups.get(place.group)
            if place.group is not None:
                self.note(place.at, place.at + len(place.group), self.of(group))
            if place.name is not None and group is not None:
                self.note(place.end - len(place.name), place.end, self.of(group.latest().members().get(place.name)))

    # -- functions and actions

    def function(self, function: s.Function) -> None:
        scope, node = function.scope, function.node
        if scope is None:
            return
        container = None if function.owner is None else self.of(function.owner)
        self.enter(scope, container, function.owner)
        symbol = self.of(function)
        self.declare(node.name_at, symbol, node, function)
        self.within = symbol
        self._inputs(function, node.inputs)
        self.type_name(node.returns)
        self.node(node.effect)

    def _inputs(self, of: s.Function | s.Action, inputs: tuple[t.Input, ...]) -> None:
        root = root_function(of) if isinstance(of, s.Function) else of.root
        if root is not of:
            found = {one.name: self.input(of, one.name) for one in root.node.inputs}
            self.inherited = {name: symbol for name, symbol in found.items() if symbol is not None}
            for one in inputs:
                self.declare(one.name_at, self.inherited.get(one.name), one, one)
                self.type_name(one.type_name)
        else:
            for one in inputs:
                self.input(of, one.name)
                self.node(one)

    def _action(self, action: s.Action) -> None:
        scope, node = action.scope, action.node
        if scope is None:
            return
        owner = action.owner
        self.enter(scope, None if owner is None or is_made(owner) else self.of(owner), owner)
        symbol = self.of(action)
        self.declare(node.name_at, symbol, node, action)
        self.within, self.action = symbol, action
        self._inputs(action, node.inputs)
        for during in node.during:
            if during.turn is not None:
                self.note(during.turn_at, during.turn_at + len(during.turn), self.turn(during.turn))
            known = any(during.name in turn.phases for turn in self.game.turns.values())
            meant = self.phase(during.name) if known else self.turn(during.name)
            self.note(during.name_at, during.name_at + len(during.name), meant)
        for part in node.scopes:
            self._parts(action, part)
        self.action = None

    def _parts(self, action: s.Action, part: t.Action | t.ActionPhase) -> None:
        phase = None if isinstance(part, t.Action) else part.name
        if isinstance(part, t.ActionPhase):
            self.declare(part.name_at, self.part(action, None, part.name), part)
        for effect in part.effects:
            self.declare(effect.name_at, self.part(action, phase, effect.name), effect)
            self.node(effect.body)
        self.node(part.effect)
        tests: list[t.Require | t.Trigger] = [*part.requires, *part.triggers]
        for test in tests:
            if test.name is not None:
                self._name_between(test, test.name, self.part(action, phase, test.name))
            if test.combined is not None:
                self._combination(test.combined, action, phase)
            if isinstance(test, t.Trigger):
                self.type_name(test.event)
                self._happening(test.on)
            self.node(test.body)

    def _name_between(self, test: t.Require | t.Trigger, name: str, symbol: Symbol) -> None:
        """The A of `trigger E for A`, which has no place in the tree."""
        end = test.body.at + 1 if isinstance(test, t.Trigger) and test.body is not None else test.end + len(name) + 40
        found = re.compile(rf"\bfor\s+({re.escape(name)})\b").search(self.file.text, test.at, end)
        if found is not None:
            self.note(found.start(1), found.end(1), symbol)

    def _combination(self, node: t.Expr, action: s.Action, phase: str | None) -> None:
        match node:
            case t.Name():
                self.note(node.at, node.end, self.part(action, phase, node.name))
            case t.Unary():
                self._combination(node.value, action, phase)
            case t.Binary():
                self._combination(node.left, action, phase)
                self._combination(node.right, action, phase)

    def _happening(self, on: t.ImplicitEvent | None) -> None:
        """`on Hero.health change`."""
        if on is None:
            return
        name = on.subject.name
        class_ = find_class(on.subject, self.scope, []) if name not in ("turn", "player") else None
        if name in self.game.turns and on.what in ("activation", "deactivation", "phase change"):
            self.note(on.subject.at, on.subject.end, self.turn(name))
        elif class_ is not None:
            self.note(on.subject.at, on.subject.end, self.of(class_))
        at, meant = on.subject.end, class_
        for member in on.members:
            at = max(at, self.file.text.find(member, at))
            found: object = None if meant is None else meant.members().get(member)
            self.note(at, at + len(member), self.of(found))
            at += len(member)
        self.type_name(on.zone)

    # -- types

    def type_name(self, node: t.TypeName | None, role: str = "reads") -> None:
        if node is None:
            return
        if node.of is not None:
            self.type_name(node.of)
            return
        if node.alias is None and node.name in _TYPES and node.name not in self.scope.own:
            return
        if node.name == "b" and node.alias is None:
            return
        known = self.scope.names if node.alias is None else getattr(self.scope.aliases.get(node.alias), "own", {})
        found: object = known.get(node.name)
        if found is None or isinstance(found, s.Class):
            found = find_class(node, self.scope, [])
        if node.alias is not None:
            end = node.at + len(node.alias)
            board = self.scope.names.get(node.alias)
            self.note(node.at, end, self.alias(self.scope, node.alias) or self.of(board))
        symbol = self.of(found)
        if symbol is not None:
            self.note(node.end - len(symbol.name), node.end, symbol, role, found)

    # -- statements and expressions

    def node(self, node: Any) -> None:
        """Everything below a node."""
        match node:
            case tuple():
                for one in node:
                    self.node(one)
            case t.Declare() | t.ForEach():
                self._declare(node)
            case t.Query():
                self._query(node)
            case t.Input():
                self._input(node)
            case t.Assign():
                self._assign(node)
            case t.Cancel():
                self._cancel(node)
            case t.Name():
                self._name(node)
            case t.Member():
                self._member(node)
            case t.Call():
                self._call(node)
            case t.Binary():
                self._binary(node)
            case t.Literal():
                self._literal(node)
            case t.New():
                self._new(node)
            case t.TypeTest():
                self._type_test(node)
            case t.TypeName():
                self.type_name(node)
            case t.Node():
                for below in walk_below(node):
                    self.node(below)

    def _declare(self, node: t.Declare | t.ForEach) -> None:
        self.type_name(node.type_name)
        self.node(node.value if isinstance(node, t.Declare) else node.values)
        if node.variable is not None:
            self.declare(node.name_at, self.local(node.variable), node, node.variable)
        if isinstance(node, t.ForEach):
            self.node(node.body)

    def _query(self, node: t.Query) -> None:
        self.type_name(node.type_name)
        self.node(node.values)
        if node.variable is not None:
            self.declare(node.name_at, self.local(node.variable), node, node.variable)
        self.node(node.keys)
        self.node(node.body)

    def _input(self, node: t.Input) -> None:
        for part in (node.asked, node.among, node.low, node.high, node.value, node.prompt, node.count):
            self.node(part)
        self.type_name(node.type_name)
        if node.variable is not None:
            self.declare(node.name_at, self.local(node.variable), node, node.variable)
        for one in node.filters:
            self._filter_name(one)
            self.node(one.body)

    def _filter_name(self, node: t.Filter) -> None:
        """`filter c { … }`, in TGDL also `filter Card c { … }`."""
        if node.name is None or node.variable is None:
            return
        words = list(_WORD.finditer(self.file.text, node.at, node.body.at))
        if len(words) > 2:
            self.type_name(t.TypeName(words[1].start(), words[1].end(), words[1].group()))
        if len(words) > 1:
            self.declare(words[-1].start(), self.local(node.variable), node, node.variable)

    def _assign(self, node: t.Assign) -> None:
        before = len(self.found)
        self.node(node.target)
        if len(self.found) > before and self.found[-1].end == node.target.end:
            self.found[-1] = self.found[-1]._replace(role="writes")
        self.node(node.value)

    def _cancel(self, node: t.Cancel) -> None:
        if node.what not in (None, "all") and self.action is not None:
            self.note(node.what_at, node.what_at + len(node.what or ""), self.part(self.action, None, node.what or ""))

    def _name(self, node: t.Name) -> None:
        if node.meant is not None:
            self._meant(node, node.meant)
            return
        self.note(node.at, node.end, self._of(node.refers, node), "reads", node.refers)

    def _of(self, refers: object, node: t.Name | t.Member) -> Symbol | None:
        if isinstance(refers, s.Local):
            return self.local(refers)
        if isinstance(refers, s.Enum):
            return self.value(refers, node.name) if node.name in refers.type.values else self.of(refers)
        if isinstance(refers, str):
            return self.built_in(node.name)
        return self.of(refers)

    def _meant(self, node: t.Name, meant: t.Expr) -> None:
        """TGDL: a short name, said in full."""
        if isinstance(meant, t.Literal) and isinstance(meant.value, str):
            known = any(meant.value in turn.phases for turn in self.game.turns.values())
            self.note(node.at, node.end, self.phase(meant.value) if known else self.turn(meant.value))
        elif isinstance(meant, (t.Name, t.Member)):
            self.note(node.at, node.end, self._of(meant.refers, meant), "reads", meant.refers)
        elif isinstance(meant, t.Call):
            self.note(node.at, node.end, self.of(meant.refers), "calls", meant.refers)

    def _member(self, node: t.Member) -> None:
        self._receiver(node.value)
        symbol = self._of(node.refers, node)
        if node.refers is None and node.name in ("kind", "kinds", "name"):
            symbol = self.built_in(node.name)
        self.note(node.name_at, node.end, symbol, "reads", node.refers)

    def _receiver(self, value: t.Expr) -> None:
        """What stands before a dot; imports and enums have no meaning alone."""
        if isinstance(value, t.Name) and value.refers is None and value.meant is None:
            symbol = self.alias(self.scope, value.name)
            if symbol is None:
                found = self.scope.find(value.name)
                symbol = self.of(found) or (self.built_in(value.name) if value.name in NAMESPACES else None)
            self.note(value.at, value.end, symbol)
            return
        if isinstance(value, t.Member) and value.refers is None and isinstance(value.value, t.Name):
            scope = self.scope.aliases.get(value.value.name)
            found = None if scope is None else scope.own.get(value.name)
            if found is not None:
                self._receiver(value.value)
                self.note(value.name_at, value.end, self.of(found))
                return
        self.node(value)

    def _call(self, node: t.Call) -> None:
        callee, refers = node.callee, node.refers
        if node.meant is not None:
            self.node(node.meant)
        if isinstance(callee, t.Member):
            self._receiver(callee.value)
            self.note(callee.name_at, callee.end, self._called(refers, callee.name), "calls", refers)
        elif isinstance(callee, t.Name):
            self.note(callee.at, callee.end, self._called(refers, callee.name), "calls", refers)
        else:
            self.node(callee)
        for argument in node.arguments:
            if argument.name is not None and isinstance(refers, (s.Function, s.Action)):
                end = self.end_of_name(argument.at, argument.name)
                self.note(argument.at, end, self.input(refers, argument.name), "writes")
        if isinstance(refers, s.Operation):
            self._operation(node, refers)
        else:
            for argument in node.arguments:
                self.node(argument.value)

    def _called(self, refers: object, name: str) -> Symbol | None:
        if isinstance(refers, s.Enum):
            return self.built_in("all")
        if refers is None and name in FUNCTIONS:
            return self.of(FUNCTIONS[name])
        return self.of(refers)

    def _operation(self, node: t.Call, operation: s.Operation) -> None:
        values = [argument.value for argument in node.arguments]
        if operation.op in ("event.throw", "event.throw_sync"):
            for value in values:
                event = self.game.by_type.get(value.type) if isinstance(value.type, ClassType) else None
                symbol = self.of(event)
                if symbol is not None:
                    self.index.throws.append(Throw(symbol, Span(self.file, node.at, node.end), self.within))
        if operation.op == "turn.use":
            self._named_text(values[:1], "turn")
        if operation.op in ("turn.use", "turn.pass"):
            self._named_text(values[1:2], "phase")
        for value in values:
            if not (operation.op in _SAID_ALOUD and isinstance(value, t.Literal)):
                self.node(value)

    def _named_text(self, values: list[t.Expr], what: str) -> None:
        """A text that is the name of a turn or a phase."""
        for value in values:
            if isinstance(value, t.Literal) and isinstance(value.value, str):
                symbol = self.turn(value.value) if what == "turn" else self.phase(value.value)
                quoted = self.file.text.startswith('"', value.at)  # TGDL has no quotes there
                self.note(value.at + quoted, value.end - quoted, symbol, "text")

    def _binary(self, node: t.Binary) -> None:
        if node.op in ("==", "!=", "same", "differ"):
            for side, other in ((node.left, node.right), (node.right, node.left)):
                what = gives_name_of(side)
                if what is not None:
                    self._named_text([other], what)
        self.node(node.left)
        self.node(node.right)

    def _literal(self, node: t.Literal) -> None:
        if isinstance(node.value, str):
            self.said.append((node, self.file, self.within))

    def texts(self) -> None:
        """Texts that say the name of a turn or a phase, and go who knows where."""
        phases = {name for turn in self.game.turns.values() for name in turn.phases}
        for node, file, within in self.said:
            if node.value in phases or node.value in self.game.turns:
                self.file, self.within = file, within
                self.found = self.index.occurrences.setdefault(file, [])
                self._named_text([node], "phase" if node.value in phases else "turn")

    def _new(self, node: t.New) -> None:
        if node.kind is not None:
            self.node(node.kind)
        else:
            self.type_name(node.made, "makes")
        class_ = self.game.by_type.get(node.type) if isinstance(node.type, ClassType) else None
        for fill in node.fills:
            if fill.name is not None and class_ is not None:
                meant = class_.members().get(fill.name) or kind_operation(class_, fill.name)
                self.note(fill.at, self.end_of_name(fill.at, fill.name), self.of(meant), "writes", meant)
            self.node(fill.value)

    def _type_test(self, node: t.TypeTest) -> None:
        self.node(node.value)
        if node.kind is not None:
            self.node(node.kind)
        else:
            self.type_name(node.wanted)

    def _attribute(self, node: t.Attribute) -> None:
        self.node(node.value)
