"""Why a move of a rulesheet is not legal: which rule speaks of it, and what in that rule does not hold.

In:  the rules, a position, a role, a move as it was typed. Out: for every rule that could make it legal the first literal that
nothing fits; or words, if there is no such rule.

    find_unmet(rules, facts, 0, "mark 1 1")      # [Unmet(7, "`true(cell(1,1,b))` does not hold")]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tgpl.apps.terminal.sheet_moves import split_move
from tgpl.runtime.errors import RuleError
from tgpl.runtime.rules import Rules
from tgpl.text.escape import plain
from tgpl.text.terms import Rule, Term, is_variable, relation, spell_infix, variables

_MOST = 2_000  # bindings that are followed

Binding = dict[str, Term]


class Unmet(NamedTuple):
    number: int  # of the rule
    words: str


def find_unmet(rules: Rules, facts: str, role: int, typed: str) -> list[Unmet] | str:
    assert rules.logic is not None
    words = split_move(typed)
    if not words:
        return "Every move that is legal is listed; `why MOVE` tells what another one lacks."
    for move in rules.reasoner.moves(facts, role):
        if split_move(spell_infix(move)) == words:
            return f"{plain(spell_infix(move))} is legal."
    legal = [(i, rule) for i, rule in enumerate(rules.logic.rules) if relation(rule.head) == ("legal", 2)]
    found: list[Unmet] = []
    spoken = False
    for number, rule in legal:
        for start in _bind_head(rule, rules.seats[role], words):
            spoken = True
            said = _RuleTest(rules, facts).find_failure(rule, start)
            if said is not None:
                found.append(Unmet(number, said))
    if found:
        return found
    if spoken:
        return f"What would make '{typed}' legal cannot be told."
    names = dict.fromkeys(relation(rule.head[2])[0] for _, rule in legal)
    known = ", ".join(plain(name) for name in names if not is_variable(name))
    return f"No rule makes '{typed}' legal for {plain(rules.seats[role])}, in any position. Moves are called: {known}."


def _bind_head(rule: Rule, role: str, words: list[str]) -> Iterator[Binding]:
    """What the variables of a rule's head are, if it speaks of this move of this role."""
    assert isinstance(rule.head, tuple)
    who, move = rule.head[1:]
    start: Binding = {who: role} if is_variable(who) else {}
    if not is_variable(who) and who != role:
        return
    if is_variable(move):
        if len(words) == 1:
            yield {**start, move: words[0]}
        return
    pattern = split_move(spell_infix(move))
    if len(pattern) == len(words) + 1 and (len(words[0]) == 1 or words[0].isdigit()):
        words = [pattern[0], *words]  # coordinates, without the name
    if len(pattern) != len(words):
        return
    for part, word in zip(pattern, words, strict=True):
        if not is_variable(part):
            if part != word:
                return
        elif start.setdefault(part, word) != word:
            return
    yield start


class _RuleTest:
    """One rule in one position, literal by literal."""

    def __init__(self, rules: Rules, facts: str) -> None:
        self.rules = rules
        self.facts = facts

    def find_failure(self, rule: Rule, start: Binding) -> str | None:
        """What does not hold; nothing if all does, or if that is too much to follow."""
        bindings, left = [start], list(rule.body)
        while left:
            bound = set(bindings[0])
            literal = next((one for one in left if _is_ready(one, bound)), left[0])
            left.remove(literal)
            try:
                after = self._satisfy(literal, bindings)
            except RuleError:  # it is too much to work out
                return None
            if len(after) > _MOST:
                return None
            if not after:
                return _describe(_substitute(literal, bindings[0]) if len(bindings) == 1 else literal)
            bindings = after
        return None

    def _satisfy(self, literal: Term, bindings: list[Binding]) -> list[Binding]:
        match literal:
            case ("not", negated):
                return [binding for binding in bindings if not self._satisfy(negated, [binding])]
            case ("distinct", one, two):
                return [binding for binding in bindings if _substitute(one, binding) != _substitute(two, binding)]
            case ("and", *parts):
                for part in parts:
                    bindings = self._satisfy(part, bindings)
                return bindings
            case ("or", *parts):
                return [binding for part in parts for binding in self._satisfy(part, bindings)]
        pattern = () if isinstance(literal, str) else literal[1:]
        rows = self.rules.reasoner.derived_facts(self.facts).rows(relation(literal))
        return [made for binding in bindings for row in rows if (made := _unify(pattern, row, binding)) is not None]


def _is_ready(literal: Term, bound: set[str]) -> bool:
    """Whether a literal can be looked at: one that says no waits for its variables."""
    return not (isinstance(literal, tuple) and literal[0] in ("not", "distinct")) or bound >= set(variables(literal))


def _unify(pattern: tuple[Term, ...], row: tuple[Term, ...], binding: Binding) -> Binding | None:
    """What variables are, so that terms are the same; names are, whatever their case."""
    made = dict(binding)
    waiting = list(zip(pattern, row, strict=True))
    while waiting:
        one, other = waiting.pop()
        if isinstance(one, str) and is_variable(one):
            one = made.setdefault(one, other)
        if isinstance(one, str) or isinstance(other, str):
            if isinstance(one, tuple) or isinstance(other, tuple) or one.casefold() != other.casefold():
                return None
        elif one[0] != other[0] or len(one) != len(other):
            return None
        else:
            waiting += zip(one[1:], other[1:], strict=True)
    return made


def _substitute(term: Term, binding: Binding) -> Term:
    if isinstance(term, str):
        return binding.get(term, term)
    return (term[0], *(_substitute(part, binding) for part in term[1:]))


def _describe(literal: Term) -> str:
    match literal:
        case ("not", negated):
            return f"`{plain(spell_infix(negated))}` holds, and must not"
        case ("distinct", one, _):
            return f"`{plain(spell_infix(one))}` is not distinct from itself"
        case ("or", *parts):
            return f"none of these holds: {', '.join(f'`{plain(spell_infix(part))}`' for part in parts)}"
        case ("and", *parts):
            return f"not all of these hold: {', '.join(f'`{plain(spell_infix(part))}`' for part in parts)}"
    return f"`{plain(spell_infix(literal))}` does not hold"
