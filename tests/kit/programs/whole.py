"""A whole random program: classes, functions, actions, events, turns and a setup, and the text of it all."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from programs import expressions as e
from programs.card_tables import tables, write_table
from programs.expansion import expansion
from programs.failures import failure
from programs.happenings import FUEL, forbid, goal, parts
from programs.happenings import trigger as waiting
from programs.inputs import an_input
from programs.kinds import declare_values
from programs.scope import Scope
from programs.statements import Lines, braced, given_back, indented, statements
from programs.things import attributes, board, deck, display, pieces, tiles
from programs.world import ACTS, ASK, FAIL, PASS, THROW, WIN, Attr, Callee, Class, Param, World
from programs.zones import zones

CHOICE = "PlayerChoiceEvent"
PREDEFINED = {
    CHOICE: {"active": "player"},
    "NoChoiceEvent": {"active": "player"},
    "TurnChangeEvent": {"old": "string", "new": "string"},
    "PhaseChangeEvent": {"turn": "string", "oldPhase": "string", "newPhase": "string", "newPlayer": "player"},
}


MAIN = "main.tgpl"
STRANGERS = (
    "null",
    "1",
    '"who"',
    "true",
    "{ 1 }",
    "player.active()",
)  # what is nearly never of the type that is wanted


def program(seed: int) -> str:
    """A rule text without errors, the same for the same seed."""
    return _text(_world(seed), seed)


def files(seed: int) -> tuple[str, dict[str, str]]:
    """The main file and all files of a game: a program, sometimes with an expansion."""
    world = _world(seed)
    text = _text(world, seed)
    if not world.chance(0.12):
        return MAIN, {MAIN: text}
    return "more.tgpl", {MAIN: text, "more.tgpl": expansion(world, MAIN, _overrides)}


def _world(seed: int) -> World:
    rng = Random(seed)
    low = rng.choices((1, 2, 3, 4), (1, 6, 2, 1))[0]
    world = World(rng, (low, low + rng.choice((0, 0, 1))))
    world.risk = rng.choice((0, 0, 0, 0, 0, 0.01, 0.04))
    world.small = world.chance(0.65)
    world.dice = seed % 3 == 2
    world.zones = seed % 5 == 3
    world.hostile = rng.choice((0, 0, 0.1, 0.25, 0.5))
    if world.hostile and world.chance(0.06):
        world.players = (rng.choice((1, 5, 9, 33, 63)), rng.choice((9, 33, 64)))
        world.players = (min(world.players), max(world.players))
    world.seats_named, world.teamed = world.chance(0.25), world.chance(0.2)
    world.used |= {"Core", "fuel", "ticks", "land", "hoard", "Stranger", "object"}
    _turn_names(world)
    if seed % 2:
        declare_values(world)
    if world.hostile:
        world.functions.append(f"function Stranger {{ returns object; effect {{ return {rng.choice(STRANGERS)}; }} }}")
    for _ in range(rng.randrange(1, 3)):
        function(world, None, frozenset())
    _skeletons(world)
    _bodies(world)
    return world


# ---- what there is


def _skeletons(world: World) -> None:
    rng = world.rng
    if world.chance(0.35 if world.small else 0.6):
        tiles(world)
        tables(world, "tile")
    if world.chance(0.5 if world.small else 0.8):
        pieces(world)
        tables(world, "interactable")
    previous: Class | None = None
    for name in rng.sample(("Hero", "Mine", "Hand", "Shop"), rng.choice((1, 1, 1 if world.small else 2, 3))):
        base = previous if previous is not None and world.chance(0.5) else None
        previous = Class(name, "class", base=base)
        attributes(world, previous, rng.randrange(1, 4))
        display(world, previous)
        world.classes[name] = previous
    tables(world, "class")
    if world.chance(0.35):
        guild = Class("Guild", "class", "group")
        attributes(world, guild, rng.randrange(1, 3))
        world.classes["Guild"] = guild
        if world.chance(0.3):
            order = Class("Order", "class", "group", guild)
            attributes(world, order, 1)
            world.classes["Order"] = order
    for name in rng.sample(("Deck", "Bag"), rng.choice((0, 1, 1, 2)) if world.of_kind("interactable") else 0):
        deck(world, name)
    if world.zones:
        zones(world, attributes)
    _events(world)
    if world.of_kind("tile"):
        board(world)
    _core(world)


def _events(world: World) -> None:
    previous: Class | None = None
    for name in world.rng.sample(("Bang", "Rain", "Gift", "Alarm"), world.rng.randrange(1, 3)):
        base = previous if previous is not None and world.chance(0.5) else None
        if base is None and world.chance(0.1):
            base = _predefined(world.rng.choice(("NoChoiceEvent", "TurnChangeEvent", "PhaseChangeEvent")))
        previous = Class(name, "event", base=base)
        attributes(world, previous, world.rng.randrange(3))
        world.classes[name] = previous


def _predefined(name: str) -> Class:
    """One of the language's own classes, to derive from."""
    return Class(
        name,
        "event",
        attrs=[Attr(attr, type_, sure=False) for attr, type_ in PREDEFINED[name].items() if attr != "new"],
    )


