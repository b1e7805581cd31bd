"""A body that is translated for flat states: what is known in it, its variables, and how operands keep their order.

What cannot be translated raises `Unsupported`; a statement with such a part becomes `bail(s)`: a match that comes there is given up and played
in the usual way. The same happens where a rule would break, so no error has to be told apart here.
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.core import nodes as n
from tgpl.core.analysis.ranges import Range
from tgpl.core.types import BOOL, NUMBER, PLAYER, TEXT, ClassType, Collection, Type, is_symbol
from tgpl.emit.playout import expressions, probes, statements
from tgpl.emit.playout.functions import Functions, Lines, Part, give
from tgpl.emit.playout.layout import Unsupported, is_listable, whole_type


class Body:
    def __init__(self, functions: Functions, key: str, self_text: str | None = None, event: str | None = None) -> None:
        self.functions = functions
        self.module = functions.module
        self.layout = functions.layout
        self.memory = functions.module.layout
        self.analysis = functions.module.analysis
        self.key = key
        self.version = key
        self.self_text = self_text
        self.event = event  # who chose, or could not
        self.returns: str | None = None  # the type of C that comes back
        self.returned: Type | None = None
        self.in_test = False
        self.gathered: str | None = None  # the list of a function whose version only says whether it holds something
        self.scope: dict[str, Type] = {}  # variables that can be seen
        self._temporaries = 0

    def begin_part(self) -> Body:
        """A function that belongs to this body."""
        made = Body(self.functions, self.key, self.self_text, self.event)
        made.version = self.version
        return made

    def make_name(self, word: str = "t") -> str:
        self._temporaries += 1
        return f"{word}{self._temporaries}_"

    # -- what is known

    def range_of(self, e: n.Expr) -> Range:
        return self.analysis.values.of(e, self.version)

    def is_whole(self, e: n.Expr) -> bool:
        return e.type is NUMBER and self.range_of(e).fits_int

    def variable_type(self, name: str, type_: Type, version: str | None = None) -> str:
        """How C holds a variable."""
        return self.ctype(type_, self.analysis.values.variable(version or self.version, name))

    def ctype(self, type_: Type, range_: Range) -> str:
        if type_ is NUMBER:
            whole = whole_type(range_)
            return "double" if whole is None else "i64" if whole == "i64" else "int"
        if type_ in (BOOL, PLAYER, TEXT) or is_symbol(type_):
            return "int"
        if isinstance(type_, ClassType) and type_.kind != "stack":
            return "int"
        if isinstance(type_, Collection) and type_.shape == "List" and is_listable(type_.of):
            return "Flat_list *"
        raise Unsupported(f"a value of type {type_}")

    def value_type(self, e: n.Expr) -> str:
        return self.ctype(e.type, self.range_of(e))

    def may_be_null(self, e: n.Expr) -> bool:
        return not self.analysis.is_never_null(e) and self.range_of(e).null

    # -- expressions

    def translate(self, e: n.Expr) -> str:
        """As `value_type` holds it; a null only where its type is known."""
        return expressions.translate(self, e)

    def translate_probe(self, e: n.Call | n.CallMethod) -> str:
        """A call that only says whether there is something in the list."""
        return expressions.translate_call(self, e, probes.PROBE)

    def convert(self, e: n.Expr, ctype: str, like: Type | None = None) -> str:
        """Where C wants a type; a null as the type has it that is wanted."""
        return expressions.convert(self, e, ctype, like)

    def demand(self, e: n.Expr) -> str:
        """An object that must be there."""
        text = self.translate(e)
        return f"flat_here(s, {text})" if self.may_be_null(e) else text

    def demand_list(self, e: n.Expr) -> str:
        text = self.translate(e)
        return f"flat_list_here(s, z, {text})" if self.may_be_null(e) else text

    def translate_block(self, block: tuple[n.Statement, ...]) -> Lines:
        """What a block declares is forgotten at its end."""
        scope = dict(self.scope)
        lines = statements.translate_block(self, block)
        self.scope = scope
        return lines

    def translate_element(self, e: n.Expr, of: Type) -> str:
        """What goes into a list."""
        if isinstance(of, Collection):
            raise Unsupported("a list in a list")
        if of is NUMBER and (not self.is_whole(e) or self.range_of(e).largest >= 2.0**15):
            raise Unsupported("a list of such numbers")
        return self.convert(e, "int", of)

    def translate_condition(self, e: n.Expr) -> str:
        """A bool that must not be null."""
        text = self.convert(e, "int")
        doubtful = self.range_of(e).null and self.analysis.nullability.can_be_null(e, self.key)
        return f"flat_truth(s, {text})" if doubtful else text

    # -- order

    def part(self, e: n.Expr, text: str, ctype: str | None = None) -> Part:
        return Part(e, ctype or self.value_type(e), text)

    def order(self, parts: list[Part], make: Callable[[list[str]], str]) -> str:
        """What is made of operands: one that changes something comes behind those before it. (That one fails before the other is
        no matter here.)"""
        loud = [i for i, part in enumerate(parts) if not self.analysis.is_pure(part.e)]
        last = loud[-1] if loud else 0
        lines, texts = [], []
        for i, part in enumerate(parts):
            text = part.text
            if i < last and not self.analysis.is_stable(part.e):
                name = self.make_name()
                lines.append(f"{part.ctype} {name} = {text};")
                text = name
            texts.append(text)
        return give(lines, make(texts)) if lines else make(texts)
