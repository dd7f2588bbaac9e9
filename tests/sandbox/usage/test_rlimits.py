"""Resource limits of a bot's processes."""

from __future__ import annotations

import errno
import mmap
import os
import resource
import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from lanista.sandbox import Resources
from lanista.sandbox.usage import rlimits
from tests.sandbox.confined import LINUX, outcome

MIB = 1024 * 1024
USER = 1_900_000_000  # far above those that people have


def limited(act: Any, *, cgroup: bool = False, user: int = 0, **changes: int) -> Any:
    def confine() -> None:
        if user:
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
        rlimits.apply(rlimits.limits(Resources(**changes), cgroup=cgroup, shared_user=False))

    return outcome(confine, act)


def limit(name: str) -> tuple[int, int]:
    return resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))


def test_limits_come_from_the_resources():
    found = rlimits.limits(
        Resources(memory_mb=100, processes=5, open_files=6, file_mb=7, cpu_s_match=8),
        cgroup=False,
        shared_user=False,
    )
    assert found["DATA"] == [(100 + rlimits.UNTOUCHED) * MIB] * 2
    assert (found["NPROC"], found["NOFILE"], found["FSIZE"]) == ([5, 5], [6, 6], [7 * MIB] * 2)
    assert (found["CPU"], found["CORE"]) == ([8, 10], [0, 0])


def test_0_means_no_limit_and_a_cgroup_limits_memory():
    none = Resources(memory_mb=0, processes=0, open_files=0, file_mb=0, cpu_s_match=0)
    always = {"CORE", "RTPRIO", "NICE", "MEMLOCK", "STACK", "SIGPENDING"}
    assert rlimits.limits(none, cgroup=False, shared_user=True).keys() == always
    assert "DATA" not in rlimits.limits(Resources(), cgroup=True, shared_user=False)


@pytest.mark.parametrize(("hard", "most"), [(1024, 512), (4096, 1024), (256, 128), (resource.RLIM_INFINITY, 1024)])
def test_bots_may_have_fewer_descriptors_in_flight_than_their_supervisors(monkeypatch, hard, most):
    """The kernel counts those of a user, and compares with the limit of the process that sends one more."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (hard, hard))
    assert rlimits.limits(Resources(), cgroup=False, shared_user=False)["NOFILE"] == [most, most]


def test_processes_of_our_own_user_count_as_the_bots():
    found = rlimits.limits(Resources(processes=5), cgroup=False, shared_user=True)
    assert found["NPROC"][0] >= 4 * 5 + (1 if sys.platform.startswith("linux") else 0)


@LINUX
@pytest.mark.parametrize(
    ("release", "user", "counts"),
    [("6.18.44-fc", 1000, True), ("5.14", 1000, True), ("5.13.19-generic", 1000, False), ("6.1", 0, False)],
)
def test_newer_kernels_count_an_ordinary_users_processes_by_namespace(release, user, counts, monkeypatch):
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(release=release))
    monkeypatch.setattr(os, "getuid", lambda: user)
    assert rlimits.counts_by_namespace() == counts


def test_processes_of_ours_in_a_bots_namespace_are_added():
    found = rlimits.limits(Resources(processes=5), cgroup=False, shared_user=False, helpers=2)
    assert found["NPROC"] == [7, 7]
    assert "NPROC" not in rlimits.limits(Resources(processes=0), cgroup=False, shared_user=False, helpers=2)


@LINUX
def test_threads_are_counted():
    ending = threading.Event()
    before = rlimits.tasks_of(os.getuid())
    threads = [threading.Thread(target=ending.wait) for _ in range(50)]
    for thread in threads:
        thread.start()
    try:
        assert rlimits._threads(str(os.getpid()), os.getuid()) == len(os.listdir("/proc/self/task")) > 50
        assert rlimits.tasks_of(os.getuid()) > 50
        assert before > 0
        assert rlimits._threads(str(os.getpid()), os.getuid() + 1) == 0
    finally:
        ending.set()
        for thread in threads:
            thread.join()


def test_stricter_limits_stay():
    def act() -> list[tuple[int, int]]:
        rlimits.apply({"NOFILE": [1000, 1000], "STACK": [MIB, 2 * MIB], "NO_SUCH": [1, 1]})
        return [limit("NOFILE"), limit("STACK")]

    assert limited(act, open_files=50) == [(50, 50), (MIB, 2 * MIB)]


@LINUX
def test_memory_runs_out():
    size = (64 + rlimits.UNTOUCHED) * MIB
    assert limited(lambda: bytearray(size), memory_mb=64) is MemoryError
    assert limited(lambda: len(mmap.mmap(-1, size, prot=mmap.PROT_READ)), memory_mb=64) == size  # only reserved


def test_files_open_files_and_core_dumps_are_limited(tmp_path):
    def write() -> int:
        with (tmp_path / "file").open("wb", buffering=0) as file:
            file.truncate(MIB)  # sparse
            file.seek(MIB)
            return os.write(file.fileno(), b"x")

    def open_many() -> None:
        for _ in range(100):
            os.open(os.devnull, os.O_RDONLY)

    assert limited(write, file_mb=1) == errno.EFBIG
    assert limited(write, file_mb=2) == 1
    assert limited(open_many, open_files=50) == errno.EMFILE
    assert limited(lambda: limit("CORE")) == (0, 0)


@LINUX
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a bot its own user")
def test_a_fork_bomb_of_a_user_of_its_own_stops():
    def fork_often() -> None:
        end, ours = os.pipe()
        for _ in range(20):
            if os.fork() == 0:
                os.close(ours)
                os.read(end, 1)  # until the parent is gone
                os._exit(0)

    assert limited(fork_often, user=USER + os.getpid(), processes=5) == errno.EAGAIN
