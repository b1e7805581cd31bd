"""Playouts: a second translation of a program, for whole matches that are played at random.

Most of what a compiled match does around a move is there for people: it can be taken back at every decision, asked what it waits for, saved. A playout
needs none of it. Here the rules become plain functions on one small block (see `layout`), choices are drawn on the spot, nothing is remembered. What
is not supported, too large, too long or against the rules gives the match up (`flat_bail`), and it is played again in the usual way: so both come to
the same, whatever the rules.

In:  a module of the C target. Out: C that stands behind the game's own part, or None where nothing is gained.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tgpl.core import nodes as n
from tgpl.core.analysis.value_expressions import WHOLE_VERSION
from tgpl.core.types import NOTHING, ClassType, Collection, Type, derives
from tgpl.core.walk import walk
from tgpl.emit.c.module import Module
from tgpl.emit.playout.boards import list_neighbours, write_sides
from tgpl.emit.playout.body import Body
from tgpl.emit.playout.choices import define_stages
from tgpl.emit.playout.flatten import write_flatten
from tgpl.emit.playout.functions import Functions, Lines
from tgpl.emit.playout.layout import FlatLayout, Unsupported
from tgpl.emit.playout.probes import PROBE, find_gathered

RUNTIME = Path(__file__).parent / "runtime.c"
STAGES = Path(__file__).parent / "stages.c"
_MACROS = [
    "#define FLAT_FN static inline",
    "#define FLAT_SMALL static ALWAYS_INLINE",
    "#define FLAT_SELDOM static __attribute__((noinline))",
    "#define FLAT_TABLE static const",
    "#define FLAT_DO ({",
    "#define FLAT_GIVE",
    "#define FLAT_DONE ; })",
    "typedef signed char i8;",
    "typedef short i16;",
    "typedef unsigned short u16;",
]
_MOST_STATICS = 400
_FEW_PHASES = 2
_SMALL = 120  # nodes of a function that stands in place of each call


class Playouts(NamedTuple):
    """A program on flat states."""

    shared: Lines  # the same for every machine: the block, tables, functions, stages
    flatten: Lines  # from a compiled match


def emit_playouts(module: Module, others: int | None = None) -> Lines | None:
    """C that stands behind the game's own part; None where the program is not for flat states."""
    try:
        made = translate_playouts(module, others)
    except Unsupported:
        return None
    return ["/* ---- playouts on flat states */", *_MACROS, *made.shared, *made.flatten]


def find_obstacle(module: Module) -> str | None:
    """Why a program has no playouts of this kind."""
    try:
        translate_playouts(module)
    except Unsupported as why:
        return str(why)
    return None


def translate_playouts(module: Module, others: int | None = None) -> Playouts:
    """`others`: how many objects there are beside the static ones, if that is known. Raises Unsupported."""
    _look(module)
    layout = FlatLayout(module, others)
    functions = Functions(module, layout)
    define_stages(functions)
    while functions.waiting:
        _define_function(functions, *functions.waiting.pop(0))
    flatten = write_flatten(functions)
    body = Body(functions, "")
    shared = [
        *_write_struct(layout),
        *write_sides(body),
        *functions.tables,
        *_write_near(functions),
        RUNTIME.read_text(encoding="utf-8"),
        *functions.prototypes,
        "",
        *functions.bodies,
        STAGES.read_text(encoding="utf-8"),
    ]
    return Playouts(shared, flatten)


def _look(module: Module) -> None:
    """What no part of such a program may have."""
    program, analysis = module.program, module.analysis
    if program.logic is not None or program.prints:
        raise Unsupported("another language")
    if program.goals is not None:
        raise Unsupported("goals")
    if any(attribute.private for class_ in program.classes for attribute in class_.attributes):
        raise Unsupported("secrets")
    if any(class_.kind == "stack" for class_ in program.classes):
        raise Unsupported("decks")
    if analysis.views:
        raise Unsupported("lists that are seen as others")
    if "player.out" in analysis.operations:
        raise Unsupported("players who are out")
    if any(phase.simultaneous for turn in program.turns for phase in turn.phases):
        raise Unsupported("choices at the same time")
    if len(analysis.static_objects.all) > _MOST_STATICS:
        raise Unsupported("so many tiles")
    lists = {
        node.type.of
        for node in walk(program)
        if isinstance(node, n.MakeCollection) and isinstance(node.type, Collection)
    }
    added = [
        node.arguments[0].type
        for node in walk(program)
        if isinstance(node, n.Operate) and node.op in ("list.add", "list.append")
    ]
    if any(_is_wider(held, other) for held in added for other in lists):
        raise Unsupported("lists of several classes")


def _is_wider(held: Type, other: Type) -> bool:
    """Whether a list may be one of another class in truth."""
    of = held.of if isinstance(held, Collection) else None
    return isinstance(of, ClassType) and isinstance(other, ClassType) and of is not other and derives(other, of)


# ---- functions


def _define_function(functions: Functions, class_name: str | None, version: str) -> None:
    if class_name is not None and class_name.startswith("any "):
        _define_dispatcher(functions, class_name.removeprefix("any "), version)
        return
    analysis = functions.module.analysis
    probes = version.endswith(PROBE)
    whole = version.removesuffix(PROBE)
    key = whole.removesuffix(WHOLE_VERSION)
    if class_name is None:
        function = analysis.functions[key]
    else:
        function = analysis.find_method(class_name, key[1:])[1]
    body = Body(functions, key, None if class_name is None else "self")
    body.version = whole
    body.gathered = find_gathered(function) if probes else None
    head = _write_head(functions, body, function, functions.names[class_name, version], class_name is not None)
    lines = body.translate_block(function.body.statements)
    if body.returns is not None:
        lines += ["flat_bail(s);", f"return {'flat_new_list(s, z)' if body.returns == 'Flat_list *' else '0'};"]
    recursive = key in analysis.call_graph.recursive
    functions.define(head, lines, small=not recursive and len(list(walk(function.body))) <= _SMALL)


