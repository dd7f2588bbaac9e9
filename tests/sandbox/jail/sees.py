"""A program that says what it sees and what it can do; run in a jail by test_jail.py."""

import json
import os
import socket
import sys
from collections.abc import Callable
from functools import partial


def attempt(action: Callable[[], object]) -> int:
    """The error number of something forbidden, 0 if it succeeds."""
    try:
        action()
    except OSError as error:
        return error.errno or -1
    return 0


def write(path: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write("x")


def fill() -> None:
    with open("/tmp/large", "wb", buffering=0) as file:
        for _ in range(64):
            if file.write(b"x" * 2**20) < 2**20:
                raise OSError(28, "full")


def status() -> dict[str, str]:
    with open("/proc/self/status", encoding="utf-8") as file:
        return dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)


def interfaces() -> list[str]:
    with open("/proc/net/dev", encoding="utf-8") as file:
        return [line.partition(":")[0].strip() for line in file if ":" in line]


def main() -> None:
    here, elsewhere, port = os.getcwd(), sys.argv[1], int(sys.argv[2])
    facts = {
        "root": sorted(os.listdir("/")),
        "pids": sorted(int(name) for name in os.listdir("/proc") if name.isdigit()),
        "environment": dict(os.environ),
        "descriptors": [fd for fd in range(3, 256) if os.path.exists(f"/proc/self/fd/{fd}")],
        "user": [os.getuid(), os.getgid()],
        "status": status(),
        "cwd": here,
        "files": sorted(os.listdir(here)),
        "hidden": os.listdir(os.path.join(here, "replays")),
        "opponent": attempt(lambda: os.close(os.open("opponent.py", os.O_RDONLY))),
        "elsewhere": os.path.exists(elsewhere),
        "home": os.path.exists(os.path.expanduser("~root")) and os.listdir("/root"),
        "host": socket.gethostname(),
        "interfaces": interfaces(),
        "write": {
            path: attempt(partial(write, path))
            for path in (
                "/x",
                "/usr/x",
                f"{here}/x",
                "/tmp/x",
                "/dev/shm/x",
                "/dev/x",
                "/proc/sys/kernel/hostname",
            )
        },
        "connect": attempt(lambda: socket.create_connection(("127.0.0.1", port), 5).close()),
        "listen": attempt(lambda: socket.create_server(("127.0.0.1", 0)).close()),
        "init": attempt(lambda: os.close(os.open("/proc/1/fd/0", os.O_RDONLY))),
        "environ of init": attempt(lambda: os.close(os.open("/proc/1/environ", os.O_RDONLY))),
        "fill": attempt(fill),
    }
    attempt(lambda: os.kill(1, 9))  # without effect, or it would not get to the next line
    json.dump(facts, sys.stdout)


main()
