"""Clauses as C: each scan a loop, each test a condition, what follows is entered in a listing.

In: a `Plan` and its `Layout`. Out: the functions that list relations, or answer for known arguments. `continue` goes on with the
next candidate of the innermost loop; a clause as a whole stands in a loop of one round, so that it can be left alike.

    p(?x) :- q(?x,?y), not r(?y).       for each row of q: if r holds for its second argument, continue; enter the first in p
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial

from tgpl.logic.join_clauses import Clause, Literal, Name
from tgpl.logic.join_layout import Index, Layout, Store, array
from tgpl.logic.join_numbers import Domain, product_of
from tgpl.logic.join_order import Order, Step
from tgpl.logic.join_plan import ALWAYS, STATE, Fill, Group, Plan, is_given
from tgpl.logic.join_terms import Terms
from tgpl.terms import Term, variables

_CACHE = 4096  # answers that are kept for questions without end
Value = tuple[str, Domain | None]  # a C expression, and what it can be


class Writer:
    def __init__(self, plan: Plan, layout: Layout) -> None:
        self.plan, self.layout = plan, layout
        self.terms = Terms(plan.numbers)
        self.heads: list[str] = []  # declarations
        self.out: list[str] = []
        self._env: dict[str, Value] = {}
        self._fresh = 0
        self._open = 0  # loops that stand open
        self._shadowing: frozenset[Name] = frozenset()  # whose negations are those of the round before
        self._tables: dict[Name, dict[tuple[int, ...], int]] = {}
        self._listed: set[Name] = set()  # relations that this clause has listed already
        self._early = False  # whether what always holds may not be listed yet

    def text(self) -> str:
        for name, fills in self.plan.asked.items():
            self._tables[name] = {bound: self._answers(name, bound) for bound in fills}
        stores = self.layout.stores
        for store in (*stores.values(), *self.layout.shadows.values()):
            self._adder(store)
        for name, store in stores.items():
            if is_given(name):
                self._given(store)
            elif name in self.plan.whole and not self._group(name).recursive:
                self._whole(store, self.plan.whole[name])
        for at, group in enumerate(self.plan.groups):
            if group.recursive and group.names[0] in self.plan.whole:
                self._recursive(at, group)
        for name, fills in self.plan.asked.items():
            for bound, fill in fills.items():
                if len(bound) == name.columns:
                    self._test(name, fill)
                else:
                    self._partial(stores[name], fill)
        self._doors()
        return "\n".join([*self.terms.texts, *self.heads, *_indented(self.out), ""])

    def _group(self, name: Name) -> Group:
        return self.plan.groups[self.plan.group_of[name]]

    def _answers(self, name: Name, bound: tuple[int, ...]) -> int:
        keys = self.plan.keys(name, bound)
        if keys == 0 or keys > 1 << 17:
            return self.layout.table(_CACHE * (name.columns + 1))
        return self.layout.table(keys)

    def _say(self, *lines: str) -> None:
        self.out.extend(lines)

    def _name(self, letter: str = "v") -> str:
        self._fresh += 1
        return f"{letter}{self._fresh}"

    def _function(self, head: str) -> None:
        self.heads.append(f"static {head};")
        self._say(f"static {head} {{")

    # ---- listings

    def _lasting(self, name: Name) -> int:
        found = self.plan.lasting[name]
        endless = not all(self.plan.numbers.size)
        return STATE if found == ALWAYS and name in self.plan.asked and endless else found

    def _epoch(self, name: Name) -> str:
        return f"L->epoch[{self._lasting(name)}]"

    def _cell(self, columns: tuple[Domain, ...], values: list[Value]) -> tuple[str, list[str]]:
        """The number of a tuple, or of some of its columns; and what must be looked at first."""
        number, checks = "", []
        for domain, (value, known) in zip(columns, values, strict=True):
            if value.endswith("u") and value[:-1].isdigit():
                place = self.terms.constant(domain, int(value[:-1]))
                here, check = ("0u", "0") if place is None else (f"{place}u", "")
            else:
                here, check = self.terms.local(domain, value, known)
            if check:
                checks.append(check)
            if here == "0u":
                number = f"({number}) * {domain.size}u" if number else ""
            else:
                number = f"({number}) * {domain.size}u + {here}" if number else here
        return number or "0u", checks

    def _adder(self, store: Store) -> None:
        count = len(store.columns)
        parameters = "".join(f", u32 a{at}" for at in range(count))
        values: list[Value] = [(f"a{at}", domain) for at, domain in enumerate(store.columns)]
        self._function(f"void rl_add_{store.number}(Thought *L{parameters})")
        at = store.number
        if store.kind == "out":
            cell, _ = self._cell(self.layout.fact_columns(store.name), values)
            self._say(f"u32 bit = {store.first_bit}u + {cell};", "L->out[bit >> 3] |= (u8)(1 << (bit & 7));", "}")
            return
        if store.kind == "moves":
            form = next(form for form in self.layout.legal if form.name == store.name)
            cell, _ = self._cell(store.columns[1:], values[1:])
            self._say(f"rl_mark(L, a0, {form.first}u + {cell});", "}")
            return
        if store.kind == "cells":
            cell, _ = self._cell(store.columns, values)
            self._say(f"u32 *cell = &L->cells[{at}][{cell}];", f"if (*cell == L->list[{at}].stamp) return;")
            self._say(f"*cell = L->list[{at}].stamp;")
        elif store.hash is not None:
            self._say(f"u32 tuple[] = {{{', '.join(value for value, _ in values) or '0'}}};")
            self._say(f"if (rl_has(L, {store.hash.number}, tuple)) return;")
        if store.listed:
            self._say(
                "{", f"u32 *row = rl_row(L, {at}, {store.width}u), here = L->list[{at}].count - 1;", "if (!row) return;"
            )
            self._say(*(f"row[{column}] = a{column};" for column in range(count)))
            for index in (*([store.hash] if store.hash else []), *store.indexes.values()):
                if index.hashed:
                    self._say(f"rl_enter(L, {index.number}, here);")
                else:
                    key, _ = self._cell(tuple(store.columns[c] for c in index.bound), [values[c] for c in index.bound])
                    head = f"&L->index[{index.number}][{key}]"
                    self._say(f"rl_link({head}, &row[{index.link}], L->list[{at}].stamp, here);")
            self._say("(void)row;", "(void)here;", "}")
        self._say("}")

    def _given(self, store: Store) -> None:
        at = store.number
        self._function(f"void rl_fill_{at}(Thought *L)")
        self._say(f"rl_clear(L, {at});", f"L->done[{at}] = {self._epoch(store.name)};")
        if store.kind == "bits":
            size = product_of(store.columns)
            table = self._bit_table(store, size)
            start = f"L->state[{store.first_bit // 8}u + byte]"
            if table:
                self._fill_by_table(store, size, table, start)
            else:
                self._fill_by_number(store, size, start)
        self._say("}")

    def _bit_table(self, store: Store, size: int) -> str:
        """For each bit the arguments of its fact and where it stands in the indexes, unless that is much to write."""
        wide = len(store.columns) + len(store.indexes)
        if not store.columns or size * wide > 20_000 or any(index.hashed for index in store.indexes.values()):
            return ""
        members = [self._members(domain) for domain in store.columns]
        rows: list[int] = []
        for places in itertools.product(*(range(domain.size) for domain in store.columns)):
            rows += [members[column][place] for column, place in enumerate(places)]
            for index in store.indexes.values():
                key = 0
                for column in index.bound:
                    key = key * store.columns[column].size + places[column]
                rows.append(key)
        if max(rows) > 0xFFFF:
            return ""
        self.terms.texts.append(array("unsigned short", f"rl_bits_{store.number}", map(str, rows)))
        return f"rl_bits_{store.number}"

    def _members(self, domain: Domain) -> list[int]:
        numbers = self.plan.numbers
        found = list(domain.constants)
        for function in domain.functions:
            found += range(numbers.first[function], numbers.first[function] + numbers.size[function])
        return found

    def _fill_by_table(self, store: Store, size: int, table: str, start: str) -> None:
        at, count = store.number, len(store.columns)
        self._say(f"u32 *row = rl_rows(L, {at}, {store.width}u, {size}u), count = 0, stamp = L->list[{at}].stamp;")
        self._say("if (!row) return;", f"for (u32 byte = 0; byte < {(size + 7) // 8}u; byte++)")
        self._say(f"for (u32 bits = {start}; bits; bits &= bits - 1) {{")
        self._say("u32 cell = byte * 8 + rl_lowest[bits];")
        self._say(f"const unsigned short *entry = {table} + cell * {count + len(store.indexes)}u;")
        if size % 8:
            self._say(f"if (cell >= {size}u) break;")
        self._say(*(f"row[{column}] = entry[{column}];" for column in range(count)))
        for place, index in enumerate(store.indexes.values()):
            self._say(f"rl_link(&L->index[{index.number}][entry[{count + place}]], &row[{index.link}], stamp, count);")
        self._say("count++;", f"row += {store.width}u;", "}")
        self._say(f"L->list[{at}].count = count;", "L->fuel -= count;", "(void)stamp;")

    def _fill_by_number(self, store: Store, size: int, start: str) -> None:
        self._say(f"for (u32 byte = 0; byte < {(size + 7) // 8}u; byte++)")
        self._say(f"for (u32 bits = {start}; bits; bits &= bits - 1) {{")
        self._say("u32 cell = byte * 8 + rl_lowest[bits];")
        if size % 8:
            self._say(f"if (cell >= {size}u) break;")
        for place, domain in reversed(list(enumerate(store.columns))):
            cell = f"(cell % {domain.size}u)" if place else "cell"
            self._say(f"u32 a{place} = {self.terms.member(domain, cell)};")
            if place:
                self._say(f"cell /= {domain.size}u;")
        self._say(f"rl_add_{store.number}(L{''.join(f', a{c}' for c in range(len(store.columns)))});", "}")

    def _whole(self, store: Store, fill: Fill) -> None:
        at = store.number
        self._function(f"void rl_fill_{at}(Thought *L)")
        self._say(f"rl_clear(L, {at});", f"L->done[{at}] = {self._epoch(store.name)};")
        self._begin(store, fill)
        self._say("}")

    def _begin(self, store: Store, fill: Fill) -> None:
        """What a listing begins with: facts from a table, then the clauses."""
        facts = self._facts([clause for clause, ordered in fill.clauses if not ordered.steps])
        if facts:
            rows = [number for tuple_ in facts.values() for number in tuple_]
            count = len(store.columns)
            if count:
                self.terms.texts.append(array("u32", f"rl_facts_{store.number}", map(str, rows)))
                values = "".join(f", rl_facts_{store.number}[at + {c}u]" for c in range(count))
                self._say(f"for (u32 at = 0; at < {len(rows)}u; at += {count}u) rl_add_{store.number}(L{values});")
            else:
                self._say(f"rl_add_{store.number}(L);")
        for clause, ordered in fill.clauses:
            if clause not in facts:
                self._clause(clause, ordered, (), partial(self._enter, store), store)

    def _facts(self, clauses: list[Clause]) -> dict[Clause, tuple[int, ...]]:
        """Those that are nothing but numbers."""
        found: dict[Clause, tuple[int, ...]] = {}
        for clause in clauses:
            numbers = tuple(self._ground(argument) for argument in clause.head.arguments)
            known = tuple(number for number in numbers if number is not None)
            if len(known) == len(numbers):
                found[clause] = known
        return found

    def _ground(self, term: Term) -> int | None:
        """The number of a ground term that needs no table."""
        numbers = self.plan.numbers
        if isinstance(term, str):
            return numbers.number_of.get(term)
        function = numbers.function_number[term[0], len(term) - 1]
        cell = 0
        for argument, domain in zip(term[1:], numbers.arguments[function], strict=True):
            inner = self._ground(argument)
            if inner is None or not numbers.size[function]:
                return None
            place = self._place(domain, inner)
            if place is None:
                return None
            cell = cell * domain.size + place
        return numbers.first[function] + cell if numbers.size[function] else None

    def _place(self, domain: Domain, number: int) -> int | None:
        numbers = self.plan.numbers
        if number < len(numbers.constants):
            return self.terms.constant(domain, number)
        top = len(domain.constants)
        for function in domain.functions:
            if 0 <= number - numbers.first[function] < numbers.size[function]:
                return top + number - numbers.first[function]
            top += numbers.size[function]
        return None

    def _recursive(self, number: int, group: Group) -> None:
        """Every new tuple is matched with each literal that can use it, until there are no new ones."""
        stores = [self.layout.stores[name] for name in group.names if name in self.layout.stores]
        for store in stores:
            at = store.number
            self._function(f"void rl_fill_{at}(Thought *L)")
            self._say(f"rl_group_{number}(L);", "}")
            self._shadowing = frozenset(group.shadowed)
            self._function(f"void rl_push_{at}(Thought *L, u32 number)")
            self._say(f"const u32 *tuple = L->list[{at}].row + (__SIZE_TYPE__)number * {store.width}u;")
            values = [f"a{c}" for c in range(len(store.columns))]
            self._say(*(f"u32 {value} = tuple[{c}];" for c, value in enumerate(values)))
            self._say("(void)tuple;", *(f"(void){value};" for value in values))
            for push in self.plan.pushes.get(store.name, ()):
                target = self.layout.stores[push.clause.head.name]
                matched = push.clause.positive[push.at].arguments
                given = [
                    (term, (value, domain)) for term, value, domain in zip(matched, values, store.columns, strict=True)
                ]
                self._clause(push.clause, push.order, tuple(given), partial(self._enter, target), target)
            self._say("}")
        self._rounds(number, group, stores)
        self._shadowing = frozenset()

    def _rounds(self, number: int, group: Group, stores: list[Store]) -> None:
        self._function(f"void rl_round_{number}(Thought *L)")
        self._say(*(f"u32 at_{store.number} = 0;" for store in stores))
        self._say(*(f"rl_clear(L, {store.number});" for store in stores))
        for store in stores:
            self._begin(store, self.plan.whole[store.name])
        self._say("for (;;) {")
        for store in stores:
            at = store.number
            self._say(f"if (at_{at} < L->list[{at}].count) {{", "if (--L->fuel < 0) return;")
            self._say(f"rl_push_{at}(L, at_{at}++);", "continue;", "}")
        self._say("break;", "}", "}")
        self._function(f"void rl_group_{number}(Thought *L)")
        self._say(*(f"L->done[{store.number}] = {self._epoch(store.name)};" for store in stores))
        if not group.shadowed:
            self._say(f"rl_round_{number}(L);", "}")
            return
        # Rounds say too much and too little in turn, each with the negations of the one before, until two agree.
        shadows = [self.layout.shadows[name] for name in group.shadowed]
        originals = [self.layout.stores[name] for name in group.shadowed]
        counts = " + ".join(f"L->list[{store.number}].count" for store in originals)
        self._say("u32 before = RL_NOTHING, last = RL_NOTHING;")
        self._say(*(f"rl_clear(L, {shadow.number});" for shadow in shadows))
        self._say("for (;;) {", "u32 count;", f"rl_round_{number}(L);", "if (L->fuel < 0) return;")
        self._say(f"count = {counts};", "if (count == last) return;")
        self._say("if (count == before) {", "rl_break(L, RL_CIRCLE);", "return;", "}")
        self._say("before = last;", "last = count;")
        for store, shadow in zip(originals, shadows, strict=True):
            values = "".join(f", tuple[{c}]" for c in range(len(store.columns)))
            self._say(
                f"rl_clear(L, {shadow.number});", f"for (u32 at = 0; at < L->list[{store.number}].count; at++) {{"
            )
            self._say(f"const u32 *tuple = L->list[{store.number}].row + (__SIZE_TYPE__)at * {store.width}u;")
            self._say("(void)tuple;", f"rl_add_{shadow.number}(L{values});", "}")
        self._say("}", "}")

    # ---- answers

    def _test(self, name: Name, fill: Fill) -> None:
        """A function that says whether a tuple holds, and remembers it."""
        number = self._question(name, fill.bound)
        columns = self.plan.columns(name)
        values: list[Value] = [(f"a{at}", domain) for at, domain in enumerate(columns)]
        parameters = "".join(f", u32 a{at}" for at in range(len(columns)))
        self._function(f"i32 rl_try_{number}(Thought *L{parameters})")
        given = tuple(zip(fill.clauses[0][0].head.arguments, values, strict=True)) if fill.clauses else ()
        for clause, ordered in fill.clauses:
            given = tuple(zip(clause.head.arguments, values, strict=True))
            self._clause(clause, ordered, given, lambda head: self._say("return 1;"), None, "0")
        self._say("return 0;", "}")
        self._function(f"i32 rl_holds_{number}(Thought *L{parameters})")
        keys = self.plan.keys(name, fill.bound)
        arguments = "".join(f", a{at}" for at in range(len(columns)))
        if 0 < keys <= 1 << 17:
            cell, _ = self._cell(columns, values)
            self._say(f"u32 *known = &L->known[{number}][{cell}];", f"if (*known >> 1 != {self._epoch(name)}) {{")
        else:
            mixed = "1u"
            for at in range(len(columns)):
                mixed = f"rl_mix({mixed}, a{at})"
            self._say(f"u32 *known = &L->known[{number}][({mixed} & {_CACHE - 1}u) * {len(columns) + 1}u];")
            same = "".join(f" || known[{at + 1}] != a{at}" for at in range(len(columns)))
            self._say(f"if (*known >> 1 != {self._epoch(name)}{same}) {{")
        self._say("u32 found;", "if (--L->fuel < 0) return 0;", f"found = (u32)rl_try_{number}(L{arguments});")
        self._say(f"*known = {self._epoch(name)} << 1 | found;")
        if not 0 < keys <= 1 << 17:
            self._say(*(f"known[{at + 1}] = a{at};" for at in range(len(columns))))
        self._say("}", "return (i32)(*known & 1);", "}")

    def _partial(self, store: Store, fill: Fill) -> None:
        """A function that lists what holds for known values of some columns."""
        number = self._question(store.name, fill.bound)
        values: list[Value] = [(f"a{column}", store.columns[column]) for column in fill.bound]
        parameters = "".join(f", u32 {value}" for value, _ in values)
        self._function(f"void rl_want_{number}(Thought *L{parameters})")
        self._say("if (--L->fuel < 0) return;", f"if (L->done[{store.number}] != {self._epoch(store.name)}) {{")
        self._say(f"rl_clear(L, {store.number});", f"L->done[{store.number}] = {self._epoch(store.name)};", "}")
        for clause, ordered in fill.clauses:
            given = tuple((clause.head.arguments[c], value) for c, value in zip(fill.bound, values, strict=True))
            self._clause(clause, ordered, given, partial(self._enter, store), store)
        self._say("}")

    def _question(self, name: Name, bound: tuple[int, ...]) -> int:
        return self._tables[name][bound]

    # ---- clauses

    def _clause(
        self,
        clause: Clause,
        ordered: Order,
        given: tuple[tuple[Term, Value], ...],
        enter: Callable[[list[Value]], None],
        store: Store | None,
        leave: str = "",
    ) -> None:
        self._env, self._open, self._leave = {}, 0, leave
        self._listed = set()
        self._early = self.plan.lasting[clause.head.name] == ALWAYS
        self._say("do {")
        for term, (value, domain) in given:
            self._unify(term, value, domain)
        needed = {v for argument in clause.head.arguments for v in variables(argument)}
        cut = 0 if needed <= self._env.keys() else -1
        label = ""
        for at, step in enumerate(ordered.steps):
            if cut >= 0 and not label and any(later.kind == "scan" for later in ordered.steps[at:]):
                # the head is known: one way to the end is enough, and none is needed if it is entered already
                label = self._name("enough_")
                if store is not None and store.kind in ("cells", "hash"):
                    head = [self._value(argument) for argument in clause.head.arguments]
                    self._say(f"if ({self._stored(store, head)}) continue;")
            self._step(step)
            if cut < 0 and needed <= self._env.keys():
                cut = self._open
        enter([self._value(argument) for argument in clause.head.arguments])
        jumps = store is not None and bool(label) and cut < self._open
        if jumps:
            self._say(f"goto {label};")
        while self._open:
            self._open -= 1
            self._say("}")
            if jumps and self._open == cut:
                self._say(f"{label}:;")
        self._say("} while (0);")

    def _step(self, step: Step) -> None:
        if step.kind == "apart":
            left, right = (self._value(argument)[0] for argument in step.literal.arguments)
            self._say(f"if ({left} == {right}) continue;")
        elif step.kind == "scan":
            self._scan(step.literal, step.bound)
        else:
            condition = self._holds(step.literal, step.kind == "not")
            self._say(f"if ({condition}) continue;" if step.kind == "not" else f"if (!({condition})) continue;")
            if step.kind == "test":
                self._learn(step.literal)

    def _learn(self, literal: Literal) -> None:
        """A variable that stands in a column is one of its values."""
        for argument, domain in zip(literal.arguments, self.plan.columns(literal.name), strict=True):
            if isinstance(argument, str) and argument in self._env:
                value, known = self._env[argument]
                if known is None or self.terms.within(domain, known):
                    self._env[argument] = (value, domain)

    def _value(self, term: Term) -> Value:
        numbers = self.plan.numbers
        if isinstance(term, str):
            return self._env[term] if term.startswith("?") else (f"{numbers.number_of[term]}u", None)
        ground = self._ground(term) if not any(True for _ in variables(term)) else None
        if ground is not None:
            name = self._name()
            self._say(f"u32 {name} = {ground}u;")
            return name, None
        values = [self._value(argument)[0] for argument in term[1:]]
        packer = self.terms.packer(numbers.function_number[term[0], len(term) - 1])
        name = self._name()
        self._say(f"u32 {name} = {packer}(L, {', '.join(values)});")
        return name, None

    def _stored(self, store: Store, values: list[Value]) -> str:
        """A condition: a tuple is in a listing."""
        at = store.number
        if store.kind == "hash":
            assert store.hash is not None
            name = self._name()
            self._say(f"u32 {name}[] = {{{', '.join(value for value, _ in values)}}};")
            return f"rl_has(L, {store.hash.number}, {name})"
        cell, checks = self._cell(store.columns, values)
        if store.kind == "bits":
            bit = f"{store.first_bit}u + {cell}"
            if store.first_bit == 0:
                bit = cell
            return " && ".join([*checks, f"(L->state[({bit}) >> 3] >> (({bit}) & 7) & 1)"])
        return " && ".join([*checks, f"L->cells[{at}][{cell}] == L->list[{at}].stamp"])

    def _need(self, name: Name) -> None:
        """A relation that is about to be looked at is listed, unless it surely is."""
        if name in self._listed or (self._lasting(name) == ALWAYS and not self._early):
            return
        self._listed.add(name)
        self._say(self._listing(name))

    def _listing(self, name: Name) -> str:
        store = self.layout.stores[name]
        return f"if (L->done[{store.number}] != {self._epoch(name)}) rl_fill_{store.number}(L);"

    def _holds(self, literal: Literal, negated: bool) -> str:
        name = literal.name
        values = [self._value(argument) for argument in literal.arguments]
        if negated and name in self._shadowing:
            return self._stored(self.layout.shadows[name], values)
        if name in self.plan.asked:
            number = self._question(name, tuple(range(name.columns)))
            _, checks = self._cell(self.plan.columns(name), values) if self.plan.keys(name, ()) else ("", [])
            finite = [(d, v) for d, v in zip(self.plan.columns(name), values, strict=True) if d.size]
            _, checks = self._cell(tuple(d for d, _ in finite), [v for _, v in finite])
            return " && ".join([*checks, f"rl_holds_{number}(L{''.join(f', {value}' for value, _ in values)})"])
        store = self.layout.stores[name]
        if store.kind != "bits":
            self._need(name)
        return self._stored(store, values)

    def _scan(self, literal: Literal, bound: tuple[int, ...]) -> None:
        name = literal.name
        store = self.layout.stores[name]
        at = store.number
        values = {column: self._value(literal.arguments[column]) for column in bound}
        index = store.indexes.get(bound)
        key = ""
        if index is not None and not index.hashed:
            key, checks = self._cell(tuple(store.columns[c] for c in bound), [values[c] for c in bound])
            if checks:
                self._say(f"if (!({' && '.join(checks)})) continue;")
            key_name = self._name("k")
            self._say(f"u32 {key_name} = {key};")
            key = key_name
        if name in self.plan.asked:
            number = self._question(name, bound)
            known = f"L->known[{number}][{key}]"
            self._say(f"if ({known} != {self._epoch(name)}) {{", f"{known} = {self._epoch(name)};")
            self._say(f"rl_want_{number}(L{''.join(f', {values[c][0]}' for c in bound)});", "}")
        else:
            self._need(name)
        self._loop(store, index, key, values)
        base = self._name("t")
        free = [c for c in range(name.columns) if c not in values]
        if free or (index is not None and index.hashed):
            self._say(f"const u32 *{base} = L->list[{at}].row + (__SIZE_TYPE__){self._row} * {store.width}u;")
        if index is not None and index.hashed:
            self._say(*(f"if ({base}[{c}] != {values[c][0]}) continue;" for c in bound))
        found: list[tuple[Term, str, Domain]] = []
        for column in free:
            value = self._name()
            self._say(f"u32 {value} = {base}[{column}];")
            found.append((literal.arguments[column], value, store.columns[column]))
        for term, value, domain in found:
            self._unify(term, value, domain)
        self._learn(literal)

    def _loop(self, store: Store, index: Index | None, key: str, values: dict[int, Value]) -> None:
        at, row = store.number, self._name("r")
        self._row = row
        self._open += 1
        if index is None:
            self._say(f"for (u32 {row} = 0; {row} < L->list[{at}].count; {row}++) {{")
        else:
            first = self._name("f")
            if index.hashed:
                self._say(f"u32 {first}[] = {{{', '.join(values[c][0] for c in index.bound)}}};")
                start = f"rl_first(L, {index.number}, {first})"
            else:
                self._say(f"const RlHead *{first} = &L->index[{index.number}][{key}];")
                start = f"{first}->stamp == L->list[{at}].stamp ? {first}->row : RL_NOTHING"
            following = f"L->list[{at}].row[(__SIZE_TYPE__){row} * {store.width}u + {index.link}u]"
            self._say(f"for (u32 {row} = {start}; {row} != RL_NOTHING; {row} = {following}) {{")
        self._say(f"if (--L->fuel < 0) return{' ' + self._leave if self._leave else ''};")

    def _unify(self, term: Term, value: str, domain: Domain | None) -> None:
        """Binds the variables of a term to a value, or leaves this candidate."""
        numbers = self.plan.numbers
        if isinstance(term, str):
            if not term.startswith("?"):
                if domain is None or len(domain.constants) != 1 or domain.functions:
                    self._say(f"if ({value} != {numbers.number_of[term]}u) continue;")
            elif term in self._env:
                self._say(f"if ({value} != {self._env[term][0]}) continue;")
            else:
                self._env[term] = (value, domain)
            return
        function = numbers.function_number[term[0], len(term) - 1]
        inner: list[str] = []
        if numbers.size[function]:
            rest = self._name()
            self._say(
                f"u32 {rest} = {value} - {numbers.first[function]}u;",
                f"if ({rest} >= {numbers.size[function]}u) continue;",
            )
            for at, argument in reversed(list(enumerate(numbers.arguments[function]))):
                place = f"({rest} % {argument.size}u)" if at else rest
                part = self._name()
                self._say(
                    f"u32 {part} = {self.terms.member(argument, place)};",
                    *([f"{rest} /= {argument.size}u;"] if at else []),
                )
                inner.insert(0, part)
        else:
            self._say(f"if (rl_function_of(L, {value}) != {function}u) continue;")
            for at in range(len(term) - 1):
                part = self._name()
                self._say(f"u32 {part} = rl_argument(L, {value}, {at});")
                inner.append(part)
        for argument_term, part, argument in zip(term[1:], inner, numbers.arguments[function], strict=True):
            self._unify(argument_term, part, argument)

    def _enter(self, store: Store, head: list[Value]) -> None:
        self._say(f"rl_add_{store.number}(L{''.join(f', {value}' for value, _ in head)});")

    # ---- doors: what the questions of the runtime lead to

    def _doors(self) -> None:
        stores = self.layout.stores
        self._function("void rl_list(Thought *L, u32 relation)")
        self._say("switch (relation) {")
        for name, store in stores.items():
            if name in self.plan.roots and store.kind not in ("out", "moves"):
                self._say(f"case {store.number}:", self._listing(name), "break;")
        self._say("default: break;", "}", "}")
        self._function("void rl_next(Thought *L)")
        for store in stores.values():
            if store.kind == "out":
                self._say(f"rl_fill_{store.number}(L);")
        self._say("(void)L;", "}")
        self._function("void rl_mark_moves(Thought *L)")
        for store in stores.values():
            if store.kind == "moves":
                self._say(f"rl_fill_{store.number}(L);")
        self._say("(void)L;", "}")
        self._function("void rl_list_lasting(Thought *L)")
        for name, store in stores.items():
            if name in self.plan.whole and self._lasting(name) == ALWAYS and store.kind not in ("out", "moves"):
                self._say(self._listing(name))
        self._say("(void)L;", "}")
        self._add_door()
        self._set_door()
        self._key_door()
        self._listed = set()
        self._function("i32 rl_over(Thought *L)")
        over = Name("terminal", "", 0)
        if over in self.plan.asked or over in stores:
            self._say(f"return {self._holds(Literal(over, ()), False)};", "}")
        else:
            self._say("(void)L;", "return 0;", "}")

    def _add_door(self) -> None:
        self._function("void rl_add(Thought *L, u32 relation, const u32 *tuple)")
        self._say("switch (relation) {")
        for name, store in self.layout.stores.items():
            if is_given(name):
                values = "".join(f", tuple[{c}]" for c in range(len(store.columns)))
                self._say(f"case {store.number}: rl_add_{store.number}(L{values}); break;")
        self._say("default: break;", "}", "(void)L;", "(void)tuple;", "}")

    def _set_door(self) -> None:
        self._function("void rl_set(Thought *L, u32 form, const u32 *tuple)")
        self._say("u32 bit;", "switch (form) {")
        for at, form in enumerate(self.layout.forms()):
            fact = self.layout.facts.get((form.name.function, form.name.columns))
            if form.name.word in ("init", "next") and fact is not None and fact.bit >= 0:
                own = self.plan.columns(form.name)
                values: list[Value] = [(f"tuple[{c}]", domain) for c, domain in enumerate(own)]
                cell, _ = self._cell(fact.columns, values)
                self._say(f"case {at}: bit = {fact.bit}u + {cell}; break;")
        self._say("default: return;", "}", "L->out[bit >> 3] |= (u8)(1 << (bit & 7));", "(void)tuple;", "}")

    def _key_door(self) -> None:
        self._function("u64 rl_key(Thought *L, u32 form, u32 row)")
        self._say("const u32 *tuple;", "(void)tuple;", "switch (form) {")
        for at, form in enumerate(self.layout.forms()):
            store = self.layout.stores.get(form.name)
            if form.exact and store is not None and store.kind not in ("out", "moves"):
                skip = 1 if form.name.word in ("legal", "sees") else 0
                columns = store.columns[skip:]
                values: list[Value] = [(f"tuple[{c + skip}]", domain) for c, domain in enumerate(columns)]
                cell, _ = self._cell(columns, values)
                start = f"L->list[{store.number}].row + (__SIZE_TYPE__)row * {store.width}u"
                self._say(f"case {at}: tuple = {start}; return {cell};")
        self._say("default: return 0;", "}", "}")


def _indented(lines: list[str]) -> Iterator[str]:
    depth = 0
    for line in lines:
        depth -= line.startswith("}")
        yield "    " * depth + line
        depth += line.endswith("{")
