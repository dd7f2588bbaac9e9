"""The protocol of the Orbis Challenge 2015 (Rampage): lines over TCP, as its Java and Python kits use it (11.1).

A bot connects and sends one line with its name. Before each turn it receives `MOVE` and a line with the state; it
answers with one line: a move, or `NO_RESPONSE` if the kit's client found the bot's code too slow. At the end it
receives `END`. Its standard output is logged.

Answers carry no turn number. After a timeout the next line is taken for the late answer and dropped, so that it
is not mistaken for the answer to a later turn (11.4).
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from lanista.bots.player import BotAnswer, Opening
from lanista.bots.process.log import shown
from lanista.bots.process.process import ProcessPlayer
from lanista.bots.protocol.matching import AnswerMatch
from lanista.bots.turn_exchange import AnswerTerms
from lanista.core.system import channels
from lanista.core.verdict import Verdict
from lanista.games.rampage.contest.server import END, ClientConnection

GRACE_MS = 100  # for network latency, on top of the turn's budget
NO_RESPONSE = "NO_RESPONSE"

_encoder = msgspec.json.Encoder()


class KitPlayer(ProcessPlayer):
    """A bot that uses a TCP connection instead of standard input and output.

    With `begin` the match starts with `BEGIN`, which the bot answers with its name; the contest's server
    never sent it.
    """

    terms: ClassVar = AnswerTerms(one_answer="one line for each MOVE", closed="closed its connection")
    empty_lines: ClassVar = True  # a kit's name may be empty

    def __init__(self, command: list[str], name: str, cwd: Path | None = None, *, begin: bool = False) -> None:
        super().__init__(command, name, cwd)
        self._begin = begin
        self._named = False  # it has sent its name
        self._message: Callable[[], dict[str, Any]] = dict  # makes the message for a turn

    def start(self, opening: Opening) -> None:
        """Start the process, unless the bot was started elsewhere."""
        from lanista.games.rampage.contest.message import original_message

        self._message = partial(original_message, opening.state, opening.seat)
        super().start(opening)

    def finish(self, outcome: Any) -> None:
        """Send `END` to a bot that is still running."""
        if not self._exchange.ended:
            self._send(END)
        super().finish(outcome)

    def _budget(self, turn: int) -> int | None:
        turn_ms = self._limits.turn_ms
        return None if turn_ms is None else turn_ms + GRACE_MS

    def _missing(self) -> str:
        if self._named:
            return "it must answer BEGIN with one line, its name"
        return "it must send one line, its name, after connecting"

    def _release(self) -> None:
        super()._release()
        self._pipes.close("stdin")

    # The connection

    def _take_over(self, connection: ClientConnection) -> None:
        """Take ownership of a connection on which a bot has sent its name."""
        self._connect(connection.socket)
        self._greet()
        if connection.rest:
            self._take_output(bytes(connection.rest))

    def _connect(self, connected: socket.socket) -> None:
        connected.setblocking(False)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._reader.drop_rest()
        fd = connected.detach()
        self._pipes.add("stdout", fd)
        self._pipes.add("stdin", channels.duplicate(fd))  # a separate descriptor, which can be watched for writing

    def _greet(self) -> None:
        """Handle the bot's name, which makes it ready unless it must answer `BEGIN` first."""
        if self._begin and not self._named:
            self._named = True
            self._send(b"BEGIN\n")
        else:
            self._exchange.ready()

    # Questions and answers

    def _question(self, turn: int, view: bytes) -> bytes:
        return b"MOVE\n" + _encoder.encode(self._message()) + b"\n"

    def _take_line(self, line: bytes) -> None:
        self._log.last_line = line
        if not self._exchange.is_ready:
            self._greet()
        elif self._exchange.receive(read_answer(line), line) is AnswerMatch.LATE:
            self._note_log(f"[came too late and was dropped: {shown(line)}]\n".encode())


def read_answer(line: bytes) -> BotAnswer:
    """Parse a line: a move, or a timeout reported by the kit's client."""
    text = line.decode(errors="replace").strip()
    if text != NO_RESPONSE:
        return BotAnswer(Verdict.OK, text)
    reason = f"its client sent {NO_RESPONSE}: the bot's code was too slow or failed"
    return BotAnswer(Verdict.TIMEOUT, reason=reason)
