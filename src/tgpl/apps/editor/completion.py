"""What can be written at a place, in TGPL and TGDL.

In:  a `Reading` and a place. Out: `Completion`s: members of what stands before the dot, names that can be seen, named arguments, events, phases, types, words of the language where
they can stand, files to import, beginnings to fill in. The text need not be right.

    complete(reading, "a.tgpl", 120)
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from tgpl.apps.editor import members, snippets
from tgpl.apps.editor.probe import Probe, probe
from tgpl.apps.editor.reading import Reading
from tgpl.apps.editor.situation import CLASS_KINDS, Situation, find_situation
from tgpl.apps.editor.suggestion import Completion, of_snippet, plain, word
from tgpl.core.types import ClassType, EnumType
from tgpl.languages.common.vocabulary import VOCABULARIES
from tgpl.languages.registry import TGDL, TGPL
from tgpl.languages.tgdl.syntax.parse import TGDL_WORDS
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import NAMESPACES
from tgpl.languages.tgpl.check.implicit_events import KINDS as HAPPENINGS
from tgpl.languages.tgpl.check.phase_names import phase_names, turn_names
from tgpl.languages.tgpl.check.resolve import the_board
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.lex import TGPL_WORDS
from tgpl.languages.tgpl.syntax.walk import walk_tree
from tgpl.text.files import CARD_FILES, STANDARD

_CLASS_WORDS = "action function private override attribute display goal"
# What begins a part of each block.
_BEGINNINGS = {
    **dict.fromkeys(("class", "interactable", "tile"), _CLASS_WORDS),
    "event": "function override",
    "connection": "function override",
    "stack": "returns default function override display",
    "board": "group borders default action function override",
    "zone": f"seen holds ordered keeps refill {_CLASS_WORDS}",
    "action": "trigger require input optional auto player effect prio during choice sequence simultaneous phase",
    "function": "function input returns effect optional auto player",
    "turn": "phase simultaneous override default",
    "phase": "input effect auto optional player",
    "group": "geometry orientation grid holes tiles adjacency display default function override",
    "display": "name short text symbol color image place hide owner columns rows",
    "attribute": "returns value",
    "filters": "filter",
    "players": "names colors teams",
    "switch": "case default",
}
# What may follow a word.
_BEHIND = {
    "geometry": "square hex graph",
    "orientation": "row column",
    "seen": "by",
    "keeps": "owner",
    "refill": "from",
    "holes": "null",
    "square": "around sides",
}
# Words for what stands in classes, turns and actions.
_INSIDE = frozenset("action attribute phase private simultaneous optional auto placeable stackable".split())
_STATEMENTS = "if for while return break continue winner win draw fail cancel move has out first show input new switch"
_VALUES = "true false null new this base player turn"
_QUERIES = "any all count sum first where each best least sort"
_TYPE_WORDS = "number string bool player dice object List Table Stack"
_TO_TGDL = {"number": "decimal", "null": "none", "function": "verb", "class": "state"}
_BEFORE_TYPES = frozenset(("is", "as", "new", "returns", "input", "of", "private", "override", "attribute"))
_COLLECTIONS = frozenset(("List", "Table", "Stack"))
_EXPRESSIONS = frozenset(("statements", "query", "filters", "phase", "switch"))


def complete(reading: Reading, name: str, offset: int) -> list[Completion]:
    if reading.result.language not in (TGPL, TGDL):
        from tgpl.apps.editor.other_names import complete_names

        return complete_names(reading, name, offset)
    finder = _Finder(reading, name, offset)
    once: dict[tuple[str, str], Completion] = {}
    for one in finder.find():
        once.setdefault((one.label, "snippet" if one.kind == "snippet" else ""), one)
    return sorted(once.values(), key=lambda one: (one.rank, one.label.lower()))


class _Finder:
    def __init__(self, reading: Reading, name: str, offset: int) -> None:
        self.reading, self.name = reading, name
        self.tgdl = name.lower().endswith(".tgdl")
        words = TGDL_WORDS if self.tgdl else TGPL_WORDS
        self.place: Situation = find_situation(reading.text(name), offset, words)
        self._probe: Probe | bool | None = False

    @property
    def probe(self) -> Probe | None:
        if isinstance(self._probe, bool):
            self._probe = probe(self.reading, self.name, self.place)
        return self._probe

    @property
    def game(self) -> s.Game | None:
        """What is known of the game: now, or before the text broke."""
        checked = self.reading.result.checked
        whole = None if self.reading.whole is None else self.reading.whole.result.checked
        for found in (checked, whole):
            if isinstance(found, s.Game) and found.scopes:
                return found
        return None

    @property
    def scope(self) -> s.Scope | None:
        if self.probe is not None:
            return self.probe.scope
        game = self.game
        for scope in () if game is None else game.scopes:
            if scope.file.name.endswith(self.name):
                return scope
        return None

    def words(self, said: str, rank: int = 7) -> list[Completion]:
        found = said.split()
        return [word(_TO_TGDL.get(one, one) if self.tgdl else one, rank) for one in found]

    # -- where

    def find(self) -> Iterator[Completion]:
        place = self.place
        if place.comment:
            return
        if place.text is not None:
            yield from self._in_text(place.text)
        elif place.behind == "." and [token.text for token in place.statement[:2]] == ["trigger", "on"]:
            yield from self._of_happening()
        elif place.behind == ".":
            yield from self._behind_dot()
        elif (
            place.statement and place.statement[-1].kind == "numeral" and place.block not in ("stack", "grid", "links")
        ):
            yield from self.words("to by of")
        else:
            yield from self._named()
            yield from self._by_place()

    def _by_place(self) -> Iterator[Completion]:
        place, behind = self.place, self.place.behind
        first = place.statement[0].text if place.statement else ""
        if behind in _BEHIND:
            yield from self.words(_BEHIND[behind], 0)
        elif first == "trigger" and place.block == "action":
            yield from self._trigger()
        elif "during" in [token.text for token in place.statement] and place.block in (*CLASS_KINDS, "action"):
            yield from self._phases()
        elif behind == "by" and first == "seen":
            yield from self.words("owner all nobody", 0)
        elif first == "case" and self._switched() is not None:
            yield from members.of_enum_type(self._switched())  # type: ignore[arg-type]
        elif self._wants_type():
            yield from self._types()
        elif place.block in ("grid", "tiles", "links"):
            yield from self._tiles()
        elif self.tgdl and behind == "to" and first == "pass":
            yield from self._phases()
        elif not self._at_beginning() or place.block in _EXPRESSIONS:
            yield from self._values()
        if self._at_beginning():
            yield from self._beginnings()

    def _at_beginning(self) -> bool:
        """Whether a statement, member or declaration begins here."""
        modifiers = {"override", "private", "local", "global", "group", "sealed", "simultaneous", "optional", "auto"}
        behind_case = self.place.behind == ":" and self.place.statement[0].text in ("case", "default")
        plain_ones = all(token.text in modifiers for token in self.place.statement) or behind_case
        inner = self.place.open[-1] if self.place.open else None
        return plain_ones and (inner is None or (inner.sign == "{" and inner.block not in ("values", "fill")))

    def _wants_type(self) -> bool:
        behind, before = self.place.behind, [token.text for token in self.place.statement[-2:-1]]
        if behind == "<" and before and before[0] in _COLLECTIONS:
            return True
        return behind in _BEFORE_TYPES or self._names_base()

    def _names_base(self) -> bool:
        words = [token.text for token in self.place.statement]
        return self.place.block == "file" and self.place.behind == ":" and any(one in CLASS_KINDS for one in words)

    # -- what

    def _beginnings(self) -> Iterator[Completion]:
        block = self.place.block
        known = VOCABULARIES["tgdl" if self.tgdl else "tgpl"]
        fitting = snippets.TGDL if self.tgdl else snippets.TGPL
        if block == "file":
            declared = known.words("directive", "kind", "modifier")
            yield from (word(one) for one in declared if one not in _INSIDE)
        if block in _BEGINNINGS:
            yield from self.words(_BEGINNINGS[block], 5)
        if block in ("class", "interactable", "event", "tile", "connection", "board", "zone", "group", "stack"):
            yield from self._types()
        if block in _EXPRESSIONS:
            yield from self.words(_STATEMENTS)
            yield from self.words("pass use", 5) if self.tgdl else []
            yield from self._types()
        if not self.place.statement:
            wanted = "statements" if block in _EXPRESSIONS else block
            yield from (of_snippet(one) for one in fitting if wanted in one.blocks)

    def _types(self) -> Iterator[Completion]:
        first = self.place.statement[0].text if self.place.statement else ""
        kinds: tuple[str, ...] = ()
        if self._names_base():
            kinds = tuple(token.text for token in self.place.statement if token.text in CLASS_KINDS)
            kinds = tuple("class" if one == "state" else one for one in kinds)
        elif first == "zone" or (first == "returns" and self.place.block == "stack"):
            kinds = ("interactable",)
        if self.scope is not None:
            yield from members.of_types(self.scope, kinds)
        if not kinds:
            yield from self.words(_TYPE_WORDS, 4)
            yield from [] if self.tgdl else self.words("kind", 4)
            if self.place.behind == "new" and self.probe is not None:
                yield from members.of_locals(self.probe.locals.values())

    def _tiles(self) -> Iterator[Completion]:
        if self.scope is not None:
            yield from members.of_types(self.scope, ("tile",))
        for one in self._classes_around():
            yield from (plain(name, "group") for name in one.groups)
            for group in one.groups.values():
                node = group.node
                yield from (plain(name, "attribute") for name in (node.named if isinstance(node, t.Group) else ()))

    def _classes_around(self) -> Iterator[s.Class]:
        """The class whose braces are open, by its name."""
        head = self.place.open[0].before if self.place.open else ()
        for token in head if self.scope is not None else ():
            found = None if self.scope is None else self.scope.find(token.text)
            if self.tgdl and token.text == "board" and self.scope is not None:
                found = the_board(self.scope)
            if isinstance(found, s.Class) and found.file is not None:
                yield found

    def _values(self) -> Iterator[Completion]:
        found = self.probe
        if self.place.behind == "(" and [token.text for token in self.place.statement[-2:-1]] == ["for"]:
            yield from self._types()
        if found is not None:
            yield from members.of_locals(found.locals.values())
            if found.owner is not None:
                yield from members.of_class(found.owner)
            if found.event is not None:
                yield word("event", 2)
        if self.scope is not None:
            yield from members.of_value_names(self.scope)
        yield from members.of_functions()
        yield from self.words(_VALUES, 4)
        yield from self.words("and or not mod phase players" if self.tgdl else _QUERIES, 6)
        if self.tgdl:
            yield from self._phases()
            board = None if self.scope is None else the_board(self.scope)
            yield from (plain(name, "group") for name in (() if board is None else board.groups))

    def _trigger(self) -> Iterator[Completion]:
        words = [token.text for token in self.place.statement]
        if words == ["trigger"]:
            yield word("on", 0)
            yield from [] if self.scope is None else members.of_types(self.scope, ("event",))
        elif words == ["trigger", "on"]:
            yield from self.words("player turn class interactable stack", 3)
            if self.scope is not None:
                yield from members.of_types(self.scope, ("class", "interactable", "stack", "tile", "board", "zone"))
            yield from (plain(name, "turn") for name in ([] if self.game is None else self.game.turns))
        elif words[1:2] == ["on"]:
            yield from (word(one, 0) for one in HAPPENINGS)
            yield from self.words("before after fast for")
        else:
            yield from self.words("for")

    def _of_happening(self) -> Iterator[Completion]:
        """`on Hero.health`: attributes and actions."""
        found = None if self.scope is None else self.scope.find(self.place.statement[2].text)
        for name, one in (found.members() if isinstance(found, s.Class) else {}).items():
            if isinstance(one, (s.Attribute, s.Action)):
                yield plain(name, "attribute" if isinstance(one, s.Attribute) else "action", rank=0)

    def _phases(self) -> Iterator[Completion]:
        if self.game is not None:
            yield from (plain(name, "phase", rank=0) for name in phase_names(self.game))
            yield from (plain(name, "turn", rank=1) for name in turn_names(self.game))

    def _switched(self) -> EnumType | None:
        """The enum whose values the cases around are."""
        node = None if self.probe is None else _innermost(self.probe.tree, self.place.start, t.Switch)
        over = node.value.type if isinstance(node, t.Switch) else None
        return over if isinstance(over, EnumType) else None

    # -- named arguments and fills

    def _named(self) -> Iterator[Completion]:
        place = self.place
        inner = place.open[-1] if place.open else None
        if inner is None or self.probe is None or place.behind not in ("(", ",", "{", ";", ""):
            return
        if inner.sign == "(":
            call = _innermost(self.probe.tree, place.start, t.Call)
            if isinstance(call, t.Call) and isinstance(call.refers, (s.Function, s.Action)):
                given = {argument.name for argument in call.arguments}
                for wanted in call.refers.parameters:
                    if wanted.name not in given:
                        detail = f"{wanted.type}{', may be left out' if wanted.optional else ''}"
                        yield Completion(f"{wanted.name}:", "argument", detail, insert=f"{wanted.name}: ", rank=-1)
        elif inner.block == "fill":
            new = _innermost(self.probe.tree, place.start, t.New)
            made = new.type if isinstance(new, t.New) else None
            class_ = self.probe.game.by_type.get(made) if isinstance(made, ClassType) else None
            for name, one in ({} if class_ is None else class_.members()).items():
                if isinstance(one, s.Attribute):
                    yield Completion(name, "attribute", str(one.type), insert=f"{name} = ", rank=-1)

    # -- behind a dot

    def _behind_dot(self) -> Iterator[Completion]:
        found = self.probe
        if found is None:
            return
        if isinstance(found.node, t.TypeName) and found.node.alias is not None:
            yield from self._of_name(found, found.node.alias)
            return
        before = found.before_dot
        if isinstance(before, t.Name) and before.name not in found.locals:
            yield from self._of_name(found, before.name)
        if isinstance(before, t.Member) and before.name == "phase" and isinstance(before.value, t.Name):
            yield from members.of_namespace("turn.phase") if before.value.name == "turn" else []
        if isinstance(before, (t.Name, t.Member)) and isinstance(before.refers, s.Action):
            yield plain("allowed", "attribute", "bool")
        if before is not None:
            yield from members.of_type(before.type, found.game)

    def _of_name(self, found: Probe, name: str) -> Iterator[Completion]:
        """A name that is no variable: of an import, an enum, a class, `player` and its like."""
        if name in found.scope.aliases:
            yield from members.of_scope(found.scope.aliases[name], own=True)
        symbol = found.scope.find(name)
        if isinstance(symbol, s.Enum):
            yield from members.of_enum(symbol)
        elif isinstance(symbol, s.Class) and symbol.visibility != "global":
            yield plain("kinds", "attribute", f"List<kind of {name}>", 4)
            yield from (plain(group, "group") for group in symbol.latest().groups)
        if name in NAMESPACES:
            yield from members.of_namespace(name)
        if name == "base" and found.owner is not None and found.owner.base is not None:
            yield from members.of_class(found.owner.base)
        owner = None if found.owner is None else found.owner.members().get(name)
        if isinstance(owner, s.Action):
            yield plain("allowed", "attribute", "bool")

    # -- in a text

    def _in_text(self, said: str) -> Iterator[Completion]:
        words = [token.text for token in self.place.statement]
        if words[:1] == ["import"] or words[-1:] == ["of"] or words[-1:] == ["from"]:
            yield from self._files(words)
        elif "{" in said[max(0, said.rfind("}")) :] and self.place.block in ("display", "cards"):
            yield from self._attributes()
        else:
            yield from self._names_in_text(words)

    def _files(self, words: list[str]) -> Iterator[Completion]:
        cards = words[-1:] == ["from"]
        for name in self.reading.library.names():
            is_table = name.lower().endswith(CARD_FILES)
            if name == self.name or is_table is not cards or (name.startswith(STANDARD) and words[:1] != ["import"]):
                continue
            plainly = name if cards else posixpath.splitext(name)[0]
            yield Completion(plainly, "file", rank=1 if name.startswith(STANDARD) else 0)

    def _attributes(self) -> Iterator[Completion]:
        for class_ in self._classes_around():
            for name, one in class_.members().items():
                if isinstance(one, s.Attribute) and not one.private:
                    yield plain(name, "attribute", str(one.type), 0)

    def _names_in_text(self, words: list[str]) -> Iterator[Completion]:
        if self.game is None:
            return
        call = next((one for one in reversed(self.place.open) if one.sign == "("), None)
        callee = [] if call is None else [token.text for token in call.before][-3:]
        commas = 0 if call is None else [t.text for t in self.place.statement[len(call.before) :]].count(",")
        compared = "".join(words[-8:-1]) if words[-1:] in (["=="], ["!="]) else ""
        if words[-1:] in (["=="], ["!="]):
            yield from self._phases()
        uses, passes = callee == ["turn", ".", "use"], callee == ["turn", ".", "pass"]
        if (uses and commas) or passes or compared.endswith(("phase.active()", "event.newPhase", "event.oldPhase")):
            yield from (plain(name, "phase", rank=0) for name in phase_names(self.game))
        elif uses or compared.endswith(("turn.active()", "event.turn", "event.old", "event.new")):
            yield from (plain(name, "turn", rank=0) for name in turn_names(self.game))


def _innermost(tree: t.Node, at: int, kind: type[t.Node]) -> t.Node | None:
    """The innermost node of a kind around a place."""
    found: t.Node | None = None
    for node in walk_tree(tree):
        if isinstance(node, kind) and node.at <= at <= node.end and (found is None or node.at >= found.at):
            found = node
    return found
