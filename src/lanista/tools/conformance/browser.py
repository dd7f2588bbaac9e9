"""Checks the browser's side of a game: scenes, frames, curves, events and moves in words."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import msgspec

from lanista.engine.log import ROOM
from lanista.game import Played
from lanista.tools.conformance.play import samples
from lanista.tools.conformance.trial import GameTrial

SAMPLES = 25
KIND = re.compile("[a-z_]+")
_encode = msgspec.json.Encoder(order="sorted").encode


def scenes_and_frames_are_plain_json(trial: GameTrial) -> None:
    """Scene, frames and curves are plain JSON, depend on the state alone and change nothing."""
    game = trial.game
    frames: list[Any] = [partial(game.frame, seat=seat) for seat in trial.some_seats()]
    for moment in samples(trial, SAMPLES):
        state, before = moment.state, moment.state.bytes()
        for drawn in (game.scene, game.pictures.curves, game.frame, *frames):
            trial.expect(_encode(drawn(state)), _encode(drawn(state)), "scenes must depend on the state alone")
        for title, row in game.pictures.curves(state).items():
            trial.expect(trial.seats, len(row), f"`curves` must give one number per seat for {title!r}")
        trial.expect_bytes(before, state, "`scene`, `frame` and `curves` must not change the state")


def notes_fit_in_the_log(trial: GameTrial) -> None:
    """No turn has more notes than the log has room for: events and frames are made from them."""
    for moment in samples(trial, SAMPLES):
        played = Played(moment.state, moment.moves)
        trial.expect(
            0, played.lost, f"the log has room for {ROOM:,} notes in a turn: note less, or several in one"
        )


def events_are_single_lines_of_text(trial: GameTrial) -> None:
    """Every event is one line of text; its kind is a word, and its cell is on the board."""
    for moment in samples(trial, SAMPLES):
        after = moment.state.clone()
        trial.game.step(after, moment.moves)
        scene = trial.game.scene(after)
        played = Played(moment.state, moment.moves)
        for seat in (None, *trial.some_seats(moment.turn)):
            for line in trial.game.pictures.told(after, played, seat):
                if not _is_line(line.text):
                    trial.fail("one line of text", line, "look at `WORDS`")
                if line.kind and not KIND.fullmatch(line.kind):
                    trial.fail("a kind that is one word in lower case, or none", line, "look at `WORDS`")
                if line.at is not None and not _is_on_board(scene, line.at):
                    trial.fail(
                        "a cell of the board, or none", line, "look at `tell`, and the width and height in `scene`"
                    )


def moves_in_words_are_single_lines(trial: GameTrial) -> None:
    """Every move can be said in one line, or in no words; saying it changes nothing."""
    game = trial.game
    for moment in samples(trial, SAMPLES):
        before, missing = moment.state.bytes(), [game.missing] * trial.seats
        for moves in (moment.moves, missing):
            for seat in trial.some_seats(moment.turn):
                words = game.pictures.words(Played(moment.state, moves), seat)
                if not isinstance(words, str) or (words and not _is_line(words)):
                    trial.fail("one line of words, or none", repr(words), f"look at `words` of {moves[seat]}")
        trial.expect_bytes(before, moment.state, "`words` must not change the state")


def _is_line(text: str) -> bool:
    return bool(text.strip()) and len(text.splitlines()) == 1


def _is_on_board(scene: dict[str, Any], at: tuple[int, int]) -> bool:
    """Two whole numbers, none of them negative or beyond the size that the scene has under the usual names."""
    sizes = [scene.get(name) for name in ("width", "height")]
    pairs = zip(at, sizes, strict=True)
    return all(type(c) is int and c >= 0 and (not isinstance(size, int) or c < size) for c, size in pairs)
