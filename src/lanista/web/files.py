"""The viewer's files, by the path that the browser requests.

They are `web/static/*`, and of each game `games/<game>/draw.js` and what it imports, `games/<game>/drawing/*.js`.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from lanista.errors import InputError
from lanista.game import Game, game_names, get_game

STATIC = Path(__file__).with_name("static")
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
MAIN = "web/static/main.js"
BASE_STYLE = "web/static/base.css"
STYLES = (BASE_STYLE, "web/static/viewer.css", "web/static/panels.css", "web/static/chances.css")
WHAT_IF = "web/static/what-if.js"
PLAY_STYLES = (*STYLES, "web/static/play.css", "web/static/person.css")
DROP_STYLE = "web/static/drop.css"
PLAIN_BOARD = "web/static/text.js"  # draws games that have no draw.js

_STATIC_NAME = re.compile(r"web/static/([a-z0-9_-]+\.(?:js|css|svg))")
_BOARD_NAME = re.compile(r"games/([a-z0-9_]+)/(draw\.js|drawing/[a-z0-9_-]+\.js)")


def find_file(path: str) -> Path:
    """The file at a path, if it belongs to the viewer; no other file of the package is served."""
    found = None
    if match := _STATIC_NAME.fullmatch(path):
        found = STATIC / match[1]
    elif (match := _BOARD_NAME.fullmatch(path)) and match[1] in game_names():
        found = _folder(get_game(match[1])) / match[2]
    if found is None or not found.is_file():
        raise InputError(
            f"the viewer has no file {path!r}; it has web/static/* and a game's draw.js and drawing/*.js"
        )
    return found


def read_file(path: str) -> str:
    """The text of one of the viewer's files."""
    return find_file(path).read_text(encoding="utf-8")


def with_files(text: str) -> str:
    """A text in which files of games are named as they are on this machine, such as `DIR/draw.js:12`."""
    return _BOARD_NAME.sub(lambda found: _on_disk(found[0]), text)


def _on_disk(path: str) -> str:
    with suppress(InputError):
        return str(find_file(path))
    return path


def page_template(name: str) -> str:
    """A page with the placeholders {{title}}, {{head}}, {{script}} and {{message}}."""
    return (STATIC / name).read_text(encoding="utf-8")


def board_of(game: Game[Any, Any, Any]) -> str:
    """The path of the module that draws a game."""
    return f"games/{game.name}/draw.js" if (_folder(game) / "draw.js").is_file() else PLAIN_BOARD


def _folder(game: Game[Any, Any, Any]) -> Path:
    """The folder of a game's module, which may be in another package."""
    file = sys.modules[type(game).__module__].__file__
    assert file is not None, "a game is a package with files"
    return Path(file).parent
