"""The web process of a server: `python -m lanista.serve.ops.web FD SETTINGS`, on its owner's listening socket."""

from __future__ import annotations

import logging
import os
import socket
import sys
from pathlib import Path

import msgspec

from lanista.serve.ops.children import READY

ADDRESS = "LANISTA_DB"  # environment variable with the address of the database: it may hold a password


class WebSettings(msgspec.Struct, frozen=True):
    """The settings of a web process."""

    data: str
    host: str
    url: str = ""  # where people reach it, if that is not the address itself
    behind_proxy: bool = False


def main() -> None:
    """Serve until SIGTERM."""
    fd, settings = int(sys.argv[1]), msgspec.json.decode(sys.argv[2], type=WebSettings)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    listener = socket.socket(fileno=fd)
    with listener:
        serve(listener, settings, os.environ.get(ADDRESS, ""))


def serve(listener: socket.socket, settings: WebSettings, address: str) -> None:
    """Serve on a socket until SIGTERM."""
    from lanista.serve.http.app import make_app
    from lanista.serve.http.server import ContestServer, guarded
    from lanista.serve.site import open_site
    from lanista.web.address import find_address

    with open_site(Path(settings.data), address, create=False, tell=logging.warning) as site:
        app = make_app(site, is_secure=settings.url.startswith("https://"))
        outer = guarded(app, find_address(settings.host), settings.url, behind_proxy=settings.behind_proxy)
        streams = getattr(app.state, "streams", None)
        ContestServer(outer, streams, behind_proxy=settings.behind_proxy, when_ready=_say_ready).run_on(listener)


def _say_ready() -> None:
    sys.stdout.write(READY + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
