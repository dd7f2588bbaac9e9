"""Accounts: a name and a passphrase, without an address of any kind."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import Connection, insert, select, update

from lanista.core.errors import InputError
from lanista.core.text import quoted
from lanista.league.store import contest_tables as tables
from lanista.serve import rows
from lanista.serve.errors import Conflict, Denied, Missing, NotSignedIn
from lanista.serve.people.membership import drop_reset_links
from lanista.serve.people.names import MAX_NAME, check_name, fold
from lanista.serve.people.passphrases import Passphrases, check_passphrase
from lanista.serve.people.sessions import end_sessions
from lanista.serve.people.tokens import revoke_tokens
from lanista.serve.records import Standing, User
from lanista.serve.secret import digest

if TYPE_CHECKING:
    from lanista.serve.people.oidc import ProviderIdentity
    from lanista.serve.site import Site

# Attempts to sign in that may fail, and in how many seconds. One address alone cannot lock a person out.
PER_NAME_AND_ADDRESS = (10, 600.0)
PER_NAME = (100, 3600.0)
PER_ADDRESS = (200, 600.0)  # a whole class may share one
REGISTRATIONS = (100, 3600.0)  # of an address
REFUSED = "the name or the passphrase is wrong"  # or the account is closed, or signs in elsewhere


class Accounts:
    """All people of a server."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._passphrases = Passphrases()

    def register(self, name: str, passphrase: str, address: str = "") -> User:
        """Make an account; `address` is the network address of the person, if there is one."""
        name = check_name(name)
        hashed = self.prepare(name, passphrase, address)
        return self._site.write(lambda connection: add_user(connection, name, hashed, self._site.now()))

    def prepare(self, name: str, passphrase: str, address: str = "") -> str:
        """Check whether an account can be made, as far as that goes; returns the hash of its passphrase."""
        check_passphrase(passphrase, name)
        if address:
            self._site.throttle.count(f"register {address}", *REGISTRATIONS)
        if self.find(name) is not None:
            raise _taken(name)
        return self._passphrases.hash(passphrase)

    def sign_in(self, name: str, passphrase: str, address: str) -> User:
        """The person with a name and a passphrase; raises NotSignedIn without saying which of them is wrong."""
        folded = fold(name[: 4 * MAX_NAME])
        limits = {
            f"sign in {digest(folded)} {address}": PER_NAME_AND_ADDRESS,
            f"sign in {digest(folded)}": PER_NAME,
            f"sign in from {address}": PER_ADDRESS,
        }
        self._site.throttle.count_all(limits)
        user = self._by_fold(folded)
        known = "" if user is None or user.standing is Standing.CLOSED else user.passphrase
        if not self._passphrases.fits(known, passphrase) or user is None:
            raise NotSignedIn(REFUSED)
        self._site.throttle.forgive(*limits)
        self._renew_hash(user, passphrase)
        return user

    def of_identity(self, identity: ProviderIdentity, *, create: bool) -> User:
        """The person whom a provider knows, with a new account if there is none; raises NotSignedIn."""
        names = list(_free_names(identity.names))

        def work(connection: Connection) -> User:
            table = tables.identities
            is_theirs = (table.c.issuer == identity.issuer) & (table.c.subject == identity.subject)
            known = connection.execute(select(table.c.user_id).where(is_theirs)).scalar()
            if known is not None:
                wanted = rows.query(User, tables.users).where(tables.users.c.id == known)
                user = rows.first(connection, User, wanted)
            elif create:
                user = _add_first_free(connection, names, self._site.now())
                link = insert(table).values(issuer=identity.issuer, subject=identity.subject, user_id=user.id)
                connection.execute(link)
            else:
                raise NotSignedIn("there is no account for you here; ask an organiser")
            if user is None or user.standing is Standing.CLOSED:
                raise NotSignedIn("this account is closed; ask an administrator of the server")
            return user

        return self._site.write(work)

    def get(self, user_id: int) -> User:
        """A person by number; raises Missing."""
        wanted = rows.query(User, tables.users).where(tables.users.c.id == user_id)
        user = self._site.read(lambda connection: rows.first(connection, User, wanted))
        if user is None:
            raise Missing("there is no such person")
        return user

    def find(self, name: str) -> User | None:
        """A person by name, as names are compared."""
        return self._by_fold(fold(name[: 4 * MAX_NAME]))

    def everyone(self) -> list[User]:
        """All people, in the order in which they came."""
        wanted = rows.query(User, tables.users).order_by(tables.users.c.id)
        return self._site.read(lambda connection: rows.found(connection, User, wanted))

    def names(self, user_ids: Collection[int]) -> dict[int, str]:
        """The names of people by their numbers."""
        table = tables.users
        wanted = select(table.c.id, table.c.name).where(table.c.id.in_(set(user_ids)))
        found = self._site.read(lambda connection: connection.execute(wanted).all())
        return {int(number): str(name) for number, name in found}

    def change_passphrase(self, user: User, old: str, new: str) -> None:
        """Change a passphrase, which ends all sessions; people who sign in elsewhere have no old one."""
        name = f"change passphrase {user.id}"
        self._site.throttle.count(name, *PER_NAME_AND_ADDRESS)
        if user.passphrase and not self._passphrases.fits(user.passphrase, old):
            raise Denied("the present passphrase is wrong")
        self._site.throttle.forgive(name)
        check_passphrase(new, user.name)
        hashed = self._passphrases.hash(new)

        def work(connection: Connection) -> None:
            table = tables.users
            fits = table.c.passphrase.in_((user.passphrase, hashed))  # nobody has changed it meanwhile
            change = update(table).where(table.c.id == user.id, fits).values(passphrase=hashed)
            if not connection.execute(change).rowcount:
                raise Conflict("the passphrase was changed at the same moment; sign in again")
            end_sessions(connection, user.id)

        self._site.write(work)

    def reset(self, user_id: int, new: str) -> User:
        """Set a new passphrase, which ends all sessions and revokes all tokens."""
        user = self.get(user_id)
        hashed = self.hashed(user, new)
        self._site.write(lambda connection: set_passphrase(connection, user_id, hashed, self._site.now()))
        return user

    def hashed(self, user: User, new: str) -> str:
        """The hash of a new passphrase of a person, which is checked first."""
        check_passphrase(new, user.name)
        return self._passphrases.hash(new)

    def set_standing(self, user_id: int, standing: Standing, by: int) -> User:
        """Change what a person may do on the server; closing an account ends its sessions and tokens."""
        now = self._site.now()

        def work(connection: Connection) -> User:
            table = tables.users
            is_concerned = (table.c.id == user_id) | (table.c.standing == Standing.ADMIN)
            wanted = rows.query(User, table).where(is_concerned).order_by(table.c.id).with_for_update()
            people = {user.id: user for user in rows.found(connection, User, wanted)}
            if user_id not in people:
                raise Missing("there is no such person")
            others = [user for user in people.values() if user.standing is Standing.ADMIN and user.id != user_id]
            if people[user_id].standing is Standing.ADMIN and standing is not Standing.ADMIN and not others:
                raise Conflict("this is the last administrator; make somebody else one first")
            connection.execute(update(table).where(table.c.id == user_id).values(standing=standing.value))
            drop_reset_links(connection, user_id)
            if standing is Standing.CLOSED:
                end_sessions(connection, user_id)
                revoke_tokens(connection, user_id, now)
            return people[user_id]

        user = self._site.write(work)
        self._site.audit.add(by, 0, f"made a person {standing.value}", user.name)
        return self.get(user_id)

    def _by_fold(self, folded: str) -> User | None:
        wanted = rows.query(User, tables.users).where(tables.users.c.folded == folded)
        return self._site.read(lambda connection: rows.first(connection, User, wanted))

    def _renew_hash(self, user: User, passphrase: str) -> None:
        """Hash a passphrase anew if the cost of hashes has changed."""
        if not self._passphrases.is_outdated(user.passphrase):
            return
        table = tables.users
        hashed = self._passphrases.hash(passphrase)
        change = update(table).where(table.c.id == user.id, table.c.passphrase == user.passphrase)
        self._site.write(lambda connection: connection.execute(change.values(passphrase=hashed)))


