"""From a whole line to the answers that it names: to one decision, or to those that follow each other (`step 3,4`, `e2e4`).

In:  a line and a match. Out: `Understood`, the one reading of it that uses every word; or `Unclear`: which word was not understood
and what would be, or which readings there are. A line is carried out whole, or not at all.

Whether the later words make sense is found by trying the earlier ones, and taking them back. Nobody may learn anything by that: it goes no
further than where somebody else chooses, where chance decides, and in a game with secrets only through what an action asks before
anything of it is done.
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.apps.session.table import leads_on
from tgpl.apps.terminal.answer import (
    Candidate,
    Picked,
    Sight,
    Unclear,
    describe_possible,
    explain_not_understood,
    find_answers,
    find_starts,
    name_answer,
)
from tgpl.apps.terminal.words import Line, is_whole, says_which, split_line, split_name
from tgpl.runtime.decision import Decision
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


def understand(typed: str, state: State, sight: Sight | None = None) -> Understood | Unclear:
    """What a line says; the state is as before."""
    reader = _Reader(state, sight or Sight())
    return reader.read(typed)


class _Failure(NamedTuple):
    """How far a reading came, and why no further."""

    line: Line
    at: int
    steps: tuple[Step, ...]
    words: str


class _Reader:
    def __init__(self, state: State, sight: Sight) -> None:
        self.state = state
        self.sight = sight
        self.found: dict[tuple[object, ...], Understood] = {}
        self.trouble: _Failure | None = None
        self.tries = 0

    def read(self, typed: str) -> Understood | Unclear:
        decision = self._decision()
        spelled = split_line(typed.strip())
        if len(spelled[0].words) > _MOST_WORDS and decision.free != "string":
            return Unclear(f"That are {len(spelled[0].words)} words. {describe_possible(decision, self.sight)}")
        exact = self._exact(spelled[0], decision)
        if exact is not None:
            return Understood((self._step(exact, decision),))
        for line in spelled:
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
        return Picked(same[0]) if len(same) == 1 else None

    # -- trying

    def _walk(self, line: Line, at: int, steps: tuple[Step, ...]) -> None:
        decision = self._decision()
        meant = find_answers(line, at, decision, self.sight.marked)
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
        """Whether the only action can be taken without being named, as it is when it is asked for."""
        state, decision = self.state, self._decision()
        if decision.kind != "action" or len(decision.options) != 1:
            return False
        before, commits = _Before(state), state.commits
        with state.branch():
            state.choose(0)
            if not leads_on(decision, commits, state) or before.stop(state) is not None:
                return False
            self._walk(line, at, (*steps, Step(Picked(0), name_answer(Picked(0), decision), forced=True)))
        return True

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


def _describe_readings(typed: str, readings: list[Understood]) -> str:
    told = []
    for reading in readings:
        asked = [step for step in reading.steps if not step.forced]
        spelled = " ".join(step.spelled for step in asked)
        told.append(f"{', then '.join(step.label for step in asked)} (type {spelled})")
    return f"'{plain(typed)}' can be read in several ways: {'; '.join(told)}."
