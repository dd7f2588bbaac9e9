"""The verbs for the browser: view, export, play --view and takeover."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from click.testing import CliRunner, Result

from lanista.cli.main import lanista
from lanista.cli.play.live import Pace
from lanista.league.store.replay_files import digest_of
from lanista.match.planning import plan_match
from lanista.match.replay import read_replay, verify
from lanista.match.terms import MatchTerms
from lanista.web.chromium import VARIABLE, ChromiumError, find_chromium, result_of_page
from lanista.web.gallery import Gallery
from lanista.web.server import ViewerServer
from lanista.web.show import ID_DIGITS, ReplayShow
from tests.plugins import FRUIT, forget_games, fruit_files, install, unload
from tests.processes import SECONDS
from tests.web.live_client import LiveClient


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a match."""
    path = tmp_path_factory.mktemp("match") / "a.gz"
    plan_match("overdrive", ["greedy", "random"], MatchTerms(settings={"max_rounds": 40}), seed=7).play(
        replay=path
    )
    return path.read_bytes()


@pytest.fixture
def run(recorded, tmp_path, monkeypatch):
    """Run a command in a folder with a match."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    Path("a.gz").write_bytes(recorded)

    def call(*words: str) -> Result:
        return CliRunner().invoke(lanista, list(words))

    return call


@pytest.fixture
def start(run) -> Iterator[Any]:
    """Start a long-running command; it is killed at the end."""
    started: list[subprocess.Popen[str]] = []

    def call(*words: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "lanista.cli.main", *words]
        pipe = subprocess.PIPE
        started.append(subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True))
        return started[-1]

    yield call
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def interrupt(process: subprocess.Popen[str]) -> tuple[str, str]:
    os.killpg(process.pid, signal.SIGINT)
    return process.communicate(timeout=SECONDS)


def viewer_of(url: str) -> LiveClient:
    """A viewer of the match on a page."""
    parts = urlsplit(url)
    return LiveClient(parts.port or 80, f"{parts.path}live?{parts.query}")


def address(stream: Any) -> str:
    found = None
    while found is None:
        line = stream.readline()
        assert line, "expected an address"
        found = re.search(r"http://[^\s\"]+", line)
    return found[0]


# view


def test_view_serves_until_ctrl_c(start):
    process = start("view", "a.gz", "--no-open", "--json")
    url = json.loads(process.stdout.readline())["url"]
    assert httpx.get(f"{url}match.json", timeout=SECONDS).json()["game"] == "overdrive"
    interrupt(process)
    assert process.returncode == 0
    with pytest.raises(httpx.ConnectError):
        httpx.get(url, timeout=SECONDS)


def test_view_compares_two_futures(start, run):
    assert run("takeover", "a.gz", "--turn", "10", "--seat", "1", "cruise", "-o", "b.gz").exit_code == 0
    process = start("view", "a.gz", "--with", "b.gz", "--turn", "9", "--no-open", "--json")
    url = json.loads(process.stdout.readline())["url"]
    first, second = (digest_of(Path(name))[:ID_DIGITS] for name in ("a.gz", "b.gz"))
    assert url.endswith(f"/m/{first}/?with={second}#turn=9")
    film = f"{url.partition('/m/')[0]}/m/{second}/match.json"
    assert httpx.get(film, timeout=SECONDS).json()["branch"]["of"] == "a.gz"


def test_view_opens_the_browser(start, tmp_path, monkeypatch):
    seen = tmp_path / "opened"
    monkeypatch.setenv("BROWSER", f"{sys.executable} -c \"import sys;open('{seen}','w').write(sys.argv[1])\" %s")
    process = start("view", "a.gz")
    url = address(process.stdout)
    deadline = time.monotonic() + SECONDS
    while not (seen.exists() and seen.read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert seen.read_text() == url


MISUSE = [
    (("view", "none.gz"), "no such file"),
    (("view", "a.gz", "--with", "none.gz"), "no such file"),
    (("view", "a.gz", "a.gz", "--turn", "9"), "--turn opens one match at a turn; name one replay"),
    (("view", "a.gz", "--host", "203.0.113.1"), "cannot serve at 203.0.113.1"),
    (("export", "none.gz"), "no such file"),
    (("export", "a.gz", "--png", "999"), "the match has 40 turns"),
    (("export", "a.gz", "--png", "1", "--gif"), "expected --png or --gif, got both"),
    (("export", "a.gz", "--gif", "--from", "30", "--to", "20"), "expected --from before --to"),
    (
        ("export", "a.gz", "--png", "1", "--seat", "4"),
        "expected a seat by number, letter or bot (0 A greedy, 1 B random), got '4'",
    ),
    (("takeover", "a.gz", "--turn", "40", "--seat", "0", "cruise"), "expected a turn from 0 (the start) to 39"),
    (("takeover", "a.gz", "--turn", "4", "--seat", "0", "cruise", "--replace", "x"), "--replace expects SEAT=BOT"),
    (("takeover", "a.gz", "--turn", "4", "--seat", "0", "cruise", "-o", "a.gz"), "name another file with -o"),
    (("play", "overdrive", "cruise", "random", "--terminal"), "--terminal is for a person"),
]


@pytest.mark.parametrize(("words", "said"), MISUSE)
def test_misuse_is_explained_and_exits_with_2(run, words, said):
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.output


# export


def test_export_makes_one_file(run):
    result = run("export", "a.gz", "-o", "match.html", "--json")
    printed = json.loads(result.stdout)
    assert printed["bytes"] == Path("match.html").stat().st_size
    assert printed["turns"] == 40
    assert Path("match.html").read_text().startswith("<!doctype html>")
    assert run("export", "a.gz", "-o", "match.html").exit_code == 2, "nothing is overwritten unasked"
    assert "match.html: " in run("export", "a.gz", "-o", "match.html", "--force").output
    run("export", "a.gz")
    assert Path("a.html").exists(), "named after the replay"


@pytest.fixture
def chromium() -> str:
    try:
        return find_chromium()
    except ChromiumError as error:
        pytest.skip(str(error))


def running_browsers() -> list[str]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if b"lanista-chromium-" in command:
                found.append(folder.name)
    return found


def test_export_draws_a_picture(run, chromium):
    result = run("export", "a.gz", "--png", "20", "--width", "480", "-o", "p.png")
    assert result.exit_code == 0, result.output
    data = Path("p.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 480
    other = run("export", "a.gz", "--png", "30", "--width", "480", "--seat", "1", "-o", "q.png")
    assert other.exit_code == 0
    assert Path("q.png").read_bytes() != data


def test_export_draws_an_animation(run, chromium):
    words = ("--gif", "--from", "5", "--to", "15", "--step", "2", "--fps", "5", "--width", "320")
    result = run("export", "a.gz", *words, "-o", "m.gif")
    assert result.exit_code == 0, result.output
    data = Path("m.gif").read_bytes()
    assert data[:6] == b"GIF89a"
    assert int.from_bytes(data[6:8], "little") == 320
    assert data.count(b"\x21\xf9\x04") == 6


LATE = SECONDS / 4  # far below the two minutes that a page may take
BROKEN_DRAWINGS = [  # what is wrong, which text becomes another, and what is said after the name of the file
    ("syntax", "draw(pen, shot) {", "draw(pen, shot) { const x = ;", ":10: SyntaxError: Unexpected token ';'"),
    ("unclosed", "  describe: (shot)", "  other: { describe: (shot)", " SyntaxError: Unexpected token"),
    ("module", "const SIDE = 48;", "const SIDE = sides.all;", ":6: ReferenceError: sides is not defined"),
    ("drawing", '8, "crimson");', "8, colour);", ":12: colour is not defined"),
    ("no board", "export const board", "export const bored", "the game's draw.js exports no `board`"),
]


@pytest.fixture
def fruit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a game of another package, whose drawing may be changed; `a.gz` is a match of it."""
    files = fruit_files("berries") | {"berries/show/draw.js": (FRUIT / "show/draw.js").read_text()}
    install(tmp_path / "packages", "fruit = berries.game:FRUIT", files, package="fruit-game")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    forget_games()
    plan_match("fruit", ["seeker", "seeker"], MatchTerms(settings={"max_turns": 5}), seed=7).play(
        replay=tmp_path / "fruit.gz"
    )
    yield tmp_path / "packages" / "berries"
    unload("berries")
    forget_games()


