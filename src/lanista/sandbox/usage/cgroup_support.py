"""Finds the control groups that we may use for bots, by trying, and removes those of dead referees."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from lanista.core.errors import SandboxError
from lanista.sandbox.guard_spec import GuardSpec
from lanista.sandbox.usage.cgroups import PREFIX, Cgroup, read, remove

MOUNTS, OWN = "/proc/self/mountinfo", "/proc/self/cgroup"
CONTROLLERS = {"memory", "pids"}
LEAF = "lanista.processes"  # where our own processes move to in a delegated group
DELEGATED = ("user.delegate", "trusted.delegate")  # systemd's marks
JOIN_SECONDS = 10.0
MOUNT = "mount -t cgroup2 none /sys/fs/cgroup"
NO_GROUPS = f"there are no control groups on this system: as root, {MOUNT}"
_PROBE = 'for file do echo 0 > "$file" || exit 1; done'
_numbers = itertools.count(1)


@dataclass(frozen=True)
class CgroupSupport:
    """Support for creating groups: `kind` is "v2", "v1", "hybrid" or empty, and `why` says it in a sentence."""

    kind: str
    why: str
    folders: dict[str, str] = field(default_factory=dict)  # the folder to create groups in, by use

    def create(self, memory_mb: int, processes: int) -> Cgroup:
        """New groups for one bot's processes; raises OSError."""
        name = f"{PREFIX}{_owner(os.getpid())}-{next(_numbers)}"
        group = Cgroup({use: f"{folder}/{name}" for use, folder in self.folders.items()})
        try:
            for path in group.paths:
                os.mkdir(path)
            group.limit(memory_mb, processes)
        except BaseException:
            group.close()
            raise
        return group


def new_group(guards: GuardSpec) -> Cgroup | None:
    """The control groups that a bot is to have; None if none; raises SandboxError."""
    if not guards.grouped:
        return None
    support = find_cgroups()
    try:
        return support.create(guards.memory_mb, guards.processes)
    except OSError as error:
        raise SandboxError(f"no control group for a bot: {error.strerror}; {support.why}") from None


@cache
def find_cgroups() -> CgroupSupport:
    """Find the control groups that we may use; removes the leftovers of dead referees."""
    groups = _own_groups()
    if not groups:
        return CgroupSupport("", NO_GROUPS)
    for support in _candidates(groups):
        if _works(support):
            _remove_leftovers(support)
            return support
    return CgroupSupport("", _why_not(groups))


def remove_leftovers() -> None:
    """Remove the groups of referees that were killed before they had removed them."""
    _remove_leftovers(find_cgroups())


def _candidates(groups: dict[str, str]) -> Iterator[CgroupSupport]:
    """Hierarchies that look usable, best first."""
    unified = groups.get("")
    if unified is not None:
        for folder in _version_2_folders(unified):
            uses = dict.fromkeys(("memory", "pids", "cpu", "freeze"), folder)
            yield CgroupSupport("v2", f"version 2 below {folder}", uses)
    if {"memory", "pids"} <= groups.keys():
        limits = {"memory": groups["memory"], "pids": groups["pids"]}
        if unified is not None:
            why = "memory and processes under version 1, freezing under version 2"
            yield CgroupSupport("hybrid", why, {**limits, "cpu": unified, "freeze": unified})
        if {"cpuacct", "freezer"} <= groups.keys():
            uses = {**limits, "cpu": groups["cpuacct"], "freeze": groups["freezer"]}
            yield CgroupSupport("v1", "version 1, as root", uses)


def _works(support: CgroupSupport) -> bool:
    """Whether groups can be created, limited, joined and removed there."""
    try:
        group = support.create(memory_mb=64, processes=8)
    except OSError:
        return False
    try:
        words = ["/bin/sh", "-c", _PROBE, "sh", *group.procs]
        done = subprocess.run(words, check=False, capture_output=True, timeout=JOIN_SECONDS)
        group.cpu_seconds()
        group.freeze()
        group.thaw()
        return done.returncode == 0
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return False
    finally:
        group.close()


