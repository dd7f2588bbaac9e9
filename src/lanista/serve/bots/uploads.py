"""Versions of bots: received, moved between their states, activated. See `states` for what leads to what."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, func, insert, select, update

from lanista.core.text import inert_text, quoted
from lanista.game import get_game
from lanista.league.store import contest_tables as tables
from lanista.league.store import leagues, roster
from lanista.league.store.changes import lock
from lanista.league.store.tables import entries
from lanista.serve import rows
from lanista.serve.bots import limits
from lanista.serve.bots.packing import PackedUpload, UploadedFile, pack_upload
from lanista.serve.bots.states import (
    ACTIVE,
    CHECKING,
    CHOOSABLE,
    GATED,
    HELD,
    NEXT,
    PASSED,
    QUARANTINED,
    REFUSED,
    RETIRED,
    WAITING,
)
from lanista.serve.errors import Conflict, Missing
from lanista.serve.full_disk import disk_errors
from lanista.serve.ops.disk import check_space
from lanista.serve.records import JobKind, JobState, Team, Upload, UploadState
from lanista.serve.settings import Phase, phase
from lanista.serve.work.jobs import insert_job

if TYPE_CHECKING:
    from lanista.serve.contests import Contest
    from lanista.serve.site import Site

INCOMING = "incoming"  # the folder of uploads that are being checked, in the data folder
MAX_WHY = 4000  # characters
NEVER_PLAYED = -1
GATED_WHY = "it plays against the active version, to show that it is not worse"
REPLACED, NEWER = "version {number} plays instead", "version {number} is tried instead"
BACK = "it plays again, since version {number} was quarantined"
HOLD = "it was not chosen by itself: version {number}, which is newer, plays or is tried already"


class Received(NamedTuple):
    """A version, and whether it is a new one of its team."""

    upload: Upload
    is_new: bool


class Uploads:
    """All uploaded versions of a server."""

    def __init__(self, site: Site) -> None:
        self._site = site

    # Looking

    def get(self, contest_id: int, upload_id: int) -> Upload:
        """A version of a contest; raises Missing."""
        wanted = _query().where(tables.uploads.c.contest_id == contest_id, tables.uploads.c.id == upload_id)
        found = self._site.read(lambda connection: rows.first(connection, Upload, wanted))
        if found is None:
            raise Missing("there is no such version")
        return found

    def own(self, contest_id: int, team_id: int, upload_id: int) -> Upload:
        """A version of a team; raises Missing for those of others."""
        found = self.get(contest_id, upload_id)
        if found.team_id != team_id:
            raise Missing("there is no such version")
        return found

    def of_team(self, team_id: int) -> list[Upload]:
        """The versions of a team, the newest first."""
        wanted = _query().where(tables.uploads.c.team_id == team_id).order_by(tables.uploads.c.number.desc())
        return self._site.read(lambda connection: rows.found(connection, Upload, wanted))

    def active(self, team_id: int) -> Upload | None:
        """The version of a team that plays in the league."""
        return self._site.read(lambda connection: _active(connection, team_id))

    def of_entry(self, contest_id: int, entry: int) -> Upload | None:
        """The version that an entry of a contest's league is; None of built-in bots."""
        return self._site.read(lambda connection: _of_entry(connection, contest_id, entry))

    # Receiving

    def receive(self, contest: Contest, team_id: int, user_id: int, file_name: str, data: bytes) -> Upload:
        """Store a version in one file, and queue its check; see `receive_files`."""
        return self.receive_files(contest, team_id, user_id, [UploadedFile(file_name, data)]).upload

    def receive_files(
        self, contest: Contest, team_id: int, user_id: int, files: Sequence[UploadedFile]
    ) -> Received:
        """Store a version and queue its check, in one transaction; raises a LanistaError with what to do.

        Files that the team has uploaded before are that version, and nothing is queued.
        """
        self._refuse_if_over(contest)
        limits.count_attempt(self._site, contest, team_id)
        with disk_errors(self._site, contest.id, f"an upload of team {team_id}"):
            game = get_game(contest.league.game)
            check_space(self._site, sum(len(file.data) for file in files))
            packed = pack_upload(game, self._site.data / INCOMING, files)
            return self._store(contest, team_id, user_id, packed)

    def _store(self, contest: Contest, team_id: int, user_id: int, packed: PackedUpload) -> Received:
        now = self._site.now()

        def work(connection: Connection) -> Received:
            lock_team(connection, contest.id, team_id)
            its = tables.uploads.c
            known = _query().where(its.team_id == team_id, its.digest == packed.digest)
            if (found := rows.first(connection, Upload, known)) is not None:
                return Received(found, is_new=False)
            limits.refuse_more_checks(connection, contest, team_id, now)
            leagues.add_archive(connection, packed.digest, packed.data)
            upload = Upload(
                id=0,
                contest_id=contest.id,
                team_id=team_id,
                number=_next_number(connection, team_id),
                digest=packed.digest,
                name=packed.name,
                size=len(packed.data),
                user_id=user_id,
                created=now,
                state=WAITING,
                why="",
                card={},
                entry=NEVER_PLAYED,
            )
            fields = rows.written(upload, without=("id",))
            made = insert(tables.uploads).values(fields).returning(tables.uploads.c.id)
            number = int(connection.execute(made).scalar_one())
            stored = _one(connection, number)
            _queue_check(connection, stored, user_id, now)
            return Received(stored, is_new=True)

        return self._site.write(work)

    def check_again(self, contest: Contest, upload: Upload, user_id: int) -> Upload:
        """Queue another check of a version that was refused, or whose check failed by our fault.

        It counts as an upload.
        """
        self._refuse_if_over(contest)
        now = self._site.now()

        def work(connection: Connection) -> Upload:
            lock_team(connection, contest.id, upload.team_id)
            known = _one(connection, upload.id)
            if known.state not in (WAITING, CHECKING, REFUSED):
                raise Conflict(f"only a refused version can be checked again, and this one is {known.state.value}")
            if known.state is not REFUSED and _is_to_be_checked(connection, known):
                return known
            limits.refuse_more_checks(connection, contest, upload.team_id, now)
            _queue_check(connection, known, user_id, now)
            return _change(connection, known, WAITING)

        return self._site.write(work)

    # Moving

    def move(
        self,
        upload_id: int,
        state: UploadState,
        *,
        why: str = "",
        card: Mapping[str, Any] | None = None,
        expected: Collection[UploadState] | None = None,
    ) -> Upload:
        """Move a version to another state, from one of the `expected` ones; raises Conflict if that cannot be.

        It becomes active by `activate`, `checked` or `gate_decided` only, which enter it in the league as well.
        """
        if state is ACTIVE:
            raise Conflict("a version becomes active only together with its entry in the league")

        def work(connection: Connection) -> Upload:
            upload = _locked(connection, upload_id)
            allowed = expected if expected is not None else (state, *(old for old in NEXT if state in NEXT[old]))
            if upload.state not in allowed:
                raise Conflict(
                    f"version {upload.number} is {upload.state.value} by now, so it is not {state.value}"
                )
            return _change(connection, upload, state, why=why, card=card)

        return self._site.write(work)

    def checked(
        self, contest: Contest, upload_id: int, works: bool, why: str = "", card: Mapping[str, Any] | None = None
    ) -> Upload:
        """End the check of a version, all in one transaction: it is refused, or it passes and plays.

        It stays passed if its team has a newer version that plays or is tried, or if the contest is over. Without
        effect on a version that is not being checked.
        """
        now = self._site.now()

        def work(connection: Connection) -> Upload:
            lock(connection, contest.league.id)
            team = lock_team(connection, contest.id, _one(connection, upload_id).team_id)
            upload = _locked(connection, upload_id)
            if upload.state not in (WAITING, CHECKING):
                return upload
            if not works:
                return _change(connection, upload, REFUSED, why=why, card=card)
            passed = _change(connection, upload, PASSED, why=why, card=card)
            newer = _newer_in_use(connection, passed)
            if newer is not None:
                return _change(connection, passed, PASSED, why=HOLD.format(number=newer.number))
            if phase(contest.settings, now) is Phase.OVER:
                return passed
            if why_barred := _why_barred(connection, contest, team):
                return _change(connection, passed, PASSED, why=why_barred)
            return self._enter(connection, contest, team, passed, passed.user_id)

        return self._site.write(work)

    def gate_decided(
        self, contest: Contest, upload_id: int, *, against: int, not_worse: bool, why: str = ""
    ) -> Upload:
        """End the comparison of a version with the version `against`: it plays, or is held back.

        If another version has become active meanwhile, it is compared with that one. Without effect on a version
        that is not being compared.
        """

        def work(connection: Connection) -> Upload:
            lock(connection, contest.league.id)
            team = lock_team(connection, contest.id, _one(connection, upload_id).team_id)
            upload = _locked(connection, upload_id)
            if upload.state is not GATED:
                return upload
            playing = _active(connection, team.id)
            if playing is not None and playing.id != against:
                return self._gate(connection, contest, upload, playing, upload.user_id)
            if not not_worse:
                return _change(connection, upload, HELD, why=why)
            if phase(contest.settings, self._site.now()) is Phase.OVER:
                return _change(connection, upload, PASSED, why=why)
            return self._play(connection, contest, team, upload, why)

        return self._site.write(work)

    # Playing

    def activate(
        self,
        contest: Contest,
        upload: Upload,
        user_id: int,
        *,
        even_if_worse: bool = False,
        release: bool = False,
    ) -> Upload:
        """Let a version play instead of the team's active one; raises Conflict if it cannot.

        A team that wants proof has it compared first, unless `even_if_worse`. A quarantined version needs
        `release`. Repeating it changes nothing.
        """
        self._refuse_if_over(contest)
        limits.count_activation(self._site, upload.team_id)

        def work(connection: Connection) -> Upload:
            lock(connection, contest.league.id)
            team = lock_team(connection, contest.id, upload.team_id)
            now = _locked(connection, upload.id)
            if now.state is ACTIVE and not _has_left(connection, contest, now):
                return now
            _check_choice(now, release=release)
            if why_barred := _why_barred(connection, contest, team):
                raise Conflict(why_barred)
            if even_if_worse or release:
                return self._play(connection, contest, team, now)
            return self._enter(connection, contest, team, now, user_id)

        return self._site.write(work)

    def withdraw(self, contest: Contest, upload: Upload) -> Upload:
        """Take the active version out of the league; its results stay. Repeating it changes nothing."""

        def work(connection: Connection) -> Upload:
            lock(connection, contest.league.id)
            team = lock_team(connection, contest.id, upload.team_id)
            now = _locked(connection, upload.id)
            if now.state is RETIRED:
                return now
            if now.state is not ACTIVE:
                raise Conflict(f"version {now.number} does not play; it is {now.state.value}")
            if _has_left(connection, contest, now):  # the league has quarantined it
                return _retire_gone(connection, contest, now)
            roster.remove(connection, contest.league.id, team.name)
            return _change(connection, now, RETIRED, why="it was taken out of the contest")

        return self._site.write(work)

    def reconcile(self, contest: Contest) -> list[Upload]:
        """Bring active versions into line with the league: those that have left it play no more.

        The league lets bots leave by itself, when it quarantines them; then the version that such a bot has
        replaced plays again. Returns the versions that have left.
        """
        its = tables.uploads.c
        gone = (
            _query()
            .join(entries, (entries.c.league_id == contest.league.id) & (entries.c.id == its.entry))
            .where(its.contest_id == contest.id, its.state == ACTIVE, entries.c.left.is_not(None))
        )
        if not self._site.read(lambda connection: rows.found(connection, Upload, gone)):
            return []

        def work(connection: Connection) -> list[Upload]:
            lock(connection, contest.league.id)
            left = [_retire_gone(connection, contest, upload) for upload in rows.found(connection, Upload, gone)]
            for upload in left:
                if upload.state is QUARANTINED:
                    self._bring_back(connection, contest, upload)
            return left

        return self._site.write(work)

    def _bring_back(self, connection: Connection, contest: Contest, bad: Upload) -> None:
        """Let the version play again that a quarantined one has replaced, if the team has not withdrawn it."""
        its = tables.uploads.c
        replaced = its.why == REPLACED.format(number=bad.number)
        wanted = _query().where(its.team_id == bad.team_id, its.state == RETIRED, replaced)
        former = rows.first(connection, Upload, wanted.order_by(its.entry.desc()))
        if former is None or phase(contest.settings, self._site.now()) is Phase.OVER:
            return
        team = lock_team(connection, contest.id, bad.team_id)
        if not _why_barred(connection, contest, team):
            self._play(connection, contest, team, former, BACK.format(number=bad.number))

    def _enter(self, connection: Connection, contest: Contest, team: Team, upload: Upload, user_id: int) -> Upload:
        """Let a version play, or prove itself first if its team wants that and another one plays."""
        playing = _active(connection, team.id)
        if team.gated and playing is not None and playing.id != upload.id:
            return self._gate(connection, contest, upload, playing, user_id)
        return self._play(connection, contest, team, upload)

    def _gate(
        self, connection: Connection, contest: Contest, upload: Upload, playing: Upload, user_id: int
    ) -> Upload:
        """Queue the comparison of a version with the active one; another one that is compared gives way."""
        its = tables.uploads.c
        others = _query().where(its.team_id == upload.team_id, its.state == GATED, its.id != upload.id)
        for other in rows.found(connection, Upload, others):
            _change(connection, other, PASSED, why=NEWER.format(number=upload.number))
            _cancel_gate(connection, other, self._site.now())
        insert_job(
            connection,
            JobKind.GATE,
            contest.id,
            upload.team_id,
            now=self._site.now(),
            upload_id=upload.id,
            user_id=user_id,
            request={"first": upload.id, "second": playing.id, "decides": True},
        )
        return _change(connection, upload, GATED, why=GATED_WHY)

    def _play(self, connection: Connection, contest: Contest, team: Team, upload: Upload, why: str = "") -> Upload:
        """Enter a version in the league, which lets the former one leave. The league must be locked."""
        former = _active(connection, team.id)
        if former is not None and former.id != upload.id:
            _change(connection, former, RETIRED, why=REPLACED.format(number=upload.number))
        if upload.state is GATED:
            _cancel_gate(connection, upload, self._site.now())
        entry = roster.add(connection, contest.league.id, team.name, upload.digest, "")
        return _change(connection, upload, ACTIVE, why=why, entry=entry.id)

    def _refuse_if_over(self, contest: Contest) -> None:
        if phase(contest.settings, self._site.now()) is Phase.OVER:
            raise Conflict("the contest is over, so its bots cannot be changed any more")


