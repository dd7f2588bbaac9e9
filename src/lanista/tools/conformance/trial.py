"""`GameTrial`: one game under one ruleset being checked, and `NotConforming`, the error for a failed check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NoReturn

from lanista.engine import State, dump_record
from lanista.game import Config, Game

SHORT = 300


class NotConforming(AssertionError):  # noqa: N818 - it completes the sentence "this game is"
    """A property does not hold: which, where, what was expected, what was found, and what to do."""

    def __init__(self, trial: GameTrial, expected: object, got: object, advice: str) -> None:
        self.game = trial.game.name
        self.ruleset = trial.ruleset
        self.property = trial.property
        self.seed, self.turn, self.seat = trial.seed, trial.turn, trial.seat
        self.expected, self.got, self.advice = expected, got, advice
        super().__init__(self._text(trial))

    def _text(self, trial: GameTrial) -> str:
        location = {"seed": self.seed, "turn": self.turn, "seat": self.seat}
        where = ", ".join(f"{name} {value}" for name, value in location.items() if value is not None)
        return "\n".join(
            [
                f"{trial} does not conform: {self.property}",
                f"  where:    {where or 'everywhere'}",
                f"  expected: {short(self.expected)}",
                f"  got:      {short(self.got)}",
                f"  to do:    {self.advice}",
            ]
        )


def short(value: object) -> str:
    """A value as text that fits a message."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= SHORT else text[: SHORT - 3] + "..."


FEW_SEATS = 6


@dataclass
class GameTrial:
    """A game under one ruleset with a number of seats (0: the game as such), and where the check is."""

    game: Game[Any, Any, Any]
    ruleset: str
    seats: int
    turns: int
    report: Callable[[str], None]
    is_compiled: bool = False  # whether compiled rules are checked too
    property: str = ""
    seed: int | None = None
    turn: int | None = None
    seat: int | None = None
    films: dict[int, Any] = field(default_factory=dict)  # matches that were played, by their seeds
    recorded: list[dict[str, Any]] = field(default_factory=list)  # the same for rules in other languages
    redrawn: dict[tuple[int, int, int, int], State[Any, Any]] = field(default_factory=dict)  # see `redrawn_state`
    decided: dict[tuple[str, int, int, int], Any] = field(default_factory=dict)  # what policies did at samples

    def __str__(self) -> str:
        return f"{self.game.name} ({self.ruleset}, {self.seats} seats)" if self.seats else self.game.name

    @cached_property
    def config(self) -> Config:
        """The settings of its ruleset."""
        return self.game.configure(self.ruleset)

    def some_seats(self, moment: int = 0) -> list[int]:
        """All seats, or if there are many, a few that differ between moments."""
        if self.seats <= FEW_SEATS:
            return list(range(self.seats))
        return sorted({(moment + i * self.seats // FEW_SEATS) % self.seats for i in range(FEW_SEATS)})

    def begin(self, property_: str) -> None:
        """Begin to check a property."""
        self.property = property_
        self.at()

    def at(self, seed: int | None = None, turn: int | None = None, seat: int | None = None) -> None:
        """Remember the location, for messages."""
        self.seed, self.turn, self.seat = seed, turn, seat

    def start(self, seed: int) -> State[Any, Any]:
        """The first state of a match."""
        return self.game.start(self.config, seed, self.seats)

    def failure(self, expected: object, got: object, advice: str) -> NotConforming:
        """The error for the current location."""
        return NotConforming(self, expected, got, advice)

    def fail(self, expected: object, got: object, advice: str) -> NoReturn:
        """Raise the error for the current location."""
        raise self.failure(expected, got, advice)

    def expect(self, expected: object, got: object, advice: str) -> None:
        """Fail unless two values are equal."""
        if expected != got:
            self.fail(expected, got, advice)

    def expect_bytes(self, before: bytes, state: State[Any, Any], advice: str) -> None:
        """Fail unless a state still has the given bytes."""
        if state.bytes() != before:
            old: State[Any, Any] = State(state.rules, state.data.copy(), state.fixed)
            old.record.raw[:] = before
            self.expect_same(old, state, advice)

    def expect_same(self, expected: State[Any, Any], got: State[Any, Any], advice: str) -> None:
        """Fail unless two states have the same bytes; the message names the first difference."""
        if expected.bytes() != got.bytes():
            self.fail(*_first_difference("state", expected.record, got.record), advice)
        if expected.fixed.tobytes() != got.fixed.tobytes():
            self.fail(*_first_difference("config", expected.const, got.const), advice)


def _first_difference(name: str, expected: Any, got: Any) -> tuple[str, str]:
    old, new = flat(dump_record(expected), name), flat(dump_record(got), name)
    path = next((path for path in old if old[path] != new[path]), name)
    return f"{path} = {old.get(path)}", f"{path} = {new.get(path)}"


def flat(value: Any, path: str) -> dict[str, Any]:
    """The leaves of a JSON value by their paths."""
    if isinstance(value, dict):
        inner = ((f"{path}.{name}", element) for name, element in value.items())
    elif isinstance(value, list):
        inner = ((f"{path}[{i}]", element) for i, element in enumerate(value))
    else:
        return {path: value}
    return {leaf: found for at, element in inner for leaf, found in flat(element, at).items()}
