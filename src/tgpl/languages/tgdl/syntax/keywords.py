"""The words of TGDL, and how tightly its operators bind.

TGDL is the earlier edition of the language: its tokens get the kinds that TGPL's parser knows, so that both editions share
one parser wherever they are written alike.
"""

from __future__ import annotations

from tgpl.languages.tgpl.syntax.lex import Words

_SHARED = "if else while for return break continue new is as true false winner string bool List Table Stack".split()

WORDS = Words(
    "tgdl",
    {
        **{word: word for word in _SHARED},
        "none": "null", "null": "null", "decimal": "number",
        "and": "&&", "or": "||", "not": "!", "xor": "xor", "nand": "nand", "mod": "%",
    },
    foreign={"null": "none", "&&": "and", "||": "or", "!": "not"},
    slips={
        "lenght": "length", "adjency": "adjacency", "simultaneos": "simultaneous",
        "disactivation": "deactivation", "boardCell": "tile",
    },
)  # fmt: skip

# From the loosest to the tightest: unary plus and minus bind more tightly than all of these, `^` binds to the right.
BINDING = {
    "nand": 1, "xor": 2, "||": 3, "&&": 4, "|": 5, "&": 6,
    "==": 7, "!=": 7,
    "<": 8, ">": 8, "<=": 8, ">=": 8, "is": 8, "as": 8,
    "+": 9, "-": 9,
    "*": 10, "/": 10, "%": 10,
    "^": 11,
}  # fmt: skip
MINUS = 12  # so that -2^2 is (-2)^2
NOT = 7  # so that not a == b is not (a == b)
