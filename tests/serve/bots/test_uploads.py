"""Versions of bots: received once, checked, activated; one plays, whatever happens at the same time."""

from __future__ import annotations

import errno
import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import Connection, event, update

from lanista.core.errors import LanistaError
from lanista.league.store import contest_tables as tables
from lanista.serve.bots import uploads as module
from lanista.serve.bots.packing import UploadedFile
from lanista.serve.bots.states import NEXT
from lanista.serve.errors import Conflict, DiskFull, Missing, TooLarge, TooMany
from lanista.serve.records import JobKind, JobState, Upload, UploadState
from tests.serve.bots.conftest import BOT, Cup, zipped

S = UploadState
THREADS = 8


def at_once(work: Callable[[int], Any], count: int = THREADS) -> list[Any]:
    """The results of several threads that begin together: values, or the errors of ours."""
    barrier = Barrier(count)

    def run(number: int) -> Any:
        barrier.wait(30)
        try:
            return work(number)
        except LanistaError as error:
            return error

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(run, range(count)))


# Receiving


def test_an_upload_is_stored_with_its_archive_and_its_check(cup: Cup) -> None:
    upload = cup.upload()
    assert (upload.number, upload.state, upload.name, upload.entry) == (1, S.WAITING, "bot.py", -1)
    assert cup.site.store.archive(upload.digest).startswith(b"PK")
    (job,) = cup.site.jobs.waiting(cup.contest.id)
    assert (job.kind, job.upload_id, job.team_id) == (JobKind.CHECK, upload.id, cup.alice.id)
    assert cup.site.uploads.get(cup.contest.id, upload.id) == upload
    assert [each.number for each in (cup.upload(1), cup.upload(2))] == [2, 3]
    assert [each.number for each in cup.site.uploads.of_team(cup.alice.id)] == [3, 2, 1]


def test_the_same_files_are_the_same_version(cup: Cup) -> None:
    first = cup.upload()
    again = cup.site.uploads.receive_files(cup.contest, cup.alice.id, 2, [UploadedFile("bot.py", BOT + b"# 0\n")])
    assert again.upload == first
    assert not again.is_new
    assert len(cup.site.jobs.waiting()) == 1
    other = cup.upload(team=cup.bob)
    assert other.id != first.id, "another team may upload the same files"
    assert other.digest == first.digest


def test_uploads_at_once_have_numbers_without_gaps(cup: Cup) -> None:
    found = at_once(cup.upload)
    assert sorted(upload.number for upload in found) == list(range(1, THREADS + 1))
    assert len(cup.site.jobs.waiting()) == THREADS


def test_the_same_files_at_once_are_one_version(cup: Cup) -> None:
    found = at_once(lambda _: cup.upload())
    assert len({upload.id for upload in found}) == 1
    assert len(cup.site.jobs.waiting()) == 1


def test_the_limit_holds_under_races(cup: Cup) -> None:
    contest = cup.site.contests.update(cup.contest, {"uploads_per_hour": 3})
    cup = cup._replace(contest=contest)
    found = at_once(cup.upload)
    assert sum(isinstance(each, Upload) for each in found) == 3
    refused = [each for each in found if isinstance(each, TooMany)]
    assert len(refused) == THREADS - 3
    assert "3 times an hour" in str(refused[0])
    assert cup.upload(team=cup.bob).number == 1, "another team has its own"
    cup.clock.now += 3601
    assert cup.upload(100).number == 4


def test_files_that_are_no_bots_count_as_attempts(small: Cup) -> None:
    contest = small.site.contests.update(small.contest, {"uploads_per_hour": 2})
    errors = []
    for _ in range(11):
        with pytest.raises(LanistaError) as caught:
            small.site.uploads.receive(contest, small.alice.id, 1, "bot.exe", b"MZ")
        errors.append(type(caught.value))
    assert errors[-1] is TooMany
    assert TooMany not in errors[:-1]


def test_what_is_too_large_is_refused(small: Cup) -> None:
    with pytest.raises(TooLarge, match="at most 5 MiB"):
        small.site.uploads.receive(small.contest, small.alice.id, 1, "bot.py", b"#" * (5 * 2**20 + 1))


def test_nothing_is_uploaded_after_the_end(small: Cup) -> None:
    upload = small.works(small.upload())
    contest = small.site.contests.update(small.contest, {"ends": small.clock.now + 10})
    small.clock.now += 11
    late = small._replace(contest=contest)
    with pytest.raises(Conflict, match="the contest is over"):
        late.upload(1)
    with pytest.raises(Conflict, match="the contest is over"):
        small.site.uploads.activate(contest, upload, 1)


