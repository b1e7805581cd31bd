"""The beginning of a game, tried with every number of players: whether it breaks, and whether there are cards for all.

In:  a playable result. Out: doubts, each at the place in the rules that it is about. Nobody is asked anything: a match is
played from its setup to the first decision, always with the same chance.

    check_setups(result)      # [TooFewCards(…)]: seven players, five cards each, thirty cards
"""

from __future__ import annotations

from bisect import bisect_left

from tgpl.compile import Result
from tgpl.languages.tgpl.problems import BreaksAtOnce, TooFewCards
from tgpl.runtime.errors import EmptyDeck, RuleError
from tgpl.runtime.game import Game
from tgpl.text.diagnostics import Problem
from tgpl.text.source import Span


def check_setups(result: Result) -> list[Problem]:
    game = result.game()
    low, high = game.rules.players
    empties = _first_error(game, low, watch_decks=True) is not None  # a setup may mean to take cards until none is left

    def broken(players: int) -> RuleError | None:
        return _first_error(game, players, watch_decks=not empties)

    numbers = range(low, high + 1)
    if broken(high) is None:
        return []
    fewest = numbers[bisect_left(numbers, True, key=lambda players: broken(players) is not None)]
    error = broken(fewest)
    assert error is not None
    if isinstance(error, EmptyDeck):
        return [TooFewCards(_locate(result, error), fewest)]
    return [BreaksAtOnce(_locate(result, error), fewest, error.message)]


def _first_error(game: Game, players: int, watch_decks: bool) -> RuleError | None:
    """What breaks before the first decision; `watch_decks`: to take from an empty deck counts too."""
    state = game.begin(0, players)
    state.watch_decks(watch_decks)
    state.proceed()
    return state.error


def _locate(result: Result, error: RuleError) -> Span:
    place = error.place
    files = result.source_files.values()
    main = result.files[-1].tree.file
    file = next((file for file in files if place is not None and file.name == place.file), main)
    if place is None or file.name != place.file:
        return Span(file, 0, 0)
    start = file.lines[place.line - 1] + place.column - 1
    return Span(file, start, start + max(1, place.end_column - place.column))
