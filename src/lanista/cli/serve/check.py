"""`lanista serve check`: verifies a server."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from lanista.cli.serve.opening import DataOptions, opened_site
from lanista.cli.shared.common import FAILED, console, print_json, verb
from lanista.cli.shared.options import group, option, option_group, takes
from lanista.core.text import inert

if TYPE_CHECKING:
    from lanista.serve.ops.checking import CheckedServer

MAX_SHOWN = 20  # problems


@option_group
class CheckServerOptions:
    """The server, and how many replays are played again."""

    where: DataOptions = group(DataOptions)
    sample: int = option(
        "--sample",
        type=click.IntRange(0, 1_000_000),
        default=10,
        show_default=True,
        metavar="N",
        help="Play N replays again, chosen at random, and compare their results with those recorded.",
    )


@verb
@takes(CheckServerOptions)
def command(options: CheckServerOptions, as_json: bool) -> None:
    """Check everything of a server: tables, bots, uploads and their work, results against replays, the disk.

    The server may be running. Exits with 0 if nothing is wrong, 1 if anything is, 2 if it cannot be read.
    """
    from lanista.cli.shared.progress import doing
    from lanista.serve.ops.checking import check_server

    with opened_site(options.where) as site, doing(quiet=as_json) as tell:
        found = check_server(site, sample=options.sample, tell=tell)
    if as_json:
        print_json(found)
    else:
        _print(found)
    if not found.passed:
        sys.exit(FAILED)


def _print(found: CheckedServer) -> None:
    out = console()

    def line(text: str, style: str = "") -> None:
        out.print(inert(text, 600), style=style, markup=False, soft_wrap=True)

    for contest in found.contests:
        line(
            f"{contest.slug}: {contest.people} people in {contest.teams} teams, {contest.uploads} uploads "
            f"({contest.active} play), {contest.waiting} waiting"
        )
    store = found.store
    matches = sum(league.judged for league in store.leagues)
    line(f"{matches:,} judged matches, {store.replays:,} replays, {store.verified:,} played again")
    line(f"disk: {found.disk}", "yellow" if found.disk_is_low else "")
    for problem in found.problems[:MAX_SHOWN]:
        line(problem, "red")
    if len(found.problems) > MAX_SHOWN:
        line(f"and {len(found.problems) - MAX_SHOWN:,} more; --json lists them", "red")
    if found.passed:
        line("nothing is wrong", "green")
