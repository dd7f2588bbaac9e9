"""Orbis Challenge 2015, Bot Rampage: its protocol, server, result files, and recordings of its engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.game.contest import BotProtocol, OriginalContest

if TYPE_CHECKING:
    from lanista.bots.player import BotPlayer
    from lanista.bots.protocol.venues import Venue


def _player(name: str, command: Sequence[str], folder: Path | None, cwd: str) -> BotPlayer:
    from lanista.games.rampage.contest.player import kit_player

    return kit_player(name, command, folder, cwd)


PROTOCOL = BotProtocol("rampage-2015", "Orbis Challenge 2015", _player, prefix="orbis", joinable=True)


class OrbisChallenge2015(OriginalContest):
    """The contest, whose bots exchange lines over TCP."""

    def venue(self, config: Mapping[str, int], seats: int, *, lock_step: bool) -> Venue:
        """A listener on the port that the kits connect to."""
        from lanista.games.rampage.contest.server import JoinListener, chosen_port

        return JoinListener(chosen_port())


CONTEST = OrbisChallenge2015(__name__, PROTOCOL)
