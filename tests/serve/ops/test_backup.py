"""Backups hold everything as of one moment, and become servers again, on SQLite and on PostgreSQL."""

import gzip
import hashlib
import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

import pytest
from sqlalchemy import Connection, func, select

from lanista.core.errors import FileError, InputError
from lanista.league.store import contest_tables, open_store
from lanista.league.store.records import StoredResult
from lanista.league.store.tables import METADATA
from lanista.serve.contests import Contest
from lanista.serve.making import set_house_bots
from lanista.serve.ops.backup import MANIFEST, write_backup
from lanista.serve.ops.checking import check_server
from lanista.serve.ops.folder import is_new, prepare
from lanista.serve.ops.portable import MADE_UP
from lanista.serve.ops.restoring import restore
from lanista.serve.records import JobState
from lanista.serve.site import Site, open_site
from tests.rows import every_row
from tests.serve.sites import new_contest, new_site, new_team, person, token

BOT = b"def move(view):\n    return 'NOTHING'\n"


def filled(site: Site) -> Contest:
    """A contest with a team, an upload that waits, and a match with its replay."""
    contest = new_contest(site)
    team = new_team(site, contest, "Ünïcode ☃", "ann", "bob")
    ann = person(site, "ann")
    site.uploads.receive(contest, team.id, ann.id, "bot.py", BOT)
    set_house_bots(site, contest, ["random", "greedy"], person(site, "olga").id)
    token(site, "ann")
    played(site, contest)
    return contest


def played(site: Site, contest: Contest) -> str:
    """One match that was played, and one that a runner has claimed."""
    league = site.contests.open_league(contest)
    while len(league.history.matches) < 2:
        assert league.extend()
    runner = site.store.begin_runner("there")
    first, *_ = site.store.claim(league.id, runner, 2)
    draft = site.data / "draft"
    draft.write_bytes(gzip.compress(b"a replay\n", mtime=0))
    digest = site.store.replays.put(draft)
    result = StoredResult(
        first.match.number, (1, 2), (3, 1), "over", faults=(0, 0), turns=2, seconds=0.1, replay=digest
    )
    assert site.store.record(league.id, runner, [result]) == [first.match.number]
    return digest


def contents(site: Site) -> dict[str, list[str]]:
    """All rows of all tables that a backup holds, as JSON would show them."""

    def work(connection: Connection) -> dict[str, list[str]]:
        return {
            table.name: sorted(map(repr, map(tuple, connection.execute(select(table)).all())))
            for table in METADATA.sorted_tables
            if table.name not in (*MADE_UP, "pending", "jobs")
        }

    return site.read(work)


def problems(site: Site) -> list[str]:
    """Everything that a check finds, except that the made-up replay shows no match."""
    return [text for text in check_server(site, sample=0).problems if "not a replay" not in text]


@pytest.fixture(params=["sqlite to sqlite", "sqlite to postgres", "postgres to sqlite", "postgres to postgres"])
def addresses(request):
    """Where a server is, and where it is restored."""
    words = request.param.split(" to ")
    first = request.getfixturevalue("postgres").new_store() if words[0] == "postgres" else ""
    return first, request.getfixturevalue("postgres").new_database() if words[1] == "postgres" else ""


def test_a_server_is_the_same_after_backup_and_restore(tmp_path, addresses):
    first, second = addresses
    before, after, file = tmp_path / "before", tmp_path / "after", tmp_path / "all.tar"
    before.mkdir(mode=0o700)
    with new_site(before, first) as site:
        contest = filled(site)
        site.jobs.claim(site.store.begin_runner("another").id)
        made = write_backup(site, file)
        was, secret = contents(site), site.secret
    assert (made.contests, len(made.replays), made.missing) == (1, 1, [])
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.tar", "before"]

    assert restore(file, after, second).row_count == made.row_count
    prepare(after, second)
    with open_site(after, second, create=False) as site:
        assert contents(site) == was
        assert site.secret == secret
        assert problems(site) == []
        [job] = [job for job in site.jobs.waiting() if job.state is JobState.WAITING]
        assert (job.runner_id, job.began) == (0, 0.0)
        assert site.accounts.sign_in("ann", "correct horse battery", "1.2.3.4").name == "ann"
        numbered_on(site)
        runner = site.store.begin_runner("here")
        claimed = site.store.claim(contest.league.id, runner, 50)
        assert 1 in [claim.match.number for claim in claimed]  # which another runner had when the backup was made


def numbered_on(site: Site) -> None:
    """New rows get numbers after those that were restored."""
    people = site.accounts.everyone()
    assert person(site, "zoe").id > max(user.id for user in people)
    contest = site.contests.all()[0]
    teams = site.teams.all(contest.id)
    assert new_team(site, contest, "later").id > max(team.id for team in teams)


def test_a_backup_of_a_server_whose_tables_grow_meanwhile_is_of_one_moment(tmp_path, monkeypatch):
    from lanista.serve.ops import backup, portable

    with new_site(tmp_path) as site, new_site(tmp_path) as other:
        filled(site)
        save = portable.save_table

        def save_slowly(connection, table, path):
            if table.name == "members":  # rows that would name teams and people which are not in it
                new_team(other, other.contests.all()[0], "late")
            return save(connection, table, path)

        monkeypatch.setattr(backup, "save_table", save_slowly)
        write_backup(site, tmp_path / "all.tar")
        assert other.teams.find(1, "late") is not None
    restore(tmp_path / "all.tar", tmp_path / "after")
    with open_site(tmp_path / "after") as site:
        assert [team.name for team in site.teams.all(1)] == ["Ünïcode ☃"]
        assert problems(site) == []


