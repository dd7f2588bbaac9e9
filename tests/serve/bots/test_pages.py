"""The pages of a team's bot, and the API that does the same."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from lanista.serve.api.bots import MAX_BYTES
from lanista.serve.bots import machine
from lanista.serve.records import JobKind, JobState, Role, Scope, UploadState
from tests.serve.bots.conftest import BOT, Cup, make_cup, zipped
from tests.serve.sites import Browser, ManualClock, client, enter, new_site, token

CARD = {
    "checks": [
        {"name": "start", "question": "Does it start?", "result": "ok", "found": "yes", "seconds": 0.1},
        {
            "name": "log",
            "question": "Is its log small?",
            "result": "warning",
            "found": "<script>alert(1)</script>",
            "why": "it costs time",
            "advice": "log less",
            "log": ["line one \u202e", "line two"],
        },
    ],
    "counts": {"ok": 1, "warning": 1},
}


@pytest.fixture(scope="module")
def shared_cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cup]:
    """One contest for all these tests: each uses other versions."""
    clock = ManualClock()
    with new_site(Path(tmp_path_factory.mktemp("site")), clock=clock) as site:
        cup = make_cup(site, clock, uploads_per_hour=1000, practice_per_hour=5)
        enter(site, cup.contest, "helen", Role.HELPER)
        yield cup


@pytest.fixture
def alice(shared_cup: Cup) -> Iterator[Browser]:
    with client(shared_cup.site, "alice one") as browser:
        yield browser


@pytest.fixture
def bob(shared_cup: Cup) -> Iterator[Browser]:
    with client(shared_cup.site, "bob one") as browser:
        yield browser


def home(cup: Cup) -> str:
    return f"/c/{cup.contest.slug}"


def api(cup: Cup) -> str:
    return f"/api/c/{cup.contest.slug}"


# Uploads


def test_a_form_uploads_a_version(shared_cup: Cup, alice: Browser) -> None:
    files = [("files", ("bot.py", BOT + b"# form\n"))]
    page = alice.post(f"{home(shared_cup)}/team/upload", files=files)
    assert page.status_code == 200
    assert "it waits for its check" in page.text
    assert "no runner is at work" in page.text
    assert 'data-follow="/api/c/' in page.text
    again = alice.post(f"{home(shared_cup)}/team/upload", files=files)
    assert "Your team has uploaded these files before" in again.text
    overview = alice.get(f"{home(shared_cup)}/team")
    assert overview.status_code == 200
    assert "bot.py" in overview.text


def test_several_files_are_one_bot(shared_cup: Cup, alice: Browser) -> None:
    toml = b'command = "bot.py"\nprotocol = "python"\n'
    files = [("files", ("bot.py", BOT + b"# several\n")), ("files", ("lanista.toml", toml))]
    page = alice.post(f"{home(shared_cup)}/team/upload", files=files)
    assert page.status_code == 200
    assert "2 files" in page.text


@pytest.mark.parametrize(
    ("files", "status", "why"),
    [
        ([("files", ("", b""))], 422, "choose one, or drop it on the page"),
        ([("files", ("bot.exe", b"MZ"))], 422, "expected a .zip, a .py file"),
        ([("files", ("bot.zip", zipped(("../evil.py", BOT))))], 422, "leads out of the bot"),
        ([("files", ("bot.py", b"#" * (5 * 2**20 + 1)))], 413, "at most 5 MiB"),
    ],
    ids=["none", "exe", "traversal", "large"],
)
def test_a_bad_file_is_refused_on_the_page(
    shared_cup: Cup, alice: Browser, files: list[tuple[str, tuple[str, bytes]]], status: int, why: str
) -> None:
    page = alice.post(f"{home(shared_cup)}/team/upload", files=files)
    assert page.status_code == status
    assert why in page.text
    assert "Upload a version" in page.text, "one can try again at once"


def test_more_than_the_limit_is_not_even_read(shared_cup: Cup, alice: Browser) -> None:
    page = alice.post(f"{home(shared_cup)}/team/upload", files=[("files", ("bot.py", b"#" * (MAX_BYTES + 1)))])
    assert page.status_code == 413


def test_a_form_without_its_proof_is_refused(shared_cup: Cup, alice: Browser) -> None:
    files = [("files", ("bot.py", BOT))]
    answer = alice.client.post(f"{home(shared_cup)}/team/upload", data={"proof": "0" * 64}, files=files)
    assert answer.status_code == 403


def test_a_script_uploads_with_a_token(shared_cup: Cup, alice: Browser) -> None:
    secret = token(shared_cup.site, "alice one", Scope.UPLOAD)
    headers = {"authorization": f"Bearer {secret}", "accept": "application/json"}
    address = f"{api(shared_cup)}/uploads"
    data = BOT + b"# token\n"
    answer = alice.client.post(address, params={"name": "bot.py"}, content=data, headers=headers)
    assert answer.status_code == 201
    found = answer.json()
    assert found["is_new"]
    assert found["upload"]["state"] == "waiting"
    again = alice.client.post(address, params={"name": "bot.py"}, content=data, headers=headers).json()
    assert (again["is_new"], again["upload"]["id"]) == (False, found["upload"]["id"])
    status = alice.client.get(f"{address}/{found['upload']['id']}", headers=headers)
    assert status.status_code == 200
    assert status.json()["upload"]["outlook"]["says"].startswith("it waits for its check")
    listed = alice.client.get(address, headers=headers).json()
    assert found["upload"]["id"] in [each["id"] for each in listed["uploads"]]
    reading = token(shared_cup.site, "alice one", Scope.READ)
    denied = alice.client.post(
        address, params={"name": "bot.py"}, content=data, headers={"authorization": f"Bearer {reading}"}
    )
    assert denied.status_code == 403


@pytest.mark.parametrize(
    ("query", "data", "status"),
    [({}, BOT, 400), ({"name": "bot.py"}, b"", 422), ({"name": "x"}, BOT, 422), ({"name": ""}, BOT, 400)],
)
def test_bad_requests_to_upload(
    shared_cup: Cup, alice: Browser, query: dict[str, str], data: bytes, status: int
) -> None:
    secret = token(shared_cup.site, "alice one", Scope.UPLOAD)
    headers = {"authorization": f"Bearer {secret}", "accept": "application/json"}
    answer = alice.client.post(f"{api(shared_cup)}/uploads", params=query, content=data, headers=headers)
    assert answer.status_code == status
    assert answer.json()["error"]


# Report cards


def test_a_report_card_is_shown_inert(shared_cup: Cup, alice: Browser) -> None:
    upload = shared_cup.upload(10)
    shared_cup.site.uploads.move(upload.id, UploadState.CHECKING)
    page = alice.get(f"{home(shared_cup)}/uploads/{upload.id}")
    assert "it is built in the sandbox" in page.text
    shared_cup.site.uploads.checked(shared_cup.contest, upload.id, works=False, why="it <b>crashed</b>", card=CARD)
    page = alice.get(f"{home(shared_cup)}/uploads/{upload.id}")
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;alert(1)" in page.text
    assert "it &lt;b&gt;crashed" in page.text
    assert "\u202e" not in page.text
    assert "What to do:" in page.text
    assert "log less" in page.text
    assert "Check it again" in page.text
    found = alice.api("GET", f"{api(shared_cup)}/uploads/{upload.id}").json()
    assert [check["result"] for check in found["card"]["checks"]] == ["ok", "warning"]
    assert found["upload"]["outlook"]["settled"]


def test_others_do_not_see_a_version(shared_cup: Cup, alice: Browser, bob: Browser) -> None:
    upload = shared_cup.works(shared_cup.upload(11))
    for path in (f"{home(shared_cup)}/uploads/{upload.id}", f"{api(shared_cup)}/uploads/{upload.id}"):
        assert bob.get(path, accept="application/json").status_code == 403
    for path in ("/archive",):
        assert bob.get(f"{home(shared_cup)}/uploads/{upload.id}{path}").status_code == 403
    for order in ("activate", "withdraw", "check"):
        assert bob.post(f"{home(shared_cup)}/uploads/{upload.id}/{order}").status_code == 403
    assert bob.api("POST", f"{api(shared_cup)}/uploads/{upload.id}/practice", {"against": []}).status_code == 403
    with client(shared_cup.site, "helen") as helper:
        page = helper.get(f"{home(shared_cup)}/uploads/{upload.id}")
        assert page.status_code == 200
        assert "Take it out of the contest" not in page.text
        assert helper.get(f"{home(shared_cup)}/uploads/{upload.id}/archive").status_code == 403
        assert helper.post(f"{home(shared_cup)}/uploads/{upload.id}/withdraw").status_code == 403


def test_an_archive_is_an_attachment(shared_cup: Cup, alice: Browser) -> None:
    upload = shared_cup.upload(12)
    for address in (home(shared_cup), api(shared_cup)):
        answer = alice.get(f"{address}/uploads/{upload.id}/archive")
        assert answer.headers["content-type"] == "application/octet-stream"
        assert answer.headers["content-disposition"].startswith("attachment; filename=")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "bot.py" in zipfile.ZipFile(io.BytesIO(answer.content)).namelist()


# Choosing


def test_versions_are_activated_by_form_and_by_order(shared_cup: Cup, alice: Browser) -> None:
    first, second = (shared_cup.works(shared_cup.upload(number)) for number in (20, 21))
    page = alice.post(f"{home(shared_cup)}/uploads/{first.id}/activate")
    assert page.status_code == 200
    assert "it plays on the ladder" in page.text
    assert "as soon as there are 2 bots" in page.text or "pairings" in page.text
    found = alice.api("POST", f"{api(shared_cup)}/uploads/{second.id}/activate", {}).json()
    assert found["state"] == "active"
    assert found["outlook"]["plays"]
    out = alice.post(f"{home(shared_cup)}/uploads/{second.id}/withdraw")
    assert "it has played, and plays no more" in out.text
    assert alice.api("POST", f"{api(shared_cup)}/uploads/{second.id}/withdraw").json()["state"] == "retired"
    waiting = shared_cup.upload(22)
    refused = alice.post(f"{home(shared_cup)}/uploads/{waiting.id}/activate")
    assert refused.status_code == 409
    assert "it waits for its check" in refused.text
    assert alice.api("POST", f"{api(shared_cup)}/uploads/{waiting.id}/check").json()["state"] == "waiting"


def test_the_gate_is_switched(shared_cup: Cup, alice: Browser) -> None:
    first = shared_cup.works(shared_cup.upload(30))
    page = alice.post(f"{home(shared_cup)}/team/gate", gated="on")
    assert "checked" in page.text
    second = shared_cup.works(shared_cup.upload(31))
    assert second.state is UploadState.GATED
    page = alice.get(f"{home(shared_cup)}/uploads/{second.id}")
    assert f"compared with version {first.number}" in page.text
    forced = alice.post(f"{home(shared_cup)}/uploads/{second.id}/activate", even_if_worse="on")
    assert "it plays on the ladder" in forced.text
    answer = alice.api("POST", f"{api(shared_cup)}/gate", {"gated": False})
    assert answer.json()["gated"] is False
    assert answer.json()["game"] == shared_cup.contest.league.game


def test_a_quarantined_version_is_released_with_what_it_failed_on(shared_cup: Cup, alice: Browser) -> None:
    upload = shared_cup.works(shared_cup.upload(40))
    shared_cup.site.store.quarantine(shared_cup.contest.league.id, upload.entry, "it failed 3 of its first 5")
    page = alice.get(f"{home(shared_cup)}/uploads/{upload.id}")
    assert "it is quarantined" in page.text
    assert "it failed 3 of its first 5" in page.text
    assert alice.post(f"{home(shared_cup)}/uploads/{upload.id}/activate").status_code == 409
    released = alice.api("POST", f"{api(shared_cup)}/uploads/{upload.id}/activate", {"release": True})
    assert released.json()["state"] == "active"


# Practice and comparisons


def test_practice_within_its_limit(shared_cup: Cup, alice: Browser, bob: Browser) -> None:
    mine = shared_cup.works(shared_cup.upload(50))
    theirs = shared_cup.works(shared_cup.upload(50, shared_cup.bob))
    seats = shared_cup.contest.league.options["format"].get("seats", 4)
    shown = alice.api("GET", f"{api(shared_cup)}/practice").json()
    words = [each["word"] for each in shown["opponents"]]
    assert f"entry:{theirs.entry}" in words
    assert "builtin:greedy" in words or any(word.startswith("builtin:") for word in words)
    assert shown["left"] == 5
    against = [f"entry:{theirs.entry}", *[words[words.index(f"upload:{mine.id}")]] * (seats - 2)]
    page = alice.post(f"{home(shared_cup)}/team/practice", upload=str(mine.id), against=against[:1], seat="1")
    assert page.status_code == 200, page.text
    (job,) = shared_cup.site.jobs.of_team(shared_cup.contest.id, shared_cup.alice.id, JobKind.PRACTICE)
    assert job.request["players"] == [{"entry": theirs.entry}, {"upload": mine.id}]
    done = {"says": "you won <b>", "ranks": [2, 1], "scores": [1, 9], "secret": "theirs"}
    running = shared_cup.site.jobs.claim(1)
    while running is not None and running.id != job.id:
        shared_cup.site.jobs.finish(running, JobState.DONE)
        running = shared_cup.site.jobs.claim(1)
    assert running is not None
    shared_cup.site.jobs.finish(running, JobState.DONE, done, "0" * 64)
    found = alice.api("GET", f"{api(shared_cup)}/jobs/{job.id}").json()
    assert found["outcome"]["ranks"] == [2, 1]
    assert "theirs" not in msgspec.json.encode(found).decode()
    assert found["watch"] == f"{home(shared_cup)}/m/practice-{job.id}/"
    assert found["players"] == ["bob", f"version {mine.number}"]
    assert bob.api("GET", f"{api(shared_cup)}/jobs/{job.id}").status_code == 404
    page = alice.get(f"{home(shared_cup)}/team")
    assert "you won &lt;b&gt;" in page.text
    for _ in range(4):
        order = {"against": [f"entry:{theirs.entry}"]}
        assert alice.api("POST", f"{api(shared_cup)}/uploads/{mine.id}/practice", order).status_code == 201
    over = alice.api("POST", f"{api(shared_cup)}/uploads/{mine.id}/practice", order)
    assert over.status_code == 429
    assert int(over.headers["retry-after"]) > 0


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"against": []}, "opponents in this contest, got 0"),
        ({"against": ["builtin:random"] * 20}, "opponents in this contest, got 20"),
        ({"against": ["builtin:nobody"]}, "expected an opponent such as"),
        ({"against": ["entry:9999"]}, "expected an opponent such as"),
        ({"against": ["upload:9999"]}, "no such version"),
        ({"against": ["human"]}, "expected an opponent such as"),
        ({"against": ["builtin:search:ms=100000"]}, "expected an opponent such as"),
        ({"against": ["builtin:random"], "map": "/etc/passwd"}, "expected a map of the contest"),
        ({"against": ["builtin:random"], "seat": 9}, "expected a seat from 0"),
    ],
)
def test_odd_practice_is_refused(shared_cup: Cup, alice: Browser, order: dict[str, object], why: str) -> None:
    upload = shared_cup.works(shared_cup.upload(60))
    answer = alice.api("POST", f"{api(shared_cup)}/uploads/{upload.id}/practice", order)
    assert answer.status_code in (404, 422)
    assert why in answer.json()["error"]


def test_two_versions_are_compared_one_at_a_time(shared_cup: Cup, alice: Browser, bob: Browser) -> None:
    first, second = (shared_cup.works(shared_cup.upload(number)) for number in (70, 71))
    page = alice.post(f"{home(shared_cup)}/team/compare", first=str(first.id), second=str(second.id))
    assert page.status_code == 200
    assert f"version {first.number} against version {second.number}" in page.text
    again = alice.api("POST", f"{api(shared_cup)}/uploads/{second.id}/compare", {"other": first.id})
    assert again.status_code == 409
    same = alice.post(f"{home(shared_cup)}/team/compare", first=str(first.id), second=str(first.id))
    assert same.status_code == 422
    foreign = bob.post(f"{home(shared_cup)}/team/compare", first=str(first.id), second=str(second.id))
    assert foreign.status_code == 404
    waiting = [
        job
        for job in shared_cup.site.jobs.of_team(shared_cup.contest.id, shared_cup.alice.id, JobKind.GATE)
        if not job.request["decides"]
    ]
    assert len(waiting) == 1


# For everybody


def test_a_version_is_said_without_colours(tmp_path: Path) -> None:
    program = tmp_path / "colourful"
    program.write_text("#!/bin/sh\nprintf '\\n\\033[1mApache Maven 3.8.7\\033[m\\nJava version: 17\\n'\n")
    program.chmod(0o700)
    question = machine.VersionQuestion("Java", (str(program),))
    assert machine._ask(question) == machine.InstalledProgram("Java", "colourful", "Apache Maven 3.8.7")


def test_what_is_installed_here(shared_cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "PROGRAMS", (machine.VersionQuestion("C", ("gcc", "cc", "nothing-at-all")),))
    machine.installed_here.cache_clear()
    with client(shared_cup.site) as anybody:
        page = anybody.get(f"{home(shared_cup)}/machine")
        assert page.status_code == 200
        assert "Python" in page.text
        found = anybody.api("GET", f"{api(shared_cup)}/machine").json()
    machine.installed_here.cache_clear()
    assert found["sandbox"] in ("none", "limits", "namespaces", "cgroup")
    assert [each["program"] for each in found["programs"]][-1] == "python3"


def test_starters_are_attachments_that_can_be_uploaded(shared_cup: Cup, alice: Browser) -> None:
    languages = alice.api("GET", f"{api(shared_cup)}/starters").json()["languages"]
    assert "python" in languages
    with client(shared_cup.site) as anybody:
        answer = anybody.get(f"{home(shared_cup)}/starter?language=python")
        assert answer.headers["content-disposition"].startswith("attachment; filename=")
        assert answer.headers["content-type"] == "application/octet-stream"
        same = anybody.get(f"{api(shared_cup)}/starters/python")
        assert same.content == answer.content
        odd = anybody.get(f"{home(shared_cup)}/starter?language=../../etc/passwd")
        assert odd.status_code == 422
        assert "there are" in odd.text
    files = [("files", ("starter.zip", answer.content))]
    page = alice.post(f"{home(shared_cup)}/team/upload", files=files)
    assert "it waits for its check" in page.text


def test_people_without_a_team_have_no_bot(shared_cup: Cup) -> None:
    for name in ("helen", "stranger"):
        with client(shared_cup.site, name) as browser:
            assert browser.get(f"{home(shared_cup)}/team").status_code == 403
            assert browser.api("GET", f"{api(shared_cup)}/uploads").status_code == 403
    with client(shared_cup.site) as anybody:
        assert anybody.get(f"{api(shared_cup)}/uploads", accept="application/json").status_code == 401
