"""Advice from a tank's memory: fire at what it has just seen, look where tanks may hide."""

from __future__ import annotations

from lanista.games.tanks.game import TANKS
from lanista.games.tanks.state import Action

from .positions import SE, E, Position, position, tank
from .test_imagine import believed, scanned, wide


def advised(state: Position) -> list[str]:
    """The moves that the player of tank 1 is advised, given one view."""
    return [TANKS.write(move) for move in believed(state).advise(None)]


def test_it_fires_at_a_tank_in_sight() -> None:
    assert advised(scanned(wide("1...2")))[0] == "FIRE POSITIONAL 4 0"


def test_it_fires_behind_a_tank_next_to_it() -> None:
    assert advised(scanned(wide("12")))[0] == "FIRE POSITIONAL 2 0"


def test_it_fires_along_a_line_at_a_tank_that_is_far_away() -> None:
    state = wide("1.........2")
    tank(state, 1).action, tank(state, 1).way = Action.SCAN_MONO, E
    assert advised(state)[0] == "FIRE CARDINAL EAST"


def test_it_fires_at_the_cell_before_a_tank_just_out_of_range() -> None:
    """Positional shots reach 7 cells, and explosions one more."""
    state = wide("1", *[""] * 4, "........2")
    tank(state, 1).action, tank(state, 1).way = Action.SCAN_MONO, SE
    assert advised(state)[0] == "FIRE POSITIONAL 7 5"


def test_it_fires_twice_and_looks_then() -> None:
    state = scanned(wide("1...2"))
    seat = state.const.seat_of[0]
    belief = believed(state)
    first = []
    for text in ("FIRE POSITIONAL 4 0", "FIRE POSITIONAL 4 0", "SCAN OMNI"):
        first.append(TANKS.write(belief.advise(None)[0]))
        moves = [TANKS.missing] * state.seats
        moves[seat] = TANKS.read(state, seat, text)
        TANKS.step(state, moves)
        belief.see(TANKS.view(state, seat))
    assert first == ["FIRE POSITIONAL 4 0", "FIRE POSITIONAL 4 0", "SCAN MONO EAST"]


def test_it_does_not_fire_at_wrecks() -> None:
    state = scanned(wide("1...b..", *[""] * 7, "3"))
    assert all(move.startswith("SCAN") for move in advised(state))


def test_it_looks_where_it_has_not_looked_yet() -> None:
    """In the north-west corner only the south-east is on the map, and the omni scan has shown a part of it."""
    assert advised(scanned(wide("1", *[""] * 22, "." * 39 + "2")))[0] == "SCAN MONO SOUTH_EAST"


def test_it_looks_again_where_it_saw_a_tank_out_of_range() -> None:
    state = wide("1", *[""] * 4, ".........2")
    tank(state, 1).action, tank(state, 1).way = Action.SCAN_MONO, SE
    assert advised(state)[0] == "SCAN MONO SOUTH_EAST"


def test_it_advises_in_a_small_world_too() -> None:
    assert advised(scanned(position("1.2")))[0] == "FIRE POSITIONAL 2 0"
