"""What can stand where in a rulesheet's positions: found by following constants through its rules, without playing.

In:  `Logic`. Out: for every name of facts the constants that can be its first, second … argument; rather too many than too
few. Where a variable stands in several literals, only what fits all of them goes through.

    found = find_contents(logic)[("cell", 3)]
    found.at((0,))                          # {"1", "2", "3"}: the first argument of (cell ?x ?y ?what)
"""

from __future__ import annotations

from collections.abc import Iterable

from tgpl.text.terms import Logic, Rule, Term, is_variable, relation

_DEEPEST = 5  # functions in functions that are told apart
_ROUNDS = 60  # a sheet that is not done by then is known well enough
_SAME = {"init": "true", "next": "true", "legal": "does"}  # what comes to be true, and what can be done

Relation = tuple[str, int]  # a name and its number of arguments


class PossibleTerms:
    """What can stand at one place: words, and functions with what can stand in them."""

    __slots__ = ("made", "words")

    def __init__(self) -> None:
        self.words: dict[str, None] = {}
        self.made: dict[Relation, tuple[PossibleTerms, ...]] = {}

    def at(self, path: tuple[int, ...]) -> frozenset[str] | None:
        """The words at the end of a path of arguments, through whatever functions; none if something else can be there."""
        if not path:
            return None if self.made else frozenset(self.words)
        found: frozenset[str] = frozenset()
        for parts in self.made.values():
            below = parts[path[0]].at(path[1:]) if path[0] < len(parts) else None
            if below is None:
                return None
            found |= below
        return None if self.words else found

    def grow(self, other: PossibleTerms, deep: int = 0) -> bool:
        """Takes in all that can stand at another place; whether that is more than before."""
        if other is self or deep > _DEEPEST:
            return False
        before = len(self.words)
        self.words.update(other.words)
        more = len(self.words) > before
        for key, parts in list(other.made.items()):
            if key not in self.made:
                self.made[key] = tuple(PossibleTerms() for _ in parts)
                more = True
            for own, part in zip(self.made[key], parts, strict=True):
                more |= own.grow(part, deep + 1)
        return more

    def both(self, other: PossibleTerms) -> PossibleTerms:
        """What can stand at this place and at another."""
        made = PossibleTerms()
        made.words = {word: None for word in self.words if word in other.words}
        for key, parts in self.made.items():
            if key in other.made:
                pairs = zip(parts, other.made[key], strict=True)
                made.made[key] = tuple(one.both(two) for one, two in pairs)
        return made


Bound = dict[str, PossibleTerms]  # of each variable


def find_contents(logic: Logic) -> dict[Relation, PossibleTerms]:
    """For every name of facts what can be its arguments: a place with that one function in it."""
    spread = _Spread()
    rules = []
    for rule in logic.rules:
        if rule.body:
            rules.append(rule)
        else:
            spread.take(rule, {})
    for _ in range(_ROUNDS):
        if not sum(spread.follow(rule) for rule in rules):  # all of them, whatever the first ones bring
            break
    facts = spread.places.get(("true", 1))
    found: dict[Relation, PossibleTerms] = {}
    for key, parts in facts[0].made.items() if facts else ():
        found[key] = PossibleTerms()
        found[key].made[key] = parts
    return found


class _Spread:
    def __init__(self) -> None:
        self.places: dict[Relation, tuple[PossibleTerms, ...]] = {}  # of the arguments of every relation

    def follow(self, rule: Rule) -> bool:
        bound: Bound = {}
        for literal in rule.body:
            _narrow(bound, self._bound(literal))
        return self.take(rule, bound)

    def take(self, rule: Rule, bound: Bound) -> bool:
        parts = self._parts(relation(rule.head))
        arguments = rule.head[1:] if isinstance(rule.head, tuple) else ()
        return sum(_put(part, argument, bound, 0) for part, argument in zip(parts, arguments, strict=True)) > 0

    def _parts(self, key: Relation) -> tuple[PossibleTerms, ...]:
        key = (_SAME.get(key[0], key[0]), key[1])
        if key not in self.places:
            self.places[key] = tuple(PossibleTerms() for _ in range(key[1]))
        return self.places[key]

    def _bound(self, literal: Term) -> Bound:
        """What a literal lets its variables be."""
        if isinstance(literal, str) or literal[0] == "not" or relation(literal) == ("distinct", 2):
            return {}
        if literal[0] == "and":
            found: Bound = {}
            for part in literal[1:]:
                _narrow(found, self._bound(part))
            return found
        if literal[0] == "or":
            return _widest([self._bound(part) for part in literal[1:]])
        found = {}
        for part, argument in zip(self._parts(relation(literal)), literal[1:], strict=True):
            _look(part, argument, found)
        return found


def _narrow(bound: Bound, more: Bound) -> None:
    for name, place in more.items():
        bound[name] = bound[name].both(place) if name in bound else place


def _widest(branches: Iterable[Bound]) -> Bound:
    """What one of several branches lets through, for variables that all of them speak of."""
    first, *others = branches
    found: Bound = {}
    for name in first:
        if all(name in other for other in others):
            found[name] = PossibleTerms()
            for branch in (first, *others):
                found[name].grow(branch[name])
    return found


def _look(place: PossibleTerms, term: Term, found: Bound) -> None:
    """What variables of a term can be, if the term stands at a place."""
    if is_variable(term):
        assert isinstance(term, str)
        _narrow(found, {term: place})
    elif isinstance(term, tuple):
        parts = place.made.get((term[0], len(term) - 1)) or [PossibleTerms() for _ in term[1:]]
        for part, argument in zip(parts, term[1:], strict=True):
            _look(part, argument, found)


def _put(place: PossibleTerms, term: Term, bound: Bound, deep: int) -> bool:
    """Lets a term stand at a place; whether it could not before."""
    if isinstance(term, str):
        if is_variable(term):
            return term in bound and place.grow(bound[term], deep)
        new = term not in place.words
        place.words[term] = None
        return new
    if deep > _DEEPEST:
        return False
    key = (term[0], len(term) - 1)
    new = key not in place.made
    if new:
        place.made[key] = tuple(PossibleTerms() for _ in term[1:])
    inside = [_put(part, argument, bound, deep + 1) for part, argument in zip(place.made[key], term[1:], strict=True)]
    return new or any(inside)
