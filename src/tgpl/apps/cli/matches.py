"""Commands that play: run, play, replay."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from tgpl import __version__
from tgpl.apps.cli.group import tgpl
from tgpl.apps.cli.output import (
    INTERRUPTED,
    PROBLEMS,
    refuse,
    say,
    say_as_it_is,
    say_problems,
    write_file,
    write_json,
    wrong_use,
)
from tgpl.apps.cli.recorded_matches import show_states
from tgpl.apps.cli.rule_files import FILE, TARGET, begun, open_game, open_playable
from tgpl.apps.spinner import Waiting
from tgpl.languages.registry import GDL, RPG, SENET, language_of
from tgpl.text.shell_commands import as_called, shown

if TYPE_CHECKING:
    from tgpl.agents.targets import Ended
    from tgpl.apps.run import Run
    from tgpl.apps.session.play import Sitting
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
def run(
    file: str,
    seed: int,
    agents: str | None,
    players: int | None,
    max_moves: int,
    record: str | None,
    target: str | None,
    states: bool,
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
      tgpl run tris.kif --states
    """
    from tgpl.agents import targets

    if states and language_of(file) is not GDL:
        wrong_use("--states is for rulesheets (.kif or .hrf): what changes in other games is no list of facts.")
    if record is not None:
        _demand_record(record)
    result = open_playable(file)
    if language_of(file) is SENET and target == "c":
        wrong_use("What is typed, by people or machines, goes to the Python target: leave --target out.")
    if language_of(file) is SENET and agents is None:
        _run_typed(result, begun(result.game().begin, seed, players), record, as_json)
        return
    agents = agents or "random"
    if language_of(file) is RPG:
        if agents != "random" or players is not None or record is not None:
            wrong_use("A script asks nobody: --agents, --players and --record are for games.")
        _run_script(result, seed, target or "python", as_json)
        return
    state = begun(result.game().begin, seed, players)
    if target == "c":
        _run_in_c(result, state, agents, max_moves, record, as_json, states)
        return
    either = target is None and language_of(file) is GDL and agents in targets.ALIKE
    running = _machines(result, state, agents, seed, max_moves, targets.PATIENCE if either else None)
    if either and targets.wants_c(running.state):
        match = _played_in_c(result, running.state, agents, max_moves)
        if match is not None:
            _show_match(result, match, record, as_json, states)
            return
        if running.state.ended is None:
            state = begun(result.game().begin, seed, players)
            running = _machines(result, state, agents, seed, max_moves, None)
    state = running.state
    if record is not None:
        _record(record, state, result)
    if states:
        show_states(state, state.choices, as_json, result)
    else:
        _show_end(state, as_json, result)
    if running.interrupted:
        sys.exit(INTERRUPTED)


def _machines(result: Result, state: State, agents: str, seed: int, max_moves: int, patience: float | None) -> Run:
    """A match that machines have played in Python, as far as it went."""
    from tgpl.agents.agent_names import UnknownAgent
    from tgpl.agents.compiled import CannotThink
    from tgpl.apps.run import Run, TakesLonger

    waiting = Waiting("Compiling the rules")
    running = Run(result, state, max_moves, waiting.counting("moves"), patience)
    try:
        with waiting, suppress(TakesLonger):
            running.seat(agents, seed)
            running.play()
    except UnknownAgent as unknown:
        wrong_use(str(unknown))
    except CannotThink as why:
        refuse(str(why))
    return running


def _played_in_c(result: Result, state: State, agents: str, max_moves: int) -> Ended | State | None:
    """The same match, if there is a compiler for these rules."""
    from tgpl.agents.targets import NotInC, played

    try:
        with Waiting("Compiling the rules"):
            return played(result, state, agents, max_moves)
    except NotInC:
        return None


def _run_in_c(
    result: Result, state: State, agents: str, max_moves: int, record: str | None, as_json: bool, states: bool
) -> None:
    from tgpl.agents.targets import ALIKE, NotInC, played

    if agents not in ALIKE:
        wrong_use("With --target c all players are `first`, or all are `random`.")
    try:
        with Waiting("Playing in C"):
            match = played(result, state, agents, max_moves)
    except NotInC as why:
        refuse(f"It cannot be played on the C target: {why}.")
    _show_match(result, match, record, as_json, states)


def _show_match(result: Result, match: Ended | State, record: str | None, as_json: bool, states: bool) -> None:
    if record is not None:
        kept = result.game().replay(match.seed, match.players, match.choices)
        kept.stop()
        _record(record, kept, result)
    if states:
        show_states(match, match.choices, as_json, result)
    else:
        _show_end(match, as_json, result)


def _run_script(result: Result, seed: int, target: str, as_json: bool) -> None:
    """What it prints goes out as it comes; an error is told on the same stream."""
    from tgpl.agents.targets import NotInC
    from tgpl.apps.outcome_text import error_lines
    from tgpl.apps.script import run_script
    from tgpl.runtime.record import result_of

    seed %= 1 << 64
    pieces: list[str] = [""]

    def write(piece: str) -> None:
        pieces[0] = piece or pieces[0]
        say_as_it_is(piece)

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
        say("\n".join(error_lines(ended, result)[1:]))
    if ended.error is not None:
        sys.exit(PROBLEMS)


