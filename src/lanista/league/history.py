"""The history of a league in the order of its schedule, whatever order the matches ended in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lanista.league.store.records import LeagueEntry, LeagueMatch, StoredResult


class LeagueHistory:
    """The entries, matches and results of a league; it only grows."""

    def __init__(
        self,
        entries: Iterable[LeagueEntry] = (),
        matches: Iterable[LeagueMatch] = (),
        results: Iterable[StoredResult] = (),
    ) -> None:
        self.entries: dict[int, LeagueEntry] = {}
        self.matches: list[LeagueMatch] = []  # by number
        self.results: dict[int, StoredResult] = {}  # by number of the match
        self._prefix = 0
        for entry in entries:
            self.add_entry(entry)
        for match in matches:
            self.add_match(match)
        for result in results:
            self.add_result(result)

    def add_entry(self, entry: LeagueEntry) -> None:
        """Add an entry, or replace it by one that has left."""
        self.entries[entry.id] = entry

    def add_match(self, match: LeagueMatch) -> None:
        """Add the next match of the schedule; a known one is ignored."""
        if match.number < len(self.matches):
            return
        assert match.number == len(self.matches), f"match {match.number} after {len(self.matches)} matches"
        self.matches.append(match)

    def add_result(self, result: StoredResult) -> None:
        """Add the result of a match; only the first one counts."""
        self.results.setdefault(result.number, result)

    @property
    def prefix(self) -> int:
        """The number of matches with results, from the first up to the first gap."""
        while self._prefix in self.results and self._prefix < len(self.matches):
            self._prefix += 1
        return self._prefix

    @property
    def is_complete(self) -> bool:
        """Whether every scheduled match has a result."""
        return self.prefix == len(self.matches)

    def active(self) -> list[LeagueEntry]:
        """The entries that have not left, in the order in which they joined."""
        return [entry for _, entry in sorted(self.entries.items()) if entry.left is None]

    def quarantined(self) -> list[LeagueEntry]:
        """The quarantined bots: those whose newest version is quarantined."""
        newest = {entry.bot: entry for _, entry in sorted(self.entries.items())}
        return [entry for entry in newest.values() if entry.quarantined]

    def judged(self) -> Iterator[tuple[LeagueMatch, StoredResult]]:
        """The matches that count, with their results, by number."""
        for match in self.matches:
            result = self.results.get(match.number)
            if result is not None and result.counts:
                yield match, result