# Within transactions


def _query() -> Any:
    return rows.query(Upload, tables.uploads)


def _one(connection: Connection, upload_id: int) -> Upload:
    found = rows.first(connection, Upload, _query().where(tables.uploads.c.id == upload_id))
    if found is None:
        raise Missing("there is no such version")
    return found


def _locked(connection: Connection, upload_id: int) -> Upload:
    """A version that nobody else changes until the transaction ends."""
    connection.execute(select(tables.uploads.c.id).where(tables.uploads.c.id == upload_id).with_for_update())
    return _one(connection, upload_id)


def lock_team(connection: Connection, contest_id: int, team_id: int) -> Team:
    """A team whose versions nobody else adds or activates until the transaction ends."""
    its = (tables.teams.c.contest_id == contest_id) & (tables.teams.c.id == team_id)
    connection.execute(select(tables.teams.c.id).where(its).with_for_update())
    team = rows.first(connection, Team, rows.query(Team, tables.teams).where(its))
    if team is None:
        raise Missing("there is no such team")
    return team


def _next_number(connection: Connection, team_id: int) -> int:
    newest = select(func.max(tables.uploads.c.number)).where(tables.uploads.c.team_id == team_id)
    return int(connection.execute(newest).scalar() or 0) + 1


def _active(connection: Connection, team_id: int) -> Upload | None:
    wanted = _query().where(tables.uploads.c.team_id == team_id, tables.uploads.c.state == ACTIVE)
    return rows.first(connection, Upload, wanted)


