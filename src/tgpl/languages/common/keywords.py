"""What people write for the words of each language (`vocabulary.py`), and what to tell about a text in view of both.

In:  what was found in a game. Out: what to tell (`corrections.py`), with guesses by these words.

    correct_problems(problems, again)
"""

from __future__ import annotations

from tgpl.languages.common.guesses import Lexicon, make_guesses
from tgpl.languages.common.vocabulary import RPG, SENET, TGDL, TGPL
from tgpl.languages.registry import language_of
from tgpl.text.corrections import Again, start_reading
from tgpl.text.corrections import correct as tell
from tgpl.text.diagnostics import Problem
from tgpl.text.files import CARD_FILES
from tgpl.text.source import SourceFile


def correct_problems(problems: list[Problem], again: Again) -> list[Problem]:
    return tell(start_reading(problems, again), lambda now: make_guesses(now, lexicon_of))


def lexicon_of(file: SourceFile) -> Lexicon | None:
    if file.name.lower().endswith(CARD_FILES):
        return None
    made = _LEXICONS.get(language_of(file.name).name)  # nothing is guessed in rulesheets
    return None if made is None else made()


# ---- TGPL and TGDL

_RESERVED = frozenset(
    """if else while for return break continue new is as true false winner string bool List Table Stack player turn this base
    log""".split()
)
_MODIFIERS = frozenset("override private sealed simultaneous optional auto local global group function player".split())
_NO_LOOP = "write a loop: `while (…) { … }` or `for (T x in list) { … }`"
_NO_SWITCH = "write `if (…) { … } else if (…) { … } else { … }`"
_SWITCH = "write `switch (x) { case 1, 2: … default: … }`"
_ABSENT = {
    **dict.fromkeys(("match", "select", "when"), _SWITCH),
    **dict.fromkeys(("loop", "repeat", "do"), _NO_LOOP),
    "until": "write `while (!(…)) { … }`",
    "unless": "write `if (!(…)) { … }`",
    **dict.fromkeys(("try", "throw", "catch"), "write `fail \"why\";` where a move cannot be made"),
}  # fmt: skip
_ABSENT_EARLIER = {
    **_ABSENT,
    **dict.fromkeys(("switch", "match", "select", "case", "when"), _NO_SWITCH),
}
_HOMES = {
    **dict.fromkeys(("prio", "priority"), "it stands behind the name of an action, or first in its braces: `action A prio 2 { … }`"),
    **dict.fromkeys(("require", "trigger"), "it stands in the braces of an action, before the effect"),
    "during": "it stands behind the name of an action: `action A during Fight { … }`",
    "effect": "it stands in the braces of an action, a function or a phase",
    "filter": "it stands in the braces of an input",
    "returns": "it stands in the braces of a function, an attribute or a stack",
    "phase": "it stands in the braces of a turn",
    **dict.fromkeys(("geometry", "orientation", "grid"), "it stands in the braces of a group"),
    "setup": "it stands alone, outside every other block",
    "case": "it stands in the braces of a `switch`",
    **dict.fromkeys(("enum", "const"), "it stands alone, outside every other block"),
    **dict.fromkeys(("game", "players", "import", "expansion"), "it stands at the top of the file, outside every block"),
}  # fmt: skip


def _foreign(number: str, null: str, function: str, class_: str) -> dict[str, tuple[str, ...]]:
    """Words of other languages for what an edition calls so."""
    found = {
        ("elif", "elsif", "elseif", "elseIf", "ELSIF"): ("else if",),
        ("def", "func", "fn", "fun", "proc", "procedure", "method", "sub", "define"): (function,),
        ("var", "let", "const", "val", "dim", "local"): (number, "string", "bool", "player", ""),
        ("int", "integer", "Integer", "float", "double", "long", "short", "num", "real", "uint"): (number,),
        ("boolean", "Boolean", "logical"): ("bool",),
        ("str", "char", "text"): ("string",),
        ("None", "nil", "undefined", "NULL", "Null", "nothing", "nullptr", "void"): (null, ""),
        ("print", "println", "printf", "echo", "puts", "write", "say", "alert"): ("log",),
        ("foreach", "forEach", "forall"): ("for",),
        ("self", "me", "Me"): ("this",),
        ("super",): ("base",),
        ("struct", "record", "object", "entity", "type", "interface"): (class_,),
        ("extends", "inherits", "implements"): (":",),
        ("public", "protected", "static", "abstract", "readonly", "then", "do", "end"): ("",),
        ("final",): ("const", ""),
        ("array", "Array", "vector", "Vector", "list"): ("List",),
        ("map", "Map", "dict", "Dict", "Dictionary", "hash"): ("Table",),
        ("required", "requires", "condition", "precondition", "guard", "check"): ("require",),
        ("include", "using"): ("import",),
        ("init", "start", "main", "begin"): ("setup",),
        ("instanceof",): ("is",),
        ("create", "make"): ("new",),
        ("returning",): ("returns",),
    }  # fmt: skip
    return {word: instead for words, instead in found.items() for word in words}


