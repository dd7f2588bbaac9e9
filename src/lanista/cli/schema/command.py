"""`lanista schema`: a game's messages or a verb's output, as JSON Schema or as a manual page."""

from __future__ import annotations

from typing import Any

import click

from lanista.cli.shared.common import print_json, verb
from lanista.cli.shared.completers import complete_games, complete_verbs
from lanista.cli.shared.options import refuse_both
from lanista.core.errors import InputError

ALL = "all"


@verb
@click.argument("game", required=False, shell_complete=complete_games)
@click.option(
    "--command",
    "of",
    metavar="VERB",
    shell_complete=complete_verbs,
    help="The output of this verb with --json, instead of a game's messages.",
)
@click.option("--markdown", is_flag=True, help="Print the manual page instead.")
def command(game: str | None, of: str | None, markdown: bool, as_json: bool) -> None:
    """Print the JSON Schema of a game's view, map and moves, or of what a verb prints with --json.

    A game's schema is generated from the types in `lanista.bot.GAME`, which a Python bot can import.
    `--command all --markdown` prints the page of all verbs.
    """
    refuse_both("markdown", "as_json", "a manual page is not JSON")
    if (game is None) == (of is None):
        raise InputError("expected a GAME or --command VERB, and not both")
    if markdown:
        click.echo(_page(game, of), nl=False)
    else:
        _print(_schema(game, of), as_json=as_json)


def _schema(game: str | None, of: str | None) -> dict[str, Any]:
    if game is not None:
        from lanista.bot.schema import schema_of

        return schema_of(_typed(game))
    from lanista.cli.schema.contract import command_schema

    if of == ALL:
        raise InputError(f"--command {ALL} is the manual page of all verbs: add --markdown, or name one verb")
    return command_schema(of or "")


def _page(game: str | None, of: str | None) -> str:
    if game is not None:
        from lanista.bot.reference import reference_of

        return reference_of(_typed(game))
    from lanista.cli.schema.contract import commands_page

    if of != ALL:
        raise InputError(
            f"the manual page covers all verbs: expected --command {ALL} --markdown, got --command {of}"
        )
    return commands_page()


def _typed(game: str) -> str:
    """The name of a game; it must have typed messages."""
    from lanista.bot.typed import typed_module
    from lanista.game import get_game

    chosen = get_game(game)
    if not typed_module(chosen.name):
        raise InputError(
            f"{chosen.name} has no types: expected a module {chosen.package}.typed with View, Move and maybe Map"
        )
    return chosen.name


def _print(schema: dict[str, Any], *, as_json: bool) -> None:
    import msgspec

    if as_json:
        print_json(schema)
    else:
        click.echo(msgspec.json.format(msgspec.json.encode(schema), indent=2))