@pytest.mark.parametrize(("fault", "old", "new", "said"), BROKEN_DRAWINGS, ids=[row[0] for row in BROKEN_DRAWINGS])
def test_a_drawing_that_fails_is_named_with_its_line(fault, old, new, said, fruit, chromium):
    """By an export and by a served page, within seconds."""
    drawing = (fruit / "show/draw.js").read_text()
    assert old in drawing
    (fruit / "show/draw.js").write_text(drawing.replace(old, new))
    where = "" if fault == "no board" else str(fruit / "show/draw.js")
    replay = fruit.parents[1] / "fruit.gz"
    began = time.monotonic()
    animated = [("--gif",)] if fault == "drawing" else []  # the others fail before it matters what is drawn
    for more in (("--png", "3"), *animated):
        exported = CliRunner().invoke(lanista, ["export", str(replay), *more, "-o", str(fruit / "x.png")])
        assert exported.exit_code == 2
        assert where in exported.output.replace("\n", "")
        assert said in exported.output.replace("\n", "")
    gallery = Gallery()
    show = gallery.add(ReplayShow(replay, trusted=True))
    with ViewerServer(gallery) as server, pytest.raises(ChromiumError) as refused:
        result_of_page(f"{server.page_url(show)}#png=3", seconds=LATE)
    assert said in str(refused.value)
    assert not where or "games/fruit/show/draw.js:" in str(refused.value)
    assert time.monotonic() - began < 3 * LATE


