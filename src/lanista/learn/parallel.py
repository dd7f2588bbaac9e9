"""A match as a PettingZoo environment, in which all agents act at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Unpack

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from lanista.core.errors import InputError
from lanista.core.text import shown
from lanista.learn.episode import Episode
from lanista.learn.picture import FPS, RENDER_MODES, Renderer
from lanista.learn.seeds import MatchSeeds
from lanista.learn.setup import EpisodeOptions, EpisodeSetup
from lanista.learn.spaces import Numbers, mask_space, observation_space

Observation = dict[str, Numbers]
Infos = dict[str, dict[str, Any]]


class MatchEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """Every seat is an agent: `seat_0`, `seat_1`, ...

    An observation holds the numbers that the seat sees and the mask of its legal actions, which is also in
    `infos`. The rules decide what an illegal action does. An agent whose seat is out of the match leaves before
    its end, and gets what the game's `value` promises it in place of the outcome.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [*RENDER_MODES], "render_fps": FPS}

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        seed: int | None = None,
        max_cycles: int | None = None,
        **options: Unpack[EpisodeOptions],
    ) -> None:
        """See `EpisodeSetup.of` for the options; `max_cycles` is PettingZoo's name of `max_turns`."""
        if max_cycles is not None:
            options["max_turns"] = max_cycles
        self.setup = EpisodeSetup.of(game, env=type(self), **options)
        self.metadata = {**type(self).metadata, "name": f"lanista_{game}_v0"}  # type: ignore[misc]
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.setup.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._renderer = Renderer(self.setup.game, render_mode)
        self._seeds = MatchSeeds(seed)
        self._episode: Episode | None = None
        count = len(self.setup.action_numbers)
        self._observed = {agent: _seen(self.setup) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    @property
    def episode(self) -> Episode:
        """The match that is played."""
        if self._episode is None:
            raise InputError("there is no match yet; call `reset` to begin one")
        return self._episode

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations: `observation`, and `action_mask`."""
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The flat actions of the game."""
        return self._actions[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Begin a match: with a seed the one of that seed, without one another each time.

        `options={"state": state}` begins at another moment, such as one of a replay.
        """
        if seed is not None:
            self._seeds = MatchSeeds(seed)
        self._episode = Episode(self.setup, self._seeds.next(), options)
        self.agents = [agent for agent in self.possible_agents if self.episode.asked(self._seat_of[agent])]
        self._renderer.show(self.episode.state)
        return self._observations(self.agents), self._infos(self.agents)

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Play a turn: an action of every agent."""
        if not self.agents:
            raise InputError("no agent is left in the match; call `reset` to begin another one")
        acting, episode = self.agents, self.episode
        rewards = episode.step(self._by_seat(actions))
        over, truncated = episode.over, episode.truncated
        gone = {agent: over or not episode.asked(self._seat_of[agent]) for agent in acting}
        cut = {agent: truncated and not gone[agent] for agent in acting}
        self.agents = [agent for agent in acting if not gone[agent] and not cut[agent]]
        earned = {agent: float(rewards[self._seat_of[agent]]) for agent in acting}
        if not over:
            for agent in acting:
                earned[agent] += episode.departure(self._seat_of[agent]) if gone[agent] else 0.0
        self._renderer.show(episode.state)
        return self._observations(acting), earned, gone, cut, self._infos(acting)

    def _by_seat(self, actions: Mapping[str, int]) -> dict[int, int]:
        """The actions by seat; raises InputError unless there is one of every agent."""
        if set(actions) != set(self.agents):
            expected, got = ", ".join(self.agents), ", ".join(map(str, actions)) or "none"
            raise InputError(f"turn {self.episode.turns + 1}: expected an action of each of {expected}; got {got}")
        return {self._seat_of[agent]: action for agent, action in actions.items()}

    def _observations(self, agents: list[str]) -> dict[str, Observation]:
        seats = {agent: self._seat_of[agent] for agent in agents}
        return {
            agent: {"observation": self.episode.observation(seat), "action_mask": self.episode.mask(seat)}
            for agent, seat in seats.items()
        }

    def _infos(self, agents: list[str]) -> Infos:
        return {agent: self.episode.info(self._seat_of[agent]) for agent in agents}

    def render(self) -> Any:
        """The moment as everybody may see it, by the render mode: text, an array of pixels, or on the terminal."""
        return self._renderer.frame(self.episode.state)

    def close(self) -> None:
        """Do nothing: no resource is held."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shown(self.setup.game.name)}, seats={self.setup.seats})"


def _seen(setup: EpisodeSetup) -> spaces.Dict:
    """The observation space of an agent."""
    numbers = observation_space(setup.rules.spec, setup.observations)
    return spaces.Dict([("observation", numbers), ("action_mask", mask_space(len(setup.action_numbers)))])


def parallel_env(game: str, **settings: Any) -> MatchEnv:
    """A match as a PettingZoo `ParallelEnv`; see `MatchEnv` for the settings."""
    return MatchEnv(game, **settings)


def aec_env(game: str, **settings: Any) -> AECEnv[str, Observation, int | None]:
    """A match as a PettingZoo `AECEnv`: agents act one after the other, and the turn is played after the last."""
    return parallel_to_aec(MatchEnv(game, **settings))
