"""Real servers for tests: `lanista serve` as a process, and requests to it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import httpx

from lanista.sandbox.usage import process_tree
from lanista.serve.ops.web import ADDRESS
from tests.serve.sites import PROOF

Found = TypeVar("Found")
SECONDS = 60.0  # for anything, even on a busy machine


class RunningServer:
    """A server that was started."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout is not None
        self.facts = json.loads(process.stdout.readline())
        self.url = self.facts["url"]

    def get(self, path: str) -> httpx.Response:
        """A page, as soon as a web process answers."""
        return until(lambda: httpx.get(self.url + path, timeout=SECONDS))

    def children(self) -> dict[str, int]:
        """The processes that the server owns: web processes and runners by number, such as `web 1`."""
        found: dict[str, int] = {}
        for pid in sorted(process_tree.children(self.process.pid)):
            words = process_tree.read(f"/proc/{pid}/cmdline").split(b"\0")
            kind = "web" if b"lanista.serve.ops.web" in words else "runner" if b"runner" in words else ""
            if kind:
                found[f"{kind} {sum(name.startswith(kind) for name in found) + 1}"] = pid
        return found

    def everything(self) -> list[int]:
        """All processes below the server, and itself."""
        return [self.process.pid, *process_tree.descendants(self.process.pid)]

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ask it to end; its exit status."""
        self.process.send_signal(number)
        return self.process.wait(SECONDS)


@contextmanager
def serving(data: Path, *words: str, address: str = "") -> Iterator[RunningServer]:
    """A server for the duration of a block; nothing of it is left then."""
    environment = {name: value for name, value in os.environ.items() if name != ADDRESS}
    command = [
        sys.executable,
        "-P",
        "-m",
        "lanista",
        "serve",
        "--data",
        str(data),
        "--port",
        "0",
        "--json",
        *words,
    ]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment | ({ADDRESS: address} if address else {}),
    )
    everything: list[int] = []
    try:
        server = RunningServer(process)
        everything = server.everything()
        yield server
        everything += server.everything()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(SECONDS)
        for stream in (process.stdout, process.stderr):
            assert stream is not None
            stream.close()
    until(lambda: not [pid for pid in everything if process_tree.is_alive(pid)] or None)


def until(ask: Callable[[], Found | None]) -> Found:
    """The value of a function, once it returns something and does not fail."""
    deadline = time.monotonic() + SECONDS
    while True:
        try:
            if (found := ask()) is not None:
                return found
        except (httpx.HTTPError, OSError):
            pass
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.02)


def signed_in(server: RunningServer, session: str) -> httpx.Client:
    """A client with a person's session, and the proof that its requests come from our pages."""
    client = httpx.Client(base_url=server.url, cookies={"lanista_session": session}, timeout=SECONDS)
    found = PROOF.search(client.get("/account").text)
    assert found is not None
    client.headers["x-lanista-proof"] = found[1]
    return client


def last_words(server: RunningServer) -> str:
    """The standard error of a server that has ended."""
    assert server.process.stderr is not None
    return re.sub(r"\s+", " ", server.process.stderr.read())
