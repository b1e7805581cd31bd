"""The loop: read an input, run it, tell what came of it.

code = repl(script="fight.rpg", seed=0)     # until the end of the input; the exit code
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from tgpl import __version__
from tgpl.apps.outcome_text import describe_error
from tgpl.apps.repl.commands import run_command
from tgpl.apps.repl.completion import complete
from tgpl.apps.repl.input_lines import Ended, Inputs, read_pipe
from tgpl.apps.repl.interpreter import Answer, Interpreter
from tgpl.apps.repl.keyboard import Keyboard
from tgpl.text.diagnostics import Problem, to_terminal
from tgpl.text.escape import plain

FINE, PROBLEMS, INTERRUPTED = 0, 1, 130
_GREETING = f"tgpl {__version__}, RPG. `:help` tells what can be done here; Ctrl-D ends."
_WORDS_OF_OTHERS = {"quit": ":quit", "exit": ":quit", "help": ":help"}  # what people try
_DIM, _OFF = "\033[2m", "\033[0m"
_MOST_SHOWN = 20  # problems of one input


class Repl:
    """A session, and where its words go."""

    def __init__(self, seed: int) -> None:
        self.interpreter = Interpreter(seed, self)
        self.at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        self._number = 1  # of the input
        self._in_line = False  # something was printed without an end of line

    @property
    def name(self) -> str:
        """Of the input, where its places are told."""
        return f"input {self._number}"

    def prompt(self, goes_on: bool) -> str:
        whole = f"rpg {self._number}> "
        return f"{'…' if _knows_unicode() else '.':>{len(whole) - 2}}  " if goes_on else whole

    # -- what comes out

    def write(self, text: str) -> None:
        if text:
            click.echo(plain(text, lines=True) if sys.stdout.isatty() else text, nl=False)
            self._in_line = not text.endswith("\n")

    def echo(self, text: str, type_: str) -> None:
        shown = plain(text.removesuffix("\n"), lines=True) if sys.stdout.isatty() else text.removesuffix("\n")
        self.say(f"{shown}{_DIM if self.colour else ''} : {plain(type_)}{_OFF if self.colour else ''}", painted=True)

    def say(self, words: str, painted: bool = False) -> None:
        """On lines of their own. `painted`: it has colours, and whoever painted it has made its parts plain."""
        self.end_line()
        click.echo(words if painted else plain(words, lines=True))

    def end_line(self) -> None:
        if self._in_line:
            click.echo()
            self._in_line = False

    def report(self, answer: Answer) -> bool:
        if answer.error is not None:
            self.say("\n".join(describe_error(answer.error, self.interpreter.transcript.newest_first(), True)))
        return answer.fine if not answer.problems else self.report_problems(answer.problems)

    def report_problems(self, problems: Sequence[Problem], advice: str = "replace both in one input") -> bool:
        """Tells problems; gives False, as what had them was not fine."""
        self.say(to_terminal(problems[:_MOST_SHOWN], colour=self.colour).rstrip("\n"), painted=True)
        if all(problem.span.file in self.interpreter.transcript.older() for problem in problems):
            self.say(f"This was there before and would no longer fit, so nothing has changed: {advice}.")
        return False

    # -- inputs

    def take(self, text: str) -> bool:
        """Does what an input says; whether it was fine. Raises EOFError at the end of the session."""
        word = text.strip().rstrip(";() ")
        try:
            if text.lstrip().startswith(":"):
                return run_command(self, text)
            if word in _WORDS_OF_OTHERS and word not in self.interpreter.checked.variables:
                self.say(f"Commands begin with a colon: `{_WORDS_OF_OTHERS[word]}`.")
                return False
            return self.report(self.interpreter.run(self.name, text, echoes=True))
        finally:
            self.end_line()
            self._number += 1

    def run_script(self, path: str) -> bool:
        fine = run_command(self, f":load {path}")
        self.end_line()
        return fine


def repl(script: str | None, seed: int) -> int:
    """Until the end of the input; gives the exit code."""
    made = Repl(seed % (1 << 64))
    if made.at_terminal:
        click.echo(_GREETING)
    try:
        fine = script is None or made.run_script(script)
    except KeyboardInterrupt:
        made.say("Interrupted: nothing of the script has been kept.")
        fine = False
    if not made.at_terminal:
        return _run_pipe(made, fine)
    _run_at_terminal(made)
    return FINE


def _run_at_terminal(made: Repl) -> None:
    keyboard = Keyboard(lambda line, word: complete(made.interpreter, line, word), made.prompt)
    inputs = Inputs(keyboard.line, patient=False)
    while True:
        try:
            _run_input(made, inputs)
        except KeyboardInterrupt:  # one more, while the last was being told
            continue
        except Ended:
            click.echo()
            return
        except EOFError:
            return


def _run_input(made: Repl, inputs: Inputs) -> None:
    """Raises Ended or EOFError at the end of the session."""
    try:
        text = inputs.next()
    except KeyboardInterrupt:  # it is given up
        inputs.drop()
        click.echo()
        return
    try:
        made.take(text)
    except KeyboardInterrupt:
        inputs.drop()
        made.say("Interrupted: nothing has changed.")


def _run_pipe(made: Repl, fine: bool) -> int:
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    inputs = Inputs(read_pipe, patient=True)
    try:
        while True:
            fine = made.take(inputs.next()) and fine
    except (Ended, EOFError):
        return FINE if fine else PROBLEMS
    except KeyboardInterrupt:
        made.say("Interrupted.")
        return INTERRUPTED


def _knows_unicode() -> bool:
    """Whether the terminal knows more than ASCII."""
    return "utf" in (sys.stdout.encoding or "").lower()
