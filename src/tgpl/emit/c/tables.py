"""The tables at the end of a translated game: classes, actions, turns, and `RULES`, which the runtime starts from."""

from __future__ import annotations

from itertools import groupby

from tgpl.core import nodes as n
from tgpl.core.operations import CHANCE, TELLING
from tgpl.core.score import find_wish, score_attributes, score_function
from tgpl.core.types import NUMBER, PLAYER, ROOTS, ClassType, list_of
from tgpl.core.walk import walk
from tgpl.emit.c.context import Context
from tgpl.emit.c.display_names import find_aside, find_called, write_display_names
from tgpl.emit.c.inputs import define_test, input_table, unpack_frame, write_pointers
from tgpl.emit.c.layout import KIND_NAMES, ClassLayout, quote, remark
from tgpl.emit.c.module import Lines, Module, write_record
from tgpl.emit.c.statements import note_empty

_OF_THE_RUNTIME = ("PlayerChoiceEvent", "NoChoiceEvent", "TurnChangeEvent", "PhaseChangeEvent")
_GEOMETRIES = {"graph": "GRAPH", "square": "SQUARE", "hex": "HEX_ROW"}


def write_tables(module: Module) -> Lines:
    """Everything behind the bodies; translates the tests of actions and phases on the way."""
    actions = [_write_action(module, class_, action) for class_, action in module.names.actions]
    turns = [_write_turn(module, turn) for turn in module.program.turns] or [_write_only_turn(module)]
    functions = {"score": _define_score(module), "named": _define_named(module), "imagine": _define_imagine(module)}
    if module.wishes:
        functions["wish"] = _define_wish(module)
    layout = module.layout
    names = [f"static const Ref NAMES[] = {{{', '.join(map(layout.text, module.program.names))}}};", ""]
    classes = [*(names if module.program.names else []), *_write_classes(module)]
    return [
        "/* The types of values, by number. */",
        *_write_array("TypeInfo", "TYPES", layout.type_rows()),
        "",
        "/* The classes: bases before what derives from them, so that a class and all below it have numbers in a row. */",
        *classes,
        "",
        "/* What players can do, and what happens by itself; then the turns with their phases. */",
        *_write_array("ActionInfo", "ACTIONS", actions),
        *_write_array("TurnInfo", "TURNS", turns),
        "",
        "/* Texts that stand in the rules, each with the number that refers to it. */",
        *_write_array("char *const", "TEXTS", layout.text_rows()),
        f"static const u32 TEXT_SIZES[] = {{{', '.join(map(str, layout.text_sizes()))}}};",
        "",
        *_write_marks(module),
        *_write_choosing(module),
        "",
        *_write_rules(module, len(actions), len(turns), functions),
    ]


def _write_marks(module: Module) -> Lines:
    """What is said of each register of objects, and of each class."""
    layout, analysis = module.layout, module.analysis
    steady = [int(all(c in analysis.permanent for c in layout.within(name))) for name in layout.registers]
    absence = [_find_absence(module, name) for name in layout.registers]
    ordered = [held.name for held in layout.by_number()]
    heard = [int(held in layout.within("event") and analysis.is_awaited(held)) for held in ordered]
    hidden = [int(held in _OF_THE_RUNTIME and not analysis.looks_at_event(held)) for held in ordered]
    return [
        "/* Lists of all objects of a class: which are always in the game, which may be away (see Rules). */",
        _write_sparse("STEADY", steady, layout.registers),
        _write_sparse("ABSENCE", absence, layout.registers),
        "/* Events: which an action waits for, and which nothing could look at. */",
        _write_sparse("HEARD", heard, ordered),
        _write_sparse("HIDDEN", hidden, ordered),
    ]


def _write_sparse(name: str, values: list[int], words: list[str]) -> str:
    """Small numbers, most of which are 0."""
    cells = [f"[{i}] = {value} {remark(words[i])}" for i, value in enumerate(values) if value]
    return f"static const u8 {name}[{max(1, len(values))}] = {{{', '.join(cells) or '0'}}};"


