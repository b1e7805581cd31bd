"""A rule text on the table, and all that goes on around a match but asking and showing: the rules are compiled, people and machines
sit down, the match is kept on disk, left, gone on with, and follows rules that change.

In:  a request, and what people choose (`Session.table`). Out: sentences to show. A terminal or a browser stands around it.

    session = Session(result, Request("tris.tgpl", seats="human,random"), progress, notify)
    session.begin()
    session.table.choose(0)
    session.keep()
    session.leave(over=False)       # "The match is kept as tris-1: …"
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from tgpl import __version__
from tgpl.agents.agent_names import HELP, AgentSpec, UnknownAgent, parse_agent, split_seats
from tgpl.agents.compiled import CannotSearch, compile_for_search
from tgpl.agents.search_agent import SearchContext
from tgpl.agents.seats import Agent, make_agent
from tgpl.agents.text_answers import TextTrial, type_useful_texts
from tgpl.apps.outcome_text import describe_outcome
from tgpl.apps.session.autosave import Autosave, save_record
from tgpl.apps.session.hint import Hints
from tgpl.apps.session.progress import Progress
from tgpl.apps.session.resume import HUMAN, CannotResume, Resumable, choose_seats, find_match
from tgpl.apps.session.table import LostChoice, PastChoice, Table
from tgpl.apps.sheet_evaluator import make_hybrid_game
from tgpl.compile import Result, compile_rules
from tgpl.native.game import NativeGame
from tgpl.runtime.decision import Decision
from tgpl.runtime.errors import Place
from tgpl.runtime.record import Record, write
from tgpl.runtime.state import BadChoice, State
from tgpl.text.diagnostics import errors, to_terminal
from tgpl.text.escape import plain
from tgpl.text.files import Folder, Texts, fingerprint
from tgpl.text.shell_commands import shown


class Request(NamedTuple):
    """A match as somebody asks for it."""

    file: str  # the rule text
    seats: str | None = None  # who sits where: `human`, or agents
    players: int | None = None
    seed: int | None = None
    name: str | None = None  # of the match
    record: str | None = None  # a file to keep a record in too
    resume: str | None = None  # a match to go on with; empty: the only one that was left


class Change(NamedTuple):
    """Rules that were read anew, and the match as it would go on under them."""

    result: Result
    table: Table
    lost: bool  # not all choices are still possible
    followed: str  # what became of them: sentences


class Session:
    def __init__(
        self,
        result: Result,
        request: Request,
        progress: Callable[[str], Progress],
        notify: Callable[[str, bool], None],
    ) -> None:
        """Sets the table; raises ValueError if so many cannot play, or CannotResume. `progress`: shows words while something
        takes long. `notify`: shows words at once, and hears whether they are about trouble."""
        self.file = request.file
        self.result = result
        self.tried = result  # the rules as they were last read, perhaps with errors
        self.request = request
        self.progress = progress
        self.notify = notify
        self.thinking = progress("Thinking")
        self.autosave = Autosave(request.file, request.name, request.record)
        self.saved = 0  # how many choices there were when it was saved last
        self.seats: list[str] = []  # who sits where, as a record says it
        self._native: tuple[Result, NativeGame] | None = None
        self._specs: list[AgentSpec] = []  # of machines who search
        self.seed = int.from_bytes(os.urandom(4)) if request.seed is None else request.seed
        self._found = None if request.resume is None else find_match(request.file, request.resume)
        players = request.players if self._found is None else self._found.record.players
        with progress("Setting up"):
            self.table = Table(make_hybrid_game(result), self.seed, players, [])
        self.table.progress = progress("Working out what follows")
        self._hints = Hints(self._search_context(), lambda: self.table.is_open)

    def begin(self) -> str | None:
        """Everybody sits down, to a new match or to the one that goes on; gives what to say. Raises UnknownAgent, CannotResume
        or CannotSearch."""
        if self._found is not None:
            return self.resume(self._found, self.request.seats)
        players = self.table.state.players
        seats = split_seats(self.request.seats or HUMAN, players)
        self.seat(_parse_seats(",".join(seats), players), self.seed, seats)
        return None

    # -- who sits where

    def seat(self, specs: list[AgentSpec | None], seed: int, seats: list[str]) -> None:
        """Lets people and machines sit down; raises CannotSearch, and then all sit as before."""
        before, self._specs = self._specs, [spec for spec in specs if spec is not None and spec.searches]
        if self._specs:
            try:
                self.native()
            except CannotSearch:
                self._specs = before
                raise
        self.seats = seats
        self.table.agents = [
            None if spec is None else self._show_thinking(self._make_agent(spec, seat, seed))
            for seat, spec in enumerate(specs)
        ]

    def _make_agent(self, spec: AgentSpec, seat: int, seed: int) -> Agent:
        made = make_agent(spec, seat, seed, self._search_context())
        return made if spec.searches else type_useful_texts(made, lambda: self.table.state)

    def native(self) -> NativeGame:
        """The rules compiled; raises CannotSearch."""
        if self._native is None or self._native[0] is not self.result:
            with self.progress("Compiling the rules"):
                self._native = (self.result, compile_for_search(self.result, "soon", self._specs))
        return self._native[1]

    def _search_context(self) -> SearchContext:
        return SearchContext(self.native, lambda: self.table.state, self.thinking.counter("games thought through"))

    def _show_thinking(self, machine: Agent) -> Agent:
        def choose(decision: Decision) -> int:
            with self.thinking:
                return machine(decision)

        return choose

    # -- what a player may ask

    def hint(self) -> tuple[int, str] | str:
        """An option and why; or why there is none."""
        with self.thinking:
            return self._hints(self.table.state)

    def useful_texts(self) -> list[int]:
        """The options that lead on, where texts are typed."""
        return TextTrial(self.table.state).useful()

    def describe_end(self) -> str:
        state = self.table.state
        words = describe_outcome(state, state.game.rules.seats)
        if state.error is not None:
            place = state.error.place
            where = "" if place is None else f" ({place.file}:{place.line}:{place.column})"
            words += f"\nerror[{state.error.code}] {state.error.message}{where}"
        return words

    def rule_lines(self, name: str) -> list[str]:
        """The rule text of a file."""
        for file in self.result.source_files.values():
            if file.name == name:
                return file.text.splitlines()
        return []

    def rule_place(self, number: int) -> Place | None:
        """Where a rule of a rulesheet stands."""
        spans = getattr(self.result.checked, "spans", ())
        return Place(*spans[number].on_line()) if number < len(spans) else None

    # -- on disk

    def _record(self) -> Record:
        """The match as it stands, up to the last choice that somebody made who was asked."""
        state, chosen = self.table.state, self.table.chosen
        main, sources = self.result.files[-1].name, self.result.sources
        choices = state.choices if chosen == len(state.choices) else state.choices[:chosen]
        rules = os.path.abspath(self.file)
        return Record(__version__, main, sources, state.seed, state.players, choices, {}, tuple(self.seats), rules)

    def _whole_record(self, state: State) -> str:
        return write(state, __version__, self.result.files[-1].name, self.result.sources, self.seats)

    def keep(self) -> None:
        """After every choice. Tells when the match cannot be kept any more, and when it can again."""
        if not self.table.chosen and not self.autosave.is_begun:
            return  # nothing was chosen yet
        words = self.autosave.keep(self._record(), self.table.count_unchanged())
        if words is not None:
            self.notify(words, self.autosave.trouble is not None)

    def save(self, path: str) -> str:
        """In a file of the player's choice; gives what to say."""
        words, done = save_record(path, self.file, self._whole_record(self.table.state))
        if done:
            self.saved = len(self.table.state.choices)
        return words

    def leave(self, over: bool) -> str | None:
        """The match is left, or over; gives what to say. Raises NotSaved. A match in which a rule broke can go on when that is
        mended."""
        state = self.table.settle()

        def whole() -> str:
            return self._whole_record(state)

        if over and state.ended != "error":
            self.autosave.finish(whole)
            return None
        if not self.table.chosen and not self.autosave.is_begun:
            return None if over else "Good-bye."
        return self.autosave.leave(self._record(), self.table.count_unchanged(), whole)

    # -- going on with a match

    def load(self, path: str) -> str:
        """Goes on with another match; gives what to say."""
        path = os.path.expanduser(path)
        self.keep()
        if self.autosave.trouble is not None and self.saved != len(self.table.made):
            return "Nothing was loaded, because this match is not kept on disk. `save FILE` first."
        try:
            found = find_match(self.file, path, self.autosave.holds)
            return self.resume(found, None) or f"{shown(path)} is loaded."
        except (CannotResume, CannotSearch) as why:
            return str(why)

    def resume(self, found: Resumable, who: str | None) -> str | None:
        """Goes on with a match, with those who sat there unless somebody says otherwise; gives what to say about rules that
        have changed since. Raises CannotResume or CannotSearch, and is then as before."""
        try:
            return self._resume(found, who)
        except BaseException:
            if found.journal is not None:
                found.journal.close()
            raise

    def _resume(self, found: Resumable, who: str | None) -> str | None:
        record = found.record
        if record.players != self.table.state.players:
            raise CannotResume(f"That match is for {record.players} players; here sit {self.table.state.players}.")
        seats = choose_seats(record, who, self.table.game.rules.secrets)
        try:
            specs = _parse_seats(",".join(seats), record.players)
        except ValueError as unknown:
            raise CannotResume(f"That match cannot go on with those who sat there: {unknown}") from unknown
        before = self._replay(record)
        changed = before.game is not self.table.game
        lost = None
        self.seat(specs, record.seed + len(record.choices), seats)
        if changed:
            after = Table(self.table.game, record.seed, record.players, self.table.agents)
            lost = after.follow(self.table.game, before.made)
            self.table.take_over(after)
        else:
            self.table.take_over(before)
        self._resume_autosave(found, changed, lost is not None)
        return f"The rules have changed since. {self._describe_lost(lost, before.made)}" if changed else None

    def _replay(self, record: Record) -> Table:
        """A match up to where it was left, under its own rules; raises CannotResume."""
        game = self.table.game
        if fingerprint(record.sources) != game.fingerprint:
            older = compile_rules(Texts(record.main, record.sources))
            if not older.playable:
                raise CannotResume("The rules of that match have errors.")
            game = older.game()
        people: list[Agent | None] = [None if word == HUMAN else _choose_first for word in record.seats or ()]
        try:
            table = Table(game, record.seed, record.players, people or [None] * record.players)
            table.load(record.seed, record.players, record.choices)
        except (BadChoice, ValueError) as why:
            raise CannotResume(f"That match cannot be played again: {why}") from why
        return table

    def _resume_autosave(self, found: Resumable, changed: bool, lost: bool) -> None:
        """Where choices are lost the match stays as it was left, and a new file begins."""
        if lost and found.journal is not None:
            found.journal.close()
        self.autosave.resume(found if not lost else Resumable(found.record))
        self.table.count_unchanged()
        if changed:
            self.autosave.note_rules(self._record())
        if tuple(self.seats) != found.record.seats:
            self.autosave.note_seats(self.seats)
        if found.old is not None and not lost:
            self.keep()
            if self.autosave.trouble is None:
                found.old.unlink(missing_ok=True)

    # -- rules that change

    def read_rules(self) -> Change | str | None:
        """The rules as they are now on disk: a change that `adopt` goes on with, what to say if they have errors, None if they
        are the same."""
        result = compile_rules(Folder.of_main(self.file))
        failed, self.tried = self.tried is not self.result, result
        if result.sources == self.result.sources:
            self.tried = self.result
            return "The rules are again as they were." if failed else None
        wrong = errors(result.problems)
        if wrong or not result.playable:
            words = to_terminal(wrong[:5])
            return f"{words}\nThe rules have changed, but have errors; the match goes on with the old ones."
        table = self.table
        trial = Table(table.game, table.state.seed, table.state.players, table.agents)
        lost = trial.follow(make_hybrid_game(result), table.made)
        return Change(result, trial, lost is not None, self._describe_lost(lost, table.made))

    def adopt(self, change: Change) -> None:
        """Goes on under changed rules."""
        self.result = self.tried = change.result
        self.table.take_over(change.table)
        self.table.count_unchanged()
        self.autosave.note_rules(self._record())
        self.keep()

    def _describe_lost(self, lost: LostChoice | None, before: list[PastChoice]) -> str:
        """What became of the choices so far."""
        total = sum(not one.forced for one in before)
        if lost is None:
            words = {0: "Nothing was chosen yet.", 1: "The choice so far is still possible."}
            return words.get(total, f"All {total} choices so far are still possible.")
        made = lost.made
        what = f"`{plain(made.label) or 'something hidden'}`"
        if not self.table.game.rules.seats:  # else it is a move, and called by its name
            what += f" ({made.what})"
        if not self.table.is_open and self.table.people != [made.player]:
            what = "choice"  # it would tell others what was chosen
        return (
            f"Choice {lost.number} of {total}, {plain(self.table.game.rules.seat_name(made.player))}'s {what}, is no longer possible; "
            f"the last good point is before it."
        )


def _parse_seats(words: str, players: int) -> list[AgentSpec | None]:
    """Who sits where, None for a person; one word alone is for all. Raises UnknownAgent."""
    try:
        return [None if word == HUMAN else parse_agent(word) for word in split_seats(words, players)]
    except UnknownAgent as unknown:
        raise UnknownAgent(f"{unknown}".replace(f"There are: {HELP}", f"There are: {HUMAN}, {HELP}")) from None


def _choose_first(decision: Decision) -> int:
    """In place of a machine while its choices are made again."""
    return 0
