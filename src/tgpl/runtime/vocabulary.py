"""What a translated game may say: every name, attribute and built-in function that the emitter writes.

Whatever comes from a rule text begins with the mark of its kind (`tgpl.text.mangling`); everything else stands here.
"""

from __future__ import annotations
import __future__

import re

from tgpl.runtime import rules
from tgpl.runtime.guard import Vocabulary
from tgpl.text.mangling import MANGLED

_FUNCTIONS = {
    "abs": abs, "bool": bool, "float": float, "isinstance": isinstance, "max": max, "min": min, "str": str,
    "super": super,
}  # fmt: skip
# Variables, what classes say of themselves, and the parts of actions and phases that nobody names.
_NAMES = """self game event annotations RULES LOGIC _owner _held _key __init__ default effect
    shown visibility replaced holds display zone geometry row_first hollow rows name order part during priority
    simultaneous point""".split()
_NUMBERED = r"(?:setup|enabled|when)\d*"
_OF_INPUTS = rf"(?:asked|among|low|high|length|labels|prompt|least|most|filter\d*|on_list\d*)_{MANGLED.pattern}"
# What translated rules do with the match,
_MATCH = """act act_as active_player all_players ask_for cancel clear_input count dice expect fail first_player hit is_out judged log logic
    new owned put_first put_out remaining_players show tell
    pass_to pass_turn phase_name player_name players power random room_for seat seen step testing text throw throw_now turn_name use_turn
    winner""".split()
# with dice and positions,
_REASONING = """roll plus minus times over negate against of pool least greatest mean chance
    begin moves asks labels label goal next seen""".split()
# and with objects, collections and boards.
_THINGS = """__init__ effect fill filled inner at put find add append clear contains indexOf remove removeAt removeRange shuffle copy keys length
    push push_front pop pop_front peek take clone reshuffle discard_stack player players assign unassign tile move_to discard
    discarded decks group connections x y pieces neighbors distance board link unlink to groups tiles geometry width height
    connect holds""".split()
_OF_INPUT = "asked among low high length labels prompt least most".split()
# What is said by name of inputs, of the rules as a whole, and of new objects.
_KEYWORDS = """auto optional passed proposed sized filters whole to discarded players classes turns setups cancels goals
    connections prints logic enums roles random sees knows rules
    names colors rulebook tells points""".split()


def _any_of(*words: str) -> re.Pattern[str]:
    return re.compile("|".join([*words, MANGLED.pattern]))


RULES = Vocabulary(
    _any_of(*rules.__all__, *_FUNCTIONS, *_NAMES, _NUMBERED, _OF_INPUTS),
    _any_of(*_MATCH, *_REASONING, *_THINGS, *_OF_INPUT, "filter", "on_list"),
    _any_of(*_OF_INPUT, *_KEYWORDS),
    _FUNCTIONS,
    {"__future__": __future__, "tgpl.runtime.rules": rules},
)
