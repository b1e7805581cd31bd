"""The command that says what is wrong with a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tgpl.apps.cli import experiments
from tgpl.apps.cli.group import tgpl
from tgpl.apps.cli.output import end_sentence, refuse, say, write_file, write_json, wrong_use
from tgpl.apps.cli.rule_files import FILE, read_game
from tgpl.apps.spinner import clear_line, show_line
from tgpl.text.shell_commands import shown

if TYPE_CHECKING:
    from tgpl.apps.lab.report import Report

_LARGEST_PAGE = 200_000_000  # bytes

_BESIDE_STYLES = 0.75  # of the time: the rest is for games between play styles


@tgpl.command()
@click.argument("file", type=FILE)
@click.option("--games", type=click.IntRange(1, 10**9), help="So many in all, however long it takes.")
@click.option("--minutes", type=click.FloatRange(0.01, 10_000), default=2.0, show_default=True, help="For so long.")
@click.option("--players", help="How many, as 3 or 2-4. [default: every number that the game is for]")
@click.option(
    "--agents",
    help="Who thinks, the weakest first; and play styles, as `mcts:100 likes Settler.gold`. [default: mcts:50,mcts:500]",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Where chance begins.")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes. [default: one for each core]")
@click.option("--ray", help="Let a Ray cluster play: its address, `auto`, or `local` for one on this machine.")
@click.option("--against", help="An older text, a file or a git revision such as HEAD~1: what has changed since?")
@click.option("--vary", multiple=True, help="Other numbers in the rules: Heap.stones=10..30, or 10..30/5, or 1,2,4.")
@click.option(
    "--goal", help="What is best among them: fair, about 40 moves, every action used. [default: fair, always ends]"
)
@click.option("--report", "page", type=click.Path(), help="Write it as a page too, with pictures: one HTML file.")
@click.option("--json", "as_json", is_flag=True, help="Write the report as JSON.")
def lab(
    file: str,
    games: int | None,
    minutes: float,
    players: str | None,
    agents: str | None,
    seed: int,
    workers: int | None,
    ray: str | None,
    against: str | None,
    vary: tuple[str, ...],
    goal: str | None,
    page: str | None,
    as_json: bool,
) -> None:
    """Say what is wrong with a game: let machines play it thousands of times, and judge what came out.

    \b
    Example:
      tgpl lab tris.tgpl
      tgpl lab tris.tgpl --games 500 --json
      tgpl lab tris.tgpl --against HEAD~1
      tgpl lab settlement.tgpl --agents "mcts:50,mcts:50 likes Settler.wood,never SendWorker"
      tgpl lab nim.tgpl --vary Heap.stones=10..30 --goal "fair, about 12 moves"
      tgpl lab tris.tgpl --report tris.html
    """
    from tgpl.agents.style_names import check_styles
    from tgpl.apps.lab.lab import Lab, Request
    from tgpl.apps.lab.personas import add_styles, split_agents
    from tgpl.apps.lab.ray_workers import NoCluster
    from tgpl.apps.lab.text_report import write_text

    result = read_game(file)
    if page is not None:
        _demand_page(page)
    request = Request(file, seed, _read_players(players), games=games, minutes=minutes, workers=workers or 0, ray=ray)
    styles: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    try:
        if agents is not None:
            plain, styles = split_agents(tuple(word.strip() for word in agents.split(",")))
            request = request._replace(agents=plain or None)
            wishes = check_styles(result.program(), styles)
    except ValueError as error:
        wrong_use(end_sentence(error))
    if styles and (against is not None or vary):
        wrong_use("Play styles are for a report: --against and --vary compare rules, among players who only think.")
    if page is not None and (against is not None or vary):
        wrong_use("--report is for a report of one text: --against and --vary write text, or --json.")
    if against is not None and vary:
        wrong_use("--against compares two texts, --vary tries many settings of one: not both at once.")
    if goal is not None and not vary:
        wrong_use("--goal says what is best among settings: name some, as in --vary Heap.stones=10..30.")
    if ray is not None and against is not None:
        wrong_use("--against plays two texts at a time, on this machine only: leave --ray out.")
    if against is not None:
        experiments.compare(result, against, request, as_json)
        return
    if vary:
        experiments.vary(result, vary, goal, request, as_json)
        return
    if styles:
        request = request._replace(minutes=request.minutes * _BESIDE_STYLES)
    try:
        work = Lab(result, request)
    except ValueError as error:
        wrong_use(f"{error}.")
    try:
        report = work.run(show_line)
        if styles:
            report = add_styles(work, report, styles, wishes, show_line)
    except NoCluster as why:
        clear_line()
        wrong_use(f"{why}.")
    finally:
        clear_line()
    if as_json:
        write_json(report.data())
    else:
        say(write_text(report))
    if page is not None:
        _write_page(page, report)
    experiments.end_interrupted(report.interrupted)


def _demand_page(path: str) -> None:
    """A place for a page; else says why not and stops, before anybody has played. Only a report is written over."""
    from tgpl.apps.lab.page import BEGIN
    from tgpl.text.disk import BadFile, content, is_plain, writable

    try:
        writable(path)
        if is_plain(path) and (found := content(path, _LARGEST_PAGE)) and not found.startswith(BEGIN.encode()):
            refuse(f"{shown(path)} is already there, and no report; nothing was written. Choose another name.")
    except BadFile as why:
        refuse(f"{shown(path)} cannot be written: {why}.")


def _write_page(path: str, report: Report) -> None:
    from tgpl.apps.lab.page import write_page

    write_file(path, write_page(report))
    say(f"\nWith pictures: {shown(path)}", err=True)


def _read_players(words: str | None) -> tuple[int, ...] | None:
    """3, 2-4, or 2,4."""
    if words is None:
        return None
    found: set[int] = set()
    for part in words.split(","):
        first, dash, last = part.partition("-")
        if not first.strip().isdigit() or (dash and not last.strip().isdigit()):
            wrong_use(f"--players takes a number, several, or two with a dash: 3, or 2-4, or 2,4; not {words!r}.")
        found |= {*range(int(first), int(last or first) + 1)}
    return tuple(sorted(found)) or None
