"""What commands write, and how they end: texts, files, data, problems.

Exit codes: 0 fine, 1 problems found, 2 wrong use.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import click

from tgpl.text.escape import plain, plain_json
from tgpl.text.shell_commands import as_called, command, shown

if TYPE_CHECKING:
    from tgpl.text.diagnostics import Problem

PROBLEMS, WRONG_USE, INTERRUPTED = 1, 2, 130
MOST_SHOWN = 100  # problems on a terminal


def uses_colour(stream: Any) -> bool:
    return bool(stream.isatty()) and "NO_COLOR" not in os.environ


def say(text: str = "", err: bool = False, painted: bool = False) -> None:
    """What a command has to tell: much of it comes from rules, records and names of files. `painted`: it has colours, and
    whoever painted it has made its parts plain."""
    click.echo(text if painted else plain(text, lines=True), err=err)


def write_as_is(text: str) -> None:
    """What a program prints, or a text that a file could hold: as it is, unless people look at it."""
    click.echo(plain(text, lines=True) if sys.stdout.isatty() else text, nl=False)


def say_problems(problems: Sequence[Problem], err: bool) -> None:
    """The first of them, with places."""
    from tgpl.text.diagnostics import to_terminal

    say(to_terminal(problems[:MOST_SHOWN], colour=uses_colour(sys.stderr if err else sys.stdout)), err, painted=True)


def write_json(data: object) -> None:
    import json

    click.echo(plain_json(json.dumps(data, ensure_ascii=False, indent=2)))


def write_output(text: str, path: str | None) -> None:
    """To a file, or to whoever looks; a terminal must not be driven by it."""
    if path is None:
        write_as_is(text)
    else:
        write_file(path, text)


def write_file(path: str, text: str, mode: int | None = None) -> None:
    """Whole or not at all: an interrupted write leaves the old file."""
    from tgpl.text.disk import BadFile, replace

    try:
        replace(path, text, mode)
    except BadFile as why:
        refuse(f"{shown(path)} cannot be written: {why}. Nothing has changed.")


def refuse(message: str) -> NoReturn:
    say(as_called(message), err=True)
    sys.exit(PROBLEMS)


def wrong_use(message: str) -> NoReturn:
    say(as_called(f"{message}\nTry `tgpl --help`."), err=True)
    sys.exit(WRONG_USE)


def end_sentence(error: Exception) -> str:
    """What an error says, as a sentence."""
    text = str(error)
    return text if text.endswith((".", "?")) else f"{text}."


def count_noun(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def summarize(files: tuple[str, ...], wrong: int, doubtful: int) -> str:
    what = shown(files[0]) if len(files) == 1 else f"{len(files)} files"
    if not wrong and not doubtful:
        return f"{what}: fine."
    found = [count_noun(n, word) for n, word in ((wrong, "error"), (doubtful, "warning")) if n]
    return f"{what}: {' and '.join(found)}. `{command('explain', 'CODE')}` tells more about each."
