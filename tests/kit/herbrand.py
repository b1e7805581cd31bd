"""What follows from a random rulesheet, found without thinking: every rule with every value for its variables, again and again.

It shares nothing with the evaluators but terms. Negation is decided for all relations at once: what surely follows and
what perhaps follows are narrowed down by turns until they are the same.
"""

from __future__ import annotations

from itertools import product
from operator import eq
from typing import NamedTuple

from programs.sheets import universe
from tgpl.text.terms import CHANCE, Logic, Rule, Term, order_key, relation, variables

GIVEN = (("true", 1), ("does", 2), ("knows", 1), ("knows", 2))


class Herbrand:
    def __init__(self, logic: Logic) -> None:
        ranges = universe(logic)
        self.rules: list[Rule] = []
        derived = {relation(rule.head) for rule in logic.rules if rule.body} | set(GIVEN)
        facts = {rule.head for rule in logic.rules}
        for rule in logic.rules:
            names = sorted({name for part in (rule.head, *rule.body) for name in variables(part)})
            for values in product(*(ranges[name[1]] for name in names)):
                put = dict(zip(names, values, strict=True))
                body = tuple(fill(part, put) for part in rule.body)
                if all(relation(part) in derived or part in facts for part in body if plain(part)):
                    self.rules.append(Rule(fill(rule.head, put), body))

    def model(self, given: set[Term]) -> set[Term]:
        """All atoms that hold with these `true`, `does` and `knows`."""
        surely: set[Term] = set(given)
        while True:
            perhaps = self.close(given, surely)
            closer = self.close(given, perhaps)
            if closer == surely:
                assert perhaps == surely, "not stratified"
                return surely
            surely = closer

    def close(self, given: set[Term], assumed: set[Term]) -> set[Term]:
        """The least set in which all rules hold, with negated atoms looked up in `assumed`."""
        found = set(given)
        waiting = self.rules
        while True:
            late: list[Rule] = []
            done: list[Rule] = []
            for rule in waiting:
                (done if all(truth(part, found, assumed) for part in rule.body) else late).append(rule)
            if not done:
                return found
            found |= {rule.head for rule in done}
            waiting = late


def truth(formula: Term, found: set[Term], assumed: set[Term]) -> bool:
    if isinstance(formula, tuple):
        if relation(formula) == ("not", 1):
            return not truth(formula[1], assumed, found)
        if formula[0] in ("and", "or"):
            return (all if formula[0] == "and" else any)(truth(part, found, assumed) for part in formula[1:])
        if relation(formula) == ("distinct", 2):
            return bool(formula[1] != formula[2])
    return formula in found


def plain(formula: Term) -> bool:
    return relation(formula) not in (("distinct", 2), ("not", 1)) and formula[0] not in ("and", "or")


def fill(term: Term, put: dict[str, Term]) -> Term:
    return tuple(fill(part, put) for part in term) if isinstance(term, tuple) else put.get(term, term)


class History(NamedTuple):
    """A way through the game: where it led, and what each seat did and saw on it."""

    facts: frozenset[Term]
    lived: tuple[tuple[Term, ...], ...]

    def true(self) -> set[Term]:
        return {("true", fact) for fact in self.facts}


class Epistemic:
    """All ways through the first steps of a game with `knows`, none of them put together with another."""

    def __init__(self, logic: Logic) -> None:
        self.logic = logic
        self.brute = Herbrand(logic)
        self.names = [*logic.roles, *([CHANCE] if logic.random else [])]
        whats = {atom[-1] for rule in self.brute.rules for part in rule.body for atom in known_in(part)}
        self.whats = sorted(whats, key=order_key)
        first = frozenset(atom[1] for atom in self.brute.model(set()) if atom[0] == "init")
        self.all = [History(first, ((),) * len(logic.roles))]

    def knowledge(self) -> list[set[Term]]:
        """For each history the atoms of `knows` that are true."""
        plain = [self.brute.model(history.true()) for history in self.all]
        true = [{what for what in self.whats if what in model} for model in plain]
        found: list[set[Term]] = []
        for history in self.all:
            known: set[Term] = set()
            for seat, name in enumerate(self.logic.roles):
                alike = [true[at] for at, other in enumerate(self.all) if other.lived[seat] == history.lived[seat]]
                known |= {("knows", name, what) for what in set.intersection(*alike)}
            near = {history}
            while True:
                more = {h for h in self.all if any(any(map(eq, h.lived, other.lived)) for other in near)}
                if more == near:
                    break
                near = more
            known |= {("knows", w) for w in set.intersection(*(true[at] for at, h in enumerate(self.all) if h in near))}
            found.append(known)
        return found

    def models(self) -> list[set[Term]]:
        """What holds in each history."""
        pairs = zip(self.all, self.knowledge(), strict=True)
        return [self.brute.model(history.true() | known) for history, known in pairs]

    def legal(self, model: set[Term]) -> list[list[Term]]:
        return [sorted((a[2] for a in model if a[:2] == ("legal", name)), key=order_key) for name in self.names]

    def go_on(self) -> dict[tuple[int, tuple[int, ...]], int]:
        """One step further: from histories and joint moves to the histories behind them."""
        found: dict[tuple[int, tuple[int, ...]], int] = {}
        behind: list[History] = []
        for at, (history, known) in enumerate(zip(self.all, self.knowledge(), strict=True)):
            here = history.true() | known
            model = self.brute.model(here)
            legal = self.legal(model)
            for moves in product(*(range(len(own)) for own in legal)) if "terminal" not in model else ():
                made = [own[move] for own, move in zip(legal, moves, strict=True)]
                then = self.brute.model(here | {("does", n, move) for n, move in zip(self.names, made, strict=True)})
                lived = tuple(
                    (*old, made[seat], *sorted((a[2] for a in then if a[:2] == ("sees", name)), key=order_key), "|")
                    for seat, (name, old) in enumerate(zip(self.logic.roles, history.lived, strict=True))
                )
                found[at, moves] = len(behind)
                behind.append(History(frozenset(a[1] for a in then if a[0] == "next"), lived))
        self.all = behind
        return found


def known_in(formula: Term) -> list[Term]:
    if isinstance(formula, tuple) and formula[0] == "knows":
        return [formula]
    return [found for part in formula[1:] for found in known_in(part)] if isinstance(formula, tuple) else []
