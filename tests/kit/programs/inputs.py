"""Random inputs: of actions, functions and phases, and in the middle of a block."""

from __future__ import annotations

import re

from programs.expressions import boolean, collection, maybe, player, sure, told
from programs.scope import Scope
from programs.world import ASK
from programs.zones import a_global_zone


def an_input(scope: Scope, may_miss: bool) -> tuple[str, bool]:
    """An input as a line; its variable is declared. Also whether it asks somebody.

    Unless it `may_miss` its answer, there always is one.
    """
    type_, source, kind = _what(scope)
    auto = ASK not in scope.acts or (kind != "free" and scope.chance(0.2))
    certain = not auto and kind in ("player", "bool") and scope.chance(0.5)
    optional = not certain and (scope.chance(0.25) or not (may_miss or scope.careless()))
    name = scope.fresh()
    mode = "auto " if auto else ""
    if not auto and scope.chance(0.25):
        mode = f"player {player(scope.inner_test(), 1)} " if scope.chance(0.6) else "player "
    ask = f" ask {_question(scope)}" if not auto and scope.chance(0.25) else ""
    written = type_
    if type_.startswith("List<") and not auto and scope.chance(0.6):
        written = f"{_how_many(scope, optional)} {type_[5:-1]}"
    filters = "" if certain else _filters(scope, name, type_, auto)
    scope.declare(name, type_, not optional)
    scope.spend(12)
    return f"{'optional ' if optional else ''}{mode}input {written} {name}{source}{ask}{filters or ';'}", not auto


def _question(scope: Scope) -> str:
    """What is read decides nothing, whatever it is."""
    return (
        f'("" + {told(scope.inner_test(), 1)})'
        if scope.chance(0.1)
        else scope.rng.choice(('"Which?"', '"{not filled in}"', _filled(scope)))
    )


def _filled(scope: Scope) -> str:
    part = maybe(scope.inner_test(), scope.world.any_type(), 1, False)
    return '"What?"' if "{" in part else f'$"What of {{{part}}}?"'


def _how_many(scope: Scope, optional: bool) -> str:
    """So many of so many; what may stay empty cannot be none in another way too."""
    low = scope.rng.randrange(1, 4)
    high = low + scope.rng.randrange(3)
    forms = [f"{low}", f"at least {low}", f"{low} to {high}"]
    if not optional:
        forms += [f"up to {high}", "any number of", f"0 to {high}"]
    if scope.chance(0.3):
        number = f"({sure(scope.inner_test(), 'number', 1)})"
        if not re.fullmatch(r"[(\d.e)+-]+", number):  # numbers that are written down must be possible
            forms = [number, f"at least {number}", f"{low} to {number}", *(() if optional else (f"up to {number}",))]
    return scope.rng.choice(forms)


def _what(scope: Scope) -> tuple[str, str, str]:
    """The type of an input, where its candidates come from, and what that is called."""
    world = scope.world
    kind = scope.rng.choices(
        ("class", "player", "bool", "range", "in", "players", "classes", "ranges", "list in", "free", "named"),
        (4, 3, 2, 4, 4, 1, 1, 2, 2, 0.6 if ASK in scope.acts else 0, 4 if world.named else 0),
    )[0]
    inner = scope.inner_test()
    if kind in ("class", "classes"):
        found = world.class_type("class", "interactable", "tile") or "player"
        return (found if kind == "class" else f"List<{found}>"), "", kind
    if kind in ("player", "bool"):
        return kind, "", kind
    if kind == "named":
        found = scope.rng.choice(("Mood", "Weather", "kind of Ware", "kind of Silk"))
        return (found if scope.chance(0.7) else f"List<{found}>"), "", kind
    if kind == "players":
        return "List<player>", "", kind
    if kind in ("range", "ranges"):
        low = scope.rng.randrange(-2, 3)
        high = f"{low + scope.rng.randrange(5)}"
        if scope.chance(0.3):
            high = f"{low} + abs({sure(inner, 'number', 1)}) % 5"
        return ("number" if kind == "range" else "List<number>"), f" from {low} to {high}", kind
    if kind == "free":
        return scope.rng.choice(("number", "string")), "", kind
    if world.zones and kind == "in" and (zone := a_global_zone(world)) is not None and zone.holds is not None:
        return zone.holds.name, f" in {zone.name}", kind
    held = world.class_type() if scope.chance(0.4) else None
    of = held or scope.world.simple_type()
    return (of if kind == "in" else f"List<{of}>"), f" in {collection(inner, f'List<{of}>', 2)}", kind


