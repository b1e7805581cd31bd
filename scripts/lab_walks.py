"""Reports of games that are sound by construction: how many false alarms they give, all together.

.venv/bin/python scripts/lab_walks.py [--reports 200] [--games 300] [--first 0]

Each game is a random walk in which all seats are alike: everybody has as many turns, in each of them a real choice between what
is offered and a throw of the same die; nobody is out, nobody has secrets, and nothing that stands in the rules never
happens. How many rounds, sides of the die and players there are is drawn from the number of the game. At most one report in
twenty may say that something is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tgpl.apps.lab.lab import Lab, Request
from tgpl.apps.lab.report import Report
from tgpl.compile import compile_rules
from tgpl.runtime.rng import Rng
from tgpl.text.files import Texts

_RULES = """\
game "walk {number}";
players {players};
class Walker
{{
    number place = 0;
    action Take {{ trigger PlayerChoiceEvent; effect {{ place += Way.offer; Way.Step(); }} }}
    action Roll {{ trigger PlayerChoiceEvent; effect {{ place += roll(1d{sides}); Way.Step(); }} }}
}}
global class Way
{{
    number steps = 0;
    number offer = 1;
    function Step
    {{
        returns;
        effect
        {{
            steps += 1;
            if (steps == {rounds} * player.count()) {{ winner Ranking(); }}
            offer = roll(1d{sides});
            turn.pass();
        }}
    }}
}}
function Ranking
{{
    returns List<List<player>>;
    effect
    {{
        number most = -1;
        for (player p in player.all()) {{ most = max(most, Walker[p].place); }}
        List<player> first = {{}};
        for (player p in player.all()) {{ if (Walker[p].place == most) {{ first.add(p); }} }}
        return {{ first }};
    }}
}}
turn Round {{ default {{ return player.active() + 1; }} }}
setup {{ for (player p in player.all()) {{ p has Walker; }} Way.offer = roll(1d{sides}); }}
"""


def write_walk(number: int) -> str:
    """The rules of a sound game; the same number is the same game."""
    chance = Rng(number)
    players, sides, rounds = 2 + chance.below(2), 8 + chance.below(13), 9 + chance.below(6)
    return _RULES.format(number=number, players=players, sides=sides, rounds=rounds)


def report_on(number: int, games: int) -> Report:
    name = f"walk_{number}.tgpl"
    result = compile_rules(Texts(name, {name: write_walk(number)}))
    request = Request(name, number, games=games, agents=("mcts:10", "mcts:60"), workers=1)
    return Lab(result, request).run(lambda words: None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reports", type=int, default=200)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    alarms: Counter[str] = Counter()
    for number in range(given.first, given.first + given.reports):
        findings = report_on(number, given.games).findings
        alarms.update(finding.kind for finding in findings)
        for finding in findings:
            print(f"walk {number}: {finding.kind} {', '.join(finding.where)}: {finding.text}", flush=True)
    total = sum(alarms.values())
    print(f"{total} false alarms in {given.reports} reports {dict(alarms)}")
    sys.exit(total > given.reports / 20)


if __name__ == "__main__":
    main()
