"""Why processes end: real processes that die in different ways, and what is known of them."""

from __future__ import annotations

import signal
import subprocess
import sys

from lanista.core.verdict import Verdict
from lanista.sandbox import NO_SANDBOX, Level, Resources, SandboxPolicy
from lanista.sandbox.cause import ProcessEnding, find_cause
from tests.rows import every_row

LIMITED = SandboxPolicy(Level.LIMITS, Resources(memory_mb=100, cpu_s_match=5))
JAILED = SandboxPolicy(Level.NAMESPACES)


def ending_of(script: str, policy: SandboxPolicy = LIMITED, **known: int) -> ProcessEnding:
    """How a Python script ends."""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, timeout=60)
    code = done.returncode
    return ProcessEnding(max(0, -code), max(0, code), 0.0, done.stderr.decode(), policy=policy, **known)


KILL_ITSELF = "import os, signal\nif {0} == 25: signal.signal({0}, signal.SIG_DFL)\nos.kill(os.getpid(), {0})"
DEATHS = {
    "exits": ("raise SystemExit(3)", Verdict.CRASHED, ""),
    "divides by zero": ("1 / 0", Verdict.CRASHED, ""),
    "no memory": ("bytes(2**60)", Verdict.OUT_OF_MEMORY, "it got no more memory (memory_mb=100)"),
    "denied": (KILL_ITSELF.format("31"), Verdict.DENIED, "it made a system call that the sandbox forbids"),
    "denied in a child": ("raise SystemExit(128 + 31)", Verdict.DENIED, "it made a system call"),
    "processor time": (KILL_ITSELF.format("24"), Verdict.TIMEOUT, "processor time of the match, cpu_s_match=5"),
    "large file": (KILL_ITSELF.format("25"), Verdict.KILLED, "it wrote a file larger than file_mb=64"),
    "aborts": ("import os; os.abort()", Verdict.KILLED, "it aborted itself"),
    "bad memory": (KILL_ITSELF.format("11"), Verdict.KILLED, "it accessed memory that it does not have"),
    "a signal": (KILL_ITSELF.format("15"), Verdict.KILLED, "sent by itself or by another process"),
    "a real-time signal": (KILL_ITSELF.format("40"), Verdict.KILLED, "sent by itself or by another process"),
}


@every_row("death", DEATHS)
def test_deaths_are_told_apart(death):
    script, verdict, why = DEATHS[death]
    cause = find_cause(ending_of(script))
    assert cause.verdict is verdict
    assert why in cause.why
    assert bool(why) == bool(cause.why)


def test_in_a_namespace_only_its_own_processes_can_send_signals():
    assert "one of its processes" in find_cause(ending_of(KILL_ITSELF.format("9"), JAILED)).why


def test_the_kernels_counts_decide():
    killed = ProcessEnding(signal.SIGKILL, policy=LIMITED)
    assert find_cause(killed).verdict is Verdict.KILLED
    cause = find_cause(killed._replace(out_of_memory=1))
    assert cause == (Verdict.OUT_OF_MEMORY, "it used more memory than memory_mb=100")
    assert find_cause(ProcessEnding(status=137, out_of_memory=1)).verdict is Verdict.OUT_OF_MEMORY
    assert find_cause(ProcessEnding(status=0, out_of_memory=1)).verdict is Verdict.CRASHED
    assert find_cause(killed._replace(cpu_ms=5000.0)).verdict is Verdict.TIMEOUT
    assert "processes=128" in find_cause(ProcessEnding(status=1, refused_processes=4)).why


def test_without_a_sandbox_no_call_is_denied():
    assert find_cause(ProcessEnding(31, policy=NO_SANDBOX)).verdict is Verdict.KILLED


LAST_WORDS = {
    "Python": "Traceback (most recent call last):\nMemoryError\n",
    "C++": "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n",
    "Java": 'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space\n\tat Bot.main(Bot.java:3)\n',
    "Node": "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n",
    "Go": "fatal error: runtime: out of memory\n\nruntime stack:\n",
    "Rust": "memory allocation of 1073741824 bytes failed\n",
    ".NET": "Out of memory.\n",
    "PHP": "PHP Fatal error:  Allowed memory size of 134217728 bytes exhausted (tried to allocate 1 bytes)\n",
}


@every_row("language", LAST_WORDS)
def test_runtimes_say_that_they_are_out_of_memory(language):
    assert find_cause(ProcessEnding(status=1, log=LAST_WORDS[language])).verdict is Verdict.OUT_OF_MEMORY
    assert find_cause(ProcessEnding(status=1, log=LAST_WORDS[language] + "\n" * 12)).verdict is Verdict.CRASHED


def test_too_many_threads_are_not_a_lack_of_memory():
    log = "java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory\n"
    assert find_cause(ProcessEnding(status=1, log=log)).verdict is Verdict.CRASHED
