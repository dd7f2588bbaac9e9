"""Shared by the verbs that serve pages: loading the server, opening the browser, waiting for Ctrl-C."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.common import error_console
from lanista.cli.shared.options import option, option_group
from lanista.core.errors import Terminated

if TYPE_CHECKING:
    from lanista.web.gallery import Gallery
    from lanista.web.server import ViewerServer

LOOPBACK = ("127.0.0.1", "::1", "localhost")
AWAY_SECONDS = 10.0  # the server of a finished live match stops this long after the last viewer left


@option_group
class ServingOptions:
    """Options of every verb that serves pages."""

    no_open: bool = option("--no-open", is_flag=True, help="Print the URL; do not open a browser.")
    port: int = option(
        "--port", type=click.IntRange(0, 65535), default=0, help="The port to serve at.  [default: any free port]"
    )
    host: str = option(
        "--host",
        default="127.0.0.1",
        help="The address or name to serve at. Anyone who can reach it can watch.  [default: 127.0.0.1]",
    )


@contextmanager
def serving(gallery: Gallery, options: ServingOptions) -> Iterator[ViewerServer]:
    """Run a server for the duration of a block; warns if other machines can reach it.

    Only pages that no other machine can reach write pins into a folder here.
    """
    if options.host not in LOOPBACK:
        error_console().print(
            f"warning: anyone who can reach {options.host} can watch, and take over matches that have ended",
            style="yellow",
            markup=False,
        )
    else:
        from lanista.match.pins.writing import FOLDER

        gallery.pins = FOLDER
    from lanista.web.server import ViewerServer

    with ViewerServer(gallery, options.host, options.port) as server:
        yield server


def open_page(url: str, options: ServingOptions) -> None:
    """Open the browser, unless --no-open is given or only a text browser would be available."""
    if not options.no_open and _has_screen():
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(url,), name="browser", daemon=True).start()


def _has_screen() -> bool:
    named = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in named)


def wait_for_interrupt() -> None:
    """Serve until Ctrl-C."""
    try:
        while True:
            time.sleep(3600)
    except Terminated:
        raise
    except KeyboardInterrupt:
        return


def wait_for_viewers_to_leave(gallery: Gallery) -> None:
    """Serve until Ctrl-C, or until all viewers have left."""
    try:
        while not gallery.is_deserted(AWAY_SECONDS):
            time.sleep(0.2)
    except Terminated:
        raise
    except KeyboardInterrupt:
        return
