"""Notices when a runner's machine, not one bot, is why matches have no result."""

from __future__ import annotations

from lanista.core.errors import InputError
from lanista.core.text import quoted
from lanista.league.history import LeagueHistory
from lanista.league.store.records import LeagueMatch

MAX_IN_ROW = 6  # matches without a result, after which a runner blames its machine
MAX_NAMES = 4  # of a match that a message lists


class UnplayableError(InputError):
    """This machine cannot play matches of the league."""


class Trouble:
    """Counts matches without a result, and holds those that this machine cannot play until the run ends."""

    def __init__(self, history: LeagueHistory, bots_needed: int = 2) -> None:
        self._history = history
        self._needed = bots_needed
        self._suspects: set[int] = set()  # the entries that are in all matches in the row
        self._in_row = 0
        self._last = ""
        self.held: set[int] = set()

    def is_well(self) -> None:
        """Note a judged match."""
        self._in_row = 0

    def note(self, match: LeagueMatch, why: str) -> None:
        """Note a match without a result."""
        names = " vs ".join(quoted(self._history.entries[entry].bot) for entry in match.entries[:MAX_NAMES])
        self._suspects = {*match.entries} & self._suspects if self._in_row else {*match.entries}
        self._last = f"match {match.number} ({names}): {why}"
        self._in_row += 1

    def hold(self, match: LeagueMatch) -> None:
        """Set aside a match that this machine cannot play; others may have it when the run ends."""
        self.held.add(match.number)

    def check(self) -> None:
        """Raise UnplayableError after too many matches in a row without a result.

        If one bot is in all of them, others can still play, unless there are too few of them.
        """
        others_can_play = self._suspects and len(self._history.active()) > self._needed
        if self._in_row >= MAX_IN_ROW and not others_can_play:
            raise self._error(f"{self._in_row} matches in a row had no result")

    def check_rest(self) -> None:
        """Raise UnplayableError if matches were set aside, when nothing else is left."""
        if self.held:
            count = len(self.held)
            raise self._error(f"{count} {'match' if count == 1 else 'matches'} cannot be played here")

    def _error(self, what: str) -> UnplayableError:
        return UnplayableError(
            f"{what}, the last one because: {self._last}; that counts for nobody, and what was played is kept. "
            "Mend it and run the league again, run it on another machine, or remove the bot"
        )
