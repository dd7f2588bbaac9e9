"""SignalR's JSON hub protocol: messages over the WebSocket, each terminated by one byte."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import msgspec

from lanista.bots.signalr.websocket import MESSAGE_BYTES, CloseCode, Violation
from lanista.core.enums import plain_members
from lanista.core.text import MAX_QUOTED, inert

END = b"\x1e"
VERSIONS = (0, 1)  # of the protocol; some clients repeat the version of their negotiation


@plain_members
class MessageKind(IntEnum):
    """Message types in use; others are ignored."""

    INVOCATION = 1
    COMPLETION = 3
    STREAM = 4
    PING = 6
    CLOSE = 7


class SignalrMessage(msgspec.Struct):
    """A message from a client."""

    type: int = 0
    target: str | None = None
    arguments: list[Any] | None = None
    invocationId: str | None = None  # noqa: N815 - the name on the wire


class Handshake(msgspec.Struct):
    """The first message from a client."""

    protocol: str
    version: int


# Invalid UTF-8 and over-long numbers are ValueErrors of Python's own.
UNREADABLE = (msgspec.DecodeError, ValueError, RecursionError)

_message = msgspec.json.Decoder(SignalrMessage)
_handshake = msgspec.json.Decoder(Handshake)
_encode = msgspec.json.Encoder().encode


class MessageBuffer:
    """Splits received data into messages: a frame can hold several, and a message can span frames."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that are now complete; buffered data is never scanned twice, however small the pieces."""
        first, *others = data.split(END)
        self._rest += first
        if len(self._rest) > MESSAGE_BYTES:
            raise Violation(CloseCode.TOO_BIG, f"expected a message of at most {MESSAGE_BYTES} bytes, got more")
        if not others:
            return []
        complete = [bytes(self._rest), *others[:-1]]
        self._rest = bytearray(others[-1])
        return complete


def read_handshake(data: bytes) -> None:
    """Check the first message; raises Violation with the reason for the client."""
    try:
        asked = _handshake.decode(data)
    except UNREADABLE as error:
        raise Violation(
            CloseCode.PROTOCOL_ERROR, f'expected the handshake {{"protocol":"json","version":1}}: {short(error)}'
        ) from None
    if asked.protocol != "json" or asked.version not in VERSIONS:
        came = inert(f"{asked.protocol[:40]} {asked.version}", 60)
        raise Violation(CloseCode.PROTOCOL_ERROR, f"expected the protocol json, version 1, got {came}")


def read_message(data: bytes) -> SignalrMessage:
    """Decode a message; raises Violation if it is not one."""
    try:
        return _message.decode(data)
    except UNREADABLE as error:
        raise Violation(
            CloseCode.PROTOCOL_ERROR, f"expected a message of the JSON hub protocol: {short(error)}"
        ) from None


def short(error: Exception) -> str:
    """A decoder's error, made inert since it may quote the input."""
    return inert(str(error), MAX_QUOTED)


def handshake_answer(error: str = "") -> bytes:
    """The reply to a handshake; an error refuses it."""
    return _encode({"error": error} if error else {}) + END


def event(target: str, *arguments: Any) -> bytes:
    """A call of a client's method; arguments that are already JSON are given as `msgspec.Raw`."""
    return _encode({"type": MessageKind.INVOCATION, "target": target, "arguments": arguments}) + END


def raw_event(target: bytes, argument: bytes) -> bytes:
    """A call of a client's method with one argument that is already JSON."""
    return b'{"type":1,"target":"%b","arguments":[%b]}\x1e' % (target, argument)


def completion(invocation: str, error: str = "") -> bytes:
    """The completion of a call, without a result or with an error."""
    end = {"error": error} if error else {"result": None}
    return _encode({"type": MessageKind.COMPLETION, "invocationId": invocation, **end}) + END


def close_message(error: str = "") -> bytes:
    """The last message of the server."""
    return _encode({"type": MessageKind.CLOSE} | ({"error": error} if error else {})) + END


PING = _encode({"type": MessageKind.PING}) + END