def _core(world: World) -> None:
    """The global class that holds what everybody uses."""
    core = Class("Core", "class", "global")
    core.attrs += [Attr("fuel", "number"), Attr("ticks", "number")]
    core.lines += [
        f"number fuel = {world.rng.randrange(8, 30)};",
        "number ticks = 0;",
        *(["List<string> hoard = {};"] if world.hostile else []),
    ]
    attributes(world, core, world.rng.randrange(2, 6) if world.small else world.rng.randrange(3, 8))
    for class_ in list(world.classes.values()):
        if class_.kind == "board" and class_.base is None:
            core.lines.append(
                f"Land land = new {'Isle' if 'Isle' in world.classes and world.chance(0.6) else 'Land'}();"
            )
        elif class_.kind == "board":
            continue
        elif class_.kind == "stack" or (class_.kind in ("interactable", "class") and world.chance(0.5)):
            attr = Attr(world.name(class_.name.lower()), class_.name)
            core.lines.append(f"{attr.type} {attr.name} = new {class_.name}();")
            core.attrs.append(attr)
    world.classes["Core"] = core
    if world.chance(0.4):
        vault = Class("Vault", "class", "global")
        attributes(world, vault, 2)
        world.classes["Vault"] = vault


def _turn_names(world: World) -> None:
    names = world.rng.sample(("Day", "Night", "Dusk"), 1 if world.small else world.rng.choice((1, 2, 2, 3)))
    for number, name in enumerate(names):
        world.turns[name] = [f"{word}{number}" for word in ("Act", "Count", "Both")[: world.rng.randrange(1, 4)]]


# ---- functions and actions


def _bodies(world: World) -> None:
    rng = world.rng
    classes = list(world.classes.values())
    players = [class_ for class_ in classes if class_.kind in ("class", "interactable")]
    for _ in range(rng.randrange(2, 5) if world.small else rng.randrange(3, 7)):
        if world.chance(0.4):
            owner = rng.choice([*classes, None, None])
            if owner is None or owner.kind != "connection":
                function(world, owner, _some_acts(world) if owner is None or owner.kind == "class" else frozenset())
        else:
            action(world, rng.choice(players))
    for class_ in classes:
        if class_.base is not None:
            _overrides(world, class_)
    if world.chance(0.3):
        _recursive(world)
    if world.chance(0.15):
        goal(world)


def _some_acts(world: World) -> frozenset[str]:
    return frozenset(act for act in (ASK, PASS, THROW) if world.chance(0.3))


def _number_of_statements(world: World) -> int:
    return world.rng.randrange(1, 4)


def function(world: World, owner: Class | None, acts: frozenset[str]) -> None:
    rank = len(world.callees)
    returns = world.rng.choice(("", "number", world.simple_type(), world.any_type()))
    scope = Scope(world, owner, acts, rank, returns, making=not world.classes, listening=True)
    lines = []
    params = []
    for _ in range(world.rng.randrange(3)):
        type_ = world.any_type(1)
        optional = world.chance(0.3)
        default = e.typed(scope, type_, 1) if optional and world.chance(0.6) else ""
        param = Param(world.name("in"), type_, not optional or default != "", optional)
        word = "optional " if optional and not default else ""
        lines.append(f"{word}function input {type_} {param.name}{f' = {default}' if default else ''};")
        params.append(param)
    for param in params:
        scope.declare(param.name, param.type, param.sure)
    inputs = []
    if acts and world.chance(0.3):
        lines.append(an_input(scope, may_miss=False)[0])
        inputs.append(Param(scope.locals[-1].name, scope.locals[-1].type, scope.locals[-1].sure))
    lines.append(f"returns {returns};" if returns else "returns;")
    body = statements(scope, _number_of_statements(world))
    if returns:
        body.append(given_back(scope))
    lines += braced("effect", body or ['log("done");'])
    callee = Callee(world.name("Fun"), rank, params, returns, acts, scope.cost + 1, owner, None, inputs)
    _add(world, callee, ["function " + callee.name, "{", *indented(lines), "}"])


