"""What a game keeps from its original contest: protocols, log files, a place to join, remarks, recordings.

A game's package offers a `Contest` as `CONTEST` in its module or package `contest`; `Game.contest` finds it. That
module is imported often, so it imports heavy modules when they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from lanista.conform import Comparison, replaying
from lanista.errors import InputError
from lanista.modules import Modules

if TYPE_CHECKING:
    from lanista.bench.measure import Measure
    from lanista.bots.folder_player import FolderPlayer
    from lanista.bots.player import Player
    from lanista.bots.runtimes import Runtime
    from lanista.bots.venues import Venue
    from lanista.match.classic_logs import Logs
    from lanista.match.referee import Observer

Conform = Callable[[Any, Path, Comparison], None]  # the game, a recording, and what counts the differences


class MakePlayer(Protocol):
    """Makes the player of a bot; without a command the bot joins by itself."""

    def __call__(self, name: str, command: Sequence[str], folder: Path | None, cwd: str) -> Player:
        """`cwd` is relative to the bot's folder, if it has one."""


class MakeLogs(Protocol):
    """Makes an observer that writes a match into a folder as the contest's engine did."""

    def __call__(self, folder: Path, names: Sequence[str]) -> Logs:
        """`names` are the bots' names, whatever their seats are called."""


@dataclass(frozen=True)
class BotProtocol:
    """How bots of a contest are reached."""

    id: str  # as `lanista.toml` names it
    title: str  # the contest's name
    player: MakePlayer
    prefix: str = ""  # stands before the command of a bot that speaks it, as `prefix:command`
    languages: Mapping[str, Runtime] = field(default_factory=dict)  # of a `bot.json`, if the contest had these
    joinable: bool = False  # bots may come by themselves to the contest's venue
    real_time: bool = False  # the clock does not wait for its bots unless a match is in lock-step


def folder_bots(player: Callable[[], type[FolderPlayer]]) -> MakePlayer:
    """Makes players of bots that live in a folder; `player` imports their class when the first one is made."""

    def make(name: str, command: Sequence[str], folder: Path | None, cwd: str) -> Player:
        assert folder is not None, "such a bot is found by its folder"
        return player()(list(command), name, folder, cwd)

    return make


class Contest:
    """What a game keeps from its original contest; a game without one has this, which does nothing.

    With the name of its package, modules there are found by their names: `logs` (a class `Logs`), `remarks` and
    `bench` (functions `remarks`, `measures`), `hints` (`hint`), `recordings` (`conform`). What stands elsewhere is
    given by methods of a subclass.
    """

    tick_setting: ClassVar[str] = ""  # the setting that says how many milliseconds a turn takes in real time

    def __init__(self, package: str = "", *protocols: BotProtocol) -> None:
        self.protocols = protocols
        self._modules = Modules(package)

    def venue(self, config: Mapping[str, int], seats: int, *, lock_step: bool) -> Venue | None:
        """Where the bots of one match meet; None if the contest had no server."""
        return None

    def logs(self) -> MakeLogs | None:
        """What writes the contest's log files; None if it wrote none."""
        logs: MakeLogs | None = self._modules.find("logs", "Logs", None)
        return logs

    def remarks(self) -> Sequence[Observer]:
        """Observers that add the contest's remarks to a result before it is recorded."""
        remarks: Sequence[Observer] = self._modules.find("remarks", "remarks", tuple)()
        return remarks

    def crash_hint(self, ruleset: str, log: str) -> str:
        """What to try with a contest's bot that crashed and left this log, or nothing."""
        hint: str = self._modules.find("hints", "hint", lambda ruleset, log: "")(ruleset, log)
        return hint

    def recordings(self) -> Conform | None:
        """What replays recorded matches of the original engine; None if there are none."""
        conform: Conform | None = self._modules.find("recordings", "conform", None)
        return conform

    def conform(self, game: Any, path: Path, comparison: Comparison) -> None:
        """Replay a recorded match of the original engine and compare every field."""
        conform = self.recordings()
        if conform is None:
            raise InputError(f"{game.name} has no recordings of an original engine to compare with ({path})")
        with replaying(path):
            conform(game, path, comparison)

    def bench(self) -> Iterable[Measure]:
        """What a turn costs in the contest's protocols."""
        measures: Iterable[Measure] = self._modules.find("bench", "measures", tuple)()
        return measures
