"""Checks that nothing a seat sees, as JSON, numbers or pictures, depends on hidden information."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from lanista.core.errors import LanistaError
from lanista.engine import State, Stream
from lanista.tools.conformance.play import PlayMoment, final, redrawn_by, redrawn_state, samples
from lanista.tools.conformance.trial import GameTrial

SAMPLES = 25
DRAWS = 2
REDRAWN = 8  # draws in which every hidden field must change at least once; plausible draws keep some for a while
STATES_CHANGED = 5  # moments at which every number is changed to see which seats notice
STATES_OBSERVED = 3  # the same for observations alone
FEW = 24  # elements of a longer array that are tried
SAME_DRAW = "`redraw_hidden` must depend on its seed alone, and the compiled `redraw` must do the same"


def views_are_plain_json(trial: GameTrial) -> None:
    """A view is JSON; making it or an observation changes neither the state nor the next result."""
    states = [moment.state.clone() for moment in samples(trial, SAMPLES)]
    for number, state in enumerate((*states, final(trial, 1))):
        before = state.bytes()
        for seat in trial.some_seats(number):
            text = trial.game.view_json(state, seat)
            if b"\n" in text or not isinstance(msgspec.json.decode(text), dict):
                trial.fail("one line with a JSON object", text, "bots receive a view as one line of JSON")
            view = trial.game.view(state, seat)
            trial.expect(msgspec.json.decode(text), view, "`view` must be what `view_json` says")
            plain = msgspec.json.encode(msgspec.json.decode(text))  # tells true from 1, and the order of members
            trial.expect(plain, msgspec.json.encode(view), "`view` must be what `view_json` says")
            shared = msgspec.json.encode(trial.game.shared_view(state, seat))
            trial.expect(plain, shared, "`shared_view` must be what `view_json` says")
            if _parts(view) & _parts(again := trial.game.view(state, seat)):
                trial.fail(
                    "new objects", again, "bots may change their view, and must not reach another one by it"
                )
            trial.expect(text, trial.game.view_json(state, seat), "`view_json` must depend on the state alone")
            row = trial.game.observe(state, seat)
            trial.expect(trial.game.rules.observation, row.shape, "`observe` fills `rules.observation` numbers")
            _expect_within_limits(trial, row)
        trial.expect_bytes(before, state, "`view_json` and `observe` must not change the state")


def _expect_within_limits(trial: GameTrial, row: npt.NDArray[np.int16]) -> None:
    spec = trial.game.observation_spec
    for i in np.flatnonzero((row < spec.low) | (row > spec.high))[:1]:
        limits = f"{spec.name_of(i)} from {spec.low[i]} to {spec.high[i]}"
        trial.fail(limits, int(row[i]), "an observation keeps within the limits of `observation_spec`")


def views_do_not_leak_hidden_information(trial: GameTrial) -> None:
    """When hidden information is redrawn, a seat sees the same view, numbers and picture."""
    for moment in samples(trial, SAMPLES):
        state, before = moment.state, moment.state.bytes()
        for seat in trial.some_seats(moment.turn):
            trial.at(moment.seed, moment.turn, seat)
            seen = _seen(trial, state, seat)
            for draw in range(DRAWS):
                other = redrawn_state(trial, moment, seat, draw)
                _expect_seen_alike(trial, seen, _seen(trial, other, seat))
                if draw == 0:
                    again = trial.game.learning.redraw_hidden(state, seat, draw)
                    trial.expect_same(other, again, SAME_DRAW)
                faults = "; ".join(trial.game.broken_invariants(other))
                trial.expect("", faults, "`redraw` must leave a state that the rules allow")
            trial.expect_bytes(before, state, "`redraw_hidden` must work on a clone")


def _parts(value: Any) -> set[int]:
    """The identities of all lists and objects in a view."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    found = {id(value)} if isinstance(value, dict | list) else set()
    return found.union(*map(_parts, inner))


class Seen(NamedTuple):
    """The parts of a state that a seat can see."""

    view: str
    numbers: npt.NDArray[np.int16]
    picture: str
    frame: str
    curves: str


