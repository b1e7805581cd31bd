"""A random expansion of a random program: classes are opened again, functions and actions replaced, phases added."""

from __future__ import annotations

from programs.card_tables import more_rows
from programs.scope import Scope
from programs.statements import Lines, braced, indented, statements
from programs.things import attributes
from programs.world import ASK, PASS, THROW, Class, World


def expansion(world: World, base: str, override: object) -> str:
    """The text of an expansion; `override` writes overrides into a class."""
    assert callable(override)
    parts: list[Lines] = []
    opened = [c for c in world.classes.values() if c.kind in ("class", "interactable", "tile", "event", "connection")]
    for original in world.rng.sample(opened, min(len(opened), world.rng.randrange(1, 4))):
        class_ = Class(original.name, original.kind, original.visibility, original)
        attributes(world, class_, world.rng.randrange(3))
        override(world, class_)
        visibility = "" if class_.visibility == "local" else f"{class_.visibility} "
        word = "override " if world.chance(0.7) else ""
        parts.append(braced(f"{word}{visibility}{class_.kind} {class_.name}", class_.lines or [""]))
    parts.append(more_rows(world))
    if world.named:
        parts.append(["override const number CONST1 = 5;", "override enum Weather { Hail }"])
    if world.chance(0.4):
        turn = world.rng.choice(list(world.turns))
        scope = Scope(world, None, frozenset((ASK, PASS, THROW)), listening=True)
        phase = [f"phase Late{turn} {{ Core.ticks += 1; {' '.join(statements(scope, 1))} }}"]
        parts.append([f"turn {turn}", "{", *indented(phase), "}"])
    scope = Scope(world, None, frozenset((THROW,)), listening=True)
    parts.append(["setup", "{", *indented(['log("more");', *statements(scope, 2)]), "}"])
    head = f'expansion "More" of "{base}";'
    return "\n".join([head, *(line for part in parts for line in ["", *part])]) + "\n"