def _write_head(functions: Functions, body: Body, function: n.Function, name: str, method: bool) -> str:
    analysis = functions.module.analysis
    if function.returns is not NOTHING:
        body.returned = function.returns
        body.returns = body.ctype(function.returns, analysis.values.result(body.version))
        if body.gathered is not None:
            body.returns = "int"
    body.scope = {parameter.name: parameter.type for parameter in function.parameters}
    parameters = [f"{body.variable_type(p.name, p.type)} {body.memory.local(p.name)}" for p in function.parameters]
    return f"{body.returns or 'void'} {name}({', '.join(['Flat *s', 'Flat_room *z', *(['int self'] if method else []), *parameters])})"


def _define_dispatcher(functions: Functions, class_name: str, version: str) -> None:
    """A call through a base runs what the object's own class has."""
    module = functions.module
    probes = version.endswith(PROBE)
    name = version.removesuffix(PROBE).removesuffix(WHOLE_VERSION)[1:]
    base, function = module.analysis.find_method(class_name, name)
    body = Body(functions, f".{name}", "self")
    body.version = version.removesuffix(PROBE)
    body.gathered = "" if probes else None
    head = _write_head(functions, body, function, functions.names[f"any {class_name}", version], method=True)
    passed = ", ".join(["s", "z", "self", *(body.memory.local(p.name) for p in function.parameters)])
    give = "" if body.returns is None else "return "
    lines = ["switch (s->kind[self]) {"]
    for owner, classes in module.analysis.find_methods(class_name, name).items():
        if owner != base:
            lines += [f"case {module.layout.number[inner]}:" for inner in classes]
            lines += [f"    {give}{functions.ask(owner, version)}({passed});", *([] if give else ["    return;"])]
    lines += ["default:", f"    {give}{functions.ask(base, version)}({passed});", "}"]
    functions.define(head, lines)


# ---- the block


def _write_struct(layout: FlatLayout) -> Lines:
    program = layout.module.program
    rows = [f"    {row.element} {row.name}{f'[{row.size}]' if row.size else ''};" for row in layout.rows.values()]
    lists = [f"    Flat_list list[{layout.lists}];"] if layout.lists else ["    Flat_list *list; /* there is none */"]
    classes = len(layout.memory.number)
    return [
        *(["#define FLAT_LISTED"] if layout.lists else []),
        f"typedef {layout.ref} Flat_ref;",
        f"typedef {'u8' if classes < 256 else 'u16'} Flat_kind;",
        "enum {",
        f"    FLAT_FIRST = {layout.first_other}, FLAT_MOST = {layout.most}, FLAT_WORDS = {layout.words}, FLAT_PLAYERS = {layout.players},",
        f"    FLAT_LISTS = {layout.lists}, FLAT_ROOM = {layout.list_room}, FLAT_CANDIDATES = {max(layout.list_room, layout.most)}, FLAT_CLASSES = {classes},",
        f"    FLAT_TURNS = {max(1, len(program.turns))}, FLAT_FEW_PHASES = {_count_few_phases(program)}",
        "};",
        f"typedef struct Flat_list {{ i16 count, item[{layout.list_room}]; }} Flat_list;",
        "typedef struct Flat {",
        "    u64 chance, agent[FLAT_PLAYERS];",
        "    i32 moves, most, budget;",
        "    i16 idle, depth, count; /* `count`: behind the youngest object */",
        "    i8 stop, stage, decided, players, turn, phase, active, deciding;",
        "    i8 pending_turn, pending_player, pending_default, lists;",
        "    i8 ends_there; /* behind `most` moves, wherever that is; else where the next would be chosen */",
        "    i16 pending_phase, ranked;",
        "    i8 ranking[2 * FLAT_PLAYERS + 8];",
        "    u64 own[FLAT_PLAYERS][FLAT_WORDS]; /* who of the younger objects each player owns that are there */",
        "    i8 owner[FLAT_MOST];",
        "    Flat_kind kind[FLAT_MOST];",
        "    u8 away[FLAT_MOST];",
        "    Flat_ref tile[FLAT_MOST], next[FLAT_MOST], first[FLAT_FIRST];",
        *rows,
        *lists,
        "} Flat;",
    ]


def _count_few_phases(program: n.Program) -> int:
    """How many phases there are, where each of them is worth code of its own; else 0."""
    counts = [len(turn.phases) for turn in program.turns]
    return counts[0] if len(counts) == 1 and 1 <= counts[0] <= _FEW_PHASES else 0


def _write_near(functions: Functions) -> Lines:
    """The neighbours of every tile: how many, and which, clockwise from up."""
    if not functions.near:
        return []
    rows = list_neighbours(Body(functions, ""))
    size = max(map(len, rows), default=0) + 1
    cells = ["{" + ", ".join(map(str, [len(row), *row])) + "}" for row in rows]
    return [f"FLAT_TABLE Flat_ref FLAT_NEAR[][{size}] = {{{', '.join(cells)}}};"]
