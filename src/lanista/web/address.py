"""The listening address of a server: an address of this machine, or a name that stands for one."""

from __future__ import annotations

import errno
import ipaddress
import re
import socket
from dataclasses import dataclass

from lanista.core.errors import InputError
from lanista.core.text import quoted

HOST = re.compile(r"(?:(?P<name>[A-Za-z0-9._-]+)|\[(?P<number>[0-9A-Fa-f:.]+)\])(?::(?P<port>[0-9]{1,5}))?")
PORTS = range(1, 2**16)
SEND_BYTES = 64 * 1024  # send buffer per connection
ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # all addresses of this machine, and the one to open here


@dataclass(frozen=True)
class ListenAddress:
    """A host as it was named, the address to listen at, and all addresses of that name."""

    host: str
    numeric: str
    family: socket.AddressFamily
    numbers: frozenset[str]

    @property
    def shown(self) -> str:
        """The host in a URL that opens on this machine."""
        host = ANY.get(self.host, self.host)
        return f"[{host}]" if ":" in host else host

    def is_ours(self, host: str) -> bool:
        """Whether a Host header names loopback or this address; another name could be a DNS rebinding attack."""
        found = HOST.fullmatch(host)
        if found is None or int(found["port"] or 1) not in PORTS:
            return False
        name = (found["name"] or found["number"]).lower()
        if found["name"] and name in ("localhost", self.host):
            return True
        try:
            number = ipaddress.IPv4Address(name) if found["name"] else ipaddress.IPv6Address(name)
        except ValueError:
            return False
        return number.is_loopback or self.numeric in ANY or str(number) in self.numbers


def find_address(host: str) -> ListenAddress:
    """The address of a host: a number such as 127.0.0.1 or ::1, or a name that this machine can look up."""
    name = host.strip("[]").lower()
    try:
        found = socket.getaddrinfo(name or None, None, type=socket.SOCK_STREAM) if name else []
    except (OSError, UnicodeError):
        found = []
    if not found:
        raise InputError(
            f"cannot serve at {quoted(host)}: no address has that name; "
            "give an address of this machine such as 127.0.0.1, or 0.0.0.0 for all of them"
        )
    found.sort(key=lambda entry: entry[0] != socket.AF_INET)  # what most people type
    numbers = frozenset(str(entry[4][0]) for entry in found)
    return ListenAddress(name, str(found[0][4][0]), found[0][0], numbers)


def listen(address: ListenAddress, port: int, backlog: int = 128) -> socket.socket:
    """A socket that listens at an address; raises InputError."""
    try:
        listener = socket.socket(address.family, socket.SOCK_STREAM)
    except OSError as error:
        raise InputError(f"cannot serve at {address.host}: {error.strerror}") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)  # inherited by every connection
        listener.bind((address.numeric, port))
        listener.listen(backlog)
    except OSError as error:
        listener.close()
        hint = "choose another --port, or none for a free one"
        if error.errno == errno.EADDRNOTAVAIL:
            hint = "choose a --host that is an address or a name of this machine"
        raise InputError(f"cannot serve at {address.host}, port {port}: {error.strerror}; {hint}") from None
    return listener
