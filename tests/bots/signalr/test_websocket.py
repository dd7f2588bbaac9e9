"""Frames and heads of requests, byte by byte."""

from http import HTTPStatus

import pytest

from lanista.bots.signalr.websocket import (
    MESSAGE_BYTES,
    BadRequest,
    CloseCode,
    Opcode,
    Socket,
    Violation,
    frame,
    masked,
    parse_head,
    upgrade,
)
from tests.rows import every_row

MASK = b"\x37\xfa\x21\x3d"


class Quiet:
    """A writer that keeps what is written."""

    def __init__(self) -> None:
        self.data = b""
        self.transport = self

    def write(self, data: bytes) -> None:
        self.data += data

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0


def receive(data: bytes) -> tuple[bytes, bytes]:
    """The message in some bytes, and what is answered meanwhile."""
    writer = Quiet()
    (message,) = Socket(writer).feed(data)  # type: ignore[arg-type]
    return message, writer.data


def test_the_example_of_the_standard():
    """RFC 6455, 5.7: a masked "Hello"."""
    assert masked(b"\x7f\x9f\x4d\x51\x58", MASK) == b"Hello"
    assert frame(Opcode.TEXT, b"Hello", MASK) == b"\x81\x85" + MASK + b"\x7f\x9f\x4d\x51\x58"
    assert frame(Opcode.TEXT, b"Hello") == b"\x81\x05Hello"


def test_the_accept_key_of_the_standard():
    """RFC 6455, 1.3."""
    request = parse_head(
        b"GET /runnerhub?id=a%2Bb HTTP/1.1\r\nUpgrade: WebSocket\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    assert request.query == {"id": "a+b"}
    assert request.wants_websocket
    assert b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in upgrade(request)


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536, MESSAGE_BYTES])
def test_messages_of_every_length(size):
    payload = bytes(i % 251 for i in range(size))
    assert receive(frame(Opcode.TEXT, payload, MASK))[0] == payload


def test_a_message_in_pieces_with_a_ping_between():
    pieces = b"\x01\x82" + MASK + masked(b"ab", MASK) + frame(Opcode.PING, b"?", MASK)
    pieces += b"\x80\x81" + MASK + masked(b"c", MASK)
    assert receive(pieces) == (b"abc", b"\x8a\x01?")


@every_row(
    ("data", "code"),
    [
        (b"\x81\x05Hello", CloseCode.PROTOCOL_ERROR),  # not masked
        (b"\xc1\x80" + MASK, CloseCode.PROTOCOL_ERROR),  # an extension
        (b"\x83\x80" + MASK, CloseCode.PROTOCOL_ERROR),  # an unknown kind
        (b"\x80\x80" + MASK, CloseCode.PROTOCOL_ERROR),  # continues nothing
        (b"\x01\x80" + MASK + b"\x81\x80" + MASK, CloseCode.PROTOCOL_ERROR),  # begins another
        (b"\x09\x80" + MASK, CloseCode.PROTOCOL_ERROR),  # a ping in pieces
        (b"\x89\xfe\x00\x7e" + MASK, CloseCode.PROTOCOL_ERROR),  # a long ping
        (b"\x81\xff" + (2**63 - 1).to_bytes(8, "big"), CloseCode.TOO_BIG),
        (b"\x81\xff" + (MESSAGE_BYTES + 1).to_bytes(8, "big"), CloseCode.TOO_BIG),
        (b"\x8a\x80" * 1 + MASK + (b"\x8a\x80" + MASK) * 3000, CloseCode.POLICY),  # a flood of pongs
    ],
)
def test_what_is_not_allowed(data, code):
    with pytest.raises(Violation) as caught:
        receive(data)
    assert caught.value.code == code


def test_pieces_together_are_held_to_the_size():
    half = bytes(MESSAGE_BYTES // 2 + 1)
    first = frame(Opcode.TEXT, half, MASK)
    with pytest.raises(Violation) as caught:
        receive(bytes([0x01]) + first[1:] + bytes([0x80]) + first[1:])
    assert caught.value.code == CloseCode.TOO_BIG


@pytest.mark.parametrize(
    "head", [b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/2\r\n\r\n", b"GET / HTTP/1.1\r\nno colon\r\n\r\n"]
)
def test_heads_that_are_none(head):
    with pytest.raises(BadRequest) as caught:
        parse_head(head)
    assert caught.value.status == HTTPStatus.BAD_REQUEST
