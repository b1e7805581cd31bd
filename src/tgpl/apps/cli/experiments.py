"""What the lab does with more than one rule text: compare two, or vary one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tgpl.apps.cli.output import INTERRUPTED, PROBLEMS, end_sentence, say, say_problems, write_json, wrong_use
from tgpl.apps.spinner import Spinner, clear_line, show_line

if TYPE_CHECKING:
    from tgpl.apps.lab.lab import Request
    from tgpl.compile import Result


def compare(new: Result, against: str, request: Request, as_json: bool) -> None:
    """`tgpl lab NEW --against OLD`."""
    from tgpl.apps.lab.comparison import Comparison
    from tgpl.apps.lab.comparison_text import write_comparison
    from tgpl.apps.lab.revisions import NoRevision, find_earlier
    from tgpl.compile import compile_rules

    try:
        with Spinner("Reading the old rules"):
            library, name = find_earlier(request.file, against)
            old = compile_rules(library)
    except NoRevision as why:
        wrong_use(f"{why}.")
    _demand_playable(old, name)
    try:
        comparison = Comparison(new, old, request, (request.file, name))
    except ValueError as error:
        wrong_use(f"{error}.")
    try:
        compared = comparison.run(show_line)
    finally:
        clear_line()
    if as_json:
        write_json(compared.data())
    else:
        say(write_comparison(compared))
    end_interrupted(compared.interrupted)


def _demand_playable(old: Result, name: str) -> None:
    from tgpl.text.diagnostics import errors

    if old.playable:
        return
    say_problems(errors(old.problems), err=True)
    say(f"{name} cannot be played, so there is nothing to compare with.", err=True)
    sys.exit(PROBLEMS)


def end_interrupted(interrupted: bool) -> None:
    if interrupted:
        say("Interrupted: this is what was known by then.", err=True)
        sys.exit(INTERRUPTED)


def vary(result: Result, asked: tuple[str, ...], goal: str | None, request: Request, as_json: bool) -> None:
    """`tgpl lab FILE --vary NAME=VALUES --goal WORDS`."""
    from tgpl.apps.lab.goals import USUAL_GOAL, parse_goals
    from tgpl.apps.lab.settings import Space
    from tgpl.apps.lab.variation import Experiment
    from tgpl.apps.lab.variation_text import write_variation

    try:
        goals = parse_goals(goal or USUAL_GOAL)
        experiment = Experiment(result, request, Space(result, asked), goals)
        try:
            varied = experiment.run(show_line)
        finally:
            clear_line()
    except ValueError as error:
        wrong_use(end_sentence(error))
    if as_json:
        write_json(varied.data())
    else:
        say(write_variation(varied))
    end_interrupted(varied.interrupted)
