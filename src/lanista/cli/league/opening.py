"""Shared by the verbs of `lanista league`: the option --store, and the league that a command line names."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.shared.common import verb
from lanista.cli.shared.completers import FILES, completer
from lanista.cli.shared.progress import say

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from lanista.league.store import LeagueStore
    from lanista.league.store.records import LeagueRecord

DEFAULT_STORE = "lanista.db"
VARIABLE = "LANISTA_STORE"


@completer
def complete_stores(ctx: click.Context) -> list[CompletionItem]:
    """Complete file names."""
    return [FILES]


def league_verb(function: Callable[..., Any]) -> click.Command:
    """Make a function a verb of `lanista league`: it takes --json and --store, and explains errors."""
    option = click.option(
        "--store",
        "address",
        metavar="ADDRESS",
        envvar=VARIABLE,
        default=DEFAULT_STORE,
        show_default=True,
        shell_complete=complete_stores,
        help="Where leagues are kept: a file, or postgresql://...; also LANISTA_STORE.",
    )
    return verb(option(function))


@contextmanager
def opened(
    address: str, *, create: bool = False, adopt: bool = False, tell: Callable[[str], None] = say
) -> Iterator[LeagueStore]:
    """The store at an address; a file that is missing is created only if asked for.

    `adopt` takes over the folder of its replays, even from another store.
    `tell` receives a sentence when a lost connection is retried.
    """
    from lanista.league.store import open_store

    store = open_store(address, create=create, adopt=adopt, tell=tell)
    try:
        yield store
    finally:
        store.close()


def split_league(store: LeagueStore, words: Sequence[str]) -> tuple[LeagueRecord, list[str]]:
    """The league that `[NAME] WORD...` names, and the words after its name."""
    known = {league.name: league for league in store.leagues()}
    if words and words[0] in known:
        return known[words[0]], list(words[1:])
    if len(known) == 1:
        return next(iter(known.values())), list(words)
    return store.find_league(words[0] if words else None), []


def store_words(address: str, store: LeagueStore) -> list[str]:
    """The words of a command line that name a store, without a password; none for the usual one."""
    return [] if address == os.environ.get(VARIABLE, DEFAULT_STORE) else ["--store", store.address]


@completer
def complete_leagues(ctx: click.Context) -> list[str]:
    """The leagues of the store that the command line names."""
    with store_of(ctx) as store:
        return [league.name for league in store.leagues()]


@completer
def complete_entered(ctx: click.Context) -> list[str]:
    """The leagues of the store, and the bots of the named league or the only one."""
    with store_of(ctx) as store:
        leagues = [] if ctx.params.get("words") else [league.name for league in store.leagues()]
        league = named_league(ctx, store)
        bots = {entry.bot for entry in store.entries(league.id)} if league else set()
        return [*leagues, *sorted(bots)]


def named_league(ctx: click.Context, store: LeagueStore) -> LeagueRecord | None:
    """The league that an unfinished command line names, or the only one."""
    known = {league.name: league for league in store.leagues()}
    words = ctx.params.get("words") or ()
    if words and words[0] in known:
        return known[words[0]]
    return next(iter(known.values())) if len(known) == 1 else None


@contextmanager
def store_of(ctx: click.Context) -> Iterator[LeagueStore]:
    """The store that an unfinished command line names."""
    with opened(ctx.params.get("address") or os.environ.get(VARIABLE, DEFAULT_STORE)) as store:
        yield store
