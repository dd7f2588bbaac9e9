"""`lanista games`: lists the installed games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.common import console, print_json, verb
from lanista.cli.layout import new_table, print_table

if TYPE_CHECKING:
    from rich.table import Table

    from lanista.cli.shapes import GameInfo
    from lanista.contest import BotProtocol
    from lanista.game import Game


@verb
def command(as_json: bool) -> None:
    """List the games, their rulesets and built-in bots, and how to name bots written for the original contests."""
    from lanista.game import installed_games

    games, faults = installed_games()
    if as_json:
        from lanista.cli.shapes import Games

        print_json(Games([_as_json(game) for game in games], [str(fault) for fault in faults]))
        return
    print_table(console(), _games_table(games))
    console().print()
    print_table(console(), _contests_table(games))
    for fault in faults:
        click.echo(str(fault), err=True)


def _games_table(games: Iterable[Game[Any, Any, Any]]) -> Table:
    from lanista.game import builtin_names

    titles = ("game", "title", "bots", "rulesets", "built-in bots, weakest first", "actions")
    table = new_table(*titles, left=titles)
    for game in games:
        seats = "-".join(dict.fromkeys((str(min(game.seats)), str(max(game.seats)))))
        row = (game.title, seats, ", ".join(game.rulesets), ", ".join(builtin_names(game)), str(game.actions))
        table.add_row(f"[bold]{game.name}[/]", *row)
    return table


def _contests_table(games: Iterable[Game[Any, Any, Any]]) -> Table:
    """How bots of the original contests are named on the command line."""
    titles = ("game", "contest", "BOT is", "protocol in lanista.toml")
    table = new_table(*titles, left=titles)
    for game in games:
        for protocol in game.contest.protocols:
            table.add_row(game.name, protocol.title, _named(protocol), protocol.id)
    return table


def _named(protocol: BotProtocol) -> str:
    """How to name a bot that speaks a contest's protocol."""
    from lanista.bots.venues import JOIN

    ways = ["a folder with bot.json"] if protocol.languages else []
    ways += [f'"{protocol.prefix}:COMMAND"'] if protocol.prefix else []
    ways += [JOIN] if protocol.joinable else []
    return " or ".join(ways)


def _as_json(game: Any) -> GameInfo:
    from lanista.cli.shapes import GameInfo
    from lanista.game import builtin_names

    return GameInfo(
        name=game.name,
        title=game.title,
        seats=list(game.seats),
        rulesets={name: dict(config) for name, config in game.rulesets.items()},
        bots=list(builtin_names(game)),
        maps=list(game.maps),
        actions=game.actions,
        observation=list(game.rules.observation),
        behaviour=game.behaviour,
        start_ms=game.start_ms,
        turn_ms={ruleset: game.turn_budget(ruleset) for ruleset in game.rulesets},
    )
