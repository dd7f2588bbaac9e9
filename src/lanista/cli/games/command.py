"""`lanista games`: lists the installed games, or describes one to learners."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.completers import complete_games
from lanista.cli.shared.layout import new_table, print_table

if TYPE_CHECKING:
    from rich.table import Table

    from lanista.cli.games.shapes import GameInfo, ObservationPart
    from lanista.engine import ObservationSpec
    from lanista.game import Game
    from lanista.game.contest import BotProtocol


@verb
@click.argument("game", required=False, shell_complete=complete_games)
def command(game: str | None, as_json: bool) -> None:
    """List the games, their rulesets and built-in bots, and how to name bots written for the original contests.

    With GAME, also list the meaning of each number of a learner's observation.
    """
    from lanista.game import get_game, installed_games

    games, faults = ([get_game(game)], []) if game else installed_games()
    if as_json:
        from lanista.cli.games.shapes import Games

        print_json(Games([_as_json(game) for game in games], [str(fault) for fault in faults]))
        return
    print_table(console(), _games_table(games))
    console().print()
    print_table(console(), _contests_table(games))
    if game:
        console().print()
        print_table(console(), _observation_table(games[0].observation_spec))
    for fault in faults:
        click.echo(str(fault), err=True)


def _games_table(games: Iterable[Game[Any, Any, Any]]) -> Table:
    from lanista.game import builtin_names

    titles = ("game", "title", "bots", "rulesets", "built-in bots", "actions")
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


def _observation_table(spec: ObservationSpec) -> Table:
    """The meaning of each number of an observation, and the divisors of floats."""
    words = ("name", "values", "meaning")
    title = f"an observation: {spec.size} numbers"
    table = new_table("numbers", "name", "shape", "values", "scale", "meaning", left=words, title=title)
    for part in _parts(spec):
        last = part.first + part.size - 1
        numbers = str(part.first) if part.size == 1 else f"{part.first}-{last}"
        scale = str(part.scale) if part.scale > 1 else ""
        values = f"{part.low} to {part.high}"
        table.add_row(numbers, part.name, " x ".join(map(str, part.shape)), values, scale, _meaning(part))
    return table


def _meaning(part: ObservationPart) -> str:
    coded = [f"{value} {word}" for value, word in part.codes.items()]
    summed = [f"{1 << bit} {word}" for bit, word in enumerate(part.bits)]
    said = [part.about, ", ".join(coded), f"sum of {', '.join(summed)}" if summed else ""]
    return "; ".join(filter(None, said))


def _named(protocol: BotProtocol) -> str:
    """How to name a bot that speaks a contest's protocol."""
    from lanista.bots.protocol.venues import JOIN

    ways = ["a folder with bot.json"] if protocol.languages else []
    ways += [f'"{protocol.prefix}:COMMAND"'] if protocol.prefix else []
    ways += [JOIN] if protocol.joinable else []
    return " or ".join(ways)


def _as_json(game: Any) -> GameInfo:
    from lanista.cli.games.shapes import GameInfo
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
        observation_parts=_parts(game.observation_spec),
        behaviour=game.behaviour,
        start_ms=game.start_ms,
        turn_ms={ruleset: game.turn_budget(ruleset) for ruleset in game.rulesets},
    )


def _parts(spec: ObservationSpec) -> list[ObservationPart]:
    from lanista.cli.games.shapes import ObservationPart

    return [
        ObservationPart(
            name=part.name,
            first=first,
            size=part.size,
            shape=list(getattr(part, "shape", ())),
            low=part.low,
            high=part.high,
            scale=getattr(part, "scale", 1),
            about=part.about,
            codes={str(value): word for value, word in part.codes},
            bits=list(getattr(part, "bits", ())),
        )
        for part, first in zip(spec.parts, accumulate((part.size for part in spec.parts), initial=0), strict=False)
    ]
