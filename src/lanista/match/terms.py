"""The terms of a match: its ruleset, settings, map, budgets, pace and sandbox, as a user asks for them."""

from __future__ import annotations

from typing import Any

import msgspec

from lanista.bots.player import NO_LIMITS, Budgets, FuelBudgets
from lanista.game import Game
from lanista.match.replay import Header
from lanista.sandbox import BEST_SANDBOX, SandboxRequest


class MatchTerms(msgspec.Struct, frozen=True, kw_only=True):
    """How a match is played, the bots left aside. A missing budget is the game's default, or the replay's."""

    ruleset: str = "standard"
    settings: dict[str, int] = {}  # changes to the ruleset's
    map: str = ""  # as the user named it
    start_ms: int | None = None
    turn_ms: int | None = None
    start_fuel: int | None = None  # of metered bots; by default FUEL_PER_MS units for each millisecond
    turn_fuel: int | None = None
    no_timeout: bool = False
    clock: bool = False  # whether the turn budget applies to people too
    lock_step: bool = False  # whether bots at a hub are waited for
    one_at_a_time: bool | None = False  # asks seats one after the other; None: if bots outnumber the free cores
    wanted: SandboxRequest = BEST_SANDBOX  # the sandbox

    def budgets(self, game: Game[Any, Any, Any]) -> Budgets:
        """The budgets in a game."""
        return self.override(default_limits(game, self.ruleset))

    def override(self, default: Budgets) -> Budgets:
        """The budgets, where those by default are others than the game's."""
        return NO_LIMITS if self.no_timeout else default.override(self.start_ms, self.turn_ms)

    def fuel(self, limits: Budgets) -> FuelBudgets:
        """The fuel of metered bots in a match with these limits."""
        return FuelBudgets.of(limits, self.start_fuel, self.turn_fuel)

    def with_budgets(self, budgets: Budgets) -> MatchTerms:
        """The same terms with exactly these budgets."""
        start_ms, turn_ms = budgets
        return msgspec.structs.replace(self, start_ms=start_ms, turn_ms=turn_ms, no_timeout=turn_ms is None)

    def words(self) -> list[str]:
        """The options of the command line that repeat them."""
        words = [] if self.ruleset == "standard" else ["--ruleset", self.ruleset]
        words += ["--map", self.map] if self.map else []
        for name, value in self.settings.items():
            words += ["--set", f"{name}={value}"]
        if self.no_timeout:
            words += ["--no-timeout"]
        else:
            words += [] if self.start_ms is None else ["--start-ms", str(self.start_ms)]
            words += [] if self.turn_ms is None else ["--turn-ms", str(self.turn_ms)]
        words += [] if self.start_fuel is None else ["--start-fuel", str(self.start_fuel)]
        words += [] if self.turn_fuel is None else ["--turn-fuel", str(self.turn_fuel)]
        words += ["--lock-step"] if self.lock_step else []
        words += ["--one-at-a-time"] if self.one_at_a_time else []
        return words + self.wanted.words()


STANDARD = MatchTerms()


def default_limits(game: Game[Any, Any, Any], ruleset: str) -> Budgets:
    """A game's default budgets under a ruleset."""
    return Budgets(game.start_ms, game.turn_budget(ruleset))


def recorded_limits(header: Header) -> Budgets:
    """The budgets of a recorded match."""
    return Budgets(header.limits.get("start_ms"), header.limits.get("turn_ms"))
