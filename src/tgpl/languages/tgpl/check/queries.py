"""Questions to lists: what they are put to, what they ask of each element, what they give.

In:  a `Body` and a `Query`. Out: its type. A question only looks: it may read the variables around it, and write none of them.

    check_query(body, node, None)      # where c in hand { c.red }  →  List<Card>
"""

from __future__ import annotations

from tgpl.core.operations import SideEffect, select_operations
from tgpl.core.types import (
    ANY,
    BOOL,
    BROKEN,
    NOTHING,
    NULL,
    NUMBER,
    PLAYER,
    TEXT,
    ClassType,
    Collection,
    Type,
    common_base,
    fits,
    list_of,
)
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.body import Body
from tgpl.languages.tgpl.check.zones import list_in_zone
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.queries import TESTS
from tgpl.languages.tgpl.syntax.walk import walk_returns
from tgpl.text.source import Span

_WHERE = "This question"
_CHANGING = select_operations(SideEffect.CHANGES)
_ACTING = _CHANGING | select_operations(SideEffect.ACTS)
_MADE_ANEW = select_operations(SideEffect.MAKES) | {"table.keys"}


def check_query(b: Body, node: t.Query, wanted: Type | None) -> Type:
    element = _check_values(b, node)
    inner = _open(b)
    node.variable = inner.declare(node.name, node.name_at, element, "element")
    if node.word in TESTS:
        _check_answers(inner, node, BOOL)
    elif node.word in ("sum", "best", "least"):
        _check_answers(inner, node, NUMBER)
    elif node.word == "each":
        return list_of(
            _check_each(inner, node, wanted.of if isinstance(wanted, Collection) and wanted.shape == "List" else None)
        )
    else:
        _check_keys(inner, node)
    return _result(node, element, wanted)


def _result(node: t.Query, element: Type, wanted: Type | None) -> Type:
    if node.word in ("any", "all"):
        return BOOL
    if node.word in ("count", "sum"):
        return NUMBER
    if node.word in ("first", "best", "least") or element is BROKEN:
        return element
    made = list_of(element)  # a list that others may put more into is of what it is wanted for
    return wanted if isinstance(wanted, Collection) and wanted.of is not ANY and fits(made, wanted) else made


def _check_values(b: Body, node: t.Query) -> Type:
    """What is asked, and the type of an element."""
    said = None if node.type_name is None else b.type_of(node.type_name)
    got = b.expression(node.values, None if said is None else list_of(said))
    got = list_in_zone(b, got) or got
    if not isinstance(got, Collection) or got.shape != "List":
        if got is not BROKEN:
            b.report(p.AsksNoList(b.span(node.values), node.word, node.name, b.show_type(got)))
        return said or BROKEN
    if said is not None:
        b.accepts(node.values, got.of, said, f"`{node.name}`")
        return said
    if got.of is ANY:
        b.report(p.AsksAnything(Span(b.file, node.name_at, node.name_at + len(node.name)), node.word, node.name))
        return BROKEN
    return got.of


def _open(b: Body) -> Body:
    """The body of a question: it sees what is around it."""
    inner = Body(b.check, b.game, b.scope, b.owner, b.callable, _WHERE)
    inner.event, inner.test = b.event, _WHERE
    inner.locals, inner.hidden = dict(b.locals), dict(b.hidden)
    inner.frozen = frozenset(b.locals.values())
    return inner


# ---- what comes of each element


def _check_answers(b: Body, node: t.Query, wanted: Type) -> None:
    """A question that gives a bool, or a number."""
    for key in node.keys:
        b.value(key, wanted, f"`{node.word}`")
    if node.body is not None:
        _check_body(b, node.body, wanted)
    node.gives = wanted


def _check_body(b: Body, body: t.Block, wanted: Type) -> None:
    b.result = wanted
    assert b.game.check_block is not None
    if b.game.check_block(b, body):
        name = "value" if wanted is BROKEN else b.show_type(wanted)
        b.report(p.MissingReturn(Span(b.file, body.end - 1, body.end), _WHERE, name))


def _check_each(b: Body, node: t.Query, wanted: Type | None) -> Type:
    """What comes of every element: what is wanted, or else what it gives."""
    if wanted is not None and wanted is not ANY and wanted is not BROKEN:
        for key in node.keys:
            b.value(key, wanted, "`each`")
        if node.body is not None:
            _check_body(b, node.body, wanted)
        node.gives = wanted
        return wanted
    node.gives = _find_type(b, node)
    return node.gives


def _find_type(b: Body, node: t.Query) -> Type:
    """The type of what a question gives, where only its answers say it."""
    if node.body is not None:
        _check_body(b, node.body, BROKEN)
        answers = [found.value for found in walk_returns(node.body) if found.value is not None]
    else:
        answers = list(node.keys[:1])
        for key in answers:
            if b.expression(key) is NOTHING:
                b.accepts(key, NOTHING, NUMBER, f"`{node.word}`")
                return BROKEN
    if node.body is None and not answers:  # said already
        return BROKEN
    types = list(dict.fromkeys(answer.type for answer in answers if answer.type not in (None, NULL)))
    if BROKEN in types:
        return BROKEN
    found = _join_types([type_ for type_ in types if type_ is not None])
    if found is None or found is NOTHING:
        words = ", ".join(f"`{b.show_type(type_)}`" for type_ in types if type_ is not None) or "only `null`"
        b.report(p.UnlikeAnswers(b.span(node.body or node.keys[0]), words))
        return BROKEN
    return found