def _write_rules(module: Module, actions: int, turns: int, functions: dict[str, str]) -> Lines:
    layout, program = module.layout, module.program
    makers = [module.names.makers[name] for name in layout.globals]
    setups = [f"setup_{i}" for i in range(len(program.setups))]
    secrets = any(a.private for c in program.classes for a in c.attributes)
    secrets = secrets or any(c.kind == "stack" for c in program.classes) or bool(module.analysis.operations & TELLING)
    blank, blank_end = layout.span("BlankTile")
    predefined = write_record(
        blank=blank, blank_end=blank_end, connection=layout.number["connection"],
        player_choice=layout.number["PlayerChoiceEvent"], no_choice=layout.number["NoChoiceEvent"],
        turn_change=layout.number["TurnChangeEvent"], phase_change=layout.number["PhaseChangeEvent"],
        **layout.parts,
    )  # fmt: skip
    rules: dict[str, object] = {
        "types": "TYPES", "classes": "CLASSES", "class_count": len(layout.classes),
        "list_count": len(layout.registers), "text_count": len(layout.texts), "texts": "TEXTS",
        "text_sizes": "TEXT_SIZES", "symbols": "SYMBOLS" if program.enums else "0", "action_count": actions, "actions": "ACTIONS" if actions else "0",
        "turn_count": turns, "turns": "TURNS", "global_count": len(makers), "globals": "GLOBALS",
        "setup_count": len(setups), "setups": "SETUPS", "connections": int(program.connections),
        "certain": int(not module.analysis.operations & CHANCE), "steady": "STEADY", "absence": "ABSENCE",
        "secrets": int(secrets), "fixed_begin": "FIXED_BEGIN", "fixed_end": "FIXED_END",
        "draws_aside": int(secrets or any(c.visibility == "group" for c in program.classes)),
        "ranked": int(len({action.priority or 0.0 for c in program.classes for action in c.actions}) > 1),
        "heard": "HEARD", "hidden": "HIDDEN",
        "goals": "0" if program.goals is None else module.names.makers[program.goals],
        "cancels": int(any(isinstance(node, n.Cancel) for node in walk(program))), **functions,
        "least_players": program.players[0], "most_players": program.players[1],
        "names": "NAMES" if program.names else "0", "loses": int("player.out" in module.analysis.operations),
    }  # fmt: skip
    return [
        "/* What the runtime starts from. */",
        f"static Ref (*const GLOBALS[])(Game *, int) = {{{', '.join(makers) or '0'}}};",
        f"static void (*const SETUPS[])(Game *) = {{{', '.join(setups) or '0'}}};",
        *_write_array("Ref", "SYMBOLS", _write_symbols(module)),
        f"static const Predefined PREDEFINED = {predefined};",
        "static const Rules RULES = {",
        *(f"    .{name} = {value}," for name, value in rules.items() if str(value) != "0"),
        "};",
    ]


# Why an object whose action a player may use might still not be at hand: see `ActionInfo`.
_AWAY = {"interactable": 1, "tile": 2, "board": 2}


def _find_absence(module: Module, name: str) -> int:
    """Whether objects in the register of a class may be away: pieces that lie in a deck or are discarded, blank tiles."""
    if module.layout.classes[name].kind == "interactable":
        return 1
    return (
        2 if "BlankTile" in {held.name for c in module.layout.within(name) for held in module.layout.lineage(c)} else 0
    )


def _define_score(module: Module) -> str:
    function, layout = score_function(module.program), module.layout
    lines: Lines = []
    if function is not None:
        default = function.parameters[0].default
        given = ", 1" if default is not None and not isinstance(default, n.Literal) else ""
        lines = [f"return {module.names.functions[function.name]}(G, player{given});"]
    else:
        for class_, attribute in score_attributes(module.program):
            struct, field, _ = layout.attribute(class_.name, attribute.name)
            lines += [f"owned = owned_by(G, {layout.register(class_.name)}, player, -1);"]
            lines += [f"if (owned) return (({struct} *)at_ref(G, owned))->{field};"]
        if not lines:
            return "0"
        lines = ["Ref owned;", *lines, "return null_number();"]
    module.define("double score_for_(Game *G, Player player)", lines)
    return "score_for_"


