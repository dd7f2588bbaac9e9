"""A Ray cluster of several nodes on this machine, each in processes that a test may kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from lanista.series.cluster.own_cluster import start_cluster
from tests.processes import eventually, is_gone

ROOT = Path(__file__).parents[2]
CORES = 2  # of each node, for the two bots of a match
END_SECONDS = 60
STARTS = 5


class NodeProcess:
    """A node with its own cache; bots find its name in the variable LC_NODE."""

    def __init__(self, address: str, name: str, cache: Path, **variables: str) -> None:
        self.name = name
        self._command = [sys.executable, "-m", "tests.series.ray_node", address, str(CORES)]
        self._environment = {**os.environ, "LANISTA_CACHE": str(cache), "LC_NODE": name, **variables}
        self._process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self._command,
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def wait(self) -> None:
        """Wait until it has joined the cluster; Ray gives up after 30 s, which a busy machine may take."""
        for _ in range(STARTS):
            assert self._process.stdout is not None
            lines = iter(self._process.stdout.readline, b"")
            if any(line == b"joined\n" for line in lines):
                return
            self.end()
            self._process = self._start()
        raise AssertionError(f"the node {self.name} could not be started {STARTS} times")

    def kill(self) -> None:
        """Kill all its processes, as a power failure would."""
        for pid in self._processes():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def end(self) -> None:
        """End it, and see that nothing of it is left."""
        with suppress(OSError):
            self._process.communicate(timeout=END_SECONDS)
        eventually(lambda: all(map(is_gone, self._processes())))

    def _processes(self) -> list[int]:
        """The processes of its session, the one that starts others first."""
        stats = Path("/proc").glob("[0-9]*/stat")
        return sorted(int(stat.parent.name) for stat in stats if _session(stat) == self._process.pid)


def _session(stat: Path) -> int | None:
    with suppress(OSError):
        return int(stat.read_text().rpartition(")")[2].split()[3])
    return None


class ThreeNodes:
    """The head of a cluster, which plays too, and two nodes."""

    def __init__(self, folder: Path, sandboxes: dict[str, str]) -> None:
        self.head = start_cluster(CORES)
        self.address = f"ray:{self.head.address.ray}"
        self.nodes: list[NodeProcess] = []
        self._folder = folder
        self._sandboxes = sandboxes

    def __enter__(self) -> ThreeNodes:
        try:
            for name, level in self._sandboxes.items():
                self.nodes.append(
                    NodeProcess(self.head.address.ray, name, self._folder / name, LANISTA_SANDBOX=level)
                )
                self.nodes[-1].wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for node in self.nodes:
            node.end()
        self.head.end()
