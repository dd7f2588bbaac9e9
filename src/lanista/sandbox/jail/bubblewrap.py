"""The same jail, made by bubblewrap; standard library only, as the supervisor imports it.

Its arguments reach it through a descriptor, so that nobody reads them from the list of processes.
"""

from __future__ import annotations

import os
import stat

from lanista.sandbox.jail.identity import HOSTNAME, INNER
from lanista.sandbox.jail.root import DEVICE_LINKS, DEVICES, SHARED_BYTES
from lanista.sandbox.jail.spec import write_spec

TYPE_CHECKING = False  # importing `typing` would take longer than everything else here
if TYPE_CHECKING:
    from typing import Any

PROGRAM = "bwrap"
CAPABILITIES = ("CAP_SYS_ADMIN", "CAP_SETPCAP")  # with which `inside` limits /tmp, and gives all up for good
DEVICE_BYTES = 2**20  # of the folder /dev


def arguments(spec: dict[str, Any]) -> list[str]:
    """The jail as arguments of bubblewrap; its made-up files are opened for it to inherit."""
    words = ["--unshare-all", "--unshare-user", "--uid", f"{INNER}", "--gid", f"{INNER}", "--hostname", HOSTNAME]
    words += ["--new-session", "--die-with-parent", "--as-pid-1", "--cap-drop", "ALL"]
    for capability in () if _is_setuid(spec["environment"]["PATH"]) else CAPABILITIES:
        words += ["--cap-add", capability]
    words += ["--share-net"] if spec["network"] else []
    words += ["--proc", "/proc", "--perms", "0755", "--size", f"{DEVICE_BYTES}", "--tmpfs", "/dev"]
    for name in DEVICES:  # not --dev: its terminals need a second user namespace, which may not limit /tmp
        words += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for name, target in DEVICE_LINKS.items():
        words += ["--symlink", f"/proc/self/fd{target}", f"/dev/{name}"]
    for folder, size in private_folders(spec):
        words += ["--perms", "0700", "--size", f"{size}", "--tmpfs", folder]
    words += ["--remount-ro", "/dev"]
    for path, target in spec["links"].items():
        words += ["--symlink", target, path]
    for path, text in spec["files"].items():
        words += ["--perms", "0644", "--file", f"{_inherited(text.encode())}", path]
    for path in spec["folders"]:
        words += ["--dir", path]
    for path in [*spec["read"], *spec["own"]]:
        words += ["--ro-bind", path, path]
    for path in spec["write"]:
        words += ["--bind", path, path]
    for path in spec["hidden"]:
        if os.path.isdir(path):
            words += ["--perms", "0555", "--tmpfs", path, "--remount-ro", path]
        elif os.path.lexists(path):
            words += ["--ro-bind", "/dev/null", path]
    return [*words, "--remount-ro", "/", "--chdir", spec["cwd"]]


def execute(spec: dict[str, Any], command: list[str], status: int, events: int) -> None:
    """Become bubblewrap, which starts `inside` with these; raises OSError."""
    for path in spec["cgroups"]:
        with open(path, "wb", buffering=0) as file:
            file.write(b"0")
    described = _inherited("\0".join(arguments(spec)).encode(errors="surrogateescape") + b"\0")
    for fd in (status, events, spec["channel"]):
        if fd >= 0:
            os.set_inheritable(fd, True)
    numbers = [f"{fd}" for fd in (status, events, *_set_aside())]
    words = [PROGRAM, "--args", f"{described}", "--", *spec["inside"], *numbers, *command]
    os.execvpe(PROGRAM, words, {**write_spec(spec), "PATH": spec["environment"]["PATH"]})


def private_folders(spec: dict[str, Any]) -> list[tuple[str, int]]:
    """The writable folders in memory, and their sizes."""
    return [("/tmp", spec["scratch_bytes"]), ("/dev/shm", min(SHARED_BYTES, spec["scratch_bytes"]))]


def _is_setuid(path: str) -> bool:
    """Whether bubblewrap runs as root for everybody: then it adds no capability."""
    for folder in os.get_exec_path({"PATH": path}):
        if os.access(f"{folder}/{PROGRAM}", os.X_OK):
            return bool(os.stat(f"{folder}/{PROGRAM}").st_mode & stat.S_ISUID)
    return False


def _set_aside() -> list[int]:
    """Copies of the bot's input and output: bubblewrap stays, and would keep open what the bot closes."""
    copies = [os.dup(fd) for fd in (0, 1)]
    nothing = os.open(os.devnull, os.O_RDWR)
    for fd, copy in enumerate(copies):
        os.set_inheritable(copy, True)
        os.dup2(nothing, fd)
    return copies


def _inherited(data: bytes) -> int:
    """A descriptor of a file in memory, at its beginning."""
    fd = os.memfd_create("lanista", 0)
    os.write(fd, data)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd
