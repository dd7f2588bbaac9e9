"""A match: seats, game and seed in; outcome, verdicts and times out."""

from lanista.match.arrange import Pacing, Plan, arrange, usual_limits
from lanista.match.careful import Careful
from lanista.match.recorder import Recorder
from lanista.match.referee import Fault, MatchResult, Observer, Referee, SeatResult, Setup, StrictStop, Turn

__all__ = [
    "Careful",
    "Fault",
    "MatchResult",
    "Observer",
    "Pacing",
    "Plan",
    "Recorder",
    "Referee",
    "SeatResult",
    "Setup",
    "StrictStop",
    "Turn",
    "arrange",
    "usual_limits",
]
