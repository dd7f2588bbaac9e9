"""Which guards a bot's processes put on, by the level of its sandbox; `guards` puts them on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from lanista.sandbox import call_filter, rlimits
from lanista.sandbox.levels import Level

if TYPE_CHECKING:
    from lanista.sandbox.policy import Policy

WRITABLE = ["/tmp", "/dev"]  # in a jail with namespaces


class Guarding(msgspec.Struct, frozen=True, kw_only=True):
    """Guards as plain values, for the process that starts a bot."""

    rlimits: dict[str, list[int]] = {}
    seccomp: bytes = b""  # a filter of system calls
    read: list[str] = []  # what Landlock lets it read; empty: everything
    write: list[str] = []
    ports: bool = False  # whether Landlock lets it use TCP
    watched_mb: int = 0  # memory of all processes that the supervisor allows; 0: it does not look
    grouped: bool = False  # whether a control group limits memory and processes
    memory_mb: int = 0  # that it allows
    processes: int = 0


def guarding(policy: Policy, *, own_user: bool, writable: list[str]) -> Guarding:
    """The guards of a bot in namespaces; `writable` are folders of its own besides the private ones."""
    resources, grouped = policy.resources, policy.level >= Level.CGROUP
    own = {"pids", "ipc", "network"} | ({"memory"} if grouped else set())
    return Guarding(
        rlimits=rlimits.limits(resources, cgroup=grouped, shared_user=not own_user),
        seccomp=call_filter.program(own=frozenset(own)),
        read=["/"],
        write=[*WRITABLE, *writable],
        ports=True,
        watched_mb=0 if grouped else resources.memory_mb,
        grouped=grouped,
        memory_mb=resources.memory_mb,
        processes=resources.processes,
    )
