"""`lanista doctor`: finds the problems that a bot would have in a contest, before it is submitted."""

from lanista.tools.doctor.checks import CHECKS, BotCheck, examine, find_checks
from lanista.tools.doctor.examination import BotExamination
from lanista.tools.doctor.findings import CheckResult, CheckStatus, Finding, ReportCard
from lanista.tools.doctor.subject import Subject

__all__ = [
    "CHECKS",
    "BotCheck",
    "BotExamination",
    "CheckResult",
    "CheckStatus",
    "Finding",
    "ReportCard",
    "Subject",
    "examine",
    "find_checks",
]
