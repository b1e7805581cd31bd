"""Zones: what a hand, a market, a pile says of itself, beside the members that it has as any class does.

In:  a cursor at the first word of a part. Out: the parts, gathered, and `tree.Zone` at the end.
"""

from __future__ import annotations

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.card_tree import Zone
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import read_expression, read_type_name
from tgpl.languages.tgpl.syntax.members import report_second
from tgpl.languages.tgpl.syntax.statements import report_missing
from tgpl.text.diagnostics import closest

PARTS = frozenset("seen holds ordered keeps refill".split())
WATCHERS = ("owner", "all", "nobody")


class ZoneParts:
    """What a zone says, while it is read."""

    def __init__(self) -> None:
        self.at = 0
        self.seen: str | None = None
        self.seen_at = 0
        self.capacity: t.Expr | None = None
        self.ordered = False
        self.keeps = False
        self.source: t.Expr | None = None
        self.always = False

    def finished(self, at: int, end: int) -> Zone:
        return Zone(at, end, self.seen, self.seen_at, self.capacity, self.ordered, self.keeps, self.source, self.always)


# contents = "of" type
def read_zone_of(c: Cursor) -> t.TypeName | None:
    """What lies in a zone: `zone Hand of Card`."""
    if c.kind == "name" and not c.accept_word("of"):
        report_missing(c, "of")
    return read_type_name(c) if c.kind == "name" else None


# zone_part = "seen" "by" ("owner" | "all" | "nobody") ";" | "holds" expression ";" | "ordered" ";" | "keeps" "owner" ";"
#           | "refill" "from" expression ["always"] ";"
def at_part(c: Cursor) -> bool:
    """Whether something stands here that only zones say."""
    return c.word in PARTS and c.peek() != "="


def read_part(c: Cursor, parts: ZoneParts) -> None:
    _READERS[str(c.word)](c, parts)
    c.semicolon(PARTS)


def _read_seen(c: Cursor, parts: ZoneParts) -> None:
    report_second(c, parts.seen is not None, "seen by", "zone")
    parts.seen_at = c.at
    c.advance()
    if not c.accept_word("by"):
        raise c.lost("`by` and who sees it: `seen by owner;`, `seen by all;` or `seen by nobody;`")
    if c.word not in WATCHERS:
        if c.word is None:
            raise c.lost("who sees it: `owner`, `all` or `nobody`")
        c.report(p.SeenByWhom(c.here(), c.word, closest(c.word, WATCHERS)))
    parts.seen = c.word if c.word in WATCHERS else "all"
    c.advance()


def _read_holds(c: Cursor, parts: ZoneParts) -> None:
    report_second(c, parts.capacity is not None, "holds", "zone")
    c.advance()
    parts.capacity = read_expression(c)


def _read_ordered(c: Cursor, parts: ZoneParts) -> None:
    report_second(c, parts.ordered, "ordered", "zone")
    c.advance()
    parts.ordered = True


def _read_keeps(c: Cursor, parts: ZoneParts) -> None:
    report_second(c, parts.keeps, "keeps owner", "zone")
    c.advance()
    if not c.accept_word("owner"):
        raise c.lost("`owner`: `keeps owner;` lets what lies here belong to whom it belonged before")
    parts.keeps = True


def _read_refill(c: Cursor, parts: ZoneParts) -> None:
    report_second(c, parts.source is not None, "refill", "zone")
    c.advance()
    if not c.accept_word("from"):
        raise c.lost("`from` and a deck or a zone, as in `refill from Supply;`")
    parts.source = read_expression(c)
    parts.always = c.accept_word("always")


_READERS = {
    "seen": _read_seen,
    "holds": _read_holds,
    "ordered": _read_ordered,
    "keeps": _read_keeps,
    "refill": _read_refill,
}
