"""A connection to a cluster, and the cluster itself if it is ours."""

from __future__ import annotations

from typing import Any

from lanista.arena.cluster.address import Address
from lanista.arena.cluster.connection import connect
from lanista.arena.cluster.own_cluster import start_cluster
from lanista.errors import ClusterError


class Session:
    """Connects to a cluster, which is started first unless it runs; `cores` are those of one that is started."""

    def __init__(self, address: Address, cores: int) -> None:
        self._cluster = start_cluster(cores) if address.is_own else None
        try:
            self.ray: Any = connect(address if self._cluster is None else self._cluster.address)
        except BaseException:
            self._end_cluster()
            raise

    def check(self) -> None:
        """Raise ClusterError if a cluster of ours has ended."""
        if self._cluster is not None and not self._cluster.is_running:
            raise ClusterError(f"the Ray cluster on this machine has ended{self._cluster.last_error()}; run again")

    def end(self) -> None:
        """End the connection, and the cluster if it is ours."""
        try:
            self.ray.shutdown()
        finally:
            self._end_cluster()

    def _end_cluster(self) -> None:
        if self._cluster is not None:
            self._cluster.end()
