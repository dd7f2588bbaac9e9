"""The routes that pin moments of matches that are over: into a folder, or handed to the page as a file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post

from lanista.errors import InputError
from lanista.pins.moment import take_moment, written
from lanista.pins.pin import MAX_NOTE, encode_pin
from lanista.pins.writing import pin_name, save_pin
from lanista.text import MAX_QUOTED, inert, whole_number
from lanista.web.people import Forbidden
from lanista.web.show import Show

AnyRequest = Request[Any, Any, Any]

MAX_OFFERED = 300  # moves that a page offers
MAX_TURN = 2**31 - 1


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a pin: the moment, and one move that a bot should play there or should not."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=MAX_TURN)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=MAX_TURN)]
    move: str
    avoid: bool
    note: Annotated[str, msgspec.Meta(max_length=MAX_NOTE)] = ""


class Saved(msgspec.Struct):
    """A pin that the server wrote."""

    file: str


class Handed(msgspec.Struct):
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
        wish = msgspec.json.decode(await request.body(), type=Wish)
    except (ValueError, RecursionError) as error:
        raise InputError(f"invalid request: {inert(str(error), MAX_QUOTED)}") from None
    made = await asyncio.to_thread(_make, show, wish, request.app.state.server.gallery.pins)
    return Response(msgspec.json.encode(made), media_type="application/json")


def _make(show: Show, wish: Wish, folder: Path | None) -> Saved | Handed:
    expect, avoid = ([], [wish.move]) if wish.avoid else ([wish.move], [])
    taken = take_moment(show.replay(), wish.turn, wish.seat, expect=expect, avoid=avoid, note=wish.note)
    if folder is None:
        return Handed(pin_name(taken), encode_pin(taken))
    return Saved(str(save_pin(taken, folder)))


@get("/m/{name:str}/moves.json", sync_to_thread=True)
def moves(request: AnyRequest) -> Response[bytes]:
    """The moves that a seat could have played in a turn, as far as they are few enough to offer."""
    reel = _over(request).reel()
    turn, seat = (whole_number(request.query_params.get(name, "")) for name in ("turn", "seat"))
    if turn is None or not 1 <= turn <= reel.turns or seat is None or seat not in range(len(reel.names)):
        raise InputError(f"expected a turn from 1 to {reel.turns} and a seat of the match in turn= and seat=")
    game, state = reel.game, reel.moment(turn - 1).state
    legal = game.legal(state, seat).nonzero()[0][:MAX_OFFERED]
    offered = [written(game, game.learning.decode(state, seat, int(action))) for action in legal]
    return Response(msgspec.json.encode(offered), media_type="application/json")


HANDLERS = (pin, moves)
