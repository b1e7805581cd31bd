"""What came out of varied rules, as text: a curve where one number was varied, the best settings where there were several."""

from __future__ import annotations

import math
from typing import Any

from tgpl.apps.lab.settings import GRID
from tgpl.apps.lab.text_report import wrap
from tgpl.apps.lab.variation import Judged, Trial, Varied
from tgpl.text.shell_commands import argument, command

_BAR = 24  # characters
_MOST_ROWS = 40
_BEST_ROWS = 10
_EIGHTHS = " ▏▎▍▌▋▊▉"


def write_variation(varied: Varied) -> str:
    lines = [*_heading(varied), ""]
    single = len(varied.space.knobs) == 1
    played = [trial for trial in varied.trials if trial.games]
    if single:
        rows = [varied.judge_alone(trial) for trial in played][:_MOST_ROWS]
    else:
        rows = sorted(map(varied.judge_alone, played), key=lambda j: (-j.trial.rounds, j.miss, j.trial.number))[
            :_BEST_ROWS
        ]
    lines += _write_table(varied, rows)
    lines += ["", *_tell_best(varied)]
    broken = [trial for trial in varied.trials if trial.problem]
    for trial in broken[:3]:
        lines += wrap(f"{_name(varied, trial)} cannot be played: {trial.problem}", "  ")
    if len(broken) > 3:
        lines.append(f"{len(broken) - 3} more settings cannot be played.")
    return "\n".join(lines).rstrip()


def _heading(varied: Varied) -> list[str]:
    space = varied.space
    knobs = " and ".join(f"{knob.name} (now {knob.told})" for knob in space.knobs)
    settings = f"{len(varied.trials)} settings"
    if space.size > GRID:
        settings = f"{len(varied.trials)} of {space.size:,} settings, drawn by lot, in {varied.rounds} rounds (of three one goes on)"
    who = " and ".join(varied.agents)
    players = ", ".join(map(str, varied.players))
    lines = wrap(
        f"{varied.game}: {knobs}. {settings}, {varied.games:,} games with {players} players, between {who}, with the same seeds from "
        f"{varied.request.seed} for all.",
        "",
    )
    goals = ", ".join(goal.words for goal in varied.goals)
    lines += wrap(f"Goal: {goals}. What misses it is told from 0 (reached) to 100 (missed by far), with intervals.", "")
    if varied.request.games is not None:
        asked = [word for v in space.variations for word in ("--vary", _spell(v.name, v.op, v.values))]
        words = [*asked, "--goal", goals, "--games", str(varied.request.games), "--agents", ",".join(varied.agents)]
        words += ["--players", ",".join(map(str, varied.players))]
        lines.append(
            f"The same again: {command('lab', argument(varied.file), *words, '--seed', str(varied.request.seed))}"
        )
    return lines


def _spell(name: str, op: str, values: tuple[Any, ...]) -> str:
    return f"{name}{op}{','.join(f'{value:f}' for value in values)}"


def _write_table(varied: Varied, rows: list[Judged]) -> list[str]:
    """A row for each setting, with a bar as long as it misses the goal."""
    as_good = {judged.trial.number for judged in varied.judged if judged.as_good}
    best = None if varied.best is None else varied.best.trial.number
    figures = [varied.figures(judged.trial) for judged in rows]
    head = ["", *varied.space.names, "misses by", "", *(f"{words}, {n}" for n in varied.players for words in _COLUMNS)]
    if len(varied.players) == 1:
        head = [word.rpartition(",")[0] if "," in word else word for word in head]
    body = []
    for judged, found in zip(rows, figures, strict=True):
        number = judged.trial.number
        mark = "*" if number == best else "=" if number in as_good else ""
        width = f" ± {100 * judged.width:.1f}" if math.isfinite(judged.width) else " ± ?"
        cells = [cell for n in varied.players for cell in _tell_figures(found.get(n))]
        body.append([mark, *judged.trial.setting.words, f"{100 * judged.miss:.1f}{width}", _bar(judged.miss), *cells])
    bar = 2 + len(varied.space.names)
    widths = [max(len(row[i]) for row in [head, *body]) for i in range(len(head))]
    return [
        "  ".join(cell.ljust(widths[i]) if i == bar else cell.rjust(widths[i]) for i, cell in enumerate(row)).rstrip()
        for row in [head, *body]
    ]


_COLUMNS = ("best seat", "moves", "draws", "no end", "unused")


def _tell_figures(found: dict[str, Any] | None) -> list[str]:
    if found is None:
        return ["-"] * len(_COLUMNS)
    seat = max(range(len(found["seats"])), key=lambda seat: found["seats"][seat]["share"])
    low, high = found["seats"][seat]["interval"]
    share = f"{seat}: {100 * found['seats'][seat]['share']:.0f} % ({100 * low:.0f}-{100 * high:.0f})"
    moves = found["moves"]
    width = f" ± {(moves['interval'][1] - moves['interval'][0]) / 2:.1f}" if moves["interval"] else ""
    rest = [f"{100 * found[word]['share']:.0f} %" for word in ("draws", "unended")]
    return [share, f"{moves['mean']:.1f}{width}", *rest, str(len(found["unused_actions"]))]


def _bar(miss: float) -> str:
    whole, part = divmod(round(miss * _BAR * 8), 8)
    return "█" * whole + _EIGHTHS[part].strip() if whole or part else "·"


def _name(varied: Varied, trial: Trial) -> str:
    pairs = zip(varied.space.variations, trial.setting.words, strict=True)
    return ", ".join(f"{variation.name} {variation.op} {word}" for variation, word in pairs)


def _tell_best(varied: Varied) -> list[str]:
    best = varied.best
    if best is None:
        return ["No games were played, so nothing is known."]
    if not best.trial.is_known:
        return wrap("Too few games to say which setting is best: play more of them.", "")
    others = [judged for judged in varied.judged[1:] if judged.as_good]
    parts = ", ".join(f"{words} {100 * miss:.1f}" for words, miss in best.parts.items())
    lines = wrap(f"* The best: {_name(varied, best.trial)}; it misses by {100 * best.miss:.1f} ({parts}).", "  ")
    if others:
        names = "; ".join(_name(varied, judged.trial) for judged in others[:_BEST_ROWS])
        more = f" and {len(others) - _BEST_ROWS} more" if len(others) > _BEST_ROWS else ""
        lines += wrap(f"= Not told apart from it: {names}{more}.", "  ")
    elif len(varied.judged) > 1:
        lines += wrap("All others that were played as long are worse.", "  ")
    unused = sorted({name for found in varied.figures(best.trial).values() for name in found["unused_actions"]})
    if unused:
        lines += wrap(f"Hardly used in it: {', '.join(unused)}.", "  ")
    return lines
