"""Moves as text: legal moves are understood, others are refused with a reason."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanista.engine import State
from lanista.game import InvalidMove
from lanista.tools.conformance.play import PlayMoment, RandomPlay, samples
from lanista.tools.conformance.trial import GameTrial

SAMPLES = 25
NONSENSE = "no such move, in no game \N{DODO}"
STRANGE = (NONSENSE, "", " ", ";", ",", "\0", "-", "9" * 400, "a\nb", "{}", "null", "\ud800", "\N{DODO}" * 50)


def legal_moves_survive_write_and_read(trial: GameTrial) -> None:
    """A seat always has a legal action, and `read` understands what `write` returns for each of them."""
    for moment in samples(trial, SAMPLES):
        before = moment.state.bytes()
        play = RandomPlay(trial.game, moment.turn)
        for seat in trial.some_seats(moment.turn):
            trial.at(moment.seed, moment.turn, seat)
            actions = np.flatnonzero(trial.game.legal(moment.state, seat))
            if not len(actions):
                trial.fail("a legal action", "none", "make doing nothing legal; without it learners wait for ever")
            for action in actions:
                _expect_understood(
                    trial, moment.state, seat, trial.game.learning.decode(moment.state, seat, int(action))
                )
            _expect_understood(trial, moment.state, seat, play.legal(moment.state, seat))
        trial.expect_bytes(before, moment.state, "reading and writing moves must not change the state")


def _expect_understood(trial: GameTrial, state: State[Any, Any], seat: int, move: Any) -> None:
    text = trial.game.write(move)
    if not isinstance(text, str) or "\n" in text or "\r" in text:
        trial.fail("one line of text", repr(text), f"`write` of {move}")
    try:
        trial.expect(move, trial.game.read(state, seat, text), f"`read` and `write` must agree on {text!r}")
    except InvalidMove as error:
        trial.fail(move, f"InvalidMove: {error.reason}", f"`legal` says that {text!r} is legal; `read` must agree")


def invalid_move_texts_are_refused(trial: GameTrial) -> None:
    """Illegal actions are refused with a reason unless their text is another legal move; nonsense is refused."""
    for moment in samples(trial, SAMPLES):
        for seat in trial.some_seats(moment.turn):
            trial.at(moment.seed, moment.turn, seat)
            for action in np.flatnonzero(~trial.game.legal(moment.state, seat)):
                move = trial.game.learning.decode(moment.state, seat, int(action))
                _expect_refused_or_same(trial, moment, seat, move)
            _expect_playable(trial, moment, seat, [_expect_read(trial, moment, seat, text) for text in STRANGE])


def _expect_refused_or_same(trial: GameTrial, moment: PlayMoment, seat: int, move: Any) -> None:
    text = trial.game.write(move)
    try:
        read = trial.game.read(moment.state, seat, text)
    except InvalidMove as error:
        _expect_reason(trial, error, text)
    else:
        trial.expect(move, read, f"`read` accepts {text!r}, so it must be the move that was written")


def _expect_read(trial: GameTrial, moment: PlayMoment, seat: int, text: str) -> Any:
    """A text is a move or is refused; returns the move that is played for it, which must be playable."""
    try:
        move = trial.game.read(moment.state, seat, text)
    except InvalidMove as error:
        _expect_reason(trial, error, text)
        return error.move
    if text == NONSENSE:
        trial.fail("InvalidMove", move, f"`read` must refuse {text!r}")
    return move


def _expect_playable(trial: GameTrial, moment: PlayMoment, seat: int, moves: list[Any]) -> None:
    """A turn can be played with each of the moves."""
    for i, move in enumerate(moves):
        if move not in moves[:i]:
            turn = [*moment.moves[:seat], move, *moment.moves[seat + 1 :]]
            trial.game.step(moment.state.clone(), turn)


def _expect_reason(trial: GameTrial, error: InvalidMove, text: str) -> None:
    if not (isinstance(error.reason, str) and error.reason.strip()):
        trial.fail("a reason as text", repr(error.reason), f"say why {text!r} is not a legal move")
