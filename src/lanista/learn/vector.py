"""Many matches as one Gymnasium vector environment, stepped together by a `Batch`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from lanista.core.errors import InputError
from lanista.core.text import quoted
from lanista.engine.arguments import at_least, at_least_1
from lanista.engine.batch import Batch
from lanista.learn.opponents import OpponentChoice, is_policy, opponents_by_seat
from lanista.learn.pool import starts_of
from lanista.learn.seats import ALTERNATE, Seat, check_seat
from lanista.learn.seeds import MatchSeeds
from lanista.learn.setup import EpisodeOptions, EpisodeSetup
from lanista.learn.spaces import Numbers, observation_space

STARTS = 128
Flags = npt.NDArray[np.bool_]


class SeatGroup(NamedTuple):
    """The matches in which the learner has the same seat."""

    seat: int
    matches: slice
    batch: Batch


class BatchEnv(VectorEnv[Numbers, Numbers, Numbers]):
    """`num_envs` matches against policies of the game; a match that ends is followed by another in the same step.

    With `seat="alternate"`, match i always has seat i modulo the number of seats. Matches begin with one of
    `starts` states that come from the seed; 0 makes a new one for each match, which takes more time than the match
    in most games. `infos["action_mask"]` says which actions are legal.
    """

    metadata = {  # noqa: RUF012 - as Gymnasium declares it
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: OpponentChoice = None,
        seat: Seat = 0,
        starts: int = STARTS,
        threads: int = 1,
        seed: int | None = None,
        max_episode_steps: int | None = None,
        **options: Unpack[EpisodeOptions],
    ) -> None:
        """See `EpisodeSetup.of` for the options; `max_episode_steps` is Gymnasium's name of `max_turns`."""
        if max_episode_steps is not None:
            options["max_turns"] = max_episode_steps
        self.setup = EpisodeSetup.of(game, env=type(self), **options)
        self.num_envs = at_least_1("num_envs", num_envs)
        check_seat(seat, self.setup.seats)
        self._starts, self._threads = at_least("starts", starts, 0), at_least_1("threads", threads)
        self._opponents = _policies(self.setup, seat, self.num_envs, opponents)
        self._seeds = MatchSeeds(seed)
        self._groups: list[SeatGroup] = []
        self.single_observation_space = observation_space(self.setup.rules.spec, self.setup.observations)
        self.single_action_space = spaces.Discrete(len(self.setup.action_numbers))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin all matches: with a seed, match i has the seed plus i; without one they are others each time."""
        base = seed if isinstance(seed, int | np.integer) else None
        super().reset(seed=None if base is None else int(base), options=options)
        seeds = self._match_seeds(seed)
        self._groups = [self._group(chosen, seeds) for chosen in self._opponents]
        return self._gathered("observations"), self._infos()

    def _match_seeds(self, seed: int | Sequence[int] | None) -> list[int]:
        """The seed of the first match of each environment."""
        if isinstance(seed, Sequence | np.ndarray):
            if len(seed) != self.num_envs:
                raise InputError(f"seed: expected {self.num_envs} of them, or one, got {len(seed)}")
            return [MatchSeeds(each).next() for each in seed]
        if seed is not None:
            self._seeds = MatchSeeds(seed)
        first = self._seeds.next()
        return [first + i for i in range(self.num_envs)]

    def _group(self, seat: int, seeds: list[int]) -> SeatGroup:
        setup, step = self.setup, len(self._opponents)
        matches = slice(list(self._opponents).index(seat), None, step)
        mine = seeds[matches]
        batch = Batch(
            starts_of(setup, mine, self._starts),
            len(mine),
            threads=self._threads,
            opponents=self._opponents[seat],
            seed=mine,
            observations=setup.observations,
            masks="bytes",
            reward=setup.reward,
            max_turns=setup.max_turns,
            compact=setup.compact,
        )
        return SeatGroup(seat, matches, batch)

    def step(self, actions: Numbers) -> tuple[Numbers, Numbers, Flags, Flags, dict[str, Any]]:
        """Play a turn of every match."""
        chosen = self._checked(actions)
        turns = self._turns() + 1
        for seat, matches, batch in self._groups:
            batch.actions[:, seat] = chosen[matches]
            batch.step()
        rewards = self._gathered("rewards").astype(np.float64)
        done, truncated = (self._of_matches(name) for name in ("done", "truncated"))
        infos = self._infos()
        if done.any():
            infos |= self._finals(done, turns)
        return self._gathered("observations"), rewards, done & ~truncated, truncated, infos

    def _checked(self, actions: Any) -> npt.NDArray[np.int64]:
        """The actions; raises InputError for anything but one for each match. Legality is up to the rules."""
        if not self._groups:
            raise InputError("there are no matches yet; call `reset` to begin them")
        chosen = np.asarray(actions)
        total = len(self.setup.action_numbers)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iub":
            raise InputError(
                f"expected whole numbers of shape ({self.num_envs},), got {chosen.dtype} of shape {chosen.shape}"
            )
        wrong = np.flatnonzero((chosen < 0) | (chosen >= total))
        if len(wrong):
            got = f"{chosen[wrong[0]]} at actions[{wrong[0]}]"
            raise InputError(f"expected actions from 0 to {total - 1}, got {got}")
        return chosen

    # What the batches wrote

    def _gathered(self, name: str) -> Numbers:
        """Copy the rows of the learner's seats out of one of the arrays."""
        parts = [(matches, getattr(batch, name)[:, seat]) for seat, matches, batch in self._groups]
        return self._joined(parts)

    def _of_matches(self, name: str) -> Any:
        """Copy one of the arrays without seats."""
        return self._joined([(matches, getattr(batch, name)) for _, matches, batch in self._groups])

    def _joined(self, parts: list[tuple[slice, Numbers]]) -> Numbers:
        whole = np.empty((self.num_envs, *parts[0][1].shape[1:]), dtype=parts[0][1].dtype)
        for matches, part in parts:
            whole[matches] = part
        return whole

    def _turns(self) -> Numbers:
        turns: Numbers = self._of_matches("lengths").astype(np.int64)
        return turns

    def _infos(self) -> dict[str, Any]:
        """The facts about every match beside the observations."""
        everywhere = np.ones(self.num_envs, dtype=np.bool_)
        known = {"action_mask": self._gathered("masks").view(np.int8), "turn": self._turns()}
        return known | {f"_{name}": everywhere.copy() for name in known}

    def _finals(self, done: Flags, turns: Numbers) -> dict[str, Any]:
        """The last observations of matches that ended, and how they ended, as Gymnasium names them."""
        last = np.full(self.num_envs, None, dtype=object)
        for seat, matches, batch in self._groups:
            ended = np.flatnonzero(batch.done)
            for i, row in zip(ended, batch.final_observations[ended, seat], strict=True):
                last[matches][i] = row
        about = {"turn": np.where(done, turns, 0), "outcome": self._of_matches("outcomes")}
        about |= {"_turn": done.copy(), "_outcome": done & ~self._of_matches("truncated")}
        return {"final_obs": last, "_final_obs": done.copy(), "final_info": about, "_final_info": done.copy()}


def _policies(setup: EpisodeSetup, seat: Seat, count: int, wanted: OpponentChoice) -> dict[int, dict[int, str]]:
    """The opponents by seat, for each seat that the learner has in some match; all of them must be rules."""
    seats = range(min(count, setup.seats)) if seat == ALTERNATE else [int(seat)]
    chosen = {mine: opponents_by_seat(setup, mine, wanted) for mine in seats}
    for names in chosen.values():
        for name in names.values():
            if not is_policy(setup, name):
                known = ", ".join(policy.__name__ for policy in setup.rules.policies)
                raise InputError(
                    f"opponents: {quoted(name)} is no rule, and only rules play in a vector of matches; "
                    f"{setup.game.name} has: {known}"
                )
    return chosen


def vector_env(game: str, num_envs: int, **settings: Any) -> BatchEnv:
    """Many matches as a Gymnasium `VectorEnv`; see `BatchEnv` for the settings."""
    return BatchEnv(game, num_envs, **settings)