def _define_wish(module: Module) -> str:
    """How much a player has of what somebody likes: the sum over all that is theirs."""
    layout, lines = module.layout, Lines()
    for number, word in enumerate(module.wishes, 1):
        class_, attribute = find_wish(module.program, word)
        struct, field, _ = layout.attribute(class_.name, attribute)
        lines += [
            f"if (wish == {number}) {{",
            f"    Items *items = list_of_class(G, {layout.register(class_.name)});",
            "    Slot *slots = slots_of(G, items);",
            "    for (u32 i = 0; i < items->count; i++) {",
            "        Ref one = (Ref)slots[i].whole;",
            f"        if (object_at(G, one)->owner != player || is_null((({struct} *)at_ref(G, one))->{field})) continue;",
            f"        found += (({struct} *)at_ref(G, one))->{field};",
            "    }",
            "}",
        ]
    if not lines:
        return "0"
    module.define(
        "double wish_for_(Game *G, Player player, i32 wish)", ["double found = 0.0;", *lines, "return found;"]
    )
    return "wish_for_"


def _define_named(module: Module) -> str:
    """In a rulesheet numbers that are chosen stand for moves."""
    if module.program.logic is None:
        return "0"
    position, facts, _ = module.layout.attribute("Position", "facts")
    at = f"*global_at(G, {module.layout.global_number('Position')})"
    lines = [f"return logic_named(G, (({position} *)at_ref(G, {at}))->{facts}, player, number);"]
    module.define("u64 named_for_(Game *G, Player player, double number)", lines)
    return "named_for_"


def _define_imagine(module: Module) -> str:
    """A rulesheet says what a seat is told, and so what could be."""
    program, layout = module.program, module.layout
    if program.logic is None or not program.logic.sees:
        return "0"
    seat, did, _ = layout.attribute("Seat", "did")
    seen = layout.attribute("Seat", "seen")[1]
    position, facts, _ = layout.attribute("Position", "facts")
    lines = [
        f"Ref seat_ = owned_by(G, {layout.register('Seat')}, player, -1);",
        f"Ref position_ = *global_at(G, {layout.global_number('Position')});",
        f"{seat} *own_ = at_ref(G, seat_);",
        f"Ref guess_ = logic_guess(G, (({position} *)at_ref(G, position_))->{facts}, own_->{did}, own_->{seen}, player, chance);",
        "if (!guess_) abandon(G);",
        f"set_ref(G, &(({position} *)at_ref(G, position_))->{facts}, guess_);",
    ]
    module.define("void imagine_for_(Game *G, Player player, u64 *chance)", lines)
    return "imagine_for_"


def _write_symbols(module: Module) -> list[str]:
    """What the values of enums are called."""
    return [f"    {text}," for text in module.layout.symbol_texts]


def _write_array(type_: str, name: str, rows: list[str]) -> Lines:
    if not rows:
        return []
    return [f"static const {type_} {name}[] = {{", *rows, "};"]


# ---- classes


def _write_classes(module: Module) -> Lines:
    layout = module.layout
    lines: Lines = []
    rows = []
    for held in layout.by_number():
        word = held.struct if held.node is not None else held.name
        links = _write_links(module, held)
        registers = [i for i, name in enumerate(layout.registers) if layout.is_within(held.name, name)]
        fields = _write_fields(module, held)
        link_name = list_name = field_name = "0"
        if links:
            link_name = f"LINKS_{word}"
            lines.append(f"static const Link {link_name}[] = {{{', '.join(links)}}};")
        if fields:
            field_name = f"FIELDS_{word}"
            lines.append(f"static const Field {field_name}[] = {{{', '.join(fields)}}};")
        if registers:
            list_name = f"LISTS_{word}"
            lines.append(f"static const i32 {list_name}[] = {{{', '.join(map(str, registers))}}};")
        seen = {"local": "LOCAL", "group": "SHARED", "global": "GLOBAL"}[held.visibility]
        grid = _write_grid(module, held, lines)
        cost = "0"
        if held.kind == "connection" and "cost" in held.attributes:
            at = f"__builtin_offsetof({layout.struct(held.name)}, {held.fields['cost']})"
            cost = at if held.attributes["cost"][0] is NUMBER else "-1"
        near, near_size = module.analysis.static_objects.neighbour_table(held.name)
        row = write_record(
            shown=quote(held.shown), name=layout.text(held.shown), called=layout.text(find_called(layout, held)), last=layout.span(held.name)[1], kind=KIND_NAMES[held.kind], visibility=seen,
            size=f"sizeof({layout.struct(held.name)})", links=len(links), link=link_name, fields=len(fields),
            field=field_name, lists=len(registers), list=list_name, **grid, tiles_type=_tiles_type(module, held),
            make=module.names.makers[held.name] if held.kind == "tile" and held.name != "BlankTile" else "0",
            permanent=int(held.name in module.analysis.permanent), near=near, near_size=near_size, cost=cost,
            changing=int(held.name in module.analysis.immutability.mutable), **write_display_names(layout, held, lines),
            zone=_number_field(held, _find_zone_list(held)),
            whereabouts=_number_field(held, _find_whereabouts(module, held)),
        )  # fmt: skip
        rows.append(f"    [{layout.number[held.name]}] = {row},")
    return [*lines, *_write_array("ClassInfo", "CLASSES", rows)]


