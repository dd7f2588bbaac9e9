"""Finds the commit that made a bot weaker: binary search over a git history, with a sequential test per step."""

from lanista.tools.bisect.bisection import Bisection, BisectionEnd, BisectionState, CommitFinding, Stage
from lanista.tools.bisect.git import Commit, GitError, Repository
from lanista.tools.bisect.history import BotPath, CommitHistory, read_history
from lanista.tools.bisect.prepare import Preparation, Prepared
from lanista.tools.bisect.search import CandidateMark, Search
from lanista.tools.bisect.versions import Versions

__all__ = [
    "Bisection",
    "BisectionEnd",
    "BisectionState",
    "BotPath",
    "CandidateMark",
    "Commit",
    "CommitFinding",
    "CommitHistory",
    "GitError",
    "Preparation",
    "Prepared",
    "Repository",
    "Search",
    "Stage",
    "Versions",
    "read_history",
]
