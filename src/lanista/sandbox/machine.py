"""The sandbox levels that this machine supports, found out by trying."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache

from lanista.sandbox.boot import boot_command
from lanista.sandbox.jail.bubblewrap import PROGRAM
from lanista.sandbox.jail.jail import Jail
from lanista.sandbox.jail.toolchain import Toolchain
from lanista.sandbox.levels import Level
from lanista.sandbox.remedies import remedy
from lanista.sandbox.usage.cgroup_support import find_cgroups

FIRST_USER = 1_900_000_000  # far above those that people have
TRIAL_SECONDS = 60.0
OWN, BUBBLEWRAP = "own", "bubblewrap"  # runners
RUNNER = "LANISTA_RUNNER"  # environment variable that chooses between them, for tests
NOT_CHOSEN = f"not used: {RUNNER} names another one"
UNKNOWN = "it is not known why; `lanista sandbox` shows what this machine can do"
NOT_TRIED = "not needed: it cannot give each bot its own user"


@dataclass(frozen=True)
class MachineAbilities:
    """The machine's support for the sandbox; a `no_` field says why something is missing, or is empty."""

    level: Level  # the best one
    runner: str = ""  # what makes namespaces
    first_user: int = 0  # of the users that bots get; 0 if they stay ours
    no_own: str = ""  # our own namespaces
    no_bubblewrap: str = ""
    no_cgroups: str = ""

    @property
    def no_namespaces(self) -> str:
        """Why bots have no namespaces, and the remedy."""
        return "" if self.runner else "; ".join(filter(None, (self.no_own, self.no_bubblewrap)))

    def missing(self, level: Level) -> list[str]:
        """The things that a level needs and the machine lacks, with how to get them."""
        needed = [(Level.NAMESPACES, self.no_namespaces), (Level.CGROUP, self.no_cgroups)]
        if self.level is Level.NONE:
            needed.insert(0, (Level.LIMITS, "resource limits need a POSIX system"))
        reasons = [why for lowest, why in needed if level >= lowest and why]
        return reasons or ([UNKNOWN] if level > self.level else [])


@cache
def find_machine() -> MachineAbilities:
    """Find out the machine's support for the sandbox, by trying."""
    if not sys.platform.startswith("linux"):
        why = f"namespaces need Linux, and this is {platform.system() or sys.platform}; a virtual machine has it"
        return MachineAbilities(Level.NONE, no_own=why, no_bubblewrap="so does bubblewrap")
    first_user, no_own = _try_own_users()
    wanted = os.environ.get(RUNNER, "") or (OWN if first_user else BUBBLEWRAP)
    no_bubblewrap = NOT_TRIED if wanted == OWN and not no_own else try_jail(BUBBLEWRAP)
    runner, cgroups = _choose(wanted, no_own, no_bubblewrap), find_cgroups()
    no_cgroups = "" if cgroups.kind else cgroups.why
    level = Level.LIMITS if not runner else Level.NAMESPACES if no_cgroups else Level.CGROUP
    if runner == BUBBLEWRAP:
        first_user = 0
        no_own = NOT_CHOSEN if RUNNER in os.environ else no_own
    return MachineAbilities(level, runner, first_user, no_own, no_bubblewrap, no_cgroups)


def _choose(wanted: str, no_own: str, no_bubblewrap: str) -> str:
    """The runner that is wanted, or the other one; empty if neither works."""
    usable = [name for name, why in ((OWN, no_own), (BUBBLEWRAP, no_bubblewrap)) if not why]
    return wanted if wanted in usable else next(iter(usable), "")


def _try_own_users() -> tuple[int, str]:
    """The first of the users that bots can have, or 0; and why we cannot make namespaces, or an empty text."""
    why = ""
    for first_user in [FIRST_USER, 0] if os.geteuid() == 0 else [0]:
        why = try_jail(OWN, first_user)
        if not why:
            return first_user, ""
    return 0, remedy(why)


def try_jail(runner: str, first_user: int = 0) -> str:
    """Make a small jail; returns why that fails, or an empty text."""
    if runner == BUBBLEWRAP and shutil.which(PROGRAM) is None:
        return "bubblewrap is not installed: install the package bubblewrap"
    tools = Toolchain()
    tools.add_system()
    tools.add_program(sys.executable)
    shown = tools.plan()
    jail = Jail(
        runner=runner,
        inside=boot_command("lanista.sandbox.jail.inside"),
        read=shown.read,
        own=shown.own,
        links=shown.links,
        first_user=first_user,
        environment={"PATH": os.environ.get("PATH", os.defpath)},
    )
    try:
        done = subprocess.run(
            boot_command("lanista.sandbox.jail.trial"),
            env=jail.variables(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TRIAL_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)
    if done.returncode == 0 and (runner == OWN or b'"exit": 0}' in done.stdout):
        return ""
    return done.stderr.decode(errors="replace").strip().rpartition("\n")[2] or f"exit status {done.returncode}"