def test_a_page_that_never_draws_times_out(tmp_path, chromium):
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><p>nothing")
    began = time.monotonic()
    with pytest.raises(ChromiumError, match="took too long and was ended"):
        result_of_page(page.as_uri(), seconds=4)
    assert time.monotonic() - began < 15


def test_without_chromium_it_says_what_to_install(run, monkeypatch):
    monkeypatch.setenv(VARIABLE, "/nowhere/chromium")
    result = run("export", "a.gz", "--png", "1")
    assert result.exit_code == 2
    assert "install the package `chromium`" in result.output


# Live


def test_a_match_is_shown_live_and_the_server_stops_with_the_last_viewer(start, monkeypatch):
    words = ("play", "overdrive", "random", "cruise", "--seed", "3", "--set", "max_rounds=20", "-o", "m.gz")
    process = start(*words, "--view", "--no-open", "--pace", "40", "--json")
    url = address(process.stderr)
    with viewer_of(url) as viewer:
        events = list(viewer.messages())
    assert [event["line"]["turn"] for event in events if event["type"] == "turn"] == list(range(1, 21))
    result = json.loads(process.stdout.readline())
    assert result["turns"] == 20
    process.communicate(timeout=30)
    assert process.returncode == 0
    assert verify(read_replay(Path("m.gz"))).identical


def test_a_person_gets_the_url_to_play_at(start):
    words = ("play", "overdrive", "human", "cruise", "--seed", "3", "--no-open", "-o", "m.gz")
    process = start(*words)
    url = address(process.stderr)
    base, _, query = url.partition("?seat=0&key=")
    with viewer_of(url) as viewer:  # who is early learns first how the seat stands
        assert "ask" in (message["type"] for message in viewer.messages())
    body = {"seat": 0, "turn": 1, "move": "ACCELERATE", "key": query}
    assert httpx.post(f"{base}move", json=body, timeout=SECONDS).status_code == 200
    deadline = time.monotonic() + SECONDS
    while len(read_replay(Path("m.gz")).turns) < 1:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    _, error = interrupt(process)
    assert "the match so far is in m.gz" in error
    replay = read_replay(Path("m.gz"))
    assert replay.turns[0].moves[0] == "ACCELERATE"
    assert replay.footer is not None
    assert verify(replay).identical


