"""The display names of a class, for texts and the log: words and attributes by turns.

In:  a class with its layout. Out: its part of `ClassInfo`; the tables that it refers to are added to the lines.

    name "white {rank}", "black {rank}";      # two names of one piece each: words, and the attribute behind them
"""

from __future__ import annotations

import re

from tgpl.emit.c.layout import ClassLayout, MemoryLayout
from tgpl.emit.c.module import Lines

_HOLE = re.compile(r"\{(\w+)\}")


def write_display_names(layout: MemoryLayout, held: ClassLayout, lines: Lines) -> dict[str, object]:
    texts = find_names(layout, held)
    if not texts:
        return {}
    names = []
    for i, text in enumerate(texts):
        pieces = [f"{{{layout.text(words)}, {field}}}" for words, field in _split(held, text)]
        table = f"NAME_{held.struct}_{i}"
        lines.append(f"static const NamePiece {table}[] = {{{', '.join(pieces)}}};")
        names.append(f"{{{len(pieces)}, {table}}}")
    lines.append(f"static const DisplayName NAMES_{held.struct}[] = {{{', '.join(names)}}};")
    return {"display_names": len(texts), "display_name": f"NAMES_{held.struct}", "holder": find_holder(layout, held)}


def find_holder(layout: MemoryLayout, held: ClassLayout) -> int:
    """The number of the attribute that says whose a thing is; -1: none does."""
    for step in layout.lineage(held.name):
        for word, names in step.node.display if step.node is not None else ():
            if word == "owner":
                return list(held.attributes).index(names[0])
    return -1


def find_names(layout: MemoryLayout, held: ClassLayout) -> tuple[str, ...]:
    """Its own, or those of the nearest base that has some."""
    for step in layout.lineage(held.name):
        if step.node is not None:
            for word, texts in step.node.display:
                if word == "name" and step.kind != "group":
                    return texts
    return ()


def find_called(layout: MemoryLayout, held: ClassLayout) -> str:
    """What a class is called as a value, as `ClassSymbol.label` has it in the other target."""
    for step in layout.lineage(held.name):
        if step.node is None or (step is not held and not step.node.replaced):
            break
        hints = dict(step.node.display)
        texts = hints.get("called") or hints.get("name", ())
        if len(texts) == 1 and "{" not in texts[0] and step.kind != "group":
            return texts[0]
    return held.shown


def find_aside(layout: MemoryLayout, held: ClassLayout) -> set[str]:
    """The attributes that stay off the screen: those that it hides, and those that its bases do."""
    nodes = [step.node for step in layout.lineage(held.name) if step.node is not None]
    return {name for node in nodes for word, names in node.display if word == "hide" for name in names}


def _split(held: ClassLayout, text: str) -> list[tuple[str, int]]:
    """Words, each with the number of the attribute that follows; -1: none, and it is the end."""
    order = list(held.attributes)
    found, at = [], 0
    for hole in _HOLE.finditer(text):
        found.append((text[at : hole.start()], order.index(hole[1])))
        at = hole.end()
    return [*found, (text[at:], -1)]
