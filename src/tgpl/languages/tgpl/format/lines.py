"""Items to lines: what stands on one line, how far lines are indented, where blank lines stand.

In:  the items of a text. Out: `Line`s. A block stands on one line if it did so before and is not too long; all others have their braces on lines
of their own. A line that breaks in the middle of an expression still does. What could not be read stays as it is.
"""

from __future__ import annotations

from tgpl.languages.tgpl.format.items import Block, Item
from tgpl.languages.tgpl.format.marks import Marks
from tgpl.languages.tgpl.format.words import Comment, Word

WIDEST = 120
INDENT = 4
# Declarations whose members may need room between them.
_ROOMY = frozenset("class interactable stack event tile connection board zone cards state turn".split())


class Line:
    __slots__ = ("comment", "follows", "indent", "text")

    def __init__(self, indent: int, text: str) -> None:
        self.indent = indent  # -1: the text is a whole line that stays as it is
        self.text = text
        self.comment = ""  # behind it
        self.follows = False  # it has only a comment, which goes on from that of the line above


class Layout:
    def __init__(
        self,
        words: list[Word],
        touching: list[bool],
        marks: Marks,
        kept: set[int],
        numbers: list[int],
        source: list[str],
    ) -> None:
        self.words, self.touching, self.marks = words, touching, marks
        self.kept = kept  # the first words of items that stay as they are
        self.numbers = numbers  # on which line each word stands
        self.source = source  # the lines of the text
        self.last_kept = -1  # the last of them that stays as it is,
        self.shift = 0  # and by how much it is indented more than before
        self.lines: list[Line] = []

    # -- items

    def lay_items(self, items: tuple[Item, ...], depth: int, roomy: bool, listed: bool = False) -> None:
        opened = False  # the item before has a block of several lines
        rows = list[Line]()  # of a grid
        for i, item in enumerate(items):
            began = len(self.lines)
            if item.first in self.kept:
                self._keep(item, depth, i > 0)
                opened = False
                continue
            if self.words[item.first].start not in self.marks.rows:
                align_rows(rows)
                rows = []
            self._put_gap(self.words[item.first], depth, i > 0, opened and roomy)
            head = len(self.lines)
            self._lay_item(item, depth, listed)
            if self.words[item.first].start in self.marks.rows and head == len(self.lines) - 1:
                rows.append(self.lines[-1])
            opens = any(line.text == "{" and line.indent == depth * INDENT for line in self.lines[head:])
            if opens and depth == 0 and i and not opened:
                self._make_room(began)
            opened = opens
        align_rows(rows)

    def _make_room(self, began: int) -> None:
        """A blank line before what stands from this line on."""
        at = began
        while at < len(self.lines) and self.lines[at].follows:
            at += 1
        if at < len(self.lines) and (self.lines[at].text or self.lines[at].indent < 0):
            self.lines.insert(at, Line(0, ""))

    def _lay_item(self, item: Item, depth: int, listed: bool) -> None:
        if self._fits_one_line(item, depth):
            self._begin(depth * INDENT)
            self._put_words(item.first, item.end)
        elif item.statements:
            self._begin(depth * INDENT)
            self._put_broken(item.first, item.statements[0].first, depth, True)
            self.lay_items(item.statements, depth + 1, False)
        else:
            self._begin(depth * INDENT)
            self._lay_blocks(item, depth, listed)

    def _fits_one_line(self, item: Item, depth: int) -> bool:
        starts = {block.open for block in item.blocks if self.words[block.open].start not in self.marks.questions}
        for i in range(item.first + 1, item.end):
            word = self.words[i]
            if word.comments or (word.breaks and i not in starts and not self._is_hollow(i)):
                return False
        return depth * INDENT + self._width(item.first, item.end) <= WIDEST or not starts

    def _is_hollow(self, i: int) -> bool:
        """Whether this is the `}` of a block with nothing in it."""
        return self.words[i].text == "}" and self.words[i - 1].text == "{"

    def _lay_blocks(self, item: Item, depth: int, listed: bool) -> None:
        at = item.first
        for block in item.blocks:
            self._put_broken(at, block.open, depth, listed)
            if block.open > item.first:
                self._put_comments(self.words[block.open].comments, depth * INDENT)
            if self._stays_shut(block, item):
                self._put_words(block.open, block.close + 1)
            else:
                self._open(block, item, depth)
            at = block.close + 1
        self._put_broken(at, item.end, depth, listed)

    def _stays_shut(self, block: Block, item: Item) -> bool:
        """On one line: if it stands on one, and there is room for it."""
        if block.open > item.first and self.words[block.open].comments:
            return False
        for i in range(block.open + 1, block.close + 1):
            if self.words[i].comments or (self.words[i].breaks and not self._is_hollow(i)):
                return False
        end = block.close + 1
        while end < item.end and self.touching[end] and not self.words[end].breaks:
            end += 1
        width = self._width(block.open, end)
        return self._room() >= width + 1 or self.words[block.open].start in self.marks.questions

    def _open(self, block: Block, item: Item, depth: int) -> None:
        if block.open > item.first:
            self._begin(depth * INDENT)
        self._put("{")
        head = {word.text for word in self.words[item.first : block.open]}
        self.lay_items(block.items, depth + 1, bool(head & _ROOMY), "enum" in head)
        self._put_comments(self.words[block.close].comments, (depth + 1) * INDENT)
        self._begin(depth * INDENT)
        self._put("}")

    # -- words

    def _put_broken(self, first: int, end: int, depth: int, listed: bool) -> None:
        """Words that may go on on further lines, which are indented by the brackets that are open there."""
        open_ = list[int]()  # for each bracket that is open, the line on which it is
        for i in range(first, end):
            word = self.words[i]
            inner = i > first or bool(self.lines[-1].text)
            if inner and word.kind == "else":
                self._put_comments(word.comments, depth * INDENT)
                self._begin(depth * INDENT)
            elif inner and (word.breaks or word.comments):
                steps = len(set(open_)) if open_ else 0 if listed else 1
                self._put_comments(word.comments, (depth + steps) * INDENT)
                closes = word.text in (")", "]", "}") and bool(open_)
                self._begin((depth + steps - closes) * INDENT)
            if word.text in ("(", "[", "{"):
                open_.append(len(self.lines))
            elif word.text in (")", "]", "}") and open_:
                open_.pop()
            self._put_word(i)

    def _put_words(self, first: int, end: int) -> None:
        for i in range(first, end):
            self._put_word(i)

    def _put_word(self, i: int) -> None:
        self._put(self.words[i].text, self.touching[i])

    def _put(self, text: str, touching: bool = True) -> None:
        line = self.lines[-1]
        line.text += text if touching or not line.text else " " + text

    def _width(self, first: int, end: int) -> int:
        words = self.words[first:end]
        return sum(len(word.text) for word in words) + sum(not self.touching[i] for i in range(first + 1, end))

    def _room(self) -> int:
        """What is left of the line."""
        return WIDEST - self.lines[-1].indent - len(self.lines[-1].text)

    def _begin(self, indent: int) -> None:
        self.lines.append(Line(indent, ""))

    # -- comments and blank lines

    def _put_gap(self, word: Word, depth: int, may_be_blank: bool, wants_room: bool) -> None:
        """What stands before an item: the end of a comment, comments, blank lines."""
        comments = self._put_trailing(word.comments)
        blank = comments[0].blank if comments else word.blank
        if may_be_blank and (blank or wants_room):
            self.lines.append(Line(0, ""))
        for i, comment in enumerate(comments):
            if i and comment.blank:
                self.lines.append(Line(0, ""))
            self.lines.append(Line(depth * INDENT, comment.text))
        if comments and word.blank:
            self.lines.append(Line(0, ""))

    def put_end(self, word: Word) -> None:
        self._put_gap(word, 0, bool(self.lines), False)

    def _put_comments(self, comments: list[Comment], indent: int) -> None:
        for comment in self._put_trailing(comments):
            if comment.blank and self.lines[-1].text != "{":
                self.lines.append(Line(0, ""))
            self.lines.append(Line(indent, comment.text))

    def _put_trailing(self, comments: list[Comment]) -> list[Comment]:
        """A comment behind the last word, with the lines below it that go on with it; the others are given back."""
        if not comments or comments[0].own_line or not self.lines:
            return comments
        self.lines[-1].comment = comments[0].text
        i = 1
        while i < len(comments) and comments[i].column == comments[0].column and not comments[i].blank:
            line = Line(self.lines[-1].indent, "")
            line.comment, line.follows = comments[i].text, True
            self.lines.append(line)
            i += 1
        return comments[i:]

    # -- what stays as it is

    def _keep(self, item: Item, depth: int, may_be_blank: bool) -> None:
        first, last = self.numbers[item.first], self.numbers[item.end - 1]
        if first > self.last_kept:
            self._put_gap(self.words[item.first], depth, may_be_blank, False)
            margin = self.source[first][: self.words[item.first].column]
            self.shift = 0 if margin.strip(" ") else depth * INDENT - len(margin)
        for number in range(max(first, self.last_kept + 1), last + 1):
            self.lines.append(Line(-1, _shift(self.source[number].removesuffix("\r"), self.shift)))
        self.last_kept = max(self.last_kept, last)
        behind = self.words[item.end].comments
        if behind and not behind[0].own_line:
            del behind[0]  # it stands on the last of these lines


