"""States that no sequence of moves can reach."""

from __future__ import annotations

from collections.abc import Iterator

from lanista.engine import State
from tests.coins.state import LENGTH, Config, Line


def broken_invariants(state: State[Line, Config]) -> Iterator[str]:
    """Faults of a state."""
    for seat, runner in enumerate(state.record.runners[: state.seats]):
        if not 0 <= runner.place < LENGTH:
            yield f"runner {seat} stands on {runner.place}, expected 0 to {LENGTH - 1}"
        if not 0 <= runner.purse <= state.record.turn:
            yield f"runner {seat} has {runner.purse} coins after {state.record.turn} turns"