def test_two_people_get_a_secret_url_each(start):
    process = start("play", "overdrive", "human", "human", "--no-open", "--no-replay", "--json")
    found = [re.search(r"seat (\d) plays at (\S+)", process.stderr.readline()) for _ in range(2)]
    urls = {match[1]: match[2] for match in found if match}
    assert sorted(urls) == ["0", "1"]
    for seat, url in urls.items():
        base, _, key = url.partition(f"?seat={seat}&key=")
        assert len(key) >= 20
        assert (
            httpx.get(f"{base}match.json", params={"seat": seat, "key": key}, timeout=SECONDS).status_code == 200
        )
        assert httpx.get(f"{base}match.json", params={"seat": seat}, timeout=SECONDS).status_code == 403
    assert len({url.partition("key=")[2] for url in urls.values()}) == 2


REFUSED = [
    ("play", "overdrive", "human", "cruise", "--no-open", "--host", "nosuch.invalid", "-o", "new/m.gz"),
    ("play", "overdrive", "human", "cruise", "--terminal", "--view", "-o", "new/m.gz"),
    ("play", "overdrive", "greedy", "cruise", "--terminal", "-o", "new/m.gz"),
    ("takeover", "a.gz", "--turn", "4", "--seat", "0", "human", "--host", "nosuch.invalid", "-o", "new/m.gz"),
]


@pytest.mark.parametrize("words", REFUSED, ids=range(len(REFUSED)))
def test_a_match_that_does_not_begin_leaves_no_file(run, words):
    assert run(*words).exit_code != 0
    assert not Path("new").exists()


def test_serving_other_machines_warns(start):
    words = ("play", "overdrive", "random", "cruise", "--view", "--no-open", "--host", "0.0.0.0", "--no-replay")
    process = start(*words)
    assert "warning: anyone who can reach 0.0.0.0 can watch" in process.stderr.readline()


def test_pace_limits_the_speed():
    began = time.monotonic()
    plan_match("overdrive", ["cruise", "cruise"], MatchTerms(settings={"max_rounds": 10}), seed=1).play([Pace(25)])
    assert 0.3 < time.monotonic() - began < 3


def test_the_first_turn_waits_for_a_viewer():
    class Nobody:
        had_viewers = threading.Event()

    awaited: Any = Nobody()
    threading.Timer(0.3, awaited.had_viewers.set).start()
    began = time.monotonic()
    plan = plan_match("overdrive", ["cruise", "cruise"], MatchTerms(settings={"max_rounds": 1}), seed=1)
    plan.play([Pace(None, awaited)])
    assert 0.25 < time.monotonic() - began < 4


# takeover


def test_takeover_plays_another_future(run):
    result = run("takeover", "a.gz", "--turn", "10", "--seat", "1", "cruise", "-o", "b.gz")
    assert result.exit_code == 0
    assert "again:     lanista takeover a.gz cruise --turn 10 --seat 1" in result.output
    assert "compare:   lanista view a.gz --with b.gz" in result.output
    assert "identical" in run("verify", "b.gz").output
    printed = json.loads(
        run("takeover", "a.gz", "--turn", "10", "--seat", "1", "cruise", "-o", "c.gz", "--json").output
    )
    assert printed["compare"] == "lanista view a.gz --with c.gz"
    assert printed["marks"] == []


def test_takeover_needs_trust_for_programs(run):
    Path("mine.py").write_text("def move(view):\n    return 'ACCELERATE'\n")
    run("play", "overdrive", "mine.py", "cruise", "--seed", "1", "--set", "max_rounds=8", "-o", "p.gz")
    words = ("takeover", "p.gz", "--turn", "4", "--seat", "1", "random", "-o", "b.gz")
    refused = run(*words)
    assert refused.exit_code == 2
    assert "--trust the replay" in refused.output
    assert run(*words, "--trust").exit_code == 0
    assert run(*words, "--replace", "0=cruise", "--force").exit_code == 0
    assert [seat.name for seat in read_replay(Path("b.gz")).header.seats] == ["cruise", "random"]


def test_browsers_are_gone(chromium):
    """Runs last: no test above has left one behind."""
    deadline = time.monotonic() + 10
    while running_browsers():
        assert time.monotonic() < deadline
        time.sleep(0.1)
