"""`lanista games`: what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lanista.cli.common import console, print_json, verb
from lanista.cli.layout import print_table

if TYPE_CHECKING:
    from lanista.cli.shapes import GameInfo
    from lanista.contest import BotProtocol


@verb
def command(as_json: bool) -> None:
    """List the games, their rulesets, their built-in bots, and how bots of their contests are named."""
    from lanista.game import installed_games

    games, faults = installed_games()
    if as_json:
        from lanista.cli.shapes import Games

        print_json(Games([_as_json(game) for game in games], [str(fault) for fault in faults]))
        return
    from rich.table import Table

    table = Table("game", "title", "bots", "rulesets", "built-in bots, weakest first", "actions", box=None)
    for game in games:
        seats = "-".join(dict.fromkeys((str(min(game.seats)), str(max(game.seats)))))
        row = (game.title, seats, ", ".join(game.rulesets), ", ".join(game.bots), str(game.actions))
        table.add_row(f"[bold]{game.name}[/]", *row)
    print_table(console(), table)
    for game in games:
        for protocol in game.contest.protocols:
            console().print(f"{game.name}: {_named(protocol)}", style="dim", markup=False, soft_wrap=True)
    for fault in faults:
        click.echo(str(fault), err=True)


def _named(protocol: BotProtocol) -> str:
    """How a bot that speaks a contest's protocol is named on the command line."""
    from lanista.bots.venues import JOIN

    ways = ["FOLDER with a bot.json"] if protocol.languages else []
    ways += [f'"{protocol.prefix}:COMMAND"'] if protocol.prefix else []
    ways += [JOIN] if protocol.joinable else []
    ways += [f'FOLDER with protocol = "{protocol.id}" in its lanista.toml']
    return f"bots of {protocol.title}: {', '.join(ways)}"


def _as_json(game: Any) -> GameInfo:
    from lanista.cli.shapes import GameInfo

    return GameInfo(
        name=game.name,
        title=game.title,
        seats=list(game.seats),
        rulesets={name: dict(config) for name, config in game.rulesets.items()},
        bots=list(game.bots),
        maps=list(game.maps),
        actions=game.actions,
        observation=list(game.rules.observation),
        behaviour=game.behaviour,
        start_ms=game.start_ms,
        turn_ms={ruleset: game.turn_budget(ruleset) for ruleset in game.rulesets},
    )
