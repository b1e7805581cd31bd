"""A table at which everybody chooses from a place of their own, also at the same time.

In:  choices, each with the seat that makes it. Out: for every seat where the match stands for it, and what it is asked. While all choose at
the same time, each seat answers a copy of the match in which nobody else has chosen; when the last one has, the match itself is answered
in the order of the seats. So its record is the same in whichever order people chose, and nobody's place tells anything of another's.

    shared = SharedTable(table)
    shared.asked                    # [0, 1]
    shared.choose(1, 3)             # before player 0 has chosen
    shared.place(0).decision
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.apps.session.table import Table
from tgpl.runtime.decision import DONE, NONE, Decision, Key
from tgpl.runtime.hand import Edit
from tgpl.runtime.set_offer import SetOffer
from tgpl.runtime.state import BadChoice, Choice, State


class Place(NamedTuple):
    """Where the match stands for a seat."""

    state: State  # what is seen there
    decision: Decision | None = None  # what the seat is asked, as it is put to people: a set in whichever order
    offer: SetOffer | None = None  # where that is a set


class _Aside:
    """A seat that chooses while all do."""

    def __init__(self, state: State | None) -> None:
        self.state = state
        self.answers: list[tuple[Key, Choice]] = []  # each option's key, or what was named

    @property
    def done(self) -> bool:
        return self.state is None or self.state.ended is not None or self.state.decision is None

    def take(self, choice: Choice) -> None:
        assert self.state is not None and self.state.decision is not None
        options = self.state.decision.options
        offered = isinstance(choice, int) and 0 <= choice < len(options)
        key: Key = options[choice].key if offered else None  # type: ignore[index]
        self.state.take(choice)
        if self.state.refused is not None:  # the choice begins anew
            self.answers.clear()
        else:
            self.answers.append((key, choice))


class SharedTable:
    def __init__(self, table: Table) -> None:
        self.table = table
        # Where everybody may look back to: how many choices had been made where a move was done that all know of.
        self.moments: list[int] = [0]
        self._asides: dict[int, _Aside] = {}  # while all choose at the same time
        self._picked: dict[int, tuple[int, ...]] = {}  # things of a set that is not whole yet, by seat
        self._find_moments()

    @property
    def state(self) -> State:
        """The match itself: nobody's place while all choose at the same time."""
        return self.table.state

    # -- looking

    @property
    def asked(self) -> list[int]:
        """Whom everybody sees asked. Who has chosen where all do, and who could not, is not told: it would tell of their hands."""
        state = self.state
        if state.decision is None or state.ended is not None:
            return []
        if not state.sealed:
            return [state.decision.player]
        out = set(state.out)
        return [seat for seat in range(state.players) if seat not in out]

    @property
    def waiting(self) -> list[int]:
        """Who has still to choose in fact. Only for who lets machines choose."""
        state = self.state
        if state.decision is None or state.ended is not None:
            return []
        if not state.sealed:
            return [state.decision.player]
        return [seat for seat, aside in sorted(self._open_round().items()) if not aside.done]

    def place(self, seat: int | None) -> Place:
        """Where a seat stands, or who only watches."""
        state = self._chooses_at(seat)
        if state is None or seat is None:
            return Place(self.state)
        offer = state.offer_set(self.picked(seat))
        return Place(state, state.decision if offer is None else offer.decision, offer)

    def picked(self, seat: int) -> tuple[int, ...]:
        """Things of a set that is being chosen and is not whole yet."""
        return self._picked.get(seat, ())

    def sealed_answers(self, seat: int) -> list[tuple[Key, Choice]]:
        """What a seat has chosen so far where all choose at the same time: keys of options, and choices."""
        aside = self._asides.get(seat)
        return [] if aside is None else list(aside.answers)

    def before_move(self, seat: int) -> State | None:
        """Where the move began that a seat is making."""
        if self.state.sealed:
            return self.state.seal_aside(seat) if self.sealed_answers(seat) else None
        return self.table.before_move()

    def _chooses_at(self, seat: int | None) -> State | None:
        """Where a seat is asked, if it is."""
        state = self.state
        if seat is None or state.decision is None or state.ended is not None:
            return None
        if not state.sealed:
            return state if state.decision.player == seat else None
        aside = self._open_round().get(seat)
        return None if aside is None or aside.done else aside.state

    def _open_round(self) -> dict[int, _Aside]:
        if not self._asides:
            state = self.state
            out = set(state.out)
            seats = [seat for seat in range(state.players) if seat not in out]
            self._asides = {seat: _Aside(state.seal_aside(seat)) for seat in seats}
        return self._asides

    # -- choosing

    def take(self, seat: int, choice: Choice) -> None:
        """A choice of a seat, as `State.take` has it; raises BadChoice, and is then as before."""
        state = self._chooses_at(seat)
        if state is None:
            raise BadChoice("It is not asked for.")
        self._picked.pop(seat, None)
        if not state.sealed:
            self.table.take(choice)
            self._find_moments()
            return
        self._asides[seat].take(choice)
        if all(aside.done for aside in self._asides.values()):
            self._reveal()

    def pick(self, seat: int, things: tuple[int, ...]) -> None:
        """Of a set: what is picked so far, and nothing of it is answered yet; raises BadChoice."""
        state = self._chooses_at(seat)
        offer = None if state is None else state.offer_set(things)
        if offer is None:
            raise BadChoice("No set is asked for.")
        self._picked[seat] = things

    def find_set(self, seat: int, things: tuple[int, ...]) -> list[Key]:
        """How a whole set is answered; raises BadChoice if it is none that could be chosen."""
        state = self._chooses_at(seat)
        picked: tuple[int, ...] = ()
        for thing in things:
            offer = None if state is None else state.offer_set(picked)
            if offer is None or thing not in offer.things:
                raise BadChoice("That cannot be chosen with the rest.")
            picked = (*picked, thing)
        offer = None if state is None else state.offer_set(picked)
        if offer is None or DONE not in [option.key for option in offer.decision.options]:
            raise BadChoice("The set is not whole yet.")
        return [*offer.keys, DONE]

    def decline_set(self, seat: int) -> list[Key]:
        """How no set at all is chosen, where that is possible; raises BadChoice."""
        place = self.place(seat)
        if place.decision is None or NONE not in [option.key for option in place.decision.options]:
            raise BadChoice("Something has to be chosen.")
        return [NONE]

    def take_set(self, seat: int, keys: list[Key]) -> list[Choice]:
        """Answers a whole set, in the order in which the match asks for it; gives the choices. Raises BadChoice, and is then as
        before."""
        made, before = len(self.table.made), self.sealed_answers(seat)
        asked = self._find_question(seat)
        choices: list[Choice] = []
        try:
            for key in keys:
                if key == DONE and self._find_question(seat) != asked:
                    break  # it came to its end by itself
                choices.append(self._number_of(seat, key))
                self.take(seat, choices[-1])
        except BadChoice:
            self._take_back(seat, made, before)
            raise
        return choices

    def _find_question(self, seat: int) -> tuple[str, str, int] | None:
        """What a seat is asked, and in which move."""
        state = self._chooses_at(seat)
        decision = None if state is None else state.decision
        if state is None or decision is None or decision.chosen is None or not decision.chosen.is_set:
            return None
        return decision.subject, decision.name, state.commits

    def _number_of(self, seat: int, key: Key) -> int:
        """The number of the option that stands for a key, in the decision as the match puts it; raises BadChoice."""
        state = self._chooses_at(seat)
        options = () if state is None or state.decision is None else state.decision.options
        found = next((number for number, option in enumerate(options) if option.key == key), None)
        if found is None:
            raise BadChoice("That is not offered.")
        return found

    def _take_back(self, seat: int, made: int, answers: list[tuple[Key, Choice]]) -> None:
        """As it was before a seat chose some things of a set."""
        if not self.state.sealed:
            self.go_back(made)
            return
        self._asides[seat] = _Aside(self.state.seal_aside(seat))
        for _, choice in answers:
            self._asides[seat].take(choice)

    def _reveal(self) -> None:
        """All have chosen: the match is answered in the order of the seats."""
        rounds, self._asides, self._picked = self._asides, {}, {}
        for seat, aside in sorted(rounds.items()):
            for key, choice in aside.answers:
                decision = self.state.decision
                if decision is None or self.state.ended is not None:
                    return
                assert decision.player == seat
                keys = [option.key for option in decision.options]
                self.table.take(choice if isinstance(choice, list) else keys.index(key))
        self._find_moments()

    # -- there and back

    def can_cancel(self, seat: int) -> bool:
        """Whether a seat can take back what it has chosen of its move: nothing of it is done yet."""
        if self.picked(seat):
            return True
        if self.state.sealed and self.state.ended is None:
            aside = self._open_round().get(seat)
            return aside is not None and bool(aside.answers)
        state = self._chooses_at(seat)
        return state is not None and state.asks_first and self._move_start(seat) is not None

    def cancel(self, seat: int) -> None:
        """Takes it back; raises BadChoice."""
        if not self.can_cancel(seat):
            raise BadChoice("There is nothing to take back that is not done yet.")
        if self._picked.pop(seat, None):
            return
        if self.state.sealed:
            self._asides[seat] = _Aside(self.state.seal_aside(seat))
            return
        start = self._move_start(seat)
        assert start is not None
        self.go_back(start)

    def _move_start(self, seat: int) -> int | None:
        """Where the running move began, if all of it is the seat's own."""
        made, start = self.table.made, len(self.table.made)
        while start and made[start - 1].commits == self.state.commits:
            start -= 1
            if made[start].player != seat:
                return None
        return start if start < len(made) else None

    def lend_hand(self, edit: Edit) -> None:
        """Changes something by hand. A move that was begun is taken back before that. Raises BadChoice, and is then as before."""
        start = len(self.table.made)
        while start and self.table.made[start - 1].commits == self.state.commits:
            start -= 1
        kept = [made.choice for made in self.table.made[start:]]
        if kept:
            self.go_back(start)
        try:
            self.table.lend_hand(edit)
        except BadChoice:
            for choice in kept:
                self.table.take(choice)
            raise
        self._asides, self._picked = {}, {}
        self._find_moments()

    def go_back(self, choices: int) -> None:
        """To where so many choices had been made."""
        self.table.go_back(choices)
        self._asides, self._picked = {}, {}
        while len(self.moments) > 1 and self.moments[-1] > choices:
            self.moments.pop()

    def adopt(self, table: Table) -> None:
        """Goes on at another table: other rules, the same people."""
        self.table = table
        self._asides, self._picked, self.moments = {}, {}, [0]
        self._find_moments()

    def _find_moments(self) -> None:
        """Notes where the moves are done that all know of, up to now."""
        made, state = self.table.made, self.state
        for number in range(self.moments[-1] + 1, len(made)):
            if made[number].commits != made[number - 1].commits and not made[number].hidden:
                self.moments.append(number)
        last = len(made)
        if (last > self.moments[-1] and made[-1].commits != state.commits and not state.hides) or (
            last > self.moments[-1] and state.ended is not None
        ):
            self.moments.append(last)
