"""The picture for the terminal: everything at a glance, in 80 columns, and inert."""

import pytest
from rich.cells import cell_len

from lanista.engine import State
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.state import TRUCK, Config, Race
from lanista.games.overdrive.views import set_items
from tests.rows import every_row


def placed(first: tuple[int, int], second: tuple[int, int]) -> State[Race, Config]:
    """A race with the cars on these lanes and blocks."""
    state = OVERDRIVE.start(OVERDRIVE.configure(), 1)
    for car, (lane, block) in zip(state.record.cars, (first, second), strict=True):
        car.lane, car.block = lane, block
    return state


POSITIONS = [
    ((1, 1), (4, 1)),
    ((2, 700), (2, 702)),
    ((1, 40), (4, 1400)),
    ((1, 1500), (2, 1499)),
    ((3, 1), (3, 1500)),
]


@every_row("seat", [None, 0, 1])
@every_row("positions", POSITIONS)
def test_it_fits_80_columns_and_shows_both_cars(positions, seat):
    text = OVERDRIVE.picture(placed(*positions), seat, ["alpha", "beta"]).plain
    assert max(cell_len(line) for line in text.splitlines()) <= 80
    assert "alpha" in text
    assert "beta" in text
    lanes = [line[3:] for line in text.splitlines() if line[:3] in (" 1 ", " 2 ", " 3 ", " 4 ")]
    assert len(lanes) in (4, 8)
    if seat is None:
        assert sum(line.count("A") for line in lanes) == 1
        assert sum(line.count("B") for line in lanes) == 1


def test_cars_far_apart_get_a_window_each():
    def lanes(state: State[Race, Config]) -> int:
        return sum(line.startswith(" 1 ") for line in OVERDRIVE.picture(state).plain.splitlines())

    assert lanes(placed((1, 100), (2, 130))) == 1
    assert lanes(placed((1, 100), (2, 900))) == 2


def test_fog_hides_what_the_seat_cannot_see():
    state = placed((1, 100), (3, 110))
    other = state.record.cars[1]
    other.score, other.damage = 4321, 3
    set_items(other, ["EMP", "EMP"])
    everything, seen = OVERDRIVE.picture(state).plain, OVERDRIVE.picture(state, 0).plain
    assert "score 4321" in everything
    assert "4321" not in seen
    assert "the rest is hidden" in seen
    assert "block  110" in seen


def test_a_truck_outside_the_window_is_not_seen():
    state = placed((1, 100), (3, 110))
    state.record.track[0, 299] |= TRUCK
    assert "C" not in "".join(OVERDRIVE.picture(state, 0).plain.splitlines()[5:9])


@pytest.mark.parametrize(
    "name", ["\x1b[31mred", "[bold]x[/bold]", "a" * 500, "", "\u202eevil", "line\nbreak", "日本語日本語日本語"]
)
def test_names_are_inert(name):
    picture = OVERDRIVE.picture(placed((1, 1), (4, 1)), None, [name, name])
    assert "\x1b" not in picture.plain
    assert "\u202e" not in picture.plain
    assert len(picture.plain.splitlines()) == len(OVERDRIVE.picture(placed((1, 1), (4, 1))).plain.splitlines())
    assert max(cell_len(line) for line in picture.plain.splitlines()) <= 80


def test_the_winner_is_named():
    state = placed((1, 1500), (2, 1400))
    state.record.winner = 0
    assert "alpha wins, at the finish line" in OVERDRIVE.picture(state, None, ["alpha", "beta"]).plain
