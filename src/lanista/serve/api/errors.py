"""The answers of the API to requests that are refused, for its OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from litestar.openapi import ResponseSpec


class ErrorAnswer(msgspec.Struct):
    """Why a request is refused: what was expected, what came, what to do."""

    error: str


WORDS = {
    400: "The request cannot be read.",
    401: "Nobody has signed in, or the token is unknown or revoked.",
    403: "This person, or this token, may not do that.",
    404: "There is no such thing, or this person may not know of it.",
    409: "It cannot be done in the present state of things.",
    413: "More was sent than is accepted.",
    422: "A value is not accepted.",
    429: "A limit on how often is reached; `Retry-After` says when to try again.",
    507: "The server has no room to keep what was sent.",
}
ERRORS: Mapping[int, ResponseSpec] = {
    status: ResponseSpec(ErrorAnswer, generate_examples=False, description=words)
    for status, words in WORDS.items()
}
