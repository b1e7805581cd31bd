"""Rulesheets for tests: written down in KIF, and made at random.

    logic_of("(role x) (<= (legal ?r go) (role ?r))")        a text as the evaluators want it
    sheet(7)                                                  a random game, always the same: safe, stratified on ground
                                                              atoms, finite, over after at most nine steps

Variables of random sheets say by their first letter what they range over: `?v…` values, `?n…` numbers as terms, `?r…`
roles, `?f…` facts, `?m…` moves (`universe`). So a test can simply try all of them.
"""

from __future__ import annotations

import random
from itertools import pairwise, product

from tgpl.text.terms import CHANCE, Logic, Rule, Term, is_variable, order_key, read, relation, spell, variables

VALUES = ("a", "b", "2", "10")
NUMBERS: tuple[Term, ...] = ("0", ("s", "0"), ("s", ("s", "0")))
LAST_STEP = 9
Kinds = str  # the letters of what a relation or function is about

STATIC = {"edge": "vv", "colour": "v", "owner": "rv", "count": "n"}
FACTS = {"cell": "vv", "held": "rv", "level": "n", "mark": "v", "flag": "", "lamp": ""}
MOVES = {"put": "vv", "take": "v", "raise": "n", "wait": "", "noop": ""}


def logic_of(text: str) -> Logic:
    """A sheet as it stands: nothing is checked, and no case is folded."""
    rules = [
        Rule(term[1], term[2:]) if isinstance(term, tuple) and term[0] == "<=" else Rule(term)
        for term in read(" ".join(text.split()))
    ]
    return logic_from(rules)


def logic_from(rules: list[Rule]) -> Logic:
    roles = [rule.head[1] for rule in rules if relation(rule.head) == ("role", 1)]
    used = {found for rule in rules for part in (rule.head, *rule.body) for found in _relations(part)}
    return Logic(
        tuple(role for role in roles if role != CHANCE),
        CHANCE in roles,
        ("sees", 2) in used,
        not used.isdisjoint((("knows", 1), ("knows", 2))),
        tuple(rules),
    )


def kif(logic: Logic) -> str:
    """The sheet as a text in KIF, a rule a line."""
    rules = [("<=", rule.head, *rule.body) if rule.body else rule.head for rule in logic.rules]
    return "".join(f"{spell(rule)}\n" for rule in rules)


def _relations(formula: Term) -> list[tuple[str, int]]:
    if isinstance(formula, tuple) and (formula[0] in ("and", "or") or relation(formula) == ("not", 1)):
        return [found for part in formula[1:] for found in _relations(part)]
    return [relation(formula)]


def universe(logic: Logic) -> dict[str, list[Term]]:
    """What the variables of a random sheet range over, by their first letter."""
    small: dict[str, list[Term]] = {
        "v": list(VALUES),
        "n": [*NUMBERS, ("s", NUMBERS[-1])],
        "r": [*logic.roles, *([CHANCE] if logic.random else [])],
        "t": [str(step) for step in range(LAST_STEP + 1)],
    }

    def every(templates: dict[str, Kinds]) -> list[Term]:
        found = [
            (name, *values) if values else name
            for name, kinds in templates.items()
            for values in product(*(small[kind] for kind in kinds))
        ]
        return sorted(found, key=order_key)

    return {**small, "f": every({**FACTS, "step": "t"}), "m": every(MOVES)}


def sheet(
    seed: int, *, sees: bool | None = None, chance: bool | None = None, knows: bool = False, circles: bool = False
) -> Logic:
    """A random game; what is not asked for either way is there by chance. `circles`: with relations that lean on each
    other and are mostly asked for known values: sums, ways, threats."""
    return _Sheet(random.Random(f"sheet {seed}"), sees, chance, knows, circles).whole()