def _version_2_folders(own: str) -> Iterator[str]:
    """Groups of version 2 whose children can have limits: ours or one above it."""
    folder = os.path.dirname(own) if os.path.basename(own) == LEAF else own
    while os.path.exists(f"{folder}/cgroup.controllers"):
        if set(read(f"{folder}/cgroup.controllers").split()) >= CONTROLLERS and os.access(folder, os.W_OK):
            with suppress(OSError):
                _enable(folder)
                yield folder
        folder = os.path.dirname(folder)


def _enable(folder: str) -> None:
    """Let children of a group have limits; raises OSError if that is not ours to do.

    A group with processes cannot do that, so in a delegated group they move into a child first.
    """
    if set(read(f"{folder}/cgroup.subtree_control").split()) >= CONTROLLERS:
        return
    if _is_delegated(folder):
        leaf = Path(folder, LEAF)
        leaf.mkdir(exist_ok=True)
        for pid in read(f"{folder}/cgroup.procs").split():
            with suppress(ProcessLookupError):
                (leaf / "cgroup.procs").write_text(pid)
    elif os.path.exists(f"{folder}/cgroup.type"):  # which the root does not have, where processes may stay
        raise PermissionError(folder)
    Path(folder, "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in sorted(CONTROLLERS)))


def _is_delegated(folder: str) -> bool:
    """Whether a group was given to its processes: by systemd, or as the root of a container."""
    for name in DELEGATED:
        with suppress(OSError):
            if os.getxattr(folder, name) == b"1":
                return True
    is_top = not os.path.exists(f"{os.path.dirname(folder)}/cgroup.controllers")
    return is_top and os.path.exists(f"{folder}/cgroup.type")


def _own_groups() -> dict[str, str]:
    """The folder of this process's group by controller; version 2 is called "" as in the kernel's list."""
    own = {}
    for line in read(OWN).splitlines():
        _, names, path = line.split(":", 2)
        own.update(dict.fromkeys(names.split(","), path))
    mounts = _mounts()
    return {name: _below(mounts[name], path) for name, path in own.items() if name in mounts}


def _mounts() -> dict[str, tuple[str, str]]:
    """By controller: which group is mounted, and where."""
    found: dict[str, tuple[str, str]] = {}
    for line in read(MOUNTS).splitlines():
        left, _, right = line.partition(" - ")
        mount, (kind, _, options) = left.split(), right.split(None, 2)
        if kind == "cgroup2":
            found.setdefault("", (mount[3], mount[4]))
        elif kind == "cgroup":
            for name in options.split(","):
                found.setdefault(name, (mount[3], mount[4]))
    return found


def _below(mount: tuple[str, str], path: str) -> str:
    root, folder = mount
    inner = path.removeprefix(root) if root != "/" else path
    return f"{folder}/{inner.strip('/')}".rstrip("/")


def _owner(pid: int) -> str:
    """Identifies a process for all time: its namespace, its number there, and when it started."""
    started = read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return f"{os.stat('/proc/self/ns/pid').st_ino}-{pid}-{started[19] if started else 0}"


def _remove_leftovers(support: CgroupSupport) -> None:
    """Remove the groups of dead referees of our process namespace."""
    if support.folders:
        ours = re.compile(rf"{PREFIX}({os.stat('/proc/self/ns/pid').st_ino}-(\d+)-\d+)-\d+")
        named = [
            (folder, name, ours.fullmatch(name))
            for folder in set(support.folders.values())
            for name in os.listdir(folder)
        ]
        remove(f"{folder}/{name}" for folder, name, match in named if match and _owner(int(match[2])) != match[1])


def _why_not(groups: dict[str, str]) -> str:
    """Why bots can have no groups here, and what helps."""
    if os.path.exists("/.dockerenv") or os.path.exists("/run/.containerenv"):
        return "the container may not create control groups: start it with --privileged --cgroupns=private"
    if os.getuid() == 0:
        return f"control groups for memory and processes are mounted read-only, or not at all: {MOUNT}"
    if "" in groups:
        return "no control group is delegated to you: systemd-run --user --scope -p Delegate=yes lanista ..."
    return "control groups of version 1 are for root only: run as root, or boot with version 2"
