"""The people of a contest as a CSV file: names, teams and roles, read from a spreadsheet and written for one."""

from __future__ import annotations

import csv
import datetime
import io
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, select

from lanista.core.errors import InputError
from lanista.core.text import join_words, quoted
from lanista.league.store import contest_tables as tables
from lanista.serve import rows
from lanista.serve.contests import Contest
from lanista.serve.errors import Conflict
from lanista.serve.people import membership
from lanista.serve.people.accounts import add_user
from lanista.serve.people.invitations import DAY, add_invitation
from lanista.serve.people.names import check_name, check_team_name, fold
from lanista.serve.records import Invitation, InvitationKind, Member, Role, User
from lanista.serve.secret import digest, new_secret
from lanista.serve.settings import ContestSettings

if TYPE_CHECKING:
    from lanista.serve.site import Site

COLUMNS = ("name", "team", "role")
MAX_PEOPLE = 2000
LINK_DAYS = 60.0
MARK = "\ufeff"  # by which spreadsheets recognise UTF-8
FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # with which a spreadsheet would begin to calculate


class RosterLine(msgspec.Struct, frozen=True):
    """A person in a file."""

    line: int
    name: str
    team: str  # "": none, or as it is
    role: Role | None  # None: as it is, or a contestant


class RosterEntry(msgspec.Struct, frozen=True):
    """A person who was imported; the secret of a new account's link is not shown again."""

    name: str
    team: str
    role: Role
    secret: str = ""


def read_roster(text: str, game: str) -> list[RosterLine]:
    """The people in a file with the columns name, team and role; raises InputError that names the line."""
    reader = csv.reader(io.StringIO(text.removeprefix(MARK), newline=""), delimiter=_delimiter(text), strict=True)
    found: list[RosterLine] = []
    try:
        header = [cell.strip().lower() for cell in next(reader, [])]
        _check_header(header)
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found.append(_line(reader.line_num, dict(zip(header, cells, strict=False)), game))
            if len(found) > MAX_PEOPLE:
                raise InputError(f"expected at most {MAX_PEOPLE:,} people in one file; divide it")
    except csv.Error as error:
        raise InputError(f"line {reader.line_num} of the file is no CSV: {error}") from None
    if not found:
        raise InputError("expected at least one person below the line of column names")
    _check_repeats(found)
    return found


def import_people(site: Site, contest: Contest, text: str, by: int) -> list[RosterEntry]:
    """Put the people of a file into a contest and its teams, all or none.

    Those without an account get one, and a link by which they choose a passphrase. An account that is not in the
    contest cannot be drawn in: its person has to join.
    """
    lines = read_roster(text, contest.league.game)
    secrets = [new_secret() for _ in lines]
    now = site.now()

    def work(connection: Connection) -> list[RosterEntry]:
        settings = membership.lock_contest(connection, contest.id)
        found = [
            _import_one(connection, contest.id, settings, line, secret, by, now)
            for line, secret in zip(lines, secrets, strict=True)
        ]
        membership.check_organiser(connection, contest.id, by)
        return found

    done = site.write(work)
    new = sum(bool(entry.secret) for entry in done)
    site.audit.add(by, contest.id, "imported people", f"{len(done)} people, {new} new accounts")
    return done


def export_people(site: Site, contest: Contest) -> str:
    """All people of a contest as a file that spreadsheets open, and that can be imported again."""
    teams = {team.id: team.name for team in site.teams.all(contest.id)}
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([*COLUMNS, "joined"])
    for user, member in site.teams.members(contest.id):
        joined = datetime.datetime.fromtimestamp(member.joined, datetime.UTC).isoformat(timespec="seconds")
        cells = (user.name, teams.get(member.team_id, ""), member.role.value, joined)
        writer.writerow([guarded(cell) for cell in cells])
    return MARK + out.getvalue()


def guarded(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(FORMULAS) else cell


def _unguarded(cell: str) -> str:
    text = cell.strip()
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULAS) else text


def _delimiter(text: str) -> str:
    """A comma, or what spreadsheets write where the comma is a decimal point."""
    header = text.partition("\n")[0]
    return next((mark for mark in ",;\t" if mark in header), ",")


def _check_header(header: list[str]) -> None:
    if "name" not in header or len(set(header)) < len(header):
        raise InputError(
            f"expected a first line with the columns {join_words(COLUMNS)}, got {quoted(','.join(header))}"
        )


def _line(number: int, cells: dict[str, str], game: str) -> RosterLine:
    name, team, role = (_unguarded(cells.get(column, "")) for column in COLUMNS)
    try:
        return RosterLine(
            number,
            check_name(name),
            check_team_name(team, game) if team else "",
            _role(role.lower()) if role else None,
        )
    except InputError as error:
        raise InputError(f"line {number} of the file: {error}") from None


def _role(text: str) -> Role:
    if text not in set(Role):
        raise InputError(f"expected the role {join_words(list(Role), 'or')}, got {quoted(text)}")
    return Role(text)


def _check_repeats(found: list[RosterLine]) -> None:
    seen: dict[str, int] = {}
    for line in found:
        first = seen.setdefault(fold(line.name), line.line)
        if first != line.line:
            raise InputError(f"line {line.line} of the file: {quoted(line.name)} is in line {first} already")


def _import_one(
    connection: Connection,
    contest_id: int,
    settings: ContestSettings,
    line: RosterLine,
    secret: str,
    by: int,
    now: float,
) -> RosterEntry:
    try:
        member, is_new = _member(connection, contest_id, line, secret, now)
        if line.role is not None and line.role is not member.role:
            membership.change_role(connection, member, line.role, by, later=True)
        if line.team:
            _put(connection, member, line.team, settings.team_size, now)
        after = membership.known_member(connection, contest_id, member.user_id)
        team = membership.known_team(connection, contest_id, after.team_id).name if after.team_id else ""
        return RosterEntry(line.name, team, after.role, secret if is_new else "")
    except Conflict as error:
        raise Conflict(f"line {line.line} of the file: {error}") from None


def _member(
    connection: Connection, contest_id: int, line: RosterLine, secret: str, now: float
) -> tuple[Member, bool]:
    """The member with a name, made if there is no such account; and whether it has a new link."""
    wanted = rows.query(User, tables.users).where(tables.users.c.folded == fold(line.name))
    user = rows.first(connection, User, wanted)
    if user is None:
        user = add_user(connection, line.name, "", now)
        member = membership.add_member(connection, contest_id, user.id, Role.CONTESTANT, now)
        link = Invitation(0, InvitationKind.RESET, 0, 0, user.id, "", 1, now + LINK_DAYS * DAY, now, "")
        add_invitation(connection, link, secret)
        return member, True
    known = membership.find_member(connection, contest_id, user.id)
    if known is None:
        raise Conflict(
            f"{quoted(line.name)} is the name of somebody who is not in this contest; "
            "give them a link to join, or choose another name"
        )
    link_id = select(tables.invitations.c.id).where(tables.invitations.c.digest == digest(secret))
    return known, connection.execute(link_id).first() is not None  # there if the answer to the first try was lost


def _put(connection: Connection, member: Member, name: str, size: int, now: float) -> None:
    """Put a member into the team with a name, made if there is none."""
    team = membership.find_team(connection, member.contest_id, name)
    if team is not None and team.id == member.team_id:
        return
    if team is None:
        team = membership.add_team(connection, member.contest_id, name, "", now)
    if member.team_id:
        membership.take_out_of_team(connection, member)
        member = membership.known_member(connection, member.contest_id, member.user_id)
    membership.put_in_team(connection, member, team, size)
