"""What translated rules can do with a rulesheet, as `game.logic`: a position is a text, a role and a move are numbers.

facts = game.logic.begin()
facts = game.logic.next(facts, moves)       # the numbers of the moves, one for each role
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.runtime.collections import List
from tgpl.runtime.errors import RuleError
from tgpl.text.mangling import ATTRIBUTE, CLASS, mangle
from tgpl.text.terms import CHANCE, Term, spell_infix

if TYPE_CHECKING:
    from tgpl.runtime.match import Match

POSITION, FACTS = mangle(CLASS, "Position"), mangle(ATTRIBUTE, "facts")  # the object that holds them


class RulesheetApi:
    def __init__(self, match: Match) -> None:
        self._match = match

    def begin(self) -> str:
        self._match.step()
        return self._match.rules.reasoner.begin()

    def over(self, facts: str) -> bool:
        self._match.step()
        return self._match.rules.reasoner.over(facts)

    def moves(self, facts: str, role: float) -> float:
        self._match.step()
        return float(len(self._moves(facts, int(role))))

    def asks(self, facts: str, role: float) -> bool:
        """Whether there is something to choose: a lone word without arguments is made by itself."""
        self._match.step()
        moves = self._moves(facts, int(role))
        return len(moves) > 1 or isinstance(moves[0], tuple)

    def labels(self, facts: str, role: float) -> List:
        return List(self._match, str, *map(spell_infix, self._moves(facts, int(role))))

    def label(self, facts: str, role: float, move: float) -> str:
        self._match.step()
        return spell_infix(self._moves(facts, int(role))[int(move)])

    def goal(self, facts: str, role: float) -> float:
        self._match.step()
        return float(self._match.rules.reasoner.goal(facts, int(role)))

    def next(self, facts: str, moves: List) -> str:
        self._match.step()
        return self._match.rules.reasoner.next(facts, _numbers(moves))

    def seen(self, facts: str, moves: List, role: float) -> str:
        self._match.step()
        seen = self._match.rules.reasoner.seen(facts, _numbers(moves), int(role))
        return " ".join(map(spell_infix, seen))

    def check(self) -> None:
        """Raises ValueError where no match could have come to the position."""
        self._match.rules.reasoner.check(self._facts())

    def goals(self) -> list[int]:
        """What every role has reached in the position of the match."""
        text, rules = self._facts(), self._match.rules
        return [rules.reasoner.goal(text, role) for role in range(len(rules.seats))]

    def _facts(self) -> str:
        return str(getattr(getattr(self._match, POSITION), FACTS))

    def _moves(self, facts: str, role: int) -> tuple[Term, ...]:
        found = self._match.rules.reasoner.moves(facts, role)
        if found:
            return found
        logic = self._match.rules.logic
        assert logic is not None
        name = logic.roles[role] if role < len(logic.roles) else CHANCE
        raise RuleError("R718", f"The game is not over, but `{name}` has no legal move.")


def _numbers(moves: List) -> tuple[int, ...]:
    return tuple(int(move) for move in moves.items)
