"""Inputs: what a player is asked, what fills itself, what a call passes.

In:  a cursor at the first modifier or at `input`. Out: a node of `tree.py`. `input`, `player`, `optional` and the like are
ordinary names elsewhere, so `at_input` looks ahead.
"""

from __future__ import annotations

from tgpl.languages.tgdl.syntax.information import read_question
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.counts import check_count, read_count, starts_count
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import TYPE_WORDS, read_expression, read_type_name, starts_type
from tgpl.languages.tgpl.syntax.statements import read_past_missing, read_test_block

# What may follow in the header of a function, an action or a phase.
MOST_INPUTS = 100  # whoever answers one looks ahead at all that follow
PARTS = frozenset("input optional auto player function effect require trigger prio returns".split())
_MODES = ("player", "auto", "function", "verb", "all")
_MODIFIERS = ("optional", "player", "auto", "function")
_BEHIND_THE_NAME = ("all", "optional", "player", "auto", "verb")  # TGDL's place for modifiers
_BEHIND_A_NAME = ("=", ";", "{", ",", ")", ".")


_LEADING = {"tgpl": ("optional", "auto", "function"), "tgdl": ("optional", "auto", "function", "verb")}


def at_input(c: Cursor) -> bool:
    """Whether an input begins here, with or without modifiers."""
    steps = 0
    while (word := c.word_at(steps)) in _LEADING[c.spelling.edition]:
        steps += 1
    if word == "player":
        return _asks_player(c, steps)
    return word == "input" and _asks_for(c, steps + 1, bare=steps == 0)


def _asks_for(c: Cursor, steps: int, *, bare: bool) -> bool:
    """Whether what stands behind `input` can be asked for; else `input` is a name: `optional input = …`."""
    if starts_count(c, steps):
        return True
    taken = starts_type(c, steps)
    if c.word_at(steps) in c.spelling.modifiers and c.peek(steps + 1) not in _BEHIND_A_NAME:
        return True  # a modifier on the wrong side
    return taken > 0 and (not bare or c.peek(steps + taken) == "name" or c.peek(steps) in TYPE_WORDS)


def _asks_player(c: Cursor, steps: int) -> bool:
    """`player input …`, `player e input …`; not `player p = …` nor `player.active()`."""
    following = c.peek(steps + 1)
    if following in (".", "=", ";", ")", ","):
        return False
    if following == "name":
        word = c.word_at(steps + 1)
        if word == "input":
            return _asks_for(c, steps + 2, bare=False)
        if word in ("optional", "auto"):
            return c.peek(steps + 2) not in ("=", ";")
        operators = ("+", "-", "*", "/", "%", "^", ".", "[", "(")
        return c.word_at(steps + 2) == "input" or c.peek(steps + 2) in operators
    if following == "(":
        return c.peek(_behind_parentheses(c, steps + 1)) not in (";", ".", "=")  # else a call of something called so
    return following in ("numeral", "-", "new")


def _behind_parentheses(c: Cursor, steps: int) -> int:
    """How many tokens ahead stands what follows the `)` of the `(` at `steps`."""
    depth = 0
    while (kind := c.peek(steps)) not in ("end", ";", "{"):
        depth += (kind == "(") - (kind == ")")
        steps += 1
        if depth == 0:
            break
    return steps


def _read_input_statement(c: Cursor) -> t.Input | None:
    return read_input(c) if at_input(c) else None


def add_input(c: Cursor, inputs: list[t.Input]) -> None:
    """One more of an action, a function or a phase."""
    if len(inputs) == MOST_INPUTS:
        c.report(p.TooDeep(c.here(), MOST_INPUTS, "inputs follow each other"))
    inputs.append(read_input(c))


