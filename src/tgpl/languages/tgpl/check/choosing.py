"""How many an input chooses: `input 3 Card paid in hand;`.

In:  a `Body` and an input with a count. Out: its numbers checked, and what people mean by a word that is no name here.
"""

from __future__ import annotations

from tgpl.core.types import NUMBER, ClassType, Type
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check.body import Body
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.counts import NUMBER_WORDS
from tgpl.text.diagnostics import distance


def check_count(b: Body, node: t.Input) -> None:
    """`b` is a test: what says how many may look and not act."""
    count = node.count
    if count is None:
        return
    for number in dict.fromkeys(one for one in (count.least, count.most) if one is not None):
        before = len(b.problems)
        b.value(number, NUMBER, "How many are chosen")
        instead = _find_meant(number.name, count) if isinstance(number, t.Name) else None
        unknown = any(isinstance(problem, p.UnknownName) for problem in b.problems[before:])
        if instead is not None and unknown:  # `input three Card x`
            b.problems[before:] = [p.CountInOtherWords(b.span(number), instead)]


def _find_meant(word: str, count: t.Count) -> str | None:
    """What a word is meant for that is no name here: `three`, or a misspelt `up` before `to`."""
    if count.form == "to" and distance(word.lower(), "up", 2) < 2:
        return "up"
    return NUMBER_WORDS.get(word)


def tell_of_sets(b: Body, node: t.Input, element: Type, before: int) -> None:
    """`input 3 Card paid { return paid.cost > 2; }`: a block without a name judges all of them together."""
    if node.count is None or not isinstance(element, ClassType):
        return
    class_ = b.game.by_type.get(element)
    known = class_.latest().members() if class_ is not None else {}
    for i, problem in enumerate(b.problems[before:], before):
        if isinstance(problem, p.UnknownMember) and problem.name in known and problem.owner == f"List<{element}>":
            b.problems[i] = p.OneInSetFilter(problem.span, node.name, str(element), problem.name)
