"""Whose process holds the other end of a connection over loopback; only Linux tells.

Every bot that Lanista starts has a supervisor, a child process of ours. A connection belongs to the child under
which the process lives that holds it, so one bot cannot pass for another, whatever it knows or sends.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from lanista.bots.supervisor import is_supervisor
from lanista.bots.supervisor_process import parents

Address = tuple[str, int]

UNKNOWN = 0  # nobody that was started here, as far as the system tells
HIDDEN = -1  # one of several bots that hide what they hold
MAX_DESCRIPTORS = 4096  # that are looked at for one bot; the rest is hidden
SOCKET = re.compile(r"socket:\[([0-9]+)\]", re.ASCII)


def owners(server: Address, clients: Iterable[Address]) -> dict[Address, int]:
    """The child process, by its id, to which each client of a listening address belongs, or UNKNOWN.

    A bot can make its processes unreadable. What nobody is seen to hold is then taken to be held by that bot.
    """
    wanted = set(clients)
    if not sys.platform.startswith("linux"):
        return dict.fromkeys(wanted, UNKNOWN)
    sockets = connected_to(server)
    holders, hiding = held_by_children()
    unseen = UNKNOWN if not hiding else min(hiding) if len(hiding) == 1 else HIDDEN
    return {client: holders.get(sockets.get(client, -1), unseen) for client in wanted}


def connected_to(server: Address) -> dict[Address, int]:
    """The inodes of the sockets that are connected to an address, by their own addresses."""
    found: dict[Address, int] = {}
    for table, remote in ((Path("/proc/net/tcp"), hexadecimal(server)), (Path("/proc/net/tcp6"), mapped(server))):
        with contextlib.suppress(OSError):
            for line in table.read_text("ascii").splitlines()[1:]:
                fields = line.split()
                if len(fields) > 9 and fields[2] == remote:
                    found[plain(fields[1])] = int(fields[9])
    return found


def hexadecimal(address: Address) -> str:
    """An IPv4 address as the kernel lists it."""
    host = int.from_bytes(socket.inet_aton(address[0]), sys.byteorder)
    return f"{host:08X}:{address[1]:04X}"


def mapped(address: Address) -> str:
    """The same as a socket for IPv6 has it, which Java opens."""
    marker = int.from_bytes(b"\0\0\xff\xff", sys.byteorder)
    return f"{0:016X}{marker:08X}{hexadecimal(address)}"


def plain(listed: str) -> Address:
    """An address from the kernel's list; of an IPv6 address the last four bytes, which hold a mapped one."""
    host, _, port = listed.partition(":")
    return socket.inet_ntoa(int(host[-8:], 16).to_bytes(4, sys.byteorder)), int(port, 16)


def held_by_children() -> tuple[Mapping[int, int], set[int]]:
    """Which child of ours each socket belongs to, by its inode; and the children that hide some of theirs."""
    holders: dict[int, int] = {}
    hiding: set[int] = set()
    seen: dict[int, int] = {}
    for pid, child in children_of(os.getpid()).items():
        if is_supervisor(pid):  # it holds nothing of a bot's, and nobody may look
            continue
        room = MAX_DESCRIPTORS - seen.get(child, 0)
        try:
            names = os.listdir(f"/proc/{pid}/fd")
        except FileNotFoundError:  # it has ended
            continue
        except OSError:
            hiding.add(child)
            continue
        if len(names) > room:
            hiding.add(child)
        seen[child] = seen.get(child, 0) + len(names[:room])
        for inode in sockets_among(pid, names[:room]):
            holders.setdefault(inode, child)
    return holders, hiding


def sockets_among(pid: int, descriptors: Iterable[str]) -> Iterable[int]:
    """The inodes of the sockets among a process's open files."""
    for name in descriptors:
        with contextlib.suppress(OSError):
            found = SOCKET.fullmatch(os.readlink(f"/proc/{pid}/fd/{name}"))
            if found:
                yield int(found[1])


def children_of(root: int) -> dict[int, int]:
    """Every process below a process, with the child of it under which it lives."""
    known = parents()
    found = {pid: pid for pid, parent in known.items() if parent == root}
    level = set(found)
    while level:
        level = {pid for pid, parent in known.items() if parent in level}
        found |= {pid: found[known[pid]] for pid in level}
    return found
