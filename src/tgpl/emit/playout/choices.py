"""What comes when, on flat states: turns, phases, what a player can choose, and what happens when nobody can.

In:  the functions of a program. Out: C for the stages of a match; `flatten` writes the loop around them.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import PLAYER
from tgpl.core.walk import walk
from tgpl.emit.playout.body import Body
from tgpl.emit.playout.functions import Functions, Lines, indent
from tgpl.emit.playout.inputs import define_test, draw_answer, find_decider, test_answerable
from tgpl.emit.playout.layout import Unsupported

_PREDEFINED = ("TurnChangeEvent", "PhaseChangeEvent")


def define_stages(functions: Functions) -> None:
    analysis = functions.module.analysis
    if any(analysis.is_awaited(event) for event in _PREDEFINED):
        raise Unsupported("actions that wait for turns and phases")
    _define_turns(functions)
    _define_nothing(functions)
    _define_choosing(functions)


# ---- turns


def _list_turns(functions: Functions) -> list[tuple[str, list[tuple[str, n.Phase | None]], n.Turn | None]]:
    """Every turn with its phases; a game without any has one of each."""
    program = functions.module.program
    found: list[tuple[str, list[tuple[str, n.Phase | None]], n.Turn | None]] = []
    for turn in program.turns:
        phases: list[tuple[str, n.Phase | None]] = [(phase.name, phase) for phase in turn.phases]
        found.append((turn.name, phases or [("main", None)], turn))
    return found or [("main", [("main", None)], None)]


def _define_turns(functions: Functions) -> None:
    turns, text = _list_turns(functions), functions.layout.text
    counts = ", ".join(str(len(phases)) for _, phases, _ in turns)
    widest = max(len(phases) for _, phases, _ in turns)
    rows = ["{" + ", ".join(str(text(name)) for name, _ in phases) + "}" for _, phases, _ in turns]
    functions.tables += [
        f"FLAT_TABLE i16 FLAT_TURN_NAMES[] = {{{', '.join(str(text(name)) for name, _, _ in turns)}}};",
        f"FLAT_TABLE i16 FLAT_PHASE_COUNTS[] = {{{counts}}};",
        f"FLAT_TABLE i16 FLAT_PHASE_NAMES[][{widest}] = {{{', '.join(rows)}}};",
    ]
    functions.define("int flat_turn_name(Flat *s)", ["return s->turn < 0 ? 0 : FLAT_TURN_NAMES[s->turn];"])
    functions.define(
        "int flat_phase_name(Flat *s)",
        ["return s->turn < 0 || s->phase < 0 ? 0 : FLAT_PHASE_NAMES[s->turn][s->phase];"],
    )
    _define_defaults(functions, turns)
    _define_entering(functions, turns)


def _define_defaults(
    functions: Functions, turns: list[tuple[str, list[tuple[str, n.Phase | None]], n.Turn | None]]
) -> None:
    """Who comes next: -1 if nobody is named, -2 if the turn leaves it to the table."""
    lines = ["switch (s->turn) {"]
    for i, (_, _, turn) in enumerate(turns):
        if turn is None or turn.default is None:
            continue
        body = Body(functions, f"{turn.name} default")
        body.returns, body.returned = "int", PLAYER
        name = functions.module.layout.unique(f"flat_{turn.name}_default")
        functions.define(
            f"int {name}(Flat *s, Flat_room *z)", [*body.translate_block(turn.default.statements), "return -1;"]
        )
        lines.append(f"case {i}: return {name}(s, z);")
    functions.define("int flat_default(Flat *s, Flat_room *z)", [*lines, "default: return -2;", "}"])


def _define_entering(
    functions: Functions, turns: list[tuple[str, list[tuple[str, n.Phase | None]], n.Turn | None]]
) -> None:
    lines = ["switch (s->turn * 256 + s->phase) {"]
    for i, (turn, phases, _) in enumerate(turns):
        for j, (_, phase) in enumerate(phases):
            if phase is None or phase.effect is None:
                continue
            body = Body(functions, f"{turn} {phase.name}")
            name = functions.module.layout.unique(f"flat_{turn}_{phase.name}")
            effect = ["flat_bail(s);"] if phase.inputs else body.translate_block(phase.effect.statements)
            functions.define(f"void {name}(Flat *s, Flat_room *z)", effect)
            lines += [f"case {i * 256 + j}: {name}(s, z); break;"]
    lines += ["default: s->stage = FLAT_CHOOSES; return;", "}"]
    functions.define("void flat_enter(Flat *s, Flat_room *z)", [*lines, "if (!flat_is_pending(s)) flat_pass(s);"])


# ---- when nobody can choose


def _define_nothing(functions: Functions) -> None:
    """All actions that wait for it are tested first; before each runs it is tested again."""
    module = functions.module
    waiting = [
        (class_, action)
        for class_, action in module.names.actions
        if any(trigger.event in ("NoChoiceEvent", "event") for trigger in action.triggers)
    ]
    lines: Lines = ["int event_ = s->active;", "(void)event_;"]
    try:
        tests, runs = [], []
        for i, (class_, action) in enumerate(waiting):
            entity = _find_single(functions, class_)
            body = Body(functions, f".{action.name}", str(entity), "event_")
            requires = [
                define_test(_entity_body(functions, action, entity), f"{action.name}_require", r)
                for r in action.requires
            ]
            triggers = [t for t in action.triggers if t.event in ("NoChoiceEvent", "event")]
            if action.inputs or len(triggers) != 1 or action.priority:
                raise Unsupported("such an action when nobody can choose")
            asked = list(requires)
            if triggers[0].body is not None:
                asked.append(define_test(body, f"{action.name}_trigger", triggers[0].body))
            tests.append(f"int runs{i}_ = {' && '.join(asked) or '1'};")
            name = module.layout.unique(f"flat_{class_.name}_{action.name}")
            effect = Body(functions, f".{action.name}", str(entity), "event_")
            functions.define(
                f"void {name}(Flat *s, Flat_room *z, int event_)", effect.translate_block(action.effect.statements)
            )
            runs.append(f"if (runs{i}_ && {' && '.join(requires) or '1'} && !s->stop) {name}(s, z, event_);")
        lines += [*tests, *runs]
    except Unsupported:
        lines = ["flat_bail(s);"]
    functions.define(
        "void flat_nothing(Flat *s, Flat_room *z)",
        [*lines, "s->stage = FLAT_PASSES;", "if (!flat_is_pending(s)) flat_pass(s);"],
    )


def _entity_body(functions: Functions, action: n.Action, entity: int) -> Body:
    return Body(functions, f".{action.name}", str(entity))


def _find_single(functions: Functions, class_: n.Class) -> int:
    """The one object of a global class."""
    if class_.visibility != "global" or not functions.layout.is_fixed(class_.name):
        raise Unsupported("actions of objects that come and go")
    statics = functions.layout.static_of(class_.name)
    if len(statics) != 1:
        raise Unsupported("several objects of a global class")
    return functions.layout.number(statics[0])


# ---- choosing


def _define_choosing(functions: Functions) -> None:
    module = functions.module
    chosen = [
        (i, class_, action)
        for i, (class_, action) in enumerate(module.names.actions)
        if any(t.event in ("PlayerChoiceEvent", "event") for t in action.triggers)
    ]
    if len({_find_priority(functions, class_, action) for _, class_, action in chosen}) > 1:
        raise Unsupported("actions of several priorities")
    if not chosen:
        raise Unsupported("nothing to choose")
    size = sum(_count_members(functions, class_) for _, class_, _ in chosen)
    lines = [
        f"i16 who[{size}];",
        f"u8 what[{size}];",
        "int count = 0, player = s->active;",
        "(void)what, (void)player;",
    ]
    cases: Lines = []
    if len(chosen) == 1 and (alone := _choose_alone(functions, *chosen[0][1:])):
        lines += alone
    for i, class_, action in chosen:
        lines += _offer(functions, class_, action, i)
        cases.append(f"case {i}: {_define_running(functions, class_, action)}(s, z, who[drawn]); break;")
    lines += ["if (s->stop) return;", "if (!count) {", "    flat_nothing(s, z);", "    return;", "}"]
    lines += ["int drawn = flat_ask(s, player, count);", "if (s->stop) return;"]
    if len(cases) == 1:
        lines.append(cases[0].partition(": ")[2].removesuffix(" break;"))
    else:
        lines += ["switch (what[drawn]) {", *cases, "}"]
    lines += ["s->stage = flat_is_pending(s) ? FLAT_PASSES : FLAT_CHOOSES;"]
    functions.define("void flat_choose(Flat *s, Flat_room *z)", lines)


def _count_members(functions: Functions, class_: n.Class) -> int:
    """How many objects of a class there can be."""
    layout = functions.layout
    return len(layout.static_of(class_.name)) if layout.is_fixed(class_.name) else layout.most - layout.first_other


def _find_priority(functions: Functions, class_: n.Class, action: n.Action) -> float:
    found = {action.priority or 0.0}
    for inner in functions.module.layout.within(class_.name):
        node = functions.module.layout.classes[inner].node
        for other in node.actions if node is not None else ():
            if other.name == action.name and other.priority is not None:
                found.add(other.priority)
    if len(found) > 1:
        raise Unsupported("an action of several priorities")
    return found.pop()


def _offer(functions: Functions, class_: n.Class, action: n.Action, number: int) -> Lines:
    """Everyone whose action the player could choose becomes an option."""
    layout = functions.layout
    impersonal, before = _test_impersonal(functions, action)
    name = _define_possible(functions, class_, action, [r for r in action.requires if r not in impersonal])
    take = ["who[count] = (i16)x_;", f"what[count++] = {number};"]
    inside = [f"if ({name}(s, z, x_)) {{", *indent(take), "}"] if name else take
    head = " && ".join(before) or "1"
    if class_.visibility == "global" and layout.is_fixed(class_.name):
        return [f"if ({head}) {{", f"    int x_ = {_find_single(functions, class_)};", *indent(inside), "}"]
    if class_.kind in ("tile", "board"):
        raise Unsupported("actions of tiles")
    local = all(
        functions.module.layout.classes[inner].visibility == "local"
        for inner in functions.module.layout.within(class_.name)
    )
    if not local or layout.static_of(class_.name):
        raise Unsupported("actions of what several share")
    if not _is_all_that_is_owned(functions, class_):
        inside = [f"if (flat_is(s, x_, {functions.module.layout.interval(class_.name)})) {{", *indent(inside), "}"]
    return [
        f"if ({head}) for (int w_ = 0; w_ < FLAT_WORDS; w_++)",
        "    for (u64 left_ = s->own[player][w_]; left_; left_ &= left_ - 1) {",
        "        int x_ = FLAT_FIRST + 64 * w_ + __builtin_ctzll(left_);",
        *indent(indent(inside)),
        "    }",
    ]


def _test_impersonal(functions: Functions, action: n.Action) -> tuple[list[n.Block], list[str]]:
    """What an action requires whoever it is of, and the calls that test it."""
    analysis = functions.module.analysis
    found = [r for r in action.requires if analysis.is_pure(r) and not _looks_at_self(r)]
    body = Body(functions, f".{action.name}")
    return found, [define_test(body, f"{action.name}_require", require) for require in found]


def _is_all_that_is_owned(functions: Functions, class_: n.Class) -> bool:
    """Whether whatever a player owns is of a class."""
    layout = functions.module.layout
    owned = {
        name
        for name in functions.module.analysis.values.instantiated.all
        if layout.classes[name].kind in ("class", "interactable") and layout.classes[name].visibility == "local"
    }
    return owned <= set(layout.within(class_.name))


def _choose_alone(functions: Functions, class_: n.Class, action: n.Action) -> Lines | None:
    """Who has only one object to act with needs no test whether it can: its candidates are searched once, and drawn from."""
    impersonal, before = _test_impersonal(functions, action)
    plain = len(impersonal) == len(action.requires) and all(trigger.body is None for trigger in action.triggers)
    first = action.inputs[0] if action.inputs else None
    if class_.visibility == "global" or not plain or first is None or first.optional or first.among is not None:
        return None
    if functions.layout.words != 1 or not _is_all_that_is_owned(functions, class_):
        return None
    name = _define_running(functions, class_, action, alone=True)
    return [
        "u64 own_ = s->own[player][0];",
        f"if ({' && '.join(['own_ && !(own_ & (own_ - 1))', *before])}) {{",
        f"    if (!{name}(s, z, FLAT_FIRST + __builtin_ctzll(own_))) flat_nothing(s, z);",
        "    else s->stage = flat_is_pending(s) ? FLAT_PASSES : FLAT_CHOOSES;",
        "    return;",
        "}",
    ]


def _looks_at_self(block: n.Block) -> bool:
    return any(isinstance(node, n.This) for node in walk(block))


def _define_possible(functions: Functions, class_: n.Class, action: n.Action, requires: list[n.Block]) -> str | None:
    """Whether an object's action can be chosen: requires, trigger, answers."""
    body = Body(functions, f".{action.name}", "self", "s->active")
    tests = [define_test(Body(functions, f".{action.name}", "self"), f"{action.name}_require", r) for r in requires]
    triggers = [t for t in action.triggers if t.event in ("PlayerChoiceEvent", "event")]
    if len(triggers) != 1:
        raise Unsupported("several triggers")
    if triggers[0].body is not None:
        tests.append(define_test(body, f"{action.name}_trigger", triggers[0].body))
    if not tests and not action.inputs:
        return None
    lines = [f"if (!{test}) return 0;" for test in tests]
    if action.inputs:
        lines += [
            "int found_ = 0, top_ = z->top;",
            *test_answerable(body, action.inputs),
            "z->top = top_;",
            "return found_;",
        ]
    else:
        lines.append("return 1;")
    name = functions.module.layout.unique(f"flat_{class_.name}_{action.name}_possible")
    functions.define(f"int {name}(Flat *s, Flat_room *z, int self)", lines)
    return name