def _seen(trial: GameTrial, state: State[Any, Any], seat: int) -> Seen:
    game = trial.game
    return Seen(
        game.view_json(state, seat).decode(),
        game.observe(state, seat).ravel(),
        game.picture(state, seat).plain,
        _encode(game.frame(state, seat)).decode(),
        _encode(game.pictures.curves(state, seat)).decode(),
    )


def _expect_seen_alike(trial: GameTrial, seen: Seen, redrawn: Seen) -> None:
    advice = "it shows what this seat must not see, or `redraw` changes what the seat does see"
    if seen.view != redrawn.view:
        trial.fail(*_around_difference(seen.view, redrawn.view), f"`view_json`: {advice}")
    for i in np.flatnonzero(seen.numbers != redrawn.numbers):
        expected, got = (f"number {i} is {row[i]}" for row in (seen.numbers, redrawn.numbers))
        trial.fail(expected, got, f"`observe`: {advice}")
    if seen.picture != redrawn.picture:
        trial.fail(*_around_difference(seen.picture, redrawn.picture), f"`picture` of a seat: {advice}")
    if seen.frame != redrawn.frame:
        trial.fail(*_around_difference(seen.frame, redrawn.frame), f"`frame` of a seat: {advice}")
    if seen.curves != redrawn.curves:
        trial.fail(*_around_difference(seen.curves, redrawn.curves), f"`curves` of a seat: {advice}")


_encode = msgspec.json.Encoder(order="sorted").encode


def _around_difference(expected: str, got: str) -> tuple[str, str]:
    """The two texts around their first difference."""
    pairs = zip(expected, got, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(expected), len(got)))
    begin = max(0, at - 40)
    return "..." + expected[begin : at + 40], "..." + got[begin : at + 40]


def hidden_fields_are_redrawn(trial: GameTrial) -> None:
    """Every field that one seat sees and another does not is redrawn; without that no check finds a leak of it."""
    hidden: dict[str, int] = {}
    moments = [moment._replace(state=moment.state.clone()) for moment in samples(trial, STATES_CHANGED)]
    redrawn = {field for moment in moments for field in _redrawn_fields(trial, moment)}
    for moment in moments if trial.seats > 1 else ():  # a single seat has nothing to compare with
        seen = {seat: Sight(trial, moment.state, seat) for seat in trial.some_seats()}
        for value in _values(trial.game.rules.state, Stream(moment.turn)):
            # A redrawn field may be hidden; one such field shows that the game hides something.
            if value.field in hidden or (value.field in redrawn and hidden):
                continue
            seat = _blind_seat(moment.state, value, seen)
            if seat is not None:
                hidden[value.field] = seat
    for field, seat in hidden.items():
        trial.at(seat=seat)
        if field not in redrawn:
            trial.fail(
                f"{field} redrawn, which only some seats see",
                "it never changed",
                "let `redraw` draw it at random for the seats that cannot see it",
            )
    if not hidden:
        trial.report(f"{trial}: hides nothing from any seat")


def observations_show_no_more_than_views(trial: GameTrial) -> None:
    """A state in which one number differs and a seat's view does not gives the seat the same observation."""
    for moment in samples(trial, STATES_OBSERVED):
        seen = [Sight(trial, moment.state, seat) for seat in trial.some_seats(moment.turn)]
        other = moment.state.clone()  # one for all numbers: large records are slow to clone
        for value in _values(trial.game.rules.state, Stream(moment.turn)):
            _change(other, value)
            for sight in seen:
                trial.at(moment.seed, moment.turn, sight.seat)
                _expect_unseen(trial, sight, other, value)
            _change(other, value)


def _expect_unseen(trial: GameTrial, sight: Sight, other: State[Any, Any], value: StateValue) -> None:
    """Fail if only the observation notices another state; one that the rules do not allow proves nothing."""
    try:
        leaks = sight.leaks(other) and not any(trial.game.broken_invariants(other))
    except (LanistaError, LookupError, ValueError, TypeError, ArithmeticError):
        return
    if leaks:
        why = "`observe` shows what `view_json` hides from this seat, or the view lacks it"
        trial.fail(
            "the same observation, since the view is the same", f"another one for another {value.field}", why
        )


