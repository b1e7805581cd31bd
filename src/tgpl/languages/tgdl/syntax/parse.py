"""TGDL, the earlier edition: text to the tree that both editions share.

In:  a `SourceFile`. Out: `tree.File` with `edition = "tgdl"`, and the lexical and syntax problems. What TGDL means by other words
is said in the tree as TGPL would say it; where the two contradict each other, the tree has a node for each meaning. The grammar is in
`grammar.txt`.

    tree, problems = parse(SourceFile("tris.tgdl", text))
"""

from __future__ import annotations

from tgpl.languages.tgdl.syntax.classes import at_verb, read_member, read_verb
from tgpl.languages.tgdl.syntax.older_words import read_older_kind
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.actions import read_action
from tgpl.languages.tgpl.syntax.classes import KINDS, VISIBILITIES, read_class
from tgpl.languages.tgpl.syntax.cursor import Cursor, Spelling
from tgpl.languages.tgpl.syntax.inputs import at_input, read_input
from tgpl.languages.tgpl.syntax.lex import Words
from tgpl.languages.tgpl.syntax.members import read_members, report_second
from tgpl.languages.tgpl.syntax.parse import (
    DIRECTIVES,
    STATEMENTS,
    FileParts,
    parse_file,
    read_directive,
    read_numbers,
    read_turn,
    report_stray,
)
from tgpl.languages.tgpl.syntax.statements import read_block, read_statement
from tgpl.languages.tgpl.syntax.values import at_enum, read_enum
from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile

# Its tokens get the kinds that TGPL's parser knows, so that both editions share one parser wherever they are written alike.
_SHARED = "if else while for return break continue new is as true false winner string bool List Table Stack".split()

TGDL_WORDS = Words(
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
_BINDING = {
    "nand": 1, "xor": 2, "||": 3, "&&": 4, "|": 5, "&": 6,
    "==": 7, "!=": 7,
    "<": 8, ">": 8, "<=": 8, ">=": 8, "is": 8, "as": 8,
    "+": 9, "-": 9,
    "*": 10, "/": 10, "%": 10,
    "^": 11,
}  # fmt: skip
_MINUS = 12  # so that -2^2 is (-2)^2
_NOT = 7  # so that not a == b is not (a == b)

_KINDS = {**{kind: kind for kind in KINDS}, "state": "class"}
SPELLING = Spelling(_BINDING, _MINUS, _NOT, STATEMENTS, _KINDS, read_member, "tgdl")


def parse(file: SourceFile) -> tuple[t.File, list[Problem]]:
    return parse_file(file, TGDL_WORDS, SPELLING, _read_top_level)


# file = { directive } { declaration }
def _read_top_level(c: Cursor, parts: FileParts) -> None:
    if c.word in DIRECTIVES and read_directive(c, parts):
        return
    parts.declared = True
    if at_verb(c):
        parts.functions.append(read_verb(c))
        return
    said = c.modifiers(("override",))
    read_older_kind(c)
    word, override = c.word, bool(said)
    if word == "setup" and c.peek() in ("{", "for"):
        c.refuse(said, "`setup`", "override")
        parts.setups.append(_read_setup(c))
    elif word == "turn":
        parts.turns.append(read_turn(c, override))
    elif at_enum(c):
        parts.enums.append(read_enum(c, override))
    elif word == "goal" and c.peek() == "name":
        c.refuse(said, "a goal", "override")
        parts.goals.append(read_action(c, False))
    elif word in _KINDS or word in VISIBILITIES or word == "sealed":
        parts.classes.append(read_class(c, override))
    else:
        report_stray(c)


# setup = "setup" [ numbers ] "{" ({ input } "effect" block { "effect" "for" name block } | { statement }) "}"
def _read_setup(c: Cursor) -> t.Setup:
    at = c.begin()
    numbers = read_numbers(c)
    start = c.at
    statements: list[t.Statement] = []
    effects: list[bool] = []  # for each, whether it has a name

    def member() -> None:
        if c.word == "effect" and c.peek() in ("{", "for"):
            c.advance()
            named = c.accept("for")
            if named:
                c.name("a name for the effect")
            else:
                report_second(c, False in effects, "effect", "setup")
            effects.append(named)
            statements.append(read_block(c))
        elif at_input(c):
            statements.append(read_input(c))
        else:
            one = read_statement(c)
            statements.extend([] if one is None else [one])

    read_members(c, member, frozenset())
    if effects == [False] and isinstance(statements[-1], t.Block):  # a plain setup needs no block in its block
        statements[-1:] = statements[-1].statements
    if effects and all(effects):
        c.report(p.NoUnnamedEffect(c.span(at, at + len("setup"))))
    return t.Setup(at, c.before, t.Block(start, c.before, tuple(statements)), numbers)
