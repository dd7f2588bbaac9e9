"""Options of verbs that speak to a contest server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.options import option, option_group, refuse_all_but, refuse_given

if TYPE_CHECKING:
    from lanista.serve.client import ServerClient

FILE = click.Path(dir_okay=False, path_type=Path)
TOKEN_FILE = "A file with your token, which only you can read.  [default: as stored by `lanista login`]"
INSECURE = "Accept http to another machine."
token_file_option = click.option("--token-file", type=FILE, help=TOKEN_FILE)
insecure_option = click.option("--insecure", is_flag=True, help=INSECURE)


@option_group
class ServerOptions:
    """The contest server that is asked instead of this machine."""

    on: str = option(
        "--on", default="", metavar="URL", help="Ask the contest at https://HOST/c/NAME instead of this machine."
    )
    token_file: Path | None = option("--token-file", type=FILE, help=TOKEN_FILE)
    insecure: bool = option("--insecure", is_flag=True, help=INSECURE)

    def client(self, *others: str) -> ServerClient | None:
        """A client of the contest, if one is named; options other than these and `others` are refused then."""
        if not self.on:
            refuse_given("token_file", "insecure", because="is for --on URL")
            return None
        refuse_all_but("on", "token_file", "insecure", *others, because="has no effect with --on")
        return contest_client(self.on, self.token_file, insecure=self.insecure)


def contest_client(url: str, token_file: Path | None, *, insecure: bool) -> ServerClient:
    """A client of the contest at an address, with the token of a file or of `lanista login`, if any."""
    from lanista.serve.client import ServerClient, read_address
    from lanista.serve.login import read_token, stored_token

    address = read_address(url, insecure=insecure)
    token = read_token(token_file) if token_file else stored_token(address.origin)
    return ServerClient(address, token)
