"""What only the parser knows about the words of a text: which parentheses call, which braces hold values, which signs are signs of numbers.

In:  a tree fresh from the parser, and its problems. Out: `Marks`, by offsets.
"""

from __future__ import annotations

from bisect import bisect_left

from tgpl.languages.tgpl.format.words import Word
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.walk import walk_tree
from tgpl.text.diagnostics import Problem, errors


class Marks:
    def __init__(self) -> None:
        self.calls: set[int] = set()  # `(` that belong to the word before them
        self.signs: set[int] = set()  # `-` and `!` that belong to the word behind them
        self.values: set[int] = set()  # `{` that hold values
        self.pairs: set[int] = (
            set()
        )  # where braces with one or two values begin and end that lie in braces: `{ {"a", 1}, {"b", 2} }`
        self.coordinates: set[int] = set()  # `,` of places: `(0,2)`
        self.questions: set[int] = set()  # `{` that hold statements in the middle of an expression
        self.rows: set[int] = set()  # where the lines of grids begin
        self.broken: list[tuple[int, int]] = []  # what could not be read

    def add(self, other: Marks) -> None:
        self.calls |= other.calls
        self.signs |= other.signs
        self.values |= other.values
        self.pairs |= other.pairs
        self.coordinates |= other.coordinates
        self.questions |= other.questions
        self.rows |= other.rows
        self.broken += other.broken


def find_marks(tree: t.File, problems: list[Problem], words: list[Word]) -> Marks:
    marks = Marks()
    starts = [word.start for word in words]
    for node in walk_tree(tree):
        match node:
            case t.Call():
                _mark_call(node, words, starts, marks)
            case t.New():
                _mark_new(node, words, starts, marks)
            case t.Place() if node.name is None:
                _mark_place(node, words, bisect_left(starts, node.at), marks)
            case t.GridRow():
                marks.rows.add(node.at)
            case t.Unary() | t.Binary() if words[bisect_left(starts, node.at)].text in ("-", "!", "+"):
                marks.signs.add(node.at)
            case t.Braces():
                marks.values.add(node.at)
                _mark_pairs(node, marks)
            case t.Query() if node.body is not None:
                marks.questions.add(node.body.at)
            case t.Query():
                marks.values.add(_next_brace(words, bisect_left(starts, node.values.end)))
            case t.Players():
                marks.values.update(word.start for word in _teams(node, words, starts))
    marks.broken = [(problem.span.start, problem.span.end) for problem in errors(problems)]
    return marks


def _next_brace(words: list[Word], at: int) -> int:
    while at < len(words) - 1 and words[at].text != "{":
        at += 1
    return words[at].start


def _mark_call(node: t.Call, words: list[Word], starts: list[int], marks: Marks) -> None:
    at = bisect_left(starts, node.callee.end)
    # `move x to (y);` is a call that nobody wrote.
    if words[at].text == "(" and (words[at - 1].text != "to" or getattr(node.callee, "name", "") == "to"):
        marks.calls.add(words[at].start)


def _mark_new(node: t.New, words: list[Word], starts: list[int], marks: Marks) -> None:
    at = bisect_left(starts, node.made.end)
    if words[at].text == "(":
        marks.calls.add(words[at].start)
        at += 2
    if at < len(words) and words[at].text == "{" and words[at].start < node.end:
        marks.values.add(words[at].start)


def _mark_pairs(node: t.Braces, marks: Marks) -> None:
    if node.at not in marks.pairs:  # those around are found first
        for item in node.items:
            if isinstance(item, t.Braces) and len(item.items) <= 2:
                marks.pairs |= {item.at, item.end}


def _mark_place(node: t.Place, words: list[Word], at: int, marks: Marks) -> None:
    if node.group is not None:
        at += 1
        marks.calls.add(words[at].start)
    marks.coordinates.add(words[at + 2].start)


def _teams(node: t.Players, words: list[Word], starts: list[int]) -> list[Word]:
    start, end = node.teams_at
    return [word for word in words[bisect_left(starts, start) : bisect_left(starts, end)] if word.text == "{"]