def test_another_team_or_contest_is_not_there(small: Cup) -> None:
    upload = small.upload()
    with pytest.raises(Missing):
        small.site.uploads.get(small.contest.id + 1, upload.id)
    with pytest.raises(Missing):
        small.site.uploads.receive(small.contest, 999, 1, "bot.py", BOT)


@pytest.mark.parametrize("statement", ["INSERT INTO uploads", "INSERT INTO jobs"])
def test_no_half_upload_is_visible(cup: Cup, statement: str) -> None:
    """A process that is killed in the middle has stored nothing: neither archive nor version nor check."""
    engine = cup.site.store.database._engine

    def die(_c: Any, _cursor: Any, text: str, *_: Any) -> None:
        if text.startswith(statement):
            raise KeyboardInterrupt

    event.listen(engine, "before_cursor_execute", die)
    with pytest.raises(KeyboardInterrupt):
        cup.upload()
    event.remove(engine, "before_cursor_execute", die)
    assert not cup.site.uploads.of_team(cup.alice.id)
    assert not cup.site.jobs.waiting()
    assert not cup.site.store.archive_digests()
    assert not list((cup.site.data / module.INCOMING).iterdir())
    assert cup.upload().number == 1


def test_a_full_disk_is_said(small: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path.open

    def full(path: Path, mode: str = "r", *more: Any, **named: Any) -> Any:
        if "x" in mode and path.name == "bot.py":
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        return real(path, mode, *more, **named)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(DiskFull, match="the disk of the server is full") as caught:
        small.upload()
    assert str(small.site.data) not in str(caught.value)
    assert not small.site.uploads.of_team(small.alice.id)
    assert small.site.audit.latest(small.contest.id)[0].action == "the disk is full"


def test_a_full_database_is_said(small: Cup) -> None:
    def limit(connection: Any) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")

    small.site.write(limit)  # of this connection, which the pool hands out again
    with pytest.raises(DiskFull, match="the disk of the server is full"):
        small.site.uploads.receive(
            small.contest, small.alice.id, 1, "bot.zip", zipped(("bot.py", BOT), ("big", bytes(300_000)), method=0)
        )
    assert not small.site.uploads.of_team(small.alice.id)


# States


def test_every_move_that_is_not_in_the_table_is_refused(small: Cup) -> None:
    upload = small.upload()
    for old, new in itertools.product(S, S):
        if new is S.ACTIVE or old is new:
            continue
        change = update(tables.uploads).where(tables.uploads.c.id == upload.id).values(state=old.value)
        small.site.write(partial(Connection.execute, statement=change))
        if new in NEXT[old]:
            assert small.site.uploads.move(upload.id, new, why="so").state is new
        else:
            with pytest.raises(Conflict, match="by now"):
                small.site.uploads.move(upload.id, new)


def test_expected_states_are_checked_under_races(cup: Cup) -> None:
    upload = cup.upload()
    move = cup.site.uploads.move
    found = at_once(lambda _: move(upload.id, S.CHECKING, expected={S.WAITING}))
    assert sum(isinstance(each, Upload) for each in found) == 1


def test_nobody_becomes_active_without_an_entry(small: Cup) -> None:
    with pytest.raises(Conflict, match="together with its entry"):
        small.site.uploads.move(small.upload().id, S.ACTIVE)


def test_a_version_that_works_plays(cup: Cup) -> None:
    upload = cup.works(cup.upload())
    assert upload.state is S.ACTIVE
    assert cup.entries() == [("alice", 1, upload.digest)]
    assert cup.site.uploads.active(cup.alice.id) == upload
    assert cup.site.uploads.of_entry(cup.contest.id, upload.entry) == upload
    better = cup.works(cup.upload(1))
    assert cup.entries() == [("alice", 2, better.digest)]
    former = cup.site.uploads.get(cup.contest.id, upload.id)
    assert (former.state, former.why) == (S.RETIRED, "version 2 plays instead")


def test_a_version_that_does_not_work_replaces_nothing(small: Cup) -> None:
    good = small.works(small.upload())
    bad = small.upload(1)
    refused = small.site.uploads.checked(small.contest, bad.id, works=False, why="it crashed", card={"checks": []})
    assert (refused.state, refused.why) == (S.REFUSED, "it crashed")
    assert small.entries() == [("alice", 1, good.digest)]
    with pytest.raises(Conflict, match="it was refused"):
        small.site.uploads.activate(small.contest, refused, 1)


def test_an_older_version_does_not_replace_a_newer_one_by_itself(small: Cup) -> None:
    old, new = small.upload(), small.upload(1)
    newer = small.works(new)
    older = small.works(old)
    assert newer.state is S.ACTIVE
    assert older.state is S.PASSED
    assert "version 2, which is newer" in older.why
    assert small.entries() == [("alice", 1, newer.digest)]


def test_a_check_that_ends_twice_changes_nothing(small: Cup) -> None:
    upload = small.works(small.upload())
    assert small.site.uploads.checked(small.contest, upload.id, works=False, why="late") == upload


def test_roll_back_gives_the_older_version_a_new_entry(cup: Cup) -> None:
    first, second = cup.works(cup.upload()), cup.works(cup.upload(1))
    again = cup.site.uploads.activate(cup.contest, first, 1)
    assert again.state is S.ACTIVE
    assert again.entry != first.entry
    assert cup.entries() == [("alice", 3, first.digest)]
    assert cup.site.uploads.get(cup.contest.id, second.id).state is S.RETIRED
    assert cup.site.uploads.of_entry(cup.contest.id, first.entry) == again, "its earlier entry is known still"
    assert cup.site.uploads.of_entry(cup.contest.id, 99) is None
    assert cup.site.uploads.activate(cup.contest, first, 1) == again, "repeating it changes nothing"


def test_activations_at_once_leave_one_active_version(cup: Cup) -> None:
    versions = [cup.works(cup.upload(number)) for number in range(4)]
    found = at_once(lambda number: cup.site.uploads.activate(cup.contest, versions[number % 4], 1))
    assert all(isinstance(each, Upload) for each in found)
    active = [each for each in cup.site.uploads.of_team(cup.alice.id) if each.state is S.ACTIVE]
    assert len(active) == 1
    assert [entry[2] for entry in cup.entries()] == [active[0].digest]


def test_a_process_killed_in_an_activation_has_changed_nothing(cup: Cup) -> None:
    first, second = cup.works(cup.upload()), cup.works(cup.upload(1))
    engine = cup.site.store.database._engine

    def die(_c: Any, _cursor: Any, text: str, *_: Any) -> None:
        if text.startswith("INSERT INTO entries"):
            raise KeyboardInterrupt

    event.listen(engine, "before_cursor_execute", die)
    with pytest.raises(KeyboardInterrupt):
        cup.site.uploads.activate(cup.contest, first, 1)
    event.remove(engine, "before_cursor_execute", die)
    assert cup.site.uploads.active(cup.alice.id) == second
    assert cup.entries() == [("alice", 2, second.digest)]


def test_a_built_in_bot_keeps_its_name(small: Cup) -> None:
    small.site.store.add_entry(small.contest.league.id, "alice", "of sources", "greedy")
    upload = small.works(small.upload())
    assert upload.state is S.PASSED
    assert "is called 'alice' as well" in upload.why
    with pytest.raises(Conflict, match="is called 'alice' as well"):
        small.site.uploads.activate(small.contest, upload, 1)


def test_a_version_can_be_withdrawn(small: Cup) -> None:
    upload = small.works(small.upload())
    assert small.site.uploads.withdraw(small.contest, upload).state is S.RETIRED
    assert not small.entries()
    assert small.site.uploads.withdraw(small.contest, upload).state is S.RETIRED
    assert small.site.uploads.activate(small.contest, upload, 1).state is S.ACTIVE


# The gate


def test_a_gated_team_compares_first(cup: Cup) -> None:
    cup.site.teams.set_gated(cup.alice.id, True)
    first = cup.works(cup.upload())
    assert first.state is S.ACTIVE, "there is nothing to compare it with"
    second = cup.works(cup.upload(1))
    assert second.state is S.GATED
    (job,) = [job for job in cup.site.jobs.waiting() if job.kind is JobKind.GATE]
    assert job.request == {"first": second.id, "second": first.id, "decides": True}
    decided = cup.site.uploads.gate_decided(cup.contest, second.id, against=first.id, not_worse=False, why="worse")
    assert (decided.state, decided.why) == (S.HELD, "worse")
    assert cup.entries() == [("alice", 1, first.digest)]
    forced = cup.site.uploads.activate(cup.contest, decided, 1, even_if_worse=True)
    assert forced.state is S.ACTIVE
    assert cup.entries() == [("alice", 2, second.digest)]


def test_a_version_that_is_not_worse_plays(small: Cup) -> None:
    small.site.teams.set_gated(small.alice.id, True)
    first, second = small.works(small.upload()), small.works(small.upload(1))
    decided = small.site.uploads.gate_decided(small.contest, second.id, against=first.id, not_worse=True)
    assert decided.state is S.ACTIVE
    again = small.site.uploads.gate_decided(small.contest, second.id, against=first.id, not_worse=False)
    assert again == decided, "a gate decides once"


def test_a_gate_is_repeated_if_another_version_plays_by_then(small: Cup) -> None:
    first, second = small.works(small.upload()), small.works(small.upload(1))
    small.site.teams.set_gated(small.alice.id, True)
    third = small.works(small.upload(2))
    small.site.uploads.activate(small.contest, first, 1, even_if_worse=True)
    decided = small.site.uploads.gate_decided(small.contest, third.id, against=second.id, not_worse=True)
    assert decided.state is S.GATED
    newest = max((job for job in small.site.jobs.waiting() if job.kind is JobKind.GATE), key=lambda job: job.id)
    assert newest.request["second"] == first.id


def test_a_newer_version_takes_the_place_at_the_gate(small: Cup) -> None:
    small.works(small.upload())
    small.site.teams.set_gated(small.alice.id, True)
    second, third = small.works(small.upload(1)), small.works(small.upload(2))
    assert third.state is S.GATED
    former = small.site.uploads.get(small.contest.id, second.id)
    assert (former.state, former.why) == (S.PASSED, "version 3 is tried instead")
    states = [job.state for job in small.site.jobs.of_team(small.contest.id, small.alice.id, JobKind.GATE)]
    assert states == [JobState.WAITING, JobState.CANCELLED]


# Quarantine, checks again


def test_a_quarantined_version_plays_only_when_it_is_released(cup: Cup) -> None:
    upload = cup.works(cup.upload())
    cup.site.store.quarantine(cup.contest.league.id, upload.entry, "it failed 3 of its first 5 matches")
    (changed,) = cup.site.uploads.reconcile(cup.contest)
    assert (changed.state, changed.why) == (S.QUARANTINED, "it failed 3 of its first 5 matches")
    assert not cup.site.uploads.reconcile(cup.contest)
    with pytest.raises(Conflict, match="release it explicitly"):
        cup.site.uploads.activate(cup.contest, changed, 1)
    released = cup.site.uploads.activate(cup.contest, changed, 1, release=True)
    assert released.state is S.ACTIVE
    assert cup.entries() == [("alice", 2, upload.digest)]


def quarantine(cup: Cup, upload: Upload) -> None:
    """Let the league quarantine a version, and the contest notice it."""
    cup.site.store.quarantine(cup.contest.league.id, upload.entry, "it failed 10 matches in a row")
    assert [changed.state for changed in cup.site.uploads.reconcile(cup.contest)] == [S.QUARANTINED]


def test_the_version_that_a_quarantined_one_has_replaced_plays_again(cup: Cup) -> None:
    first, second, third = (cup.works(cup.upload(number)) for number in range(3))
    quarantine(cup, third)
    back = cup.site.uploads.get(cup.contest.id, second.id)
    assert (back.state, back.why) == (S.ACTIVE, "it plays again, since version 3 was quarantined")
    assert cup.entries() == [("alice", 4, second.digest)]
    quarantine(cup, back)
    assert cup.entries() == [("alice", 5, first.digest)]


@pytest.mark.parametrize("when", ["withdrawn", "over"])
def test_a_version_that_should_not_play_does_not_come_back(small: Cup, when: str) -> None:
    first = small.works(small.upload())
    if when == "withdrawn":
        small.site.uploads.withdraw(small.contest, first)
    second = small.works(small.upload(1))
    contest = small.contest
    if when == "over":
        contest = small.site.contests.update(contest, {"ends": small.clock.now - 1})
    quarantine(small._replace(contest=contest), second)
    assert small.site.uploads.get(contest.id, first.id).state is S.RETIRED
    assert small.entries() == []


def test_a_bot_that_an_organiser_removes_is_retired(small: Cup) -> None:
    small.works(small.upload())
    small.site.store.remove_entry(small.contest.league.id, "alice")
    (changed,) = small.site.uploads.reconcile(small.contest)
    assert changed.state is S.RETIRED


def test_a_refused_version_can_be_checked_again(small: Cup) -> None:
    upload = small.upload()
    small.site.uploads.checked(small.contest, upload.id, works=False, why="no compiler")
    again = small.site.uploads.check_again(small.contest, upload, 1)
    assert again.state is S.WAITING
    assert len(small.site.jobs.of_team(small.contest.id, small.alice.id, JobKind.CHECK)) == 2
    assert small.site.uploads.check_again(small.contest, upload, 1) == again
    assert len(small.site.jobs.of_team(small.contest.id, small.alice.id, JobKind.CHECK)) == 2
    active = small.works(again)
    with pytest.raises(Conflict, match="only a refused version"):
        small.site.uploads.check_again(small.contest, active, 1)
