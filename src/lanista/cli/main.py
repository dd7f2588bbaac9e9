"""The `lanista` command: loads only the module of the verb that is run, so that it starts fast."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NoReturn

import click

from lanista import __version__
from lanista.cli.lazy import LazyGroup
from lanista.cli.shared.common import (
    JSON_REQUESTED,
    exit_stopped,
    exit_with_error,
    expect_json,
    explain_os_error,
    handle_sigterm,
)
from lanista.cli.shared.output import degrade_output, open_closed_streams

# The verbs in the order of `lanista --help`; each is a folder of the same name.
HEADINGS = {
    "Play": {
        "demo": "Play a first match of every game.",
        "games": "List the games, their rulesets and their built-in bots.",
        "maps": "List and draw the maps of a game.",
        "play": "Play a match between bots, or against one yourself.",
    },
    "Watch": {
        "watch": "Watch a replay in the terminal.",
        "view": "Watch replays in the browser.",
        "analyse": "Find out where a match was won: chances, turning points, why.",
        "takeover": "Resume a replay at any turn with another player at a seat.",
        "export": "Turn a replay into one HTML file, a picture or an animation.",
        "site": "Make a folder of pages on which people play every game.",
    },
    "Improve a bot": {
        "new": "Create a bot from a template, or a game of your own.",
        "dev": "Build, play and compare a bot whenever it is saved.",
        "compare": "Find out whether a bot is better than another one.",
        "doctor": "Examine a bot before you submit it.",
        "feed": "Send a bot a recorded turn and show its answer.",
        "pin": "Keep a moment of a replay as a test.",
        "pins": "Ask a bot about pinned moments.",
        "bisect": "Find the commit that made a bot weaker.",
        "train": "Train a network to play a game, and write it as a bot.",
    },
    "Take part": {
        "login": "Store your token of a contest server.",
        "submit": "Upload a bot to a contest, and follow it until it plays.",
    },
    "Organise": {
        "serve": "Run a contest with people: pages, uploads, a ladder.",
        "league": "Run a league of many bots: matches, ratings, table, report.",
        "runner": "Do the work of a contest server, also on other machines.",
        "sandbox": "Show the sandbox of this machine, and try to get out of it.",
        "verify": "Play a replay again and check everything in it.",
        "key": "Make a key pair to sign replays.",
    },
    "Study": {
        "audit": "Find out whether the seats and maps of a game are fair.",
        "sprt": "Test by counted pairs whether a bot is better.",
        "conform": "Compare recordings of the original engines with our rules.",
        "bench": "Measure speed, as ratios within one run.",
    },
    "Tools": {
        "model": "Answer a bot's questions about a game's rules.",
        "rules": "Write a game's rules in C, JavaScript or WebAssembly.",
        "schema": "Print the JSON Schema of a game's messages or a verb's output.",
        "completion": "Print a shell completion script.",
        "docs": "Print pages of the manual, offline.",
        "help": "Show what a verb does, and its options.",
    },
}
VERBS = {verb: does for verbs in HEADINGS.values() for verb, does in verbs.items()}


class Verbs(LazyGroup):
    """All verbs."""

    def main(self, args: Sequence[str] | None = None, **extra: Any) -> Any:  # type: ignore[override]
        """Run a verb; with --json, usage errors are JSON too."""
        degrade_output()
        words = list(sys.argv[1:] if args is None else args)
        expect_json("--json" in takewhile("--".__ne__, words))  # after `--` it is an argument
        try:
            code = super().main(words, **{**extra, "standalone_mode": False})
        except click.Abort as abort:
            exit_stopped(abort.__cause__)
        except click.ClickException as error:
            _exit_with_usage_error(error)
        except OSError as error:  # --help on a full disk
            exit_with_error(explain_os_error(error))
        sys.exit(code if isinstance(code, int) else 0)


def _exit_with_usage_error(error: click.ClickException) -> NoReturn:
    """Print a usage error and exit."""
    if JSON_REQUESTED.get() and not isinstance(error, click.exceptions.NoArgsIsHelpError):
        exit_with_error(error, error.format_message())
    error.show(sys.stderr)
    sys.exit(error.exit_code)


SETTINGS = {"help_option_names": ["-h", "--help"]}


@click.group(cls=Verbs, headings=HEADINGS, package="lanista.cli", context_settings=SETTINGS)
@click.version_option(__version__, message="lanista %(version)s")
def lanista() -> None:
    """Lanista runs matches between bots, judges them, shows them, and steps the same rules at native speed.

    Start with `lanista demo`, then `lanista play overdrive cruise greedy`. Every verb takes --json;
    `lanista help VERB` explains it.
    """


def main() -> None:
    """The entry point of the console script."""
    open_closed_streams()
    handle_sigterm()
    try:
        lanista.main(prog_name="lanista", complete_var="_LANISTA_COMPLETE")
    except KeyboardInterrupt as stop:
        exit_stopped(stop)


if __name__ == "__main__":
    main()
