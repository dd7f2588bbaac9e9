"""`lanista doctor`: finds out what would go wrong with a bot in a contest, before it is submitted."""

from lanista.doctor.checks import CHECKS, Check, examine, find_checks
from lanista.doctor.examination import Examination
from lanista.doctor.findings import Card, Finding, Result, Status
from lanista.doctor.subject import Subject

__all__ = [
    "CHECKS",
    "Card",
    "Check",
    "Examination",
    "Finding",
    "Result",
    "Status",
    "Subject",
    "examine",
    "find_checks",
]
