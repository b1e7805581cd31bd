"""The command line: the only place that knows about arguments, files to write and exit codes.

What a command needs is imported when it runs, so that `tgpl --help` answers at once.
"""

from __future__ import annotations

import os
import sys

from tgpl.cli import dice, matches, measures, recorded, texts
from tgpl.cli.group import tgpl as tgpl

assert dice and matches and measures and recorded and texts  # have joined the group


def main() -> None:
    try:
        tgpl(prog_name="tgpl")
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
