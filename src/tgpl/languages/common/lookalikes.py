"""Characters that look like signs of a language, like a blank, or like nothing at all: what is meant by them.

In:  a character that means nothing in a rule text. Out: the plain one, and how to say so. They come from word processors, web pages and
keyboards of other scripts.

    plain_sign("≤")         # "<="
    plain_sign("\\u200b")    # "": it does not even show
"""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix
from tgpl.text.source import Span

_BLANKS = "\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_UNSEEN = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
_SIGNS = {
    "×": "*", "∙": "*", "⋅": "*", "·": "*", "∗": "*", "÷": "/", "∕": "/", "⁄": "/", "≤": "<=", "⩽": "<=", "≥": ">=", "⩾": ">=",
    "≠": "!=", "∧": "&&", "∨": "||", "¬": "!", "、": ",", "。": ".",
}  # fmt: skip
_WIDE = {chr(ord(sign) + 0xFEE0): sign for sign in "!#$%&()*+,-./0123456789:;<=>?@[\\]^_{|}~"}
_MEANT = {**_SIGNS, **_WIDE}
ALIKE = (
    rf"[{''.join(_SIGNS)}]|[\uff01\uff03-\uff06\uff08-\uff20\uff3b-\uff3d\uff3e\uff5b-\uff5e]|[{_BLANKS}]+|[{_UNSEEN}]+"
)


def plain_sign(text: str) -> str:
    """The plain sign; a blank, or nothing."""
    return _MEANT.get(text) or (" " if text.isspace() else "")


def describe(text: str, sign: str) -> str | None:
    """What to say of it; None if it shows."""
    code = f"U+{ord(text[0]):04X}"
    if not sign:
        return f"Something stands here that does not show ({code})."
    return f"This blank ({code}) is none for a rule text." if sign == " " else None


def make_fix(span: Span, sign: str) -> Fix:
    words = "remove it" if not sign else "write a plain blank" if sign == " " else f"write `{sign}`"
    return Fix(words, (Edit(span, sign),))


def fix_ending(span: Span) -> Fix | None:
    """For a text without an end: the quote of a word processor that was to be its end."""
    at = max(span.text.rfind(quote) for quote in "“”„«»")
    return (
        None if at < 1 else Fix('end it with `"`', (Edit(Span(span.file, span.start + at, span.start + at + 1), '"'),))
    )
