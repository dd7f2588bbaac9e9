"""What a rider sees, which is everything, from its own side."""

import msgspec

from lanista.engine import Ints, Number, ObservationSpec, Plane, State, rule
from lightcycles.rules import is_free, rides
from lightcycles.state import HEIGHT, SIDES, WIDTH, Arena, Config

HEADINGS = ("UP", "RIGHT", "DOWN", "LEFT")
OBSERVATION = ObservationSpec.of(
    Plane("arena", (HEIGHT, WIDTH), 0, 2, codes=((0, "free"), (1, "a trail"), (2, "the seat"))),
    Number("heading", 0, SIDES - 1),
)


def view_json(state: State[Arena, Config], seat: int) -> bytes:
    """The arena as rows of text (`.` free, letters trails), the riders, and the headings as words."""
    arena = state.record
    riders = [
        {"x": rider.x, "y": rider.y, "heading": HEADINGS[rider.heading], "rides": bool(rides(rider))}
        for rider in arena.riders[: state.seats]
    ]
    rows = ["".join(".ABCD"[arena.trails[y, x]] for x in range(WIDTH)) for y in range(HEIGHT)]
    return msgspec.json.encode({"turn": arena.turn + 1, "seat": seat, "riders": riders, "rows": rows})


@rule
def observe(arena: Arena, config: Config, seat: int, row: Ints) -> None:
    """The numbers of `OBSERVATION`."""
    for y in range(HEIGHT):
        for x in range(WIDTH):
            row[y * WIDTH + x] = 0 if is_free(arena, x, y) else 1
    rider = arena.riders[seat]
    row[rider.y * WIDTH + rider.x] = 2
    row[HEIGHT * WIDTH] = rider.heading
