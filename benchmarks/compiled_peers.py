"""Compiled peers of `playouts`: what Regular Boardgames' compiler makes of its own rule texts, and OpenSpiel's C++.

In:  the folder of a local build of each. Out: programs in a folder of ours, each of which plays random games for some
seconds of the processor and says how many games and moves that were.

Nothing of theirs is here: a driver of some lines is written beside what they make and compiled with them. Headers that
their texts need (Boost, Abseil) are looked for as the compiler does: CPLUS_INCLUDE_PATH and LIBRARY_PATH name folders.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

FLAGS = ("-std=c++17", "-Ofast", "-march=native", "-flto", "-DNDEBUG", "-w")  # as its own makefile has them
_SPIEL_FLAGS = ("-std=c++17", "-O3", "-march=native", "-DNDEBUG", "-w")

_COUNTING = """
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
static uint64_t chance_;
static unsigned below(unsigned n) { /* as quick as any: drawing is no part of the comparison */
    chance_ ^= chance_ << 13, chance_ ^= chance_ >> 7, chance_ ^= chance_ << 17;
    return unsigned(((chance_ >> 32) * n) >> 32);
}
static double seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}
template <class Play> static int measure(char **words, Play play) {
    chance_ = 0x9E3779B97F4A7C15u * (1 + strtoull(words[0], nullptr, 10));
    double wanted = atof(words[1]), before = seconds(), taken;
    long games = 0, moves = 0, most = 1;
    do {
        for (long i = 0; i < most; i++) moves += play();
        games += most;
        taken = seconds() - before;
        if (taken < 0.02) most *= 2; /* the clock is asked seldom */
    } while (taken < wanted);
    return !printf("%ld %ld %.9f\\n", games, moves, taken);
}
"""

_RBG_DRIVER = (
    '#include "reasoner.hpp"\n#include <vector>\n'
    + _COUNTING
    + """
using namespace reasoner;
static resettable_bitarray_stack room;
static game_state beginning;
static std::vector<move> moves;
static bool keep(game_state &state) { /* the keeper makes the moves that nobody chooses */
    while (state.get_current_player() == 0)
        if (!state.apply_any_move(room)) return false;
    return true;
}
static long play() {
    game_state state = beginning;
    long count = 0;
    int before = 0;
    while (true) {
        state.get_all_moves(room, moves);
        if (moves.empty()) return count;
        int player = state.get_current_player();
        count += !SPLIT || player != before;
        before = player;
        state.apply_move(moves[below(moves.size())]);
        if (!keep(state)) return count;
    }
}
int main(int, char **words) { return !keep(beginning) || measure(words + 1, play); }
"""
)

_SPIEL_DRIVER = (
    '#include "open_spiel/spiel.h"\n#include <memory>\n'
    + _COUNTING
    + """
int main(int, char **words) {
    auto game = open_spiel::LoadGame(words[3]);
    return measure(words + 1, [&] {
        long count = 0;
        auto state = game->NewInitialState();
        for (; !state->IsTerminal(); count++) {
            auto actions = state->LegalActions();
            state->ApplyAction(actions[below(actions.size())]);
        }
        return count;
    });
}
"""
)
_SPIEL_SOURCES = (
    *("spiel", "spiel_utils", "game_parameters", "observer", "utils/usage_logging", "utils/status"),
    *("games/tic_tac_toe/tic_tac_toe", "games/connect_four/connect_four", "games/breakthrough/breakthrough"),
    *("games/othello/othello", "games/hex/hex", "games/checkers/checkers"),
    *(
        "games/chess/chess",
        "games/chess/chess_board",
        "games/chess/chess_common",
        "games/chess/chess960_starting_positions",
    ),
)
_ABSEIL_PARTS = (
    *("base", "container", "crc", "debugging", "hash", "numeric", "profiling"),
    *("random", "strings", "synchronization", "time", "types"),
)
_NOT_ABSEIL = re.compile(r"test|benchmark|mock|_win|print_hash_of|gentables|scoped_set_env|chi_square")


class Rate(NamedTuple):
    """Of one round."""

    games: float  # in a second of the processor, as moves
    moves: float
    length: float  # moves of a game


class Program(NamedTuple):
    """A compiled peer."""

    path: Path
    words: tuple[str, ...] = ()

    def play(self, seed: int, seconds: float) -> Rate:
        told = subprocess.run(
            [str(self.path), str(seed), str(seconds), *self.words], capture_output=True, text=True, check=True
        ).stdout
        games, moves, taken = map(float, told.split())
        return Rate(games / taken, moves / taken, moves / games)


def build_rbg(build: Path, game: str, folder: Path, *, split: bool = False) -> Program:
    """`split`: its rules ask for the parts of a move one by one, as ours do; a move is then all that one player does."""
    inside = folder / game
    made = Program(inside / "play")
    if made.path.exists():
        return made
    compiler, texts = build / "bin" / "rbg2cpp", sorted(build.rglob(f"{game}.rbg"))
    if not compiler.exists() or not texts:
        sys.exit(f"There is no {'compiler bin/rbg2cpp' if texts else f'game {game}.rbg'} below {build}.")
    inside.mkdir(parents=True, exist_ok=True)
    _run([str(compiler), "-o", "reasoner", str(texts[0])], inside)
    inside.joinpath("driver.cpp").write_text(_RBG_DRIVER, encoding="utf-8")
    _run([_find_compiler(), *FLAGS, f"-DSPLIT={int(split)}", "reasoner.cpp", "driver.cpp", "-o", "play"], inside)
    return made


def build_open_spiel(build: Path, folder: Path) -> Path:
    """Of OpenSpiel only the games that are compared, and Abseil, which lies inside it: two cores need some minutes."""
    inside, spiel = folder / "open_spiel", build / "open_spiel"
    if inside.joinpath("play").exists():
        return inside / "play"
    sources = [spiel / f"{name}.cc" for name in _SPIEL_SOURCES]
    if missing := [path for path in [*sources, spiel / "abseil-cpp" / "absl"] if not path.exists()]:
        sys.exit(f"There is no OpenSpiel with what it needs at {build}: {missing[0]} is missing.")
    sources += [
        source
        for part in _ABSEIL_PARTS
        for source in sorted((spiel / "abseil-cpp" / "absl" / part).rglob("*.cc"))
        if not _NOT_ABSEIL.search(source.name)
    ]
    inside.mkdir(parents=True, exist_ok=True)
    inside.joinpath("driver.cc").write_text(_SPIEL_DRIVER, encoding="utf-8")
    sources.append(inside / "driver.cc")
    includes = [f"-I{path}" for path in (build, spiel / "abseil-cpp", spiel / "json" / "include")]
    objects = [inside / f"{i}.o" for i in range(len(sources))]
    compile_one = [_find_compiler(), *_SPIEL_FLAGS, *includes, "-c"]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        works = [[*compile_one, str(a), "-o", str(b)] for a, b in zip(sources, objects, strict=True)]
        list(threads.map(lambda work: _run(work, inside), works))
    _run([_find_compiler(), *map(str, objects), "-lpthread", "-o", "play"], inside)
    return inside / "play"


def _find_compiler() -> str:
    found = shutil.which("g++") or shutil.which("c++")
    if found is None:
        sys.exit("The peers are C++, and there is no compiler for it (g++ or c++).")
    return found


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{shlex.join(command)[:500]}\n{done.stderr[-2000:]}")
