"""Reading files of others, and writing to folders that are not writable."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile

from .attempt import Targets, attempt

CREDENTIALS = (
    *(".ssh/id_rsa", ".ssh/id_ed25519", ".netrc", ".git-credentials", ".config/gh/hosts.yml"),
    *(".aws/credentials", ".docker/config.json", ".npmrc", ".pypirc", ".m2/settings.xml"),
    *(".cargo/credentials.toml", ".kube/config", ".bash_history", ".python_history", ".gnupg/pubring.kbx"),
)


@attempt("read a file that only you may read", family=12)
def read_private_file(targets: Targets) -> str:
    """A file of mode 0600."""
    return read(targets["private"])


@attempt("read a file of yours that everybody may read", family=12)
def read_public_file(targets: Targets) -> str:
    """A file of mode 0644 in a folder that everybody may enter, as most are."""
    return read(targets["public"])


@attempt("read the opponent's program", family=12)
def read_opponent(targets: Targets) -> str:
    """By its path, which bots of one organiser may guess."""
    return read(targets["opponent"])


@attempt("read the replay of the match", family=12)
def read_replay(targets: Targets) -> str:
    """It holds what the rules hide, and the seed."""
    return read(targets["replay"])


@attempt("read what a bot wrote in an earlier match", family=12)
def read_earlier_match(targets: Targets) -> str:
    """A file that an earlier run of the same bot left in its temporary folder."""
    return read(targets["earlier"])


@attempt("list your home folder", family=12)
def list_home(targets: Targets) -> str:
    """The names of files say enough to somebody who looks for keys; folders around a toolchain do not count."""
    with os.scandir(targets["home"]) as entries:
        return ", ".join([entry.name for entry in entries if entry.is_file(follow_symlinks=False)][:3])


@attempt("open your keys and passwords", family=12)
def open_credentials(targets: Targets) -> str:
    """Files in which tools keep them; only their names are reported."""
    return ", ".join(name for name in CREDENTIALS if is_openable(os.path.join(targets["home"], name)))


@attempt("reach a file by a link, by .. and by /proc/self/root", family=13)
def read_by_detours(targets: Targets) -> str:
    """Each is another path to the same file."""
    folder = tempfile.mkdtemp()
    link = f"{folder}/link"
    os.symlink(targets["private"], link)
    detours = [link, f"{folder}/../../../../../..{targets['private']}", f"/proc/self/root{targets['private']}"]
    try:
        return read_first(detours)
    finally:
        os.unlink(link)
        os.rmdir(folder)


@attempt("open a file by its handle instead of its path", family=13, stopped_from="limits")
def open_by_handle(targets: Targets) -> str:
    """The way out of early containers: a handle names an inode of the disk, whatever the root folder is."""
    import ctypes

    from .kernel import call

    handle = ctypes.create_string_buffer(8 + 128)
    ctypes.c_uint.from_buffer(handle).value = 128
    mount = ctypes.c_int()
    call("name_to_handle_at", -100, b"/", handle, ctypes.byref(mount), 0)
    folder = os.open("/", os.O_RDONLY)
    try:
        os.close(call("open_by_handle_at", folder, handle, os.O_RDONLY))
    finally:
        os.close(folder)
    return "opened / by its handle"


@attempt("write into a file of yours", family=13)
def write_outside(targets: Targets) -> str:
    """A file that everybody may write."""
    with open(targets["writable"], "w") as file:
        file.write("changed by a bot\n")
    return f"wrote {targets['writable']}"


@attempt("create a file in a folder of yours", family=13)
def create_outside(targets: Targets) -> str:
    """A folder that everybody may write, as /tmp is."""
    path = os.path.join(targets["folder"], "left-by-a-bot")
    with open(path, "w") as file:
        file.write("left by a bot\n")
    return f"created {path}"


@attempt("make a hard link to a file of yours", family=13)
def link_outside(targets: Targets) -> str:
    """A link that replaces the answer's file would have the referee read or overwrite that one."""
    path = os.path.join(tempfile.gettempdir(), f"link-{os.getpid()}")
    os.link(targets["public"], path)
    os.unlink(path)
    return f"linked {targets['public']}"


@attempt("change its own program", family=13)
def write_own_program(targets: Targets) -> str:
    """A bot that changes its folder carries notes from match to match."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "attempt.py")
    with open(path, "r+b") as file:
        same = file.read(1)
        file.seek(0)
        file.write(same)
    return f"may write {path}"


@attempt("make a device node", family=13, stopped_from="limits")
def make_device(targets: Targets) -> str:
    """The node of the null device, which is harmless and needs the same right as that of a disk."""
    path = os.path.join(tempfile.gettempdir(), f"device-{os.getpid()}")
    os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))
    try:
        os.close(os.open(path, os.O_RDWR))  # fails on a file system without devices
    finally:
        os.unlink(path)
    return "made and opened a device node"


@attempt("use the devices of this machine", family=13)
def open_devices(targets: Targets) -> str:
    """Memory, disks, messages of the kernel, input of other people."""
    wanted = ("mem", "kmem", "port", "kmsg", "sda", "vda", "nvme0n1", "fuse", "kvm", "uinput", "loop-control")
    return ", ".join(name for name in wanted if is_openable(f"/dev/{name}"))


def is_openable(path: str) -> bool:
    """Whether a device can be opened."""
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
        return True
    return False


def read(path: str, most: int = 100) -> str:
    """The beginning of a file."""
    with open(path, errors="replace") as file:
        return file.read(most).strip()


def read_first(paths: list[str]) -> str:
    """The beginning of the first file that can be read; raises the error of the last one if there is none."""
    for path in paths[:-1]:
        with contextlib.suppress(OSError):
            return read(path)
    return read(paths[-1])
