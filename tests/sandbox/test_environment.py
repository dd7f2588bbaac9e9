"""Which variables reach a bot."""

import pytest

from lanista.sandbox.environment import ALLOWED, LOCAL, bot_environment, open_environment

OURS = {
    "PATH": "/bin",
    "LC_ALL": "C",
    "SECRET": "s",
    "PYTHONPATH": "lib",
    "PYTHONUNBUFFERED": "1",
    "HOME": "/root",
}


def test_a_bot_in_a_sandbox_gets_harmless_ones() -> None:
    assert bot_environment(OURS, "/scratch", {"TOKEN": "t"}) == {
        "PATH": "/bin", "LC_ALL": "C", "PYTHONPATH": "lib", "TOKEN": "t",
        "HOME": "/scratch", "TMPDIR": "/scratch", "USER": "bot", "LOGNAME": "bot",
    }  # fmt: skip


def test_without_a_sandbox_it_gets_all_but_what_flushes_for_it() -> None:
    expected = {name: value for name, value in OURS.items() if name != "PYTHONUNBUFFERED"}
    assert open_environment(OURS, {"TOKEN": "t"}) == {**expected, "TOKEN": "t"}


@pytest.mark.parametrize("name", LOCAL)
def test_settings_that_the_doctor_looks_at_are_allowed(name: str) -> None:
    assert name in ALLOWED
