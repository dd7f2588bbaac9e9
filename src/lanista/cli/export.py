"""`lanista export`: a replay as one HTML file, a picture or an animation."""

from __future__ import annotations

import base64
import tempfile
import time
from pathlib import Path

import click

from lanista.cli.common import console, print_json, verb
from lanista.cli.options import refuse_given
from lanista.cli.replays import named_replay, read_named
from lanista.cli.words import complete_replays
from lanista.errors import InputError
from lanista.files import refuse_existing, write_whole


@verb
@click.argument("replay", required=False, type=click.Path(path_type=Path), shell_complete=complete_replays)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="The file.  [default: named after the replay]"
)
@click.option(
    "--png", type=click.FloatRange(0), metavar="TURN", help="A picture instead: 0 is the start, 7.5 within turn 8."
)
@click.option("--gif", is_flag=True, help="An animation instead.")
@click.option("--from", "first", type=click.IntRange(0), default=0, show_default=True, help="Its first turn.")
@click.option("--to", "last", type=click.IntRange(0), help="Its last turn.  [default: the end]")
@click.option(
    "--step", type=click.FloatRange(0.05), help="Turns from one frame to the next.  [default: 120 frames]"
)
@click.option("--fps", type=click.FloatRange(0.5, 50), default=10, show_default=True, help="Frames per second.")
@click.option("--width", type=click.IntRange(64, 4096), help="Pixels.  [default: 960, 640 for an animation]")
@click.option("--seat", type=click.IntRange(0), help="Show only what this seat sees.")
@click.option("--dark", is_flag=True, help="On a dark ground.")
@click.option("--force", is_flag=True, help="Overwrite a file that is there already.")
def command(
    replay: Path | None,
    output: Path | None,
    png: float | None,
    gif: bool,
    first: int,
    last: int | None,
    step: float | None,
    fps: float,
    width: int | None,
    seat: int | None,
    dark: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Make one HTML file of a replay that plays with the network off; or a picture, or an animation.

    Without a REPLAY it is the newest one in replays/. Pictures are drawn by Chromium, without a screen.
    """
    from lanista.web.film import Reel
    from lanista.web.page import export_html

    began = time.perf_counter()
    if png is not None and gif:
        raise InputError("expected --png or --gif, got both; run `lanista export` once for each")
    _check(png=png is not None, gif=gif)
    source = named_replay(replay)
    kind = "png" if png is not None else "gif" if gif else "html"
    path = output or Path(f"{source.name.removesuffix('.gz').removesuffix('.jsonl')}.{kind}")
    refuse_existing(path, force=force)
    reel = Reel.of_replay(read_named(source))
    if seat is not None and seat >= len(reel.header.seats):
        raise InputError(f"the match has seats 0 to {len(reel.header.seats) - 1}, got seat {seat}")
    page = export_html(reel)
    if kind == "html":
        data = page.encode()
    else:
        wish = _png(png, reel.turns) if png is not None else _gif(first, last, reel.turns, step, fps)
        wish += f"&width={width or (640 if gif else 960)}"
        wish += f"&seat={seat}" if seat is not None else ""
        wish += "&theme=dark" if dark else ""
        data = _draw(page, wish)
    write_whole(path, data, force=force)
    seconds = time.perf_counter() - began
    if as_json:
        from lanista.cli.shapes import Export

        print_json(Export(str(path), len(data), reel.turns, round(seconds, 3)))
    else:
        size_kb = f"{len(data) / 1000:.0f} kB"
        console().print(f"{path}: {size_kb}, {reel.turns} turns, {seconds:.1f} s", markup=False, soft_wrap=True)


def _check(*, png: bool, gif: bool) -> None:
    """Refuse options that would have no effect."""
    if not gif:
        refuse_given("first", "last", "step", "fps", because="is for an animation; add --gif")
    if not gif and not png:
        refuse_given("width", "seat", "dark", because="is for pictures; add --png TURN or --gif")


def _png(turn: float, turns: int) -> str:
    if turn > turns:
        raise InputError(f"the match has {turns} turns, got --png {turn:g}")
    return f"png={turn:g}"


def _gif(first: int, last: int | None, turns: int, step: float | None, fps: float) -> str:
    if last is not None and last > turns:
        raise InputError(f"the match has {turns} turns, got --to {last}")
    last = turns if last is None else last
    if first > last:
        raise InputError(f"the animation would begin after its end: from turn {first} to {last} of {turns}")
    step = step or max(0.5, (last - first) / 120)
    return f"gif={first}-{last}&step={step:g}&fps={fps:g}"


def _draw(page: str, wish: str) -> bytes:
    """Let the page draw itself into a file."""
    from lanista.web.chromium import result_of_page

    with tempfile.TemporaryDirectory(prefix="lanista-export-") as folder:
        path = Path(folder) / "match.html"
        path.write_text(page, encoding="utf-8")
        address = result_of_page(f"{path.as_uri()}#{wish}")
    return base64.b64decode(address.partition("base64,")[2])
