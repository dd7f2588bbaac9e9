"""Sites: starts that fit their scripts, pages that request nothing, and games that pages cannot play."""

from __future__ import annotations

import base64
import json
import re

import httpx
import pytest

from lanista.game import game_names, get_game
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.web import site as sites
from lanista.web.gallery import Gallery
from lanista.web.playable import limit_offset, playing_bundle
from lanista.web.server import ViewerServer
from lanista.web.site import play_html
from lanista.web.starts import prepared_starts
from tests.processes import SECONDS
from tests.web.play_js import start_of
from tests.web.test_page import Elements, hash_of


@pytest.mark.parametrize("name", game_names())
def test_starts_are_those_of_python_and_each_is_there_once(name):
    game = get_game(name)
    starts = prepared_starts(game)
    assert {start.ruleset for start in starts} == set(game.rulesets)
    assert len({(start.ruleset, start.state, start.const) for start in starts}) == len(starts)
    assert {start.seats for start in starts} >= {game.default_seats}
    first = starts[0]
    state = game.start(game.configure(first.ruleset), first.seed, first.seats)
    assert base64.b64decode(first.state) == state.bytes()
    assert base64.b64decode(first.const) == state.fixed.tobytes()


def test_built_in_maps_can_be_chosen():
    game = get_game("rampage")
    assert {start.map for start in prepared_starts(game)} >= set(game.maps)


@pytest.mark.parametrize("name", game_names())
def test_the_turn_limit_is_found_in_the_constant_record(name):
    game = get_game(name)
    state = start_of(game)
    before = state.fixed.tobytes()
    offset = limit_offset(game, state)
    assert offset is not None
    assert state.fixed.tobytes() == before, "nothing was changed to find it"
    kept = int.from_bytes(before[offset : offset + 4], "little")
    assert abs(kept - game.max_turns(state)) <= 1


def test_a_page_to_play_on_runs_its_own_scripts_only():
    elements = Elements(play_html(get_game("overdrive")))
    (policy,) = [attrs["content"] or "" for attrs, _ in elements.all("meta") if attrs.get("http-equiv")]
    scripts = [text for attrs, text in elements.all("script") if attrs.get("type") != "text/plain"]
    assert scripts
    assert all(f"'{hash_of(script)}'" in policy for script in scripts)
    assert "worker-src blob:;" in policy
    assert "unsafe" not in policy
    assert all("src" not in attrs for _, attrs, _ in elements.found)


def test_scripts_make_no_code_and_need_no_modules():
    game = get_game("overdrive")
    script = playing_bundle(game, start_of(game), [sites.PLAY_PAGE], "0;")
    assert not re.search(r"^\s*(import|export)\b", script, re.MULTILINE)
    assert not re.search(r"\beval\(|new Function\(|WebAssembly\.", script)


# What a served page fetches to play on


def test_the_server_sends_the_engine_of_a_match(replay_path, serve):
    shown = serve(replay_path)
    start = shown.json("/m/match.jsonl.gz/start.json")
    assert start["seats"] == 2
    assert len(base64.b64decode(start["state"])) == get_game("overdrive").rules.state.dtype.itemsize
    parts = shown.client.get("/m/match.jsonl.gz/parts.js").text
    (rules,) = re.findall(r'from "(/made/overdrive-rules-[0-9a-f]{32}.js)"', parts)
    for address, holds in ((rules, "export function instantiate"),):
        answer = shown.client.get(address)
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
        assert holds in answer.text
    (about,) = re.findall(r"about: (\{.*\}), newWorker", parts)
    assert json.loads(about)["name"] == "overdrive"
    assert f'from "{rules}"' in shown.client.get("/m/match.jsonl.gz/worker.js").text
    lost = shown.client.get("/made/overdrive-rules-0.js")
    assert (lost.status_code, "load the page again" in lost.json()["error"]) == (404, True)


def test_a_match_with_a_person_keeps_its_start_secret():
    gallery = Gallery()
    with ViewerServer(gallery) as server, httpx.Client(base_url=server.url, timeout=SECONDS) as client:
        show = gallery.play(
            plan_match("overdrive", ["human", "random"], MatchTerms(settings={"max_rounds": 2}), seed=1)
        )
        for name in ("start.json", "parts.js", "worker.js", "match.json"):
            answer = client.get(f"/m/{show.id}/{name}")
            assert answer.status_code == 403
            assert re.search("still being played|until it is over", answer.json()["error"])
        gallery.close()
