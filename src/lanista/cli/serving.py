"""What the verbs that serve pages share: the server's extra, the browser, and the wait for Ctrl-C."""

from __future__ import annotations

import importlib
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.common import error_console
from lanista.cli.options import option, option_group
from lanista.errors import InputError

if TYPE_CHECKING:
    from lanista.match import Plan, Recorder
    from lanista.web.gallery import Gallery, Show
    from lanista.web.server import Server

LOOPBACK = ("127.0.0.1", "::1", "localhost")
AWAY_SECONDS = 10.0  # a live match's server ends when everybody has been gone for this long


@option_group
class ServingOptions:
    """Options of every verb that serves pages."""

    no_open: bool = option("--no-open", is_flag=True, help="Print the address; do not open a browser.")
    port: int = option("--port", type=click.IntRange(0, 65535), default=0, help="The port.  [default: a free one]")
    host: str = option("--host", default="127.0.0.1", help="Serve to other machines too: anybody there may play.")


def load_web() -> Any:
    """The server's module; says what to install if it cannot run here."""
    try:
        return importlib.import_module("lanista.web.server")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("lanista"):
            raise
        raise InputError(f"the browser viewer needs {error.name}: pip install 'lanista[web]'") from None


@contextmanager
def serving(gallery: Gallery, options: ServingOptions) -> Iterator[Server]:
    """A server for the time of a block; warns if others can reach it."""
    if options.host not in LOOPBACK:
        error_console().print(
            f"warning: whoever reaches {options.host} can watch, and play where a person is asked",
            style="yellow",
            markup=False,
        )
    with load_web().Server(gallery, options.host, options.port) as server:
        yield server


def open_page(url: str, options: ServingOptions) -> None:
    """Open the browser, unless that is not wanted or it would have to be one inside this terminal."""
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
    except KeyboardInterrupt:
        return


def wait_for_viewers_to_leave(show: Show) -> None:
    """Serve until Ctrl-C, or until those who looked on have gone."""
    try:
        while not show.had_viewers.is_set() or show.viewers or time.monotonic() - show.left_at < AWAY_SECONDS:
            time.sleep(0.2)
    except KeyboardInterrupt:
        return


def save_in_replays(plan: Plan) -> Recorder:
    """Where a match that begins on a page is kept."""
    from lanista.match import Recorder

    return Recorder.in_folder(plan.game.name, [bot.name for bot in plan.bots])
