"""Games in a few lines."""

from __future__ import annotations

from tgpl.agents.seats import combine_agents, make_agents
from tgpl.compile import compile_rules
from tgpl.runtime.game import Game
from tgpl.runtime.state import State
from tgpl.text.files import Texts

HEAD = 'game "t";\nplayers 2;\n'


def game(text: str, head: str = HEAD) -> Game:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": head + text}))
    assert not [problem for problem in result.problems if problem.severity == "error"], result.problems
    return result.game()


def played(text: str, agents: str = "first", moves: int = 50, seed: int = 0) -> State:
    """Played on the spot; and the same again from its choices, with every answer coming late."""
    rules = game(text)
    state = rules.begin(seed)
    state.play(combine_agents(make_agents(agents, state.players, seed)), moves)
    again = rules.replay(seed, state.players, list(state.choices))
    assert (again.log, again.ranking, again.moves) == (state.log, state.ranking, state.moves)
    return state
