"""Passphrases: hashed with argon2id, checked in the same time whether or not there is such a person."""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass
from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from lanista.core.errors import InputError
from lanista.serve.errors import TooMany
from lanista.serve.people.names import fold

MIN_LENGTH, MAX_LENGTH = 10, 200  # characters
COMMON = ("password", "passphrase", "passwort", "qwertyuiop", "1234567890", "0123456789", "abcdefghij", "lanista")
WAIT_SECONDS = 20.0  # for others whose passphrases are being checked


@dataclass(frozen=True)
class HashCost:
    """How much work a hash is: hashes made with another cost are renewed when their people sign in."""

    memory: int = 32 * 1024  # KiB
    passes: int = 3
    at_once: int = 4  # hashes that a process computes at the same time, which bounds its memory


class Passphrases:
    """Hashes and checks passphrases at one cost."""

    cost = HashCost()  # of new instances; tests make it cheap

    def __init__(self) -> None:
        cost = self.cost
        self._hasher = PasswordHasher(time_cost=cost.passes, memory_cost=cost.memory, parallelism=1, type=Type.ID)
        self._turn = BoundedSemaphore(cost.at_once)
        self._nobody = cache(lambda: self._hasher.hash(secrets.token_urlsafe()))

    def hash(self, passphrase: str) -> str:
        """The hash under which a passphrase is stored."""
        self._wait()
        try:
            return self._hasher.hash(_plain(passphrase))
        finally:
            self._turn.release()

    def fits(self, known: str, passphrase: str) -> bool:
        """Whether a passphrase has this hash; takes the same time if there is none."""
        self._wait()
        try:
            nobody = self._nobody()
            self._hasher.verify(known or nobody, _plain(passphrase))
        except (VerificationError, InvalidHashError):
            return False
        finally:
            self._turn.release()
        return bool(known)

    def is_outdated(self, known: str) -> bool:
        """Whether a hash was made at another cost."""
        return self._hasher.check_needs_rehash(known)

    def _wait(self) -> None:
        if not self._turn.acquire(timeout=WAIT_SECONDS):
            raise TooMany("many people sign in at this moment; try again", WAIT_SECONDS)


def check_passphrase(passphrase: str, name: str) -> None:
    """Refuse a new passphrase that is easy to guess; raises InputError, which does not repeat it."""
    if not MIN_LENGTH <= len(passphrase) <= MAX_LENGTH:
        raise InputError(f"expected a passphrase of {MIN_LENGTH} to {MAX_LENGTH} characters, such as four words")
    folded = fold(passphrase)
    rest = folded
    for common in (*COMMON, fold(name)):
        rest = rest.replace(common, "")
    if len(set(folded)) < 4 or len(rest) < 4:
        raise InputError("this passphrase is easy to guess; choose a longer one, such as four words")


def _plain(passphrase: str) -> bytes:
    """A passphrase as bytes, the same from every keyboard; one that is too long fits nothing."""
    text = passphrase[: MAX_LENGTH + 1]
    return unicodedata.normalize("NFC", text).encode(errors="surrogatepass")
