"""The seat of a learner."""

from __future__ import annotations

from lanista.core.errors import InputError
from lanista.core.text import shown

ALTERNATE = "alternate"
Seat = int | str  # a seat, or ALTERNATE


def check_seat(seat: Seat, seats: int) -> None:
    """Refuse anything but a seat of the match or "alternate"."""
    is_seat = isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < seats
    if not is_seat and seat != ALTERNATE:
        raise InputError(f'seat: expected a number from 0 to {seats - 1} or "{ALTERNATE}", got {shown(seat)}')
