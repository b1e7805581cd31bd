"""The command line: the only place that knows about arguments, files to write and exit codes.

Exit codes: 0 fine, 1 problems found, 2 wrong use. What a command needs is imported when it runs, so that
`tgpl --help` answers at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import click

from tgpl import __version__
from tgpl.play.plain import plain
from tgpl.progress import cleared, going_on, progress

if TYPE_CHECKING:
    from tgpl.compile import Result
    from tgpl.diagnostics import Problem
    from tgpl.odds.distribution import Value
    from tgpl.runtime.record import Outcome
    from tgpl.runtime.state import State
    from tgpl.source import SourceFile

PROBLEMS, WRONG_USE, INTERRUPTED = 1, 2, 130
MOST_SHOWN = 100  # problems on a terminal

_FILE = click.Path(exists=True, dir_okay=False, readable=True)
_TARGET = click.Choice(["python", "c"])


def main() -> None:
    try:
        tgpl(prog_name="tgpl")
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


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
    """


# ---- new


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

    if name.lower().endswith((".tgdl", ".rpg")):
        _wrong_use(f"`new` writes a game in TGPL: `tgpl new {name.rpartition('.')[0]}`.")
    path = name if name.endswith(".tgpl") else f"{name}.tgpl"
    title = os.path.basename(path).removesuffix(".tgpl").replace("_", " ").strip()
    if not title or not title.isprintable() or any(mark in title for mark in '"\\'):
        _wrong_use("A game needs a name of letters, as in `tgpl new harbour`.")
    if os.path.exists(path):
        _problem(f"{path} is already there; nothing was written. Choose another name.")
    folder = os.path.dirname(path)
    if folder and not os.path.isdir(folder):
        _problem(f"There is no folder {folder}.")
    text = (files("tgpl") / "template.tgpl").read_text(encoding="utf-8")
    _write_file(path, text.replace("NAME", title))
    click.echo(
        f"{path} is written. Play it:\n  tgpl play {path}\nChange it while you play:\n  tgpl play {path} --watch"
    )


# ---- check


@tgpl.command()
@click.argument("files", nargs=-1, required=True, type=_FILE)
@click.option("--fix", is_flag=True, help="Mend what can be mended mechanically, in the files themselves.")
@click.option("--json", "as_json", is_flag=True, help="Write the problems as JSON.")
def check(files: tuple[str, ...], fix: bool, as_json: bool) -> None:
    """Say what is wrong, or doubtful, in rule texts.

    \b
    Example:
      tgpl check tris.tgpl
      tgpl check tris.tgpl --fix
    """
    from tgpl.diagnostics import errors, to_json, to_terminal

    problems, fixed = [], dict[str, int]()
    for file in files:
        result = _compiled(file)
        if fix:
            result, mended = _mended(file, result)
            for name, count in mended.items():
                fixed[name] = fixed.get(name, 0) + count
        problems += result.problems
    wrong = len(errors(problems))
    if as_json:
        counts = {"errors": wrong, "warnings": len(problems) - wrong}
        _write_json({"problems": to_json(problems), **counts, **({"fixed": fixed} if fix else {})})
    else:
        if problems:
            click.echo(to_terminal(problems[:MOST_SHOWN], colour=_colour(sys.stdout)))
        if len(problems) > MOST_SHOWN:
            click.echo(f"… and {len(problems) - MOST_SHOWN} more.\n")
        for name, count in fixed.items():
            click.echo(f"{name}: {_counted(count, 'problem')} mended.")
        click.echo(_verdict(files, wrong, len(problems) - wrong))
    if wrong:
        sys.exit(PROBLEMS)


def _verdict(files: tuple[str, ...], wrong: int, doubtful: int) -> str:
    what = files[0] if len(files) == 1 else f"{len(files)} files"
    if not wrong and not doubtful:
        return f"{what}: fine."
    found = [_counted(n, word) for n, word in ((wrong, "error"), (doubtful, "warning")) if n]
    return f"{what}: {' and '.join(found)}. `tgpl explain CODE` tells more about each."


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _compiled(file: str) -> Result:
    from tgpl.compile import compile_rules
    from tgpl.files import Folder

    return compile_rules(Folder.of_main(file))


