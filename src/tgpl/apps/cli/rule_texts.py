"""Commands about rule texts: new, check, explain, format, lsp, translate, convert."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from tgpl.apps.cli.group import tgpl
from tgpl.apps.cli.output import (
    MOST_SHOWN,
    PROBLEMS,
    count_noun,
    refuse,
    say,
    say_problems,
    summarize,
    write_as_is,
    write_file,
    write_json,
    write_output,
    wrong_use,
)
from tgpl.apps.cli.rule_files import FILE, read_playable, read_rules, read_valid
from tgpl.apps.spinner import Spinner
from tgpl.languages.registry import GDL, RPG, SENET, TGDL, TGPL, language_of
from tgpl.text.shell_commands import argument, as_called, command, shown

if TYPE_CHECKING:
    from tgpl.compile import Result
    from tgpl.text.diagnostics import Problem


@tgpl.command()
@click.argument("name")
def new(name: str) -> None:
    """Write a small game to grow from.

    \b
    Example:
      tgpl new harbour
      tgpl play harbour.tgpl
    """
    from importlib.resources import files

    if language_of(name) is not TGPL:
        wrong_use(f"`new` writes a game in TGPL: `{command('new', name.rpartition('.')[0])}`.")
    path = name if name.endswith(".tgpl") else f"{name}.tgpl"
    title = os.path.basename(path).removesuffix(".tgpl").replace("_", " ").strip()
    if not title or not title.isprintable() or any(mark in title for mark in '"\\'):
        wrong_use("A game needs a name of letters, as in `tgpl new harbour`.")
    if os.path.lexists(path):
        refuse(f"{shown(path)} is already there; nothing was written. Choose another name.")
    folder = os.path.dirname(path)
    if folder and not os.path.isdir(folder):
        refuse(f"There is no folder {shown(folder)}.")
    text = (files("tgpl") / "template.tgpl").read_text(encoding="utf-8")
    write_file(path, text.replace("NAME", title))
    say(
        f"{shown(path)} is written. Play it:\n  {command('play', argument(path))}\n"
        f"Change it while you play:\n  {command('play', argument(path), '--watch')}"
    )


@tgpl.command()
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option("--fix", is_flag=True, help="Mend what can be mended mechanically, in the files themselves.")
@click.option("--json", "as_json", is_flag=True, help="Write the problems as JSON.")
def check(files: tuple[str, ...], fix: bool, as_json: bool) -> None:
    """Say what is wrong, or doubtful, in rule texts.

    \b
    Example:
      tgpl check tris.tgpl
      tgpl check tris.tgpl --fix
    """
    from tgpl.text.diagnostics import errors, to_json

    problems, fixed = [], dict[str, int]()
    for file in files:
        result = read_rules(file)
        if fix:
            result, mended = _fix(file, result)
            for name, count in mended.items():
                fixed[name] = fixed.get(name, 0) + count
        problems += result.problems
        problems += _check_setups(result)
    wrong = len(errors(problems))
    if as_json:
        counts = {"errors": wrong, "warnings": len(problems) - wrong}
        write_json({"problems": to_json(problems), **counts, **({"fixed": fixed} if fix else {})})
    else:
        if problems:
            say_problems(problems, err=False)
        if len(problems) > MOST_SHOWN:
            say(f"… and {len(problems) - MOST_SHOWN} more.\n")
        for name, count in fixed.items():
            say(f"{shown(name)}: {count_noun(count, 'problem')} mended.")
        say(summarize(files, wrong, len(problems) - wrong))
    if wrong:
        sys.exit(PROBLEMS)


def _check_setups(result: Result) -> list[Problem]:
    """Doubts that only playing shows."""
    if not result.playable or result.language not in (TGPL, TGDL):
        return []
    from tgpl.apps.setup_check import check_setups  # brings the whole runtime with it

    with Spinner("Trying how it begins"):
        return check_setups(result)


def _fix(file: str, result: Result) -> tuple[Result, dict[str, int]]:
    """Makes the corrections that are offered."""
    from tgpl.apps.rewrite import fix_rules

    made = fix_rules(result)
    for name, text in made.texts.items():
        write_file(name, text)
    return (read_rules(file) if made.texts else result), made.counts


@tgpl.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Tell the story of a problem, with an example; without a code, list them all.

    \b
    Example:
      tgpl explain E101
    """
    from tgpl.apps.explain import load_stories

    known = load_stories()
    if code is None:
        for story in known.values():
            say(f"{story.code}  {story.title}")
        return
    found = known.get(code.upper())
    if found is None:
        wrong_use(f"There is no problem '{code}'. `tgpl explain` lists them all.")
    say(as_called(f"{found.code}: {found.title}\n\n{found.text}"))