def _run_typed(result: Result, state: State, record: str | None, as_json: bool) -> None:
    """A game that reads characters, from standard input: nothing but what it prints goes to standard output."""
    from tgpl.apps.stream_input import play
    from tgpl.runtime.record import result_of

    def write(piece: str) -> None:
        say_as_it_is(piece)

    stream = sys.stdin or io.StringIO()  # closed: nobody types anything
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
    interrupted = False
    try:
        play(state, stream, (lambda piece: None) if as_json else write, sys.stdout.flush)
    except KeyboardInterrupt:
        interrupted = True
        state = result.game().replay(state.seed, state.players, state.choices)
        state.stop()
    if record is not None:
        _record(record, state, result)
    if as_json:
        write_json(result_of(state))
    _tell_aside(state, result)
    if interrupted:
        sys.exit(INTERRUPTED)


def _tell_aside(state: Outcome, result: Result) -> None:
    """Why a game that prints did not end by itself, on the other stream."""
    from tgpl.apps.outcome_text import ending, error_lines

    if state.ended == "error":
        say("\n".join(error_lines(state, result)), err=True)
    elif state.ended == "stuck":
        say(f"\n{ending(state)} It asks for nothing, and nothing changes any more.", err=True)
    else:
        return
    sys.exit(PROBLEMS)


def _demand_record(path: str) -> None:
    """A place for a record; else says why not and stops, before anybody has played."""
    from tgpl.apps.session.resume import refusal

    no = refusal(path)
    if no is not None:
        refuse(no)


def _record(path: str, state: State, result: Result) -> None:
    from tgpl.runtime.record import write
    from tgpl.text.disk import PRIVATE

    write_file(path, write(state, __version__, result.files[-1].name, result.sources), PRIVATE)


def _show_end(state: Outcome, as_json: bool, result: Result) -> None:
    from tgpl.apps.outcome_text import ending, error_lines
    from tgpl.apps.script import seats_of
    from tgpl.runtime.record import result_of

    if as_json:
        seats = seats_of(result)
        write_json({**result_of(state), **({"roles": list(seats)} if seats else {})})
    elif result.language is SENET:
        pieces = state.log if state.ended != "stuck" else state.log[:-1]  # the last line is not the program's
        say_as_it_is("".join(pieces))
        _tell_aside(state, result)
    else:
        for line in state.log:
            say(line)
        say(ending(state, seats_of(result)))
        for line in error_lines(state, result):
            say(line)
    if state.ended == "error":
        sys.exit(PROBLEMS)


@tgpl.command()
@click.argument("file", type=FILE)
@click.option("--seats", "who", help="Who sits where: human, or an agent as in `tgpl run`. [default: human]")
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
def play(
    file: str,
    who: str | None,
    players: int | None,
    seed: int | None,
    name: str | None,
    record: str | None,
    resume: str | None,
    watch: bool,
) -> None:
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
    from tgpl.agents.compiled import CannotThink
    from tgpl.apps.session.autosave import is_name, path_of
    from tgpl.apps.session.resume import Unwritten, left_before

    if language_of(file) is RPG:
        if watch or any(given is not None for given in (who, players, name, record, resume)):
            wrong_use("A script asks nobody: of the options only --seed is for it.")
        _run_script(open_playable(file), _drawn() if seed is None else seed, "python", False)
        return
    if resume is not None and (players is not None or seed is not None):
        wrong_use("A match that goes on has its players and its seed: leave --players and --seed out.")
    result = open_game(file)
    if record is not None:
        _demand_record(record)
    if name is not None and (resume is not None or not is_name(name)):
        wrong_use("--name is for a new match: letters, digits, - and _, as in --name duel.")
    if name is not None and os.path.lexists(path_of(name)):
        refuse(f"A match is already called {name}. Choose another name.")
    sitting = _sat_down(file, result, who, players, seed, name, record, resume)
    waiting = left_before(file) if resume is None else None
    if waiting is not None:
        say(waiting)
    try:
        over = sitting.play(watch)
    except KeyboardInterrupt:
        say()
        over = False
    except CannotThink as why:  # under rules that have changed since
        say(as_called(str(why)), err=True)
        over = False
    try:
        told = sitting.part(over)
    except Unwritten as why:
        refuse(str(why))
    if told is not None:
        say(told)


def _sat_down(
    file: str,
    result: Result,
    who: str | None,
    players: int | None,
    seed: int | None,
    name: str | None,
    record: str | None,
    resume: str | None,
) -> Sitting:
    """Everybody at the table of a new match, or of one that goes on; else says why not and stops."""
    from tgpl.agents.agent_names import UnknownAgent, each
    from tgpl.agents.compiled import CannotThink
    from tgpl.apps.outcome_text import ending
    from tgpl.apps.session.play import Sitting, seating
    from tgpl.apps.session.resume import HUMAN, CannotResume, Keeping, found_match
    from tgpl.apps.session.table import Table
    from tgpl.apps.sheet_evaluator import quick_game

    try:
        found = None if resume is None else found_match(file, resume)
        players = players if found is None else found.record.players
        first = _drawn() if seed is None else seed
        with Waiting("Setting up"):
            table = Table(quick_game(result), first, players, [])
        keeping = Keeping(file, name, record)
        sitting = Sitting(file, result, table, lambda state: ending(state, state.game.rules.seats), keeping)
        if found is None:
            seats = each(who or HUMAN, table.state.players)
            sitting.seat(seating(",".join(seats), table.state.players), first, seats)
            return sitting
        said = sitting.resume(found, who)
    except (UnknownAgent, ValueError) as wrong:
        wrong_use(f"{wrong}".rstrip(".") + ".")
    except (CannotResume, CannotThink) as why:
        refuse(str(why))
    if said is not None:
        say(said)
    return sitting


def _drawn() -> int:
    return int.from_bytes(os.urandom(4))


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
        with Waiting("Playing it again"):
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
