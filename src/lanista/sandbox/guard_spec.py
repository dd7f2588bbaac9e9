"""The guards for a bot's processes, by the level of its sandbox; `guards` applies them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from lanista.sandbox.jail import call_filter
from lanista.sandbox.levels import Level
from lanista.sandbox.usage import rlimits

if TYPE_CHECKING:
    from lanista.sandbox.policy import SandboxPolicy

DEVICES = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"]
# Our processes in a bot's jail: below its supervisor, and those that the kernel counts as the bot's
HELPERS = {"own": (1, 2), "bubblewrap": (2, 1)}  # init, and the supervisor; bubblewrap itself, and `inside`
JAILED = ["/tmp", "/dev"]  # writable in a jail's own root
SHARED = ["/proc", "/sys/devices/system", "/etc/passwd", "/etc/group", "/etc/hosts", "/etc/nsswitch.conf"]


class GuardSpec(msgspec.Struct, frozen=True, kw_only=True):
    """Guards as plain values, for the process that starts a bot."""

    rlimits: dict[str, list[int]] = {}
    seccomp: bytes = b""  # a filter of system calls
    read: list[str] = []  # what Landlock lets it read; empty: everything
    write: list[str] = []
    ports: bool = False  # whether Landlock lets it use TCP
    watched_mb: int = 0  # memory of all processes that the supervisor allows; 0: it does not look
    watched_processes: int = 0  # processes and threads that the supervisor allows; 0: it does not look
    grouped: bool = False  # whether a control group limits memory and processes
    memory_mb: int = 0  # that it allows
    processes: int = 0


def jailed_guards(policy: SandboxPolicy, runner: str, *, own_user: bool, writable: Iterable[str]) -> GuardSpec:
    """The guards of a bot with namespaces; it may write to `writable` folders besides the private ones."""
    resources, grouped = policy.resources, policy.level >= Level.CGROUP
    below, counted = HELPERS[runner]
    shared_user = not own_user and not rlimits.counts_by_namespace()
    helpers = 0 if own_user else counted
    own = {"pids", "ipc", "network"} | ({"memory"} if grouped else set())
    own |= {"quotas"} if runner == "own" else set()  # bubblewrap protects the settings of its user namespace
    return GuardSpec(
        rlimits=rlimits.limits(resources, cgroup=grouped, shared_user=shared_user, helpers=helpers),
        seccomp=_filter(own),
        read=["/"],
        write=[*JAILED, *writable],
        ports=True,
        watched_mb=0 if grouped else resources.memory_mb,
        watched_processes=resources.processes + below
        if shared_user and resources.processes and not grouped
        else 0,
        grouped=grouped,
        memory_mb=resources.memory_mb,
        processes=resources.processes,
    )


def unjailed_guards(
    policy: SandboxPolicy, *, network: bool, read: Iterable[str], write: Iterable[str]
) -> GuardSpec:
    """The guards of a bot without namespaces, which has no other protection."""
    return GuardSpec(
        rlimits=rlimits.limits(policy.resources, cgroup=False, shared_user=True),
        seccomp=_filter({"network"} if network else set()),
        read=[*SHARED, *read],
        write=[*DEVICES, *write],
        ports=network,
        watched_mb=policy.resources.memory_mb,
        watched_processes=policy.resources.processes,  # the kernel counts all of a user's, root's not
    )


def _filter(own: set[str]) -> bytes:
    return call_filter.program(own=frozenset(own)) if call_filter.is_known() else b""
