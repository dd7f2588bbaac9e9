"""Plans a match from what a user asks for: finds the bots, draws a seed, checks the settings."""

from __future__ import annotations

import os
import secrets
import shlex
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from lanista.bots.forward_model import model_access
from lanista.bots.human import HumanInput
from lanista.bots.player import BotPlayer, Confined, Reusable
from lanista.bots.process.confinement import Confinement, confinements
from lanista.bots.process.live_bots import LiveBots
from lanista.bots.protocol.venues import TIMEOUT, Guest, Venue, find_venue, join_seconds
from lanista.bots.resolve import BotKind, FoundBot, find_bot, unique_names
from lanista.bots.source.archive_cache import is_from_store
from lanista.core.errors import BotError, ConfigError, InputError
from lanista.game import SEED_BITS, Game, find_map, get_game, seat_range
from lanista.match.recorder import Recorder
from lanista.match.referee import MatchResult, MatchSetup, Observer, Referee
from lanista.match.replay import SeatHeader
from lanista.match.terms import STANDARD, MatchTerms
from lanista.sandbox import NO_SANDBOX, Level, SandboxPolicy, SandboxRequest
from lanista.sandbox.usage.cores import usable_cores


class Repeat(StrEnum):
    """How a match can be repeated."""

    AGAIN = "again"
    SWAP = "swap"  # every player moves to the next seat


