"""Rule texts broken in every way: none may make the tool raise or hang.

A sample runs with the tests; `python tests/kit/mutations.py 20000` runs as many as you like, and
`python tests/kit/mutations.py 10000 0 rpg` as many scripts in RPG (or games in Senet: `senet`; or rulesheets: `gdl`).
"""

from __future__ import annotations

import random
import re
import sys
import time
from pathlib import Path

TESTS = Path(__file__).parent.parent
for folder in (TESTS / "kit", TESTS.parent / "src"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

from formats import EARLIER, MAIN, SCRIPT, SENET, SHEETS, main_of, read  # noqa: E402
from tgpl.agents.seats import combine_agents, make_agents  # noqa: E402
from tgpl.apps.rewrite import convert_to_tgpl, respell_sheet  # noqa: E402
from tgpl.compile import Result, compile_rules  # noqa: E402
from tgpl.core.verify import verify  # noqa: E402
from tgpl.text.diagnostics import apply_fixes, errors, to_json, to_terminal  # noqa: E402
from tgpl.text.files import Texts  # noqa: E402

_TOKEN = re.compile(r'\s+|//[^\n]*|\w+|"[^"\n]*"|[&|<>=!+\-*/%^]=|&&|\|\||.', re.DOTALL)


def corpus() -> list[dict[str, str]]:
    """Every source of the goldens, the examples and the listing."""
    found = [read(path).sources for path in sorted(TESTS.glob("golden/tgpl/*.golden"))]
    found += [{MAIN: path.read_text(encoding="utf-8")} for path in sorted(TESTS.parent.glob("examples/*/*.tgpl"))]
    found.append({MAIN: (TESTS / "listings" / "tris-as-printed.tgpl").read_text(encoding="utf-8")})
    return found


def earlier_corpus() -> list[dict[str, str]]:
    """The same for TGDL; its words and TGPL's get mixed."""
    found = [read(path).sources for path in sorted(TESTS.glob("golden/tgdl/*.golden"))]
    return found + [
        {EARLIER: path.read_text(encoding="utf-8")} for path in sorted(TESTS.parent.glob("examples/*/*.tgdl"))
    ]


def script_corpus() -> list[dict[str, str]]:
    """The same for RPG."""
    scripts = [*TESTS.parent.glob("examples/*/*.rpg"), *TESTS.glob("listings/*.rpg")]
    found = [read(path).sources for path in sorted(TESTS.glob("golden/rpg/*.golden"))]
    return [*filter(None, found), *({SCRIPT: path.read_text(encoding="utf-8")} for path in sorted(scripts))]


def senet_corpus() -> list[dict[str, str]]:
    """The same for Senet."""
    programs = [*TESTS.parent.glob("examples/*/*.snt"), *TESTS.glob("listings/*.snt")]
    found = [read(path).sources for path in sorted(TESTS.glob("golden/senet/*.golden"))]
    return [*filter(None, found), *({SENET: path.read_text(encoding="utf-8")} for path in sorted(programs))]


def sheet_corpus() -> list[dict[str, str]]:
    """The same for GDL, in both spellings."""
    found = [read(path).sources for path in sorted(TESTS.glob("golden/gdl/*.golden"))]
    sheets = sorted([*TESTS.parent.glob("examples/gdl/*.kif"), *TESTS.parent.glob("examples/gdl/*.hrf")])
    return [*filter(None, found), *({f"main{path.suffix}": path.read_text(encoding="utf-8")} for path in sheets)]


_CORPORA = {"rpg": script_corpus, "senet": senet_corpus, "gdl": sheet_corpus}


class Mutator:
    def __init__(self, texts: list[dict[str, str]] | None = None) -> None:
        self.corpus = corpus() if texts is None else texts
        self.words = sorted({t for sources in self.corpus for text in sources.values() for t in _TOKEN.findall(text)})

    def sources(self, seed: int) -> dict[str, str]:
        """A broken game; the same for the same seed."""
        chance = random.Random(seed)
        sources = dict(chance.choice(self.corpus))
        name = chance.choice(sorted(sources))
        tokens = _TOKEN.findall(sources[name])
        for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
            tokens = self._broken(tokens, chance)
        return {**sources, name: "".join(tokens)}

    def _broken(self, tokens: list[str], chance: random.Random) -> list[str]:
        if not tokens:
            return [chance.choice(self.words)]
        at = chance.randrange(len(tokens))
        to = min(len(tokens), at + chance.choice((1, 1, 2, 5, 20)))
        match chance.randrange(9):
            case 0:
                return tokens[:at] + tokens[to:]
            case 1:
                return tokens[:to] + tokens[at:to] + tokens[to:]
            case 2:
                return [*tokens[:at], chance.choice(self.words), *tokens[at + 1 :]]
            case 3:
                return [*tokens[:at], chance.choice(self.words), *tokens[at:]]
            case 4:
                return tokens[:at]
            case 5:
                other = chance.randrange(len(tokens))
                tokens = list(tokens)
                tokens[at], tokens[other] = tokens[other], tokens[at]
                return tokens
            case 6:
                return [
                    *tokens[:at],
                    chr(chance.choice((0, 9, 34, 39, 123, 125, 40, 8220, 0x1F600, 0xE000))),
                    *tokens[at:],
                ]
            case 7:
                piece = tokens[at]
                cut = chance.randrange(len(piece)) if piece else 0
                return [*tokens[:at], piece[:cut], piece[cut + 1 :], *tokens[at + 1 :]]
            case _:
                return tokens[at:to] + tokens[:at] + tokens[to:]


def survive(sources: dict[str, str]) -> str:
    """Does all that the tool does with a text; raises if something raises."""
    result = compile_rules(Texts(main_of(sources), sources))
    to_terminal(result.problems)
    to_json(result.problems)
    apply_fixes(result.problems)
    if not result.playable:
        return "problems"
    assert verify(result.program()) == []
    if EARLIER in sources:
        text = convert_to_tgpl(result)
        again = compile_rules(Texts(MAIN, {**sources, MAIN: text}))
        assert errors(again.problems) == [], f"{text}\n{to_terminal(again.problems)}"
    if main_of(sources) in SHEETS:
        respell(result)
    state = result.game().begin(1)
    choosers = make_agents("random", state.players, 1)
    state.play(combine_agents(choosers), 20)
    return str(state.ended)


def respell(result: Result) -> None:
    """Both spellings of a rulesheet say the same."""
    for ending in ("kif", "hrf"):
        text = respell_sheet(result, ending)
        again = compile_rules(Texts(f"main.{ending}", {f"main.{ending}": text}))
        assert getattr(again.checked, "logic", None) == getattr(result.checked, "logic", ""), text


def main(count: int, start: int = 0, language: str = "") -> None:
    mutator = Mutator(_CORPORA[language]() if language in _CORPORA else [*corpus(), *earlier_corpus()])
    outcomes: dict[str, int] = {}
    slowest = (0.0, 0)
    began = time.perf_counter()
    for seed in range(start, start + count):
        sources = mutator.sources(seed)
        before = time.perf_counter()
        try:
            outcome = survive(sources)
        except BaseException:
            print(f"seed {seed} raises:\n{sources}")
            raise
        slowest = max(slowest, (time.perf_counter() - before, seed))
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        if seed % 500 == 499:
            print(f"{seed + 1 - start} of {count}, {time.perf_counter() - began:.0f} s", file=sys.stderr)
    print(f"{count} broken texts: {outcomes}; slowest {slowest[0]:.2f} s (seed {slowest[1]})")


if __name__ == "__main__":
    words = [*sys.argv[1:], "", "", ""]
    main(int(words[0] or 1000), int(words[1] or 0), words[2])
