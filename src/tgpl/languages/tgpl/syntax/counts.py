"""How many are chosen, behind `input`: `3`, `up to 4`, `at least 2`, `2 to 4`, `any number of`.

In:  a cursor behind `input`. Out: a `Count`, or None where the type follows at once. All these words are ordinary names
elsewhere, also here: `input up to;` asks for an `up`. So `count_length` looks ahead, and reads a count only where a type and a name follow.
"""

from __future__ import annotations

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import read_expression, starts_type

_FORMS = {("up", "to"): "up to", ("at", "least"): "at least"}
_ANY = ("any", "number", "of")
# What stands behind a name that is asked for, and so is none itself.
_BEHIND = frozenset(
    "in from ask all optional player auto verb input function effect require trigger prio returns".split()
)
# Words that people say instead; # is a number.
_OTHERWISE: dict[tuple[str, ...], str] = {
    ("at", "most", "#"): "up to {0}",
    ("upto", "#"): "up to {0}",
    ("not", "more", "than", "#"): "up to {0}",
    ("no", "more", "than", "#"): "up to {0}",
    ("maximum", "#"): "up to {0}",
    ("max", "#"): "up to {0}",
    ("atleast", "#"): "at least {0}",
    ("minimum", "#"): "at least {0}",
    ("min", "#"): "at least {0}",
    ("#", "or", "more"): "at least {0}",
    ("#", "or", "fewer"): "up to {0}",
    ("#", "or", "less"): "up to {0}",
    ("exactly", "#"): "{0}",
    ("just", "#"): "{0}",
    ("between", "#", "and", "#"): "{0} to {1}",
    ("from", "#", "to", "#"): "{0} to {1}",
    ("#", "or", "#"): "{0} to {1}",
    ("#", "-", "#"): "{0} to {1}",
    ("#", "of"): "{0}",
    ("up", "to", "#", "of"): "up to {0}",
    ("at", "least", "#", "of"): "at least {0}",
    ("any", "amount", "of"): "any number of",
    ("any", "number"): "any number of",
}
_WITHOUT_NUMBER: dict[tuple[str, ...], str] = {("up", "to"): "any number of", ("at", "least"): "at least 1"}
# The same in one word, which could be the name of a variable too.
NUMBER_WORDS = {
    **{word: str(n) for n, word in enumerate("one two three four five six seven eight nine ten".split(), 1)},
    **dict.fromkeys(("any", "some", "several", "all", "many"), "any number of"),
}


def starts_count(c: Cursor, steps: int) -> bool:
    """Whether what stands so many tokens ahead says how many are chosen, in whichever words."""
    if c.spelling.earlier:
        return False
    other = (words for words in _OTHERWISE if _find_numbers(c, words, steps) is not None)
    return c.peek(steps) == "numeral" or count_length(c, steps) > 0 or next(other, None) is not None


def count_length(c: Cursor, steps: int) -> int:
    """How many tokens a count takes that begins at `steps`; 0 if there is none."""
    if (c.word_at(steps), c.peek(steps + 1), c.word_at(steps + 2)) == _ANY and _type_follows(c, steps + 3):
        return 3
    if (c.word_at(steps), c.word_at(steps + 1)) in _FORMS:
        taken = _number_length(c, steps + 2)
        if taken and _type_follows(c, steps + 2 + taken):
            return 2 + taken
    taken = _number_length(c, steps)
    if taken and c.word_at(steps + taken) == "to":
        more = _number_length(c, steps + taken + 1)
        if more and _type_follows(c, steps + taken + 1 + more):
            return taken + 1 + more
    named = c.peek(steps) == "name"  # which could be the type itself
    return taken if taken and _type_follows(c, steps + taken, alone=named) else 0


def _number_length(c: Cursor, steps: int) -> int:
    """A number, a name, or an expression in parentheses."""
    if c.peek(steps) in ("numeral", "name"):
        return 1
    if c.peek(steps) != "(":
        return 0
    depth, braces, at = 0, 0, steps
    while (kind := c.peek(at)) != "end" and braces >= 0 and (kind != ";" or braces):
        depth += (kind == "(") - (kind == ")")
        braces += (kind == "{") - (kind == "}")
        at += 1
        if depth == 0:
            return at - steps
    return 0


def _type_follows(c: Cursor, steps: int, alone: bool = False) -> bool:
    """A type and a name; `alone`: and behind them nothing that would make them something else."""
    taken = starts_type(c, steps) if c.word_at(steps) not in ("in", "from") else 0
    found = taken > 0 and c.peek(steps + taken) == "name" and c.word_at(steps + taken) not in _BEHIND
    behind = c.peek(steps + taken + 1)
    goes_on = behind in (".", "(", "[") or (behind == "name" and c.word_at(steps + taken + 1) not in _BEHIND)
    return found and not (alone and goes_on)


