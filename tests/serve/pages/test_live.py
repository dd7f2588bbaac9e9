"""Matches that a runner plays now can be watched; what bots log stays private there, too."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from lanista.league.scratch import ScratchFolder
from lanista.match.replay import read_replay
from lanista.match.replay.writer import ReplayWriter
from tests.serve.pages.filled import SECRET, FilledContest, fill, write
from tests.serve.sites import Browser, client, new_site

NUMBER = 58  # the first match without a result
HERE = f"/c/autumn-cup/m/{NUMBER}"


@pytest.fixture
def playing(tmp_path) -> Iterator[tuple[FilledContest, ReplayWriter]]:
    """A contest in which a match is being written, three turns so far."""
    with new_site(tmp_path) as site:
        filled = fill(site, tmp_path)
        scratch = ScratchFolder(site.store.replays.folder, filled.contest.league.id)
        runner = site.store.begin_runner("a test")
        site.store.claim(filled.contest.league.id, runner, 1)
        growing = write(Path(scratch.new_path(NUMBER)), replay_of(filled), ["X", "Y"], turns=3)
        yield filled, growing
        growing.close()
        scratch.close()


def replay_of(filled: FilledContest) -> Any:
    return read_replay(filled.site.store.replays.path(filled.replay))


def go_on(filled: FilledContest, writer: ReplayWriter, first: int, last: int | None) -> None:
    replay = replay_of(filled)  # with logs
    for line in replay.turns[first:last]:
        writer.write(line)
    if last is None:
        writer.write(replay.footer)
        writer.finish()


def test_a_match_is_watched_from_its_first_turns_to_its_end(playing):
    filled, writer = playing
    with client(filled.site) as browser:
        match = browser.get(f"{HERE}/match.json").json()
        assert (match["live"], len(match["part"]["turns"])) == (True, 3)
        assert SECRET not in json.dumps(match)
        assert "Watch it live" in browser.get(f"/c/autumn-cup/matches/{NUMBER}").text
        assert browser.get(f"{HERE}/thumb.json").json()["turn"] == 3
        for private in ("start.json", "parts.js"):
            assert browser.get(f"{HERE}/{private}").status_code == 403
        messages = []
        with browser.client.websocket_connect(f"{HERE}/live?from=3") as socket:
            go_on(filled, writer, 3, 6)
            messages += [socket.receive_json(timeout=20) for _ in range(3)]
            go_on(filled, writer, 6, None)
            while messages[-1]["type"] != "end":
                messages.append(socket.receive_json(timeout=20))
        turns = [message["line"]["turn"] for message in messages if message["type"] == "turn"]
        assert turns == [line.turn for line in replay_of(filled).turns[3:]]
        assert messages[-1]["id"] == str(NUMBER)
        assert messages[-1]["outcome"] is not None
        assert SECRET not in json.dumps(messages)
        assert browser.get(f"{HERE}/match.json").json()["live"] is False


@pytest.mark.parametrize(("name", "sees"), [("stranger", False), ("olga", True)])
def test_logs_of_a_live_match_are_for_owners_and_helpers(playing, name: str, sees: bool):
    filled, _ = playing
    with client(filled.site, name) as browser:
        assert (SECRET in browser.get(f"{HERE}/match.json").text) is sees
        with browser.client.websocket_connect(f"{HERE}/live?from=0") as socket:
            assert (SECRET in json.dumps(socket.receive_json(timeout=20))) is sees


def test_a_team_sees_its_own_logs_live(playing):
    filled, _ = playing
    entries = filled.site.store.changes(filled.contest.league.id).matches[NUMBER].entries
    bot = next(name for name, each in filled.entries.items() if each.id == entries[1])
    with client(filled.site, f"{bot} one") as browser:
        text = browser.get(f"{HERE}/match.json").text
        assert f"{SECRET}-1" in text
        assert f"{SECRET}-0" not in text


def test_all_viewers_share_one_history(playing):
    filled, _ = playing
    with client(filled.site) as browser:
        shows = {id(found(browser)) for _ in range(3)}
        assert len(shows) == 1


def found(browser: Browser) -> Any:
    browser.get(f"{HERE}/match.json")
    [show] = browser.client.app.state.matches._followed.values()
    return show


def test_a_match_that_is_played_elsewhere_says_so(playing):
    filled, _ = playing
    with client(filled.site) as browser:
        answer = browser.get("/c/autumn-cup/m/59/")
        assert answer.status_code == 404
        assert "it can be watched when it is over" in answer.text
        live = browser.client.websocket_connect("/c/autumn-cup/m/59/live")
        with pytest.raises(WebSocketDisconnect) as refused, live as socket:
            socket.receive_json(timeout=20)
        assert refused.value.code in (4404, 4422)


def test_pages_hear_of_new_results(playing):
    filled, _ = playing
    with client(filled.site) as browser, browser.client.websocket_connect("/c/autumn-cup/news") as socket:
        first = socket.receive_json(timeout=20)
        assert first["playing"] == 1
        filled.site.store.add_entry(filled.contest.league.id, "Alpha", "1" * 64, "greedy")
        assert socket.receive_json(timeout=20)["revision"] != first["revision"]
