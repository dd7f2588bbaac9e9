"""Which seat of a match a person means."""

from __future__ import annotations

from collections.abc import Sequence

from lanista.core.errors import InputError
from lanista.core.text import inert, quoted, seat_letter, whole_number


def find_seat(names: Sequence[str], text: str) -> int:
    """The seat that a person means by its number, its bot's name or its letter."""
    number = whole_number(text)
    if number is not None and number in range(len(names)):
        return number
    if text in names:
        return list(names).index(text)
    letters = [seat_letter(seat) for seat in range(len(names))]
    if text.upper() in letters:
        return letters.index(text.upper())
    there = ", ".join(f"{seat} {letters[seat]} {inert(name, 40)}" for seat, name in enumerate(names))
    raise InputError(f"expected a seat by number, letter or bot ({there}), got {quoted(text)}")
