"""What pages can do at a table: each message is checked against who sends it, done, kept, and answered.

In:  a table, a page and its message. Out: `accepted` or `refused`, and what everybody sees of it.
"""

from __future__ import annotations

import logging
from typing import Any, Protocol, assert_never

from tgpl.agents.agent_names import UnknownAgent, parse_agent
from tgpl.apps.web import qr
from tgpl.apps.web.connection import Connection
from tgpl.apps.web.entries import Agreed, AskedUndo, ChangedOptions, Commented, Declined, EntryData, Named, Sat
from tgpl.apps.web.host import HostGone
from tgpl.apps.web.live_table import LiveTable
from tgpl.apps.web.messages import (
    LONGEST_NAME,
    LONGEST_TITLE,
    Accept,
    Agree,
    Cancel,
    Choose,
    ClientMessage,
    Comment,
    Decline,
    Draw,
    Enter,
    Fork,
    Hand,
    Hint,
    Look,
    Name,
    Options,
    Pong,
    Request,
    Sit,
    Undo,
    Why,
)
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.seating import ME, PERSON
from tgpl.apps.web.settings import Settings
from tgpl.apps.web.store import Conflict, StoreTrouble
from tgpl.apps.web.tokens import hash_token
from tgpl.text.escape import plain

_log = logging.getLogger("tgpl.web")
_LOOKS = (Look, Why, Hint, Fork, Draw)  # what takes time and changes nothing at the table
_SIMPLE = ("first", "random")  # machines that do not think

Answer = dict[str, Any]  # what `accepted` says beside the request


class Around(Protocol):
    """What a table needs of the server around it."""

    async def fork(self, table: LiveTable, at: int, seat: int | None, machine: str) -> Answer:
        """Raises Refused, StoreTrouble."""

    async def hint(self, table: LiveTable, seat: int) -> Answer:
        """Raises Refused."""

    async def accept_rules(self, table: LiveTable, key: str) -> tuple[EntryData, dict[str, str]]:
        """Raises Refused."""


async def handle(table: LiveTable, connection: Connection, message: ClientMessage, around: Around) -> None:
    """Always answers."""
    if isinstance(message, (Enter, Pong)):
        return
    if isinstance(message, _LOOKS) and not connection.thoughts.allows():
        _refuse(connection, message.request, "too_often", "Not so fast; try again in a moment.")
        return
    try:
        if isinstance(message, Hint):  # it takes a while, and the table goes on
            found = await around.hint(table, _seat_of(connection))
            connection.send({"type": "accepted", "request": message.request, "hint": found})
            return
        async with table.alone():
            await _answer(table, connection, message, around)
    except _Answered:
        pass
    except Exception as error:
        _explain(table, connection, message.request, error)


class _Answered(Exception):
    """That something went wrong was told already."""


async def _answer(table: LiveTable, connection: Connection, message: Request, around: Around) -> None:
    try:
        answer = await _act(table, connection, message, around)
    except Refused:
        raise
    except Exception as error:  # they hear of it before the table is read again, which may send everybody away
        _explain(table, connection, message.request, error)
        raise _Answered from None
    connection.send({"type": "accepted", "request": message.request, **answer})
    if isinstance(message, Sit):
        table.dismiss(message.seat)  # who leaves by themselves hears first that it is so


def _explain(table: LiveTable, connection: Connection, request: int, error: Exception) -> None:
    match error:
        case Refused():
            _refuse(connection, request, error.code, error.words)
        case Conflict():
            _refuse(connection, request, "stale", "Somebody was faster. Look again.")
        case StoreTrouble():
            words = f"It is not sure that it could be kept: {error}. Look again, and try again."
            _refuse(connection, request, "not_kept", words)
        case HostGone():
            _refuse(connection, request, "gone", f"That was too much: {error}. Nothing has changed.")
        case _:
            _log.error("table %s", table.name, exc_info=error)
            _refuse(connection, request, "broken", "Something is wrong with the server. Nothing has changed.")


