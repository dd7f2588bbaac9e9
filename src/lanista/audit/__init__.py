"""Is a game fair, and does all of it matter: mirror matches over many seeds, seats, maps, lengths, dead rules."""

from lanista.audit.audit import Audit
from lanista.audit.coverage import Coverage, Dead
from lanista.audit.findings import Group, Seat, Verdict, groups_of, matches_needed, verdict_of
from lanista.audit.plan import Plan

__all__ = [
    "Audit",
    "Coverage",
    "Dead",
    "Group",
    "Plan",
    "Seat",
    "Verdict",
    "groups_of",
    "matches_needed",
    "verdict_of",
]
