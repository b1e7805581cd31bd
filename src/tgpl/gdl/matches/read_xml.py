"""Matches in XML: `history` with a `move` for every step and its `action`s, and `rewards` with a `reward` for each role.

In:  bytes, in the encoding that they name. Out: a `RecordedMatch`; raises BadMatch. Where a `step` holds `move`s, these are the
roles' own; `scores` are rewards too, and `state` with `fact`s behind the history is what the match came to. Nothing outside
of the file is ever read, and what declares entities is refused: a few of them inside each other fill any memory.

    read(b"<match><history><move><action>(mark 1 1)</action><action>noop</action></move></history></match>")
"""

from __future__ import annotations

from typing import Any
from xml.parsers import expat

from tgpl.gdl.matches.recorded_match import MOST_STEPS, BadMatch, RecordedMatch, read_goal
from tgpl.gdl.matches.term_words import DEEPEST, only_term, terms, to_term, without_true
from tgpl.text.terms import CHANCE, Term

_TEXTS = {"action", "move", "reward", "role", "prop-f", "arg", "fact", "sight-of"}  # elements whose text says something


def read(data: bytes) -> RecordedMatch:
    reading = _Parser()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reading.start
    parser.EndElementHandler = reading.end
    parser.CharacterDataHandler = reading.text
    parser.StartDoctypeDeclHandler = _doctype
    parser.EntityDeclHandler = _entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        why = expat.errors.messages.get(error.code, "it cannot be read")
        raise BadMatch(
            f"it begins like XML and is not: {why} (line {error.lineno}, column {error.offset + 1})"
        ) from error
    except (LookupError, ValueError) as error:
        raise BadMatch("it is XML in an encoding that is not known") from error
    return reading.match()


def _doctype(name: str, system: str | None, public: str | None, inside: int) -> None:
    """A reference to a grammar elsewhere is common, and passed over."""
    if inside:
        raise BadMatch("it declares things in its DOCTYPE, which recorded matches have no use for")


def _entity(*_: Any) -> None:
    raise BadMatch("it declares an ENTITY, which recorded matches have no use for")


class _Parser:
    """What has been read so far. Only what matters is kept."""

    def __init__(self) -> None:
        self.path: list[str] = []
        self.words: list[str] = []  # the text of the innermost element
        self.moves: list[list[Term]] = []
        self.goals: list[int] = []
        self.roles: list[str] = []
        self.facts: list[Term] = []
        self.stated = False
        self.sight = ""  # for whom it was written
        self.open: list[list[Any]] = []  # facts and arguments that are not complete yet

    def start(self, name: str, _: Any) -> None:
        if len(self.path) > DEEPEST:
            raise BadMatch(f"more than {DEEPEST} elements stand inside each other")
        outer = self.path[-1] if self.path else ""
        self.path.append(name)
        self.words = []
        if name == "step" or (name == "move" and outer == "history"):
            if len(self.moves) >= MOST_STEPS:
                raise BadMatch(f"it has more than {MOST_STEPS:,} steps")
            self.moves.append([])
        elif name == "state" and "history" not in self.path:
            self.facts, self.stated = [], True
        elif name in ("fact", "arg"):
            self.open.append([])

    def text(self, text: str) -> None:
        if self.path[-1] in _TEXTS:
            self.words.append(text)

    def end(self, name: str) -> None:
        self.path.pop()
        text, self.words = "".join(self.words).strip(), []
        if name in ("action", "move") and "history" in self.path:
            self._move(name, text)
        elif name == "reward":
            self.goals.append(read_goal(text))
        elif name == "role":
            self.roles.append(text)
        elif name == "sight-of":
            self.sight = text.lower()
        elif name in ("prop-f", "arg", "fact"):
            self._fact(name, text)

    def _move(self, name: str, text: str) -> None:
        if not text:
            return
        if not self.moves:
            raise BadMatch(f"an `{name}` stands outside of a step")
        try:
            self.moves[-1] += [only_term(text)] if name == "action" or self.path[-1] == "step" else terms(text)
        except BadMatch as why:
            raise BadMatch(f"in step {len(self.moves)}, {why}") from why

    def _fact(self, name: str, text: str) -> None:
        if name == "prop-f":
            if self.open:
                self.open[-1].append(text)
            return
        inner: Any = self.open.pop() or text
        if name == "arg" and self.open:
            self.open[-1].append(inner)
        elif name == "fact" and "history" not in self.path:
            self.facts.append(without_true(only_term(inner) if isinstance(inner, str) else to_term(inner)))

    def match(self) -> RecordedMatch:
        if not self.moves:
            raise BadMatch("it has no `history` with moves")
        whole_state = self.stated and self.sight in ("", CHANCE)  # one player's own view is not what happened
        states = {len(self.moves): frozenset(self.facts)} if whole_state else {}
        return RecordedMatch(tuple(map(tuple, self.moves)), states, tuple(self.goals) or None, tuple(self.roles))
