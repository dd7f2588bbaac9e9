"""Analysis of matches: who was how likely to win after each turn, where that turned, and why.

`driver.analyse` makes one; what is here reads and writes them, and is loaded fast.
"""

from lanista.analysis.result import (
    Analysis,
    Point,
    Stale,
    TurningPoint,
    analysis_beside,
    path_beside,
    read_analysis,
    shown_beside,
    write_analysis,
)

__all__ = [
    "Analysis",
    "Point",
    "Stale",
    "TurningPoint",
    "analysis_beside",
    "path_beside",
    "read_analysis",
    "shown_beside",
    "write_analysis",
]
