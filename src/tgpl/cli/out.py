"""What commands write, and how they end: texts, files, data, problems.

Exit codes: 0 fine, 1 problems found, 2 wrong use.
"""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

import click

from tgpl.calling import as_called, command, shown

PROBLEMS, WRONG_USE, INTERRUPTED = 1, 2, 130
MOST_SHOWN = 100  # problems on a terminal


def colour(stream: Any) -> bool:
    return bool(stream.isatty()) and "NO_COLOR" not in os.environ


def write_json(data: object) -> None:
    import json

    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def hand_over(text: str, path: str | None) -> None:
    """To a file, or to whoever looks."""
    if path is None:
        click.echo(text, nl=False)
    else:
        write_file(path, text)


def write_file(path: str, text: str, mode: int | None = None) -> None:
    """Whole or not at all: an interrupted write leaves the old file."""
    from tgpl.disk import BadFile, replace

    try:
        replace(path, text, mode)
    except BadFile as why:
        refuse(f"{shown(path)} cannot be written: {why}. Nothing has changed.")


def refuse(message: str) -> NoReturn:
    click.echo(as_called(message), err=True)
    sys.exit(PROBLEMS)


def wrong_use(message: str) -> NoReturn:
    click.echo(as_called(f"{message}\nTry `tgpl --help`."), err=True)
    sys.exit(WRONG_USE)


def counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def verdict(files: tuple[str, ...], wrong: int, doubtful: int) -> str:
    what = shown(files[0]) if len(files) == 1 else f"{len(files)} files"
    if not wrong and not doubtful:
        return f"{what}: fine."
    found = [counted(n, word) for n, word in ((wrong, "error"), (doubtful, "warning")) if n]
    return f"{what}: {' and '.join(found)}. `{command('explain', 'CODE')}` tells more about each."
