"""Random play from the engine's generator: the same moments in every run of a check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from lanista.engine import Generator, State, Stream, derive, over, rand_below, zeros
from lanista.engine.native import native
from lanista.game import Game, take_move
from lanista.tools.conformance.probe import redraw_one
from lanista.tools.conformance.trial import GameTrial

WILD = 8  # one move in 8 is any flat action, legal or not
ABSENT = 40  # and one in 40 is missing
MAX_FILM = 2**27  # bytes of one match that are stored; later turns are played each time


class RandomPlay:
    """Random moves for the seats of one match."""

    def __init__(self, game: Game[Any, Any, Any], seed: int) -> None:
        self.game = game
        self.generator: Generator = over(Generator, bytearray(Generator.dtype.itemsize))  # type: ignore[attr-defined]
        self.generator.position = derive(seed, "moves")
        self._record = over(game.rules.move, bytearray(game.rules.move.dtype.itemsize))

    def legal(self, state: State[Any, Any], seat: int) -> Any:
        """A move by the game's rule `random_move`."""
        self.game.rules.random_move(state.record, state.const, seat, self.generator, self._record)
        return take_move(type(self.game.missing), self._record)

    def action(self, state: State[Any, Any], seat: int) -> int:
        """A flat action by the game's rule `random_action`."""
        return int(self.game.rules.random_action(state.record, state.const, seat, self.generator))

    def wild(self, state: State[Any, Any], seat: int) -> Any:
        """Mostly a legal move; sometimes any flat action, or none."""
        if rand_below(self.generator, ABSENT) == 0:
            return self.game.missing
        if rand_below(self.generator, WILD) == 0:
            return self.game.learning.decode(state, seat, rand_below(self.generator, self.game.actions))
        return self.legal(state, seat)

    def moves(self, state: State[Any, Any]) -> list[Any]:
        """One wild move per seat."""
        return [self.wild(state, seat) for seat in range(state.seats)]


class PlayMoment(NamedTuple):
    """A state in the middle of random play, and the moves that are played next."""

    seed: int
    turn: int
    state: State[Any, Any]
    moves: list[Any]


class Film:
    """The stored states of one match: every check uses the same moments, so they are played once."""

    def __init__(self, trial: GameTrial, seed: int) -> None:
        self.play = RandomPlay(trial.game, seed)
        self.moves: list[list[Any]] = []
        self.states: list[bytes] = [b""]  # before each turn, as `start` gives the first

    def advance(self, trial: GameTrial, state: State[Any, Any], turn: int) -> None:
        """Advance a state by one turn: by the rules the first time, later from the stored states."""
        if turn < len(self.states):
            state.record.raw[:] = self.states[turn]
            return
        trial.game.step(state, self.moves[turn - 1])
        if turn * len(state.record.raw) < MAX_FILM:
            self.states.append(state.bytes())


def match(trial: GameTrial, seed: int, limit: int) -> Iterator[PlayMoment]:
    """The moments of one match before each of its turns; the state is stepped when the next one is requested."""
    film = trial.films.setdefault(seed, Film(trial, seed))
    state = trial.start(seed)
    for turn in range(1, limit + 1):
        trial.at(seed, turn)
        if turn > len(film.moves):
            if trial.game.outcome(state) is not None:
                return
            film.moves.append(film.play.moves(state))
        yield PlayMoment(seed, turn, state, list(film.moves[turn - 1]))
        trial.at(seed, turn)
        film.advance(trial, state, turn)


def walk(trial: GameTrial, turns: int, every: int = 1) -> Iterator[PlayMoment]:
    """Moments of one match after the other, `turns` turns in all, of which about one in `every` is yielded."""
    seed = played = 0
    dice = Stream(turns)  # not each nth: that could always be the same turn of a short match
    while played < turns:
        seed, before = seed + 1, played
        for moment in match(trial, seed, turns - played):
            if dice.below(every) == 0:
                yield moment
            played += 1
        if played == before:
            trial.fail("a match that runs", "a match that is over before its first turn", "see `start`")


def samples(trial: GameTrial, count: int) -> Iterator[PlayMoment]:
    """About `count` moments spread over the trial's turns."""
    return walk(trial, trial.turns, max(1, trial.turns // count))


def redrawn_state(trial: GameTrial, moment: PlayMoment, seat: int, draw: int) -> State[Any, Any]:
    """A moment's state with another draw of what is hidden from a seat: drawn once for all checks."""
    key = (moment.seed, moment.turn, seat, draw)
    if key not in trial.redrawn:
        trial.redrawn[key] = redrawn_by(trial, moment.state, seat, draw)
    return trial.redrawn[key]


def redrawn_by(trial: GameTrial, state: State[Any, Any], seat: int, draw: int) -> State[Any, Any]:
    """A state with another draw of what is hidden from a seat: by the compiled rule, if rules are compiled."""
    if not trial.is_compiled or state.rules.redraw is None:
        return trial.game.learning.redraw_hidden(state, seat, draw)
    other: State[Any, Any] = State(state.rules, state.clone().data, state.fixed.copy())
    generators = zeros(Generator)
    generators["position"] = derive(draw, "hidden")
    native(state.rules).loop(redraw_one)(other.data, other.fixed, generators, seat)
    return other


def final(trial: GameTrial, seed: int) -> State[Any, Any]:
    """The last state of a match."""
    state = trial.start(seed)
    limit = trial.game.max_turns(state)
    for moment in match(trial, seed, limit):
        state = moment.state
    if trial.game.outcome(state) is None:
        trial.fail(
            f"an end after turn {limit} at the latest, as `max_turns` says",
            "a match that does not end",
            "give the rules a turn limit; learners and leagues rely on it",
        )
    return state
