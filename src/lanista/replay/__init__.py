"""A match on file: read, played again and verified."""

from lanista.replay.format import Branch, Footer, Header, Replay, SeatHeader, TurnLine, read_replay
from lanista.replay.verify import JUDGED, Verification, move_of, play_again, verify

__all__ = [
    "JUDGED",
    "Branch",
    "Footer",
    "Header",
    "Replay",
    "SeatHeader",
    "TurnLine",
    "Verification",
    "move_of",
    "play_again",
    "read_replay",
    "verify",
]