# input = ["optional"] ["player" [expression] | "auto" | "function"] "input" [count] type name
#         ["in" expression | "from" expression "to" expression] ["=" expression] ["ask" expression] (filters | ";")
def read_input(c: Cursor) -> t.Input:
    at = c.at
    said: dict[str, int] = {}
    asked = _read_modifiers(c, said)
    word_at = c.begin()
    asked = _modifiers_behind(c, said, word_at) or asked
    count = read_count(c)
    type_ = read_type_name(c)
    if count is not None:
        type_ = t.TypeName(type_.at, type_.end, "List", type_)
    if c.kind == ":" and count is None:
        raise c.lost("the type first, then the name, as in `input number count`")
    name, name_at = c.name("a name for the input")
    among = low = high = value = None
    behind = c.at
    if c.word in _BEHIND_THE_NAME and (c.spelling.earlier or c.peek() in (";", "{", "name")):
        asked = _modifiers_after(c, said) or asked
    if c.at > behind and not c.spelling.earlier:
        c.report(p.ModifierBehindName(c.span(behind, c.before), word_at))
    mode = next((word for word in said if word in _MODES), "player")
    if not c.spelling.earlier:
        mode = {"verb": "function", "all": "auto"}.get(mode, mode)
    if c.accept_word("in"):
        among = read_expression(c)
    elif _lists_behind(c):
        among = read_past_missing(c, "in")
    if c.accept_word("from"):
        low = read_expression(c)
        if not c.accept_word("to"):
            raise c.lost("`to` and the highest number")
        high = read_expression(c)
    if c.accept("="):
        value = read_expression(c)
        if mode == "function":
            c.refuse(said, "an argument that has a default", "optional")
    prompt = _read_prompt(c)
    if prompt is None and c.kind in ("text", "template") and not c.on_new_line() and not c.spelling.earlier:
        prompt = read_past_missing(c, "ask")
    filters: tuple[t.Filter, ...] = ()
    if c.kind == "{":
        filters, question = _read_filters(c)
        prompt = prompt or question
        c.accept(";")
    else:
        c.semicolon(PARTS)
    made = t.Input(
        at,
        c.before,
        "optional" in said,
        mode,
        asked,
        type_,
        name,
        name_at,
        among,
        low,
        high,
        value,
        filters,
        prompt,
        count=count,
    )
    check_count(c, made)
    return _as_tgpl(c, made, said) if c.spelling.earlier else made


def _lists_behind(c: Cursor) -> bool:
    """`input Land to from.Friends()`: a list stands behind the name, and no `in` before it."""
    if c.spelling.earlier or c.kind != "name" or c.on_new_line() or c.word in ("ask", *PARTS):
        return False
    return c.peek() in (".", "(", "[") and not (c.word == "from" and c.peek() == "(")


def _read_prompt(c: Cursor) -> t.Expr | None:
    """`ask "Which card do you burn?"`; not a call of something called so behind a missing `;`."""
    if c.word != "ask" or (c.peek() in ("(", "=", ".", "[") and c.on_new_line()):
        return None
    c.advance()
    if c.kind in (";", "{"):
        c.report(p.QuestionIsNoText(c.span(c.before - len("ask"), c.before), None))
        return None
    return read_expression(c)


def _modifiers_after(c: Cursor, said: dict[str, int]) -> t.Expr | None:
    """`input T x auto`, `input T x player 1`, `input T[] x all`: TGDL's place for modifiers."""
    asked = None
    while c.word in _BEHIND_THE_NAME and not c.on_new_line():
        word = _read_modifier(c, said)
        if word == "player" and c.kind not in ("{", ";") and c.word not in ("optional", "in", "from", "ask"):
            asked = read_expression(c)
    return asked


def _as_tgpl(c: Cursor, node: t.Input, said: dict[str, int]) -> t.Input:
    """What TGDL means by an input, said as TGPL would say it."""
    at, many = node.name_at, node.type_name.name == "List" and node.type_name.of is not None
    if node.mode == "verb":
        node.mode = "function"
    elif node.mode == "all":
        node.mode = "auto"
    elif node.mode == "auto" and many:
        length = t.Member(at, at, t.Name(at, at, node.name), "length", at)
        some = t.Return(at, at, t.Binary(at, at, ">", length, t.Literal(at, at, 0.0)))
        node.filters += (t.Filter(at, at, None, t.Block(at, at, (some,))),)
    elif not said and node.type_name.name == "player" and not node.filters and node.among is None:
        active = t.Call(at, at, t.Member(at, at, t.Name(at, at, "player"), "active", at), ())
        node.mode, node.among = "auto", t.Braces(at, at, (active,))
    return node


def _read_modifiers(c: Cursor, said: dict[str, int]) -> t.Expr | None:
    """What stands before `input`; gives the player who is asked, if one is named."""
    asked = None
    while c.word != "input":
        if c.word not in c.spelling.modifiers:
            raise c.lost("`input`")
        word = _read_modifier(c, said)
        if word == "player" and c.word != "input" and not _another_modifier(c):
            asked = read_expression(c)
    return asked


