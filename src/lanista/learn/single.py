"""One seat of a match as a Gymnasium environment; opponents play the others."""

from __future__ import annotations

from typing import Any, Unpack

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from lanista.core.errors import InputError
from lanista.learn.episode import Episode
from lanista.learn.opponents import OpponentChoice, new_dice, opponents_by_seat
from lanista.learn.picture import FPS, RENDER_MODES, Renderer
from lanista.learn.seats import ALTERNATE, Seat, check_seat
from lanista.learn.seeds import MatchSeeds
from lanista.learn.setup import EpisodeOptions, EpisodeSetup
from lanista.learn.spaces import Numbers, observation_space


class SeatEnv(gymnasium.Env[Numbers, int]):
    """Plays `seat`, or with "alternate" another one in each match, against `opponents`.

    Those are policies or built-in bots of the game: one name for all seats (`opponents="greedy"`), a list in the
    order of the other seats, or names by seat; by default its strongest policy. `info["action_mask"]` says which
    actions are legal; the rules decide what an illegal one does.
    """

    metadata = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": [*RENDER_MODES],
        "render_fps": FPS,
    }

    def __init__(
        self,
        game: str,
        *,
        opponents: OpponentChoice = None,
        seat: Seat = 0,
        render_mode: str | None = None,
        seed: int | None = None,
        **options: Unpack[EpisodeOptions],
    ) -> None:
        """See `EpisodeSetup.of` for the options."""
        self.setup = EpisodeSetup.of(game, env=type(self), **options)
        check_seat(seat, self.setup.seats)
        self.render_mode = render_mode
        self._seat, self._wanted = seat, opponents
        opponents_by_seat(self.setup, self._seat_of(0), opponents)
        self._renderer = Renderer(self.setup.game, render_mode)
        self._seeds = MatchSeeds(seed)
        self._dice = new_dice(self._seeds.first)
        self._episode: Episode | None = None
        self.seat = self._seat_of(0)
        self.observation_space = observation_space(self.setup.rules.spec, self.setup.observations)
        self.action_space: spaces.Space[Any] = spaces.Discrete(len(self.setup.action_numbers))

    def _seat_of(self, match: int) -> int:
        return match % self.setup.seats if self._seat == ALTERNATE else int(self._seat)

    @property
    def episode(self) -> Episode:
        """The match that is played."""
        if self._episode is None:
            raise InputError("there is no match yet; call `reset` to begin one")
        return self._episode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin a match: with a seed the one of that seed, without one another each time.

        `options={"state": state}` begins at another moment, such as one of a replay.
        """
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._seeds = MatchSeeds(seed)
            self._dice = new_dice(seed)
        self.seat = self._seat_of(self._seeds.drawn)
        names = opponents_by_seat(self.setup, self.seat, self._wanted)
        self._episode = Episode(self.setup, self._seeds.next(), options, names, self._dice)
        self._renderer.show(self._episode.state)
        return self._episode.observation(self.seat), self._info()

    def step(self, action: int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Play a turn."""
        episode = self.episode
        if episode.ended:
            raise InputError("the match has ended; call `reset` to begin another one")
        rewards = episode.step({self.seat: action})
        self._renderer.show(episode.state)
        reward = float(rewards[self.seat])
        return episode.observation(self.seat), reward, episode.over, episode.truncated, self._info()

    def _info(self) -> dict[str, Any]:
        return self.episode.info(self.seat) | {"seat": self.seat}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask of legal actions, under the name that algorithms with masks look for."""
        return self.episode.mask(self.seat).astype(np.bool_)

    def render(self) -> Any:
        """The moment as everybody may see it, by the render mode: text, an array of pixels, or on the terminal."""
        return self._renderer.frame(self.episode.state)
