"""The memory of a process tree where no control group counts it.

Limits of single processes do not cover many processes or shared mappings, nor what the kernel holds for them, so a
supervisor looks ten times a second.

Every import here takes time at every start of a bot.
"""

from __future__ import annotations

import os

from lanista.sandbox.ignored import Ignored
from lanista.sandbox.usage.process_tree import read

SECONDS = 0.1  # between two looks
THOROUGH = 10  # looks until mappings are looked at one by one, too
KIB = 1024
# Memory behind a descriptor, at most: the filter of system calls forbids to enlarge it
SOCKET, PIPE = 256 * KIB, 64 * KIB
CONNECTION = 1024 * KIB  # beyond that, the kernel enlarges the buffers of busy TCP connections by itself
MANY = 8  # connections of a network, which are looked at one by one: that takes the kernel long
SHARED = b" /dev/zero (deleted)"  # the file of a shared mapping without one
LONG = 2**20  # bytes of a file of /proc that are read at most


def used(pids: list[int], limit: int, *, own_network: bool = False, thorough: bool = False) -> int:
    """The bytes of memory of processes together, exact if they may be over the limit.

    Pages and descriptors that processes share count several times at first: exact figures take longer, and are
    rarely needed. With a network of their `own`, all that is in its sockets counts.
    """
    statuses = [_status(pid) for pid in pids]
    sockets, held = _network(pids, thorough=thorough) if own_network else (0, 0)
    if thorough and sum(status.get(b"VmSize", 0) for status in statuses) > limit:
        held += _dropped(pids, statuses)
    descriptors = max(sockets, sum(map(_descriptors, pids)))
    rough = held + sum(map(_resident, statuses)) + SOCKET * descriptors
    if rough <= limit:
        return rough
    exact = sum(_proportional(pid, status) for pid, status in zip(pids, statuses, strict=True))
    return exact + held + _buffers(pids, sockets)


def _status(pid: int) -> dict[bytes, int]:
    """The amounts in /proc/PID/status, in bytes; empty if the process is gone."""
    lines = [line.split() for line in read(f"/proc/{pid}/status").splitlines() if line.endswith(b" kB")]
    return {words[0].rstrip(b":"): KIB * int(words[1]) for words in lines}


def _resident(status: dict[bytes, int]) -> int:
    """Its pages in memory, shared ones included, and those that were swapped out; and the tables of its pages."""
    return sum(status.get(name, 0) for name in (b"VmRSS", b"VmSwap", b"VmPTE"))


def _proportional(pid: int, status: dict[bytes, int]) -> int:
    """Its memory, with pages that n processes share counting one n-th."""
    lines = read(f"/proc/{pid}/smaps_rollup").splitlines()
    sizes = [int(line.split()[1]) * KIB for line in lines if line.startswith((b"Pss:", b"SwapPss:"))]
    return sum(sizes) + status.get(b"VmPTE", 0) if sizes else _resident(status)


# What no process has in its memory


def _descriptors(pid: int) -> int:
    """The number of its descriptors beyond the usual three."""
    with Ignored(OSError):
        size = os.stat(f"/proc/{pid}/fd").st_size  # since Linux 6.2
        return max(0, (size or len(os.listdir(f"/proc/{pid}/fd"))) - 3)
    return 0


def _buffers(pids: list[int], sockets: int) -> int:
    """The capacity of processes' sockets and pipes; more `sockets` may be on their way to another process."""
    found = {link for pid in pids for link in _links(pid)}
    sockets = max(sockets, sum(link.startswith("socket:") for link in found))
    return SOCKET * sockets + PIPE * sum(link.startswith("pipe:") for link in found)


def _links(pid: int) -> list[str]:
    """The targets of a process's descriptors."""
    links = []
    with Ignored(OSError):
        for name in os.listdir(f"/proc/{pid}/fd"):
            with Ignored(OSError):
                links.append(os.readlink(f"/proc/{pid}/fd/{name}"))
    return links


def _network(pids: list[int], *, thorough: bool) -> tuple[int, int]:
    """The number of sockets in the network of processes, and the bytes that their TCP connections hold.

    The first processes are ours, and may be in another network.
    """
    for pid in reversed(pids):
        if lines := read(f"/proc/{pid}/net/sockstat").splitlines():
            numbers = {words[0]: int(words[2]) for words in map(bytes.split, lines)}
            connections = numbers.get(b"TCP:", 0)
            waiting = _waiting(pid) if thorough and connections > MANY else 0
            return numbers.get(b"sockets:", 0), max(waiting, CONNECTION * connections)
    return 0, 0


def _waiting(pid: int) -> int:
    """The bytes queued in the TCP connections of a network."""
    lines = [line for name in ("tcp", "tcp6") for line in _read_long(f"/proc/{pid}/net/{name}").splitlines()]
    queues = [line.split()[4].split(b":") for line in lines if b"_" not in line]
    return sum(int(size, 16) for queue in queues for size in queue)


def _dropped(pids: list[int], statuses: list[dict[bytes, int]]) -> int:
    """Shared memory that no process has in its own: pages stay in a shared mapping that nobody looks at."""
    sizes: dict[bytes, int] = {}
    for pid in pids:
        for line in _read_long(f"/proc/{pid}/maps").splitlines():
            if line.endswith(SHARED):
                addresses, _, _, _, inode, *_ = line.split()
                first, last = addresses.split(b"-")
                sizes[inode + first] = int(last, 16) - int(first, 16)
    return max(0, sum(sizes.values()) - sum(status.get(b"RssShmem", 0) for status in statuses))


def _read_long(path: str) -> bytes:
    """A file of /proc that may not come at once; empty if its process is gone."""
    data = b""
    with Ignored(OSError):
        fd = os.open(path, os.O_RDONLY)
        try:
            while len(data) < LONG and (more := os.read(fd, LONG)):
                data += more
        finally:
            os.close(fd)
    return data
