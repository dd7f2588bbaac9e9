"""`Pool`: states of one layout, each with a handle; they stand one after the other, for compiled loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.core.errors import InputError
from lanista.core.text import shown
from lanista.engine import Rules, State, zeros

MAX_STATES = 2**16
MAX_STATE_BYTES = 256 * 2**20  # of all states together
MAX_CONST_BYTES = 64 * 2**20
FIRST_CAPACITY = 64

Slots = npt.NDArray[np.int64]
Handles = Sequence[int] | npt.NDArray[np.int64]


class Pool:
    """States by handle. A handle is never used again: it is a slot, plus how often that was used before.

    Clones share the constant record of their state, and equal constant records are stored once.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.limit = min(MAX_STATES, MAX_STATE_BYTES // rules.state.dtype.itemsize)
        self._const_limit = min(self.limit, MAX_CONST_BYTES // rules.const.dtype.itemsize)
        self.states = zeros(rules.state, 0)
        self.consts = zeros(rules.const, 0)
        self.which: Slots = np.zeros(0, np.int64)  # the constant record of each state
        self._uses: Slots = np.zeros(0, np.int64)  # how often a slot was used before
        self._taken = np.zeros(0, np.bool_)
        self._free: list[int] = []
        self._fixed: dict[bytes, int] = {}  # the constant records in use
        self._clones: dict[int, int] = {}  # how many states have a constant record
        self._free_consts: list[int] = []

    def __len__(self) -> int:
        return len(self.states) - len(self._free)

    def add(self, state: State[Any, Any]) -> int:
        """Copy a state into the pool; its handle."""
        if state.data.dtype != self.rules.state.dtype or state.fixed.dtype != self.rules.const.dtype:
            raise InputError(
                f"this state of {state.rules.name} has another layout than the others here; "
                "begin with the settings of its match"
            )
        self._expect_room(1)
        const = self._const(state.fixed.tobytes())
        slot = self._take(1)
        self._bytes(self.states)[slot] = np.frombuffer(state.bytes(), np.uint8)
        self._bind(slot, np.array([const]))
        return int(self._handles(slot)[0])

    def clone(self, handles: Handles, count: int = 1) -> list[int]:
        """Copy states, each `count` times in a row; the handles of the copies."""
        source = np.repeat(self.slots(handles), count)
        self._expect_room(len(source))
        target = self._take(len(source))
        rows = self._bytes(self.states)
        rows[target] = rows[source]
        self._bind(target, self.which[source])
        copies: list[int] = self._handles(target).tolist()
        return copies

    def free(self, handles: Handles) -> None:
        """Forget states; naming one twice does no harm."""
        slots = np.unique(self.slots(handles))
        self._taken[slots] = False
        self._uses[slots] += 1
        self._free += slots.tolist()
        for const, count in zip(*np.unique(self.which[slots], return_counts=True), strict=True):
            self._release(int(const), int(count))

    def clear(self) -> None:
        """Forget all states."""
        self.free(self._handles(np.flatnonzero(self._taken)))

    def slots(self, handles: Handles) -> Slots:
        """The slots of states; raises InputError for a handle that names none."""
        wanted = _whole_numbers(handles)
        slots = wanted % MAX_STATES
        is_known = (wanted >= 0) & (slots < len(self.states))
        known = slots[is_known]
        is_known[is_known] = self._taken[known] & (self._uses[known] == wanted[is_known] // MAX_STATES)
        if not is_known.all():
            at = int(np.argmin(is_known))
            raise InputError(f"states[{at}]: there is no state {wanted[at]}; it was freed, or never made")
        return slots

    def seats(self, slots: Slots) -> int:
        """The number of seats of states; raises InputError if it differs, or there are no states."""
        found = np.unique(self.consts["seats"][self.which[slots]]).tolist()
        if len(found) != 1:
            came = f"states of {' and '.join(map(str, found))}" if found else "none"
            raise InputError(f"expected states with the same number of seats, got {came}")
        return int(found[0])

    def state(self, slot: int) -> State[Any, Any]:
        """The state in a slot, as long as it is there; changes of the pool may not show in it."""
        const = self.which[slot]
        return State(self.rules, self.states[slot : slot + 1], self.consts[const : const + 1])

    # Slots

    def _handles(self, slots: Slots) -> Slots:
        return slots + MAX_STATES * self._uses[slots]

    def _expect_room(self, count: int) -> None:
        if len(self) + count > self.limit:
            raise InputError(
                f"expected at most {self.limit:,} states at a time, got {len(self):,} and {count:,} more; "
                "free those that are no longer needed"
            )

    def _take(self, count: int) -> Slots:
        """Slots that are free, those freed last first."""
        if count > len(self._free):
            self._grow(len(self) + count)
        taken = self._free[len(self._free) - count :][::-1]
        del self._free[len(self._free) - count :]
        slots = np.array(taken, np.int64)
        self._taken[slots] = True
        return slots

    def _grow(self, wanted: int) -> None:
        """Make room for as many states, and some more."""
        old, new = len(self.states), min(self.limit, max(FIRST_CAPACITY, 2 * wanted))
        self.states = _longer(self.states, new)
        self.which, self._uses, self._taken = (
            np.concatenate([array, np.zeros(new - old, array.dtype)])
            for array in (self.which, self._uses, self._taken)
        )
        self._free = [*range(new - 1, old - 1, -1), *self._free]

    def _bind(self, slots: Slots, consts: Slots) -> None:
        """Note which constant records states have."""
        self.which[slots] = consts
        for const, count in zip(*np.unique(consts, return_counts=True), strict=True):
            self._clones[int(const)] = self._clones.get(int(const), 0) + int(count)

    # Constant records

    def _const(self, fixed: bytes) -> int:
        """The number of a constant record, which is stored if it is new."""
        if fixed not in self._fixed:
            if not self._free_consts:
                self._grow_consts()
            const = self._fixed[fixed] = self._free_consts.pop()
            self._bytes(self.consts)[const] = np.frombuffer(fixed, np.uint8)
        return self._fixed[fixed]

    def _grow_consts(self) -> None:
        old = len(self.consts)
        if old >= self._const_limit:
            raise InputError(f"expected at most {old:,} different worlds at a time; free states of earlier ones")
        self.consts = _longer(self.consts, min(self._const_limit, max(1, 2 * old)))
        self._free_consts = list(range(len(self.consts) - 1, old - 1, -1))

    def _release(self, const: int, count: int) -> None:
        """Forget a constant record that no state has any more."""
        self._clones[const] -= count
        if self._clones[const] == 0:
            del self._clones[const], self._fixed[self.consts[const : const + 1].tobytes()]
            self._free_consts.append(const)

    @staticmethod
    def _bytes(records: npt.NDArray[np.void]) -> npt.NDArray[np.uint8]:
        """Records as rows of bytes, since NumPy copies nested records field by field."""
        return records.view(np.uint8).reshape(len(records), -1)


def _longer(records: npt.NDArray[np.void], length: int) -> npt.NDArray[np.void]:
    """A longer array that begins with these records."""
    longer = np.zeros(length, records.dtype)
    size = records.nbytes
    longer.view(np.uint8)[:size] = records.view(np.uint8)
    return longer


def _whole_numbers(handles: Handles) -> Slots:
    """Handles as an array; raises InputError for anything else."""
    try:
        wanted = np.asarray(handles)
    except (ValueError, OverflowError):
        wanted = np.empty((0, 0))
    if wanted.ndim == 1 and len(wanted) == 0:
        return np.zeros(0, np.int64)
    if wanted.ndim != 1 or wanted.dtype.kind != "i":
        raise InputError(f"states: expected a list of handles, which are whole numbers, got {shown(handles)}")
    return wanted.astype(np.int64, copy=False)