def _newer_in_use(connection: Connection, upload: Upload) -> Upload | None:
    """A newer version of the team that plays, or is compared with the one that plays."""
    its = tables.uploads.c
    newer = _query().where(its.team_id == upload.team_id, its.number > upload.number)
    return rows.first(connection, Upload, newer.where(its.state.in_([ACTIVE, GATED])))


def _of_entry(connection: Connection, contest_id: int, entry: int) -> Upload | None:
    """The version of an entry; one that was activated again has several entries, and names only the newest."""
    its = tables.uploads.c
    found = rows.first(connection, Upload, _query().where(its.contest_id == contest_id, its.entry == entry))
    if found is not None:
        return found
    joined = (
        _query()
        .join(tables.teams, tables.teams.c.id == its.team_id)
        .join(tables.contests, tables.contests.c.id == its.contest_id)
        .join(entries, entries.c.league_id == tables.contests.c.league_id)
        .where(its.contest_id == contest_id, entries.c.id == entry, entries.c.builtin == "")
        .where(entries.c.bot == tables.teams.c.name, entries.c.digest == its.digest)
    )
    return rows.first(connection, Upload, joined)


def _change(
    connection: Connection,
    upload: Upload,
    state: UploadState,
    *,
    why: str = "",
    card: Mapping[str, Any] | None = None,
    entry: int | None = None,
) -> Upload:
    """Write a state, with the reason for it."""
    values: dict[str, Any] = {"state": state.value, "why": rows.plain(inert_text(why[:MAX_WHY]))}
    if card is not None:
        values["card"] = rows.plain(dict(card))
    if entry is not None:
        values["entry"] = entry
    connection.execute(update(tables.uploads).where(tables.uploads.c.id == upload.id).values(values))
    return _one(connection, upload.id)


