"""Actions and goals: inputs, tests, effects, and phases inside them.

In:  a cursor at `action` or `goal`. Out: nodes of `tree.py`.
"""

from __future__ import annotations

from tgpl.languages.tgdl.syntax.information import refuse_information
from tgpl.languages.tgdl.syntax.older_words import read_older_event, read_older_part
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import read_expression, read_type_name
from tgpl.languages.tgpl.syntax.inputs import PARTS, add_input, at_input
from tgpl.languages.tgpl.syntax.members import read_effect_or_stray, read_members, report_second
from tgpl.languages.tgpl.syntax.statements import read_block, read_test_block

MOMENTS = ("before", "after", "fast")
_MANNERS = ("choice", "sequence", "simultaneous")
_PRIORITIES = ("prio", "priority")
_COMBINING = frozenset(("name", "!", "&&", "||", "&", "|", "^", "xor", "nand", "(", ")"))


class _Parts:
    """What an action or a phase of one holds, while it is read."""

    def __init__(self) -> None:
        self.priorities: list[float] = []
        self.inputs: list[t.Input] = []
        self.requires: list[t.Require] = []
        self.triggers: list[t.Trigger] = []
        self.effects: list[t.Block] = []
        self.named: list[t.Effect] = []
        self.phases: list[t.ActionPhase] = []
        self.during: list[t.During] = []
        self.manner: str | None = None
        self.count: float | None = None


# action = ["override"] ("action" | "goal") name { priority | manner | during } "{" { part | input | phase | ( priority | manner | during ) ";" } "}"
def read_action(c: Cursor, override: bool) -> t.Action:
    at, goal = c.at, c.word == "goal"
    c.advance()
    if c.word == "during" and c.peek() == "name" and c.peek(2) in ("{", ","):
        raise c.lost("a name for the action")
    unnamed = c.spelling.earlier and not goal and c.kind == "{"  # it gets a name with all others
    name, name_at = ("", at) if unnamed else c.name("a name for the goal" if goal else "a name for the action")
    parts = _Parts()
    while c.word in _PRIORITIES or c.word in _MANNERS or _at_during(c):
        _read_manner(c, parts)

    def member() -> None:
        nonlocal override
        override = read_older_part(c) or override
        if _at_during(c) or ((c.word in _PRIORITIES or c.word in _MANNERS) and c.peek() != "="):
            _read_manner(c, parts)
            c.semicolon(PARTS)
        elif c.word == "phase" and (c.peek() == "{" or c.peek(2) in ("{", "name")):
            parts.phases.append(_read_phase(c, len(parts.phases) + 1))
        elif at_input(c):
            add_input(c, parts.inputs)
        elif not refuse_information(c, "a goal" if goal else "an action"):
            _read_part(c, parts, "goal" if goal else "action")

    read_members(c, member, frozenset(("phase",)))
    return t.Action(
        at, c.before, name, name_at, override, tuple(parts.inputs), tuple(parts.requires), tuple(parts.triggers),
        parts.effects[0] if parts.effects else None, parts.priorities[-1] if parts.priorities else None,
        tuple(parts.named), tuple(parts.phases), parts.manner, parts.count, goal, tuple(parts.during),
    )  # fmt: skip


# priority = ("prio" | "priority") ["-"] number         manner = "choice" number | "sequence" | "simultaneous"
def _read_manner(c: Cursor, parts: _Parts) -> None:
    if _at_during(c):
        _read_during(c, parts)
        return
    if c.word in _PRIORITIES:
        parts.priorities.append(_read_number(c, "the action's priority"))
        return
    report_second(c, parts.manner is not None, "way", "action")
    parts.manner = c.word
    if c.word == "choice":
        parts.count = _read_number(c, "how many effects are chosen")
    else:
        c.advance()


def _at_during(c: Cursor) -> bool:
    return c.word == "during" and c.peek() in ("name", "text")


# during = "during" [ name "." ] name { "," [ name "." ] name }
def _read_during(c: Cursor, parts: _Parts) -> None:
    c.advance()
    while True:
        parts.during.append(_read_phase_name(c))
        if not c.accept(","):
            return


def _read_phase_name(c: Cursor) -> t.During:
    at = c.at
    if c.kind == "text":  # as the text that `turn.phase.active()` gives
        c.report(p.PhaseInQuotes(c.here(), str(c.values[c.i])))
        c.advance()
        return t.During(at, c.before, None, at, str(c.values[c.i - 1]), at)
    name, name_at = c.name("the name of a phase")
    if not c.accept("."):
        return t.During(at, c.before, None, at, name, name_at)
    phase, phase_at = c.name("the name of a phase")
    return t.During(at, c.before, name, name_at, phase, phase_at)


def _read_number(c: Cursor, what: str) -> float:
    c.advance()
    sign = -1.0 if c.accept("-") else 1.0
    if c.kind != "numeral":
        raise c.lost(f"a number: {what}")
    value = float(str(c.values[c.i]))
    c.advance()
    return sign * value


