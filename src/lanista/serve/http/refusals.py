"""The answers to requests that are refused."""

from __future__ import annotations

from typing import Any

from litestar import Response

from lanista.core.text import abridge, inert
from lanista.serve.http.connection import API, AnyRequest
from lanista.serve.pages.rendering import error_page


def answer(request: AnyRequest, message: str, status: int, headers: dict[str, str]) -> Response[Any]:
    """Why a request is refused: a page for people, JSON for programs."""
    text = abridge(inert(message))
    if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(API):
        return error_page(request, text, status, headers)
    return Response({"error": text}, status_code=status, headers=headers)
