"""Everything that happened in a league, in the order of its matches, whatever the order in which they ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lanista.store.records import Entry, Match, Result


class History:
    """The entries, matches and results of a league; grows as they are added."""

    def __init__(
        self, entries: Iterable[Entry] = (), matches: Iterable[Match] = (), results: Iterable[Result] = ()
    ) -> None:
        self.entries: dict[int, Entry] = {}
        self.matches: list[Match] = []  # by number
        self.results: dict[int, Result] = {}  # by number of the match
        self._prefix = 0
        for entry in entries:
            self.add_entry(entry)
        for match in matches:
            self.add_match(match)
        for result in results:
            self.add_result(result)

    def add_entry(self, entry: Entry) -> None:
        """Add an entry, or replace it by one that has left."""
        self.entries[entry.id] = entry

    def add_match(self, match: Match) -> None:
        """Add the next match of the schedule; one that is known is ignored."""
        if match.number < len(self.matches):
            return
        assert match.number == len(self.matches), f"match {match.number} after {len(self.matches)} matches"
        self.matches.append(match)

    def add_result(self, result: Result) -> None:
        """Add the result of a match; only the first one counts."""
        self.results.setdefault(result.number, result)

    @property
    def prefix(self) -> int:
        """How many matches from the first on have a result, without a gap."""
        while self._prefix in self.results and self._prefix < len(self.matches):
            self._prefix += 1
        return self._prefix

    @property
    def is_complete(self) -> bool:
        """Whether every scheduled match has a result."""
        return self.prefix == len(self.matches)

    def active(self) -> list[Entry]:
        """The entries that have not left, in the order in which they joined."""
        return [entry for _, entry in sorted(self.entries.items()) if entry.left is None]

    def quarantined(self) -> list[Entry]:
        """The bots that are quarantined: those whose newest version is."""
        newest = {entry.bot: entry for _, entry in sorted(self.entries.items())}
        return [entry for entry in newest.values() if entry.quarantined]

    def judged(self) -> Iterator[tuple[Match, Result]]:
        """The matches that count, with their results, by number."""
        for match in self.matches:
            result = self.results.get(match.number)
            if result is not None and result.counts:
                yield match, result
