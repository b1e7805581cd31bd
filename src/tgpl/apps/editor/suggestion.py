"""One thing that could be written, as an editor lists it."""

from __future__ import annotations

from typing import NamedTuple

from tgpl.apps.editor.describe import show_type, spell_call, spell_operation
from tgpl.apps.editor.snippets import Snippet
from tgpl.core.operations import OPERATIONS
from tgpl.languages.tgpl.check import symbols as s


class Completion(NamedTuple):
    label: str
    kind: str  # as that of a `Symbol`, or "word", "snippet", "file"
    detail: str = ""
    about: str = ""
    insert: str = ""  # if it is not the label
    rank: int = 5  # the less the sooner
    snippet: bool = False  # `insert` has places to jump to


def word(label: str, rank: int = 7) -> Completion:
    return Completion(label, "word", rank=rank)


def plain(label: str, kind: str, detail: str = "", rank: int = 3) -> Completion:
    return Completion(label, kind, detail, rank=rank)


def of_local(local: s.Local) -> Completion:
    return Completion(local.name, local.kind, show_type(local.type), rank=0)


def of_member(name: str, member: object, rank: int = 1) -> Completion | None:
    """Something behind a dot, or of this object."""
    match member:
        case s.Attribute():
            return Completion(name, "attribute", show_type(member.type), f"of `{member.owner.name}`", rank=rank)
        case s.Class():
            return Completion(name, "group", member.kind, rank=rank)
        case s.Function() | s.Action():
            kind = "function" if isinstance(member, s.Function) else "action"
            return Completion(name, kind, spell_call(member), insert=spell_arguments(member), rank=rank, snippet=True)
        case s.Operation():
            known = OPERATIONS.get(member.op)
            doc = "" if known is None else known.doc
            insert = "" if member.reads else f"{name}({'$1' if member.parameters else ''})"
            kind = "attribute" if member.reads else "function"
            return Completion(name, kind, spell_operation(member, name), doc, insert, rank + 2, bool(insert))
    return None


def spell_arguments(of: s.Function | s.Action) -> str:
    """A call to fill in: what must be passed, by name."""
    wanted = [one.name for one in of.parameters if not one.optional]
    return f"{of.name}({', '.join(f'{name}: ${number}' for number, name in enumerate(wanted, 1))})"


def of_declared(name: str, symbol: s.Declared, rank: int = 2) -> Completion | None:
    """Something that a file can name."""
    match symbol:
        case s.Class():
            latest = symbol.latest()
            visibility = f"{latest.visibility} " if latest.visibility != "local" and latest.file is not None else ""
            return Completion(name, latest.kind, f"{visibility}{latest.kind}", rank=rank + (latest.file is None))
        case s.Function():
            return of_member(name, symbol, rank)
        case s.Enum():
            return Completion(name, "enum", "enum", rank=rank)
        case s.Constant():
            return Completion(name, "constant", show_type(symbol.type), rank=rank)


def of_snippet(snippet: Snippet) -> Completion:
    return Completion(snippet.label, "snippet", snippet.words, "", snippet.body, 6, True)
