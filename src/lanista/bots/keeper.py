"""Owns one bot process: starts it, says how it ended, and leaves nothing of it behind.

Run as a script by `process`, with nothing but the standard library: `keeper.py CONTROL STATUS COMMAND...`.
While the referee lives it holds CONTROL open; when that closes, for whatever reason, every process that came
from the bot is killed, those included that left its process group. STATUS gets one JSON line per event.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
import time

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
KILL_SECONDS = 3.0


def prctl(option: int, value: int) -> None:
    """Ask the kernel for a Linux process setting; elsewhere there is none to ask for."""
    if sys.platform.startswith("linux"):
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def start(command: list[str], status: int) -> int:
    """Start the bot in a session of its own; it dies with its keeper. Returns its process id."""
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setsid()
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.execvp(command[0], command)
    except OSError as error:
        tell(status, {"failed": f"{command[0]}: {error.strerror}"})
    os._exit(127)


def tell(status: int, event: dict[str, object]) -> None:
    """One line for the referee, who may be gone."""
    with contextlib.suppress(OSError):
        os.write(status, json.dumps(event).encode() + b"\n")


def reap(bot: int, status: int) -> bool:
    """Collect every child that has ended; true once the bot itself is among them."""
    ended = False
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, how, usage = os.wait4(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == bot:
                ended = True
                cpu_ms = round(1000 * (usage.ru_utime + usage.ru_stime), 3)
                if os.WIFSIGNALED(how):
                    tell(status, {"signal": os.WTERMSIG(how), "cpu_ms": cpu_ms})
                else:
                    tell(status, {"exit": os.WEXITSTATUS(how), "cpu_ms": cpu_ms})
    return ended


def descendants() -> list[int]:
    """Every living process below this one; orphans come to it because it is their reaper."""
    parents: dict[int, int] = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
                if fields[0] != b"Z":
                    parents[int(name)] = int(fields[1])
    found: list[int] = []
    level = [os.getpid()]
    while level:
        level = [pid for pid, parent in parents.items() if parent in level]
        found += level
    return found


def kill_all(bot: int, status: int) -> None:
    """Kill the bot's group and whatever else came from it, until nothing is left."""
    deadline = time.monotonic() + KILL_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            os.killpg(bot, signal.SIGKILL)
        living = descendants()
        for pid in living:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        reap(bot, status)
        if not living and no_children():
            return
        time.sleep(0.001)


def no_children() -> bool:
    """Whether every child has been collected."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    return False


def main() -> None:
    """Keep one bot until it ends or the referee lets go."""
    control, status = int(sys.argv[1]), int(sys.argv[2])
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # a Ctrl-C in the terminal is the referee's to handle
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    os.set_inheritable(control, False)
    os.set_inheritable(status, False)
    bot = start(sys.argv[3:], status)
    nothing = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):  # the bot's pipes must close when the bot does
        os.dup2(nothing, fd)
    tell(status, {"started": bot})
    ended = False
    while not ended:
        ready, _, _ = select.select([control, wake_read], [], [])
        if wake_read in ready:
            os.read(wake_read, 4096)
            ended = reap(bot, status)
        if control in ready:
            break
    kill_all(bot, status)


if __name__ == "__main__":
    main()
