"""`lanista league export`: a report as one HTML file, or the table as CSV or JSON."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.league.opening import complete_leagues, league_verb, opened
from lanista.cli.shared.common import console, print_json
from lanista.cli.shared.options import option, option_group, refuse_given, takes
from lanista.core.errors import InputError

if TYPE_CHECKING:
    from lanista.cli.league.shapes import LeagueExported
    from lanista.league.league import League
    from lanista.league.values import LeagueOverview
    from lanista.web.report.replays import Links, WrittenPages

SUFFIXES = (".html", ".csv", ".json")
MAX_SHOWN = 3  # reasons why replays have no page


@option_group
class LeagueExportOptions:
    """The file to write, and the location of its replays."""

    output: Path | None = option(
        "-o",
        "--output",
        type=click.Path(path_type=Path),
        help="The file to write: .html, .csv or .json.  [default: named after the league, .html]",
    )
    with_replays: int | None = option(
        "--with-replays",
        type=click.IntRange(1, 100_000),
        metavar="N",
        help="Also write pages that show the last matches of the best pairs, N in all, into a folder beside it.",
    )
    replays_at: str | None = option(
        "--replays-at",
        metavar="URL",
        help="Link to the replays under this address.  [default: to the files of the store]",
    )
    matches: bool = option("--matches", is_flag=True, help="CSV: all matches, a line per seat, not the table.")
    force: bool = option("--force", is_flag=True, help="Overwrite an existing file.")


@league_verb
@click.argument("name", required=False, shell_complete=complete_leagues)
@takes(LeagueExportOptions)
def command(name: str | None, options: LeagueExportOptions, address: str, as_json: bool) -> None:
    """Write a report of the league NAME as one HTML file that works offline, or its table as CSV or JSON.

    The report holds the table, head-to-head, ratings over time, biases of seats and maps, the rounds and all
    matches, with links to their replays.
    """
    from lanista.league.league import League

    began = time.perf_counter()
    with opened(address) as store:
        league = League(store, store.find_league(name))
        exported = _export(league, options, quiet=as_json)
    exported.seconds = round(time.perf_counter() - began, 3)
    if as_json:
        print_json(exported)
    else:
        _print(exported)


def _export(league: League, options: LeagueExportOptions, *, quiet: bool) -> LeagueExported:
    from lanista.cli.league.shapes import LeagueExported
    from lanista.cli.league.values import league_info
    from lanista.core.files import refuse_existing, write_whole
    from lanista.league.table import make_table

    path = options.output or Path(f"{league.name.replace('/', '-')}.html")
    kind = _kind(path, options)
    refuse_existing(path, force=options.force)
    table = make_table(league.history, league.format)
    links, written = _links(league, table, path, options, quiet=quiet) if kind == ".html" else (None, None)
    data = _data(league, table, kind, options, links)
    write_whole(path, data, force=options.force)
    return LeagueExported(
        league=league_info(league.record),
        file=str(path),
        bytes=len(data),
        matches=len(table.matches),
        missing=len(links.missing) if links else 0,
        pages=len(written.digests) if written else 0,
        failed=written.failed if written else [],
        seconds=0.0,
    )


def _kind(path: Path, options: LeagueExportOptions) -> str:
    """The suffix of the file; rejects options that have no effect on it."""
    kind = path.suffix.lower()
    if kind not in SUFFIXES:
        raise InputError(f"expected a file that ends with {', '.join(SUFFIXES)}, got {path.name!r}")
    if kind != ".html":
        refuse_given("with_replays", "replays_at", because="is for a report; name a file that ends with .html")
    if kind != ".csv":
        refuse_given("matches", because="is for CSV; the report and JSON have all matches")
    return kind


def _links(
    league: League, table: LeagueOverview, path: Path, options: LeagueExportOptions, *, quiet: bool
) -> tuple[Links, WrittenPages | None]:
    """The report's links to replays, and the pages that were written."""
    from lanista.web.report.replays import Links, file_pattern, missing_replays, web_pattern

    replays = league.store.replays
    missing = frozenset[str]() if options.replays_at else missing_replays(table, replays)
    files = web_pattern(options.replays_at) if options.replays_at else file_pattern(replays.folder, path)
    if not options.with_replays:
        return Links(files, missing=missing), None
    folder = path.with_name(f"{path.stem}-replays")
    written = _write_pages(league, table, folder, options.with_replays, quiet=quiet)
    return Links(files, _page_pattern(folder), missing, frozenset(written.digests)), written


def _page_pattern(folder: Path) -> str:
    from urllib.parse import quote

    return f"{quote(folder.name)}/{{digest}}.html"


def _write_pages(league: League, table: LeagueOverview, folder: Path, count: int, *, quiet: bool) -> WrittenPages:
    from lanista.cli.shared.progress import doing
    from lanista.web.report.replays import chosen_replays, write_pages

    chosen = chosen_replays(table, count)
    with doing(quiet=quiet) as show:

        def done(number: int) -> None:
            if number % 10 == 0 or number == len(chosen):
                show(f"page {number} of {len(chosen)}")

        return write_pages(chosen, league.store.replays, folder, done)


def _data(
    league: League, table: LeagueOverview, kind: str, options: LeagueExportOptions, links: Links | None
) -> bytes:
    """The contents of the file."""
    from lanista.league.export import matches_csv, table_csv, table_json

    if kind == ".csv":
        return matches_csv(table) if options.matches else table_csv(table)
    if kind == ".json":
        return table_json(league.record, table, time.time())
    from lanista.web.report.page import league_html

    assert links is not None
    return league_html(league, table, links, time.time()).encode()


def _print(exported: LeagueExported) -> None:
    from lanista.core.text import inert

    size = f"{exported.bytes / 1000:.0f} kB"
    parts = [size, f"{exported.matches:,} matches"]
    if exported.pages:
        parts.append(f"{exported.pages:,} of them as pages in {Path(exported.file).stem}-replays")
    lines = [f"{exported.file}: {', '.join(parts)}, {exported.seconds:.1f} s"]
    if exported.missing:
        lines.append(f"{exported.missing:,} replays are not in the store's folder, so they have no link")
    lines += [f"no page: {inert(reason)}" for reason in exported.failed[:MAX_SHOWN]]
    if len(exported.failed) > MAX_SHOWN:
        lines.append(f"and {len(exported.failed) - MAX_SHOWN:,} more without a page")
    for line in lines:
        console().print(line, markup=False, soft_wrap=True)
