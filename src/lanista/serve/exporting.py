"""The results of a contest as files: for spreadsheets, for programs, and as a report that works offline."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from lanista.core.text import join_words, quoted
from lanista.league.export import matches_csv, table_csv, table_json
from lanista.league.league import League
from lanista.league.table import make_table
from lanista.league.values import LeagueOverview
from lanista.serve.errors import Missing

if TYPE_CHECKING:
    from lanista.serve.contests import Contest
    from lanista.serve.site import Site

NO_REPLAYS = "replays/{digest}"


class ExportKind(NamedTuple):
    """A file that can be exported."""

    media: str
    about: str
    write: Callable[[League, LeagueOverview, float], bytes]


class ResultFile(NamedTuple):
    """An exported file."""

    name: str
    media: str
    data: bytes


def _report(league: League, table: LeagueOverview, now: float) -> bytes:
    from lanista.web.report.page import league_html
    from lanista.web.report.replays import Links

    missing = frozenset(match.replay for match in table.matches)  # the file is read elsewhere, without replays
    return league_html(league, table, Links(NO_REPLAYS, missing=missing), now).encode()


KINDS = {
    "table.csv": ExportKind(
        "text/csv", "the table, for a spreadsheet", lambda league, table, now: table_csv(table)
    ),
    "matches.csv": ExportKind(
        "text/csv", "all matches, a line per seat", lambda league, table, now: matches_csv(table)
    ),
    "table.json": ExportKind(
        "application/json",
        "everything, for programs",
        lambda league, table, now: table_json(league.record, table, now),
    ),
    "report.html": ExportKind("text/html", "a report as one page that works offline", _report),
}


def export_results(site: Site, contest: Contest, kind: str) -> ResultFile:
    """A contest's results as a file; raises Missing for an unknown kind."""
    chosen = KINDS.get(kind)
    if chosen is None:
        raise Missing(f"results are exported as {join_words(list(KINDS), 'or')}, got {quoted(kind, 40)}")
    league = site.contests.open_league(contest)
    table = make_table(league.history, league.format)
    return ResultFile(f"{contest.slug}-{kind}", chosen.media, chosen.write(league, table, site.now()))
