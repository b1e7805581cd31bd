"""What is known of a symbol, in words: how it is declared, whose it is, who may see it, what is written above it.

In:  a `Symbol` with what the checker knows of it. Out: `Description`, of which hovers, completions and signatures are made.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tgpl.apps.editor.index import Declaration, Symbol
from tgpl.apps.editor.outline import spell
from tgpl.core.operations import OPERATIONS
from tgpl.core.types import ANY, NOTHING, Type
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import ANYTHING, ELEMENT, LIST_OF_ELEMENT, PILE, SELF, STACK_OF_ELEMENT
from tgpl.languages.tgpl.check.folding import Named as NamedValue
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import SourceFile


class Description(NamedTuple):
    signature: str  # as the language would write it
    facts: tuple[str, ...]  # whose it is, who may see it, …
    comment: str  # what its author has written above it
    page: str = ""  # the section of the reference


_SYMBOLIC: dict[Type, str] = {
    ELEMENT: "T",
    LIST_OF_ELEMENT: "List<T>",
    STACK_OF_ELEMENT: "Stack<T>",
    SELF: "the same",
    ANYTHING: "anything",
    PILE: "stack",
    NOTHING: "nothing",
    ANY: "object",
}


def show_type(type_: Type | None) -> str:
    return "?" if type_ is None else _SYMBOLIC.get(type_, str(type_))


def describe(symbol: Symbol, meant: object = None) -> Description:
    """A symbol; `meant`: that one of its declarations which is meant."""
    meaning = symbol.meaning if meant is None or isinstance(meant, str) else meant
    signature, facts, page = _tell(symbol, meaning)
    declaration = next((one for one in symbol.declared if one.meaning is meaning), None)
    comment = ""
    for one in (declaration, *symbol.declared):
        comment = comment or ("" if one is None else find_comment(one))
    return Description(signature, tuple(fact for fact in facts if fact), comment, page)


def _tell(symbol: Symbol, meaning: object) -> tuple[str, list[str], str]:
    match meaning:
        case s.Class():
            return _tell_class(symbol, meaning)
        case s.Attribute():
            return _tell_attribute(meaning)
        case s.Function():
            return f"{'override ' if meaning.original else ''}function {spell_call(meaning)}", [_of(meaning.owner)], ""
        case s.Action():
            return _tell_action(meaning)
        case s.Enum():
            values = ", ".join(meaning.type.values)
            if symbol.kind == "value":
                return f"{meaning.name}.{symbol.name}", [f"a value of the enum `{meaning.name}`"], ""
            return f"enum {meaning.name} {{ {values} }}", [], ""
        case s.Constant():
            return f"const {show_type(meaning.type)} {meaning.name} = {_show_value(meaning.folded)}", [], ""
        case s.Local():
            return f"{show_type(meaning.type)} {meaning.name}", [_WHAT.get(meaning.kind, "a variable")], ""
        case t.Input():
            return f"{spell(meaning.type_name)} {meaning.name}", [_WHAT["input"]], ""
        case s.Turn():
            return f"turn {meaning.name}", [f"phases: {', '.join(meaning.phases) or 'main'}"], "11. Turns and phases"
        case s.Phase():
            waits = meaning.node.effect is None
            manner = (
                "all choose at the same time" if meaning.node.simultaneous else "waits for the active player's choice"
            )
            return (
                f"phase {meaning.name}",
                [f"of the turn `{meaning.turn.name}`", manner if waits else "runs by itself"],
                "",
            )
        case s.Operation():
            return _tell_operation(meaning)
    if isinstance(meaning, str) and meaning:
        return symbol.name, [meaning], ""
    if symbol.kind == "built-in":
        return symbol.name, [WORDS.get(symbol.name, "")], ""
    container = "" if symbol.container is None else f" of `{symbol.container.name}`"
    return _first_line(symbol), [f"{symbol.kind}{container}"], ""


def _first_line(symbol: Symbol) -> str:
    """How it is declared, in the words of the text."""
    if not symbol.declared:
        return symbol.name
    one = symbol.declared[0]
    text = one.name.file.text[one.whole.start : one.whole.end]
    head = re.split(r"[{\n]", text, maxsplit=1)[0].strip()
    return head if symbol.name in head else symbol.name


_WHAT = {
    "variable": "a variable",
    "element": "an element of what is walked through",
    "argument": "an argument: a call passes it",
    "input": "an input: it is asked for, or passed by a call",
}
WORDS = {
    "this": "the object to which the running block belongs",
    "base": "what the class that this one derives from does",
    "event": "what has set this action off",
    "player": "the players: `player.active()`, `player.all()`, `player.count()` …",
    "turn": "turns and phases: `turn.pass()`, `turn.use(…)`, `turn.active()`",
    "allowed": "whether this object may use the action",
    "kind": "the class that the object was made as",
    "kinds": "the classes that can be made, in the order of declaration",
    "all": "all values of the enum, in the order of declaration",
    "name": "what the class is called at the table",
}
_OWNERS = {
    "local": "belongs to one player, or to nobody",
    "group": "belongs to several players",
    "global": "there is exactly one, and it belongs to everybody",
}
_OWNED = ("class", "interactable", "zone")


def _tell_class(symbol: Symbol, class_: s.Class) -> tuple[str, list[str], str]:
    visibility = "" if class_.visibility == "local" or class_.file is None else f"{class_.visibility} "
    base = class_.base
    while base is not None and base.name == class_.name and base.newer is not None:  # what it was before an expansion
        base = base.base
    above = "" if base is None or base.file is None else f" : {base.name}"
    facts = [_OWNERS[class_.visibility] if class_.kind in _OWNED and class_.file is not None else ""]
    if class_.holds is not None:
        facts.append(f"holds `{class_.holds.name}`")
    if class_.row is not None:
        facts.append(f"a card of the table `{class_.row[1].name}`, {class_.copies} in a deck")
    if class_.kind == "zone" and isinstance(class_.node, t.Class) and class_.node.zone is not None:
        facts.append(f"seen by {class_.node.zone.seen or 'all'}")
    if class_.kind == "event":
        told = ", ".join(f"{show_type(one.type)} {one.name}" for one in class_.attributes.values())
        facts.append(f"tells {told}" if told else "")
    kind = "group" if symbol.kind == "group" else class_.kind
    return f"{visibility}{kind} {class_.name}{above}", facts, ""


def _tell_attribute(attribute: s.Attribute) -> tuple[str, list[str], str]:
    private = "private " if attribute.private else ""
    owner = attribute.owner
    seen = "everybody may see it"
    if attribute.private:
        lone = owner.visibility == "global" or owner.kind not in _OWNED
        seen = "nobody sees it" if lone else "only its owner sees it"
    return f"{private}{show_type(attribute.type)} {attribute.name}", [_of(owner), seen], ""


def _of(owner: s.Class | None) -> str:
    return "" if owner is None or owner.node is None else f"of `{owner.name}`"


def _tell_action(action: s.Action) -> tuple[str, list[str], str]:
    waits = [event.name for event, _ in action.root.triggers]
    choice = "PlayerChoiceEvent" in waits
    others = [name for name in waits if name != "PlayerChoiceEvent"]
    facts = [_of(action.owner), "a player may choose it" if choice else ""]
    facts += [f"waits for {', '.join(f'`{name}`' for name in others)}" if others else ""]
    facts += ["runs only when it is called" if not waits else ""]
    facts += [f"during {', '.join(one.name for one in action.root.node.during)}" if action.root.node.during else ""]
    facts += [f"priority {action.root.node.priority:g}" if action.root.node.priority is not None else ""]
    word = "goal" if action.node.goal else "action"
    return f"{'override ' if action.original else ''}{word} {spell_call(action)}", facts, ""


def spell_call(of: s.Function | s.Action) -> str:
    """A function or action with what a call passes, and what it gives."""
    told = ", ".join(f"{show_type(one.type)} {one.name}{'?' if one.optional else ''}" for one in of.parameters)
    result = f" → {show_type(of.returns)}" if isinstance(of, s.Function) and of.returns is not NOTHING else ""
    return f"{of.name}({told}){result}"


def spell_operation(operation: s.Operation, name: str) -> str:
    if operation.reads:
        return f"{show_type(operation.returns)} {name}"
    told = ", ".join(
        f"{show_type(one.type)}{' ' + one.name if one.name else ''}{'?' if one.optional else ''}"
        for one in operation.parameters
    )
    result = "" if operation.returns is NOTHING else f" → {show_type(operation.returns)}"
    return f"{name}({told}){result}"


def _tell_operation(operation: s.Operation) -> tuple[str, list[str], str]:
    name = operation.op.split(".")[-1]
    known = OPERATIONS.get(operation.op)
    doc = "" if known is None else known.doc
    return spell_operation(operation, name), [doc], _PAGES.get(operation.op.split(".")[0], "4. Expressions")


_PAGES = {
    "list": "3. Collections",
    "table": "3. Collections",
    "stack": "3. Collections",
    "deck": "12. Interactables and decks",
    "piece": "12. Interactables and decks",
    "zone": "Zones",
    "tile": "13. Boards",
    "group": "13. Boards",
    "board": "13. Boards",
    "connection": "13. Boards",
    "own": "6. Classes",
    "dice": "25. Dice",
    "player": "27. Players at the table",
    "turn": "11. Turns and phases",
    "event": "10. Events",
}


def _show_value(value: object) -> str:
    if isinstance(value, NamedValue):
        return value.name
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return f"{value:g}" if isinstance(value, float) else "…" if value is ... else str(value)


# ---- comments

_COMMENT = re.compile(r"\s*(?://|#|;|%|\\\\)+\s?(.*)$")


def find_comment(declaration: Declaration) -> str:
    """The lines of comment right above a declaration, else what is written behind it."""
    file = declaration.name.file
    number, column = file.position(declaration.whole.start)
    lines = list[str]()
    if file.line(number)[: column - 1].strip():
        return ""  # what is written above is about something else
    while number > 1 and (found := _COMMENT.match(file.line(number - 1))) is not None:
        if found[1].startswith("---"):
            break
        lines.insert(0, found[1].rstrip())
        number -= 1
    return "\n".join(lines).strip() or _find_behind(file, declaration)


def _find_behind(file: SourceFile, declaration: Declaration) -> str:
    number = file.position(declaration.name.start)[0]
    line = file.line(number)
    for mark in ("//", "\\\\", "#", ";", "%"):
        found = re.compile(rf"(?:^|[;}}\s)]){re.escape(mark)}\s?(.*)$").search(
            line, declaration.name.end - file.lines[number - 1]
        )
        if found is not None and mark in ("//", "\\\\"):
            return found[1].strip()
    return ""
