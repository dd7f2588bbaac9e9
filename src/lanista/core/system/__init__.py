"""Operating system differences: locks, signals, descriptors that can be polled, and the keyboard.

Nothing else in the package asks which system it runs on, except what exists on one system only.
"""

from lanista.core.system.flags import BINARY
from lanista.core.system.locks import try_lock
from lanista.core.system.polling import READABLE, WRITABLE, Poll, new_poll
from lanista.core.system.signals import (
    OWN_SESSION,
    deferred_signals,
    lower_priority,
    lower_thread_priority,
    terminate_self,
)

__all__ = [
    "BINARY",
    "OWN_SESSION",
    "READABLE",
    "WRITABLE",
    "Poll",
    "deferred_signals",
    "lower_priority",
    "lower_thread_priority",
    "new_poll",
    "terminate_self",
    "try_lock",
]
