"""What the core needs beside what a designer declared: functions and attributes with names that nothing else has.

In:  functions and attributes that other parts of `lower` make. Out: the same, kept until the classes are put together; and the
names of what is made once for all bodies.

    name = synthetic.fresh_name("join_Guild")
    synthetic.add_function(span, name, (("who", PLAYER),), NOTHING, body)
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.fresh_names import number_name, tail_name
from tgpl.core.types import BOOL, NOTHING, NULL, ROOTS, ClassType, Type
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import Span

Statements = list[n.Statement]
_Parameters = tuple[tuple[str, Type], ...]


class Synthetic:
    def __init__(self, game: s.Game) -> None:
        self.functions: list[n.Function] = []  # outside classes
        self.methods: dict[str, list[n.Function]] = {}  # by the class in the core
        self.attributes: dict[str, list[n.AttributeOf]] = {}
        self.cancelled: dict[tuple[s.Action, str | None, str], str] = {}  # attributes: an effect will not run
        # The actions of the core that effects become, by the phase (None: outside any) and the name of the effect.
        self.part_names: dict[s.Action, dict[tuple[str | None, str | None], str]] = {}
        self.comparisons: dict[Type, str] = {}  # functions for which two nulls are not the same, by what they compare
        # The functions that questions to lists become: the name, and what each takes from around it.
        self.asked: dict[tuple[t.Query, s.Class | None, str | None], tuple[str, dict[str, Type]]] = {}
        self.priced_type: ClassType | None = None  # of connections with a price, where there are any
        self._game = game
        self._numbers: dict[str, int] = {}
        self._made: dict[tuple[str, ...], str] = {}
        self._taken = {name for class_ in game.classes for name in class_.members()}
        self._taken |= {function.core for function in game.functions}
        # What says whether an object may use an action, for actions that somebody forbids.
        self.allowed = {attribute: self.fresh_member(attribute.name) for attribute in game.allowed.values()}

    # -- names

    def find(self, *key: str) -> str | None:
        """What was made for a key, if it was."""
        return self._made.get(key)

    def name_once(self, name: str, *key: str) -> str:
        """A name that nothing else has, for something that is made once."""
        self._made[key] = unique = self.fresh_name(name)
        return unique

    def fresh_name(self, name: str) -> str:
        """A name that nothing else has."""
        return tail_name(name, self._taken)

    def numbered_name(self, name: str) -> str:
        """The same, for what may be made many times."""
        return number_name(name, self._taken)

    def fresh_member(self, name: str) -> str:
        """The same for an attribute that a rule text spells with a dot: `Strike.allowed`."""
        head, tail = name.split(".")
        unique = self.fresh_name(f"{head}_{tail}")
        return f"{head}.{unique[len(head) + 1 :]}"

    def name_comparison(self, type_: Type) -> str:
        """The function that compares two values of a type."""
        if type_ not in self.comparisons:
            taken = {*self.comparisons.values(), *(function.core for function in self._game.functions)}
            self.comparisons[type_] = number_name("same_values", taken)
        return self.comparisons[type_]

    def make_connection(self, span: Span, to: n.Expr, cost: n.Expr | None = None) -> n.Expr:
        """A new connection to a tile; one with a price is of a class that only the core knows."""
        if cost is None:
            root = ROOTS["connection"]
            return n.Make(span, root, root.name, (("to", to),), ())
        if self.priced_type is None:
            name = tail_name("Way", {class_.type.name for class_ in self._game.classes})
            self.priced_type = ClassType(name, "connection", ROOTS["connection"])
        return n.Make(span, self.priced_type, self.priced_type.name, (("to", to), ("cost", cost)), ())

    # -- members

    def keep_method(self, owner: s.Class, made: n.Function) -> None:
        self.methods.setdefault(owner.type.name, []).append(made)

    def keep_attribute(self, owner: s.Class, made: n.AttributeOf) -> None:
        self.attributes.setdefault(owner.type.name, []).append(made)

    def add_function(self, span: Span, name: str, parameters: _Parameters, returns: Type, body: Statements) -> None:
        self.functions.append(_build(span, name, parameters, returns, body))

    def add_method(
        self, span: Span, owner: s.Class, name: str, parameters: _Parameters, returns: Type, body: Statements
    ) -> None:
        self.keep_method(owner, _build(span, name, parameters, returns, body))

    def extend(self, class_: n.Class) -> n.Class:
        """A class with what was made for it."""
        methods, attributes = self.methods.get(class_.name, []), self.attributes.get(class_.name, [])
        if not methods and not attributes:
            return class_
        fields = {field: getattr(class_, field) for field in n.Class.__match_args__}
        fields["functions"] = (*class_.functions, *methods)
        fields["attributes"] = (*class_.attributes, *attributes)
        return n.Class(**fields)


def _build(span: Span, name: str, parameters: _Parameters, returns: Type, body: Statements) -> n.Function:
    made = tuple(n.Parameter(span, parameter, type_, None) for parameter, type_ in parameters)
    return n.Function(span, name, made, (), returns, n.Block(span, tuple(body)))


def write_null(span: Span) -> n.Expr:
    return n.Literal(span, NULL, None)


def write_return(span: Span, value: n.Expr) -> n.Block:
    return n.Block(span, (n.Return(span, value),))


def write_operation(span: Span, op: str, *arguments: n.Expr) -> n.Statement:
    return n.Evaluate(span, n.Operate(span, NOTHING, op, arguments))


def write_equal(span: Span, left: n.Expr, right: n.Expr, negated: bool = False) -> n.Expr:
    return n.Equal(span, BOOL, left, right, negated)


def write_if(span: Span, condition: n.Expr, *then: n.Statement) -> n.Statement:
    return n.If(span, ((condition, n.Block(span, then)),), None)
