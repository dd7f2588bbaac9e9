"""The routes of pages that show a match, and none that changes one: for viewers' servers and for contests.

An application that has them gives its state three members: `matches`, a `MatchFinder`, `streams` and `thumbnails`.
"""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from litestar import Request, Response, WebSocket, get, websocket
from litestar.connection import ASGIConnection
from litestar.response import Redirect

from lanista.bots.human import NotAsked
from lanista.core.errors import InputError, LanistaError
from lanista.core.text import abridge, inert, quoted, whole_number
from lanista.game import InvalidMove
from lanista.web import engine_routes
from lanista.web.engine_routes import FOREVER
from lanista.web.gallery import GalleryBusy
from lanista.web.identity import version_of
from lanista.web.page import served_page
from lanista.web.people import Forbidden
from lanista.web.show import Show, UnknownMatch
from lanista.web.stream import EventStream
from lanista.web.streams import Streams
from lanista.web.thumbnails import Thumbnails

AnyRequest = Request[Any, Any, Any]
AnyConnection = ASGIConnection[Any, Any, Any, Any]

STATUS: dict[type[LanistaError], int] = {
    UnknownMatch: 404,
    Forbidden: 403,
    NotAsked: 409,
    GalleryBusy: 409,
    InvalidMove: 422,
}
CLOSE_CODE = 4000  # plus the status: how a WebSocket is refused
REASON_BYTES = 123  # of a WebSocket's last frame


class MatchFinder(Protocol):
    """Finds the matches of an application."""

    def find(self, request: AnyConnection) -> Show:
        """The match that a route names, for this sender; raises a LanistaError if there is none for them."""
        ...

    def matches(self, request: AnyConnection) -> int:
        """The matches in the list at `home`, if people may drop replays there; otherwise 0."""
        ...

    def home(self, request: AnyConnection) -> str:
        """The address of the list of matches."""
        ...


def show_of(request: AnyConnection) -> Show:
    """The match that a route names."""
    finder: MatchFinder = request.app.state.matches
    return finder.find(request)


@get("/m/{name:str}", sync_to_thread=True)
def page(request: AnyRequest) -> Response[Any]:
    """The page of a match, at the address that stays the same."""
    show = show_of(request)
    asked = request.scope["raw_path"].partition(b"?")[0]
    wanted = f"{_folder(request)}{show.id}/"
    if asked != wanted.encode():  # a former id or a name; and the page refers to files relatively
        query = request.scope["query_string"].decode("latin-1")
        return Redirect(f"{wanted}{'?' + query if query else ''}")
    finder: MatchFinder = request.app.state.matches
    text = served_page(show.history().game, finder.matches(request), finder.home(request))
    return Response(text, media_type="text/html")


def _folder(request: AnyRequest) -> str:
    """The address above those of matches."""
    return request.scope["path"].rstrip("/").removesuffix(request.path_params["name"])


def audience_of(request: AnyConnection, show: Show) -> int | None:
    """Whose view is asked for; raises Forbidden for who may not have it."""
    seat = number_of(request.query_params.get("seat"), "seat")
    show.admit(seat, request.query_params.get("key", ""))
    return seat


@get("/m/{name:str}/match.json", sync_to_thread=True)
def match(request: AnyRequest) -> Response[bytes]:
    """The match so far: its start and first moves, or the view of the person at a seat."""
    show = show_of(request)
    return Response(show.match_json(audience_of(request, show)), media_type="application/json")


@get("/m/{name:str}/thumb.json", sync_to_thread=True)
def thumbnail(request: AnyRequest) -> Response[bytes]:
    """The last board of a match; a browser may keep that of a file as long as the file is the same."""
    show = show_of(request)
    thumbnails: Thumbnails = request.app.state.thumbnails
    asked = request.query_params.get("version", "")
    kept = show.file is not None and asked == version_of(show.file)
    return Response(thumbnails.of(show), media_type="application/json", headers=FOREVER if kept else {})


@websocket("/m/{name:str}/live")
async def live(socket: WebSocket[Any, Any, Any]) -> None:
    """The further events of a match, until it has ended."""
    await socket.accept()
    try:
        events = await asyncio.to_thread(_events_for, socket)
    except LanistaError as error:
        reason = plain(str(error)).encode()[:REASON_BYTES].decode(errors="ignore")
        await socket.close(CLOSE_CODE + status_of(error), reason)
        return
    streams: Streams = socket.app.state.streams
    await streams.stream(events, socket)


def _events_for(socket: WebSocket[Any, Any, Any]) -> EventStream:
    show = show_of(socket)
    seat = audience_of(socket, show)
    show.sender(seat)  # raises for a seat that the match does not have
    return EventStream(show, seat, max(0, number_of(socket.query_params.get("from"), "from") or 0))


def number_of(text: str | None, name: str) -> int | None:
    """A whole number of a query."""
    if text is None:
        return None
    number = whole_number(text)
    if number is None:
        raise InputError(f"expected a whole number for {name}, got {quoted(text)}")
    return number


def status_of(error: LanistaError) -> int:
    """The status of an answer that refuses a request."""
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 422)


def plain(message: str) -> str:
    """A message for the page, which may quote a request or a replay."""
    return abridge(inert(message))


OF_MATCHES = (page, match, thumbnail, live, *engine_routes.OF_MATCHES)
OF_GAMES = engine_routes.OF_GAMES
HANDLERS = (*OF_MATCHES, *OF_GAMES)
