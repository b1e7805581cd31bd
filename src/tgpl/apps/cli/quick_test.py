"""The command for every save: test."""

from __future__ import annotations

import sys

import click

from tgpl.apps.cli.group import tgpl
from tgpl.apps.cli.output import INTERRUPTED, PROBLEMS, say, write_json
from tgpl.apps.cli.rule_files import FILE, read_playable
from tgpl.apps.spinner import clear_line, show_line


@tgpl.command()
@click.argument("file", type=FILE)
@click.option("--seconds", type=click.FloatRange(0.1, 3600), default=10.0, show_default=True, help="In all, about.")
@click.option(
    "--games",
    type=click.IntRange(1, 10**9),
    help="So many with every number of players instead, however long it takes: the same number, the same answer.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Where chance begins.")
@click.option("--max-moves", type=click.IntRange(1, 10**9), default=2000, show_default=True, help="Of one game.")
@click.option("--json", "as_json", is_flag=True, help="Write what was found as JSON.")
def test(file: str, seconds: float, games: int | None, seed: int, max_moves: int, as_json: bool) -> None:
    """Play random games with every number of players, and say what goes wrong: rules that break, games that get stuck or do not end,
    actions that are never offered. Quick enough for every save; `tgpl lab` looks closer.

    Ends with 1 if a rule breaks, a game gets stuck, more than three in ten do not end, or an action is never offered in fifty games
    or more.

    \b
    Example:
      tgpl test tris.tgpl
      tgpl test tris.tgpl --games 1000 --json
    """
    from tgpl.apps.quick_test import Budget, QuickTest

    tried = QuickTest(read_playable(file), file, seed, max_moves)
    try:
        tried.run(Budget(seconds, games), show_line)
    finally:
        clear_line()
    if as_json:
        write_json(tried.data())
    else:
        say(tried.text())
    if tried.interrupted:
        say("Interrupted: this is what was known by then.", err=True)
        sys.exit(INTERRUPTED)
    if not tried.is_fine:
        sys.exit(PROBLEMS)
