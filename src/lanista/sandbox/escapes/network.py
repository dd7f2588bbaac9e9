"""Reaching anybody by a network, or by a socket of this machine."""

from __future__ import annotations

import socket
import struct

from .attempt import Targets, attempt

SECONDS = 2.0
QUESTION = struct.pack(">HHHHHH", 7, 0x0100, 1, 0, 0, 0) + b"\x07example\x03com\x00" + struct.pack(">HH", 1, 1)
SIOCGIFFLAGS, IFF_UP = 0x8913, 1
RTM_GETLINK, RTM_NEWLINK, DONE, REQUEST_ALL, INTERFACE_NAME = 18, 16, 3, 0x301, 3


@attempt("connect to a server on this machine", family=14, stopped_from="limits")
def connect_to_server(targets: Targets) -> str:
    """A server on the loopback interface, as the platform's own is."""
    return talk(socket.AF_INET, ("127.0.0.1", targets["tcp"]))


@attempt("connect to a server on this machine, by IPv6", family=14, stopped_from="limits")
def connect_by_ipv6(targets: Targets) -> str:
    """The same server, by an address that filters forget."""
    return talk(socket.AF_INET6, ("::1", targets["tcp"]))


@attempt("resolve a name (DNS)", family=14, stopped_from="limits")
def resolve_name(targets: Targets) -> str:
    """A question to a name server that was started for this purpose: names carry data out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.settimeout(SECONDS)
        link.connect(("127.0.0.1", targets["udp"]))
        link.send(QUESTION)
        return link.recv(200).decode(errors="replace").strip()


@attempt("find a way to the Internet", family=14, stopped_from="limits")
def find_route(targets: Targets) -> str:
    """Connecting a datagram socket sends nothing, but fails where there is no route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.connect(("198.51.100.1", 53))  # an address for documentation, which nobody has
        return f"there is a route, from {link.getsockname()[0]}"


@attempt("find the network devices", family=14, stopped_from="limits")
def list_devices(targets: Targets) -> str:
    """Those that are in use, but not a private loopback device."""
    return ", ".join(name for _, name in socket.if_nameindex() if name != "lo" and is_up(name))


def is_up(name: str) -> bool:
    """Whether a device is in use: new network namespaces come with some that are not."""
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        answer = fcntl.ioctl(link, SIOCGIFFLAGS, struct.pack("16sH14x", name.encode(), 0))
    return bool(struct.unpack_from("16sH", answer)[1] & IFF_UP)


@attempt("ask the kernel about the network (netlink)", family=14, stopped_from="limits")
def ask_netlink(targets: Targets) -> str:
    """The list of network devices, by another way."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as link:
        link.settimeout(SECONDS)
        link.bind((0, 0))
        link.send(struct.pack("=LHHLLB3x12x", 32, RTM_GETLINK, REQUEST_ALL, 1, 0, 0))
        return ", ".join(name for name in device_names(receive_all(link)) if name != "lo")


def receive_all(link: socket.socket) -> bytes:
    """The whole answer of the kernel, up to its end mark."""
    data = b""
    while (part := link.recv(65536)) and struct.unpack_from("=LH", part)[1] != DONE:
        data += part
    return data


def device_names(data: bytes) -> list[str]:
    """The names of devices in use, in an answer of the kernel."""
    names = []
    while len(data) >= 32:
        size, kind = struct.unpack_from("=LH", data)
        is_device = kind == RTM_NEWLINK and struct.unpack_from("=L", data, 24)[0] & IFF_UP
        names += attributes(data[32:size]) if is_device else []
        data = data[(size + 3) & ~3 :] if size >= 16 else b""
    return names


def attributes(data: bytes) -> list[str]:
    """The name among the attributes of a device."""
    names = []
    while len(data) >= 4:
        size, kind = struct.unpack_from("=HH", data)
        names += [data[4 : size - 1].decode(errors="replace")] if kind == INTERFACE_NAME else []
        data = data[(size + 3) & ~3 :] if size >= 4 else b""
    return names


@attempt("connect to an abstract socket", family=14)
def connect_to_abstract_socket(targets: Targets) -> str:
    """It has no file, so no folder hides it."""
    return talk(socket.AF_UNIX, "\0" + targets["abstract"])


@attempt("connect to a socket file of yours", family=14)
def connect_to_socket_file(targets: Targets) -> str:
    """As a display server, a key agent or a container daemon has."""
    return talk(socket.AF_UNIX, targets["socket"])


@attempt("open a raw socket", family=14, stopped_from="limits")
def open_raw_socket(targets: Targets) -> str:
    """It reads and forges what others send."""
    return opened(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)


@attempt("open a packet socket", family=14, stopped_from="limits")
def open_packet_socket(targets: Targets) -> str:
    """It reads what passes on the network devices."""
    return opened(socket.AF_PACKET, socket.SOCK_RAW, 0)


@attempt("open a socket to the hypervisor (AF_VSOCK)", family=14, stopped_from="limits")
def open_vsock(targets: Targets) -> str:
    """Network namespaces do not separate these."""
    return opened(socket.AF_VSOCK, socket.SOCK_STREAM, 0)


@attempt("open a socket of rare kinds (Bluetooth, AF_ALG, CAN)", family=14, stopped_from="limits")
def open_rare_sockets(targets: Targets) -> str:
    """Their code in the kernel is seldom looked at."""
    got = []
    for family, kind, protocol in (
        (31, socket.SOCK_RAW, 1),
        (38, socket.SOCK_SEQPACKET, 0),
        (29, socket.SOCK_RAW, 1),
    ):
        try:
            got.append(opened(family, kind, protocol))
        except OSError:
            continue
    return ", ".join(got)


def talk(family: int, address: tuple[str, int] | str) -> str:
    """Connect to a server; returns its greeting."""
    with socket.socket(family, socket.SOCK_STREAM) as link:
        link.settimeout(SECONDS)
        link.connect(address)
        return link.recv(200).decode(errors="replace").strip()


def opened(family: int, kind: int, protocol: int) -> str:
    """A socket that could be opened."""
    with socket.socket(family, kind, protocol):
        return f"opened a socket of family {family}"
