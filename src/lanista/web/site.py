"""A site of plain files on which people play all games and watch matches; it needs no server."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from lanista.game import Game
from lanista.web.files import PLAY_STYLES, board_of
from lanista.web.film import MatchHistory
from lanista.web.page import bundle_modules, constant_of, data_block, standalone_page
from lanista.web.playable import parts_text, playable_html, playing_bundle
from lanista.web.starts import prepared_starts, thumbnail

AnyGame = Game[Any, Any, Any]

INDEX = "index.html"
PLAY_PAGE = "web/static/site/play-page.js"
INDEX_PAGE = "web/static/site/site.js"
INDEX_STYLES = ("web/static/shared/base.css", "web/static/site/site.css")
TITLE = "Lanista"


class StaticSite(msgspec.Struct):
    """The files of a site by name, and which games it has."""

    files: dict[str, bytes]
    games: list[str]
    left_out: list[str] = []  # one sentence for each game that cannot be loaded


def make_site(
    games: Sequence[AnyGame], reels: Mapping[str, MatchHistory], progress: Callable[[str], None] | None = None
) -> StaticSite:
    """The pages of games and of matches, by the names of their files, and an index."""
    files, announce = dict[str, bytes](), progress or (lambda step: None)
    for game in games:
        announce(game.title)
        files[f"{game.name}.html"] = play_html(game).encode()
    for name, history in reels.items():
        announce(name)
        files[f"{name}.html"] = playable_html(history).encode()
    files[INDEX] = index_html(games, reels).encode()
    return StaticSite(files, [game.name for game in games])


def play_html(game: AnyGame) -> str:
    """The page on which a game is played."""
    state = game.start(game.configure(), 1)
    board = board_of(game)
    start = f"{constant_of(PLAY_PAGE)}.start({constant_of(board)}.board, {parts_text(game, state)});"
    script = playing_bundle(game, state, [PLAY_PAGE, board], start)
    data = data_block("starts", msgspec.json.encode(prepared_starts(game)))
    return standalone_page("viewer/page.html", game.title, PLAY_STYLES, script, data, workers=True)


def index_html(games: Sequence[AnyGame], reels: Mapping[str, MatchHistory]) -> str:
    """The page that leads to all others."""
    boards = ", ".join(
        f"{msgspec.json.encode(game.name).decode()}: {constant_of(board_of(game))}.board" for game in games
    )
    script = bundle_modules(
        [INDEX_PAGE, *(board_of(game) for game in games)], f"{constant_of(INDEX_PAGE)}.start({{ {boards} }});"
    )
    entries = {
        "games": [{"name": game.name, "title": game.title, "film": thumbnail(game)} for game in games],
        "matches": [_match(name, history) for name, history in reels.items()],
    }
    return standalone_page(
        "site/site.html", TITLE, INDEX_STYLES, script, data_block("site", msgspec.json.encode(entries))
    )


def _match(name: str, history: MatchHistory) -> dict[str, Any]:
    return {"page": f"{name}.html", "title": history.game.title, "names": history.names, "turns": history.turns}
