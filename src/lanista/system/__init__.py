"""What differs between operating systems: locks, signals, descriptors that can be polled, and the keyboard.

Nothing else in the package asks which system it runs on, except what exists on one system only.
"""

from lanista.system.flags import BINARY
from lanista.system.locks import try_lock
from lanista.system.polling import READABLE, WRITABLE, Poll, new_poll
from lanista.system.signals import OWN_SESSION, deferred_signals, lower_priority, terminate_self

__all__ = [
    "BINARY",
    "OWN_SESSION",
    "READABLE",
    "WRITABLE",
    "Poll",
    "deferred_signals",
    "lower_priority",
    "new_poll",
    "terminate_self",
    "try_lock",
]
