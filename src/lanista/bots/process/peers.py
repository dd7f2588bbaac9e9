"""Finds the bot process at the other end of a loopback connection, on Linux only.

Every bot that Lanista starts has a supervisor, which is a child process of ours. A connection belongs to the child
whose descendant holds it, so one bot cannot impersonate another, whatever it knows or sends.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from lanista.bots.process.supervisor import has_own_network, is_supervisor
from lanista.bots.process.supervisor_process import parents

Address = tuple[str, int]

UNKNOWN = 0  # no process that was started here, as far as we can tell
HIDDEN = -1  # one of several bots whose descriptors cannot be read
MAX_DESCRIPTORS = 4096  # inspected per bot; the rest counts as hidden
SOCKET = re.compile(r"socket:\[([0-9]+)\]", re.ASCII)


def owners(server: Address, clients: Iterable[Address]) -> dict[Address, int]:
    """The id of the child process that owns each client of a listening address, or UNKNOWN.

    A bot can make its processes unreadable. Sockets without a visible owner are then attributed to that bot.
    """
    wanted = set(clients)
    if not sys.platform.startswith("linux"):
        return dict.fromkeys(wanted, UNKNOWN)
    sockets = connected_to(server)
    holders, hiding = held_by_children()
    unseen = UNKNOWN if not hiding else min(hiding) if len(hiding) == 1 else HIDDEN
    return {client: holders.get(sockets.get(client, -1), unseen) for client in wanted}


def connected_to(server: Address) -> dict[Address, int]:
    """The inodes of the sockets that are connected to an address, by their local addresses."""
    found: dict[Address, int] = {}
    for table, remote in (
        (Path("/proc/net/tcp"), format_ipv4(server)),
        (Path("/proc/net/tcp6"), format_ipv6(server)),
    ):
        with contextlib.suppress(OSError):
            for line in table.read_text("ascii").splitlines()[1:]:
                fields = line.split()
                if len(fields) > 9 and fields[2] == remote:
                    found[parse_address(fields[1])] = int(fields[9])
    return found


def format_ipv4(address: Address) -> str:
    """An address as /proc/net/tcp lists it."""
    host = int.from_bytes(socket.inet_aton(address[0]), sys.byteorder)
    return f"{host:08X}:{address[1]:04X}"


def format_ipv6(address: Address) -> str:
    """An IPv4 address as /proc/net/tcp6 lists it; Java opens such sockets."""
    marker = int.from_bytes(b"\0\0\xff\xff", sys.byteorder)
    return f"{0:016X}{marker:08X}{format_ipv4(address)}"


def parse_address(listed: str) -> Address:
    """An address from the kernel's list; an IPv6 address holds the IPv4 one in its last four bytes."""
    host, _, port = listed.partition(":")
    return socket.inet_ntoa(int(host[-8:], 16).to_bytes(4, sys.byteorder)), int(port, 16)


def held_by_children() -> tuple[Mapping[int, int], set[int]]:
    """The child that owns each socket, by inode, and the children whose descriptors are not all visible."""
    holders: dict[int, int] = {}
    hiding: set[int] = set()
    seen: dict[int, int] = {}
    for pid, child in children_of(os.getpid()).items():
        if is_supervisor(pid) or has_own_network(child):  # neither holds sockets that reach us here
            continue
        max_names = MAX_DESCRIPTORS - seen.get(child, 0)
        try:
            names = os.listdir(f"/proc/{pid}/fd")
        except FileNotFoundError:  # it has ended
            continue
        except OSError:
            hiding.add(child)
            continue
        if len(names) > max_names:
            hiding.add(child)
        seen[child] = seen.get(child, 0) + len(names[:max_names])
        for inode in sockets_among(pid, names[:max_names]):
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
    """Every descendant of a process, with the direct child that it descends from."""
    known = parents()
    found = {pid: pid for pid, parent in known.items() if parent == root}
    level = set(found)
    while level:
        level = {pid for pid, parent in known.items() if parent in level}
        found |= {pid: found[known[pid]] for pid in level}
    return found
