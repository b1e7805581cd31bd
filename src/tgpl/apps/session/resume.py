"""What is kept of an evening, and what can be gone on with: the files of matches as `tgpl play` uses them.

In:  a record at every choice. Out: the match in a file of its own and, if the player wants, in one of theirs; and words about it
that are so. Also which match `--resume` and `load` mean, and who sits where in it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tgpl.agents.agent_names import each
from tgpl.apps.session.autosave import (
    ENDING,
    OLD,
    Kept,
    NotKept,
    Writer,
    find,
    is_kept_here,
    is_name,
    is_something_else,
    matches,
    reopened,
    stem_of,
)
from tgpl.runtime.record import LARGEST, BadRecord, Record, read_bytes, rules_line, seats_line
from tgpl.text.append_log import AppendLog, Locked, is_locked
from tgpl.text.disk import PRIVATE, BadFile, content, replace, writable
from tgpl.text.shell_commands import argument, command, shown

HUMAN = "human"
_TAKEN = "{} is open at another table. Leave it there first."


class CannotResume(Exception):
    """Why a match cannot be gone on with: a sentence, or a list of matches to choose from."""


class Unwritten(Exception):
    """What could not be written: a sentence."""


class Found(NamedTuple):
    """A match to go on with."""

    record: Record
    journal: AppendLog | None = None  # its file, if the match goes on in there; else it goes on in a new one
    old: Path | None = None  # a file from before matches had names, which the new one replaces


# ---- which match


def found_match(rules: str, word: str, plays: Callable[[Path], bool] = lambda path: False) -> Found:
    """The match that somebody means: by its name, by a file, or, without a word, the only one. `plays`: whether it is being
    played here. Raises CannotResume."""
    if is_kept_here(word):
        word = os.path.basename(os.path.realpath(word)).removesuffix(ENDING)
    kept = find(rules, word) if word else _only(rules)
    if kept is None:
        if (is_name(word) or word in OLD) and not os.path.lexists(word):
            raise CannotResume(f"{word} cannot be read: neither a match nor a file is called so. {_others(rules)}")
        if plays(Path(word)):
            raise CannotResume(f"{shown(word)} is the match that is being played here.")
        if is_locked(Path(word)):
            raise CannotResume(_TAKEN.format(shown(word)))
        return Found(read_record(word))
    if plays(kept.path):
        raise CannotResume(f"{kept.name} is the match that is being played here.")
    if kept.taken:
        raise CannotResume(_TAKEN.format(kept.name))
    if kept.name in OLD:
        return Found(read_record(str(kept.path)), old=kept.path)
    if not kept.is_of(rules):  # it stays what it is, and a new one begins with its choices
        return Found(read_record(str(kept.path)))
    try:
        journal, record = reopened(kept)
    except Locked:
        raise CannotResume(_TAKEN.format(kept.name)) from None
    except (BadFile, BadRecord, OSError) as why:
        raise CannotResume(f"{kept.name} cannot be read: {why}.") from why
    return Found(record, journal)


def _only(rules: str) -> Kept:
    known = matches(rules)
    free = [kept for kept in known if not kept.taken]
    if not known:
        raise CannotResume(f"No match of {shown(rules)} was left. Start one without --resume.")
    if len(free) == 1:
        return free[0]
    if len(known) == 1:
        raise CannotResume(_TAKEN.format(known[0].name))
    raise CannotResume(
        f"{listed(rules, known)}\nWhich one? As in `{command('play', argument(rules), '--resume', known[0].name)}`."
    )


def listed(rules: str, known: list[Kept]) -> str:
    """All of them, a line each."""
    longest = max(len(kept.name) for kept in known)
    lines = [f"{len(known)} matches of {shown(rules)} were left:"]
    for kept in known:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.left))
        seats = "" if kept.seats is None else f", {', '.join(map(shown, kept.seats))}"
        taken = "; open at another table" if kept.taken else ""
        choices = f"{kept.choices} choice{'' if kept.choices == 1 else 's'}"
        lines.append(f"  {kept.name:<{longest}}  {when}, {choices}{seats}{taken}")
    return "\n".join(lines)


def _others(rules: str) -> str:
    known = matches(rules)
    return listed(rules, known) if known else f"No match of {shown(rules)} was left."


def left_before(rules: str) -> str | None:
    """A word about matches that wait, for who begins another one."""
    free = [kept for kept in matches(rules) if not kept.taken]
    if not free:
        return None
    if len(free) == 1:
        return f"A match was left unfinished: `{command('play', argument(rules), '--resume', free[0].name)}` goes on with it."
    return f"{len(free)} matches were left unfinished: `{command('play', argument(rules), '--resume')}` lists them."


def read_record(path: str) -> Record:
    """Raises CannotResume."""
    try:
        return read_bytes(content(path, LARGEST))[0]
    except (BadFile, BadRecord) as why:
        raise CannotResume(f"{shown(path)} cannot be read: {why}.") from why


def seats_of(record: Record, wanted: str | None, secrets: bool) -> list[str]:
    """Who sits where in a match that goes on: as before, unless somebody says otherwise. Raises CannotResume or UnknownAgent.

    Nobody sits down behind what a machine hides.
    """
    before = record.seats
    if wanted is None and before is None and secrets:
        raise CannotResume(
            "That match does not say who sat where, and the game has secrets: say it, as in --seats human,random."
        )
    if wanted is None:
        return list(before or [HUMAN] * record.players)
    after = each(wanted, record.players)
    for seat, (old, new) in enumerate(zip(before or after, after, strict=True)):
        if secrets and old != HUMAN and new == HUMAN:
            raise CannotResume(
                f"Seat {seat} is that of {shown(old)}, and the game has secrets: nobody may sit down behind them. "
                f"Without --seats the match goes on as it was: {','.join(map(shown, before or after))}."
            )
    return after


# ---- while it goes on


class Keeping:
    """The files of one evening."""

    def __init__(self, rules: str, name: str | None = None, record: str | None = None) -> None:
        self.rules = rules
        self.record = record  # where the player wants it too
        self.trouble: str | None = None  # why the match is not kept, if it is not
        self._begin(name)

    def _begin(self, name: str | None = None) -> None:
        self._autosave = Writer(stem_of(self.rules), name)
        self._record = None if self.record is None else Writer(goal=os.path.expanduser(self.record))

    def go_on(self, found: Found) -> None:
        """With a match that was left, in its own file or in a new one; what was played before stays where it is."""
        self.close()
        self._begin()
        if found.journal is not None:
            self._autosave.go_on(found.journal, len(found.record.choices))

    def plays(self, path: Path) -> bool:
        """Whether that is a file of this match."""
        journals = [writer.journal for writer in self._writers if writer.journal is not None]
        real = os.path.realpath(path)
        return any(os.path.realpath(journal.path) == real for journal in journals)

    @property
    def begun(self) -> bool:
        return self._autosave.journal is not None

    def keep(self, match: Record, stood: int) -> str | None:
        """After every choice; gives what to say, if something changed."""
        before = self.trouble
        self.trouble = _trouble(self._autosave, match, stood)
        if self._record is not None:
            self.trouble = _trouble(self._record, match, stood) or self.trouble
        if self.trouble is None:
            return None if before is None else "The match is kept on disk again."
        if self.trouble == before:
            return None
        return f"The match cannot be kept on disk: {self.trouble}. `save FILE` can write it elsewhere."

    def rules_changed(self, match: Record) -> None:
        for writer in self._writers:
            writer.say(rules_line(match.main, match.sources, match.choices), len(match.choices))

    def seats_changed(self, seats: list[str]) -> None:
        for writer in self._writers:
            writer.say(seats_line(seats))

    @property
    def _writers(self) -> list[Writer]:
        return [self._autosave] if self._record is None else [self._autosave, self._record]

    def leave(self, match: Record, stood: int, whole: Callable[[], str]) -> str:
        """The match is left; gives what to say. Raises Unwritten. `whole`: its record."""
        wrong = _trouble(self._autosave, match, stood, sync=True)
        name = self._autosave.name
        unwritten = self._finish_record(whole)
        self.close()
        if wrong is None:
            assert name is not None
            told = f"The match is kept as {name}: `{command('play', argument(self.rules), '--resume', name)}` goes on."
            if unwritten is not None:
                raise Unwritten(f"{told}\n{unwritten}")
            return told
        if self.record is None or unwritten is not None:
            older = "" if name is None else f" What {name} holds is older."
            raise Unwritten(f"The match is not kept as it is now, because it cannot be written: {wrong}.{older}")
        again = command("play", argument(self.rules), "--resume", as_file(self.record))
        return f"The match is kept in {shown(self.record)} only ({wrong}): `{again}` goes on."

    def over(self, whole: Callable[[], str]) -> None:
        """The match is over, and need not be kept any longer. Raises Unwritten, about the player's own record."""
        if self._autosave.journal is not None:
            self._autosave.journal.remove()
        unwritten = self._finish_record(whole)
        self.close()
        if unwritten is not None:
            raise Unwritten(unwritten)

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


