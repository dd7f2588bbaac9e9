"""Matches on many machines, by Ray; nothing here imports Ray before a crew is made."""

from lanista.series.cluster.address import ClusterAddress, read_address
from lanista.series.cluster.state import Condition, NodeState

__all__ = ["ClusterAddress", "Condition", "NodeState", "read_address"]
