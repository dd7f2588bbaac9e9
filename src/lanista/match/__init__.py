"""A match: takes a game, a seed and players; returns the outcome, verdicts and times."""

from lanista.match.arrange import Pacing, Plan, Repeat, arrange, default_limits
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
    "Repeat",
    "SeatResult",
    "Setup",
    "StrictStop",
    "Turn",
    "arrange",
    "default_limits",
]
