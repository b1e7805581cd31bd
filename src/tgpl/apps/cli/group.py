"""The commands: the group that they join, and how it begins."""

from __future__ import annotations

import click

from tgpl import __version__
from tgpl.languages.registry import GDL, RPG, SENET, TGDL, TGPL

_PROGRAMS = tuple(
    extension for language in (RPG, SENET) for extension in language.extensions
)  # print and read for themselves
_GAMES = tuple(extension for language in (TGPL, TGDL, GDL) for extension in language.extensions)


class _Commands(click.Group):
    """A rule text alone is played: `tgpl tris.tgpl` at the table, `tgpl fight.rpg` and `tgpl tictactoe.snt` as programs."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        for command, endings in (("run", _PROGRAMS), ("play", _GAMES)):
            if args and args[0].lower().endswith(endings):
                args = [command, *args]
        return super().parse_args(ctx, args)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", message="tgpl %(version)s")
def tgpl() -> None:
    """Write the rules of a board game, and play it minutes later.

    \b
    Example:
      tgpl check examples/tris/tris.tgpl
      tgpl run examples/tris/tris.tgpl --seed 7
      tgpl play examples/gdl/tris.kif
      tgpl examples/fight/fight.rpg
    """