def test_a_backup_replaces_a_file_only_if_asked(tmp_path):
    file = tmp_path / "all.tar"
    file.write_text("precious")
    with new_site(tmp_path) as site:
        with pytest.raises(FileError, match="exists"):
            write_backup(site, file)
        assert file.read_text() == "precious"
        write_backup(site, file, force=True)
    assert tarfile.is_tarfile(file)


def test_a_backup_that_fails_leaves_nothing(tmp_path, monkeypatch):
    from lanista.serve.ops import backup

    def fail(*_):
        raise OSError(28, "No space left on device")

    target = tmp_path / "backups"
    target.mkdir()
    with new_site(tmp_path) as site:
        monkeypatch.setattr(backup, "_add_replays", fail)
        with pytest.raises(FileError, match="free some space"):
            write_backup(site, target / "all.tar")
    assert list(target.iterdir()) == []


def test_replays_that_are_gone_are_listed(tmp_path):
    with new_site(tmp_path) as site:
        digest = played(site, filled(site))
        site.store.replays.path(digest).unlink()
        made = write_backup(site, tmp_path / "all.tar")
    assert made.missing == [digest]
    restore(tmp_path / "all.tar", tmp_path / "after")


# Backups that are damaged, cut off, or made by somebody else


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    with new_site(folder) as site:
        filled(site)
        write_backup(site, folder / "all.tar")
    return (folder / "all.tar").read_bytes()


def rewritten(data: bytes, change: Callable[[dict[str, bytes]], dict[str, bytes]]) -> bytes:
    """A backup with members changed: `change` gets and returns a dictionary of name to content."""
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        files = {member.name: tar.extractfile(member) for member in tar.getmembers()}
        members = {name: file.read() for name, file in files.items() if file}
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, content in change(members).items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return out.getvalue()


def without_manifest(members):
    return {name: content for name, content in members.items() if name != MANIFEST}


def escaping(members):
    return {"../../evil": b"x", **members}


def extra_table(members):
    return {"tables/evil.jsonl": b"{}\n", **members}


def other_row(members):
    return members | {"tables/users.jsonl": members["tables/users.jsonl"].replace(b"ann", b"eve")}


def other_replay(members):
    name = next(name for name in members if name.startswith("replays/"))
    return members | {name: b"another"}


def consistent(members: dict[str, bytes], table: str, content: bytes) -> dict[str, bytes]:
    """Other rows, with digests that fit."""
    manifest = json.loads(members[MANIFEST])
    for each in manifest["tables"]:
        if each["name"] == table:
            each["digest"] = hashlib.sha256(content).hexdigest()
    return members | {f"tables/{table}.jsonl": content, MANIFEST: json.dumps(manifest).encode()}


def odd_columns(members):
    return consistent(members, "users", b'{"id": 1, "evil": 2}\n')


def no_json(members):
    return consistent(members, "users", b"[" * 5000 + b"\n")


def fewer_rows(members):
    return consistent(members, "tokens", b"")


def newer(members):
    return members | {MANIFEST: members[MANIFEST].replace(b'"revision":"0', b'"revision":"9')}


DAMAGED = [
    (without_manifest, "cut off"),
    (escaping, "no backup of ours"),
    (extra_table, "disagree about"),
    (other_row, "is damaged"),
    (other_replay, "is damaged"),
    (odd_columns, "other columns"),
    (no_json, "cannot be read"),
    (fewer_rows, "another number"),
    (newer, "newer"),
]


@every_row(("change", "says"), DAMAGED, ids=lambda value: getattr(value, "__name__", value))
@every_row("exists", [False, True])
def test_a_damaged_backup_is_refused_and_leaves_nothing(tmp_path, whole, change, says, exists):
    home = Path(mkdtemp(dir=tmp_path))
    file, data = home / "all.tar", home / "data"
    file.write_bytes(rewritten(whole, change))
    if exists:
        data.mkdir(mode=0o700)
    with pytest.raises(InputError, match=says):
        restore(file, data)
    assert data.exists() == exists
    assert is_new(data)


@every_row("cut", [0, 100, 5000, 0.5, 0.7], ids=str)
def test_a_backup_that_was_cut_off_is_refused(tmp_path, whole, cut):
    size = cut if isinstance(cut, int) else int(cut * len(whole))
    (tmp_path / "all.tar").write_bytes(whole[:size])
    with pytest.raises(InputError):
        restore(tmp_path / "all.tar", tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_a_link_in_a_backup_is_refused(tmp_path, whole):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        info = tarfile.TarInfo(f"tables/{'users'}.jsonl")
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(info)
    (tmp_path / "all.tar").write_bytes(out.getvalue())
    with pytest.raises(InputError, match="no backup of ours"):
        restore(tmp_path / "all.tar", tmp_path / "data")


def test_nothing_is_restored_into_a_folder_or_a_database_that_is_used(tmp_path, whole, postgres):
    (tmp_path / "all.tar").write_bytes(whole)
    prepare(tmp_path / "data", "")
    with pytest.raises(InputError, match="not empty"):
        restore(tmp_path / "all.tar", tmp_path / "data")
    used = postgres.new_store()
    with pytest.raises(InputError, match="not empty"):
        restore(tmp_path / "all.tar", tmp_path / "other", used)
    assert not (tmp_path / "other").exists()
    with open_store(used, replays=tmp_path / "r") as store:
        count = select(func.count()).select_from(contest_tables.users)
        assert store.database.read(lambda connection: connection.execute(count).scalar_one()) == 0