def _queue_check(connection: Connection, upload: Upload, user_id: int, now: float) -> None:
    insert_job(
        connection,
        JobKind.CHECK,
        upload.contest_id,
        upload.team_id,
        now=now,
        upload_id=upload.id,
        user_id=user_id,
    )


def _is_to_be_checked(connection: Connection, upload: Upload) -> bool:
    """Whether the check of a version is still to end."""
    its = tables.jobs.c
    check = (its.upload_id == upload.id) & (its.kind == JobKind.CHECK)
    unended = select(its.id).where(check, its.state.in_([JobState.WAITING, JobState.RUNNING]))
    return connection.execute(unended).first() is not None


def _cancel_gate(connection: Connection, upload: Upload, now: float) -> None:
    """Cancel the comparison of a version that has not begun; one that has changes nothing when it ends."""
    its = tables.jobs.c
    waiting = (its.upload_id == upload.id) & (its.kind == JobKind.GATE) & (its.state == JobState.WAITING)
    values = {"state": JobState.CANCELLED.value, "ended": now}
    connection.execute(update(tables.jobs).where(waiting).values(values))


def _check_choice(upload: Upload, *, release: bool) -> None:
    """Refuse a version that its team cannot activate."""
    state = upload.state
    if state in CHOOSABLE or state in (ACTIVE, GATED) or (state is QUARANTINED and release):
        return
    reasons = {
        WAITING: "it waits for its check, and plays by itself when it has passed",
        CHECKING: "it is being checked, and plays by itself when it has passed",
        REFUSED: "it was refused; its report card says why",
        QUARANTINED: "it is quarantined, as it failed too often; release it explicitly to try it again",
    }
    raise Conflict(f"version {upload.number} cannot be activated: {reasons[state]}")


