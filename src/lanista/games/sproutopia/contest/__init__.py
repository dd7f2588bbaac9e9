"""Entelect Challenge 2024: its hub, log files, and recordings of its engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from lanista.game.contest import BotProtocol, OriginalContest

if TYPE_CHECKING:
    from lanista.bots.player import BotPlayer
    from lanista.bots.protocol.venues import Venue


def _player(name: str, command: Sequence[str], folder: Path | None, cwd: str) -> BotPlayer:
    from lanista.games.sproutopia.contest.player import hub_player

    return hub_player(name, command, folder and folder / cwd)


PROTOCOL = BotProtocol(
    "sproutopia-2024", "Entelect Challenge 2024", _player, prefix="signalr", joinable=True, real_time=True
)


class EntelectChallenge2024(OriginalContest):
    """Bots connect to a SignalR hub over a WebSocket on loopback."""

    tick_setting: ClassVar = "TickRate"

    def venue(self, config: Mapping[str, int], seats: int, *, lock_step: bool) -> Venue:
        """The hub of a match."""
        from lanista.games.sproutopia.contest.hub import MatchHub

        return MatchHub(config, seats, lock_step=lock_step)


CONTEST = EntelectChallenge2024(__name__, PROTOCOL)
