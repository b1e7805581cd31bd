"""Names in play styles, held against the rules: a style that means nothing in them is told, not played.

wishes = check_styles(program, ["likes Settler.gold", "never Attack"])      # ("Settler.gold",)
"""

from __future__ import annotations

from collections.abc import Iterable

from tgpl.agents.agent_names import UnknownAgent
from tgpl.agents.styles import parse_style
from tgpl.core import nodes as n
from tgpl.core.score import find_wish
from tgpl.core.types import EnumType
from tgpl.core.walk import walk
from tgpl.text.diagnostics import closest


def check_styles(program: n.Program, styles: Iterable[str]) -> tuple[str, ...]:
    """The attributes that they like, each once. Raises ValueError where a name is none of the rules."""
    styles, known = [*styles], _list_names(program)
    for word in styles:
        style = parse_style(word)
        if style.base.seconds is not None:
            raise UnknownAgent(
                f"'{word}' thinks for seconds, and comes to another result each time: say how many games"
            )
        for name in (*style.always, *style.never):
            if name not in known:
                near = closest(name, known)
                meant = f"Did you mean {near}?" if near else f"Actions are: {', '.join(_list_actions(program))}."
                raise UnknownAgent(f"In '{word}', '{name}' is no action, class or value of these rules. {meant}")
    likes = tuple(dict.fromkeys(like for word in styles for like in parse_style(word).likes))
    for like in likes:
        find_wish(program, like)
    return likes


def _list_actions(program: n.Program) -> list[str]:
    return [f"{class_.shown}.{action.name}" for class_ in program.classes for action in class_.actions]


def _list_names(program: n.Program) -> set[str]:
    actions = _list_actions(program)
    symbols = {value for node in walk(program) if isinstance(node, n.Symbol) and isinstance(node.type, EnumType)
               for value in node.type.values}  # fmt: skip
    return {*actions, *(action.rpartition(".")[2] for action in actions), *(c.shown for c in program.classes)} | symbols
