"""Builds the root folder that a bot sees, in the mount namespace of its supervisor; standard library only.

A path in the jail is the same as outside, so that command lines and tracebacks stay true.
"""

from __future__ import annotations

import os
import stat

from lanista.sandbox import linux
from lanista.sandbox.jail.copying import copy_entry, copy_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ROOT = "/sys"  # the new root is mounted here: exists on every Linux, and nothing that a bot may see is below it
WRITABLE = linux.MOUNT_ATTR_NOSUID | linux.MOUNT_ATTR_NODEV
READ_ONLY = linux.MOUNT_ATTR_RDONLY | WRITABLE
DEVICES = ("null", "zero", "full", "random", "urandom")
DEVICE_LINKS = {"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"}  # to /proc/self/fd
SHARED_BYTES = 64 * 2**20  # of /dev/shm
SMALL = "mode=0755,size=1m,nr_inodes=4096"


def build(jail: dict[str, Any], owner: tuple[int, int], *, chosen: bool) -> None:
    """Mount everything that a bot sees below ROOT, except /proc; `chosen` says that its user is not ours."""
    linux.mount("none", "/", flags=linux.MS_REC | linux.MS_PRIVATE)
    own = [*(path for path in jail["own"] if path not in jail["write"]), *jail["write"]]
    trees = list(zip(own, _open_mapped(own, owner) if chosen else [-1] * len(own), strict=True))
    _mount_tmpfs("", SMALL)
    _mount_scratch(jail, owner)
    for path, target in jail["links"].items():
        _make_parents(path)
        os.symlink(target, ROOT + path)
    for path, text in jail["files"].items():
        _write(path, text)
    for path in jail["folders"]:
        os.makedirs(ROOT + path, 0o755, exist_ok=True)
    os.makedirs(f"{ROOT}/proc", 0o755)
    for path in jail["read"]:
        _bind(path)
    for path, fd in trees:
        if chosen and fd < 0 and path not in jail["write"] and not is_public(path):
            _copy_instead(path, owner)
        else:
            _bind(path, fd, WRITABLE if path in jail["write"] else READ_ONLY)
    for path in jail["hidden"]:
        _hide(path)
    if jail["copy"]:
        _mount_copy(jail, owner)
    linux.set_mount(ROOT, linux.MOUNT_ATTR_RDONLY)


def _hide(path: str) -> None:
    """Put an empty folder over a folder, or a file that cannot be read over a file."""
    if os.path.isdir(ROOT + path):
        _mount_tmpfs(path, "mode=0555,size=4k,nr_inodes=1", linux.MS_RDONLY)
    elif os.path.lexists(ROOT + path):
        linux.mount("/dev/null", ROOT + path, flags=linux.MS_BIND)
        linux.set_mount(ROOT + path, READ_ONLY)


def _mount_tmpfs(path: str, options: str, flags: int = 0) -> None:
    linux.mount("tmpfs", ROOT + path, "tmpfs", linux.MS_NOSUID | linux.MS_NODEV | flags, options)


def _mount_scratch(jail: dict[str, Any], owner: tuple[int, int]) -> None:
    """The private writable folders and the devices."""
    mine = f"uid={owner[0]},gid={owner[1]},nr_inodes={jail['inodes']}"
    for name, size in (("/tmp", jail["scratch_bytes"]), ("/dev", 0), ("/dev/shm", SHARED_BYTES)):
        os.mkdir(ROOT + name, 0o755)
        _mount_tmpfs(name, f"mode=0700,size={min(size, jail['scratch_bytes'])},{mine}" if size else SMALL)
    for name in DEVICES:
        os.close(os.open(f"{ROOT}/dev/{name}", os.O_CREAT | os.O_WRONLY, 0o666))
        linux.mount(f"/dev/{name}", f"{ROOT}/dev/{name}", flags=linux.MS_BIND)
    for name, target in DEVICE_LINKS.items():
        os.symlink(f"/proc/self/fd{target}", f"{ROOT}/dev/{name}")
    linux.set_mount(f"{ROOT}/dev", linux.MOUNT_ATTR_RDONLY | linux.MOUNT_ATTR_NOEXEC)


def _mount_copy(jail: dict[str, Any], owner: tuple[int, int]) -> None:
    """A writable copy of a folder, mounted over the original."""
    path = jail["copy"]
    os.makedirs(ROOT + path, 0o755, exist_ok=True)
    mine = f"uid={owner[0]},gid={owner[1]},nr_inodes={jail['copy_inodes']}"
    _mount_tmpfs(path, f"mode=0700,size={jail['copy_bytes']},{mine}")
    copy_tree(path, ROOT + path, owner, jail["hidden"])


