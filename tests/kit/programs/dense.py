"""Random programs in which every choice is another hostile statement: many of them for one compilation.

In:  a seed. Out: a rule text, whose first decision is which statement to carry out. Each is tried in a match of its own, so
that one that breaks hides no other.

    text, count = dense(7)
"""

from __future__ import annotations

from random import Random

from programs.hostile import HOSTILE
from programs.scope import Scope
from programs.things import attributes
from programs.whole import STRANGERS
from programs.world import ACTS, Attr, Class, World

STATEMENTS = 16


def dense(seed: int, count: int = STATEMENTS) -> tuple[str, int]:
    rng = Random(seed)
    world = World(rng, (2, 2), hostile=1.0, small=True, dice=seed % 3 == 0)
    world.used |= {"Core", "fuel", "ticks", "hoard", "Stranger", "object"}
    for name, kind, base in (
        ("Hero", "class", ""),
        ("King", "class", "Hero"),
        ("Card", "interactable", ""),
        ("Ace", "interactable", "Card"),
    ):
        made = Class(name, kind, base=world.classes.get(base))
        attributes(world, made, rng.randrange(1, 4))
        world.classes[name] = made
    core = Class("Core", "class", "global", attrs=[Attr("fuel", "number"), Attr("ticks", "number")])
    core.lines += ["number fuel = 9;", "number ticks = 50;", "List<string> hoard = {};"]
    attributes(world, core, 4)
    world.classes["Core"] = core
    for number in range(count):
        core.lines.append(f"action Do{number} {{ trigger PlayerChoiceEvent; effect {{")
        core.lines += [*(f"    {line}" for line in _statement(world, core)), "    turn.pass();", "} }"]
    lines = [
        f'game "dense {seed}";',
        "players 2;",
        "setup { Hero one = new Hero(); one.assign(0); Card two = new Card(); two.assign(0); }",
    ]
    lines.append(f"function Stranger {{ returns object; effect {{ return {rng.choice(STRANGERS)}; }} }}")
    for class_ in world.classes.values():
        visibility = "global " if class_.visibility == "global" else ""
        lines.append(
            f"{visibility}{class_.kind} {class_.name}{f' : {class_.base.name}' if class_.base is not None else ''}"
        )
        lines += ["{", *(f"    {line}" for line in class_.lines), "}"]
    return "\n".join(lines) + "\n", count


def _statement(world: World, core: Class) -> list[str]:
    makers, weights = zip(*HOSTILE, strict=True)
    scope = Scope(world, core, ACTS, room=9)
    made: list[str] = []
    while not made:
        made = world.rng.choices(makers, weights)[0](scope)
    return made
