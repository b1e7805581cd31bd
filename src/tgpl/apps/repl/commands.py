"""What can be done beside writing RPG: `:type`, `:odds`, `:load` and the like.

In:  the words behind the colon. Out: what is said about them, through the `Repl`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from tgpl.languages.common.one_file import read_main
from tgpl.languages.registry import RPG, language_of
from tgpl.languages.rpg.check.incremental import KnownVariable, name_of
from tgpl.languages.rpg.check.types import Type, resolve
from tgpl.languages.rpg.problems import CannotRead
from tgpl.languages.rpg.syntax import tree as t
from tgpl.text.diagnostics import Problem, closest
from tgpl.text.escape import plain
from tgpl.text.files import Folder

if TYPE_CHECKING:
    from tgpl.apps.repl.loop import Repl

HELP = """\
Whatever you type runs at once; the value of an expression is shown with its type. A name that is
defined again takes the place of the old one. An input goes on while a bracket is open; Ctrl-C gives
it up, or stops what is running. Nothing that fails changes anything.

  :type EXPR      the type of an expression, which is not run
  :odds EXPR      what it can come to, exactly, as things stand: dice, conditions, functions of yours
  :load FILE      run a script, and know what it defines
  :list           all definitions and variables
  :forget NAME    take one away
  :seed N         let chance begin anew
  :help           this
  :quit           end, as Ctrl-D does

Tab completes names, fields behind a dot, and commands.
"""


def run_command(repl: Repl, line: str) -> bool:
    """Does it; says whether it was fine. Raises EOFError at the end of the session."""
    word, _, rest = line.strip().partition(" ")
    known = {name for name in _COMMANDS if name.startswith(word)} if len(word) > 1 else set[str]()
    if word in _COMMANDS:
        known = {word}
    if len(known) != 1:
        near = closest(word.lstrip(":"), [one.lstrip(":") for one in _COMMANDS])
        repl.say(
            f"There is no command `{plain(word)}`. {f'Did you mean `:{near}`?' if near else '`:help` lists them.'}"
        )
        return False
    return _COMMANDS[known.pop()](repl, rest.strip())


def _type(repl: Repl, rest: str) -> bool:
    if not rest:
        return _lacks(repl, "an expression, as in `:type 2d6 + 3`")
    type_, problems = repl.interpreter.type(repl.name, rest)
    if type_ is None:
        return repl.report_problems(problems)
    repl.say(str(type_))
    return True


def _odds(repl: Repl, rest: str) -> bool:
    from tgpl.dice.report import describe_odds

    if not rest:
        return _lacks(repl, "an expression, as in `:odds 2d6 + 3`")
    value, problems = repl.interpreter.odds(repl.name, rest)
    if value is None:
        return repl.report_problems(problems)
    fine = "utf" in (sys.stdout.encoding or "").lower()
    repl.say(describe_odds([(plain(rest), value)], get_terminal_size().columns, repl.colour, fine), painted=True)
    return True


def _load(repl: Repl, rest: str) -> bool:
    if not rest:
        return _lacks(repl, "a file, as in `:load fight.rpg`")
    if language_of(rest) is not RPG:
        return _lacks(repl, "a script in RPG, whose name ends in `.rpg`")
    file = read_main(Folder.of_main(os.path.expanduser(rest)), CannotRead)
    if isinstance(file, Problem):
        return repl.report_problems([file])
    return repl.report(repl.interpreter.run(file.name, file.text, echoes=False))


def _list(repl: Repl, rest: str) -> bool:
    lines = [_describe(repl, entry) for entry in repl.interpreter.known.entries]
    repl.say("\n".join(lines) if lines else "Nothing is defined yet.")
    return True


def _describe(repl: Repl, entry: t.Definition | KnownVariable) -> str:
    checked = repl.interpreter.checked
    if isinstance(entry, KnownVariable):
        value = repl.interpreter.simple(entry.name)
        return f"set {entry.name}{'' if value is None else f' = {plain(value)}'} : {resolve(entry.type)}"
    if isinstance(entry, t.Function):
        function = checked.functions[entry.name.text]
        parameters = ", ".join(f"{one.name}: {one.type}" for one in function.parameters)
        return f"fun {function.name}({parameters}){_returns(function.returns)}"
    fields = ", ".join(field.name.text for field in entry.fields)
    shown = f"{{ {fields} }}" if fields else "{ }"
    if isinstance(entry, t.Trait):
        return f"trait {entry.name.text}{'' if entry.target is None else f' for {entry.target.text}'} {shown}"
    base = "" if entry.base is None else f" extends {entry.base.text}"
    traits = " with " + " and ".join(word.text for word in entry.traits) if entry.traits else ""
    return f"{entry.name.text}{base}{traits} {shown}"


def _returns(type_: Type) -> str:
    return "" if str(type_) == "Unit" else f": {type_}"


def _forget(repl: Repl, rest: str) -> bool:
    if not rest:
        return _lacks(repl, "a name, as in `:forget fighter`")
    problems = repl.interpreter.forget(rest)
    if problems is None:
        near = closest(rest, map(name_of, repl.interpreter.known.entries))
        repl.say(f"There is no `{plain(rest)}`.{f' Did you mean `{near}`?' if near else ''}")
        return False
    return repl.report_problems(problems, "forget that first") if problems else True


def _seed(repl: Repl, rest: str) -> bool:
    try:
        repl.interpreter.seed(int(rest) % (1 << 64))
    except ValueError:
        return _lacks(repl, "a whole number, as in `:seed 7`")
    return True


def _help(repl: Repl, rest: str) -> bool:
    repl.say(HELP.rstrip())
    return True


def _quit(repl: Repl, rest: str) -> bool:
    raise EOFError


def _lacks(repl: Repl, what: str) -> bool:
    repl.say(f"This needs {what}.")
    return False


_COMMANDS: dict[str, Callable[[Repl, str], bool]] = {
    ":type": _type,
    ":odds": _odds,
    ":load": _load,
    ":list": _list,
    ":forget": _forget,
    ":seed": _seed,
    ":help": _help,
    ":quit": _quit,
}
