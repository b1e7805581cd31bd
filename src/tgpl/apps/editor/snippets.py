"""Beginnings to fill in: a class, an action, a turn, a board, a deck.

`$1`, `${2:word}` and `$0` are places to jump to, as editors have it. Where they can stand says `blocks`.
"""

from __future__ import annotations

from typing import NamedTuple


class Snippet(NamedTuple):
    label: str
    words: str
    body: str
    blocks: tuple[str, ...]  # of `Situation.block`


_CLASSES = ("class", "interactable", "tile", "board", "zone")
TGPL = (
    Snippet(
        "class …",
        "what belongs to one player",
        "class ${1:Hand}\n{\n    ${2:number score = 0;}\n\n    $0\n}",
        ("file",),
    ),
    Snippet(
        "global class …",
        "what belongs to everybody",
        "global class ${1:State}\n{\n    ${2:number round = 1;}\n\n    $0\n}",
        ("file",),
    ),
    Snippet(
        "interactable …",
        "a thing that players handle",
        "interactable ${1:Card}\n{\n    ${2:number value = 1;}\n    $0\n}",
        ("file",),
    ),
    Snippet(
        "board …",
        "a board with a grid",
        "board ${1:Board}\n{\n    group ${2:Grid}\n    {\n        geometry square;\n        grid ${3:8} by ${4:8} of ${5:Field};\n    }\n}\n\ntile ${5:Field} { }\n$0",
        ("file",),
    ),
    Snippet(
        "stack …",
        "a deck of cards",
        "stack ${1:Deck}\n{\n    returns ${2:Card};\n    ${3:10} ${2:Card};\n    default { shuffle(); }\n}\n$0",
        ("file",),
    ),
    Snippet(
        "zone …",
        "a hand, a market, a pile",
        "zone ${1:Hand} of ${2:Card} { seen by ${3|owner,all,nobody|}; }\n$0",
        ("file",),
    ),
    Snippet(
        "turn …",
        "who is next",
        "turn ${1:Round}\n{\n    phase ${2:Act} { }\n\n    default { return player.active() + 1; }\n}\n$0",
        ("file",),
    ),
    Snippet(
        "setup …",
        "before the first turn",
        "setup\n{\n    for (player p in player.all()) { p has ${1:Hand}; }\n    $0\n}",
        ("file",),
    ),
    Snippet("event …", "something that happens", "event ${1:Damage} { ${2:number amount;} }\n$0", ("file",)),
    Snippet(
        "goal …",
        "how the game ends",
        "goal ${1:Riches}\n{\n    require { return ${2:true}; }\n    effect { win ${3:player.active()}; }\n}\n$0",
        ("file",),
    ),
    Snippet("enum …", "values that are names", "enum ${1:Suit} { ${2:Hearts, Spades} }\n$0", ("file",)),
    Snippet(
        "cards …",
        "a table of cards",
        'cards ${1:Treasure} : ${2:Card}\n{\n    copies, ${3:cost}, text;\n    ${4:Copper}: ${5:10}, ${6:0}, "${7:what it says}";\n    $0\n}',
        ("file",),
    ),
    Snippet(
        "action …",
        "what a player may choose",
        "action ${1:Play}\n{\n    trigger PlayerChoiceEvent;\n    ${2:input player target;}\n    effect\n    {\n        $0\n        turn.pass();\n    }\n}",
        _CLASSES,
    ),
    Snippet(
        "action on an event …",
        "what happens by itself",
        "action ${1:React}\n{\n    trigger ${2:on Hero.health change} { return ${3:true}; }\n    effect { $0 }\n}",
        _CLASSES,
    ),
    Snippet(
        "function …",
        "what gives a value",
        "function ${1:Total}\n{\n    function input ${2:player who};\n    returns ${3:number};\n    effect\n    {\n        $0\n        return ${4:0};\n    }\n}",
        ("file", *_CLASSES, "stack", "event", "group"),
    ),
    Snippet(
        "group …",
        "a part of a board",
        "group ${1:Grid}\n{\n    geometry ${2|square,hex,graph|};\n    $0\n}",
        ("board",),
    ),
    Snippet("phase …", "a part of a turn", "phase ${1:Act} { $0 }", ("turn",)),
    Snippet(
        "for each …", "walks through a list", "for (${1:player p} in ${2:player.all()})\n{\n    $0\n}", ("statements",)
    ),
    Snippet("if …", "only if", "if (${1:true}) { $0 }", ("statements",)),
    Snippet("switch …", "one of several cases", "switch (${1:x})\n{\n    case ${2:1}: $0\n}", ("statements",)),
)
_WORDS = {
    "class ": "state ",
    "number": "decimal",
    "function input": "input",
    "function": "verb",
    "player.active() + 1": "player + 1",
}


def _to_tgdl(snippet: Snippet) -> Snippet:
    """The same in the earlier edition."""
    body = snippet.body.replace("trigger PlayerChoiceEvent;", "trigger on player;").replace("turn.pass();", "pass;")
    for word, instead in _WORDS.items():
        body = body.replace(word, instead)
    body = body.replace("input ${2:player who};\n    returns ${3:decimal};", "input ${2:player who} verb;")
    label = snippet.label.replace("class", "state").replace("function", "verb")
    return snippet._replace(label=label, body=body)


_NOT_THERE = ("zone …", "switch …", "cards …", "setup …", "stack …", "board …", "group …")
TGDL = tuple(_to_tgdl(one) for one in TGPL if one.label not in _NOT_THERE)
