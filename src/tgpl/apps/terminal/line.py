"""From a whole line to the answers that it names: to one decision, or to those that follow each other (`step 3,4`, `e2e4`).

In:  a line and a match. Out: `Understood`, the one reading of it that uses every word; or `Unclear`: which word was not understood
and what would be, or which readings there are. A line is carried out whole, or not at all.

Whether the later words make sense is found by trying the earlier ones, and taking them back. Nobody may learn anything by that: it goes no
further than where somebody else chooses, where chance decides, and in a game with secrets only through what an action asks before
anything of it is done.
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.apps.session.table import is_only_answer, leads_on
from tgpl.apps.terminal.answer import (
    Candidate,
    Picked,
    Sight,
    Unclear,
    describe_possible,
    explain_not_understood,
    find_answers,
    find_starts,
    is_one,
    join_labels,
    name_answer,
)
from tgpl.apps.terminal.sets import Named, read_things
from tgpl.apps.terminal.words import Line, is_whole, says_which, split_line, split_name
from tgpl.runtime.decision import DONE, Decision, Key
from tgpl.runtime.set_offer import SetOffer
from tgpl.runtime.state import BadChoice, State
from tgpl.text.escape import plain

_MOST_TRIES = 40  # answers that are tried for one line
_MOST_WORDS = 60


class Step(NamedTuple):
    picked: Picked
    label: str
    spelled: str = ""  # what can be typed for it and means nothing else
    forced: bool = False  # the only action, which is not asked for


class Understood(NamedTuple):
    steps: tuple[Step, ...]
    picked: tuple[int, ...] = ()  # things of a set that is not whole yet: nothing is chosen by them so far
    labels: tuple[str, ...] = ()  # what they are called


def understand(
    typed: str, state: State, sight: Sight | None = None, picked: tuple[int, ...] = ()
) -> Understood | Unclear:
    """What a line says; the state is as before. `picked`: what was named before of a set that is being chosen."""
    reader = _Reader(state, sight or Sight(), picked)
    return reader.read(typed)


class _Failure(NamedTuple):
    """How far a reading came, and why no further."""

    line: Line
    at: int
    steps: tuple[Step, ...]
    words: str


class _Reader:
    def __init__(self, state: State, sight: Sight, picked: tuple[int, ...]) -> None:
        self.state = state
        self.sight = sight
        self.picked = picked
        self.first = len(state.choices)
        self.found: dict[tuple[object, ...], Understood] = {}
        self.trouble: _Failure | None = None
        self.tries = 0

    def read(self, typed: str) -> Understood | Unclear:
        offer = self.state.offer_set(self.picked)
        decision = self._decision() if offer is None else offer.decision
        spelled = split_line(typed.strip())
        if len(spelled[0].words) > _MOST_WORDS and decision.free != "string":
            return Unclear(f"That are {len(spelled[0].words)} words. {describe_possible(decision, self.sight)}")
        exact = self._exact(spelled[0], decision)
        if exact is not None and offer is not None and exact.number is not None:
            self._take_things(spelled[0], 0, Named((exact.number,), len(spelled[0].words)), offer, ())
        elif exact is not None:
            return Understood((self._step(exact, decision),))
        for line in spelled if not self.found else ():
            self._walk(line, 0, ())
        readings = list(self.found.values())
        if self.tries > _MOST_TRIES:
            return Unclear(f"'{plain(typed)}' could mean too many things; nothing was played. Say less at a time.")
        if len(readings) == 1:
            return readings[0]
        if readings:
            return Unclear(_describe_readings(typed, readings))
        return Unclear(self._describe_failure(typed))

    def _decision(self) -> Decision:
        assert self.state.decision is not None
        return self.state.decision

    def _step(self, picked: Picked, decision: Decision) -> Step:
        label = name_answer(picked, decision)
        if decision.free is not None or picked.number is None:
            return Step(picked, label, label)
        return Step(picked, label, f"#{picked.number + 1}")

    def _exact(self, line: Line, decision: Decision) -> Picked | None:
        """A line that is the whole name of one option means that one."""
        text, words = line.text.casefold(), line.part(0)
        labels = [plain(option.label) for option in decision.options]
        same = [i for i, label in enumerate(labels) if label.casefold() == text]
        same = same or [i for i, label in enumerate(labels) if is_whole(words, split_name(label))]
        return Picked(same[0]) if is_one(same, decision, self.sight.alike) else None

    # -- trying

    def _walk(self, line: Line, at: int, steps: tuple[Step, ...]) -> None:
        decision = self._decision()
        offer = self.state.offer_set(self.picked if len(self.state.choices) == self.first else ())
        if offer is not None:
            self._walk_set(line, at, offer, steps)
            return
        meant = find_answers(line, at, decision, self.sight.marked, self.sight.alike)
        for one in meant:
            taken = (*steps, self._step(one.picked, decision))
            if one.end == len(line.words):
                self._finish(line, at, taken)
            elif one.picked.number is None or self._says_which(line, at, one, decision):
                self._go_on(line, one, taken)
            else:
                rest, step = plain(line.shown(one.end)), taken[-1]
                words = (
                    f"'{rest}' is not offered with '{plain(line.shown(at, one.end))}'; {step.label} is {step.spelled}."
                )
                self._note(line, at, steps, words)
        if not meant and not self._try_forced(line, at, steps):
            self._note(line, at, steps, explain_not_understood(line, at, decision, self.sight))

    def _says_which(self, line: Line, at: int, one: Candidate, decision: Decision) -> bool:
        assert one.picked.number is not None
        name = split_name(plain(decision.options[one.picked.number].label))
        starts = find_starts(line, at, decision)  # without the question, if that was named once more
        return any(
            says_which(line.part(start, one.end), name, line.words[one.end].text) for start in starts if start < one.end
        )

    def _finish(self, line: Line, at: int, steps: tuple[Step, ...]) -> None:
        """All words are used; a value that was named freely has to pass the filters too, if it is not the only one."""
        last = steps[-1].picked
        if last.number is None and len(steps) > 1:
            with self.state.branch():
                try:
                    self.state.name(last.value)
                except BadChoice:
                    name = self._decision().name
                    self._note(line, at, steps[:-1], f"'{plain(line.shown(at))}' is not possible for `{name}`.")
                    return
        self.found.setdefault(tuple(step.picked for step in steps), Understood(steps))

    def _go_on(self, line: Line, one: Candidate, steps: tuple[Step, ...]) -> None:
        self.tries += 1
        if self.tries > _MOST_TRIES:
            return
        state, before = self.state, _Before(self.state)
        with state.branch():
            try:
                state.take(one.picked.number if one.picked.number is not None else [one.picked.value])
            except BadChoice:
                self._note(line, one.end - 1, steps[:-1], f"{steps[-1].label} is not possible there.")
                return
            stop = before.stop(state)
            if stop is not None:
                self._note(
                    line, one.end, steps, f"'{plain(line.shown(one.end))}' cannot be said in the same line: {stop}"
                )
                return
            self._walk(line, one.end, steps)

    def _try_forced(self, line: Line, at: int, steps: tuple[Step, ...]) -> bool:
        """Whether the only action or answer can be taken without being named, as it is when it is asked for."""
        state, decision = self.state, self._decision()
        begun = any(not step.forced for step in steps)  # else the answer is asked for: see `Table.is_settled`
        settled = begun and is_only_answer(decision, state.game.rules)
        if len(decision.options) != 1 or not (decision.kind == "action" or settled):
            return False
        self.tries += 1
        if self.tries > _MOST_TRIES:
            return False
        before, commits = _Before(state), state.commits
        with state.branch():
            state.choose(0)
            leads = decision.kind != "action" or leads_on(decision, commits, state)
            if not leads or before.stop(state) is not None:
                return False
            self._walk(line, at, (*steps, Step(Picked(0), name_answer(Picked(0), decision), forced=True)))
        return True

    # -- sets

    def _walk_set(self, line: Line, at: int, offer: SetOffer, steps: tuple[Step, ...]) -> None:
        """Things in whichever order; all numbers are places in the list that was shown first."""
        some = False
        for named in read_things(line, at, offer.decision, self.sight.marked):
            some = True
            self.tries += 1
            if self.tries > _MOST_TRIES:
                return
            self._take_things(line, at, named, offer, steps)
        if not some:
            self._note(line, at, steps, explain_not_understood(line, at, offer.decision, self.sight))

    def _take_things(self, line: Line, at: int, named: Named, first: SetOffer, steps: tuple[Step, ...]) -> None:
        """Adds what was named to what was picked; a set that is whole is chosen."""
        picked, offer = self.picked if len(self.state.choices) == self.first else (), first
        labels: tuple[str, ...] = ()
        ends = named.done
        for option in named.options:
            thing, label = first.things[option], name_answer(Picked(option), first.decision)
            if thing is None:
                self._play_set(line, named.end, offer, first.decision.options[option].key, steps)
                return
            if thing not in offer.things:
                self._note(line, at, steps, _describe_too_many(label, labels, offer))
                return
            picked, labels = (*picked, thing), (*labels, label)
            found = self.state.offer_set(picked)
            assert found is not None
            offer = found
        if offer.is_whole or (ends and any(option.key == DONE for option in offer.decision.options)):
            self._play_set(line, named.end, offer, DONE, steps)
        elif ends:
            self._note(line, named.end - 1, steps, "That is not enough, or not what it may be: `why done` tells why.")
        elif named.end == len(line.words):
            key = (*(step.picked for step in steps), tuple(sorted(picked)))
            self.found.setdefault(key, Understood(steps, picked, labels))
        elif line.part(named.end, named.end + 1) != ("done",):  # which is told by itself
            self._note(line, named.end, steps, explain_not_understood(line, named.end, offer.decision, self.sight))

    def _play_set(self, line: Line, end: int, offer: SetOffer, last: Key, steps: tuple[Step, ...]) -> None:
        """The answers of a set that is whole, in the order in which the match asks for them."""
        state, before = self.state, _Before(self.state)
        with state.branch():
            wanted, commits = (*offer.keys, last), state.commits
            for number, key in enumerate(wanted):
                decision = state.decision
                chosen = None if decision is None else decision.chosen
                if decision is None or (
                    number == len(offer.keys) and (state.commits != commits or not _asks(decision, offer))
                ):
                    break  # it came to its end by itself
                option = next((i for i, option in enumerate(decision.options) if option.key == key), None)
                if option is None or chosen is None:
                    self._note(line, end - 1, steps, "That was tried, and taken back.")
                    return
                steps = (*steps, self._step(Picked(option), decision))
                state.choose(option)
            if end == len(line.words):
                self.found.setdefault(tuple(step.picked for step in steps), Understood(steps))
                return
            stop = before.stop(state)
            if stop is not None:
                self._note(line, end, steps, f"'{plain(line.shown(end))}' cannot be said in the same line: {stop}")
                return
            self._walk(line, end, steps)

    # -- what to say

    def _note(self, line: Line, at: int, steps: tuple[Step, ...], words: str) -> None:
        if self.trouble is None or (at, len(steps)) > (self.trouble.at, len(self.trouble.steps)):
            self.trouble = _Failure(line, at, steps, words)

    def _describe_failure(self, typed: str) -> str:
        trouble = self.trouble
        if trouble is None:
            return f"'{plain(typed)}' is not offered. {describe_possible(self._decision(), self.sight)}"
        asked = [step.label for step in trouble.steps if not step.forced]
        if not asked:
            return trouble.words
        return f"{trouble.words} (That was to follow {', '.join(asked)}; nothing was played.)"


class _Before:
    """What is known before an answer is tried."""

    def __init__(self, state: State) -> None:
        self.player = state.decision.player if state.decision is not None else None
        self.chance = state.chance
        self.closed = state.game.rules.secrets or state.sealed

    def stop(self, state: State) -> str | None:
        """Why no more can be said now; it must not tell what only playing would tell."""
        if self.closed and not state.asks_first:
            return "what follows depends on what you do not know yet."
        if state.chance != self.chance:
            return "chance decides something first."
        if state.refused is not None:
            return f"what comes before it would be taken back: {plain(state.refused)}"
        if state.ended is not None or state.decision is None:
            return "the game is over then."
        if state.decision.player != self.player:
            return "then it is another player's turn."
        return None


def _asks(decision: Decision, offer: SetOffer) -> bool:
    """Whether the set is still being asked for, and nothing more is to be added."""
    asked = offer.decision
    here = (decision.subject, decision.name, decision.player) == (asked.subject, asked.name, asked.player)
    count = None if decision.chosen is None else len(decision.chosen.labels)
    return here and asked.chosen is not None and count == len(asked.chosen.labels)


def _describe_too_many(label: str, before: tuple[str, ...], offer: SetOffer) -> str:
    with_ = f" with {', '.join(before)}" if before else ""
    more = [plain(option.label) for option in offer.decision.options if option.label]
    return f"{label} cannot be chosen{with_}. {f'Then there is: {join_labels(more)}.' if more else ''}".rstrip()


def _describe_readings(typed: str, readings: list[Understood]) -> str:
    told = []
    for reading in readings:
        asked = [step for step in reading.steps if not step.forced]
        spelled = " ".join([*(step.spelled for step in asked), *reading.labels])
        told.append(f"{', then '.join([*(step.label for step in asked), *reading.labels])} (type {spelled})")
    return f"'{plain(typed)}' can be read in several ways: {'; '.join(told)}."
