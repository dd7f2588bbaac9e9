"""The system calls of WASI preview 1 that a metered bot may make; all others are refused with an error number.

Nothing here depends on the machine: fuel drives the clock, and random numbers come from the seed of the match.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Protocol

from lanista.bots.player import FUEL_PER_MS
from lanista.bots.wasm.binary import I32, I64, FunctionType, Imported, Malformed, Module
from lanista.core.text import quoted
from lanista.engine.record import closest

MODULE = "wasi_snapshot_preview1"

SUCCESS, BAD_DESCRIPTOR, FAULT, INVALID, NOT_SEEKABLE, NOT_SUPPORTED, NOT_CAPABLE = 0, 8, 21, 28, 70, 58, 76

STDIN, STDOUT, STDERR = range(3)
CHARACTER_DEVICE = 2
READ, WRITE = 1 << 1, 1 << 6  # rights
CLOCK_EVENT, READ_EVENT, WRITE_EVENT = range(3)

CALL_COST = 10_000  # units of fuel for a call
BYTE_COST = 10  # for each byte that it moves
EPOCH_NS = 1_577_836_800 * 10**9  # the time at the start of a match: 2020-01-01
PROGRAM = b"bot\0"
MAX_VECTORS = 1024
MAX_EVENTS = 64

MASK64 = 2**64 - 1


class Exited(Exception):  # noqa: N818 - an end, not an error
    """The program has ended by itself."""

    def __init__(self, status: int) -> None:
        super().__init__(f"exit status {status}")
        self.status = status


class Machine(Protocol):
    """A bot, as its system calls see it."""

    def read(self, count: int) -> bytes:
        """Bytes from standard input; none at its end."""

    def write(self, descriptor: int, data: bytes) -> None:
        """Take output or log."""

    def spend(self, fuel: int) -> None:
        """Charge fuel."""

    def spent(self) -> int:
        """The fuel that was used since the match began."""

    def load(self, address: int, count: int) -> bytes:
        """Bytes of the memory; raises IndexError beyond its end."""

    def store(self, address: int, data: bytes) -> None:
        """Write to the memory; raises IndexError beyond its end."""


class RandomBytes:
    """Random bytes from a seed (SplitMix64)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK64

    def take(self, count: int) -> bytes:
        """The next bytes; a word that is begun is not continued."""
        words = [self._next() for _ in range((count + 7) // 8)]
        return struct.pack(f"<{len(words)}Q", *words)[:count]

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK64
        z = self._state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK64
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK64
        return z ^ z >> 31


class Wasi:
    """Answers the system calls of one bot."""

    def __init__(self, machine: Machine, seed: int) -> None:
        self._machine = machine
        self._random = RandomBytes(seed)

    def call(self, name: str, *arguments: int) -> int | None:
        """Answer a call; addresses and sizes may be any numbers of 32 bits, with or without a sign."""
        self._machine.spend(CALL_COST)
        answer = _CALLS.get(name)
        if answer is None:
            return BAD_DESCRIPTOR if name.startswith("fd_") else NOT_SUPPORTED
        try:
            return answer(self, *(number & 0xFFFFFFFF for number in arguments))
        except IndexError:
            return FAULT

    def _put(self, address: int, layout: str, *values: int) -> None:
        self._machine.store(address, struct.pack(layout, *values))

    # Arguments, environment, clock, random numbers

    def args_sizes_get(self, count: int, size: int) -> int:
        """One argument, the program's name."""
        self._put(count, "<I", 1)
        self._put(size, "<I", len(PROGRAM))
        return SUCCESS

    def args_get(self, pointers: int, texts: int) -> int:
        """Where it is."""
        self._put(pointers, "<I", texts)
        self._machine.store(texts, PROGRAM)
        return SUCCESS

    def environ_sizes_get(self, count: int, size: int) -> int:
        """An empty environment."""
        self._put(count, "<I", 0)
        self._put(size, "<I", 0)
        return SUCCESS

    def environ_get(self, pointers: int, texts: int) -> int:
        """Nothing."""
        return SUCCESS

    def clock_res_get(self, clock: int, result: int) -> int:
        """A nanosecond."""
        self._put(result, "<Q", 1)
        return SUCCESS

    def clock_time_get(self, clock: int, precision: int, result: int) -> int:
        """The time that the fuel used stands for; the calendar's time begins at EPOCH_NS."""
        self._put(result, "<Q", self._now(clock))
        return SUCCESS

    def _now(self, clock: int) -> int:
        return self._machine.spent() * 10**6 // FUEL_PER_MS + (EPOCH_NS if clock == 0 else 0)

    def random_get(self, address: int, count: int) -> int:
        """Random bytes."""
        self._machine.load(address + max(0, count - 1), 1)  # within the memory
        self._machine.spend(BYTE_COST * count)
        self._machine.store(address, self._random.take(count))
        return SUCCESS

    # Standard input, output and error

    def fd_read(self, descriptor: int, vectors: int, count: int, result: int) -> int:
        """Read from standard input."""
        if descriptor != STDIN:
            return BAD_DESCRIPTOR
        places = self._vectors(vectors, count)
        data = self._machine.read(sum(size for _, size in places))
        self._machine.spend(BYTE_COST * len(data))
        self._put(result, "<I", len(data))
        for address, size in places:
            self._machine.store(address, data[:size])
            data = data[size:]
        return SUCCESS

    def fd_write(self, descriptor: int, vectors: int, count: int, result: int) -> int:
        """Write to standard output or error."""
        if descriptor not in (STDOUT, STDERR):
            return BAD_DESCRIPTOR
        written = 0
        for address, size in self._vectors(vectors, count):
            self._machine.spend(BYTE_COST * size)
            self._machine.write(descriptor, self._machine.load(address, size))
            written += size
        self._put(result, "<I", written)
        return SUCCESS

    def _vectors(self, address: int, count: int) -> list[tuple[int, int]]:
        """The parts of the memory that a call reads or writes."""
        words = struct.unpack(f"<{2 * count}I", self._machine.load(address, 8 * count)) if count else ()
        if count > MAX_VECTORS:
            raise IndexError
        return list(zip(words[::2], words[1::2], strict=True))

    def fd_fdstat_get(self, descriptor: int, result: int) -> int:
        """All three are terminals, so that programs write each line at once."""
        if descriptor > STDERR:
            return BAD_DESCRIPTOR
        self._put(result, "<BxHxxxxQQ", CHARACTER_DEVICE, 0, READ if descriptor == STDIN else WRITE, 0)
        return SUCCESS

    def fd_filestat_get(self, descriptor: int, result: int) -> int:
        """Terminals without a size or times."""
        if descriptor > STDERR:
            return BAD_DESCRIPTOR
        self._put(result, "<QQBxxxxxxxQQQQQ", 0, descriptor, CHARACTER_DEVICE, 1, 0, 0, 0, 0)
        return SUCCESS

    def fd_fdstat_set_flags(self, descriptor: int, flags: int) -> int:
        """Nothing changes."""
        return SUCCESS if descriptor <= STDERR else BAD_DESCRIPTOR

    def fd_close(self, descriptor: int) -> int:
        """Nothing changes."""
        return SUCCESS if descriptor <= STDERR else BAD_DESCRIPTOR

    def fd_seek(self, descriptor: int, *_others: int) -> int:
        """Terminals have no positions."""
        return NOT_SEEKABLE if descriptor <= STDERR else BAD_DESCRIPTOR

    # The end, and waiting

    def proc_exit(self, status: int) -> None:
        """End the program."""
        raise Exited(status)

    def sched_yield(self) -> int:
        """Nobody else is there."""
        return SUCCESS

    def poll_oneoff(self, asked: int, events: int, count: int, result: int) -> int:
        """Sleeping uses fuel like computing; reading and writing need no waiting."""
        if not 0 < count <= MAX_EVENTS:
            return INVALID
        ready, sleeping = [], []
        for number in range(count):
            event = self._machine.load(asked + 48 * number, 48)
            about, kind = struct.unpack_from("<QB", event)
            if kind == CLOCK_EVENT:
                sleeping.append((self._duration(event), about))
            else:
                ready.append((about, kind))
        if not ready and sleeping:
            duration, about = min(sleeping)
            self._machine.spend(duration * FUEL_PER_MS // 10**6)
            ready = [(about, CLOCK_EVENT)]
        for number, (about, kind) in enumerate(ready):
            self._put(events + 32 * number, "<QHBxxxxxQHxxxxxx", about, SUCCESS, kind, 1, 0)
        self._put(result, "<I", len(ready))
        return SUCCESS

    def _duration(self, event: bytes) -> int:
        """The nanoseconds until an event of a clock."""
        clock, timeout, _precision, flags = struct.unpack_from("<IxxxxQQH", event, 16)
        return max(0, timeout - self._now(clock)) if flags & 1 else int(timeout)


_CALLS: dict[str, Callable[..., int | None]] = {
    name: getattr(Wasi, name)
    for name in (
        "args_sizes_get", "args_get", "environ_sizes_get", "environ_get", "clock_res_get", "clock_time_get",
        "random_get", "fd_read", "fd_write", "fd_fdstat_get", "fd_filestat_get", "fd_fdstat_set_flags", "fd_close",
        "fd_seek", "proc_exit", "sched_yield", "poll_oneoff",
    )
}  # fmt: skip

# The parameters of all calls of WASI preview 1 (i: 32 bits, I: 64); each but `proc_exit` returns an error number
PARAMETERS = {
    "args_get": "ii", "args_sizes_get": "ii", "environ_get": "ii", "environ_sizes_get": "ii",
    "clock_res_get": "ii", "clock_time_get": "iIi",
    "fd_advise": "iIIi", "fd_allocate": "iII", "fd_close": "i", "fd_datasync": "i", "fd_fdstat_get": "ii",
    "fd_fdstat_set_flags": "ii", "fd_fdstat_set_rights": "iII", "fd_filestat_get": "ii",
    "fd_filestat_set_size": "iI", "fd_filestat_set_times": "iIIi", "fd_pread": "iiiIi", "fd_prestat_get": "ii",
    "fd_prestat_dir_name": "iii", "fd_pwrite": "iiiIi", "fd_read": "iiii", "fd_readdir": "iiiIi",
    "fd_renumber": "ii", "fd_seek": "iIii", "fd_sync": "i", "fd_tell": "ii", "fd_write": "iiii",
    "path_create_directory": "iii", "path_filestat_get": "iiiii", "path_filestat_set_times": "iiiiIIi",
    "path_link": "iiiiiii", "path_open": "iiiiiIIii", "path_readlink": "iiiiii", "path_remove_directory": "iii",
    "path_rename": "iiiiii", "path_symlink": "iiiii", "path_unlink_file": "iii",
    "poll_oneoff": "iiii", "proc_exit": "i", "proc_raise": "i", "random_get": "ii", "sched_yield": "",
    "sock_accept": "iii", "sock_recv": "iiiiii", "sock_send": "iiiii", "sock_shutdown": "ii",
}  # fmt: skip


def signature_of(name: str) -> FunctionType:
    """The type of a system call."""
    params = bytes(I32 if letter == "i" else I64 for letter in PARAMETERS[name])
    return FunctionType(params, b"" if name == "proc_exit" else bytes([I32]))


def check_imports(module: Module) -> None:
    """Refuse a module that imports something else than functions of WASI preview 1."""
    for wanted in module.imports:
        if problem := _problem(module, wanted):
            raise Malformed(f"it imports {quoted(wanted.name)} from {quoted(wanted.module)}, {problem}")


def _problem(module: Module, wanted: Imported) -> str:
    if wanted.module != MODULE:
        return f"which nothing provides: a bot may import functions of {MODULE} only"
    if wanted.name not in PARAMETERS:
        return f"which WASI preview 1 does not have{closest(wanted.name, set(PARAMETERS))}"
    if module.types[wanted.index] != signature_of(wanted.name):
        return "with other parameters or results than WASI preview 1 has; was it built for another version?"
    return ""