@tgpl.command("format")
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option(
    "--check",
    "only_check",
    is_flag=True,
    help="Write nothing; say which files are not in the style, and fail if some are not.",
)
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
def format_(files: tuple[str, ...], only_check: bool, diff: bool) -> None:
    """Lay rule texts out in one style: TGPL, TGDL, and rulesheets in KIF. No word and no comment changes.

    \b
    Example:
      tgpl format tris.tgpl
      tgpl format *.tgpl --check
      tgpl format tris.tgpl --diff
    """
    from tgpl.apps.rewrite import format_rules, show_difference

    changed = 0
    for file in files:
        text, made = format_rules(file)
        if made is None:
            refuse(f"{shown(file)} cannot be formatted: there is one style for .tgpl, .tgdl and .kif.")
        if made.left:
            say(
                f"{shown(file)}: what is around its mistakes stays as it is. `{command('check', argument(file))}` tells what is wrong.",
                err=True,
            )
        if made.text == text:
            continue
        changed += 1
        if diff:
            write_as_is(show_difference(file, text, made.text))
        elif not only_check:
            write_file(file, made.text)
        if not diff:
            say(f"{shown(file)}: {'not in the style' if only_check else 'formatted'}.")
    if not diff:
        say(_summarize_style(files, changed, only_check))
    if only_check and changed:
        sys.exit(PROBLEMS)


def _summarize_style(files: tuple[str, ...], changed: int, only_check: bool) -> str:
    what = shown(files[0]) if len(files) == 1 else count_noun(len(files), "file")
    if not changed:
        return f"{what}: in the style."
    if only_check:
        return (
            f"{changed} of {count_noun(len(files), 'file')} would change. `{command('format', 'FILE')}` changes them."
        )
    return f"{changed} of {count_noun(len(files), 'file')} changed."


@tgpl.command()
@click.option("--tcp", metavar="HOST:PORT", help="Listen there, instead of on standard input and output.")
def lsp(tcp: str | None) -> None:
    """Answer an editor: problems, completion, renaming and more, as a language server.

    \b
    Example:
      tgpl lsp
      tgpl lsp --tcp 127.0.0.1:7777
    """
    host, _, port = (tcp or "").rpartition(":")
    if tcp is not None and (not host or not port.isdecimal() or int(port) > 65535):
        wrong_use("`--tcp` wants a host and a port, as in `--tcp 127.0.0.1:7777`.")
    try:
        from tgpl.apps.editor.server import serve_stdio, serve_tcp
    except ModuleNotFoundError as missing:
        refuse(f"The language server needs the package `{missing.name}`: install `tgpl[editor]`, or call `./tgpl lsp`.")
    if tcp is None:
        serve_stdio()
    else:
        serve_tcp(host, int(port))


def _demand_another(file: str, output: str | None) -> None:
    """What is written must not take the place of what it is made from."""
    if output is not None and os.path.exists(output) and os.path.samefile(file, output):
        refuse(f"{shown(output)} is the rule text itself; nothing was written. Choose another name.")


@tgpl.command()
@click.argument("file", type=FILE)
@click.option("--to", "target", type=click.Choice(["python", "c", "core"]), default="python", show_default=True)
@click.option("--whole", is_flag=True, help="With the runtime: C that can be compiled. Else the game's own part.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write to a file.")
def translate(file: str, target: str, whole: bool, output: str | None) -> None:
    """Show what a rule text becomes.

    \b
    Example:
      tgpl translate tris.tgpl
      tgpl translate tris.tgpl -o tris.py
      tgpl translate tris.tgpl --to c
      tgpl translate tris.tgpl --to c --whole -o tris.c
    """
    if whole and target != "c":
        wrong_use("`--whole` is for C: `--to c --whole`.")
    _demand_another(file, output)
    result = read_playable(file)
    if target == "core":
        from tgpl.core.show import show

        text = show(result.program())
    elif target == "c":
        from tgpl.agents.targets import NotInC, emit_c

        try:
            with Spinner("Translating the rules"):
                text = emit_c(result, whole)
        except NotInC as no:
            refuse(f"It cannot be translated to C: {no}.")
    else:
        text = result.python()[0]
    write_output(text, output)


@tgpl.command()
@click.argument("file", type=FILE)
@click.option("--to", "spelling", type=click.Choice(["tgpl", "kif", "hrf"]), help="Else: what the file is not.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write to a file.")
def convert(file: str, spelling: str | None, output: str | None) -> None:
    """Write a TGDL file, the earlier edition, as TGPL, or a rulesheet (GDL) in its other spelling. The game plays as it did.

    \b
    Example:
      tgpl convert tris.tgdl
      tgpl convert tris.tgdl -o tris.tgpl
      tgpl convert tris.kif --to hrf
    """
    from tgpl.apps.rewrite import convert_to_tgpl, respell_sheet

    _demand_another(file, output)
    if language_of(file) is RPG or language_of(file) is SENET:
        refuse(
            f"{shown(file)} is {'a script in RPG' if language_of(file) is RPG else 'a game in Senet'}; only TGDL becomes TGPL."
        )
    if language_of(file) is GDL and spelling == "tgpl":
        refuse(f"{shown(file)} is a rulesheet: `--to kif` or `--to hrf`.")
    if language_of(file) is not GDL and spelling not in (None, "tgpl"):
        refuse(f"{shown(file)} is no rulesheet; only rulesheets become {spelling}.")
    result = read_valid(file)
    write_output(respell_sheet(result, spelling) if language_of(file) is GDL else convert_to_tgpl(result), output)
