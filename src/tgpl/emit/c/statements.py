"""Core statements and inputs to C.

In:  a block. Out: lines of C. What a statement declares lives to the end of its block, as in the rules. The functions of
an input that stands in a block get what they use of that block's variables in a frame.
"""

from __future__ import annotations

from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.types import ANY, BOOL, NOTHING, NUMBER, PLAYER, TEXT, Collection, Type
from tgpl.core.walk import walk
from tgpl.emit.c.analysis import Facts
from tgpl.emit.c.calls import Names
from tgpl.emit.c.expressions import setter
from tgpl.emit.c.layout import WHOLE, Layout, c_type, from_slot, null_of, to_slot
from tgpl.emit.c.loops import Lines, Loops, indented
from tgpl.emit.c.text_ownership import growing
from tgpl.emit.python.expressions import size_of
from tgpl.emit.python.statements import counted


class Module:
    """What bodies ask of the module around them."""

    def input_table(
        self, inputs: tuple[n.Input, ...], outer: Statements, captured: list[tuple[str, Type]], at: int
    ) -> str:
        raise NotImplementedError


class Statements(Loops):
    """Translates the statements of one body."""

    in_test = False
    in_place = False  # inputs that are declared, not asked in the middle of a block
    returns: Type | None = None  # None: nothing comes back
    module: Module

    def __init__(self, layout: Layout, facts: Facts, names: Names, body: str) -> None:
        super().__init__(layout, facts, names, body)
        self._short: list[n.Loop] = []  # loops inside short ones
        self._nexts: list[str] = []  # where `continue` goes, in the loops around

    def statements(self, statements: tuple[n.Statement, ...]) -> Lines:
        """A block: what it declares is forgotten at its end."""
        depth = len(self.scope)
        lines: Lines = []
        for statement in statements:
            lines += self._statement(statement)
        del self.scope[depth:]
        return lines

    def _statement(self, e: n.Statement) -> Lines:
        match e:
            case n.If():
                return self._if(e)
            case n.Declare():
                return self._declare(e)
            case n.Return():
                return self._return(e)
            case n.Evaluate():
                return [f"{self.text(e.value)};"]
            case n.Update():
                return self._update(e)
            case n.Assign():
                return self._assign(e)
            case n.Block():
                return self._nested(e)
            case n.ForEach():
                return self.for_each(e)
            case n.Loop():
                condition = "1" if e.condition is None else self.condition(e.condition)
                return [f"while ({condition}) {{", *self.rounds(e.body, [f"step(G, {self.at(e)});"], e.after), "}"]
            case n.Continue():
                return [f"goto {self._nexts[-1]};"]
            case n.Break():
                return ["break;"]
            case n.Winner():
                return self._winner(e)
            case n.Ask():
                return self.ask(e.inputs, e)
            case n.Fail():
                return self._fail(e)
            case n.Cancel():
                return self._cancel(e)
            case _:
                assert_never(e)

    def inner(self, block: n.Block) -> Lines:
        return indented(self.statements(block.statements))

    def declared(self, name: str, type_: Type) -> str:
        """A new variable."""
        local, type_ = self.layout.local(name), self.held(name, type_)
        self.scope.append((local, type_))
        return f"{c_type(type_)} {local}"

    def _nested(self, e: n.Block) -> Lines:
        counting = counted(e)
        lines = self._count(*counting) if counting is not None else self.statements(e.statements)
        return ["{", *indented(lines), "}"]

    # -- simple statements

    def _declare(self, e: n.Declare) -> Lines:
        if isinstance(e.value, n.MakeCollection) and e.type is not ANY:
            value = self._make_collection(e.value, more=True)
        else:
            value = self.text(e.value, self.held(e.name, e.type))
        return [f"{self.declared(e.name, e.type)} = {value};"]

    def _assign(self, e: n.Assign) -> Lines:
        target = e.target
        type_ = self.held(target.name, target.type) if isinstance(target, n.Local) else target.type
        if isinstance(target, n.Local) and type_ is TEXT and (parts := growing(e)) and self.grows(target.name):
            name = self.layout.local(target.name)
            return [f"{name} = {self.joined([(p, p.type, self.text(p)) for p in parts], self.at(e.value), name)};"]
        value = self.text(e.value, type_)
        if isinstance(target, n.Local):
            return [f"{self.layout.local(target.name)} = {value};"]
        first = (e.value, type_, value)
        if isinstance(target, n.Attribute):
            owner = (target.value, target.value.type, self.present(target.value, self.at(target)))
            made = self.ordered([first, owner], lambda t: f"{setter(type_)}(G, &{self.field(target, t[1])}, {t[0]})")
            return [f"{made};"]
        return [f"{self._stored(target, first)};"]

    def _stored(self, target: n.ListItem | n.TableItem | n.Operate, value: tuple[n.Expr, Type, str]) -> str:
        at = self.at(target)
        if isinstance(target, n.Operate):
            struct, field = {"piece.discarded": ("Thing", "discarded"), "connection.to": ("Connection", "to")}[
                target.op
            ]
            owner = (target.arguments[0], target.arguments[0].type, self.present(target.arguments[0], at))
            place = f"&(({struct} *)at_ref(G, {{0}}))->{field}"
            return self.ordered([value, owner], lambda t: f"{setter(value[1])}(G, {place.format(t[1])}, {t[0]})")
        held = (target.value, target.value.type, self.text(target.value))
        if isinstance(target, n.ListItem):
            key = self.index(target.key)
            word = "list_set_at" if key[1] is WHOLE else "list_set"
            if target.type is ANY:
                return self.ordered([value, held, key], lambda t: f"open_set(G, {t[1]}, {t[2]}, {t[0]}, {at})")
            return self.ordered(
                [value, held, key], lambda t: f"{word}(G, {t[1]}, {t[2]}, {to_slot(value[1], t[0])}, {at})"
            )
        by, tag = target.key, self.key_tag(target.key)
        parts = [value, held, (by, by.type, self.text(by))]
        of = ", ".join(self.table_tags(target.value.type))

        def made(t: list[str]) -> str:
            if target.type is ANY:
                return f"open_pair(G, {t[1]}, {tag}, {to_slot(by.type, t[2])}, {t[0]}, {at})"
            return f"table_set(G, {t[1]}, {tag}, {to_slot(by.type, t[2])}, {to_slot(value[1], t[0])}, {of}, {at})"

        return self.ordered(parts, made)

    def _update(self, e: n.Update) -> Lines:
        """`x op= y`: what leads to x is looked up once, and x is read before y."""
        target, at = e.target, self.at(e.target)
        type_ = target.type
        c = c_type(type_)
        if isinstance(target, n.Local):
            name = self.layout.local(target.name)
            return [f"{name} = {self._updated(e, name)};"]
        lines: Lines = ["{"]
        if isinstance(target, n.Attribute):
            lines.append(f"    {c} *place_ = &{self.field(target)};")
            lines.append(f"    {c} old_ = *place_;")
            lines.append(f"    {setter(type_)}(G, place_, {self._updated(e, 'old_')});")
        elif isinstance(target, n.ListItem):
            lines.append(f"    Ref list_ = {self.text(target.value)};")
            _, kind, index = self.index(target.key)
            word = "_at" if kind is WHOLE else ""
            item = f"list_item{word}(G, present(G, list_, {at}), index_, {at})"
            lines.append(f"    {c_type(kind)} index_ = {index};")
            lines.append(f"    {c} old_ = {from_slot(type_, item)};")
            lines.append(f"    list_set{word}(G, list_, index_, {to_slot(type_, self._updated(e, 'old_'))}, {at});")
        elif isinstance(target, n.TableItem):
            tag = self.key_tag(target.key)
            of, known = self.table_tags(target.value.type)
            lines.append(f"    Ref table_ = {self.text(target.value)};")
            lines.append(f"    Slot key_ = {to_slot(target.key.type, self.text(target.key))};")
            lines.append(f"    {c} old_ = {from_slot(type_, f'table_item(G, table_, {tag}, key_, {of}, {at})')};")
            new = to_slot(type_, self._updated(e, "old_"))
            lines.append(f"    table_set(G, table_, {tag}, key_, {new}, {of}, {known}, {at});")
        else:
            assert isinstance(target, n.Operate) and target.op == "piece.discarded"
            thing = self.present(target.arguments[0], at)
            lines.append(f"    {c} *place_ = &((Thing *)at_ref(G, {thing}))->discarded;")
            lines.append(f"    {c} old_ = *place_;")
            lines.append(f"    set_int(G, place_, {self._updated(e, 'old_')});")
        return [*lines, "}"]

    def _updated(self, e: n.Update, old: str) -> str:
        type_, at = e.target.type, self.at(e)
        if type_ is TEXT:
            if isinstance(e.target, n.Local) and self.grows(e.target.name):
                return self.joined([(e.value, e.value.type, self.text(e.value))], at, old)
            known = n.Local(e.span, TEXT, "")  # already in a variable
            return self.joined([(known, TEXT, old), (e.value, e.value.type, self.text(e.value))], at)
        if type_ is BOOL:
            left = f"truth(G, {old}, {at})" if self.facts.nulls.possible(e.target, self.body) else old
            sign = "!=" if e.op == "^" else e.op
            right = self.condition(e.value)
            if left == old:
                return f"{left} {sign} {right}"
            return f"({{ Bool left_ = {left}; left_ {sign} {right}; }})"
        if isinstance(e.target, n.Local) and self.held(e.target.name, type_) is WHOLE:
            return self._counted_on(e, old)
        old_range, value_range = self.range(e.target), self.range(e.value)
        if type_ is PLAYER:
            whole = self.whole(e.value)
            if whole is not None and not old_range.null and e.op in "+-":
                least, most = self.facts.program.players
                return f"wrapped((i64){old} {e.op} {whole}, {most if least == most else 'G->players'})"
            old = f"number_of({old})"
        right = self.text(e.value, NUMBER) if e.value.type is NUMBER else f"number_of({self.text(e.value)})"
        text = self.combined(e, e.op, old, right, old_range, value_range)
        if type_ is PLAYER:
            return f"seat(G, {text}, {at})"
        sure = (e.op in "+-" and size_of(e.value) < 960.0) or (e.op == "*" and size_of(e.value) <= 0.0)
        return text if sure else f"in_range(G, {text}, {at})"

    def _counted_on(self, e: n.Update, old: str) -> str:
        """A whole number that stays one."""
        at, value = self.at(e), self.range(e.value)
        right = self.text(e.value, WHOLE)
        if value.null:
            right = f"(i64)needed(G, {self.text(e.value, NUMBER)}, {at})"
        if e.op == "%" and value.low <= 0.0 <= value.high:
            return f"whole_rest(G, {old}, {right}, {at})"
        return f"{old} {e.op} {right}"

    def grows(self, name: str) -> bool:
        """Whether the text in a variable is held by nothing else."""
        return (self.body, name) in self.facts.growing

    # -- branches and loops

    def _if(self, e: n.If) -> Lines:
        lines: Lines = []
        for i, (condition, body) in enumerate(e.branches):
            lines.append(f"{'} else ' if i else ''}if ({self.condition(condition)}) {{")
            lines += self.inner(body)
        if e.otherwise is not None and e.otherwise.statements:
            lines += ["} else {", *self.inner(e.otherwise)]
        return [*lines, "}"]

    def rounds(self, body: n.Block, first: Lines, after: tuple[n.Statement, ...] = ()) -> Lines:
        """The inside of a loop; `continue` goes to what follows each round."""
        self._nexts.append(self.fresh("next"))
        lines = [*first, *self.statements(body.statements)]
        label = self._nexts.pop()
        if any(label in line for line in lines):
            lines = ["{", *indented(lines), "}", f"{label}:;"]
        return indented([*lines, *self.statements(after)])

    def _count(self, first: n.Declare, loop: n.Loop, end: n.Expr, by: float) -> Lines:
        """A loop that counts up to something fixed."""
        at = self.at(loop)
        kind = self.held(first.name, NUMBER)
        ends = WHOLE if kind is WHOLE and self.as_whole(end) is not None else NUMBER
        name, limit = self.layout.local(first.name), self.fresh("end")
        depth = len(self.scope)
        begin, until = self.text(first.value, kind), self.text(end, ends)
        if self.range(first.value).null:
            begin = f"needed(G, {begin}, {at})"
        if self.range(end).null:
            until = f"needed(G, {until}, {at})"
        add = f"{int(by)}" if kind is WHOLE else repr(by)
        before = [f"{c_type(kind)} {name} = {begin};", f"{c_type(ends)} {limit} = {until};"]
        head = f"for (; {name} < {limit}; {name} += {add}) {{"
        if self._in_place(loop, _few_rounds(first, end, by)):
            head = f"ROUND_BY_ROUND {head}"
        self.scope.append((name, kind))
        lines = [*before, head, *self.rounds(loop.body, [f"step(G, {at});"]), "}"]
        del self.scope[depth:]
        return lines

    def _in_place(self, loop: n.Loop, rounds: int) -> bool:
        """Whether each round is better written by itself: one of two short loops in each other that do little."""
        if not rounds:
            return False
        inside = [parts for node in walk(loop.body) if isinstance(node, n.Block) and (parts := counted(node))]
        inner = [_few_rounds(first, end, by) for first, _, end, by in inside]
        if not any(inner) and loop not in self._short:
            return False
        self._short += [parts[1] for parts in inside]
        return rounds * max([1, *inner]) * len(list(walk(loop.body))) < _MUCH

    # -- endings

    def _return(self, e: n.Return) -> Lines:
        if e.value is None:
            return ["return;" if self.returns is None else f"return {null_of(self.returns)};"]
        if self.in_test:
            return [f"return {self.condition(e.value)};"]
        return [f"return {self.text(e.value, self.returns)};"]

    def _winner(self, e: n.Winner) -> Lines:
        if isinstance(e.value.type, Collection):
            return [f"ranking_is(G, {self.text(e.value)}, {self.at(e)});"]
        return [f"winner_is(G, {self.text(e.value, PLAYER)}, {self.at(e)});"]

    def _fail(self, e: n.Fail) -> Lines:
        put = 'put_word(G, "This move is not possible.");'
        lines = []
        if e.message is not None:
            lines.append(f"Ref message_ = {self.text(e.message, TEXT)};")
            put = "if (message_) put_text(G, message_); else " + put
        lines += ["u32 start_ = G->words_length;", put, f"fail_with(G, start_, {self.at(e)});"]
        return ["{", *indented(lines), "}"]

    def _cancel(self, e: n.Cancel) -> Lines:
        lines = ["u32 start_ = G->words_length;"]
        if e.message is not None:
            lines.append(f"Ref message_ = {self.text(e.message, TEXT)};")
            lines.append("if (message_) put_text(G, message_);")
        lines.append(f"cancel_with(G, start_, {int(e.whole)}, {self.at(e)});")
        return ["{", *indented(lines), "}"]

    # -- inputs inside a block

    def ask(self, inputs: tuple[n.Input, ...], e: n.Node) -> Lines:
        """Declares the variables of some inputs, in order."""
        own = {one.name for one in inputs}
        used = {node.name for node in walk(*inputs) if isinstance(node, n.Local)} - own
        captured = list(
            dict.fromkeys((name, t) for name, t in self.scope if name in {self.layout.local(u) for u in used})
        )
        table = self.module.input_table(inputs, self, captured, self.at(e))
        frame = self.fresh("frame")
        first = 2 + len(captured)
        values = [
            "slot_of(self)" if self.has_self else "slot_of(0)",
            "slot_of(event)" if self.has_event else "slot_of(0)",
        ]
        values += [to_slot(type_, name) for name, type_ in captured]
        lines = [f"Slot {frame}[{first + len(inputs)}] = {{{', '.join(values)}}};"]
        owner = "self" if self.has_self else "0"
        asked = f"ask_for(G, {table}, {len(inputs)}, {frame}, {first}, {owner}, {self.at(e)})"
        lines.append(f"{self.holding(asked, NOTHING)};")
        for i, one in enumerate(inputs):
            kind = self.held(one.name, one.type)
            lines.append(f"{self.declared(one.name, one.type)} = {from_slot(kind, f'{frame}[{first + i}]')};")
        return lines


_MUCH = 1200  # nodes


def _few_rounds(first: n.Declare, end: n.Expr, by: float) -> int:
    """How many rounds a loop between two given numbers has, if these are few."""
    begin = first.value
    start = begin.value if isinstance(begin, n.Literal) else None
    if isinstance(begin, n.Negate) and isinstance(begin.value, n.Literal) and isinstance(begin.value.value, float):
        start = -begin.value.value
    if not isinstance(start, float) or not isinstance(end, n.Literal) or not isinstance(end.value, float):
        return 0
    rounds = -((start - end.value) // by)
    return int(rounds) if 1 <= rounds <= 4 else 0
