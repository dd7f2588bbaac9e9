"""What the referee sees of a bot: a view goes out, an answer with a verdict comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from lanista.bots.clock import SYSTEM_CLOCK, Clock
from lanista.engine import State
from lanista.verdict import Verdict

if TYPE_CHECKING:
    from lanista.bots.poller import Poller

TIMEOUTS_IN_ROW = 10  # after this many timeouts the bot is stopped


class Limits(NamedTuple):
    """Time budgets in milliseconds, apart for the start and for each turn; None waits for ever."""

    start_ms: int | None
    turn_ms: int | None

    def override(self, start_ms: int | None, turn_ms: int | None) -> Limits:
        """These budgets, except where another one is given."""
        return Limits(start_ms or self.start_ms, turn_ms or self.turn_ms)

    def as_json(self) -> dict[str, int | None]:
        """The budgets as the start message carries them."""
        return self._asdict()


NO_LIMITS = Limits(None, None)


@dataclass
class Answer:
    """How a bot behaved in one turn. `text` is the move as it was sent, None if none counts."""

    verdict: Verdict
    text: str | None = None
    reason: str = ""
    ms: float = 0.0
    say: str | None = None
    draw: list[Any] | None = None
    log: str = ""
    timed: bool = False  # the text says when its parts arrived, by our own clock
    error: str | None = None  # the last line of its error output, where its contest's protocol counts that


@dataclass(frozen=True)
class MatchInfo:
    """What every player of a match may know."""

    game: str
    ruleset: str
    config: Mapping[str, int]
    names: Sequence[str]  # of all seats
    limits: Limits


@dataclass
class Opening:
    """What a player receives before the first turn; `seed` reaches built-in bots only.

    `state` is the match as it goes on. It is there to check a person's moves, and to write a contest's own files
    for its seat; no bot gets at it.
    """

    match: MatchInfo
    seat: int
    seed: int
    state: State[Any, Any]
    fixed: bytes = b""  # what the game sends once, as JSON
    clock: Clock = SYSTEM_CLOCK  # by which the player is judged


@dataclass
class Evidence:
    """What helps to see why a bot failed."""

    last_output: str = ""
    log_tail: list[str] = field(default_factory=list)
    exit_status: str = ""


class Player(Protocol):
    """The referee's side of a bot. All calls return at once; `PollLoop` waits."""

    name: str
    answers_at_once: bool  # it thinks within `ask()`, so nobody's clock may run meanwhile

    def start(self, opening: Opening) -> None:
        """Begin; the bot may take its start budget to get ready."""

    def ask(self, turn: int, view: bytes) -> None:
        """Send what the seat sees, as JSON."""

    def ready(self) -> bool:
        """Whether the bot has got ready to play."""

    def waiting(self) -> bool:
        """Whether an answer, or the word that the bot is ready, is still to come; never before the start."""

    def take(self) -> Answer:
        """The answer of the turn, once it is not waited for."""

    def evidence(self) -> Evidence:
        """What the bot last wrote, and how it ended."""

    def finish(self, outcome: Any) -> None:
        """Tell the bot how the match ended."""

    def close(self) -> None:
        """End for good; nothing of the bot survives."""


@runtime_checkable
class Watched(Player, Protocol):
    """A player that takes its time: the poll loop watches its descriptors and its deadline."""

    def watch(self, poller: Poller) -> None:
        """Let the loop watch the player's descriptors, once it is started."""

    def deadline(self) -> float | None:
        """When the wait for it ends, on the match's clock; None waits for ever."""

    def expire(self, now: float) -> None:
        """Its time is up."""

    def leaving(self) -> bool:
        """Whether the match is over for it but it has not left yet."""

    def give_up(self, reason: str) -> None:
        """What came from it could not be processed: it takes no further part."""