def _add(world: World, callee: Callee, lines: Lines) -> None:
    world.callees.append(callee)
    if callee.owner is None:
        world.functions += lines
    else:
        callee.owner.callees.append(callee)
        callee.owner.lines += lines


def _recursive(world: World) -> None:
    name = world.name("Dig")
    step = world.rng.choice(("depth + Inner", "depth * 2 - Inner", "(depth + Inner) % 7"))
    lines = [
        f"function {name} {{ function input number depth; returns number; effect {{",
        f"    if (depth <= 0) {{ return {world.rng.randrange(5)}; }}",
        f"    return {step.replace('Inner', f'{name}(depth: depth - 1)')};",
        "} }",
    ]
    world.functions += lines
    world.callees.append(Callee(name, len(world.callees), [], "number", cost=1 << 20))
    world.functions += [
        f"function {name}s {{ returns number; effect {{ return {name}(depth: {world.rng.randrange(12)}); }} }}"
    ]
    world.callees.append(Callee(f"{name}s", len(world.callees), [], "number", cost=12))


def action(world: World, owner: Class) -> None:
    rng = world.rng
    rank = len(world.callees)
    chosen = world.chance(0.6)
    waits = not chosen and world.chance(0.4)
    events = [CHOICE] if chosen else [] if waits else _listened(world)
    acts = ACTS if chosen else frozenset((ASK, PASS, THROW, WIN)) if world.chance(0.6) else frozenset()
    lines = [f"prio {rng.choice(('1', '2', '-1', '0.5', '10'))};"] if world.chance(0.4) else []
    test = Scope(world, owner, frozenset(), rank, "bool", weight=6)
    if world.chance(0.35):
        lines.append(f"require {{ {_test(test)} }}")
    for event in events:
        test.event, test.event_sure = event, event in world.classes
        lines.append(f"trigger {event}" + (f" {{ {_trigger(test, event)} }}" if world.chance(0.5) else ";"))
    if waits:
        lines += [waiting(test) for _ in range(rng.randrange(1, 3))]
    common = _common_event(world, events)
    scope = Scope(world, owner, acts, rank, event=common, listening=not chosen)
    start = len(lines)
    params = []
    asks = False
    for _ in range(rng.choices((0, 1, 2, 3), (4, 4, 2, 1))[0]):
        line, asked = an_input(scope, may_miss=True)
        asks = asks or asked
        lines.append(line)
        params.append(Param(scope.locals[-1].name, scope.locals[-1].type, scope.locals[-1].sure, optional=True))
    if world.chance(0.3):
        lines = lines[start:] + lines[:start]
    with scope.block():
        body = statements(scope, _number_of_statements(world))
        body += _of_event(scope, common)
    if not chosen and world.chance(0.2):
        body += forbid(scope, owner)
    blind = Scope(world, owner, frozenset(), rank, "bool", weight=6)
    way, more = parts(scope, blind, waits) if world.chance(0.15) else ("", [])
    if chosen and world.chance(0.85):
        body.append("turn.pass();")
    begins = [*([FUEL] if waits else []), f'log("{owner.name} acts");', "Core.ticks += 1;"]
    whole = braced("effect", [*begins, *body])
    lines += [*more, *whole] if world.chance(0.5) else [*whole, *more]
    name = world.name("Do")
    way += during(world) if world.chance(0.15) else ""
    asks = asks or any(" choice " in line for line in (way, *more))  # which parts are done is asked
    doing = acts | {ASK} if asks else acts
    if not acts and any("cancel" in line for line in more):
        doing |= {FAIL}  # tests call what does nothing, and this can end a move
    callee = Callee(name, rank, params, None, doing, scope.cost + 20, owner, common)
    _add(world, callee, [f"action {name}{way}", "{", *indented(lines), "}"])


def during(world: World) -> str:
    """The phases to which an action belongs."""
    turn = world.rng.choice([*world.turns])
    phase = world.rng.choice(world.turns[turn])
    return (
        f" during {world.rng.choice((phase, turn, f'{turn}.{phase}', f'{phase}, {world.rng.choice([*world.turns])}'))}"
    )


def _listened(world: World) -> list[str]:
    events = [c.name for c in world.of_kind("event")]
    own = world.rng.sample(events, min(len(events), world.rng.randrange(1, 3)))
    if world.chance(0.3):
        own = own[:1] + world.rng.sample(("NoChoiceEvent", "TurnChangeEvent", "PhaseChangeEvent"), 1)
    return own if world.chance(0.8) else []


