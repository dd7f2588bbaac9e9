"""The filter of system calls: every rule in a simulation, harmless calls and whole runtimes for real."""

from __future__ import annotations

import ctypes
import errno
import itertools
import mmap
import platform
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from lanista.sandbox.jail import call_filter, seccomp
from lanista.sandbox.syscalls import NEWEST, NUMBERS, OWN, RULES, Rule, SyscallAction, SyscallArgument
from tests.programs import need
from tests.sandbox.confined import LINUX, outcome

ALL, NOTHING = frozenset(OWN), frozenset[str]()
SIGSYS, EPERM, ENOSYS, EAFNOSUPPORT = 31, errno.EPERM, errno.ENOSYS, errno.EAFNOSUPPORT
ARGUMENTS = sorted({value for rule in RULES for argument in rule.arguments for value in argument.values} | {3, 77})


# In a simulation, as most of these calls would be dangerous if the filter let them through


def answer(program: bytes, architecture: int, number: int, arguments: tuple[int, ...]) -> int:
    """The kernel's answer to a call: runs the filter."""
    data = struct.pack("=IIQ6Q", number, architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    code = [struct.unpack_from("=HBBI", program, at) for at in range(0, len(program), 8)]
    at = loaded = 0
    while True:
        operation, yes, no, value = map(int, code[at])
        at += 1
        match operation:
            case call_filter.LOAD:
                (loaded,) = struct.unpack_from("=I", data, value)
            case call_filter.RETURN:
                return value
            case call_filter.JUMP:
                at += value
            case call_filter.IF_EQUAL:
                at += yes if loaded == value else no
            case call_filter.IF_AT_LEAST:
                at += yes if loaded >= value else no
            case call_filter.IF_BITS:
                at += yes if loaded & value else no
            case _:
                raise AssertionError(f"unknown operation {operation:#x}")


def applies(argument: SyscallArgument, arguments: tuple[int, ...]) -> bool:
    value = arguments[argument.number]
    if argument.kind == "bits":
        return bool(value & argument.values[0])
    return (value in argument.values) == (argument.kind == "in")


def expected(rules: list[Rule], arguments: tuple[int, ...]) -> int:
    for rule in rules:
        if all(applies(argument, arguments) for argument in rule.arguments):
            return rule.action.value
    return call_filter.ALLOW


@pytest.mark.parametrize("machine", call_filter.ARCHITECTURES)
@pytest.mark.parametrize("own", [NOTHING, ALL, frozenset({"pids", "ipc", "network"})], ids=len)
def test_every_call_gets_what_the_rules_say(machine, own):
    program = call_filter.program(machine, own=own)
    column, architecture = call_filter.ARCHITECTURES[machine]
    names = {numbers[column]: name for name, numbers in NUMBERS.items()}
    for number in range(NEWEST + 1):
        rules = [
            rule
            for rule in RULES
            if names.get(number) in rule.calls.split() and not (rule.unless and own >= set(rule.unless))
        ]
        looked_at = {argument.number for rule in rules for argument in rule.arguments}
        for arguments in itertools.product(*(ARGUMENTS if place in looked_at else [0] for place in range(3))):
            assert answer(program, architecture, number, arguments) == expected(rules, arguments)


@pytest.mark.parametrize("machine", call_filter.ARCHITECTURES)
def test_foreign_calls_die_and_new_calls_do_not_exist(machine):
    program, (_, architecture) = call_filter.program(machine), call_filter.ARCHITECTURES[machine]
    for foreign in {0x40000003, 0x40000028, 0, *(code for _, code in call_filter.ARCHITECTURES.values())}:
        if foreign != architecture:
            assert answer(program, foreign, 20, ()) == SyscallAction.KILL.value
    assert answer(program, architecture, NEWEST + 1, ()) == SyscallAction.ENOSYS.value
    x32 = SyscallAction.KILL if machine == "x86_64" else SyscallAction.ENOSYS
    assert answer(program, architecture, 0x40000000 + 39, ()) == x32.value


def test_the_upper_half_of_an_argument_does_not_matter():
    program, (_, architecture) = call_filter.program("x86_64"), call_filter.ARCHITECTURES["x86_64"]
    for upper in (0, 1 << 32, 0xFFFFFFFF << 32):
        assert answer(program, architecture, 16, (0, upper | 0x5412)) == SyscallAction.EPERM.value


def test_an_unknown_processor_has_no_filter():
    assert call_filter.program("vax") == b""
    assert not call_filter.is_known("vax")


def test_every_rule_has_a_reason_and_every_number_a_rule():
    named = [name for rule in RULES for name in rule.calls.split()]
    assert set(named) == set(NUMBERS)
    assert all(rule.reason and bool(rule.condition) == bool(rule.arguments) for rule in RULES)
    assert all(set(rule.unless) <= set(OWN) for rule in RULES)


# For real

libc = ctypes.CDLL(None, use_errno=True)


def call(number: int, *arguments: int) -> int:
    """Make a system call; raises OSError."""
    result = int(libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments)))
    if result < 0:
        raise OSError(ctypes.get_errno(), "")
    return result


def filtered(own: frozenset[str], act: Callable[[], Any]) -> Any:
    return outcome(lambda: seccomp.install(call_filter.program(own=own)), act)