# count = how_many | "up" "to" how_many | "at" "least" how_many | how_many "to" how_many | "any" "number" "of"
def read_count(c: Cursor) -> t.Count | None:
    if c.spelling.earlier:
        return None
    at, length = c.at, count_length(c, 0)
    if length == 3 and (c.word, c.peek(), c.word_at(2)) == _ANY:
        _advance(c, 3)
        return t.Count(at, c.before, "any number of", None, None)
    other = _read_other_words(c, _OTHERWISE if length else _OTHERWISE | _WITHOUT_NUMBER)
    if other is not None or not length:
        return other
    form = _FORMS.get((str(c.word), str(c.word_at(1))))
    if form is not None and length > 1:
        _advance(c, 2)
        number = _read_number(c)
        least, most = (number, None) if form == "at least" else (None, number)
        return t.Count(at, c.before, form, least, most)
    number = _read_number(c)
    if c.word == "to" and _number_length(c, 1):
        c.advance()
        most = _read_number(c)
        return t.Count(at, c.before, "to", number, most)
    return t.Count(at, c.before, "exactly", number, number)


def _advance(c: Cursor, tokens: int) -> None:
    for _ in range(tokens):
        c.advance()


def _read_number(c: Cursor) -> t.Expr:
    at, i = c.at, c.i
    if c.kind == "(":
        c.advance()
        number = read_expression(c)
        c.close(")", i)
        return number
    value = c.values[i]
    literal = c.kind == "numeral"
    c.advance()
    return t.Literal(at, c.before, value) if literal else t.Name(at, c.before, str(value))  # type: ignore[arg-type]


# ---- what makes no sense


def check_count(c: Cursor, node: t.Input) -> None:
    """Reports how many can never be chosen, and by whom; read on as a list without a number."""
    count, of = node.count, node.type_name.of
    if count is None or of is None:
        return
    written, name = c.file.text[count.at : count.end], c.file.text[of.at : of.end]
    span = c.span(count.at, count.end)
    reason = _find_impossible(count)
    if node.mode != "player":
        c.report(p.CountWithoutChoice(span, node.mode, name, node.name))
    elif of.of is not None and of.name != "kind":
        one = c.file.text[of.of.at : of.of.end]
        c.report(p.CountOfLists(c.span(of.at, of.end), name, one, written))
        node.type_name = of
    elif reason is not None:
        c.report(p.ImpossibleCount(span, reason))
    elif node.optional and (count.form in ("up to", "any number of") or _known(count.least) == 0.0):
        c.report(p.OptionalAndEmpty(span, written))
    else:
        return
    node.count = None


def _known(number: t.Expr | None) -> float | None:
    value = number.value if isinstance(number, t.Literal) else None
    return value if isinstance(value, float) else None


def _find_impossible(count: t.Count) -> str | None:
    """Why so many can never be chosen, as far as it is written in numbers."""
    numbers = [n for n in (_known(count.least), _known(count.most)) if n is not None]
    for n in numbers:
        if n != int(n):
            return f"Nobody can choose {n:g} of something: how many are chosen is a whole number."
    if count.form == "to" and len(numbers) == 2 and numbers[0] > numbers[1]:
        return f"`{numbers[0]:g} to {numbers[1]:g}` is nothing: the smaller number stands first."
    if count.form in ("exactly", "up to", "to") and _known(count.most) == 0.0:
        return "Where 0 are chosen there is nothing to ask."
    return None


# ---- other words


def _read_other_words(c: Cursor, otherwise: dict[tuple[str, ...], str]) -> t.Count | None:
    """`at most 4`, `exactly 3`: reported, and read as what was meant."""
    for words, instead in otherwise.items():
        numbers = _find_numbers(c, words, 0)
        if numbers is None:
            continue
        at, found = c.at, [t.Literal(c.starts[c.i + i], c.ends[c.i + i], c.values[c.i + i]) for i in numbers]  # type: ignore[arg-type]
        shown = instead.format(*(c.file.text[one.at : one.end] for one in found))
        _advance(c, len(words))
        c.report(p.CountInOtherWords(c.span(at, c.before), shown))
        form = next((form for form in ("up to", "at least", "any number of", "to") if form in shown), "exactly")
        if not found:  # the number was forgotten
            form = "any number of"
        least = found[0] if form not in ("up to", "any number of") else None
        most = found[-1] if form not in ("at least", "any number of") else None
        return t.Count(at, c.before, form, least, most)
    return None


def _find_numbers(c: Cursor, words: tuple[str, ...], steps: int) -> list[int] | None:
    """Where the numbers stand, if these words stand so many tokens ahead, and what is asked for follows."""
    numbers = []
    for i, word in enumerate(words, steps):
        if word == "#" and c.peek(i) == "numeral":
            numbers.append(i)
        elif word not in (c.word_at(i), c.peek(i)):
            return None
    return numbers if _type_follows(c, steps + len(words)) else None
