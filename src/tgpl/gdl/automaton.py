"""A rulesheet as the table of all its positions: for sheets with `knows`, whose worlds have to be listed in any case.

In:  a rulesheet. Out: a C text with the functions `think_*`, or None where there are too many positions, or one that cannot be
worked out. What holds in them the reference evaluator says; behind the tables stands `automaton.c`, which is the same for all.

    text = automaton_text(logic)
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

from tgpl.gdl.c_evaluator import add_questions, array
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.runtime.errors import RuleError
from tgpl.text.terms import Logic, Term, spell_infix

MOST_POSITIONS = 20_000
MOST_STEPS = 60_000  # joint moves of all of them: each has to be worked out


def automaton_text(logic: Logic) -> str | None:
    table = _Table(logic)
    try:
        return add_questions(logic, table.text()) if table.fill() else None
    except RuleError:
        return None


class _Table:
    """Positions are numbered as they are met; what is said of each follows what was said of those before it."""

    def __init__(self, logic: Logic) -> None:
        self.reasoner = Reasoner(logic, MOST_POSITIONS)
        self.roles = len(logic.roles) + logic.random
        self.positions: list[str] = []
        self.numbers: dict[str, int] = {}
        self.words: dict[str, int] = {}  # labels and percepts, with their numbers
        self.over: list[int] = []
        self.goals: list[int] = []  # of every role
        self.moves: list[int] = [0]  # where the labels of each position and role begin
        self.labels: list[int] = []
        self.steps: list[int] = []  # where the joint moves of each position begin
        self.successors: list[int] = []
        self.seen: list[int] = []  # by every role

    def fill(self) -> bool:
        """Whether there are few enough."""
        self.number(self.reasoner.begin())
        for position in self.positions:  # which grow meanwhile
            self.add_position(position)
            if len(self.positions) > MOST_POSITIONS or len(self.successors) > MOST_STEPS:
                return False
        return True

    def number(self, position: str) -> int:
        if position not in self.numbers:
            self.numbers[position] = len(self.positions)
            self.positions.append(position)
        return self.numbers[position]

    def word(self, terms: tuple[Term, ...]) -> int:
        return self.words.setdefault(" ".join(map(spell_infix, terms)), len(self.words))

    def add_position(self, position: str) -> None:
        reasoner = self.reasoner
        is_over = reasoner.over(position)
        self.over.append(int(is_over))
        self.goals += [reasoner.goal(position, role) for role in range(self.roles)]
        moves = [reasoner.moves(position, role) for role in range(self.roles)]
        for own in moves:
            self.labels += [2 * self.word((move,)) + isinstance(move, tuple) for move in own]
            self.moves.append(len(self.labels))
        self.steps.append(len(self.successors))
        if not is_over:
            for joint in product(*(range(len(own)) for own in moves)):
                self.successors.append(self.number(reasoner.next(position, joint)))
                self.seen += [self.word(reasoner.seen(position, joint, role)) for role in range(self.roles)]

    # -- in C

    def text(self) -> str:
        bytes_ = [word.encode() for word in self.words]
        ends = [0]
        for word in bytes_:
            ends.append(ends[-1] + len(word))
        lines = [f"enum {{ POSITIONS = {len(self.over)}, LONGEST_WORD = {max(map(len, bytes_), default=0)} }};"]
        lines += [
            array("u8", "OVER", self.over),
            array("i32", "GOAL", self.goals),
            array("u32", "MOVES_FROM", self.moves),
        ]
        lines += [array("u32", "LABEL", self.labels), array("u32", "STEPS_FROM", self.steps)]
        lines += [array("u32", "SUCCESSOR", self.successors), array("u32", "SEEN", self.seen)]
        lines += [array("u32", "WORD_FROM", ends), array("u8", "LETTERS", list(b"".join(bytes_)))]
        return "\n".join([*lines, "", (Path(__file__).parent / "automaton.c").read_text(encoding="utf-8")])
