"""A match on file: read, played again and verified."""

from lanista.replay.format import Footer, Header, Replay, SeatHeader, TurnLine, read_replay
from lanista.replay.verify import Verification, play_again, verify

__all__ = [
    "Footer",
    "Header",
    "Replay",
    "SeatHeader",
    "TurnLine",
    "Verification",
    "play_again",
    "read_replay",
    "verify",
]
