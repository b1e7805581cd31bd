"""What is said of the players: names, colours, teams.

In:  the `players` directive that counts. Out: `Game.names`, `colors` and `teams`, and what is wrong with them.
"""

from __future__ import annotations

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.members import is_colour
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import closest
from tgpl.text.source import SourceFile, Span

LONGEST_NAME = 40


def seat_players(game: s.Game, node: t.Players, file: SourceFile) -> None:
    """The number of players is known."""
    for word, said in (("names", node.names), ("colors", node.colors)):
        if said and len(said) != game.players[1]:
            span = Span(file, said[0][1], said[-1][2])
            game.problems.append(p.WrongNumberOfNames(span, word, len(said), game.players[1]))
    _check_names(game, node.names, file)
    for text, at, end in node.colors:
        if not is_colour(text):
            game.problems.append(p.UnknownColour(Span(file, at, end), text, closest(text, p.COLOURS)))
    game.names = tuple(text for text, _, _ in node.names)
    game.colors = tuple(text for text, _, _ in node.colors)
    if node.teams:
        game.teams = _find_teams(game, node, file)


def _check_names(game: s.Game, names: tuple[t.Said, ...], file: SourceFile) -> None:
    seen: dict[str, str] = {}
    for text, at, end in names:
        fine = text.strip() == text and 0 < len(text) <= LONGEST_NAME and text.isprintable()
        word = text.casefold()
        if not fine or text.isdigit() or word in seen:
            game.problems.append(p.NamedAlike(Span(file, at, end), text, seen.get(word)))
        seen.setdefault(word, text)


def _find_teams(game: s.Game, node: t.Players, file: SourceFile) -> tuple[int, ...]:
    """The team of each player."""
    found: dict[int, int] = {}
    for team, members in enumerate(node.teams):
        for number, at, end in members:
            seat, span = int(number), Span(file, at, end)
            if number != seat or seat >= game.players[1]:
                reason = f"There is no player {number:g}: they are counted from 0 to {game.players[1] - 1}."
                game.problems.append(p.WrongTeam(span, reason))
            elif seat in found:
                game.problems.append(p.WrongTeam(span, f"Player {seat} is in a team already."))
            else:
                found[seat] = team
    missing = [seat for seat in range(game.players[1]) if seat not in found]
    if missing:
        reason = f"Player {missing[0]} is in no team."
        game.problems.append(p.WrongTeam(Span(file, *node.teams_at), reason))
    return tuple(found.get(seat, 0) for seat in range(game.players[1]))
