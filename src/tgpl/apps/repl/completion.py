"""What a word that was begun could become: names, keywords, fields behind a dot, commands.

In:  the line up to the cursor and the word at its end. Out: whole words, in order.

    complete(interpreter, "print(fighter.He", "fighter.He")     # ["fighter.Health"]
"""

from __future__ import annotations

import glob
import os
import re

from tgpl.apps.repl.interpreter import Interpreter
from tgpl.languages.registry import RPG, language_of
from tgpl.languages.rpg.check import symbols as s
from tgpl.languages.rpg.check.expressions import BUILT_IN
from tgpl.languages.rpg.check.types import SIMPLE, ObjectType, TraitType, Type, resolve
from tgpl.languages.rpg.syntax.lex import KEYWORDS

COMMANDS = (":forget", ":help", ":list", ":load", ":odds", ":quit", ":seed", ":type")
DELIMITERS = ' \t\n+-*/()[]{},;=<>!&|"'  # of words: a dot belongs to one, as does the colon of a command
_POOLS = ("against", "count", "drop", "explode", "highest", "lowest")
_CHAIN = re.compile(r"(\w+(?:\.\w+)*)\.(\w*)")


def complete(interpreter: Interpreter, line: str, word: str) -> list[str]:
    if line.lstrip().startswith(":"):
        command = line.split(maxsplit=1)[0]
        if line.lstrip() == word:
            return _beginning(word, [f"{one} " for one in COMMANDS])
        if command == ":load":
            return _files(line.lstrip().removeprefix(":load").lstrip(), word)
        if command in (":help", ":list", ":quit", ":seed"):
            return []
    chain = _CHAIN.fullmatch(word)
    if chain is not None:
        return _beginning(word, [f"{chain[1]}.{field}" for field in _fields(interpreter, chain[1].split("."))])
    return _beginning(word, _names(interpreter))


def _beginning(word: str, known: list[str]) -> list[str]:
    return sorted({one for one in known if one.startswith(word)})


def _names(interpreter: Interpreter) -> list[str]:
    checked = interpreter.checked
    functions = [f"{name}(" for name in (*BUILT_IN, *checked.functions)]
    objects = [name for name, made in checked.objects.items() if made.node is not None]
    variables = [name for name in checked.variables if name[:1].islower() or name[:1] == "_"]
    return [*KEYWORDS, *_POOLS, *SIMPLE, "List[", *functions, *objects, *checked.traits, *variables]


def _fields(interpreter: Interpreter, names: list[str]) -> list[str]:
    """The fields of what a chain of names means."""
    checked = interpreter.checked
    variable = checked.variables.get(names[0])
    type_: Type | None = None if variable is None else resolve(variable.type)
    if names[0] in checked.objects:
        type_ = checked.objects[names[0]].type
    for name in names[1:]:
        field = _fields_of(interpreter, type_).get(name)
        type_ = None if field is None or field.type is None else resolve(field.type)
    return list(_fields_of(interpreter, type_))


def _fields_of(interpreter: Interpreter, type_: Type | None) -> dict[str, s.Field]:
    if isinstance(type_, ObjectType):
        return interpreter.checked.objects[type_.name].fields
    if isinstance(type_, TraitType):
        return interpreter.checked.traits[type_.name].fields
    return {}


def _files(path: str, word: str) -> list[str]:
    """Scripts, and folders to look into; of each only what comes from the last word on."""
    found = []
    for one in sorted(glob.glob(glob.escape(path) + "*")):
        rest = one[len(path) - len(word) :]
        if os.path.isdir(one):
            found.append(f"{rest}/")
        elif language_of(one) is RPG:
            found.append(rest)
    return found
