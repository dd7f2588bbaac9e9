"""Entelect Challenge 2018: its protocol, its log folder, hints on crashes and recordings of its engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from lanista.bots.runtimes import DOTNET, GO_RUN, ITSELF, JAVA, NODE, PHP, PYTHON2, PYTHON3
from lanista.contest import BotProtocol, Conform, Contest, MakeLogs

if TYPE_CHECKING:
    from lanista.bench.measure import Measure
    from lanista.bots.player import Player

LANGUAGES = {
    "java": JAVA,
    "kotlin": JAVA,
    "scala": JAVA,
    "c#core": DOTNET,
    "c#dotnetcore": DOTNET,  # the first release's word
    "javascript": NODE,
    "python": PYTHON3,  # the first release's word
    "python2": PYTHON2,
    "python3": PYTHON3,
    "php": PHP,
    "rust": ITSELF,
    "c++": ITSELF,
    "lisp": ITSELF,
    "haskell": ITSELF,
    "golang": GO_RUN,
}


def _player(name: str, command: Sequence[str], folder: Path | None, cwd: str) -> Player:
    from lanista.games.tower_defence.contest.player import Entelect2018Player

    assert folder is not None, "such a bot is found by its folder"
    return Entelect2018Player(list(command), name, folder, cwd)


PROTOCOL = BotProtocol("entelect-2018", "Entelect Challenge 2018", _player, languages=LANGUAGES)


class EntelectChallenge2018(Contest):
    """A process for every round, asked through files."""

    protocols: ClassVar = (PROTOCOL,)

    def logs(self) -> MakeLogs:
        """A folder per round."""
        from lanista.games.tower_defence.contest.logs import TowerDefenceLogs

        return TowerDefenceLogs

    def crash_hint(self, ruleset: str, log: str) -> str:
        """Which ruleset writes the files that the bot was written for."""
        from lanista.games.tower_defence.contest.hints import hint

        return hint(ruleset, log)

    def recordings(self) -> Conform:
        """Matches of three releases of the engine."""
        from lanista.games.tower_defence.contest.recordings import conform

        return conform

    def bench(self) -> Iterable[Measure]:
        """A round of two bots."""
        from lanista.games.tower_defence.contest.bench import measure_round

        return measure_round()


CONTEST = EntelectChallenge2018()
