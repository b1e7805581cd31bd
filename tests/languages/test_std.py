"""The library that comes with the tool: what every function answers, also where there is nothing to answer."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from tgpl.apps.cli import tgpl
from tgpl.compile import compile_rules
from tgpl.runtime.game import Game
from tgpl.text.diagnostics import to_terminal
from tgpl.text.files import Folder, Texts, standard_names

STD = Path(__file__).parent.parent.parent / "src" / "tgpl" / "std"
NAMES = [name.removesuffix(".tgpl") for name in standard_names()]
Place = tuple[int, int]

# The boards that the tests look at: `#` is a tile, `.` a hole.
FULL = ["#####"] * 5
HOLES = ["#.###", "#####", "##.##", "####.", ".####"]
BOARD = """
tile Field {{ }}
board Map {{ group G {{ geometry {geometry}; grid {{ {lines} }} }} }}
global class Game {{ Map map = new Map(); }}
function At
{{
    function input number x;
    function input number y;
    returns tile;
    effect
    {{
        for (tile t in Game.map.G.tiles) {{ if (t.x == x && t.y == y) {{ return t; }} }}
        return null;
    }}
}}
"""
GEOMETRIES = {
    "square": "square",
    "around": "square around",
    "row": "hex; orientation row",
    "column": "hex; orientation column",
}


def compiled(text: str, imports: list[str]) -> Game:
    """A game with these imports; without a doubt about it."""
    directives = "".join(f'import "{name}";\n' for name in imports)
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": f'game "x";\nplayers 3;\n{directives}{text}'}))
    assert result.problems == [], to_terminal(result.problems)
    return result.game()


def answers(imports: list[str], *expressions: str, before: str = "", declared: str = "", seed: int = 0) -> list[str]:
    """What the expressions come to, as the log writes it."""
    lines = "\n".join(f"log({expression});" for expression in expressions)
    state = compiled(f"{declared}\nsetup\n{{\n{before}\n{lines}\nwinner 0;\n}}\n", imports).begin(seed)
    state.play(lambda decision: 0, 10)
    assert state.ended == "winner", state.error
    return state.log


def board(geometry: str, drawing: list[str] = FULL) -> str:
    if geometry == "column":  # written column by column
        drawing = ["".join(line) for line in zip(*drawing)]
    lines = " ".join(", ".join("Field" if c == "#" else "b" for c in line) + ";" for line in drawing)
    return BOARD.format(geometry=GEOMETRIES[geometry], lines=lines)


def places(drawing: list[str] = FULL) -> list[Place]:
    return [(x, y) for y, line in enumerate(drawing) for x, c in enumerate(line) if c == "#"]


def at(place: Place) -> str:
    return f"At(x: {place[0]}, y: {place[1]})"


def fields(chosen: list[Place]) -> str:
    return "new List<tile>() { " + ", ".join(map(at, chosen)) + " }" if chosen else "new List<tile>()"


def shown(chosen: list[Place]) -> str:
    return "{" + ", ".join(f"Field ({x}, {y})" for x, y in chosen) + "}"


def read(text: str) -> set[Place]:
    """The places in a list of tiles as the log writes it."""
    numbers = [part.split(")")[0] for part in text.split("(")[1:]]
    return {(int(a), int(b)) for a, b in (number.split(", ") for number in numbers)}


# An independent view of the geometries: hexes in three coordinates whose sum is nothing.


def coordinates(geometry: str, place: Place) -> tuple[int, ...]:
    x, y = place
    if geometry == "row":
        q = x - (y - y % 2) // 2
        return q, y, -q - y
    if geometry == "column":
        r = y - (x - x % 2) // 2
        return x, r, -x - r
    return x, y


def in_line(geometry: str, a: Place, b: Place, diagonals: bool = True) -> int:
    """How many steps apart two places are on a straight line; 0 if they are on none."""
    if geometry in ("row", "column"):
        gaps = [abs(m - n) for m, n in zip(coordinates(geometry, a), coordinates(geometry, b))]
        return max(gaps) if 0 in gaps else 0
    right, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    if right and down:
        return right if right == down and diagonals else 0
    return right + down


def touch(geometry: str, a: Place, b: Place) -> bool:
    return in_line(geometry, a, b, geometry != "square") == 1


def longest_run(geometry: str, chosen: list[Place], diagonals: bool) -> int:
    """By brute force: the two ends farthest apart with everything between them chosen."""
    known = {coordinates(geometry, place) for place in chosen}
    best = min(1, len(chosen))
    for a in chosen:
        for b in chosen:
            steps = in_line(geometry, a, b, diagonals)
            ends = list(zip(coordinates(geometry, a), coordinates(geometry, b)))
            if steps and all(tuple(m + (n - m) * i // steps for m, n in ends) in known for i in range(steps + 1)):
                best = max(best, steps + 1)
    return best


def reached(geometry: str, start: Place, among: list[Place]) -> dict[Place, int]:
    """How many steps it takes to get to each place."""
    steps, waiting = {start: 0}, [start]
    for place in waiting:
        for other in among:
            if other not in steps and touch(geometry, place, other):
                steps[other] = steps[place] + 1
                waiting.append(other)
    return steps


def samples(drawing: list[str], seed: int) -> list[list[Place]]:
    chance = random.Random(seed)
    return [sorted(chance.sample(places(drawing), k), key=lambda _: chance.random()) for k in (0, 1, 2, 5, 9, 13, 18)]


# ---- the files as such


@pytest.mark.parametrize("name", NAMES)
def test_fine_on_its_own(name: str) -> None:
    result = compile_rules(Folder.of_main(str(STD.parent / f"{name}.tgpl")))
    assert result.problems == [], to_terminal(result.problems)
    assert not result.playable  # a library


@pytest.mark.parametrize("alias", ["", " as lib"])
@pytest.mark.parametrize("name", NAMES)
def test_fine_when_imported(name: str, alias: str) -> None:
    text = f'game "x";\nplayers 2;\nimport "{name}"{alias};\nsetup {{ winner 0; }}\n'
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    assert result.problems == [], to_terminal(result.problems)
    assert result.game().start().ended == "winner"


def test_all_together() -> None:
    """No two files have a name in common, but for the machinery, which is imported under a name."""
    together = [name for name in NAMES if name != "std/grid"]
    assert len(together) == 10
    assert compiled("setup { winner 0; }", together).start().ended == "winner"


@pytest.mark.parametrize("name", NAMES)
def test_every_function_is_explained(name: str) -> None:
    lines = (STD.parent / f"{name}.tgpl").read_text(encoding="utf-8").splitlines()
    for above, line in pairwise(lines):
        if line.strip().startswith(("function ", "class ", "interactable ", "stack ")) and ";" not in line:
            assert above.strip().startswith("//"), line


def test_a_record_carries_the_library(tmp_path: Path) -> None:
    """So it can be replayed when the library has become another."""
    game = tmp_path / "roll.tgpl"
    game.write_text('game "roll";\nplayers 2;\nimport "std/dice";\nsetup { log(Roll(sides: 1)); winner 0; }\n')
    record = tmp_path / "record.json"
    assert CliRunner().invoke(tgpl, ["run", str(game), "--record", str(record)]).exit_code == 0
    kept = json.loads(record.read_text(encoding="utf-8"))
    assert kept["sources"]["std/dice.tgpl"] == (STD / "dice.tgpl").read_text(encoding="utf-8")
    kept["sources"]["std/dice.tgpl"] = kept["sources"]["std/dice.tgpl"].replace("1 + random(sides)", "41 + sides")
    kept["result"] = {}
    record.write_text(json.dumps(kept), encoding="utf-8")
    assert CliRunner().invoke(tgpl, ["replay", str(record)]).stdout.startswith("42\n")


# ---- lines


@pytest.mark.parametrize("drawing", [FULL, HOLES], ids=["full", "holes"])
@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_runs_against_brute_force(geometry: str, drawing: list[str]) -> None:
    chosen = [*samples(drawing, 1), *samples(drawing, 2), places(drawing)]
    asked, expected = [], []
    for tiles in chosen:
        for diagonals in (True, False):
            word = str(diagonals).lower()
            longest = longest_run(geometry, tiles, diagonals)
            asked.append(f"LongestRun(tiles: {fields(tiles)}, diagonals: {word})")
            asked += [f"HasRun(tiles: {fields(tiles)}, length: {longest + more}, diagonals: {word})" for more in (0, 1)]
            expected += [str(longest), "true", "false"]
    assert answers(["std/lines"], *asked, declared=board(geometry, drawing)) == expected


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_runs_through_one(geometry: str) -> None:
    """The longest line is the longest through one of its tiles; and through each there is no longer one."""
    asked = []
    for tiles in samples(HOLES, 3)[2:]:
        for diagonals in ("true", "false"):
            through = [f"LongestRun(tiles: {fields(tiles)}, through: {at(t)}, diagonals: {diagonals})" for t in tiles]
            best = through[0]
            for one in through[1:]:
                best = f"max({best}, {one})"
            asked.append(f"LongestRun(tiles: {fields(tiles)}, diagonals: {diagonals}) - {best}")
    assert answers(["std/lines"], *asked, declared=board(geometry, HOLES)) == ["0"] * len(asked)


def test_runs_at_the_margin() -> None:
    row = fields([(0, 0), (1, 0), (2, 0)])
    asked = {
        "LongestRun(tiles: {})": "0",
        f"LongestRun(tiles: {fields([(0, 0), (1, 1), (2, 2)])})": "3",
        f"HasRun(tiles: {fields([(0, 0), (1, 1), (2, 2)])}, length: 3)": "true",
        "LongestRun(tiles: { null })": "0",
        f"LongestRun(tiles: {{ null, {at((0, 0))}, {at((0, 0))} }})": "1",
        "HasRun(tiles: {}, length: 1)": "false",
        f"LongestRun(tiles: {row}, through: {at((3, 0))})": "0",
        f"LongestRun(tiles: {row}, through: {at((1, 0))})": "3",
        f"HasRun(tiles: {row}, length: 3, through: {at((2, 0))})": "true",
        f"HasRun(tiles: {row}, length: 4, through: {at((2, 0))})": "false",
    }
    assert answers(["std/lines"], *asked, declared=board("square")) == list(asked.values())


def test_tiles_of_two_groups_are_in_no_line() -> None:
    declared = board("square") + "\nglobal class Other { Map map = new Map(); }"
    before = (
        "List<Field> both = { Game.map.G[0][0], Other.map.G[1][0], Game.map.G[2][0], Other.map.G[3][0], "
        "Other.map.G[3][1] };"
    )
    asked = {
        "LongestRun(tiles: both)": "2",
        "DirectionTo(from: both[0], to: both[1])": "null",
        "DirectionTo(from: both[0], to: both[2])": "2",
        "DirectionTo(from: both[0], to: both[0])": "null",
        "DirectionTo(from: null, to: both[0])": "null",
    }
    assert answers(["std/lines"], *asked, before=before, declared=declared) == list(asked.values())


STEPS = {  # from (2, 2), clockwise
    "square": [(2, 1), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2), (1, 1)],
    "around": [(2, 1), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2), (1, 1)],
    "row": [(2, 1), (3, 2), (2, 3), (1, 3), (1, 2), (1, 1)],
    "column": [(2, 1), (3, 1), (3, 2), (2, 3), (1, 2), (1, 1)],
}
RAYS = {
    "square": {0: [(2, 1), (2, 0)], 3: [(3, 3), (4, 4)], 6: [(1, 2), (0, 2)]},
    "around": {1: [(3, 1), (4, 0)], 4: [(2, 3), (2, 4)], 7: [(1, 1), (0, 0)]},
    "row": {0: [(2, 1), (3, 0)], 1: [(3, 2), (4, 2)], 2: [(2, 3), (3, 4)], 3: [(1, 3), (1, 4)], 5: [(1, 1), (1, 0)]},
    "column": {0: [(2, 1), (2, 0)], 1: [(3, 1), (4, 1)], 2: [(3, 2), (4, 3)], 4: [(1, 2), (0, 3)], 5: [(1, 1), (0, 1)]},
}


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_steps_and_rays(geometry: str) -> None:
    centre, around = at((2, 2)), STEPS[geometry]
    count = len(around)
    asked = {f"Step(from: {centre}, direction: {d})": shown([place])[1:-1] for d, place in enumerate(around)}
    asked[f"Directions(at: {centre})"] = "{" + ", ".join(map(str, range(count))) + "}"
    asked[f"Step(from: {centre}, direction: {count})"] = shown(around[:1])[1:-1]
    asked[f"Step(from: {centre}, direction: -1)"] = shown(around[-1:])[1:-1]
    asked[f"Step(from: {centre}, direction: 0, count: 0)"] = "Field (2, 2)"
    asked[f"Step(from: {centre}, direction: 0, count: 3)"] = "null"
    asked["Step(from: null, direction: 0)"] = "null"
    asked["Ray(from: null, direction: 0)"] = "{}"
    asked["Directions(at: null)"] = "{}"
    for d, ray in RAYS[geometry].items():
        asked[f"Ray(from: {centre}, direction: {d})"] = shown(ray)
        asked[f"Step(from: {centre}, direction: {d}, count: 2)"] = shown(ray[1:])[1:-1]
        asked[f"DirectionTo(from: {centre}, to: {at(ray[-1])})"] = str(d)
        asked[f"Between(from: {centre}, to: {at(ray[-1])})"] = shown(ray[:1])
        asked[f"Between(from: {centre}, to: {at(ray[0])})"] = "{}"
        asked[f"Run(tiles: {fields(ray[:1])}, from: {centre}, direction: {d})"] = shown(ray[:1])
        asked[f"Run(tiles: {fields(ray[1:])}, from: {centre}, direction: {d})"] = "{}"
        asked[f"Run(tiles: {fields(ray)}, from: {centre}, direction: {d})"] = shown(ray)
    assert answers(["std/lines"], *asked, declared=board(geometry)) == list(asked.values())


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_directions_against_brute_force(geometry: str) -> None:
    asked, expected = [], []
    for place in places():
        if place != (2, 2):
            asked.append(f"DirectionTo(from: {at((2, 2))}, to: {at(place)}) == null")
            expected.append("true" if in_line(geometry, (2, 2), place) == 0 else "false")
    assert answers(["std/lines"], *asked, declared=board(geometry)) == expected
    assert {"true", "false"} == set(expected)


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_neighbours_are_a_step_away(geometry: str) -> None:
    """At every tile, moved lines and holes included, the steps are the neighbours in their order."""
    sides = ", diagonals: false" if geometry == "square" else ""
    before = f"""
    for (tile t in Game.map.G.tiles)
    {{
        List<tile> steps = {{}};
        for (number d in Directions(at: t{sides}))
        {{
            tile next = Step(from: t, direction: d);
            if (next != null) {{ steps.add(next); }}
        }}
        if ("" + steps != "" + t.neighbors()) {{ log(t + ": " + steps + " instead of " + t.neighbors()); }}
    }}
    """
    assert answers(["std/lines"], before=before, declared=board(geometry, HOLES)) == []


def test_lines_end_at_holes() -> None:
    asked = {
        f"Ray(from: {at((0, 2))}, direction: 2)": shown([(1, 2)]),
        f"Step(from: {at((1, 2))}, direction: 2)": "null",
        f"Step(from: {at((1, 2))}, direction: 2, count: 2)": "Field (3, 2)",
        f"DirectionTo(from: {at((1, 2))}, to: {at((3, 2))})": "2",
        f"Between(from: {at((1, 2))}, to: {at((3, 2))})": "null",
        f"Between(from: {at((1, 2))}, to: {at((1, 2))})": "null",
        f"Between(from: {at((1, 2))}, to: {at((3, 1))})": "null",
        f"DirectionTo(from: {at((1, 2))}, to: null)": "null",
        f"Directions(at: {at((1, 2))}, diagonals: false)": "{0, 2, 4, 6}",
    }
    assert answers(["std/lines"], *asked, declared=board("square", HOLES)) == list(asked.values())


def test_a_single_row_of_hexes() -> None:
    asked = {
        f"Ray(from: {at((0, 0))}, direction: 1)": shown([(1, 0), (2, 0)]),
        f"LongestRun(tiles: {fields([(0, 0), (1, 0), (2, 0)])})": "3",
        f"Step(from: {at((0, 0))}, direction: 2)": "null",
    }
    assert answers(["std/lines"], *asked, declared=board("row", ["###"])) == list(asked.values())


GRAPH = """
tile Field { }
board Map
{
    group G
    {
        geometry graph;
        default
        {
            for (number i = 0; i < 5; i += 1) { this.add(new Field()); }
            connect(this.tiles[0], this.tiles[1]);
            connect(this.tiles[1], this.tiles[2]);
            connect(this.tiles[3], this.tiles[4]);
        }
    }
    group Empty { geometry graph; }
}
global class Game { Map map = new Map(); }
function T { function input number n; returns tile; effect { return Game.map.G.tiles[n]; } }
"""


def test_a_graph_has_no_lines() -> None:
    asked = {
        "LongestRun(tiles: Game.map.G.tiles)": "1",
        "LongestRun(tiles: Game.map.G.tiles, through: T(n: 0))": "1",
        "LongestRun(tiles: { new Field() })": "1",
        "Step(from: T(n: 0), direction: 0)": "null",
        "Ray(from: T(n: 0), direction: 0)": "{}",
        "Directions(at: T(n: 0))": "{}",
        "DirectionTo(from: T(n: 0), to: T(n: 1))": "null",
    }
    assert answers(["std/lines"], *asked, declared=GRAPH) == list(asked.values())


SHAPES = [
    ("square", FULL, "square"),
    ("around", HOLES, "square"),
    ("row", FULL, "hex row"),
    ("column", FULL, "hex column"),
    ("row", ["##", "##"], "hex row"),
    ("column", ["##", "##"], "hex column"),
    ("row", ["..#", "...", "##."], "hex row"),
    ("row", ["###"], "hex row"),
    ("row", ["#", "#", "#"], "hex row"),
    ("column", ["#", "#", "#"], "hex column"),
    ("column", ["..#", "...", "##."], "hex column"),
    ("row", ["..#", ".#.", "##."], "hex row"),
    ("column", ["..#", ".#.", "##."], "hex column"),
    ("around", ["..#", ".#.", "##."], "square"),
    ("square", ["#"], "square"),
    ("square", ["#####"], "square"),
]


@pytest.mark.parametrize(("geometry", "drawing", "shape"), SHAPES)
def test_shapes(geometry: str, drawing: list[str], shape: str) -> None:
    assert answers(["std/grid"], "Shape(of: Game.map.G)", declared=board(geometry, drawing)) == [shape]


def test_shape_of_graphs() -> None:
    asked = ("Shape(of: Game.map.G)", "Shape(of: Game.map.Empty)", "Shape(of: null)")
    assert answers(["std/grid"], *asked, declared=GRAPH) == ["graph"] * 3


# ---- areas


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_areas_against_brute_force(geometry: str) -> None:
    asked: list[str] = []
    expected: list[object] = []
    for tiles in [*samples(HOLES, 4), *samples(HOLES, 5)]:
        asked.append(f"Areas(tiles: {fields(tiles)}).length")
        expected.append(len({frozenset(reached(geometry, place, tiles)) for place in tiles}))
        asked.append(f"Border(tiles: {fields(tiles)})")
        expected.append({p for p in places(HOLES) if p not in tiles and any(touch(geometry, p, t) for t in tiles)})
        for start in tiles[:3]:
            asked.append(f"Area(from: {at(start)}, among: {fields(tiles)})")
            expected.append(set(reached(geometry, start, tiles)))
        left, right = [p for p in places(HOLES) if p[0] == 0], [p for p in places(HOLES) if p[0] == 4]
        asked.append(f"Connects(among: {fields(tiles)}, from: {fields(left)}, to: {fields(right)})")
        joined = any(g in reached(geometry, s, tiles) for s in left if s in tiles for g in right)
        expected.append(str(joined).lower())
    got = answers(["std/areas"], *asked, declared=board(geometry, HOLES))
    for question, answer, right_one in zip(asked, got, expected):
        assert (read(answer) if isinstance(right_one, set) else answer) == (
            right_one if isinstance(right_one, set) else str(right_one)
        ), question


def test_areas_at_the_margin() -> None:
    corner, inner = fields([(0, 0)]), fields([(1, 0), (0, 1)])
    asked = {
        "Area(from: null, among: {})": "{}",
        f"Area(from: {at((0, 0))}, among: {inner})": "{}",
        f"Area(from: {at((0, 0))}, among: {fields([(2, 0), (1, 0), (0, 0)])})": shown([(0, 0), (1, 0), (2, 0)]),
        "Areas(tiles: {})": "{}",
        f"Areas(tiles: {{ null, {at((2, 2))}, {at((0, 0))}, {at((2, 1))} }})": "{{Field (2, 2), Field (2, 1)}, {Field (0, 0)}}",
        "Connects(among: {}, from: {}, to: {})": "false",
        f"Connects(among: {corner}, from: {corner}, to: {corner})": "true",
        f"Connects(among: {inner}, from: {corner}, to: {corner})": "false",
        f"Connects(among: {corner}, from: {{ null }}, to: {corner})": "false",
        "Border(tiles: { null })": "{}",
        f"Border(tiles: {corner})": shown([(1, 0), (0, 1)]),
        f"Border(tiles: {fields(places())})": "{}",
        f"Touching(tiles: {corner}, others: {fields([(0, 1), (3, 3), (0, 0)])})": shown([(0, 1)]),
        f"Touching(tiles: {corner}, others: {{}})": "{}",
        f"Surrounded(tiles: {corner}, by: {inner})": "true",
        f"Surrounded(tiles: {corner}, by: {fields([(1, 0)])})": "false",
        f"Surrounded(tiles: {fields(places())}, by: {{}})": "true",
        "Surrounded(tiles: {}, by: {})": "false",
    }
    assert answers(["std/areas"], *asked, declared=board("square")) == list(asked.values())


def test_areas_of_graphs() -> None:
    asked = {
        "Areas(tiles: Game.map.G.tiles).length": "2",
        "Area(from: T(n: 2), among: Game.map.G.tiles).contains(T(n: 0))": "true",
        "Connects(among: Game.map.G.tiles, from: { T(n: 0) }, to: { T(n: 4) })": "false",
    }
    assert answers(["std/areas"], *asked, declared=GRAPH) == list(asked.values())


# ---- paths


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_paths_against_brute_force(geometry: str) -> None:
    asked: list[str] = []
    expected: list[object] = []
    for tiles in samples(HOLES, 6)[3:]:
        start, goal = (0, 0), tiles[0]
        steps = reached(geometry, start, tiles)
        asked.append(f"Steps(from: {at(start)}, to: {at(goal)}, among: {fields(tiles)})")
        expected.append(steps.get(goal, "null"))
        for far in (0, 1, 2.5, 9):
            asked.append(f"Reach(from: {at(start)}, steps: {far}, among: {fields(tiles)})")
            expected.append({place for place, count in steps.items() if 0 < count <= far})
    got = answers(["std/paths"], *asked, declared=board(geometry, HOLES))
    for question, answer, right in zip(asked, got, expected):
        assert (read(answer) if isinstance(right, set) else answer) == (
            right if isinstance(right, set) else str(right)
        ), question


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_a_path_is_one(geometry: str) -> None:
    among = [place for place in places(HOLES) if place != (1, 1)]
    goals = [place for place in among if place != (0, 0)]
    asked = [f"Path(from: {at((0, 0))}, to: {at(goal)}, among: {fields(among)})" for goal in goals]
    steps = reached(geometry, (0, 0), among)
    found = 0
    for goal, answer in zip(goals, answers(["std/paths"], *asked, declared=board(geometry, HOLES))):
        if goal not in steps:
            assert answer == "null"
            continue
        numbers = [part.split(")")[0].split(", ") for part in answer.split("(")[1:]]
        path = [(int(a), int(b)) for a, b in numbers]
        assert path[0] == (0, 0) and path[-1] == goal and len(path) == steps[goal] + 1
        assert all(touch(geometry, a, b) and b in among for a, b in pairwise(path))
        found += 1
    assert found > 5


def test_paths_at_the_margin() -> None:
    start, goal = at((0, 0)), at((2, 0))
    asked = {
        f"Path(from: {start}, to: {start})": shown([(0, 0)]),
        f"Steps(from: {start}, to: {start}, among: {{}})": "0",
        f"Path(from: {start}, to: {goal})": shown([(0, 0), (1, 0), (2, 0)]),
        f"Steps(from: {start}, to: {goal})": "2",
        f"Path(from: {start}, to: {goal}, among: {fields([(1, 0)])})": "null",
        f"Steps(from: {start}, to: {goal}, among: {{}})": "null",
        f"Path(from: null, to: {goal})": "null",
        f"Path(from: {start}, to: null)": "null",
        f"Steps(from: {start}, to: null)": "null",
        "Reach(from: null, steps: 3)": "{}",
        f"Reach(from: {start}, steps: 1)": shown([(1, 0), (0, 1)]),
        f"Reach(from: {start}, steps: 0)": "{}",
        f"Reach(from: {start}, steps: 99).length": "24",
        f"Reach(from: {start}, steps: 99, among: {fields([(0, 2), (0, 1), (0, 4)])})": shown([(0, 1), (0, 2)]),
    }
    assert answers(["std/paths"], *asked, declared=board("square")) == list(asked.values())


def test_paths_keep_to_one_way_connections() -> None:
    declared = """
    tile Field { }
    connection Way { }
    board Map
    {
        group G
        {
            geometry graph;
            default
            {
                for (number i = 0; i < 3; i += 1) { this.add(new Field()); }
                this.tiles[0].connections.add(new Way() { to = this.tiles[1]; });
                this.tiles[1].connections.add(new Way() { to = this.tiles[2]; });
                this.tiles[2].connections.add(new Way() { to = this.tiles[0]; });
            }
        }
    }
    """
    before = "Map map = new Map(); List<tile> t = map.G.tiles;"
    asked = {
        "Steps(from: t[0], to: t[2])": "2",
        "Steps(from: t[2], to: t[0])": "1",
        "Path(from: t[0], to: t[2]).length": "3",
        "Reach(from: t[2], steps: 1).contains(t[0])": "true",
    }
    assert answers(["std/paths"], *asked, before=before, declared=declared) == list(asked.values())


# ---- dice


def test_rolls() -> None:
    before = "List<number> many = RollMany(count: 600); List<number> coins = RollMany(count: 200, sides: 2);"
    asked = ["Sorted(numbers: many)", "CountOf(numbers: coins, value: 1)", "Roll(sides: 1)", "RollMany(count: 0)"]
    asked += ["many.length", "coins.length", "Highest(numbers: coins)", "Lowest(numbers: coins)"]
    asked += ["Roll() <= 6 && Roll() >= 1", "RollMany(count: 2, sides: 1)"]
    many, ones, one, none, *rest = answers(["std/dice"], *asked, before=before)
    faces = [int(word) for word in many.strip("{}").split(", ")]
    assert set(faces) == {1, 2, 3, 4, 5, 6} and faces == sorted(faces)
    assert all(70 < faces.count(face) < 130 for face in set(faces))
    assert 70 < int(ones) < 130
    assert (one, none) == ("1", "{}")
    assert rest == ["600", "200", "2", "1", "true", "{1, 1}"]


def test_lists_of_numbers() -> None:
    before = "List<number> n = { 3, -1, 4, 1.5, 3 }; List<number> none = {};"
    asked = {
        "Sum(numbers: n)": "10.5",
        "Sum(numbers: none)": "0",
        "Highest(numbers: n)": "4",
        "Highest(numbers: { -3, -2 })": "-2",
        "Highest(numbers: none)": "null",
        "Lowest(numbers: n)": "-1",
        "Lowest(numbers: { 3, 2 })": "2",
        "Lowest(numbers: none)": "null",
        "CountOf(numbers: n, value: 3)": "2",
        "CountOf(numbers: n, value: 2)": "0",
        "CountOf(numbers: none, value: 3)": "0",
        "Sorted(numbers: n)": "{-1, 1.5, 3, 3, 4}",
        "Sorted(numbers: none)": "{}",
        "Sorted(numbers: { 5, 4, 3, 2, 1 })": "{1, 2, 3, 4, 5}",
        "n": "{3, -1, 4, 1.5, 3}",
    }
    assert answers(["std/dice"], *asked, before=before) == list(asked.values())


def test_dice() -> None:
    before = """
    List<Die> dice = { new Die(), new Die() { sides = 1; face = 9; }, new Die() { sides = 1000; } };
    log(Faces(dice: dice));
    number thrown = dice[2].Throw();
    log(thrown == dice[2].face && thrown > 1);
    dice[1].Throw();
    """
    asked = ["dice[1].face", "dice[0].face", "Faces(dice: {})"]
    assert answers(["std/dice"], *asked, before=before) == ["{1, 9, 1}", "true", "1", "1", "{}"]


# ---- cards


def test_the_deck() -> None:
    before = """
    Deck52 deck = new Deck52();
    List<PlayingCard> hand = Deal(deck: deck, count: 5);
    log(deck.length() + " " + hand.length);
    List<PlayingCard> rest = Deal(deck: deck, count: 100);
    log(deck.length() + " " + rest.length);
    rest.append(hand);
    for (PlayingCard card in rest) { log(card.Name()); }
    """
    cut, empty, *names = answers(["std/cards52"], before=before)
    assert (cut, empty) == ("47 5", "0 47")
    ranks = [*map(str, range(2, 11)), "jack", "queen", "king", "ace"]
    suits = ["clubs", "diamonds", "hearts", "spades"]
    ordered = [f"{rank} of {suit}" for suit in suits for rank in ranks]
    assert sorted(names) == sorted(ordered)
    assert names != ordered and names != ordered[::-1]  # shuffled


CARD = 'new PlayingCard() {{ rank = {}; suit = "{}"; }}'


def card(rank: int, suit: str) -> str:
    return CARD.format(rank, suit)


def cards(*ranks_and_suits: tuple[int, str]) -> str:
    inner = ", ".join(card(rank, suit) for rank, suit in ranks_and_suits)
    return f"new List<PlayingCard>() {{ {inner} }}" if inner else "new List<PlayingCard>()"


NAMED = """
function Named
{
    function input List<PlayingCard> cards;
    returns string;
    effect
    {
        string all = "";
        for (PlayingCard card in cards) { all += card.rank + card.suit + " "; }
        return all;
    }
}
"""


def test_cards() -> None:
    hand = cards((3, "spades"), (14, "clubs"), (2, "spades"), (2, "clubs"))
    asked = {
        f"({card(7, 'hearts')}).Points()": "7",
        f"({card(12, 'hearts')}).Points()": "10",
        f"({card(12, 'hearts')}).Points(picture: 3)": "3",
        f"({card(14, 'hearts')}).Points()": "11",
        f"({card(14, 'hearts')}).Points(ace: 1)": "1",
        f"({card(14, 'hearts')}).AceLow()": "1",
        f"({card(13, 'hearts')}).AceLow()": "13",
        f"({card(11, 'hearts')}).Name()": "jack of hearts",
        "RankName(rank: 10)": "10",
        "Suits()": "{clubs, diamonds, hearts, spades}",
        f"Named(cards: SortedHand(hand: {hand}))": "2clubs 14clubs 2spades 3spades ",
        "Named(cards: SortedHand(hand: {}))": "",
        f'Named(cards: OfSuit(cards: {hand}, suit: "spades"))': "3spades 2spades ",
        f'Named(cards: OfSuit(cards: {hand}, suit: "hearts"))': "",
        "Deal(deck: new Deck52(), count: 0)": "{}",
    }
    assert answers(["std/cards52"], *asked, declared=NAMED) == list(asked.values())


# ---- tricks


def test_following_suit() -> None:
    hand = cards((3, "spades"), (14, "clubs"))
    asked = {
        f'MayPlay(card: {card(3, "spades")}, hand: {hand}, led: "spades")': "true",
        f'MayPlay(card: {card(14, "clubs")}, hand: {hand}, led: "spades")': "false",
        f'MayPlay(card: {card(14, "clubs")}, hand: {hand}, led: "hearts")': "true",
        f"MayPlay(card: {card(14, 'clubs')}, hand: {hand}, led: null)": "true",
        f'Named(cards: Playable(hand: {hand}, led: "clubs"))': "14clubs ",
        f'Named(cards: Playable(hand: {hand}, led: "hearts"))': "3spades 14clubs ",
        f"Named(cards: Playable(hand: {hand}, led: null))": "3spades 14clubs ",
        'Named(cards: Playable(hand: {}, led: "hearts"))': "",
    }
    assert answers(["std/tricks", "std/cards52"], *asked, declared=NAMED) == list(asked.values())


TRICKS = [
    ([], None, -1),
    ([(2, "clubs")], None, 0),
    ([(2, "clubs"), (14, "hearts"), (3, "clubs")], None, 2),
    ([(9, "clubs"), (14, "hearts"), (3, "clubs")], None, 0),
    ([(9, "clubs"), (2, "hearts"), (14, "clubs")], "hearts", 1),
    ([(9, "clubs"), (5, "hearts"), (4, "hearts"), (6, "hearts")], "hearts", 3),
    ([(9, "hearts"), (14, "clubs"), (10, "hearts")], "hearts", 2),
    ([(9, "clubs"), (14, "spades"), (10, "diamonds")], "hearts", 0),
    ([(9, "clubs"), (9, "clubs")], None, 0),
]


@pytest.mark.parametrize(("played", "trump", "best"), TRICKS)
def test_who_takes_the_trick(played: list[tuple[int, str]], trump: str | None, best: int) -> None:
    given = "" if trump is None else f', trump: "{trump}"'
    assert answers(["std/tricks", "std/cards52"], f"TakingCard(cards: {cards(*played)}{given})") == [str(best)]


def test_a_trick() -> None:
    before = f"""
    Trick trick = new Trick() {{ trump = "hearts"; }};
    List<PlayingCard> hand = {cards((9, "clubs"), (2, "hearts"), (14, "clubs"))};
    List<PlayingCard> played = hand.copy();
    trick.Lead(by: 2);
    log(trick.Led() + " " + trick.Next() + " " + trick.Taker() + " " + trick.Full());
    for (PlayingCard card in played)
    {{
        trick.Play(card: card, hand: hand);
        log(trick.Led() + " " + trick.Next() + " " + trick.Taker() + " " + trick.Full() + " " + hand.length);
    }}
    trick.Lead(by: trick.Taker());
    """
    asked = ["trick.leader", "trick.cards", "Beats(card: played[2], earlier: played[0])"]
    asked += [
        'Beats(card: played[1], earlier: played[0], trump: "hearts")',
        "Beats(card: played[1], earlier: played[0])",
    ]
    asked += ['Beats(card: played[0], earlier: played[1], trump: "hearts")']
    assert answers(["std/tricks", "std/cards52"], *asked, before=before) == [
        "null 2 null false",
        "clubs 0 2 false 2",
        "clubs 1 0 false 1",
        "clubs 2 0 true 0",
        "0",
        "{}",
        "true",
        "true",
        "false",
        "false",
    ]


# ---- tracks


def test_tracks() -> None:
    before = """
    Track track = new Track();
    log(track.Of(who: 1) + " " + track.Ranking() + " " + track.Leaders() + " " + track.Reached(goal: 0));
    track.Add(who: 1, points: 5);
    track.Add(who: 1);
    track.Add(who: 0, points: -2);
    log(track.Of(who: 1) + " " + track.Ranking() + " " + track.Leaders() + " " + track.Reached(goal: 0));
    track.Put(who: 2, at: 6);
    """
    asked = {
        "track.Leaders()": "{1, 2}",
        "track.Ranking()": "{{1, 2}, {0}}",
        "track.Reached(goal: 6)": "{1, 2}",
        "track.Reached(goal: 7)": "{}",
        "RankedBy(scores: {})": "{{0, 1, 2}}",
        "RankedBy(scores: { {0, -1}, {2, 1} })": "{{2}, {1}, {0}}",
        "RankedBy(scores: { {0, -1}, {2, 1} }, fewest: true)": "{{0}, {1}, {2}}",
        "RankedBy(scores: { {0, 4}, {1, 3}, {2, 3} }, fewest: true)": "{{1, 2}, {0}}",
    }
    first = ["0 {{0, 1, 2}} {0, 1, 2} {0, 1, 2}", "6 {{1}, {2}, {0}} {1} {1, 2}"]
    assert answers(["std/track"], *asked, before=before) == [*first, *asked.values()]


# ---- drafts

COUNTER = (
    "interactable Counter { number n; }\nclass Chooser : Drafter { }\n"
    """
