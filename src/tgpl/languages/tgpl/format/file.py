"""One style for all rule texts in TGPL and TGDL.

In:  a `SourceFile`. Out: its text with other blanks and ends of lines, and with nothing else changed: every word and every comment is still there, in its
order. A stretch with a mistake in it stays as it is. What is formatted once stays so.

    format_file(SourceFile("a.tgpl", "class A{number n=1;}")).text      # class A { number n = 1; }
"""

from __future__ import annotations

from bisect import bisect_right

from tgpl.languages.registry import Formatted
from tgpl.languages.tgdl.syntax.parse import TGDL_WORDS
from tgpl.languages.tgdl.syntax.parse import parse as parse_tgdl
from tgpl.languages.tgpl.format.items import Item, Outline, match_brackets
from tgpl.languages.tgpl.format.kept import find_kept
from tgpl.languages.tgpl.format.lines import Layout, write_lines
from tgpl.languages.tgpl.format.marks import Marks, find_marks
from tgpl.languages.tgpl.format.spacing import find_touching
from tgpl.languages.tgpl.format.words import Word, read_words
from tgpl.languages.tgpl.syntax.lex import TGPL_WORDS, Words
from tgpl.languages.tgpl.syntax.parse import parse
from tgpl.text.source import SourceFile

# What begins a declaration in the first column, if braces do not match.
_HEADS = frozenset(
    """game players import expansion rules class interactable stack event tile connection board zone cards turn function verb setup enum const goal
    local group global sealed override state""".split()
)


def format_file(file: SourceFile) -> Formatted:
    made = lay_out(file)
    # Whoever rewrites what people have written had better look twice.
    return made if say_the_same(file, SourceFile(file.name, made.text)) else Formatted(file.text, 1)


def lay_out(file: SourceFile) -> Formatted:
    words = read_words(file, _edition(file))
    lines = [bisect_right(file.lines, word.start) - 1 for word in words]
    items, marks, kept = list[Item](), Marks(), set[int]()
    for first, end in _split(words):
        found = _read_part(file, words, first, end, marks)
        if found is None:
            kept.add(first)
            items.append(Item(first, end, ()))
        else:
            kept |= find_kept(found, words, lines, marks.broken)
            items += found
    layout = Layout(words, find_touching(words, marks), marks, kept, lines, file.text.split("\n"))
    layout.lay_items(tuple(items), 0, True)
    layout.put_end(words[-1])
    end_of_line = "\r\n" if "\r\n" in file.text else "\n"
    return Formatted("".join(line + end_of_line for line in write_lines(layout.lines)), len(kept))


def _edition(file: SourceFile) -> Words:
    return TGDL_WORDS if file.name.lower().endswith(".tgdl") else TGPL_WORDS


def _split(words: list[Word]) -> list[tuple[int, int]]:
    """The parts of a text that are read apart from each other: where its brackets do not match, its declarations."""
    end = len(words) - 1
    if match_brackets(words, 0, end) is not None:
        return [(0, end)] if end else []
    starts = [i for i in range(1, end) if words[i].text in _HEADS and words[i].breaks and words[i].column == 0]
    return list(zip([0, *starts], [*starts, end], strict=True))


def _read_part(file: SourceFile, words: list[Word], first: int, end: int, marks: Marks) -> tuple[Item, ...] | None:
    """The items of a part; None if it makes no sense as a whole."""
    brackets = match_brackets(words, first, end)
    if brackets is None:
        return None
    start, stop = words[first].start, words[end - 1].end
    alone = SourceFile(file.name, " " * start + file.text[start:stop])
    tree, problems = (parse_tgdl if _edition(file) is TGDL_WORDS else parse)(alone)
    if not tree.complete:
        return None
    marks.add(find_marks(tree, problems, words))
    marks.broken += [(words[i].start, words[i].end) for i in brackets.single]
    return Outline(words, brackets.pairs, marks).read(first, end)


def say_the_same(file: SourceFile, other: SourceFile) -> bool:
    """Whether two texts have the same words and the same comments, in the same order."""
    before, after = (read_words(one, _edition(one)) for one in (file, other))
    return [_said(word) for word in before] == [_said(word) for word in after]


def _said(word: Word) -> tuple[str, list[str]]:
    return word.text, [comment.text for comment in word.comments]
