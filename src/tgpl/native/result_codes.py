"""What compiled games answer, and what they are told while they run. The C runtime gets the same names and numbers, in a
header that is made of this module (`tgpl.emit.c.layout.shared_text`).
"""

from __future__ import annotations

from enum import IntEnum

# How a match stands, or why it could not be played (more memory is needed than there is) or counted (any value can be named).
Ended = IntEnum("Ended", "GOES_ON WINNER STUCK ERROR LIMIT UNSUPPORTED UNCOUNTABLE HALTED", start=0)

# From outside: leave everything; leave this match where it stands, and count that as its end.
Halt = IntEnum("Halt", "DROP CUT")

# What solving came to.
Solved = IntEnum(
    "Solved",
    "NOT_SOLVED SOLVED REPEATS SPENT STOPPED BROKEN ANY_VALUE TOO_DEEP NO_MEMORY ALL_LOSE DRAWS AT_ONCE",
    start=0,
)
