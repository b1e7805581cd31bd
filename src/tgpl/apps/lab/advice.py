"""What each kind of finding is called among people, and what designers usually do about it."""

from __future__ import annotations

from typing import NamedTuple


class Advice(NamedTuple):
    title: str
    usually: str  # what designers do about it


ADVICE = {
    "seat_advantage": Advice(
        "A seat wins too often or too seldom",
        "Let who begins have less (one action, one card, one coin), who comes last more; end the game only when all have had as "
        "many turns; let the mark of the first player go round; or let both choose at the same time.",
    ),
    "error": Advice(
        "Games break a rule",
        "Look at the line with `tgpl replay`, or play the seed again, and say what is to happen there.",
    ),
    "stuck": Advice(
        "Games get stuck",
        "Say what happens when nobody can do anything: an action that waits for `NoChoiceEvent`, which ends the game or gives "
        "something to everybody.",
    ),
    "endless": Advice(
        "Games do not end",
        "Let something run out (cards, rounds, places), raise what is gained from round to round, or count rounds and compare.",
    ),
    "repetition": Advice(
        "Games go in circles",
        "Forbid to take a move back, end the game when a position returns, let moves use something up, or reward progress.",
    ),
    "too_long": Advice("Games take too long", "Ask for fewer points, give more at once, or begin nearer to the end."),
    "too_short": Advice(
        "Games are over before they begin",
        "Ask for more points, weaken what ends the game at once, or play several rounds.",
    ),
    "never_offered": Advice(
        "An action is never offered",
        "Look at its requires and filters, which are told here: one of them is never true, or never together with the others.",
    ),
    "never_happened": Advice(
        "Parts of the rules never happened",
        "Make it more likely, mend its condition, or leave it out: nobody would miss it.",
    ),
    "dominated_action": Advice(
        "An action that nobody should choose",
        "Make it cheaper or stronger, give it a situation in which it is best, or leave it out.",
    ),
    "dominant_strategy": Advice(
        "A simple strategy is as good as thinking",
        "Make it dearer each time, let the others answer it, let it use something up, or strengthen the alternatives.",
    ),
    "weak_component": Advice("Weaker than others of its kind", "Let it cost less, do more, or come less often."),
    "strong_component": Advice(
        "Stronger than others of its kind", "Let it cost more, do less, come less often, or let others answer it."
    ),
    "runaway_leader": Advice(
        "Who is ahead early wins",
        "Let what is gained not lead to more gains; let leaders go later, pay more or be a target; count the end for more than "
        "the beginning.",
    ),
    "decided_early": Advice(
        "Decided long before the end", "End the game when it is decided, or let the last rounds count for more."
    ),
    "elimination": Advice(
        "Players are out early",
        "Let who loses everything begin anew or go on in another role; or end the game with the first who is out.",
    ),
    "no_choice": Advice(
        "Somebody has nothing to choose for long",
        "Shorten what takes turns away, or leave a small choice to who waits.",
    ),
    "kingmaking": Advice(
        "Who cannot win decides who does",
        "Count secretly, let the last rounds give everybody something to play for, or let effects on others not be aimed.",
    ),
    "luck": Advice(
        "Thinking does not pay",
        "Let choices change the odds, give chances to answer bad luck, or let fewer things be drawn at once.",
    ),
    "draws": Advice(
        "Too many draws",
        "Break ties by something that players can work for; enlarge the board; make standing still cost something.",
    ),
    "few_options": Advice(
        "Hardly anything to choose", "Let moves without a choice happen by themselves, or add an alternative to them."
    ),
    "many_options": Advice(
        "Overwhelmingly many options", "Part the choice into steps, or let only some be chosen at a time."
    ),
    "pointless_choice": Advice("A choice that makes no difference", "Let something depend on it, or do not ask."),
}
