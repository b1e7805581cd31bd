"""Lets agents play against each other, and says who won how often: what is claimed of them, as many times as wanted.

    .venv/bin/python scripts/matches.py [CLAIM …] [--games N]
    .venv/bin/python scripts/matches.py --rules FILE --agents mcts:500,random [--games N]

The claims: tris is never lost with 1,000 games in the head, against random players or itself; connect four, breakthrough
and reversi are won against random players at least 95 times of 100; goofspiel and honours, where cards are hidden, are
won clearly more often than by chance. Seats are taken in turn.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tgpl.agents.agent_names import AgentSpec, parse_agent, split_seats
from tgpl.agents.search import Manner, Search
from tgpl.compile import compile_rules
from tgpl.native.game import NativeGame
from tgpl.native.state import NativeState
from tgpl.runtime.rng import Rng
from tgpl.text.files import Folder

ROOT = Path(__file__).parent.parent
LONGEST = 2_000  # moves
_TRIES = 12  # of each option, for who is greedy


class Tally(NamedTuple):
    won: int
    shared: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.shared + self.lost


class Claim(NamedTuple):
    game: str
    agents: str
    games: int
    holds: Callable[[Tally], bool]
    team: int = 1  # every so many seats are partners of the first


CLAIMS = {
    "tris": Claim("tris", "mcts:1000,random", 200, lambda tally: tally.lost == 0),
    "tris_itself": Claim("tris", "mcts:1000,mcts:1000", 200, lambda tally: tally.shared == tally.games),
    "connect_four": Claim("connect_four", "mcts:1000,random", 100, lambda tally: tally.won >= 0.95 * tally.games),
    "breakthrough": Claim("breakthrough", "mcts:1000,random", 100, lambda tally: tally.won >= 0.95 * tally.games),
    "reversi": Claim("reversi", "mcts:1000,random", 100, lambda tally: tally.won >= 0.95 * tally.games),
    "goofspiel": Claim("goofspiel", "mcts:500,random", 200, lambda tally: tally.won >= 0.65 * tally.games),
    "honours": Claim("honours", "mcts:200,random,mcts:200,random", 10, lambda tally: tally.won >= 0.7 * tally.games, 2),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("claims", nargs="*", metavar="CLAIM", help=", ".join(CLAIMS))
    parser.add_argument("--games", type=int, help="instead of as many as are claimed")
    parser.add_argument("--rules", help="of a game of your own")
    parser.add_argument("--agents", default="mcts:500,random")
    asked = parser.parse_args()
    if asked.rules is not None:
        claim = Claim(asked.rules, asked.agents, asked.games or 20, lambda tally: True)
        return 0 if _shown(asked.rules, asked.rules, claim) else 1
    if unknown := [name for name in asked.claims if name not in CLAIMS]:
        parser.error(f"there is no claim {', '.join(unknown)}; there are {', '.join(CLAIMS)}")
    fine = True
    for name in asked.claims or list(CLAIMS):
        claim = CLAIMS[name]
        path = str(ROOT / "examples" / claim.game / f"{claim.game}.tgpl")
        fine &= _shown(name, path, claim._replace(games=asked.games or claim.games))
    return 0 if fine else 1


def _shown(name: str, path: str, claim: Claim) -> bool:
    native = compile_rules(Folder.of_main(path)).native("fast")
    began, tally = time.monotonic(), Tally(0, 0, 0)
    for number in range(claim.games):
        tally = _counted(tally, *_match(native, claim, number))
    held = claim.holds(tally)
    taken = time.monotonic() - began
    print(
        f"{name}: {claim.agents}: won {tally.won}, shared {tally.shared}, lost {tally.lost} of {tally.games}"
        f" in {taken:.0f} s{'' if held else '  NOT AS CLAIMED'}",
        flush=True,
    )
    return held


def _counted(tally: Tally, first: list[int], mine: set[int]) -> Tally:
    """Who is in the first place: only mine, some of mine, or others."""
    if first and set(first) <= mine:
        return tally._replace(won=tally.won + 1)
    if not first or set(first) & mine:
        return tally._replace(shared=tally.shared + 1)
    return tally._replace(lost=tally.lost + 1)


def _match(native: NativeGame, claim: Claim, number: int) -> tuple[list[int], set[int]]:
    """The first place, and the seats of the first agent and its partners."""
    players = max(native.players[0], len(claim.agents.split(",")))
    shift = number % (claim.team if claim.team > 1 else players)
    words = [parse_agent(word) for word in split_seats(claim.agents, players)]
    words = words[players - shift :] + words[: players - shift]
    mine = {(shift + seat) % players for seat in range(0, players, claim.team if claim.team > 1 else players)}
    state = NativeState(native)
    state.begin(number, players)
    seats = [_Seat(word, native, state, Rng(number * 64 + seat)) for seat, word in enumerate(words)]
    while state.player is not None and state.moves < LONGEST:
        state.take(seats[state.player].choice(state) if state.options else [])
    return (state.ranking or [[]])[0], mine


class _Seat:
    def __init__(self, word: AgentSpec, native: NativeGame, state: NativeState, chance: Rng) -> None:
        manners: dict[str, Manner] = {"mcts": "mcts", "flat": "flat", "greedy": "greedy"}
        self.word = word
        self.chance = chance
        self.search = Search(native, state.library, word.threads, manners[word.name]) if word.searches else None

    def choice(self, state: NativeState) -> int:
        if state.options == 1 or self.word.name == "first":
            return 0
        if self.search is None:
            return self.chance.below(state.options)
        games = self.word.games if self.word.name != "greedy" else _TRIES * state.options
        return self.search.run(state, self.chance.next(), games, self.word.seconds).best


if __name__ == "__main__":
    sys.exit(main())