def _number_field(held: ClassLayout, name: str) -> int:
    """The number of a field, counted from 1; 0 if there is none."""
    return list(held.attributes).index(name) + 1 if name else 0


def _find_zone_list(held: ClassLayout) -> str:
    return "cards" if held.node is not None and held.node.zone else ""


def _find_whereabouts(module: Module, held: ClassLayout) -> str:
    nodes = [step.node for step in module.layout.lineage(held.name)]
    return next((node.whereabouts for node in nodes if node is not None and node.whereabouts), "")


def _write_links(module: Module, held: ClassLayout) -> list[str]:
    found = []
    for name, (type_, private) in held.attributes.items():
        if type_ in (NUMBER, PLAYER) or module.layout.tag(type_) in ("BOOL", "SYMBOL"):
            continue
        at = f"__builtin_offsetof({module.layout.struct(held.name)}, {held.fields[name]})"
        found.append(write_record(at=at, tag=module.layout.tag(type_), hidden=int(private)))
    return found


def _write_fields(module: Module, held: ClassLayout) -> list[str]:
    layout, struct, constants = module.layout, module.layout.struct(held.name), module.analysis.immutability.constants
    shows, aside = "player.show" in module.analysis.operations, find_aside(layout, held)
    found = []
    for name, (type_, private) in held.attributes.items():
        at = f"__builtin_offsetof({struct}, {held.fields[name]})"
        tag, number = layout.tag(type_), layout.type(type_)
        named = quote(name) if shows and not private and name not in aside else 0
        given = int(name in constants)
        found.append(write_record(at=at, tag=tag, type=number, hidden=int(private), given=given, name=named))
    return found


def _write_grid(module: Module, held: ClassLayout, lines: Lines) -> dict[str, object]:
    """What a group says of its grid."""
    geometry = module.layout.geometry(held.name)
    if held.kind != "group" or geometry is None:
        return {}
    shape = _GEOMETRIES[geometry.shape]
    if geometry.around:
        shape = "SQUARE_AROUND"
    if geometry.shape == "hex" and geometry.orientation == "column":
        shape = "HEX_COLUMN"
    width = max((len(row) for row in geometry.rows), default=0)
    grid: dict[str, object] = {"geometry": shape, "rows_first": int(not geometry.column_first)}
    if not width:
        return grid
    hole = -2 if geometry.hollow else -1
    name = f"CELLS_{held.struct}"
    lines.append(f"static const i32 {name}[] = {{")
    for row in geometry.rows:
        cells = [hole if cell is None else module.layout.number[cell] for cell in row] + [-2] * (width - len(row))
        lines.append(f"    {', '.join(map(str, cells))},")
    lines.append("};")
    return {**grid, "lines": len(geometry.rows), "places": width, "cells": name}


def _tiles_type(module: Module, held: ClassLayout) -> int:
    """The type of the list of a group's tiles: with holes, or without a grid, of any tile; of a deck's cards."""
    layout = module.layout
    if held.kind == "stack":
        return layout.type(layout.cards_of(held.name))
    geometry = layout.geometry(held.name) if held.kind == "group" else None
    cells = set[str | None]() if geometry is None else {cell for row in geometry.rows for cell in row}
    names = [cell for cell in cells if cell is not None]
    if geometry is None or not names or (len(names) < len(cells) and not geometry.hollow):
        return layout.type(list_of(ROOTS["tile"]))
    above = [[step.name for step in layout.lineage(name)] for name in names]
    common = next(name for name in above[0] if all(name in others for others in above))
    kind = (
        ROOTS["tile"]
        if common == "tile"
        else layout.tile_types.setdefault(common, ClassType(common, "tile", ROOTS["tile"]))
    )
    return layout.type(list_of(kind))


