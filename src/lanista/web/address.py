"""Where a server listens: an address of this machine, or a name that stands for one."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass

from lanista.errors import InputError
from lanista.text import quoted

ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # all addresses of this machine, and the one to open here


@dataclass(frozen=True)
class Address:
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
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        name = name.strip("[]").lower()
        if name in ("localhost", self.host):
            return True
        try:
            number = ipaddress.ip_address(name)
        except ValueError:
            return False
        return number.is_loopback or self.numeric in ANY or str(number) in self.numbers


def find_address(host: str) -> Address:
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
    return Address(name, str(found[0][4][0]), found[0][0], numbers)
