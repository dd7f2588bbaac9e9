"""Lowers the limit by which the referee knows its processes, leaves a daemon and kills its supervisor."""

import resource
import signal

from common import play
from kills_its_supervisor import attack

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_MSGQUEUE, (5, 5))
    play(3, attack(signal.SIGKILL))