# part = require | trigger | effect
def _read_part(c: Cursor, parts: _Parts, owner: str) -> None:
    start = c.at
    if c.word == "require" and c.peek() in ("{", "for"):
        c.advance()
        name = _read_for_name(c)
        combined = _read_combination(c)
        made = t.Block(start, c.before, ()) if combined is not None else read_test_block(c)
        parts.requires.append(t.Require(start, start + len("require"), made, name, combined))
    elif c.word == "trigger" and c.peek() in ("name", "for", "{"):
        parts.triggers.append(_read_trigger(c))
    elif c.word == "effect" and c.peek() == "for":
        c.advance()
        name_at = c.starts[c.i + 1]
        name = _read_for_name(c)
        parts.named.append(t.Effect(start, c.before, name or "", name_at, read_block(c)))
    else:
        read_effect_or_stray(c, parts.effects, owner)


# phase = "phase" [name] [manner] "{" { part } "}"
def _read_phase(c: Cursor, number: int) -> t.ActionPhase:
    at = c.begin()
    name, name_at = f"Phase{number}", at
    if c.kind == "name" and c.word not in _MANNERS:
        name, name_at = c.name("a name for the phase")
    parts = _Parts()
    if c.word in _MANNERS:
        _read_manner(c, parts)

    def member() -> None:
        read_older_part(c)
        _read_part(c, parts, "phase")

    read_members(c, member, frozenset())
    return t.ActionPhase(
        at, c.before, name, name_at, tuple(parts.requires), tuple(parts.triggers),
        parts.effects[0] if parts.effects else None, tuple(parts.named), parts.manner, parts.count,
    )  # fmt: skip


def _read_for_name(c: Cursor) -> str | None:
    """`for A`: which parts of the action belong together."""
    if c.kind != "for":
        return None
    c.advance()
    return c.name("a name for the part of the action")[0]


# combination = "{" expression of names "}"
def _read_combination(c: Cursor) -> t.Expr | None:
    """`{ A && !B }` instead of a block."""
    steps = 1
    while c.peek(steps) in _COMBINING:
        steps += 1
    if c.kind != "{" or steps == 1 or c.peek(steps) != "}":
        return None
    opened = c.open()
    made = read_expression(c)
    c.close("}", opened)
    return made


# trigger = "trigger" ["for" name] (event | "on" implicit) ["for" name] ["before" | "after" | "fast"] (block | ";")
#         | "trigger" ["for" name] combination
def _read_trigger(c: Cursor) -> t.Trigger:
    at = c.begin()
    name = _read_for_name(c)
    if c.kind == "{":
        combined = _read_combination(c)
        if combined is None:
            raise c.lost(
                "what it waits for: an event, `on` and something that happens, or names of other triggers in braces"
            )
        return t.Trigger(at, c.before, None, None, None, name, None, combined)
    event, on, moment = None, None, None
    if c.word == "on" and c.peek() == "name":
        on = _read_implicit_event(c)
    else:
        event = read_type_name(c)
    end = c.before
    name = _read_for_name(c) or name
    if c.word in MOMENTS:
        moment = c.word
        c.advance()
        name = _read_for_name(c) or name
    if moment is not None and event is not None:
        c.report(p.MomentOfEvent(c.span(at, c.before), moment))
    made = None
    if c.kind == "{":
        made = read_test_block(c)
    else:
        c.semicolon(PARTS)
    return t.Trigger(at, end, event, made, on, name, moment)


# What TGDL calls all of a kind → what they are called here.
_SUBJECTS = {"state": "class", "placeable": "interactable", "stackable": "interactable"}


# implicit = (kind | class | turn) { "." name } [ "change" | "movement" | … | "phase" "change" | ("enter" | "leave") [type] ]
def _read_implicit_event(c: Cursor) -> t.ImplicitEvent:
    c.advance()
    at = c.at
    name, _ = c.name("what it waits for, as in `on Hero.health change`")
    if c.spelling.earlier:
        name = _SUBJECTS.get(name, name)
    subject = t.TypeName(at, c.before, name)
    members: list[str] = []
    while c.accept("."):
        members.append(c.name("an attribute or an action")[0])
    words: list[str] = []
    zone = None
    words_at = c.at
    while c.kind == "name" and c.word not in MOMENTS and len(words) < 2 and zone is None:
        words.append(str(c.word))
        c.advance()
        if words[0] in ("enter", "leave") and c.kind == "name" and c.word not in MOMENTS:
            zone = read_type_name(c)
    if c.spelling.earlier and words[1:] == ["card"]:
        words.pop()  # `on stack draw card`
    words = read_older_event(c, words, words_at)
    what = " ".join(words) or ("choice" if name == "player" else "action")
    return t.ImplicitEvent(at, c.before, subject, tuple(members), what, zone)
