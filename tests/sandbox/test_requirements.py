"""The requirements of a public contest for a machine."""

import json
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from types import MappingProxyType

import pytest

from lanista.cli.sandbox import command as verb
from lanista.sandbox import Level, requirements
from lanista.sandbox.jail import call_filter, landlock
from lanista.sandbox.machine import MachineAbilities
from lanista.sandbox.requirements import Requirement, public_requirements
from lanista.sandbox.usage.cgroup_support import CgroupSupport

GOOD = MachineAbilities(Level.CGROUP, "own", first_user=1000)
SWAP = "Filename Type Size Used Priority\n/dev/sda2 partition 1 0 -2\n"


class Groups(CgroupSupport):
    """Control groups that can be made, with or without a limit of swap."""

    def create(self, memory_mb, processes):
        raise OSError


@pytest.fixture
def perfect(monkeypatch):
    """A machine that has everything, whose parts can be replaced."""
    parts = {
        "kernel_version": lambda: (6, 1),
        "find_cgroups": lambda: Groups("v2", "version 2"),
        "read": lambda _: "",
        "_limits_swap": lambda _: False,
    }
    for name, part in parts.items():
        monkeypatch.setattr(requirements, name, part)
    monkeypatch.setattr(call_filter, "is_known", lambda: True)
    monkeypatch.setattr(landlock, "abi", lambda: 6)
    return monkeypatch


def missing(
    machine: MachineAbilities = GOOD, environment: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    return {each.name: each.remedy for each in public_requirements(machine, environment) if not each.ok}


def test_a_machine_that_has_everything(perfect):
    assert missing() == {}
    assert missing(environment={"LANISTA_SANDBOX": "cgroup", "LANISTA_BUILD_NETWORK": "0"}) == {}


@pytest.mark.parametrize(
    ("part", "value", "name", "remedy"),
    [
        ("kernel_version", lambda: (5, 14), "kernel", "Linux 5.15 or newer"),
        ("kernel_version", tuple, "kernel", "Linux 5.15 or newer"),
        ("find_cgroups", lambda: Groups("", "delegate one"), "control groups", "delegate one"),
        ("read", lambda _: SWAP, "swap", "swapoff -a"),
        ("call_filter.is_known", lambda: False, "call filter", "x86_64"),
        ("landlock.abi", lambda: 0, "Landlock", "boot with lsm=landlock"),
    ],
)
def test_what_is_missing_comes_with_a_remedy(perfect, part, value, name, remedy):
    perfect.setattr(f"lanista.sandbox.requirements.{part}", value)
    found = missing()
    assert list(found) == [name]
    assert remedy in found[name]


def test_swap_that_is_limited_does_no_harm(perfect):
    perfect.setattr(requirements, "read", lambda _: SWAP)
    perfect.setattr(requirements, "_limits_swap", lambda _: True)
    assert missing() == {}


@pytest.mark.parametrize(
    ("machine", "name", "remedy"),
    [
        (MachineAbilities(Level.CGROUP, "bubblewrap"), "users", "run Lanista as root"),
        (MachineAbilities(Level.LIMITS, no_own="install it", first_user=1000), "namespaces", "install it"),
    ],
)
def test_a_machine_without_namespaces_or_users_of_its_own(perfect, machine, name, remedy):
    found = missing(machine)
    assert list(found) == [name]
    assert remedy in found[name]


@pytest.mark.parametrize("name", ["LANISTA_SANDBOX", "LANISTA_RUNNER", "LANISTA_BUILD_NETWORK"])
def test_variables_that_weaken_the_sandbox(perfect, name):
    value = {"LANISTA_SANDBOX": "namespaces", "LANISTA_RUNNER": "own", "LANISTA_BUILD_NETWORK": "1"}[name]
    assert missing(environment={name: value}) == {"environment": f"unset {name}"}


@pytest.mark.parametrize(
    ("found", "escaped", "code", "asked"),
    [
        ([Requirement("swap", "none")], "", 0, True),
        ([Requirement("swap", "none")], "read it", 1, True),
        ([Requirement("swap", "some", "swapoff -a")], "", 1, False),
    ],
)
def test_the_exit_code_says_whether_all_is_there(monkeypatch, capsys, found, escaped, code, asked):
    """Attempts to get out are made only where everything is there."""
    tried = Requirement("attempts to get out", "80 of 80", escaped)
    calls: list[str] = []

    def attempts(*, quiet: bool) -> Requirement:
        calls.append("tried")
        return tried

    monkeypatch.setattr(requirements, "public_requirements", lambda _: list(found))
    monkeypatch.setattr(verb, "_attempts", attempts)
    with pytest.raises(SystemExit) if code else nullcontext() as ended:
        verb._require("public", no_tries=False, as_json=True)
    assert code == (ended.value.code if ended else 0)
    said = json.loads(capsys.readouterr().out)
    assert (said["ok"], bool(calls)) == (code == 0, asked)
    assert said["requirements"][0]["remedy"] == found[0].remedy
    with suppress(SystemExit):
        verb._require("public", no_tries=True, as_json=False)
    assert ("lacks 1 of the 1 things" in capsys.readouterr().out) is bool(found[0].remedy)
