"""Sign-in by an OpenID Connect provider: the authorisation-code flow with PKCE, state and nonce.

Configured by the file `oidc.toml` in the data folder. What the browser keeps meanwhile is in a signed cookie; the
provider's tokens are verified with its keys, and not kept. A person is known by the provider's identifier,
never by a name that people could choose.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode, urlsplit

import httpx
import jwt
import msgspec

from lanista.core.errors import ConfigError
from lanista.core.files import file_errors
from lanista.core.text import inert, quoted
from lanista.serve.errors import NotSignedIn

if TYPE_CHECKING:
    from lanista.serve.site import Site

FILE = "oidc.toml"  # in the data folder
LOOPBACK = ("127.0.0.1", "::1", "localhost")
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
TIMEOUT = httpx.Timeout(5.0)
MAX_SECONDS = 10.0  # for a whole answer
MAX_BYTES = 512 * 1024  # of an answer
KEEP_SECONDS = 3600.0  # for which what the provider says of itself is kept
RENEW_SECONDS = 60.0  # between requests for its keys
FLOW_SECONDS = 600.0  # in which a person must sign in there
LEEWAY = 60.0  # by which clocks may differ
NAMES = ("preferred_username", "name", "nickname", "given_name")  # claims that may hold a name
FAILED = "signing in there did not work"

T = TypeVar("T")


class ProviderSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `oidc.toml`."""

    issuer: str
    client_id: str
    client_secret: str = ""
    title: str = "single sign-on"  # as the page calls it
    scopes: tuple[str, ...] = ("openid", "profile")
    accounts: bool = True  # everybody who can sign in there gets an account here


class ProviderMetadata(msgspec.Struct, frozen=True):
    """The parts of a provider's description of itself that matter here."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str


class ProviderFlow(msgspec.Struct, frozen=True):
    """The secrets of a sign-in while a person is at the provider."""

    state: str
    nonce: str
    verifier: str
    goal: str  # the page to go to afterwards
    until: float


class ProviderIdentity(msgspec.Struct, frozen=True):
    """A person as a provider knows them."""

    issuer: str
    subject: str
    names: tuple[str, ...]  # suggestions
    goal: str


class Provider:
    """A provider by which people sign in."""

    def __init__(self, site: Site, settings: ProviderSettings) -> None:
        self._site = site
        self.settings = settings
        self._metadata: tuple[float, ProviderMetadata] | None = None
        self._keys: tuple[float, jwt.PyJWKSet] | None = None

    def begin(self, callback: str, goal: str) -> tuple[str, str]:
        """Where to send a person, and the cookie that they bring back; `callback` is our address to return to."""
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        flow = ProviderFlow(state, nonce, verifier, goal, self._site.now() + FLOW_SECONDS)
        challenge = hashlib.sha256(flow.verifier.encode()).digest()
        query = {
            "response_type": "code",
            "client_id": self.settings.client_id,
            "redirect_uri": callback,
            "scope": " ".join(self.settings.scopes),
            "state": flow.state,
            "nonce": flow.nonce,
            "code_challenge": _base64(challenge),
            "code_challenge_method": "S256",
        }
        endpoint = self._describe().authorization_endpoint
        return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(query)}", self._sealed(flow)

    def finish(self, cookie: str, answer: Mapping[str, str], callback: str) -> ProviderIdentity:
        """The person who comes back with the provider's answer; raises NotSignedIn."""
        flow = self._opened(cookie)
        if not hmac.compare_digest(answer.get("state", "").encode(), flow.state.encode()):
            raise NotSignedIn("this answer belongs to another attempt to sign in; begin again")
        if answer.get("iss", self.settings.issuer) != self.settings.issuer:
            raise NotSignedIn("this answer comes from another provider; begin again")
        if "code" not in answer:
            raise NotSignedIn(f"{FAILED}: {inert(answer.get('error', 'no code came'), 100)}")
        claims = self._claims(self._redeem(answer["code"], flow, callback), flow.nonce)
        found = (claims.get(name) for name in NAMES)
        names = tuple(name for name in found if isinstance(name, str) and name)
        return ProviderIdentity(self.settings.issuer, str(claims["sub"]), names, flow.goal)

    def _redeem(self, code: str, flow: ProviderFlow, callback: str) -> str:
        """The id token for a code."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": callback,
            "client_id": self.settings.client_id,
            "code_verifier": flow.verifier,
        }
        if self.settings.client_secret:
            form["client_secret"] = self.settings.client_secret
        answer = _fetch("POST", self._describe().token_endpoint, dict[str, Any], form)
        token = answer.get("id_token")
        if not isinstance(token, str):
            raise NotSignedIn(f"{FAILED}: the provider sent no id token")
        return token

    def _claims(self, token: str, nonce: str) -> dict[str, Any]:
        """The claims of an id token, all of them verified."""
        try:
            claims: dict[str, Any] = jwt.decode(
                token,
                self._key(token),
                algorithms=ALGORITHMS,
                audience=self.settings.client_id,
                issuer=self.settings.issuer,
                leeway=LEEWAY,
                options={"require": ["iss", "sub", "aud", "exp", "iat", "nonce"]},
            )
        except jwt.PyJWTError as error:
            raise NotSignedIn(f"{FAILED}: its token is not valid ({inert(str(error), 100)})") from None
        if not hmac.compare_digest(str(claims["nonce"]).encode(), nonce.encode()):
            raise NotSignedIn(f"{FAILED}: its token belongs to another attempt")
        is_shared = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
        if claims.get("azp", None if is_shared else self.settings.client_id) != self.settings.client_id:
            raise NotSignedIn(f"{FAILED}: its token is for another program")
        if not isinstance(claims["sub"], str) or not 0 < len(claims["sub"]) <= 255:
            raise NotSignedIn(f"{FAILED}: its token names nobody")
        return claims

    def _key(self, token: str) -> jwt.PyJWK:
        """The key with which a token claims to be signed; fetched again if it is a new one."""
        wanted = jwt.get_unverified_header(token).get("kid")
        for renew in (False, True):
            keys = [key for key in self._key_set(renew=renew).keys if wanted is None or key.key_id == wanted]
            if keys and (wanted is not None or len(keys) == 1):
                return keys[0]
        raise NotSignedIn(f"{FAILED}: its token is signed with an unknown key")

    def _key_set(self, *, renew: bool) -> jwt.PyJWKSet:
        now = time.monotonic()
        if self._keys is None or now - self._keys[0] > (RENEW_SECONDS if renew else KEEP_SECONDS):
            found = _fetch("GET", self._describe().jwks_uri, dict[str, Any])
            self._keys = (now, jwt.PyJWKSet.from_dict(found))
        return self._keys[1]

    def _describe(self) -> ProviderMetadata:
        """The provider's description of itself."""
        now = time.monotonic()
        if self._metadata is None or now - self._metadata[0] > KEEP_SECONDS:
            address = f"{self.settings.issuer.rstrip('/')}/.well-known/openid-configuration"
            found = _fetch("GET", address, ProviderMetadata)
            if found.issuer != self.settings.issuer:
                raise NotSignedIn(f"{FAILED}: the provider calls itself {quoted(found.issuer)}")
            for endpoint in (found.authorization_endpoint, found.token_endpoint, found.jwks_uri):
                if not is_safe_address(endpoint):
                    raise NotSignedIn(f"{FAILED}: the provider names {quoted(endpoint)}, which is not https")
            self._metadata = (now, found)
        return self._metadata[1]

    def _sealed(self, flow: ProviderFlow) -> str:
        text = _base64(msgspec.json.encode(flow))
        return f"{text}.{self._site.signed('oidc', text)}"

    def _opened(self, cookie: str) -> ProviderFlow:
        text, _, proof = cookie.partition(".")
        if not hmac.compare_digest(proof.encode(), self._site.signed("oidc", text).encode()):
            raise NotSignedIn("this browser has not begun to sign in here, or refuses cookies; begin again")
        flow = msgspec.json.decode(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=ProviderFlow)
        if flow.until < self._site.now():
            raise NotSignedIn("that took too long; begin again")
        return flow


