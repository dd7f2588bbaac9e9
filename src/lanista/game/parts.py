"""Optional parts of a game: each uses modules of fixed names in its package, or defaults.

`pictures`: `picture`, `frames` and `words`; `learning`: `seat_swap`; `bench`: `bench`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from lanista.core.errors import InputError
from lanista.engine import Generator, State, derive, over
from lanista.engine.showing import ToldLine, plain_frame
from lanista.game import defaults
from lanista.game.move_records import take_move
from lanista.game.showing import Projector
from lanista.game.values import Growth, Played

if TYPE_CHECKING:
    from rich.text import Text

    from lanista.game.base import Game

S = TypeVar("S")
C = TypeVar("C")
M = TypeVar("M", bound=tuple[Any, ...])


class Pictures(Generic[S, C, M]):
    """Pictures of a game: by `picture.draw` in the terminal, elsewhere by the rules in `frames` and `words`."""

    def __init__(self, game: Game[S, C, M]) -> None:
        self.game = game
        self._projector = Projector()

    def picture(self, state: State[S, C], seat: int | None = None, names: Sequence[str] = ()) -> Text:
        """The moment drawn for a terminal: everything, or the view of one seat; by default its values as text."""
        drawn: Text = self.game.modules.find("show.picture", "draw", self._values)(state, seat, names)
        return drawn

    def _values(self, state: State[S, C], seat: int | None, names: Sequence[str]) -> Text:
        return defaults.picture(
            self.game.view(state, seat) if seat is not None else self.game.dump(state)["state"]
        )

    def scene(self, state: State[S, C]) -> dict[str, Any]:
        """The facts that stay the same during a match, from `frames.scene` or `rules.scene`."""
        find = self.game.modules.find
        scene: dict[str, Any] = find("show.frames", "scene", find("rules", "scene", lambda state: {}))(state)
        return scene

    def record(self, state: State[S, C], seat: int | None = None, played: Played | None = None) -> Any:
        """The moment for everybody or as a seat sees it, as the record that the rule `frames.frame` fills.

        With the turn that was played, also its events.
        """
        return self._projector.frame(state, seat, played)

    def frame(self, state: State[S, C], seat: int | None = None, played: Played | None = None) -> dict[str, Any]:
        """The same as plain values."""
        return plain_frame(self.record(state, seat, played))

    def curves(self, state: State[S, C], seat: int | None = None) -> dict[str, list[int | None]]:
        """Curves by title, with one number per seat; the score comes first. None hides a number from the seat."""
        return self._projector.curves(state, seat)

    def told(self, state: State[S, C], played: Played, seat: int | None = None) -> list[ToldLine]:
        """Lines of text on the turn that led to a state, for everybody or for one seat."""
        return self._projector.told(state, seat, played)

    def words(self, played: Played, seat: int) -> str:
        """The move that a seat played, in plain words; "" if the game has none."""
        return self._projector.described(played.before, seat, played.moves[seat])


class Learning(Generic[S, C, M]):
    """A game for learning and search: flat actions, observations, redrawn states and swapped seats."""

    def __init__(self, game: Game[S, C, M]) -> None:
        self.game = game

    def legal(self, state: State[S, C], seat: int) -> npt.NDArray[np.bool_]:
        """The flat actions that are legal for a seat now."""
        _expect_seat(state, seat)
        rules = self.game.rules
        flags = (rules.legal(state.record, state.const, seat, action) for action in range(rules.actions))
        return np.fromiter(flags, dtype=np.bool_, count=rules.actions)

    def mask(self, state: State[S, C], seat: int) -> npt.NDArray[np.bool_]:
        """The same by the rule `mask`, as batches use it."""
        _expect_seat(state, seat)
        flags = np.zeros(self.game.rules.actions, dtype=np.int8)
        self.game.rules.mask(state.record, state.const, seat, flags)
        return flags.astype(np.bool_)

    def decode(self, state: State[S, C], seat: int, action: int) -> M:
        """The move of a flat action."""
        _expect_seat(state, seat)
        if not 0 <= action < self.game.actions:
            raise InputError(f"expected a flat action from 0 to {self.game.actions - 1}, got {action!r}")
        record = self.game.scratch.of(state.rules, self.game.seats[-1]).moves[seat]
        self.game.rules.decode(state.record, state.const, seat, action, record)
        move: M = take_move(type(self.game.missing), record)
        return move

    def observe(self, state: State[S, C], seat: int) -> npt.NDArray[np.int16]:
        """The observation of a seat, as numbers."""
        _expect_seat(state, seat)
        row = np.zeros(state.rules.observation, dtype=np.int16)
        self.game.rules.observe(state.record, state.const, seat, row)
        return row

    def redraw_hidden(self, state: State[S, C], seat: int, seed: int) -> State[S, C]:
        """The same moment with everything hidden from the seat redrawn by the rule `redraw`; without it a copy."""
        if state.rules.redraw is None:
            return state.clone()
        other: State[S, C] = State(state.rules, state.clone().data, state.fixed.copy())
        generator = over(Generator, bytearray(Generator.dtype.itemsize))  # type: ignore[attr-defined]
        generator.position = derive(seed, "hidden")
        state.rules.redraw(other.record, other.const, seat, generator)
        return other

    def swap_seats(self, state: State[S, C]) -> State[S, C] | None:
        """The same moment with seats reversed; None if the game is not symmetric in its seats."""
        swap = self.game.modules.find("learn.seat_swap", "swap_seats", lambda state: None)
        swapped: State[S, C] | None = swap(state)
        return swapped


def _expect_seat(state: State[Any, Any], seat: int) -> None:
    if not 0 <= seat < state.seats:
        raise InputError(f"expected a seat from 0 to {state.seats - 1}, got {seat!r}")


class Bench:
    """Additional measurements of a game for the bench."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.game = game

    def growth(self) -> Iterable[Growth]:
        """Points of curves that show how the cost of a turn grows with the size of something."""
        points: Iterable[Growth] = self.game.modules.find("bench", "growth", lambda game: ())(self.game)
        return points