# ---- actions


def _write_action(module: Module, class_: n.Class, action: n.Action) -> str:
    layout = module.layout
    key = f".{action.name}"
    word = f"{class_.name}_{action.name}"
    requires = []
    for require in action.requires:
        body = Context(module, key, class_)
        name = layout.unique(f"{word}_enabled")
        define_test(body, unpack_frame(body), name, require)
        requires.append(name)
    triggers = []
    for trigger in sorted(action.triggers, key=lambda t: -len(layout.lineage(t.event))):
        name = "0"
        if trigger.body is not None:
            body = Context(module, key, class_, event=True)
            name = layout.unique(f"{word}_on_{trigger.event}")
            define_test(body, unpack_frame(body), name, trigger.body)
        first, last = layout.span(trigger.event)
        triggers.append(write_record(first=first, last=last, depth=len(layout.lineage(trigger.event)), test=name))
    outer = Context(module, key, class_, event=True)
    outer.in_place = True
    inputs = input_table(outer, action.inputs, [], layout.at(action.span)) if action.inputs else "0"
    tests: list[n.Node] = [*action.requires, *(trigger.body for trigger in action.triggers if trigger.body is not None)]
    calm = all(map(module.analysis.is_pure, tests))
    shared = class_.kind in ("tile", "board") or any(
        layout.classes[inner].visibility != "local" for inner in layout.within(class_.name)
    )
    impersonal = calm and not any(isinstance(node, n.This) for node in walk(*action.requires))
    noted = {} if module.coverage is None else {"point": module.coverage.offer(class_.name, action.name)}
    array = "0"
    if triggers:
        array = layout.unique(f"{word}_triggers")
        module.tables.append(f"static const Trigger {array}[] = {{{', '.join(triggers)}}};")
    row = write_record(
        name=quote(action.name), calm=int(calm), impersonal=int(impersonal), chosen=_find_chosen(module, action),
        shared=int(shared), away=_AWAY.get(class_.kind, 0), order=action.order, list=layout.register(class_.name),
        requires=len(requires), require=write_pointers(module, "Test", requires), triggers=len(triggers),
        trigger=array, inputs=len(action.inputs), input=inputs, priority=_define_priority(module, class_, action),
        effect=_define_effect(module, class_, action), part=quote(action.part) if action.part else 0, **noted,
    )  # fmt: skip
    return f"    {row},"


def _find_chosen(module: Module, action: n.Action) -> int:
    """Whether a player can choose it: never, if a test of its trigger says so, always."""
    above = [held.name for held in module.layout.lineage("PlayerChoiceEvent")]
    waiting = sorted((t for t in action.triggers if t.event in above), key=lambda t: above.index(t.event))
    return 0 if not waiting else 2 if waiting[0].body is None else 1


def _write_choosing(module: Module) -> Lines:
    """Two functions of the runtime for every action that a player can choose; see runtime/7c_choosing.c."""
    numbers = [i for i, (_, action) in enumerate(module.names.actions) if _find_chosen(module, action)]
    lines = ["static void offer_actions(Game *G, Ref event, Player player) {"]
    for _, same in groupby(numbers, lambda i: module.names.actions[i][0].name):
        lines += _write_offer(list(same))
    lines += ["}", "static void run_chosen(Game *G, i32 number, Ref entity, Ref event) {", "    switch (number) {"]
    lines += [f"    case {i}: run_choice(G, &ACTIONS[{i}], entity, event); break;" for i in numbers]
    return [*lines, "    default: break;", "    }", "}"]


def _write_offer(numbers: list[int]) -> Lines:
    """The actions of one class: if there are several, who is at hand is looked for once."""
    if len(numbers) == 1:
        return [f"    offer_action(G, &ACTIONS[{i}], {i}, event, player, 0, 0);" for i in numbers]
    lines = ["{", "    Slot *known = G->scratch_top;", f"    u32 count = at_hand(G, &ACTIONS[{numbers[0]}], player);"]
    lines += [f"    offer_action(G, &ACTIONS[{i}], {i}, event, player, known, count);" for i in numbers]
    return [f"    {line}" for line in [*lines, "    G->scratch_top = known;", "}"]]


