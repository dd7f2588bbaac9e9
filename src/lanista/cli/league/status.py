"""`lanista league status`: the progress of a league, and its runners."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.league.opening import complete_leagues, league_verb, opened
from lanista.cli.league.values import quarantine_text
from lanista.cli.shared.common import console, print_json
from lanista.core.text import inert

if TYPE_CHECKING:
    from rich.console import Console

    from lanista.cli.league.shapes import LeagueStatus, RunnerInfo
    from lanista.league.league import League
    from lanista.league.store.records import RunnerProcess

MAX_VOIDS = 5  # reasons that are shown
SUFFIXES = ("", "-wal", "-shm")  # the files of a SQLite database


@league_verb
@click.argument("name", required=False, shell_complete=complete_leagues)
def command(name: str | None, address: str, as_json: bool) -> None:
    """Show how far the league NAME is, who is running it, and how large its store is."""
    from lanista.league.league import League

    with opened(address) as store:
        status = _status(League(store, store.find_league(name)), address)
    if as_json:
        print_json(status)
    else:
        _print(console(), status)


def _status(league: League, address: str) -> LeagueStatus:
    from lanista.cli.league.shapes import LeagueStatus, QuarantinedBot
    from lanista.cli.league.values import league_info

    store, history = league.store, league.history
    counts, outlook = store.counts(league.id), league.format.outlook(history)
    active = len(history.active())
    files, size = _replays(store.replays.folder)
    return LeagueStatus(
        league=league_info(league.record),
        store=store.address,
        bots=active,
        left=len(history.entries) - active,
        quarantined=[QuarantinedBot(bot.bot, bot.version, bot.quarantined) for bot in history.quarantined()],
        matches=counts.matches,
        judged=counts.results - counts.void - counts.cancelled,
        void=counts.void,
        cancelled=counts.cancelled,
        claimed=counts.claimed,
        over=league.is_over,
        outlook=outlook.sentence,
        total=outlook.matches,
        remaining=outlook.remaining,
        runners=[_runner(runner) for runner in store.runners(league.id)],
        voids=_voids(league)[:MAX_VOIDS],
        store_bytes=_database_bytes(address),
        replays=str(store.replays.folder),
        replay_files=files,
        replay_bytes=size,
    )


def _runner(runner: RunnerProcess) -> RunnerInfo:
    from lanista.cli.league.shapes import RunnerInfo
    from lanista.league.store.process import is_gone, this_process

    here = runner.machine == this_process("").machine
    state = "gone" if is_gone(runner) else "alive" if here else "elsewhere"
    return RunnerInfo(runner.label, state, runner.beat)


def _voids(league: League) -> list[str]:
    """Why matches could not be judged, by number."""
    results = sorted(league.history.results.items())
    return [f"match {number}: {one.void}" for number, one in results if one.void and not one.is_cancelled]


def _database_bytes(address: str) -> int | None:
    if "://" in address:
        return None
    files = (Path(f"{Path(address).expanduser()}{suffix}") for suffix in SUFFIXES)
    return sum(path.stat().st_size for path in files if path.exists())


def _replays(folder: Path) -> tuple[int, int]:
    """The number of replays, and their size."""
    sizes = [path.stat().st_size for path in folder.glob("*/*") if path.is_file()]
    return len(sizes), sum(sizes)


def _print(out: Console, status: LeagueStatus) -> None:
    from rich.table import Table
    from rich.text import Text

    league = status.league
    out.print(f"{inert(league.name, 60)}: {league.game}, {league.format}", style="bold", markup=False)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for label, text in _lines(status):
        grid.add_row(label, Text(inert(text, 400)))
    out.print(grid)


def _lines(status: LeagueStatus) -> Iterator[tuple[str, str]]:
    """The status, a label and a text per line."""
    total = f" of {status.total:,}" if status.total is not None else ""
    yield "matches", f"{status.judged:,}{total} judged, {status.matches:,} scheduled"
    yield "outlook", _outlook(status)
    left = f", {status.left} have left" if status.left else ""
    yield "bots", f"{status.bots}{left}"
    for bot in status.quarantined:
        yield "quarantined", quarantine_text(bot.bot, bot.why)
    if status.void:
        yield "void", f"{status.void}, such as {'; '.join(status.voids)}"
    if status.cancelled:
        yield "cancelled", f"{status.cancelled}, of bots that left"
    yield "claimed", f"{status.claimed} by {len(status.runners)} runners" if status.runners else "none"
    for runner in status.runners:
        yield "runner", f"{runner.label}: {runner.state}"
    size = "" if status.store_bytes is None else f", {_size(status.store_bytes)}"
    yield "store", f"{status.store}{size}"
    yield "replays", f"{status.replays}, {status.replay_files:,} files, {_size(status.replay_bytes)}"


def _outlook(status: LeagueStatus) -> str:
    if status.bots < 2 and not status.over:
        return "waits for bots: lanista league add"
    if status.over:
        return ", ".join(filter(None, ("over", status.outlook)))
    left = f"about {status.remaining:,} matches left" if status.remaining is not None else ""
    return ", ".join(filter(None, (status.outlook, left))) or "not over"


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e5 else f"{size / 1e3:.1f} kB"
