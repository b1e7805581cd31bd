"""Notes about a sheet as a whole: it runs, but perhaps not as it was meant.

In:  a sheet whose rules are fine one by one. Out: notes. Public sheets are loose, so none of this is an error.

    problems = lint_sheet(sheet, roles, say)
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from tgpl.languages.gdl import problems as p
from tgpl.languages.gdl.check.body_literals import KNOWS, STATE, atoms, is_joined, within
from tgpl.languages.gdl.check.stratification import Key, Say
from tgpl.languages.gdl.syntax import tree as t
from tgpl.languages.gdl.syntax.names import CONNECTIVES, RELATIONS
from tgpl.text.diagnostics import Problem, closest
from tgpl.text.source import Span
from tgpl.text.terms import number

_SLIPS = {("terminale", 0): "terminal", ("action", 2): "input"}
_OWN = {(name, count) for name, counts in RELATIONS.items() for count in counts}
_WANTED = (("init", 1), ("next", 1), ("terminal", 0), ("goal", 2))
_MOST = 50  # notes of one kind: past these nobody reads on
_COMPARED = 1_000  # names that could have been meant
_OF_ROLES = (("legal", 2), ("goal", 2), ("does", 2), ("input", 2), ("sees", 2), ("knows", 2))


class _Sheet:
    """The sheet, and what is defined and used in it."""

    def __init__(self, sheet: t.Sheet, roles: list[str], say: Say) -> None:
        self.sheet = sheet
        self.roles = roles
        self.say = say
        self.heads = [rule.head for rule in sheet.rules]
        self.bodies = [atom for rule in sheet.rules for atom, _ in atoms(rule.body)]
        self.defined: dict[Key, list[t.Term]] = {}
        for head in self.heads:
            self.defined.setdefault(head.key, []).append(head)
        self.used: dict[Key, t.Term] = {}
        for atom in self.bodies:
            self.used.setdefault(atom.key, atom)

    def of(self, key: Key) -> list[t.Term]:
        return self.defined.get(key, [])


def lint_sheet(sheet: t.Sheet, roles: list[str], say: Say) -> list[Problem]:
    s = _Sheet(sheet, roles, say)
    slips, meant = _find_slips(s)
    kinds = (_find_undefined(s), _find_never(s), _find_strangers(s), _find_idle(s), _check_goals(s), _check_keywords(s))
    return [*slips, *_find_missing(s, meant), *(note for kind in kinds for note in islice(kind, _MOST))]


def _find_slips(s: _Sheet) -> tuple[list[Problem], set[str]]:
    """Relations that nobody asks for and that are called almost like a keyword that is missing; and those keywords."""
    problems, meant = list[Problem](), set[str]()
    missing = [(name, count) for name, count in sorted(_OWN) if (name, count) not in s.defined and name != "knows"]
    for key, heads in s.defined.items():
        if key in _OWN or key in s.used or len(problems) == _MOST:
            continue
        alike = [name for name, count in missing if count == key[1] and len(name) > 3 and (name, count) not in STATE]
        word = _SLIPS.get(key, closest(key[0], alike) if len(key[0]) > 3 else None)
        if word is not None and (word, key[1]) in missing:
            meant.add(word)
            places = tuple(_name_of(s, found) for found in heads)
            problems.append(p.Slip(places[0], key[0], word, places))
    return problems, meant


def _name_of(s: _Sheet, term: t.Term) -> Span:
    start = term.start + (s.sheet.file.text[term.start] == "(")
    while s.sheet.file.text[start].isspace():
        start += 1
    quotes = 2 * (s.sheet.file.text[start] == "'")
    return Span(s.sheet.file, start, start + len(term.name) + quotes)


def _find_missing(s: _Sheet, meant: set[str]) -> list[Problem]:
    """What every game has and this one lacks; said at the end of the sheet, where it could be added."""
    words = [name for name, count in _WANTED if (name, count) not in s.defined and name not in meant]
    if ("base", 1) not in s.defined and ("input", 2) not in s.defined and "input" not in meant:
        words.append("base")
    end = len(s.sheet.file.text.rstrip())
    return [p.MissingPart(Span(s.sheet.file, end, end), tuple(words))] if words else []


def _find_undefined(s: _Sheet) -> Iterable[Problem]:
    """Relations that are asked for and never hold."""
    names = list(dict.fromkeys([*RELATIONS, *(name for name, _ in s.defined)]))
    for key, atom in s.used.items():
        if key in s.defined or key[0] in RELATIONS or key[0] in CONNECTIVES:  # the latter are `_keywords`
            continue
        counts = tuple(sorted(count for name, count in s.defined if name == key[0]))
        near = None if counts else _near(key[0], names)
        yield p.Undefined(s.sheet.span(atom), s.say(atom), key[0], key[1], counts, near)


def _near(name: str, known: list[str]) -> str | None:
    return closest(name, known[:_COMPARED])


def _find_never(s: _Sheet) -> Iterable[Problem]:
    """Facts that no rule makes true, moves that no rule makes legal."""
    facts = [head.arguments[0] for key in (("init", 1), ("next", 1)) for head in s.of(key)]
    moves = [head.arguments[1] for head in s.of(("legal", 2))]
    asked = [atom.arguments[0] for atom in s.bodies if atom.key == ("true", 1)]
    done = [atom.arguments[1] for atom in s.bodies if atom.key == ("does", 2)]
    yield from _find_unmade(s, "fact", facts, asked)
    yield from _find_unmade(s, "move", moves, done)


def _find_unmade(s: _Sheet, what: str, made: list[t.Term], asked: list[t.Term]) -> Iterable[Problem]:
    keys = dict.fromkeys(term.key for term in made)
    if not made or any(term.is_variable for term in made):
        return
    said: set[Key] = set()
    for term in asked:
        if term.is_variable or term.key in keys or term.key in said or term.name in CONNECTIVES:
            continue
        said.add(term.key)
        counts = tuple(sorted(count for name, count in keys if name == term.name))
        near = None if counts else _near(term.name, [name for name, _ in keys])
        yield p.NeverMade(s.sheet.span(term), what, s.say(term), term.name, len(term.arguments), counts, near)


def _find_strangers(s: _Sheet) -> Iterable[Problem]:
    """Who moves or wins without being a role."""
    said: set[str] = set()
    for atom in [*s.heads, *s.bodies]:
        who = atom.arguments[0] if atom.key in _OF_ROLES else None
        if who is None or who.is_variable or who.name in s.roles or who.name in said:
            continue
        said.add(who.name)
        yield p.NotARole(s.sheet.span(who), s.say(who), tuple(s.roles[:10]), _near(who.name, s.roles))


def _find_idle(s: _Sheet) -> Iterable[Problem]:
    """Roles that no rule gives a move, or a goal."""
    for word, name in (("legal", "a legal move"), ("goal", "a goal")):
        heads = s.of((word, 2))
        if not heads or any(head.arguments[0].is_variable for head in heads):
            continue
        given = {head.arguments[0].name for head in heads}
        for role in s.roles:
            if role not in given and (word == "legal" or role != "random"):
                place = next(head for head in s.of(("role", 1)) if head.arguments[0].name == role)
                yield p.IdleRole(s.sheet.span(place), role, name)


def _check_goals(s: _Sheet) -> Iterable[Problem]:
    for head in s.of(("goal", 2)):
        value = head.arguments[1]
        if value.is_variable:
            continue
        read = None if value.arguments else number(value.name)
        if read is None or not 0 <= read <= 100:
            yield p.GoalValue(s.sheet.span(value), s.say(value), read is not None)


def _check_keywords(s: _Sheet) -> Iterable[Problem]:
    """Words of the language where they are only names: with other numbers of arguments, or inside terms."""
    said: set[str] = set()
    for atom in [*s.heads, *s.bodies]:
        counts = RELATIONS.get(atom.name, (2,) if atom.name == "distinct" else (1,) if atom.name == "not" else None)
        if counts is not None and len(atom.arguments) not in counts and atom.name not in said:
            said.add(atom.name)
            yield p.OtherCount(s.sheet.span(atom), atom.name, counts, len(atom.arguments))
        if atom.key in KNOWS:
            continue
        for node in [node for argument in atom.arguments for node in within(argument)]:
            meaning = node.key in (*STATE, ("not", 1), ("distinct", 2)) or (
                is_joined(node) and node.name in CONNECTIVES
            )
            if meaning and node.name not in said:
                said.add(node.name)
                yield p.KeywordInTerm(s.sheet.span(node), node.name, atom.name)
