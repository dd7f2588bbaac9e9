"""Invitations: links and codes by which people join a contest or a team, or choose a new passphrase."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from lanista.core.errors import InputError
from lanista.core.text import inert
from lanista.league.store import contest_tables as tables
from lanista.serve import rows
from lanista.serve.contests import Contest
from lanista.serve.errors import Conflict, Denied, Missing
from lanista.serve.people import membership
from lanista.serve.people.accounts import add_user, set_passphrase
from lanista.serve.people.membership import drop_reset_links
from lanista.serve.people.names import check_name
from lanista.serve.records import Invitation, InvitationKind, Role, Standing, User
from lanista.serve.secret import digest, new_secret
from lanista.serve.settings import Joining, Phase, phase

if TYPE_CHECKING:
    from lanista.serve.site import Site

CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that is taken for another one
CODE = re.compile(rf"[{CODE_LETTERS}]{{12}}")
MISREAD = str.maketrans("OIL", "011")
MAX_USES, MAX_DAYS, MAX_NOTE = 10_000, 400.0, 100
RESET_DAYS = 7.0
DAY = 24 * 3600.0
LOOKS = (60, 600.0)  # of an address, that find nothing


class Invitations:
    """All invitations of a server; only digests of their secrets are stored."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def make(
        self,
        kind: InvitationKind,
        *,
        contest_id: int = 0,
        team_id: int = 0,
        user_id: int = 0,
        role: str = "",
        uses: int = 1,
        days: float = 14,
        note: str = "",
        by: int = 0,
    ) -> str:
        """Make an invitation; returns its secret, which is not shown again: a code to type for a contest."""
        if not 1 <= uses <= MAX_USES:
            raise InputError(f"expected 1 to {MAX_USES:,} uses, got {uses}")
        if not 0 < days <= MAX_DAYS:
            raise InputError(f"expected that it holds for up to {MAX_DAYS:.0f} days, got {days:g}")
        if kind in (InvitationKind.CONTEST, InvitationKind.TEAM):
            role = Role(role or Role.CONTESTANT).value
        secret = new_code() if kind is InvitationKind.CONTEST else new_secret()
        now = self._site.now()
        record = Invitation(
            0, kind, contest_id, team_id, user_id, role, uses, now + days * DAY, now, inert(note, MAX_NOTE)
        )
        self._site.write(lambda connection: add_invitation(connection, record, secret))
        if by or contest_id:
            detail = ", ".join(part for part in (role, f"{uses} uses", record.note) if part)
            self._site.audit.add(by, contest_id, f"made an invitation ({kind.value})", detail)
        return secret

    def reset_link(self, user_id: int, by: User, contest: Contest | None = None) -> str:
        """A link by which a person chooses a new passphrase; it replaces earlier ones.

        An organiser can make one for people who are in contests of that organiser only, so that nobody gets into
        other contests that way.
        """
        user = self._site.accounts.get(user_id)
        if by.standing is not Standing.ADMIN and not (contest and self._may_reset(contest, user, by)):
            raise Denied("only an administrator of the server can do this for that person")
        self._site.write(lambda connection: drop_reset_links(connection, user_id))
        contest_id = contest.id if contest else 0
        secret = self.make(InvitationKind.RESET, user_id=user_id, days=RESET_DAYS)
        self._site.audit.add(by.id, contest_id, "made a link for a new passphrase", user.name)
        return secret

    def look(self, secret: str, address: str = "") -> Invitation:
        """An invitation that is still good; raises Missing. `address` limits how often one can guess."""
        now = self._site.now()
        with self._guesses(address):
            return self._site.read(lambda connection: _find(connection, secret, now))

    def redeem(self, secret: str, user_id: int, address: str = "") -> Invitation:
        """Do what an invitation is for, and count its use, both or neither."""
        now = self._site.now()
        with self._guesses(address):
            self._site.read(lambda connection: _find(connection, secret, now, even_if_used=True))
        return self._site.write(lambda connection: _redeem(connection, secret, user_id, now))

    @contextmanager
    def _guesses(self, address: str) -> Iterator[None]:
        """Count what fails in here as a guess from an address; raises TooMany before it is tried."""
        attempts = f"look at invitations from {address}"
        if address:
            self._site.throttle.count(attempts, *LOOKS)
        yield
        if address:
            self._site.throttle.forgive(attempts)

    def register(self, secret: str, name: str, passphrase: str, address: str = "") -> tuple[User, Invitation]:
        """Make an account and redeem an invitation, both or neither."""
        self.check_registration(self.look(secret, address))
        name = check_name(name)
        hashed = self._site.accounts.prepare(name, passphrase, address)
        now = self._site.now()

        def work(connection: Connection) -> tuple[User, Invitation]:
            invitation = _find(connection, secret, now, even_if_used=True)
            if invitation.contest_id:
                membership.lock_contest(connection, invitation.contest_id)
            user = add_user(connection, name, hashed, now)
            return user, _redeem(connection, secret, user.id, now)

        return self._site.write(work)

    def reset(self, secret: str, new: str, address: str = "") -> User:
        """Choose a new passphrase with a link, which is good once; ends all sessions and tokens."""
        now = self._site.now()
        invitation = self.look(secret, address)
        if invitation.kind is not InvitationKind.RESET:
            raise Missing(GONE)
        user = self._site.accounts.get(invitation.user_id)
        if user.standing is Standing.CLOSED:
            raise Missing(GONE)
        hashed = self._site.accounts.hashed(user, new)

        def work(connection: Connection) -> None:
            known = select(tables.users.c.passphrase).where(tables.users.c.id == user.id)
            if connection.execute(known).scalar() == hashed:  # the answer to the first try was lost
                return
            _use(connection, invitation, now)
            set_passphrase(connection, user.id, hashed, now)

        self._site.write(work)
        return user

    def of(self, contest_id: int) -> list[Invitation]:
        """The invitations to a contest, or (0) to administer the server, that are good, the newest first."""
        table, now = tables.invitations, self._site.now()
        is_good = (table.c.uses > 0) & (table.c.expires > now)
        is_ours = (table.c.contest_id == contest_id) & (table.c.kind != InvitationKind.RESET.value)
        wanted = rows.query(Invitation, table).where(is_ours & is_good)
        wanted = wanted.order_by(table.c.id.desc())
        return self._site.read(lambda connection: rows.found(connection, Invitation, wanted))

    def revoke(self, contest_id: int, invitation_id: int, by: int) -> None:
        """Withdraw an invitation of a contest; one that is gone stays gone."""
        table = tables.invitations
        is_ours = (table.c.contest_id == contest_id) & (table.c.kind != InvitationKind.RESET.value)
        gone = delete(table).where(is_ours & (table.c.id == invitation_id))
        if self._site.write(lambda connection: connection.execute(gone).rowcount):
            self._site.audit.add(by, contest_id, "withdrew an invitation")

    def check_registration(self, invitation: Invitation | None) -> None:
        """Refuse a new account to somebody who is not invited, where no contest is open to all."""
        if not self.may_register(invitation):
            raise Denied("new accounts need a link or a code from an organiser")

    def may_register(self, invitation: Invitation | None) -> bool:
        """Whether somebody with or without an invitation can make an account."""
        if invitation is None:
            return any(self._is_open(contest) for contest in self._site.contests.all())
        if invitation.kind in (InvitationKind.CONTEST, InvitationKind.TEAM):
            return self._site.contests.by_id(invitation.contest_id).settings.accounts
        return invitation.kind is InvitationKind.ORGANISER

    def _is_open(self, contest: Contest) -> bool:
        """Whether anybody can see a contest, and make an account to join it."""
        settings = contest.settings
        is_over = phase(settings, self._site.now()) is Phase.OVER
        return settings.public and settings.accounts and settings.joining is Joining.ANYONE and not is_over

    def _may_reset(self, contest: Contest, user: User, by: User) -> bool:
        """Whether an organiser decides about all contests that a person is in."""
        teams = self._site.teams
        theirs = {member.contest_id: member.role for member in teams.contests_of(user.id)}
        organised = {member.contest_id for member in teams.contests_of(by.id) if member.role is Role.ORGANISER}
        is_plain = user.standing is Standing.PERSON and Role.ORGANISER not in theirs.values()
        return is_plain and contest.id in theirs and set(theirs) <= organised