def _common_event(world: World, events: list[str]) -> str | None:
    if len(events) == 1:
        return events[0]
    if not events or any(event not in world.classes for event in events):
        return "event" if events else None
    first = world.classes[events[0]]
    for step in first.lineage():
        if all(world.classes[event].derives(step) for event in events):
            return step.name
    return "event"


def _test(scope: Scope) -> str:
    if scope.chance(0.2):
        with scope.block():
            lines = statements(scope, 2)
            return " ".join([*lines, f"return {e.boolean(scope, 1)};"])
    return f"return {e.boolean(scope, 2)}{scope.rng.choice(('', ' || true', ' || Core.ticks > 3'))};"


def _trigger(scope: Scope, event: str) -> str:
    known = PREDEFINED.get(event)
    if known is not None and scope.chance(0.5):
        name, type_ = scope.rng.choice(sorted(known.items()))
        turns = scope.world.turns
        names = [*turns] if name in ("turn", "old", "new") else [phase for phases in turns.values() for phase in phases]
        compared = "9" if type_ == "player" else f'"{scope.rng.choice(names)}"'
        return f"return event.{name} != {compared};"
    return _test(scope)


def _of_event(scope: Scope, event: str | None) -> Lines:
    """What the event tells, if there is one: a called action has none."""
    if event is None or scope.chance(0.3):
        return []
    names = list(PREDEFINED.get(event, ()))
    if event in scope.world.classes:
        names = [attr.name for attr in scope.world.classes[event].all_attrs()]
    told = " + ".join(['"" + event', *(f'" " + event.{name}' for name in names[:2])])
    scope.event_sure = True
    with scope.block():
        more = statements(scope, scope.rng.randrange(2))
    scope.event_sure = False
    return braced("if (event != null)", [f"log({told});", *more])


def _overrides(world: World, class_: Class) -> None:
    assert class_.base is not None
    for original in [callee for step in class_.base.lineage() for callee in step.callees]:
        if world.chance(0.5) or any(original.name in line for line in class_.lines if line.startswith("override")):
            continue
        acts = original.acts
        scope = Scope(world, class_, acts, original.rank, original.returns, original.event, listening=True)
        scope.cost = 100  # so that whoever calls the original cannot pay too little
        for param in [*original.params, *original.inputs]:
            scope.declare(param.name, param.type, param.sure)
        body = statements(scope, world.rng.randrange(1, 4))
        body += _through_base(scope, original)
        if original.returns:
            body.append(given_back(scope))
        word = "action" if original.returns is None else "function"
        class_.lines += [f"override {word} {original.name}", "{", *indented(braced("effect", body or [";"])), "}"]


def _through_base(scope: Scope, original: Callee) -> Lines:
    if scope.chance(0.4):
        return []
    if original.returns is None:
        return [f"base.{original.name}();"]
    given = ", ".join(f"{param.name}: {param.name}" for param in original.params)
    called = f"base.{original.name}({given})"
    return [f"log({called});" if original.returns else f"{called};"]


# ---- turns and setup


def _turns(world: World, trouble: dict[str, Lines]) -> Lines:
    lines: Lines = []
    for turn, phases in world.turns.items():
        inner: Lines = []
        for number, phase in enumerate(phases):
            inner += _phase(world, phase, number, trouble)
        if trouble.get("default") and turn == next(iter(world.turns)):
            inner += ["default", "{", *indented(trouble["default"]), "}"]
        elif world.chance(0.5):
            inner += ["default", "{", *indented(_default(world, phases)), "}"]
        lines += [f"turn {turn}", "{", *indented(inner), "}"]
    return lines


def _phase(world: World, phase: str, number: int, trouble: dict[str, Lines]) -> Lines:
    if number == 0 or (number == 2 and world.chance(0.4)):
        word = "simultaneous phase" if world.chance(0.15) else "phase"
        return [f"{word} {phase} {{ }}" if world.chance(0.7) else f"{word} {phase};"]
    scope = Scope(world, None, frozenset((ASK, PASS, THROW, WIN)), listening=True)
    inputs = [an_input(scope, may_miss=True)[0]] if world.chance(0.3) else []
    body = ["Core.ticks += 1;", f"if (Core.ticks > {world.rng.randrange(20, 60)}) {{ {_ranking(world)} }}"]
    body += trouble.pop("phase", [])
    body += statements(scope, world.rng.randrange(1, 4))
    if inputs or world.chance(0.3):
        return [f"phase {phase}", "{", *indented([*inputs, *braced("effect", body)]), "}"]
    return [f"phase {phase}", "{", *indented(body), "}"]


