"""`lanista export`: a replay as one HTML file, a picture or an animation."""

from __future__ import annotations

import base64
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.completers import complete_replays
from lanista.cli.shared.groups import seat_option
from lanista.cli.shared.options import option, option_group, refuse_given, takes
from lanista.cli.shared.progress import counting
from lanista.cli.shared.replays import load_replay, resolve_replay, warn_of_stale_analysis
from lanista.core.errors import InputError
from lanista.core.files import refuse_existing, write_whole

if TYPE_CHECKING:
    from lanista.web.film import MatchHistory
    from lanista.web.rerun import Progress

Show = Callable[[str, float], None]  # what is being done, and which part of it is done


@option_group
class ExportOptions:
    """The output of an export: a page, a picture or an animation."""

    output: Path | None = option(
        "-o",
        "--output",
        type=click.Path(path_type=Path),
        help="The file to write.  [default: named after the replay]",
    )
    png: float | None = option(
        "--png",
        type=click.FloatRange(0),
        metavar="TURN",
        help="Make a picture of this moment: 0 is the start, 7.5 halfway through turn 8.",
    )
    gif: bool = option("--gif", is_flag=True, help="Make an animation.")
    first: int = option(
        "--from", type=click.IntRange(0), default=0, show_default=True, help="First turn of the animation."
    )
    last: int | None = option(
        "--to", type=click.IntRange(0), help="Last turn of the animation.  [default: the end]"
    )
    step: float | None = option(
        "--step", type=click.FloatRange(0.05), help="Turns per frame.  [default: such that there are 120 frames]"
    )
    fps: float = option(
        "--fps", type=click.FloatRange(0.5, 50), default=10, show_default=True, help="Frames per second."
    )
    width: int | None = option(
        "--width", type=click.IntRange(64, 4096), help="Width in pixels.  [default: 960, 640 for an animation]"
    )
    seat: str | None = seat_option("Show only what this seat sees")
    dark: bool = option("--dark", is_flag=True, help="Use the dark theme.")
    playable: bool = option(
        "--playable", is_flag=True, help="Let people take over any seat at any turn, in the page."
    )
    force: bool = option("--force", is_flag=True, help="Overwrite an existing file.")

    @property
    def kind(self) -> str:
        """The file's suffix."""
        return "png" if self.png is not None else "gif" if self.gif else "html"


@verb
@click.argument("replay", required=False, type=click.Path(path_type=Path), shell_complete=complete_replays)
@takes(ExportOptions)
def command(replay: Path | None, options: ExportOptions, as_json: bool) -> None:
    """Make one HTML file of a replay that works offline, or a picture, or an animation.

    REPLAY defaults to the newest one in replays/. Pictures are drawn by headless Chromium.
    """
    from lanista.web.film import MatchHistory

    began = time.perf_counter()
    _check(options)
    source = resolve_replay(replay)
    path = options.output or Path(f"{source.name.removesuffix('.gz').removesuffix('.jsonl')}.{options.kind}")
    refuse_existing(path, force=options.force)
    warn_of_stale_analysis(source)
    with counting(quiet=as_json) as show:
        history = MatchHistory.of_replay(load_replay(source))
        data = _export(history, options, show)
    write_whole(path, data, force=options.force)
    seconds = time.perf_counter() - began
    if as_json:
        from lanista.cli.export.shapes import Export

        print_json(Export(str(path), len(data), history.turns, round(seconds, 3)))
    else:
        size_kb = f"{len(data) / 1000:.0f} kB"
        console().print(f"{path}: {size_kb}, {history.turns} turns, {seconds:.1f} s", markup=False, soft_wrap=True)


def _check(options: ExportOptions) -> None:
    """Reject options that exclude each other or have no effect."""
    if options.png is not None and options.gif:
        raise InputError("expected --png or --gif, got both; run `lanista export` once for each")
    if options.kind != "gif":
        refuse_given("first", "last", "step", "fps", because="is for an animation; add --gif")
    if options.kind != "html":
        refuse_given("playable", because="is for an HTML file; leave out --png and --gif")
    else:
        refuse_given("width", "seat", "dark", because="is for pictures; add --png TURN or --gif")


def _export(history: MatchHistory, options: ExportOptions, show: Show) -> bytes:
    """The contents of the file."""
    drawn = None if options.kind == "html" else _fragment(options, history)
    page = _page(history, lambda done, of: show("playing the match", done / max(1, of)), playable=options.playable)
    return page.encode() if drawn is None else _draw(page, drawn, show)


def _page(history: MatchHistory, progress: Progress, *, playable: bool) -> str:
    if playable:
        from lanista.web.playable import playable_html

        return playable_html(history, progress)
    from lanista.web.page import export_html

    return export_html(history, progress)


def _fragment(options: ExportOptions, history: MatchHistory) -> str:
    """The URL fragment that says what the page should draw."""
    from lanista.match.replay import find_seat

    turns = history.turns
    drawing = _gif(options, turns) if options.gif else _png(options.png or 0, turns)
    drawing += f"&width={options.width or (640 if options.gif else 960)}"
    drawing += f"&seat={find_seat(history.names, options.seat)}" if options.seat is not None else ""
    return drawing + ("&theme=dark" if options.dark else "")


def _png(turn: float, turns: int) -> str:
    if turn > turns:
        raise InputError(f"the match has {turns} turns, got --png {turn:g}")
    return f"png={turn:g}"


def _gif(options: ExportOptions, turns: int) -> str:
    first, last = options.first, turns if options.last is None else options.last
    if last > turns:
        raise InputError(f"the match has {turns} turns, got --to {last}")
    if first > last:
        raise InputError(f"expected --from before --to, got an animation from turn {first} to {last} (of {turns})")
    step = options.step or max(0.5, (last - first) / 120)
    return f"gif={first}-{last}&step={step:g}&fps={options.fps:g}"


def _draw(page: str, fragment: str, show: Show) -> bytes:
    """Let Chromium draw the page, and return the image's bytes."""
    from lanista.web.chromium import ChromiumError, result_of_page
    from lanista.web.files import with_files

    with tempfile.TemporaryDirectory(prefix="lanista-export-") as folder:
        path = Path(folder) / "match.html"
        path.write_text(page, encoding="utf-8")
        url = f"{path.as_uri()}#{fragment}"
        try:
            data_url = result_of_page(url, progress=lambda part: show("drawing", part))
        except ChromiumError as error:
            raise ChromiumError(with_files(str(error))) from None
    return base64.b64decode(data_url.partition("base64,")[2])