def _join_types(types: list[Type]) -> Type | None:
    """One type for values of several."""
    if types and all(type_ in (NUMBER, PLAYER) for type_ in types):
        return PLAYER if types == [PLAYER] else NUMBER
    classes = [type_ for type_ in types if isinstance(type_, ClassType)]
    if types and len(classes) == len(types):
        return common_base(classes)
    return next((type_ for type_ in types if all(fits(other, type_) for other in types)), None)


def _check_keys(b: Body, node: t.Query) -> None:
    """What a list is sorted by: numbers and texts."""
    if node.body is not None:
        found = _find_type(b, node)
        node.gives = NUMBER if found is PLAYER else found
        _check_key(b, node.body, found)
    for key in node.keys:
        _check_key(b, key, b.expression(key))


def _check_key(b: Body, node: t.Node, got: Type) -> None:
    if got is NOTHING and not isinstance(node, t.Block):
        b.accepts(node, got, NUMBER, "`sort`")  # type: ignore[arg-type]
    elif got not in (NUMBER, TEXT, PLAYER, BROKEN):
        b.report(p.WrongKey(b.span(node), b.show_type(got)))


# ---- what a question may not do


def report_written(b: Body, node: t.Name, local: s.Local) -> None:
    """A variable that gets another value, where that may be out of reach."""
    if b.frozen is not None and local in b.frozen:
        b.report(p.QueryWritesOuter(b.span(node), node.name))


def report_changed(b: Body, target: t.Expr) -> None:
    """An assignment to something other than a variable."""
    if b.frozen is not None and not _is_own(b, target):
        b.report(p.QueryChanges(b.span(target), f"`{_short(b, target)} = …`"))


def report_change(b: Body, node: t.Call, operation: s.Operation) -> None:
    """A call of something predefined."""
    if b.frozen is None or operation.side_effect or operation.op not in _ACTING:
        return
    on = node.callee.value if isinstance(node.callee, t.Member) else None
    if on is None or not _is_own(b, on):
        b.report(p.QueryChanges(b.span(node), f"`{_short(b, node)}`"))


def report_done(b: Body, node: t.Node, what: str) -> bool:
    """Something else that is done to the game; whether a question does it."""
    if b.frozen is not None:
        b.report(p.QueryChanges(b.span(node), what))
    return b.frozen is not None


def _is_own(b: Body, node: t.Expr) -> bool:
    """A collection that a variable of the question itself holds."""
    while isinstance(node, t.Index):
        node = node.value
    if not isinstance(node, t.Name) or not isinstance(node.refers, s.Local):
        return False
    return b.frozen is not None and node.refers not in b.frozen and node.refers.kind == "variable"


def _short(b: Body, node: t.Node) -> str:
    text = " ".join(b.span(node).text.split())
    return text if len(text) < 40 else text[:37] + "…"


# ---- questions as members, and lists that are made anew


def report_asked(b: Body, node: t.Member, on: Collection) -> bool:
    """`hand.any(…)`, as other languages have it; False if it is something else."""
    word = p.word_for(node.name) if on.shape == "List" else None
    if word is not None:
        b.report(p.AskedInWords(Span(b.file, node.name_at, node.end), node.name, word, _short(b, node.value)))
    return word is not None


def report_made_anew(b: Body, source: t.Expr, change: str, operation: s.Operation | None) -> None:
    """`tile.pieces.clear()`: a change of a list that nobody else has."""
    if operation is not None and (operation.returns is not NOTHING or operation.op not in _CHANGING):
        return
    refers = source.refers if isinstance(source, (t.Name, t.Member, t.Call)) else None
    if isinstance(refers, s.Operation) and refers.op in _MADE_ANEW:
        called = change if operation is None else f"{change}(…)" if operation.parameters else f"{change}()"
        instead = _INSTEAD.get((refers.op, change), _INSTEAD.get((refers.op, ""), _KEEP))
        b.report(p.ListMadeAnew(b.span(source), _short(b, source), called, instead))


_KEEP = "keep it in a variable first"
_INSTEAD = {
    ("tile.pieces", "add"): "write `piece.move_to(tile);`",
    ("tile.pieces", "append"): "write `piece.move_to(tile);` for each of them",
    ("tile.pieces", "remove"): "write `piece.move_to(null);`, or `piece.discard();`",
    ("tile.pieces", "clear"): "write `for (interactable piece in tile.pieces) { piece.move_to(null); }`",
    (
        "tile.pieces",
        "",
    ): "pieces come and go with `piece.move_to(tile)`; for a list of your own keep it in a variable first",
    ("group.tiles", "add"): "write `group.add(tile);`",
    ("own.players", "add"): "write `assign(player)`",
    ("own.players", "remove"): "write `unassign(player)`",
}
