"""Options of verbs that speak to a contest server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lanista.serve.client import ServerClient

token_file_option = click.option(
    "--token-file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file with your token, which only you can read.  [default: as stored by `lanista login`]",
)
insecure_option = click.option("--insecure", is_flag=True, help="Accept http to another machine.")


def contest_client(url: str, token_file: Path | None, *, insecure: bool) -> ServerClient:
    """A client of the contest at an address, with the token of a file or of `lanista login`, if any."""
    from lanista.serve.client import ServerClient, read_address
    from lanista.serve.login import read_token, stored_token

    address = read_address(url, insecure=insecure)
    token = read_token(token_file) if token_file else stored_token(address.origin)
    return ServerClient(address, token)