def _ranking(world: World) -> str:
    return "winner " + world.rng.choice(("player.active();", "{ player.all() };", "{ { 0 } };", "{};", "1 + 1;"))


def _default(world: World, phases: list[str]) -> Lines:
    """Behind the last phase the next player; sometimes it looks at the game first."""
    lines: Lines = []
    for phase, after in pairwise(phases):
        rest = " return null;" if world.chance(0.7) else ""  # without it the player who is returned wins
        lines.append(f'if (turn.phase.active() == "{phase}") {{ turn.pass(player.active(), "{after}");{rest} }}')
    scope = Scope(world, None, frozenset())
    lines += statements(scope, world.rng.randrange(2))
    if world.chance(0.1):
        following = world.rng.choice([*world.turns])
        return [
            *lines,
            f'if (Core.ticks % 2 == 1) {{ turn.use("{following}"); return null; }}',
            "return player.active() + 1;",
        ]
    return [*lines, f"return player.active() + {world.rng.choice(('1', '1', '1', '2'))};"]


def _setup(world: World, trouble: dict[str, Lines]) -> Lines:
    scope = Scope(world, None, frozenset((ASK, PASS, THROW)), listening=True)
    lines: Lines = []
    for class_ in [*world.of_kind("class", visibility="local"), *world.of_kind("interactable", visibility="local")]:
        name = scope.fresh(class_.name.lower())
        if world.chance(0.8):
            made = e.thing(Scope(world, reserved={"p", name}), class_.name, 1)
            inner = [f"{class_.name} {name} = {made};", f"{name}.assign(p);"]
            lines += braced("for (player p in player.all())", inner)
    for class_ in world.of_kind("class", visibility="group"):
        name = scope.fresh(class_.name.lower())
        lines += ["{", f"    {class_.name} {name} = new {class_.name}();", f"    {name}.assign(0);"]
        lines += [f"    {name}.assign({world.rng.randrange(3)});", "}"]
    for class_ in world.of_kind("zone", visibility="local"):
        lines += [f"for (player p in player.all()) {{ p has {class_.name}; }}"]
    lines += trouble.get("setup", [])
    lines += statements(scope, world.rng.randrange(1, 4))
    return ["setup", "{", *indented(lines), "}"]


# ---- the text


def _text(world: World, seed: int) -> str:
    trouble = failure(world) if world.chance(0.12) else {}
    world.functions += trouble.get("function", [])
    core = world.classes["Core"]
    tired = ["require { return Core.ticks < 9; }"] if world.chance(0.04) else []  # then perhaps nobody can do anything
    go = [
        *tired,
        "trigger PlayerChoiceEvent;",
        "effect",
        "{",
        "    Core.ticks += 1;",
        *indented(trouble.get("action", [])),
    ]
    go += ['    log("go " + ticks + " " + player.active());', "    if (Core.ticks > 80) { winner 0; }"]
    go += ["    turn.pass();", "}"]
    core.lines += ["action Go", "{", *indented(go), "}"]
    low, high = world.players
    head = [f'game "program {seed}";', f"players {low}{'' if low == high else f' to {high}'}{_seating(world)}"]
    parts = [_setup(world, trouble), _turns(world, trouble), world.functions]
    parts += [_class(class_) for class_ in world.classes.values() if not class_.row]
    parts += [write_table(world, table) for table in world.tables]
    if world.chance(0.5):
        world.rng.shuffle(parts)
    return "\n".join([*head, *(line for part in parts for line in ["", *part])]) + "\n"


def _seating(world: World) -> str:
    """What the players are called, and who belongs together."""
    seats, said = range(world.players[1]), ""
    if world.seats_named:
        said += f"names {', '.join(f'{chr(34)}N{seat}ä{chr(34)}' for seat in seats)}; "
    if world.teamed:
        teams = [[seat for seat in seats if seat % 3 == team] for team in range(min(3, len(seats)))]
        said += f"teams {', '.join('{ ' + ', '.join(map(str, team)) + ' }' for team in teams)}; "
    return f" {{ {said}}}" if said else ";"


def _class(class_: Class) -> Lines:
    visibility = "" if class_.visibility == "local" else f"{class_.visibility} "
    base = f" : {class_.base.name}" if class_.base is not None else ""
    if class_.kind == "zone" and class_.base is None and class_.holds is not None:
        base = f" of {class_.holds.name}"
    return braced(f"{visibility}{class_.kind} {class_.name}{base}", class_.lines or [""])
