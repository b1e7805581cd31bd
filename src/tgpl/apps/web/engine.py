"""A match as a server plays it: what each seat sees and is asked, what it may choose, what can be looked back at. No table around it.

In:  a game, and what seats say. Out: entries for the store (already applied here), pictures, or `Refused`. Nothing here waits or
knows of sockets; all that comes out is plain data, so that it can run in a process of its own (`sandbox`).

    engine = MatchEngine(rules, seed=7, players=2)
    engine.choose(0, {"option": "3"}, ms=1200)          # {"e": "chose", "seat": 0, "choices": [3], "ms": 1200}
    engine.picture(1)
"""

from __future__ import annotations

import json
from typing import Any

from tgpl import __version__
from tgpl.agents.text_answers import TextTrial
from tgpl.apps.outcome_text import describe_outcome
from tgpl.apps.session.shared_table import Place, SharedTable
from tgpl.apps.session.table import BY_HAND, Marking, PastChoice, Table
from tgpl.apps.web.entries import (
    Cancelled,
    Chose,
    EntryData,
    FollowedRules,
    LentHand,
    MatchEntry,
    Picked,
    WentBack,
    as_data,
    of_data,
)
from tgpl.apps.web.hand_edits import translate_edit
from tgpl.apps.web.reasons import explain
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.rules import LoadedRules
from tgpl.apps.web.sights import Sights
from tgpl.draw.picture import Backdrop
from tgpl.draw.picture_memo import PictureMemo
from tgpl.runtime.decision import DONE, NONE
from tgpl.runtime.record import write
from tgpl.runtime.rng import Rng
from tgpl.runtime.state import BadChoice, Choice
from tgpl.runtime.view import name_tiles
from tgpl.text.escape import plain

Picture = dict[str, Any]
_MARKING = Marking(most=8, first=24, near=24, far=24)


