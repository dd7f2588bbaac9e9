"""Replay files: written, read, played again and verified."""

from lanista.match.replay.format import Branch, Footer, Header, Replay, SeatHeader, TurnLine
from lanista.match.replay.playing import (
    JUDGED,
    game_of,
    guarded,
    moments,
    move_of,
    play_again,
    play_on,
    recorded_move,
    start_again,
)
from lanista.match.replay.reader import ReplayStream, read_replay
from lanista.match.replay.seats import find_seat
from lanista.match.replay.verify import Verification, verify, verify_file

__all__ = [
    "JUDGED",
    "Branch",
    "Footer",
    "Header",
    "Replay",
    "ReplayStream",
    "SeatHeader",
    "TurnLine",
    "Verification",
    "find_seat",
    "game_of",
    "guarded",
    "moments",
    "move_of",
    "play_again",
    "play_on",
    "read_replay",
    "recorded_move",
    "start_again",
    "verify",
    "verify_file",
]
