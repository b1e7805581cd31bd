"""Who plays: how many, what they are called, how they are shown, who belongs together; and the rules in words.

In:  a cursor behind `players`, or at `rules`. Out: nodes of `tree.py`.
"""

from __future__ import annotations

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.members import read_members, report_second
from tgpl.text.diagnostics import closest

_WORDS = ("names", "colors", "teams")
_SYNONYMS = {"name": "names", "colours": "colors", "color": "colors", "colour": "colors", "team": "teams"}
_FOLLOWING = frozenset(_WORDS)


# players = "players" number [ "to" number ] ( ";" | "{" { names | colors | teams } "}" )
def read_players(c: Cursor, at: int) -> t.Players:
    """Behind the first number."""
    low = high = float(str(c.values[c.i - 1]))
    if c.accept_word("to"):
        if c.kind != "numeral":
            raise c.lost("the highest number of players")
        high = float(str(c.values[c.i]))
        c.advance()
    made = t.Players(at, c.before, low, high)
    if c.kind == "{":
        read_members(c, lambda: _read_part(c, made), frozenset())
        made.end = c.before
    return made


# names = ( "names" | "colors" ) text { "," text } ";"
# teams = "teams" team { "," team } ";"
def _read_part(c: Cursor, made: t.Players) -> None:
    word = c.word
    if word is None:
        raise c.lost("`names`, `colors` or `teams`")
    if word not in _WORDS:
        c.report(p.UnknownOfPlayers(c.here(), word, _SYNONYMS.get(word) or closest(word, _WORDS)))
        word = _SYNONYMS.get(word) or closest(word, _WORDS) or ""
    report_second(c, bool(getattr(made, word, ())), word, "`players`")
    at = c.at
    c.advance()
    if word == "teams":
        made.teams, made.teams_at = _read_teams(c), (at, c.before)
    else:
        texts = read_texts(c)
        if word:
            setattr(made, word, texts)
    c.semicolon(_FOLLOWING)


def read_texts(c: Cursor) -> tuple[t.Said, ...]:
    """Texts in quotes, separated by commas."""
    found = [read_text(c)]
    while c.accept(","):
        found.append(read_text(c))
    return tuple(found)


def read_text(c: Cursor) -> t.Said:
    if c.kind != "text":
        raise c.lost("a text in quotes")
    at, text = c.at, str(c.values[c.i])
    c.advance()
    return text, at, c.before


# team = "{" number { "," number } "}"
def _read_teams(c: Cursor) -> tuple[tuple[tuple[float, int, int], ...], ...]:
    found = [_read_team(c)]
    while c.accept(","):
        found.append(_read_team(c))
    return tuple(found)


def _read_team(c: Cursor) -> tuple[tuple[float, int, int], ...]:
    opened, members = c.i, list[tuple[float, int, int]]()
    c.expect("{", "a team, as in `teams { 0, 2 }, { 1, 3 };`")
    while True:
        if c.kind != "numeral":
            raise c.lost("the number of a player; the first is 0")
        members.append((float(str(c.values[c.i])), c.at, c.ends[c.i]))
        c.advance()
        if not c.accept(","):
            break
    if c.kind != "}":
        c.report(p.UnclosedBracket(c.span(c.before, c.before), "}", c.token(opened)))
    else:
        c.advance()
    return tuple(members)
