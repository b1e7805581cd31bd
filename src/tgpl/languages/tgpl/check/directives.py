"""What only a whole game has: its directives, its numbers of players, its rulebook, its setups.

In:  the loaded files, and a `Game` whose classes are declared. Out: the same game with players, rulebook and setups; what is
missing, said twice, or stands in a file that is merely imported is reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.seating import seat_players
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import Problem
from tgpl.text.limits import MOST_SEATS
from tgpl.text.source import Span

if TYPE_CHECKING:
    from tgpl.languages.tgpl.load import Loaded


def report_outside_game(game: s.Game, files: list[Loaded], main: Loaded) -> None:
    """What only a whole game can have stands in none of the files that are merely imported."""
    game_files = set(_expanded(main))
    for loaded in files:
        tree = loaded.tree
        if loaded in game_files or tree.game is not None or tree.expansion is not None:
            continue
        if tree.players is not None:
            game.problems.append(p.WithoutGame(Span(tree.file, tree.players.at, tree.players.end), "players"))
        if tree.rulebook:
            game.problems.append(_rules_without_game(tree))
        for setup in tree.setups[:1]:
            game.problems.append(p.WithoutGame(Span(tree.file, setup.at, setup.at + len("setup")), "setup"))


def declare_directives(game: s.Game, scopes: dict[Loaded, s.Scope], main: Loaded) -> None:
    """The directives and setups of the main file and of what it expands."""
    chain = _expanded(main)
    root = chain[-1]
    tree = root.tree
    if main.tree.expansion is not None and tree.game is None:
        span = Span(main.tree.file, *main.tree.expansion_at)
        game.problems.append(p.CannotExpand(span, main.tree.expansion[1]))
    elif tree.game is None:
        game.is_library = not tree.setups and tree.players is None
        if not game.is_library:
            game.problems.append(p.MissingGame(Span(tree.file, 0, 0)))
        elif tree.rulebook:
            game.problems.append(_rules_without_game(tree))
    else:
        game.directive = Span(tree.file, tree.game_at, tree.game_at + len("game"))
    _declare_players(game, root, chain)
    game.rulebook = tuple(text for loaded in reversed(chain) for text, _, _ in loaded.tree.rulebook)
    own = {turn.name for turn in tree.turns}
    game.turns = dict(sorted(game.turns.items(), key=lambda item: item[0] not in own))
    for loaded in reversed(chain):
        _declare_setups(game, loaded.tree, scopes[loaded], loaded is root)


def _expanded(main: Loaded) -> list[Loaded]:
    """The main file, what it expands, what that expands …"""
    chain = [main]
    while chain[-1].base is not None:
        chain.append(chain[-1].base)
    return chain


def _rules_without_game(tree: t.File) -> Problem:
    return p.RulesWithoutGame(Span(tree.file, tree.rulebook_at, tree.rulebook_at + len("rules")))


def _declare_players(game: s.Game, root: Loaded, chain: list[Loaded]) -> None:
    said = next((loaded for loaded in chain if loaded.tree.players is not None), None)
    if said is None or said.tree.players is None:
        if root.tree.game is not None:
            at = root.tree.game_at
            game.problems.append(p.MissingPlayers(Span(root.tree.file, at, at + len("game"))))
        return
    node = said.tree.players
    low, high = int(node.low), int(node.high)
    if not 1 <= low <= high <= MOST_SEATS:
        game.problems.append(p.BadPlayers(Span(said.tree.file, node.at, node.end), MOST_SEATS))
    else:
        game.players = (low, high)
        seat_players(game, node, said.tree.file)


def _declare_setups(game: s.Game, tree: t.File, scope: s.Scope, root: bool) -> None:
    if root and tree.game is not None and not tree.setups:
        game.problems.append(p.MissingSetup(Span(tree.file, tree.game_at, tree.game_at + len("game"))))
    plain = [setup for setup in tree.setups if setup.numbers is None]
    for extra in plain[1:]:
        game.problems.append(p.SetupTwice(Span(tree.file, extra.at, extra.at + len("setup"))))
    _check_numbers(game, tree, root, plain)
    for setup in tree.setups:
        if setup not in plain[1:]:
            does = s.Callable(tree.file, "setup", None, [], [])
            game.setups.append((setup, does, scope))


def _check_numbers(game: s.Game, tree: t.File, root: bool, plain: list[t.Setup]) -> None:
    """Every number of players has one setup."""
    said: set[int] = set()
    for setup in tree.setups:
        span = Span(tree.file, setup.at, setup.body.at)
        if setup.numbers is None:
            continue
        numbers = set(range(int(setup.numbers[0]), int(setup.numbers[1]) + 1))
        if said & numbers:
            game.problems.append(p.SetupOverlap(span, min(said & numbers)))
        said |= numbers
    low, high = game.players
    missing = set(range(low, high + 1)) - said
    if said and missing and not plain and root:
        first = tree.setups[0]
        game.problems.append(p.NoSetupFor(Span(tree.file, first.at, first.at + len("setup")), min(missing)))
