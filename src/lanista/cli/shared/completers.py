"""Shell completion of games, rulesets, bots, maps, replays and verbs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
FILES = CompletionItem("", type="file")  # the shell completes file names


def completer(function: Callable[[click.Context], Iterable[str | CompletionItem]]) -> Completer:
    """Make a completer of the words that a function returns; errors yield no words rather than a traceback."""

    @functools.wraps(function)
    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        try:
            found = [CompletionItem(word) if isinstance(word, str) else word for word in function(ctx)]
        except Exception:  # noqa: BLE001
            return []
        return [item for item in found if item.type != "plain" or str(item.value).startswith(incomplete)]

    return complete


@completer
def complete_games(ctx: click.Context) -> list[str]:
    """The installed games."""
    return _games()


@completer
def complete_topics(ctx: click.Context) -> list[str]:
    """The pages of the manual."""
    from lanista.cli.docs.manual import topics

    return [topic.name for topic in topics()]


@completer
def complete_subjects(ctx: click.Context) -> list[str]:
    """Complete the subjects of `lanista bench`."""
    from lanista.tools.bench.subjects import SUBJECTS

    return sorted({*_games(), *SUBJECTS, "server"})


def _games() -> list[str]:
    """The installed games, without loading any."""
    from importlib.metadata import entry_points

    return sorted({entry.name for entry in entry_points(group="lanista.games")})


def _game(ctx: click.Context) -> Any:
    """The game that the command line names."""
    from lanista.game import get_game

    # While an option still lacks its value, click leaves the arguments before it unnamed.
    return get_game(ctx.params.get("game") or ctx.args[0])


@completer
def complete_rulesets(ctx: click.Context) -> list[str]:
    """The rulesets of the game."""
    return list(_game(ctx).rulesets)


@completer
def complete_maps(ctx: click.Context) -> list[str | CompletionItem]:
    """The game's maps, and files."""
    return [*_game(ctx).maps, FILES]


@completer
def complete_settings(ctx: click.Context) -> list[str]:
    """The settings of the game's ruleset, as `NAME=`."""
    game = _game(ctx)
    return [f"{name}=" for name in game.rulesets[ctx.params.get("ruleset") or "standard"]]


@completer
def complete_bots(ctx: click.Context) -> list[str | CompletionItem]:
    """The game's built-in bots, `human`, and files: Python bots, programs and folders."""
    from lanista.game import builtin_names

    return [*builtin_names(_game(ctx)), "human", FILES]


@completer
def complete_replays(ctx: click.Context) -> list[str | CompletionItem]:
    """The newest replays, `last`, and files."""
    return [*_newest(), FILES]


@completer
def complete_replay_or_bot(ctx: click.Context) -> list[str | CompletionItem]:
    """Complete the first word of `[REPLAY] BOT`: replays and bots."""
    return [*_newest(), *_recorded_bots(None), FILES]


@completer
def complete_recorded_bots(ctx: click.Context) -> list[str | CompletionItem]:
    """The built-in bots of the named replay's game."""
    return [*_recorded_bots(ctx.params.get("replay")), FILES]


def _newest(count: int = 20) -> list[str]:
    from lanista.cli.shared.replays import LAST, newest_files

    found = [str(path) for path in newest_files()[:count]]
    return [LAST, *found] if found else []


def _recorded_bots(replay: str | None) -> list[str]:
    from pathlib import Path

    from lanista.cli.shared.replays import LAST, header_of, newest_replay
    from lanista.game import builtin_names, get_game

    path = newest_replay() if replay in (None, LAST) else Path(replay)
    header = header_of(path) if path else None
    return [*builtin_names(get_game(header.game)), "human"] if header else []


@completer
def complete_verbs(ctx: click.Context) -> list[str]:
    """The verbs that have a JSON object, and `all`."""
    from lanista.cli.main import VERBS

    return ["all", *(name for name in VERBS if name not in ("schema", "league"))]  # a word has no spaces


@completer
def complete_help(ctx: click.Context) -> list[str]:
    """The verbs; after `league` or `serve`, its verbs."""
    from lanista.cli.league.command import LEAGUE_VERBS
    from lanista.cli.main import VERBS
    from lanista.cli.serve.command import SERVE_VERBS

    known = {(): VERBS, ("league",): LEAGUE_VERBS, ("serve",): SERVE_VERBS}
    return [*known.get(ctx.params.get("words") or (), ())]
