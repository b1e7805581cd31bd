"""Members and types by the words of the edition between TGDL and TGPL: `field.placeables`, `hand.assign_to(p)`, `boardcell[] line`.

In:  a name that is nothing else, and the kind of what it is asked of. Out: the word of today, or None. What a game itself calls so goes before.
"""

from __future__ import annotations

from tgpl.languages.tgdl.syntax.older_words import is_board_cell
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.body import Body
from tgpl.languages.tgpl.check.builtins import kind_operation
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import Span

# What kinds of classes had → what they have.
_TODAY = {
    "tile": {"placeables": "pieces", "adj": "connections"},
    "interactable": {"assign_to": "assign", "transfer_to": "assign"},
    "class": {"assign_to": "assign", "transfer_to": "assign"},
}


def find_older_member(b: Body, class_: s.Class, node: t.Member) -> s.Operation | None:
    """What a member that a class has not is today: told, and the node knows it."""
    today = "tile" if class_.kind == "interactable" and is_board_cell(node.name) else None
    today = today or _TODAY.get(class_.kind, {}).get(node.name)
    found = None if today is None else kind_operation(class_, today)
    if found is None or today is None:
        return None
    span = Span(b.file, node.name_at, node.end)
    b.report(p.OlderWord(span, today) if b.scope.edition == "tgdl" else p.OtherEdition(span, today, "tgpl"))
    node.today = today
    return found
