"""The command that serves: serve."""

from __future__ import annotations

from typing import Any

import click

from tgpl.apps.cli.group import tgpl
from tgpl.apps.cli.output import refuse, say


@tgpl.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True), metavar="[FILE|FOLDER]...")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 lets others in.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any that is free.")
@click.option(
    "--store", metavar="URL", help="Where tables are kept: a file, or postgresql://… [default: a file of yours]"
)
@click.option("--open", is_flag=True, help="Open the front page in a browser.")
@click.option("--watch", is_flag=True, help="Saved changes of the rules reach tables that are being played.")
@click.option("--public", is_flag=True, help="Strangers may come, and bring rules of their own.")
@click.option("--studio", is_flag=True, help="Guests may write games of their own here, and play them.")
def serve(**asked: Any) -> None:
    """A table in the browser: send a link, play with friends.

    Shows the games of files and folders, without any those of the folder one stands in. A table has a link for each seat. Tables
    are kept after each choice; who comes back goes on. At this computer rules are written at /studio, beside their table.

    \b
    Example:
      tgpl serve examples
      tgpl serve harbour.tgpl --watch --open
      tgpl serve examples --studio --host 0.0.0.0
      tgpl serve examples --host 0.0.0.0 --store postgresql://games@localhost/tables
    """
    try:
        from tgpl.apps.web.serve import CannotServe, ServeRequest
        from tgpl.apps.web.serve import serve as run
    except ImportError as missing:
        refuse(
            f"A server needs {missing.name}, which is not installed here: `pip install 'tgpl[web]'`; `./tgpl serve` does it by itself."
        )
    paths = asked.pop("paths") or (".",)
    try:
        run(ServeRequest(paths=paths, **asked), say)
    except CannotServe as why:
        refuse(str(why))