def _define_running(functions: Functions, class_: n.Class, action: n.Action, alone: bool = False) -> str:
    """Draws the answers, then runs the effect of the object's own class. `alone`: nobody has found out yet whether there are
    any; 0 if not."""
    module = functions.module
    body = Body(functions, f".{action.name}", "self", "s->active")
    lines: Lines = []
    first = ["if (s->stop) return 1;", "if (!count_) return 0;", "flat_ask(s, s->active, 1);"] if alone else None
    leave = "return 1;" if alone else "return;"
    for i, one in enumerate(action.inputs):
        decider = find_decider(body, one, "self")
        lines += draw_answer(body, one, action.inputs[i + 1 :], decider, None if i else first)
    lines += [f"if (s->stop) {leave}"] if action.inputs else []
    owners: dict[str, list[str]] = {}
    for inner in module.layout.within(class_.name):
        owners.setdefault(module.analysis.find_effect_owner(inner, action.name), []).append(inner)
    given = [body.memory.local(one.name) for one in action.inputs]
    passed = ", ".join(["s", "z", "self", *given])
    own = _define_effect(functions, class_.name, action)
    if len(owners) > 1:
        lines.append("switch (s->kind[self]) {")
        for owner, classes in owners.items():
            if owner != class_.name:
                effect = _define_effect(functions, owner, action)
                lines += [*(f"case {module.layout.number[c]}:" for c in classes), f"    {effect}({passed}); {leave}"]
        lines += ["default: break;", "}"]
    lines += [f"{own}({passed});", *(["return 1;"] if alone else [])]
    name = module.layout.unique(f"flat_{class_.name}_{action.name}_{'alone' if alone else 'run'}")
    functions.define(f"{'int' if alone else 'void'} {name}(Flat *s, Flat_room *z, int self)", lines)
    return name


def _define_effect(functions: Functions, owner: str, action: n.Action) -> str:
    module = functions.module
    node = module.layout.classes[owner].node
    assert node is not None
    declared = next(a for a in node.actions if a.name == action.name)
    body = Body(functions, f".{action.name}", "self", "s->active")
    body.scope = {one.name: one.type for one in action.inputs}
    parameters = [f"{body.variable_type(one.name, one.type)} {body.memory.local(one.name)}" for one in action.inputs]
    name = module.layout.unique(f"flat_{owner}_{action.name}_effect")
    head = f"void {name}({', '.join(['Flat *s', 'Flat_room *z', 'int self', *parameters])})"
    functions.define(head, body.translate_block(declared.effect.statements))
    return name
