"""Between which words no blank stands.

In:  the words of a text and what the parser knows of them. Out: for each word, whether it touches the one before it.
"""

from __future__ import annotations

from tgpl.languages.tgpl.format.marks import Marks
from tgpl.languages.tgpl.format.words import Word

_NEVER_BEFORE = frozenset((";", ",", ")", "]", ".", "["))
_NEVER_BEHIND = frozenset(("(", "[", "."))
_COLLECTIONS = frozenset(("List", "Table", "Stack"))
_OPERAND_ENDS = frozenset((")", "]", "name", "numeral"))
_WITH_BASES = frozenset("class interactable stack event tile connection board zone cards state group boardcell".split())


def find_touching(words: list[Word], marks: Marks) -> list[bool]:
    return _Spacing(words, marks).find()


class _Inside:
    """What is known inside a bracket that is open."""

    def __init__(self, holds_statements: bool, begins: int) -> None:
        self.holds_statements = holds_statements
        self.begins = begins  # where the statement or declaration begins
        self.choices = 0  # how many `?` wait for their `:`


class _Spacing:
    def __init__(self, words: list[Word], marks: Marks) -> None:
        self.words, self.marks = words, marks
        self.open = [_Inside(True, 0)]
        self.angles = 0  # the `<` of collections that are open

    def find(self) -> list[bool]:
        found = [True]
        for i in range(1, len(self.words)):
            self._follow(i - 1)
            found.append(self._touches(i))
        return found

    def _touches(self, i: int) -> bool:
        before, word = self.words[i - 1], self.words[i]
        if (before.text == "," and word.text in (",", ";")) or (before.text == ":" and word.text == ";"):
            return False  # a cell of a table that is empty, a case in which nothing happens
        if word.text in _NEVER_BEFORE or before.text in _NEVER_BEHIND or before.start in self.marks.signs:
            return True
        match word.text:
            case "(":
                return word.start in self.marks.calls
            case "}":
                return (before.text == "{" and before.start in self.marks.values) or word.end in self.marks.pairs
            case ":":
                return not (self.open[-1].choices or self._names_base(i))
            case "<":
                return before.kind in _COLLECTIONS
            case ">":
                return self.angles > 0 or self._in_arrow(i)
        if (before.text == "<" and self.angles) or (before.text == "," and before.start in self.marks.coordinates):
            return True
        if before.text == "{" and before.start in self.marks.pairs:
            return True
        return self._in_arrow(i) or (before.text == "-" and self.words[i - 2].text in ("prio", "priority"))

    def _names_base(self, i: int) -> bool:
        """`class A : B`, and not `A: 60, 0;`, whatever a card is called."""
        inside = self.open[-1]
        head = self.words[inside.begins : i] if inside.holds_statements else []
        return len(head) > 1 and any(word.text in _WITH_BASES for word in head[:-1])

    def _in_arrow(self, i: int) -> bool:
        """Inside `->`, `<->`, `x->` or `x-x`."""
        texts = [word.text for word in self.words[max(0, i - 2) : i + 2]]
        before, word = self.words[i - 1].text, self.words[i].text
        if before == "-" and word == ">":
            return True
        if word == "-" and before in ("<", "x") and texts[-1] == ">":
            return True
        crossed = self.words[i - 1 : i + 2] if word == "-" else self.words[i - 2 : i + 1]
        if [one.text for one in crossed] != ["x", "-", "x"]:
            return False
        at = i - 2 if word == "-" else i - 3
        return at >= 0 and self.words[at].kind in _OPERAND_ENDS

    def _follow(self, i: int) -> None:
        """Over a word."""
        word, inside = self.words[i], self.open[-1]
        match word.text:
            case "(" | "[" | "{":
                holds_statements = word.text == "{" and word.start not in self.marks.values
                self.open.append(_Inside(holds_statements, i + 1))
            case ")" | "]" | "}" if len(self.open) > 1:
                self.open.pop()
                if inside.holds_statements:
                    self.open[-1].begins = i + 1
            case ";":
                inside.begins, inside.choices, self.angles = i + 1, 0, 0
            case "?":
                inside.choices += 1
            case ":" if inside.choices:
                inside.choices -= 1
            case "<" if self.words[i - 1].kind in _COLLECTIONS:
                self.angles += 1
            case ">" if self.angles:
                self.angles -= 1
