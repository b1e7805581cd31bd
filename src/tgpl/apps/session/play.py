"""A rule text on the table: puts the compiler, the match, the agents and the terminal together for `tgpl play`.

The terminal knows neither files nor compilers; here is what it gets from them.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tgpl import __version__
from tgpl.agents.agent_names import HELP, UnknownAgent, Word, each, understood
from tgpl.agents.compiled import CannotThink, compiled
from tgpl.agents.mcts_agent import Around as Thoughts
from tgpl.agents.seats import Agent as Machine
from tgpl.agents.seats import agent
from tgpl.agents.text_answers import Trial, typist
from tgpl.apps.session.hint import Hints
from tgpl.apps.session.resume import HUMAN, CannotResume, Found, Keeping, found_match, save, seats_of
from tgpl.apps.session.table import Agent, Lost, Made, Table
from tgpl.apps.sheet_evaluator import quick_game
from tgpl.apps.spinner import Waiting
from tgpl.apps.terminal.loop import Around, Leave, Rules, Terminal
from tgpl.apps.terminal.screen import console
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

_POLL = 0.3  # seconds between two looks at the rule files


def seating(words: str, players: int) -> list[Word | None]:
    """Who sits where, None for a person; one word alone is for all. Raises UnknownAgent."""
    try:
        return [None if word == HUMAN else understood(word) for word in each(words, players)]
    except UnknownAgent as unknown:
        raise UnknownAgent(f"{unknown}".replace(f"There are: {HELP}", f"There are: {HUMAN}, {HELP}")) from None


class Sitting:
    """One evening with a rule text."""

    def __init__(
        self, file: str, result: Result, table: Table, ending: Callable[[State], str], keeping: Keeping
    ) -> None:
        self.file = file
        self.result = result
        self.table = table
        table.patience = Waiting("Working out what follows")
        self.ending = ending
        self.keeping = keeping
        self.saved = 0  # how many choices there were when it was saved last
        self.seats: list[str] = []  # who sits where, as a record says it
        self.tried = result  # the rules as they were last read, perhaps with errors
        self.out = console()
        self.thinking = Waiting("Thinking")
        self._native: tuple[Result, NativeGame] | None = None
        self._words: list[Word] = []  # of machines who think

    def seat(self, words: list[Word | None], seed: int, seats: list[str]) -> None:
        """Lets people and machines sit down; raises CannotThink, and then all sit as before."""
        before, self._words = self._words, [word for word in words if word is not None and word.thinks]
        if self._words:
            try:
                self.native()
            except CannotThink:
                self._words = before
                raise
        self.seats = seats
        self.table.agents = [
            None if word is None else self._patient(self._machine(word, seat, seed)) for seat, word in enumerate(words)
        ]

    def _machine(self, word: Word, seat: int, seed: int) -> Machine:
        made = agent(word, seat, seed, self._thoughts())
        return made if word.thinks else typist(made, lambda: self.table.state)

    def native(self) -> NativeGame:
        """The rules compiled; raises CannotThink."""
        if self._native is None or self._native[0] is not self.result:
            with Waiting("Compiling the rules"):
                self._native = (self.result, compiled(self.result, "soon", self._words))
        return self._native[1]

    def _thoughts(self) -> Thoughts:
        return Thoughts(self.native, lambda: self.table.state, self.thinking.counting("games thought through"))

    def _patient(self, machine: Machine) -> Agent:
        def choose(decision: Decision) -> int:
            with self.thinking:
                return machine(decision)

        return choose

    # -- the evening

    def play(self, watch: bool) -> bool:
        """Until the game is over (true) or the player leaves."""
        watcher = _Watcher(self) if watch else None
        self.typed = _Typed(self, watcher)
        terminal = Terminal(self.table, self._around(), self.out, self.typed)
        try:
            terminal.play()
        except (Leave, EOFError):
            return False
        finally:
            if watcher is not None:
                watcher.stop()
        return True

    def _around(self) -> Around:
        hints = Hints(self._thoughts(), lambda: self.table.is_open)

        def hint(state: State) -> tuple[int, str] | str:
            with self.thinking:
                return hints(state)

        return Around(
            self._lines, self._keep, self._save, self._load, hint, self._reload, self._ended, _leading, self._rule
        )

    def _ended(self, state: State) -> str:
        words = self.ending(state)
        if state.error is not None:
            place = state.error.place
            where = "" if place is None else f" ({place.file}:{place.line}:{place.column})"
            words += f"\nerror[{state.error.code}] {state.error.message}{where}"
        return words

    def _lines(self, name: str) -> list[str]:
        for loaded in self.result.files:
            if loaded.tree.file.name == name:
                return loaded.tree.file.text.splitlines()
        return []

    def _rule(self, number: int) -> Place | None:
        """Where a rule of a rulesheet stands."""
        spans = getattr(self.result.checked, "spans", ())
        return Place(*spans[number].on_line()) if number < len(spans) else None

    # -- keeping

    def _match(self, state: State) -> Record:
        """The match as it stands, in the words of a record."""
        main, sources = self.result.files[-1].name, self.result.sources
        chosen = self.table.chosen
        choices = state.choices if chosen == len(state.choices) else state.choices[:chosen]
        rules = os.path.abspath(self.file)
        return Record(__version__, main, sources, state.seed, state.players, choices, {}, tuple(self.seats), rules)

    def _whole(self, state: State) -> str:
        return write(state, __version__, self.result.files[-1].name, self.result.sources, self.seats)

    def _keep(self, state: State) -> None:
        if not self.table.chosen and not self.keeping.begun:
            return  # nothing was chosen yet
        told = self.keeping.keep(self._match(state), self.table.unchanged())
        if told is not None:
            self.out.print(told, style="" if self.keeping.trouble is None else "error", markup=False)

    def _save(self, state: State, path: str) -> str:
        told, done = save(path, self.file, self._whole(state))
        if done:
            self.saved = len(state.choices)
        return told

    def part(self, over: bool) -> str | None:
        """The evening is over, and perhaps the match; gives what to say. Raises Unwritten. A match in which a rule broke can
        go on when that is mended."""
        state = self.table.settled()

        def whole() -> str:
            return self._whole(state)

        if over and state.ended != "error":
            self.keeping.over(whole)
            return None
        if not self.table.chosen and not self.keeping.begun:
            return None if over else "Good-bye."
        return self.keeping.leave(self._match(state), self.table.unchanged(), whole)

    # -- going on

    def _load(self, table: Table, path: str) -> str:
        path = os.path.expanduser(path)
        self._keep(self.table.state)
        if self.keeping.trouble is not None and self.saved != len(self.table.made):
            return "Nothing was loaded, because this match is not kept on disk. `save FILE` first."
        try:
            found = found_match(self.file, path, self.keeping.plays)
            return self.resume(found, None) or f"{shown(path)} is loaded."
        except (CannotResume, CannotThink) as why:
            return str(why)

    def resume(self, found: Found, who: str | None) -> str | None:
        """Goes on with a match, with those who sat there unless somebody says otherwise; gives what to say about rules that
        have changed since. Raises CannotResume or CannotThink, and is then as before."""
        try:
            return self._resume(found, who)
        except BaseException:
            if found.journal is not None:
                found.journal.close()
            raise

    def _resume(self, found: Found, who: str | None) -> str | None:
        kept = found.record
        if kept.players != self.table.state.players:
            raise CannotResume(f"That match is for {kept.players} players; here sit {self.table.state.players}.")
        seats = seats_of(kept, who, self.table.game.rules.secrets)
        try:
            words = seating(",".join(seats), kept.players)
        except ValueError as unknown:
            raise CannotResume(f"That match cannot go on with those who sat there: {unknown}") from unknown
        before = self._played(kept)
        changed = before.game is not self.table.game
        lost = None
        self.seat(words, kept.seed + len(kept.choices), seats)
        if changed:
            after = Table(self.table.game, kept.seed, kept.players, self.table.agents)
            lost = after.follow(self.table.game, before.made)
            self.table.take_over(after)
        else:
            self.table.take_over(before)
        self._take_up(found, changed, lost is not None)
        return f"The rules have changed since. {self._followed(lost, before.made)}" if changed else None

    def _played(self, kept: Record) -> Table:
        """A match up to where it was left, under its own rules; raises CannotResume."""
        game = self.table.game
        if fingerprint(kept.sources) != game.fingerprint:
            older = compile_rules(Texts(kept.main, kept.sources))
            if not older.playable:
                raise CannotResume("The rules of that match have errors.")
            game = older.game()
        people: list[Agent | None] = [None if word == HUMAN else _nobody for word in kept.seats or ()]
        try:
            table = Table(game, kept.seed, kept.players, people or [None] * kept.players)
            table.load(kept.seed, kept.players, kept.choices)
        except (BadChoice, ValueError) as why:
            raise CannotResume(f"That match cannot be played again: {why}") from why
        return table

    def _take_up(self, found: Found, changed: bool, lost: bool) -> None:
        """The files of a match that goes on. Where choices are lost it stays as it was left, and a new one begins."""
        if lost and found.journal is not None:
            found.journal.close()
        self.keeping.go_on(found if not lost else Found(found.record))
        self.table.unchanged()
        match = self._match(self.table.state)
        if changed:
            self.keeping.rules_changed(match)
        if tuple(self.seats) != found.record.seats:
            self.keeping.seats_changed(self.seats)
        if found.old is not None and not lost:
            self._keep(self.table.state)
            if self.keeping.trouble is None:
                found.old.unlink(missing_ok=True)

    def _reload(self, table: Table) -> str | None:
        result = compile_rules(Folder.of_main(self.file))
        failed, self.tried = self.tried is not self.result, result
        if result.sources == self.result.sources:
            self.tried = self.result
            return "The rules are again as they were." if failed else None
        wrong = errors(result.problems)
        if wrong or not result.playable:
            told = to_terminal(wrong[:5])
            return f"{told}\nThe rules have changed, but have errors; the match goes on with the old ones."
        trial = Table(table.game, table.state.seed, table.state.players, table.agents)
        lost = trial.follow(quick_game(result), table.made)
        if lost is not None and not self._agrees(lost, table.made):
            return "The match goes on with the old rules, until the file changes again."
        self.result = self.tried = result
        told = self._followed(lost, table.made)
        table.take_over(trial)
        table.unchanged()
        self.keeping.rules_changed(self._match(table.state))
        self._keep(table.state)
        return f"The rules have changed. {told}"

    def _agrees(self, lost: Lost, before: list[Made]) -> bool:
        """Whether to go on under the new rules; whoever says nothing at all keeps the old ones."""
        self.out.print(f"\nThe rules have changed. {self._followed(lost, before)}")
        while True:
            try:
                answer = self.typed.plainly("Go on from there with the new rules? [Y/n] ").strip().casefold()
            except EOFError:
                return False
            if answer in ("", "y", "yes"):
                return True
            if answer in ("n", "no"):
                return False
            self.out.print("Please answer `yes` or `no`.")

    def _followed(self, lost: Lost | None, before: list[Made]) -> str:
        """What became of the choices so far."""
        total = sum(not one.forced for one in before)
        if lost is None:
            told = {0: "Nothing was chosen yet.", 1: "The choice so far is still possible."}
            return told.get(total, f"All {total} choices so far are still possible.")
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


def _leading(state: State) -> list[int]:
    return Trial(state).all()


def _nobody(decision: Decision) -> int:
    """In place of a machine while its choices are made again."""
    return 0


class _Typed:
    """Asks for a line: with completion at a terminal; through a pipe with an echo, so that what comes out can be read."""

    def __init__(self, sitting: Sitting, watcher: _Watcher | None) -> None:
        self.sitting = sitting
        self.watcher = watcher
        self.at_terminal = sys.stdin.isatty()
        self.words: list[str] = []  # that complete what is typed
        if self.at_terminal:
            _complete_with(lambda: self.words)

    def __call__(self, prompt: str, words: list[str]) -> str:
        self.words = words
        try:
            if self.watcher is None:
                return self._line(prompt)
            self.watcher.listening(True)
            return self._line(prompt)
        finally:
            self.words = []
            if self.watcher is not None:
                self.watcher.listening(False)

    def plainly(self, prompt: str) -> str:
        """A line, while the rules may change."""
        return self._line(prompt)

    def forget(self) -> None:
        if self.at_terminal:
            with suppress(ImportError):
                import readline

                readline.clear_history()

    def _line(self, prompt: str) -> str:
        sys.stdout.flush()
        if self.at_terminal:
            return _whole(input(prompt))
        line = _whole(sys.stdin.readline())
        if not line:
            raise EOFError
        self.sitting.out.print(f"{prompt}{plain(line.rstrip())}")
        return line


def _whole(line: str) -> str:
    """Bytes that are no text become question marks: nothing else could be written to a record."""
    return line.encode("utf-8", "replace").decode("utf-8")


def _complete_with(words: Callable[[], list[str]]) -> None:
    try:
        import readline
    except ImportError:  # a Python without it: no completion
        return

    def complete(begun: str, number: int) -> str | None:
        found = [word for word in words() if word.casefold().startswith(begun.casefold())]
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")


class _Watcher:
    """Looks at the rule files, and wakes whoever waits for a line when one of them changes."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.known = self._stamps()
        self.open = False
        self.ended = threading.Event()
        self.can_wake = hasattr(signal, "SIGUSR1")
        if self.can_wake:
            signal.signal(signal.SIGUSR1, self._wake)
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def listening(self, on: bool) -> None:
        self.open = on
        if on and self._stamps() != self.known:
            self.open = False
            self._noticed()
            raise Rules

    def stop(self) -> None:
        self.ended.set()
        self.thread.join()

    def _stamps(self) -> dict[str, tuple[int, int]]:
        """Of every file that the rules have, had when they were last read, or may be about to import."""
        sitting = self.sitting
        names = {loaded.tree.file.name for result in (sitting.result, sitting.tried) for loaded in result.files}
        folder = os.path.dirname(sitting.file)
        names |= {os.path.join(folder, name) for name in Folder.of_main(sitting.file).names()}
        stamps = {}
        for name in names:
            try:
                status = os.stat(name)
                stamps[os.path.normpath(name)] = (status.st_mtime_ns, status.st_size)
            except OSError:
                continue  # being written, or of the library
        return stamps

    def _noticed(self) -> None:
        self.known = self._stamps()

    def _watch(self) -> None:
        while not self.ended.wait(_POLL):
            if self.open and self.can_wake and self._stamps() != self.known:
                self.ended.wait(_POLL)  # an editor may still be writing
                main = threading.main_thread().ident
                if self.open and main is not None:
                    signal.pthread_kill(main, signal.SIGUSR1)

    def _wake(self, *_: Any) -> None:
        if self.open:
            self.open = False
            self._noticed()
            raise Rules
