"""`lanista schema`: what a game's bots get and answer, as JSON Schema or as a page."""

from __future__ import annotations

import click

from lanista.cli.common import print_json, verb
from lanista.cli.options import refuse_both
from lanista.errors import InputError


@verb
@click.argument("game")
@click.option("--markdown", is_flag=True, help="Print the page of the manual instead.")
def command(game: str, markdown: bool, as_json: bool) -> None:
    """Print the JSON Schema of a game's view, map and moves.

    It is made from the types in `lanista.bot.GAME`, which a Python bot can import.
    """
    import msgspec

    refuse_both("markdown", "as_json", "a page is not JSON")
    from lanista.bot.schema import has_types, schema_of
    from lanista.game import get_game

    name = get_game(game).name
    if not has_types(name):
        raise InputError(
            f"{name} has no types: expected a module lanista.bot.{name} with View, Move and perhaps Map"
        )
    if markdown:
        from lanista.bot.reference import reference_of

        click.echo(reference_of(name), nl=False)
    elif as_json:
        print_json(schema_of(name))
    else:
        click.echo(msgspec.json.format(msgspec.json.encode(schema_of(name)), indent=2))
