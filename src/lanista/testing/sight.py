"""What a seat sees, as JSON, as numbers and as a picture: nothing of it depends on what is hidden from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import numpy as np

from lanista.engine import State, Stream
from lanista.errors import LanistaError
from lanista.testing.play import final, samples
from lanista.testing.trial import Trial

SAMPLES = 25
DRAWS = 2
STATES_CHANGED = 10  # moments at which every number is changed to see who notices
FEW = 48  # elements of a longer array that are tried


def what_is_seen_is_plain_json(trial: Trial) -> None:
    """A view is JSON, and asking for it or for numbers changes neither the state nor the next answer."""
    states = [moment.state.clone() for moment in samples(trial, SAMPLES)]
    for number, state in enumerate((*states, final(trial, 1))):
        before = state.bytes()
        for seat in trial.some_seats(number):
            text = trial.game.view_json(state, seat)
            if b"\n" in text or not isinstance(msgspec.json.decode(text), dict):
                trial.fail("one line with a JSON object", text, "bots get a view as one line of JSON")
            view = trial.game.view(state, seat)
            trial.expect(msgspec.json.decode(text), view, "`view` must be what `view_json` says")
            trial.expect(text, trial.game.view_json(state, seat), "`view_json` must depend on the state alone")
            row = trial.game.observe(state, seat)
            trial.expect(trial.game.rules.observation, row.shape, "`observe` fills `rules.observation` numbers")
        trial.expect_bytes(before, state, "`view_json` and `observe` must not change the state")


def what_is_hidden_stays_hidden(trial: Trial) -> None:
    """With all hidden things drawn anew, a seat sees the same view, numbers and picture."""
    for moment in samples(trial, SAMPLES):
        state, before = moment.state, moment.state.bytes()
        for seat in trial.some_seats(moment.turn):
            trial.at(moment.seed, moment.turn, seat)
            for draw in range(DRAWS):
                other = trial.game.redraw_hidden(state, seat, draw)
                _expect_seen_alike(trial, state, other, seat)
                again = trial.game.redraw_hidden(state, seat, draw)
                trial.expect_same(other, again, "`redraw_hidden` must depend on its seed alone")
                faults = "; ".join(trial.game.broken_invariants(other))
                trial.expect("", faults, "`redraw_hidden` must give a state that the rules allow")
            trial.expect_bytes(before, state, "`redraw_hidden` must work on a clone")


def _expect_seen_alike(trial: Trial, state: State[Any, Any], other: State[Any, Any], seat: int) -> None:
    advice = "it shows what this seat must not see, or `redraw_hidden` draws anew what the seat does see"
    view, redrawn = trial.game.view_json(state, seat), trial.game.view_json(other, seat)
    if view != redrawn:
        trial.fail(*_around_difference(view.decode(), redrawn.decode()), f"`view_json`: {advice}")
    numbers, others = trial.game.observe(state, seat), trial.game.observe(other, seat)
    for i in np.flatnonzero(numbers.ravel() != others.ravel()):
        trial.fail(
            f"number {i} is {numbers.ravel()[i]}", f"number {i} is {others.ravel()[i]}", f"`observe`: {advice}"
        )
    picture, redrawn_picture = (trial.game.picture(s, seat).plain for s in (state, other))
    if picture != redrawn_picture:
        trial.fail(*_around_difference(picture, redrawn_picture), f"`picture` of a seat: {advice}")
    frame, redrawn_frame = (_encode(trial.game.frame(s, seat)) for s in (state, other))
    if frame != redrawn_frame:
        trial.fail(*_around_difference(frame.decode(), redrawn_frame.decode()), f"`frame` of a seat: {advice}")


_encode = msgspec.json.Encoder(order="sorted").encode


def _around_difference(expected: str, got: str) -> tuple[str, str]:
    """The two texts from shortly before they part."""
    pairs = zip(expected, got, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(expected), len(got)))
    begin = max(0, at - 40)
    return "..." + expected[begin : at + 40], "..." + got[begin : at + 40]


def what_is_hidden_can_be_redrawn(trial: Trial) -> None:
    """Every field that one seat sees and another does not is drawn anew: else no check would find a leak of it."""
    hidden: dict[str, int] = {}
    redrawn: set[str] = set()
    for moment in samples(trial, STATES_CHANGED):
        stream = Stream(moment.turn)
        values = list(_values(trial.game.rules.state, stream))
        seen = {seat: _sees(trial, moment.state, seat) for seat in trial.some_seats()}
        for value in values:
            for seat in _seats_it_is_hidden_from(trial, moment.state, value, seen):
                hidden.setdefault(value.field, seat)
        for seat in trial.some_seats(moment.turn):
            other = trial.game.redraw_hidden(moment.state, seat, moment.turn)
            redrawn |= _changed_fields(trial, moment.state, other)
    for field, seat in hidden.items():
        trial.at(seat=seat)
        if field not in redrawn:
            trial.fail(
                f"{field} drawn anew, which only some seats see",
                "it never changed",
                "let `redraw_hidden` draw it at random for the seats that cannot see it",
            )
    if not hidden:
        trial.report(f"{trial}: hides nothing from anybody")


class Value(NamedTuple):
    """One number of a state: its field, without positions in arrays, and where it lies."""

    field: str
    offset: int
    code: str


def _values(record: type[Any], stream: Stream, prefix: str = "", base: int = 0) -> Iterator[Value]:
    """The numbers of a record; of long arrays a few at random."""
    for field in record.fields:
        name = f"{prefix}{field.name}"
        for i in _some(field.size // field.item_size, stream):
            offset = base + field.offset + i * field.item_size
            if field.record is not None:
                yield from _values(field.record, stream, f"{name}.", offset)
            else:
                yield Value(name, offset, "<" + field.scalar.code)


def _some(count: int, stream: Stream) -> list[int]:
    return list(range(count)) if count <= FEW else [stream.below(count) for _ in range(FEW)]


def _seats_it_is_hidden_from(
    trial: Trial, state: State[Any, Any], value: Value, seen: dict[int, tuple[bytes, bytes]]
) -> list[int]:
    """The seats that do not notice when the number changes, if another seat does."""
    other = state.clone()
    number = other.data.view(np.uint8)[value.offset :][: int(value.code[2:])].view(value.code)
    number ^= 1
    try:
        notices = {seat: before != _sees(trial, other, seat) for seat, before in seen.items()}
    except (LanistaError, LookupError, ValueError, TypeError, ArithmeticError):
        return []  # no state of the game, so nothing can be said
    return [seat for seat, noticed in notices.items() if not noticed and any(notices.values())]


def _sees(trial: Trial, state: State[Any, Any], seat: int) -> tuple[bytes, bytes]:
    return trial.game.view_json(state, seat), trial.game.observe(state, seat).tobytes()


def _changed_fields(trial: Trial, state: State[Any, Any], other: State[Any, Any]) -> set[str]:
    different = state.data.view(np.uint8) != other.data.view(np.uint8)
    return set(_fields_with(trial.game.rules.state, different))


def _fields_with(record: type[Any], different: Any, prefix: str = "") -> Iterator[str]:
    """The fields of a record in whose bytes something is different."""
    for field in record.fields:
        part = different[field.offset : field.offset + field.size]
        if field.record is None and part.any():
            yield f"{prefix}{field.name}"
        elif field.record is not None:
            for element in part.reshape(-1, field.item_size):
                yield from _fields_with(field.record, element, f"{prefix}{field.name}.")


def pictures_can_be_drawn(trial: Trial) -> None:
    """The console picture can be drawn for every seat and for the audience, at any moment, and changes nothing."""
    states = [moment.state.clone() for moment in samples(trial, SAMPLES)]
    names = [f"bot {seat}" for seat in range(trial.seats)]
    for number, state in enumerate((*states, final(trial, 1))):
        before = state.bytes()
        for seat in (None, *trial.some_seats(number)):
            for who in ((), names):
                picture = trial.game.picture(state, seat, who)
                if not picture.plain.strip():
                    trial.fail("a picture", "nothing", f"`picture` for seat {seat}")
                again = trial.game.picture(state, seat, who)
                trial.expect(picture.plain, again.plain, "`picture` must depend on the state alone")
        trial.expect_bytes(before, state, "`picture` must not change the state")
