"""How names of rule texts are written in translated code, on every target, and read back.

In:  what a name stands for, and the name. Out: an ASCII identifier that begins with a mark of that kind, so that no
keyword, no name of Python or C and nothing of the runtime can be equal to it. Different names stay different: what an
identifier cannot hold is written as its code point, and so is an underscore that would look like the beginning of one.

    mangle(ATTRIBUTE, "höhe")    # "a_h_Uf6_he"
    demangle("a_h_Uf6_he")       # "höhe"
"""

from __future__ import annotations

import re

CLASS = "c"
ENUM = "e"
FUNCTION = "fn"  # a lone f begins what Python calls the parts of a running function
ATTRIBUTE = "a"  # and the groups of a board, which lie beside its attributes
ACTION = "do"
INPUT = "i"
VARIABLE = "v"
TURN = "t"
PHASE = "p"

MANGLED = re.compile(r"(?:[aceiptv]|do|fn)_[A-Za-z0-9_]+")  # every name of a rule text, and nothing else

_STRANGE = re.compile(r"[^A-Za-z0-9_]|_(?=U)")
_ESCAPED = re.compile(r"_U([0-9a-f]+)_")


def mangle(kind: str, name: str) -> str:
    return f"{kind}_{escape(name)}"


def escape(name: str) -> str:
    """A name in the letters, digits and underscores of ASCII."""
    return _STRANGE.sub(lambda found: f"_U{ord(found[0]):x}_", name)


def demangle(identifier: str) -> str:
    """The name that was spelled so."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), identifier.partition("_")[2])
