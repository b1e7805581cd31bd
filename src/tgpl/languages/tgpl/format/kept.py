"""What stays as it is: the lines of the items in which something could not be read.

In:  items, and the words that something is wrong with. Out: the items that are kept, by their first words. Only the innermost one around a mistake is kept,
unless others share a line with it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from tgpl.languages.tgpl.format.items import Item
from tgpl.languages.tgpl.format.words import Word


def find_kept(items: tuple[Item, ...], words: list[Word], lines: list[int], broken: list[tuple[int, int]]) -> set[int]:
    """`lines`: on which line each word stands."""
    wrong = _find_wrong(words, broken)
    if not wrong:
        return set()
    found = _Kept(lines, wrong)
    while found.grows(items):
        pass
    return found.items


def _find_wrong(words: list[Word], broken: list[tuple[int, int]]) -> set[int]:
    """Words that touch what could not be read."""
    starts, ends = [word.start for word in words], [word.end for word in words]
    found = {i + step for i, word in enumerate(words) if word.foreign for step in (-1, 0)}
    for start, end in broken:
        found |= set(range(bisect_left(ends, start), bisect_right(starts, end)))
    return found


class _Kept:
    def __init__(self, lines: list[int], wrong: set[int]) -> None:
        self.lines_of_words, self.wrong = lines, wrong
        self.items: set[int] = set()
        self.lines: set[int] = set()  # all of these items

    def grows(self, items: tuple[Item, ...]) -> bool:
        before = len(self.items)
        self._visit(items)
        return len(self.items) > before

    def _visit(self, items: tuple[Item, ...]) -> None:
        for item in items:
            if item.first in self.items:
                continue
            if any(i in self.wrong or self.lines_of_words[i] in self.lines for i in self._own_words(item)):
                self.items.add(item.first)
                self.lines |= set(range(self.lines_of_words[item.first], self.lines_of_words[item.end - 1] + 1))
                continue
            for inner in self._inner(item):
                self._visit(inner)

    def _inner(self, item: Item) -> list[tuple[Item, ...]]:
        """The items that stand on lines of their own."""
        if item.statements:
            return [item.statements]
        lines = self.lines_of_words
        return [block.items for block in item.blocks if lines[block.open] < lines[block.close]]

    def _own_words(self, item: Item) -> Iterator[int]:
        at = item.first
        for inner in self._inner(item):
            if inner:
                yield from range(at, inner[0].first)
                at = inner[-1].end
        yield from range(at, item.end)
