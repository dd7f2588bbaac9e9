"""The protocol of the Orbis Challenge 2015 (Rampage): lines over TCP, as its Java and Python kits speak it (11.1).

A bot connects and sends one line, whatever it calls itself. Before each turn it gets `MOVE` and a line with the
state; it answers with a line: a move, or `NO_RESPONSE` if its own client found the bot's code too slow. At the end
it gets `END`. What it prints is log.

Answers carry no turn. A turn that runs out of time leaves its answer owed; the next line is that answer, and is
dropped, so that it does not slip into a later turn (11.4).
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from lanista.bots.ledger import Kind, Ledger
from lanista.bots.player import Answer, Limits, Opening
from lanista.bots.process import ProcessPlayer, shown
from lanista.games.rampage.contest.server import END, Link
from lanista.verdict import Verdict

GRACE_MS = 100  # for the way, beyond the time for a turn
NO_RESPONSE = "NO_RESPONSE"

_encoder = msgspec.json.Encoder()


class KitPlayer(ProcessPlayer):
    """A bot behind a connection, which takes the place of standard input and output.

    With `begin` the match begins with `BEGIN`, which the bot answers with a line, its name; the contest's own
    server never sent it.
    """

    empty_lines = True  # a kit's name may be one

    def __init__(self, name: str, folder: Path | None = None, *, begin: bool = False) -> None:
        super().__init__([], name, folder)
        self._begin = begin
        self._named = False  # it has said who it is
        self._message: Callable[[], dict[str, Any]] = dict  # what the seat receives before a turn
        self._ledger = Ledger()
        self._extra: str | None = None  # the last line too many, charged to the next turn

    def start(self, opening: Opening) -> None:
        """Start the process, if there is one."""
        from lanista.games.rampage.contest.message import original_message

        self._message = partial(original_message, opening.state, opening.seat)
        start_ms, turn_ms = opening.limits
        limits = Limits(start_ms, None if turn_ms is None else turn_ms + GRACE_MS)
        super().start(replace(opening, limits=limits))

    def finish(self, outcome: Any) -> None:
        """Tell a living bot that the match is over."""
        if self._ended is None:
            self._send(END)
        super().finish(outcome)

    def close(self) -> None:
        """End the bot, and the connection to one that was not started here."""
        super().close()
        for name in list(self._fds):
            self._close_fd(name)

    def expire(self, now: float) -> None:
        """The budget is used up; an answer may still come, and must not count for a later turn."""
        if self._closed_at is not None:
            self._end(Verdict.CRASHED, "closed its connection")
        elif self._turn == 0:
            self._end(Verdict.TIMEOUT, f"not ready after {self._limits.start_ms} ms: {self._missing()}")
        else:
            self._ledger.expired()
            super().expire(now)
            self._charge_extra()

    def _missing(self) -> str:
        """What a connected bot still has to do to get ready."""
        if self._named:
            return "it must answer BEGIN with a line, its name"
        return "it must send one line, its name, once it is connected"

    # The connection

    def _sit_down(self, link: Link) -> None:
        """Take over a connection on which a bot has said who it is."""
        self._connect(link.socket)
        self._greet()
        if link.rest:
            self._take_output(link.rest)

    def _connect(self, link: socket.socket) -> None:
        link.setblocking(False)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._fds["stdout"] = link.detach()
        self._fds["stdin"] = os.dup(self._fds["stdout"])  # of its own, to be watched for room
        self._out = self._unsent = b""
        self._writing = False
        if self._pipes is not None:
            self._pipes.watch(self._fds["stdout"], (self, "stdout"))

    def _end(self, verdict: Verdict, reason: str) -> None:
        super()._end(verdict, reason)
        self._close_fd("stdin")
        self._close_fd("stdout")

    # Questions and answers

    def _question(self, turn: int, view: bytes) -> None:
        self._ledger.asked(turn)
        self._send(b"MOVE\n" + _encoder.encode(self._message()) + b"\n")

    def _take_line(self, line: bytes) -> None:
        self._last_output = shown(line)
        if not self._ready:
            self._greet()
            return
        kind = self._ledger.place(None)
        if kind is Kind.ANSWER:
            self._accept(line.decode(errors="replace").strip())
        elif kind is Kind.LATE:
            self._note_log(f"[came too late and was dropped: {self._last_output}]\n".encode())
        else:
            self._extra = self._last_output

    def _greet(self) -> None:
        """The bot says who it is; that is all it takes to be ready, unless it is to answer BEGIN too."""
        if self._begin and not self._named:
            self._named = True
            self._send(b"BEGIN\n")
        else:
            self._ready = True

    def _accept(self, text: str) -> None:
        used = self._used_ms()
        self._late_in_row = 0
        if text == NO_RESPONSE:
            reason = f"its client sent {NO_RESPONSE}: the bot's own code was not done in time, or failed"
            self._answer = Answer(Verdict.TIMEOUT, reason=reason, ms=used)
        else:
            self._answer = Answer(Verdict.OK, text, ms=used)
        self._charge_extra()

    def _charge_extra(self) -> None:
        """A line too many costs the turn after it, whenever in a turn it came."""
        if self._extra is not None and self._answer is not None:
            reason = f"answered twice, or before turn {self._turn} was asked: {self._extra!r}"
            ms, self._extra = self._answer.ms, None
            self._answer = Answer(Verdict.PROTOCOL_ERROR, reason=f"{reason} (one line for each MOVE)", ms=ms)
