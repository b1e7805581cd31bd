"""Words to items: what stands on lines of its own, and the blocks in it.

In:  words whose brackets match. Out: `Item`s, statements and members and declarations alike: each goes to its `;`, or to the `}` of its block.

    if (a) { b; } else { c; }      one item with two blocks, in each of them one item
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tgpl.languages.tgpl.format.marks import Marks
from tgpl.languages.tgpl.format.words import Word

DEEPEST = 150  # brackets inside each other; past these nobody wants a layout
_CLOSING = {")": "(", "]": "[", "}": "{"}


class Block(NamedTuple):
    open: int  # the word `{`
    close: int
    items: tuple[Item, ...]


class Item(NamedTuple):
    first: int
    end: int  # behind its last word
    blocks: tuple[Block, ...]
    statements: tuple[Item, ...] = ()  # of a `case`: what stands behind its colon


class Brackets(NamedTuple):
    pairs: dict[int, int]  # for each bracket its other one
    single: set[int]  # brackets without another one


def match_brackets(words: list[Word], first: int, end: int) -> Brackets | None:
    """None if braces do not match, or too many brackets lie in each other. A brace closes whatever is open in it."""
    found, open_ = Brackets({}, set()), list[int]()
    for i in range(first, end):
        text = words[i].text
        if text in ("(", "[", "{"):
            open_.append(i)
            if len(open_) > DEEPEST:
                return None
        elif text in _CLOSING:
            while text == "}" and open_ and words[open_[-1]].text != "{":
                found.single.add(open_.pop())
            if open_ and words[open_[-1]].text == _CLOSING[text]:
                found.pairs[i] = open_.pop()
                found.pairs[found.pairs[i]] = i
            elif text == "}":
                return None
            else:
                found.single.add(i)
    found.single.update(open_)
    return None if any(words[i].text == "{" for i in open_) else found


class Outline:
    """The items of a stretch of words."""

    def __init__(self, words: list[Word], pairs: dict[int, int], marks: Marks) -> None:
        self.words, self.pairs, self.marks = words, pairs, marks

    def read(self, first: int, end: int, switch: bool = False) -> tuple[Item, ...]:
        found = list[Item]()
        while first < end:
            found.append(
                self._read_case(first, end) if switch and self._at_case(first) else self._read_item(first, end)
            )
            first = found[-1].end
        return tuple(found)

    def _read_item(self, first: int, end: int) -> Item:
        blocks, i, depth = list[Block](), first, 0
        while i < end:
            word = self.words[i]
            if word.text == "{" and self.is_block(i):
                close = self.pairs[i]
                blocks.append(Block(i, close, self.read(i + 1, close, self._of_switch(first, i))))
                i = close + 1
                if depth or word.start in self.marks.questions:
                    continue
                following = self.words[i] if i < end else None
                if following is not None and following.text == ";":
                    return Item(first, i + 1, tuple(blocks))
                if following is None or following.kind != "else":
                    return Item(first, i, tuple(blocks))
                continue
            if word.text == ";" and not depth:
                return Item(first, i + 1, tuple(blocks))
            if i in self.pairs:
                depth += 1 if self.pairs[i] > i else -1
            i += 1
        return Item(first, end, tuple(blocks))

    def is_block(self, i: int) -> bool:
        return self.words[i].start not in self.marks.values

    def _of_switch(self, first: int, brace: int) -> bool:
        """Whether a brace holds the cases of a `switch`."""
        opened = self.pairs.get(brace - 1, 0) - 1 if self.words[brace - 1].text == ")" else -1
        return opened >= first and self.words[opened].text == "switch"

    def _at_case(self, i: int) -> bool:
        word, following = self.words[i].text, self.words[i + 1].text
        return (word == "case" and following not in ("=", ".", "(")) or (word == "default" and following == ":")

    def _read_case(self, first: int, end: int) -> Item:
        i, choices = first + 1, 0
        while i < end and not (self.words[i].text == ":" and not choices):
            choices += (self.words[i].text == "?") - (self.words[i].text == ":")
            i = max(i, self.pairs.get(i, i)) + 1
        label, i = i + 1, i + 1
        statements = list[Item]()
        while i < end and not self._at_case(i):
            statements.append(self._read_item(i, end))
            i = statements[-1].end
        return Item(first, max(i, min(label, end)), (), tuple(statements))


def walk_items(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        yield from walk_items(item.statements)
        for block in item.blocks:
            yield from walk_items(block.items)