def _filters(scope: Scope, name: str, type_: str, auto: bool) -> str:
    many = type_.startswith("List<")
    of = type_[5:-1] if many else type_
    if auto and not many:  # one candidate must be left, or none
        return _only_one(scope, name, of)
    if scope.chance(0.45):
        return ""
    if many:
        return _filters_of_a_list(scope, name, of)
    if scope.chance(0.6):
        return f" {{ {_test(scope, name, of)} }}"
    tests = []
    for _ in range(scope.rng.randrange(1, 3)):
        own = scope.fresh("x") if scope.chance(0.5) else ""
        tests.append(f"filter {own}{' ' if own else ''}{{ {_test(scope, own or name, of)} }}")
    return f" {{ {' '.join(tests)} }}"


def _only_one(scope: Scope, name: str, of: str) -> str:
    if scope.careless():
        return ""
    if of == "player":
        return f" {{ return {name} == {scope.rng.randrange(3)}; }}"
    if of == "bool":
        return f" {{ return {scope.rng.choice(('!', ''))}{name}; }}"
    if of == "number":
        return f" {{ return {name} == {scope.rng.randrange(4)}; }}"
    if of == "dice":
        return f" {{ return {name} == 1d6; }}"
    if of in scope.world.enums:
        return f" {{ return {name} == {of}.Sad; }}"
    if of.startswith("kind of "):
        return f" {{ return {name} == Sari; }}"
    if of == "string":
        return f' {{ return {name} == "red"; }}'
    return f" {{ return {name} == {thing_or_null(scope, of)}; }}"


def thing_or_null(scope: Scope, of: str) -> str:
    from programs.expressions import sources

    found = sources(scope, of, sure=False)
    return scope.rng.choice(found) if found else "null"


def _filters_of_a_list(scope: Scope, name: str, of: str) -> str:
    whole = scope.rng.choice(
        (
            f"return {name}.length > 0;",
            f"return {name}.length <= 2;",
            f"return {name}.length == 1;",
            f"return {name}.length < 3 || {boolean(scope.inner_test(), 1)};",
            *_judgements(name, of),
        )
    )
    own = scope.fresh("each")
    each = f"filter {own} {{ {_test(scope, own, of)} }}"
    choice = scope.rng.randrange(4)
    if choice == 0:
        return f" {{ {whole} }}"
    if choice == 1:
        return f" {{ {each} }}"
    return f" {{ filter {{ {whole} }} {each} }}"


def _judgements(name: str, of: str) -> list[str]:
    """Tests that look at what is in a list."""
    if of == "number":
        each = f"for (number each_ in {name}) {{ sum_ += each_; }}"
        return [f"number sum_ = 0; {each} return sum_ % 2 == {odd};" for odd in (0, 1)]
    if of in ("player", "bool", "string", "dice"):
        return []
    return [
        f"for ({of} each_ in {name}) {{ if (each_ == {name}[0] && {name}.length > 1) {{ return false; }} }} return true;"
    ]


def _test(scope: Scope, name: str, of: str) -> str:
    inner = scope.inner_test()
    inner.locals = [local for local in inner.locals if local.name != name]
    inner.declare(name, of)
    if scope.chance(0.15):
        return _busy_test(inner)
    kinds = {"number": f"{name} != {scope.rng.randrange(4)}", "player": f"{name} != player.active()"}
    if of in kinds and scope.chance(0.5):
        return f"return {kinds[of]};"
    return f"return {boolean(inner, 2)};"


def _busy_test(inner: Scope) -> str:
    """One that changes things, which is taken back."""
    from programs.statements import statements

    inner.weight = 20
    with inner.block():
        lines = statements(inner, inner.rng.randrange(1, 3))
        return " ".join([*lines, f"return {boolean(inner, 1)};"])
