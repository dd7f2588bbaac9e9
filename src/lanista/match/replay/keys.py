"""The organiser's keys, which sign replays: Ed25519 in PEM files."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lanista.core.errors import InputError
from lanista.core.files import file_errors, write_whole
from lanista.match.replay.format import Signature

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PURPOSE = b"lanista replay\n"  # so that a signature is not valid for anything else
MAX_KEY_BYTES = 10_000


UNSIGNED, MISSING, UNCHECKED, VALID, INVALID = "unsigned", "missing", "unchecked", "valid", "invalid"


@dataclass(frozen=True)
class SignatureReport:
    """`unsigned`, `unchecked` (no key was given), `valid`, `invalid`, or `missing` although a key was given."""

    status: str
    key: str = ""  # fingerprint of the signer's key

    @property
    def is_sound(self) -> bool:
        """Whether the signature is neither missing nor invalid."""
        return self.status not in (MISSING, INVALID)

    def __str__(self) -> str:
        """The report as text."""
        return {
            UNSIGNED: "not signed",
            MISSING: f"the signature of key {self.key} is missing"
            if self.key
            else "not signed, although a key was given",
            UNCHECKED: f"signed by key {self.key}, not checked",
            VALID: f"signed by key {self.key}",
            INVALID: f"the signature is invalid (it names key {self.key})",
        }[self.status]


class SigningKey:
    """The private half: signs the digest of a replay."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key

    @property
    def public(self) -> PublicKey:
        """The public half."""
        return PublicKey(self._key.public_key().public_bytes_raw())

    def sign(self, digest: str) -> Signature:
        """The signature line for a replay with this digest."""
        return Signature(self.public.raw.hex(), self._key.sign(PURPOSE + digest.encode()).hex())


class PublicKey:
    """The public half: checks signatures."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw

    @property
    def fingerprint(self) -> str:
        """A short identifier that people can compare."""
        return fingerprint(self.raw)

    def verifies(self, signature: Signature, digest: str) -> bool:
        """Whether this key made the signature of this digest."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        key = Ed25519PublicKey.from_public_bytes(self.raw)
        try:
            key.verify(bytes.fromhex(signature.signature), PURPOSE + digest.encode())
        except (InvalidSignature, ValueError):
            return False
        return signature.key == self.raw.hex()


def fingerprint(raw: bytes) -> str:
    """The first 16 digits of a public key's SHA-256."""
    return hashlib.sha256(raw).hexdigest()[:16]


def signer_of(signature: Signature) -> str:
    """The fingerprint of the key that a signature names."""
    try:
        return fingerprint(bytes.fromhex(signature.key))
    except ValueError:
        return "unknown"


def check_signature(signature: Signature | None, digest: str, key: PublicKey | None) -> SignatureReport:
    """Check a signature; without a key it can only be named."""
    if signature is None:
        return SignatureReport(UNSIGNED if key is None else MISSING)
    signer = signer_of(signature)
    if key is None:
        return SignatureReport(UNCHECKED, signer)
    return SignatureReport(VALID if key.verifies(signature, digest) else INVALID, signer)


def make_keys(name: str, *, force: bool = False) -> tuple[Path, Path, PublicKey]:
    """Write a new key pair: NAME.key, readable only by its owner, and NAME.pub."""
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    private = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    public = key.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)
    paths = Path(f"{name}.key"), Path(f"{name}.pub")
    if not force and paths[1].exists():
        raise InputError(f"{paths[1]} already exists; choose another name, or overwrite it with --force")
    write_whole(paths[0], private, force=force, mode=0o600)
    write_whole(paths[1], public, force=force)
    return *paths, SigningKey(key).public


def read_signing_key(path: Path) -> SigningKey:
    """Read a private key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    key = _load(path, lambda data: load_pem_private_key(data, None), "NAME.key")
    if not isinstance(key, Ed25519PrivateKey):
        raise InputError(f"{path}: expected an Ed25519 key, got another kind; make one with `lanista key NAME`")
    return SigningKey(key)


def read_public_key(path: Path) -> PublicKey:
    """Read a public key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    key = _load(path, load_pem_public_key, "NAME.pub")
    if not isinstance(key, Ed25519PublicKey):
        raise InputError(f"{path}: expected an Ed25519 key, got another kind; make one with `lanista key NAME`")
    return PublicKey(key.public_bytes_raw())


def _load(path: Path, load: Any, expected: str) -> Any:
    from cryptography.exceptions import UnsupportedAlgorithm

    with file_errors(path, "read"), path.open("rb") as file:
        data = file.read(MAX_KEY_BYTES)
    try:
        return load(data)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise InputError(f"{path}: not a key; expected the {expected} that `lanista key NAME` writes") from None
