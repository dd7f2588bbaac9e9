"""Plans a match from what a user asks for: finds the bots, draws a seed, checks the settings."""

from __future__ import annotations

import os
import secrets
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from lanista.bots.confinement import Confinement, confinements
from lanista.bots.forward_model import model_access
from lanista.bots.human import HumanInput
from lanista.bots.live_bots import LiveBots
from lanista.bots.player import Confined, Limits, Player, Reusable
from lanista.bots.resolve import Bot, Kind, find_bot, unique_names
from lanista.bots.venues import TIMEOUT, Guest, Venue, find_venue, join_seconds
from lanista.errors import BotError, ConfigError, InputError
from lanista.game import SEED_BITS, Game, find_map, get_game, seat_range
from lanista.match.recorder import Recorder
from lanista.match.referee import MatchResult, Observer, Referee, Setup
from lanista.replay import Header, SeatHeader
from lanista.sandbox import AS_GOOD_AS_POSSIBLE, NO_SANDBOX, Policy, Wanted
from lanista.sandbox.cores import usable_cores


class Repeat(StrEnum):
    """How a match is played once more."""

    AGAIN = "again"
    SWAP = "swap"  # every player moves to the next seat


@dataclass(frozen=True)
class Pacing:
    """How players are waited for, beyond their budgets."""

    clock: bool = False  # whether the turn budget applies to people too
    lock_step: bool = False  # whether bots at a hub are waited for
    one_at_a_time: bool | None = False  # asks seats one after the other; None: if bots outnumber the free cores


