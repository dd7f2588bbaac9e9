"""`lanista audit`: are the seats and maps of a game fair, and does every rule matter?"""

from __future__ import annotations

import secrets
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.play.series import progress
from lanista.cli.shared.again import again
from lanista.cli.shared.common import FAILED, console, error_console, print_json, stop_status, verb
from lanista.cli.shared.completers import complete_bots, complete_games
from lanista.cli.shared.groups import TermsOptions, jobs_option, maps_option, seats_option
from lanista.cli.shared.options import Several, group, option, option_group, takes
from lanista.core.errors import InputError

if TYPE_CHECKING:
    from lanista.tools.audit import Audit, AuditPlan


@option_group
class AuditOptions:
    """Which matches are played, and what counts as fair."""

    bots: tuple[str, ...] = option(
        "--bots",
        cls=Several,
        multiple=True,
        metavar="BOT...",
        shell_complete=complete_bots,
        help="The bots that play against themselves.  [default: all built-in ones but the last, the slowest]",
    )
    matches: int = option(
        "--matches", type=click.IntRange(1), default=200, show_default=True, help="Matches in all."
    )
    maps: tuple[str, ...] = maps_option("all built-in ones")
    bias: float = option(
        "--bias",
        type=click.FloatRange(0, 0.5, max_open=True),
        default=0.02,
        show_default=True,
        help="The largest advantage of a seat that counts as fair, as a share of a match.",
    )
    terms: TermsOptions = group(TermsOptions)
    seats: int | None = seats_option()
    seed: int | None = option("--seed", type=int, help="From which all seeds are derived.  [default: random]")
    jobs: int | None = jobs_option()
    save: Path | None = option(
        "--save", type=click.Path(path_type=Path), metavar="FILE.svg", help="Also save the chart as a picture."
    )


@verb
@click.argument("game", shell_complete=complete_games)
@takes(AuditOptions)
def command(game: str, options: AuditOptions, as_json: bool) -> None:
    """Find out whether the seats and maps of GAME are fair, and which of its rules never act.

    Bots play against themselves with many seeds, so that only the seat can make a difference. Ctrl-C stops it and
    shows what was found until then. GAME comes first if --bots or --map are given several values.

    Exits with 1 if a seat's advantage is beyond --bias with certainty, also for a single bot or map.
    """
    from lanista.cli.audit.report import as_json as found_as_json
    from lanista.cli.audit.report import print_findings, save_chart
    from lanista.tools.audit import Audit, BiasVerdict, verdict_of

    if options.save and options.save.suffix != ".svg":
        raise InputError(f"--save {options.save}: expected a file name that ends in .svg")
    audit = Audit(_plan(game, options), options.bias)
    status = _run(audit, options, quiet=as_json)
    stopped = bool(status)
    words = again(matches=audit.plan.matches, seed=audit.plan.seed)
    if as_json:
        print_json(found_as_json(audit, words, stopped=stopped))
    else:
        print_findings(console(), audit, words, stopped=stopped)
    if options.save and audit.groups:
        save_chart(options.save, audit)
    if stopped:
        sys.exit(status)
    sys.exit(FAILED if audit.failures or verdict_of(audit.groups) is BiasVerdict.BIASED else 0)


def _plan(name: str, options: AuditOptions) -> AuditPlan:
    from lanista.game import get_game
    from lanista.tools.audit import AuditPlan

    game = get_game(name)
    plan = AuditPlan(
        game,
        bots=options.bots or game.bots[:-1] or game.bots,
        maps=options.maps or game.maps or ("",),
        seats=options.seats or max(2, game.default_seats),
        matches=options.matches,
        seed=secrets.randbits(32) if options.seed is None else options.seed,
        terms=options.terms.terms(),
    )
    for spec, _ in zip(plan.probes(), plan.cells, strict=False):  # report what cannot be played before the start
        planned = spec.plan()
        if planned.people or planned.joining:
            raise InputError("an audit is for bots that lanista starts; leave out `human` and `join`")
    return plan


def _run(audit: Audit, options: AuditOptions, *, quiet: bool) -> int:
    """Play all matches; returns the exit status if Ctrl-C or SIGTERM interrupted them."""
    from lanista.series.cores import crowding, default_jobs, thinking_at_once
    from lanista.series.executor import InProcess
    from lanista.series.pool import LocalPool

    plan = audit.plan
    thinking = max(thinking_at_once(spec.plan().bots) for spec, _ in zip(plan.probes(), plan.cells, strict=False))
    jobs = min(options.jobs or default_jobs(thinking), plan.matches)
    if not quiet and (note := crowding(jobs, thinking)):
        error_console().print(note, style="yellow", soft_wrap=True)
    try:
        executor = LocalPool(jobs) if jobs > 1 else InProcess()
        with closing(audit.run(executor)) as running, progress(plan.game.name, plan.matches, quiet) as update:  # type: ignore[type-var]
            for report in running:
                update(len(audit.reports), f"{report.spec.bots[0]} {report.spec.terms.map}".strip())
    except KeyboardInterrupt as stop:
        return stop_status(stop) if len(audit.reports) < plan.matches else 0
    return 0