class StateValue(NamedTuple):
    """One number of a state: its field, without array indices, and its offset."""

    field: str
    offset: int
    code: str


def _values(record: type[Any], stream: Stream, prefix: str = "", base: int = 0) -> Iterator[StateValue]:
    """The numbers of a record; of long arrays, a few at random."""
    for field in record.fields:
        name = f"{prefix}{field.name}"
        for i in _some(field.size // field.item_size, stream):
            offset = base + field.offset + i * field.item_size
            if field.record is not None:
                yield from _values(field.record, stream, f"{name}.", offset)
            else:
                yield StateValue(name, offset, "<" + field.scalar.code)


def _some(count: int, stream: Stream) -> list[int]:
    return list(range(count)) if count <= FEW else [stream.below(count) for _ in range(FEW)]


class Sight:
    """A seat's view and observation of a state, and whether its bot would notice a different state."""

    def __init__(self, trial: GameTrial, state: State[Any, Any], seat: int) -> None:
        self.game, self.seat = trial.game, seat
        self.view, self.numbers = self.game.view_json(state, seat), self.game.observe(state, seat).tobytes()

    def notices(self, other: State[Any, Any]) -> bool:
        """Whether the seat sees a difference; numbers are compared only if the views are equal."""
        same_view = self.game.view_json(other, self.seat) == self.view
        return not same_view or self.game.observe(other, self.seat).tobytes() != self.numbers

    def leaks(self, other: State[Any, Any]) -> bool:
        """Whether the numbers differ although the views are equal."""
        if self.game.observe(other, self.seat).tobytes() == self.numbers:
            return False
        return self.game.view_json(other, self.seat) == self.view


def _blind_seat(state: State[Any, Any], value: StateValue, seen: dict[int, Sight]) -> int | None:
    """A seat that does not notice when the number changes although another seat does."""
    other = _with_other_number(state, value)
    notices: dict[bool, int] = {}
    try:
        for seat, sight in seen.items():
            notices.setdefault(sight.notices(other), seat)
            if len(notices) == 2:
                break
    except (LanistaError, LookupError, ValueError, TypeError, ArithmeticError):
        return None  # not a state of the game, so it proves nothing
    return notices[False] if len(notices) == 2 else None


def _with_other_number(state: State[Any, Any], value: StateValue) -> State[Any, Any]:
    """A copy in which one number is another one."""
    other = state.clone()
    _change(other, value)
    return other


def _change(state: State[Any, Any], value: StateValue) -> None:
    """Change one number of a state; once more changes it back."""
    number = state.data.view(np.uint8)[value.offset :][: int(value.code[2:])].view(value.code)
    number ^= 1


def _redrawn_fields(trial: GameTrial, moment: PlayMoment) -> set[str]:
    """The fields that are redrawn for some seat."""
    seats = trial.some_seats(moment.turn)
    seeds = range(moment.turn, moment.turn + REDRAWN)
    others = (redrawn_by(trial, moment.state, seat, seed) for seat in seats for seed in seeds)
    return set().union(*(_changed_fields(trial, moment.state, other) for other in others))


def _changed_fields(trial: GameTrial, state: State[Any, Any], other: State[Any, Any]) -> set[str]:
    different = state.data.view(np.uint8) != other.data.view(np.uint8)
    return set(_fields_with(trial.game.rules.state, different))


def _fields_with(record: type[Any], different: Any, prefix: str = "") -> Iterator[str]:
    """The fields of a record whose bytes differ."""
    for field in record.fields:
        part = different[field.offset : field.offset + field.size]
        if field.record is None and part.any():
            yield f"{prefix}{field.name}"
        elif field.record is not None:
            for element in part.reshape(-1, field.item_size):
                yield from _fields_with(field.record, element, f"{prefix}{field.name}.")


def pictures_can_be_drawn(trial: GameTrial) -> None:
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
            again = trial.game.picture(state, seat, names)
            trial.expect(picture.plain, again.plain, "`picture` must depend on the state alone")
        trial.expect_bytes(before, state, "`picture` must not change the state")
