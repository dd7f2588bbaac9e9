"""A bot's log: bounded in each turn and in the match, with a mark where some was cut."""

from __future__ import annotations

from lanista.bots.process.log import LOG_BYTES, BotLog
from lanista.sandbox import Resources


def test_a_turn_stores_a_limited_amount_and_says_what_was_cut():
    log = BotLog(Resources(log_kb_turn=1))
    for _ in range(3):
        log.add(b"x" * 1000)
    assert log.take() == "x" * 1024 + "\n[1976 more bytes cut]"
    log.add(b"next")
    assert log.take() == "next"
    assert log.take() == ""


def test_a_match_stores_a_limited_amount_too():
    log = BotLog(Resources(log_kb_turn=0, log_mb_match=1))
    log.add(b"x" * (1024 * 1024 - 1))
    assert len(log.take()) == 1024 * 1024 - 1
    log.add(b"yz")
    assert log.take() == "y\n[1 more bytes cut: the log of the match is full]"
    log.add(b"lost")
    assert log.take() == "\n[4 more bytes cut: the log of the match is full]"


def test_the_last_lines_are_known_even_if_none_are_stored():
    log = BotLog(Resources(log_kb_turn=1, log_mb_match=1))
    log.add(b"x" * 2**21)
    log.add(b"\nMemoryError\n")
    assert log.last_lines()[-1] == "MemoryError"
    assert len(log.text) == LOG_BYTES


def test_without_limits_everything_is_stored():
    log = BotLog(Resources(log_kb_turn=0, log_mb_match=0))
    log.add(b"x" * 2**21)
    assert len(log.take()) == 2**21
