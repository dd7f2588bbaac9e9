"""Analysis of matches: the seats' winning chances after each turn, the turning points, and their reasons.

`driver.analyse` makes one; what is here reads and writes them, and is loaded fast.
"""

from lanista.tools.analysis.result import (
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
