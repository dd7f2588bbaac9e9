"""Every program in this folder: its family, and what it must get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from lanista.core.verdict import Verdict
from lanista.sandbox import Level
from lanista.sandbox.machine import find_machine
from lanista.sandbox.usage.rlimits import counts_by_namespace

TURNS = 16
NEVER = TURNS + 1
OK, INVALID, TIMEOUT, CRASHED = Verdict.OK, Verdict.INVALID, Verdict.TIMEOUT, Verdict.CRASHED
PROTOCOL, FLOOD, KILLED = Verdict.PROTOCOL_ERROR, Verdict.OUTPUT_LIMIT, Verdict.KILLED
MEMORY, DENIED = Verdict.OUT_OF_MEMORY, Verdict.DENIED

Verdicts = Mapping[Verdict, int]  # of its 16 turns


@dataclass(frozen=True)
class Expected:
    """The verdicts of a program, and words that the reason of its first fault must hold."""

    verdicts: Verdicts
    reason: str = ""
    silent: range = range(0)  # the turns in which it never answers; in all others it is waited for
    otherwise: Expected | None = None  # what it may get as well
    at_any_turn: bool = False  # whether the turn in which it is ended may vary


@dataclass(frozen=True)
class Program:
    """A bot that attacks. Where a level is missing in `at`, what the next lower one says is expected."""

    family: int
    file: str
    at: Mapping[Level, Expected]
    resources: Mapping[str, int] = field(default_factory=dict)
    most: Mapping[str, int] = field(default_factory=dict)  # of each value in its report, from `most_from` on
    most_from: Level = Level.LIMITS
    words: tuple[str, ...] = ()  # arguments

    @property
    def name(self) -> str:
        """The file's name without its suffix."""
        return self.file.partition(".")[0]

    @property
    def silent(self) -> range:
        """The turns in which it never answers where nothing keeps it in."""
        return self.at[min(self.at)].silent

    def expected(self, level: Level) -> Expected | None:
        """The expectation at a level; None if the program must not be run there."""
        lower = [at for at in self.at if at <= level]
        return self.at[max(lower)] if lower else None


def program(family: int, name: str, verdicts: Verdicts, reason: str = "", silent: range = range(0)) -> Program:
    """A program that gets the same at every level."""
    return Program(family, f"{name}.py", {Level.NONE: Expected(verdicts, reason, silent)})


def supervisor_killer(name: str) -> Program:
    """A program that kills its supervisor: from namespaces on it cannot, with limits it depends on the machine."""
    killed, spared = Expected({OK: 2, CRASHED: 14}, "its supervisor process ended"), Expected({OK: 16})
    at = {Level.NONE: killed, Level.LIMITS: replace(spared, otherwise=killed), Level.NAMESPACES: spared}
    return Program(9, f"{name}.py", at)


def bomb(file: str, **most: int) -> Program:
    """A program that starts as many processes or threads as it can, and plays on; `most` is what it may get.

    Where the kernel counts others' processes as the bot's, or none of root's, its supervisor ends it.
    """
    ended = Expected({OK: 2, KILLED: 14}, "more than processes=24", at_any_turn=True)  # by its supervisor, soon
    either, counted = Expected({OK: 16}, otherwise=ended), find_machine().first_user or counts_by_namespace()
    at = {Level.LIMITS: either, Level.NAMESPACES: Expected({OK: 16}) if counted else either}
    at[Level.CGROUP] = Expected({OK: 16})
    return Program(1, file, at, {"processes": 24}, most, Level.NAMESPACES if counted else Level.CGROUP)


def hoard(name: str, at: Mapping[Level, Expected]) -> Program:
    """A program that takes memory until it is ended: 400 MB or more, where 128 are allowed."""
    return Program(2, f"{name}.py", at, {"memory_mb": 128}, {"megabytes": 128})


def ended(reason: str) -> Expected:
    """The process ends in the third turn; on a busy machine its exit status may come too late."""
    return Expected({OK: 2, CRASHED: 14}, reason)