async def _act(table: LiveTable, page: Connection, message: Request, around: Around) -> Answer:
    match message:
        case Choose() | Cancel() | Hand():
            return await _move(table, page, message)
        case Look(_, at):
            return {"past": await table.host.call("look", page.seat, at)}
        case Why(_, about):
            return {"why": await table.host.call("why", _seat_of(page), about)}
        case Undo(_, to):
            return await _ask_undo(table, page, to)
        case Agree() | Decline():
            return await _vote(table, page, isinstance(message, Agree))
        case Comment(_, at, text):
            return await _comment(table, page, at, text)
        case Name(_, name):
            return await _name(table, page, name)
        case Sit(_, seat, who):
            return await _sit(table, page, seat, who)
        case Fork(_, at, machine):
            return await _fork(table, page, at, machine, around)
        case Options():
            return await _change_options(table, page, message)
        case Accept(_, rules):
            return await _accept_rules(table, page, rules, around)
        case Draw(_, text):
            return {"qr": _draw_code(text)}
        case Hint():
            raise AssertionError("it is answered elsewhere")
        case _:
            assert_never(message)


def _draw_code(text: str) -> list[str]:
    try:
        return qr.encode(text)
    except qr.TooLong as why:
        raise Refused("too_long", str(why)) from None


def _seat_of(page: Connection) -> int:
    if page.seat is None:
        raise Refused("no_seat", "Only who has a seat can do that.")
    return page.seat


def _own(page: Connection) -> str:
    if page.owner is None:
        raise Refused("not_owner", "Only the owner of the table can do that.")
    return page.owner


# ---- the match


async def _move(table: LiveTable, page: Connection, message: Choose | Cancel | Hand) -> Answer:
    if table.seating.closed:
        raise Refused("closed", "This match is only looked at. A fork goes on from any moment.")
    if isinstance(message, Hand):
        entry = await _lend_hand(table, page, message)
    elif isinstance(message, Cancel):
        entry = await table.host.call("cancel", _seat_of(page))
    else:
        entry = await _choose(table, page, message)
    await table.keep_and_show([entry])
    return {"version": table.streams[page.seat].version}


async def _choose(table: LiveTable, page: Connection, message: Choose) -> EntryData:
    seat = _seat_of(page)
    if message.version != table.streams[seat].version:
        raise Refused("stale", "The table has changed meanwhile. Look again.")
    answer = {"option": message.option, "options": message.options, "value": message.value}
    entry: EntryData = await table.host.call("choose", seat, answer, table.measure_decision(seat))
    return entry


async def _lend_hand(table: LiveTable, page: Connection, message: Hand) -> EntryData:
    _own(page)
    if not table.seating.hand:
        raise Refused("no_hand", "At this table nothing is changed by hand; the owner can allow it.")
    edit = {
        "move": message.move,
        "set": message.set,
        "deal": message.deal,
        "to": message.to,
        "attribute": message.attribute,
        "value": message.value,
    }
    entry: EntryData = await table.host.call("lend_hand", page.seat, edit)
    return entry


# ---- going back


async def _ask_undo(table: LiveTable, page: Connection, to: int) -> Answer:
    if page.seat is None:
        _own(page)
    if table.seating.closed:
        raise Refused("closed", "This match is only looked at.")
    others = [person for person in table.seating.people if person != page.seat]
    if not others or table.seating.undo == "at once":
        return await _go_back(table, to)
    if page.seat is None:
        raise Refused("no_seat", "Only who has a seat can ask for that, where people have to agree.")
    if not 0 <= to <= table.facts["at"]:
        raise Refused("no_moment", f"There are moments from 0 to {table.facts['at']}.")
    await table.keep([AskedUndo(page.seat, to)])
    table.tell_votes()
    return {}


async def _vote(table: LiveTable, page: Connection, agrees: bool) -> Answer:
    seat, vote = _seat_of(page), table.seating.vote
    if vote is None:
        raise Refused("no_vote", "Nobody has asked for anything.")
    if not agrees:
        await table.keep([Declined(seat)])
    elif vote.agreed | {seat} >= set(table.seating.people):
        return await _go_back(table, vote.to)
    else:
        await table.keep([Agreed(seat)])
    table.tell_votes()
    return {}


