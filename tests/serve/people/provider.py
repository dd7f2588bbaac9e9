"""A fake OpenID Connect provider on loopback, which can be told to misbehave."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from jwt.algorithms import ECAlgorithm

CLIENT, SECRET = "lanista-test", "s3cret"


class FakeProvider:
    """The provider's state: its key, the codes that it has given out, and how it misbehaves."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.kid = "first"
        self.published = True  # whether its keys include the one it signs with
        self.claims: dict[str, Any] = {}  # instead of the right ones; None leaves one out
        self.answers: dict[str, tuple[int, bytes]] = {}  # instead of the right ones, by path
        self.token = ""  # instead of a right one
        self.visits: list[str] = []
        self.issuer = ""
        self._codes: dict[str, dict[str, str]] = {}

    def sign_in(self, address: str, subject: str, **claims: Any) -> dict[str, str]:
        """Somebody signs in at the address to which they were sent; returns what they bring back."""
        parts = urlsplit(address)
        query = dict(parse_qsl(parts.query))
        assert f"{parts.scheme}://{parts.netloc}" == self.issuer
        assert (query["response_type"], query["code_challenge_method"]) == ("code", "S256")
        assert query["client_id"] == CLIENT
        assert "openid" in query["scope"].split()
        code = secrets.token_urlsafe()
        self._codes[code] = {**query, "sub": subject, "claims": json.dumps(claims)}
        return {"code": code, "state": query["state"], "iss": self.issuer}

    def answer(self, path: str, form: dict[str, str]) -> tuple[int, bytes]:
        """The provider's response at a path."""
        self.visits.append(path)
        if path in self.answers:
            return self.answers[path]
        if path == "/.well-known/openid-configuration":
            endpoints = {"authorization_endpoint": "/authorize", "token_endpoint": "/token", "jwks_uri": "/keys"}
            found = {name: f"{self.issuer}{where}" for name, where in endpoints.items()}
            return 200, json.dumps({"issuer": self.issuer, "more": 1, **found}).encode()
        if path == "/keys":
            return 200, json.dumps({"keys": self._published()}).encode()
        return self._token(form) if path == "/token" else (404, b"")

    def _published(self) -> list[dict[str, Any]]:
        key = self.key if self.published else ec.generate_private_key(ec.SECP256R1())
        public = json.loads(ECAlgorithm.to_jwk(key.public_key()))
        return [{**public, "kid": self.kid if self.published else "another", "alg": "ES256", "use": "sig"}]

    def _token(self, form: dict[str, str]) -> tuple[int, bytes]:
        asked = self._codes.pop(form.get("code", ""), None)
        challenge = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        fits = asked is not None and (
            asked["code_challenge"] == base64.urlsafe_b64encode(challenge).rstrip(b"=").decode()
            and asked["redirect_uri"] == form.get("redirect_uri")
            and (form.get("client_id"), form.get("client_secret")) == (CLIENT, SECRET)
            and form.get("grant_type") == "authorization_code"
        )
        if asked is None or not fits:
            return 400, b'{"error": "invalid_grant"}'
        token = self.token or self.signed(asked["sub"], asked["nonce"], **json.loads(asked["claims"]))
        return 200, json.dumps({"id_token": token, "access_token": "x", "token_type": "Bearer"}).encode()

    def signed(self, subject: str, nonce: str, **claims: Any) -> str:
        """An id token."""
        now = int(time.time())
        right = {"iss": self.issuer, "sub": subject, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": nonce}
        given = {name: value for name, value in {**right, **claims, **self.claims}.items() if value is not None}
        return jwt.encode(given, self.key, "ES256", headers={"kid": self.kid})


@contextmanager
def fake_provider() -> Iterator[FakeProvider]:
    """A provider that answers on loopback until the end."""
    provider = FakeProvider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer({})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", "0"))).decode()
            self._answer({name: values[0] for name, values in parse_qs(body).items()})

        def _answer(self, form: dict[str, str]) -> None:
            status, data = provider.answer(urlsplit(self.path).path, form)
            self.send_response(status)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        provider.issuer = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield provider
        finally:
            server.shutdown()
            thread.join(10)
