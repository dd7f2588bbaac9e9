"""The routes that pin moments of matches that are over: into a folder, or handed to the page as a file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post

from lanista.core.errors import InputError
from lanista.core.text import MAX_QUOTED, inert, whole_number
from lanista.match.pins.moment import take_moment, written
from lanista.match.pins.pin import MAX_NOTE, encode_pin
from lanista.match.pins.writing import pin_name, save_pin
from lanista.web.people import Forbidden
from lanista.web.show import Show

AnyRequest = Request[Any, Any, Any]

MAX_OFFERED = 300  # moves that a page offers
MAX_TURN = 2**31 - 1


class PinRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a pin: the moment, and one move that a bot should play there or should not."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=MAX_TURN)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=MAX_TURN)]
    move: str
    avoid: bool
    note: Annotated[str, msgspec.Meta(max_length=MAX_NOTE)] = ""


class SavedPin(msgspec.Struct):
    """A pin that the server wrote."""

    file: str


class HandedPin(msgspec.Struct):
    """A pin for the page to save, if the server may not write it: anyone who can reach it could ask for that."""

    name: str
    text: str


def _over(request: AnyRequest) -> Show:
    """The match, once it is over: until then, its states may be a secret."""
    show: Show = request.app.state.server.gallery.find(request.path_params["name"])
    if show.running:
        raise Forbidden("this match is still being played; pin a moment when it has ended")
    return show


@post("/m/{name:str}/pin", status_code=200)
async def pin(request: AnyRequest) -> Response[bytes]:
    """Pin a moment of a match."""
    show = _over(request)
    try:
        wish = msgspec.json.decode(await request.body(), type=PinRequest)
    except (ValueError, RecursionError) as error:
        raise InputError(f"invalid request: {inert(str(error), MAX_QUOTED)}") from None
    made = await asyncio.to_thread(_make, show, wish, request.app.state.server.gallery.pins)
    return Response(msgspec.json.encode(made), media_type="application/json")


def _make(show: Show, wish: PinRequest, folder: Path | None) -> SavedPin | HandedPin:
    expect, avoid = ([], [wish.move]) if wish.avoid else ([wish.move], [])
    taken = take_moment(show.replay(), wish.turn, wish.seat, expect=expect, avoid=avoid, note=wish.note)
    if folder is None:
        return HandedPin(pin_name(taken), encode_pin(taken))
    return SavedPin(str(save_pin(taken, folder)))


@get("/m/{name:str}/moves.json", sync_to_thread=True)
def moves(request: AnyRequest) -> Response[bytes]:
    """The moves that a seat could have played in a turn, as far as they are few enough to offer."""
    history = _over(request).history()
    turn, seat = (whole_number(request.query_params.get(name, "")) for name in ("turn", "seat"))
    if turn is None or not 1 <= turn <= history.turns or seat is None or seat not in range(len(history.names)):
        raise InputError(f"expected a turn from 1 to {history.turns} and a seat of the match in turn= and seat=")
    game, state = history.game, history.moment(turn - 1).state
    legal = game.legal(state, seat).nonzero()[0][:MAX_OFFERED]
    offered = [written(game, game.learning.decode(state, seat, int(action))) for action in legal]
    return Response(msgspec.json.encode(offered), media_type="application/json")


HANDLERS = (pin, moves)
