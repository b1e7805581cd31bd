"""The command line: the only place that knows about arguments, files to write and exit codes.

What a command needs is imported when it runs, so that `tgpl --help` answers at once.
"""

from __future__ import annotations

import os
import re
import sys

import click

from tgpl.apps.cli import dice, lab, matches, measures, quick_test, recorded_matches, rule_texts, serving
from tgpl.apps.cli.group import tgpl as tgpl
from tgpl.text.shell_commands import as_called, learn_tool_name

assert dice and lab and matches and measures and quick_test  # have joined the group
assert recorded_matches and rule_texts and serving


def _learn_name() -> str:
    """As people called the tool, also in what `--help` shows."""
    name = learn_tool_name()
    for command in (tgpl, *tgpl.commands.values()):
        for option in command.params:
            if isinstance(option, click.Option) and option.help:
                option.help = as_called(option.help)
        command.help = re.sub(r"(?m)^( *)tgpl(?= )", lambda found: found[1] + name, as_called(command.help or ""))
    return name


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # names of files may be no text
    try:
        tgpl(prog_name=_learn_name())
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        guard = sys.modules.get("tgpl.runtime.guard")
        if guard is None or not isinstance(error, guard.Forbidden):
            raise
        sys.exit(f"tgpl: {error}")
