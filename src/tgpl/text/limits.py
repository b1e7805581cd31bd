"""How much a game may do and hold: numbers that mean the same on every target.

Python reads them here; the C runtime gets them under the same names, in a header that is made of this module
(`tgpl.emit.c.layout.shared_text`). What only one target or one language knows stands with what it limits.
"""

from __future__ import annotations

# Steps: a round of a loop, a call, a new object.
STEPS = 1_000_000  # of one block: an effect, a filter, a setup
STEPS_IN_ALL = 10_000_000  # of everything that one choice sets off; of all that happens before somebody is asked again
STEPS_OF_A_DECISION = 4_000_000  # of working out what can be chosen
TEST_STEPS = 8  # what a filter, require or trigger costs beside what it does
POWER_STEPS = 256  # and a power with a fraction
EVENT_STEPS = 200  # and an event, so that a chain without end is noticed soon
LIST_STEPS = 200  # and looking ahead at one more list
KEPT_STEPS = 500_000  # that looking for a list which passes leaves to what follows
MOST_SETS = 5_000  # lists that are tried before it is taken for granted that one passes
SHUFFLE_WORK = 8  # how much more than copying an element it is to shuffle it
DEEPEST_CALL = 1_000  # calls inside each other

# What there can be of something.
MOST_SEATS = 64
MOST_OBJECTS = 100_000  # alive at once
MOST_ELEMENTS = 200_000  # of one collection
MOST_NUMBERS = 10_000  # in a range
LONGEST_TEXT = 1_000_000  # characters
LONGEST_LOG = 200_000  # lines
LONG_NAME = 1_000  # characters of a display name, behind which no further attribute is filled in
MOST_MEMORY = 1 << 30  # bytes of a compiled match, or of anything else in C

# Phases in a row without a choice.
IDLE_PHASES = 100  # before it is asked whether the game moves at all
LONG_PHASES = 1_000  # from then on only every hundredth is looked at: positions that grow take longer and longer
STUCK_PHASES = 10_000  # are too many in any case

# Dice.
MOST_DICE = 100_000  # of one roll
MOST_FACES = (1 << 32) - 1
EXPLOSIONS = 10  # of one die, where a formula does not say how many
DEEPEST_FORMULA = 100  # parentheses and signs inside each other
LONGEST_FORMULA = 10_000  # characters
MOST_ODDS_WORK = 1_000_000  # steps of counting the ways of one formula
MOST_ODDS_VALUES = 20_000  # that a part of a formula can come to

# Two objects that look alike to a seat.
LOOKS_DEEP = 3  # how far they are followed to find a difference
LOOKS_MANY = 64  # elements of a collection that are compared
