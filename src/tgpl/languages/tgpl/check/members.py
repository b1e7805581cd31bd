"""The members of every class: attributes, functions, actions, groups, what a deck holds.

In:  a `Game` whose classes know their bases. Out: the same, with every signature typed and every override
matched with what it replaces. Bodies are not looked at.
"""

from __future__ import annotations

import re

from tgpl.core.types import BROKEN, NOTHING, PLAYER, ROOTS, ClassType, common_base, derives
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.adjacency import declare_connections, geometry_of, is_hollow
from tgpl.languages.tgpl.check.builtins import YIELDING, kind_operation
from tgpl.languages.tgpl.check.card_tables import declare_cells, declare_columns, declare_contents, make_table_problem
from tgpl.languages.tgpl.check.grid_headings import check_headings
from tgpl.languages.tgpl.check.implicit_events import ImplicitEvents
from tgpl.languages.tgpl.check.own_names import OWN_NAME
from tgpl.languages.tgpl.check.resolve import find_class, resolve, spell_type
from tgpl.languages.tgpl.check.suggestions import near_original, of_kind
from tgpl.languages.tgpl.check.zones import REFILLING, refilling_action
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import Problem, closest
from tgpl.text.source import Span

MOST_TILES = 50_000  # in all grids of a game


def declare_members(game: s.Game) -> None:
    declarer = _Members(game)
    for class_ in _bases_first(game.classes):
        declarer.class_(class_)
    declare_connections(game)
    for class_ in game.classes:
        declare_contents(game, class_)
    actions = [action for class_ in game.classes for action in class_.actions.values()]
    for order, action in enumerate((a for a in actions if a.original is None), 1):
        action.order = order
    for action in actions:
        if action.original is None:
            declarer.events(action)
    for action in actions:
        declarer.inherit(action)
    for function in game.functions:
        declarer.function(function)
        if function.original is not None:
            declarer.match_function(function, function.original)


def _bases_first(classes: list[s.Class]) -> list[s.Class]:
    ordered: dict[s.Class, None] = {}
    for class_ in classes:
        for step in reversed(list(class_.lineage())):
            if step.file is not None:
                ordered[step] = None
    return list(ordered)


