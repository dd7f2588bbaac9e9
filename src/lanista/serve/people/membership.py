"""Changes of who is in a contest and in its teams, as parts of transactions.

Each transaction that changes members locks the contest first. So they come one after another, and a limit that one
of them has checked holds when it ends.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select, update

from lanista.core.text import quoted
from lanista.league.store import contest_tables as tables
from lanista.serve import rows
from lanista.serve.errors import Conflict, Missing
from lanista.serve.people.names import fold
from lanista.serve.records import ContestRecord, InvitationKind, Member, Role, Standing, Team
from lanista.serve.settings import ContestSettings, read_settings

RANKS = {Role.CONTESTANT: 0, Role.HELPER: 1, Role.ORGANISER: 2}


def lock_contest(connection: Connection, contest_id: int) -> ContestSettings:
    """Keep others from changing the members of a contest until the transaction ends; returns its settings."""
    table = tables.contests
    wanted = rows.query(ContestRecord, table).where(table.c.id == contest_id).with_for_update(key_share=True)
    record = rows.first(connection, ContestRecord, wanted)
    if record is None:
        raise Missing("there is no such contest")
    return read_settings(record.options)


def find_member(connection: Connection, contest_id: int, user_id: int) -> Member | None:
    """A person in a contest."""
    table = tables.members
    wanted = rows.query(Member, table).where(table.c.contest_id == contest_id, table.c.user_id == user_id)
    return rows.first(connection, Member, wanted)


def known_member(connection: Connection, contest_id: int, user_id: int) -> Member:
    """A person who is in a contest; raises Missing."""
    member = find_member(connection, contest_id, user_id)
    if member is None:
        raise Missing("this person is not in the contest")
    return member


def add_member(connection: Connection, contest_id: int, user_id: int, role: Role, now: float) -> Member:
    """Make a person a member; one who is already keeps the higher of both roles."""
    known = find_member(connection, contest_id, user_id)
    if known is None:
        member = Member(contest_id, user_id, 0, role, now)
        connection.execute(insert(tables.members).values(rows.written(member)))
        drop_reset_links(connection, user_id)
        return member
    if RANKS[role] > RANKS[known.role]:
        _change(connection, known, role=role.value)
    return known_member(connection, contest_id, user_id)


def drop_reset_links(connection: Connection, user_id: int) -> None:
    """End the links by which a person chooses a new passphrase.

    An organiser who has made one could decide about all that the person was then, but not about what they become.
    """
    table = tables.invitations
    links = (table.c.kind == InvitationKind.RESET.value) & (table.c.user_id == user_id)
    connection.execute(delete(table).where(links))


def change_role(connection: Connection, member: Member, role: Role, by: int, *, later: bool = False) -> None:
    """Give a member another role; `later` if the transaction calls `check_organiser` at its end."""
    _change(connection, member, role=role.value)
    if member.role is Role.ORGANISER and not later:
        check_organiser(connection, member.contest_id, by, of=member.user_id)


def remove_member(connection: Connection, member: Member, by: int) -> None:
    """Remove a person from a contest, and an unused team that it leaves empty."""
    table = tables.members
    is_member = (table.c.contest_id == member.contest_id) & (table.c.user_id == member.user_id)
    connection.execute(delete(table).where(is_member))
    if member.role is Role.ORGANISER:
        check_organiser(connection, member.contest_id, by, of=member.user_id)
    remove_if_unused(connection, member.team_id)


def find_team(connection: Connection, contest_id: int, name: str) -> Team | None:
    """A team by its name, as names are compared."""
    table = tables.teams
    wanted = rows.query(Team, table).where(table.c.contest_id == contest_id, table.c.folded == fold(name))
    return rows.first(connection, Team, wanted)


def known_team(connection: Connection, contest_id: int, team_id: int) -> Team:
    """A team of a contest; raises Missing."""
    table = tables.teams
    wanted = rows.query(Team, table).where(table.c.contest_id == contest_id, table.c.id == team_id)
    team = rows.first(connection, Team, wanted)
    if team is None:
        raise Missing("there is no such team")
    return team


def add_team(connection: Connection, contest_id: int, name: str, join_key: str, now: float) -> Team:
    """Add a team with a checked name; raises Conflict if the name is taken."""
    table = tables.teams
    if find_team(connection, contest_id, name) is not None:
        raise Conflict(f"there is a team {quoted(name)} already; choose another name")
    team = Team(0, contest_id, name, join_key, 0, now)
    fields = rows.written(team, without=("id",)) | {"folded": fold(name)}
    number = int(connection.execute(insert(table).values(fields).returning(table.c.id)).scalar_one())
    return known_team(connection, contest_id, number)


def put_in_team(connection: Connection, member: Member, team: Team, size: int) -> None:
    """Put a member without a team into one, unless it is full."""
    if member.team_id == team.id:
        return
    if member.team_id:
        raise Conflict("a person plays in one team; leave yours first")
    if team_size(connection, team.id) >= size:
        raise Conflict(
            f"the team {quoted(team.name)} is full: {size} {'person' if size == 1 else 'people'} at most"
        )
    _change(connection, member, team_id=team.id)


def take_out_of_team(connection: Connection, member: Member) -> None:
    """Take a member out of its team, and remove a team that is empty and unused."""
    _change(connection, member, team_id=0)
    remove_if_unused(connection, member.team_id)


def team_size(connection: Connection, team_id: int) -> int:
    """The number of people in a team."""
    wanted = select(func.count()).where(tables.members.c.team_id == team_id)
    return int(connection.execute(wanted).scalar_one())


def check_not_last(connection: Connection, member: Member) -> None:
    """Refuse that the last person leaves a team that has a bot."""
    team_id = member.team_id
    if team_id and team_size(connection, team_id) == 1 and has_uploads(connection, team_id):
        raise Conflict("you are the last of the team, and its bot would be nobody's; ask an organiser")


def has_uploads(connection: Connection, team_id: int) -> bool:
    """Whether a team has ever uploaded a bot."""
    wanted = select(tables.uploads.c.id).where(tables.uploads.c.team_id == team_id).limit(1)
    return connection.execute(wanted).first() is not None


def remove_if_unused(connection: Connection, team_id: int) -> None:
    """Remove a team without people and bots, so that its name is free again."""
    if team_id and not team_size(connection, team_id) and not has_uploads(connection, team_id):
        invitations = tables.invitations
        connection.execute(delete(invitations).where(invitations.c.team_id == team_id))
        connection.execute(delete(tables.teams).where(tables.teams.c.id == team_id))


def _change(connection: Connection, member: Member, **values: object) -> None:
    table = tables.members
    is_member = (table.c.contest_id == member.contest_id) & (table.c.user_id == member.user_id)
    connection.execute(update(table).where(is_member).values(values))


def check_organiser(connection: Connection, contest_id: int, by: int, of: int = 0) -> None:
    """Refuse, and so undo, that nobody is an organiser any more, unless an administrator did it to another."""
    table = tables.members
    left = select(func.count()).where(table.c.contest_id == contest_id, table.c.role == Role.ORGANISER.value)
    standing = connection.execute(select(tables.users.c.standing).where(tables.users.c.id == by)).scalar()
    is_admins = standing == Standing.ADMIN.value and by != of
    if not is_admins and not connection.execute(left).scalar_one():
        raise Conflict("this would leave the contest without an organiser; make somebody else one first")