def _make_parents(path: str) -> None:
    os.makedirs(os.path.dirname(ROOT + path), 0o755, exist_ok=True)


def _write(path: str, text: str) -> None:
    _make_parents(path)
    linux.write_file(ROOT + path, text.encode(), os.O_CREAT)


def _bind(path: str, fd: int = -1, attributes: int = READ_ONLY) -> None:
    """Bind a path with attributes of its mount; `fd` is a detached mount of it, if there is one."""
    target = ROOT + path
    if os.path.isdir(path):
        os.makedirs(target, 0o755, exist_ok=True)
    elif not os.path.lexists(target):
        _make_parents(path)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
    if fd >= 0:
        linux.attach(fd, target)
        os.close(fd)
    else:
        linux.mount(path, target, flags=linux.MS_BIND | linux.MS_REC)
    linux.set_mount(target, attributes, flags=linux.AT_RECURSIVE)


# Files that only their owner may read


def can_map(paths: list[str], owner: tuple[int, int]) -> bool:
    """Whether a user can be made the owner of the files in all of these folders."""
    trees = _open_mapped(paths, owner)
    for tree in trees:
        if tree >= 0:
            os.close(tree)
    return -1 not in trees


def _copy_instead(path: str, owner: tuple[int, int]) -> None:
    """A copy that the bot may read, where its files cannot be made its own."""
    target = ROOT + path
    if os.path.isdir(path):
        os.makedirs(target, 0o755, exist_ok=True)
        _mount_tmpfs(path, f"mode=0700,uid={owner[0]},gid={owner[1]}")
        copy_tree(path, target, owner, [])
        linux.set_mount(target, READ_ONLY)
    else:
        _make_parents(path)
        copy_entry(path, target, owner)


def is_public(path: str) -> bool:
    """Whether everybody may read a file, or all that is in a folder."""
    mode = os.lstat(path).st_mode
    if stat.S_ISDIR(mode):
        return mode & 0o5 == 0o5 and all(is_public(f"{path}/{name}") for name in os.listdir(path))
    return not stat.S_ISREG(mode) or bool(mode & 0o4)


def _open_mapped(paths: list[str], owner: tuple[int, int]) -> list[int]:
    """Detached mounts of paths in which their owners' files are the bot's; -1 where that cannot be done."""
    users: dict[tuple[int, int], int] = {}  # a namespace for each owner
    trees = []
    for path in paths:
        status = os.stat(path)
        ids = status.st_uid, status.st_gid
        if ids not in users:
            users[ids] = _user_namespace(ids, owner)
        trees.append(_open_tree(path, users[ids]))
    for fd in users.values():
        if fd >= 0:
            os.close(fd)
    return trees


def _open_tree(path: str, users: int) -> int:
    tree = -1
    try:
        tree = linux.clone_tree(path)
        flags = linux.AT_EMPTY_PATH | linux.AT_RECURSIVE
        linux.set_mount("", linux.MOUNT_ATTR_IDMAP, fd=tree, flags=flags, userns=users)
    except OSError:  # the kernel is too old, or the file system cannot do it
        if tree >= 0:
            os.close(tree)
        return -1
    return tree


def _user_namespace(inner: tuple[int, int], outer: tuple[int, int]) -> int:
    """A descriptor of a new user namespace in which the `inner` ids are the `outer` ones outside; -1 without."""
    read, write = os.pipe()
    try:
        pid = linux.fork_into(linux.CLONE_NEWUSER)
    except OSError:
        os.close(read)
        os.close(write)
        return -1
    if pid == 0:
        os.close(write)
        os.read(read, 1)  # until the parent is done
        os._exit(0)
    try:
        os.close(read)
        write_maps(pid, inner, outer)
        return os.open(f"/proc/{pid}/ns/user", os.O_RDONLY | os.O_CLOEXEC)
    finally:
        os.close(write)
        os.waitpid(pid, 0)


def write_maps(pid: int | str, inner: tuple[int, int], outer: tuple[int, int]) -> None:
    """Map one user and one group of a process's user namespace."""
    for name, inside, outside in zip(("gid_map", "uid_map"), reversed(inner), reversed(outer), strict=True):
        linux.write_file(f"/proc/{pid}/{name}", f"{inside} {outside} 1".encode())
