"""All clauses of a sheet as C: the functions that list relations, or answer for known arguments, and the doors to them.

In: a `Plan` and its `MemoryLayout`. Out: the text behind the tables. How one clause is written is in `join_loops`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial

from tgpl.gdl.c_evaluator import array
from tgpl.gdl.joins.c_loops import ClauseWriter, Value
from tgpl.gdl.joins.clauses import Clause, Literal, Name
from tgpl.gdl.joins.layout import Store
from tgpl.gdl.joins.numbers import Domain, product_of
from tgpl.gdl.joins.plan import ALWAYS, Fill, Group, is_given

_CACHE = 4096  # answers that are kept for questions without end


class Writer(ClauseWriter):
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
        return "\n".join([*self.terms.texts, *self.heads, *_indent(self.out), ""])

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
            self._say(f"u32 here = L->list[{at}].count, *row;")
            self._say(f"if (here == L->list[{at}].room && !rl_grow(L, {at}, {store.width}u)) return;")
            self._say(
                f"row = L->list[{at}].row + (__SIZE_TYPE__)here * {store.width}u;", f"L->list[{at}].count = here + 1;"
            )
            self._say(*(f"row[{column}] = a{column};" for column in range(count)))
            for index in (*([store.hash] if store.hash else []), *store.indexes.values()):
                if index.hashed:
                    self._say(f"rl_enter(L, {index.number}, here);")
                else:
                    key, _ = self._cell(tuple(store.columns[c] for c in index.bound), [values[c] for c in index.bound])
                    head = f"&L->index[{index.number}][{key}]"
                    self._say(f"rl_link({head}, &row[{index.link}], L->list[{at}].stamp, here);")
            self._say("(void)row;")
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
        self.terms.texts.append(array("unsigned short", f"rl_bits_{store.number}", rows))
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
                self.terms.texts.append(array("u32", f"rl_facts_{store.number}", rows))
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
            if name in self.plan.whole and self._lifetime(name) == ALWAYS and store.kind not in ("out", "moves"):
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


def _indent(lines: list[str]) -> Iterator[str]:
    depth = 0
    for line in lines:
        depth -= line.startswith("}")
        yield "    " * depth + line
        depth += line.endswith("{")