EXPIRED = "no answer within 200 ms"
OUT_OF_MEMORY = Expected({OK: 2, MEMORY: 14})
PROGRAMS = [
    bomb("forks_without_end.py", children=24),
    bomb("fork_bomb.sh"),
    bomb("starts_threads.py", threads=24),
    hoard("fills_memory", {Level.LIMITS: OUT_OF_MEMORY}),
    hoard("maps_memory", {Level.LIMITS: OUT_OF_MEMORY}),
    hoard("deep_stack", {Level.LIMITS: OUT_OF_MEMORY}),
    hoard("memory_in_files", {Level.LIMITS: Expected({OK: 2, CRASHED: 14}), Level.CGROUP: OUT_OF_MEMORY}),
    hoard("memory_in_sockets", {Level.LIMITS: OUT_OF_MEMORY}),
    # Control groups of version 1 let connections wait where others end the bot
    hoard(
        "memory_in_connections",
        {Level.NAMESPACES: OUT_OF_MEMORY, Level.CGROUP: replace(OUT_OF_MEMORY, otherwise=ended("exit status 1"))},
    ),
    hoard("memory_in_pipes", {Level.LIMITS: OUT_OF_MEMORY}),
    hoard("memory_in_page_tables", {Level.LIMITS: OUT_OF_MEMORY}),
    hoard("memory_left_behind", {Level.LIMITS: OUT_OF_MEMORY}),
    # The kernel kills its children; if it waits for them past its deadline, that ends it too.
    hoard(
        "memory_in_children",
        {Level.LIMITS: OUT_OF_MEMORY, Level.CGROUP: Expected({OK: 16}, otherwise=OUT_OF_MEMORY)},
    ),
    Program(10, "kills_everybody.py", {Level.NAMESPACES: Expected({OK: 16})}),
    Program(16, "speaks_32_bit.c", {Level.LIMITS: Expected({DENIED: 16})}),
    Program(
        1,
        "forks_children.py",
        {Level.NONE: replace(ended("exit status 0"), otherwise=ended("closed its standard output"))},
    ),
    program(1, "forks_generations", {OK: 16}),
    program(4, "floods", {OK: 2, FLOOD: 14}, "wrote more than"),
    program(4, "endless_line", {OK: 2, FLOOD: 14}, "wrote more than"),
    program(4, "floods_letters", {OK: 2, FLOOD: 14}, "wrote more than"),
    program(4, "floods_blanks", {OK: 2, FLOOD: 14}, "wrote more than"),
    program(4, "floods_answers", {OK: 2, FLOOD: 14}, "wrote more than"),
    program(4, "nul_bytes", {OK: 2, FLOOD: 14}, "wrote more than"),
    program(4, "bad_utf8", {OK: 15, PROTOCOL: 1}, "expected UTF-8"),
    program(4, "bad_utf8_in_json", {OK: 15, PROTOCOL: 1}, "expected a JSON object"),
    program(5, "floods_log", {OK: 16}),
    program(5, "log_without_line_end", {OK: 16}),
    program(5, "closes_log", {OK: 16}),
    program(5, "floods_and_errors", {OK: 2, FLOOD: 14}, "wrote more than"),
    program(6, "never_reads", {TIMEOUT: 16}, EXPIRED, range(1, NEVER)),
    program(6, "closes_input", {OK: 3, TIMEOUT: 13}, EXPIRED, range(4, NEVER)),
    program(6, "closes_output", {OK: 2, CRASHED: 14}, "closed its standard output", range(3, 4)),
    program(6, "half_line", {OK: 2, TIMEOUT: 14}, EXPIRED, range(3, NEVER)),
    program(6, "answers_twice", {OK: 15, PROTOCOL: 1}, "answered twice"),
    program(6, "late", {OK: 15, TIMEOUT: 1}, EXPIRED, range(3, 4)),
    program(6, "late_bare", {OK: 15, TIMEOUT: 1}, EXPIRED, range(3, 4)),
    program(6, "exits_at_start", {CRASHED: 16}, "exit status 1"),
    program(6, "exits_quietly", {OK: 2, CRASHED: 14}, "exit status 0"),
    program(6, "crashes", {OK: 2, CRASHED: 14}, "exit status 1"),
    program(6, "kills_itself", {OK: 2, KILLED: 14}, "SIGSEGV"),
    program(6, "real_time_signal", {OK: 2, KILLED: 14}, "killed by SIGRTMIN+6"),
    program(7, "sleeps_forever", {OK: 2, TIMEOUT: 14}, EXPIRED, range(3, NEVER)),
    program(7, "busy_loop", {OK: 2, TIMEOUT: 14}, EXPIRED, range(3, NEVER)),
    program(7, "burns_in_a_child", {OK: 2, TIMEOUT: 14}, EXPIRED, range(3, NEVER)),
    program(8, "thinks_between_turns", {OK: 16}),
    program(9, "ignores_signals", {OK: 2, TIMEOUT: 14}, EXPIRED, range(3, NEVER)),
    program(9, "stops_itself", {OK: 2, TIMEOUT: 14}, EXPIRED, range(3, NEVER)),
    program(9, "leaves_a_daemon", {OK: 16}),
    program(9, "leaves_a_swarm", {OK: 16}),
    supervisor_killer("kills_its_supervisor"),
    program(9, "stops_its_supervisor", {OK: 16}),
    program(9, "keeps_stopping_its_supervisor", {OK: 16}),
    supervisor_killer("sheds_its_mark"),
    program(10, "traces_its_supervisor", {OK: 16}),
    program(10, "forges_its_status", {OK: 16}),
    program(11, "leaves_zombies", {OK: 16}),
    program(17, "claims_no_time", {OK: 16}),
    Program(25, "passes_descriptors.py", {Level.LIMITS: Expected({OK: 16})}, {}, {"in_flight": 1024 + 2 * 253}),
    Program(25, "watches_files.py", {Level.LIMITS: Expected({OK: 16})}, {}, {"instances": 8}),
    program(20, "hostile_text", {OK: 2, INVALID: 14}, "unknown command"),
    program(20, "speaks_backwards", {OK: 16}),
    program(20, "deep_drawing", {OK: 15, PROTOCOL: 1}, "nested deeper than 64 levels"),
    program(20, "deep_json", {OK: 15, PROTOCOL: 1}, "expected a JSON object"),
    program(20, "nan_in_json", {OK: 15, PROTOCOL: 1}, "expected a JSON object"),
    program(20, "huge_numbers", {OK: 15, PROTOCOL: 1}, "expected"),
    program(20, "draws_out_of_this_world", {OK: 15, PROTOCOL: 1}, "Number out of range"),
    program(20, "number_for_a_move", {OK: 15, INVALID: 1}, "unknown command"),
    program(21, "wrong_turn", {OK: 15, PROTOCOL: 1}, "expected an answer to turn 3, got one to turn 10"),
    program(21, "answers_old_turns", {OK: 12, PROTOCOL: 4}, "answered twice, or before turn 3 was asked"),
    program(21, "answers_for_its_opponent", {OK: 16}),
    program(21, "says_ready_again", {OK: 14, PROTOCOL: 2}, "got a message of type 'ready'"),
    program(21, "rubbish_json", {OK: 15, PROTOCOL: 1}, "expected a JSON object"),
    program(21, "no_move", {OK: 15, PROTOCOL: 1}, 'expected a member "move"'),
    program(21, "unknown_word", {OK: 15, INVALID: 1}, "unknown command 'FLY'"),
]
