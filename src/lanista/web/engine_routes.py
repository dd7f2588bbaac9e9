"""Routes for pages that replay or continue a match by themselves: the scripts of its game, its start and moves.

A script made from a game is served under its digest, so that browsers load it once.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get

from lanista.core.errors import FileError, InputError
from lanista.core.text import quoted, whole_number
from lanista.engine import State
from lanista.engine.folders import cache_root, private_folder
from lanista.engine.seal import read_sealed, write_sealed
from lanista.game import Game, get_game
from lanista.web.files import viewer_files
from lanista.web.identity import FileStamp, stamp_of
from lanista.web.page import start_script, viewer_script
from lanista.web.people import Forbidden
from lanista.web.playable import EncodedState, about
from lanista.web.rerun import MAX_PART_TURNS, ReplayTape
from lanista.web.scripts import rules_script
from lanista.web.show import Show, UnknownMatch

AnyRequest = Request[Any, Any, Any]

FOREVER = {"cache-control": "private, max-age=31536000, immutable"}
WHAT_IF = """\
import * as rules from "{rules}";
const newWorker = () => new Worker("worker.js", {{ type: "module" }});
export const parts = {{ rules, about: {about}, newWorker }};
"""
WORKER = """\
import {{ serve }} from "/lanista/web/static/film/worker.js";
import * as rules from "{rules}";
serve(rules);
"""

MADE = re.compile(r"[a-z0-9_-]{1,80}-[0-9a-f]{32}\.js")
_made: dict[str, str] = {}  # scripts by the names under which they are served


def _begun(request: AnyRequest) -> tuple[Game[Any, Any, Any], State[Any, Any]]:
    """The game of a match and its first state, once the match is over: until then, that may be a secret."""
    show: Show = request.app.state.matches.find(request)
    if show.running:
        raise Forbidden("this match is still being played; play on from it when it has ended")
    history = show.history()
    return history.game, history.start


@get("/m/{name:str}/start.json", sync_to_thread=True)
def match_start(request: AnyRequest) -> Response[bytes]:
    """The start of a match, if a page can play its game."""
    game, state = _begun(request)
    return Response(msgspec.json.encode(EncodedState.of(game, state)), media_type="application/json")


@get("/m/{name:str}/start.js", sync_to_thread=True)
def start(request: AnyRequest) -> Response[str]:
    """The script that starts the page, which plays the match again."""
    show: Show = request.app.state.matches.find(request)
    history = show.history()
    viewer = _viewer_address(history.game.name, _stamps(history.game))
    return _script(start_script(viewer, _rules_address(history.start)))


@get("/m/{name:str}/rules.js", sync_to_thread=True)
def rules_module(request: AnyRequest) -> Response[str]:
    """The rules for a match that another page shows beside its own."""
    show: Show = request.app.state.matches.find(request)
    return _script(f'export * from "{_rules_address(show.history().start)}";\n')


@get("/m/{name:str}/turns.json", sync_to_thread=True)
def turns(request: AnyRequest) -> Response[bytes]:
    """Some of the turns after the first `from` ones."""
    tape, text = _tape(request), request.query_params.get("from", "0")
    first = whole_number(text)
    if first is None or not 0 <= first <= tape.history.turns:
        raise InputError(f"expected a turn from 0 to {tape.history.turns} in from=, got {quoted(text)}")
    return Response(msgspec.json.encode(tape.part(first, MAX_PART_TURNS)), media_type="application/json")


@lru_cache(32)
def _viewer_address(game: str, stamps: tuple[FileStamp | None, ...]) -> str:
    """The address of the viewer with a game's board; bundled again when one of its files has changed."""
    return _address(f"{game}-viewer", viewer_script(get_game(game)))


def _stamps(game: Game[Any, Any, Any]) -> tuple[FileStamp | None, ...]:
    return tuple(stamp_of(path) for path in viewer_files(game))


def _tape(request: AnyRequest) -> ReplayTape:
    """The moves of a match that anyone may see."""
    show: Show = request.app.state.matches.find(request)
    show.admit(None, "")
    return show.tape()


@get("/made/{script:str}", sync_to_thread=False)
def made_script(request: AnyRequest) -> Response[str]:
    """The viewer, or the rules of a game, as a module."""
    name = request.path_params["script"]
    found = _made.get(name) or _made_elsewhere(name)
    if found is None:
        raise UnknownMatch(f"there is no script {quoted(name)}; load the page again")
    return Response(found, media_type="text/javascript", headers=FOREVER)


@get("/m/{name:str}/parts.js", sync_to_thread=True)
def parts_module(request: AnyRequest) -> Response[str]:
    """Everything that the page plays with."""
    game, state = _begun(request)
    known = msgspec.json.encode(about(game, state)).decode()
    return _script(WHAT_IF.format(rules=_rules_address(state), about=known))


@get("/m/{name:str}/worker.js", sync_to_thread=True)
def worker_module(request: AnyRequest) -> Response[str]:
    """The script of a worker that thinks for the page."""
    return _script(WORKER.format(rules=_rules_address(_begun(request)[1])))


def _rules_address(state: State[Any, Any]) -> str:
    """The address of the rules for states of one layout."""
    return _address(f"{state.rules.name}-rules", rules_script(state.rules))


def _address(name: str, script: str) -> str:
    file = f"{name}-{_digest(script)}.js"
    if file not in _made:
        _made[file] = script
        with suppress(FileError):
            write_sealed(_folder() / file, script.encode())
    return f"/made/{file}"


def _digest(script: str) -> str:
    return hashlib.sha256(script.encode()).hexdigest()[:32]


def _folder() -> Path:
    return private_folder(cache_root().with_name("made-scripts"))


def _made_elsewhere(name: str) -> str | None:
    """A script that another process of this server has made."""
    if not MADE.fullmatch(name):
        return None
    try:
        data = read_sealed(_folder() / name)
    except (ValueError, OSError):
        return None
    return None if data is None else _made.setdefault(name, data.decode())


def _script(text: str) -> Response[str]:
    return Response(text, media_type="text/javascript")


OF_MATCHES = (match_start, start, rules_module, turns, parts_module, worker_module)
OF_GAMES = (made_script,)
