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


def scenes_and_frames_are_plain_json(trial: Trial) -> None:
    """Scene, frames and curves are plain JSON, depend on the state alone and change nothing."""
    game = trial.game
    frames: list[Any] = [partial(game.frame, seat=seat) for seat in trial.some_seats()]
    for moment in samples(trial, SAMPLES):
        state, before = moment.state, moment.state.bytes()
        for drawn in (game.scene, game.pictures.numbers, game.frame, *frames):
            trial.expect(_encode(drawn(state)), _encode(drawn(state)), "scenes must depend on the state alone")
        for title, row in game.pictures.numbers(state).items():
            trial.expect(trial.seats, len(row), f"`numbers` must give one number per seat for {title!r}")
        trial.expect_bytes(before, state, "`scene`, `frame` and `numbers` must not change the state")


def events_are_single_lines_of_text(trial: Trial) -> None:
    """Every event is one line of text, for seats of the match."""
    for moment in samples(trial, SAMPLES):
        after = moment.state.clone()
        trial.game.step(after, moment.moves)
        for event in trial.game.pictures.events(after, Played(moment.state, moment.moves)):
            if not event.text.strip() or "\n" in event.text or set(event.seats) - set(range(trial.seats)):
                trial.fail("one line of text for seats of the match", event, "look at `events`")
