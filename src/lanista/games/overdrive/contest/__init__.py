"""Entelect Challenge 2020: its protocol, its log folder, its referee's remarks and recordings of its engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from lanista.bots.runtimes import DOTNET, ITSELF, JAVA, NODE, PYTHON3
from lanista.contest import BotProtocol, Conform, Contest, MakeLogs

if TYPE_CHECKING:
    from lanista.bench.measure import Measure
    from lanista.bots.player import Player
    from lanista.match.referee import Observer

LANGUAGES = {
    "java": JAVA,
    "scala": JAVA,
    "javascript": NODE,
    "python3": PYTHON3,
    "python3-ml": PYTHON3,
    "dotnetcore": DOTNET,
    "cplusplus": ITSELF,
    "rust": ITSELF,
    "lisp": ITSELF,
    "golang": ITSELF,
    "haskell": ITSELF,
}


def _player(name: str, command: Sequence[str], folder: Path | None, cwd: str) -> Player:
    from lanista.games.overdrive.contest.player import Entelect2020Player

    assert folder is not None, "such a bot is found by its folder"
    return Entelect2020Player(list(command), name, folder, cwd)


PROTOCOL = BotProtocol("entelect-2020", "Entelect Challenge 2020", _player, languages=LANGUAGES)


class EntelectChallenge2020(Contest):
    """One process per match, asked through files."""

    protocols: ClassVar = (PROTOCOL,)

    def logs(self) -> MakeLogs:
        """A folder per round, and tables."""
        from lanista.games.overdrive.contest.logs import OverdriveLogs

        return OverdriveLogs

    def remarks(self) -> Sequence[Observer]:
        """The referee flags error output."""
        from lanista.games.overdrive.contest.remarks import ErrorOutput

        return [ErrorOutput()]

    def recordings(self) -> Conform:
        """Matches of the official engine, and scenarios."""
        from lanista.games.overdrive.contest.recordings import conform

        return conform

    def bench(self) -> Iterable[Measure]:
        """A round of two bots."""
        from lanista.games.overdrive.contest.bench import measure_round

        return measure_round()


CONTEST = EntelectChallenge2020()