def _another_modifier(c: Cursor) -> bool:
    """A modifier behind `player`; not `player player.active() input …`."""
    return c.word in c.spelling.modifiers and c.peek() in ("name", *TYPE_WORDS)


def _read_modifier(c: Cursor, said: dict[str, int]) -> str:
    """One modifier, noted with its token; it contradicts no other."""
    word = str(c.word)
    other = next((mode for mode in said if mode in _MODES), None) if word in _MODES else None
    if word in said or other is not None:
        c.report(p.ModifierHere(c.here(), word, None if word in said else f"an input that says `{other}`"))
    else:
        said[word] = c.i
    c.advance()
    return word


def _modifiers_behind(c: Cursor, said: dict[str, int], word_at: int) -> t.Expr | None:
    """`input auto T x`, as a listing of the thesis has it: reported, and read as `auto input T x`."""
    start, asked = c.at, None
    while c.word in c.spelling.modifiers and _modifier_behind(c):
        word = _read_modifier(c, said)
        if word == "player" and not _another_modifier(c) and _names_player(c):
            asked = read_expression(c)
    if c.at > start:
        c.report(p.ModifierBehindInput(c.span(word_at, c.before), c.file.text[start : c.before]))
    return asked


def _modifier_behind(c: Cursor) -> bool:
    """`input player T x`; not `input player p;` nor `input player p in …`, where it is the type."""
    following, behind = c.peek(), c.word_at(2)
    if following == "name" and (c.peek(2) in (";", "{", "=", "}", "end") or behind in ("in", "from", "ask")):
        return False
    if c.spelling.earlier and following == "name" and behind in ("all", *c.spelling.modifiers):
        return False  # `input player p verb;`, as TGDL has it
    if following == "name" and behind in PARTS and c.word_at(1) not in c.spelling.modifiers:
        return False  # `input player p effect { … }`: only its `;` is missing
    if c.word == "player" and following in ("numeral", "(", "-", "name"):
        return True
    return c.word_at(1) in c.spelling.modifiers or _type_and_name(c, 1)


def _names_player(c: Cursor) -> bool:
    """Behind `input player`: whether an expression follows, and not yet the type."""
    if not _type_and_name(c, 0):
        return True
    return c.kind == "name" and _type_and_name(c, 1) and c.word_at(2) not in ("in", "from", "ask")


def _type_and_name(c: Cursor, steps: int) -> bool:
    taken = starts_type(c, steps)
    return taken > 0 and c.peek(steps + taken) == "name"


def _names_filter(c: Cursor, steps: int) -> bool:
    """`filter {`, `filter x {` or `filter T x {`."""
    taken = starts_type(c, steps)
    if taken and c.peek(steps + taken) == "name":
        steps += taken
    return c.peek(steps) == "{" or (c.peek(steps) == "name" and c.peek(steps + 1) == "{")


# filters = "{" { "filter" [[type] name] block } "}" | block
def _read_filters(c: Cursor) -> tuple[tuple[t.Filter, ...], t.Expr | None]:
    """The filters, and what TGDL's next edition asks among them."""
    question: t.Expr | None = None
    if not _informs(c, 1) and (c.word_at(1) != "filter" or not _names_filter(c, 2)):
        at = c.at
        body = read_test_block(c)
        return ((t.Filter(at, c.before, None, body),) if body.statements else ()), question
    opened = c.open()
    filters = []
    while not c.end_of_block(opened):
        if c.cut_short(opened):
            break
        at = c.at
        if _informs(c, 0):
            question = read_question(c) or question
            continue
        if not c.accept_word("filter"):
            raise c.lost("`filter` or `}`")
        taken = starts_type(c)
        if taken and c.peek(taken) == "name":
            read_type_name(c)  # `filter T x`, as TGDL has it: what the list holds
        name = c.word
        if name is not None:
            c.advance()
        filters.append(t.Filter(at, c.before, name, read_test_block(c)))
    return tuple(filters), question


def _informs(c: Cursor, steps: int) -> bool:
    return c.spelling.earlier and c.word_at(steps) == "information" and c.peek(steps + 1) == "{"


INPUTS = dict.fromkeys(("input", *_MODIFIERS), _read_input_statement)
