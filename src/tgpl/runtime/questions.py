"""What a transaction asks: the answers so far, those that were ruled out, and how an open question stops it.

A transaction that needs an answer it does not have is taken back and runs again with it (processor.py). So answers are
given in the order in which they were asked for, `position` says how many of them the running block has used, and a choice
that led to a failure is ruled out by the answers that led there.

    key = match.questions.ask(lambda: Decision(…))      # known already, given on the spot, or raises `Question`
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from tgpl.runtime.decision import NONE, Decision, Key, Mark, Option
from tgpl.runtime.errors import Inspected, MoveFailed, Question
from tgpl.runtime.inputs import Unanswerable
from tgpl.text.limits import STEPS_OF_A_DECISION

if TYPE_CHECKING:
    from tgpl.runtime.match import Match


class Asked(NamedTuple):
    """What was asked and answered in a transaction; a savepoint between two choices keeps it."""

    answers: tuple[Key, ...]
    offered: tuple[frozenset[Key] | None, ...]
    decisions: int
    ruled_out: frozenset[tuple[Key, ...]]
    committed_answers: int


class Questions:
    def __init__(self, match: Match) -> None:
        self._match = match
        self.answers: list[Key] = []  # since the last commit
        self.offered: list[frozenset[Key] | None] = []  # what each could have been; None where nobody could list it
        self.position = 0  # how many of the answers the running block has used
        self.decisions = 0  # how many were real decisions
        self.committed_answers = 0  # answers up to the last commit
        self.ruled_out: set[tuple[Key, ...]] = set()  # choices that turned out to fail, each behind what led there
        self.chooser: Callable[[Decision], Key] | None = None  # answers on the spot
        self.inspector: Callable[[Match], Any] | None = None  # wants to see the match at the next open question
        self.observer: Callable[[Match], Any] | None = None  # wants to see it at every open question, and
        self.observed: Any = None  # what it saw at the last one
        self.gives_up = False  # nobody can answer the next open question
        self.unchecked: int | None = None  # which answer was named freely and still has to be tested

    # -- from commit to commit

    def forget(self) -> None:
        """As if nobody had answered anything in the running transaction."""
        self.answers, self.offered, self.decisions = [], [], 0

    def commit(self) -> None:
        self.committed_answers += len(self.answers)
        self.forget()
        self.ruled_out = set()

    def save(self) -> Asked:
        answers, offered = tuple(self.answers), tuple(self.offered)
        return Asked(answers, offered, self.decisions, frozenset(self.ruled_out), self.committed_answers)

    def restore(self, asked: Asked) -> None:
        self.answers, self.offered, self.decisions = list(asked.answers), list(asked.offered), asked.decisions
        self.ruled_out, self.committed_answers = set(asked.ruled_out), asked.committed_answers

    # -- asking

    def ask(self, decide: Callable[[], Decision | Mark | None]) -> Key:
        """The answer to a decision: known already, given on the spot, or still to come (`Question`)."""
        if self.position < len(self.answers):
            self.position += 1
            key = self.answers[self.position - 1]
            if isinstance(key, Mark) and key.what == "nobody":
                raise Unanswerable(key.action)
            if isinstance(key, Mark) and key.what == "unknown":
                raise _unknown_value(key)
            return key
        if self.inspector is not None:
            raise Inspected(self.inspector(self._match))
        decision = self._decide(decide)
        if isinstance(decision, Decision):
            self._match.spent = 0
        if self.gives_up and isinstance(decision, Decision):
            self.gives_up = False
            self.give_up(decision.name)
        if decision is None or isinstance(decision, Mark):  # nothing to decide
            key = NONE if decision is None else decision
            self.answer(key, frozenset((key,)))
            return key
        if self.chooser is None:
            if self.observer is not None:
                self.observed = self.observer(self._match)
            raise Question(decision)
        key = self.chooser(decision)
        self.answer_decision(decision, key)
        return key

    def _decide(self, decide: Callable[[], Decision | Mark | None]) -> Decision | Mark | None:
        """Works a decision out, which costs the running block nothing; what it takes is counted for all that happens before
        somebody is asked."""
        match = self._match
        match.check_spent()
        steps, limit = match.steps, match.limit
        match.steps, match.limit = 0, STEPS_OF_A_DECISION
        try:
            decision = decide()
            match.spent += match.steps
            return decision
        except Unanswerable as nothing:  # remembered, so that a block that runs again does not take another's answer
            match.spent += match.steps
            self.answer(Mark("nobody", nothing.chosen, nothing.name), frozenset())
            raise
        finally:
            match.steps, match.limit = steps, limit

    def answer(self, key: Key, offered: frozenset[Key] | None) -> None:
        self.answers.append(key)
        self.offered.append(offered)
        self.position = len(self.answers)

    def answer_decision(self, decision: Decision, key: Key) -> None:
        self.answer(key, None if decision.free else frozenset(option.key for option in decision.options))
        self.decisions += 1

    def take_back(self) -> None:
        """The last answer is none any more."""
        self.answers.pop()
        self.offered.pop()

    def give_up(self, name: str) -> NoReturn:
        """Nobody knows a value: remembered, so that a block that runs again does not take another's answer."""
        key = Mark("unknown", 0, name)
        self.answer(key, frozenset())
        raise _unknown_value(key)

    # -- what turned out to fail

    def is_ruled_out(self, key: Key) -> bool:
        """Whether an answer that was just used has turned out to fail."""
        return (*self.answers[: self.position - 1], key) in self.ruled_out

    def is_way_ruled_out(self, keys: tuple[Key, ...]) -> bool:
        """Whether answers that would follow each other from here on lead where it turned out to fail."""
        before = tuple(self.answers[: self.position])
        return any((*before, *keys[:length]) in self.ruled_out for length in range(1, len(keys) + 1))

    def drop_ruled_out(self, options: list[Option], exhaustive: bool = True) -> list[Option]:
        """Without what has turned out to fail; if nothing else could be chosen, what led here fails too."""
        if not self.ruled_out or not options:
            return options
        before = tuple(self.answers[: self.position])
        left = [option for option in options if (*before, option.key) not in self.ruled_out]
        if not left and exhaustive:
            raise MoveFailed("Nothing that could be chosen here is possible.")
        return left

    def rule_out(self) -> None:
        """The answers so far led to a failure; with the last way gone, what led there goes too."""
        path = tuple(self.answers[: self.position])
        last = path[-1] if path and isinstance(path[-1], Mark) else None
        if last is not None and last.what == "unknown":
            path = path[:-1]
        # A list that came to no end goes with its first element: others with that one were taken for granted too.
        gone = len(path) - last.serial if last is not None and last.what == "nobody" else len(path)
        while path:
            self.ruled_out.add(path)
            offered = self.offered[len(path) - 1]
            path = path[:-1]
            if len(path) < gone and (offered is None or any((*path, key) not in self.ruled_out for key in offered)):
                break
        self.forget()


def _unknown_value(key: Mark) -> MoveFailed:
    return MoveFailed(f"Nobody knows a value for `{key.action}`.")
