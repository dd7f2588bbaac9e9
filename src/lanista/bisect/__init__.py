"""Which commit made a bot weaker: a binary search over a git history, with a sequential test at each step."""

from lanista.bisect.bisection import Bisection, Finding, Moment, Outcome, Stage
from lanista.bisect.git import Commit, GitError, Repository
from lanista.bisect.history import BotPath, History, read_history
from lanista.bisect.prepare import Preparation, Prepared
from lanista.bisect.search import Mark, Search
from lanista.bisect.versions import Versions

__all__ = [
    "Bisection",
    "BotPath",
    "Commit",
    "Finding",
    "GitError",
    "History",
    "Mark",
    "Moment",
    "Outcome",
    "Preparation",
    "Prepared",
    "Repository",
    "Search",
    "Stage",
    "Versions",
    "read_history",
]
