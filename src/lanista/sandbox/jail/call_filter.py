"""Assembles the filter of system calls from the rules in `syscalls`; `seccomp` installs it."""

from __future__ import annotations

import platform
import struct
import sys
from collections.abc import Collection
from functools import cache

from lanista.sandbox.syscalls import NEWEST, NUMBERS, RULES, Rule, SyscallArgument

LOAD, RETURN, JUMP = 0x20, 0x06, 0x05
IF_EQUAL, IF_AT_LEAST, IF_BITS = 0x15, 0x35, 0x45
CALL, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data; 8 bytes each argument, lower half first
ALLOW, KILL_PROCESS, NO_SUCH_CALL = 0x7FFF0000, 0x80000000, 0x00050026
X32 = 0x40000000  # the bit that calls of the x32 interface have
FAR = 255  # instructions that a condition can skip
ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column in NUMBERS, AUDIT_ARCH_*

Instruction = tuple[int, int, int, int]
Block = list[Instruction]  # in which every path returns


def is_known(machine: str | None = None) -> bool:
    """Whether there is a filter for this processor and system."""
    return sys.platform.startswith("linux") and (machine or platform.machine()) in ARCHITECTURES


@cache
def program(machine: str | None = None, *, own: Collection[str] = frozenset()) -> bytes:
    """The filter for a processor, as `seccomp.install` and bubblewrap take it; empty if the processor is unknown.

    `own` names what belongs to the jail alone (`syscalls.OWN`, a frozenset): some calls then harm nobody else.
    """
    machine = machine or platform.machine()
    if machine not in ARCHITECTURES:
        return b""
    column, architecture = ARCHITECTURES[machine]
    body = _search(_ranges(column, frozenset(own)))
    if machine == "x86_64":
        body = _branch(IF_AT_LEAST, X32, _returns(KILL_PROCESS), body)
    body = [(LOAD, 0, 0, CALL), *body]
    code = [(LOAD, 0, 0, ARCHITECTURE), *_branch(IF_EQUAL, architecture, body, _returns(KILL_PROCESS))]
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in code)


def _ranges(column: int, own: frozenset[str]) -> list[tuple[int, Block]]:
    """Ranges of calls that are treated alike, each by its lowest number, with the code that decides."""
    rules: dict[int, list[Rule]] = {}
    for rule in RULES:
        if not rule.unless or not own.issuperset(rule.unless):
            for call in rule.calls.split():
                rules.setdefault(NUMBERS[call][column], []).append(rule)
    ranges: list[tuple[int, Block]] = []
    for number in range(NEWEST + 1):
        block = _decide(rules.get(number, []))
        if not ranges or ranges[-1][1] != block:
            ranges.append((number, block))
    return [*ranges, (NEWEST + 1, _returns(NO_SUCH_CALL))]


def _search(ranges: list[tuple[int, Block]]) -> Block:
    """A binary search for the range of the call whose number is loaded."""
    if len(ranges) == 1:
        return ranges[0][1]
    middle = len(ranges) // 2
    return _branch(IF_AT_LEAST, ranges[middle][0], _search(ranges[middle:]), _search(ranges[:middle]))


def _decide(rules: list[Rule]) -> Block:
    """Apply the first rule that holds for the arguments."""
    block = _returns(ALLOW)
    for rule in reversed(rules):
        block = _check(list(rule.arguments), _returns(rule.action.value), block)
    return block


def _check(arguments: list[SyscallArgument], holds: Block, fails: Block) -> Block:
    """Continue with `holds` if all arguments are as described."""
    if not arguments:
        return holds
    argument, rest = arguments[0], _check(arguments[1:], holds, fails)
    yes, no = (fails, rest) if argument.kind == "not in" else (rest, fails)
    block = no
    for value in reversed(argument.values):
        block = _branch(IF_BITS if argument.kind == "bits" else IF_EQUAL, value, yes, block)
    return [(LOAD, 0, 0, ARGUMENTS + 8 * argument.number), *block]


def _branch(condition: int, value: int, yes: Block, no: Block) -> Block:
    """Continue with `yes` if the condition on the loaded number holds, otherwise with `no`."""
    if len(yes) <= FAR:
        return [(condition, 0, len(yes), value), *yes, *no]
    return [(condition, 0, 1, value), (JUMP, 0, 0, len(no)), *no, *yes]


def _returns(value: int) -> Block:
    return [(RETURN, 0, 0, value)]
