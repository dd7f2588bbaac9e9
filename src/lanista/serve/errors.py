"""Why a request of a contest is refused, each with the status of its answer."""

from __future__ import annotations

from lanista.core.errors import (
    EngineError,
    FileError,
    LanistaError,
    NativeError,
    PluginError,
    RecordError,
    RuleError,
    StoreError,
)

# Errors whose messages are for the people who run the server: they name its files
FAULTS = (FileError, StoreError, PluginError, EngineError, RecordError, RuleError, NativeError)


class RequestError(LanistaError):
    """A request that cannot be carried out."""

    status = 422


class NotSignedIn(RequestError):  # noqa: N818 - describes the person
    """Only people who have signed in may do this."""

    status = 401


class Denied(RequestError):  # noqa: N818 - describes the answer
    """This person may not do this."""

    status = 403


class Missing(RequestError):  # noqa: N818 - describes the answer
    """There is no such thing, or the person may not know of it."""

    status = 404


class Conflict(RequestError):  # noqa: N818 - describes the answer
    """It cannot be done in the present state of things."""

    status = 409


class TooLarge(RequestError):  # noqa: N818 - describes the request
    """More was sent than is accepted."""

    status = 413


class TooMany(RequestError):  # noqa: N818 - describes the requests
    """A limit on how often is reached; `seconds` says when to try again."""

    status = 429

    def __init__(self, message: str, seconds: float = 0.0) -> None:
        super().__init__(message)
        self.seconds = seconds


class DiskFull(RequestError):  # noqa: N818 - describes the server
    """The server cannot keep what was sent."""

    status = 507
