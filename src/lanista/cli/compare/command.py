"""`lanista compare`: is a bot better than another one?"""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

import click

from lanista.cli.compare.screen import ComparePanel, notes, print_outcome
from lanista.cli.shared.again import again
from lanista.cli.shared.common import FAILED, console, error_console, print_json, stop_status, verb
from lanista.cli.shared.completers import complete_bots, complete_games
from lanista.cli.shared.contest import ServerOptions
from lanista.cli.shared.groups import (
    SprtOptions,
    TermsOptions,
    jobs_option,
    maps_option,
    seats_option,
)
from lanista.cli.shared.options import Several, given, group, option, option_group, refuse_given, takes
from lanista.cli.shared.progress import doing

if TYPE_CHECKING:
    from lanista.series.compare import Comparison, ComparisonQuestion
    from lanista.series.stats import Sprt, SprtDecision
    from lanista.serve.client import ServerClient

UNDECIDED = 3
DECIDED = {"accepted": 0, "rejected": FAILED, "undecided": UNDECIDED}  # exit codes
QUICK_ELO, QUICK_ERROR, QUICK_PAIRS = 80.0, 0.1, 100  # of --quick


@option_group
class ComparisonOptions:
    """The test, and how its matches are played."""

    test: SprtOptions = group(SprtOptions)
    quick: bool = option(
        "--quick",
        is_flag=True,
        help="For slow games: --elo1 80 --alpha 0.1 --beta 0.1 --max-pairs 100, some 30 pairs.",
    )
    max_pairs: int = option(
        "--max-pairs",
        type=click.IntRange(1),
        default=5000,
        show_default=True,
        help="Stop undecided after this many pairs: seeds, each played with every rotation of the seats.",
    )
    against: tuple[str, ...] = option(
        "--against",
        cls=Several,
        multiple=True,
        metavar="BOT...",
        shell_complete=complete_bots,
        help="Let NEW and OLD play these bots instead of each other.",
    )
    maps: tuple[str, ...] = maps_option("as `lanista play` chooses")
    terms: TermsOptions = group(TermsOptions)
    seats: int | None = seats_option(
        "NEW plays one seat, OLD all others.  [default: the game's usual number, at most 4]"
    )
    seed: int | None = option(
        "--seed",
        type=int,
        help="All seeds are derived from it.  [default: that of the earlier run, or random]",
    )
    lock_step: bool = option("--lock-step", is_flag=True, help="Let every tick wait for bots at a hub.")
    jobs: int | None = jobs_option()
    fresh: bool = option("--fresh", is_flag=True, help="Start over instead of continuing an earlier run.")

    def sprt(self) -> Sprt:
        """The test."""
        if not self.quick:
            return self.test.test()
        refuse_given("elo0", "elo1", "alpha", "beta", because="is set by --quick; give one of both")
        return replace(self.test.test(), elo1=QUICK_ELO, alpha=QUICK_ERROR, beta=QUICK_ERROR)

    @property
    def most_pairs(self) -> int:
        """The number of pairs after which the test ends undecided."""
        return QUICK_PAIRS if self.quick and not given("max_pairs") else self.max_pairs


@option_group
class CompareOptions(ComparisonOptions):
    """The test, the matches, the replays to keep, and the server that plays instead."""

    keep: str = option(
        "--keep",
        type=click.Choice(["lost", "all", "none"]),
        default="lost",
        show_default=True,
        help="Which replays to keep: where NEW lost or had a fault, all, or none; 200 at most.",
    )
    server: ServerOptions = group(ServerOptions)


@verb
@click.argument("game", shell_complete=complete_games)
@click.argument("new", shell_complete=complete_bots)
@click.argument("old", shell_complete=complete_bots)
@takes(CompareOptions)
def command(game: str, new: str, old: str, options: CompareOptions, as_json: bool) -> None:
    """Find out whether the bot NEW is better than OLD.

    Plays pairs of matches, the same seed from either seat, until a sequential test decides. Ctrl-C stops it; the
    same command continues later. GAME NEW OLD come first if --against or --map are given several values.

    With --on URL a contest server plays: NEW and OLD are numbers of versions that your team has uploaded, and the
    question is whether NEW is not worse.

    Exits with 0 if NEW is better (on a server: not worse), 1 if it is not, and 3 if --max-pairs, or the matches
    that the contest allows, were not enough to decide.
    """
    if (client := options.server.client()) is not None:
        _compare_on(client, game, new, old, as_json=as_json)
    from lanista.series.compare import Comparison, ComparisonStorage, Keep

    comparison = Comparison(
        question_of(game, new, old, options),
        options.sprt(),
        max_units=options.most_pairs,
        jobs=options.jobs,
        storage=ComparisonStorage(keep=Keep(options.keep), fresh=options.fresh),
    )
    stopped = _run(comparison, quiet=as_json)
    _show(comparison, stopped=bool(stopped), as_json=as_json)
    sys.exit(stopped or _exit_code(comparison.standing.decision))


def _compare_on(client: ServerClient, game: str, new: str, old: str, *, as_json: bool) -> NoReturn:
    """Compare two versions on a contest server, and exit."""
    from lanista.cli.shared.contest_jobs import ContestTeam, show_job

    with doing(quiet=as_json) as say:
        team = ContestTeam(client, game)
        job = team.finished(team.compare(new, old), say)
    show_job(job, as_json=as_json)
    sys.exit(DECIDED.get(job.decision, FAILED))


def question_of(game: str, new: str, old: str, options: ComparisonOptions) -> ComparisonQuestion:
    """The question about two bots, from the options."""
    import msgspec

    from lanista.series.compare import ComparisonQuestion

    return ComparisonQuestion(
        game,
        new,
        old,
        against=options.against,
        maps=options.maps or ("",),
        terms=msgspec.structs.replace(options.terms.terms(), lock_step=options.lock_step),
        seed=options.seed,
        seats=options.seats,
    )


def _run(comparison: Comparison, *, quiet: bool) -> int:
    """Play until the test decides; returns the exit status if Ctrl-C or SIGTERM interrupted it."""
    if not quiet:
        for style, note in notes(comparison):
            error_console().print(note, style=style, markup=False, soft_wrap=True)
    try:
        with (
            ComparePanel(comparison, error_console(), quiet=quiet) as panel,
            closing(comparison.run()) as standings,
        ):
            for _ in standings:
                panel.update()
    except KeyboardInterrupt as stop:
        return 0 if comparison.standing.is_over else stop_status(stop)
    return 0


def _exit_code(decision: SprtDecision) -> int:
    return DECIDED[decision.value]


def _show(comparison: Comparison, *, stopped: bool, as_json: bool) -> None:
    """Print the result, as text or JSON."""
    words = again(seed=comparison.seed)
    if not as_json:
        print_outcome(console(), comparison, words, stopped=stopped)
        return
    from lanista.cli.compare.as_json import as_json as result_as_json

    print_json(result_as_json(comparison, words, stopped=stopped))
