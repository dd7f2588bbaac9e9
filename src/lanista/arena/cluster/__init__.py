"""Matches on many machines, by Ray; nothing here imports Ray before a crew is made."""

from lanista.arena.cluster.address import Address, read_address
from lanista.arena.cluster.state import Condition, NodeState

__all__ = ["Address", "Condition", "NodeState", "read_address"]
