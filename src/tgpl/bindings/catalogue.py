"""The actions of a game, numbered once and for all: an action is a question and one answer to it.

Which there are comes from three places: what the rules list themselves (yes and no, players, ranges, texts, the tiles
of boards), everything that sampled matches showed (cards, pieces, things), each with every question that it could
answer, and spare numbers for the rest. So a number means the same in every match, except for the spare ones: the first
of these is the first option of a decision that is not listed, and so on; what is left over then cannot be chosen.
Where the rules prove that everything is listed there are no spare numbers. A question with one answer gets no number:
it is answered by itself.

    catalogue = Catalogue(facts, sample, secrets=False)
    catalogue.numbers(decision, object_keys)   # [3, 4, None, 7]
    catalogue.words[3]                   # "Mark, field: Field (0, 1)"
"""

from __future__ import annotations

from typing import Any

from tgpl.bindings import option_keys
from tgpl.bindings.object_keys import PIECE, THING, ObjectKey, ObjectKeys, expand_owners
from tgpl.bindings.option_keys import ACT, ACTION, END, OBJECT, SEAT, VALUE, Answer, QuestionKey, make_value_answer
from tgpl.bindings.program_facts import ProgramFacts, Question
from tgpl.bindings.sampled_matches import Sample
from tgpl.core.types import BOOL, NUMBER, PLAYER, ClassType
from tgpl.runtime.decision import Decision
from tgpl.runtime.injector import PROPOSALS

SPARE = 8  # numbers for what is not listed
_LONGEST = 1_000  # numbers of a range that only samples showed


class Catalogue:
    def __init__(self, facts: ProgramFacts, sample: Sample, secrets: bool) -> None:
        self._facts = facts
        self._sample = sample
        self._secrets = secrets
        self._complete = True  # whether surely everything is listed
        self.ids: dict[tuple[QuestionKey, Answer, int], int] = {}
        self.words: list[str] = []
        self.questions: list[QuestionKey] = []  # those that have numbers
        self._list_actions()
        for question in facts.questions:
            self._list(question)
        self.listed = len(self.words)
        spare = 0 if self._complete and self.words else SPARE
        self.words += [f"option {number + 1} of those that are not listed" for number in range(spare)]

    def __len__(self) -> int:
        return len(self.words)

    def numbers(self, decision: Decision, object_keys: ObjectKeys) -> list[int | None]:
        """The number of each option; None for what has none."""
        key = option_keys.find_question_key(decision)
        found: list[int | None] = []
        counts: dict[Answer, int] = {}
        spare = iter(range(self.listed, len(self.words)))
        for answer in option_keys.find_answers(decision, object_keys):
            number: int | None = None
            if answer is not None:
                nth = counts[answer] = counts.get(answer, -1) + 1
                number = self.ids.get((key, answer, nth))
            found.append(next(spare, None) if number is None else number)
        return found

    # -- what is listed

    def _list_actions(self) -> None:
        """Which action, of which object."""
        listed, complete = [], True
        for name, class_ in self._facts.actions:
            of_all = class_ in self._facts.shared
            object_keys = self._object_keys(class_)
            usable = [
                object_key for object_key in object_keys if object_key[0] != THING or object_key[3] <= 0 or of_all
            ]  # one's own, or everybody's
            listed += [(ACT, name, object_key) for object_key in usable]
            complete &= self._is_complete(class_, own=True)
        self._add(ACTION, listed, (), complete)

    def _list(self, question: Question) -> None:
        key = (question.subject, question.name)
        listed, complete = self._values(question, self._sample.met.get(key, {}))
        self._add(key, listed, question.ends, complete)

    def _values(self, question: Question, met: dict[Answer, None]) -> tuple[list[Answer], bool]:
        """What a question can be answered with, and whether that is surely all."""
        if question.values is not None:
            return [make_value_answer(one) for one in question.values], True
        if isinstance(question.type, ClassType):
            name = question.type.name
            return [(OBJECT, object_key) for object_key in self._object_keys(name)], self._is_complete(name)
        if question.type is BOOL:
            return [make_value_answer(True), make_value_answer(False)], True
        if question.type is PLAYER:
            return [(SEAT, distance) for distance in range(self._sample.players)], True
        if question.free:
            proposals: tuple[float | str, ...] = tuple(PROPOSALS) if question.type is NUMBER else ("",)
            return [make_value_answer(one) for one in proposals], True
        return _fill_range(met), False

    def _add(self, key: QuestionKey, listed: list[Answer], ends: tuple[str, ...], complete: bool) -> None:
        """The numbers of a question, if it can leave a choice."""
        sample = self._sample
        self._complete &= complete
        every = {**dict.fromkeys(listed), **sample.met.get(key, {}), **{(END, word): None for word in ends}}
        if len(every) < 2 and key not in sample.real:
            return
        self.questions.append(key)
        for answer in sorted(every, key=_sort_key):
            for nth in range(sample.copies.get(answer, 1)):
                word = self._describe(key, answer) + (f" ({nth + 1})" if nth else "")
                self.ids[key, answer, nth] = len(self.words)
                self.words.append(word)

    def _describe(self, key: QuestionKey, answer: Answer) -> str:
        if self._facts.named and answer[0] == VALUE:
            return str(answer[2])
        return option_keys.describe_answer(key, answer, self._sample.players, self._sample.tiles)

    def _object_keys(self, class_: str) -> list[ObjectKey]:
        """Every object of a class that could be there."""
        sample, facts = self._sample, self._facts
        found: dict[ObjectKey, None] = {}
        for name in sorted(facts.within.get(class_, ())):
            for object_key in sample.object_keys.get(facts.shown[name], ()):
                found.update(dict.fromkeys(expand_owners(object_key, sample.players)))
            for group in sample.stood.get(facts.shown[name], ()):
                found.update(dict.fromkeys((PIECE, *group, place, 0) for place in sample.groups[group]))
        return list(found)

    def _is_complete(self, class_: str, own: bool = False) -> bool:
        """Whether all objects of a class are there from the beginning, where who is asked can see them, and stay what
        they are; `own`: it is enough to see one's own and everybody's."""
        facts = self._facts
        inner = facts.within.get(class_, frozenset())
        if not inner <= facts.settled or inner & facts.within.get("interactable", frozenset()):
            return False
        is_tile = inner <= facts.within.get("tile", frozenset())
        return is_tile or not self._secrets or (own and not inner & (facts.tucked | facts.shared))


def _fill_range(met: dict[Answer, None]) -> list[Answer]:
    """All numbers between those that came up."""
    numbers = [answer[2] for answer in met if answer[:2] == make_value_answer(0.0)[:2]]
    if not numbers or max(numbers) - min(numbers) > _LONGEST or any(number != int(number) for number in numbers):
        return []
    return [make_value_answer(float(number)) for number in range(int(min(numbers)), int(max(numbers)) + 1)]


def _sort_key(part: Any) -> tuple[Any, ...]:
    """Numbers by size, texts by letters, whatever stands where."""
    if isinstance(part, tuple):
        return (2, *map(_sort_key, part))
    return (1, part) if isinstance(part, str) else (0, float(part))
