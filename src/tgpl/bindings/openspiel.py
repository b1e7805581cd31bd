"""Any rule text as a game of OpenSpiel.

    game = load("examples/tris/tris.tgpl")                                # or:
    game = pyspiel.load_game("tgpl", {"file": "examples/tris/tris.tgpl"})
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])

Draws are chance nodes with all their outcomes. Players who choose at the same time do so one after the other, without
seeing what the others chose. Observations come from the seat's view and from nothing else.
"""

from __future__ import annotations

import os
import re
from typing import Any

try:
    import numpy as np
    import pyspiel
except ImportError as missing:
    raise ImportError("OpenSpiel is not installed: pip install tgpl[openspiel]") from missing

from tgpl.bindings.episode import MOST, MOST_STEPS, Episode
from tgpl.bindings.observation_text import Memory, draw_view, write_private, write_view
from tgpl.bindings.position import OVER
from tgpl.bindings.rulebook import Rulebook, Setting, open_packed, open_rules
from tgpl.runtime.chance import CHANCE

NAME = "tgpl"
RECALLED = 32  # actions that an information state tensor holds, at most
_RECALLED_SIZE = 8_192  # places for them
_MOST_REMEMBERED = 100_000  # information states
_PARAMETERS = {"file": "", "rules": "", "players": 0, "most": MOST}


def load(rules: str | os.PathLike[str], players: int | None = None, most: int = MOST) -> Any:
    """A rule text, or the path of one, as a game."""
    rulebook = open_rules(rules)
    path = os.path.abspath(os.fspath(rules)) if not isinstance(rules, str) or os.path.isfile(rules) else ""
    if path and re.fullmatch(r"[\w/. -]+", path):  # other characters mean something in the name of a game
        source = {"file": path}
    else:
        source = {"rules": rulebook.pack()}
    return pyspiel.load_game(NAME, {**source, "players": players or 0, "most": most})


def _open_game(params: dict[str, Any]) -> Rulebook:
    if params.get("rules"):
        return open_packed(params["rules"])
    if not params.get("file"):
        raise ValueError('Say which game: pyspiel.load_game("tgpl", {"file": "path/of/the/game.tgpl"}).')
    return open_rules(params["file"])


def _make_type(setting: Setting | None) -> Any:
    """What OpenSpiel wants to know about a game; without one, about all of them."""
    kinds = pyspiel.GameType
    draws = setting is None or setting.facts.draws
    hides = setting is None or setting.hides
    low, high = (1, 64) if setting is None else setting.game.rules.players
    return kinds(
        short_name=NAME,
        long_name="Rules in TGPL" if setting is None else setting.game.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if draws else kinds.ChanceMode.DETERMINISTIC,
        information=(kinds.Information.IMPERFECT_INFORMATION if hides else kinds.Information.PERFECT_INFORMATION),
        utility=kinds.Utility.ZERO_SUM if _is_zero_sum(setting) else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=setting is None or not hides,  # see `Observer`
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
        default_loadable=False,
        provides_factored_observation_string=True,
    )


def _is_zero_sum(setting: Setting | None) -> bool:
    return setting is not None and setting.players > 1 and not setting.facts.shared_defeat


