"""Classes as values, to the core: what is asked of a kind, and what is made of one, becomes a function with a branch for each class.

In:  a class and what is wanted of its kinds. Out: the name of a function of the core, made once.

    make_maker(lowering, span, card, ("cost",))     # makes a Card or what derives from it: f(kind, cost)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NULL, NUMBER, TEXT, Type, kind_of, list_of
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.folding import Formula, Named, Value
from tgpl.languages.tgpl.check.kinds import begins_with, derived_classes, list_kinds
from tgpl.languages.tgpl.check.own_names import find_own_name
from tgpl.languages.tgpl.lower.conversion import convert
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import SourceFile, Span

if TYPE_CHECKING:
    from tgpl.languages.tgpl.lower.expressions import Lowering

Lower = Callable[[t.Expr, SourceFile], n.Expr]  # an expression that stands in a file


def lower_value(span: Span, value: Value, lower: Lower, file: SourceFile) -> n.Expr:
    """What was worked out before the game, as an expression."""
    if isinstance(value, Named):
        return n.Symbol(span, value.type, value.name)
    if isinstance(value, Formula):
        return lower(value.node, file if value.constant is None else value.constant.file)
    type_: Type = NULL
    if value is not None:
        type_ = BOOL if isinstance(value, bool) else TEXT if isinstance(value, str) else NUMBER
    return n.Literal(span, type_, value)


def list_symbols(game: s.Game, span: Span, class_: s.Class) -> n.Expr:
    """`Card.kinds`."""
    type_ = kind_of(class_.type)
    kinds = [n.Symbol(span, kind_of(one.type), one.type.name) for one in list_kinds(game, class_)]
    return n.MakeCollection(span, list_of(type_), tuple(kinds))


def make_maker(lowering: Lowering, span: Span, class_: s.Class, fills: tuple[tuple[str, Type], ...]) -> str:
    """A function that makes an object of a kind, and fills attributes with what it is given."""
    synthetic, key = lowering.synthetic, ("make", class_.type.name, *(name for name, _ in fills))
    name = synthetic.find(*key)
    if name is not None:
        return name
    name = synthetic.name_once(f"make_{class_.name}", *key)
    given = tuple((attribute, n.Local(span, type_, f"{attribute} given")) for attribute, type_ in fills)
    makeable = [one for one in derived_classes(lowering.game, class_) if one.visibility != "global"]
    found = [(one, n.Make(span, one.type, one.type.name, given, ())) for one in makeable]
    parameters = tuple((local.name, local.type) for _, local in given)
    _add_chooser(lowering, span, name, class_, parameters, class_.type, list(found))
    return name


def make_asker(
    lowering: Lowering, span: Span, class_: s.Class, attribute: str, type_: Type, lower: Lower, file: SourceFile
) -> str:
    """A function that says what an attribute of a kind's objects begins with."""
    synthetic, key = lowering.synthetic, ("ask", class_.type.name, attribute)
    name = synthetic.find(*key)
    if name is None:
        name = synthetic.name_once(f"{attribute}_of_{class_.name}", *key)
        found = [
            (one, lower_value(span, begins_with(one, attribute), lower, one.file or file))
            for one in derived_classes(lowering.game, class_)
        ]
        _add_chooser(lowering, span, name, class_, (), type_, found)
    return name


def make_namer(lowering: Lowering, span: Span, class_: s.Class) -> str:
    """A function that says what players call a kind."""
    synthetic, key = lowering.synthetic, ("name", class_.type.name)
    name = synthetic.find(*key)
    if name is None:
        name = synthetic.name_once(f"name_of_{class_.name}", *key)
        found: list[tuple[s.Class, n.Expr]] = [
            (one, n.Literal(span, TEXT, shown_name(one))) for one in derived_classes(lowering.game, class_)
        ]
        _add_chooser(lowering, span, name, class_, (), TEXT, found)
    return name


def shown_name(class_: s.Class) -> str:
    """The name that a class says its objects are shown by, if that is the same for all; else its own. As the runtime has it
    (`ClassSymbol.label`)."""
    for step in class_.lineage():
        if step is not class_ and step.newer is None:
            break
        for hint in step.node.display if isinstance(step.node, t.Class) else ():
            if hint.word == "name" and len(hint.texts) == 1 and "{" not in hint.texts[0][0]:
                return hint.texts[0][0]
    return find_own_name(class_)


def _add_chooser(
    lowering: Lowering,
    span: Span,
    name: str,
    class_: s.Class,
    parameters: tuple[tuple[str, Type], ...],
    returns: Type,
    found: list[tuple[s.Class, n.Expr]],
) -> None:
    """A function that gives something else for each kind; those for which it is the same share a branch, the largest being the last."""
    kind = n.Local(span, kind_of(class_.type), "kind")
    groups: dict[object, tuple[list[n.Expr], n.Expr]] = {}
    for one, value in found:
        test = n.Equal(span, BOOL, kind, n.Symbol(span, kind_of(one.type), one.type.name), False)
        same: object = one
        if isinstance(value, (n.Literal, n.Symbol)):
            same = (value.type, value.value if isinstance(value, n.Literal) else value.name)
        groups.setdefault(same, ([], value))[0].append(test)
    *ordered, last = sorted(groups.values(), key=lambda group: len(group[0]))
    body: list[n.Statement] = [
        n.If(span, ((any_of(span, tests), _returning(span, convert(value, returns))),), None)
        for tests, value in ordered
    ]
    body.append(n.Return(span, convert(last[1], returns)))
    lowering.synthetic.add_function(span, name, (("kind", kind.type), *parameters), returns, body)


def _returning(span: Span, value: n.Expr) -> n.Block:
    return n.Block(span, (n.Return(span, value),))


def any_of(span: Span, tests: list[n.Expr]) -> n.Expr:
    """Whether one of several tests holds; halved again and again, so that however many there are it is not deep."""
    if len(tests) == 1:
        return tests[0]
    half = len(tests) // 2
    return n.Logic(span, BOOL, "||", any_of(span, tests[:half]), any_of(span, tests[half:]))