def number(name: str) -> int:
    return NUMBERS[name][call_filter.ARCHITECTURES[platform.machine()][0]]


TRACEME, NEWUSER = 0, 0x10000000


@LINUX
@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("ptrace", (TRACEME,), SIGSYS),
        ("process_vm_readv", (0,), SIGSYS),
        ("pidfd_getfd", (-1, -1), SIGSYS),
        ("open_by_handle_at", (-1, 0, 0), SIGSYS),
        ("clone3", (0, 0), ENOSYS),
        ("unshare", (NEWUSER,), EPERM),
        ("unshare", (0,), 0),
        ("setns", (-1, 0), EPERM),
        ("io_uring_setup", (0, 0), EPERM),
        ("perf_event_open", (0,), EPERM),
        ("userfaultfd", (0,), EPERM),
        ("keyctl", (0, 0), EPERM),
        ("memfd_secret", (0,), ENOSYS),
        ("socket", (16, 3, 0), EAFNOSUPPORT),  # netlink
        ("socket", (40, 1, 0), EAFNOSUPPORT),  # virtual machines
        ("socket", (17, 3, 0), EAFNOSUPPORT),  # packets
        ("personality", (0xFFFFFFFF,), 0),
        ("personality", (0x0400000,), EPERM),  # READ_IMPLIES_EXEC
        ("ioctl", (0, 0x5412, 0), EPERM),
        ("prctl", (1, 0), EPERM),
        ("prctl", (1, 9), 0),
        ("prlimit64", (1, 7, 0, 0), EPERM),
        ("prlimit64", (0, 7, 0, 0), 0),
        ("sync", (), 0),
    ],
)
def test_harmless_attempts(name, arguments, result):
    assert filtered(ALL, lambda: call(number(name), *arguments)) == result


@LINUX
@pytest.mark.parametrize(
    ("name", "arguments", "lacking", "result"),
    [
        ("socket", (socket.AF_INET, socket.SOCK_STREAM, 0), "network", EAFNOSUPPORT),
        ("memfd_create", (0, 0), "memory", ENOSYS),
        ("shmget", (0, 0, 0), "ipc", EPERM),
        ("setpriority", (2, 0, 19), "pids", EPERM),
        ("sched_setaffinity", (1, 0, 0), "pids", EPERM),
    ],
)
def test_what_a_jail_does_not_have_of_its_own_is_refused(name, arguments, lacking, result):
    assert filtered(ALL - {lacking}, lambda: call(number(name), *arguments)) == result


@LINUX
def test_local_sockets_and_threads_work():
    def act():
        thread = threading.Thread(target=lambda: None)
        thread.start()
        thread.join()
        with socket.socket(socket.AF_UNIX) as own:
            return own.family == socket.AF_UNIX

    assert filtered(NOTHING, act) is True


@LINUX
@pytest.mark.skipif(platform.machine() != "x86_64", reason="only this processor has these interfaces")
def test_the_old_interfaces_of_the_processor_are_closed():
    assert filtered(ALL, lambda: call(0x40000000 + 39)) == SIGSYS  # x32

    def act():
        memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        memory.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # getpid of 32-bit programs: mov eax, 20; int 0x80; ret
        address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        return ctypes.CFUNCTYPE(ctypes.c_int)(address)()

    assert filtered(ALL, act) == SIGSYS


PYTHON = """
import asyncio, concurrent.futures, subprocess, tempfile, threading
async def run():
    process = await asyncio.create_subprocess_exec("true")
    return await process.wait()
with concurrent.futures.ThreadPoolExecutor(4) as pool:
    assert sum(pool.map(int, range(9))) == 36
assert asyncio.run(run()) == 0
with tempfile.TemporaryFile() as file:
    file.write(b"x")
"""
NODE = """
const { Worker } = require("worker_threads");
require("child_process").execSync("true");
new Worker("1", { eval: true }).on("exit", (code) => process.exit(code));
"""
RUNTIMES = {
    "python": [sys.executable, "-c", PYTHON],
    "node": ["node", "-e", NODE],
    "java": ["java", "-version"],
    "go": ["go", "env", "GOOS"],
    "cargo": ["cargo", "--version"],
    "c++": ["g++", "-x", "c++", "-", "-o", "/dev/null"],
    "shell": ["sh", "-c", "(sleep 0 & wait); echo x | cat"],
}


@LINUX
@pytest.mark.parametrize("own", [NOTHING, ALL], ids=["limits", "jail"])
@pytest.mark.parametrize("runtime", RUNTIMES)
def test_runtimes_do_not_notice_the_filter(runtime, own, tmp_path):
    words = RUNTIMES[runtime]
    need(words[0])
    (tmp_path / "in").write_text("#include <thread>\nint main() { std::thread([] {}).join(); }\n")

    def act():
        with (tmp_path / "in").open() as text:
            done = subprocess.run(words, stdin=text, capture_output=True, check=False)
        return done.returncode, done.stderr.decode() if done.returncode else ""

    assert filtered(own, act) == (0, "")


def test_no_filter_of_a_bot_is_longer_than_the_kernel_takes():
    assert len(call_filter.program("x86_64")) // 8 <= 4096
