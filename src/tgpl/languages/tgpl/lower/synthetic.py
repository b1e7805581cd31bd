"""What the core needs beside what a designer declared: functions and attributes with names that nothing else has.

In:  functions and attributes that other parts of `lower` make. Out: the same, kept until the classes are put together.

    name = hidden.fresh("join_Guild")
    hidden.add_function(span, name, (("who", PLAYER),), NOTHING, body)
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.fresh_names import tail_name
from tgpl.core.types import Type
from tgpl.languages.tgpl.check import symbols as s
from tgpl.text.source import Span

Statements = list[n.Statement]
_Parameters = tuple[tuple[str, Type], ...]


class Hidden:
    def __init__(self, game: s.Game) -> None:
        self.functions: list[n.Function] = []  # outside classes
        self.methods: dict[str, list[n.Function]] = {}  # by the class in the core
        self.attributes: dict[str, list[n.AttributeOf]] = {}
        self.flags: dict[tuple[s.Action, str | None, str], str] = {}  # attributes: an effect will not run
        self._made: dict[tuple[str, ...], str] = {}
        self._taken = {name for class_ in game.classes for name in class_.members()}
        self._taken |= {function.core for function in game.functions}

    # -- names

    def known(self, *key: str) -> str | None:
        """What was made for a key, if it was."""
        return self._made.get(key)

    def named(self, name: str, *key: str) -> str:
        """A name that nothing else has, for something that is made once."""
        self._made[key] = unique = self.fresh(name)
        return unique

    def fresh(self, name: str) -> str:
        """A name that nothing else has."""
        return tail_name(name, self._taken)

    def fresh_member(self, name: str) -> str:
        """The same for an attribute that a rule text spells with a dot: `Strike.allowed`."""
        head, tail = name.split(".")
        unique = self.fresh(f"{head}_{tail}")
        return f"{head}.{unique[len(head) + 1 :]}"

    # -- members

    def method(self, owner: s.Class, made: n.Function) -> None:
        self.methods.setdefault(owner.type.name, []).append(made)

    def attribute(self, owner: s.Class, made: n.AttributeOf) -> None:
        self.attributes.setdefault(owner.type.name, []).append(made)

    def add_function(self, span: Span, name: str, parameters: _Parameters, returns: Type, body: Statements) -> None:
        self.functions.append(_built(span, name, parameters, returns, body))

    def add_method(
        self, span: Span, owner: s.Class, name: str, parameters: _Parameters, returns: Type, body: Statements
    ) -> None:
        self.method(owner, _built(span, name, parameters, returns, body))

    def extend(self, class_: n.Class) -> n.Class:
        """A class with what was made for it."""
        methods, attributes = self.methods.get(class_.name, []), self.attributes.get(class_.name, [])
        if not methods and not attributes:
            return class_
        fields = {field: getattr(class_, field) for field in n.Class.__match_args__}
        fields["functions"] = (*class_.functions, *methods)
        fields["attributes"] = (*class_.attributes, *attributes)
        return n.Class(**fields)


def _built(span: Span, name: str, parameters: _Parameters, returns: Type, body: Statements) -> n.Function:
    made = tuple(n.Parameter(span, parameter, type_, None) for parameter, type_ in parameters)
    return n.Function(span, name, made, (), returns, n.Block(span, tuple(body)))