def _trouble(writer: Writer, match: Record, stood: int, sync: bool = False) -> str | None:
    try:
        writer.follow(match, stood)
        if sync:
            writer.sync()
    except NotKept as why:
        return str(why)
    return None


# ---- files of the player's choice


def refusal(path: str) -> str | None:
    """Why a record cannot be written to a file, if that can be told before."""
    path = os.path.expanduser(path)
    if is_kept_here(path):
        return f"{shown(path)} is where a match is kept. Choose another name."
    if is_something_else(path):
        return f"{shown(path)} is already there, and no record of a match; nothing was written. Choose another name."
    if is_locked(Path(path)):
        return f"{shown(path)} is being written, at this table or another. Choose another name."
    try:
        writable(path)
    except BadFile as why:
        return f"{shown(path)} cannot be written: {why}."
    return None


def save(path: str, rules: str, whole: str) -> tuple[str, bool]:
    """Writes a record; gives what to say, and whether it is written."""
    no = refusal(path)
    if no is not None:
        return no, False
    try:
        replace(os.path.expanduser(path), whole, PRIVATE)
    except BadFile as why:
        return f"{shown(path)} cannot be written: {why}. Nothing was saved.", False
    file = as_file(path)
    again = command("play", argument(rules), "--resume", os.path.expanduser(file))
    return f"Saved; `load {shown(file)}` or `{again}` goes on.", True


def as_file(path: str) -> str:
    """A path that nobody takes for the name of a match."""
    return os.path.join(os.curdir, path) if is_name(path) or path in OLD else argument(path)
