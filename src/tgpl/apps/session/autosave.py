"""The match on disk while it is played, so that neither Ctrl-C nor a killed terminal loses anything.

In:  a record at every choice. Out: the match in a file of its own and, if the player wants, in one of theirs; and words about it
that are so.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from tgpl.apps.session.match_files import ENDING, create_beside, create_named, is_other_file, is_saved_here, name_stem
from tgpl.apps.session.resume import Resumable, spell_as_file
from tgpl.runtime.record import Record, back_line, choice_line, first_line, rules_line, seats_line
from tgpl.text.append_log import AppendLog, Locked, is_locked
from tgpl.text.disk import PRIVATE, BadFile, replace, resolve_links, why_not, writable
from tgpl.text.shell_commands import argument, command, shown


class WriteFailed(Exception):
    """Why a match cannot be written: words that follow a colon, without a full stop."""


class NotSaved(Exception):
    """What could not be written: a sentence."""


# ---- one file


class MatchWriter:
    """A match on its way into a file, line by line. What cannot be written now is written as soon as it can."""

    def __init__(self, stem: str = "", name: str | None = None, goal: str | None = None) -> None:
        """Under a name of its own, if need be one that begins with a word, or in a file of the player's choice."""
        self.journal: AppendLog | None = None
        self._stem, self._name = stem, name
        self._goal = goal
        self._stood = 0  # how many of the choices in the file still stand; the journal's mark is how many there are
        self._more: list[str] = []  # what is to be written before the next choice
        self._told: int | None = None  # how many choices there are behind that, if it tells them

    @property
    def name(self) -> str | None:
        """Of the match, once it is written somewhere."""
        return None if self.journal is None else self.journal.path.name.removesuffix(ENDING)

    def adopt(self, journal: AppendLog, choices: int) -> None:
        """Goes on in a file that has so many choices in it."""
        journal.begin(choices)
        self.journal = journal
        self._stood = choices

    def note(self, line: str, choices: int | None = None) -> None:
        """What is no choice; with how many choices there are behind it, where it tells them all."""
        if self.journal is not None:  # else the first line will say it
            self._more.append(line)
            if choices is not None:
                self._told = self._stood = choices

    def follow(self, record: Record, stood: int) -> None:
        """Writes what is new; of the choices that there were last time the first `stood` still are. Raises WriteFailed."""
        stood = self._stood = min(self._stood, stood, len(record.choices))
        try:
            if self.journal is not None and not self.journal.is_intact:
                self.close()  # somebody moved or changed it: that is theirs now
            if self.journal is None:
                self._begin(record)
            else:
                there = self.journal.mark if self._told is None else self._told
                back = [back_line(stood)] if stood < there else []
                lines = [*self._more, *back, *map(choice_line, record.choices[stood:])]
                if lines:
                    self.journal.append(lines, len(record.choices))
        except (BadFile, Locked, OSError, ValueError) as error:
            raise WriteFailed(_reason(error)) from error
        self._more, self._told = [], None
        self._stood = len(record.choices)

    def sync(self) -> None:
        """Makes sure of what was written; raises WriteFailed."""
        try:
            if self.journal is None or not self.journal.is_intact:
                raise WriteFailed("somebody has removed its file")
            self.journal.sync()
        except OSError as error:
            raise WriteFailed(_reason(error)) from error

    def close(self) -> None:
        if self.journal is not None:
            self.journal.close()
        self.journal = None

    def _begin(self, record: Record) -> None:
        journal = create_named(self._stem, self._name) if self._goal is None else create_beside(self._goal)
        try:
            journal.append([first_line(record), *map(choice_line, record.choices)], len(record.choices))
            journal.sync()
            if self._goal is not None:
                journal.move(Path(resolve_links(self._goal)))
        except BaseException:
            journal.remove()
            raise
        self.journal = journal


def _reason(error: Exception) -> str:
    if isinstance(error, Locked):
        return "another table has it open"
    return why_not(error) if isinstance(error, (OSError, ValueError)) else str(error)


# ---- all files of a session