class _Members:
    def __init__(self, game: s.Game) -> None:
        self.game = game
        self.tiles = 0  # in all grids so far

    def report(self, problem: Problem) -> None:
        self.game.problems.append(problem)

    def class_(self, class_: s.Class) -> None:
        node, scope = class_.node, class_.scope
        if node is None or scope is None:
            return
        declare_columns(self.game, class_)
        declare_cells(self.game, class_)
        for part in node.attributes if isinstance(node, t.Class) else _as_written(node):
            if isinstance(part, t.TypeName):
                self._lay(class_, part, scope)
            else:
                self._attribute(class_, part, scope)
        for function in node.functions:
            self._method(class_, function, scope)
        if isinstance(node, t.Class):
            for action in (*node.actions, *refilling_action(class_, node)):
                self._action(class_, action, scope)
            for hint in node.display:
                self._hint(class_, hint, scope)
            if node.kind == "stack":
                self._holds(class_, node, scope)
            for name in class_.groups:
                self._free(class_, name, Span(scope.file, node.name_at, node.name_at + len(node.name)))
        else:
            self._grid(class_, node, scope)
        class_.initial = s.Callable(scope.file, class_.name, class_, [], [])

    def _free(self, class_: s.Class, name: str, span: Span) -> bool:
        """Whether a member may have this name."""
        if kind_operation(class_, name) is not None and not (class_.kind == "stack" and name in YIELDING):
            self.report(p.PredefinedMember(span, name, class_.kind))
            return False
        if name in class_.attributes or name in class_.functions or name in class_.actions:
            self.report(p.MemberTwice(span, class_.name, name))
            return False
        return True

    def _above(self, class_: s.Class, name: str) -> object:
        """A member of that name in the base."""
        return class_.base.members().get(name) if class_.base is not None else None

    def _hint(self, class_: s.Class, hint: t.Hint, scope: s.Scope) -> None:
        """Colours exist; what stands in braces is an attribute that everybody may see."""
        members = class_.members()
        attributes = [n for n, m in members.items() if isinstance(m, s.Attribute) and not m.private]
        for text, at, end in hint.texts:
            span = Span(scope.file, at, end)
            if hint.word == "hide":
                if not isinstance(members.get(text), s.Attribute):
                    self.report(p.HidesNothing(span, text, closest(text, attributes)))
                continue
            if hint.word == "owner":
                players = [n for n in attributes if isinstance(m := members[n], s.Attribute) and m.type is PLAYER]
                if text not in players:
                    self.report(p.OwnerOfNothing(span, text, closest(text, players)))
                continue
            for name in re.findall(r"\{(\w+)\}", text):
                found = members.get(name)
                if name == OWN_NAME and not isinstance(found, s.Attribute):
                    continue
                private = isinstance(found, s.Attribute) and found.private
                if private or not isinstance(found, s.Attribute):
                    self.report(p.HintOfNothing(span, name, private, closest(name, attributes)))
            if hint.word == "color" and "{" not in text and not is_colour(text):
                self.report(p.UnknownColour(span, text, closest(text, p.COLOURS)))

    # -- attributes

    def _attribute(self, class_: s.Class, node: t.Attribute, scope: s.Scope) -> None:
        span = Span(scope.file, node.name_at, node.name_at + len(node.name))
        type_ = resolve(node.type_name, scope, self.game.problems)
        if not self._free(class_, node.name, span):
            return
        made = s.Attribute(node.name, type_, class_, node, node.private)
        above = self._above(class_, node.name)
        if isinstance(above, s.Attribute):
            made.original, made.private = above, node.private or above.private
            if above.type is not type_ and BROKEN not in (above.type, type_):
                self.report(p.AttributeDiffers(span, node.name, above.owner.name, str(above.type)))
            elif not node.override:
                place = Span(scope.file, node.at, node.end)
                self.report(p.AttributeReplaced(place, node.name, above.owner.name))
        elif above is not None:
            self.report(p.MemberTwice(span, class_.name, node.name))
        elif node.override:
            self.report(p.OverridesNothing(span, "attribute", node.name, near_original(class_, node.name, s.Attribute)))
        class_.attributes[node.name] = made

    # -- functions

    def _method(self, class_: s.Class, node: t.Function, scope: s.Scope) -> None:
        span = Span(scope.file, node.name_at, node.name_at + len(node.name))
        if not self._free(class_, node.name, span):
            return
        made = s.Function(scope.file, node.name, class_, [], [], node, [], [], BROKEN, None, scope)
        above = self._above(class_, node.name)
        if isinstance(above, s.Function):
            made.original = above
            if not node.override:
                place = Span(scope.file, node.at, node.end)
                self.report(p.MissingOverride(place, "function", node.name, class_.base.name if class_.base else ""))
        elif above is not None:
            self.report(p.MemberTwice(span, class_.name, node.name))
        elif node.override:
            self.report(p.OverridesNothing(span, "function", node.name, near_original(class_, node.name, s.Function)))
        class_.functions[node.name] = made
        self.function(made)
        if made.original is not None:
            self.match_function(made, made.original)

    def function(self, made: s.Function) -> None:
        """Arguments, inputs and result."""
        node, scope = made.node, made.scope
        if scope is None:
            return
        if node.inferred:
            made.inferring = "wanted"
        if node.returns is not None:
            made.returns = resolve(node.returns, scope, self.game.problems)
        elif node.says_returns or node.override:
            made.returns = NOTHING
        else:
            made.returns = BROKEN  # it does not say: what depends on it would only be an echo
        made.parameters, made.inputs = [], []
        for input_ in node.inputs:
            if input_.mode == "function":
                type_ = resolve(input_.type_name, scope, self.game.problems)
                given = input_.value is not None or input_.optional
                made.parameters.append(s.Parameter(input_.name, type_, given, None, input_.value))
            else:
                made.inputs.append(input_)

    def match_function(self, made: s.Function, original: s.Function) -> None:
        """An override keeps the inputs and the result of what it replaces; repeating them is harmless."""
        node = made.node
        span = Span(made.file, node.name_at, node.name_at + len(node.name))
        same = [(q.name, q.type) for q in made.parameters] == [(q.name, q.type) for q in original.parameters]
        if node.inputs and not (same and not made.inputs):
            self.report(p.OverrideChanges(span, "function", "inputs"))
        if node.says_returns and made.returns is not original.returns:
            self.report(p.OverrideChanges(span, "function", "result"))
        made.parameters, made.inputs, made.returns = original.parameters, original.inputs, original.returns

    # -- actions

    def _action(self, class_: s.Class, node: t.Action, scope: s.Scope) -> None:
        span = Span(scope.file, node.name_at, node.name_at + len(node.name))
        if not self._free(class_, node.name, span):
            return
        made = s.Action(scope.file, node.name, class_, [], [], node, list(node.inputs), [], [], None, None, scope)
        above = self._above(class_, node.name)
        if isinstance(above, s.Action):
            self._match_action(made, above, span)
            if not node.override:
                place = Span(scope.file, node.at, node.end)
                self.report(p.MissingOverride(place, "action", node.name, class_.base.name if class_.base else ""))
        elif above is not None:
            self.report(p.MemberTwice(span, class_.name, node.name))
        elif node.override:
            self.report(p.OverridesNothing(span, "action", node.name, near_original(class_, node.name, s.Action)))
        class_.actions[node.name] = made
        for input_ in made.inputs:
            if input_.mode == "function":
                place = Span(scope.file, input_.at, input_.name_at)
                self.report(p.FunctionInputElsewhere(place, "an action"))

    def _match_action(self, made: s.Action, original: s.Action, span: Span) -> None:
        node = made.node
        kept = {"inputs": node.inputs, "requires": node.requires, "triggers": node.triggers, "`during`": node.during}
        for part, there in kept.items():
            if there:
                self.report(p.OverrideChanges(span, "action", part))
        made.original, made.inputs = original, original.inputs

    def events(self, action: s.Action) -> None:
        """The events that an action observes, and its inputs as a call can answer them; when every class is known."""
        scope = action.scope
        if scope is None:
            return
        action.parameters = [s.Parameter(i.name, resolve(i.type_name, scope, []), True) for i in action.inputs]
        for trigger in (one for scope_ in action.node.scopes for one in scope_.triggers):
            if trigger.on is not None:
                event = ImplicitEvents(self.game).event_of(trigger, scope)
                if event is not None:
                    action.triggers.append((event, trigger))
                continue
            if trigger.event is None:
                continue
            span = Span(scope.file, trigger.event.at, trigger.event.end)
            found = find_class(trigger.event, scope, self.game.problems, of_kind("event"))
            if found is None:
                continue
            if found.kind != "event":
                self.report(p.TriggerIsNoEvent(span, found.name, found.kind))
            elif any(
                other is found and one.name == trigger.name for other, one in action.triggers if not action.node.phases
            ):
                self.report(p.TriggerTwice(span, found.name))
            else:
                action.triggers.append((found, trigger))
        if (action.node.goal or action.name == REFILLING) and not any(action.node.scopes[0].triggers):
            after = ImplicitEvents(self.game).goal_event()
            action.triggers.append((after, t.Trigger(action.node.at, action.node.name_at, None, None)))
        if action.triggers:
            action.event = common_base([event.type for event, _ in action.triggers])

    def inherit(self, action: s.Action) -> None:
        """An override observes and takes what its original does."""
        root = action.root
        action.order = root.order
        action.parameters, action.triggers, action.event = root.parameters, root.triggers, root.event

    # -- decks and groups

    def _holds(self, class_: s.Class, node: t.Class, scope: s.Scope) -> None:
        if node.holds is None:
            if class_.base is None or class_.base.file is None:
                span = Span(scope.file, node.name_at, node.name_at + len(node.name))
                self.report(p.DeckOfNothing(span, class_.name))
            return
        found = find_class(node.holds, scope, self.game.problems, _may_lie_in_a_deck)
        if found is not None and found.kind != "interactable":
            self.report(p.DeckOfWrongKind(Span(scope.file, node.holds.at, node.holds.end), found.name, found.kind))
        elif found is not None:
            class_.holds = found
            if not found.serves_as("stackable"):
                self.report(p.NotStackable(Span(scope.file, node.holds.at, node.holds.end), found.name))

    def _lay(self, class_: s.Class, said: t.TypeName, scope: s.Scope) -> None:
        """Tiles of a graph that are called by their class: the only one of it, or the rows of a table."""
        found = find_class(said, scope, self.game.problems, of_kind("tile"))
        if found is None or not self._is_tile(found, said, scope):
            return
        for tile in [found] if found.cards is None else found.cards:
            node = t.Attribute(said.at, said.end, said, tile.name, said.at, None, False, False)
            self._attribute(class_, node, scope)
            made = class_.attributes.get(tile.name)
            if made is not None and made.node is node:
                made.type, made.makes = tile.latest().type, tile.latest()
                self.game.made.add(tile)

    def _grid(self, class_: s.Class, node: t.Group, scope: s.Scope) -> None:
        span = Span(scope.file, node.name_at, node.name_at + len(node.name))
        above = class_.base if class_.base is not None and class_.base.file is not None else None
        geometry = geometry_of(class_)
        class_.named = [name for name, made in class_.attributes.items() if name in node.named or made.makes]
        for said in (one.type_name for one in node.attributes if one.name in node.named):
            made = find_class(said, scope, [])
            if made is not None:
                self._is_tile(made, said, scope)
        if geometry is None:
            self.report(p.NoGeometry(span, class_.name))
        elif geometry == "graph" and node.grid_at is not None:
            self.report(p.GraphWithGrid(Span(scope.file, *node.grid_at)))
        elif geometry == "hex" and node.geometry is not None and node.orientation is None:
            self.report(p.HexWithoutOrientation(span, class_.name))
        elif geometry == "graph" and node.orientation is not None:
            self.report(p.OrientationWithoutHex(span, geometry))
        elif geometry == "graph" and node.hollow:
            self.report(p.HolesWithoutGrid(span))
        elif geometry != "graph" and (node.named or node.laid):
            self.report(p.NamedTilesInGrid(span, geometry))
        elif geometry != "graph" and node.grid_at is None and above is None:
            self.report(p.NoGrid(span, class_.name, geometry))
        before = len(self.game.problems)
        class_.rows = self._rows(class_, node, scope, above)
        broken = class_.misread = len(self.game.problems) > before
        if not broken:
            self.game.problems += check_headings(class_, node)
        tiles = [cell.type for row in class_.rows for cell in row if cell is not None]
        if class_.is_laid():
            types = [class_.attributes[name].type for name in class_.named if name in class_.attributes]
            tiles = [type_ for type_ in types if isinstance(type_, ClassType)]
        holes = any(cell is None for row in class_.rows for cell in row) and not is_hollow(class_)
        blanks = holes and not broken
        base = common_base(tiles) if tiles and not blanks else None
        class_.tile_type = base or ROOTS["tile"]
        expected = above.tile_type if above is not None else None
        if expected is not None and not derives(class_.tile_type, expected):
            class_.tile_type = expected
            if not broken:
                self._misfit(class_, node, scope, expected)

    def _misfit(self, class_: s.Class, node: t.Group, scope: s.Scope, expected: ClassType) -> None:
        """The first tile that is not what all tiles of the group were; who wrote the base relies on it."""
        named = [one.type_name for one in node.attributes if one.name in node.named]
        for name in (*(name for row in node.rows for name in row.tiles), *named, *node.laid):
            found = None if name.name in ("b", "BlankTile") else find_class(name, scope, [])
            if found is None or not derives(found.type, expected):
                span = Span(scope.file, name.at, name.end)
                self.report(p.TileDoesNotFit(span, class_.name, spell_type(expected, scope) or str(expected)))
                return

    def _rows(
        self, class_: s.Class, node: t.Group, scope: s.Scope, above: s.Class | None
    ) -> list[list[s.Class | None]]:
        """The grid: its own, or its base's with some lines replaced."""
        self.tiles += sum(len(row.tiles) for row in node.rows)
        if self.tiles > MOST_TILES:
            self.report(p.TooManyTiles(Span(scope.file, node.name_at, node.name_at + len(node.name)), MOST_TILES))
            return []
        rows = [list(row) for row in above.rows] if above is not None and node.grid_at is None else []
        for row in node.rows:
            cells = [self._cell(cell, scope) for cell in row.tiles]
            if row.number is None:
                rows.append(cells)
            elif row.number < len(rows):
                rows[row.number] = cells
            else:
                self.report(p.NoSuchRow(Span(scope.file, row.at, row.end), row.number, len(rows)))
        return rows

    def _cell(self, name: t.TypeName, scope: s.Scope) -> s.Class | None:
        if name.name in ("b", "BlankTile") and name.alias is None:
            return None
        found = find_class(name, scope, self.game.problems, of_kind("tile"))
        if found is not None and not self._is_tile(found, name, scope):
            return None
        if found is not None and found.cards is not None:
            self.report(make_table_problem(Span(scope.file, name.at, name.end), found))
        elif found is not None:
            self.game.made.add(found)
        return found

    def _is_tile(self, found: s.Class, said: t.TypeName, scope: s.Scope) -> bool:
        if found.kind != "tile":
            self.report(p.GridOfWrongKind(Span(scope.file, said.at, said.end), found.name, found.kind))
        return found.kind == "tile"


def _as_written(node: t.Group) -> list[t.Attribute | t.TypeName]:
    """Attributes and tiles of a group in their order."""
    parts: list[t.Attribute | t.TypeName] = [*node.attributes, *node.laid]
    return sorted(parts, key=lambda part: part.at)


def _may_lie_in_a_deck(class_: s.Class) -> bool:
    return of_kind("interactable")(class_) and class_.serves_as("stackable")


def is_colour(text: str) -> bool:
    return text in p.COLOURS or re.fullmatch("#[0-9a-fA-F]{6}", text) is not None
