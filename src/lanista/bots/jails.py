"""The jail of a bot, from what it may see and how it is started."""

from __future__ import annotations

import os
from pathlib import Path

from lanista.bots.confinement import Confinement
from lanista.bots.supervisor import Launch
from lanista.sandbox import Level
from lanista.sandbox.environment import bot_environment
from lanista.sandbox.identity import HOME
from lanista.sandbox.jail import Jail
from lanista.sandbox.machine import find_machine
from lanista.sandbox.toolchain import MADE_UP, Toolchain

MB = 2**20


def make_jail(confinement: Confinement, launch: Launch) -> Jail | None:
    """The jail that a policy asks for; None without a sandbox."""
    policy = confinement.policy
    if policy.level is Level.NONE:
        return None
    machine = find_machine()
    cwd = os.path.abspath(launch.cwd or Path.cwd())
    environment = bot_environment(os.environ, HOME, launch.environment)
    tools = Toolchain([Path.cwd(), *confinement.hidden])
    tools.add_system()
    tools.add_environment(environment)
    for path in confinement.visible:
        tools.add_own(str(path))
    for word in launch.command:
        if word == launch.command[0] or os.path.isabs(word):  # `env X=1 /opt/program` names two
            tools.add_program(_absolute(word, cwd), environment["PATH"])
    read, own, links = tools.plan()
    scratch = policy.resources.scratch_mb * MB
    return Jail(
        runner=machine.runner if policy.level >= Level.NAMESPACES else "",
        read=read,
        own=own,
        links=links,
        files=dict(MADE_UP),
        folders=[cwd],
        hidden=[str(path) for path in confinement.hidden],
        cwd=cwd,
        environment=environment,
        scratch_bytes=scratch,
        first_user=machine.first_user,
        network=launch.network,
        listen=launch.listen,
    )


def _absolute(program: str, cwd: str) -> str:
    """A program as it is found from here; one with a slash is relative to the bot's working directory."""
    return os.path.normpath(os.path.join(cwd, program)) if "/" in program else program
