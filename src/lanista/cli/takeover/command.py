"""`lanista takeover`: resumes a replay at a turn, with another player."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.play.live import LiveOptions, playing
from lanista.cli.shared.again import again
from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.groups import SandboxOptions, seat_option
from lanista.cli.shared.options import group, option, option_group, takes
from lanista.cli.shared.replays import load_replay, replay_and_bot, replay_and_bot_arguments
from lanista.cli.shared.saving import SaveOptions, exit_if_incomplete, open_recorder
from lanista.core.errors import InputError

if TYPE_CHECKING:
    from lanista.match.planning import PlannedMatch
    from lanista.match.referee import MatchResult


@option_group
class TakeoverOptions:
    """The turn and seat to take over, and the new replay."""

    turn: int = option(
        "--turn", type=click.IntRange(0), required=True, help="How many of the recorded turns to keep."
    )
    seat: str = seat_option("The seat to take over", required=True)
    others: tuple[str, ...] = option(
        "--replace",
        metavar="SEAT=BOT",
        multiple=True,
        help="Also replace the bot of another seat; may be repeated.",
    )
    trust: bool = option(
        "--trust", is_flag=True, help="Allow starting the programs that the replay names as bots."
    )
    clock: bool = option("--clock", is_flag=True, help="The turn budget applies to people too.")
    output: Path | None = option(
        "-o", "--output", type=click.Path(path_type=Path), help="The new replay file.  [default: in replays/]"
    )
    sandbox: SandboxOptions = group(SandboxOptions)
    save: SaveOptions = group(SaveOptions)
    live: LiveOptions = group(LiveOptions)


@verb
@replay_and_bot_arguments
@takes(TakeoverOptions)
def command(replay: str | None, bot: str | None, options: TakeoverOptions, as_json: bool) -> None:
    """Resume a replay at a turn, with BOT (or `human`) at a seat.

    REPLAY defaults to the newest one in replays/. All other bots are restarted and asked again for the earlier
    turns, so that they can remember the match.
    """
    old, newcomer = replay_and_bot(replay, bot)
    plan = _branch(old, newcomer, options)
    with (
        open_recorder(plan, options.output, options.save) as recorder,
        playing(plan, recorder, options.live) as played,
    ):
        words = again(replay=old, bot=newcomer)
        _print(played.result, words, old, recorder.saved_path, as_json=as_json)
    exit_if_incomplete(played.result)
    sys.exit(played.exit_status(options.live))


def _branch(old: Path, newcomer: str, options: TakeoverOptions) -> PlannedMatch:
    """The match that resumes the replay; rejects options that do not apply."""
    from lanista.match.branch import branch
    from lanista.match.replay import Branch, find_seat
    from lanista.match.terms import MatchTerms

    replay = load_replay(old)
    seat = find_seat(replay.names, options.seat)
    plan = branch(
        replay,
        Branch(old.name, options.turn, seat),
        newcomer,
        replace=_replacements(replay.names, options.others, seat),
        trust=options.trust,
        terms=MatchTerms(clock=options.clock, wanted=options.sandbox.wanted()),
    )
    if options.clock and not plan.people:
        raise InputError("--clock is for a person, and there is none; bots always have a budget")
    output = options.output
    if output is not None and output.exists() and output.resolve() == old.resolve():
        raise InputError(f"{output} is the replay to resume; name another file with -o")
    return plan


def _print(result: MatchResult, words: str, old: Path, new: Path | None, *, as_json: bool) -> None:
    """Print the result, and the command that shows both matches side by side."""
    from msgspec.structs import asdict

    from lanista.cli.shared.report import as_json as result_as_json
    from lanista.cli.shared.report import print_result
    from lanista.cli.takeover.shapes import Takeover

    compare = shlex.join(["lanista", "view", str(old), "--with", str(new)]) if new else ""
    if as_json:
        match = asdict(result_as_json(result, words, str(new) if new else None))
        print_json(Takeover(**match, compare=compare))
        return
    print_result(console(), result)
    console().print(f"\nagain:     {words}", style="cyan", markup=False, soft_wrap=True)
    if compare:
        console().print(f"compare:   {compare}", style="cyan", markup=False, soft_wrap=True)


def _replacements(names: Sequence[str], texts: Sequence[str], taken: int) -> dict[int, str]:
    """The bots of --replace by seat; at most one per seat."""
    replace: dict[int, str] = {}
    for text in texts:
        seat, bot = _replacement(names, text)
        if seat in (taken, *replace):
            raise InputError(f"seat {seat} gets one bot, but --replace {seat}={bot} names another; give it once")
        replace[seat] = bot
    return replace


def _replacement(names: Sequence[str], text: str) -> tuple[int, str]:
    from lanista.match.replay import find_seat

    seat, equals, bot = text.partition("=")
    if not equals or not bot:
        raise InputError(f"--replace expects SEAT=BOT such as 1=cruise, got {text!r}")
    return find_seat(names, seat), bot