@dataclass
class PlannedMatch:
    """A match that is ready to be played."""

    game: Game[Any, Any, Any]
    bots: list[FoundBot]
    setup: MatchSetup
    terms: MatchTerms = STANDARD
    observers: list[Observer] = field(default_factory=list)  # in addition to those passed to `play`
    venue: Venue | None = None  # the server of bots that connect by themselves

    @property
    def names(self) -> list[str]:
        """Unique display names for the seats."""
        return unique_names(self.bots)

    @property
    def seats(self) -> list[SeatHeader]:
        """The seats as a replay's header lists them."""
        return [
            SeatHeader(name, _recorded_spec(bot), bot.digest, bot.module_digest)
            for bot, name in zip(self.bots, self.names, strict=True)
        ]

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
        in_real_time = not self.terms.lock_step and any(bot.plays_in_real_time for bot in self.bots)
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
        return find_venue(self.game, self.setup.config, len(self.bots), lock_step=self.terms.lock_step)

    def players(self, human_input: HumanInput | None = None, live_bots: LiveBots | None = None) -> list[BotPlayer]:
        """The players of all seats; people use the input, and guests share one venue."""
        players = [
            bot.player(self.game, name, human_input, times_people=self.terms.clock)
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
        """The sandbox of each bot; prepares the forward model if a bot may use it."""
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

    def remarks(self, players: Sequence[BotPlayer]) -> list[Observer]:
        """Observers that add remarks to the result before it is recorded."""
        return list(self.game.contest.remarks())

    @property
    def repeats(self) -> tuple[Repeat, ...]:
        """How `again` can plan a rematch; bots that connect by themselves connect only once."""
        return () if self.joining else tuple(Repeat)

    def again(self, how: Repeat = Repeat.AGAIN) -> PlannedMatch:
        """Plan a rematch with another seed."""
        if how not in self.repeats:
            raise InputError(
                f"this match cannot be played once more with {how!r}; {list(self.repeats)} can be asked for"
            )
        bots = [*self.bots[-1:], *self.bots[:-1]] if how is Repeat.SWAP else list(self.bots)
        setup = replace(self.setup, seed=secrets.randbits(SEED_BITS))
        return replace(self, bots=bots, setup=setup, observers=[])

    def patient(self) -> PlannedMatch:
        """The match, played so that it waits for bots that the machine starves and every verdict stands."""
        return replace(self, setup=replace(self.setup, patient=True))

    def command(self) -> str:
        """The command line that repeats the match."""
        bots = [bot.spec for bot in self.bots]
        return shlex.join(
            ["lanista", "play", self.game.name, *bots, "--seed", str(self.setup.seed), *self.terms.words()]
        )


def _recorded_spec(bot: FoundBot) -> str:
    """How a replay names a bot; where a machine keeps a copy of a league's module is no part of the match."""
    path = Path(bot.spec)
    return path.name if bot.module is not None and is_from_store(path) else bot.spec


def plan_match(
    game_name: str,
    bots: Sequence[object],
    terms: MatchTerms = STANDARD,
    *,
    seed: int | None = None,
    strict: bool = False,
) -> PlannedMatch:
    """Plan a match, with everything checked that can be checked before the first turn."""
    game = get_game(game_name)
    if len(bots) not in game.seats:
        given = ", ".join(bot.spec if isinstance(bot, FoundBot) else str(bot) for bot in bots) or "none"
        raise InputError(f"{game.name} takes {seat_range(game)} bots, got {len(bots)}: {given}")
    if seed is None:
        seed = secrets.randbits(SEED_BITS)
    if not -(2 ** (SEED_BITS - 1)) <= seed < 2**SEED_BITS:
        raise ConfigError(f"expected a seed of at most {SEED_BITS} bits, got {seed}")
    found = [find_bot(game, spec, terms.wanted) for spec in bots]
    one_at_a_time = _asks_one_at_a_time(terms, found)
    settings, limits = terms.settings, terms.budgets(game)
    if any(bot.plays_in_real_time for bot in found) and not terms.lock_step:
        if terms.wanted.freeze:
            raise InputError("--freeze is for bots that are waited for; at a hub it needs --lock-step as well")
        settings = {**game.real_time, **settings}
    setup = MatchSetup(
        game,
        seed,
        terms.ruleset,
        game.configure(terms.ruleset, settings),
        limits,
        strict,
        find_map(game, terms.map),
        one_at_a_time=one_at_a_time,
        sandbox=policy_for(terms.wanted, found),
        fuel=terms.fuel(limits),
    )
    return PlannedMatch(
        game, found, setup, msgspec.structs.replace(terms, settings=settings, one_at_a_time=one_at_a_time)
    )


def _asks_one_at_a_time(terms: MatchTerms, bots: Sequence[FoundBot]) -> bool:
    """Whether seats are asked one after the other; refuses a pace that does not fit the bots."""
    at_hub = any(bot.plays_in_real_time for bot in bots)
    if terms.lock_step and not at_hub:
        raise InputError("--lock-step is for bots at a hub, and there is none; all others are waited for anyway")
    if at_hub and not terms.lock_step:
        if terms.one_at_a_time:
            raise InputError(
                "--one-at-a-time is for bots that are waited for; at a hub it needs --lock-step as well"
            )
        return False
    return _is_crowded(bots) if terms.one_at_a_time is None else terms.one_at_a_time


def policy_for(wanted: SandboxRequest, bots: Sequence[FoundBot]) -> SandboxPolicy:
    """The sandbox policy of a match; built-in bots and people need none, metered bots only its limits."""
    if starts_programs(bots) or wanted.level is not None:
        return wanted.policy()
    if any(bot.kind is BotKind.METERED for bot in bots):
        return msgspec.structs.replace(wanted, level=Level.NONE, at_least=None, freeze=False).policy()
    return NO_SANDBOX


def starts_programs(bots: Sequence[FoundBot]) -> bool:
    """Whether a match starts any program, which may be a stranger's."""
    return any(bot.kind is BotKind.PROGRAM and not bot.joins for bot in bots)


def _is_crowded(bots: Sequence[FoundBot]) -> bool:
    """Whether bots would slow each other down if they were asked at the same time."""
    processes = sum(bool(bot.command) for bot in bots)
    return processes > max(1, free_cores())


def free_cores() -> int:
    """The number of usable cores, less the load average of the last minute."""
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(0, usable_cores() - round(busy))
