"""Leaves a daemon without environment, then kills the process that would clean up after it."""

import os
import signal
import sys
import time

from common import play, tell

SLEEP = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(3600)"


def leave_daemon():
    """A daemon that has lost all that it could lose when this returns."""
    begun, begin = os.pipe()  # closes when the daemon becomes another program
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.setsid()
            for fd in (0, 1, 2):
                os.close(fd)
            os.execve(sys.executable, [sys.executable, "-c", SLEEP, sys.argv[0]], {})
        os._exit(0)
    os.close(begin)
    os.read(begun, 1)
    os.wait()


def send(supervisor, number):
    """Send a signal; one that kills the supervisor kills this process too, a moment later."""
    try:
        os.kill(supervisor, number)
    except OSError:  # it is refused
        return
    if number == signal.SIGKILL:
        time.sleep(3)


def attack(number):
    def act(turn, view):
        if turn == 3:
            leave_daemon()
            send(os.getppid(), number)
        tell({"turn": turn, "move": "NOTHING"})

    return act


if __name__ == "__main__":
    play(3, attack(signal.SIGKILL))
