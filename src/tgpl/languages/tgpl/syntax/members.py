"""What the members of classes, actions and turns share while they are read: bodies, and words that stand in the wrong one."""

from __future__ import annotations

from collections.abc import Callable

from tgpl.languages.common.token_cursor import Lost
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.statements import read_block, read_statement

HINTS = frozenset("name short text symbol color image place hide owner".split())  # of `display`


def read_members(c: Cursor, member: Callable[[], None], allowed: frozenset[str]) -> None:
    """`{ … }`, one member at a time."""
    opened = c.open("{")
    depth = c.depth
    while not c.end_of_block(opened):
        if c.cut_short(opened, allowed):
            return
        start = c.i
        try:
            member()
        except Lost:
            c.depth, c.loops, c.gives_bool, c.comparing = depth, 0, False, False
            c.skip_statement()
            if c.i == start:
                c.advance()


_WHERE = {
    "effect": "an action, a function or a phase",
    "trigger": "an action",
    "require": "an action",
    "input": "an action, a function or a phase",
    "phase": "a turn",
    "default": "a stack, a board, a group or a turn",
    "geometry": "a group",
    "adjacency": "a group",
    "borders": "a board",
    "grid": "a group",
    "group": "a board",
    "returns": "a function, an attribute or a stack",
}


def report_stray_member(c: Cursor, kind: str) -> None:
    word = c.word
    if word in _WHERE:
        c.report(p.MemberElsewhere(c.here(), word, kind, _WHERE[word]))
        c.advance()
        while c.kind not in ("{", "}", ";", "end"):
            c.advance()
        raise Lost
    if word is not None and c.peek() == "=":
        c.report(p.AttributeWithoutType(c.here(), word, True))
        raise Lost
    if c.kind in ("if", "for", "while", "return", "winner") or c.peek() in ("(", "+=", "."):
        c.report(p.StatementOutside(c.here()))
        raise Lost
    if word is not None and c.peek() == ";":
        raise c.lost(f"a type and a name, as in `number {word};` or `{word} first;`")
    if c.kind == "{" and c.word_at(1) in HINTS:
        raise c.lost("`display` before these braces")
    raise c.lost(f"a member of the {kind}: an attribute, a function{_MORE_MEMBERS.get(kind, '')}")


_MORE_MEMBERS = {
    **dict.fromkeys(("class", "interactable", "tile"), " or an action"),
    "board": ", an action or a group",
    "stack": ", or cards, as in `5 Guard;`",
    "zone": ", an action, or what only zones say: `seen by`, `holds`, `ordered`, `keeps owner`, `refill from`",
}


def report_second(c: Cursor, there: bool, part: str, owner: str) -> None:
    if there:
        c.report(p.PartTwice(c.here(), part, owner))


def read_effect_or_stray(c: Cursor, effects: list[t.Block], owner: str) -> None:
    if c.word == "effect" and c.peek() == "{":
        report_second(c, bool(effects), "effect", owner)
        c.advance()
        effects.append(read_block(c))
    elif c.accept(";"):
        pass  # one too many
    elif c.word in ("trigger", "require", "prio", "returns", "filter", "default", "geometry", "grid"):
        report_stray_member(c, owner)
    else:
        c.report(p.StatementOutsideEffect(c.here(), owner))
        at = c.at
        rest: list[t.Statement] = []
        while c.kind not in ("}", "end") and not (c.word == "effect" and c.peek() == "{"):
            one = read_statement(c)
            rest += [] if one is None else [one]
        effects.append(t.Block(at, c.before, tuple(rest)))  # as if it stood in the effect
