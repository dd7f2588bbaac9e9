"""What a served page fetches to play on by itself: the scripts of the match's game, and its start."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get

from lanista.engine import State
from lanista.game import Game
from lanista.web.gallery import Forbidden, Show
from lanista.web.playable import Start, about
from lanista.web.scripts import pictures_script, rules_script

AnyRequest = Request[Any, Any, Any]

WHAT_IF = """\
import * as rules from "./rules.js";
import {{ game }} from "./pictures.js";
const newWorker = () => new Worker("worker.js", {{ type: "module" }});
export const parts = {{ rules, game, about: {about}, newWorker }};
"""
WORKER = """\
import { serve } from "/lanista/web/static/worker.js";
import * as rules from "./rules.js";
serve(rules);
"""


def _begun(request: AnyRequest) -> tuple[Game[Any, Any, Any], State[Any, Any]]:
    """The game of a match and its first state, once the match is over: until then, that may be a secret."""
    show: Show = request.app.state.server.gallery.find(request.path_params["name"])
    if show.running:
        raise Forbidden("this match is still being played; play on from it when it has ended")
    reel = show.reel()
    return reel.game, reel.moments[0].state


@get("/m/{name:str}/start.json", sync_to_thread=True)
def match_start(request: AnyRequest) -> Response[bytes]:
    """The start of a match, if a page can play its game."""
    game, state = _begun(request)
    pictures_script(game, state.rules)  # raises for what a page cannot run
    return Response(msgspec.json.encode(Start.of(state)), media_type="application/json")


@get("/m/{name:str}/rules.js", sync_to_thread=True)
def rules_module(request: AnyRequest) -> Response[str]:
    """The rules as a module."""
    return _script(rules_script(_begun(request)[1].rules))


@get("/m/{name:str}/pictures.js", sync_to_thread=True)
def pictures_module(request: AnyRequest) -> Response[str]:
    """The pictures and moves as a module."""
    game, state = _begun(request)
    return _script(pictures_script(game, state.rules))


@get("/m/{name:str}/parts.js", sync_to_thread=True)
def parts_module(request: AnyRequest) -> Response[str]:
    """Everything that the page plays with."""
    return _script(WHAT_IF.format(about=msgspec.json.encode(about(*_begun(request))).decode()))


@get("/m/{name:str}/worker.js", sync_to_thread=False)
def worker_module(request: AnyRequest) -> Response[str]:
    """The script of a worker that thinks for the page."""
    return _script(WORKER)


def _script(text: str) -> Response[str]:
    return Response(text, media_type="text/javascript")


HANDLERS = (match_start, rules_module, pictures_module, parts_module, worker_module)
