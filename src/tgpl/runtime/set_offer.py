"""A set as people choose it: in whichever order, each thing by its name, until it is whole.

The match itself asks for one element after the other in the order of the candidates, so that every set can be chosen in one way only. Who
sits at a table does not care for that: here is what can be added to what they have picked, and how it is answered in the end.

In:  a match that asks for a set, and what was picked. Out: a decision that no order binds, and the answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tgpl.runtime.decision import DONE, NONE, Decision, Key, Option
from tgpl.runtime.injector import AskedInput
from tgpl.runtime.lists import ListChoice, Places
from tgpl.runtime.options import key_of, offer_values
from tgpl.text.limits import STEPS_OF_A_DECISION

if TYPE_CHECKING:
    from tgpl.runtime.match import Match


class SetOffer(NamedTuple):
    decision: Decision  # what can be added, then the ends
    things: tuple[int | None, ...]  # for each option what it adds; None for the ends
    keys: tuple[Key, ...]  # what was picked, as the match wants it answered
    begun: tuple[int, ...]  # what the match has been answered already, as things

    @property
    def is_whole(self) -> bool:
        """Whether it can only end."""
        return [option.key for option in self.decision.options] == [DONE]


def offer_set(match: Match, picked: tuple[int, ...]) -> SetOffer | None:
    """`picked`: things, in the order in which they were named. None where no set is asked for."""
    asked = match.asking
    if asked is None or asked.choice is None or not asked.choice.is_set:
        return None
    steps, limit = match.steps, match.limit
    match.steps, match.limit = 0, STEPS_OF_A_DECISION  # looking costs the rules nothing
    try:
        return _offer(match, asked, asked.choice, picked)
    finally:
        match.steps, match.limit = steps, limit


def _offer(match: Match, asked: AskedInput, choice: ListChoice, picked: tuple[int, ...]) -> SetOffer:
    injector, input_ = asked.injector, asked.input_
    player = injector.asked_player(input_, asked.found)
    if choice.candidates:
        choice.gather(player)
    begun = choice.find_places(asked.chosen)
    first = begun[-1] + 1 if begun else 0
    named = choice.place_things(picked, first)
    taken = tuple(sorted((*begun, *named)))
    things = [place for place in choice.find_left(taken, first) if choice.can_add(taken, place, first)]
    values = [choice.candidates[place] for place in things]
    options = offer_values(match, player, values, "settled", choice.tainted)
    options = [
        option._replace(copies=choice.count_left(place, taken)) for option, place in zip(options, things, strict=True)
    ]
    keys = tuple(key_of(choice.candidates[place]) for place in sorted(named))
    if choice.passes(taken) and choice.can_follow(taken) and not match.questions.is_way_ruled_out((*keys, DONE)):
        options.append(Option("done", DONE))
    if input_.optional and not taken and injector.is_answerable((*asked.found, None)):
        options.append(Option("none", NONE))
    ends = (None,) * (len(options) - len(things))
    prompt, told = injector.prompt(input_, asked.found), choice.tell(player, (*begun, *named))
    decision = Decision(player, "input", input_.name, injector.subject, tuple(options), prompt=prompt, chosen=told)
    return SetOffer(
        decision, (*(choice.thing_at(place, first) for place in things), *ends), keys, _things(choice, begun)
    )


def _things(choice: ListChoice, places: Places) -> tuple[int, ...]:
    return tuple(choice.thing_at(place, 0) for place in places)
