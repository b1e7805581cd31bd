"""One clause as C: each scan a loop, each test a condition, what follows is entered in a listing.

In: a `Plan` and its `MemoryLayout`. Out: lines of C, for `c_clauses`, which says what each clause is for. `continue` goes on with the next
candidate of the innermost loop; a clause as a whole stands in a loop of one round, so that it can be left alike.

    p(?x) :- q(?x,?y), not r(?y).       for each row of q: if r holds for its second argument, continue; enter the first in p
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.gdl.joins.c_terms import Terms
from tgpl.gdl.joins.clauses import Clause, Literal, Name
from tgpl.gdl.joins.layout import Index, MemoryLayout, Store
from tgpl.gdl.joins.numbers import Domain
from tgpl.gdl.joins.order import Order, Step
from tgpl.gdl.joins.plan import ALWAYS, STATE, Group, Plan
from tgpl.text.terms import Term, variables

_CACHE = 4096  # answers that are kept for questions without end
Value = tuple[str, Domain | None]  # a C expression, and what it can be


class ClauseWriter:
    def __init__(self, plan: Plan, layout: MemoryLayout) -> None:
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

    def _lifetime(self, name: Name) -> int:
        found = self.plan.lasting[name]
        endless = not all(self.plan.numbers.size)
        return STATE if found == ALWAYS and name in self.plan.asked and endless else found

    def _epoch(self, name: Name) -> str:
        return f"L->epoch[{self._lifetime(name)}]"

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

    def _question(self, name: Name, bound: tuple[int, ...]) -> int:
        return self._tables[name][bound]

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
                    self._say(f"if ({self._is_stored(store, head)}) continue;")
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

    def _is_stored(self, store: Store, values: list[Value]) -> str:
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
        if name in self._listed or (self._lifetime(name) == ALWAYS and not self._early):
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
            return self._is_stored(self.layout.shadows[name], values)
        if name in self.plan.asked:
            number = self._question(name, tuple(range(name.columns)))
            finite = [(d, v) for d, v in zip(self.plan.columns(name), values, strict=True) if d.size]
            _, checks = self._cell(tuple(d for d, _ in finite), [v for _, v in finite])
            return " && ".join([*checks, f"rl_holds_{number}(L{''.join(f', {value}' for value, _ in values)})"])
        store = self.layout.stores[name]
        if store.kind != "bits":
            self._need(name)
        return self._is_stored(store, values)

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
