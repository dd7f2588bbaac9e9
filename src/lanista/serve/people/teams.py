"""Members of contests and their teams: who enters, joins and leaves, and what limits there are."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from sqlalchemy import Connection, func, select, update

from lanista.core.text import quoted
from lanista.league.store import contest_tables as tables
from lanista.serve import rows
from lanista.serve.contests import Contest
from lanista.serve.errors import Conflict, Denied
from lanista.serve.people import membership
from lanista.serve.people.names import MAX_NAME, check_team_name
from lanista.serve.records import Member, Role, Team, User
from lanista.serve.secret import digest, new_secret
from lanista.serve.settings import Joining, Phase, phase

if TYPE_CHECKING:
    from lanista.serve.site import Site

KEY_ATTEMPTS = (20, 600.0)  # of a person, with wrong keys
MAX_TEAMS_MADE = (20, 3600.0)  # by a person


class Teams:
    """The members and teams of all contests."""

    def __init__(self, site: Site) -> None:
        self._site = site

    # What there is

    def member(self, contest_id: int, user_id: int) -> Member | None:
        """A person in a contest."""
        return self._site.read(lambda connection: membership.find_member(connection, contest_id, user_id))

    def members(self, contest_id: int, team_id: int = 0) -> list[tuple[User, Member]]:
        """The people of a contest, or of one of its teams, in the order in which they joined."""
        table = tables.members
        here = table.c.contest_id == contest_id
        if team_id:
            here &= table.c.team_id == team_id

        def look(connection: Connection) -> list[tuple[User, Member]]:
            wanted = rows.query(Member, table).where(here).order_by(table.c.joined, table.c.user_id)
            people = rows.query(User, tables.users).where(
                tables.users.c.id.in_(select(table.c.user_id).where(here))
            )
            known = {user.id: user for user in rows.found(connection, User, people)}
            return [(known[member.user_id], member) for member in rows.found(connection, Member, wanted)]

        return self._site.read(look)

    def contests_of(self, user_id: int) -> list[Member]:
        """A person's memberships, the latest first."""
        table = tables.members
        wanted = rows.query(Member, table).where(table.c.user_id == user_id).order_by(table.c.joined.desc())
        return self._site.read(lambda connection: rows.found(connection, Member, wanted))

    def get(self, contest_id: int, team_id: int) -> Team:
        """A team; raises Missing."""
        return self._site.read(lambda connection: membership.known_team(connection, contest_id, team_id))

    def find(self, contest_id: int, name: str) -> Team | None:
        """A team by its name, as names are compared."""
        return self._site.read(
            lambda connection: membership.find_team(connection, contest_id, name[: 4 * MAX_NAME])
        )

    def all(self, contest_id: int) -> list[Team]:
        """The teams of a contest, in the order in which they were made."""
        wanted = rows.query(Team, tables.teams).where(tables.teams.c.contest_id == contest_id)
        wanted = wanted.order_by(tables.teams.c.id)
        return self._site.read(lambda connection: rows.found(connection, Team, wanted))

    def sizes(self, contest_id: int) -> dict[int, int]:
        """The number of people in each team that has any."""
        table = tables.members
        wanted = select(table.c.team_id, func.count()).where(
            table.c.contest_id == contest_id, table.c.team_id != 0
        )
        found = self._site.read(lambda connection: connection.execute(wanted.group_by(table.c.team_id)).all())
        return {int(team_id): int(count) for team_id, count in found}

    # What people do

    def enter(self, contest: Contest, user_id: int, role: Role = Role.CONTESTANT) -> Member:
        """Make a person a member of a contest that anybody may join."""
        now = self._site.now()

        def work(connection: Connection) -> Member:
            settings = membership.lock_contest(connection, contest.id)
            known = membership.find_member(connection, contest.id, user_id)
            if known is not None:
                return known
            if settings.joining is not Joining.ANYONE or role is not Role.CONTESTANT:
                raise Denied("one joins this contest by a link or a code from its organiser")
            if phase(settings, now) is Phase.OVER:
                raise Conflict("this contest is over")
            return membership.add_member(connection, contest.id, user_id, role, now)

        return self._site.write(work)

    def create(self, contest: Contest, user_id: int, name: str) -> tuple[Team, str]:
        """Make a team with its first member; returns it with the key for others, which is shown once."""
        name = check_team_name(name, contest.league.game)
        self._site.throttle.count(f"make teams {user_id}", *MAX_TEAMS_MADE)
        key, now = new_secret(), self._site.now()

        def work(connection: Connection) -> Team:
            settings = membership.lock_contest(connection, contest.id)
            member = membership.find_member(connection, contest.id, user_id)
            if member is None:
                raise Denied("join the contest first")
            if member.team_id:
                known = membership.known_team(connection, contest.id, member.team_id)
                if known.join_key == digest(key):  # the answer to the first try was lost
                    return known
                raise Conflict("a person plays in one team; leave yours first")
            team = membership.add_team(connection, contest.id, name, digest(key), now)
            membership.put_in_team(connection, member, team, settings.team_size)
            return team

        return self._site.write(work), key

    def join(self, contest: Contest, user_id: int, team_id: int, key: str) -> Team:
        """Put a person into a team with its key."""
        attempts = f"team keys {user_id}"
        self._site.throttle.count(attempts, *KEY_ATTEMPTS)

        def work(connection: Connection) -> Team:
            settings = membership.lock_contest(connection, contest.id)
            team = membership.known_team(connection, contest.id, team_id)
            member = membership.find_member(connection, contest.id, user_id)
            if member is None:
                raise Denied("join the contest first")
            if not team.join_key or not hmac.compare_digest(digest(key.strip()), team.join_key):
                raise Denied("this is not the key of the team; ask one of its members for it")
            membership.put_in_team(connection, member, team, settings.team_size)
            return team

        team = self._site.write(work)
        self._site.throttle.forgive(attempts)
        return team

    def leave(self, contest: Contest, user_id: int) -> None:
        """Take a person out of its team; the last one stays, as long as the team has a bot."""

        def work(connection: Connection) -> None:
            membership.lock_contest(connection, contest.id)
            member = membership.known_member(connection, contest.id, user_id)
            if member.team_id:
                membership.check_not_last(connection, member)
                membership.take_out_of_team(connection, member)

        self._site.write(work)

    def new_key(self, contest: Contest, team_id: int) -> str:
        """A new key for a team, which is shown once; the former one is no longer good."""
        key = new_secret()
        self._set_key(contest, team_id, digest(key))
        return key

    def close(self, contest: Contest, team_id: int) -> None:
        """Let nobody else join a team."""
        self._set_key(contest, team_id, "")

    def set_gated(self, team_id: int, on: bool) -> None:
        """Choose whether a new version of the team's bot must not be worse than the one that plays."""
        change = update(tables.teams).where(tables.teams.c.id == team_id).values(gated=int(on))
        self._site.write(lambda connection: connection.execute(change))

    # What organisers do

    def set_role(self, contest: Contest, user_id: int, role: Role, by: int) -> Member:
        """Give a member another role; somebody stays an organiser."""

        def work(connection: Connection) -> Member:
            membership.lock_contest(connection, contest.id)
            member = membership.known_member(connection, contest.id, user_id)
            membership.change_role(connection, member, role, by)
            return membership.known_member(connection, contest.id, user_id)

        member = self._site.write(work)
        self._note(contest, by, f"made a person {role.value}", user_id)
        return member

    def place(self, contest: Contest, user_id: int, team_id: int, by: int) -> None:
        """Move a member into a team without its key, or out of all teams (0)."""

        def work(connection: Connection) -> str:
            settings = membership.lock_contest(connection, contest.id)
            member = membership.known_member(connection, contest.id, user_id)
            team = membership.known_team(connection, contest.id, team_id) if team_id else None
            if member.team_id and member.team_id != team_id:
                membership.take_out_of_team(connection, member)
                member = membership.known_member(connection, contest.id, user_id)
            if team is None:
                return "no team"
            membership.put_in_team(connection, member, team, settings.team_size)
            return team.name

        where = self._site.write(work)
        self._note(contest, by, f"moved a person to {quoted(where)}", user_id)

    def remove(self, contest: Contest, user_id: int, by: int) -> None:
        """Remove a person from a contest, or let them leave it; their team stays if it has a bot."""

        def work(connection: Connection) -> None:
            membership.lock_contest(connection, contest.id)
            member = membership.find_member(connection, contest.id, user_id)
            if member is None:
                return
            if by == user_id:
                membership.check_not_last(connection, member)
            membership.remove_member(connection, member, by)

        self._site.write(work)
        self._note(contest, by, "removed a person" if by != user_id else "left the contest", user_id)

    def _set_key(self, contest: Contest, team_id: int, key: str) -> None:
        table = tables.teams
        change = update(table).where(table.c.contest_id == contest.id, table.c.id == team_id).values(join_key=key)
        self._site.write(lambda connection: connection.execute(change))

    def _note(self, contest: Contest, by: int, action: str, user_id: int) -> None:
        self._site.audit.add(by, contest.id, action, self._site.accounts.get(user_id).name)
