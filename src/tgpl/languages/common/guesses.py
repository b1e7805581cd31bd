"""What may have been meant where a text cannot be read: words that are almost words of the language, words of other
languages, braces and parentheses that are one too many or missing.

In:  the problems that were found, and the `Lexicon` of the language. Out: guesses, the likeliest first. Nothing here
knows a grammar: a guess counts only if the text behind it is better (`corrections.py`).

    make_guesses(problems, lexicon_of)    # `actoin Move {` → Guess(action, WrongWord)
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from tgpl.languages.common.braces import guess_brackets
from tgpl.text.corrections import Guess
from tgpl.text.diagnostics import Edit, Problem, distance, errors
from tgpl.text.records import Frozen
from tgpl.text.source import SourceFile, Span

MOST_PLACES = 3  # where something is wrong: the first ones are looked at
MOST_WORDS = 6  # guesses about words at one place
LONGEST = 400_000  # letters; a longer text is nothing that somebody has just typed
_BEFORE, _BEHIND = 5, 2  # how many tokens around a problem may be what is wrong
_OFTEN = 2
MOST_QUOTES = 4  # places where a first quote may be missing, and as many for a last one
# Where a text may begin: behind a sign, or behind a word that a text follows.
_BEGINNING = re.compile(
    r"(?:(?<=[,(:=+$] )|(?<=[(,$])|(?<=ask )|(?<=of )|(?<=name )|(?<=game )|(?<=rules )|(?<=import )|(?<=expansion ))[\w+-]"
)
# Letters of other alphabets that look like ours.
_ALIKE = str.maketrans("аеорсухіѕјԁԛѡһкмтвнΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαιν", "aeopcyxisjdqwhkmtbhABEZHIKMNOPTYXoaiv")


class Lexicon(Frozen):
    """The words of a language, and what people write for them."""

    mistakes: Any  # its problems: WrongWord, UnclosedBlock, StrayBrace, UnclosedBracket, NoBeginning
    words: frozenset[str]
    reserved: frozenset[str]  # those that can never be a name
    modifiers: frozenset[str]  # words that may be one too many
    foreign: dict[str, tuple[str, ...]]  # a word of other languages → what it may be here; "" to leave it out
    absent: dict[str, str]  # statements that other languages have → what to do instead
    homes: dict[str, str]  # words that begin a part of something → where that part stands
    comment: str  # what a comment looks like


class Token(Frozen):
    kind: str  # "word", "text", or the sign itself
    start: int
    end: int
    first: bool  # of its line


LexiconOf = Callable[[SourceFile], "Lexicon | None"]


def make_guesses(problems: list[Problem], lexicon_of: LexiconOf) -> Iterator[Guess]:
    """By file: the first places where something is wrong, then the brackets."""
    wrong = [problem for problem in errors(problems) if problem.vague]
    for file in dict.fromkeys(problem.span.file for problem in wrong):
        lexicon = lexicon_of(file)
        if lexicon is None or len(file.text) > LONGEST:
            continue
        here = [problem for problem in wrong if problem.span.file.name == file.name]
        tokens = _tokenize(file.text, lexicon.comment)
        first = list({problem.span.start: problem for problem in reversed(here)}.values())[::-1][:MOST_PLACES]
        known = [
            edit.span for problem in problems if (fix := problem.fix()) for edit in fix.edits if edit.span.file is file
        ]
        for problem in first:
            if isinstance(problem, lexicon.mistakes.UnclosedBlock):
                continue  # it stands at a `{` before which everything could be read
            for guess in _guess_words(file, tokens, problem, lexicon):
                if not any(_overlap(guess.problems[0].span, span) for span in known):
                    yield guess
            yield from _guess_order(file, tokens, problem, lexicon)
        yield from _guess_quotes(file, here, lexicon)
        unread = [problem.span.start for problem in first if problem.syntactic and problem.fix() is None]
        if unread:
            yield from guess_brackets(file, tokens, unread, lexicon.mistakes)
        for problem in first:
            if problem.span.start in unread and getattr(problem, "wanted", "`;`").startswith("`;`"):
                yield from _guess_displaced(file, tokens, problem.span.start, lexicon)


def _overlap(left: Span, right: Span) -> bool:
    return left.start < right.end and right.start < left.end


@lru_cache(maxsize=4)
def _tokenize(text: str, comment: str) -> list[Token]:
    pattern = re.compile(
        rf'(?P<line>\n)|[^\S\n]+|{comment}|(?P<text>"[^"\n]*"?)|(?P<word>@?[^\W\d]\w*)|(?P<sign>\d\w*|.)'
    )
    found: list[Token] = []
    first = True
    for match in pattern.finditer(text):
        group = match.lastgroup
        if group == "line":
            first = True
        elif group is not None:
            kind = group if group != "sign" else match.group()
            found.append(Token(kind, match.start(), match.end(), first))
            first = False
    return found


# ---- words


def _guess_words(file: SourceFile, tokens: list[Token], wrong: Problem, lexicon: Lexicon) -> Iterator[Guess]:
    at = bisect_right([token.start for token in tokens], wrong.span.start) - 1
    head = _find_beginning(tokens, at)
    near = {*range(at - _BEFORE, at + _BEHIND + 1), *range(head, min(head + _BEHIND, at + 1))}
    if not wrong.syntactic:
        near = {at}  # a name that is not known: that is what is wrong
    found = 0
    for i in sorted(near, key=lambda i: abs(i - at)):
        if not (0 <= i < len(tokens) and tokens[i].kind == "word") or (i and tokens[i - 1].kind == "."):
            continue
        span = Span(file, tokens[i].start, tokens[i].end)
        for why, instead in find_meant(span.text, lexicon):
            if why == "near" and _is_frequent(file.text, span.text):
                continue  # nobody misspells a word that often
            if found == MOST_WORDS:
                return
            if instead == getattr(wrong, "near", None) and instead not in lexicon.reserved:
                continue  # a name that is called like a word of the language
            found += 1
            problem = lexicon.mistakes.WrongWord(span, span.text, instead, why)
            yield Guess(problem.fix().edits, (problem,), why != "extra" and instead != "")


def _guess_order(file: SourceFile, tokens: list[Token], wrong: Problem, lexicon: Lexicon) -> Iterator[Guess]:
    """Two words beside each other that were meant the other way round: `bool returns` for `returns bool`."""
    if not wrong.syntactic or not hasattr(lexicon.mistakes, "SwappedWords"):
        return
    at = bisect_right([token.start for token in tokens], wrong.span.start) - 1
    for left, right in ((at, at + 1), (at - 1, at), (at - 2, at - 1)):
        if not (left >= 0 and right < len(tokens)) or tokens[right].first:
            continue
        if tokens[left].kind != "word" or tokens[right].kind != "word":
            continue
        first, second = (file.text[token.start : token.end] for token in (tokens[left], tokens[right]))
        if first == second or not (first in lexicon.words or second in lexicon.words):
            continue
        problem = lexicon.mistakes.SwappedWords(Span(file, tokens[left].start, tokens[right].end), first, second)
        yield Guess(problem.fix().edits, (problem,))


def _guess_quotes(file: SourceFile, here: list[Problem], lexicon: Lexicon) -> Iterator[Guess]:
    """Where a quote was left out, those behind it are taken for what they are not, and the last text of the line does not end."""
    made = getattr(lexicon.mistakes, "MissingQuote", None)
    if made is None:
        return
    for problem in here:
        start = file.text.rfind("\n", 0, problem.span.start) + 1
        end = file.text.find("\n", start)
        line = file.text[start : len(file.text) if end < 0 else end]
        if line.split("//")[0].count('"') % 2 == 0:
            continue
        for place in _find_quote_places(line, problem.span.start - start):
            found = made(Span(file, start + place, start + place))
            yield Guess(found.fix().edits, (found,))
        return


def _find_quote_places(line: str, at: int) -> list[int]:
    """Where a text may begin that has no first quote, nearest to a place; and where one may end that has no last quote."""
    odd = {i for i in range(len(line)) if line[:i].count('"') % 2}
    first = [m.start() for m in _BEGINNING.finditer(line) if m.start() not in odd]
    last = [i for i in range(len(line)) if line[i] in ",;)" and i in odd]
    return [*sorted(first, key=lambda place: abs(place - at))[:MOST_QUOTES], *last[:MOST_QUOTES]]


def _is_frequent(text: str, word: str) -> bool:
    return len(re.findall(rf"\b{word}\b", text)) > _OFTEN


def _find_beginning(tokens: list[Token], at: int) -> int:
    """Where the statement or head around a token begins."""
    while at > 0 and tokens[at - 1].kind not in ";{}":
        at -= 1
    return max(at, 0)


def find_meant(word: str, lexicon: Lexicon) -> list[tuple[str, str]]:
    """What a word may stand for, and why: it is almost that, another language's word for it, or one too many."""
    found = [("extra", "")] if word in lexicon.modifiers else []
    if word not in lexicon.words:
        found += [("foreign", instead) for instead in lexicon.foreign.get(word, ())]
    if word not in lexicon.words:
        found += [("near", instead) for instead in _find_alike(word, lexicon.words)]
    return list({instead: (why, instead) for why, instead in reversed(found)}.values())[::-1]


