"""The order in which somebody wants to see the table, and which part of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from lanista.core.errors import InputError
from lanista.core.text import quoted
from lanista.serve.results.searching import number
from lanista.serve.results.views import TableRow

PAGE = 100  # rows
LAST = float("inf")


class TableColumn(NamedTuple):
    """A column that the table can be sorted by."""

    title: str
    value: Callable[[TableRow], Any]
    falls: bool = True  # whether the largest values come first


COLUMNS: dict[str, TableColumn] = {
    "rank": TableColumn("Rank", lambda row: LAST if row.rank is None else row.rank, falls=False),
    "bot": TableColumn("Bot", lambda row: row.bot.casefold(), falls=False),
    "rating": TableColumn("Rating", lambda row: row.rating.value if row.rating else -LAST),
    "trend": TableColumn("Trend", lambda row: -LAST if row.trend is None else row.trend),
    "matches": TableColumn("Matches", lambda row: row.matches),
    "won": TableColumn("Won – drawn – lost", lambda row: row.won / row.matches if row.matches else -1.0),
    "faults": TableColumn("Faults", lambda row: row.faults),
}


class TableOrder(msgspec.Struct, frozen=True):
    """A part of the table."""

    sort: str = "rank"
    turned: bool = False  # the other way round than usual
    find: str = ""  # in names of bots
    page: int = 1

    @classmethod
    def of(cls, query: Mapping[str, str]) -> TableOrder:
        """Read a query; raises InputError."""
        sort = query.get("sort", "rank")
        if sort not in COLUMNS:
            raise InputError(f"expected one of {', '.join(COLUMNS)} to sort by, got {quoted(sort)}")
        turned = query.get("turned", "") not in ("", "0")
        return cls(sort, turned, query.get("find", "").strip()[:80], max(1, number(query, "page", 1)))

    def query(self, **changes: Any) -> dict[str, str]:
        """The same as a query, with some changes."""
        changed = msgspec.structs.replace(self, **changes)
        found = {"sort": "" if changed.sort == "rank" else changed.sort, "turned": "1" if changed.turned else ""}
        found |= {"find": changed.find, "page": str(changed.page) if changed.page > 1 else ""}
        return {name: value for name, value in found.items() if value}

    def falls(self, column: str) -> bool:
        """Whether the largest values of a column come first."""
        return COLUMNS[column].falls != (self.turned and column == self.sort)


class TablePart(NamedTuple):
    """The rows that are shown."""

    rows: list[TableRow]
    total: int  # rows that fit
    first: int  # of the shown ones, from 1 on
    pages: int


def ordered(rows: Sequence[TableRow], order: TableOrder) -> TablePart:
    """The part of the table that was asked for."""
    wanted = order.find.casefold()
    found = [row for row in rows if wanted in row.bot.casefold()] if wanted else list(rows)
    value = COLUMNS[order.sort].value
    if order.sort != "rank" or order.turned:
        found.sort(key=value, reverse=order.falls(order.sort))
    pages = max(1, -(-len(found) // PAGE))
    at = (min(order.page, pages) - 1) * PAGE
    return TablePart(found[at : at + PAGE], len(found), at + 1, pages)
