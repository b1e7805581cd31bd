"""Run-time errors on purpose: one of each code, somewhere in a program."""

from __future__ import annotations

from programs.world import World

Lines = list[str]

# Where it stands, and what is written there.
FAILURES: list[tuple[str, str, Lines]] = [
    ("R701", "action", ["number gone = null;", "log(gone + 1);"]),
    ("R701", "action", ["bool unsaid;", "if (unsaid) { log(1); }"]),
    ("R701", "action", ["List<number> none;", "log(none.length);"]),
    ("R702", "action", ["List<number> short = { 1 };", "log(short[Core.ticks + 1]);"]),
    ("R702", "action", ["List<number> short = { 1 };", "short.removeAt(-1);"]),
    ("R703", "action", ["string word;", "Table<number> t = {};", "t[word] = 1;"]),
    ("R704", "action", ["log(1 / (Core.ticks - Core.ticks));"]),
    ("R704", "action", ["log(7 % (Core.ticks * 0));"]),
    ("R704", "action", ["log((Core.ticks * 0) ^ -1);"]),
    ("R705", "action", ["number big = 1e200 * Core.ticks;", "log(big * big);"]),
    ("R705", "action", ["log((-Core.ticks) ^ 0.5);"]),
    ("R706", "action", ["number n = 0;", "while (n >= 0) { n += 1; }"]),
    ("R707", "action", ["log(Fall(depth: 1));"]),
    ("R708", "action", ["Table<number> t = { {1, 2}, {true, 3} };", "for (string k in t.keys()) { log(k); }"]),
    ("R709", "action", ["auto input bool either;", "log(either);"]),
    ("R710", "action", ['string where = "Nowhere" + Core.ticks;', "turn.use(where);"]),
    ("R710", "action", ['string where = "Nowhere" + Core.ticks;', "turn.pass(0, where);"]),
    ("R711", "default", ["if (Core.ticks < 2) { return player.active() + 1; }"]),
    ("R712", "setup", ['if (Core.ticks == 0) { fail "not here"; }']),
    ("R712", "phase", ['if (Core.ticks > 4) { fail "nor here"; }']),
    ("R713", "action", ["List<number> many = { 1, 2 };", "while (Core.ticks > 0) { many.append(many); }"]),
    ("R713", "action", ['string long = "abc";', "while (Core.ticks > 0) { long += long; }"]),
    ("R714", "action", ["log(random(Core.ticks * 0));"]),
    ("R714", "action", ["input number wide from 0 to 100000 * Core.ticks;", "log(wide);"]),
]


_FALL = ["function Fall { function input number depth; returns number; effect { return 1 + Fall(depth: depth + 1); } }"]


def failure(world: World) -> dict[str, Lines]:
    """A failure, by the place where it stands; in an action it comes up after some moves."""
    _, place, lines = world.rng.choice(FAILURES)
    if place == "action":
        lines = [f"if (Core.ticks > {world.rng.randrange(9)})", "{", *(f"    {line}" for line in lines), "}"]
    return {place: lines, "function": _FALL}