function Shown
{
    returns string;
    effect
    {
        string all = "";
        for (Drafter seat in Drafters())
        {
            all += "[";
            for (Counter c in seat.hand as List<Counter>) { all += c.n; }
            all += ":";
            for (Counter c in seat.picked as List<Counter>) { all += c.n; }
            all += "]";
        }
        return all;
    }
}
"""
)


def test_drafts() -> None:
    before = """
    log(EverybodyPicked() + " " + DraftOver() + " " + Drafters());
    PassHands();
    for (player p in player.all()) { Chooser seat = new Chooser(); seat.assign(p); }
    List<Counter> counters = {};
    for (number n = 1; n <= 8; n += 1) { counters.add(new Counter() { n = n; }); }
    Counter strange = new Counter() { n = 9; };
    DealHands(cards: counters, count: 2);
    log(Shown() + " " + counters.length + " " + EverybodyPicked() + DraftOver());
    Drafter[0].Pick(card: Drafter[0].hand[1]);
    Drafter[0].Pick(card: strange);
    log(Shown() + " " + EverybodyPicked());
    Drafter[1].Pick(card: Drafter[1].hand[0]);
    Drafter[2].Pick(card: Drafter[2].hand[0]);
    log(Shown() + " " + EverybodyPicked());
    PassHands();
    log(Shown());
    PassHands(by: -1);
    log(Shown());
    PassHands(by: -4);
    log(Shown() + DraftOver());
    for (Drafter seat in Drafters()) { seat.Pick(card: seat.hand[0]); }
    log(Shown() + DraftOver());
    DealHands(cards: counters, count: 2);
    """
    assert answers(["std/draft"], "Shown()", before=before, declared=COUNTER) == [
        "true true {}",
        "[12:][34:][56:] 2 truefalse",
        "[1:2][34:][56:] false",
        "[1:2][4:3][6:5] true",
        "[6:2][1:3][4:5]",
        "[1:2][4:3][6:5]",
        "[4:2][6:3][1:5]false",
        "[:24][:36][:51]true",
        "[78:24][:36][:51]",
    ]


def test_hands_are_secret() -> None:
    text = """
    interactable Counter { number n; }
    class Chooser : Drafter
    {
        action Take
        {
            trigger PlayerChoiceEvent;
            input interactable card in hand;
            effect { Pick(card: card); if (hand.length == 0) { winner player.active(); } turn.pass(); }
        }
    }
    turn Round { default { return player.active() + 1; } }
    setup
    {
        for (player p in player.all()) { Chooser seat = new Chooser(); seat.assign(p); }
        List<Counter> counters = {};
        for (number n = 1; n <= 6; n += 1) { counters.add(new Counter() { n = n * 1111; }); }
        DealHands(cards: counters, count: 2);
    }
    """
    state = compiled(text, ["std/draft"]).start()
    seen = [json.dumps(state.view(seat)) for seat in (None, 0, 1)]
    assert ["2222" in view for view in seen] == [False, True, False]
    assert ["3333" in view for view in seen] == [False, False, True]


# ---- auctions


def test_an_open_auction() -> None:
    said = (
        'log(lot.bidder + " " + lot.leader + " " + lot.bid + " " + lot.Least() + " " + lot.bidders + " " + lot.Over());'
    )
    doings = ["lot.Open(first: 1)", "lot.Bid(amount: 3)", "lot.Drop()", "lot.Bid(amount: 3)", "lot.Bid(amount: 4)"]
    doings += ["lot.Open(first: 0, minimum: 5, raise: 2)", "lot.Bid(amount: 5)", "lot.Bid(amount: 7)", "lot.Drop()"]
    doings += ["lot.Bid(amount: 9)", "lot.Drop()", "lot.Open(first: 2)", "lot.Drop()", "lot.Drop()", "lot.Drop()"]
    before = "OpenAuction lot = new OpenAuction();" + "".join(f"{doing};{said}" for doing in doings)
    assert answers(["std/auction"], before=before) == [
        "1 null 0 1 {0, 1, 2} false",
        "2 1 3 4 {0, 1, 2} false",
        "0 1 3 4 {0, 1} false",
        "null 1 3 4 {1} true",  # 3 was too low: out
        "null 1 3 4 {1} true",  # nobody's turn: nothing happens
        "0 null 0 5 {0, 1, 2} false",
        "1 0 5 7 {0, 1, 2} false",
        "2 1 7 9 {0, 1, 2} false",
        "0 1 7 9 {0, 1} false",
        "1 0 9 11 {0, 1} false",
        "null 0 9 11 {0} true",
        "2 null 0 1 {0, 1, 2} false",
        "0 null 0 1 {0, 1} false",
        "1 null 0 1 {1} false",  # the last one may still bid
        "null null 0 1 {} true",
    ]


def test_who_may_bid() -> None:
    asked = {
        "lot.MayBid(who: 1, amount: 1)": "true",
        "lot.MayBid(who: 1, amount: 0)": "false",
        "lot.MayBid(who: 0, amount: 1)": "false",
        "new OpenAuction().MayBid(who: 0, amount: 1)": "false",
    }
    before = "OpenAuction lot = new OpenAuction(); lot.Open(first: 1);"
    assert answers(["std/auction"], *asked, before=before) == list(asked.values())


def test_rankings() -> None:
    asked = {
        "Ranked(by: { { 3, 5, 3 } })": "{{1}, {0, 2}}",
        "Ranked(by: { { 3, 5, 3 }, { 1, 0, 2 } })": "{{1}, {2}, {0}}",
        "Ranked(by: { { 3, 5, 3 }, Fewest(of: { 1, 0, 2 }) })": "{{1}, {0}, {2}}",
        "Ranked(by: { { 1, 1, 1 }, { 2, 2, 2 } })": "{{0, 1, 2}}",
        "Ranked(by: {})": "{{0, 1, 2}}",
        "Ranked(by: { { 3, 5, 3 } }, among: { 2, 0 })": "{{2, 0}}",
        "Ranked(by: { { 3, 5, 3 } }, among: {})": "{}",
        "Ranked(by: { each p in player.all() { Score(who: p) }, { 0, 9, 9 } })": "{{2}, {1}, {0}}",
        "RankedByTables(by: { { {1, 4} }, { {0, 2}, {2, 1} } })": "{{1}, {0}, {2}}",
        "RankedByTables(by: { { {1, -4} } }, among: { 0, 1 })": "{{0}, {1}}",
        "BreakTies(ranking: { { 1 }, { 0, 2 } })": "{{1}, {0}, {2}}",
        "BreakTies(ranking: { { 1 }, { 0, 2 } }, first: 1)": "{{1}, {2}, {0}}",
        "BreakTies(ranking: { { 0, 1, 2 } }, first: 2)": "{{2}, {0}, {1}}",
        "BreakTies(ranking: {})": "{}",
        "PlaceOf(ranking: { { 1, 0 }, { 2 } }, who: 0)": "1",
        "PlaceOf(ranking: { { 1, 0 }, { 2 } }, who: 2)": "3",
        "PlaceOf(ranking: { { 1, 0 } }, who: 2)": "null",
    }
    score = (
        "function Score { function input player who; returns number; effect { return floor((who as number) / 2); } }"
    )
    assert answers(["std/ranking"], *asked, declared=score) == list(asked.values())


def test_sealed_bids() -> None:
    said = (
        'log(b.Has(who: 1) + " " + b.Complete() + " " + b.revealed.length + " " + b.Best() + " " + b.Winner() + " " '
        '+ b.Winner(first: 1) + " " + b.Winner(first: 2) + " " + b.Price() + " " + b.Price(second: true));'
    )
    doings = ["", "b.Place(who: 1, amount: 4);", "b.Place(who: 0, amount: 3);", "b.Place(who: 0, amount: 4);"]
    doings += ["b.Place(who: 2, amount: 1);", "b.Reveal();", "b.Place(who: 2, amount: 6);", "b.Clear();"]
    before = "SealedBids b = new SealedBids();" + "".join(f"{doing}{said}" for doing in doings)
    assert answers(["std/auction"], before=before) == [
        "false false 0 {} null null null null null",
        "true false 0 {1} 1 1 1 4 null",
        "true false 0 {1} 1 1 1 4 3",
        "true false 0 {0, 1} null 1 0 4 4",
        "true true 0 {0, 1} null 1 0 4 4",
        "true true 3 {0, 1} null 1 0 4 4",
        "true true 3 {2} 2 2 2 6 4",
        "false false 0 {} null null null null null",
    ]


def test_sealed_bids_are_secret() -> None:
    text = """
    global class Sale { SealedBids bids = new SealedBids(); }
    class Buyer { action Look { trigger PlayerChoiceEvent; effect { Sale.bids.Reveal(); if (Sale.bids == null) { winner 0; } turn.pass(); } } }
    setup
    {
        for (player p in player.all()) { Buyer buyer = new Buyer(); buyer.assign(p); }
        Sale.bids.Place(who: 0, amount: 7777);
    }
    """
    state = compiled(text, ["std/auction"]).start()
    assert "7777" not in "".join(json.dumps(state.view(seat)) for seat in (None, 0, 1))
    state.choose(0)
    assert all("7777" in json.dumps(state.view(seat)) for seat in (None, 0, 1))
