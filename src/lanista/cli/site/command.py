"""`lanista site`: a folder of pages on which people play all games and watch matches, without a server."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.shared.common import console, error_console, print_json, verb
from lanista.cli.shared.completers import complete_games
from lanista.cli.shared.options import Several, option, option_group, takes
from lanista.cli.shared.replays import load_replay, replays_argument, resolve_replay
from lanista.core.errors import FileError, InputError
from lanista.core.files import write_folder, write_whole

if TYPE_CHECKING:
    from lanista.game import Game
    from lanista.web.film import MatchHistory
    from lanista.web.site import StaticSite


@option_group
class SiteOptions:
    """Which games, and whether to replace an older site."""

    games: tuple[str, ...] = option(
        "--game",
        cls=Several,
        multiple=True,
        metavar="GAME...",
        shell_complete=complete_games,
        help="Only these games.  [default: all that are installed]",
    )
    force: bool = option("--force", is_flag=True, help="Overwrite the files of an older site.")


@verb
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@replays_argument
@takes(SiteOptions)
def command(folder: Path, replays: tuple[Path, ...], options: SiteOptions, as_json: bool) -> None:
    """Write a site into a folder DIR: a page to play each game, a page for each REPLAY, and an index.

    The pages are plain files: open index.html, or put the folder on any web server. People play against bots that
    run in the page; nothing is sent anywhere.
    """
    from lanista.web.site import make_site

    began = time.perf_counter()
    _refuse_full(folder, force=options.force)
    games, left_out = _games(options.games)
    reels = _reels(replays)
    site = make_site(games, reels, None if as_json else _announce)
    site.left_out += left_out
    _write(folder, site, force=options.force)
    _print(folder, site, time.perf_counter() - began, as_json=as_json)


def _refuse_full(folder: Path, *, force: bool) -> None:
    """Refuse to overwrite files, before any work is done."""
    if not force and folder.is_dir() and any(folder.iterdir()):
        raise FileError(f"{folder} is not empty; name a new folder, or overwrite the files of a site with --force")


def _games(names: Sequence[str]) -> tuple[list[Game[Any, Any, Any]], list[str]]:
    """The games of the site, and why other games cannot be loaded."""
    from lanista.game import get_game, installed_games

    if names:
        return [get_game(name) for name in dict.fromkeys(names)], []
    games, faults = installed_games()
    return games, [str(fault) for fault in faults]


def _reels(paths: Sequence[Path]) -> dict[str, MatchHistory]:
    """The matches of the site by the names of their pages."""
    from lanista.web.film import MatchHistory

    reels: dict[str, MatchHistory] = {}
    for path in map(resolve_replay, paths):
        name = f"match-{path.name.removesuffix('.gz').removesuffix('.jsonl')}"
        if name in reels:
            raise InputError(f"two replays are called {path.name}; rename one, as their pages have the same name")
        reels[name] = MatchHistory.of_replay(load_replay(path))
    return reels


def _announce(step: str) -> None:
    error_console().print(f"making the page of {step}", style="dim", markup=False, soft_wrap=True)


def _write(folder: Path, site: StaticSite, *, force: bool) -> None:
    """Write a new folder, or replace the files of an older site."""
    if not force or not folder.is_dir():
        write_folder(folder, site.files)
        return
    for name, data in site.files.items():
        write_whole(folder / name, data, force=True)


def _print(folder: Path, site: StaticSite, seconds: float, *, as_json: bool) -> None:
    if as_json:
        from lanista.cli.site.shapes import SitePage
        from lanista.cli.site.shapes import SiteReport as Shape

        pages = [SitePage(name, len(data)) for name, data in sorted(site.files.items())]
        print_json(Shape(str(folder), pages, site.games, site.left_out, round(seconds, 3)))
        return
    out = console()
    for name, data in sorted(site.files.items()):
        out.print(f"{folder / name}: {len(data) / 1000:.0f} kB", markup=False, soft_wrap=True)
    for reason in site.left_out:
        error_console().print(f"left out: {reason}", style="yellow", markup=False, soft_wrap=True)
    out.print(
        f"open:      {(folder / 'index.html').resolve().as_uri()}", style="cyan", markup=False, soft_wrap=True
    )
