"""`lanista play`: plays a match between bots."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.play.live import LiveOptions, playing
from lanista.cli.play.series import check_single, play_series
from lanista.cli.play.standings import SeriesOptions
from lanista.cli.shared.again import match_again
from lanista.cli.shared.common import console, error_console, print_json, verb
from lanista.cli.shared.completers import complete_bots, complete_games
from lanista.cli.shared.confining import sandbox_warning
from lanista.cli.shared.contest import ServerOptions
from lanista.cli.shared.groups import TermsOptions, map_option
from lanista.cli.shared.options import group, option, option_group, refuse_both, refuse_given, takes
from lanista.cli.shared.progress import doing
from lanista.cli.shared.saving import SaveOptions, exit_if_incomplete, open_recorder
from lanista.core.errors import InputError

if TYPE_CHECKING:
    from lanista.game import Game
    from lanista.match.planning import PlannedMatch
    from lanista.match.referee import MatchResult, Observer
    from lanista.series.spec import MatchSpec
    from lanista.serve.client import ServerClient


@option_group
class MatchOptions:
    """Which match to play, and how to ask its bots."""

    seed: int | None = option(
        "--seed", type=int, help="The match's seed, up to 64 bits.  [default: random, shown with the result]"
    )
    map: str = map_option()
    terms: TermsOptions = group(TermsOptions)
    join: int = option(
        "--join",
        type=click.IntRange(0),
        default=0,
        help="Wait for this many bots of the contest to join, in the first seats.",
    )
    tick_ms: int | None = option(
        "--tick-ms", type=click.IntRange(1), help="Milliseconds per tick, in games that have ticks."
    )
    lock_step: bool | None = option(
        "--lock-step/--real-time",
        default=None,
        help="Whether a tick waits for the answers of bots at a hub.  [default: --real-time]",
    )
    one_at_a_time: bool | None = option(
        "--one-at-a-time/--together",
        default=None,
        help="Whether to ask seats one after the other.  [default: if there are more bots than free cores]",
    )
    strict: bool = option("--strict", is_flag=True, help="Stop at the first fault and show what caused it.")


@option_group
class PlayOptions:
    """The match, where to save it, and how to show it."""

    match: MatchOptions = group(MatchOptions)
    output: Path | None = option(
        "-o", "--output", type=click.Path(path_type=Path), help="The replay file to write.  [default: in replays/]"
    )
    no_replay: bool = option("--no-replay", is_flag=True, help="Do not save a replay.")
    classic_logs: Path | None = option(
        "--classic-logs",
        type=click.Path(path_type=Path),
        help="Also write the original contest's log folder, here.",
    )
    watch: bool = option("--watch", is_flag=True, help="Afterwards, show the match in the terminal.")
    series: SeriesOptions = group(SeriesOptions)
    save: SaveOptions = group(SaveOptions)
    live: LiveOptions = group(LiveOptions)
    server: ServerOptions = group(ServerOptions)


@verb
@click.argument("game", shell_complete=complete_games)
@click.argument("bots", metavar="BOT BOT...", nargs=-1, shell_complete=complete_bots)
@takes(PlayOptions)
def command(game: str, bots: tuple[str, ...], options: PlayOptions, as_json: bool) -> None:
    """Play a match between bots.

    \b
    A BOT is one of:
      the name of a built-in bot (see `lanista games`)
      a .py file with a function move(view)
      a folder with a lanista.toml or the contest's bot.json, or a .zip file of one
      "COMMAND" that speaks the lines protocol, or "PREFIX:COMMAND" for the contest's protocol
      join: a bot of the contest that connects by itself
      human: a person in the browser, or with --terminal; no time limit unless --turn-ms is given

    With --on URL a contest server plays it, and it does not count. A BOT is then the number of a version that your
    team has uploaded, the name of a bot of the contest, or of a built-in one.
    """
    if (client := options.server.client("map")) is not None:
        _play_on(client, game, bots, options.match.map, as_json=as_json)
        return
    _check(as_json=as_json)
    plan = _plan(game, bots, options.match)
    is_series = options.series.games is not None
    if not is_series:
        check_single()
    if not as_json:
        from lanista.game import map_warnings

        for warning in map_warnings(plan.game, plan.setup.map):
            error_console().print(f"map: {warning}", style="yellow", markup=False)
        if warning := sandbox_warning(plan.terms.wanted, plan.bots):
            error_console().print(warning, style="yellow", markup=False, soft_wrap=True)
    if is_series:
        play_series(plan, _spec(plan), options.series)
    else:
        _play(plan, options, as_json=as_json)


def _play_on(client: ServerClient, game: str, bots: Sequence[str], map_name: str, *, as_json: bool) -> None:
    """Play one match on a contest server."""
    from lanista.cli.shared.contest_jobs import ContestTeam, show_job

    with doing(quiet=as_json) as say:
        team = ContestTeam(client, game)
        job = team.finished(team.practise(bots, map_name), say)
    show_job(job, as_json=as_json)


def _plan(game: str, bots: Sequence[str], options: MatchOptions) -> PlannedMatch:
    """The match that the command line describes."""
    import msgspec

    from lanista.bots.protocol.venues import JOIN
    from lanista.game import get_game
    from lanista.match.planning import plan_match

    chosen, terms = get_game(game), options.terms.terms()
    terms = msgspec.structs.replace(
        terms,
        settings=_with_tick(chosen, terms.settings, options.tick_ms),
        map=options.map,
        clock=terms.turn_ms is not None,
        lock_step=bool(options.lock_step),
        one_at_a_time=options.one_at_a_time,
    )
    plan = plan_match(game, [*[JOIN] * options.join, *bots], terms, seed=options.seed, strict=options.strict)
    if options.lock_step is False and not any(bot.plays_in_real_time for bot in plan.bots):
        raise InputError(
            "--real-time is for bots at a hub, and there is none here; every turn waits for all other bots"
        )
    return plan


def _play(plan: PlannedMatch, options: PlayOptions, *, as_json: bool) -> None:
    """Play one match, show its result, and exit with 1 if it failed."""
    from lanista.cli.shared.report import as_json as result_as_json
    from lanista.cli.shared.report import print_result

    if options.classic_logs is not None:
        plan.observers.append(_classic_logs(plan, options.classic_logs, quiet=as_json))
    opening = nullcontext() if options.no_replay else open_recorder(plan, options.output, options.save)
    with opening as recorder, playing(plan, recorder, options.live) as played:
        result, path = played.result, recorder.saved_path if recorder else None
        if as_json:
            print_json(result_as_json(result, match_again(plan), str(path) if path else None))
        else:
            print_result(console(), result)
            _print_next_steps(plan, path, result)
    if options.watch and path:
        from lanista.cli.watch.command import show

        show(path)
    exit_if_incomplete(result)
    sys.exit(played.exit_status(options.live))


def _check(*, as_json: bool) -> None:
    """Reject options that have no effect."""
    refuse_both("no_replay", "output", "the match is either saved or not")
    refuse_both("no_replay", "force", "there is nothing to overwrite")
    refuse_both("no_replay", "sign", "there is nothing to sign")
    refuse_both("no_replay", "watch", "--watch shows the saved replay")
    if as_json:
        refuse_given(
            "watch", because="shows the match to a person; leave out --json, or use `lanista watch` later"
        )


def _spec(plan: PlannedMatch) -> MatchSpec:
    """A description of the planned match that another process can play."""
    from lanista.series.spec import MatchSpec

    return MatchSpec(
        number=0,
        game=plan.game.name,
        bots=tuple(bot.spec for bot in plan.bots),
        entrants=tuple(range(len(plan.bots))),
        seed=plan.setup.seed,
        terms=plan.terms,
    )


def _with_tick(game: Game[Any, Any, Any], changes: dict[str, int], tick_ms: int | None) -> dict[str, int]:
    """The settings that --set and --tick-ms change."""
    if tick_ms is None:
        return changes
    setting = game.contest.tick_setting
    if not setting:
        raise InputError(f"{game.name} has no ticks, so --tick-ms does nothing; --turn-ms sets the time per turn")
    if setting in changes:
        raise InputError(f"--tick-ms and --set {setting}=... are the same setting; give it once")
    return changes | {setting: tick_ms}


def _classic_logs(plan: PlannedMatch, folder: Path, *, quiet: bool) -> Observer:
    """An observer that writes the original contest's log folder."""
    from lanista.match.classic_logs import classic_logs
    from lanista.match.error_tolerance import ErrorTolerantObserver

    logs = classic_logs(plan.game, folder, [bot.name for bot in plan.bots])
    if not quiet:
        error_console().print(f"writing logs to {logs.folder}", style="dim", markup=False, soft_wrap=True)
    return ErrorTolerantObserver(logs)


def _print_next_steps(plan: PlannedMatch, path: Path | None, result: MatchResult) -> None:
    """Print commands to copy, one per line, never wrapped."""
    steps = {}
    if path:
        steps["watch it"] = f"lanista watch {shlex.quote(str(path))}   or: lanista view {shlex.quote(str(path))}"
        if again := _feed_command(plan, path, result):
            steps["ask again"] = again
    steps["again"] = match_again(plan)
    console().print()
    for label, words in steps.items():
        console().print(f"{label + ':':<11}{words}", style="cyan", markup=False, soft_wrap=True)


def _feed_command(plan: PlannedMatch, path: Path, result: MatchResult) -> str:
    """The command that sends the first faulty turn to its bot again; empty if no local bot had a fault."""
    from lanista.match.feed import FeedConditions, feed_command
    from lanista.match.terms import MatchTerms

    conditions = FeedConditions(terms=MatchTerms(wanted=plan.terms.wanted))
    for seat, bot in enumerate(plan.bots):
        fault = result.seats[seat].fault
        if fault and fault.turn and not bot.is_person and not bot.joins:
            return feed_command(path, bot.spec, fault.turn, seat, conditions)
    return ""
