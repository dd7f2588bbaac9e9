"""`lanista league`: leagues of many bots in a store; loads only the module of the verb that is run."""

from __future__ import annotations

import click

from lanista.cli.lazy import LazyGroup

# The verbs in the order of `lanista league --help`; each is a module of the same name.
LEAGUE_VERBS = {
    "new": "Make a league of a game.",
    "add": "Add bots, or new versions of bots.",
    "remove": "Take a bot out; its results stay.",
    "release": "Let bots play again that failed too often.",
    "run": "Play the matches of a league; continues where it was stopped.",
    "table": "Show the table: ratings with intervals, results, bias, head-to-head.",
    "show": "Show everything about one bot of a league.",
    "status": "Show how far a league is, and who is running it.",
    "list": "List the leagues of a store.",
    "export": "Write a report: one HTML file, CSV or JSON.",
    "check": "Verify a store: counts, digests, replays.",
}


@click.group(
    cls=LazyGroup,
    headings={"Verbs": LEAGUE_VERBS},
    package="lanista.cli.league",
    context_settings={"help_option_names": ["-h", "--help"]},
)
def command() -> None:
    """Run leagues of many bots: on one machine, on several, or on a cluster.

    A league is stored in the file `lanista.db` unless --store or LANISTA_STORE names another one.
    After a stop or a kill, `lanista league run` continues, and the table is the same.

    \b
    lanista league new cup --game GAME
    lanista league add cup BOT BOT BOT
    lanista league run cup
    lanista league table cup

    The league's NAME may be left out where the store has only one. Every verb takes --json.
    """