def add_user(connection: Connection, name: str, hashed: str, now: float) -> User:
    """Add a person with a checked name; raises Conflict if the name is taken."""
    table = tables.users
    wanted = rows.query(User, table).where(table.c.folded == fold(name))
    known = rows.first(connection, User, wanted)
    if known is not None and hashed and known.passphrase == hashed:
        return known  # the answer to the first try was lost
    if known is not None:
        raise _taken(name)
    user = User(0, name, hashed, Standing.PERSON, now)
    fields = rows.written(user, without=("id",)) | {"folded": fold(name)}
    number = int(connection.execute(insert(table).values(fields).returning(table.c.id)).scalar_one())
    return User(number, user.name, user.passphrase, user.standing, user.created)


def _free_names(given: Iterable[str]) -> Iterator[str]:
    """Names for a new account that was not asked for one, the best first."""
    good = []
    for name in given:
        with suppress(InputError):
            good.append(check_name(name[: MAX_NAME - 4]))
    good = good or ["player"]
    yield from good
    first = good[0]
    yield from (f"{first} {number}" for number in range(2, 1000))
    yield f"{first[:20]} {secrets.token_hex(4)}"


def _add_first_free(connection: Connection, names: Iterable[str], now: float) -> User:
    for name in names:
        with suppress(Conflict):
            return add_user(connection, name, "", now)
    raise Conflict("no name is free; try again")


def set_passphrase(connection: Connection, user_id: int, hashed: str, now: float) -> None:
    """Set a passphrase's hash, which ends all sessions and revokes all tokens."""
    connection.execute(update(tables.users).where(tables.users.c.id == user_id).values(passphrase=hashed))
    end_sessions(connection, user_id)
    revoke_tokens(connection, user_id, now)


def _taken(name: str) -> Conflict:
    return Conflict(f"the name {quoted(name)} is taken; choose another")
