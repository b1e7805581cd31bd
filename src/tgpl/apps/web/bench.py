"""What is known of a text while it is written: what is wrong with it, how its names are coloured, what could be written, how it plays.

In:  rule texts as somebody has them just now, and places in them as browsers count (units of UTF-16). Out: plain data. It runs in a process
that is locked in (`cage`), whoever writes.

    bench = Bench(library)
    bench.study("game.tgpl", {"game.tgpl": text})       # {"problems": […], "names": {…}, "playable": True, …}
    bench.complete("game.tgpl", 120)
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from importlib import import_module
from typing import Any

from tgpl.apps.editor.colours import paint
from tgpl.apps.editor.completion import complete
from tgpl.apps.editor.hover import hover
from tgpl.apps.editor.layout import format_text
from tgpl.apps.editor.reading import Reading, read_rules
from tgpl.apps.editor.told import Change, Mending, Told, take_near, tell_problems
from tgpl.apps.quick_test import QuickTest
from tgpl.apps.web.refused import Refused
from tgpl.languages.registry import language_of
from tgpl.text.escape import plain
from tgpl.text.files import STANDARD, Texts

_MOST_PROBLEMS = 40
_MOST_COMPLETIONS = 60
_MOST_NAMES = 2_000
_LONGEST_TRIED = 40_000  # letters of a text in which every correction is tried
_MOST_MOVES = 1_000
_LATE = ("tgpl_index", "rpg_index", "senet_index", "gdl_index", "other_names")


class Bench:
    def __init__(self, library: dict[str, str]) -> None:
        self._library = library  # of the tool: what a text may import
        self._reading: Reading | None = None
        self._test: QuickTest | None = None

    def study(self, main: str, sources: dict[str, str]) -> dict[str, Any]:
        """Everything that is to be told of the texts as they are now."""
        before = self._reading
        if before is not None and before.library.main != main:
            before = None
        reading = self._reading = read_rules(Texts(main, {**self._library, **sources}), before)
        self._test = None
        result = reading.result
        told: dict[str, Any] = {
            "problems": self._tell_problems(reading, sources),
            "names": _find_names(reading, sources),
            "language": result.language.name,
            "playable": result.playable,
        }
        if result.playable:
            program = result.program()
            told |= {"players": list(program.players), "title": plain(program.name)}
        return told

    def _tell_problems(self, reading: Reading, sources: dict[str, str]) -> list[dict[str, Any]]:
        tried = sum(map(len, sources.values())) <= _LONGEST_TRIED
        found: list[dict[str, Any]] = []
        for name, text in sources.items():
            units = Units(text)
            for told in tell_problems(reading, name, tried=tried)[: _MOST_PROBLEMS - len(found)]:
                mending = (told.mending or take_near(reading, name, told)) if tried else None
                found.append(_describe_problem(name, told, units, mending, sources))
        return found

    def complete(self, main: str, sources: dict[str, str], name: str, offset: int) -> dict[str, Any]:
        reading, at = self._read(main, sources), Units(sources.get(name, "")).back(offset)
        found = complete(reading, name, at)
        start = at
        text = sources.get(name, "")
        while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
            start -= 1
        begun = text[start:at].lower()
        fits = [one for one in found if _fits(one.label, begun)]
        fits.sort(key=lambda one: not one.label.lower().startswith(begun))
        items = [
            {
                "label": plain(one.label),
                "kind": one.kind,
                "detail": plain(one.detail),
                "about": plain(one.about, lines=True),
                "insert": one.insert or one.label,
                "snippet": one.snippet,
            }
            for one in fits[:_MOST_COMPLETIONS]
        ]
        return {"start": Units(text).forth(start), "items": items}

    def point_at(self, main: str, sources: dict[str, str], name: str, offset: int) -> dict[str, Any] | None:
        """What is known of the name that stands there."""
        found = hover(self._read(main, sources), name, Units(sources.get(name, "")).back(offset))
        return None if found is None else {"words": plain(found.markdown, lines=True)}

    def format(self, name: str, text: str) -> str | None:
        """In the one style; None where there is none."""
        return format_text(name, text)

    def _read(self, main: str, sources: dict[str, str]) -> Reading:
        """Of these texts, and not of those that were there a moment ago."""
        known = self._reading
        if known is None or known.library.main != main or any(known.text(n) != text for n, text in sources.items()):
            self.study(main, sources)
        assert self._reading is not None
        return self._reading

    def test(self, seconds: float) -> dict[str, Any]:
        """Plays on by chance for a moment; what came out of all games so far. Raises Refused."""
        reading = self._reading
        if reading is None or not reading.result.playable:
            raise Refused("broken_game", "Rules that have errors cannot be tested.")
        if self._test is None:
            self._test = QuickTest(reading.result, reading.library.main, 0, _MOST_MOVES)
            self._test.open_in_python()
        self._test.play_on(seconds)
        data = self._test.data()
        for fault in (*data["errors"], *data["stuck"], *data["endless"]):
            fault.pop("command")  # nobody has a terminal here
        return data


def _describe_problem(
    name: str, told: Told, units: Units, mending: Mending | None, sources: dict[str, str]
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "file": name,
        "start": units.forth(told.start),
        "end": units.forth(max(told.end, told.start)),
        "code": told.code,
        "severity": told.severity,
        "title": plain(told.title),
        "words": plain(told.message, lines=True),
    }
    if mending is not None and all(one.name in sources for one in mending.changes):
        changes = [_describe_change(one, Units(sources[one.name])) for one in mending.changes]
        found["fix"] = {"words": plain(mending.words), "changes": changes}
    return found


def _describe_change(change: Change, units: Units) -> dict[str, Any]:
    return {
        "file": change.name,
        "start": units.forth(change.start),
        "end": units.forth(change.end),
        "text": change.text,
    }


def _find_names(reading: Reading, sources: dict[str, str]) -> dict[str, str]:
    """How each name is coloured: as what it means most often."""
    kinds: dict[str, Counter[str]] = {}
    for name in sources:
        if name not in reading.files or name.startswith(STANDARD):
            continue
        text = reading.text(name)
        for one in paint(reading, name):
            said = text[one.start : one.end]
            if one.kind not in ("comment", "string", "number") and said.isidentifier() and len(said) < 100:
                kinds.setdefault(said, Counter())[one.kind] += 1
    return {said: count.most_common(1)[0][0] for said, count in list(kinds.items())[:_MOST_NAMES]}


def _fits(label: str, begun: str) -> bool:
    """Whether the letters that were typed come in this order, the first of them first."""
    left = iter(label.lower())
    return label.lower()[:1] == begun[:1] and all(letter in left for letter in begun)


class Units:
    """Places of a text in units of UTF-16, as browsers count, and back."""

    def __init__(self, text: str) -> None:
        wide = [] if text.isascii() else [at for at, letter in enumerate(text) if ord(letter) > 0xFFFF]
        self._wide = wide
        self._wide_forth = [at + number for number, at in enumerate(wide)]
        self._length = len(text)

    def forth(self, offset: int) -> int:
        return offset + bisect_left(self._wide, offset)

    def back(self, units: int) -> int:
        return min(max(0, units - bisect_left(self._wide_forth, units)), self._length)


def warm_up(library: dict[str, str]) -> None:
    """Uses everything once: afterwards no file can be opened."""
    for module in _LATE:
        import_module(f"tgpl.apps.editor.{module}")
    bench = Bench(library)
    text = 'game "a"; players 2; global class P { number n = 0; action A { trigger PlayerChoiceEvent; efect { n += 1; winner 0; } } } setup { }'
    for said in (text, text.replace("efect", "effect")):
        bench.study("a.tgpl", {"a.tgpl": said})
        bench.complete("a.tgpl", {"a.tgpl": said}, "a.tgpl", text.index("n +="))
        bench.point_at("a.tgpl", {"a.tgpl": said}, "a.tgpl", text.index("n +="))
    bench.format("a.tgpl", text)
    bench.test(0.05)
    for ending in ("tgdl", "snt", "kif", "rpg"):
        name = f"a.{ending}"
        language_of(name)
        bench.study(name, {name: "x"})
        bench.complete(name, {name: "x"}, name, 1)
        bench.format(name, "x")
