"""A list that is chosen element by element, in the order of the candidates: so each set can be chosen in exactly one way.

`input List<T>` tests the list as it grows: stopping is offered while its filter holds. `input 3 T` chooses a set: only a whole
one is tested, and candidates that nothing tells apart (`alike.py`) are one option with a count. They lie beside each other then, and of those that are
left only the first is offered.

What is offered must lead to a list that passes. Looking for one is bounded (`MOST_SETS`, `KEPT_STEPS`): where the bound is reached it is taken
for granted that there is one. Whoever finds in the end that there is none has made a move that fails.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tgpl.runtime.alike import Groups, group_objects, group_values
from tgpl.runtime.decision import DONE, NONE, Chosen, Decision, Mark, Option
from tgpl.runtime.entity import Entity
from tgpl.runtime.inputs import Input, Unanswerable
from tgpl.runtime.options import offer_values
from tgpl.runtime.values import same
from tgpl.text.limits import KEPT_STEPS, LIST_STEPS, MOST_SETS

if TYPE_CHECKING:
    from tgpl.runtime.injector import Answers, Injector
    from tgpl.runtime.match import Match

Places = tuple[int, ...]  # of candidates, in their order


class ListChoice:
    """What a list is chosen from, and when it is fine."""

    def __init__(
        self, injector: Injector, input_: Input, found: Answers, candidates: list[Any], tainted: bool = False
    ) -> None:
        self.injector = injector
        self.match: Match = injector.match
        self.input_ = input_
        self.found = found
        self.candidates = candidates
        self.tainted = tainted  # they come from where the player cannot look
        self.is_set = input_.least_ is not None
        self.is_last = input_ is injector.inputs[-1]
        self.least, self.most = injector.bounds(input_, found)
        self.sizes = self._find_sizes()  # where only the length matters: whether each length passes
        self._groups: Groups | None = None

    def _find_sizes(self) -> list[bool] | None:
        input_, sizes = self.input_, range(len(self.candidates) + 1)
        if not input_.sized and (input_.whole or not self.is_set):
            return None
        return [self._has_size(size) and self._passes_filters(self.candidates[:size]) for size in sizes]

    # -- whether it passes

    def _has_size(self, size: int) -> bool:
        return self.least <= size <= self.most

    def _passes_filters(self, chosen: list[Any]) -> bool:
        return self.injector.passes_list_filters(self.input_, self.found, tuple(chosen))

    def passes(self, places: Places) -> bool:
        """Whether a list is fine as it is."""
        if self.sizes is not None:
            return self.sizes[len(places)]
        return self._has_size(len(places)) and self._passes_filters([self.candidates[i] for i in places])

    def can_follow(self, places: Places) -> bool:
        """Whether a list that is fine leaves something to choose for the inputs behind it."""
        made = self.injector.make_list(self.input_, tuple(self.candidates[i] for i in places))
        return self.injector.is_answerable((*self.found, made))

    # -- whether it can come to an end

    def can_be_finished(self) -> bool:
        """Whether there is any list that passes."""
        return _Search(self, range(len(self.candidates))).can_finish((), 0)

    def can_be_continued(self, places: Places) -> bool:
        """Whether a list that was begun can come to an end."""
        return _Search(self, range(len(self.candidates))).can_finish(places, places[-1] + 1)

    def can_add(self, places: Places, place: int, first: int = 0) -> bool:
        """Whether some set passes that has all of these, and this one too: in whichever order they are named. What comes
        before `first` is settled."""
        wanted = tuple(sorted((*places, place)))
        return _Search(self, [i for i in range(first, len(self.candidates)) if i not in wanted]).can_finish(wanted, 0)

    def groups(self) -> Groups:
        """Candidates that rules cannot tell apart: of these one is enough to try."""
        if self._groups is None:
            self.match.work(len(self.candidates))
            self._groups = self._group(None)
        return self._groups

    def _group(self, player: int | None) -> Groups:
        if not self.candidates or not isinstance(self.candidates[0], Entity):
            return group_values(self.candidates)
        return group_objects(self.match, self.candidates, player)

    # -- asking

    def gather(self, player: int) -> None:
        """What nothing tells apart for the player comes one behind the other."""
        self.match.work(len(self.candidates))
        hidden = self.tainted and not isinstance(self.candidates[0], Entity)
        groups = list(range(len(self.candidates))) if hidden else self._group(player)
        order = sorted(range(len(groups)), key=lambda i: (groups[i], i))
        self.candidates = [self.candidates[i] for i in order]
        places = {groups[i]: at for at, i in reversed([*enumerate(order)])}
        self._groups = [places[groups[i]] for i in order]

    def is_like(self, place: int, value: Any) -> bool:
        """Whether a candidate is a value, or like it; behind `gather`."""
        groups = self._groups or []
        return any(same(self.candidates[i], value) and groups[i] == groups[place] for i in range(len(groups)))

    def distinct(self, values: list[Any]) -> list[Any]:
        """Values without those that are like one before them; what is no candidate stays."""
        found: list[Any] = []
        seen: set[int] = set()
        groups = self._groups or []
        for value in values:
            place = next((i for i, candidate in enumerate(self.candidates) if same(candidate, value)), None)
            if place is None or groups[place] not in seen:
                found.append(value)
            seen |= set() if place is None else {groups[place]}
        return found

    def find_places(self, chosen: Answers) -> Places:
        """Where the elements of a list stand that was begun."""
        places: Places = ()
        for value in chosen:
            start = places[-1] + 1 if places else 0
            places = (*places, next(i for i in range(start, len(self.candidates)) if same(self.candidates[i], value)))
        return places

    def decide(self, chosen: Answers) -> Decision | Mark | None:
        """What comes next: an element, or the end. None: nothing, because an optional list has no candidate."""
        injector, input_, found = self.injector, self.input_, self.found
        player = injector.asked_player(input_, found)
        if injector.is_out(input_, player, lambda: not chosen and injector.is_answerable((*found, None))):
            return None
        self._groups = None
        if self.is_set and self.candidates:
            self.gather(player)
        places = self.find_places(chosen)
        fine = self.passes(places)
        offered = self._find_next(places, fine)
        values = [self.candidates[i] for i in offered]
        options = offer_values(self.match, player, values, "settled", self.tainted)
        if self.is_set:
            options = [
                option._replace(copies=self.count_left(i, ())) for option, i in zip(options, offered, strict=True)
            ]
        can_end = fine and self.can_follow(places)
        declines = input_.optional and not chosen and injector.is_answerable((*found, None))
        if not options and (can_end or declines):
            return DONE if can_end else None
        if can_end:
            options.append(Option("done", DONE))
        if declines:
            options.append(Option("none", NONE))
        if not options:
            raise Unanswerable(injector.to_blame(input_, bool(self.candidates)), len(chosen))
        left = tuple(self.match.questions.drop_ruled_out(options))
        prompt, told = injector.prompt(input_, found), self.tell(player, places)
        return Decision(player, "input", input_.name, injector.subject, left, prompt=prompt, chosen=told)

    def _find_next(self, places: Places, fine: bool) -> Places:
        """What can be the next element."""
        found: Places = ()
        everything = range(len(self.candidates))
        for i in range(places[-1] + 1 if places else 0, len(self.candidates)):
            longer = (*places, i)
            if self.is_set:
                if self._groups is not None and found_before(self._groups, places, i):
                    continue
            elif fine and not self.passes(longer):
                continue
            if _Search(self, everything).can_finish(longer, i + 1):
                found = (*found, i)
        return found

    # -- things: those that nothing tells apart, by the first place that they have; behind `gather`

    def count_left(self, place: int, taken: Places) -> int:
        """How many there are from a place on that are like what is there, without those that are taken."""
        groups = self._groups or []
        return sum(groups[i] == groups[place] and i not in taken for i in range(place, len(groups)))

    def thing_at(self, place: int, first: int) -> int:
        return max((self._groups or [])[place], first)

    def place_things(self, things: tuple[int, ...], first: int) -> Places:
        """A place for each thing that was named; the same one again is the next that is like it."""
        places: Places = ()
        for thing in things:
            place = thing
            while place in places:
                place += 1
            if not first <= place < len(self.candidates) or self.thing_at(place, first) != thing:
                raise ValueError(f"there is no thing {thing}, or not so often")
            places = (*places, place)
        return places

    def find_left(self, taken: Places, first: int) -> Places:
        """The first place of each thing of which some are left."""
        groups, found = self._groups or [], dict[int, int]()
        for i in range(first, len(groups)):
            if i not in taken:
                found.setdefault(groups[i], i)
        return tuple(found.values())

    def tell(self, player: int, places: Places) -> Chosen:
        """What was chosen so far, as the player may see it; telling costs the rules nothing."""
        match = self.match
        values = [self.candidates[i] for i in places]
        kept = match.steps, match.limit
        match.limit = sys.maxsize  # also where no step is left
        try:
            told = offer_values(match, player, values, "settled", self.tainted)
        finally:
            match.steps, match.limit = kept
        most = None if self.most > len(self.candidates) else self.most
        return Chosen(tuple(option.label for option in told), self.least, most, self.is_set)


def found_before(groups: Groups, places: Places, place: int) -> bool:
    """Whether one that is like it stands before it and can still be chosen."""
    start = places[-1] + 1 if places else 0
    return place > start and groups[place - 1] == groups[place]


class _Search:
    """Looks for a list that begins with what is chosen and passes; what may follow are the places of a pool, in order."""

    def __init__(self, choice: ListChoice, pool: Sequence[int]) -> None:
        self.choice = choice
        self.match = choice.match
        self.pool = pool
        self.tried = 0
        self.alike: list[int] | None = None  # for each place of the pool: the last before it that is like it, or -1
        self.ends: dict[int, int] = {}  # of lists of each size: see `_end`

    def can_finish(self, chosen: Places, start: int) -> bool:
        """Longer and longer lists; a list can be too long for a call in a call."""
        begun: list[tuple[Places, bool, int, int]] = []  # lists that may become longer, and where to go on
        if self._can_end(chosen, start, begun):
            return True
        while begun:
            chosen, fine, first, i = begun.pop()
            if len(chosen) not in self.ends:
                self.ends[len(chosen)] = self._end(len(chosen))
            if i >= self.ends[len(chosen)]:
                continue
            begun.append((chosen, fine, first, i + 1))
            if i > first and self._was_tried(first, i):
                continue
            if self._is_too_much():
                return True
            longer = (*chosen, self.pool[i])
            if (self.choice.is_set or not fine or self.choice.passes(longer)) and self._can_end(longer, i + 1, begun):
                return True
        return False

    def _can_end(self, chosen: Places, start: int, begun: list[tuple[Places, bool, int, int]]) -> bool:
        """Whether it is fine already, or nobody can say; if not it may become longer."""
        choice = self.choice
        if not self._is_in_reach(len(chosen), len(self.pool) - start):
            return False
        if choice.sizes is not None and choice.is_last:
            return True
        if self.tried == MOST_SETS or self._is_too_much():
            return True
        self.tried += 1
        self.match.steps += LIST_STEPS
        self.match.step()
        places = tuple(sorted(chosen))
        fine = choice.passes(places)
        if fine and choice.can_follow(places):
            return True
        begun.append((chosen, fine, start, start))
        return False

    def _is_too_much(self) -> bool:
        return self.match.limit - self.match.steps < KEPT_STEPS

    def _is_in_reach(self, size: int, left: int) -> bool:
        """Whether a list of some size can grow to one that has the size for it."""
        choice = self.choice
        if choice.sizes is not None:
            return any(choice.sizes[size : size + left + 1])
        return size <= choice.most and size + left >= choice.least

    def _end(self, size: int) -> int:
        """Behind the last place of the pool with which a list of some size can still become long enough."""
        choice = self.choice
        wanted = max(size + 1, choice.least) if size < choice.most else None
        if choice.sizes is not None:
            wanted = next((longer for longer in range(size + 1, len(choice.sizes)) if choice.sizes[longer]), None)
        return 0 if wanted is None else len(self.pool) - (wanted - size) + 1

    def _was_tried(self, first: int, place: int) -> bool:
        """Whether one that is like it was tried at the same place of the list."""
        if self.alike is None:
            groups, last = self.choice.groups(), dict[int, int]()
            self.alike = []
            for at, i in enumerate(self.pool):
                self.alike.append(last.get(groups[i], -1))
                last[groups[i]] = at
        return self.alike[place] >= first