class Game(pyspiel.Game):
    """A rule text as a game."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = {**_PARAMETERS, **(params or {})}
        self.rulebook = _open_game(params)
        self.setting = setting = self.rulebook.setting(params["players"] or None)
        most = params["most"]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(setting.catalogue),
            max_chance_outcomes=setting.widest if setting.facts.draws else 0,
            num_players=setting.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if _is_zero_sum(setting) else None,
            max_game_length=most,
        )
        super().__init__(_make_type(setting), info, params)
        self._most_draws = MOST_STEPS * most if setting.facts.draws else 0
        self.first = Episode(setting, is_open=setting.facts.draws, most=most)
        self._remembered: dict[tuple[int, ...], str] = {}
        self._memories: dict[int, Memory] = {}
        self.recalled = max(1, min(RECALLED, _RECALLED_SIZE // len(setting.catalogue)))

    def new_initial_state(self) -> State:
        first = self.first
        bench = self.setting.bench(first.is_open)
        if first.bench is not None and first.bench is not bench:  # there is a faster one now
            self.first = Episode(self.setting, is_open=first.is_open, most=first.most)
        return State(self)

    def remember(self, episode: Episode, player: int) -> str:
        """What a seat sees, and a digest of all that it has seen before. Who goes through a tree asks for the same again
        and again, who plays a match asks step by step."""
        key = (player, *episode.trail)
        if key not in self._remembered:
            if len(self._remembered) >= _MOST_REMEMBERED:
                self._remembered.clear()
            memory = self._memories.get(player)
            if memory is None or not memory.leads_to(episode):
                memory = self._memories[player] = Memory(episode, player)
            now = f"{write_view(episode.view(player))}{episode.chosen(player)}"
            self._remembered[key] = now + memory.advance(episode)
        return self._remembered[key]

    def max_chance_nodes_in_history(self) -> int:
        return self._most_draws

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        if params:
            raise ValueError(f"There are no parameters of observations here: {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class State(pyspiel.State):
    """A match of a rule text. The episode is all there is to it: OpenSpiel copies and keeps it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.episode = game.first.copy()

    # -- what OpenSpiel asks for

    def current_player(self) -> int:
        return self.episode.player

    def is_terminal(self) -> bool:
        return self.episode.player == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.episode.weights()
        whole = sum(weights)
        return [(outcome, weight / whole) for outcome, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        if self.episode.player == CHANCE:
            self.episode.settle(action)
        else:
            self.episode.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"draws {action}"
        return self.episode.setting.catalogue.words[action]

    def returns(self) -> list[float]:
        return self.episode.payoffs()

    def __str__(self) -> str:
        """What everybody sees, and a digest of everything else: equal for equal positions."""
        episode = self.episode
        shown = (
            f"drawing one of {len(episode.weights())}" if episode.player == CHANCE else draw_view(episode.view(None))
        )
        return f"{shown}\n{episode.digest()}"

    # -- the same for callers in Python, without the way through C++

    def legal_actions(self, player: int | None = None) -> list[int]:
        episode = self.episode
        if episode.player == CHANCE:
            return list(range(len(episode.weights())))
        return list(episode.legal) if player is None or player == episode.player else []

    def is_chance_node(self) -> bool:
        return self.episode.player == CHANCE

    def is_player_node(self) -> bool:
        return self.episode.player >= 0

    def is_simultaneous_node(self) -> bool:
        return False


class Observer:
    """What a seat sees of a state, as OpenSpiel's observers tell it. With secrets a tensor cannot hold all that a seat
    has seen: that of an information state is then no perfect recall, and the type of the game does not promise it."""

    def __init__(self, game: Game, kind: Any) -> None:
        self._game = game
        self._kind = kind
        self._hides = game.setting.hides
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if kind.public_info and self._private:
            self._lay_out()

    def _lay_out(self) -> None:
        encoder = self._game.setting.encoder
        recall = (self._game.recalled, len(self._game.setting.catalogue)) if self._kind.perfect_recall else (0, 0)
        self.tensor = np.zeros(encoder.size + recall[0] * recall[1], np.float32)
        for name, part in encoder.parts.items():
            self.dict[name] = self.tensor[part.stretch].reshape(part.shape)
        if self._kind.perfect_recall:
            self.dict["recall"] = self.tensor[encoder.size :].reshape(recall)

    def set_from(self, state: State, player: int) -> None:
        if self.tensor is None:
            return
        self.tensor[: self._game.setting.encoder.size] = state.episode.observation(player)
        if self._kind.perfect_recall:
            recall = self.dict["recall"]
            recall.fill(0)
            for row, action in zip(recall, reversed(self._known(state, player))):
                row[action] = 1.0

    def _known(self, state: State, player: int) -> list[int]:
        """The actions that a seat knows of: its own, and where nothing is hidden those of all."""
        history = [item for item in state.full_history() if item.player >= 0]
        return [item.action for item in history if item.player == player or not self._hides]

    def string_from(self, state: State, player: int) -> str:
        episode = state.episode
        if not self._kind.public_info:
            return write_private(episode, player) if self._private and self._hides else ""
        if not self._private:
            return write_view(episode.view(None))
        if not self._kind.perfect_recall:
            return f"{write_view(episode.view(player))}{episode.chosen(player)}"
        if not self._hides:
            return f"player {player}: {state.history_str()}"
        return self._game.remember(episode, player)


pyspiel.register_game(_make_type(None), Game)
