"""Commands that play: run, play, replay."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from tgpl import __version__
from tgpl.apps.cli.group import tgpl
from tgpl.apps.cli.output import (
    INTERRUPTED,
    PROBLEMS,
    refuse,
    say,
    say_problems,
    write_as_is,
    write_file,
    write_json,
    wrong_use,
)
from tgpl.apps.cli.recorded_matches import show_states
from tgpl.apps.cli.rule_files import FILE, TARGET, begin_match, read_game, read_playable
from tgpl.apps.spinner import Spinner
from tgpl.languages.registry import GDL, RPG, SENET, language_of
from tgpl.text.shell_commands import as_called, shown

if TYPE_CHECKING:
    from tgpl.apps.run import RunRequest
    from tgpl.apps.session.session import Request, Session
    from tgpl.compile import Result
    from tgpl.runtime.record import Outcome
    from tgpl.runtime.state import State


@tgpl.command()
@click.argument("file", type=FILE)
@click.option("--seed", type=int, default=0, show_default=True, help="Where chance begins.")
@click.option("--agents", help="Who plays, one for all or one each: see below. [default: random]")
@click.option("--players", type=int, help="How many, where the game leaves it open. [default: the fewest]")
@click.option(
    "--max-moves", type=click.IntRange(1, 10**9), default=10_000, show_default=True, help="Stop after so many."
)
@click.option("--record", type=click.Path(), help="Write a record, for `tgpl replay`.")
@click.option(
    "--target",
    type=TARGET,
    help="Who plays it: the same either way. [default: python; a rulesheet that takes long is compiled]",
)
@click.option("--states", is_flag=True, help="Of a rulesheet: every state and joint move in KIF, for `tgpl match`.")
@click.option("--json", "as_json", is_flag=True, help="Write the result as JSON.")
def run(record: str | None, states: bool, as_json: bool, **asked: Any) -> None:
    """Play one game without asking anybody: its log, then its result. Or run an RPG script: what it prints. Or play a game in
    Senet, which reads what is typed; with --agents machines type.

    Agents are first, random, greedy (the designer's own score, one move ahead), flat:500 (so many random games for a
    decision), mcts:1000 (tree search), mcts:1s (for so long), mcts:1s/2 (on two threads). Behind one, or alone, a play style:
    never Attack, always Build, likes Settler.gold.

    \b
    Example:
      tgpl run tris.tgpl --seed 7 --agents random,first
      tgpl run connect_four.tgpl --agents mcts:1s,random
      tgpl run fight.rpg --seed 7
      tgpl run tictactoe.snt
      tgpl run tris.kif --states
    """
    from tgpl.apps.run import RunRequest

    request = RunRequest(**asked)
    language = language_of(request.file)
    if states and language is not GDL:
        wrong_use("--states is for rulesheets (.kif or .hrf): what changes in other games is no list of facts.")
    if record is not None:
        _demand_record(record)
    result = read_playable(request.file)
    if language is SENET and request.target == "c":
        wrong_use("What is typed, by people or machines, goes to the Python target: leave --target out.")
    if language is SENET and request.agents is None:
        _run_typed(result, begin_match(result.game().begin, request.seed, request.players), record, as_json)
    elif language is RPG:
        if request.agents not in (None, "random") or request.players is not None or record is not None:
            wrong_use("A script asks nobody: --agents, --players and --record are for games.")
        _run_script(result, request.seed, request.target or "python", as_json)
    else:
        _run_match(result, request, record, as_json, states)


def _run_match(result: Result, request: RunRequest, record: str | None, as_json: bool, states: bool) -> None:
    from tgpl.agents.agent_names import UnknownAgent
    from tgpl.agents.compiled import CannotSearch
    from tgpl.agents.targets import NotInC
    from tgpl.apps.run import play_match
    from tgpl.runtime.state import State

    def begin() -> State:
        return begin_match(result.game().begin, request.seed, request.players)

    try:
        match, interrupted = play_match(result, request, begin, Spinner)
    except UnknownAgent as unknown:
        wrong_use(str(unknown))
    except CannotSearch as why:
        refuse(str(why))
    except NotInC as why:
        refuse(f"It cannot be played on the C target: {why}.")
    if record is not None:
        state = match if isinstance(match, State) else result.game().replay(match.seed, match.players, match.choices)
        state.stop()
        _write_record(record, state, result)
    if states:
        show_states(match, match.choices, as_json, result)
    else:
        _show_end(match, as_json, result)
    if interrupted:
        sys.exit(INTERRUPTED)


def _run_script(result: Result, seed: int, target: str, as_json: bool) -> None:
    """What it prints goes out as it comes; an error is told on the same stream."""
    from tgpl.agents.targets import NotInC
    from tgpl.apps.outcome_text import describe_outcome_error
    from tgpl.apps.stream import run_script
    from tgpl.runtime.record import result_of

    seed %= 1 << 64
    pieces: list[str] = [""]

    def write(piece: str) -> None:
        pieces[0] = piece or pieces[0]
        write_as_is(piece)

    try:
        ended = run_script(result, seed, target, (lambda piece: None) if as_json else write)
    except NotInC as why:
        refuse(f"It cannot be run on the C target: {why}.")
    except KeyboardInterrupt:
        say("\nInterrupted.", err=True)
        sys.exit(INTERRUPTED)
    if as_json:
        write_json(result_of(ended))
    elif ended.error is not None:
        if pieces[0] and not pieces[0].endswith("\n"):
            say()
        say("\n".join(describe_outcome_error(ended, result)[1:]))
    if ended.error is not None:
        sys.exit(PROBLEMS)


def _run_typed(result: Result, state: State, record: str | None, as_json: bool) -> None:
    """A game that reads characters, from standard input: nothing but what it prints goes to standard output."""
    from tgpl.apps.stream import play_from_stream
    from tgpl.runtime.record import result_of

    def write(piece: str) -> None:
        write_as_is(piece)

    stream = sys.stdin or io.StringIO()  # closed: nobody types anything
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
    interrupted = False
    try:
        play_from_stream(state, stream, (lambda piece: None) if as_json else write, sys.stdout.flush)
    except KeyboardInterrupt:
        interrupted = True
        state = result.game().replay(state.seed, state.players, state.choices)
        state.stop()
    if record is not None:
        _write_record(record, state, result)
    if as_json:
        write_json(result_of(state))
    _tell_aside(state, result)
    if interrupted:
        sys.exit(INTERRUPTED)


def _tell_aside(state: Outcome, result: Result) -> None:
    """Why a game that prints did not end by itself, on the other stream."""
    from tgpl.apps.outcome_text import describe_outcome, describe_outcome_error

    if state.ended == "error":
        say("\n".join(describe_outcome_error(state, result)), err=True)
    elif state.ended == "stuck":
        say(f"\n{describe_outcome(state)} It asks for nothing, and nothing changes any more.", err=True)
    else:
        return
    sys.exit(PROBLEMS)


def _demand_record(path: str) -> None:
    """A place for a record; else says why not and stops, before anybody has played."""
    from tgpl.apps.session.autosave import explain_refusal

    no = explain_refusal(path)
    if no is not None:
        refuse(no)


def _write_record(path: str, state: State, result: Result) -> None:
    from tgpl.runtime.record import write
    from tgpl.text.disk import PRIVATE

    write_file(path, write(state, __version__, result.files[-1].name, result.sources), PRIVATE)


def _show_end(state: Outcome, as_json: bool, result: Result) -> None:
    from tgpl.apps.outcome_text import describe_outcome, describe_outcome_error, name_seats
    from tgpl.runtime.record import result_of

    if as_json:
        seats = name_seats(result)
        write_json({**result_of(state), **({"roles": list(seats)} if seats else {})})
    elif result.language is SENET:
        pieces = state.log if state.ended != "stuck" else state.log[:-1]  # the last line is not the program's
        write_as_is("".join(pieces))
        _tell_aside(state, result)
    else:
        for line in state.log:
            say(line)
        say(describe_outcome(state, name_seats(result)))
        for line in describe_outcome_error(state, result):
            say(line)
    if state.ended == "error":
        sys.exit(PROBLEMS)


@tgpl.command()
@click.argument("file", type=FILE)
@click.option("--seats", help="Who sits where: human, or an agent as in `tgpl run`. [default: human]")
@click.option("--players", type=int, help="How many, where the game leaves it open. [default: the fewest]")
@click.option("--seed", type=int, help="Where chance begins. [default: drawn]")
@click.option("--name", help="What the match is called. [default: as the file, with a number]")
@click.option("--record", type=click.Path(), help="Keep a record of the match in this file too.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[NAME|FILE]",
    help="Go on with a match that was left, by its name or from a record; alone with the only one, or list them.",
)
@click.option("--watch", is_flag=True, help="Read the rules anew when they change, and go on where you are.")
def play(watch: bool, **asked: Any) -> None:
    """Play a game at the terminal, in any of the languages, rulesheets (GDL) too; `help` at its prompt tells what can be typed.
    A script in RPG asks nobody: it runs.

    Every match has a name and is kept after each choice, until it is over. It goes on with those who sat there.

    \b
    Example:
      tgpl play tris.tgpl
      tgpl play tris.tgpl --seats human,mcts:1s
      tgpl play tris.tgpl --resume
      tgpl play tris.tgpl --resume tris-2
      tgpl play connect_four.kif
    """
    from tgpl.agents.compiled import CannotSearch
    from tgpl.apps.session.autosave import NotSaved
    from tgpl.apps.session.match_files import is_name, path_of
    from tgpl.apps.session.resume import mention_unfinished
    from tgpl.apps.session.session import Request
    from tgpl.apps.terminal.play import play as play_session

    request = Request(**asked)
    if language_of(request.file) is RPG:
        if watch or any(given is not None for given in request._replace(seed=None)[1:]):
            wrong_use("A script asks nobody: of the options only --seed is for it.")
        seed = int.from_bytes(os.urandom(4)) if request.seed is None else request.seed
        _run_script(read_playable(request.file), seed, "python", False)
        return
    if request.resume is not None and (request.players is not None or request.seed is not None):
        wrong_use("A match that goes on has its players and its seed: leave --players and --seed out.")
    result = read_game(request.file)
    if request.record is not None:
        _demand_record(request.record)
    if request.name is not None and (request.resume is not None or not is_name(request.name)):
        wrong_use("--name is for a new match: letters, digits, - and _, as in --name duel.")
    if request.name is not None and os.path.lexists(path_of(request.name)):
        refuse(f"A match is already called {request.name}. Choose another name.")
    session = _open_session(result, request)
    unfinished = mention_unfinished(request.file) if request.resume is None else None
    if unfinished is not None:
        say(unfinished)
    try:
        over = play_session(session, watch)
    except KeyboardInterrupt:
        say()
        over = False
    except CannotSearch as why:  # under rules that have changed since
        say(as_called(str(why)), err=True)
        over = False
    try:
        farewell = session.leave(over)
    except NotSaved as why:
        refuse(str(why))
    if farewell is not None:
        say(farewell)


def _open_session(result: Result, request: Request) -> Session:
    """Everybody at the table of a new match, or of one that goes on; else says why not and stops."""
    from tgpl.agents.agent_names import UnknownAgent
    from tgpl.agents.compiled import CannotSearch
    from tgpl.apps.session.resume import CannotResume
    from tgpl.apps.terminal.play import open_session

    try:
        session = open_session(result, request)
        words = session.begin()
    except (UnknownAgent, ValueError) as wrong:
        wrong_use(f"{wrong}".rstrip(".") + ".")
    except (CannotResume, CannotSearch) as why:
        refuse(str(why))
    if words is not None:
        say(words)
    return session


@tgpl.command()
@click.argument("record", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Write the result as JSON.")
def replay(record: str, as_json: bool) -> None:
    """Play a record again, and see that it comes out the same.

    \b
    Example:
      tgpl run tris.tgpl --record match.json
      tgpl replay match.json
    """
    from tgpl.compile import compile_rules
    from tgpl.runtime.record import LARGEST, BadRecord, read_bytes, result_of
    from tgpl.runtime.state import BadChoice
    from tgpl.text.diagnostics import errors
    from tgpl.text.disk import BadFile, content
    from tgpl.text.files import Texts

    try:
        kept = read_bytes(content(record, LARGEST))[0]
    except (BadFile, BadRecord) as why:
        refuse(f"{shown(record)} cannot be replayed: {why}.")
    result = compile_rules(Texts(kept.main, kept.sources))
    if not result.playable:
        say_problems(errors(result.problems), err=True)
        refuse(f"{shown(record)} cannot be replayed: its rules have errors.")
    try:
        with Spinner("Playing it again"):
            state = result.game().replay(kept.seed, kept.players, kept.choices)
    except (BadChoice, ValueError) as why:
        refuse(f"{shown(record)} cannot be replayed: {why}")
    if kept.result.get("ended") == "limit":
        state.stop()
    came_out = {**result_of(state), "digest": state.digest()}
    differs = [key for key, value in kept.result.items() if came_out.get(key) != value]
    _show_end(state, as_json, result)
    if differs:
        refuse(f"It came out differently than recorded by tgpl {kept.tool}: {', '.join(differs)}.")
