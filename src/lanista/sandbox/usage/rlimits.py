"""Resource limits of a process. Every import here takes time at every start of a bot."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # importing `typing` would take longer than everything else here
if TYPE_CHECKING:
    from lanista.sandbox.resources import Resources

MIB = 1024 * 1024
UNTOUCHED = 1024  # MiB that runtimes map as writable and never use: heap arenas, thread stacks
STACK, MAX_STACK = 8, 256  # MiB
LOCKED = 8  # MiB
GRACE = 2  # seconds of processor time between SIGXCPU and SIGKILL
PER_NAMESPACE = (5, 14)  # the first version of Linux that counts processes per user namespace
SHARED_USER = 4  # times the number of processes, where the user's other processes count too
IN_FLIGHT = 512  # descriptors that supervisors may have in flight beyond what bots may; the kernel counts per user
PENDING = 256  # signals that may be queued for the processes of a user


def limits(resources: Resources, *, cgroup: bool, shared_user: bool, helpers: int = 0) -> dict[str, list[int]]:
    """Soft and hard limits by name, as JSON can carry them.

    With a `cgroup`, that limits memory. With a `shared_user`, ours, other processes count as the bot's; without,
    only the `helpers` do.
    """
    found = {
        "CORE": [0, 0],
        "RTPRIO": [0, 0],
        "NICE": [0, 0],
        "MEMLOCK": [LOCKED * MIB] * 2,
        "STACK": [STACK * MIB, MAX_STACK * MIB],
        "NOFILE": [min(resources.open_files, files_for_bots())] * 2,
        "SIGPENDING": [PENDING] * 2,
        "FSIZE": [resources.file_mb * MIB] * 2,
        "CPU": [resources.cpu_s_match, resources.cpu_s_match and resources.cpu_s_match + GRACE],
        "NPROC": [resources.processes and resources.processes + helpers] * 2,
    }
    if resources.memory_mb and not cgroup:  # not AS: JVM, Node and Go reserve far more addresses than they use
        found["DATA"] = [(resources.memory_mb + UNTOUCHED) * MIB] * 2
    if resources.processes and shared_user:
        found["NPROC"] = [SHARED_USER * resources.processes + tasks_of(os.getuid())] * 2
    unlimited = [name for name in ("NOFILE", "FSIZE", "CPU", "NPROC") if found[name][1] == 0]
    return {name: pair for name, pair in found.items() if name not in unlimited}


def files_for_bots() -> int:
    """The number of files that a bot may open so that its supervisor, which may open all, can always send some."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return sys.maxsize if hard == resource.RLIM_INFINITY else max(hard - IN_FLIGHT, hard // 2)


def apply(wanted: dict[str, list[int]]) -> None:
    """Set limits on this process; a limit that is stricter already stays."""
    import resource

    for name, (soft, hard) in wanted.items():
        kind = getattr(resource, f"RLIMIT_{name}", None)
        if kind is not None:
            ceiling = resource.getrlimit(kind)[1]
            highest = hard if ceiling == resource.RLIM_INFINITY else min(hard, ceiling)
            resource.setrlimit(kind, (min(soft, highest), highest))


def counts_by_namespace() -> bool:
    """Whether the kernel counts our user's processes apart in each user namespace; root's have no limit."""
    return kernel_version() >= PER_NAMESPACE and os.getuid() != 0


def kernel_version() -> tuple[int, ...]:
    """The first two numbers of the version of Linux; empty on other systems."""
    numbers = os.uname().release.split(".")[:2] if sys.platform.startswith("linux") else []
    return tuple(int("0" + "".join(filter(str.isdigit, number))) for number in numbers)


def tasks_of(uid: int) -> int:
    """The number of threads of a user; 0 where the system does not say."""
    if not sys.platform.startswith("linux"):
        return 0
    return sum(_threads(name, uid) for name in os.listdir("/proc") if name.isdigit())


def _threads(pid: str, uid: int) -> int:
    """The number of threads of a process; 0 if it is gone, or another user's."""
    try:
        tasks = os.stat(f"/proc/{pid}/task")
    except OSError:
        return 0
    return tasks.st_nlink - 2 if tasks.st_uid == uid else 0  # a folder has a link per subfolder, and two