class _Sheet:
    def __init__(
        self, rng: random.Random, sees: bool | None, chance: bool | None, knows: bool, circles: bool = False
    ) -> None:
        self.rng = rng
        self.circles = circles
        self.sees = rng.random() < 0.4 if sees is None else sees
        self.knows = knows
        self.roles = ["x", "o", "Z"][: rng.randint(1, 3)]
        if rng.random() < 0.4 if chance is None else chance:
            self.roles.insert(rng.randrange(len(self.roles) + 1), CHANCE)
        self.rules: list[Rule] = []
        # What bodies may use, and what negations may: names with the kinds of their arguments.
        self.sources: dict[str, Kinds] = {"role": "r"}
        self.settled: dict[str, Kinds] = {"role": "r"}

    def whole(self) -> Logic:
        self.rules += [Rule(("role", role)) for role in self.roles]
        self.facts()
        self.clock()
        self.derive("always", 2)
        if self.circles:
            self.sums()
        self.sources["true"] = self.settled["true"] = "f"
        if self.circles:
            self.ways()
            self.threats()
        self.derive("here", 3)
        self.parity()
        self.endings()
        self.legal()
        self.sources["legal"] = self.settled["legal"] = "rm"
        self.sources["does"] = self.settled["does"] = "rm"
        self.derive("now", 2)
        self.effects()
        self.listing()
        if self.rng.random() < 0.5:
            head, tail = self.rules[: len(self.roles)], self.rules[len(self.roles) :]
            self.rng.shuffle(tail)
            self.rules = head + tail
        return logic_from(self.rules)

    # What stands in every sheet.

    def facts(self) -> None:
        for name, kinds in STATIC.items():
            found = {self.ground(name, kinds) for _ in range(self.rng.choice([0, 2, 3, 4, 5, 6]))}
            self.rules += [Rule(atom) for atom in sorted(found, key=order_key)]
            self.sources[name] = self.settled[name] = kinds  # some are never defined, and false
        found = {self.ground(*self.rng.choice(list(FACTS.items()))) for _ in range(self.rng.randint(0, 8))}
        self.rules += [Rule(("init", fact)) for fact in sorted(found, key=order_key)]

    def clock(self) -> None:
        self.rules += [Rule(("succ", str(step), str(step + 1))) for step in range(LAST_STEP)]
        self.rules += [Rule(("init", ("step", "0")))]
        self.rules += [Rule(("next", ("step", "?t2")), (("true", ("step", "?t1")), ("succ", "?t1", "?t2")))]
        self.rules += [Rule("terminal", (("true", ("step", str(self.rng.randint(3, LAST_STEP)))),))]

    def parity(self) -> None:
        """Stratified only on ground atoms."""
        if self.rng.random() < 0.4:
            self.rules += [Rule(("odd", "?t2"), (("succ", "?t1", "?t2"), ("not", ("odd", "?t1"))))]
            self.rules += [Rule(("parity", "b"), (("true", ("step", "?t1")), ("odd", "?t1")))]
            self.sources["parity"] = self.settled["parity"] = "v"

    # Relations that lean on themselves or on each other.

    def sums(self) -> None:
        """Arithmetic by a chain of successors, as rulesheets do it."""
        numbers = [*NUMBERS, ("s", NUMBERS[-1])]
        self.rules += [Rule(("whole", one)) for one in numbers]
        self.rules += [Rule(("after", *pair)) for pair in pairwise(numbers)]
        self.rules += [Rule(("sum", "?n1", "0", "?n1"), (("whole", "?n1"),))]
        step = (("after", "?n2", "?n3"), ("sum", "?n1", "?n2", "?n5"), ("after", "?n5", "?n4"))
        self.rules += [Rule(("sum", "?n1", "?n3", "?n4"), step)]
        self.rules += [Rule(("least", "?n1", "?n2"), (("sum", "?n1", "?n3", "?n2"),))]
        self.open("sum", "nnn")
        self.open("least", "nn")

    def ways(self) -> None:
        """Two or three relations in a circle, of which others may see only one."""
        names = [f"way{number}" for number in range(self.rng.randint(2, 3))]
        for name, other in zip(names, [*names[1:], names[0]], strict=True):
            step = ("edge", *self.rng.choice([("?v2", "?v3"), ("?v3", "?v2")]))
            tests = [self.test({"v": ["?v1", "?v2", "?v3"]}) for _ in range(self.rng.randint(0, 1))]
            self.rules += [Rule((name, "?v1", "?v3"), ((other, "?v1", "?v2"), step, *tests))]
        first = self.rng.choice([("edge", "?v1", "?v2"), ("true", ("cell", "?v1", "?v2"))])
        self.rules += [Rule((self.rng.choice(names), "?v1", "?v2"), (first,))]
        for name in names[: self.rng.randint(1, len(names))]:
            self.open(name, "vv")

    def threats(self) -> None:
        """Who reaches whom over what is empty, if one that stands in the way were gone."""
        self.rules += [Rule(("place", value)) for value in VALUES]
        self.rules += [Rule(("empty", "?v1", "?v1"), (("place", "?v1"),))]
        gone = (("place", "?v1"), ("place", "?v2"), ("not", ("true", ("mark", "?v1"))))
        self.rules += [Rule(("empty", "?v1", "?v2"), gone)]
        near = (("edge", "?v1", "?v2"), ("place", "?v3"))
        far = (("threat", "?v1", "?v4", "?v3"), ("empty", "?v4", "?v3"), ("edge", "?v4", "?v2"))
        self.rules += [Rule(("threat", "?v1", "?v2", "?v3"), near), Rule(("threat", "?v1", "?v2", "?v3"), far)]
        self.rules += [Rule(("safe", "?v1"), (("place", "?v1"), ("not", ("threat", self.one("v"), "?v1", "?v1"))))]
        self.open("threat", "vvv")
        self.open("safe", "v")

    def open(self, name: str, kinds: Kinds) -> None:
        """Others may test it, and some also go through it."""
        self.settled[name] = kinds
        if self.rng.random() < 0.4:
            self.sources[name] = kinds

    def endings(self) -> None:
        if self.rng.random() < 0.5:
            self.rule("terminal", "", least=2)
        for role in self.roles:
            for _ in range(self.rng.randint(0, 2)):
                self.rule("goal", head=("goal", role, str(self.rng.randrange(0, 101, 10))))
        self.rules += [Rule(("goal", "?r1", "5"), (("role", "?r1"),))] if self.rng.random() < 0.7 else []

    def legal(self) -> None:
        for role in self.roles:
            self.rules += [Rule(("legal", role, self.rng.choice(["noop", "wait"])))]
            if self.rng.random() < 0.8:
                self.choice(role)
            for _ in range(self.rng.randint(0, 2)):
                self.rule("legal", move=role)

    def choice(self, role: str) -> None:
        """Moves to choose from: a value of a relation or of a fact."""
        name, source = self.rng.choice(
            [
                ("take", ("colour", "?v1")),
                ("take", ("edge", "?v1", "?v2")),
                ("take", ("true", ("mark", "?v1"))),
                ("put", ("edge", "?v1", "?v2")),
                ("put", ("true", ("cell", "?v1", "?v2"))),
                ("raise", ("count", "?n1")),
            ]
        )
        move = (name, *(f"?{kind}{at}" for at, kind in enumerate(MOVES[name], 1)))
        body = (source, self.test(_typed(source))) if self.rng.random() < 0.4 else (source,)
        self.rules.append(Rule(("legal", role, move), body))

    def consequence(self) -> None:
        """A move that makes a fact of its own values."""
        name, kinds = self.rng.choice([(name, kinds) for name, kinds in MOVES.items() if kinds])
        does = ("does", "?r1", (name, *(f"?{kind}{at}" for at, kind in enumerate(kinds, 1))))
        self.rules.append(Rule(("next", self.pattern("f", _typed(does))), (does,)))

    def effects(self) -> None:
        for _ in range(self.rng.randint(1, 3)):
            self.consequence()
        for _ in range(self.rng.randint(2, 5)):
            self.rule("next", "f")
        for name, kinds in FACTS.items():  # much stays as it is
            if self.rng.random() < 0.4:
                fact = (name, *(f"?{kind}{at}" for at, kind in enumerate(kinds))) if kinds else name
                tests = [self.test(_typed(fact)) for _ in range(self.rng.choice([0, 1, 1]))]
                self.rules += [Rule(("next", fact), (("true", fact), *tests))]
        for _ in range(self.rng.randint(1, 4) if self.sees else 0):
            self.rule("sees", "r" + self.rng.choice("vnfm"))

    def listing(self) -> None:
        """`base` and `input`, as half of the public sheets have them."""
        if self.rng.random() < 0.5:
            return
        self.rules += [Rule(("value", value)) for value in VALUES]
        self.rules += [Rule(("number", value)) for value in universe(logic_from(self.rules))["n"]]
        names = {"v": "value", "n": "number", "r": "role"}
        for relation_name, templates in (("base", FACTS), ("input", MOVES)):
            for name, kinds in templates.items():
                term = (name, *(f"?{kind}{at}" for at, kind in enumerate(kinds))) if kinds else name
                body = tuple((names[kind], f"?{kind}{at}") for at, kind in enumerate(kinds))
                if relation_name == "input":
                    self.rules += [Rule(("input", "?r9", term), (("role", "?r9"), *body))]
                else:
                    self.rules += [Rule(("base", term), body)]
        self.rules += [Rule(("base", ("step", "0"))), Rule(("base", ("step", "?t2")), (("succ", "?t1", "?t2"),))]

    def derive(self, prefix: str, count: int) -> None:
        """Relations that use those before them, and in recursion themselves; each may be negated once it is finished."""
        for number in range(self.rng.randint(0, count)):
            name = f"{prefix}{number}"
            kinds = "".join(self.rng.choices("vvvrn", k=self.rng.randint(0, 2)))
            self.rule(name, kinds)
            self.sources[name] = kinds
            for _ in range(self.rng.randint(0, 2)):
                self.rule(name, kinds)
            self.settled[name] = kinds

    # A rule.

    def rule(self, name: str, kinds: Kinds = "", *, head: Term | None = None, move: str = "", least: int = 1) -> None:
        bodies = [self.atom(*self.rng.choice(list(self.sources.items()))) for _ in range(self.rng.randint(least, 3))]
        bound = _typed(("and", *bodies))
        body: list[Term] = list(bodies)
        body += [self.test(bound) for _ in range(self.rng.choice([0, 0, 1, 1, 2]))]
        if head is None and move:
            head = ("legal", move, self.pattern("m", bound))
        elif head is None:
            head = (name, *(self.pattern(kind, bound) for kind in kinds)) if kinds else name
        if self.knows and name != "here0" and "true" in self.sources and self.rng.random() < 0.5:
            body.append(self.knowing(bound))
        self.rng.shuffle(body)
        self.rules.append(Rule(head, tuple(body)))

    def atom(self, name: str, kinds: Kinds) -> Term:
        """A literal that binds variables: sometimes an `or` of two that bind the same ones, or an `and`."""
        if not kinds:
            return name
        atom = (name, *(self.open_pattern(kind) for kind in kinds))
        if self.rng.random() < 0.15:
            return ("or", atom, ("and", atom, self.test(_typed(atom))), self.again(atom))
        return ("and", atom, self.test(_typed(atom))) if self.rng.random() < 0.05 else atom

    def again(self, atom: Term) -> Term:
        """Another literal with the same variables."""
        needed = _typed(atom)
        sources = {"v": "colour", "n": "count", "r": "role", "f": "true"}
        parts = [
            (sources[kind], variable)
            for kind, found in needed.items()
            for variable in found
            if sources.get(kind, "") in self.sources
        ]
        return ("and", *parts) if len(parts) == sum(map(len, needed.values())) and parts else atom

    def open_pattern(self, kind: str) -> Term:
        """What stands in a literal that binds: a variable, a value, or a function of them."""
        chance = self.rng.random()
        if kind in "fm" and chance < 0.9:
            name, kinds = self.rng.choice(list((FACTS if kind == "f" else MOVES).items()))
            return (name, *map(self.open_pattern, kinds)) if kinds else name
        if kind == "n" and chance < 0.2:
            return ("s", f"?n{self.rng.randint(1, 2)}")
        if chance < 0.75 or kind in "fm":
            return f"?{kind}{self.rng.randint(1, 2)}"
        return self.one(kind)

    def pattern(self, kind: str, bound: dict[str, list[str]]) -> Term:
        """What may stand where everything is bound."""
        own = bound.get(kind, [])
        if own and self.rng.random() < 0.8:
            return self.rng.choice(own)
        if kind in "fm":
            name, kinds = self.rng.choice(list((FACTS if kind == "f" else MOVES).items()))
            return (name, *(self.pattern(part, bound) for part in kinds)) if kinds else name
        return self.one(kind)

    def one(self, kind: str) -> Term:
        return self.rng.choice(self.roles if kind == "r" else NUMBERS if kind == "n" else VALUES)

    def ground(self, name: str, kinds: Kinds) -> Term:
        return (name, *map(self.one, kinds)) if kinds else name

    def test(self, bound: dict[str, list[str]]) -> Term:
        """A literal that only looks: it needs all of its variables bound."""
        chance = self.rng.random()
        if chance < 0.35:
            kind = self.rng.choice(["v", "v", "n", "r", *(kind for kind in bound if kind in "vnrfm")])
            left, right = self.pattern(kind, bound), self.pattern(kind, bound)
            if left == right:
                right = self.pattern(kind, {})
            return ("not", ("distinct", left, right)) if self.rng.random() < 0.2 else ("distinct", left, right)
        if chance < 0.5:
            return ("not", (self.rng.choice(["or", "and"]), self.test(bound), self.test(bound)))
        if chance < 0.6:
            return ("or", self.test(bound), self.test(bound))
        name, kinds = self.rng.choice(list(self.settled.items()))
        atom = (name, *(self.pattern(kind, bound) for kind in kinds)) if kinds else name
        return ("not", atom) if chance < 0.95 else atom

    def knowing(self, bound: dict[str, list[str]]) -> Term:
        """What is known is a fact, or `here0`, which itself does not hang on what is known."""
        what: Term = ("true", self.pattern("f", {kind: own for kind, own in bound.items() if kind != "f"}))
        if "here0" in self.settled and self.rng.random() < 0.5:
            kinds = self.settled["here0"]
            what = ("here0", *(self.pattern(kind, bound) for kind in kinds)) if kinds else "here0"
        atom = ("knows", self.pattern("r", bound), what) if self.rng.random() < 0.8 else ("knows", what)
        return ("not", atom) if self.rng.random() < 0.3 else atom


def _typed(formula: Term) -> dict[str, list[str]]:
    """The variables that a formula of positive literals surely binds, by their kind."""
    found: dict[str, list[str]] = {}
    for variable in sorted(_binds(formula)):
        found.setdefault(variable[1], []).append(variable)
    return found


def _binds(formula: Term) -> set[str]:
    if isinstance(formula, tuple) and formula[0] == "and":
        return set().union(*map(_binds, formula[1:]))
    if isinstance(formula, tuple) and formula[0] == "or":
        return set.intersection(*map(_binds, formula[1:]))
    if relation(formula) in (("not", 1), ("distinct", 2)) or is_variable(formula):
        return set()
    return set(variables(formula))
