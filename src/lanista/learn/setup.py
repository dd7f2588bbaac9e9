"""The setup that an environment's matches share: game, settings, seats, rewards and kind of observations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

from lanista.core.errors import InputError
from lanista.core.text import shown
from lanista.engine import Rules, State
from lanista.engine.arguments import at_least, expect_int, expect_state, one_of
from lanista.engine.batch import KINDS
from lanista.engine.rewards import Reward, RewardWeights
from lanista.game import Config, Game, check_seats, find_map, get_game
from lanista.learn.spaces import FLOAT32


class EpisodeOptions(TypedDict, total=False):
    """The options of every environment; see `EpisodeSetup.of`."""

    ruleset: str
    seats: int | None
    map: str
    settings: Mapping[str, int] | None
    max_turns: int
    reward: Reward
    observations: str
    compact: bool


@dataclass(frozen=True)
class EpisodeSetup:
    """Everything about a match but its seed, checked."""

    game: Game[Any, Any, Any]
    ruleset: str
    config: Config
    seats: int
    map: str
    max_turns: int
    reward: Reward
    observations: str
    compact: bool

    @classmethod
    def of(
        cls,
        game: str,
        *,
        env: type[Any] | None = None,
        ruleset: str = "standard",
        seats: int | None = None,
        map: str = "",  # noqa: A002 - the word that people use
        settings: Mapping[str, int] | None = None,
        max_turns: int = 0,
        reward: Reward = "outcome",
        observations: str = FLOAT32,
        compact: bool = False,
        **others: object,
    ) -> EpisodeSetup:
        """Check a user's options.

        `settings` change those of the ruleset. A match is truncated after `max_turns`, unless that is 0. `reward`
        is "outcome", "score", "value" or weights of these and of numbers in the observation; `observations` is
        "float32" (scaled numbers), "int16" (numbers as they are) or "int8" (saturated). With `compact`, actions
        are indices of `action_numbers`. `env` is the environment that is made, whose own options are known too.
        """
        found = get_game(game)
        _refuse(found, others, _known_options(env))
        number = found.default_seats if seats is None else expect_int("seats", seats)
        check_seats(found, number)
        config = found.configure(ruleset, settings)
        RewardWeights(found.layout(config), reward)
        limit, kind = at_least("max_turns", max_turns, 0), one_of("observations", observations, tuple(KINDS))
        return cls(found, ruleset, config, number, find_map(found, map), limit, reward, kind, compact)

    @property
    def rules(self) -> Rules:
        """The rules in the layout that the settings need."""
        return self.game.layout(self.config)

    @cached_property
    def action_numbers(self) -> npt.NDArray[np.int32]:
        """The flat actions by the numbers that agents use; the compact ones are those that can be legal here."""
        possible = self.rules.possible_actions if self.compact else None
        flat = range(self.rules.actions) if possible is None else possible(self.start(0).const)
        return np.array([*flat], dtype=np.int32)

    def begin(self, seed: int, options: Mapping[str, Any] | None) -> State[Any, Any]:
        """The state that a match begins with: a copy of that in `options`, or the start that a seed gives."""
        wanted, name = (options or {}).get("state"), 'options["state"]'
        if wanted is None:
            return self.start(seed)
        given = expect_state(wanted, name)
        if given.rules != self.rules or given.seats != self.seats:
            got = f"one of {given.rules.name} with {given.seats}"
            raise InputError(f"{name}: expected a state of {self.game.name} with {self.seats} seats, got {got}")
        return given.clone()

    def start(self, seed: int) -> State[Any, Any]:
        """The first state of the match with a seed."""
        return self.game.start(self.config, seed, self.seats, self.map)


def _known_options(env: type[Any] | None) -> list[str]:
    """The options that every environment takes, and those of this one."""
    own = list(signature(env).parameters.values()) if env is not None else []
    named = (one.name for one in own if one.kind is not one.VAR_KEYWORD and one.name != "game")
    return [*EpisodeOptions.__annotations__, *named]


def _refuse(game: Game[Any, Any, Any], others: Mapping[str, object], known: list[str]) -> None:
    """Refuse unknown options; a setting of the game is one level down."""
    for name, value in others.items():
        if name in game.settings:
            hint = f"it is a setting of {game.name}: write settings={{{name!r}: {shown(value)}}}"
        else:
            hint = f"there are: {', '.join(known)}"
        raise InputError(f"an environment has no option {shown(name)}; {hint}")
