"""Messages about what a machine lacks come with a remedy; what it has is found out by trying."""

import os
import re
import sys

import pytest

from lanista.core.errors import SandboxError
from lanista.sandbox import Level, SandboxRequest, machine, policy, remedies
from lanista.sandbox.jail.toolchain import Toolchain
from lanista.sandbox.machine import BUBBLEWRAP, OWN, MachineAbilities, find_machine
from lanista.sandbox.usage import cgroup_support


@pytest.fixture
def tried(monkeypatch):
    """Set why each runner fails, by its name; forget what was found before."""
    answers = {OWN: "", BUBBLEWRAP: ""}
    monkeypatch.setattr(machine, "try_jail", lambda runner, first_user=0: answers[runner])
    monkeypatch.setattr(remedies, "container", lambda: "")
    monkeypatch.delenv(machine.RUNNER, raising=False)
    return answers


def found() -> MachineAbilities:
    return find_machine.__wrapped__()


def test_root_gives_each_bot_a_user_of_its_own(tried, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert (found().runner, found().first_user) == (OWN, machine.FIRST_USER)


def test_an_ordinary_user_has_bubblewrap_or_our_own(tried, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert (found().runner, found().first_user) == (BUBBLEWRAP, 0)
    tried[BUBBLEWRAP] = "not installed"
    assert found().runner == OWN
    tried[OWN] = "unshare: Operation not permitted"
    assert found().level is Level.LIMITS
    assert "run as root" in found().missing(Level.NAMESPACES)[0]


def test_the_runner_can_be_chosen(tried, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv(machine.RUNNER, BUBBLEWRAP)
    assert (found().runner, found().first_user, found().no_own) == (BUBBLEWRAP, 0, machine.NOT_CHOSEN)
    tried[BUBBLEWRAP] = "not installed"
    assert (found().runner, found().first_user, found().no_own) == (OWN, machine.FIRST_USER, "")


@pytest.mark.parametrize(("name", "value", "command"), remedies.SETTINGS)
def test_a_setting_of_the_kernel_that_forbids_namespaces_is_named(tried, monkeypatch, name, value, command):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(remedies, "_read", lambda asked: value if asked == name else "")
    assert command in remedies.remedy("unshare: Operation not permitted")


def test_docker_is_told_what_to_add(monkeypatch):
    monkeypatch.setattr(remedies, "container", lambda: "Docker")
    assert "--cap-add SYS_ADMIN" in remedies.remedy("unshare: Operation not permitted")


def test_other_systems_have_no_namespaces(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert found().level is Level.NONE
    assert "need Linux" in found().missing(Level.NAMESPACES)[1]


@pytest.mark.parametrize("level", list(Level))
def test_a_missing_level_always_has_a_reason(level):
    """Even where nothing says why, such as on a machine that tests make up."""
    bare = MachineAbilities(Level.NONE)
    assert bool(bare.missing(level)) == (level > Level.NONE)
    assert all(why.strip("; ") for why in MachineAbilities(Level.LIMITS, runner=OWN).missing(level))


def test_a_level_that_is_asked_for_and_missing_is_explained_with_a_remedy(tried, monkeypatch):
    why = cgroup_support.NO_GROUPS
    monkeypatch.setattr(machine, "find_cgroups", lambda: cgroup_support.CgroupSupport("", why))
    monkeypatch.setattr(policy, "find_machine", found)
    with pytest.raises(SandboxError, match=f"this machine only has namespaces: {re.escape(why)}$"):
        SandboxRequest(Level.CGROUP).policy()


def test_a_toolchain_shows_no_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "tool"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    tools = Toolchain()
    tools.add_program(str(program))
    assert [path for path in tools.plan().own if path.startswith(str(tmp_path))] == [str(program)]
