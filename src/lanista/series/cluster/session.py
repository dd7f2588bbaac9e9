"""A connection to a cluster, and the cluster itself if we start it."""

from __future__ import annotations

from typing import Any

from lanista.core.errors import ClusterError
from lanista.series.cluster.address import ClusterAddress
from lanista.series.cluster.connection import connect
from lanista.series.cluster.own_cluster import start_cluster


class ClusterSession:
    """Connects to a cluster, starting it if it does not run; `cores` counts only for one that is started."""

    def __init__(self, address: ClusterAddress, cores: int) -> None:
        self._cluster = start_cluster(cores) if address.is_own else None
        try:
            self.ray: Any = connect(address if self._cluster is None else self._cluster.address)
        except BaseException:
            self._end_cluster()
            raise

    def check(self) -> None:
        """Raise ClusterError if a cluster that we started has ended."""
        if self._cluster is not None and not self._cluster.is_running:
            raise ClusterError(f"the Ray cluster on this machine has ended{self._cluster.last_error()}; run again")

    def end(self) -> None:
        """End the connection, and the cluster if we started it."""
        try:
            self.ray.shutdown()
        finally:
            self._end_cluster()

    def _end_cluster(self) -> None:
        if self._cluster is not None:
            self._cluster.end()
