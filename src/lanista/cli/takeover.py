"""`lanista takeover`: another future of a match."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from lanista.cli.common import FAILED, console, print_json, verb
from lanista.cli.keeping import keep_options, keeping, leave_if_incomplete
from lanista.cli.live import Way, live_options, playing
from lanista.cli.replays import read_named, replay_and_bot
from lanista.cli.words import complete_recorded_bots, complete_replay_or_bot
from lanista.errors import InputError


@verb
@click.argument("replay", metavar="[REPLAY]", required=False, shell_complete=complete_replay_or_bot)
@click.argument("bot", metavar="BOT", required=False, shell_complete=complete_recorded_bots)
@click.option("--turn", type=click.IntRange(0), required=True, help="How many of the recorded turns are kept.")
@click.option("--seat", type=click.IntRange(0), required=True, help="Whose place is taken; 0 is the first.")
@click.option("--replace", "others", metavar="SEAT=BOT", multiple=True, help="Another bot at another seat.")
@click.option("--trust", is_flag=True, help="Start the programs that the replay names as bots.")
@click.option("--clock", is_flag=True, help="The turn budget counts for a person too.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The new replay.  [default: in replays/]")
@keep_options
@live_options
def command(
    replay: str | None,
    bot: str | None,
    turn: int,
    seat: int,
    others: tuple[str, ...],
    trust: bool,
    clock: bool,
    output: Path | None,
    force: bool,
    sign: Path | None,
    as_json: bool,
    **way: Any,
) -> None:
    """Go on from a turn of a replay with BOT (or `human`) at a seat.

    Without a REPLAY it is the newest one in replays/.
    The other bots are started anew and asked again for the turns before, so that they remember the match.
    """
    import msgspec

    from lanista.cli.report import as_json as result_as_json
    from lanista.cli.report import print_result
    from lanista.cli.shapes import Takeover
    from lanista.match.branch import branch

    old, newcomer = replay_and_bot(replay, bot)
    replace = _replacements(others, seat)
    plan = branch(read_named(old), turn, seat, newcomer, replace=replace, trust=trust, clock=clock)
    if clock and not plan.people:
        raise InputError("--clock is for a person, and there is none; bots have their budget anyway")
    if output is not None and output.exists() and output.resolve() == old.resolve():
        raise InputError(f"{output} is the replay that is branched from; name another file with -o")
    wanted = Way(as_json=as_json, **way)
    keeper = keeping(plan, output, force=force, sign=sign)
    with keeper as recorder, playing(plan, recorder, wanted) as played:
        path = recorder.kept
        compare = shlex.join(["lanista", "view", str(old), "--with", str(path)]) if path else ""
        if as_json:
            told = result_as_json(played.result, plan.command(), str(path) if path else None)
            match = msgspec.structs.asdict(told)
            print_json(Takeover(**match, marks=played.result.marks, compare=compare))
        else:
            print_result(console(), played.result)
            console().print(f"\nagain:     {plan.command()}", style="cyan", markup=False, soft_wrap=True)
            if compare:
                console().print(f"compare:   {compare}", style="cyan", markup=False, soft_wrap=True)
    leave_if_incomplete(played.result)
    if played.failed(wanted):
        sys.exit(FAILED)


def _replacements(texts: Sequence[str], taken: int) -> dict[int, str]:
    """The bots of --replace by seat; a seat gets one bot."""
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
