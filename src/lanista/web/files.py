"""The viewer's files, by the path that the browser requests.

They are `web/static/*/*`, and of each game `games/<game>/show/draw.js` and what it imports from `drawing/` there.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from lanista.core.errors import InputError
from lanista.game import Game, game_names, get_game

STATIC = Path(__file__).with_name("static")
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
MAIN = "web/static/viewer/main.js"
BASE_STYLE = "web/static/shared/base.css"
STYLES = (
    BASE_STYLE,
    "web/static/viewer/viewer.css",
    "web/static/viewer/panels.css",
    "web/static/charts/chances.css",
)
WHAT_IF = "web/static/person/what-if.js"
PLAY_STYLES = (*STYLES, "web/static/person/play.css", "web/static/person/person.css")
DROP_STYLE = "web/static/shared/drop.css"
PLAIN_BOARD = "web/static/board/text.js"  # draws games that have no draw.js

_STATIC_NAME = re.compile(r"web/static/([a-z0-9_-]+/[a-z0-9_-]+\.(?:js|css|svg))")
_BOARD_NAME = re.compile(r"games/([a-z0-9_]+)/(show/(?:draw\.js|drawing/[a-z0-9_-]+\.js))")


def find_file(path: str) -> Path:
    """The file at a path, if it belongs to the viewer; no other file of the package is served."""
    found = None
    if match := _STATIC_NAME.fullmatch(path):
        found = STATIC / match[1]
    elif (match := _BOARD_NAME.fullmatch(path)) and match[1] in game_names():
        found = _folder(get_game(match[1])) / match[2]
    if found is None or not found.is_file():
        raise InputError(
            f"the viewer has no file {path!r}; it has web/static/*/*, and show/draw.js and show/drawing/* of games"
        )
    return found


def viewer_files(game: Game[Any, Any, Any]) -> list[Path]:
    """All scripts from which the viewer of a game is made."""
    return [*sorted(STATIC.glob("*/*.js")), *sorted((_folder(game) / "show").rglob("*.js"))]


def read_file(path: str) -> str:
    """The text of one of the viewer's files."""
    return find_file(path).read_text(encoding="utf-8")


def with_files(text: str) -> str:
    """A text in which files of games are named as they are on this machine, such as `DIR/show/draw.js:12`."""
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
    return f"games/{game.name}/show/draw.js" if (_folder(game) / "show" / "draw.js").is_file() else PLAIN_BOARD


def _folder(game: Game[Any, Any, Any]) -> Path:
    """The folder of a game's module, which may be in another package."""
    file = sys.modules[type(game).__module__].__file__
    assert file is not None, "a game is a package with files"
    return Path(file).parent
