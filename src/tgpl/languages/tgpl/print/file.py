"""A file of either edition, written as TGPL: what `tgpl convert` gives.

In:  the tree of a file and the game that `check` made of it. Out: a text whose game plays as this one does. Comments stay
where they stood.

    text = spell_file(tree, game)
"""

from __future__ import annotations

from tgpl.core.types import NOTHING
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.resolve import spell_type, the_board
from tgpl.languages.tgpl.print.boards import write_borders, write_group, write_hints, write_zone
from tgpl.languages.tgpl.print.cards import write_contents, write_table
from tgpl.languages.tgpl.print.expressions import quote, spell, spell_name
from tgpl.languages.tgpl.print.statements import Page, write_block, write_input, write_statement, write_test_block
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.card_tree import CardTable


def spell_file(tree: t.File, game: s.Game, scope: s.Scope) -> str:
    board = the_board(scope) if tree.edition == "tgdl" else None
    writer = _Writer(Page(tree.file.text, board.name if board is not None else None), game, scope)
    writer.file(tree)
    return "\n".join(writer.page.lines).strip("\n") + "\n"


class _Writer:
    def __init__(self, page: Page, game: s.Game, scope: s.Scope) -> None:
        self.page = page
        self.scope = s.Scope(scope.file)  # the same names, said as TGPL says types
        self.scope.names, self.scope.own, self.scope.aliases = scope.names, scope.own, scope.aliases
        own = [member for class_ in game.classes for member in class_.functions.values()]
        self.functions = {id(function.node): function for function in (*game.functions, *own)}
        actions = [action for class_ in game.classes for action in class_.actions.values()]
        self.actions = {id(action.node): action for action in actions}

    def file(self, tree: t.File) -> None:
        page = self.page
        self._directives(tree)
        parts: list[t.Node] = [*tree.classes, *tree.tables, *tree.functions, *tree.turns, *tree.setups, *tree.goals]
        parts += [*tree.enums, *tree.constants]
        before: t.Node | None = None
        for part in sorted(parts, key=lambda part: part.at):
            if not (isinstance(part, t.Constant) and isinstance(before, t.Constant)):
                page.gap()
            before = part
            page.before(part.at)
            self._part(part)
            page.behind(part.end)
        page.before(tree.end + 1)

    def _directives(self, tree: t.File) -> None:
        page = self.page
        found: list[tuple[int, str]] = []
        if tree.game is not None:
            found.append((tree.game_at, f"game {quote(tree.game)};"))
        if tree.expansion is not None:
            found.append((0, f"expansion {quote(tree.expansion[0])} of {quote(tree.expansion[1])};"))
        if tree.players is not None:
            found.append((tree.players.at, _spell_players(tree.players)))
        if tree.rulebook:
            found.append((tree.rulebook_at, f"rules {', '.join(quote(text) for text, _, _ in tree.rulebook)};"))
        for one in tree.imports:
            found.append((one.at, f"import {quote(one.path)}{f' as {one.alias}' if one.alias else ''};"))
        for at, text in sorted(found):
            page.before(at)
            page.line(text)
            page.behind(page.text.find(";", at) + 1)

    # -- classes

    def class_(self, node: t.Class) -> None:
        words = [word for word, said in (("override", node.override), ("sealed", node.sealed)) if said]
        words += [node.visibility] if node.visibility is not None else []
        words += [node.kind, node.name]
        if node.handling:
            words.append(", ".join(word for word, _ in node.handling))
        if node.zone is not None and node.holds is not None:
            words.append(f"of {self.page.type(node.holds)}")
        if node.base is not None:
            words.append(f": {self.page.type(node.base)}")
        page = self.page
        page.open(" ".join(words))
        self._members(node)
        page.close(node.end)

    def _members(self, node: t.Class) -> None:
        page = self.page
        write_hints(page, node.display)
        if node.zone is not None:
            write_zone(page, node.zone)
        elif node.holds is not None:
            page.line(f"returns {page.type(node.holds)};")
        write_contents(page, node.contents)
        members: list[t.Node] = [*node.attributes, *node.functions, *node.actions, *node.groups]
        self._parts(sorted(members, key=lambda member: member.at))
        if node.borders:
            write_borders(page, node.borders)
        if node.default is not None:
            page.gap()
            page.before(node.default.at)
            write_block(page, "default", node.default)

    def _parts(self, members: list[t.Node]) -> None:
        page = self.page
        for member in members:
            if not isinstance(member, t.Attribute):
                page.gap()
            page.before(member.at)
            self._part(member)
            page.behind(member.end)

    def _part(self, node: t.Node) -> None:
        match node:
            case t.Attribute():
                self._attribute(node)
            case t.Function():
                self.function(node)
            case t.Action():
                self.action(node)
            case t.Group():
                write_group(self.page, node, self._parts)
            case t.Class():
                self.class_(node)
            case CardTable():
                write_table(self.page, node, self._parts)
            case t.Enum():
                override = "override " if node.override else ""
                self.page.line(f"{override}enum {node.name} {{ {', '.join(name for name, _ in node.values)} }}")
            case t.Constant(value=t.Node() as value):
                override = "override " if node.override else ""
                self.page.line(
                    f"{override}const {self.page.type(node.type_name)} {node.name} = {self.page.expr(value)};"
                )
            case t.Turn():
                self.turn(node)
            case t.Setup():
                self.setup(node)

    def _attribute(self, node: t.Attribute) -> None:
        words = "".join(f"{word} " for word, said in (("private", node.private), ("override", node.override)) if said)
        value = "" if node.value is None else f" = {self.page.expr(node.value)}"
        self.page.line(f"{words}{self.page.type(node.type_name)} {spell_name(node.name)}{value};")

    # -- functions and actions

    def function(self, node: t.Function) -> None:
        page, known = self.page, self.functions.get(id(node))
        override = node.override or (known is not None and known.owner is not None and known.original is not None)
        page.open(f"{'override ' if override else ''}function {spell_name(node.name)}")
        for input_ in node.inputs:
            write_input(page, input_)
        if not override:
            page.line(self._returns(node, known))
        if node.effect is not None:
            write_block(page, "effect", node.effect)
        page.close(node.end)

    def _returns(self, node: t.Function, known: s.Function | None) -> str:
        if node.returns is not None:
            return f"returns {self.page.type(node.returns)};"
        if not node.inferred or known is None or known.returns is NOTHING:
            return "returns;"
        return f"returns {spell_type(known.returns, self.scope)};"

    def action(self, node: t.Action) -> None:
        page, known = self.page, self.actions.get(id(node))
        override = node.override or (known is not None and known.original is not None)
        words = ["override"] if override else []
        words += ["goal" if node.goal else "action", spell_name(node.name), *_way(node), *_during(node)]
        page.open(" ".join(words))
        if node.priority is not None:
            page.line(f"prio {spell(t.Literal(0, 0, node.priority))};")
        parts: list[t.Node] = [*node.inputs, *node.requires, *node.triggers, *node.effects, *node.phases]
        self._action_parts(parts, node.effect)
        page.close(node.end)

    def _action_parts(self, parts: list[t.Node], effect: t.Block | None) -> None:
        """In their order, which is the order in which effects run."""
        for part in sorted([*parts, *([] if effect is None else [effect])], key=lambda part: part.at):
            self._action_part(part)

    def _action_part(self, node: t.Node) -> None:
        page = self.page
        page.before(node.at)
        if isinstance(node, t.Input):
            write_input(page, node)
        elif isinstance(node, t.Require):
            named = "" if node.name is None else f" for {node.name}"
            if node.combined is not None:
                page.line(f"require{named} {{ {page.expr(node.combined)} }}")
            else:
                write_test_block(page, f"require{named}", node.body)
        elif isinstance(node, t.Trigger):
            self._trigger(node)
        elif isinstance(node, t.Block):
            write_block(page, "effect", node)
        elif isinstance(node, t.Effect):
            write_block(page, f"effect for {node.name}", node.body)
        elif isinstance(node, t.ActionPhase):
            self._action_phase(node)
        page.behind(node.end)

    def _trigger(self, node: t.Trigger) -> None:
        page = self.page
        words = ["trigger"]
        if node.event is not None:
            words.append(page.type(node.event))
        elif node.on is not None:
            subject = ".".join((page.type(node.on.subject), *map(spell_name, node.on.members)))
            words.append(f"on {subject} {node.on.what}")
            words += [] if node.on.zone is None else [page.type(node.on.zone)]
        if node.name is not None:
            words.append(f"for {node.name}")
        if node.moment is not None:
            words.append(node.moment)
        if node.combined is not None:
            page.line(f"{' '.join(words)} {{ {page.expr(node.combined)} }}")
        elif node.body is None or not node.body.statements:
            page.line(f"{' '.join(words)};")
        else:
            write_test_block(page, " ".join(words), node.body)

    def _action_phase(self, node: t.ActionPhase) -> None:
        page = self.page
        page.open(" ".join(["phase", node.name, *_way(node)]))
        self._action_parts([*node.requires, *node.triggers, *node.effects], node.effect)
        page.close(node.end)

    # -- turns and setups

    def turn(self, node: t.Turn) -> None:
        page = self.page
        page.open(f"{'override ' if node.override else ''}turn {node.name}")
        for phase in node.phases:
            page.gap()
            page.before(phase.at)
            self._phase(phase)
            page.behind(phase.end)
        if node.default is not None:
            page.gap()
            page.before(node.default.at)
            write_block(page, "default", node.default)
        page.close(node.end)

    def _phase(self, node: t.Phase) -> None:
        page = self.page
        words = [word for word, said in (("override", node.override), ("simultaneous", node.simultaneous)) if said]
        head = " ".join([*words, "phase", node.name])
        if node.effect is None and not node.inputs:
            page.line(f"{head} {{ }}")
            return
        page.open(head)
        for input_ in node.inputs:
            write_input(page, input_)
        if node.effect is not None:
            write_block(page, "effect", node.effect)
        page.close(node.end)

    def setup(self, node: t.Setup) -> None:
        head = "setup"
        if node.numbers is not None:
            low, high = map(int, node.numbers)
            head += f" for {low} players" if low == high else f" for {low} to {high} players"
        if not node.body.statements:
            self.page.line(f"{head} {{ }}")
            return
        self.page.open(head)
        for one in node.body.statements:
            write_statement(self.page, one)
        self.page.close(node.end)


def _way(node: t.Action | t.ActionPhase) -> list[str]:
    """`choice 2`, `simultaneous`."""
    if node.manner is None:
        return []
    return [node.manner] if node.count is None else [node.manner, spell(t.Literal(0, 0, node.count))]


def _spell_players(node: t.Players) -> str:
    low, high = int(node.low), int(node.high)
    head = f"players {low}" if low == high else f"players {low} to {high}"
    said = [
        f"{word} {', '.join(quote(text) for text, _, _ in texts)};"
        for word, texts in (("names", node.names), ("colors", node.colors))
        if texts
    ]
    if node.teams:
        teams = (f"{{ {', '.join(f'{number:g}' for number, _, _ in team)} }}" for team in node.teams)
        said.append(f"teams {', '.join(teams)};")
    return f"{head} {{ {' '.join(said)} }}" if said else f"{head};"


def _during(node: t.Action) -> list[str]:
    phases = [spell_name(one.name) if one.turn is None else f"{one.turn}.{one.name}" for one in node.during]
    return ["during", ", ".join(phases)] if phases else []
