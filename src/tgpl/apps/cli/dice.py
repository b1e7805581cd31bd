"""Commands about dice: odds, repl."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from tgpl.apps.cli.group import tgpl
from tgpl.apps.cli.output import PROBLEMS, refuse, say, say_problems, uses_colour, write_json, wrong_use
from tgpl.apps.cli.rule_files import FILE
from tgpl.apps.spinner import Spinner
from tgpl.languages.registry import RPG, language_of
from tgpl.text.escape import plain
from tgpl.text.shell_commands import shown

if TYPE_CHECKING:
    from tgpl.dice.distribution import Value
    from tgpl.text.diagnostics import Problem
    from tgpl.text.source import SourceFile


@tgpl.command(context_settings={"ignore_unknown_options": True})  # an expression may begin with a minus
@click.argument("asked", nargs=-1, required=True, metavar="[SCRIPT.rpg] EXPRESSION...")
@click.option("--json", "as_json", is_flag=True, help="Write everything as JSON, with exact fractions.")
def odds(asked: tuple[str, ...], as_json: bool) -> None:
    """Work out exactly what dice come to; several expressions are shown side by side.

    \b
    Dice         2d6   1d4 + 7   6 * (2d3 + 2)
    Kept         highest 3 of 4d6   lowest 1 of 2d20   drop lowest 1 of 4d6
    Exploding    explode 3d6   explode 3d6 up to 2
    Counted      count >= 5 of 8d6
    Opposed      4d6 against 4d6   (sorted, compared in pairs: how many the left wins)
    Conditions   1d20 + 5 >= 15   1d6 > 1d8 && 2d6 != 7   if 1d20 >= 11 then 2d6 else 0
    Functions    duel.rpg "attack(3)"   (of a script in RPG, after it has run)

    \b
    Example:
      tgpl odds "2d6 + 3"
      tgpl odds "highest 3 of 4d6" 3d6
      tgpl odds "1d20 + 5 >= 15" --json
      tgpl odds duel.rpg "attack(3)" "attack(5)"
    """
    from shutil import get_terminal_size

    from tgpl.dice.report import describe_odds, odds_to_json
    from tgpl.text.diagnostics import sort_problems, to_json
    from tgpl.text.source import SourceFile

    in_script = language_of(asked[0]) is RPG
    work_out, texts = (_load_script_odds(asked[0]), asked[1:]) if in_script else (_load_formula_odds(), asked)
    if not texts:
        wrong_use('What is to be worked out? As in `tgpl odds duel.rpg "attack(3)"`.')
    found, problems = [], []
    with Spinner("Working out the odds"):
        for i, text in enumerate(texts, 1):
            value, wrong = work_out(SourceFile("odds" if len(texts) == 1 else f"odds {i}", text))
            problems += wrong
            if value is not None:
                found.append((plain(text.strip()), value))
    problems = sort_problems(problems)
    if as_json:
        write_json({"odds": [odds_to_json(text, value) for text, value in found], "problems": to_json(problems)})
    elif not problems:
        fine = "utf" in (sys.stdout.encoding or "").lower()
        say(describe_odds(found, get_terminal_size().columns, uses_colour(sys.stdout), fine), painted=True)
    else:
        say_problems(problems, err=True)
    if problems:
        sys.exit(PROBLEMS)


_WorkOut = Callable[["SourceFile"], "tuple[Value | None, list[Problem]]"]


def _load_formula_odds() -> _WorkOut:
    from tgpl.dice.evaluate import find_odds

    return find_odds


def _load_script_odds(file: str) -> _WorkOut:
    from tgpl.dice.script import find_odds_in_script
    from tgpl.text.disk import BadFile, content
    from tgpl.text.files import LARGEST, Unreadable, decode
    from tgpl.text.source import SourceFile

    try:
        script = SourceFile(file, decode(content(file, LARGEST)))
    except BadFile as why:
        wrong_use(f"{shown(file)} cannot be read: {why}.")
    except Unreadable:
        refuse(f"{shown(file)} is no text in UTF-8, as scripts are.")
    return lambda asked: find_odds_in_script(script, asked)


@tgpl.command()
@click.argument("file", required=False, type=FILE)
@click.option("--seed", type=int, default=0, show_default=True, help="Where chance begins.")
def repl(file: str | None, seed: int) -> None:
    """Try RPG line by line: what you type runs at once, and its value is shown.

    With a file, that script runs first, and what it defines is there. Input from a pipe works too, without prompts.

    \b
    At the prompt:
      set hero = Entity with Strong       variables and definitions stay; a new one replaces the old
      roll(2d6) + hero.Strength / 10      the value of an expression is shown with its type
      :type 2d6 + 3                       its type only
      :odds roll(1d20) + 5 >= 15          what it can come to, exactly
      :load fight.rpg   :list   :forget hero   :seed 7   :help   :quit

    \b
    Example:
      tgpl repl
      tgpl repl fight.rpg --seed 7
      echo "roll(3d6)" | tgpl repl
    """
    from tgpl.apps.repl.loop import repl as loop

    if file is not None and language_of(file) is not RPG:
        wrong_use(f"{shown(file)} is no script in RPG: the name of one ends in .rpg.")
    sys.exit(loop(file, seed))
