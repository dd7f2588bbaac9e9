"""Renders pages with headless Chromium, controlled through two pipes.

The browser gets a temporary profile folder, and its process group is killed at the end.
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from lanista.core.errors import LanistaError

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
VARIABLE = "LANISTA_CHROMIUM"
SECONDS = 120.0
KILL_SECONDS = 5.0
POLL_SECONDS = 0.05
FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--remote-debugging-pipe",
)


class ChromiumError(LanistaError):
    """The browser is missing or failed."""


def find_chromium() -> str:
    """The path of the browser."""
    named = os.environ.get(VARIABLE)
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        looked = f"{VARIABLE}={named}" if named else f"{', '.join(NAMES)} on the PATH"
        raise ChromiumError(
            f"pictures are drawn by Chromium, which was not found (looked for {looked}); install the package "
            f"`chromium`, or name the program in {VARIABLE}"
        )
    return found


def result_of_page(url: str, *, seconds: float = SECONDS, progress: Callable[[float], None] | None = None) -> str:
    """Open a page and return the text of its element `result`, once there is any.

    `progress` receives which part of the work is done, as the page says.
    """
    deadline = time.monotonic() + seconds
    with _browser(deadline) as browser:
        target = browser.call("Target.createTarget", {"url": url})["targetId"]
        session = browser.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        ask = {
            "expression": "JSON.stringify([document.getElementById('result')?.textContent, "
            "document.getElementById('message')?.textContent, Number(document.body?.dataset.progress)])",
            "returnByValue": True,
        }
        while True:
            answer = browser.call("Runtime.evaluate", ask, session)
            value = answer.get("result", {}).get("value")
            result, message, part = msgspec.json.decode(value) if value else (None, None, None)
            if result:
                return str(result)
            if message and "cannot be shown" in message:
                raise ChromiumError(f"the page could not draw: {message}")
            if progress is not None and part is not None:
                progress(part)
            time.sleep(POLL_SECONDS)


class _Browser:
    """A DevTools connection: requests go to one pipe and answers come from another, each ended by a zero byte."""

    def __init__(self, to: int, back: int, deadline: float) -> None:
        self._to = to
        self._back = back
        self._deadline = deadline
        self._number = 0
        self._unread = b""

    def call(self, method: str, params: dict[str, Any], session: str | None = None) -> dict[str, Any]:
        """Send a request and return its answer."""
        self._number += 1
        request = {"id": self._number, "method": method, "params": params}
        if session is not None:
            request["sessionId"] = session
        os.write(self._to, msgspec.json.encode(request) + b"\0")
        while True:
            message = msgspec.json.decode(self._read())
            if message.get("id") == self._number:
                if "error" in message:
                    raise ChromiumError(f"the browser refused {method}: {message['error'].get('message')}")
                answer: dict[str, Any] = message["result"]
                return answer

    def _read(self) -> bytes:
        while b"\0" not in self._unread:
            left = self._deadline - time.monotonic()
            ready, _, _ = select.select([self._back], [], [], max(0.0, left))
            if not ready:
                raise ChromiumError("the browser took too long and was ended; try fewer turns or a smaller width")
            data = os.read(self._back, 1 << 20)
            if not data:
                raise ChromiumError("the browser exited unexpectedly")
            self._unread += data
        message, _, self._unread = self._unread.partition(b"\0")
        return message


@contextmanager
def _browser(deadline: float) -> Iterator[_Browser]:
    program = find_chromium()
    with tempfile.TemporaryDirectory(prefix="lanista-chromium-", ignore_cleanup_errors=True) as folder:
        their_in, our_out = os.pipe()
        our_in, their_out = os.pipe()
        try:
            process = _start(program, Path(folder), their_in, their_out)
        finally:
            os.close(their_in)
            os.close(their_out)
        try:
            yield _Browser(our_out, our_in, deadline)
        finally:
            os.close(our_out)
            os.close(our_in)
            _end(process)


# The browser expects its pipes at descriptors 3 and 4; duplicate them first, so that neither overwrites the other.
LAUNCH = """
import fcntl, os, sys
pipes = [fcntl.fcntl(int(fd), fcntl.F_DUPFD, 10) for fd in sys.argv[1:3]]
for number, fd in zip((3, 4), pipes):
    os.dup2(fd, number)
    os.close(fd)
os.execv(sys.argv[3], sys.argv[3:])
"""


def _start(program: str, folder: Path, to: int, back: int) -> subprocess.Popen[bytes]:
    if sys.platform == "win32":
        raise ChromiumError("pictures need Linux or macOS; `lanista export` makes an HTML file everywhere")
    flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else []), f"--user-data-dir={folder}", "about:blank"]
    return subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", LAUNCH, str(to), str(back), program, *flags],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(to, back),
        start_new_session=True,
        env={**os.environ, "HOME": str(folder)},
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait(KILL_SECONDS)
