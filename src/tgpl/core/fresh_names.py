"""Names that nothing else has.

In:  a wanted name, and those that are taken. Out: the name, or one like it that is free; it is taken from then on.

    number_name("kept", {"kept"})     # "kept_2"
    tail_name("Goals", {"Goals"})     # "Goals_"
"""

from __future__ import annotations


def number_name(name: str, taken: set[str]) -> str:
    """With a number behind it, if that is needed."""
    unique, number = name, 2
    while unique in taken:
        unique, number = f"{name}_{number}", number + 1
    taken.add(unique)
    return unique


def tail_name(name: str, taken: set[str]) -> str:
    """With as many `_` behind it as are needed."""
    while name in taken:
        name += "_"
    taken.add(name)
    return name