GONE = "this link or code is unknown, used up or too old; ask for a new one"


def new_code() -> str:
    """A code that people can read from a board and type."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(12))
    return "-".join(letters[at : at + 4] for at in (0, 4, 8))


def tidy_secret(text: str) -> str:
    """A secret as it is stored: of a code in any spelling, the one that was made."""
    letters = re.sub(r"[\s-]", "", text).upper().translate(MISREAD)
    if CODE.fullmatch(letters):
        return "-".join(letters[at : at + 4] for at in (0, 4, 8))
    return text.strip()


def add_invitation(connection: Connection, record: Invitation, secret: str) -> None:
    """Store an invitation, once; old ones are forgotten."""
    table, key = tables.invitations, digest(secret)
    connection.execute(delete(table).where(table.c.expires < record.created - DAY))
    if connection.execute(select(table.c.id).where(table.c.digest == key)).first() is None:
        fields = rows.written(record, without=("id",)) | {"digest": key}
        connection.execute(insert(table).values(fields))


def _find(connection: Connection, secret: str, now: float, *, even_if_used: bool = False) -> Invitation:
    wanted = rows.query(Invitation, tables.invitations)
    wanted = wanted.where(tables.invitations.c.digest == digest(tidy_secret(secret)))
    found = rows.first(connection, Invitation, wanted)
    if found is None or found.expires <= now or (found.uses < 1 and not even_if_used):
        raise Missing(GONE)
    return found


def _redeem(connection: Connection, secret: str, user_id: int, now: float) -> Invitation:
    invitation = _find(connection, secret, now, even_if_used=True)
    if invitation.kind is InvitationKind.RESET:
        raise Conflict("this link is for a new passphrase; choose one")
    has_effect = _promote if invitation.kind is InvitationKind.ORGANISER else _enter
    if has_effect(connection, invitation, user_id, now):
        _use(connection, invitation, now)
    return invitation


def _promote(connection: Connection, _invitation: Invitation, user_id: int, _now: float) -> bool:
    """Make a person an administrator; false if it is one."""
    table = tables.users
    change = update(table).where(table.c.id == user_id, table.c.standing == Standing.PERSON.value)
    drop_reset_links(connection, user_id)
    return bool(connection.execute(change.values(standing=Standing.ADMIN.value)).rowcount)


def _enter(connection: Connection, invitation: Invitation, user_id: int, now: float) -> bool:
    """Make a person a member of a contest and a team; false if that changes nothing."""
    settings = membership.lock_contest(connection, invitation.contest_id)
    before = membership.find_member(connection, invitation.contest_id, user_id)
    member = membership.add_member(connection, invitation.contest_id, user_id, Role(invitation.role), now)
    if invitation.team_id:
        team = membership.known_team(connection, invitation.contest_id, invitation.team_id)
        membership.put_in_team(connection, member, team, settings.team_size)
        member = msgspec.structs.replace(member, team_id=team.id)
    return member != before


def _use(connection: Connection, invitation: Invitation, now: float) -> None:
    """Count a use; raises Missing if there is none left, and so undoes the transaction."""
    table = tables.invitations
    is_good = (table.c.id == invitation.id) & (table.c.uses > 0) & (table.c.expires > now)
    if not connection.execute(update(table).where(is_good).values(uses=table.c.uses - 1)).rowcount:
        raise Missing(GONE)
