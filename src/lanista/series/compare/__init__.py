"""Which of two bots is better: plays units of matches until a sequential test decides, and keeps every result."""

from lanista.series.compare.comparison import Comparison, ComparisonStorage
from lanista.series.compare.question import ComparisonQuestion
from lanista.series.compare.replays import Keep
from lanista.series.compare.result import ComparedMatch, Won
from lanista.series.compare.standing import ComparisonStanding, PanelOpponent, Side
from lanista.series.compare.telling import Telling

__all__ = [
    "ComparedMatch",
    "Comparison",
    "ComparisonQuestion",
    "ComparisonStanding",
    "ComparisonStorage",
    "Keep",
    "PanelOpponent",
    "Side",
    "Telling",
    "Won",
]
