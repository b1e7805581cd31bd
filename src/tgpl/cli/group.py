"""The commands: the group that they join, and how it begins."""

from __future__ import annotations

import click

from tgpl import __version__


class _Commands(click.Group):
    """`tgpl fight.rpg` runs the script, `tgpl tictactoe.snt` the game."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0].lower().endswith((".rpg", ".snt")):
            args = ["run", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", message="tgpl %(version)s")
def tgpl() -> None:
    """Write the rules of a board game, and play it minutes later.

    \b
    Example:
      tgpl check examples/tris/tris.tgpl
      tgpl run examples/tris/tris.tgpl --seed 7
      tgpl examples/fight/fight.rpg
      tgpl play examples/gdl/tris.kif
    """
