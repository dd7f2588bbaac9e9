"""The first Ctrl-C is a request, the second one ends the work."""

import signal

import pytest

from lanista.cli.train.interrupt import Interrupt


def test_the_second_interrupt_is_not_caught():
    before = signal.getsignal(signal.SIGINT)
    with Interrupt() as interrupt:
        requested = [interrupt.requested]
        signal.raise_signal(signal.SIGINT)
        requested.append(interrupt.requested)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert requested == [False, True]
    assert signal.getsignal(signal.SIGINT) is before
