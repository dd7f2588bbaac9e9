"""Positions drawn as in the specification's scenarios (section 10), and ticks played in both modes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from lanista.engine import State, over_all, zeros
from lanista.engine.playouts import step_native
from lanista.game import Played, put_moves
from lanista.games.sproutopia.contest import recordings, scenarios
from lanista.games.sproutopia.contest.play import Play
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.learn.observation import OWNERS
from lanista.games.sproutopia.moves import Move
from lanista.games.sproutopia.show.frames import TRAIL_SIGN, WEED_SIGN
from lanista.games.sproutopia.state import LOWEST, Config, Direction, Garden
from lanista.games.sproutopia.views import LETTERS

Position = State[Garden, Config]

EMPTY = ("AAA......", "AAA......", "AAA......", *(".........",) * 3, "......BBB", "......BBB", "......BBB")
A: dict[str, Any] = {"at": [1, 1], "spawn": [1, 1]}
B: dict[str, Any] = {"at": [7, 7], "spawn": [7, 7]}


def position(
    *rows: str,
    a: Mapping[str, Any] | None = None,
    b: Mapping[str, Any] | None = None,
    items: Sequence[Sequence[int]] = (),
    weeds: Sequence[Mapping[str, Any]] = (),
    ruleset: str = "standard",
    changes: Mapping[str, int] | None = None,
) -> Position:
    """A map as in section 10; `a` and `b` are changes to the farmers as the scenarios write them."""
    value = {
        "id": "drawn",
        "title": "",
        "grid": rows or EMPTY,
        "farmers": [{"id": "A", **A, **(a or {})}, {"id": "B", **B, **(b or {})}],
        "config": changes or {},
        "powerups": items,
        "weeds": weeds,
        "commands": [],
        "expect": {},
    }
    return scenarios.set_up(SPROUTOPIA, msgspec.convert(value, scenarios.Scenario), ruleset, "here")


class Both:
    """Plays ticks by the interpreted rules; the compiled ones must give the same bytes, and invariants hold."""

    def __init__(self, state: Position) -> None:
        self.state = state
        self.play = Play(state)
        self._work = zeros(state.rules.work)

    def tick(self, moves: Sequence[Move]) -> None:
        """Play one tick."""
        twin = self.state.clone()
        self.play.tick(self.state, moves)
        orders = zeros(twin.rules.move, len(moves))
        put_moves(over_all(twin.rules.move, orders), moves)
        step_native(twin, orders, self._work)
        assert twin.bytes() == self.state.bytes(), "interpreted and compiled rules differ"
        assert list(SPROUTOPIA.broken_invariants(self.state)) == []


def run(state: Position, text: str) -> Both:
    """Ticks as `A's commands/B's commands, ...`: `RIGHT/, /UP, RIGHT UP/LEFT`."""
    both = Both(state)
    for tick in text.split(","):
        both.tick(moves_of_text(tick, state.seats))
    return both


def moves_of_text(tick: str, seats: int) -> list[Move]:
    """The moves of a tick as `A's commands/B's commands`; earlier seats send first."""
    words = enumerate(tick.split("/"))
    received = [(seat, int(Direction[word])) for seat, commands in words for word in commands.split()]
    return recordings.moves_of(received, seats, "here")


def played(state: Position, text: str) -> Played:
    """Play the ticks `A's commands/B's commands, ...` in place; returns the last of them."""
    for tick in text.split(","):
        last = Played(state.clone(), moves_of_text(tick, state.seats))
        SPROUTOPIA.step(state, last.moves)
    return last


def land_of(frame: Mapping[str, Any]) -> list[str]:
    """The land that a frame shows as in section 10; small letters are trails in a farmer's window."""
    signs = [_letter(sign) for sign in frame["land"]]
    return ["".join(signs[i : i + frame["width"]]) for i in range(0, len(signs), frame["width"])]


def _letter(sign: int) -> str:
    letter = f".{LETTERS}"[LOWEST[sign & OWNERS] + 1]
    return letter.lower() if sign & TRAIL_SIGN else letter


def weeds_in(frame: Mapping[str, Any], state: Position) -> list[int]:
    """The cells that a frame shows under weeds."""
    width, first = frame["width"], frame["top"] * state.const.Cols + frame["left"]
    found = [i for i, sign in enumerate(frame["land"]) if sign & WEED_SIGN]
    return [first + i // width * state.const.Cols + i % width for i in found]


def items_of(frame: Mapping[str, Any]) -> list[tuple[int, int]]:
    """The cells and types of the items that a frame shows."""
    stores = [frame["power_ups"], frame["supers"]]
    return [item for store in stores for item in zip(store["cells"], store["kinds"], strict=True)]


def drawn(state: Position) -> list[str]:
    """The map as in section 10."""
    return scenarios.picture_of(state)
