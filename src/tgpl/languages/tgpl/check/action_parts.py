"""Parts of actions: what belongs together by its name, combinations of names, phases.

In:  an action with named parts or phases. Out: every part checked; problems for names that lead nowhere. How the parts
work together is made plain in lower/action_parts.py.
"""

from __future__ import annotations

from tgpl.core.types import BOOL
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.body import Body
from tgpl.languages.tgpl.check.statements import check_block
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import closest
from tgpl.text.source import Span

Scope = t.Action | t.ActionPhase


def check_effects(body: Body, action: s.Action) -> None:
    """The effects of an action and of its phases, each with what it may cancel."""
    node = action.node
    if action.original is not None:
        _report_overridden(body, action)
    for scope in node.scopes:
        original = _check_original(scope, action)
        if original is None:
            continue
        places = _check_places(original)
        effects: list[tuple[str | None, int, t.Block]] = [(e.name, e.at, e.body) for e in scope.effects]
        if scope.effect is not None:
            effects.append((None, scope.effect.at, scope.effect))
        for name, _, effect in sorted(effects, key=lambda one: one[1]):
            body.effect, body.phase = name, scope.name if isinstance(scope, t.ActionPhase) else None
            here = places.get(name, 0)
            body.effects = {one: one != name and at < here for one, at in places.items() if one is not None}
            check_block(body, effect)
        body.effect, body.phase, body.effects = None, None, {}
        if action.original is None:
            _check_count(body, scope)
            _check_names(body, scope)


def _check_original(scope: Scope, action: s.Action) -> Scope | None:
    """What an action, or a phase of one, overrides; itself if it overrides nothing."""
    if isinstance(scope, t.Action):
        return action.root.node
    return next((phase for phase in action.root.node.phases if phase.name == scope.name), None)


def _check_places(scope: Scope) -> dict[str | None, int]:
    """Where each effect and phase stands, the global effect as None; effects of one name count where the first stands."""
    places: dict[str | None, int] = {}
    for effect in scope.effects:
        places.setdefault(effect.name, effect.at)
    if scope.effect is not None:
        places[None] = scope.effect.at
    if isinstance(scope, t.Action):
        places |= {phase.name: phase.at for phase in scope.phases}
    return places


def _check_count(body: Body, scope: Scope) -> None:
    most = len({effect.name for effect in scope.effects}) + (len(scope.phases) if isinstance(scope, t.Action) else 0)
    if scope.manner == "choice" and scope.count not in range(1, most + 1):
        span = Span(body.file, scope.name_at, scope.name_at + len(scope.name))
        body.report(p.WrongChoice(span, scope.count or 0.0, most))


def _check_names(body: Body, scope: Scope) -> None:
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
                used |= _check_combination(body, part.combined, word, known)
    effects = {effect.name for effect in scope.effects}
    for word, parts in sorts:
        for part in parts:
            if not part.name or part.name in effects | used:
                continue
            body.report(
                p.PartOfNothing(Span(body.file, part.at, part.end), word, part.name, closest(part.name, effects))
            )


def _check_combination(body: Body, node: t.Expr, word: str, known: list[str]) -> set[str]:
    """The names in a combination; all of them are bools."""
    node.type = BOOL
    if isinstance(node, t.Name):
        if node.name not in known:
            body.report(p.UnknownPart(body.span(node), word, node.name, closest(node.name, known)))
        return {node.name}
    if isinstance(node, t.Unary) and node.op == "!":
        return _check_combination(body, node.value, word, known)
    if isinstance(node, t.Binary) and node.op in ("&&", "||", "&", "|", "^"):
        return _check_combination(body, node.left, word, known) | _check_combination(body, node.right, word, known)
    body.report(p.UnknownPart(body.span(node), word, body.span(node).text, None))
    return set()


def _report_overridden(body: Body, action: s.Action) -> None:
    """Every effect and phase of an override has an original; what tests them stays as it is."""
    for scope in action.node.scopes:
        span = Span(body.file, scope.name_at, scope.name_at + len(scope.name))
        original = _check_original(scope, action)
        if original is None:
            phases = [phase.name for phase in action.root.node.phases]
            body.report(p.OverridesNothing(span, "phase", scope.name, closest(scope.name, phases)))
            continue
        known = {effect.name for effect in original.effects}
        for effect in scope.effects:
            if effect.name not in known:
                place = Span(body.file, effect.name_at, effect.name_at + len(effect.name))
                body.report(p.OverridesNothing(place, "effect", effect.name, closest(effect.name, known)))
        if scope.effect is not None and original.effect is None:
            place = Span(body.file, scope.effect.at, scope.effect.at + 1)
            near = f"effect for {min(known)}" if known else None
            body.report(p.OverridesNothing(place, "effect without a name", "effect { … }", near))
        parts = [("requires", scope.requires), ("triggers", scope.triggers), (scope.manner or "", scope.manner)]
        for part, there in parts:
            if there and (isinstance(scope, t.ActionPhase) or part == scope.manner):
                body.report(p.OverrideChanges(span, "phase" if isinstance(scope, t.ActionPhase) else "action", part))
