"""How agents are named: `random`, `flat:500`, `mcts:1000`, `mcts:1s`, `mcts:0.5s/2`.

A word may be followed by a budget, which is a number of games or, with an `s`, seconds for each decision; and by a
number of threads behind a slash.

    spec = parse_agent("mcts:1s/2")
    spec.name, spec.seconds, spec.threads   # "mcts", 1.0, 2
"""

from __future__ import annotations

import re
from typing import NamedTuple

MOST_GAMES = 1_000_000_000
LONGEST = 86_400.0  # seconds
MOST_THREADS = 64


class UnknownAgent(ValueError):
    """A word that names no agent, or too few or many of them."""


class AgentSpec(NamedTuple):
    """An agent as it was asked for."""

    name: str
    games: int | None = None  # for each decision
    seconds: float | None = None
    threads: int = 1

    @property
    def searches(self) -> bool:
        return self.name in _BUDGETS or self.name == "greedy"


_BUDGETS = {"flat": 500, "mcts": 1000}  # who takes one, and how many games they play without
_STYLES_ALONE = ("last", "highest", "lowest")
NAMES = ("first", "random", "greedy", *_BUDGETS)
HELP = """\
first, random, greedy (the designer's own score, one move ahead), \
flat:500 (so many random games for a decision), mcts:1000 (tree search), mcts:1s (for so long), mcts:1s/2 (on two threads)"""
_PATTERN = re.compile(r"(?P<name>\w+)(:(?P<amount>\d+(\.\d+)?)(?P<unit>s?))?(/(?P<threads>\d+))?")


def parse_agent(word: str) -> AgentSpec:
    """Raises UnknownAgent, and says what there is."""
    found = _PATTERN.fullmatch(word.strip())
    if found is None or found["name"] not in NAMES:
        raise UnknownAgent(f"There is no agent '{word}'. There are: {HELP}.")
    name = found["name"]
    if name not in _BUDGETS:
        if found["amount"] is not None or found["threads"] is not None:
            raise UnknownAgent(f"The agent '{name}' takes no budget: write only {name}. With one there are: {HELP}.")
        return AgentSpec(name)
    threads = int(found["threads"] or 1)
    if not 1 <= threads <= MOST_THREADS:
        raise UnknownAgent(f"'{word}' asks for {threads} threads; 1 to {MOST_THREADS} are possible, as in {name}:1s/2.")
    if found["amount"] is None:
        return AgentSpec(name, _BUDGETS[name], None, threads)
    if found["unit"]:
        seconds = float(found["amount"])
        if not 0.001 <= seconds <= LONGEST:
            raise UnknownAgent(f"'{word}' gives no time that makes sense: 0.001 to {LONGEST:.0f} seconds are possible.")
        return AgentSpec(name, None, seconds, threads)
    if "." in found["amount"] or not 1 <= int(found["amount"]) <= MOST_GAMES:
        raise UnknownAgent(
            f"'{word}' gives no number of games that makes sense: a whole number from 1 to {MOST_GAMES}; with an s "
            f"behind it it is seconds, as in {name}:1s."
        )
    return AgentSpec(name, int(found["amount"]), None, threads)


def is_styled(word: str) -> bool:
    """Whether it is a play style, which is more than an agent: see styles.py."""
    return " " in word.strip() or word.strip() in _STYLES_ALONE


def split_seats(words: str, players: int) -> list[str]:
    """A word for each seat; one alone is for all."""
    names = [word.strip() for word in words.split(",")]
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise UnknownAgent(f"{len(names)} agents are named for {players} players; name one for all, or one each.")
    return names