def _define_priority(module: Module, class_: n.Class, action: n.Action) -> str:
    """By the class of the object: an override can have its own."""
    name = module.layout.unique(f"{class_.name}_{action.name}_priority")
    lines = []
    original = action.priority or 0.0
    for inner in module.layout.within(class_.name):
        found = original
        for held in reversed(module.layout.lineage(inner)):
            for other in held.node.actions if held.node is not None else ():
                if other.name == action.name and other.priority is not None:
                    found = other.priority
        if found != original:
            lines.append(f"if (class_ == {module.layout.number[inner]}) return {found!r};")
    module.define(f"double {name}(i32 class_)", [*lines, f"return {original!r};"])
    return name


def _define_effect(module: Module, class_: n.Class, action: n.Action) -> str:
    """The effect; where a derived class has its own, a function that looks which."""
    own = module.names.effects[class_.name, action.name]
    others: dict[str, list[str]] = {}
    for inner in module.layout.within(class_.name):
        owner = module.analysis.find_effect_owner(inner, action.name)
        if owner != class_.name:
            others.setdefault(owner, []).append(inner)
    if not others:
        return own
    name = module.layout.unique(f"any_{class_.name}_{action.name}_effect")
    lines = ["switch (object_at(G, (Ref)frame[0].whole)->class_) {"]
    for owner, classes in others.items():
        lines += [f"case {module.layout.number[inner]}:" for inner in classes]
        lines += [f"    {module.names.effects[owner, action.name]}(G, frame);", "    return;"]
    module.define(f"void {name}(Game *G, Slot *frame)", [*lines, "default:", f"    {own}(G, frame);", "}"])
    return name


# ---- turns


def _write_only_turn(module: Module) -> str:
    """Of a game that has none: one phase, in which players choose."""
    name = module.layout.text("main")
    phase = write_record(name=name, shown=quote("main"))
    module.tables.append(f"static const PhaseInfo main_phases[] = {{{phase}}};")
    return f"    {write_record(name=name, phases=1, phase='main_phases')},"


def _write_turn(module: Module, turn: n.Turn) -> str:
    layout = module.layout
    phases = [_write_phase(module, turn, phase) for phase in turn.phases]
    phases = phases or [f"    {write_record(name=layout.text('main'), shown=quote('main'))},"]
    array = layout.unique(f"{turn.name}_phases")
    module.tables += _write_array("PhaseInfo", array, phases)
    decide = "0"
    if turn.default is not None:
        body = Context(module, f"{turn.name} default")
        body.returns = PLAYER
        decide = layout.unique(f"{turn.name}_default")
        lines = [body.note_block(turn.default), *note_empty(body, turn.default)]
        lines += [*body.translate_block(turn.default.statements), "return -1;"]
        module.define(f"Player {decide}(Game *G)", lines)
    return f"    {write_record(name=layout.text(turn.name), phases=len(phases), phase=array, decide=decide)},"


def _write_phase(module: Module, turn: n.Turn, phase: n.Phase) -> str:
    key = f"{turn.name} {phase.name}"
    outer = Context(module, key)
    outer.in_place = True
    inputs = input_table(outer, phase.inputs, [], module.layout.at(phase.span)) if phase.inputs else "0"
    effect = "0"
    if phase.effect is not None:
        body = Context(module, key)
        effect = module.layout.unique(f"{turn.name}_{phase.name}_effect")
        lines = [body.note_block(phase.effect), *unpack_frame(body, phase.inputs)]
        lines += [*note_empty(body, phase.effect), *body.translate_block(phase.effect.statements)]
        module.define(f"void {effect}(Game *G, Slot *frame)", lines)
    noted = {} if module.coverage is None else {"point": module.coverage.phase(turn.name, phase.name)}
    row = write_record(
        name=module.layout.text(phase.name), shown=quote(phase.name), simultaneous=int(phase.simultaneous),
        inputs=len(phase.inputs), input=inputs, effect=effect, **noted,
    )  # fmt: skip
    return f"    {row},"