def _find_alike(word: str, known: frozenset[str]) -> list[str]:
    plain = _fold(word)
    same = [one for one in known if _fold(one) == plain]
    if same:
        return sorted(same)[:2]
    if not word.lstrip("@").isalpha():
        return []
    most = 0 if len(plain) < 3 else 1 if len(plain) < 6 else 2
    plain = word if word.isascii() else plain  # where letters differ too, capitals count
    near = [one for one in known if abs(len(one) - len(plain)) <= most]
    ranked = sorted((distance(plain, one, most + 1), one) for one in near)
    return [one for cost, one in ranked if cost <= most][:3]


def _fold(word: str) -> str:
    """Without accents, capitals and letters of other alphabets."""
    if word.isascii():
        return word.lower()
    folded = unicodedata.normalize("NFKD", word.translate(_ALIKE))
    return "".join(c for c in folded if not unicodedata.combining(c)).lower()


# ---- statements that stand where they cannot, or that there are not


def _guess_displaced(file: SourceFile, tokens: list[Token], place: int, lexicon: Lexicon) -> Iterator[Guess]:
    """What other languages have, and parts of something that stand elsewhere: read as if they were not there."""
    i = _find_beginning(tokens, bisect_right([token.start for token in tokens], place) - 1)
    if i >= len(tokens):
        return
    span = Span(file, tokens[i].start, tokens[i].end)
    word = span.text
    why = "absent" if word in lexicon.absent else "elsewhere" if word in lexicon.homes else None
    if why is not None:
        advice = lexicon.absent.get(word) or lexicon.homes[word]
        whole = Span(file, span.start, _find_end(tokens, i))
        yield Guess((Edit(whole, ""),), (lexicon.mistakes.WrongWord(span, word, None, why, advice),))


def _find_end(tokens: list[Token], i: int) -> int:
    """Where a statement or part ends that begins with a token: behind its `;` or its block."""
    depth = 0
    for token in tokens[i:]:
        depth += (token.kind == "{") - (token.kind == "}")
        if depth < 0:
            return token.start
        if depth == 0 and token.kind in ";}":
            return token.end
    return tokens[-1].end
