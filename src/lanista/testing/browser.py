"""What the browser draws: scenes, frames, curves and events."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from lanista.game import Played
from lanista.testing.play import samples
from lanista.testing.trial import Trial

SAMPLES = 25
_encode = msgspec.json.Encoder(order="sorted").encode


def the_browser_can_draw_it(trial: Trial) -> None:
    """Scene, frames and curves are plain JSON, depend on the state alone and change nothing."""
    game = trial.game
    frames: list[Any] = [partial(game.frame, seat=seat) for seat in trial.some_seats()]
    for moment in samples(trial, SAMPLES):
        state, before = moment.state, moment.state.bytes()
        for told in (game.scene, game.pictures.numbers, game.frame, *frames):
            trial.expect(_encode(told(state)), _encode(told(state)), "scenes must depend on the state alone")
        for title, row in game.pictures.numbers(state).items():
            trial.expect(trial.seats, len(row), f"`numbers` gives one number per seat, also for {title!r}")
        trial.expect_bytes(before, state, "`scene`, `frame` and `numbers` must not change the state")


def what_happens_is_told_in_words(trial: Trial) -> None:
    """Events are lines of words, for seats of the match."""
    for moment in samples(trial, SAMPLES):
        after = moment.state.clone()
        trial.game.step(after, moment.moves)
        for event in trial.game.pictures.events(after, Played(moment.state, moment.moves)):
            if not event.text.strip() or "\n" in event.text or set(event.seats) - set(range(trial.seats)):
                trial.fail("a line of words for seats of the match", event, "look at `events`")
