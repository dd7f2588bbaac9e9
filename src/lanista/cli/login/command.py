"""`lanista login`: store a token of a contest server, so that other verbs can use it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.contest import insecure_option, token_file_option
from lanista.core.errors import InputError
from lanista.core.text import inert

if TYPE_CHECKING:
    from lanista.serve.client import ServerClient


@verb
@click.argument("url", metavar="URL")
@token_file_option
@insecure_option
def command(url: str, token_file: Path | None, insecure: bool, as_json: bool) -> None:
    """Store your token for the contest server at URL, so that `lanista submit` can use it.

    The page of your account on the server makes tokens; one with the scope `upload` is enough. The token is asked
    for without showing it, or read from --token-file. It is checked, and stored in a file that only you can read.
    """
    from lanista.serve.client import ServerClient, read_address
    from lanista.serve.login import check_token, read_token, store_token

    address = read_address(url, insecure=insecure)
    token = read_token(token_file) if token_file else check_token(_asked())
    name = _name_of(ServerClient(address, token))
    path = store_token(address.origin, token)
    if as_json:
        from lanista.cli.login.shapes import StoredLogin

        print_json(StoredLogin(address.origin, str(path), name))
        return
    whose = f" of {inert(name, 60)}" if name else ""
    console().print(f"the token{whose} for {address.origin} is in {path}", markup=False, soft_wrap=True)


def _asked() -> str:
    """The token that a person types, which is not shown."""
    if not sys.stdin.isatty():
        raise InputError("expected a terminal to type the token in; name a file with --token-file")
    return str(click.prompt("token", hide_input=True, err=True))


def _name_of(client: ServerClient) -> str:
    """The name of the person whose token it is; raises ServerError if it is nobody's."""
    from lanista.serve.client import ServerError

    try:
        return str((client.get("/api/me") or {}).get("name", ""))
    except ServerError as error:
        if error.status == 403:  # a token that may upload only
            return ""
        raise
