"""Advice on unknown verbs: misspelt ones, and words that people try first."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

SIMILAR = 0.75  # two letters swapped in a word of four; `list` and `bisect` have 0.6
LISTS = "`lanista games` lists games and bots, `lanista league list` leagues."
PLAYS = "`lanista play` plays a match, `lanista league run` a league."
CREATES = "`lanista new` creates a bot, `lanista league new` a league."
LEAGUES = "`lanista league` runs leagues of many bots; start with `lanista league new`."
SERVES = (
    "`lanista serve` runs a contest with people, `lanista league` one of files; start with `lanista serve --demo`."
)
SHOWS = "`lanista view` shows replays in the browser, `lanista watch` in the terminal."
TESTS = "`lanista doctor` examines a bot, `lanista pins` asks it about moments that you kept."
STRONGER = "`lanista compare` finds out which of two bots is better, `lanista league` rates many."
TABLE = "`lanista league table` shows ratings and results, `lanista league show` one bot."
RUN = "`lanista league run` plays the matches."

# Advice by group and word
ADVICE = {
    "lanista": {
        **dict.fromkeys(("list", "ls", "bots", "rulesets", "info"), LISTS),
        **dict.fromkeys(("run", "start", "match", "fight", "battle", "race", "exec"), PLAYS),
        **dict.fromkeys(("init", "create", "template", "starter", "add"), CREATES),
        **dict.fromkeys(("tournament", "ladder", "cup", "season", "swiss"), LEAGUES),
        **dict.fromkeys(("show", "replay", "replays", "open", "web", "gui", "browser"), SHOWS),
        **dict.fromkeys(("test", "check", "lint", "validate", "debug"), TESTS),
        **dict.fromkeys(("elo", "rating", "ratings", "rank", "stats", "strength"), STRONGER),
        **dict.fromkeys(("table", "standings", "status", "results"), TABLE),
        **dict.fromkeys(("contest", "server", "host"), SERVES),
        "build": "`lanista play` and `lanista dev` build a bot when its files have changed.",
        "human": "`human` is a bot: `lanista play GAME human BOT`.",
        "version": "`lanista --version` prints it.",
    },
    "lanista league": {
        **dict.fromkeys(("start", "play", "resume", "continue"), RUN),
        **dict.fromkeys(("standings", "ratings", "results", "rank"), TABLE),
        **dict.fromkeys(("create", "init", "make"), "`lanista league new` makes a league."),
        **dict.fromkeys(("join", "submit", "enter", "update"), "`lanista league add` adds bots and new versions."),
        **dict.fromkeys(("delete", "rm", "kick"), "`lanista league remove` takes a bot out."),
        **dict.fromkeys(("ls", "leagues"), "`lanista league list` lists the leagues of a store."),
        **dict.fromkeys(("report", "html", "csv"), "`lanista league export` writes a report."),
        **dict.fromkeys(("verify", "repair"), "`lanista league check` verifies a store."),
    },
    "lanista serve": {
        **dict.fromkeys(("start", "run", "up"), "`lanista serve --data DIR` starts a server."),
        **dict.fromkeys(("save", "dump", "export"), "`lanista serve backup` writes everything into one file."),
        **dict.fromkeys(("verify", "status"), "`lanista serve check` verifies a server."),
    },
}


def advise(group: str, word: str, verbs: Collection[str]) -> str:
    """Advice for a person who typed this word as a verb of a group, such as `lanista league`."""
    known = ADVICE.get(group, {}).get(word)
    near = get_close_matches(word[:100], verbs, n=1, cutoff=SIMILAR)
    return known or (f"Did you mean {near[0]!r}?" if near else f"`{group} --help` lists the verbs.")