def _shift(line: str, by: int) -> str:
    if by > 0:
        return " " * by + line if line else line
    return line[min(-by, len(line) - len(line.lstrip(" "))) :]


def align_rows(rows: list[Line]) -> None:
    """Puts the tiles of a grid below each other, unless a number says that one stands for several, or a line gets too long."""
    cells = [row.text.split(", ") for row in rows]
    if any(" " in cell for row in cells for cell in row):
        return
    widths = [0] * max(map(len, cells), default=0)
    for row in cells:
        for i, cell in enumerate(row[:-1]):
            widths[i] = max(widths[i], len(cell) + 1)
    texts = ["".join(f"{cell + ',':<{width}} " for cell, width in zip(row[:-1], widths)) + row[-1] for row in cells]
    if all(line.indent + len(text) <= WIDEST for line, text in zip(rows, texts)):
        for line, text in zip(rows, texts):
            line.text = text


def write_lines(lines: list[Line]) -> list[str]:
    """The lines as they are written; comments behind lines that follow each other begin in one column."""
    written, at = list[str](), 0
    while at < len(lines):
        end = at + 1
        if lines[at].comment:
            while end < len(lines) and lines[end].comment and lines[end].indent == lines[at].indent:
                end += 1
        written += _write_together(lines[at:end])
        at = end
    return written


def _write_together(lines: list[Line]) -> list[str]:
    codes = [" " * line.indent + line.text if line.text else "" for line in lines]
    columns = [len(code) + 2 for code in codes]
    column = max(columns)
    if all(column + len(line.comment) <= WIDEST for line in lines):
        columns = [column] * len(lines)
    for i, line in enumerate(lines):
        if line.follows and i:
            columns[i] = columns[i - 1]
    return [
        f"{code:<{column}}{line.comment}".rstrip() if line.comment else code
        for code, column, line in zip(codes, columns, lines)
    ]
