"""Where a plan's relations, facts and moves lie in memory, and the tables of the C text that say so.

In: a `Plan` and the roles. Out: a `Store` for each relation (its number, how its tuples are found again, its indexes), the forms
of facts, moves and percepts, and `tables()`, the C text of all that is data.

    cell/3 of 8 x 8 x 13        ->      832 cells, an index on columns 0 and 1, rows of 3 arguments and 1 link
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.gdl.c_evaluator import array
from tgpl.gdl.joins.clauses import Name
from tgpl.gdl.joins.numbers import DYNAMIC, Domain, product_of
from tgpl.gdl.joins.plan import MOST_KEYS, Plan, is_given
from tgpl.text.terms import number

MOST_CELLS = 1 << 16
LARGE_CELLS = 1 << 19  # of a relation as long as all such together have not more than
ALL_LARGE_CELLS = 1 << 21
MOST_BITS = 1 << 16
NOTHING = "RL_NOTHING"


class Index(NamedTuple):
    bound: tuple[int, ...]
    number: int
    link: int  # where in a row the next one stands
    hashed: bool


class Store(NamedTuple):
    """`kind`: "bits" of the state, "cells" with a stamp for each tuple, "hash"; "out": it only becomes the next state;
    "moves": it only becomes the list of moves."""

    number: int
    name: Name
    columns: tuple[Domain, ...]
    kind: str
    listed: bool  # has rows
    hash: Index | None  # by which tuples of a "hash" are found
    indexes: dict[tuple[int, ...], Index]
    width: int
    first_bit: int  # of "bits" and "out"


class Fact(NamedTuple):
    """A kind of fact of the state."""

    function: str
    columns: tuple[Domain, ...]
    bit: int  # the first of its bits; -1: listed


class Form(NamedTuple):
    """A kind of move, percept or fact that is listed in order."""

    name: Name
    text: str  # "": the term itself is the last argument
    first: int
    exact: bool  # whether the key of a tuple says all


class MemoryLayout:
    def __init__(self, plan: Plan, roles: tuple[str, ...]) -> None:
        self.plan = plan
        self.roles = roles
        self.stores: dict[Name, Store] = {}
        self.shadows: dict[Name, Store] = {}
        self.index_keys: list[tuple[int, int]] = []  # relation, keys
        self.hashes: list[tuple[int, int, tuple[int, ...]]] = []  # relation, link, columns
        self.known: list[int] = []  # entries of each table of answers
        self.facts: dict[tuple[str, int], Fact] = {}
        self.state_bits = 0
        self._large = 0  # cells of large relations
        self._lay_facts()
        self.legal = self._forms("legal", 1)
        last = self.legal[-1] if self.legal else Form(Name("", "", 0), "", 0, True)
        self.move_keys = last.first + product_of(plan.columns(last.name)[1:])
        # moves are then numbered, and the legal ones marked
        self.marks = all(form.exact for form in self.legal) and self.move_keys <= MOST_KEYS
        # Of relations that lean on each other some are read only there, as new tuples come, and called by nobody.
        for name in dict.fromkeys([*plan.calls, *plan.whole]):
            if is_given(name) or name in plan.whole or any(len(b) < name.columns for b in plan.asked.get(name, ())):
                self.stores[name] = self._store(name)
        for group in plan.groups:
            for name in group.shadowed:
                if name in plan.whole:
                    self.shadows[name] = self._store(name, shadow=True)
        self.sees = self._forms("sees", 1)
        self.init = self._forms("init", 0)
        self.next = self._forms("next", 0)

    # ---- facts

    def _lay_facts(self) -> None:
        names = [name for word in ("init", "next") for name in self.plan.of if _speaks(name, word, 1)]
        names += [name for name in self.plan.calls if name.word == "true" and is_given(name)]
        for function, columns in sorted({(name.function, name.columns) for name in names}):
            domains = self.plan.columns(Name("true", function, columns))
            size, bit = product_of(domains), -1
            expected = self.plan.cardinalities.size.get(Name("true", function, columns), 1.0)
            if 0 < size <= (4096 if size > 512 * expected else MOST_BITS):
                bit = self.state_bits
                self.state_bits = (bit + size + 7) // 8 * 8
            self.facts[function, columns] = Fact(function, domains, bit)

    # ---- relations

    def _store(self, name: Name, shadow: bool = False) -> Store:
        plan = self.plan
        columns = plan.columns(name)
        here = len(self.stores) + len(self.shadows)
        fact = self.facts.get((name.function, name.columns)) if _speaks(name, "true", 1) else None
        size = product_of(columns)
        patterns = [] if shadow else self._patterns(name)
        kind = "cells" if self._numbered(size) else "hash"
        first_bit = -1
        if fact is not None and fact.bit >= 0:
            kind, first_bit = "bits", fact.bit
        elif _speaks(name, "next", 1) and self.facts[name.function, name.columns].bit >= 0 and name not in plan.read:
            kind, first_bit = "out", self.facts[name.function, name.columns].bit
        elif self.marks and _speaks(name, "legal", 2) and name not in plan.read:
            kind = "moves"
        recursive = name in plan.group_of and plan.groups[plan.group_of[name]].recursive
        listed = kind not in ("out", "moves") and (
            kind == "hash"
            or recursive
            or bool(patterns)
            or is_given(name)
            or name in plan.roots
            or () in plan.calls.get(name, ())
        )
        width = name.columns if listed else 0
        found_by: Index | None = None
        if kind == "hash":
            found_by = Index(tuple(range(name.columns)), len(self.hashes), width, True)
            self.hashes.append((here, width, found_by.bound))
            width += 1
        indexes: dict[tuple[int, ...], Index] = {}
        for bound in patterns:
            keys = plan.keys(name, bound)
            if 0 < keys <= MOST_KEYS:
                indexes[bound] = Index(bound, len(self.index_keys), width, False)
                self.index_keys.append((here, keys))
            else:
                indexes[bound] = Index(bound, len(self.hashes), width, True)
                self.hashes.append((here, width, bound))
            width += 1
        return Store(here, name, columns, kind, listed, found_by, indexes, max(width, 1), first_bit)

    def _numbered(self, size: int) -> bool:
        """Whether a relation with so many possible tuples has a stamp for each of them."""
        if MOST_CELLS < size <= LARGE_CELLS and self._large + size <= ALL_LARGE_CELLS:
            self._large += size
            return True
        return 0 < size <= MOST_CELLS

    def _patterns(self, name: Name) -> list[tuple[int, ...]]:
        """The combinations of known columns by which rows are looked up."""
        asked = self.plan.asked.get(name)
        calls = self.plan.calls.get(name, {}) if asked is None else asked
        return sorted(bound for bound in calls if 0 < len(bound) < name.columns)

    def table(self, entries: int) -> int:
        """The number of a new table of answers."""
        self.known.append(entries)
        return len(self.known) - 1

    # ---- forms

    def _forms(self, word: str, place: int) -> list[Form]:
        """The kinds of terms that a relation speaks of, in the canonical order."""
        names = [name for name in self.plan.of if _speaks(name, word, place + 1)]
        forms: list[Form] = []
        first = 0
        for name in sorted(names, key=lambda name: (name.function, name.columns)):
            columns = self.plan.columns(name)[place:]
            size = product_of(columns)
            exact = 0 < size < 1 << 31
            if not name.function and columns[-1].functions:
                exact = False
            forms.append(Form(name, name.function, first, exact))
            first += size if exact else 1
        return forms

    def fact_columns(self, name: Name) -> tuple[Domain, ...]:
        return self.facts[name.function, name.columns].columns

    # ---- tables

    def tables(self) -> str:
        return "\n".join([*self._sizes(), *self._types(), *self._terms(), *self._relations(), *self._all_forms(), ""])

    def _sizes(self) -> list[str]:
        numbers = self.plan.numbers
        stores = [*self.stores.values(), *self.shadows.values()]
        goal = self.stores.get(Name("goal", "", 2))
        forms = [self.legal, self.sees, self.init, self.next]
        lines = ["typedef struct Thought Thought;"]
        sizes: list[tuple[str, int | str]] = [
            ("DYNAMIC", DYNAMIC),
            ("CONSTANTS", len(numbers.constants)),
            ("FUNCTIONS", len(numbers.functions)),
            ("TERMS", len(numbers.constants) + sum(numbers.size)),
            ("RELATIONS", len(stores)),
            ("INDEXES", len(self.index_keys)),
            ("HASHES", len(self.hashes)),
            ("KNOWN", len(self.known)),
            ("ROLES", len(self.roles)),
            ("MARKS", (self.move_keys + 63) // 64 if self.marks else 0),
            ("STATE_BYTES", self.state_bits // 8),
            ("FACTS", len(self.facts)),
            ("LISTED", int(any(fact.bit < 0 for fact in self.facts.values()))),
            ("WIDEST", self._widest()),
            ("GOAL", "0xFFFFFFFFu" if goal is None else f"{goal.number}"),
        ]
        at = 0
        for word, found in zip(("LEGAL", "SEES", "INIT", "NEXT"), forms, strict=True):
            sizes += [(f"{word}_FROM", at), (f"{word}_TO", at + len(found))]
            at += len(found)
        return lines + [
            f"#define RL_{word} {size}{'u' if isinstance(size, int) and word != 'ROLES' else ''}"
            for word, size in sizes
        ]

    def _widest(self) -> int:
        """The most arguments that anything has."""
        functions = [count for _, count in self.plan.numbers.functions]
        return max([1, *functions, *(count for _, count in self.facts), *(form.name.columns for form in self.forms())])

    def _types(self) -> list[str]:
        return [
            "typedef struct RlDomain { u32 constants, member, functions, function, size; } RlDomain;",
            "typedef struct RlFunction { const char *text; u32 arity, first, size, domains; } RlFunction;",
            "typedef struct RlRelation { u32 columns, width, cells; } RlRelation;",
            "typedef struct RlIndex { u32 relation, keys; } RlIndex;",
            "typedef struct RlHashed { u32 relation, link, columns, column; } RlHashed;",
            "typedef struct RlFact { u32 relation, listed, columns, domains; } RlFact;",
            "typedef struct RlForm { const char *text; u64 first; u32 relation, fact, columns, domains; u8 exact, bits, direct; } RlForm;",
        ]

    def _terms(self) -> list[str]:
        numbers = self.plan.numbers
        members: list[int] = []
        domain_rows: list[str] = []
        of: list[int] = []
        function_rows: list[str] = []
        for at, (word, count) in enumerate(numbers.functions):
            text = f"{c_text(word)}, {count}, {numbers.first[at]}, {numbers.size[at]}, {len(of)}"
            function_rows.append(f"{{{text}}}")
            of += [domain.number for domain in numbers.arguments[at]]
        self._fact_rows = []
        for fact in self.facts.values():
            store = self.stores.get(Name("true", fact.function, len(fact.columns)))
            relation = NOTHING_NUMBER if store is None else f"{store.number}u"
            self._fact_rows.append(f"{{{relation}, {int(fact.bit < 0)}, {len(fact.columns)}, {len(of)}}}")
            of += [domain.number for domain in fact.columns]
        self._form_domains = []
        for form in self.forms():
            self._form_domains.append(len(of))
            of += [domain.number for domain in self.plan.columns(form.name)]
        for domain in numbers.domains:
            row = (
                len(domain.constants),
                len(members),
                len(domain.functions),
                len(members) + len(domain.constants),
                domain.size,
            )
            domain_rows.append(f"{{{', '.join(map(str, row))}}}")
            members += [*domain.constants, *domain.functions]
        values = [_goal_value(text) for text in numbers.constants]
        return [
            array("u32", "rl_members", members),
            array("u32", "rl_domains_of", of),
            array("RlDomain", "rl_domain", domain_rows, "{0}"),
            array("RlFunction", "rl_function", function_rows, "{0}"),
            array("char *const", "rl_constant", map(c_text, numbers.constants)),
            array("i32", "rl_value", values),
        ]

    def _relations(self) -> list[str]:
        rows = [
            f"{{{len(s.columns)}, {s.width}, {product_of(s.columns) if s.kind == 'cells' else 0}}}"
            for s in (*self.stores.values(), *self.shadows.values())
        ]
        columns: list[int] = []
        hashes: list[str] = []
        for relation, link, bound in self.hashes:
            hashes.append(f"{{{relation}, {link}, {len(bound)}, {len(columns)}}}")
            columns += bound
        return [
            array("RlRelation", "rl_relation", rows, "{0}"),
            array("RlIndex", "rl_index", [f"{{{relation}, {keys}}}" for relation, keys in self.index_keys], "{0}"),
            array("RlHashed", "rl_hash", hashes, "{0}"),
            array("u32", "rl_columns", columns),
            array("u32", "rl_known", self.known),
            array("RlFact", "rl_fact", self._fact_rows, "{0}"),
            array(
                "u8",
                "rl_seat",
                [str(self.roles.index(c) if c in self.roles else 255) for c in self.plan.numbers.constants],
            ),
            array("u32", "rl_role", [str(self.plan.numbers.number_of.get(role, "0xFFFFFFFFu")) for role in self.roles]),
        ]

    def _all_forms(self) -> list[str]:
        fact_number = {key: at for at, key in enumerate(self.facts)}
        rows: list[str] = []
        for form, domains in zip(self.forms(), self._form_domains, strict=True):
            store = self.stores.get(form.name)
            relation = NOTHING_NUMBER if store is None else f"{store.number}u"
            other, bits = NOTHING_NUMBER, 0
            if form.name.word == "legal":
                made = self.stores.get(Name("does", form.name.function, form.name.columns))
                other = NOTHING_NUMBER if made is None else f"{made.number}u"
            elif form.name.word in ("init", "next"):
                key = (form.name.function, form.name.columns)
                other, bits = f"{fact_number[key]}u", int(self.facts[key].bit >= 0)
            direct = int(store is not None and store.kind in ("out", "moves"))
            text = c_text(form.text) if form.text else "0"
            columns = f"{form.name.columns}, {domains}"
            rows.append(
                f"{{{text}, {form.first}u, {relation}, {other}, {columns}, {int(form.exact)}, {bits}, {direct}}}"
            )
        return [array("RlForm", "rl_form", rows, "{0}")]

    def forms(self) -> list[Form]:
        return [*self.legal, *self.sees, *self.init, *self.next]


NOTHING_NUMBER = "0xFFFFFFFFu"


def _speaks(name: Name, word: str, columns: int) -> bool:
    return name.word == word and (bool(name.function) or name.columns == columns)


def _goal_value(text: str) -> int:
    value = number(text)
    return -1 if value is None else max(-1, min(value, 2**31 - 1))


def c_text(text: str) -> str:
    """A text as C writes it; what is no plain letter as a number, and never three question marks in a row."""
    made = "".join(
        chr(b) if (chr(b).isalnum() and b < 128) or b in b"_-+*/=<> .:" else f"\\{b:03o}"
        for b in text.encode("utf-8", "surrogatepass")
    )
    return f'"{made}"'
