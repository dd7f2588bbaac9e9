"""Filters of matches as people type them into an address."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from lanista.core.errors import InputError
from lanista.core.text import quoted, whole_number
from lanista.serve.results.book import Book
from lanista.serve.results.index import BotOutcome, MatchFilter

NO_ENTRY = frozenset({-1})


class MatchQuery(msgspec.Struct, frozen=True):
    """A search among the matches."""

    bot: str = ""  # a bot's name
    entry: int = -1  # one version
    result: str = ""  # of that bot: won, drawn or lost
    faults: bool = False
    map: str = ""
    live: bool = False  # those to come
    before: int = 0

    @classmethod
    def of(cls, query: Mapping[str, str]) -> MatchQuery:
        """Read a query; raises InputError."""
        result = query.get("result", "")
        if result and result not in tuple(BotOutcome):
            raise InputError(f"expected won, drawn or lost as result, got {quoted(result)}")
        return cls(
            bot=query.get("bot", "").strip(),
            entry=number(query, "entry", -1),
            result=result,
            faults=query.get("faults", "") not in ("", "0", "no"),
            map=query.get("map", ""),
            live=query.get("live", "") not in ("", "0", "no"),
            before=number(query, "before", 0),
        )

    def query(self, before: int) -> dict[str, str]:
        """The same as a query, below another number."""
        found = {"bot": self.bot, "result": self.result, "map": self.map}
        found |= {"faults": "1" if self.faults else "", "live": "1" if self.live else ""}
        found |= {"entry": str(self.entry) if self.entry >= 0 else "", "before": str(before or "")}
        return {name: value for name, value in found.items() if value}


def number(query: Mapping[str, str], name: str, default: int) -> int:
    """A whole number of a query; raises InputError."""
    text = query.get(name, "")
    if not text:
        return default
    found = whole_number(text)
    if found is None or not 0 <= found < 2**31:
        raise InputError(f"expected a whole number for {name}, got {quoted(text)}")
    return found


def match_filter(book: Book, asked: MatchQuery) -> MatchFilter:
    """The filter that a query means."""
    entries = frozenset({asked.entry}) if asked.entry >= 0 else frozenset[int]()
    if asked.bot:
        wanted = asked.bot.casefold()
        named = frozenset(entry.id for entry in book.entries.values() if entry.bot.casefold() == wanted)
        entries = (named & entries if entries else named) or NO_ENTRY
    outcome = BotOutcome(asked.result) if asked.result else None
    return MatchFilter(entries, outcome, asked.faults, asked.map, asked.live, asked.before)
