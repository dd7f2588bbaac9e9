"""The referee's interface to a bot: it sends a view and receives an answer with a verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

import msgspec

from lanista.bots.clock import SYSTEM_CLOCK, Clock
from lanista.core.verdict import Verdict
from lanista.engine import State
from lanista.sandbox import NO_SANDBOX, SandboxPolicy
from lanista.sandbox.usage.starvation import Starved

if TYPE_CHECKING:
    from lanista.bots.poller import Poller
    from lanista.bots.process.confinement import Confinement
    from lanista.bots.process.live_bots import LiveBots

ENDED_BY_US = "ended by the referee"  # instead of an exit status
TIMEOUTS_IN_ROW = 10  # a bot with as many timeouts in a row is stopped


class Budgets(NamedTuple):
    """Time budgets in milliseconds for the start and for each turn; None waits for ever."""

    start_ms: int | None
    turn_ms: int | None

    def override(self, start_ms: int | None, turn_ms: int | None) -> Budgets:
        """These budgets, except where another one is given."""
        return Budgets(start_ms or self.start_ms, turn_ms or self.turn_ms)

    def as_json(self) -> dict[str, int | None]:
        """The budgets as the start message carries them."""
        return self._asdict()


NO_LIMITS = Budgets(None, None)

FUEL_PER_MS = 2_000_000  # of a budget; common machines run two to five times as many instructions
NO_FUEL_LIMIT = 2**60


class FuelBudgets(NamedTuple):
    """The budgets of metered bots, in units of fuel: an instruction each."""

    start: int
    turn: int

    @classmethod
    def of(cls, limits: Budgets, start: int | None = None, turn: int | None = None) -> FuelBudgets:
        """The fuel that is as much as these limits, unless other fuel is given."""
        return cls(*(fuel or _fuel_of(ms) for fuel, ms in zip((start, turn), limits, strict=True)))

    def as_limits(self) -> Budgets:
        """The limits on the clock of a metered bot, which its fuel drives."""
        start, turn = (None if fuel >= NO_FUEL_LIMIT else fuel // FUEL_PER_MS for fuel in self)
        return Budgets(start, turn)


NO_FUEL_LIMITS = FuelBudgets(NO_FUEL_LIMIT, NO_FUEL_LIMIT)


def _fuel_of(ms: int | None) -> int:
    return NO_FUEL_LIMIT if ms is None else ms * FUEL_PER_MS


class BotAnswer(msgspec.Struct):
    """A bot's answer in one turn, with its verdict. `text` is the move as sent, None if no move counts."""

    verdict: Verdict
    text: str | None = None
    reason: str = ""
    ms: float = 0.0
    say: str | None = None
    draw: list[Any] | None = None
    log: str = ""
    timed: bool = False  # the text contains arrival ranks, set by the hub
    error: str | None = None  # the last line of its error output, in protocols that judge it
    cpu_ms: float | None = None  # processor time of all its processes, where it is measured
    starved: Starved | None = None  # of a timeout that is doubtful
    fuel: int | None = None  # that a metered bot used
    hint: str = ""  # for the author if the rules refuse it, after a semicolon; never recorded


@dataclass(frozen=True)
class MatchInfo:
    """Facts about a match that are the same for every player."""

    game: str
    ruleset: str
    config: Mapping[str, int]
    names: Sequence[str]  # of all seats
    limits: Budgets
    sandbox: SandboxPolicy = NO_SANDBOX
    patient: bool = False  # whether bots that the machine starves are waited for
    fuel: FuelBudgets = NO_FUEL_LIMITS  # of metered bots


@dataclass
class Opening:
    """A player's information before the first turn; `seed` reaches built-in bots only.

    `state` is the live state of the match, used to check a person's moves and to write a contest's files; no bot
    can access it.
    """

    match: MatchInfo
    seat: int
    seed: int
    state: State[Any, Any]
    fixed: bytes = b""  # the seat's map as JSON, sent once
    clock: Clock = SYSTEM_CLOCK  # that the player is timed by


@dataclass
class FaultEvidence:
    """Output and exit status that help to explain a bot's failure."""

    last_output: str = ""
    log_tail: list[str] = field(default_factory=list)
    exit_status: str = ""

    @property
    def has_ended(self) -> bool:
        """Whether the bot's process has ended by itself, or never started."""
        return self.exit_status not in ("", ENDED_BY_US)


class BotPlayer(Protocol):
    """The referee's side of a bot. All calls return immediately; `PollLoop` waits."""

    name: str
    answers_at_once: bool  # it answers within `ask()`, when no other player's clock may run

    def start(self, opening: Opening) -> None:
        """Start the bot, which may use its start budget to become ready."""

    def ask(self, turn: int, view: bytes) -> None:
        """Send the view of a turn, as JSON."""

    def ready(self) -> bool:
        """Whether the bot has become ready to play."""

    def waiting(self) -> bool:
        """Whether an answer or the ready message is still expected; false before the start."""

    def take(self) -> BotAnswer:
        """The answer of the turn, once `waiting()` is false."""

    def evidence(self) -> FaultEvidence:
        """The bot's last output, and how it ended."""

    def finish(self, outcome: Any) -> None:
        """Report the outcome to the bot."""

    def close(self) -> None:
        """End the bot; none of its processes survives."""


@runtime_checkable
class Reusable(Protocol):
    """A player whose bot may play several matches."""

    def reuse(self, live_bots: LiveBots, digest: str) -> None:
        """Continue with a process of these if one fits, and keep it there afterwards; call before `start`."""

    def start_anew(self) -> bool:
        """Start a new process if a reused one failed to get ready; false if there is no reason to."""


@runtime_checkable
class Confined(Protocol):
    """A player whose bot is a process of ours in a sandbox."""

    def confine(self, confinement: Confinement) -> None:
        """Set the bot's confinement; call before `start`."""


@runtime_checkable
class Freezable(BotPlayer, Protocol):
    """A player whose bot can be stopped while others think; it continues when it is asked, or at the end."""

    def freeze(self) -> None:
        """Stop the bot's processes; repeated calls have no effect."""


@runtime_checkable
class InProcessBot(BotPlayer, Protocol):
    """A player whose bot runs in this process, and needs no JSON."""

    only_reads: bool  # it never changes a view, so views may share their parts
    is_rule: bool  # it is a rule, which reads states: it gets no views

    def ask_object(self, turn: int, view: Any) -> None:
        """As `ask`, with the view as an object, which belongs to the bot from now on unless it `only_reads`."""


@runtime_checkable
class Remarking(Protocol):
    """A player that may have something to say about its part in the match beside its verdicts."""

    def remarks(self) -> list[str]:
        """Remarks for the result, each without the name of the bot."""


@runtime_checkable
class Watched(BotPlayer, Protocol):
    """A player that answers later: the poll loop watches its descriptors and its deadline."""

    def watch(self, poller: Poller) -> None:
        """Register the player's descriptors, once it is started."""

    def deadline(self) -> float | None:
        """When to stop waiting for it, on the match's clock; None waits for ever."""

    def expire(self, now: float) -> None:
        """Handle the deadline."""

    def leaving(self) -> bool:
        """Whether it is still running after the match."""

    def give_up(self, reason: str) -> None:
        """End its part in the match: its output could not be processed."""
