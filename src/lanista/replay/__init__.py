"""Replay files: written, read, played again and verified."""

from lanista.replay.format import Branch, Footer, Header, Replay, SeatHeader, TurnLine
from lanista.replay.playing import JUDGED, game_of, moments, move_of, play_again, play_on, start_again
from lanista.replay.reader import ReplayStream, read_replay
from lanista.replay.verify import Verification, verify, verify_file

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
    "game_of",
    "moments",
    "move_of",
    "play_again",
    "play_on",
    "read_replay",
    "start_again",
    "verify",
    "verify_file",
]
