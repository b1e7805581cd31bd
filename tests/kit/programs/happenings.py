"""What the earlier edition brought: triggers that wait for what happens, parts of actions, goals, lines between tiles."""

from __future__ import annotations

from programs import expressions as e
from programs.scope import Scope
from programs.statements import Lines, braced, indented, statements
from programs.world import Class, World
from programs.zones import zone_event

MOMENTS = ("", "", " before", " after", " fast")
FUEL = "Core.fuel -= 1;"  # what sets itself off again does so only a few times in a game


def trigger(scope: Scope, name: str = "") -> str:
    """A trigger that waits for what nobody throws."""
    what = _happening(scope.world)
    moment = "" if "activation" in what or "phase change" in what else scope.rng.choice(MOMENTS)
    named = f" for {name}" if name else ""
    test = f" && ({e.boolean(scope, 1)})" if scope.chance(0.3) else ""
    return f"trigger on {what}{named}{moment} {{ return Core.fuel > 0{test}; }}"


def _happening(world: World) -> str:
    rng = world.rng
    held = [class_ for class_ in world.classes.values() if class_.kind not in ("event", "connection")]
    watched = [class_ for class_ in held if class_.attrs]
    pieces, decks = world.of_kind("interactable"), world.of_kind("stack")
    owned = [class_ for class_ in world.of_kind("class", "interactable") if class_.visibility != "global"]
    doers = [(class_, callee) for class_ in held for callee in class_.callees if callee.returns is None]
    found = []
    if watched:
        class_ = rng.choice(watched)
        found += [f"{class_.name}.{rng.choice(class_.attrs).name} change"] * 3
        found += [f"{rng.choice(watched).name} change", f"{rng.choice(watched).kind} change"]
    if pieces:
        one = rng.choice([*(piece.name for piece in pieces), "interactable"])
        found += [f"{one} {rng.choice(('placement', 'removal', 'movement', 'discarded', 'drawn', 'kept'))}"] * 2
    if decks:
        one = rng.choice([*(deck.name for deck in decks), "stack"])
        found += [f"{one} {rng.choice(('draw', 'put', 'discard', 'shuffle', 'reshuffle'))}"] * 2
    if owned:
        found.append(f"{rng.choice(owned).name} {rng.choice(('attach', 'remove'))}")
    if doers:
        owner, callee = rng.choice(doers)
        found += [f"{owner.name}.{callee.name} action", f"{owner.name} action"]
    if world.zones and (entered := zone_event(world)) is not None:
        found += [entered] * 4
    turn = rng.choice([*world.turns, "turn"])
    found.append(f"{turn} {rng.choice(('activation', 'deactivation', 'phase change'))}")
    return rng.choice(found)


def parts(scope: Scope, tests: Scope, waits: bool) -> tuple[str, Lines]:
    """Named effects and phases of an action, and how they follow each other."""
    world = scope.world
    names = [world.name("Part") for _ in range(world.rng.randrange(1, 4))]
    lines: Lines = []
    for name in names:
        if scope.chance(0.4):
            lines.append(f"require for {name} {{ return {e.boolean(tests, 1)} || Core.ticks % 2 == 0; }}")
        if waits and scope.chance(0.3):
            lines.append(trigger(tests, name))
        lines += braced(f"effect for {name}", _effect(scope, name, names[names.index(name) + 1 :]))
    if scope.chance(0.4):
        lines += _phase(scope, tests)
        names.append("")
    return _way(scope, len(names)), lines


def _phase(scope: Scope, tests: Scope) -> Lines:
    name, step = scope.world.name("Stage"), scope.world.name("Step")
    inner = [f"require {{ return {e.boolean(tests, 1)} || Core.ticks > 2; }}"] if scope.chance(0.4) else []
    inner += braced("effect", _effect(scope, "", [step])) if scope.chance(0.6) else []
    inner += braced(f"effect for {step}", _effect(scope, step, []))
    return [f"phase {name}{_way(scope, 1)}", "{", *indented(inner), "}"]


def _effect(scope: Scope, name: str, later: list[str]) -> Lines:
    with scope.block():
        body = statements(scope, 1)
    if scope.chance(0.3):
        whom = scope.rng.choice(["", " all", f" {name}" if name else "", *(f" {other}" for other in later)])
        words = ' "off"' if scope.chance(0.5) else ""
        body.append(f"if ({e.boolean(scope, 1)} && Core.ticks % 3 == 0) {{ cancel{whom}{words}; }}")
    return [f'log("{name} " + Core.ticks);', *body]


def _way(scope: Scope, most: int) -> str:
    return scope.rng.choice(("", "", " sequence", " simultaneous", f" choice {scope.rng.randrange(1, most + 1)}"))


def goal(world: World) -> None:
    """A goal that is reached late in a game, if ever."""
    scope = Scope(world, None, frozenset(), len(world.callees), "bool", weight=6)
    late = f"Core.ticks > {world.rng.randrange(12, 60)}"
    lines = [f"require {{ return {late} && ({e.boolean(scope, 1)}); }}"]
    if world.chance(0.3):
        lines.append(trigger(scope))
    end = world.rng.choice(
        ("win 0;", "win player.active(), player.all();", "draw 0;", "winner { { 0 } };", 'log("so");')
    )
    world.functions += [f"goal {world.name('Aim')}", "{", *indented([*lines, f"effect {{ {end} }}"]), "}"]


def forbid(scope: Scope, owner: Class) -> Lines:
    """`x.Do.allowed` of an object's own action."""
    own = [callee for callee in owner.callees if callee.returns is None and callee.rank < scope.rank]
    if not own:
        return []
    action = scope.rng.choice(own).name
    return [f"this.{action}.allowed = {e.boolean(scope, 1)};", f"log(this.{action}.allowed);"]


def adjacency(world: World, places: list[tuple[int, int]]) -> Lines:
    """Lines that change which tiles of a grid are neighbours."""
    rng = world.rng
    if len(places) < 2 or not world.chance(0.3):
        return []
    lines = []
    for _ in range(rng.randrange(1, 4)):
        (a, b), (c, d) = rng.sample(places, 2)
        lines.append(f"({a},{b}) {rng.choice(('->', '<->', '1 <-> 3', '-> 2', '<-> 0.5'))} ({c},{d});")
        if world.chance(0.3):  # only what is there can be taken away
            lines.append(f"({a},{b}) x-> ({c},{d});")
    return [f"adjacency {{ {' '.join(lines)} }}"]
