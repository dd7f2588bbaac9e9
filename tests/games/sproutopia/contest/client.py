"""A client of the hub with nothing but the standard library, for tests that look at every byte."""

import base64
import contextlib
import json
import os
import socket
import struct
import urllib.request
import uuid
from http.client import HTTPConnection
from typing import Any

END = "\x1e"
PORT = 5000
SECONDS = 20.0


def negotiate(address: str, version: int | None = 1) -> dict[str, Any]:
    """The hub's answer to a negotiation."""
    query = "" if version is None else f"?negotiateVersion={version}"
    request = urllib.request.Request(
        f"http://{address}:{PORT}/runnerhub/negotiate{query}", data=b"", method="POST"
    )
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        negotiated: dict[str, Any] = json.load(answer)
    return negotiated


def status_of(address: str, method: str, path: str) -> int:
    """The status of a plain request."""
    connection = HTTPConnection(address, PORT, timeout=SECONDS)
    with contextlib.closing(connection):
        connection.request(method, path, body=b"")
        return connection.getresponse().status


class RawClient:
    """A WebSocket to the hub that sends whatever a test wants."""

    def __init__(self, address: str, id: str | None = None, path: str = "/runnerhub", port: int = PORT) -> None:
        self.events: list[dict[str, Any]] = []
        self.token = str(uuid.uuid4())
        self._rest = ""
        self._socket = socket.create_connection((address, port), SECONDS)
        key = base64.b64encode(os.urandom(16)).decode()
        query = "" if id is None else f"?id={id}"
        self._socket.sendall(
            f"GET {path}{query} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self._file = self._socket.makefile("rb")
        self.status = self._read_status()  # 0 if there was no answer

    def __enter__(self) -> "RawClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.drop()

    def _read_status(self) -> int:
        try:
            first = self._file.readline()
            while self._file.readline().strip():
                pass
        except ConnectionResetError:
            return 0
        return int(first.split()[1]) if first else 0

    # Frames

    def send_bytes(self, data: bytes) -> None:
        self._socket.sendall(data)

    def send_frame(self, payload: bytes, first: int = 0x81) -> None:
        """One masked frame; the first byte says what it is."""
        mask = os.urandom(4)
        size = len(payload)
        if size < 126:
            length = bytes([0x80 | size])
        else:
            length = b"\xfe" + struct.pack(">H", size) if size <= 0xFFFF else b"\xff" + struct.pack(">Q", size)
        hidden = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self._socket.sendall(bytes([first]) + length + mask + hidden)

    def read_frame(self) -> tuple[int, bytes]:
        """The opcode and payload of the next frame; opcode 8 at the end of the connection too."""
        try:
            head = self._file.read(2)
            if len(head) < 2:
                return 8, b""
            size = head[1]
            if size == 126:
                (size,) = struct.unpack(">H", self._file.read(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self._file.read(8))
            return head[0] & 15, self._file.read(size)
        except ConnectionResetError:
            return 8, b""

    # Messages

    def say(self, *messages: object) -> None:
        """Messages of the hub protocol, in one frame."""
        self.send_frame("".join(json.dumps(message) + END for message in messages).encode())

    def shake_hands(self) -> "RawClient":
        self.say({"protocol": "json", "version": 1})
        assert self.hear() == {}
        return self

    def hear(self) -> dict[str, Any] | None:
        """The next message; None when the connection is closed."""
        while END not in self._rest:
            opcode, payload = self.read_frame()
            if opcode == 8:
                return None
            if opcode == 1:
                self._rest += payload.decode()
        record, self._rest = self._rest.split(END, 1)
        message: dict[str, Any] = json.loads(record)
        return message

    def hear_until(self, type: int, target: str | None = None) -> dict[str, Any]:
        """The next message of a type; others are appended to `events`."""
        while (message := self.hear()) is not None:
            if message.get("type") == type and target in (None, message.get("target")):
                return message
            self.events.append(message)
        raise AssertionError(
            f"the connection was closed before a message {type} {target or ''}; got {self.events}"
        )

    def call(self, method: str, *arguments: object) -> dict[str, Any]:
        """Call a method and return its completion."""
        number = str(uuid.uuid4())
        self.say({"type": 1, "target": method, "arguments": arguments, "invocationId": number})
        completion = self.hear_until(3)
        assert completion["invocationId"] == number
        return completion

    def register(self, token: str | None = None, nickname: str = "raw") -> dict[str, Any]:
        self.token = token or self.token
        return self.call("Register", self.token, nickname)

    def command(self, action: object, bot: str | None = None) -> dict[str, Any]:
        return self.call("SendPlayerCommand", {"action": action, "botId": bot or self.token})

    def drop(self) -> None:
        """Close the connection without a closing handshake."""
        self._file.close()
        self._socket.close()
