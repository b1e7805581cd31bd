"""From trees to symbols: what every file declares, resolved across imports and expansions.

In:  the loaded files, each after those it needs. Out: a `Game` whose classes, functions and turns know their
types; bodies are not looked at. What an expansion opens again becomes a class that inherits from the original
and takes its name: so overrides, `base` and new attributes work there as in any other class.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from tgpl.core.fresh_names import number_name, tail_name
from tgpl.core.types import BROKEN, ROOTS, ClassType, EnumType
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import EXPRESSION_WORDS, declare_predefined
from tgpl.languages.tgpl.check.card_tables import TABLE_KINDS, kind_of_table, make_row_class, make_table_class
from tgpl.languages.tgpl.check.constants import declare_constants
from tgpl.languages.tgpl.check.directives import declare_directives, report_outside_game
from tgpl.languages.tgpl.check.members import declare_members
from tgpl.languages.tgpl.check.suggestions import near_class, of_kind
from tgpl.languages.tgpl.check.zones import declare_zones
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.card_tree import CardTable
from tgpl.text.diagnostics import Problem, closest
from tgpl.text.source import SourceFile, Span

if TYPE_CHECKING:
    from tgpl.languages.tgpl.load import Loaded

DEEPEST_CLASSES = 200  # that derive from each other


def declare(files: list[Loaded]) -> s.Game:
    main = files[-1]
    game = s.Game(_name(main), main.tree.file)
    game.files = [file for loaded in files for file in (loaded.tree.file, *loaded.tables.values())]
    declarer = _Declarer(game)
    for loaded in files:
        declarer.file(loaded)
    for loaded in files:
        declarer.visible(loaded)
    for within, scope in declarer.within:
        within.names, within.aliases, within.types = scope.names, scope.aliases, scope.types
    game.scopes = [declarer.scopes[loaded] for loaded in files]
    declarer.bases()
    kinds = [*declarer.predefined.values(), *([] if game.zone is None else [game.zone])]
    game.by_type = {class_.type: class_ for class_ in (*kinds, *game.classes)}
    declare_constants(game)
    declare_zones(game, declarer.predefined["interactable"])
    declare_members(game)
    report_outside_game(game, files, main)
    declare_directives(game, declarer.scopes, main)
    return game


def _name(main: Loaded) -> str:
    """A game's name; an expansion adds its own behind its base's."""
    if main.tree.expansion is not None:
        base = _name(main.base) if main.base is not None else ""
        return f"{base} + {main.tree.expansion[0]}"
    return main.tree.game or ""


class _Declarer:
    def __init__(self, game: s.Game) -> None:
        self.game = game
        self.predefined = declare_predefined()
        self.zone: s.Class | None = None  # what all zones are
        self.scopes: dict[Loaded, s.Scope] = {}
        self.taken: set[str] = set(self.predefined)  # names of classes in the core
        self.taken_functions: set[str] = set()
        self.within: list[tuple[s.Scope, s.Scope]] = []  # of files of cards, and of the rules that name them

    def report(self, problem: Problem) -> None:
        self.game.problems.append(problem)

    # -- the declarations of one file

    def file(self, loaded: Loaded) -> None:
        tree = loaded.tree
        scope = self.scopes[loaded] = s.Scope(tree.file, tree.edition)
        opened = self._inherited(loaded)
        for enum in tree.enums:
            self._enum(enum, scope, opened)
        for constant in tree.constants:
            self._constant(constant, scope, opened)
        for node in self._in_order(tree):
            if isinstance(node, CardTable):
                self._table(node, loaded, scope, opened)
            else:
                self._class(node, scope, opened)
        if tree.goals:
            self._goals(tree.goals, scope, opened)
        for function in tree.functions:
            self._function(function, scope, opened)
        for turn in tree.turns:
            self._turn(turn, scope, loaded.base is not None)

    def _in_order(self, tree: t.File) -> list[t.Class | CardTable]:
        """Classes and tables as they stand; what gives more to a card comes behind its table."""
        if not tree.tables:
            return list(tree.classes)
        cards = {name for table in tree.tables for name in (table.name, *(row.name for row in table.rows))}
        late: set[t.Node] = {node for node in tree.classes if node.override and node.name in cards}
        return sorted([*tree.classes, *tree.tables], key=lambda node: (node in late, node.at))

    def _table(self, node: CardTable, loaded: Loaded, scope: s.Scope, opened: dict[str, s.Declared]) -> None:
        """A table becomes a class, and each row one that derives from it."""
        known: dict[str, s.Declared] = {**self.predefined, **opened}
        kind = kind_of_table(node, loaded, self.scopes, known)
        if kind not in TABLE_KINDS:
            if node.base is not None:
                self.report(p.TableOfWrongKind(Span(scope.file, node.base.at, node.base.end), node.base.name, kind))
            return
        within = scope
        if node.file is not None:  # rows have places in a file of their own, and name what this one names
            within = s.Scope(node.file, scope.edition)
            within.own = scope.own
            self.within.append((within, scope))
        table = self._class(make_table_class(node, kind), scope, opened)
        if table is not None:
            table.table = (node, within)
            table.cards = [] if table.cards is None else table.cards
        for row in node.rows:
            made = self._class(make_row_class(node, row, kind, table is not None), within, {})
            if made is not None and table is not None and table.cards is not None:
                made.row = (row, table)
                table.cards.append(made)

    def _enum(self, node: t.Enum, scope: s.Scope, opened: dict[str, s.Declared]) -> None:
        span = Span(scope.file, node.name_at, node.name_at + len(node.name))
        older = opened.get(node.name) if node.name not in scope.own else None
        if isinstance(older, s.Enum) and node.override:
            added = self._values(node, scope, older.type.values)
            older.type.values += added
            places = {name: Span(scope.file, at, at + len(name)) for name, at in node.values}
            older.added.update((name, places[name]) for name in added)
            scope.own[node.name] = older
            return
        if isinstance(older, s.Enum):
            whole = Span(scope.file, node.at, node.end)
            self.report(p.MissingOverride(whole, "enum", node.name, "the base game"))
        elif older is not None:
            self._other_kind(span, node, older)
        elif node.name == "player":
            self.report(p.KeywordAsName(span, node.name))
        elif not self._twice(node.name, span, scope):
            if node.override:
                self.report(p.OverrideOutsideExpansion(span, "enum", node.name))
            values = self._values(node, scope, ())
            if not values:
                self.report(p.TooManyValues(span, node.name, 0, 0))
            type_ = EnumType(self._unique(node.name, scope.file, self.taken), node.name, values)
            made = s.Enum(node.name, type_, scope.file, node)
            scope.own[node.name] = made
            self.game.enums.append(made)

    def _values(self, node: t.Enum, scope: s.Scope, known: tuple[str, ...]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for name, at in node.values:
            if name in found or name in known:
                self.report(p.ValueTwice(Span(scope.file, at, at + len(name)), node.name, name))
            found[name] = None
        return tuple(name for name in found if name not in known)

    def _constant(self, node: t.Constant, scope: s.Scope, opened: dict[str, s.Declared]) -> None:
        span = Span(scope.file, node.name_at, node.name_at + len(node.name))
        older = opened.get(node.name) if node.name not in scope.own else None
        if older is not None and not isinstance(older, s.Constant):
            self._other_kind(span, node, older)
            return
        if node.name in EXPRESSION_WORDS:
            self.report(p.KeywordAsName(span, node.name))
            return
        if older is None and self._twice(node.name, span, scope):
            return
        made = s.Constant(node.name, scope.file, node, scope)
        if older is not None:
            older.latest().newer = made
            if not node.override:
                whole = Span(scope.file, node.at, node.end)
                self.report(p.MissingOverride(whole, "const", node.name, "the base game"))
        elif node.override:
            self.report(p.OverrideOutsideExpansion(span, "const", node.name))
        scope.own[node.name] = made
        self.game.constants.append(made)

    def _goals(self, goals: tuple[t.Action, ...], scope: s.Scope, opened: dict[str, s.Declared]) -> None:
        """Goals that stand outside classes belong to a global class of their own."""
        name, at = tail_name("Goals", {*scope.own, *opened, *self.taken}), goals[0].name_at
        made = t.Class(at, at, "class", "global", False, name, at, None, (), (), goals, (), None, None, ())
        self._class(made, scope, opened)

    def _inherited(self, loaded: Loaded) -> dict[str, s.Declared]:
        """What an expansion may open again: all that its base can name without an alias."""
        names: dict[str, s.Declared] = {}
        step = loaded.base
        while step is not None:
            for node, imported in step.imports:
                if node.alias is None and imported in self.scopes:
                    names = {**self.scopes[imported].own, **names}
            names = {**self.scopes[step].own, **names}
            step = step.base
        return names

    def _class(self, node: t.Class, scope: s.Scope, opened: dict[str, s.Declared]) -> s.Class | None:
        span = Span(scope.file, node.name_at, node.name_at + len(node.name))
        card = self._card_again(node, scope, span)
        older = opened.get(node.name) if card is None else card
        older = older.latest() if isinstance(older, s.Class) else older
        if node.name == "b" and node.kind == "tile":
            self.report(p.BlankTileName(span))
        if node.name == "player":
            self.report(p.KeywordAsName(span, node.name))
            return None
        if older is None and node.override:
            cards = [name for name, one in scope.own.items() if isinstance(one, s.Class) and (one.row or one.table)]
            self.report(p.OverrideOutsideExpansion(span, node.kind, node.name, closest(node.name, cards)))
        if older is not None and (card is not None or node.name not in scope.own):
            if not isinstance(older, s.Class) or older.kind != node.kind:
                self._other_kind(span, node, older)
                return None
            made = self._open_again(node, scope, older)
        else:
            if self._twice(node.name, span, scope):
                return None
            made = self._made(node.name, node.kind, scope)
            made.visibility = node.visibility or "local"
        made.node = node
        scope.own[node.name] = made
        self.game.classes.append(made)
        for group in node.groups:
            self._group(group, made, scope)
        return made

    def _card_again(self, node: t.Class, scope: s.Scope, span: Span) -> s.Class | None:
        """The card, or table, of the same file to which a class gives more."""
        known = scope.own.get(node.name)
        if not isinstance(known, s.Class) or (known.row is None and known.table is None):
            return None
        if node.override:
            return known
        if known.kind == node.kind and node.base is None:
            table = None if known.row is None else known.row[1].name
            self.report(p.RowAgain(Span(scope.file, node.at, span.end), node.name, table))
            return known
        return None

    def _other_kind(self, span: Span, node: t.Class | t.Function | t.Enum | t.Constant, older: s.Declared) -> None:
        if isinstance(older, s.Class) and isinstance(node, t.Class) and (older.row or older.table):
            self.report(p.RowOfOtherKind(span, node.name, node.kind, older.kind))
            return
        kind = older.kind if isinstance(older, s.Class) else type(older).__name__.lower()
        self.report(p.DeclaredTwice(span, node.name, f"the base game has a {kind} of that name"))

    def _made(self, name: str, kind: str, scope: s.Scope) -> s.Class:
        base = self._kind(kind, scope.file)
        type_ = ClassType(self._unique(name, scope.file, self.taken), base.type.kind, base.type)
        made = s.Class(name, type_, scope.file)
        made.scope, made.base, made.kind = scope, base, kind
        return made

    def _kind(self, kind: str, file: SourceFile) -> s.Class:
        """What all classes of a kind are; in the core zones are classes like others."""
        if kind != "zone":
            return self.predefined[kind]
        if self.zone is None:
            root = ROOTS["class"]
            self.zone = s.Class("zone", ClassType(self._unique("zone", file, self.taken), "class", root), None)
            self.zone.base, self.zone.kind = self.predefined["class"], "zone"
            self.game.zone = self.zone
        return self.zone

    def _open_again(self, node: t.Class, scope: s.Scope, older: s.Class) -> s.Class:
        """An expansion's class takes the name of the original and inherits from it."""
        made = s.Class(node.name, ClassType(older.type.name, older.type.kind, older.type), scope.file)
        made.kind = older.kind
        older.type.name = self._unique(f"{older.type.name}_original", scope.file, self.taken)
        for group in older.groups.values():
            group.type.name = f"{older.type.name}.{group.name}"
        made.scope, made.base, made.visibility = scope, older, older.visibility
        made.cards, made.copies = older.cards, older.copies
        if node.base is not None:
            span = Span(scope.file, node.base.at, node.base.end)
            self.report(p.OverrideChanges(span, node.kind, "base"))
        older.newer = made
        return made

    def _unique(self, name: str, file: SourceFile, taken: set[str]) -> str:
        """Files with names of their own may declare the same name; in the core each is told apart."""
        if name in taken:
            stem = "".join(c if c.isalnum() else "_" for c in file.name.rsplit("/", 1)[-1].rsplit(".", 1)[0])
            name = f"{stem}_{name}"
        return number_name(name, taken)

    def _twice(self, name: str, span: Span, scope: s.Scope) -> bool:
        first = scope.own.get(name) or self.predefined.get(name)
        if first is None:
            return False
        self.report(p.DeclaredTwice(span, name, _where(first, scope.file)))
        return True

    def _group(self, node: t.Group, board: s.Class, scope: s.Scope) -> None:
        span = Span(scope.file, node.name_at, node.name_at + len(node.name))
        if node.name in board.groups:
            self.report(p.MemberTwice(span, board.name, node.name))
            return
        made = s.Class(node.name, ClassType(f"{board.type.name}.{node.name}", "group", ROOTS["group"]), scope.file)
        made.node, made.scope, made.board, made.base = node, scope, board, self.predefined["group"]
        board.groups[node.name] = made
        self.game.classes.append(made)

    def _function(self, node: t.Function, scope: s.Scope, opened: dict[str, s.Declared]) -> None:
        span = Span(scope.file, node.name_at, node.name_at + len(node.name))
        older = opened.get(node.name)
        if older is not None and not isinstance(older, s.Function) and node.name not in scope.own:
            self._other_kind(span, node, older)
            return
        if node.override and not isinstance(older, s.Function):
            self.report(p.OverrideOutsideExpansion(span, "function", node.name))
        elif not node.override and isinstance(older, s.Function):
            self.report(p.MissingOverride(Span(scope.file, node.at, node.end), "function", node.name, "the base game"))
        elif self._twice(node.name, span, scope):
            return
        made = s.Function(scope.file, node.name, None, [], [], node, [], [], BROKEN, None, scope)
        self.game.functions.append(made)
        if isinstance(older, s.Function) and node.override:
            self._replace(older, made)
        else:
            made.core = self._unique(node.name, scope.file, self.taken_functions)
        scope.own[node.name] = made

    def _replace(self, older: s.Function, newer: s.Function) -> None:
        """An expansion's function stands wherever the original stood; only its `base` still reaches that."""
        newer.original = older
        newer.core = older.core
        older.core = self._unique(f"{older.core}_original", newer.file, self.taken_functions)
        for scope in self.scopes.values():
            for names in (scope.own, scope.names):
                for name, found in names.items():
                    if found is older:
                        names[name] = newer

    def _turn(self, node: t.Turn, scope: s.Scope, expands: bool) -> None:
        span = Span(scope.file, node.name_at, node.name_at + len(node.name))
        older = self.game.turns.get(node.name)
        if older is not None and not (expands and older.file is not scope.file):
            where = f"line {Span(older.file, older.node.name_at, 0).position[0]} of {older.file.name}"
            self.report(p.DeclaredTwice(span, node.name, where))
            return
        if node.override and older is None:
            self.report(p.OverrideOutsideExpansion(span, "turn", node.name))
        turn = older or s.Turn(node.name, node, scope.file, scope)
        self.game.turns[node.name] = turn
        seen: set[str] = set()
        for phase in node.phases:
            place = Span(scope.file, phase.name_at, phase.name_at + len(phase.name))
            if phase.name in seen:
                self.report(p.MemberTwice(place, node.name, phase.name))
            elif phase.override and phase.name not in turn.phases:
                self.report(p.OverridesNothing(place, "phase", phase.name, closest(phase.name, turn.phases)))
            seen.add(phase.name)
            turn.phases[phase.name] = s.Phase(scope.file, phase.name, None, [], [], phase, turn, scope)
        if node.default is not None:
            does = s.Callable(scope.file, f"default of {node.name}", None, [], [])
            turn.default = (node.default, does, scope)

    # -- what each file can name

    def visible(self, loaded: Loaded) -> None:
        scope = self.scopes[loaded]
        names: dict[str, s.Declared] = dict(self.predefined)
        inherited = self._inherited(loaded)
        names.update(inherited)
        origin = dict.fromkeys(inherited, "the base game")
        for node, imported in loaded.imports:
            for name, symbol in self.scopes[imported].own.items() if node.alias is None else ():
                known = scope.own.get(name) or names.get(name)
                if known is not None and known is not symbol:
                    span = Span(scope.file, node.at, node.end)
                    there = "this file" if name in scope.own else origin.get(name, "the language itself")
                    self.report(p.ImportClash(span, name, node.path, there))
                names[name] = symbol
                origin[name] = f"`{node.path}`"
        names.update(scope.own)
        if self.zone is not None:
            names.setdefault("zone", self.zone)
        scope.names = names
        if loaded.base is not None:
            scope.aliases.update(self.scopes[loaded.base].aliases)
        self._aliases(loaded, scope)

    def _aliases(self, loaded: Loaded, scope: s.Scope) -> None:
        """The names of imports: each stands for one file, and for nothing else."""
        first: dict[str, int] = {}
        for node, imported in loaded.imports:
            alias = node.alias
            if alias is None:
                continue
            span = Span(scope.file, node.alias_at, node.alias_at + len(alias))
            symbol = scope.names.get(alias)
            if alias in EXPRESSION_WORDS:
                self.report(p.KeywordAsName(span, alias))
            elif alias in first:
                self.report(p.DeclaredTwice(span, alias, f"line {first[alias]}"))
            elif symbol is not None and symbol.file is not None:
                self.report(p.DeclaredTwice(span, alias, _where(symbol, scope.file)))
            first[alias] = span.position[0]
            scope.aliases[alias] = self.scopes[imported]

    # -- inheritance

    def bases(self) -> None:
        for made in self.game.classes:
            node = made.node
            if isinstance(node, t.Class) and node.base is not None and made.scope is not None:
                self._base(made, node, node.base, made.scope)
        for made in self.game.classes:
            self._cut(made)
        for made in self.game.classes:
            if isinstance(made.node, t.Class):
                self._visibility(made, made.node)
            elif isinstance(made.node, t.Group):
                self._group_base(made, made.node)

    def _base(self, made: s.Class, node: t.Class, name: t.TypeName, scope: s.Scope) -> None:
        if made.base is not None and made.base.file is not None:
            return  # opened again by an expansion: its base is the original
        found = scope.aliases.get(name.alias or "", scope).find(name.name)
        span = Span(scope.file, name.at, name.end)
        if not isinstance(found, s.Class):
            known = scope.names if name.alias not in scope.aliases else scope.aliases[name.alias].own
            same = of_kind(made.kind)
            near = near_class(name.name, known, lambda class_: same(class_) and not class_.derives(made))
            self.report(p.UnknownType(span, name.name, near))
        elif found.kind != made.kind:
            self.report(p.WrongBase(span, made.kind, found.name, found.kind))
        elif _height(found) >= DEEPEST_CLASSES:
            self.report(p.TooDeep(span, DEEPEST_CLASSES, "classes derive from each other"))
        elif found.derives(made):
            self.report(p.InheritanceCycle(span, made.name))
        else:
            made.base = found
            made.type.base = found.type

    def _cut(self, made: s.Class) -> None:
        """A chain that was written from its end on shows how long it is only when all of it is there."""
        if _height(made) > DEEPEST_CLASSES and isinstance(made.node, t.Class) and made.node.base is not None:
            span = Span(self._file(made), made.node.base.at, made.node.base.end)
            self.report(p.TooDeep(span, DEEPEST_CLASSES, "classes derive from each other"))
            made.base = self._kind(made.kind, self._file(made))
            made.type.base = made.base.type

    def _visibility(self, made: s.Class, node: t.Class) -> None:
        """What is not said is inherited; what is said must agree."""
        base = made.base
        if base is None or base.file is None or not isinstance(base.node, t.Class):
            return
        inherited = next(
            (c.node.visibility for c in base.lineage() if isinstance(c.node, t.Class) and c.node.visibility), None
        )
        made.visibility = inherited or "local"
        if node.visibility not in (None, made.visibility):
            span = Span(self._file(made), node.at, node.name_at)
            self.report(p.VisibilityDiffers(span, str(node.visibility), base.name, made.visibility))

    def _file(self, made: s.Class) -> SourceFile:
        return made.file or self.game.file

    def _group_base(self, made: s.Class, node: t.Group) -> None:
        """A group with the name of one that its board inherits replaces it."""
        board = made.board
        above = [step.groups[made.name] for step in board.lineage() if made.name in step.groups] if board else []
        span = Span(self._file(made), node.name_at, node.name_at + len(node.name))
        if len(above) > 1:
            made.base, made.type.base = above[1], above[1].type
            if not node.override:
                self.report(p.MissingOverride(Span(span.file, node.at, node.end), "group", node.name, above[1].name))
            self._group_shape(span, node, above[1])
        elif node.override and board is not None:
            near = closest(node.name, [name for step in board.lineage() for name in step.groups])
            self.report(p.OverridesNothing(span, "group", node.name, near))

    def _group_shape(self, span: Span, node: t.Group, above: s.Class) -> None:
        """How the tiles of a group lie does not change; saying it again is harmless."""
        shapes = [step.node for step in above.lineage() if isinstance(step.node, t.Group)]
        laid = next((shape for shape in shapes if shape.geometry is not None), None)
        turned = next((shape.orientation for shape in shapes if shape.orientation is not None), None)
        if laid is not None and node.geometry is not None:
            if (node.geometry, node.around) != (laid.geometry, laid.around):
                self.report(p.OverrideChanges(span, "group", "geometry"))
        if node.hollow and not any(shape.hollow for shape in shapes):
            self.report(p.OverrideChanges(span, "group", "holes"))
        if node.orientation is not None and node.orientation != turned:
            self.report(p.OverrideChanges(span, "group", "orientation"))


def _height(class_: s.Class) -> int:
    """How many classes stand below it, itself included; no more than are asked for are counted."""
    return sum(1 for _ in islice(class_.lineage(), DEEPEST_CLASSES + 2)) - 1


def _where(symbol: s.Declared, file: SourceFile) -> str:
    if symbol.file is None or symbol.node is None:
        return "it is part of the language"
    elsewhere = "" if symbol.file is file else f" of {symbol.file.name}"
    return f"line {Span(symbol.file, symbol.node.at, 0).position[0]}{elsewhere}"
