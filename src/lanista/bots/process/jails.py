"""Makes the jail of a bot, from its confinement and its launch."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from lanista.bots.process.confinement import Confinement
from lanista.bots.process.supervisor import Launch
from lanista.bots.protocol.working_copy import LEFT_OUT, folder_size
from lanista.core.text import MAX_QUOTED, inert
from lanista.sandbox import Level, SandboxPolicy
from lanista.sandbox.boot import boot_command
from lanista.sandbox.environment import bot_environment
from lanista.sandbox.guard_spec import jailed_guards, unjailed_guards
from lanista.sandbox.jail.identity import HOME
from lanista.sandbox.jail.installed import is_below
from lanista.sandbox.jail.jail import Jail
from lanista.sandbox.jail.toolchain import MADE_UP, Toolchain, interpreters
from lanista.sandbox.machine import BUBBLEWRAP, OWN, find_machine

MB = 2**20
ALLOW = "if it belongs to a toolchain that you trust, show them its folder with --allow-path"
INODES = 16384  # files and folders that a bot may create in each of its folders


def keeps_copies_in_memory(policy: SandboxPolicy) -> bool:
    """Whether a jail can hold a copy of a bot's folder; bubblewrap cannot keep one between two starts of a bot."""
    return policy.level >= Level.NAMESPACES and not find_machine().no_own


def make_jail(confinement: Confinement, launch: Launch, copy: Path | None = None) -> Jail | None:
    """The jail that a policy asks for, None without a sandbox; of `copy` the bot gets a writable copy."""
    policy = confinement.policy
    if policy.level is Level.NONE:
        return None
    environment = bot_environment(os.environ, HOME, launch.environment)
    tools = _tools(confinement, launch, environment, copy)
    if policy.level < Level.NAMESPACES:
        return _limits_only(policy, launch, tools, confinement.hidden)
    machine, cwd = find_machine(), _cwd(launch)
    runner = machine.runner if copy is None else OWN
    write = [str(launch.scratch)] if launch.scratch else []  # a copy on the disk
    inside = boot_command("lanista.sandbox.jail.inside") if runner == BUBBLEWRAP else []
    for program in inside[:1]:
        tools.add_program(program)
    shown = tools.plan()
    folder_bytes, folder_files = (0, 0) if copy is None else folder_size(copy)
    left_out = [] if copy is None else [str(copy / name) for name in LEFT_OUT]
    scratch = policy.resources.scratch_mb * MB
    return Jail(
        runner=runner,
        inside=inside,
        read=shown.read,
        own=shown.own,
        write=write,
        links=shown.links,
        files=dict(MADE_UP),
        folders=[cwd],
        hidden=[*map(str, confinement.hidden), *left_out, *shown.hidden],
        copy="" if copy is None else str(copy),
        copy_bytes=scratch + folder_bytes,
        copy_inodes=INODES + folder_files,
        cwd=cwd,
        environment=environment,
        scratch_bytes=scratch,
        inodes=INODES,
        first_user=machine.first_user,
        network=launch.network,
        listen=launch.listen,
        guards=jailed_guards(
            policy, runner, own_user=machine.first_user != 0, writable=[str(copy)] if copy else write
        ),
    )


def _tools(
    confinement: Confinement, launch: Launch, environment: Mapping[str, str], copy: Path | None
) -> Toolchain:
    """The parts of the disk that a bot needs: the system, its own files, and the programs of its command."""
    own_user = find_machine().first_user != 0 and confinement.policy.level >= Level.NAMESPACES
    tools = Toolchain([Path.cwd(), *confinement.hidden], own_user=own_user)
    tools.add_system()
    tools.add_environment(environment)
    for path in (*confinement.visible, *map(Path, confinement.policy.allow_paths)):
        if path != copy:
            tools.add_own(str(path))
    if confinement.model is not None:
        tools.add_own(str(confinement.model.folder))
        tools.add_program(confinement.model.command[0])
    for word in launch.command:
        if word == launch.command[0] or os.path.isabs(word):  # `env X=1 /opt/program` names two
            named_by_bot = launch.cwd is not None  # in a file of its folder, not on the command line
            tools.add_program(_absolute(word, _cwd(launch)), environment["PATH"], named_by_bot=named_by_bot)
    return tools


def _cwd(launch: Launch) -> str:
    return os.path.abspath(launch.cwd or Path.cwd())


def _limits_only(policy: SandboxPolicy, launch: Launch, tools: Toolchain, hidden: Sequence[Path]) -> Jail:
    """Without namespaces: a private folder on the disk, and guards that let the bot see what a jail would show."""
    scratch = launch.scratch
    if scratch is None or not scratch.is_dir():
        scratch = launch.scratch = Path(tempfile.mkdtemp(prefix="lanista-"))  # removed by the supervisor
    shown = tools.plan()
    private = [*hidden, *map(Path, shown.hidden)]
    seen = [str(path) for folder in (*shown.read, *shown.own) for path in _without(Path(folder), private)]
    network = launch.network or launch.listen != 0  # it connects to us by the machine's loopback
    return Jail(
        cwd=_cwd(launch),
        environment=bot_environment(os.environ, str(scratch), launch.environment),
        network=network,
        guards=unjailed_guards(policy, network=network, read=seen, write=[str(scratch)]),
    )


def _without(path: Path, hidden: Sequence[Path]) -> list[Path]:
    """A path, or the entries below it except some paths."""
    if path in hidden:
        return []
    if not path.is_dir() or not any(other.is_relative_to(path) for other in hidden):
        return [path]
    return [seen for inner in path.iterdir() for seen in _without(inner, hidden)]


def out_of_sight(launch: Launch) -> str:
    """Why an installed program could not be started; empty if its jail shows it."""
    jail = launch.jail
    if jail is None:
        return ""
    seen = [*jail.read, *jail.own, *jail.write, jail.copy] if jail.runner else jail.guards.read
    program = _absolute(launch.command[0], _cwd(launch))
    for word in (program, *interpreters(os.path.realpath(program))):
        found = shutil.which(word, path=jail.environment["PATH"])
        if found is not None and not is_below(os.path.realpath(found), filter(None, seen)):
            return f"bots do not see {inert(word, MAX_QUOTED)}; {ALLOW}"
    return ""


def _absolute(program: str, cwd: str) -> str:
    """A program as it is found from here; one with a slash is relative to the bot's working directory."""
    return os.path.normpath(os.path.join(cwd, program)) if "/" in program else program
