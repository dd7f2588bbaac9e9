"""A server's processes: each is started again when it dies, and all end with the server, however that ends."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from lanista.league.store import contest_tables
from lanista.sandbox.usage import process_tree
from lanista.serve.ops.checking import check_server
from lanista.serve.ops.folder import prepare, running_server
from lanista.serve.records import Scope
from lanista.serve.site import open_site
from tests.long_tests import others_long
from tests.serve.ops.servers import SECONDS, RunningServer, last_words, serving, until
from tests.serve.sites import new_contest, new_site, new_team, token

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

BOT = "def move(view):\n    return 'NOTHING'  # {}\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with two web processes and a runner, which tests may kill."""
    with serving(tmp_path_factory.mktemp("server") / "data", "--workers", "2") as made:
        until(lambda: len(made.children()) == 3 or None)
        yield made


def test_a_server_says_where_it_is_and_answers(server):
    assert server.facts["organiser_link"].startswith(f"{server.url}/join/")
    assert server.facts["demo"] is None
    answer = server.get("/")
    assert answer.status_code == 200
    assert "server" not in answer.headers
    assert answer.headers["cache-control"] == "no-store"
    assert server.get(server.facts["organiser_link"].removeprefix(server.url)).status_code == 200


def test_files_of_pages_may_be_cached(server):
    page = server.get("/").text
    [style] = {part.partition('"')[0] for part in page.split('href="') if "contest.css" in part[:80]}
    kept = server.get(style)
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "set-cookie" not in kept.headers
    now = httpx.get(f"{server.url}/static/contest.css")
    assert (now.content, now.headers["cache-control"]) == (kept.content, "public, no-cache")
    again = httpx.get(f"{server.url}/static/contest.css", headers={"if-none-match": now.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for path in (
        "/static/../rendering.py",
        "/static/%2e%2e/rendering.py",
        "/lanista/pyproject.toml",
        "/static/x.css",
    ):
        assert httpx.get(f"{server.url}{path}").status_code == 404


def test_a_second_server_cannot_use_the_folder(server):
    data = server.facts["data"]
    command = [sys.executable, "-m", "lanista", "serve", "--data", data, "--port", "0"]
    second = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert second.returncode == 2
    assert f"used by another server, process {server.process.pid} at {server.url}" in second.stderr


@pytest.mark.parametrize("name", ["web 1", "web 2", "runner 1"])
def test_a_process_that_is_killed_is_started_again(server, name):
    before = server.children()
    os.kill(before[name], signal.SIGKILL)
    assert server.get("/").status_code == 200  # another one answers meanwhile
    until(lambda: (len(server.children()) == 3 and before[name] not in server.children().values()) or None)
    assert server.get("/").status_code == 200


def alive(pid: int) -> bool:
    """Whether a process is there, and not only its entry."""
    return process_tree.is_alive(pid)


def test_a_server_stops_in_order_starts_again_and_nothing_survives_its_kill(tmp_path):
    with serving(tmp_path / "data", "--runners", "0") as server:
        port = httpx.URL(server.url).port
        assert server.stop(signal.SIGINT) == 0
        assert last_words(server) == ""
    with serving(tmp_path / "data", "--port", str(port)) as again:
        assert again.url == server.url
        assert again.facts["organiser_link"] != server.facts["organiser_link"]
        assert again.get(server.facts["organiser_link"].removeprefix(server.url)).status_code == 404
        everything = until(lambda: again.everything() if len(again.everything()) > 4 else None)
        again.process.kill()
        again.process.wait(SECONDS)
        until(lambda: not [pid for pid in everything if alive(pid)] or None)
        assert running_server(tmp_path / "data") is None


# What people upload, while processes and databases are killed


@pytest.fixture(params=others_long(["sqlite"], ["sqlite", "postgres"]))
def contest_data(request, tmp_path):
    """A folder with a contest of two teams: its address, its slug, and a token of each team."""
    postgres = request.getfixturevalue("postgres") if request.param == "postgres" else None
    address = postgres.new_store() if postgres else ""
    prepare(tmp_path / "data", address)
    with new_site(tmp_path / "data", address) as site:
        contest = new_contest(site, uploads_per_hour=1000)
        for name in ("ann", "bob"):
            new_team(site, contest, f"team {name}", name)
        secrets = [token(site, name, Scope.UPLOAD) for name in ("ann", "bob")]
    return tmp_path / "data", address, contest.slug, secrets, postgres


class Uploader(threading.Thread):
    """Uploads versions one after the other until it is stopped; remembers which were accepted."""

    def __init__(self, url: str, slug: str, secret: str, name: str) -> None:
        super().__init__(daemon=True)
        self.accepted: list[str] = []
        self.stopped = threading.Event()
        self._url = f"{url}/api/c/{slug}/uploads?name=bot.py"
        self._headers = {"authorization": f"Bearer {secret}"}
        self._name = name

    def run(self) -> None:
        """Upload, and go on after errors."""
        number = 0
        while not self.stopped.is_set():
            number += 1
            body = BOT.format(f"{self._name} {number}") + "#" * 20_000
            try:
                answer = httpx.post(self._url, content=body, headers=self._headers, timeout=SECONDS)
            except httpx.HTTPError:
                continue
            if answer.status_code == 201:
                self.accepted.append(answer.json()["upload"]["digest"])

    def end(self) -> None:
        """Stop after the upload that is under way."""
        self.stopped.set()
        self.join(SECONDS)


def break_off(server: RunningServer, slug: str, secret: str) -> None:
    """Begin an upload, and kill the process that reads it: nothing of it is there."""
    url = httpx.URL(server.url)
    with socket.create_connection((url.host, url.port)) as raw:
        head = (
            f"POST /api/c/{slug}/uploads?name=bot.py HTTP/1.1\r\nHost: {url.host}:{url.port}\r\n"
            f"Authorization: Bearer {secret}\r\nContent-Length: 50000\r\n\r\n"
        )
        raw.sendall(head.encode() + BOT.encode())
        time.sleep(0.1)
        os.kill(server.children()["web 1"], signal.SIGKILL)
    headers = {"authorization": f"Bearer {secret}"}
    answer = until(lambda: httpx.get(f"{server.url}/api/c/{slug}/uploads", headers=headers, timeout=SECONDS))
    assert answer.json()["uploads"] == []


def wait_for_uploads(uploaders: list[Uploader], count: int) -> None:
    """Wait until this number of uploads was accepted."""
    until(lambda: sum(len(uploader.accepted) for uploader in uploaders) >= count or None)


def check_uploads(data: Path, address: str, uploaders: list[Uploader]) -> None:
    """Every upload that was accepted is there once, with its archive and its check; no half one is."""
    with open_site(data, address, create=False) as site:
        assert check_server(site, sample=0).problems == []
        wanted = select(contest_tables.uploads.c.digest)
        digests = site.read(lambda connection: connection.execute(wanted).scalars().all())
    accepted = [digest for uploader in uploaders for digest in uploader.accepted]
    assert len(accepted) > 2
    assert len(set(digests)) == len(digests)
    assert set(accepted) <= set(digests)


def test_no_upload_is_lost_or_half_when_web_processes_and_the_database_are_killed(contest_data):
    data, address, slug, secrets, postgres = contest_data
    with serving(data, "--runners", "0", address=address) as server:
        break_off(server, slug, secrets[0])
        uploaders = [Uploader(server.url, slug, secret, name) for secret, name in zip(secrets, "ab", strict=True)]
        for uploader in uploaders:
            uploader.start()
        for number in range(3):
            so_far = sum(len(uploader.accepted) for uploader in uploaders)
            wait_for_uploads(uploaders, so_far + 1)
            time.sleep(0.01 * number)  # another moment of an upload
            if postgres and number == 1:
                postgres.stop()
                postgres.start()
            else:
                os.kill(until(lambda: next(iter(server.children().values()), None)), signal.SIGKILL)
        for uploader in uploaders:
            uploader.end()
    check_uploads(data, address, uploaders)