async def _go_back(table: LiveTable, to: int) -> Answer:
    await table.keep_and_show([await table.host.call("go_back", to)])
    table.tell_votes()
    table.tell_all(table.describe_comments())
    return {}


# ---- seats


async def _name(table: LiveTable, page: Connection, name: str) -> Answer:
    name = plain(" ".join(name.split()))[:LONGEST_NAME]
    if page.seat is None:
        _own(page)
    await table.keep([Named(None if page.owner is not None else page.seat, name)])
    table.tell_seats()
    return {}


async def _comment(table: LiveTable, page: Connection, at: int, text: str) -> Answer:
    if page.seat is None:
        _own(page)
    if not text.strip():
        raise Refused("no_words", "A comment has words.")
    if not 0 <= at <= table.facts["at"]:
        raise Refused("no_moment", f"There are moments from 0 to {table.facts['at']}.")
    await table.keep([Commented(page.seat, at, plain(text.strip(), lines=True))])
    table.tell_all(table.describe_comments())
    return {}


async def _sit(table: LiveTable, page: Connection, number: int, who: str) -> Answer:
    """The owner gives seats away. Who sits somewhere can leave it to a machine."""
    seats = table.seating.seats
    if not 0 <= number < len(seats):
        raise Refused("no_seat", f"There are seats from 0 to {len(seats) - 1}.")
    if page.owner is None and (page.seat != number or who in (PERSON, ME)):
        raise Refused("not_owner", "Only the owner of the table gives seats away.")
    if who not in (PERSON, ME):
        check_machine(who, table.host.foreign, table.settings)
    token = None
    if who == PERSON:
        token = hash_token(table.seating.new_link(_own(page), table.name, number))
    await table.keep([Sat(number, who, token)])
    table.dismiss(number, but=page)
    await table.reseat_owner()
    table.tell_seats()
    table.tell_votes()
    table.on_change(table)
    return {}


def check_machine(words: str, foreign: bool, settings: Settings) -> None:
    """Raises Refused if there is no such machine here."""
    try:
        spec = parse_agent(words)
    except UnknownAgent as unknown:
        raise Refused("no_machine", str(unknown)) from None
    if foreign and spec.name not in _SIMPLE:
        raise Refused("no_machine", f"With rules of strangers machines do not think: {', '.join(_SIMPLE)}.")
    long = spec.seconds is not None and spec.seconds > settings.longest_thought
    if long or (spec.games or 0) > settings.most_games or spec.threads > 1:
        most = f"{settings.longest_thought:.0f} seconds or {settings.most_games:,} games for a decision, on one thread"
        raise Refused("no_machine", f"Machines think for at most {most} here.")


async def _change_options(table: LiveTable, page: Connection, message: Options) -> Answer:
    _own(page)
    if message.undo not in (None, "agreement", "at once"):
        raise Refused("bad_field", "`undo` is `agreement` or `at once`.")
    options: dict[str, Any] = {}
    if message.undo is not None:
        options["undo"] = message.undo
    if message.hand is not None:
        options["hand"] = message.hand
    if message.title is not None:
        options["title"] = plain(" ".join(message.title.split()))[:LONGEST_TITLE]
    await table.keep([ChangedOptions(options)])
    for connection in table.connections:
        connection.send(table.describe(connection))
    return {}


async def _fork(table: LiveTable, page: Connection, at: int, machine: str | None, around: Around) -> Answer:
    if not table.facts["is_open"] and not table.seating.closed:
        raise Refused("secrets", "In a game with secrets a match can be forked when it is over.")
    words = machine or "random"
    check_machine(words, table.host.foreign, table.settings)
    return {"fork": await around.fork(table, at, page.seat, words)}


async def _accept_rules(table: LiveTable, page: Connection, key: str, around: Around) -> Answer:
    _own(page)
    entry, texts = await around.accept_rules(table, key)
    await table.keep_and_show([entry], texts)
    for connection in table.connections:
        connection.send(table.describe(connection))
    return {}


def _refuse(connection: Connection, request: int, code: str, words: str) -> None:
    connection.send({"type": "refused", "request": request, "code": code, "words": words})
