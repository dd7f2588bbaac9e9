"""`Batch`: many matches of one game stepped together by compiled rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.core.errors import InputError
from lanista.core.text import shown
from lanista.engine import learning_loops as learning
from lanista.engine import loops
from lanista.engine.arguments import at_least, at_least_1, expect_int, one_of, padded_rows
from lanista.engine.native import native
from lanista.engine.random import MASK64, Generator, derive
from lanista.engine.record import zeros
from lanista.engine.rewards import Reward, RewardWeights
from lanista.engine.shared import Arrays, Handle, Shapes, attach_arrays, create
from lanista.engine.starts import Source, Starts

KINDS = {"int8": learning.INT8, "int16": learning.INT16, "float32": learning.FLOAT32}
MASKS = ("bytes", "bits")
AS_BITS = (learning.BITS, learning.NUMBERED_BITS)
SPREAD = np.uint64(0xD1342543DE82EF95)  # between the positions of generators: far from multiples of their step
PIECES = 16  # of the matches, for each thread
MIN_MATCHES = 4  # in a piece: fewer are stepped in less time than it takes to hand them out
Snapshot = dict[str, Any]


class Batch:
    """`count` matches in lock-step, each restarted when it ends.

    `starts` are states, taken in turn, or a function that gives the n-th start, so that all matches differ.
    After `step`, `done[i]` says whether a match ended, `rewards[i, seat]` what it brought, and `states[i]` then
    already holds the next start (same-step reset). `outcomes[i, seat]` is 1 for a win and -1 for a loss if the
    match ended by its rules, regardless of rewards. The arrays are written in place and never replaced.

    For learners: each step writes `observations` and `masks` of legal actions in the form that is asked for, and
    the last observation of a match that ended into `final_observations[i]`; `reward` says what counts (see
    `RewardWeights`); a match is cut off after `max_turns`, which `truncated[i]` says; with `compact`, actions are
    indices into `action_numbers`, the flat actions that can be legal at all.
    `opponents` names the policy of each seat that is not played by actions, such as {1: "greedy"}; `seed` is that
    of their random choices, or seeds, one for each match. Their seats are not `watched`: observations, masks and
    rewards beside outcomes are written for the seats that actions play, unless told otherwise. `shared` puts the
    arrays where other processes can see them, by `share` and `attach`.
    """

    def __init__(
        self,
        starts: Source,
        count: int,
        *,
        threads: int = 1,
        opponents: Mapping[int, str] | None = None,
        seed: int | Sequence[int] = 0,
        observations: str | None = None,
        masks: str | None = None,
        reward: Reward = "outcome",
        max_turns: int = 0,
        compact: bool = False,
        watched: Iterable[int] | None = None,
        shared: bool = False,
    ) -> None:
        count, threads = at_least_1("count", count), at_least_1("threads", threads)
        self._chosen = {"observations": observations, "masks": masks, "reward": reward, "compact": compact}
        self._starts = Starts(starts, count)
        first = self._starts.first
        self.rules = first.rules
        self.count = count
        self.seats = first.seats
        self.threads = min(threads, count)
        self._workers = _pieces(count, self.threads)
        self._native = native(self.rules)
        self._kind = KINDS[one_of("observations", observations, tuple(KINDS))] if observations else learning.NONE
        self._weights = RewardWeights(self.rules, reward)
        self._max_turns = at_least("max_turns", max_turns, 0)
        self._number_actions(compact=compact)
        self._mask_kind = _mask_kind(one_of("masks", masks, MASKS), compact=compact) if masks else learning.NONE
        self._allocate(shared=shared)
        np.copyto(self.states, self._starts.states[self._starts.which])
        self._moves = padded_rows(self.rules.move, self._workers, self.seats)
        self._works = padded_rows(self.rules.work, self._workers)
        self._add_opponents(opponents or {}, seed)
        self._is_watched = self._watching(watched)
        if self._kind or self._mask_kind or self._weights.is_shaped:
            self._show()

    # What the caller sees

    def _number_actions(self, *, compact: bool) -> None:
        """The flat actions by the numbers that callers use, and back."""
        total = self.rules.actions
        self.action_numbers = self._starts.possible if compact else np.arange(total, dtype=np.int32)
        self._places = np.zeros(total, dtype=np.int32)
        self._places[self.action_numbers] = np.arange(self.actions_count)

    @property
    def actions_count(self) -> int:
        """The number of actions in the numbering in use."""
        return len(self.action_numbers)

    def _allocate(self, *, shared: bool) -> None:
        arrays, self._handle = _arrays(self._shapes(), shared=shared)
        self._arrays = arrays
        self.states = arrays["states"]
        self.actions: npt.NDArray[np.int32] = arrays["actions"]
        self.rewards: npt.NDArray[np.float32] = arrays["rewards"]
        self.outcomes: npt.NDArray[np.float32] = arrays.get("outcomes", self.rewards)
        self.done: npt.NDArray[np.bool_] = arrays["done"]
        self.truncated: npt.NDArray[np.bool_] = arrays["truncated"]
        self.lengths: npt.NDArray[np.int32] = arrays["lengths"]
        self.resets: npt.NDArray[np.int32] = arrays["resets"]
        self.observations = arrays["rows"][: self.count]
        self.final_observations = arrays["rows"][self.count :]
        self.masks = arrays["masks"]
        self._potentials = np.zeros((self.count, self.seats))
        self._dice = zeros(Generator, self.count)
        self._drawn = np.zeros((self.count, self.seats), dtype=np.int32)

    def _shapes(self) -> Shapes:
        """The arrays that other processes may see."""
        each = self.count, self.seats
        rows = 2 * self.count if self._kind else self.count
        width = -(-self.actions_count // 8) if self._mask_kind in AS_BITS else self.actions_count
        return {
            "states": ((self.count,), self.rules.state.dtype),
            "actions": (each, np.dtype(np.int32)),
            "rewards": (each, np.dtype(np.float32)),
            **({} if self._is_plain else {"outcomes": (each, np.dtype(np.float32))}),
            "done": ((self.count,), np.dtype(np.bool_)),
            "truncated": ((self.count,), np.dtype(np.bool_)),
            "lengths": ((self.count,), np.dtype(np.int32)),
            "resets": ((self.count,), np.dtype(np.int32)),
            "rows": ((rows, self.seats, *self.rules.observation), np.dtype(_dtype(self._kind))),
            "masks": ((*each, width if self._mask_kind else 0), np.dtype(_mask_dtype(self._mask_kind))),
        }

    @property
    def fixed(self) -> tuple[npt.NDArray[np.void], npt.NDArray[np.int64]]:
        """The constant records, one per start, and the index of each match's start."""
        return self._starts.consts, self._starts.which

    def share(self) -> Handle:
        """The handle by which another process can `attach` to these arrays: `observations` and the others."""
        if self._handle is None:
            raise InputError("this batch is not shared; make it with `Batch(..., shared=True)`")
        return self._handle

    # Turns

    def step(self, actions: npt.NDArray[np.int32] | None = None) -> None:
        """Every seat of every match takes its action; without an argument, those in `actions`."""
        if actions is None:
            self._check(self.actions)
        else:
            np.copyto(self.actions, self._checked(actions))
        for choose in self._choosing:
            choose()
        self._step()
        self._starts.replace_used(self.done)

    @cached_property
    def _step(self) -> Callable[[], int]:
        """The compiled step of these arrays."""
        starts = self._starts
        before = self.states, starts.consts, starts.which, self.actions, self._moves, self._works, starts.states
        given = self._given, self._is_given
        if self._is_plain:
            after = self.rewards, self.done, self.lengths, self.resets
            return self._native.loop(loops.step_batch).bound(*before, *after, *given, **self._split)
        learned = self.rewards, self.outcomes, self.done, self.truncated, self.lengths, self.resets
        loop = self._native.loop(learning.learn_batch)
        return loop.bound(*before, *learned, *given, *self._potential_arguments, *self._shown, **self._split)

    @property
    def _split(self) -> dict[str, int]:
        """How the work of a loop is split."""
        return {"workers": self._workers, "threads": self.threads}

    @property
    def _is_plain(self) -> bool:
        """Whether nothing is wanted that only learners need."""
        wanted = self._kind or self._mask_kind or self._max_turns or not self._weights.is_plain
        return not wanted and self.actions_count == self.rules.actions

    @property
    def _potential_arguments(self) -> tuple[Any, ...]:
        """Rewards, as the loops of learners take them."""
        weights = self._weights
        return self._potentials, weights.columns, weights.picked, weights.picked_weights

    @cached_property
    def _shown(self) -> tuple[Any, ...]:
        """Observations and masks, as the loops of learners take them: arrays of kinds not wanted are empty."""
        settings = np.zeros(learning.SETTINGS, dtype=np.int32)
        settings[[learning.KIND, learning.MASKS]] = self._kind, self._mask_kind
        settings[[learning.MAX_TURNS, learning.IS_SHAPED]] = self._max_turns, self._weights.is_shaped
        settings[learning.IS_SEEN] = self._kind != learning.NONE or len(self._weights.picked) > 0
        shape, total = self.rules.observation, self.rules.actions
        rows = [
            self._arrays["rows"] if kind == self._kind else np.zeros((0, self.seats, *shape), _dtype(kind))
            for kind in KINDS.values()
        ]
        is_whole = self._mask_kind == learning.BYTES
        masks = self.masks.view(np.int8) if is_whole else np.zeros((0, self.seats, total), np.int8)
        packed = np.zeros((0, 0, 0), np.int8) if is_whole else self.masks.view(np.int8)
        scratch = (
            np.zeros((self._workers, self.seats, *shape), np.int16),
            np.zeros((self._workers, total), np.int8),
        )
        scales = (1.0 / self.rules.spec.scale).reshape(1, *shape).astype(np.float32)
        return (
            self._is_watched,
            settings,
            scratch[0],
            *rows,
            scales,
            scratch[1],
            masks,
            packed,
            self.action_numbers,
        )

    def observe(self) -> npt.NDArray[Any]:
        """Write the observations, and all else that steps write about states; returns `observations`."""
        self._show()
        return self.observations

    @cached_property
    def _show(self) -> Callable[[], int]:
        arrays = self.states, self._starts.consts, self._starts.which
        if self._is_plain:
            loop = self._native.loop(loops.observe_batch)
            return loop.bound(*arrays, self.observations, self._workers, **self._split)
        loop = self._native.loop(learning.show_batch)
        return loop.bound(
            *arrays, self._works, *self._potential_arguments, *self._shown, self._workers, **self._split
        )

    # Opponents

    @cached_property
    def _choosing(self) -> list[Callable[[], int]]:
        """The compiled policies of the opponents."""
        arrays = self.states, self._starts.consts, self._starts.which, self._generators, self._works, self._given
        return [
            self._native.loop(loops.policy_moves, policy).bound(
                *arrays, self._memories[seat], self.lengths, seat, **self._split
            )
            for seat, policy in self._opponents.items()
        ]

    def _add_opponents(self, opponents: Mapping[int, str], seed: int | Sequence[int]) -> None:
        """Seats that are played by policies, and the arrays for their moves."""
        for seat, policy in opponents.items():
            if seat not in range(self.seats):
                raise InputError(f"opponents: expected seats from 0 to {self.seats - 1}, got {shown(seat)}")
            self.rules.policy(policy)
        self._opponents = dict(opponents)
        rows = self.count if opponents else 0
        self._given = zeros(self.rules.move, rows * self.seats).reshape(rows, self.seats)
        self._is_given = np.array([seat in opponents for seat in range(self.seats)])
        self._generators = zeros(Generator, rows)
        self._generators["position"] = _opponent_seeds(seed, self.count)[:rows]
        self._memories = {
            seat: zeros(self.rules.memory_of(policy), rows + 1) for seat, policy in opponents.items()
        }

    def _watching(self, watched: Iterable[int] | None) -> npt.NDArray[np.bool_]:
        """The seats that observe: by default those without a policy, or all if each has one."""
        if watched is None:
            return np.ones(self.seats, dtype=np.bool_) if self._is_given.all() else ~self._is_given
        chosen = set(watched)
        for seat in chosen - set(range(self.seats)):
            raise InputError(f"watched: expected seats from 0 to {self.seats - 1}, got {shown(seat)}")
        return np.array([seat in chosen for seat in range(self.seats)])

    # Actions

    def _checked(self, actions: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The actions; raises InputError for anything but one int32 for each seat of each match."""
        expected = (self.count, self.seats)
        if not isinstance(actions, np.ndarray):
            raise InputError(f"expected an int32 array of shape {expected}, got {type(actions).__name__}")
        if actions.shape != expected or actions.dtype != np.int32:
            raise InputError(f"expected int32 actions of shape {expected}, got {actions.dtype} {actions.shape}")
        self._check(actions)
        return actions

    def _check(self, actions: npt.NDArray[np.int32]) -> None:
        """Refuse actions that do not exist."""
        if int(actions.view(np.uint32).max()) >= self.actions_count:  # as unsigned, negative is large
            match, seat = np.argwhere((actions < 0) | (actions >= self.actions_count))[0]
            raise InputError(
                f"expected actions from 0 to {self.actions_count - 1}, got {actions[match, seat]} "
                f"at actions[{match}, {seat}]"
            )

    def draw_actions(self, seed: int) -> npt.NDArray[np.int32]:
        """Random legal actions for the current states."""
        positions = np.arange(self.count, dtype=np.uint64) * SPREAD
        self._dice["position"] = positions + np.uint64(derive(expect_int("seed", seed) & MASK64, "actions"))
        self._draw()
        return self._drawn.copy()

    @cached_property
    def _draw(self) -> Callable[[], int]:
        arrays = self.states, self._starts.consts, self._starts.which, self._dice, self._drawn, self._places
        return self._native.loop(loops.draw_actions).bound(*arrays, self._workers, **self._split)

    # Snapshots

    def snapshot(self) -> Snapshot:
        """Everything that changes, copied; it can be pickled."""
        return {
            "arrays": {name: array.copy() for name, array in self._arrays.items()},
            "promises": self._potentials.copy(),
            "generators": self._generators.copy(),
            "memories": {seat: memories.copy() for seat, memories in self._memories.items()},
            "starts": self._starts.snapshot(),
        }

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is made in the same way and continues from a snapshot: bound loops cannot be copied."""
        watched = np.flatnonzero(self._is_watched).tolist()
        options = {**self._chosen, "threads": self.threads, "opponents": self._opponents, "watched": watched}
        options |= {"max_turns": self._max_turns, "shared": self._handle is not None}
        return _restore_batch, (self._starts.source, self.count, options, self.snapshot())

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this batch, or of one made in the same way; later steps repeat exactly."""
        for name, array in self._arrays.items():
            saved = snapshot["arrays"][name]
            if saved.shape != array.shape or saved.dtype != array.dtype:
                raise InputError(
                    f"the snapshot is of another batch: expected {name} as {array.dtype} {array.shape}, "
                    f"got {saved.dtype} {saved.shape}"
                )
        for name, array in self._arrays.items():
            np.copyto(array, snapshot["arrays"][name])
        np.copyto(self._potentials, snapshot["promises"])
        np.copyto(self._generators, snapshot["generators"])
        for seat, memories in self._memories.items():
            np.copyto(memories, snapshot["memories"][seat])
        self._starts.restore(snapshot["starts"])


def _restore_batch(starts: Source, count: int, options: dict[str, Any], snapshot: Snapshot) -> Batch:
    """A copied or unpickled batch."""
    batch = Batch(starts, count, **options)
    batch.restore(snapshot)
    return batch


def _opponent_seeds(seed: int | Sequence[int], count: int) -> list[int]:
    """The seeds of opponents' random choices by match: derived from one seed, or given per match."""
    if isinstance(seed, Sequence):
        if len(seed) != count:
            raise InputError(f"seed: expected one, or one for each of {count} matches, got {len(seed)} of them")
        return [derive(expect_int(f"seed[{i}]", each), "opponents", 0) for i, each in enumerate(seed)]
    return [derive(expect_int("seed", seed), "opponents", i) for i in range(count)]


def attach(handle: Handle) -> dict[str, npt.NDArray[Any]]:
    """The arrays of a shared batch of another process, by the names that they have in the batch."""
    arrays = attach_arrays(handle)
    rows, count = arrays.pop("rows"), len(arrays["done"])
    outcomes = arrays.get("outcomes", arrays["rewards"])
    return {**arrays, "outcomes": outcomes, "observations": rows[:count], "final_observations": rows[count:]}


def _pieces(count: int, threads: int) -> int:
    """The number of pieces of work per step: several for each thread, since some take longer than others."""
    return 1 if threads == 1 else min(threads * PIECES, -(-count // MIN_MATCHES))


def _arrays(shapes: Shapes, *, shared: bool) -> tuple[Arrays, Handle | None]:
    if shared:
        return create(shapes)
    return {name: np.zeros(shape, dtype) for name, (shape, dtype) in shapes.items()}, None


def _dtype(kind: int) -> type[Any]:
    return {learning.INT8: np.int8, learning.FLOAT32: np.float32}.get(kind, np.int16)


def _mask_kind(word: str, *, compact: bool) -> int:
    if word == "bits":
        return learning.NUMBERED_BITS if compact else learning.BITS
    return learning.NUMBERED if compact else learning.BYTES


def _mask_dtype(kind: int) -> type[Any]:
    return np.uint8 if kind in AS_BITS else np.bool_
