"""Messages over standard input and output: lines of JSON, or msgpack with the length before each message."""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Iterator
from typing import Any, BinaryIO, Protocol, get_args

import msgspec

from lanista.core.errors import LanistaError
from lanista.core.text import MAX_REASON, abridge, describe, inert
from lanista.search.model.requests import AnyRequest, Id
from lanista.search.model.service import MAX_MESSAGE, Service

LENGTH = struct.Struct("<I")
VERBS = [kind.__struct_config__.tag for kind in get_args(AnyRequest)]


class BrokenStream(LanistaError):  # noqa: N818 - says what it is
    """Input after which the next message cannot be found."""


class Form(Protocol):
    """How messages are written."""

    decoder: Any
    loose: Any  # decodes anything
    encoder: Any

    def messages(self, source: BinaryIO) -> Iterator[bytes]:
        """All messages of a stream; raises BrokenStream."""

    def framed(self, message: bytes) -> bytes:
        """A message in its wire form."""


class JsonLines:
    """One JSON object per line."""

    decoder: Any = msgspec.json.Decoder(AnyRequest)
    loose: Any = msgspec.json.Decoder()
    encoder: Any = msgspec.json.Encoder()

    def messages(self, source: BinaryIO) -> Iterator[bytes]:
        """Lines, except empty ones."""
        while line := source.readline(MAX_MESSAGE + 1):
            if len(line) > MAX_MESSAGE:
                raise BrokenStream(f"expected lines of at most {MAX_MESSAGE:,} bytes, got a longer one")
            if line.strip():
                yield line

    def framed(self, message: bytes) -> bytes:
        """With the end of the line."""
        return message + b"\n"


class MsgpackBlocks:
    """Messages in msgpack, each after its length: 4 bytes, the lowest first."""

    decoder: Any = msgspec.msgpack.Decoder(AnyRequest)
    loose: Any = msgspec.msgpack.Decoder()
    encoder: Any = msgspec.msgpack.Encoder()

    def messages(self, source: BinaryIO) -> Iterator[bytes]:
        """Blocks; the last one may be cut short only at its beginning."""
        while head := source.read(LENGTH.size):
            length = LENGTH.unpack(head)[0] if len(head) == LENGTH.size else 0
            if length > MAX_MESSAGE:
                raise BrokenStream(
                    f"expected the length of a message, at most {MAX_MESSAGE:,} bytes, got {length:,}; "
                    "are these lines of JSON? They need the model without --msgpack"
                )
            block = source.read(length)
            if len(head) < LENGTH.size or len(block) < length:
                raise BrokenStream("the input ended within a message")
            yield block

    def framed(self, message: bytes) -> bytes:
        """With its length."""
        return LENGTH.pack(len(message)) + message


def serve(service: Service, form: Form, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer all requests of a stream until it ends; raises BrokenStream after a last answer that says why."""
    try:
        for message in form.messages(source):
            sink.write(form.framed(_answer(service, form, message)))
            sink.flush()
    except BrokenStream as error:
        sink.write(form.framed(form.encoder.encode({"id": None, "error": str(error)})))
        sink.flush()
        raise


def _answer(service: Service, form: Form, message: bytes) -> bytes:
    """The answer to any message, even an invalid one."""
    try:
        request = form.decoder.decode(message)
    except (ValueError, RecursionError) as error:
        return _refusal(form, _id_of(form, message), f"expected a request: {_why(error)}")
    try:
        answer: bytes = form.encoder.encode({"id": request.id, **service.answer(request)})
    except LanistaError as error:
        return _refusal(form, request.id, str(error))
    except MemoryError:
        return _refusal(form, request.id, "there is not enough memory for this; ask for less at a time")
    except Exception as error:  # noqa: BLE001 - the process must survive any request
        return _refusal(form, request.id, f"this could not be answered: {describe(error)}")
    if len(answer) > MAX_MESSAGE:
        return _refusal(
            form, request.id, f"the answer has more than {MAX_MESSAGE:,} bytes; ask for less at a time"
        )
    return answer


def _why(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    known = f"; there are {', '.join(VERBS)}" if "$.do`" in str(error) or "`do`" in str(error) else ""
    return inert(str(error), MAX_REASON) + known


def _refusal(form: Form, request_id: Id, why: str) -> bytes:
    refusal: bytes = form.encoder.encode({"id": request_id, "error": abridge(inert(why))})
    return refusal


def _id_of(form: Form, message: bytes) -> Id:
    """The id of a message that is no request, if it has one."""
    with contextlib.suppress(ValueError, RecursionError):
        found = form.loose.decode(message)
        if (
            isinstance(found, dict)
            and isinstance(found.get("id"), int | str)
            and len(str(found["id"])) < MAX_REASON
        ):
            identity: Id = found["id"]
            return identity
    return None
