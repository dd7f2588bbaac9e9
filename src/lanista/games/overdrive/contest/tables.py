"""Files that the contest's runner logs besides the views: the whole state (section 9.3) and tables (9.4)."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from lanista.engine import State
from lanista.games.overdrive.state import LANES, LENGTH, SEATS, SURFACE_BITS, TRUCK, Car, Config, Powerup, Race
from lanista.games.overdrive.views import player_object, states_of

CSV_HEADER = (
    "Round,PlayerId,Position:Y,Position:X,Speed,State,Boosting,Boost-Counter,Damage,#Boosts,#Oil,#Lizards,"
    "LastCyberTruck:Y,LastCyberTruck:X,#Tweets,#EMPs,Score"
)


def csv_row(state: State[Race, Config], seat: int) -> str:
    """A player's values before a round; the truck is that of the last successful tweet, even if it is gone."""
    race = state.record
    car = race.cars[seat]
    held = {powerup: car.held[powerup] for powerup in Powerup}
    truck = (car.tweet_lane, car.tweet_block) if car.tweet_lane else ("", "")
    values = (
        race.round + 1,
        seat + 1,
        car.lane,
        car.block,
        car.speed,
        states_of(car)[-1],
        str(bool(car.boosting)).lower(),
        car.boost_counter,
        car.damage,
        held[Powerup.BOOST],
        held[Powerup.OIL],
        held[Powerup.LIZARD],
        *truck,
        held[Powerup.TWEET],
        held[Powerup.EMP],
        car.score,
    )
    return ",".join(map(str, values))


def global_state(state: State[Race, Config]) -> bytes:
    """The whole state as JSON: both players, then all blocks, lane by lane."""
    race = state.record
    players = msgspec.json.encode([_player(seat, car) for seat, car in enumerate(race.cars)])
    cells = race.track.tobytes()  # type: ignore[attr-defined]
    blocks = [head + tail for head, tail in zip(_heads(), map(_tails()[0].__getitem__, cells), strict=True)]
    for seat, car in enumerate(race.cars):
        at = (car.lane - 1) * LENGTH + car.block - 1
        blocks[at] = _heads()[at] + _tails()[seat + 1][cells[at]]
    return b'{"players":%b,"blocks":[%b]}' % (players, b",".join(blocks))


def _player(seat: int, car: Car) -> dict[str, Any]:
    return player_object(seat, car, {"lane": car.lane, "blockNumber": car.block})


@cache
def _heads() -> list[bytes]:
    """The start of each block's JSON, lane by lane."""
    form = b'{"position":{"lane":%d,"blockNumber":%d},"surfaceObject":'
    return [form % (lane, block) for lane in range(1, LANES + 1) for block in range(1, LENGTH + 1)]


@cache
def _tails() -> list[list[bytes]]:
    """The rest of a block's JSON, by the player on it (0 is none) and the cell."""
    form = b'%d,"occupiedByPlayerWithId":%d,"isOccupiedByCyberTruck":%b}'
    truck = [b"false", b"true"]
    return [
        [form % (cell & SURFACE_BITS, player, truck[cell // TRUCK]) for cell in range(2 * TRUCK)]
        for player in range(SEATS + 1)
    ]