def _tgpl() -> Lexicon:
    foreign = {**_foreign("number", "null", "function", "class"), "decimal": ("number",), "none": ("null",)}
    foreign |= {"AND": ("&&",), "OR": ("||",), "NOT": ("!",)}
    foreign |= {
        "area": ("zone",),
        "visible": ("seen",),
        "capacity": ("holds",),
        "sorted": ("ordered",),
        "into": ("to",),
        "ret": ("return",),
        "or": ("for",),  # where it stands between two conditions the parser knows better
    }
    from tgpl.languages.tgpl import problems

    homes = _HOMES | dict.fromkeys(("seen", "ordered", "keeps", "refill"), "it stands in the braces of a zone")
    return Lexicon(
        problems, TGPL.known, _RESERVED | {"number", "null"}, _MODIFIERS, foreign, _ABSENT, homes, r"//[^\n]*"
    )


def _tgdl() -> Lexicon:
    foreign = {**_foreign("decimal", "none", "verb", "state"), "number": ("decimal",), "null": ("none",)}
    foreign |= {"AND": ("and",), "OR": ("or",), "NOT": ("not",)}
    from tgpl.languages.tgpl import problems

    return Lexicon(
        problems,
        TGDL.known,
        _RESERVED | {"decimal", "none", "and", "or", "not", "mod"},
        _MODIFIERS,
        foreign,
        _ABSENT_EARLIER,
        _HOMES,
        r"//[^\n]*|\\\\[^\n]*",
    )


# ---- RPG


def _rpg() -> Lexicon:
    found: dict[tuple[str, ...], tuple[str, ...]] = {
        ("let", "var", "const", "val", "define"): ("set",),
        ("function", "func", "fn", "def"): ("fun",),
        ("elif", "elsif", "elseif"): ("else if",),
        ("int", "Integer", "integer", "number", "Number"): ("Int",),
        ("boolean", "Boolean"): ("Bool",),
        ("str", "Text", "text"): ("String",),
        ("void", "Void", "None"): ("Unit",),
        ("println", "log", "echo", "write", "puts"): ("print",),
        ("self", "me"): ("this",),
        ("super",): ("base",),
        ("str", "toString"): ("getString",),
        ("or", "OR"): ("||",),
        ("AND",): ("&&",),
        ("do", "end", "public", "static"): ("",),
    }
    foreign = {word: instead for words_, instead in found.items() for word in words_}
    from tgpl.languages.rpg import problems

    return Lexicon(problems, RPG.known, RPG.known, frozenset(), foreign, {}, {}, r"//[^\n]*")


# ---- Senet


def _senet() -> Lexicon:
    found: dict[tuple[str, ...], tuple[str, ...]] = {
        ("elsif", "elseif"): ("elif",),
        ("def", "fun", "function", "fn"): ("func",),
        ("integer", "number", "float", "double", "Int"): ("int",),
        ("boolean", "Boolean"): ("bool",),
        ("string", "String", "text", "char"): ("str",),
        ("true", "TRUE"): ("True",),
        ("false", "FALSE"): ("False",),
        ("null", "nil", "NULL", "undefined", "none"): ("None",),
        ("println", "log", "echo", "write"): ("print",),
        ("foreach",): ("for",),
        ("class", "struct", "object"): ("group",),
        ("self", "me"): ("this",),
        ("array", "Array", "List"): ("list",),
        ("then", "do", "public", "static", "var", "let", "const", "final"): ("",),
        ("random",): ("rand",),
        ("setup", "@setups"): ("@setup",),
        ("turns", "@turn", "turn"): ("@turns",),
    }
    foreign = {word: instead for words_, instead in found.items() for word in words_}
    absent = {**dict.fromkeys(("switch", "match", "case"), "write `if (…) { … } elif (…) { … }`")}
    from tgpl.languages.senet import problems

    return Lexicon(problems, SENET.known, SENET.known, frozenset(), foreign, absent, {}, r"\#[^\n]*")


_LEXICONS = {"tgpl": _tgpl, "tgdl": _tgdl, "rpg": _rpg, "senet": _senet}
