"""Recorded matches of rulesheets: the command that holds them against the rules, match, and how `run` writes them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tgpl.apps.cli.group import tgpl
from tgpl.apps.cli.output import PROBLEMS, refuse, say, write_json
from tgpl.apps.cli.rule_files import FILE, read_rulesheet
from tgpl.apps.spinner import Spinner
from tgpl.text.shell_commands import shown

if TYPE_CHECKING:
    from tgpl.compile import Result
    from tgpl.runtime.record import Outcome
    from tgpl.runtime.state import Choice


@tgpl.command()
@click.argument("rules", type=FILE)
@click.argument("moves", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Write what was found as JSON.")
def match(rules: str, moves: str, as_json: bool) -> None:
    """Replay a recorded match of a rulesheet (.kif or .hrf): is every move legal, is every recorded state the one that the
    rules lead to, are the goals right? It stops at the first move that is not legal, and says which are.

    MOVES is JSON with moves[step][role], states and goalValues, as matches are published; XML with history/move/action; or a
    text with one joint move on each line, in KIF or infix, as `tgpl run --states` writes it.

    \b
    Example:
      tgpl match tris.kif match.json
      tgpl run tris.kif --states > match.txt
      tgpl match tris.kif match.txt
    """
    from tgpl.apps.sheet_evaluator import HybridReasoner
    from tgpl.gdl.matches.read import read_file
    from tgpl.gdl.matches.recorded_match import BadMatch
    from tgpl.gdl.matches.replay import replay
    from tgpl.gdl.matches.report import describe, to_data

    result, logic = read_rulesheet(rules)
    try:
        recorded = read_file(moves)
    except BadMatch as why:
        refuse(f"{shown(moves)} is no recorded match: {why}.")
    with Spinner("Playing it again"):
        played = replay(logic, recorded, HybridReasoner, lambda about: result.game().rules.place_of(about))
    if as_json:
        write_json(to_data(played))
    else:
        for line in describe(played):
            say(line)
    if played.wrong:
        sys.exit(PROBLEMS)


def show_states(state: Outcome, choices: Sequence[Choice], as_json: bool, result: Result) -> None:
    """A match that was just played, so that `tgpl match` can read it; how it ended is a comment in it."""
    from tgpl.apps.outcome_text import describe_outcome, describe_outcome_error
    from tgpl.gdl.matches.export import record_match
    from tgpl.gdl.matches.replay import to_record
    from tgpl.gdl.matches.report import write_plain
    from tgpl.runtime.record import result_of

    played = record_match(result.game(), state.seed, choices)
    if as_json:
        write_json({**result_of(state), "data": to_record(played)})
    else:
        for line in write_plain(played):
            say(line)
        for line in (describe_outcome(state), *describe_outcome_error(state, result)):
            say(f"; {line}")
    if state.ended == "error":
        sys.exit(PROBLEMS)
