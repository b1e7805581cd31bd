"""Actions of a phase: `action Attack during Fight` has one more require, and tells players when it can be used.

In:  an action of the core and the phases that its text names. Out: the same action with that require before all others.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, TEXT
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.phase_names import phase_names
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import Span


def add_during(game: s.Game, action: s.Action, made: n.Action) -> n.Action:
    root = action.root
    if not root.node.during:
        return made
    span = Span(root.file, root.node.during[0].at, root.node.during[-1].end)
    condition: n.Expr | None = None
    for one in root.node.during:
        test = _test_phase(game, Span(root.file, one.at, one.end), one)
        condition = test if condition is None else n.Logic(span, BOOL, "||", condition, test)
    fields = {field: getattr(made, field) for field in n.Action.__match_args__}
    fields["requires"] = (n.Block(span, (n.Return(span, condition),)), *made.requires)
    fields["during"] = ", ".join(one.name if one.turn is None else f"{one.turn}.{one.name}" for one in root.node.during)
    return n.Action(**fields)


def _test_phase(game: s.Game, span: Span, node: t.During) -> n.Expr:
    if node.turn is not None:
        both = _is_active(span, "turn.active", node.turn), _is_active(span, "turn.phase", node.name)
        return n.Logic(span, BOOL, "&&", *both)
    return _is_active(span, "turn.phase" if node.name in phase_names(game) else "turn.active", node.name)


def _is_active(span: Span, what: str, name: str) -> n.Expr:
    return n.Equal(span, BOOL, n.Operate(span, TEXT, what, ()), n.Literal(span, TEXT, name), False)