@dataclass
class Plan:
    """A match that is ready to be played."""

    game: Game[Any, Any, Any]
    bots: list[Bot]
    setup: Setup
    changes: Mapping[str, int] = field(default_factory=dict)
    map: str = ""  # as the user named it
    pacing: Pacing = field(default_factory=Pacing)
    observers: list[Observer] = field(default_factory=list)  # in addition to those passed to `play`
    venue: Venue | None = None  # the server of bots that connect by themselves
    wanted: Wanted = AS_GOOD_AS_POSSIBLE  # the sandbox that was asked for

    @property
    def names(self) -> list[str]:
        """Unique display names for the seats."""
        return unique_names(self.bots)

    @property
    def seats(self) -> list[SeatHeader]:
        """The seats as a replay's header lists them."""
        return [SeatHeader(name, bot.spec, bot.digest) for bot, name in zip(self.bots, self.names, strict=True)]

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat, bot in enumerate(self.bots) if bot.is_person)

    @property
    def joining(self) -> tuple[int, ...]:
        """The seats of bots that connect by themselves."""
        return tuple(seat for seat, bot in enumerate(self.bots) if bot.joins)

    @property
    def tick_ms(self) -> int | None:
        """Milliseconds per turn in a match in real time; None if turns wait for the bots."""
        in_real_time = not self.pacing.lock_step and any(bot.plays_in_real_time for bot in self.bots)
        return self.setup.config.get(self.game.contest.tick_setting) if in_real_time else None

    def gather(self, notify: Callable[[str], None] = lambda _: None) -> None:
        """Wait for the bots that connect by themselves, and name their seats; `notify` gets the address."""
        if not self.joining or self.venue is not None:
            return
        seconds = join_seconds()
        self.venue = venue = self._find_venue()
        venue.open()
        for seat in self.joining:
            venue.invite(seat)
        notify(f"waiting {seconds:.0f} s for {len(self.joining)} to join: {venue.invitation()}")
        missing = venue.gather(seconds)
        if missing:
            reason = (
                f"expected {len(self.joining)} bots to join within {seconds:.0f} s, but {missing} did not come"
            )
            venue.dismiss(reason)
            self.close()
            raise BotError(f"{reason}; {TIMEOUT} in the environment says how many milliseconds they have")
        for seat in self.joining:
            bot = self.bots[seat]
            self.bots[seat] = replace(bot, name=venue.nickname(seat) or bot.name)

    def close(self) -> None:
        """Disconnect the bots that connected by themselves."""
        if self.venue is not None:
            self.venue.close()

    def _find_venue(self) -> Venue:
        return find_venue(self.game, self.setup.config, len(self.bots), lock_step=self.pacing.lock_step)

    def players(self, human_input: HumanInput | None = None, live_bots: LiveBots | None = None) -> list[Player]:
        """The players of all seats; people use the input, and guests share one venue."""
        players = [
            bot.player(self.game, name, human_input, clock=self.pacing.clock)
            for bot, name in zip(self.bots, self.names, strict=True)
        ]
        for player, confinement in zip(players, self._confinements(), strict=True):
            if isinstance(player, Confined):
                player.confine(confinement)
        for bot, player in zip(self.bots, players, strict=True):
            if live_bots is not None and not player.answers_at_once and isinstance(player, Reusable):
                player.reuse(live_bots, bot.digest)
        guests = [player for player in players if isinstance(player, Guest)]
        venue = self.venue or (self._find_venue() if guests else None)
        for guest in guests:
            guest.meet_at(venue)
        return players

    def _confinements(self) -> list[Confinement]:
        """How the bots are kept in; the forward model is prepared if one may use it."""
        policy = self.setup.sandbox
        asks = policy.model and any(bot.model for bot in self.bots)
        return confinements(self.bots, policy, model_access(self.game, self.setup.config) if asks else None)

    def play(
        self,
        observers: Sequence[Observer] = (),
        replay: Path | Recorder | None = None,
        human_input: HumanInput | None = None,
        live_bots: LiveBots | None = None,
    ) -> MatchResult:
        """Play the match; `replay` is a new file or a recorder to save it to.

        Bots that can play several matches come from `live_bots` and stay there.
        """
        self.gather()
        players = self.players(human_input, live_bots)
        first = self.remarks(players)
        with ExitStack() as stack:
            recorders: list[Observer] = []
            if replay is not None:
                recorder = replay if isinstance(replay, Recorder) else stack.enter_context(Recorder(replay))
                recorder.seats = self.seats
                recorders = [recorder]
            return Referee(self.setup, players, [*first, *recorders, *self.observers, *observers]).play()

    def remarks(self, players: Sequence[Player]) -> list[Observer]:
        """Observers that add remarks to the result before it is recorded."""
        return list(self.game.contest.remarks())

    @property
    def repeats(self) -> tuple[Repeat, ...]:
        """How `again` can plan the match once more; bots that connect by themselves come only once."""
        return () if self.joining else tuple(Repeat)

    def again(self, how: Repeat = Repeat.AGAIN) -> Plan:
        """Plan the match once more, with another seed."""
        if how not in self.repeats:
            raise InputError(
                f"this match cannot be played once more with {how!r}; {list(self.repeats)} can be asked for"
            )
        bots = [*self.bots[-1:], *self.bots[:-1]] if how is Repeat.SWAP else list(self.bots)
        setup = replace(self.setup, seed=secrets.randbits(SEED_BITS))
        return replace(self, bots=bots, setup=setup, observers=[])

    def patient(self) -> Plan:
        """The match with bots that the machine starves waited for, so that every verdict stands."""
        return replace(self, setup=replace(self.setup, patient=True))

    def command(self) -> str:
        """The command line that repeats the match."""
        limits = self.setup.limits
        words = [
            "lanista",
            "play",
            self.game.name,
            *(bot.spec for bot in self.bots),
            "--seed",
            str(self.setup.seed),
        ]
        if self.setup.ruleset != "standard":
            words += ["--ruleset", self.setup.ruleset]
        if self.map:
            words += ["--map", self.map]
        for name, value in self.changes.items():
            words += ["--set", f"{name}={value}"]
        if limits.turn_ms is None:
            words += ["--no-timeout"]
        elif limits != default_limits(self.game, self.setup.ruleset) or self.pacing.clock:
            words += ["--start-ms", str(limits.start_ms), "--turn-ms", str(limits.turn_ms)]
        if self.pacing.lock_step:
            words += ["--lock-step"]
        if self.setup.one_at_a_time:
            words += ["--one-at-a-time"]
        words += self.wanted.words()
        return shlex.join(words)