def read_provider(site: Site) -> Provider | None:
    """The provider of a server, if its data folder names one; raises ConfigError if that is not well."""
    path = site.data / FILE
    if not path.exists():
        return None
    settings = _read_settings(path)
    if not is_safe_address(settings.issuer) or "openid" not in settings.scopes:
        raise ConfigError(
            f"{path.name}: expected an issuer at https://... (or on this machine) and the scope `openid`, "
            f"got {quoted(settings.issuer)} and {quoted(' '.join(settings.scopes))}"
        )
    return Provider(site, settings)


def is_safe_address(address: str) -> bool:
    """Whether nobody on the way can read what is sent to an address: https, or this machine."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    is_plain = bool(host) and not parts.username and not parts.fragment and address.isprintable()
    return is_plain and (parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK))


def _read_settings(path: Path) -> ProviderSettings:
    with file_errors(path, "read the sign-in provider"):
        data = path.read_bytes()
    try:
        return msgspec.toml.decode(data, type=ProviderSettings)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path.name}: {inert(str(error), 200)}") from None


def _fetch(method: str, address: str, kind: type[T], form: Mapping[str, str] | None = None) -> T:
    """An answer of the provider, in bounded time and size; raises NotSignedIn."""
    deadline, data = time.monotonic() + MAX_SECONDS, bytearray()
    try:
        with (
            httpx.Client(timeout=TIMEOUT, follow_redirects=False, trust_env=False) as client,
            client.stream(method, address, data=form, headers={"accept": "application/json"}) as answer,
        ):
            for part in answer.iter_bytes():
                data += part
                if len(data) > MAX_BYTES or time.monotonic() > deadline:
                    raise NotSignedIn(f"{FAILED}: the provider's answer is too long or too slow; try again")
            if answer.status_code != 200:
                raise NotSignedIn(f"{FAILED}: the provider answered with {answer.status_code}{_reason(data)}")
        return msgspec.json.decode(data, type=kind)
    except httpx.HTTPError as error:
        raise NotSignedIn(
            f"{FAILED}: the provider cannot be reached ({type(error).__name__}); try again"
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise NotSignedIn(f"{FAILED}: the provider's answer cannot be read") from None


def _reason(data: bytearray) -> str:
    """The provider's own word for a failure."""
    try:
        said = json.loads(data).get("error", "")
    except (ValueError, AttributeError, RecursionError):
        return ""
    return f" ({inert(said, 60)})" if isinstance(said, str) and said else ""


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
