"""The words that the language itself knows, and names in one case.

In:  names as they are written. Out: as they are printed; GDL is blind to case, and prints the first spelling.

    fold = Folding()
    fold("White"), fold("WHITE"), fold("?X"), fold("DOES")   # ("White", "White", "?x", "does")
"""

from __future__ import annotations

# How many arguments a keyword has; with other numbers it is a name like any other.
RELATIONS: dict[str, tuple[int, ...]] = {
    "role": (1,),
    "base": (1,),
    "input": (2,),
    "init": (1,),
    "true": (1,),
    "does": (2,),
    "next": (1,),
    "legal": (2,),
    "goal": (2,),
    "terminal": (0,),
    "sees": (2,),
    "knows": (1, 2),
}
CONNECTIVES = ("not", "or", "and", "distinct")
KEYWORDS = frozenset((*RELATIONS, *CONNECTIVES, "random"))


class Folding:
    """Of one sheet. Variables are in small letters always: the other spelling has only their first letter to tell them."""

    def __init__(self) -> None:
        self._printed: dict[str, str] = {}  # by what is written, and by that in small letters

    def __call__(self, written: str) -> str:
        found = self._printed.get(written)
        if found is None:
            small = written.lower()
            variable = written[0] == "?"
            found = small if variable or small in KEYWORDS else self._printed.setdefault(small, written)
            self._printed[written] = found
        return found
