"""Random tables of cards."""

from __future__ import annotations

import re

from programs.statements import Lines, braced, indented
from programs.things import attributes
from programs.world import Class, Table, World, element, shape


def tables(world: World, kind: str) -> None:
    """Sometimes a table of things of a kind; its rows are classes like any other."""
    bases = [class_ for class_ in world.of_kind(kind, visibility="local") if not class_.row]
    if not bases or not world.chance(0.35):
        return
    base = world.rng.choice(bases)
    table = Table(f"{kind.capitalize()}Cards", base)
    world.tables.append(table)
    fitting = [attr.name for attr in base.all_attrs() if _is_plain(attr.type)]
    types = {attr.name: attr.type for attr in base.all_attrs()}
    words = [
        word
        for word in ("name", "text", "symbol", *(("copies",) if kind == "interactable" else ()))
        if world.chance(0.5) and word not in types
    ]
    columns = [*world.rng.sample(fitting, min(len(fitting), world.rng.randrange(3))), *words]
    world.rng.shuffle(columns)
    table.columns = columns or (["symbol"] if "text" in types else ["text"])
    for _ in range(world.rng.randrange(1, 4)):
        row = Class(f"{table.name[0]}{len(world.classes)}Card", kind, base=base, row=True)
        attributes(world, row, world.rng.randrange(2))
        own = re.findall(r"\w+", " ".join(row.lines))
        cells = [
            "" if column in own or world.chance(0.2) else _cell(world, types.get(column, ""), column)
            for column in table.columns
        ]
        table.rows.append((row, ", ".join(cells)))
        world.classes[row.name] = row


def _is_plain(type_: str) -> bool:
    if shape(type_) in ("List", "Stack"):
        return _is_plain(element(type_))
    return type_ in ("number", "string", "bool", "player", "dice")


def _cell(world: World, type_: str, column: str) -> str:
    rng = world.rng
    if column == "copies" and not type_:
        return str(rng.choice((0, 1, 1, 2, 3)))
    if not type_ or (type_ == "string" and column in ("name", "text")):  # which are display hints too
        return rng.choice(('"one"', '"a \\"b\\""', '"*"'))
    if shape(type_):
        return "{ " + ", ".join(_cell(world, element(type_), "") or "1" for _ in range(rng.randrange(3))) + " }"
    choices = {
        "number": ("0", "-1", "2.5", "1 + 2 * 3", "-(2 ^ 3)", "1e3"),
        "string": ('"x"', '"a" + 1', '""'),
        "bool": ("true", "false", "1 < 2", "!true"),
        "player": ("0", "1", "-1"),
        "dice": ("1d6", "2d4 + 1", "highest 1 of 2d6"),
    }
    return rng.choice(choices[type_])


def write_table(world: World, table: Table) -> Lines:
    """The table, with the members of some rows; those of others follow in a class that says `override`."""
    lines = [", ".join(table.columns) + ";"]
    later: Lines = []
    for row, cells in table.rows:
        head = f"{row.name}: {cells}"
        if not row.lines:
            lines.append(f"{head};" if cells.strip(", ") or len(table.columns) > 1 else f"{row.name};")
        elif world.chance(0.5):
            lines += braced(head, row.lines)
        else:
            lines.append(f"{head};")
            later += braced(f"override {row.kind} {row.name}", row.lines)
    written = ["", *braced(f"cards {table.name} : {table.base.name}", lines)]
    return [*later, *written] if world.chance(0.3) else [*written, *later]


def more_rows(world: World) -> Lines:
    """For an expansion."""
    if not world.tables or not world.chance(0.5):
        return []
    table = world.rng.choice(world.tables)
    return braced(f"override cards {table.name}", indented(["symbol;", 'MoreCard: "+";'])) if world.chance(0.5) else []
