"""Rule texts as commands take them: read, checked, begun."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from tgpl.apps.cli.output import PROBLEMS, refuse, say, say_problems, summarize, wrong_use
from tgpl.apps.spinner import Spinner
from tgpl.languages.registry import GDL, RPG, language_of
from tgpl.text.shell_commands import argument, command, shown

if TYPE_CHECKING:
    from tgpl.compile import Result
    from tgpl.runtime.state import State
    from tgpl.text.terms import Logic


FILE = click.Path(exists=True, dir_okay=False, readable=True)
TARGET = click.Choice(["python", "c"])


def read_rules(file: str) -> Result:
    from tgpl.compile import compile_rules
    from tgpl.text.files import Folder

    with Spinner("Reading the rules"):
        return compile_rules(Folder.of_main(file))


def read_valid(file: str) -> Result:
    """A rule text without errors; else says what is wrong and stops."""
    from tgpl.text.diagnostics import errors

    result = read_rules(file)
    wrong = errors(result.problems)
    if wrong:
        aside = language_of(file) is not RPG  # what a script has to say, mistakes included, goes to one place
        say_problems(wrong, err=aside)
        say(summarize((file,), len(wrong), 0), err=aside)
        sys.exit(PROBLEMS)
    return result


def read_rulesheet(file: str) -> tuple[Result, Logic]:
    """A game in GDL, and its rules; else says what is wrong and stops."""
    if language_of(file) is not GDL:
        refuse(
            f"{shown(file)} is no rulesheet (.kif, .hrf or .gdl). Records of other games are played again by `tgpl replay RECORD`."
        )
    result = read_valid(file)
    logic: Logic = getattr(result.checked, "logic")  # noqa: B009 - only rulesheets have one
    return result, logic


def read_game(file: str) -> Result:
    """A game that somebody can play, so no script."""
    if language_of(file) is RPG:
        refuse(
            f"{shown(file)} is a script: nobody is asked anything in it. `{command('run', argument(file))}` runs it."
        )
    return read_playable(file)


def read_playable(file: str) -> Result:
    """A game without errors; else says what is wrong and stops."""
    result = read_valid(file)
    if not result.playable:
        say(f'{shown(file)} is no game: it has no `game "…";` directive. It can be imported and checked.', err=True)
        sys.exit(PROBLEMS)
    return result


def begin_match(begin: Callable[[int, int | None], State], seed: int, players: int | None) -> State:
    try:
        with Spinner("Setting up"):
            return begin(seed, players)
    except ValueError as error:
        wrong_use(f"{error}.")
