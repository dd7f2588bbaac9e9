"""The people who play a live match from pages: their secret keys, open questions, answers and resignations."""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Sequence
from typing import Literal

import msgspec

from lanista.bots.human import HumanPlayer, HumanQuestion, NotAsked
from lanista.core.errors import LanistaError

KEY_BYTES = 18  # of randomness in a person's secret link


class Forbidden(LanistaError):  # noqa: N818 - named after its HTTP status
    """While people play, each sees and moves only with the key of the seat."""


class SeatStanding(msgspec.Struct, frozen=True, tag_field="type", tag="seat"):
    """How the person at a seat stands, for all pages of that seat."""

    state: Literal["asked", "waiting", "out", "resigned"] = "asked"  # `out`: the rules do not ask the seat
    answered: int | None = None  # the turn that was answered last
    resigned: tuple[int, ...] = ()  # seats of people who left


class People:
    """The people of one match; thread-safe."""

    def __init__(self, seats: Sequence[int]) -> None:
        self.keys = {seat: secrets.token_urlsafe(KEY_BYTES) for seat in seats}
        self._players: dict[int, HumanPlayer] = {}
        self._resigned: set[int] = set()
        self._lock = threading.Lock()

    def check(self, seat: int | None, key: str) -> None:
        """Reject anyone but the person at a seat."""
        if seat not in self.keys:
            seats = " or ".join(map(str, self.keys))
            raise Forbidden(
                f"people play this match: until it is over, only the person at seat {seats} can see it, "
                "with the link that was given out for that seat"
            )
        if not hmac.compare_digest(key.encode(), self.keys[seat].encode()):
            raise Forbidden(
                f"a person plays at seat {seat}, and the key in this link is not theirs: "
                "open the link that was given out for that seat"
            )

    def asked(self, player: HumanPlayer) -> None:
        """A person has a question to answer."""
        with self._lock:
            self._players[player.seat] = player
            gone = player.seat in self._resigned
        if gone:
            player.resign()

    def question(self, seat: int | None) -> HumanQuestion | None:
        """The current question to the person at a seat."""
        player = None if seat is None else self._players.get(seat)
        return None if player is None else player.question

    def standing(self, seat: int, *, is_out: bool) -> SeatStanding:
        """How a person stands; `is_out` is what the rules say."""
        with self._lock:
            player, resigned = self._players.get(seat), tuple(sorted(self._resigned))
        if seat in resigned:
            return SeatStanding("resigned", None, resigned)
        if player is not None and player.question is not None:
            return SeatStanding("asked", player.answered_turn, resigned)
        answered = None if player is None else player.answered_turn
        return SeatStanding("out" if is_out else "waiting", answered, resigned)

    def answer(self, seat: int, turn: int, move: str) -> None:
        """Submit a person's move."""
        if seat not in self._players:
            raise NotAsked(f"seat {seat} is not asked for a move")
        self._players[seat].answer(turn, move)

    def resign(self, seat: int) -> None:
        """A person leaves: the seat does nothing from now on."""
        with self._lock:
            self._resigned.add(seat)
            player = self._players.get(seat)
        if player is not None:
            player.resign()

    def resign_all(self) -> None:
        """Everybody leaves."""
        for seat in self.keys:
            self.resign(seat)
