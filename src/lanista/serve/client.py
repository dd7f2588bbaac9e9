"""A small client of contest servers, for verbs with `--to URL` and `--on URL`. Needs nothing of a server here.

A token is sent to the server that it belongs to and to no other: by https, or within this machine, and no redirect
is followed.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import re
import ssl
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from typing import IO, Any, NamedTuple, NoReturn

from lanista import __version__
from lanista.core.errors import InputError, LanistaError
from lanista.core.text import abridge, inert, quoted

SECONDS = 30.0  # that a server may take to answer
UPLOAD_SECONDS = 120.0
MAX_ANSWER = 64 * 2**20  # bytes
MAX_SHOWN = 400  # characters of a server's words
CONTEST = re.compile(r"/c/([a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?)(?:/.*)?")
OCTETS, JSON = "application/octet-stream", "application/json"
ADVICE = {
    401: "make a token on the page of your account there, and run `lanista login {origin}`",
    404: "check the address of the contest",
    413: "send only what the bot needs to run",
}


class ServerError(LanistaError):
    """A server refuses a request, or cannot be reached; `status` is 0 if it does not answer."""

    def __init__(self, message: str, status: int = 0, seconds: float = 0.0) -> None:
        super().__init__(message)
        self.status = status
        self.seconds = seconds  # after which to try again, if the server says so

    @property
    def is_passing(self) -> bool:
        """Whether the same request may succeed a little later."""
        return self.status in (0, 429, 502, 503, 504)


class ServerAddress(NamedTuple):
    """The address of a server, and of one of its contests if it names one."""

    origin: str  # https://HOST or http://HOST:PORT
    slug: str = ""

    @property
    def contest(self) -> str:
        """The contest; raises InputError if the address names none."""
        if not self.slug:
            raise InputError(f"expected the address of a contest, such as {self.origin}/c/NAME, got {self.origin}")
        return self.slug


def read_address(text: str, *, insecure: bool = False) -> ServerAddress:
    """The address of a server or a contest, as a person types it; refuses to send tokens in the clear."""
    try:
        scheme = "http" if is_loopback(urllib.parse.urlsplit(f"//{text}").hostname or "") else "https"
        parts = urllib.parse.urlsplit(text if "://" in text else f"{scheme}://{text}")
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise InputError(f"{quoted(text)} is no address: {inert(str(error), MAX_SHOWN)}") from None
    if parts.scheme not in ("http", "https") or not host or not host.isprintable() or " " in host:
        raise InputError(f"expected an address such as https://contest.example/c/NAME, got {quoted(text)}")
    if parts.username or parts.password:
        raise InputError("expected an address without a name or a password; tokens are kept by `lanista login`")
    if parts.scheme == "http" and not insecure and not is_loopback(host):
        raise InputError(
            f"{host} is not this machine, and by http everybody on the way could read your token; use https, or "
            "--insecure if you know the network"
        )
    named = f"[{host}]" if ":" in host else host
    origin = f"{parts.scheme}://{named}{f':{port}' if port else ''}"
    found = CONTEST.fullmatch(parts.path)
    return ServerAddress(origin, found[1] if found else "")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine by its name alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class ServerClient:
    """Requests to one server."""

    def __init__(self, address: ServerAddress, token: str = "") -> None:
        self.address = address
        self._token = token
        self._opener = _opener(address.origin)

    def get(self, path: str, **query: str) -> Any:
        """The answer to a question, decoded."""
        return self._ask("GET", path, None, "", query, SECONDS)

    def post(self, path: str, body: Mapping[str, Any] | None = None, **query: str) -> Any:
        """The answer to an order, decoded."""
        data = json.dumps(dict(body or {})).encode()
        return self._ask("POST", path, data, JSON, query, SECONDS)

    def upload(self, path: str, data: bytes, **query: str) -> Any:
        """The answer to a file, decoded."""
        return self._ask("POST", path, data, OCTETS, query, UPLOAD_SECONDS)

    def _ask(
        self, method: str, path: str, data: bytes | None, kind: str, query: Mapping[str, str], seconds: float
    ) -> Any:
        words = f"?{urllib.parse.urlencode(query)}" if query else ""
        url = f"{self.address.origin}{urllib.parse.quote(path)}{words}"
        request = urllib.request.Request(url, data, self._headers(kind), method=method)
        try:
            with self._opener.open(request, timeout=seconds) as answer:
                return _decoded(answer, self.address.origin)
        except urllib.error.HTTPError as error:
            with error:
                _refused(error, self.address.origin)
        except (OSError, http.client.HTTPException, ssl.SSLError) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            why = inert(str(reason) or type(error).__name__, MAX_SHOWN)
            raise ServerError(f"{self.address.origin} does not answer: {why}; check the address") from None

    def _headers(self, kind: str) -> dict[str, str]:
        headers = {"accept": JSON, "user-agent": f"lanista/{__version__}"}
        headers |= {"content-type": kind} if kind else {}
        return headers | ({"authorization": f"Bearer {self._token}"} if self._token else {})


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: each would carry the token along."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Leave the answer as an error."""


def _opener(origin: str) -> urllib.request.OpenerDirector:
    """An opener without cookies, redirects and files; within this machine also without a proxy."""
    host = urllib.parse.urlsplit(origin).hostname or ""
    handlers: list[urllib.request.BaseHandler] = [_NoRedirect()]
    if is_loopback(host):
        handlers.append(urllib.request.ProxyHandler({}))
    return urllib.request.build_opener(*handlers)


def _decoded(answer: IO[bytes], origin: str) -> Any:
    data = answer.read(MAX_ANSWER + 1)
    if len(data) > MAX_ANSWER:
        raise ServerError(
            f"{origin} answers with more than {MAX_ANSWER // 2**20} MiB; is it a contest server?", 502
        )
    try:
        return json.loads(data) if data else None
    except (ValueError, RecursionError):
        raise ServerError(f"{origin} does not answer as a contest server does; check the address", 502) from None


def _refused(error: urllib.error.HTTPError, origin: str) -> NoReturn:
    """Raise why a server refuses a request, in its own words."""
    if 300 <= error.code < 400:
        other = inert(error.headers.get("location", "elsewhere"), MAX_SHOWN)
        raise ServerError(f"{origin} sends us to {other}; name that address yourself if you trust it", error.code)
    said = ""
    try:
        found = json.loads(error.read(MAX_ANSWER))
        said = str(found.get("error") or found.get("detail") or "") if isinstance(found, dict) else ""
    except (OSError, ValueError, RecursionError, http.client.HTTPException):
        pass
    words = abridge(inert(said)) or f"it answers {error.code} {inert(error.reason, MAX_SHOWN)}"
    advice = ADVICE.get(error.code, "").format(origin=origin)
    wait = error.headers.get("retry-after", "")
    message = f"{origin}: {words}" + (f"; {advice}" if advice else "")
    raise ServerError(message, error.code, float(wait) if wait.isdecimal() and len(wait) < 7 else 0.0)
