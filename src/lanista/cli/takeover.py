"""`lanista takeover`: resumes a replay at a turn, with another player."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.again import again
from lanista.cli.common import console, print_json, verb
from lanista.cli.groups import SandboxOptions
from lanista.cli.live import LiveOptions, playing
from lanista.cli.options import group, option, option_group, takes
from lanista.cli.replays import load_replay, replay_and_bot, replay_and_bot_arguments
from lanista.cli.saving import SaveOptions, exit_if_incomplete, open_recorder
from lanista.errors import InputError

if TYPE_CHECKING:
    from lanista.match import MatchResult, Plan


@option_group
class TakeoverOptions:
    """Where to resume the match, with whom, and where to save the new one."""

    turn: int = option(
        "--turn", type=click.IntRange(0), required=True, help="How many of the recorded turns to keep."
    )
    seat: int = option(
        "--seat", type=click.IntRange(0), required=True, help="The seat to take over; 0 is the first."
    )
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


def _branch(old: Path, newcomer: str, options: TakeoverOptions) -> Plan:
    """The match that resumes the replay; rejects options that do not apply."""
    from lanista.match.branch import branch
    from lanista.replay import Branch

    replace = _replacements(options.others, options.seat)
    point = Branch(old.name, options.turn, options.seat)
    plan = branch(
        load_replay(old),
        point,
        newcomer,
        replace=replace,
        trust=options.trust,
        clock=options.clock,
        wanted=options.sandbox.wanted(),
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

    from lanista.cli.report import as_json as result_as_json
    from lanista.cli.report import print_result
    from lanista.cli.shapes import Takeover

    compare = shlex.join(["lanista", "view", str(old), "--with", str(new)]) if new else ""
    if as_json:
        match = asdict(result_as_json(result, words, str(new) if new else None))
        print_json(Takeover(**match, compare=compare))
        return
    print_result(console(), result)
    console().print(f"\nagain:     {words}", style="cyan", markup=False, soft_wrap=True)
    if compare:
        console().print(f"compare:   {compare}", style="cyan", markup=False, soft_wrap=True)


def _replacements(texts: Sequence[str], taken: int) -> dict[int, str]:
    """The bots of --replace by seat; at most one per seat."""
    replace: dict[int, str] = {}
    for seat, bot in map(_replacement, texts):
        if seat in (taken, *replace):
            raise InputError(f"seat {seat} gets one bot, but --replace {seat}={bot} names another; give it once")
        replace[seat] = bot
    return replace


def _replacement(text: str) -> tuple[int, str]:
    seat, equals, bot = text.partition("=")
    if not equals or not seat.isdecimal() or not bot:
        raise InputError(f"--replace expects SEAT=BOT such as 1=cruise, got {text!r}")
    return int(seat), bot
