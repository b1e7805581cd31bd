"""From a compiled match to its flat state.

In:  the functions of a program, when all rows are known. Out: C.
"""

from __future__ import annotations

from pathlib import Path

from tgpl.core.types import BOOL, NUMBER, PLAYER, TEXT, ClassType, Collection, Type, is_symbol
from tgpl.emit.playout.functions import Functions, Lines, null_of
from tgpl.emit.playout.layout import FlatLayout, Unsupported

RUNTIME = Path(__file__).parent / "flatten.c"


def write_flatten(functions: Functions) -> Lines:
    layout = functions.layout
    names = [static.name for static in layout.statics.all]
    texts = [f"    case {functions.module.layout.text(text)}: return {i + 1};" for i, text in enumerate(layout.texts)]
    return [
        f"static const Ref FLAT_STATICS[] = {{{', '.join(names) or '0'}}};",
        "/* A text that stands in the rules; -1 for another. */",
        "static int flat_text(Ref text) {",
        "    switch (text) {",
        "    case 0: return 0;",
        *texts,
        "    default: return -1;",
        "    }",
        "}",
        *_write_filling(layout),
        *_write_null(layout),
        RUNTIME.read_text(encoding="utf-8"),
    ]


def _write_filling(layout: FlatLayout) -> Lines:
    """The attributes of one object, by its class."""
    head = "static int flat_fill(Game *G, Flat *s, const Flat_index *index, int x, Ref ref) {"
    lines = [
        "typedef struct Flat_index { int count; Ref at[FLAT_MOST]; } Flat_index;",
        "static int flat_find(const Flat_index *index, Ref ref);",
        "static int flat_fill_list(Game *G, Flat *s, const Flat_index *index, Ref list, int depth);",
        head,
        "    int fine = 1;",
        "    switch (s->kind[x]) {",
    ]
    for class_name, held in layout.memory.classes.items():
        own = []
        for (declaring, attribute), row in layout.rows.items():
            if layout.memory.is_within(class_name, declaring) and held.node is not None:
                own.append(_fill(layout, class_name, attribute, row.name, row.size, row.element, row.type))
        if own:
            lines += [
                f"    case {layout.memory.number[class_name]}:",
                *(f"        {line}" for line in own),
                "        break;",
            ]
    return [*lines, "    default: break;", "    }", "    return fine;", "}"]


def _write_null(layout: FlatLayout) -> Lines:
    """What null itself has is null."""
    rows = [row for row in layout.rows.values() if row.size and null_of(row.type) != "0" and row.type is not NUMBER]
    return [
        "static void flat_fill_null(Flat *s) {",
        *(f"    s->{row.name}[0] = {null_of(row.type)};" for row in rows),
        "    (void)s;",
        "}",
    ]


def _fill(layout: FlatLayout, class_name: str, attribute: str, name: str, size: int, element: str, type_: Type) -> str:
    struct, field, _ = layout.memory.attribute(class_name, attribute)
    value = f"(({struct} *)at_ref(G, ref))->{field}"
    place = f"s->{name}{'[x]' if size else ''}"
    if type_ is NUMBER:
        return f"{place} = ({element}){value};"
    if type_ in (BOOL, PLAYER) or is_symbol(type_):
        return f"{place} = ({element}){value};"
    if type_ is TEXT:
        return f"{{ int text_ = flat_text({value}); {place} = ({element})text_; fine &= text_ >= 0; }}"
    if isinstance(type_, ClassType):
        return f"{{ int found_ = flat_find(index, {value}); {place} = (Flat_ref)found_; fine &= found_ >= 0; }}"
    if isinstance(type_, Collection):
        depth = 0
        of: Type = type_
        while isinstance(of, Collection):
            depth, of = depth + 1, of.of
        objects = int(isinstance(of, ClassType))
        numbers = int(of is NUMBER)
        return (
            f"{{ int list_ = flat_fill_list(G, s, index, {value}, {depth * 4 + objects + 2 * numbers}); "
            f"{place} = ({element})list_; fine &= list_ >= 0; }}"
        )
    raise Unsupported(f"an attribute of type {type_}")