class MatchEngine:
    def __init__(self, rules: LoadedRules, seed: int, players: int) -> None:
        """Raises ValueError if so many cannot play."""
        self.rules = rules
        self.library = {rules.key: rules}
        self.shared = SharedTable(Table(rules.game, seed, players, [None] * players, _MARKING))
        self.sights = Sights(rules, self._draw_now)
        self.times: list[tuple[int, int, int]] = []  # of each decision: who, at which moment, milliseconds

    # -- facts

    @property
    def at(self) -> int:
        """How many moves there are that all know of."""
        return len(self.shared.moments) - 1

    def facts(self) -> dict[str, Any]:
        """What the table around it has to know. `waiting` is nothing for people."""
        state, waiting = self.shared.state, self.shared.waiting
        return {
            "at": self.at,
            "ended": state.ended,
            "waiting": waiting,
            "position": f"{self.at}.{len(state.choices)}.{[len(self.shared.sealed_answers(seat)) for seat in waiting]}",
            "tells_all": state.ended is not None or (self.shared.table.is_open and not self.rules.draws),
            "is_open": state.ended is not None or self.shared.table.is_open,
        }

    # -- showing

    def show(self, seats: list[tuple[int | None, int]]) -> dict[str, Any]:
        """For each seat its picture, and what is new since a moment; and facts for the table around it."""
        return {"facts": self.facts(), "shown": [self._show(seat, since) for seat, since in seats]}

    def _show(self, seat: int | None, since: int) -> dict[str, Any]:
        after, at = min(since, self.at), self.at
        return {"picture": self.picture(seat), "at": at, "news": self.news(seat, after, at), "news_after": after}

    def picture(self, seat: int | None) -> Picture:
        return self.sights.draw(self.shared, seat)

    def _draw_now(self, place: Place, seat: int | None, memo: PictureMemo, backdrop: Backdrop | None) -> Picture:
        return self._draw(place, seat, self.shared.asked, memo, backdrop)

    def look(self, seat: int | None, at: int) -> dict[str, Any]:
        """The position at a moment, as the seat saw it then, when nobody was asked yet."""
        self._check_moment(at, self.at)
        state = self.shared.table.before(self.shared.moments[at])
        return {"at": at, "picture": self._draw(Place(state), seat, [])}

    def _check_moment(self, at: int, last: int) -> None:
        if not 0 <= at <= last:
            raise Refused("no_moment", f"There are moments from 0 to {last}." if last >= 0 else "There is nothing yet.")

    def _draw(
        self,
        place: Place,
        seat: int | None,
        asked: list[int],
        memo: PictureMemo | None = None,
        backdrop: Backdrop | None = None,
    ) -> Picture:
        state = place.state
        ended = "" if state.ended is None else describe_outcome(state, state.game.rules.seats, with_seed=False)
        picture = self.rules.make_picture(state, seat, place.decision, ended, memo, backdrop)
        picture["asked"] = asked
        if place.decision is None:
            picture.pop("ask", None)
        else:
            self._describe_ask(place, seat, picture["ask"])
        return picture

    def _describe_ask(self, place: Place, seat: int | None, ask: dict[str, Any]) -> None:
        """What only a table knows about a question: what is picked, what can be taken back."""
        assert place.decision is not None and seat is not None
        if len(place.decision.options) == 1 and place.decision.free is None:
            ask["forced"] = True
        if place.offer is not None:
            ask["options"] = dict(zip(_name_options(place), ask["options"].values(), strict=True))
            ask["set"]["picked"] = [str(thing) for thing in self.shared.picked(seat)]
        if self.shared.can_cancel(seat):
            ask["cancel"] = True
        if place.state.refused is not None:
            ask["refused"] = plain(place.state.refused)

    def news(self, seat: int | None, after: int, upto: int) -> list[dict[str, Any]]:
        """What was chosen and said between two moments, as far as the seat may know it."""
        table, moments = self.shared.table, self.shared.moments
        tells, prints = table.is_open, table.game.rules.prints
        found: list[dict[str, Any]] = []
        for at in range(after + 1, upto + 1):
            first, end = moments[at - 1], moments[at]
            found += [
                _tell_choice(at, made)
                for made in table.made[first:end]
                if (tells or made.player == seat) and made.label
            ]
            lines = table.made[end].lines if end < len(table.made) else table.state.log_length
            for line in () if prints else table.state.log_part(seat, table.made[first].lines, lines):
                found.append({"at": at, "kind": "said", "text": plain(name_tiles(line, table.game.rules), lines=True)})
        return found

    # -- choosing

    def choose(self, seat: int, answer: dict[str, Any], ms: int) -> EntryData:
        """`answer` has one of `option`, `options` and `value`. Raises Refused."""
        place = self.shared.place(seat)
        if place.decision is None:
            raise Refused("not_asked", "You are not asked for anything now.")
        try:
            if answer.get("options") is not None:
                return self._choose_set(seat, place, tuple(answer["options"]), ms)
            if answer.get("value") is not None:
                return self._do(Chose(seat, [list(answer["value"])], ms))
            return self._choose_option(seat, place, answer["option"], ms)
        except BadChoice as why:
            raise Refused("not_possible", str(why)) from None

    def _choose_option(self, seat: int, place: Place, option: str, ms: int) -> EntryData:
        names = _name_options(place)
        if option not in names:
            raise Refused("not_offered", "That is not offered.")
        number = names.index(option)
        if place.offer is None:
            return self._do(Chose(seat, [number], ms))
        thing, picked = place.offer.things[number], self.shared.picked(seat)
        told = place.offer.decision.chosen
        if thing is not None and told is not None and (told.least, told.most) == (1, 1):
            return self._choose_set(seat, place, (str(thing),), ms)  # one of one: nothing is left to say
        if thing is not None:
            return self._do(Picked(seat, [*picked, thing]))
        return self._choose_set(seat, place, tuple(map(str, picked)), ms, declines=option == "none")

    def _choose_set(self, seat: int, place: Place, ids: tuple[str, ...], ms: int, declines: bool = False) -> EntryData:
        if place.offer is None:
            raise Refused("no_set", "No set is asked for; choose one option.")
        if not all(thing.isascii() and thing.isdigit() and len(thing) < 9 for thing in ids):
            raise Refused("not_offered", "That is not offered.")
        keys = self.shared.decline_set(seat) if declines else self.shared.find_set(seat, tuple(map(int, ids)))
        return self._note(Chose(seat, self.shared.take_set(seat, keys), ms))

    def cancel(self, seat: int) -> EntryData:
        if not self.shared.can_cancel(seat):
            raise Refused("nothing_to_cancel", "There is nothing to take back that is not done yet.")
        return self._do(Cancelled(seat))

    def go_back(self, to: int) -> EntryData:
        self._check_moment(to, self.at - (self.shared.moments[-1] == len(self.shared.state.choices)))
        return self._do(WentBack(to))

    def lend_hand(self, seat: int | None, edit: dict[str, Any]) -> EntryData:
        """`edit` names things as in the seat's picture. Raises Refused."""
        made = translate_edit(edit, self.shared.place(seat).state, seat, self.picture(seat))
        try:
            return self._do(LentHand(made))
        except BadChoice as why:
            raise Refused("not_possible", str(why)) from None

    # -- what one may ask

    def why(self, seat: int, about: str | None) -> dict[str, Any]:
        """Why something is not offered, with the rule that says so."""
        place = self.shared.place(seat)
        if place.decision is None:
            raise Refused("not_asked", "You are not asked for anything now.")
        return explain(
            self.rules, place.state, lambda: self.shared.before_move(seat), seat, about, self.shared.picked(seat)
        )

    # -- machines

    def choose_simply(self, seat: int, name: str, seed: int) -> EntryData:
        """For a machine that does not think: the first option, or any."""
        state = self.shared.place(seat).state
        assert state.decision is not None
        if not state.decision.options:
            return self._do(Chose(seat, [[]], 0))
        numbers = range(len(state.decision.options))
        if state.decision.length is not None and len(numbers) > 1:
            numbers = TextTrial(state).useful()  # type: ignore[assignment]
        chance = Rng(seed * 64 + seat + len(state.choices) * 1024)
        return self._do(Chose(seat, [numbers[0 if name == "first" else chance.below(len(numbers))]], 0))

    def describe_thought(self, seat: int) -> dict[str, Any]:
        """What a machine has to know that thinks for a seat: the match up to where it is asked."""
        state = self.shared.state
        answers = [[repr(key), choice] for key, choice in self.shared.sealed_answers(seat)]
        return {
            "rules": self.rules.key,
            "seed": state.seed,
            "players": state.players,
            "choices": list(state.choices),
            "seat": seat,
            "sealed": answers if state.sealed else None,
        }

    def take_thought(self, seat: int, key: str | None, ms: int) -> EntryData:
        """What a machine came to: the key of an option, or that it knows none."""
        decision = self.shared.place(seat).state.decision
        keys = [] if decision is None else [repr(option.key) for option in decision.options]
        if key is None:
            return self._do(Chose(seat, [[]], ms))
        if key not in keys:
            raise Refused("not_offered", "The machine chose something that is not offered.")
        return self._do(Chose(seat, [keys.index(key)], ms))

    def find_option(self, seat: int, key: str) -> dict[str, str] | None:
        """The option that stands for a key, in what the seat is asked: its id, and what it is called."""
        place = self.shared.place(seat)
        options = () if place.decision is None else place.decision.options
        for name, option in zip(_name_options(place), options, strict=True):
            if repr(option.key) == key:
                return {"id": name, "label": plain(option.label)}
        return None

    # -- the whole of it

    def record(self, seats: list[str], more: dict[str, Any]) -> str:
        """As `tgpl replay` takes it; `more`: what a record may carry beside."""
        state, rules = self.shared.table.settle(), self.rules
        data = json.loads(write(state, __version__, rules.main, rules.sources, seats))
        data |= {"times": [list(one) for one in self.times], **more}
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    def fork(self, at: int) -> dict[str, Any]:
        """What a table begins with that goes on from a moment."""
        self._check_moment(at, self.at)
        state, moments = self.shared.state, self.shared.moments
        return {
            "rules": self.rules.key,
            "seed": state.seed,
            "players": state.players,
            "choices": state.choices[: moments[at]],
        }

    def try_rules(self, key: str) -> dict[str, Any]:
        """The match under other rules, not taken over yet: which choices are still possible, and the first that is not."""
        table, rules = self.shared.table, self.library[key]
        trial = Table(table.game, table.state.seed, table.state.players, table.agents, _MARKING)
        lost = trial.follow(rules.game, table.made)
        told = None
        if lost is not None:
            hides = not table.is_open
            who = plain(table.game.rules.seat_name(lost.made.player))
            told = {"number": lost.number, "seat": lost.made.player, "who": who, "at": self._moment_of(lost.number)}
            if not hides:
                told["label"], told["what"] = plain(lost.made.label), plain(lost.made.what)
        return {"choices": list(trial.state.choices), "lost": told, "total": len(table.made)}

    def _moment_of(self, number: int) -> int:
        """The last before a choice."""
        return sum(moment < number for moment in self.shared.moments) - 1

    def follow_rules(self, key: str, choices: list[Choice]) -> EntryData:
        """Goes on under other rules, as `try_rules` has found."""
        return self._do(FollowedRules(key, choices))

    # -- making again

    def _do(self, entry: MatchEntry) -> EntryData:
        self.apply(entry)
        return as_data(entry)

    def replay(self, entries: list[EntryData]) -> None:
        """Entries of the store, or of a record, in their order. Raises Refused."""
        for data in entries:
            entry = of_data(data)
            assert isinstance(entry, MatchEntry)
            try:
                self.apply(entry)
            except BadChoice as why:
                raise Refused("bad_record", f"The match cannot be played again: {why}") from None

    def apply(self, entry: MatchEntry) -> None:
        """Raises BadChoice."""
        if not isinstance(entry, (Chose, Picked)):
            self.sights.forget()
        match entry:
            case Chose(seat, choices):
                for choice in choices:
                    self.shared.take(seat, choice)
                self._note(entry)
            case Picked(seat, things):
                self.shared.pick(seat, tuple(things))
            case Cancelled(seat):
                self.shared.cancel(seat)
            case WentBack(to):
                self.shared.go_back(self.shared.moments[to])
                self.times = [one for one in self.times if one[1] <= to]
            case LentHand(edit):
                self.shared.lend_hand(edit)
            case FollowedRules(key, choices):
                self._adopt(key, choices)

    def _note(self, entry: Chose) -> EntryData:
        self.times.append((entry.seat, self.at, entry.ms))
        return as_data(entry)

    def add_rules(self, rules: LoadedRules) -> None:
        """Rules of which the next entry may speak; those that were only tried are forgotten."""
        self.library = {self.rules.key: self.rules, rules.key: rules}

    def _adopt(self, key: str, choices: list[Choice]) -> None:
        self.rules = self.library[key]
        self.sights = Sights(self.rules, self._draw_now)
        state = self.shared.state
        table = Table(self.rules.game, state.seed, state.players, [None] * state.players, _MARKING)
        for choice in choices:
            table.take(choice)
        self.shared.adopt(table)
        self.times = [one for one in self.times if one[1] <= self.at]


def _name_options(place: Place) -> list[str]:
    """The ids of the options: their numbers; of a set what they add, which stays the same while others are picked."""
    if place.decision is None:
        return []
    if place.offer is None:
        return [str(number) for number in range(len(place.decision.options))]
    ends = {DONE: "done", NONE: "none"}
    found = zip(place.offer.things, place.decision.options, strict=True)
    return [ends[option.key] if thing is None else str(thing) for thing, option in found]


def _tell_choice(at: int, made: PastChoice) -> dict[str, Any]:
    assert made.what != BY_HAND
    told = {"at": at, "kind": "chose", "seat": made.player, "text": plain(made.label)}
    return told if made.what == made.label else {**told, "what": plain(made.what)}
