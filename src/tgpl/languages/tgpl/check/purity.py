"""What functions and actions do through what they call, and the tests that therefore act.

Filters, requires and triggers are tests: they may not ask, pass, throw, fail or end the game, neither themselves
nor through what they call. Direct acts are reported where they are checked; here the indirect ones.
"""

from __future__ import annotations

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s

_Acting = s.Callable | s.Class  # any block, or what making something does


def report_acting_tests(game: s.Game) -> None:
    reach = Reach(game)
    for test, callee, span in game.test_calls:
        for what in reach.side_effects(callee):
            game.problems.append(p.TestActs(span, test, what, _name(callee)))
            break


class Reach:
    """The side effects of a callable, those of what it calls included."""

    def __init__(self, game: s.Game) -> None:
        self.overrides: dict[_Acting, list[s.Callee]] = {}
        for class_ in game.classes:
            members: list[s.Function | s.Action] = [*class_.functions.values(), *class_.actions.values()]
            for member in members:
                if member.original is not None:
                    self.overrides.setdefault(member.original, []).append(member)
        self.known: dict[_Acting, list[str]] = {}

    def side_effects(self, start: _Acting) -> list[str]:
        """What it can do, in the order in which it is found; a call may run any override."""
        if start in self.known:
            return self.known[start]
        found: dict[str, None] = {}
        seen, waiting = {start}, [start]
        while waiting:
            step = waiting.pop()
            body = step.initial if isinstance(step, s.Class) else step
            following: list[s.Callee] = []
            if body is not None:
                found.update(dict.fromkeys(effect.what for effect in body.side_effects))
                following += [callee for callee, _ in body.calls]
            if isinstance(step, s.Class) and step.base is not None:
                following.append(step.base)
            if isinstance(step, s.Class):
                following += step.groups.values()
            following += self.overrides.get(step, [])
            for callee in following:
                if callee not in seen:
                    seen.add(callee)
                    waiting.append(callee)
        self.known[start] = list(found)
        return self.known[start]


def _name(callee: s.Callee) -> str:
    return f"new {callee.name}()" if isinstance(callee, s.Class) else callee.name
