"""Optional parts of a game from its original contest: protocols, log files, a venue, remarks, recordings.

A game's package offers an `OriginalContest` as `CONTEST` in its module or package `contest`; `Game.contest` finds
it. That module is imported often, so it should import heavy modules only inside functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from lanista.core.errors import InputError
from lanista.game.conform import ConformTally, replaying
from lanista.game.modules import Modules

if TYPE_CHECKING:
    from lanista.bots.build.runtimes import Runtime
    from lanista.bots.player import BotPlayer
    from lanista.bots.protocol.folder_player import FolderPlayer
    from lanista.bots.protocol.venues import Venue
    from lanista.match.classic_logs import ClassicLogs
    from lanista.match.referee import Observer
    from lanista.tools.bench.measure import Measure

Conform = Callable[[Any, Path, ConformTally], None]  # of a game, a recording and the comparison to update


class MakePlayer(Protocol):
    """Makes the player for a bot; without a command the bot connects on its own."""

    def __call__(self, name: str, command: Sequence[str], folder: Path | None, cwd: str) -> BotPlayer:
        """`cwd` is relative to the bot's folder, if it has one."""


class MakeLogs(Protocol):
    """Makes an observer that writes a match into a folder as the contest's engine did."""

    def __call__(self, folder: Path, names: Sequence[str]) -> ClassicLogs:
        """`names` are the names of the bots by seat."""


@dataclass(frozen=True)
class BotProtocol:
    """A protocol that bots of a contest speak."""

    id: str  # as `lanista.toml` names it
    title: str  # the contest's name
    player: MakePlayer
    prefix: str = ""  # written before the command of a bot that speaks it, as `prefix:command`
    languages: Mapping[str, Runtime] = field(default_factory=dict)  # of a `bot.json`, if the contest used one
    joinable: bool = False  # bots may connect to the contest's venue by themselves
    real_time: bool = False  # the clock does not wait for its bots unless a match is in lock-step


def folder_bots(player: Callable[[], type[FolderPlayer]]) -> MakePlayer:
    """Makes players of bots that live in a folder; `player` imports their class when the first one is made."""

    def make(name: str, command: Sequence[str], folder: Path | None, cwd: str) -> BotPlayer:
        assert folder is not None, "such a bot is found by its folder"
        return player()(list(command), name, folder, cwd)

    return make


class OriginalContest:
    """Optional parts of a game from its original contest; this base class serves games without one.

    Given the name of its package, it finds modules there by name: `logs` (a class `ClassicLogs`), `remarks` and
    `bench` (functions `remarks`, `measures`), `hints` (`hint`), `recordings` (`conform`). Subclasses
    override methods for anything else.
    """

    tick_setting: ClassVar[str] = ""  # the setting with the milliseconds per turn in real time

    def __init__(self, package: str = "", *protocols: BotProtocol) -> None:
        self.protocols = protocols
        self._modules = Modules(package)

    def venue(self, config: Mapping[str, int], seats: int, *, lock_step: bool) -> Venue | None:
        """The server to which the bots of one match connect; None if the contest had none."""
        return None

    def logs(self) -> MakeLogs | None:
        """The class that writes the contest's log files; None if it had none."""
        logs: MakeLogs | None = self._modules.find("logs", "Logs", None)
        return logs

    def remarks(self) -> Sequence[Observer]:
        """Observers that add the contest's remarks to a result before it is recorded."""
        remarks: Sequence[Observer] = self._modules.find("remarks", "remarks", tuple)()
        return remarks

    def crash_hint(self, ruleset: str, log: str) -> str:
        """Advice for a contest's bot that crashed with this log, or ""."""
        hint: str = self._modules.find("hints", "hint", lambda ruleset, log: "")(ruleset, log)
        return hint

    def recordings(self) -> Conform | None:
        """The function that replays recorded matches of the original engine; None if there is none."""
        conform: Conform | None = self._modules.find("recordings", "conform", None)
        return conform

    def conform(self, game: Any, path: Path, comparison: ConformTally) -> None:
        """Replay a recorded match of the original engine and compare every field."""
        conform = self.recordings()
        if conform is None:
            raise InputError(f"{game.name} has no recordings of an original engine to compare with ({path})")
        with replaying(path):
            conform(game, path, comparison)

    def bench(self) -> Iterable[Measure]:
        """Measurements of the cost of a turn in the contest's protocols."""
        measures: Iterable[Measure] = self._modules.find("bench", "measures", tuple)()
        return measures
