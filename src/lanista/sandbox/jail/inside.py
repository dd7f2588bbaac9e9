"""The first process in a jail that bubblewrap has made: starts the bot, and takes all others with it when it ends.

Standard library only.
"""

from __future__ import annotations

import os
import sys

from lanista.sandbox import linux
from lanista.sandbox.guards import Guards
from lanista.sandbox.ignored import Ignored
from lanista.sandbox.jail import enter
from lanista.sandbox.jail.bubblewrap import private_folders
from lanista.sandbox.jail.spec import read_spec
from lanista.sandbox.reports import failed_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def main() -> None:
    """Run a bot: `STATUS EVENTS STDIN STDOUT COMMAND...`; how it ended is written to EVENTS, as in `enter`."""
    status, events, stdin, stdout = map(int, sys.argv[1:5])
    command = sys.argv[5:]
    os.dup2(stdin, 0)
    os.dup2(stdout, 1)
    os.close(stdin)
    os.close(stdout)
    spec = read_spec()
    linux.prctl(linux.PR_SET_DUMPABLE, 0)  # the bot uses none of its descriptors
    linux.close_on_exec(3)
    _limit_inodes(spec)
    enter.drop_privileges(0)
    if spec["listen"] and spec["channel"] >= 0:
        enter.hand_out(spec["channel"], b"listener", enter.open_listener(spec["listen"]))
    guards = Guards({**spec, "cgroups": []})  # which it has joined before
    bot = os.fork()
    if bot == 0:
        _become_bot(guards, command, spec["environment"], status)
    enter.serve_as_init(bot, events)


def _limit_inodes(spec: dict[str, Any]) -> None:
    """Limit the number of files in the private folders, which bubblewrap cannot."""
    flags = linux.MS_REMOUNT | linux.MS_NOSUID | linux.MS_NODEV
    for folder, size in private_folders(spec):
        with Ignored(PermissionError):  # a bubblewrap that is setuid leaves us no right to do it
            linux.mount("tmpfs", folder, "tmpfs", flags, f"size={size},nr_inodes={spec['inodes']}")


def _become_bot(guards: Guards, command: list[str], environment: dict[str, str], status: int) -> None:
    try:
        os.setsid()
        guards.put_on()
        os.execvpe(command[0], command, environment)
    except OSError as error:
        with Ignored(OSError):
            os.write(status, failed_line(command[0], error))
    os._exit(127)
