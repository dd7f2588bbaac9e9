"""`lanista league check`: verifies a store."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from lanista.cli.league.opening import league_verb, opened
from lanista.cli.shared.common import FAILED, console, print_json
from lanista.core.text import inert

if TYPE_CHECKING:
    from rich.console import Console

    from lanista.league.checked import CheckedStore

MAX_SHOWN = 20  # problems


@league_verb
@click.option(
    "--sample",
    type=click.IntRange(0, 1_000_000),
    default=10,
    show_default=True,
    metavar="N",
    help="Play N replays again, chosen at random, and compare their results with those recorded.",
)
@click.option(
    "--clean",
    is_flag=True,
    help="Move files of replays that no result names, such as after a kill, to a trash folder, and list them.",
)
@click.option(
    "--adopt", is_flag=True, help="Assign the folder of replays to this store: no other store uses it any more."
)
def command(sample: int, clean: bool, adopt: bool, address: str, as_json: bool) -> None:
    """Check everything in a store: counts, the digests of bots and replays, and a sample of replays.

    Exits with 0 if nothing is wrong, with 1 if anything is, and with 2 if the store cannot be read.
    """
    from lanista.cli.shared.progress import doing
    from lanista.league.check import check_store

    with opened(address, adopt=adopt) as store, doing(quiet=as_json) as tell:
        found = check_store(store, sample=sample, clean=clean, tell=tell)
    if as_json:
        print_json(found)
    else:
        _print(found)
    if not found.passed:
        sys.exit(FAILED)


def _print(found: CheckedStore) -> None:
    out = console()
    for league in found.leagues:
        without = "".join(
            f", {n:,} {what}" for n, what in ((league.void, "void"), (league.cancelled, "cancelled")) if n
        )
        out.print(
            f"{inert(league.name, 60)}: {league.matches:,} matches, {league.judged:,} judged{without}, "
            f"{league.waiting:,} waiting; {league.bots:,} entries",
            markup=False,
            highlight=False,
        )
    out.print(_files(found), markup=False, highlight=False)
    for problem in found.problems[:MAX_SHOWN]:
        out.print(inert(problem, 600), style="red", markup=False, highlight=False, soft_wrap=True)
    if len(found.problems) > MAX_SHOWN:
        out.print(f"and {len(found.problems) - MAX_SHOWN:,} more; --json lists them", style="red", highlight=False)
    if found.moved:
        _print_moved(out, found)
    if found.passed:
        out.print("nothing is wrong", style="green")


def _print_moved(out: Console, found: CheckedStore) -> None:
    """List what was moved to the trash."""
    lines = [f"moved to {found.trash}; delete that folder when nobody misses them:"]
    lines += [f"  {path}" for path in found.moved[:MAX_SHOWN]]
    if len(found.moved) > MAX_SHOWN:
        lines.append(f"  and {len(found.moved) - MAX_SHOWN:,} more; --json lists them")
    for line in lines:
        out.print(inert(line), markup=False, highlight=False, soft_wrap=True)


def _files(found: CheckedStore) -> str:
    """One line about archives and replays."""
    words = [f"{found.archives:,} archives", f"{found.replays:,} replays"]
    words += [f"{n:,} {what}" for n, what in ((found.missing, "missing"), (found.damaged, "damaged")) if n]
    words.append(f"{found.verified:,} played again")
    if found.unreferenced and found.cleaned:
        words.append(f"{found.cleaned:,} of {found.unreferenced:,} unreferenced files moved to the trash")
    elif found.unreferenced:
        words.append(f"{found.unreferenced:,} unreferenced files (--clean moves them to a trash folder)")
    return ", ".join(words)
