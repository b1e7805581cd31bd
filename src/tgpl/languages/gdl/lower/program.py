"""A checked rulesheet to the core: a small game around it, whose positions are texts, and the rules themselves as data.

In:  `Checked`, without errors. Out: a core `Program`. What is played around a sheet is a rule text in TGPL (`write_shell`); its
functions `logic_…` become operations of the core, and everything in it gets the place of the sheet.

    program = lower(checked)
"""

from __future__ import annotations

from typing import Any

from tgpl.core import nodes as n
from tgpl.core.types import TEXT, list_of
from tgpl.languages.gdl.check.symbols import Checked
from tgpl.languages.gdl.lower.game_text import write_shell
from tgpl.languages.gdl.lower.turn_taking import takes_turns
from tgpl.languages.tgpl.check.game import check
from tgpl.languages.tgpl.load import load
from tgpl.languages.tgpl.lower.program import lower as lower_tgpl
from tgpl.text.files import Texts
from tgpl.text.source import Span

_PREFIX = "logic_"


def lower(checked: Checked) -> n.Program:
    logic = checked.logic
    secret = logic.sees  # without it everybody sees everything, and so knows what holds
    text = write_shell(len(logic.roles), logic.random, secret, len(logic.roles) > 1 and not takes_turns(logic))
    files, problems = load(Texts("shell.tgpl", {"shell.tgpl": text}))
    game, _ = check(files)
    assert game is not None and not problems
    made: n.Program = _ShellRewriter(Span(checked.sheet.file, 0, 0)).of(lower_tgpl(game))
    functions = tuple(one for one in made.functions if not one.name.startswith(_PREFIX))
    return n.Program(
        made.span,
        checked.name,
        made.players,
        made.classes,
        functions,
        made.turns,
        made.setups,
        made.connections,
        logic=logic,
    )


class _ShellRewriter:
    """A program written anew: calls of the logic as operations, moves under their names, all at one place."""

    def __init__(self, place: Span) -> None:
        self.place = place

    def of(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(self.of, value))
        if isinstance(value, Span):
            return self.place
        if not isinstance(value, n.Node):
            return value
        if isinstance(value, n.Call) and value.function.startswith(_PREFIX):
            arguments = tuple(self.of(argument) for _, argument in value.arguments)
            return n.Operate(self.place, value.type, f"logic.{value.function.removeprefix(_PREFIX)}", arguments)
        made = value.__class__(*(self.of(getattr(value, field)) for field in value.__match_args__))
        return self._named(made) if isinstance(made, n.Input) else made

    def _named(self, one: n.Input) -> n.Input:
        """A move is asked for by its number, and shown under its name."""
        assert isinstance(one.high, n.Arithmetic) and isinstance(one.high.left, n.Operate)
        names = n.Operate(self.place, list_of(TEXT), "logic.labels", one.high.left.arguments)
        given = {field: getattr(one, field) for field in one.__match_args__}
        return n.Input(**{**given, "labels": names})
