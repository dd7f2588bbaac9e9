"""Control groups: found by trying, limiting for real, and leaving nothing behind."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lanista.sandbox.usage import cgroup_support, cgroups
from lanista.sandbox.usage.cgroup_support import CgroupSupport, find_cgroups
from lanista.sandbox.usage.cgroups import Cgroup
from tests.sandbox.confined import LINUX, outcome

MIB = 1024 * 1024
SUPPORT = find_cgroups()
REAL = pytest.mark.skipif(not SUPPORT.kind, reason=SUPPORT.why)


@pytest.fixture
def group() -> Iterator[Cgroup]:
    group = SUPPORT.create(memory_mb=64, processes=8)
    yield group
    group.close()
    assert not any(os.path.exists(path) for path in group.paths)


def inside(group: Cgroup, act: Callable[[], Any]) -> Any:
    return outcome(lambda: cgroups.join(group.procs), act)


def started(group: Cgroup, script: str) -> subprocess.Popen[bytes]:
    """A Python script that has joined the group and written a line."""
    joining = f"[open(path, 'w').write('0') for path in {group.procs}]; print(flush=True)"
    words = [sys.executable, "-S", "-c", f"{joining}\n{script}"]
    ours, theirs = os.pipe()
    with open(ours, "rb") as file:
        process = subprocess.Popen(words, stdout=theirs, start_new_session=True)
        os.close(theirs)
        file.readline()
    return process


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# For real


@REAL
def test_memory_is_limited_over_all_processes(group):
    def fork_and_fill() -> None:
        end, ours = os.pipe()
        for _ in range(4):
            if os.fork() == 0:
                held = bytearray(b"x") * (24 * MIB)
                os.close(ours)
                os.read(end, len(held))
                os._exit(0)
        os.wait()

    assert group.out_of_memory() == 0
    inside(group, fork_and_fill)
    assert group.out_of_memory() >= 1


@REAL
def test_a_process_that_wants_too_much_is_killed(group):
    assert inside(group, lambda: len(bytearray(b"x") * (200 * MIB))) == signal.SIGKILL
    assert group.out_of_memory() == 1


@REAL
def test_processes_are_limited(group):
    def fork_often() -> None:
        end, ours = os.pipe()
        for _ in range(20):
            if os.fork() == 0:
                os.close(ours)
                os.read(end, 1)
                os._exit(0)

    assert inside(group, fork_often) == errno.EAGAIN
    assert group.refused_processes() >= 1


@REAL
def test_processor_time_of_the_dead_counts(group):
    def work() -> float:
        end = time.process_time() + 0.1
        while time.process_time() < end:
            pass
        return time.process_time()

    before = group.cpu_seconds()
    used = inside(group, work)
    assert 0.1 <= group.cpu_seconds() - before <= used + 1
    assert group.cpu_seconds() == group.cpu_seconds()


@REAL
def test_frozen_processes_use_no_time_and_can_be_killed(group):
    process = started(group, "while True: pass")
    wait_until(lambda: group.cpu_seconds() > 0.05)
    group.freeze()
    wait_until(group.is_frozen)
    used = group.cpu_seconds()
    assert group.cpu_seconds() == used
    group.thaw()
    wait_until(lambda: group.cpu_seconds() > used)
    group.freeze()
    group.kill()
    assert process.wait(60) == -signal.SIGKILL


@REAL
def test_closing_ends_everything_in_it_even_daemons(group):
    daemon = "import os, time\nif os.fork() == 0: os.setsid(); time.sleep(600)\n"
    process = started(group, daemon)
    assert process.wait(60) == 0
    left = cgroups.read(group.procs[0]).split()
    assert len(left) == 1
    group.close()
    wait_until(lambda: not os.path.exists(f"/proc/{left[0]}") or _is_zombie(left[0]))


def _is_zombie(pid: str) -> bool:
    return ") Z " in cgroups.read(f"/proc/{pid}/stat")


@REAL
def test_a_group_that_could_not_be_removed_in_time_is_removed_with_the_next(group, monkeypatch):
    """On a starved machine the kernel takes longer to end processes than anybody waits."""
    late = find_cgroups().create(64, 8)
    with monkeypatch.context() as starved:
        starved.setattr(cgroups, "_try_to_remove", lambda path: False)
        starved.setattr(cgroups, "CLOSE_SECONDS", 0.01)
        late.close()
    assert any(map(os.path.isdir, late.paths))
    group.close()
    assert not any(map(os.path.isdir, late.paths))


def test_memory_in_use_is_known(group):
    def fill() -> int:
        held = bytearray(b"x") * (16 * MIB)
        return group.memory_bytes() if held else 0

    assert inside(group, fill) >= 16 * MIB


@REAL
def test_a_failed_creation_leaves_nothing(monkeypatch):
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(Cgroup, "limit", fail)
    before = groups_of_this_process()
    with pytest.raises(OSError, match="full"):
        SUPPORT.create(64, 8)
    assert groups_of_this_process() == before


def groups_of_this_process() -> list[str]:
    """Their names say whose they are; others come and go at the same time."""
    names = [name for folder in SUPPORT.folders.values() for name in os.listdir(folder)]
    return sorted(name for name in names if f"-{os.getpid()}-" in name)


@REAL
def test_groups_of_dead_referees_are_removed_and_those_of_living_ones_stay(group):
    space = os.stat("/proc/self/ns/pid").st_ino
    dead = subprocess.Popen(["true"])
    dead.wait()
    names = [f"{cgroups.PREFIX}{space}-{dead.pid}-1-1", f"{cgroups.PREFIX}{space}-{os.getpid()}-1-1"]
    foreign = f"{cgroups.PREFIX}1-{dead.pid}-1-1"  # of another container: unknown
    folder = SUPPORT.folders["pids"]
    try:
        for name in [*names, foreign]:
            os.mkdir(f"{folder}/{name}")
        cgroup_support.remove_leftovers()
        assert [os.path.exists(f"{folder}/{name}") for name in [*names, foreign]] == [False, False, True]
        assert os.path.exists(group.folders["pids"])
    finally:
        cgroups.remove(f"{folder}/{name}" for name in [*names, foreign])


# In made-up trees

CONTROLLERS = ("memory", "pids", "cpuacct", "freezer")


def machine(monkeypatch: pytest.MonkeyPatch, folder: Path, mounts: list[str], own: list[str]) -> None:
    (folder / "mountinfo").write_text("".join(f"{line}\n" for line in mounts).replace("TOP", str(folder)))
    (folder / "cgroup").write_text("".join(f"{line}\n" for line in own))
    monkeypatch.setattr(cgroup_support, "MOUNTS", str(folder / "mountinfo"))
    monkeypatch.setattr(cgroup_support, "OWN", str(folder / "cgroup"))


V2 = "30 20 0:26 / TOP/v2 rw,nosuid - cgroup2 cgroup2 rw,nsdelegate"
V1 = [f"31 20 0:27 / TOP/{name} rw - cgroup cgroup rw,{name}" for name in CONTROLLERS]
NAMED = "32 20 0:28 / TOP/systemd rw - cgroup cgroup rw,name=systemd"


@pytest.mark.parametrize(
    ("mounts", "own", "kinds"),
    [
        ([], [], []),
        ([V2], ["0::/user.slice/app.scope"], ["v2", "v2", "v2"]),
        (V1, [f"{n}:{name}:/" for n, name in enumerate(CONTROLLERS)], ["v1"]),
        ([V2, *V1], ["0::/", *[f"{n}:{name}:/a" for n, name in enumerate(CONTROLLERS)]], ["v2", "hybrid", "v1"]),
        ([V2, NAMED, *V1[:2]], ["0::/x", "1:memory:/", "2:pids:/", "3:name=systemd:/"], ["hybrid"]),
        (V1[:1], ["1:memory:/"], []),
    ],
    ids=["nothing", "v2", "v1", "all", "hybrid", "memory only"],
)
def test_candidates(mounts, own, kinds, tmp_path, monkeypatch):
    machine(monkeypatch, tmp_path, mounts, own)
    limits = "memory pids" if kinds[:1] == ["v2"] else "hugetlb"
    for folder in ("v2", "v2/user.slice", "v2/user.slice/app.scope", "v2/x"):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "cgroup.controllers").write_text(limits)
        (tmp_path / folder / "cgroup.subtree_control").write_text(limits)
    assert [support.kind for support in cgroup_support._candidates(cgroup_support._own_groups())] == kinds


@pytest.fixture
def scope(tmp_path: Path) -> Path:
    """A group of version 2 with two processes, whose parent is not ours."""
    (tmp_path / "cgroup.controllers").write_text("cpu")
    scope = tmp_path / "some.scope"
    scope.mkdir()
    for name, text in (("controllers", "cpu memory pids"), ("type", "domain"), ("procs", "11\n12\n")):
        (scope / f"cgroup.{name}").write_text(text)
    return scope


def test_processes_of_a_delegated_group_make_room_for_limits(scope, monkeypatch):
    monkeypatch.setattr(os, "getxattr", lambda path, _: b"1" if path == str(scope) else b"0", raising=False)
    assert list(cgroup_support._version_2_folders(str(scope))) == [str(scope)]
    assert (scope / cgroup_support.LEAF / "cgroup.procs").read_text() == "12"
    assert (scope / "cgroup.subtree_control").read_text() == "+memory +pids"
    inner = str(scope / cgroup_support.LEAF)
    (scope / "cgroup.subtree_control").write_text("memory pids")
    assert list(cgroup_support._version_2_folders(inner)) == [str(scope)]


def test_a_group_that_is_not_ours_stays_as_it_is(scope):
    assert list(cgroup_support._version_2_folders(str(scope))) == []
    assert not (scope / cgroup_support.LEAF).exists()
    assert not (scope / "cgroup.subtree_control").exists()


def test_a_groups_folder_is_found_in_containers_too(tmp_path, monkeypatch):
    mounts = ["30 20 0:26 /docker/abc TOP/memory rw - cgroup cgroup rw,memory"]
    machine(monkeypatch, tmp_path, mounts, ["4:memory:/docker/abc/inner"])
    assert cgroup_support._own_groups() == {"memory": f"{tmp_path}/memory/inner"}


@LINUX
def test_without_groups_the_sentence_says_what_helps(monkeypatch, tmp_path):
    machine(monkeypatch, tmp_path, [], [])
    assert find_cgroups.__wrapped__() == CgroupSupport("", cgroup_support.NO_GROUPS)
    assert cgroup_support.MOUNT in cgroup_support.NO_GROUPS
    for user, groups, advice in (
        (1000, {"": "/x"}, "systemd-run --user --scope -p Delegate=yes lanista"),
        (1000, {"memory": "/x"}, "run as root"),
        (0, {"": "/x"}, "read-only"),
    ):
        monkeypatch.setattr(os, "getuid", lambda user=user: user)
        monkeypatch.setattr(os.path, "exists", lambda _: False)
        assert advice in cgroup_support._why_not(groups)
    monkeypatch.setattr(os.path, "exists", lambda path: path == "/.dockerenv")
    assert "--cgroupns=private" in cgroup_support._why_not({"": "/x"})
