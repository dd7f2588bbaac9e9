"""`lanista play`: a match between bots."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.common import FAILED, console, error_console, print_json, read_settings, settings_option, verb
from lanista.cli.keeping import keep_options, keeping, leave_if_incomplete
from lanista.cli.live import Way, live_options, playing
from lanista.cli.options import refuse_both, refuse_given
from lanista.cli.series import check_single, play_series, series_options
from lanista.cli.standings import Wish
from lanista.cli.words import complete_bots, complete_games, complete_maps, complete_rulesets
from lanista.errors import InputError

if TYPE_CHECKING:
    from lanista.arena import MatchSpec
    from lanista.game import Game
    from lanista.match import MatchResult, Observer, Plan


@verb
@click.argument("game", shell_complete=complete_games)
@click.argument("bots", metavar="BOT BOT...", nargs=-1, shell_complete=complete_bots)
@click.option("--seed", type=int, help="The match's seed, up to 64 bits. Without it one is drawn and shown.")
@click.option(
    "--ruleset",
    default="standard",
    show_default=True,
    shell_complete=complete_rulesets,
    help="Which rules; see `lanista games`.",
)
@click.option(
    "--map",
    default="",
    shell_complete=complete_maps,
    help="A built-in map's name or a map file; see `lanista maps GAME`.",
)
@settings_option
@click.option("--start-ms", type=click.IntRange(1), help="Time to get ready. The game says how much by default.")
@click.option("--turn-ms", type=click.IntRange(1), help="Time per turn. The game says how much by default.")
@click.option(
    "--join", type=click.IntRange(0), default=0, help="Wait for so many bots of the contest, ahead of those named."
)
@click.option("--tick-ms", type=click.IntRange(1), help="Milliseconds per tick, in games that have ticks.")
@click.option(
    "--lock-step/--real-time",
    default=None,
    help="Whether a tick waits for the answers of bots at a hub.  [default: real time]",
)
@click.option(
    "--one-at-a-time/--together",
    default=None,
    help="Whether seats are asked one after the other.  [default: if the bots outnumber the free cores]",
)
@click.option("--no-timeout", is_flag=True, help="Wait for ever, for debuggers.")
@click.option("--strict", is_flag=True, help="Stop at the first fault and show what led to it.")
@click.option("--replay", type=click.Path(path_type=Path), help="Where to keep the match.  [default: in replays/]")
@click.option("--no-replay", is_flag=True, help="Keep nothing.")
@click.option(
    "--classic-logs", type=click.Path(path_type=Path), help="Write the original contest's log folder there."
)
@click.option("--watch", is_flag=True, help="Show the match in the terminal when it is over.")
@series_options
@keep_options
@live_options
def command(
    game: str,
    bots: tuple[str, ...],
    seed: int | None,
    ruleset: str,
    map: str,  # noqa: A002
    settings: tuple[str, ...],
    start_ms: int | None,
    turn_ms: int | None,
    join: int,
    tick_ms: int | None,
    lock_step: bool | None,
    one_at_a_time: bool | None,
    no_timeout: bool,
    strict: bool,
    replay: Path | None,
    no_replay: bool,
    classic_logs: Path | None,
    watch: bool,
    games: int | None,
    jobs: int | None,
    swap: bool,
    force: bool,
    sign: Path | None,
    as_json: bool,
    **way: Any,
) -> None:
    """Play a match between bots.

    A BOT is a built-in's name (see `lanista games`), a .py file with a function move(view), a folder with a
    lanista.toml or its contest's bot.json, a command in quotes that speaks the lines protocol (after a prefix, the
    protocol of the game's contest), `join`: a bot of the contest that comes by itself, or `human`: a person, who
    plays in the browser or with --terminal, and without a clock unless --turn-ms is given.
    """
    from lanista.bots.player import Limits
    from lanista.bots.venues import JOIN
    from lanista.cli.report import as_json as result_as_json
    from lanista.cli.report import print_result
    from lanista.game import get_game
    from lanista.match import arrange

    _check(as_json=as_json)
    chosen = get_game(game)
    limits = Limits(start_ms or chosen.start_ms, turn_ms or chosen.turn_budget(ruleset))
    plan = arrange(
        game,
        [*[JOIN] * join, *bots],
        seed=seed,
        ruleset=ruleset,
        changes=_changes(chosen, settings, tick_ms),
        limits=Limits(None, None) if no_timeout else limits,
        strict=strict,
        map=map,
        clock=turn_ms is not None,
        lock_step=bool(lock_step),
        one_at_a_time=one_at_a_time,
    )
    if lock_step is False and not any(bot.plays_in_real_time for bot in plan.bots):
        raise InputError("--real-time is for bots at a hub, and there is none; all others are waited for anyway")
    if games is None:
        check_single()
    if not as_json:
        for warning in plan.game.map_warnings(plan.setup.map):
            error_console().print(f"map: {warning}", style="yellow", markup=False)
    if games is not None:
        keep, at_fault = not no_replay, way["fail_on_fault"]
        first = _spec(plan, start_ms=start_ms, turn_ms=turn_ms, no_timeout=no_timeout)
        play_series(plan, first, Wish(games, jobs, swap, keep, replay, at_fault, as_json))
        return
    if classic_logs is not None:
        plan.observers.append(_classic_logs(plan, classic_logs, quiet=as_json))
    wanted = Way(as_json=as_json, **way)
    keeper = nullcontext() if no_replay else keeping(plan, replay, force=force, sign=sign)
    with keeper as recorder, playing(plan, recorder, wanted) as played:
        result, path = played.result, recorder.kept if recorder else None
        if as_json:
            print_json(result_as_json(result, plan.command(), str(path) if path else None))
        else:
            print_result(console(), result)
            _print_next_steps(plan, path, result)
    if watch and path:
        from lanista.cli.watch import show

        show(path)
    leave_if_incomplete(result)
    if played.failed(wanted):
        sys.exit(FAILED)


def _check(*, as_json: bool) -> None:
    """Refuse options that would have no effect."""
    refuse_both("no_replay", "replay", "the match is kept or it is not")
    refuse_both("no_replay", "force", "there is nothing to overwrite")
    refuse_both("no_replay", "sign", "there is nothing to sign")
    refuse_both("no_replay", "watch", "what is watched afterwards is the replay")
    refuse_both("no_timeout", "turn_ms", "there is a budget or there is none")
    refuse_both("no_timeout", "start_ms", "there is a budget or there is none")
    if as_json:
        refuse_given("watch", because="shows the match to a person; leave out --json, or watch it later")


def _spec(plan: Plan, *, start_ms: int | None, turn_ms: int | None, no_timeout: bool) -> MatchSpec:
    """The match of a plan in words, for other processes to play."""
    from lanista.arena import MatchSpec

    return MatchSpec(
        number=0,
        game=plan.game.name,
        bots=tuple(bot.spec for bot in plan.bots),
        entrants=tuple(range(len(plan.bots))),
        seed=plan.setup.seed,
        ruleset=plan.setup.ruleset,
        settings=dict(plan.changes),
        map=plan.map,
        start_ms=start_ms,
        turn_ms=turn_ms,
        no_timeout=no_timeout,
        lock_step=plan.lock_step,
        one_at_a_time=plan.setup.one_at_a_time,
    )


def _changes(game: Game[Any, Any, Any], settings: Sequence[str], tick_ms: int | None) -> dict[str, int]:
    """The settings that are changed by --set and --tick-ms."""
    changes = read_settings(settings)
    if tick_ms is None:
        return changes
    setting = game.contest.tick_setting
    if not setting:
        raise InputError(f"{game.name} has no ticks, so --tick-ms does nothing; --turn-ms sets the time per turn")
    if setting in changes:
        raise InputError(f"--tick-ms and --set {setting}=... are the same setting; give it once")
    return changes | {setting: tick_ms}


def _classic_logs(plan: Plan, folder: Path, *, quiet: bool) -> Observer:
    """Writes the log folder that the original contest would have written."""
    from lanista.match import Careful
    from lanista.match.classic_logs import classic_logs

    logs = classic_logs(plan.game, folder, [bot.name for bot in plan.bots])
    if not quiet:
        error_console().print(f"logs go to {logs.folder}", style="dim", markup=False, soft_wrap=True)
    return Careful(logs)


def _print_next_steps(plan: Plan, path: Path | None, result: MatchResult) -> None:
    """Commands to copy, each on a line of its own, never wrapped."""
    steps = {}
    if path:
        steps["watch it"] = f"lanista watch {shlex.quote(str(path))}   or: lanista view {shlex.quote(str(path))}"
        if again := _feed_command(plan, path, result):
            steps["ask again"] = again
    steps["again"] = plan.command()
    console().print()
    for label, words in steps.items():
        console().print(f"{label + ':':<11}{words}", style="cyan", markup=False, soft_wrap=True)


def _feed_command(plan: Plan, path: Path, result: MatchResult) -> str:
    """The command that puts the first turn at fault to its bot again; nothing if no bot here was asked."""
    for seat, bot in enumerate(plan.bots):
        fault = result.seats[seat].fault
        if fault and fault.turn and not bot.is_person and not bot.joins:
            words = ["lanista", "feed", str(path), bot.spec, "--turn", str(fault.turn), "--seat", str(seat)]
            return shlex.join(words)
    return ""
