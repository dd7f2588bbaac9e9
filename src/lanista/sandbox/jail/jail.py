"""The jail of one process tree: a description of its files and permissions, for a supervisor or bubblewrap."""

from __future__ import annotations

import msgspec

from lanista.sandbox.guard_spec import GuardSpec
from lanista.sandbox.jail.spec import write_spec


class Jail(msgspec.Struct, frozen=True, kw_only=True):
    """The jail of one bot. Paths are absolute, and the same inside as outside."""

    runner: str = ""  # "own" or "bubblewrap" makes namespaces; empty: limits only
    inside: list[str] = []  # for bubblewrap: the command that takes the last step in the jail
    read: list[str] = []  # of the system: seen, but read-only
    own: list[str] = []  # as `read`, and readable for the bot even if only their owner may read them
    write: list[str] = []  # folders as `own` that the bot can write to, as a build does
    links: dict[str, str] = {}  # symbolic links, and where they point
    files: dict[str, str] = {}  # made up
    folders: list[str] = []  # empty, to stand in for those around the files
    hidden: list[str] = []  # folders and files within `own` that look empty
    copy: str = ""  # a folder of which the bot gets a writable copy, in its memory
    copy_bytes: int = 0  # its size with all that the bot may add
    copy_inodes: int = 0
    cwd: str = "/tmp"
    environment: dict[str, str] = {}
    scratch_bytes: int = 64 * 2**20  # in /tmp, and as much in /dev/shm
    inodes: int = 16384  # files and folders in each
    first_user: int = 0  # if we may choose: its user outside is this number plus its supervisor's process id
    network: bool = False  # whether it shares our network, as builds may
    listen: int = 0  # a port of its loopback whose listening socket is handed out to us
    channel: int = -1  # the descriptor on which the supervisor hands sockets and folders out
    guards: GuardSpec = GuardSpec()
    cgroups: list[str] = []  # files that its first process writes "0" to

    def variables(self) -> dict[str, str]:
        """The environment of the process that makes the jail."""
        return write_spec({**msgspec.structs.asdict(self), "guards": msgspec.structs.asdict(self.guards)})
