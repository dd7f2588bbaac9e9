"""`lanista model`: a game's rules for programs in any language."""

from __future__ import annotations

import sys

import click

from lanista.cli.common import FAILED, print_json, verb
from lanista.cli.completers import complete_games
from lanista.cli.groups import SettingsOptions, rules_option
from lanista.cli.options import group, option, option_group, takes


@option_group
class ModelOptions:
    """The settings, and the form of messages."""

    ruleset: str = rules_option()
    changes: SettingsOptions = group(SettingsOptions)
    msgpack: bool = option(
        "--msgpack", is_flag=True, help="Messages in msgpack, each after its length, instead of lines of JSON."
    )


@verb
@click.argument("game", shell_complete=complete_games)
@takes(ModelOptions)
def command(game: str, options: ModelOptions, as_json: bool) -> None:
    """Answer requests about GAME on standard input, until it ends: load views, step, play out, search.

    Bots start it to look ahead with the rules of the referee. The manual's page on the model has all requests;
    {"do": "about"} is one, whose answer --json prints without waiting for any. Exits with 1 if the input cannot
    be followed.
    """
    from msgspec import convert

    from lanista.cli.model_shapes import ModelAbout
    from lanista.model import Model
    from lanista.model.service import Service
    from lanista.model.stream import BrokenStream, JsonLines, MsgpackBlocks, serve

    service = Service(Model(game, ruleset=options.ruleset, changes=options.changes.changes()))
    if as_json:
        print_json(convert(service.about(), ModelAbout))
        return
    try:
        serve(service, MsgpackBlocks() if options.msgpack else JsonLines(), sys.stdin.buffer, sys.stdout.buffer)
    except BrokenStream as error:
        click.secho(f"Error: {error}", fg="red", file=sys.stderr)
        sys.exit(FAILED)
