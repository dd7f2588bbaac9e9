"""`lanista pin`: keeps a moment of a replay as a test."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.again import again
from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.completers import complete_replays
from lanista.cli.shared.groups import seat_option
from lanista.cli.shared.options import Several, option, option_group, refuse_both, takes
from lanista.cli.shared.replays import load_replay, resolve_replay
from lanista.core.errors import InputError

if TYPE_CHECKING:
    from lanista.match.pins.pin import Pin
    from lanista.match.replay import Replay


@option_group
class PinOptions:
    """The moment, the moves to expect or to avoid, and the file."""

    turn: int = option("--turn", type=click.IntRange(1), required=True, help="The turn whose move is in question.")
    seat: str = seat_option("Who is asked", required=True)
    expect: tuple[str, ...] = option(
        "--expect", cls=Several, multiple=True, metavar="MOVE...", help="A bot should play one of these moves."
    )
    avoid: tuple[str, ...] = option(
        "--avoid", cls=Several, multiple=True, metavar="MOVE...", help="A bot should play none of these moves."
    )
    note: str = option("--note", default="", help="The reason, shown when the pin fails.")
    history: int = option(
        "--history",
        type=click.IntRange(0, 100),
        default=0,
        show_default=True,
        help="Ask the bot in this many earlier turns too, for bots that remember.",
    )
    output: Path | None = option(
        "-o", "--output", type=click.Path(path_type=Path), help="A file *.pin.json or a folder.  [default: pins/]"
    )
    force: bool = option("--force", is_flag=True, help="Overwrite an existing pin.")


@verb
@click.argument("replay", required=False, type=click.Path(path_type=Path), shell_complete=complete_replays)
@takes(PinOptions)
def command(replay: Path | None, options: PinOptions, as_json: bool) -> None:
    """Keep a moment of a replay as a test: what should a bot play there, or what not?

    REPLAY defaults to the newest one in replays/, and comes first if --expect or --avoid are given several moves.
    `lanista pins BOT` then asks a bot about all pins, and pytest collects them.
    """
    refuse_both("expect", "avoid", "a pin says what to play, or what not to")
    path = resolve_replay(replay)
    read = load_replay(path)
    pin = _take(read, options)
    file = _write(pin, options)
    if as_json:
        words = again(replay=path, seat=pin.seat, output=options.output, force=options.force or None)
        print_json(_as_json(pin, file, words))
    else:
        _print(pin, file)


def _take(replay: Replay, options: PinOptions) -> Pin:
    from lanista.match.pins.moment import take_moment
    from lanista.match.replay import find_seat

    seat = find_seat(replay.names, options.seat)
    if not options.expect and not options.avoid:
        raise InputError(f"expected moves to --expect or to --avoid{_advice(replay, options.turn, seat)}")
    return take_moment(
        replay,
        options.turn,
        seat,
        expect=options.expect,
        avoid=options.avoid,
        note=options.note,
        history=options.history,
    )


def _advice(replay: Replay, turn: int, seat: int) -> str:
    """The seat's move, as one to avoid; empty if it played none."""
    from lanista.core.text import inert, seat_letter

    played = next((line.moves[seat] for line in replay.turns if line.turn == turn), None)
    if played is None:
        return ""
    return f"; {seat_letter(seat)} played {inert(played, 80)}: --avoid {inert(shlex.quote(played), 80)}"


def _write(pin: Pin, options: PinOptions) -> Path:
    from lanista.core.files import write_whole
    from lanista.match.pins.pin import SUFFIX, encode_pin
    from lanista.match.pins.writing import FOLDER, save_pin

    path = options.output or FOLDER
    if path.name.endswith(SUFFIX):
        write_whole(path, encode_pin(pin).encode(), force=options.force)
        return path
    if path.suffix and not path.is_dir():
        raise InputError(f"-o expects a folder, or a file whose name ends with {SUFFIX}, got {path}")
    return save_pin(pin, path, force=options.force)


def _as_json(pin: Pin, file: Path, command: str) -> object:
    from lanista.cli.pins.shapes import Pinned

    return Pinned(
        str(file), pin.game, pin.turn, pin.seat, pin.expect, pin.avoid, pin.source.played, pin.note, command
    )


def _print(pin: Pin, file: Path) -> None:
    from rich.text import Text

    from lanista.core.text import inert, seat_letter
    from lanista.match.pins.running import PinResult, shown_move

    name = inert(pin.start.names[pin.seat], 40)
    played = f"{seat_letter(pin.seat)} {name} played {shown_move(pin.source.played)}"
    out = console()
    out.print(Text(f"turn {pin.turn}: {played}; expected: {PinResult(file, pin).wanted()}"), soft_wrap=True)
    out.print(Text(f"pin:  {file}", style="cyan"), soft_wrap=True)
    out.print(
        Text(f"run:  {shlex.join(['lanista', 'pins', 'BOT', str(file.parent)])}", style="cyan"), soft_wrap=True
    )
