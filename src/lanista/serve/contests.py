"""Contests: made with their leagues, found by their address, changed by their organisers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from lanista.core.errors import StoreError
from lanista.core.text import quoted
from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
from lanista.league.league import League
from lanista.league.store import contest_tables as tables
from lanista.league.store.records import LeagueRecord
from lanista.match.terms import MatchTerms
from lanista.serve import rows
from lanista.serve.access import NO_CONTEST
from lanista.serve.errors import Conflict, Missing
from lanista.serve.records import ContestRecord, Member, Role
from lanista.serve.settings import ContestSettings, check_settings, check_slug, read_settings, slug_of

if TYPE_CHECKING:
    from lanista.serve.site import Site

LADDER: dict[str, Any] = {"endless": True}  # how its league is played


class Contest(msgspec.Struct, frozen=True):
    """A contest with its settings and its league."""

    record: ContestRecord
    settings: ContestSettings
    league: LeagueRecord

    @property
    def id(self) -> int:
        """Its number in the store."""
        return self.record.id

    @property
    def slug(self) -> str:
        """Its name in addresses."""
        return self.record.slug


class Contests:
    """All contests of a server."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def create(
        self,
        settings: ContestSettings,
        game: str,
        *,
        slug: str = "",
        maps: Sequence[str] = (),
        matches: MatchTerms = LEAGUE_MATCHES,
        seats: int | None = None,
        user_id: int = 0,
    ) -> Contest:
        """Make a contest and its league; any error raises a LanistaError before anything is stored.

        The person who makes it becomes an organiser of it.
        """
        check_settings(settings)
        slug = check_slug(slug or slug_of(settings.title))
        if self._find(slug) is not None:
            raise Conflict(f"there is a contest at {quoted(slug)} already; choose another address")
        options = LADDER | ({"seats": seats} if seats else {})
        try:
            league = League.create(
                self._site.store,
                slug,
                game,
                "ladder",
                maps=maps,
                conditions=LeagueTerms(matches=matches),
                options=options,
            )
        except StoreError:  # another league has the name, of somebody who was quicker or beside all contests
            if slug not in {record.name for record in self._site.store.leagues()}:
                raise
            raise Conflict(f"there is a league {quoted(slug)} already; choose another address") from None
        now = self._site.now()
        record = ContestRecord(0, slug, league.id, msgspec.to_builtins(settings), now)

        def work(connection: Connection) -> int:
            known = connection.execute(select(tables.contests.c.id).where(tables.contests.c.slug == slug)).scalar()
            if known is not None:  # the answer to the first try was lost
                return int(known)
            fields = rows.written(record, without=("id",))
            made = insert(tables.contests).values(fields).returning(tables.contests.c.id)
            number = int(connection.execute(made).scalar_one())
            if user_id:
                member = Member(number, user_id, 0, Role.ORGANISER, now)
                connection.execute(insert(tables.members).values(rows.written(member)))
            return number

        self._site.audit.add(user_id, self._site.write(work), "made the contest", settings.title)
        return self.get(slug)

    def get(self, slug: str) -> Contest:
        """A contest by its address; raises Missing."""
        found = self._find(slug)
        if found is None:
            raise Missing(NO_CONTEST)
        return found

    def by_id(self, contest_id: int) -> Contest:
        """A contest by its number; raises Missing."""
        wanted = rows.query(ContestRecord, tables.contests).where(tables.contests.c.id == contest_id)
        record = self._site.read(lambda connection: rows.first(connection, ContestRecord, wanted))
        if record is None:
            raise Missing(NO_CONTEST)
        return self._whole(record)

    def all(self) -> list[Contest]:
        """All contests, the newest first."""
        wanted = rows.query(ContestRecord, tables.contests).order_by(tables.contests.c.id.desc())
        return [
            self._whole(record)
            for record in self._site.read(lambda connection: rows.found(connection, ContestRecord, wanted))
        ]

    def update(self, contest: Contest, changes: Mapping[str, Any], user_id: int = 0) -> Contest:
        """Change some settings; those that are not named stay. Raises InputError."""
        its = tables.contests.c.id == contest.id

        def work(connection: Connection) -> list[str]:
            """Change what is stored now, which another organiser may just have changed."""
            wanted = rows.query(ContestRecord, tables.contests).where(its).with_for_update()
            record = rows.first(connection, ContestRecord, wanted)
            if record is None:
                raise Missing(NO_CONTEST)
            settings = read_settings({**record.options, **changes})
            plain = rows.plain(msgspec.to_builtins(settings))
            connection.execute(update(tables.contests).where(its).values(options=plain))
            return sorted(name for name, value in changes.items() if value != record.options.get(name))

        if names := self._site.write(work):
            self._site.audit.add(user_id, contest.id, "changed the settings", ", ".join(names))
        return self.get(contest.slug)

    def open_league(self, contest: Contest) -> League:
        """The league of a contest, with its whole history."""
        return League(self._site.store, contest.league)

    def _find(self, slug: str) -> Contest | None:
        wanted = rows.query(ContestRecord, tables.contests).where(tables.contests.c.slug == slug)
        record = self._site.read(lambda connection: rows.first(connection, ContestRecord, wanted))
        return None if record is None else self._whole(record)

    def _whole(self, record: ContestRecord) -> Contest:
        return Contest(record, read_settings(record.options), self._site.league(record.league_id))
