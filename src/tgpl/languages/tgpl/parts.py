"""Parts of actions: what belongs together by its name, combinations of names, phases.

In:  an action with named parts or phases. Out: every part checked; problems for names that lead nowhere. How the parts
work together is made plain in lower_parts.py.
"""

from __future__ import annotations

from tgpl.core.types import BOOL
from tgpl.diagnostics import closest
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl import symbols as s
from tgpl.languages.tgpl import tree as t
from tgpl.languages.tgpl.body import Body
from tgpl.languages.tgpl.statements import block
from tgpl.source import Span

Scope = t.Action | t.ActionPhase


def check_effects(body: Body, action: s.Action) -> None:
    """The effects of an action and of its phases, each with what it may cancel."""
    node = action.node
    for scope in node.scopes:
        names = {effect.name: effect.at for effect in scope.effects}
        if isinstance(scope, t.Action):
            names |= {phase.name: phase.at for phase in scope.phases}
        effects: list[tuple[str | None, int, t.Block]] = [(e.name, e.at, e.body) for e in scope.effects]
        if scope.effect is not None:
            effects.append((None, scope.effect.at, scope.effect))
        for name, at, effect in sorted(effects, key=lambda one: one[1]):
            body.effect = name
            body.effects = {other: other != name and place < at for other, place in names.items()}
            block(body, effect)
        body.effect, body.effects = None, {}
        _count(body, scope)
    if action.original is None:
        for scope in node.scopes:
            _names(body, scope)
    else:
        _overridden(body, action)


def _count(body: Body, scope: Scope) -> None:
    most = len({effect.name for effect in scope.effects}) + (len(scope.phases) if isinstance(scope, t.Action) else 0)
    if scope.way == "choice" and scope.count not in range(1, most + 1):
        span = Span(body.file, scope.name_at, scope.name_at + len(scope.name))
        body.report(p.WrongChoice(span, scope.count or 0.0, most))


def _names(body: Body, scope: Scope) -> None:
    """Combinations name parts that are there; a part with a name has something to belong to."""
    used: set[str] = set()
    sorts: list[tuple[str, list[t.Require | t.Trigger]]] = [
        ("require", [*scope.requires]),
        ("trigger", [*scope.triggers]),
    ]
    for word, parts in sorts:
        known = [part.name for part in parts if part.name]
        for part in parts:
            if part.combined is not None:
                used |= _combination(body, part.combined, word, known)
    effects = {effect.name for effect in scope.effects}
    for word, parts in sorts:
        for part in parts:
            if not part.name or part.name in effects | used:
                continue
            body.report(
                p.PartOfNothing(Span(body.file, part.at, part.end), word, part.name, closest(part.name, effects))
            )


def _combination(body: Body, node: t.Expr, word: str, known: list[str]) -> set[str]:
    """The names in a combination; all of them are bools."""
    node.type = BOOL
    if isinstance(node, t.Name):
        if node.name not in known:
            body.report(p.UnknownPart(body.span(node), word, node.name, closest(node.name, known)))
        return {node.name}
    if isinstance(node, t.Unary) and node.op == "!":
        return _combination(body, node.value, word, known)
    if isinstance(node, t.Binary) and node.op in ("&&", "||", "&", "|", "^"):
        return _combination(body, node.left, word, known) | _combination(body, node.right, word, known)
    body.report(p.UnknownPart(body.span(node), word, body.span(node).text, None))
    return set()


def _overridden(body: Body, action: s.Action) -> None:
    root = action
    while root.original is not None:
        root = root.original
    known = {effect.name for effect in root.node.effects}
    for effect in action.node.effects:
        if effect.name not in known:
            span = Span(body.file, effect.name_at, effect.name_at + len(effect.name))
            body.report(p.OverridesNothing(span, "effect", effect.name, closest(effect.name, known)))
    if action.node.phases:
        span = Span(body.file, action.node.name_at, action.node.name_at + len(action.name))
        body.report(p.OverrideChanges(span, "action", "phases"))
