"""Our side: lays out the bait of the attempts, and looks for damage to it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import secrets
import selectors
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .attempt import MARK
from .kernel import call

UNTOUCHED = "a file of yours\n"
USER_KEYRING, KEYCTL_INVALIDATE, IPC_CREATE, IPC_REMOVE = -4, 21, 0o1000 | 0o666, 0
SLEEP = "import sys; sys.stdin.read()"  # ends with us


class Bait:
    """Files, processes, sockets and shared memory with a secret; use as a context manager.

    `targets` says where they are, without the secret: a report that contains it is proof.
    """

    def __init__(self, resources: Mapping[str, int]) -> None:
        self.secret = MARK + secrets.token_hex(8)
        self.targets: dict[str, Any] = dict(resources)
        self.visits: list[str] = []  # servers to which somebody connected
        self._name = f"lanista-bait-{secrets.token_hex(8)}"
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Bait:
        with contextlib.ExitStack() as stack:
            self._lay_files(stack)
            self._start_neighbour(stack)
            stack.enter_context(self._serve())
            stack.enter_context(self._environment())
            if sys.platform.startswith("linux"):
                self._share_memory(stack)
                self._add_key(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def damage(self) -> list[str]:
        """Damage found in the bait, whatever the attempts report."""
        found = [f"connected to the server {name}" for name in sorted(set(self.visits))]
        if self._neighbour.poll() is not None:
            found.append("ended a process of yours")
        if Path(self.targets["writable"]).read_text() != UNTOUCHED:
            found.append("changed a file of yours")
        if os.listdir(self.targets["folder"]):
            found.append("left a file in a folder of yours")
        return found

    def _lay_files(self, stack: contextlib.ExitStack) -> None:
        """Files in a folder that everybody may enter; one is open in this process and may be inherited."""
        import fcntl

        self.root = Path(tempfile.mkdtemp(prefix="lanista-bait-"))
        stack.callback(shutil.rmtree, self.root, ignore_errors=True)
        self.root.chmod(0o755)
        for name in ("private", "public", "opponent", "replay", "earlier"):
            self._write(name, self.secret + "\n", 0o600 if name == "private" else 0o644)
        self._write("writable", UNTOUCHED, 0o666)
        folder = self.root / "folder"
        folder.mkdir()
        folder.chmod(0o777)
        self.targets |= {"folder": str(folder), "home": os.path.expanduser("~")}
        inherited = os.open(self.targets["private"], os.O_RDONLY)
        stack.callback(os.close, inherited)
        os.set_inheritable(inherited, True)
        locked = os.open(self.targets["public"], os.O_RDONLY)
        stack.callback(os.close, locked)
        fcntl.flock(locked, fcntl.LOCK_SH)

    def _write(self, name: str, text: str, mode: int) -> None:
        path = self.root / f"{name}.txt"
        path.write_text(text)
        path.chmod(mode)
        self.targets[name] = str(path)

    def _start_neighbour(self, stack: contextlib.ExitStack) -> None:
        """A process with the secret in its arguments and its environment."""
        command = [sys.executable, "-I", "-S", "-c", SLEEP, self.secret]
        environment = {**os.environ, "API_TOKEN": self.secret}
        self._neighbour = subprocess.Popen(
            command, stdin=subprocess.PIPE, env=environment, start_new_session=True, close_fds=True
        )
        stack.callback(self._neighbour.communicate)
        self.targets |= {"neighbour": self._neighbour.pid, "referee": os.getpid()}

    @contextlib.contextmanager
    def _environment(self) -> Iterator[None]:
        """The secret in the environment of this process."""
        os.environ["API_TOKEN"], before = self.secret, os.environ.get("API_TOKEN")
        try:
            yield
        finally:
            if before is None:
                del os.environ["API_TOKEN"]
            else:
                os.environ["API_TOKEN"] = before

    @contextlib.contextmanager
    def _serve(self) -> Iterator[None]:
        """Servers that tell the secret to anyone who connects, until they are closed."""
        with contextlib.ExitStack() as stack:
            servers = dict(self._sockets(stack))
            over, end = socket.socketpair()
            stack.enter_context(over)
            stack.enter_context(end)
            selector = stack.enter_context(selectors.DefaultSelector())  # every descriptor is there at the start
            for name, server in servers.items():
                selector.register(server, selectors.EVENT_READ, name)
            selector.register(over, selectors.EVENT_READ)
            thread = threading.Thread(target=self._answer, args=(servers, selector, over), daemon=True)
            thread.start()
            yield
            end.send(b".")
            thread.join()

    def _sockets(self, stack: contextlib.ExitStack) -> Iterator[tuple[str, socket.socket]]:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.targets["tcp"] = tcp.getsockname()[1]
        yield "on a port", tcp
        with contextlib.suppress(OSError):  # no IPv6 here, or the port is taken there
            yield (
                "on a port (IPv6)",
                stack.enter_context(socket.create_server(("::1", self.targets["tcp"]), family=socket.AF_INET6)),
            )
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        self.targets["udp"] = udp.getsockname()[1]
        yield "for names", udp
        self.targets |= {"abstract": self._name, "socket": str(self.root / "socket")}
        yield "with a socket file", self._local(stack, self.targets["socket"])
        os.chmod(self.targets["socket"], 0o666)
        if sys.platform.startswith("linux"):
            yield "with an abstract socket", self._local(stack, "\0" + self._name)

    def _local(self, stack: contextlib.ExitStack, address: str) -> socket.socket:
        server = stack.enter_context(socket.socket(socket.AF_UNIX))
        server.bind(address)
        server.listen()
        return server

    def _answer(
        self, servers: dict[str, socket.socket], selector: selectors.BaseSelector, over: socket.socket
    ) -> None:
        """Answer everybody until told to end."""
        while True:
            for key, _ in selector.select():
                if key.fileobj is over:
                    return
                self.visits.append(str(key.data))
                self._greet(servers[str(key.data)])

    def _greet(self, server: socket.socket) -> None:
        """Send the secret to one client, which may be gone."""
        with contextlib.suppress(OSError):
            if server.type == socket.SOCK_DGRAM:
                server.sendto(self.secret.encode(), server.recvfrom(512)[1])
            else:
                with server.accept()[0] as client:
                    client.settimeout(1.0)
                    client.sendall(self.secret.encode())

    def _share_memory(self, stack: contextlib.ExitStack) -> None:
        """A file in /dev/shm, a segment and a queue of System V, and a queue of POSIX."""
        shm = f"/dev/shm/{self._name}"
        key = secrets.randbelow(2**30) + 1
        self.targets |= {"shm": shm, "shm_key": key, "queue_key": key, "queue_name": self._name}
        with contextlib.suppress(OSError):
            Path(shm).write_text(self.secret)
            stack.callback(os.unlink, shm)
        with contextlib.suppress(OSError):
            segment = call("shmget", key, 4096, IPC_CREATE)
            stack.callback(call, "shmctl", segment, IPC_REMOVE, 0)
            address = call("shmat", segment, 0, 0)
            ctypes.memmove(address, self.secret.encode(), len(self.secret))
            call("shmdt", address)
        with contextlib.suppress(OSError):
            stack.callback(call, "msgctl", call("msgget", key, IPC_CREATE), IPC_REMOVE, 0)
        with contextlib.suppress(OSError):
            os.close(call("mq_open", self._name.encode(), os.O_CREAT | os.O_RDWR, 0o666, 0))
            stack.callback(call, "mq_unlink", self._name.encode())

    def _add_key(self, stack: contextlib.ExitStack) -> None:
        """A key in the ring of this user."""
        self.targets["key"] = self._name
        with contextlib.suppress(OSError):
            secret = self.secret.encode()
            key = call("add_key", b"user", self._name.encode(), secret, len(secret), USER_KEYRING)
            stack.callback(call, "keyctl", KEYCTL_INVALIDATE, key)
