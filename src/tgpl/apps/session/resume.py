"""Which match `--resume` and `load` mean, and who sits where in it.

In:  a word of the player: a name, a path or nothing. Out: the match to go on with, or a sentence on why there is none.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tgpl.agents.agent_names import split_seats
from tgpl.apps.session.match_files import (
    ENDING,
    OLD,
    SavedMatch,
    find_saved,
    is_name,
    is_saved_here,
    list_matches,
    reopen,
)
from tgpl.runtime.record import LARGEST, BadRecord, Record, read_bytes
from tgpl.text.append_log import AppendLog, Locked, is_locked
from tgpl.text.disk import BadFile, content
from tgpl.text.shell_commands import argument, command, shown

HUMAN = "human"
_TAKEN = "{} is open at another table. Leave it there first."


class CannotResume(Exception):
    """Why a match cannot be gone on with: a sentence, or a list of matches to choose from."""


class Resumable(NamedTuple):
    """A match to go on with."""

    record: Record
    journal: AppendLog | None = None  # its file, if the match goes on in there; else it goes on in a new one
    old: Path | None = None  # a file from before matches had names, which the new one replaces


# ---- which match


def find_match(rules: str, word: str, plays: Callable[[Path], bool] = lambda path: False) -> Resumable:
    """The match that somebody means: by its name, by a file, or, without a word, the only one. `plays`: whether it is being
    played here. Raises CannotResume."""
    if is_saved_here(word):
        word = os.path.basename(os.path.realpath(word)).removesuffix(ENDING)
    saved = find_saved(rules, word) if word else _only(rules)
    if saved is None:
        if (is_name(word) or word in OLD) and not os.path.lexists(word):
            raise CannotResume(
                f"{word} cannot be read: neither a match nor a file is called so. {_describe_others(rules)}"
            )
        if plays(Path(word)):
            raise CannotResume(f"{shown(word)} is the match that is being played here.")
        if is_locked(Path(word)):
            raise CannotResume(_TAKEN.format(shown(word)))
        return Resumable(read_record(word))
    if plays(saved.path):
        raise CannotResume(f"{saved.name} is the match that is being played here.")
    if saved.taken:
        raise CannotResume(_TAKEN.format(saved.name))
    if saved.name in OLD:
        return Resumable(read_record(str(saved.path)), old=saved.path)
    if not saved.is_of(rules):  # it stays what it is, and a new one begins with its choices
        return Resumable(read_record(str(saved.path)))
    try:
        journal, record = reopen(saved)
    except Locked:
        raise CannotResume(_TAKEN.format(saved.name)) from None
    except (BadFile, BadRecord, OSError) as why:
        raise CannotResume(f"{saved.name} cannot be read: {why}.") from why
    return Resumable(record, journal)


def _only(rules: str) -> SavedMatch:
    known = list_matches(rules)
    free = [saved for saved in known if not saved.taken]
    if not known:
        raise CannotResume(f"No match of {shown(rules)} was left. Start one without --resume.")
    if len(free) == 1:
        return free[0]
    if len(known) == 1:
        raise CannotResume(_TAKEN.format(known[0].name))
    raise CannotResume(
        f"{describe_matches(rules, known)}\nWhich one? As in `{command('play', argument(rules), '--resume', known[0].name)}`."
    )


def describe_matches(rules: str, known: list[SavedMatch]) -> str:
    """All of them, a line each."""
    longest = max(len(saved.name) for saved in known)
    lines = [f"{len(known)} matches of {shown(rules)} were left:"]
    for saved in known:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(saved.left))
        seats = "" if saved.seats is None else f", {', '.join(map(shown, saved.seats))}"
        taken = "; open at another table" if saved.taken else ""
        choices = f"{saved.choices} choice{'' if saved.choices == 1 else 's'}"
        lines.append(f"  {saved.name:<{longest}}  {when}, {choices}{seats}{taken}")
    return "\n".join(lines)


def _describe_others(rules: str) -> str:
    known = list_matches(rules)
    return describe_matches(rules, known) if known else f"No match of {shown(rules)} was left."


def mention_unfinished(rules: str) -> str | None:
    """A word about matches that wait, for who begins another one."""
    free = [saved for saved in list_matches(rules) if not saved.taken]
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


def choose_seats(record: Record, wanted: str | None, secrets: bool) -> list[str]:
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
    after = split_seats(wanted, record.players)
    for seat, (old, new) in enumerate(zip(before or after, after, strict=True)):
        if secrets and old != HUMAN and new == HUMAN:
            raise CannotResume(
                f"Seat {seat} is that of {shown(old)}, and the game has secrets: nobody may sit down behind them. "
                f"Without --seats the match goes on as it was: {','.join(map(shown, before or after))}."
            )
    return after


def spell_as_file(path: str) -> str:
    """A path that nobody takes for the name of a match."""
    return os.path.join(os.curdir, path) if is_name(path) or path in OLD else argument(path)
