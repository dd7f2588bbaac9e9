"""Audits a game's fairness, and finds rules that never matter: mirror matches over many seeds, seats and maps."""

from lanista.tools.audit.audit import Audit
from lanista.tools.audit.coverage import DeadElement, EventCoverage
from lanista.tools.audit.findings import (
    BiasVerdict,
    MatchGroup,
    SeatAdvantage,
    groups_of,
    matches_needed,
    verdict_of,
)
from lanista.tools.audit.plan import AuditPlan

__all__ = [
    "Audit",
    "AuditPlan",
    "BiasVerdict",
    "DeadElement",
    "EventCoverage",
    "MatchGroup",
    "SeatAdvantage",
    "groups_of",
    "matches_needed",
    "verdict_of",
]
