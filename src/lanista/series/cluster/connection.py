"""Connects this process to a Ray cluster: quietly, without telemetry, and without changes to the process."""

from __future__ import annotations

import importlib
import logging
import os
import secrets
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from lanista.core.errors import ClusterError
from lanista.core.text import MAX_REASON, inert
from lanista.series.cluster.address import ClusterAddress

# Ray reads these when it is imported
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_TQDM_PATCH_PRINT": "0",  # otherwise Ray replaces the built-in `print`
    "RAY_NUM_REDIS_GET_RETRIES": "2",  # of half a minute, to reach the head
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # otherwise Ray warns that its default will change
}
LOOPBACK = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # the switch by which Ray listens on 127.0.0.1 only
    "RAY_AUTH_MODE": "token",
}
INSTALL = "install it with `pip install 'lanista[ray]'`"
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def load_ray() -> Any:
    """The module `ray`; raises ClusterError if it is not installed."""
    os.environ.update(QUIET)
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise ClusterError(f"matches on a cluster need Ray ({inert(str(error), 200)}): {INSTALL}") from None
    logging.getLogger("ray").setLevel(logging.CRITICAL)
    return ray


def connect(address: ClusterAddress) -> Any:
    """Connect to a running cluster; returns the module `ray`, or raises ClusterError."""
    if _token_file().is_file():
        os.environ.setdefault("RAY_AUTH_MODE", "token")  # Ray Client sends the token only then
    ray = load_ray()
    try:
        with undisturbed():
            ray.init(address=address.ray, log_to_driver=False, logging_level=logging.CRITICAL, namespace="lanista")
    except ImportError as error:
        why = f"{error.name or error} is missing: install it with `pip install 'ray[client]'`"
        raise ClusterError(f"{address.ray} cannot be reached: {why}, or use `ray:HOST:PORT` on a node") from None
    except Exception as error:  # noqa: BLE001 - Ray raises this very class when it takes too long
        raise ClusterError(_unreachable(address, error)) from None
    return ray


def _token_file() -> Path:
    """The secret that clients and nodes of a cluster share."""
    return Path(os.environ.get("RAY_AUTH_TOKEN_PATH") or "~/.ray/auth_token").expanduser()


def _unreachable(address: ClusterAddress, error: Exception) -> str:
    why = inert(str(error).strip().partition("\n")[0], MAX_REASON)
    return (
        f"the Ray cluster {address.ray} cannot be reached ({type(error).__name__}: {why}). Check the address, "
        "that `ray status` works there, and that this machine has the same versions of Ray and Python"
    )


@contextmanager
def undisturbed() -> Iterator[None]:
    """Undo what Ray does to a process that connects.

    It replaces our handlers of signals, logs every attempt, and puts the driver's current folder before all others
    where nodes look for modules: a bot called random.py would be imported instead of the library.
    """
    is_main = threading.current_thread() is threading.main_thread()
    before = {number: signal.getsignal(number) for number in SIGNALS} if is_main else {}
    with chdir(Path(os.path.abspath(os.sep))), _silent_stderr():
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


@contextmanager
def _silent_stderr() -> Iterator[None]:
    """Discard what is written to standard error by other means than Python's."""
    before, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)
        os.close(nowhere)


def secure(folder: Path) -> None:
    """Have the next cluster that we start listen on this machine only, with a secret in its folder.

    Raises ClusterError if Ray is loaded already and would not heed that.
    """
    if "ray" in sys.modules and any(os.environ.get(name) != value for name, value in LOOPBACK.items()):
        raise ClusterError("a new cluster must be the first use of Ray in a process; name a running one")
    secret = folder / "token"
    secret.touch(0o600)
    secret.write_text(_token(), encoding="ascii")
    os.environ.update(LOOPBACK, RAY_AUTH_TOKEN_PATH=str(secret))


@cache
def _token() -> str:
    """One secret for all clusters of this process, because Ray reads it once."""
    return secrets.token_hex(32)
