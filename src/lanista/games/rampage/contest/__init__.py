"""Orbis Challenge 2015, Bot Rampage: its protocol, its server, its result files and recordings of its engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from lanista.contest import BotProtocol, Conform, Contest, MakeLogs

if TYPE_CHECKING:
    from lanista.bench.measure import Measure
    from lanista.bots.player import Player
    from lanista.bots.venues import Venue


def _player(name: str, command: Sequence[str], folder: Path | None, cwd: str) -> Player:
    from lanista.games.rampage.contest.player import kit_player

    return kit_player(name, command, folder, cwd)


PROTOCOL = BotProtocol("rampage-2015", "Orbis Challenge 2015", _player, prefix="orbis", joinable=True)


class OrbisChallenge2015(Contest):
    """Lines over TCP."""

    protocols: ClassVar = (PROTOCOL,)

    def venue(self, config: Mapping[str, int], seats: int, *, lock_step: bool) -> Venue:
        """The port that the kits connect to."""
        from lanista.games.rampage.contest.server import JoinListener, chosen_port

        return JoinListener(chosen_port())

    def logs(self) -> MakeLogs:
        """The result file, and its map."""
        from lanista.games.rampage.contest.logs import OrbisResults

        return OrbisResults

    def recordings(self) -> Conform:
        """Games of the original server, and its result files."""
        from lanista.games.rampage.contest.recordings import conform

        return conform

    def bench(self) -> Iterable[Measure]:
        """A turn of two kits' bots."""
        from lanista.games.rampage.contest.bench import measure_turn

        return measure_turn()


CONTEST = OrbisChallenge2015()