def _mended(file: str, result: Result) -> tuple[Result, dict[str, int]]:
    """Applies fixes until none is left; one may uncover another."""
    from tgpl.diagnostics import apply_fixes

    mended: dict[str, int] = {}
    for _ in range(10):
        mechanical = [problem for problem in result.problems if problem.fix() is not None]
        wanted = [problem for problem in mechanical if problem.severity == "error" or problem.slip]
        corrected = {source: text for source, text in apply_fixes(wanted).items() if text != source.text}
        if not corrected:
            break
        for source, text in corrected.items():
            _write_file(source.name, text)
            mended[source.name] = mended.get(source.name, 0) + sum(p.span.file is source for p in wanted)
        result = _compiled(file)
    return result, mended


# ---- explain


@tgpl.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Tell the story of a problem, with an example; without a code, list them all.

    \b
    Example:
      tgpl explain E101
    """
    from tgpl.explain import stories

    known = stories()
    if code is None:
        for story in known.values():
            click.echo(f"{story.code}  {story.title}")
        return
    found = known.get(code.upper())
    if found is None:
        _wrong_use(f"There is no problem '{code}'. `tgpl explain` lists them all.")
    click.echo(f"{found.code}: {found.title}\n\n{found.text}")


# ---- translate


@tgpl.command()
@click.argument("file", type=_FILE)
@click.option("--to", "target", type=click.Choice(["python", "c", "core"]), default="python", show_default=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write to a file.")
def translate(file: str, target: str, output: str | None) -> None:
    """Show what a rule text becomes.

    \b
    Example:
      tgpl translate tris.tgpl
      tgpl translate tris.tgpl -o tris.py
      tgpl translate tris.tgpl --to c -o tris.c
    """
    result = _playable(file)
    if target == "core":
        from tgpl.core.show import show

        text = show(result.program())
    elif target == "c":
        from tgpl.targets import c_text

        text = c_text(result)
    else:
        text = result.python()[0]
    _hand_over(text, output)


# ---- convert


@tgpl.command()
@click.argument("file", type=_FILE)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write to a file.")
def convert(file: str, output: str | None) -> None:
    """Write a TGDL file, the earlier edition, as TGPL. The game plays as it did.

    \b
    Example:
      tgpl convert tris.tgdl
      tgpl convert tris.tgdl -o tris.tgpl
    """
    from tgpl.converting import converted

    if _is_script(file):
        _problem(f"{file} is a script in RPG; only TGDL becomes TGPL.")
    text = converted(_sound(file))
    _hand_over(text, output)


# ---- run


@tgpl.command()
@click.argument("file", type=_FILE)
@click.option("--seed", type=int, default=0, show_default=True, help="Where chance begins.")
@click.option("--agents", help="Who plays, one for all or one each: see below. [default: random]")
@click.option("--players", type=int, help="How many, where the game leaves it open. [default: the fewest]")
@click.option("--max-moves", type=click.IntRange(1), default=10_000, show_default=True, help="Stop after so many.")
@click.option("--record", type=click.Path(dir_okay=False), help="Write a record, for `tgpl replay`.")
@click.option("--target", type=_TARGET, help="Who plays it: the same either way. [default: python]")
@click.option("--json", "as_json", is_flag=True, help="Write the result as JSON.")
def run(
    file: str,
    seed: int,
    agents: str | None,
    players: int | None,
    max_moves: int,
    record: str | None,
    target: str | None,
    as_json: bool,
) -> None:
    """Play one game without asking anybody: its log, then its result. Or run an RPG script: what it prints. Or play a game in
    Senet, which reads what is typed; with --agents machines type.

    Agents are first, random, greedy (the designer's own score, one move ahead), flat:500 (so many random games for a
    decision), mcts:1000 (tree search), mcts:1s (for so long), mcts:1s/2 (on two threads).

    \b
    Example:
      tgpl run tris.tgpl --seed 7 --agents random,first
      tgpl run connect_four.tgpl --agents mcts:1s,random
      tgpl run fight.rpg --seed 7
      tgpl run tictactoe.snt
    """
    from tgpl.agents.words import UnknownAgent
    from tgpl.running import Run
    from tgpl.thinking import CannotThink

    result = _playable(file)
    if _is_typed(file) and agents is None:
        if target == "c":
            _wrong_use("What is typed goes to the Python target: leave --target out, or name --agents.")
        _run_typed(result, _begun(result.game().begin, seed, players), record, as_json)
        return
    agents = agents or "random"
    if _is_script(file):
        if agents != "random" or players is not None or record is not None:
            _wrong_use("A script asks nobody: --agents, --players and --record are for games.")
        _run_script(result, seed, target or "python", as_json)
        return
    state = _begun(result.game().begin, seed, players)
    if target == "c":
        _run_in_c(result, state, agents, max_moves, record, as_json)
        return
    running = Run(result, state, max_moves, progress("moves"))
    try:
        running.seat(agents, seed)
        running.play()
    except UnknownAgent as unknown:
        _wrong_use(str(unknown))
    except CannotThink as why:
        _problem(str(why))
    finally:
        cleared()
    state = running.state
    if record is not None:
        _record(record, state, result)
    _show_end(state, as_json, result)
    if running.interrupted:
        sys.exit(INTERRUPTED)


def _run_in_c(result: Result, state: State, agents: str, max_moves: int, record: str | None, as_json: bool) -> None:
    from tgpl.targets import NotInC, played

    if agents not in ("first", "random"):
        _wrong_use("With --target c all players are `first`, or all are `random`.")
    try:
        match = played(result, state, agents, max_moves)
    except NotInC as why:
        _problem(f"It cannot be played on the C target: {why}.")
    if record is not None:
        kept = result.game().replay(state.seed, state.players, match.choices)
        kept.stop()
        _record(record, kept, result)
    _show_end(match, as_json, result)


def _run_script(result: Result, seed: int, target: str, as_json: bool) -> None:
    """What it prints goes out as it comes; an error is told on the same stream."""
    from tgpl.ending import error_lines
    from tgpl.runtime.record import result_of
    from tgpl.scripting import run_script
    from tgpl.targets import NotInC

    seed %= 1 << 64
    pieces: list[str] = [""]

    def write(piece: str) -> None:
        pieces[0] = piece or pieces[0]
        click.echo(plain(piece, lines=True) if sys.stdout.isatty() else piece, nl=False)

    try:
        ended = run_script(result, seed, target, (lambda piece: None) if as_json else write)
    except NotInC as why:
        _problem(f"It cannot be run on the C target: {why}.")
    except KeyboardInterrupt:
        click.echo("\nInterrupted.", err=True)
        sys.exit(INTERRUPTED)
    if as_json:
        _write_json(result_of(ended))
    elif ended.error is not None:
        if pieces[0] and not pieces[0].endswith("\n"):
            click.echo()
        click.echo("\n".join(error_lines(ended, result)[1:]))
    if ended.error is not None:
        sys.exit(PROBLEMS)


def _run_typed(result: Result, state: State, record: str | None, as_json: bool) -> None:
    """A game that reads characters, from standard input: nothing but what it prints goes to standard output."""
    from tgpl.reading import play
    from tgpl.runtime.record import result_of

    def write(piece: str) -> None:
        click.echo(plain(piece, lines=True) if sys.stdout.isatty() else piece, nl=False)

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    interrupted = False
    try:
        play(state, sys.stdin, (lambda piece: None) if as_json else write, sys.stdout.flush)
    except KeyboardInterrupt:
        interrupted = True
        state = result.game().replay(state.seed, state.players, state.choices)
        state.stop()
    if record is not None:
        _record(record, state, result)
    if as_json:
        _write_json(result_of(state))
    _tell_aside(state, result)
    if interrupted:
        sys.exit(INTERRUPTED)


def _tell_aside(state: Outcome, result: Result) -> None:
    """Why a game that prints did not end by itself, on the other stream."""
    from tgpl.ending import ending, error_lines

    if state.ended in ("error", "stuck"):
        for line in ["", ending(state), *error_lines(state, result)]:
            click.echo(line, err=True)
        sys.exit(PROBLEMS)


def _record(path: str, state: State, result: Result) -> None:
    from tgpl.runtime.record import write

    _write_file(path, write(state, __version__, result.files[-1].name, result.sources))


def _show_end(state: Outcome, as_json: bool, result: Result) -> None:
    from tgpl.ending import ending, error_lines
    from tgpl.runtime.record import result_of
    from tgpl.scripting import is_typed

    if as_json:
        _write_json(result_of(state))
    elif is_typed(result):
        pieces = state.log if state.ended != "stuck" else state.log[:-1]  # the last line is not the program's
        click.echo(plain("".join(pieces), lines=True), nl=False)
        _tell_aside(state, result)
    else:
        for line in state.log:
            click.echo(plain(line, lines=True))
        click.echo(ending(state))
        for line in error_lines(state, result):
            click.echo(line)
    if state.ended == "error":
        sys.exit(PROBLEMS)


def _sound(file: str) -> Result:
    """A rule text without errors; else says what is wrong and stops."""
    from tgpl.diagnostics import errors, to_terminal

    result = _compiled(file)
    wrong = errors(result.problems)
    if wrong:
        aside = not _is_script(file)  # what a script has to say, mistakes included, goes to one place
        stream = sys.stderr if aside else sys.stdout
        click.echo(to_terminal(wrong[:MOST_SHOWN], colour=_colour(stream)), err=aside)
        click.echo(_verdict((file,), len(wrong), 0), err=aside)
        sys.exit(PROBLEMS)
    return result


def _is_script(file: str) -> bool:
    return file.lower().endswith(".rpg")


def _is_typed(file: str) -> bool:
    """Whether it is a game in Senet, which asks for characters."""
    return file.lower().endswith(".snt")


def _game(file: str) -> Result:
    """A game that somebody can play, so no script."""
    if _is_script(file):
        _problem(f"{file} is a script: nobody is asked anything in it. `tgpl run {file}` runs it.")
    return _playable(file)


def _playable(file: str) -> Result:
    """A game without errors; else says what is wrong and stops."""
    result = _sound(file)
    if not result.playable:
        click.echo(f'{file} is no game: it has no `game "…";` directive. It can be imported and checked.', err=True)
        sys.exit(PROBLEMS)
    return result


def _begun(begin: Callable[[int, int | None], State], seed: int, players: int | None) -> State:
    try:
        return begin(seed, players)
    except ValueError as error:
        _wrong_use(f"{error}.")


# ---- play


@tgpl.command()
@click.argument("file", type=_FILE)
@click.option(
    "--seats", "who", default="human", show_default=True, help="Who sits where: human, or an agent as in `tgpl run`."
)
@click.option("--players", type=int, help="How many, where the game leaves it open. [default: the fewest]")
@click.option("--seed", type=int, help="Where chance begins. [default: drawn]")
@click.option("--record", type=click.Path(dir_okay=False), help="Keep a record of the match in this file too.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    help="Go on with the match that was left, with the one `before` it, or with a record.",
)
@click.option("--watch", is_flag=True, help="Read the rules anew when they change, and go on where you are.")
def play(
    file: str,
    who: str,
    players: int | None,
    seed: int | None,
    record: str | None,
    resume: str | None,
    watch: bool,
) -> None:
    """Play a game at the terminal; `help` at its prompt tells what can be typed.

    \b
    Example:
      tgpl play tris.tgpl
      tgpl play tris.tgpl --seats human,mcts:1s
    """
    from tgpl.agents.words import UnknownAgent
    from tgpl.ending import ending
    from tgpl.play.keeper import is_something_else, kept_at
    from tgpl.play.table import Table
    from tgpl.playing import CannotResume, Sitting, read_record, seating
    from tgpl.thinking import CannotThink

    result = _game(file)
    if record is not None and is_something_else(record):
        _problem(f"{record} is already there, and no record of a match. Choose another name.")
    game = result.game()
    kept_path, before = kept_at(file), kept_at(file, "before")
    kept = None
    try:
        if resume is not None:
            wanted = {"": str(kept_path), "before": str(before)}.get(resume, resume)
            if wanted != resume and not os.path.exists(wanted):
                _problem(f"No match of {file} was left. Start one without --resume.")
            kept = read_record(wanted)
            players = kept.players
        first = seed if seed is not None else int.from_bytes(os.urandom(4))
        table = Table(game, first, players, [])
        sitting = Sitting(file, result, table, ending)
        sitting.seat(seating(who, table.state.players), first)
        sitting.record = record
        said = sitting.resume(kept) if kept is not None else None
        if said is not None:
            click.echo(said)
    except (UnknownAgent, ValueError) as wrong:
        _wrong_use(f"{wrong}".rstrip(".") + ".")
    except (CannotResume, CannotThink) as why:
        _problem(str(why))
    if resume is None and kept_path.exists():
        os.replace(kept_path, before)
        click.echo("A match was left unfinished: `--resume before` goes on with it.")
    try:
        over = sitting.play(watch)
    except KeyboardInterrupt:
        click.echo()
        over = False
    except CannotThink as why:  # under rules that have changed since
        click.echo(str(why), err=True)
        over = False
    if not over:
        click.echo(f"The match is kept: `tgpl play {file} --resume` goes on." if table.made else "Good-bye.")


# ---- perft


@tgpl.command()
@click.argument("file", type=_FILE)
@click.argument("depth", type=click.IntRange(1, 100))
@click.option("--seed", type=int, default=0, show_default=True, help="Where chance begins.")
@click.option("--players", type=int, help="How many, where the game leaves it open. [default: the fewest]")
@click.option("--target", type=_TARGET, help="Who counts: the same either way. [default: the sooner]")
@click.option("--json", "as_json", is_flag=True, help="Write the counts as JSON.")
def perft(file: str, depth: int, seed: int, players: int | None, target: str | None, as_json: bool) -> None:
    """Count the moves that are possible, one line a depth.

    \b
    Example:
      tgpl perft tris.tgpl 4
    """
    from tgpl.runtime.errors import Uncountable
    from tgpl.targets import NotInC, counted

    result = _game(file)
    game = result.game()
    _begun(game.start, seed, players)
    try:
        counts, broken = counted(result, lambda: game.start(seed, players), depth, target, progress("moves"))
    except Uncountable as why:
        _problem(str(why))
    except NotInC as no:
        _problem(f"It cannot be counted on the C target: {no}.")
    finally:
        cleared()
    if as_json:
        _write_json({"perft": counts})
    else:
        for i, count in enumerate(counts, 1):
            click.echo(f"{i}: {count}")
    if broken is not None:
        where = "" if broken.place is None else f" ({broken.place.file}:{broken.place.line})"
        click.echo(f"Some moves break the rules and were not counted, the first: {broken.message}{where}", err=True)
        sys.exit(PROBLEMS)


# ---- bench


@tgpl.command()
@click.argument("file", type=_FILE)
@click.option("--seconds", type=click.FloatRange(0.1, 3600), default=6.0, show_default=True, help="In all, about.")
@click.option("--seed", type=int, default=0, show_default=True, help="Where chance begins.")
@click.option("--players", type=int, help="How many, where the game leaves it open. [default: the fewest]")
@click.option("--max-moves", type=click.IntRange(1, 10**9), default=1000, show_default=True, help="Of one game.")
@click.option("--json", "as_json", is_flag=True, help="Write what was measured as JSON.")
def bench(file: str, seconds: float, seed: int, players: int | None, max_moves: int, as_json: bool) -> None:
    """Measure how fast a game is played by machines, on each target.

    \b
    Example:
      tgpl bench tris.tgpl
      tgpl bench tris.tgpl --seconds 2 --json
    """
    from tgpl.bench import Bench

    result = _game(file)
    try:
        measured = Bench(result, seed, players, seconds, max_moves)
    except ValueError as error:
        _wrong_use(f"{error}.")
    stopped = False
    try:
        measured.run(going_on)
    except KeyboardInterrupt:
        stopped = True
    finally:
        cleared()
    if as_json:
        _write_json(measured.data())
    else:
        click.echo(measured.table())
    if stopped:
        click.echo("Interrupted: this is what was known by then.", err=True)
        sys.exit(INTERRUPTED)


# ---- solve


@tgpl.command()
@click.argument("file", type=_FILE)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the match that is solved.")
@click.option("--players", type=int, help="How many, where the game leaves it open. [default: the fewest]")
@click.option(
    "--positions", type=click.IntRange(1, 1_000_000_000), default=5_000_000, show_default=True, help="At most so many."
)
@click.option("--json", "as_json", is_flag=True, help="Write the result as JSON.")
def solve(file: str, seed: int, players: int | None, positions: int, as_json: bool) -> None:
    """Say what a small game comes to if nobody makes a mistake, with a line that shows it.

    Only for games without secrets and choices at the same time, and without chance once they have begun.

    \b
    Example:
      tgpl solve tris.tgpl
      tgpl solve hare_and_hounds.tgpl --positions 10000000
    """
    from tgpl.agents.solve import CannotSolve
    from tgpl.agents.solve import solve as solved
    from tgpl.solving import as_data, told
    from tgpl.thinking import CannotThink, compiled

    result = _game(file)
    state = _begun(result.game().start, seed, players)
    name = state.game.name
    try:
        found = solved(compiled(result, "fast"), state, positions, progress("positions"))
    except CannotThink as why:
        _problem(str(why))
    except CannotSolve as why:
        cleared()
        _problem(f"{file} cannot be solved: {why}.")
    except KeyboardInterrupt:
        cleared()
        click.echo("Interrupted; nothing is known yet.", err=True)
        sys.exit(INTERRUPTED)
    finally:
        cleared()
    if as_json:
        _write_json(as_data(name, found))
    else:
        click.echo(told(name, found))


# ---- odds


@tgpl.command(context_settings={"ignore_unknown_options": True})  # an expression may begin with a minus
@click.argument("asked", nargs=-1, required=True, metavar="[SCRIPT.rpg] EXPRESSION...")
@click.option("--json", "as_json", is_flag=True, help="Write everything as JSON, with exact fractions.")
def odds(asked: tuple[str, ...], as_json: bool) -> None:
    """Work out exactly what dice come to; several expressions are shown side by side.

    \b
    Dice         2d6   1d4 + 7   6 * (2d3 + 2)
    Kept         highest 3 of 4d6   lowest 1 of 2d20   drop lowest 1 of 4d6
    Exploding    explode 3d6   explode 3d6 up to 2
    Counted      count >= 5 of 8d6
    Opposed      4d6 against 4d6   (sorted, compared in pairs: how many the left wins)
    Conditions   1d20 + 5 >= 15   1d6 > 1d8 && 2d6 != 7   if 1d20 >= 11 then 2d6 else 0
    Functions    duel.rpg "attack(3)"   (of a script in RPG, after it has run)

    \b
    Example:
      tgpl odds "2d6 + 3"
      tgpl odds "highest 3 of 4d6" 3d6
      tgpl odds "1d20 + 5 >= 15" --json
      tgpl odds duel.rpg "attack(3)" "attack(5)"
    """
    from shutil import get_terminal_size

    from tgpl.diagnostics import in_order, to_json, to_terminal
    from tgpl.odds.telling import as_data, told
    from tgpl.source import SourceFile

    in_script = asked[0].lower().endswith(".rpg")
    work_out, texts = (_odds_in(asked[0]), asked[1:]) if in_script else (_plain_odds(), asked)
    if not texts:
        _wrong_use('What is to be worked out? As in `tgpl odds duel.rpg "attack(3)"`.')
    found, problems = [], []
    for i, text in enumerate(texts, 1):
        value, wrong = work_out(SourceFile("odds" if len(texts) == 1 else f"odds {i}", text))
        problems += wrong
        if value is not None:
            found.append((plain(text.strip()), value))
    problems = in_order(problems)
    if as_json:
        _write_json({"odds": [as_data(text, value) for text, value in found], "problems": to_json(problems)})
    elif not problems:
        fine = "utf" in (sys.stdout.encoding or "").lower()
        click.echo(told(found, get_terminal_size().columns, _colour(sys.stdout), fine))
    else:
        click.echo(to_terminal(problems[:MOST_SHOWN], colour=_colour(sys.stderr)), err=True)
    if problems:
        sys.exit(PROBLEMS)


_WorkOut = Callable[["SourceFile"], "tuple[Value | None, list[Problem]]"]


def _plain_odds() -> _WorkOut:
    from tgpl.odds.evaluate import odds_of

    return odds_of


def _odds_in(file: str) -> _WorkOut:
    from tgpl.files import Unreadable, decode
    from tgpl.odds.script import odds_in_script
    from tgpl.source import SourceFile

    try:
        with open(file, "rb") as opened:
            script = SourceFile(file, decode(opened.read()))
    except OSError as error:
        _wrong_use(f"{file} cannot be read: {error.strerror}.")
    except Unreadable:
        _problem(f"{file} is no text in UTF-8, as scripts are.")
    return lambda asked: odds_in_script(script, asked)


# ---- repl


@tgpl.command()
@click.argument("file", required=False, type=_FILE)
@click.option("--seed", type=int, default=0, show_default=True, help="Where chance begins.")
def repl(file: str | None, seed: int) -> None:
    """Try RPG line by line: what you type runs at once, and its value is shown.

    With a file, that script runs first, and what it defines is there. Input from a pipe works too, without prompts.

    \b
    At the prompt:
      set hero = Entity with Strong       variables and definitions stay; a new one replaces the old
      roll(2d6) + hero.Strength / 10      the value of an expression is shown with its type
      :type 2d6 + 3                       its type only
      :odds roll(1d20) + 5 >= 15          what it can come to, exactly
      :load fight.rpg   :list   :forget hero   :seed 7   :help   :quit

    \b
    Example:
      tgpl repl
      tgpl repl fight.rpg --seed 7
      echo "roll(3d6)" | tgpl repl
    """
    from tgpl.repl.loop import repl as loop

    if file is not None and not _is_script(file):
        _wrong_use(f"{file} is no script in RPG: the name of one ends in .rpg.")
    sys.exit(loop(file, seed))


# ---- replay


@tgpl.command()
@click.argument("record", type=_FILE)
@click.option("--json", "as_json", is_flag=True, help="Write the result as JSON.")
def replay(record: str, as_json: bool) -> None:
    """Play a record again, and see that it comes out the same.

    \b
    Example:
      tgpl run tris.tgpl --record match.json
      tgpl replay match.json
    """
    from tgpl.compile import compile_rules
    from tgpl.diagnostics import errors, to_terminal
    from tgpl.files import Texts, Unreadable, decode
    from tgpl.runtime.record import BadRecord, read, result_of
    from tgpl.runtime.state import BadChoice

    try:
        with open(record, "rb") as file:
            kept = read(decode(file.read()))
    except Unreadable:
        _problem(f"{record} cannot be replayed: it is no text in UTF-8, as records are.")
    except BadRecord as why:
        _problem(f"{record} cannot be replayed: {why}.")
    result = compile_rules(Texts(kept.main, kept.sources))
    if not result.playable:
        click.echo(to_terminal(errors(result.problems)[:MOST_SHOWN]), err=True)
        _problem(f"{record} cannot be replayed: its rules have errors.")
    try:
        state = result.game().replay(kept.seed, kept.players, kept.choices)
    except (BadChoice, ValueError) as why:
        _problem(f"{record} cannot be replayed: {why}")
    if kept.result.get("ended") == "limit":
        state.stop()
    came_out = {**result_of(state), "digest": state.digest()}
    differs = [key for key, value in kept.result.items() if came_out.get(key) != value]
    _show_end(state, as_json, result)
    if differs:
        _problem(f"It came out differently than recorded by tgpl {kept.tool}: {', '.join(differs)}.")


# ---- what commands share


def _colour(stream: Any) -> bool:
    return bool(stream.isatty()) and "NO_COLOR" not in os.environ


def _write_json(data: object) -> None:
    import json

    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def _hand_over(text: str, path: str | None) -> None:
    """To a file, or to whoever looks."""
    if path is None:
        click.echo(text, nl=False)
    else:
        _write_file(path, text)


def _write_file(path: str, text: str) -> None:
    """Whole or not at all: an interrupted write leaves the old file."""
    beside = f"{path}.{os.getpid()}.tmp"
    try:
        with open(beside, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(beside, path)
    except OSError as error:
        if os.path.exists(beside):
            os.unlink(beside)
        _problem(f"{path} cannot be written: {error.strerror}.")


def _problem(message: str) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(PROBLEMS)


def _wrong_use(message: str) -> NoReturn:
    click.echo(f"{message}\nTry `tgpl --help`.", err=True)
    sys.exit(WRONG_USE)
