"""What this machine can do to keep a bot in, found out by trying."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache

from lanista.sandbox.boot import boot_command
from lanista.sandbox.cgroup_support import find_cgroups
from lanista.sandbox.jail import Jail
from lanista.sandbox.levels import Level
from lanista.sandbox.toolchain import Toolchain

FIRST_USER = 1_900_000_000  # far above those that people have
TRIAL_SECONDS = 30.0


@dataclass(frozen=True)
class Machine:
    """What this machine can do; texts say why something is missing, and are empty if it is there."""

    level: Level  # the best one
    runner: str = ""  # what makes namespaces: "own", "bubblewrap", or nothing
    first_user: int = 0  # of the users that bots get; 0 if they stay ours
    no_namespaces: str = ""
    no_cgroups: str = ""

    def missing(self, level: Level) -> list[str]:
        """What a level needs that is not here, and how to get it."""
        needed = [(Level.NAMESPACES, self.no_namespaces), (Level.CGROUP, self.no_cgroups)]
        return [why for lowest, why in needed if level >= lowest and why]


@cache
def find_machine() -> Machine:
    """Find out what this machine can do, by trying."""
    if not sys.platform.startswith("linux"):
        return Machine(Level.NONE, no_namespaces="namespaces need Linux")
    for first_user in [FIRST_USER, 0] if os.geteuid() == 0 else [0]:
        why = try_own(first_user)
        if not why:
            cgroups = find_cgroups()
            level = Level.CGROUP if cgroups.kind else Level.NAMESPACES
            return Machine(level, "own", first_user, no_cgroups="" if cgroups.kind else cgroups.why)
    return Machine(Level.LIMITS, no_namespaces=why)


def try_own(first_user: int) -> str:
    """Make a small jail; returns why that fails, or an empty text."""
    tools = Toolchain()
    tools.add_system()
    read, own, links = tools.plan()
    jail = Jail(runner="own", read=read, own=own, links=links, first_user=first_user)
    try:
        done = subprocess.run(
            boot_command("lanista.sandbox.trial"),
            env=jail.variables(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TRIAL_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)
    return done.stderr.decode(errors="replace").strip().rpartition("\n")[2] if done.returncode else ""
