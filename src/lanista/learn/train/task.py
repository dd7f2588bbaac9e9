"""The task of a training run: a game, a ruleset, an opponent, and the amount of work."""

from __future__ import annotations

from typing import Any

import msgspec

from lanista.core.errors import InputError
from lanista.core.text import quoted
from lanista.engine import State, derive
from lanista.game import check_seats, find_map, get_game

USUAL_UPDATES = 600  # of ten minutes on two cores: where the clock ends training, lessons are counted by these
MAX_SEATS_TAKEN = 4  # of a game with more seats, the learner takes these in turn


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of the method."""

    rate: float = 1.5e-3
    discount: float = 0.995
    trace: float = 0.95  # how far an advantage looks ahead
    clip: float = 0.2
    entropy: float = 0.01
    value_weight: float = 0.5
    rounds: int = 3  # over the turns of an update
    portion: int = 1024  # turns of one step


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that determines the result of training: with a number of updates, to the last bit."""

    game: str
    ruleset: str = "standard"
    settings: dict[str, int] = {}
    map: str = ""  # as the user named it; "": the seed makes one for each start
    seats: int = 0  # 0: as the game has it
    opponent: str = "greedy"  # a built-in bot of the game
    company: tuple[str, ...] = ()  # others that the learner meets as often
    teacher: str = ""  # whose moves are imitated; by default the opponent's
    self_play: bool = False  # half of the matches are played against earlier versions
    seed: int = 1
    matches: int = 256  # played at the same time
    turns: int = 64  # of each match, in an update
    starts: int = 1024  # first states that matches begin with, in turn
    examined: int = 128  # matches of an examination
    hidden: tuple[int, ...] = (96, 64)
    shaping: float = 0.5  # weight of the change of the game's own value, beside the outcome
    lessons: float = 0.2  # the part of the updates in which the teacher's moves are imitated
    tuning: Tuning = Tuning()
    updates: int = 0  # after which training ends; 0: when its time is up
    minutes: float = 10.0

    def check(self) -> None:
        """Raise InputError or ConfigError for things that the game does not have."""
        game = get_game(self.game)
        game.configure(self.ruleset, self.settings)
        check_seats(game, self.seat_count)
        find_map(game, self.map)
        known = [policy.__name__ for policy in game.rules.policies]
        for name in {*self.met, self.taught_by} - set(known):
            raise InputError(
                f"expected a bot of {self.game} as an opponent or teacher, got {quoted(name)}; "
                f"it has: {', '.join(known)}"
            )

    def done(self, updates: int, seconds: float) -> float:
        """The part of the work that is done."""
        return min(1.0, updates / self.updates if self.updates else seconds / (60 * self.minutes))

    @property
    def lesson_updates(self) -> int:
        """The maximum of updates with lessons: counted, since a slow machine needs as many as a fast one."""
        total = self.updates or USUAL_UPDATES
        return next((update for update in range(total) if update / total >= self.lessons), total)

    @property
    def met(self) -> tuple[str, ...]:
        """The opponent of the learner."""
        return self.opponent, *self.company

    @property
    def taught_by(self) -> str:
        """Whose moves are imitated."""
        return self.teacher or self.opponent

    @property
    def seat_count(self) -> int:
        """The number of seats of a match."""
        return self.seats or get_game(self.game).default_seats

    @property
    def taken(self) -> range:
        """The seats that the learner takes in turn."""
        step = max(1, self.seat_count // MAX_SEATS_TAKEN)
        return range(0, min(self.seat_count, step * MAX_SEATS_TAKEN), step)

    def states(self, purpose: str, count: int) -> list[State[Any, Any]]:
        """First states of matches; those of another purpose have other seeds."""
        game = get_game(self.game)
        config, board = game.configure(self.ruleset, self.settings), find_map(game, self.map)
        return [game.start(config, derive(self.seed, purpose, i), self.seat_count, board) for i in range(count)]
