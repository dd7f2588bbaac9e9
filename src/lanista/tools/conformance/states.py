"""Properties of states: determinism, clones, invariants, and whole states as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

import msgspec

from lanista.core.errors import InputError
from lanista.engine import State
from lanista.tools.conformance.play import PlayMoment, final, samples, walk
from lanista.tools.conformance.trial import GameTrial

SAMPLES = 50
WRONG = {"wrong": "kind"}  # no value of a state is such an object


def same_seed_and_moves_give_same_bytes(trial: GameTrial) -> None:
    """Two matches with the same seed and moves are the same bytes before every turn."""
    again = None
    for moment in walk(trial, trial.turns):
        if again is None or moment.turn == 1:
            again = trial.start(moment.seed)
        trial.expect_same(
            moment.state, again, "draw random numbers only from a Generator in the state, seeded in `start`"
        )
        trial.game.step(again, moment.moves)


def clones_are_independent(trial: GameTrial) -> None:
    """A step of a clone does not affect the original, and gives the same result as the same step of it."""
    before: tuple[PlayMoment, State[Any, Any], bytes] | None = None
    for moment in walk(trial, trial.turns):
        if before is not None and moment.turn > 1:
            _compare_with_clone(trial, moment, *before)
        before = (moment, moment.state.clone(), moment.state.bytes())
        fixed = moment.state.fixed.tobytes()
        trial.game.step(moment.state.clone(), moment.moves)
        trial.expect_bytes(before[2], moment.state, "a clone must not share the bytes of its original")
        trial.expect(fixed, moment.state.fixed.tobytes(), "a rule must not write into the constant record")


def _compare_with_clone(
    trial: GameTrial, now: PlayMoment, before: PlayMoment, clone: State[Any, Any], saved: bytes
) -> None:
    """The original has been stepped since the clone was taken; now the clone follows."""
    trial.expect_bytes(saved, clone, "an original must not share the bytes of its clones")
    trial.game.step(clone, before.moves)
    trial.expect_same(now.state, clone, "everything that a match depends on must be in the state's record")


def invariants_hold(trial: GameTrial) -> None:
    """`broken_invariants` finds nothing in any state of random play."""
    for moment in walk(trial, trial.turns):
        _expect_sound(trial, moment.state)
    _expect_sound(trial, final(trial, 1))


def _expect_sound(trial: GameTrial, state: State[Any, Any]) -> None:
    faults = "; ".join(trial.game.broken_invariants(state))
    if faults:
        trial.fail("a state that the rules allow", faults, "correct the rule or `broken_invariants`")


def states_survive_dump_and_load(trial: GameTrial) -> None:
    """A state that went through JSON has the same bytes, and the same next state."""
    for moment in samples(trial, SAMPLES):
        loaded = _through_json(trial, moment.state)
        played = moment.state.clone()
        for state in (loaded, played):
            trial.game.step(state, moment.moves)
        trial.expect_same(played, loaded, "`load` must set everything that the rules use")
    _through_json(trial, final(trial, 1))


def _through_json(trial: GameTrial, state: State[Any, Any]) -> State[Any, Any]:
    text = msgspec.json.encode(trial.game.dump(state))
    loaded = trial.game.load(msgspec.json.decode(text))
    trial.expect_same(state, loaded, "`dump` must name every field of both records, and `load` read them back")
    trial.expect(state.digest(), loaded.digest(), "equal bytes must have equal digests")
    return loaded


def invalid_dumps_are_refused(trial: GameTrial) -> None:
    """Values of the wrong type, missing values and unknown fields are refused with their path."""
    good = trial.game.dump(trial.start(1))
    trial.at(seed=1)
    trial.game.load(good)
    for path, keys in _first_leaves(good, "$", ()):
        _expect_refusal(trial, _changed(good, keys, WRONG), path, f"{path} = {WRONG}")
        if isinstance(keys[-1], str):
            parent = path[: -len(keys[-1]) - 1]
            _expect_refusal(trial, _changed(good, keys, None, drop=True), parent, f"no {path}")
            unknown = (*keys[:-1], "no_such_field")
            _expect_refusal(trial, _changed(good, unknown, 0), parent, f"{parent}.no_such_field = 0")


def _first_leaves(value: Any, path: str, keys: tuple[str | int, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The leaves of a JSON value with their paths; of an array, the first element stands for all."""
    if isinstance(value, dict):
        for name, element in value.items():
            yield from _first_leaves(element, f"{path}.{name}", (*keys, name))
    elif isinstance(value, list) and value:
        yield from _first_leaves(value[0], f"{path}[0]", (*keys, 0))
    elif keys:
        yield path, keys


def _changed(good: Any, keys: tuple[Any, ...], value: object, *, drop: bool = False) -> Any:
    """A copy of a JSON value with one leaf replaced or removed."""
    changed = parent = copy(good)
    for key in keys[:-1]:  # everything off the path is shared: dumps are large
        parent[key] = copy(parent[key])
        parent = parent[key]
    if drop:
        del parent[keys[-1]]
    else:
        parent[keys[-1]] = value
    return changed


def _expect_refusal(trial: GameTrial, value: object, path: str, what: str) -> None:
    advice = "`load` must check every value and give its path; `engine.load_record` does"
    try:
        trial.game.load(value)
    except InputError as error:
        if path not in str(error):
            trial.fail(f"an error that contains the path {path}", str(error), advice)
    else:
        trial.fail("LoadError", f"load accepts {what}", advice)
