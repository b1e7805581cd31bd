"""`to_string()`, which every value has in the edition between TGDL and TGPL, and which a class can override.

In:  trees, before they are checked; calls and texts, while they are. Out: `x.to_string()` is a call where the class of x has such a function, else
the text `$"{x}"`; and `$"{x}"` calls it. So that what heirs override can be called by way of their base, the uppermost class of a family with one
gets one too, which gives what a text says of the object anyway.
"""

from __future__ import annotations

from tgpl.core.types import ANY, BROKEN, NOTHING, TEXT, ClassType, Type, derives
from tgpl.languages.tgdl.desugar.families import find_bases
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.body import Body
from tgpl.languages.tgpl.syntax import tree as t

NAME = "to_string"


def complete_families(files: list[t.File]) -> None:
    """Before checking: what is overridden stands in the uppermost class of TGDL, whether somebody wrote it there or not."""
    classes = {class_.name: class_ for file in files if file.edition == "tgdl" for class_ in file.classes}
    for class_ in classes.values():
        own = _own_function(class_)
        if own is None or own.inputs or not own.override:
            continue
        root = [class_, *find_bases(class_, classes)][-1]
        if root is class_ and class_.base is None:
            own.override = False  # what it overrides is what everything has
            own.returns, own.says_returns, own.inferred = t.TypeName(own.at, own.at, "string"), True, False
        elif _own_function(root) is None:
            root.functions += (_make_plain(root),)


def _own_function(class_: t.Class) -> t.Function | None:
    return next((function for function in class_.functions if function.name == NAME), None)


def _make_plain(class_: t.Class) -> t.Function:
    at = class_.end - 1
    text = t.Binary(
        at, at, "+", t.Literal(at, at, ""), t.Name(at, at, "this")
    )  # a template would call this function again
    body = t.Block(at, at, (t.Return(at, at, text),))
    return t.Function(at, at, NAME, at, False, (), t.TypeName(at, at, "string"), True, body)


def expand_call(b: Body, node: t.Call, on: Type) -> bool:
    """Whether this is `x.to_string()` of an x that has no such function: then it is the text that says what x is."""
    callee = node.callee
    if not isinstance(callee, t.Member) or callee.name != NAME or node.arguments or on in (BROKEN, NOTHING):
        return False
    if isinstance(on, ClassType) and NAME in b.class_of(on).members():
        return False
    node.meant = t.Template(node.at, node.end, (callee.value,), TEXT)
    if b.scope.edition == "tgdl":
        _report_heirs(b, callee.value, on)
    else:
        inner = b.span(callee.value).text
        plain = not any(sign in inner for sign in '"{}\n')
        b.report(p.OtherEdition(b.span(node), f'$"{{{inner if plain else "…"}}}"', "tgpl", plain))
    return True


def expand_own_call(b: Body, node: t.Call) -> bool:
    """Whether this is `to_string()` in a class that has no such function."""
    callee = node.callee
    if b.scope.edition != "tgdl" or b.owner is None or node.arguments or getattr(callee, "name", "") != NAME:
        return False
    this = t.Name(callee.at, callee.end, "this", b.owner.type, "this")
    _report_heirs(b, this, b.owner.type)
    node.meant = t.Template(node.at, node.end, (this,), TEXT)
    return True


def call_in_text(b: Body, node: t.Expr, type_: Type) -> t.Expr:
    """What stands in the braces of a text: an object is asked what it is called."""
    if b.scope.edition != "tgdl" or not (isinstance(type_, ClassType) or type_ is ANY):
        return node
    function = _find_function(b, type_)
    if function is None:
        _report_heirs(b, node, type_)
        return node
    callee = t.Member(node.at, node.end, node, NAME, node.at)
    made = t.Call(node.at, node.end, callee, (), function.returns, function)
    b.call(function, b.span(node))
    return made


def _find_function(b: Body, type_: Type) -> s.Function | None:
    found = b.class_of(type_).members().get(NAME) if isinstance(type_, ClassType) else None
    if not isinstance(found, s.Function) or found.parameters:
        return None
    if found.inferring and b.game.infer is not None:
        b.game.infer(found)
    return found if found.returns is TEXT else None


def _report_heirs(b: Body, node: t.Expr, type_: Type) -> None:
    """Where the class of an object is not known well enough, its own `to_string` would not be asked."""
    if isinstance(type_, ClassType) or type_ is ANY:
        if b.game.say_themselves is None:
            b.game.say_themselves = [c for c in b.game.classes if c.newer is None and _find_function(b, c.type)]
        heirs = tuple(c.name for c in b.game.say_themselves if _may_be(c, type_))
        if heirs:
            b.report(p.TextOfDerived(b.span(node), b.show_type(type_), heirs))


def _may_be(class_: s.Class, type_: Type) -> bool:
    return not isinstance(type_, ClassType) or derives(class_.type, type_)