def _why_barred(connection: Connection, contest: Contest, team: Team) -> str:
    """Why a team's bot cannot enter the league: a built-in bot there has its name; empty if it can."""
    named = (entries.c.league_id == contest.league.id) & (entries.c.bot == team.name) & entries.c.left.is_(None)
    if connection.execute(select(entries.c.id).where(named, entries.c.builtin != "")).first() is None:
        return ""
    name = quoted(team.name)
    return f"a built-in bot of this contest is called {name} as well; ask the organiser for another team name"


def _has_left(connection: Connection, contest: Contest, upload: Upload) -> bool:
    """Whether the entry of an active version has left the league."""
    its = (entries.c.league_id == contest.league.id) & (entries.c.id == upload.entry)
    return connection.execute(select(entries.c.id).where(its, entries.c.left.is_(None))).first() is None


def _retire_gone(connection: Connection, contest: Contest, upload: Upload) -> Upload:
    """Note that the league has let a version leave, and why."""
    its = (entries.c.league_id == contest.league.id) & (entries.c.id == upload.entry)
    why = str(connection.execute(select(entries.c.quarantined).where(its)).scalar() or "")
    if why:
        return _change(connection, upload, QUARANTINED, why=why)
    return _change(connection, upload, RETIRED, why="it has left the league")
