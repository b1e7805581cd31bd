"""The body that is being translated: what is known here, which variables can be seen, and how the parts of the translation
reach each other.

In:  expressions and statements. Out: C. C leaves open in which order operands are evaluated, the language does not: where
it could be noticed, operands are put into variables first, inside `({ … })`, which the usual compilers know. Whatever can
stop gets the number of its place in the rule text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.analysis.collection_views import is_doubtful
from tgpl.core.analysis.ranges import Range
from tgpl.core.types import ANY, BOOL, NOTHING, NUMBER, PLAYER, ClassType, Collection, KindType, Type
from tgpl.emit.c import calls, expressions, numbers, operations, statements
from tgpl.emit.c.layout import WHOLE, c_type, is_reference, null_of
from tgpl.emit.c.module import Lines, Module, Operand


class Context:
    def __init__(self, module: Module, key: str, class_: n.Class | None = None, event: bool = False) -> None:
        self.module = module
        self.layout = module.layout
        self.analysis = module.analysis
        self.names = module.names
        self.key = key  # of the body, as the analyses know it
        self.version = key  # the same, with the version of a function that is translated
        self.has_self = class_ is not None
        self.has_event = event
        self.in_test = False
        self.judged: int | None = None  # of a test whose answers are noted: the point of its no
        self.in_place = False  # inputs that are declared, not asked in the middle of a block
        self.returns: Type | None = None  # None: nothing comes back
        self.watched = key in self.analysis.watched  # what it looks at is to be known
        self.scope: list[tuple[str, Type]] = []  # variables that can be seen, the newest last
        self.short_loops: list[n.Loop] = []  # loops inside short ones
        self.next_labels: list[str] = []  # where `continue` goes, in the loops around
        self._wholes: dict[int, str | None] = {}  # expressions that were asked about, by identity
        self._temporaries = 0

    def begin_function(self) -> Context:
        """A function that belongs to this body, with none of its variables yet."""
        made = Context(self.module, self.key)
        made.version, made.has_self, made.has_event = self.version, self.has_self, self.has_event
        return made

    # -- names, places and types

    def at(self, e: n.Node) -> int:
        """The number of its place in the rule text."""
        return self.layout.at(e.span)

    def make_name(self, word: str = "t") -> str:
        """Of a new variable that the rules do not have."""
        self._temporaries += 1
        return f"{word}{self._temporaries}_"

    def declare(self, name: str, type_: Type) -> str:
        """A new variable."""
        local, type_ = self.layout.local(name), self.variable_type(name, type_)
        self.scope.append((local, type_))
        return f"{c_type(type_)} {local}"

    def range_of(self, e: n.Expr) -> Range:
        return self.analysis.values.of(e, self.version)

    def variable_type(self, name: str, type_: Type, version: str | None = None) -> Type:
        """How C holds what a variable or parameter of some type holds."""
        values = self.analysis.values
        return WHOLE if type_ is NUMBER and values.variable(version or self.version, name).fits_int else type_

    def result_type(self, function: str, type_: Type) -> Type:
        """How C holds what a function gives."""
        return WHOLE if type_ is NUMBER and self.analysis.values.result(function).fits_int else type_

    # -- expressions

    def translate(self, e: n.Expr, wanted: Type | None = None) -> str:
        """An expression; a null is written as what is wanted has it."""
        if isinstance(e, n.Literal):
            if e.value is None:
                return null_of(wanted if wanted is not None else e.type)
        elif e.type is NUMBER and wanted is not ANY and (whole := self.find_whole(e)) is not None:
            return whole if wanted is WHOLE else f"(double){whole}"
        if wanted is WHOLE:
            return self.find_whole(e) or f"(i64){self.translate(e, NUMBER)}"
        if wanted is ANY and e.type is not ANY:
            return expressions.box(self.layout, e.type, self.translate(e, e.type))
        text = self._translate(e)
        if self.analysis.views and is_doubtful(self.analysis.views, e):
            if isinstance(e.type, KindType):
                first, last = self.layout.symbols_within(e.type)
                return f"seen_symbol(G, {text}, {first}, {last}, {self.at(e)})"
            assert isinstance(e.type, ClassType)
            return f"seen_as(G, {text}, {self.layout.interval(e.type.name)}, {self.at(e)})"
        return text

    def _translate(self, e: n.Expr) -> str:
        match e:
            case n.Local():
                constant = self.analysis.values.constant(e, self.version)
                return self.layout.local(e.name) if constant is None else self.layout.text(constant)
            case n.Literal():
                return expressions.translate_literal(self, e)
            case n.Symbol():
                return self.layout.symbol(e)
            case n.Choose():
                return expressions.translate_choose(self, e)
            case n.Operate():
                return operations.translate_operation(self, e)
            case n.Arithmetic() | n.Negate():
                return numbers.translate_arithmetic(self, e)
            case n.Equal():
                return expressions.translate_equal(self, e)
            case n.Logic():
                return expressions.translate_logic(self, e)
            case n.This():
                static = self.analysis.static_objects.find(e)
                return static.name if static is not None else "self"
            case n.IsA():
                return expressions.translate_is_a(self, e)
            case n.CallMethod() | n.Call():
                return calls.translate_call(self, e)
            case n.Attribute():
                return expressions.translate_attribute(self, e)
            case n.Global():
                static = self.analysis.static_objects.find(e)
                return (
                    static.name if static is not None else f"*global_at(G, {self.layout.global_number(e.class_name)})"
                )
            case n.Compare():
                return numbers.translate_compare(self, e)
            case n.ListItem():
                return expressions.translate_list_item(self, e)
            case n.TileAt():
                return expressions.translate_tile_at(self, e)
            case n.TableItem():
                return expressions.translate_table_item(self, e)
            case n.MakeCollection():
                return expressions.translate_collection(self, e)
            case n.AsA():
                return expressions.translate_as_a(self, e)
            case n.Not():
                return f"!{self.translate_condition(e.value)}"
            case n.Convert():
                return expressions.translate_convert(self, e)
            case n.OwnedBy():
                player = self.translate(e.player, PLAYER)
                return f"owned_by(G, {self.layout.register(e.class_name)}, {player}, {self.at(e)})"
            case n.Join():
                return expressions.join_texts(self, [self.translate_operand(part) for part in e.parts], self.at(e))
            case n.Make():
                return expressions.translate_make(self, e)
            case n.CallAction():
                return calls.translate_action(self, e)
            case n.Event():
                return "event"
            case _:
                assert_never(e)

    def find_whole(self, e: n.Expr) -> str | None:
        """An expression as a whole number of C, if it is one without any conversion."""
        if id(e) not in self._wholes:
            self._wholes[id(e)] = numbers.translate_whole(self, e)
        return self._wholes[id(e)]

    def to_whole(self, e: n.Expr) -> str | None:
        """The same, if need be with a conversion; None if it might be something else."""
        found = self.find_whole(e)
        if found is None and self.range_of(e).fits_int:
            found = f"(i64){self.translate(e, NUMBER)}"
        return found

    def translate_condition(self, e: n.Expr) -> str:
        """A bool that must not be null."""
        text = self.translate(e, BOOL)
        if self.analysis.nullability.can_be_null(e, self.key) and self.range_of(e).null:
            return f"truth(G, {text}, {self.at(e)})"
        return text

    def demand(self, e: n.Expr, at: int) -> str:
        """An object that must be there."""
        return self.demand_operand(e, at).text

    def demand_operand(self, e: n.Expr, at: int) -> Operand:
        text = self.translate(e, e.type)
        if self.analysis.is_never_null(e) or not self.range_of(e).null:
            return Operand(e, e.type, text)
        return Operand(e, e.type, f"present(G, {text}, {at})", demanded=True)

    def translate_operand(self, e: n.Expr, wanted: Type | None = None) -> Operand:
        return Operand(e, e.type if wanted is None else wanted, self.translate(e, wanted))

    def order(self, parts: Sequence[Operand], make: Callable[[list[str]], str]) -> str:
        """What is made of operands, which are evaluated in the order in which they are written."""
        analysis = self.analysis
        loud = [i for i, part in enumerate(parts) if part.demanded or not analysis.is_safe(part.e)]
        last = loud[-1] if loud else 0
        lines, texts = [], []
        for i, (e, type_, text, demanded) in enumerate(parts):
            if i < last and (demanded or not analysis.is_stable(e)):
                name = self.make_name()
                lines.append(f"{c_type(type_)} {name} = {text};")
                text = name
            texts.append(text)
        return f"({{ {' '.join(lines)} {make(texts)}; }})" if lines else make(texts)

    def keep_roots(self, text: str, type_: Type) -> str:
        """A call during which the variables of this block keep what they hold in the game."""
        held = [f"{name} | 1" if isinstance(t, Collection) else name for name, t in self.scope if is_reference(t)]
        held += [f"any_root({name})" for name, t in self.scope if t is ANY]
        held += ["self"] * self.has_self + ["event"] * self.has_event
        if not held:
            return text
        begin = (
            f"Ref held_[] = {{{', '.join(held)}}}; Roots roots_ = {{G->roots, {len(held)}, held_}}; G->roots = &roots_;"
        )
        end = "G->roots = roots_.outer;"
        if type_ is NOTHING:
            return f"({{ {begin} {text}; {end} }})"
        return f"({{ {begin} {c_type(type_)} result_ = {text}; {end} result_; }})"

    # -- statements

    def translate_block(self, block: tuple[n.Statement, ...]) -> Lines:
        """What a block declares is forgotten at its end."""
        depth = len(self.scope)
        lines: Lines = []
        for statement in block:
            lines += statements.note_statement(self, statement)
            lines += statements.translate_statement(self, statement)
        del self.scope[depth:]
        return lines

    def note_block(self, block: n.Block) -> str:
        """For errors behind the end of a block."""
        return f"G->block = {self.layout.at(block.beginning)};"
