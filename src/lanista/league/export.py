"""The table of a league as files for other programs: CSV and JSON. Their columns are in docs/reports.md."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from lanista import __version__
from lanista.core.text import inert, seat_letter
from lanista.league.facts import when
from lanista.league.store.records import LeagueRecord
from lanista.league.values import LeagueOverview, MatchSummary, Row

FORMAT = 1
FORMULA = ("=", "+", "-", "@")  # a spreadsheet would run a text that begins with one of these

TABLE_COLUMNS = (
    "rank",
    "bot",
    "version",
    "rating",
    "rating_low",
    "rating_high",
    "points",
    "matches",
    "won",
    "drawn",
    "lost",
    "score",
    "faults",
    "faulty_matches",
    "void",
    "cancelled",
    "remark",
    "builtin",
    "digest",
)
MATCH_COLUMNS = (
    "match",
    "unit",
    "round",
    "label",
    "map",
    "seat",
    "bot",
    "version",
    "place",
    "score",
    "faults",
    "void",
    "replay",
)


class LeagueExport(msgspec.Struct, frozen=True):
    """A league as JSON; `format` changes when a member does."""

    format: int
    lanista: str  # the version that wrote it
    made: str
    league: LeagueRecord
    table: LeagueOverview


def table_json(league: LeagueRecord, table: LeagueOverview, made: float) -> bytes:
    """The whole table as JSON."""
    export = LeagueExport(FORMAT, __version__, when(made), league, table)
    return msgspec.json.encode(export) + b"\n"


def table_csv(table: LeagueOverview) -> bytes:
    """The rows of the table, then those of bots that have left, which have no rank."""
    return _csv(TABLE_COLUMNS, (_table_row(row) for row in (*table.rows, *table.left)))


def matches_csv(table: LeagueOverview) -> bytes:
    """A line for each seat of each match with a result."""
    rows = {row.entry: row for row in (*table.rows, *table.left)}
    return _csv(MATCH_COLUMNS, (line for match in table.matches for line in _match_rows(match, rows)))


def _table_row(row: Row) -> Sequence[Any]:
    return (
        row.rank,
        row.bot,
        row.version,
        *(round(value, 1) for value in (row.rating.value, row.rating.low, row.rating.high)),
        row.points,
        row.matches,
        row.won,
        row.drawn,
        row.lost,
        None if row.score is None else round(row.score, 4),
        row.faults,
        row.faulty_matches,
        row.void,
        row.cancelled,
        row.remark,
        row.builtin,
        row.digest,
    )


def _match_rows(match: MatchSummary, rows: dict[int, Row]) -> Iterable[Sequence[Any]]:
    for seat, entry in enumerate(match.entries):
        yield (
            match.number,
            match.unit,
            match.round,
            match.label,
            match.map,
            seat_letter(seat),
            rows[entry].bot,
            rows[entry].version,
            _at(match.places, seat),
            _at(match.scores, seat),
            _at(match.faults, seat),
            match.void,
            match.replay,
        )


def _at(values: Sequence[int], seat: int) -> int | None:
    return values[seat] if seat < len(values) else None


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue().encode()


def _cell(value: object) -> object:
    """A text made inert for terminals and spreadsheets; numbers as they are."""
    if not isinstance(value, str):
        return value
    text = inert(value)
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text
