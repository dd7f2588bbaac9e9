"""Requirements on a machine for a public contest, whose bots nobody trusts."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from contextlib import closing
from typing import NamedTuple

from lanista.sandbox.jail import call_filter, landlock
from lanista.sandbox.levels import Level
from lanista.sandbox.machine import RUNNER, MachineAbilities
from lanista.sandbox.policy import BUILD_NETWORK, VARIABLE
from lanista.sandbox.usage.cgroup_support import CgroupSupport, find_cgroups
from lanista.sandbox.usage.cgroups import read
from lanista.sandbox.usage.rlimits import kernel_version

MIN_KERNEL = (5, 15)  # the oldest with long-term support that has idmapped mounts, Landlock and `cgroup.kill`
SWAPS = "/proc/swaps"
SWAP_LIMITS = ("memory.swap.max", "memory.memsw.limit_in_bytes")  # of version 2 and 1


class Requirement(NamedTuple):
    """One requirement, and whether the machine meets it."""

    name: str
    found: str  # in words
    remedy: str = ""  # how to get it; empty if it is here

    @property
    def ok(self) -> bool:
        """Whether it is here."""
        return not self.remedy


def public_requirements(
    machine: MachineAbilities, environment: Mapping[str, str] = os.environ
) -> list[Requirement]:
    """All requirements that can be checked without trying to get out of the sandbox."""
    groups = find_cgroups()
    return [
        _kernel(),
        _namespaces(machine),
        _users(machine),
        _groups(groups),
        _swap(groups),
        _calls(),
        _landlock(),
        _environment(environment),
    ]


def _kernel() -> Requirement:
    wanted = ".".join(map(str, MIN_KERNEL))
    remedy = f"run it on Linux {wanted} or newer, and keep that up to date"
    found = f"{platform.system()} {platform.release()}"
    return Requirement("kernel", found, "" if kernel_version() >= MIN_KERNEL else remedy)


def _namespaces(machine: MachineAbilities) -> Requirement:
    return Requirement("namespaces", machine.runner or "none", machine.no_namespaces)


def _users(machine: MachineAbilities) -> Requirement:
    """The kernel counts and protects much by user, so bots of one user meet in it."""
    if machine.first_user:
        return Requirement("users", "every bot gets its own")
    return Requirement("users", "all bots run as you", f"run Lanista as root, without {RUNNER}: bots never are")


def _groups(groups: CgroupSupport) -> Requirement:
    return Requirement("control groups", groups.kind or "none", "" if groups.kind else groups.why)


def _swap(groups: CgroupSupport) -> Requirement:
    """A bot that swaps slows down its opponent, and takes more memory than it may."""
    if len(read(SWAPS).splitlines()) <= 1:
        return Requirement("swap", "none")
    if groups.kind and _limits_swap(groups):
        return Requirement("swap", "limited for each bot")
    return Requirement("swap", "bots may use it", "as root, swapoff -a; or boot with swapaccount=1")


def _limits_swap(groups: CgroupSupport) -> bool:
    try:
        with closing(groups.create(memory_mb=64, processes=8)) as group:
            return any(os.path.exists(f"{group.folders['memory']}/{name}") for name in SWAP_LIMITS)
    except OSError:
        return False


def _calls() -> Requirement:
    remedy = "" if call_filter.is_known() else "use a machine with an x86_64 or aarch64 processor"
    return Requirement("call filter", "none" if remedy else "seccomp", remedy)


def _landlock() -> Requirement:
    version = landlock.abi()
    remedy = "" if version else "boot with lsm=landlock in front of the list in /sys/kernel/security/lsm"
    return Requirement("Landlock", f"version {version}" if version else "none", remedy)


def _environment(environment: Mapping[str, str]) -> Requirement:
    """Variables that weaken the sandbox of every match."""
    level = environment.get(VARIABLE, "")
    weak = [VARIABLE] if level not in ("", Level.CGROUP.value) else []
    weak += [name for name in (RUNNER, BUILD_NETWORK) if environment.get(name, "") not in ("", "0")]
    if not weak:
        return Requirement("environment", "nothing in it weakens the sandbox")
    return Requirement("environment", f"{', '.join(weak)} set", f"unset {' '.join(weak)}")