def arrange(
    game_name: str,
    bots: Sequence[object],
    *,
    seed: int | None = None,
    ruleset: str = "standard",
    changes: Mapping[str, int] | None = None,
    map: str = "",  # noqa: A002 - the word that people use
    limits: Limits | None = None,
    pacing: Pacing | None = None,
    strict: bool = False,
    wanted: Wanted | None = None,
) -> Plan:
    """Plan a match, with everything checked that can be checked before the first turn."""
    game = get_game(game_name)
    if len(bots) not in game.seats:
        given = ", ".join(bot.spec if isinstance(bot, Bot) else str(bot) for bot in bots) or "none"
        raise InputError(f"{game.name} takes {seat_range(game)} bots, got {len(bots)}: {given}")
    if seed is None:
        seed = secrets.randbits(SEED_BITS)
    if not -(2 ** (SEED_BITS - 1)) <= seed < 2**SEED_BITS:
        raise ConfigError(f"expected a seed of at most {SEED_BITS} bits, got {seed}")
    pacing, wanted = pacing or Pacing(), wanted or Wanted()
    found = [find_bot(game, spec, wanted) for spec in bots]
    one_at_a_time = _asks_one_at_a_time(pacing, found)
    if any(bot.plays_in_real_time for bot in found) and not pacing.lock_step:
        if wanted.freeze:
            raise InputError("--freeze is for bots that are waited for; at a hub it needs --lock-step as well")
        changes = {**game.real_time, **(changes or {})}
    setup = Setup(
        game,
        seed,
        ruleset,
        game.configure(ruleset, changes),
        limits or default_limits(game, ruleset),
        strict,
        find_map(game, map),
        one_at_a_time=one_at_a_time,
        sandbox=policy_for(wanted, found),
    )
    return Plan(game, found, setup, dict(changes or {}), map, pacing, wanted=wanted)


def _asks_one_at_a_time(pacing: Pacing, bots: Sequence[Bot]) -> bool:
    """Whether seats are asked one after the other; refuses pacing that does not fit the bots."""
    at_hub = any(bot.plays_in_real_time for bot in bots)
    if pacing.lock_step and not at_hub:
        raise InputError("--lock-step is for bots at a hub, and there is none; all others are waited for anyway")
    if at_hub and not pacing.lock_step:
        if pacing.one_at_a_time:
            raise InputError(
                "--one-at-a-time is for bots that are waited for; at a hub it needs --lock-step as well"
            )
        return False
    return _is_crowded(bots) if pacing.one_at_a_time is None else pacing.one_at_a_time


def policy_for(wanted: Wanted, bots: Sequence[Bot]) -> Policy:
    """How the bots are kept in; those of ours and people need no sandbox."""
    return wanted.policy() if starts_programs(bots) or wanted.level is not None else NO_SANDBOX


def starts_programs(bots: Sequence[Bot]) -> bool:
    """Whether a match starts any program, which may be a stranger's."""
    return any(bot.kind is Kind.PROGRAM and not bot.joins for bot in bots)


def default_limits(game: Game[Any, Any, Any], ruleset: str) -> Limits:
    """A game's default budgets under a ruleset."""
    return Limits(game.start_ms, game.turn_budget(ruleset))


def recorded_limits(header: Header) -> Limits:
    """The budgets of a recorded match."""
    return Limits(header.limits.get("start_ms"), header.limits.get("turn_ms"))


def _is_crowded(bots: Sequence[Bot]) -> bool:
    """Whether bots would slow each other down if they were asked at the same time."""
    processes = sum(bool(bot.command) for bot in bots)
    return processes > max(1, free_cores())


def free_cores() -> int:
    """The number of usable cores, less the load average of the last minute."""
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(0, usable_cores() - round(busy))