class Autosave:
    """The files that a session writes: the match's own, and perhaps one of the player's choice."""

    def __init__(self, rules: str, name: str | None = None, record: str | None = None) -> None:
        self.rules = rules
        self.record = record  # where the player wants it too
        self.trouble: str | None = None  # why the match is not kept, if it is not
        self._begin(name)

    def _begin(self, name: str | None = None) -> None:
        self._own = MatchWriter(name_stem(self.rules), name)
        self._record = None if self.record is None else MatchWriter(goal=os.path.expanduser(self.record))

    def resume(self, found: Resumable) -> None:
        """Goes on with a match that was left, in its own file or in a new one; what was played before stays where it is."""
        self.close()
        self._begin()
        if found.journal is not None:
            self._own.adopt(found.journal, len(found.record.choices))

    def holds(self, path: Path) -> bool:
        """Whether that is a file of this match."""
        journals = [writer.journal for writer in self._writers if writer.journal is not None]
        real = os.path.realpath(path)
        return any(os.path.realpath(journal.path) == real for journal in journals)

    @property
    def is_begun(self) -> bool:
        return self._own.journal is not None

    def keep(self, match: Record, stood: int) -> str | None:
        """After every choice; gives what to say, if something changed."""
        before = self.trouble
        self.trouble = _write(self._own, match, stood)
        if self._record is not None:
            self.trouble = _write(self._record, match, stood) or self.trouble
        if self.trouble is None:
            return None if before is None else "The match is kept on disk again."
        if self.trouble == before:
            return None
        return f"The match cannot be kept on disk: {self.trouble}. `save FILE` can write it elsewhere."

    def note_rules(self, match: Record) -> None:
        for writer in self._writers:
            writer.note(rules_line(match.main, match.sources, match.choices), len(match.choices))

    def note_seats(self, seats: list[str]) -> None:
        for writer in self._writers:
            writer.note(seats_line(seats))

    @property
    def _writers(self) -> list[MatchWriter]:
        return [self._own] if self._record is None else [self._own, self._record]

    def leave(self, match: Record, stood: int, whole: Callable[[], str]) -> str:
        """The match is left; gives what to say. Raises NotSaved. `whole`: its record."""
        wrong = _write(self._own, match, stood, sync=True)
        name = self._own.name
        unwritten = self._finish_record(whole)
        self.close()
        if wrong is None:
            assert name is not None
            told = f"The match is kept as {name}: `{command('play', argument(self.rules), '--resume', name)}` goes on."
            if unwritten is not None:
                raise NotSaved(f"{told}\n{unwritten}")
            return told
        if self.record is None or unwritten is not None:
            older = "" if name is None else f" What {name} holds is older."
            raise NotSaved(f"The match is not kept as it is now, because it cannot be written: {wrong}.{older}")
        again = command("play", argument(self.rules), "--resume", spell_as_file(self.record))
        return f"The match is kept in {shown(self.record)} only ({wrong}): `{again}` goes on."

    def finish(self, whole: Callable[[], str]) -> None:
        """The match is over, and need not be kept any longer. Raises NotSaved, about the player's own record."""
        if self._own.journal is not None:
            self._own.journal.remove()
        unwritten = self._finish_record(whole)
        self.close()
        if unwritten is not None:
            raise NotSaved(unwritten)

    def _finish_record(self, whole: Callable[[], str]) -> str | None:
        """The player's own record, as one JSON text with how it came out; gives what went wrong."""
        if self._record is None or self.record is None:
            return None
        try:
            replace(os.path.expanduser(self.record), whole(), PRIVATE)
        except BadFile as why:
            return f"{shown(self.record)} cannot be written: {why}."
        return None

    def close(self) -> None:
        for writer in self._writers:
            writer.close()


def _write(writer: MatchWriter, match: Record, stood: int, sync: bool = False) -> str | None:
    """Gives what went wrong."""
    try:
        writer.follow(match, stood)
        if sync:
            writer.sync()
    except WriteFailed as why:
        return str(why)
    return None


# ---- files of the player's choice


def explain_refusal(path: str) -> str | None:
    """Why a record cannot be written to a file, if that can be told before."""
    path = os.path.expanduser(path)
    if is_saved_here(path):
        return f"{shown(path)} is where a match is kept. Choose another name."
    if is_other_file(path):
        return f"{shown(path)} is already there, and no record of a match; nothing was written. Choose another name."
    if is_locked(Path(path)):
        return f"{shown(path)} is being written, at this table or another. Choose another name."
    try:
        writable(path)
    except BadFile as why:
        return f"{shown(path)} cannot be written: {why}."
    return None


def save_record(path: str, rules: str, whole: str) -> tuple[str, bool]:
    """Writes a record; gives what to say, and whether it is written."""
    no = explain_refusal(path)
    if no is not None:
        return no, False
    try:
        replace(os.path.expanduser(path), whole, PRIVATE)
    except BadFile as why:
        return f"{shown(path)} cannot be written: {why}. Nothing was saved.", False
    file = spell_as_file(path)
    again = command("play", argument(rules), "--resume", os.path.expanduser(file))
    return f"Saved; `load {shown(file)}` or `{again}` goes on.", True
