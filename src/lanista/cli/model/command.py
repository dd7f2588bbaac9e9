"""`lanista model`: a game's rules for programs in any language."""

from __future__ import annotations

import sys

import click

from lanista.cli.shared.common import FAILED, print_json, verb
from lanista.cli.shared.completers import complete_games
from lanista.cli.shared.groups import SettingsOptions, ruleset_option
from lanista.cli.shared.options import group, option, option_group, takes


@option_group
class ModelOptions:
    """The settings, and the form of messages."""

    ruleset: str = ruleset_option()
    changes: SettingsOptions = group(SettingsOptions)
    msgpack: bool = option(
        "--msgpack", is_flag=True, help="Messages in msgpack, each after its length, instead of lines of JSON."
    )


@verb
@click.argument("game", shell_complete=complete_games)
@takes(ModelOptions)
def command(game: str, options: ModelOptions, as_json: bool) -> None:
    """Answer requests about GAME on standard input until it ends: load views, step, play out, search.

    Bots start it to look ahead with the rules of the referee. The manual's page on the model lists all requests.
    --json prints the answer to {"do": "about"} without reading any. Exits with 1 if the input cannot be followed.
    """
    from msgspec import convert

    from lanista.cli.model.shapes import ModelAbout
    from lanista.search.model import Model
    from lanista.search.model.service import Service
    from lanista.search.model.stream import BrokenStream, JsonLines, MsgpackBlocks, serve

    service = Service(Model(game, ruleset=options.ruleset, changes=options.changes.changes()))
    if as_json:
        print_json(convert(service.about(), ModelAbout))
        return
    try:
        serve(service, MsgpackBlocks() if options.msgpack else JsonLines(), sys.stdin.buffer, sys.stdout.buffer)
    except BrokenStream as error:
        click.secho(f"Error: {error}", fg="red", file=sys.stderr)
        sys.exit(FAILED)
