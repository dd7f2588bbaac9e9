"""A Ray cluster of one node on this machine, which ends with this process."""

from __future__ import annotations

import tempfile
import time
from contextlib import suppress
from pathlib import Path

import msgspec

from lanista.core.errors import ClusterError
from lanista.core.system import READABLE, new_poll
from lanista.core.text import MAX_REASON, inert
from lanista.series.child import ChildProcess
from lanista.series.cluster.address import ClusterAddress
from lanista.series.cluster.connection import load_ray, secure
from lanista.series.owned_folder import OwnedFolder

PREFIX = "lanista-ray-"
START_SECONDS = 120.0  # it takes four on an idle machine
END_SECONDS = 10.0
STARTS = 3


class HeadOrder(msgspec.Struct):
    """The order to the head's process."""

    folder: str
    cores: int


class HeadAnswer(msgspec.Struct):
    """The head's address, or why it could not be started."""

    address: str = ""
    error: str = ""


class OwnCluster(ChildProcess):
    """The process that owns the head of a cluster and all its processes."""

    def __init__(self, cores: int) -> None:
        self._folder = OwnedFolder(short_root(), PREFIX)
        secure(self._folder.path)
        load_ray()  # reports a missing Ray before a process is started
        super().__init__("lanista.series.cluster.head")
        self.write(msgspec.json.encode(HeadOrder(str(self._folder.path), cores)) + b"\n")
        try:
            self.address = ClusterAddress(self._answer())
        except BaseException:
            self.end()
            raise

    def _answer(self) -> str:
        waiting = new_poll()
        waiting.register(self._stdout.fileno(), READABLE)
        line = self._stdout.readline() if waiting.poll(1000 * START_SECONDS) else b""
        if not line:
            raise ClusterError(
                f"Ray did not start on this machine within {START_SECONDS:.0f} s{self.last_error()}"
            )
        answer = msgspec.json.decode(line, type=HeadAnswer)
        if answer.error:
            raise ClusterError(f"Ray did not start on this machine: {inert(answer.error, MAX_REASON)}")
        return answer.address

    @property
    def is_running(self) -> bool:
        """Whether its process runs."""
        return self._process.poll() is None

    def end(self) -> None:
        """End all its processes, and remove its files."""
        self._stdin.close()  # it then ends them
        self.wait(time.monotonic() + END_SECONDS)
        self.close()
        self._folder.remove()


def start_cluster(cores: int) -> OwnCluster:
    """Start a cluster, with a retry: Ray gives up after 30 s, and a very busy machine may take that long."""
    for _ in range(STARTS - 1):
        with suppress(ClusterError):
            return OwnCluster(cores)
    return OwnCluster(cores)


def short_root() -> Path:
    """A folder for temporary files whose path is short: Ray's sockets allow 107 characters in all."""
    short = Path("/tmp")
    return short if short.is_dir() else Path(tempfile.gettempdir())
