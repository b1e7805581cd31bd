"""Commands that count and measure: perft, bench, solve."""

from __future__ import annotations

import sys

import click

from tgpl.apps.cli.group import tgpl
from tgpl.apps.cli.output import INTERRUPTED, PROBLEMS, refuse, say, write_json, wrong_use
from tgpl.apps.cli.rule_files import FILE, TARGET, begin_match, read_game
from tgpl.apps.spinner import Spinner, clear_line, show_line


@tgpl.command()
@click.argument("file", type=FILE)
@click.argument("depth", type=click.IntRange(1, 100))
@click.option("--seed", type=int, default=0, show_default=True, help="Where chance begins.")
@click.option("--players", type=int, help="How many, where the game leaves it open. [default: the fewest]")
@click.option("--target", type=TARGET, help="Who counts: the same either way. [default: the sooner]")
@click.option("--json", "as_json", is_flag=True, help="Write the counts as JSON.")
def perft(file: str, depth: int, seed: int, players: int | None, target: str | None, as_json: bool) -> None:
    """Count the moves that are possible, one line a depth.

    \b
    Example:
      tgpl perft tris.tgpl 4
    """
    from tgpl.agents.targets import NotInC, count_moves
    from tgpl.apps.outcome_text import describe_error_in
    from tgpl.runtime.errors import Uncountable
    from tgpl.runtime.record import error_of

    result = read_game(file)
    game = result.game()
    begin_match(game.start, seed, players)
    try:
        with Spinner("Compiling the rules") as spinner:
            tell = spinner.counter("moves")
            counts, broken = count_moves(result, lambda: game.start(seed, players), depth, target, tell)
    except Uncountable as why:
        refuse(str(why))
    except NotInC as no:
        refuse(f"It cannot be counted on the C target: {no}.")
    if as_json:
        write_json({"perft": counts, **({"broken": error_of(broken)} if broken is not None else {})})
    else:
        for i, count in enumerate(counts, 1):
            say(f"{i}: {count}")
    if broken is not None:
        say("A rule breaks: what would follow is not counted. The first that was found:", err=True)
        say("\n".join(describe_error_in(broken, result)), err=True)
        sys.exit(PROBLEMS)


@tgpl.command()
@click.argument("file", type=FILE)
@click.option("--seconds", type=click.FloatRange(0.1, 3600), default=6.0, show_default=True, help="In all, about.")
@click.option("--seed", type=int, default=0, show_default=True, help="Where chance begins.")
@click.option("--players", type=int, help="How many, where the game leaves it open. [default: the fewest]")
@click.option("--max-moves", type=click.IntRange(1, 10**9), default=1000, show_default=True, help="Of one game.")
@click.option("--json", "as_json", is_flag=True, help="Write what was measured as JSON.")
def bench(file: str, seconds: float, seed: int, players: int | None, max_moves: int, as_json: bool) -> None:
    """Measure how fast a game is played by machines, on each target.

    \b
    Example:
      tgpl bench tris.tgpl
      tgpl bench tris.tgpl --seconds 2 --json
    """
    from tgpl.apps.bench import Bench

    result = read_game(file)
    try:
        measured = Bench(result, seed, players, seconds, max_moves)
    except ValueError as error:
        wrong_use(f"{error}.")
    stopped = False
    try:
        measured.run(show_line)
    except KeyboardInterrupt:
        stopped = True
    finally:
        clear_line()
    if as_json:
        write_json(measured.data())
    else:
        say(measured.table())
        for line in measured.broken_rules(file):
            say(line)
    if stopped:
        say("Interrupted: this is what was known by then.", err=True)
        sys.exit(INTERRUPTED)


@tgpl.command()
@click.argument("file", type=FILE)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the match that is solved.")
@click.option("--players", type=int, help="How many, where the game leaves it open. [default: the fewest]")
@click.option(
    "--positions", type=click.IntRange(1, 1_000_000_000), default=5_000_000, show_default=True, help="At most so many."
)
@click.option("--json", "as_json", is_flag=True, help="Write the result as JSON.")
def solve(file: str, seed: int, players: int | None, positions: int, as_json: bool) -> None:
    """Say what a small game comes to if nobody makes a mistake, with a line that shows it.

    Only for games without secrets and choices at the same time, and without chance once they have begun.

    \b
    Example:
      tgpl solve tris.tgpl
      tgpl solve hare_and_hounds.tgpl --positions 10000000
    """
    from tgpl.agents.compiled import CannotSearch, compile_for_search
    from tgpl.agents.solve import CannotSolve
    from tgpl.agents.solve import solve as solved
    from tgpl.apps.solve_report import describe_solution, solution_to_json

    result = read_game(file)
    state = begin_match(result.game().start, seed, players)
    name = state.game.name
    try:
        with Spinner("Compiling the rules") as spinner:
            found = solved(compile_for_search(result, "fast"), state, positions, spinner.counter("positions"))
    except CannotSearch as why:
        refuse(str(why))
    except CannotSolve as why:
        refuse(f"{file} cannot be solved: {why}.")
    except KeyboardInterrupt:
        say("Interrupted; nothing is known yet.", err=True)
        sys.exit(INTERRUPTED)
    if as_json:
        write_json(solution_to_json(name, found))
    else:
        say(describe_solution(name, found, state.game.rules.seats))
