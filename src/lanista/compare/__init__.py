"""Which of two bots is better: plays units of matches until a sequential test decides, and keeps every result."""

from lanista.compare.comparison import Comparison
from lanista.compare.question import Question
from lanista.compare.replays import Keep
from lanista.compare.result import Result, Won
from lanista.compare.standing import Opponent, Side, Standing
from lanista.compare.telling import Telling

__all__ = ["Comparison", "Keep", "Opponent", "Question", "Result", "Side", "Standing", "Telling", "Won"]
