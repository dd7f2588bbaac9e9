"""Plays matches one after the other in this process."""

from __future__ import annotations

from lanista.bots.process.live_bots import LiveBots
from lanista.bots.source.found_bots import FoundBots
from lanista.series.spec import MatchReport, MatchSpec, play_spec


class MatchPlayer:
    """Owns what matches share: bots that were found, and processes that can play again."""

    def __init__(self) -> None:
        self._found_bots = FoundBots()
        self._live_bots = LiveBots()

    def __enter__(self) -> MatchPlayer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes that could have played again."""
        self._live_bots.close()

    def play(self, spec: MatchSpec) -> MatchReport:
        """Play a match; errors of its bots or files are part of the report."""
        return play_spec(spec, self._found_bots, self._live_bots)
