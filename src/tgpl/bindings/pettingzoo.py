"""Any rule text as an environment of PettingZoo.

    table = env("examples/tris/tris.tgpl", render_mode="ansi")
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        over = termination or truncation
        table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))

An observation has `observation`, what the agent's seat sees as numbers from -1 to 1, and `action_mask`. Rewards come at the
end. A match that becomes too long is truncated.
"""

from __future__ import annotations

import os
from typing import Any

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError("PettingZoo is not installed: pip install tgpl[pettingzoo]") from missing

from tgpl.bindings.episode import MOST, Episode
from tgpl.bindings.observation_text import draw_view
from tgpl.bindings.position import OVER
from tgpl.bindings.rulebook import open_rules
from tgpl.runtime.rng import Rng


def env(
    rules: str | os.PathLike[str],
    players: int | None = None,
    seed: int = 0,
    most: int = MOST,
    render_mode: str | None = None,
) -> Any:
    """A rule text, or the path of one, as an environment; who takes an action that is not legal loses a point, and the
    match ends."""
    made: Any = TableEnv(rules, players, seed, most, render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class TableEnv(AECEnv[str, Any, Any], EzPickle):
    """The environment itself, without wrappers."""

    metadata = {"render_modes": ["ansi", "human"], "name": "tgpl", "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        rules: str | os.PathLike[str],
        players: int | None = None,
        seed: int = 0,
        most: int = MOST,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, rules, players, seed, most, render_mode)
        super().__init__()
        self.setting = open_rules(rules).setting(players)
        self.most = most
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.setting.players)]
        self.agents = list(self.possible_agents)
        actions = len(self.setting.catalogue)
        seen = spaces.Box(-1.0, 1.0, (self.setting.encoder.size,), np.float32)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        both = {"observation": seen, "action_mask": mask}
        self.observation_spaces = {agent: spaces.Dict(both) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._seeds = Rng(seed)

    @property
    def words(self) -> list[str]:
        """What the actions mean."""
        return self.setting.catalogue.words

    @property
    def parts(self) -> dict[str, Any]:
        """Where in an observation what can be found: name, start and shape."""
        return self.setting.encoder.parts

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; without a seed the next of an endless row that begins with the environment's own."""
        if seed is not None:
            self._seeds = Rng(seed)
        self.episode = Episode(self.setting, self._seeds.next(), most=self.most)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._look()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.episode.take(int(action))
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """Whose turn it is, or how it ended."""
        episode = self.episode
        if episode.player != OVER:
            self.agent_selection = self.agents[episode.player]
            return
        ends = self.truncations if episode.limited else self.terminations
        for agent, payoff in zip(self.agents, episode.payoffs(), strict=True):
            ends[agent] = True
            self.rewards[agent] = payoff

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.setting.catalogue), np.int8)
        if self.episode.player == seat:
            mask[self.episode.legal] = 1
        return {"observation": self.episode.observation(seat), "action_mask": mask}

    def render(self) -> str | None:
        """What the seat sees that is to choose, as text."""
        if self.render_mode is None:
            return None
        seat = None if self.episode.player == OVER else self.episode.player
        shown = draw_view(self.episode.view(seat))
        if self.render_mode == "ansi":
            return shown
        print(shown)
        return None

    def close(self) -> None:
        """There is nothing to close."""
