"""A match: seats, game and seed in; outcome, verdicts and times out."""

from lanista.match.arrange import Plan, arrange
from lanista.match.careful import Careful
from lanista.match.recorder import Recorder
from lanista.match.referee import Fault, MatchResult, Observer, Referee, SeatResult, Setup, StrictStop, Turn

__all__ = [
    "Careful",
    "Fault",
    "MatchResult",
    "Observer",
    "Plan",
    "Recorder",
    "Referee",
    "SeatResult",
    "Setup",
    "StrictStop",
    "Turn",
    "arrange",
]
