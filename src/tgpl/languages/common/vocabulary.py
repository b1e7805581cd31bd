"""The words of each language, by what they are for: the one place from which lexicons, grammars, colours and completions take them.

    VOCABULARIES["tgpl"].words("control")        # ("if", "else", …)
    VOCABULARIES["tgpl"].known                   # all that a misspelt word may have been meant for

The groups: `directive`, `kind` (what is declared), `modifier`, `part` (of a declaration), `word` (between others), `control`, `statement`, `happening`,
`type`, `constant`, `operator`, `special` (names that the language gives), `query`, `pool` (of dice), `built_in` (functions), `hint`.
"""

from __future__ import annotations

from typing import NamedTuple


class Vocabulary(NamedTuple):
    groups: dict[str, str]
    more: dict[str, str]  # words that stand only in few places: nobody who misspells another means them
    line_comment: str
    reserved: frozenset[str] = frozenset()  # words that are never names

    def words(self, *groups: str) -> tuple[str, ...]:
        found = (table.get(group, "").split() for group in groups for table in (self.groups, self.more))
        return tuple(dict.fromkeys(word for words in found for word in words))

    @property
    def known(self) -> frozenset[str]:
        return frozenset(word for words in self.groups.values() for word in words.split())

    @property
    def all(self) -> frozenset[str]:
        return frozenset(self.words(*self.groups, *self.more))


_SHARED = {
    "directive": "game players rules import expansion setup",
    "part": """effect require trigger input filter returns value default display prio priority choice sequence ask geometry orientation grid row
        column holes tiles adjacency borders names colors teams""",
    "modifier": "local global private override sealed simultaneous optional auto placeable stackable",
    "control": "if else while for return break continue",
    "statement": "winner win draw fail cancel has move out first show",
    "special": "this base",
    "pool": "highest lowest drop explode count against",
    "built_in": "log tell random floor ceil round abs min max roll same",
    "hint": "name text symbol color image place hide",
}
_MORE = {
    "word": "up at least nobody",
    "happening": "kept draw shuffle reshuffle put discard attach remove activation deactivation action phase choice",
    "hint": "short columns rows",
    "built_in": "chance",
    "special": "event",
    "type": "object",
}
_PLAIN_KINDS = "class interactable stack event tile connection board turn goal action phase group attribute"
_HAPPENINGS = "change movement placement removal drawn discarded"

TGPL = Vocabulary(
    {
        **_SHARED,
        "kind": f"{_PLAIN_KINDS} zone cards function enum const",
        "part": f"{_SHARED['part']} during seen holds ordered keeps refill",
        "word": "of to by as in from on before after fast owner nobody always square hex graph around sides",
        "control": f"{_SHARED['control']} switch case",
        "happening": f"{_HAPPENINGS} enter leave",
        "type": "number string bool player dice List Table Stack kind kinds",
        "constant": "true false null",
        "operator": "new is",
        "query": "any all count sum first where each best least sort down",
    },
    {**_MORE, "operator": "as", "part": "copies"},
    "//",
    frozenset(
        "if else while for return break continue new is as true false null winner number string bool List Table Stack".split()
    ),
)
TGDL = Vocabulary(
    {
        **_SHARED,
        "kind": f"{_PLAIN_KINDS} state verb enum",
        "word": "of to by as in from on before after fast square hex graph around sides",
        "statement": f"{_SHARED['statement']} pass use",
        "happening": _HAPPENINGS,
        "type": "decimal string bool player dice List Table Stack",
        "constant": "true false none",
        "operator": "new is and or not xor nand mod",
    },
    {**_MORE, "part": "information required", "kind": "function", "operator": "as"},
    "//",
    frozenset(
        """if else while for return break continue new is as true false none winner decimal string bool List Table Stack and or not xor nand
        mod""".split()
    ),
)
RPG = Vocabulary(
    {
        "kind": "set fun trait",
        "control": "if then else",
        "word": "extends for with and of up to",
        "special": "this base",
        "constant": "true false",
        "pool": "highest lowest drop explode count against",
        "built_in": "print roll getString",
        "type": "Int Bool String Dice Unit List",
    },
    {"constant": "True False"},
    "//",
    frozenset("set fun trait extends for with and if then else this base true false True False".split()),
)
SENET = Vocabulary(
    {
        "directive": "@setup @turns",
        "kind": "func group",
        "type": "int str bool void list",
        "operator": "and or not",
        "control": "if elif else while for in break continue return assert pass end begin",
        "special": "this",
        "constant": "True False None",
        "built_in": "print read stoi itos rand exit restart clear_input",
    },
    {},
    "#",
    frozenset(
        """int str bool void list group and or not if else while for break continue return assert True False None elif in this func pass
        end""".split()
    ),
)
GDL = Vocabulary(
    {
        "kind": "role base input init legal next goal terminal sees knows",
        "special": "true does random",
        "operator": "not or and distinct",
    },
    {},
    ";",
)
VOCABULARIES = {"tgpl": TGPL, "tgdl": TGDL, "rpg": RPG, "senet": SENET, "gdl": GDL}
